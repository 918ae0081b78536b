"""The answer in words: its numbers are those of the rules read literally, and each sentence is true."""

import re
from fractions import Fraction

import pytest
from games import games, players
from hypothesis import given

from orchard import EDITIONS, Game, favourite, from_function, solve
from orchard.pages.answer import in_100, your_answer

FIVE = "Your game (trees of 5, 3 and 4; four raven rolls lose; two picks)"
COINS = (
    "Your game (two trees of 1; one raven roll loses; one pick; on the die colours 1 and 3, no baskets and one raven)"
)


@pytest.mark.parametrize(
    ("game", "strategy", "whose", "said"),
    [
        (  # by hand: of three faces two pick the fruit
            *("1:raven=1", "max", "Your game (one tree of 1; one raven roll loses; one pick)"),
            "picking from the fullest tree you win 66.7 games in 100, from a tree at random 66.7. "
            "Nobody wins more often.",
        ),
        # 1/5 x 3/4 + 3/5 x 1/2
        ("1,1:raven=1:colours=1,3:baskets=0", "max", COINS, "you win 45.0 games in 100, with nothing to pick."),
        (
            *("5,3,4:raven=4:picks=2", "max", FIVE),
            "picking from the fullest tree you win 68.9 games in 100, from a tree at random 66.4. "
            "Nobody wins more often.",
        ),
        (
            *("orchard", "random", "Orchard, 9 raven rolls"),
            "picking from a tree at random you win 63.2 games in 100, from the fullest tree 68.4. "
            "The best picks win 68.4.",
        ),
        (
            *("first-orchard-5", "max, ignore", "First Orchard, 5 raven rolls"),
            "picking by turns from the fullest tree and no fruit you win 50.7 games in 100, from a tree at random "
            "59.7. The best picks win 63.1.",
        ),
    ],
)
def test_an_answer(game: str, strategy: str, whose: str, said: str):
    assert your_answer(game, strategy) == f"{whose}: {said}"


def test_a_strategy_of_ones_own_goes_by_its_name():
    assert "picking by 'favourite 0, random' you win" in your_answer("two-by-two", favourite(0))
    first = from_function("max", lambda fruits: next(tree for tree, fruit in enumerate(fruits) if fruit))
    assert "picking by 'max' you win" in your_answer("two-by-two", first)


def test_of_a_small_difference_no_digits_are_shown_and_it_is_not_none():
    for game in ("2,2:colours=2,1:raven=8", "4,4:colours=3,2:raven=3"):
        won, best = (solve(game, habit, exact=True).win_probability for habit in ("slowest", "optimal"))
        assert 0 < best - won < Fraction(2, 10_000)
        last = "The best picks win a little more often, by less than one game in 1,000."
        assert your_answer(game, "slowest").endswith(last)


@given(games(most_fruit=2, most_steps=2), players)
def test_its_numbers_are_those_of_the_rules_and_its_last_sentence_is_true(game: Game, strategy: tuple):
    won, best = (solve(game, each, exact=True).win_probability for each in (strategy, "optimal"))
    said = your_answer(game, strategy)
    assert f" you win {in_100(won)} games in 100, " in said
    if game.picks and game.basket_faces:
        assert said.endswith("Nobody wins more often.") == (won == best)
        assert (f"The best picks win {in_100(best)}." in said) == (in_100(won) != in_100(best))


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (Fraction(1, 3), "33.3"),
        (0.00049, "fewer than 0.1"),
        (0.0005, "0.1"),
        (0.9994, "99.9"),
        (0.9996, "more than 99.9"),
    ],
)
def test_a_chance_is_never_shown_as_none_or_all(p, shown: str):
    assert in_100(p) == shown


def test_a_game_that_is_too_large_is_refused_as_by_the_solver():
    with pytest.raises(ValueError, match="must be a smaller game"):
        your_answer(Game.uniform(30, 30))


def test_every_edition_goes_by_its_name():
    assert all(re.match(r"[A-Z2].*raven rolls: ", your_answer(name)) for name in EDITIONS)
