"""The answer in words: its numbers are those of the rules read literally, and each sentence is true."""

import doctest
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given

from orchard import Game, game_of, solve
from orchard.pages import answer
from orchard.pages.answer import (
    NUMBERS,
    games_enough,
    in_100,
    rival_of,
    your_answer,
    your_bowl,
    your_exact_answer,
    your_exceptions,
    your_length,
    your_path,
    your_theorem,
    your_waste,
    your_wrong_pick,
)
from orchard.pages.statistics import games_to_tell_apart, sample_size, share_that_sees
from orchard.pages.studies.picks import lost_by_a_wrong_basket, lost_by_picking
from tests.games import games, players, without_best
from tests.samples import literal_end


def test_its_examples_which_are_solved_by_hand():
    assert doctest.testmod(answer).failed == 0


@pytest.mark.parametrize(
    ("ask", "asked", "said"),
    [
        (
            *(your_answer, ("first-orchard", "max,max,random")),
            "picking by turns, in this order, two from the fullest tree and one from a tree at random, "
            "you win 76.0 games in 100, from a tree at random 73.8. The best picks win 76.8.",
        ),
        (
            *(your_answer, ("orchard", "random")),
            "picking from a tree at random you win 63.2 games in 100, from the fullest tree 68.4. "
            "The best picks win 68.4.",
        ),
        (your_bowl, ("1:raven=1:baskets=0",), "you win 50.0 games in 100, with nothing to save."),
        (  # by hand: 77/150 if the pear comes first, 337/675 if the basket is drawn by lot at one of each
            *(your_exceptions, ("2,1:raven=1:colours=3,1",)),
            "from the slowest tree (most fruit for each face of its colour) 51.3. Nobody wins more often.",
        ),
        (
            *(your_exceptions, ("5,3,4:raven=4:picks=2",)),
            "(most fruit for each face of its colour), you win 68.9 games in 100. Nobody wins more often.",
        ),
        (
            games_enough,
            ("1:raven=1",),
            "8,538 games. No number of games tells picking from the fullest tree from picking from a tree at random.",
        ),
        (your_exact_answer, ("20,20,20,20:raven=15",), "To ten digits: 0.2981340886."),  # too large for fractions
        (
            *(your_wrong_pick, ("5,3,4:raven=4:picks=2",)),
            "A wrong basket costs up to 10.6 games in 100: a pear and a cherry instead of two apples, "
            "when five apples, a pear and a cherry are left and two raven rolls lose.",
        ),
        (
            your_length,
            ("5,3,4:raven=4:picks=2",),
            "12.2 rolls on average, and at least nine games in ten take 8 to 17.",
        ),
        (
            *(your_path, ("1:colours=0:raven=1", "ignore", 0.01)),
            "To win more than 1 in 100 not even 40 raven rolls are enough.",
        ),
        (
            *(your_theorem, ("4,4,4,4:colours=2,1,1,1:baskets=2", "max")),
            "you win 91.4 games in 100. The colours are not equally likely, so the theorem is silent: from the "
            "emptiest tree you win 86.9, from the fullest 91.4. The best picks win 91.9.",
        ),
    ],
)
def test_what_is_said_of_a_game(ask: Callable, asked: tuple, said: str):
    assert ask(*asked).endswith(said)


def test_ravens_on_the_die_are_told_from_the_rolls_that_lose():
    slip = "ravens=4 are faces of the die; raven=4 would be the rolls that lose. "
    yours = "Your game (trees of 5, 3 and 4; six raven rolls lose; "
    assert your_answer("5,3,4: ravens=4").startswith(slip + yours)
    for meant in ("5,3,4:raven=6:ravens=4", game_of("5,3,4:ravens=4")):
        assert your_answer(meant).startswith(yours)


@given(games(most_fruit=2, most_steps=2), players)
def test_its_numbers_are_those_of_the_rules_and_its_sentences_are_true(game: Game, strategy: tuple):
    habits = (strategy, "optimal", "max", "min", "worst")
    won, best, fullest, emptiest, worst = (solve(game, each, exact=True).win_probability for each in habits)
    said, exact, all_ways = your_answer(game, strategy), your_exact_answer(game, strategy), your_theorem(game)
    assert f" you win {in_100(won)} games in 100, " in said
    if game.picks and game.basket_faces:
        assert (" games in 100, and nobody wins more often; " in said) == (won == best)
        assert (f"The best picks win {in_100(best)}." in said) == (in_100(won) != in_100(best))
    assert f" {won}" in exact or f"has {len(str(won.denominator))}." in exact
    (digits,) = re.findall(r"(?:or |: )([\d.]+)\.(?:$| The)", exact)
    assert abs(Fraction(digits) - won) < 1e-11
    if "every way to use all picks" in all_ways:
        assert (fullest, emptiest) == (best, worst)
        assert f"between {in_100(worst)}, from the emptiest tree, and {in_100(best)}, from the fullest." in all_ways


def test_games_in_100_never_say_always_or_never_of_what_is_neither():
    chances = {0: "0.0", 0.0003: "fewer than 0.1", 0.002: "0.2", 0.768: "76.8", 0.9996: "more than 99.9", 1: "100.0"}
    assert {p: in_100(p) for p in chances} == chances


@given(games(), players)
def test_so_many_games_are_enough(game: Game, strategy: tuple):
    p, q = (solve(game, each).win_probability for each in (strategy, rival_of(strategy)))
    said = games_enough(game, strategy)
    assume(0 < p < 1)
    assert f"takes {sample_size(0.02, p):,} games." in said
    if told := re.search(r"(beats|loses to) .+ takes ([\d,]+) games with each; 100 .+ it in about (.+) tries", said):
        seen = f"{100 * share_that_sees(p, q, 100):.0f}"
        assert told.groups() == ("beats" if p > q else "loses to", f"{games_to_tell_apart(p, q):,}", seen)
    else:
        assert abs(p - q) < 1e-6 or q in (0, 1)


@given(games(most_fruit=2, most_steps=2), players)
def test_lengths_are_those_of_the_rules(game: Game, strategy: tuple):
    strategy = without_best(game, strategy)
    ends, _ = literal_end(game, strategy)
    said = your_length(game, strategy).partition(" takes ")[2].replace(",", "")
    mean, *span = map(float, re.findall(r"\d[\d.]*\d|\d", said))
    shares = ends.sum(axis=0)
    assert mean == pytest.approx(shares @ np.arange(len(shares)), abs=0.05 + 1e-9)
    few, many = (np.flatnonzero(shares.cumsum() > share - 1e-9)[0] for share in (0.05, 0.95))
    assert span == sorted({few, many})


@given(games(most_fruit=2, most_steps=3), players)
def test_the_path_that_is_told_wins_so_often_and_a_shorter_one_does_not(game: Game, strategy: tuple):
    said = your_path(game, strategy, 0.3)
    longer = solve(replace(game, raven_steps=game.raven_steps + 1), strategy).win_probability
    now = solve(game, strategy).win_probability
    change = f"{in_100(longer - now)} more" if longer - now > 1e-9 else "as many"
    assert said.startswith(f"With one raven roll more you win {in_100(longer)} games in 100 ({change})")
    if sum(game.fruits) > 1:
        fewer = [*game.fruits]
        fewer[fewer.index(max(fewer))] -= 1
        less = solve(replace(game, fruits=fewer), strategy).win_probability
        assert f" less {in_100(less)} (" in said
    fullest = game.fruits.index(max(game.fruits))
    more = replace(game, fruits=[fruit + (tree == fullest) for tree, fruit in enumerate(game.fruits)])
    assert f" more {in_100(solve(more, strategy).win_probability)} (" in said
    if takes := re.search(r"takes ([a-z]+) raven roll", said):
        rolls = NUMBERS.index(takes[1])
        won = [solve(replace(game, raven_steps=each), strategy).win_probability for each in range(1, rolls + 1)]
        assert won[-1] > 0.3
        assert all(chance < 0.3 + 1e-9 for chance in won[:-1])


@pytest.mark.parametrize("word", ["5,3,4", "3,3:colours=2,1"])
def test_the_mean_number_of_wasted_rolls_is_the_solvers(word: str):
    """From the ravens that come before all is picked, a path of so many raven rolls being lost if more come."""
    game = replace(game_of(word), raven_steps=100)
    said = re.findall(r"(\d+\.\d) from", your_waste(game, 100, 4_000))
    for habit, told in zip(("max", "random", "min"), said, strict=True):
        solution = solve(game, habit)
        ravens = sum(1 - solution.value(game.fruits, steps) for steps in range(1, 101))
        wasted = ravens * (game.faces - game.raven_faces) / game.raven_faces - sum(game.fruits)
        assert abs(wasted - float(told)) < 0.05 + 0.2


# --- what a wrong pick costs ---


@given(games(most_fruit=2, most_steps=2))
def test_what_a_wrong_basket_loses_is_that_of_its_uses_one_by_one(game: Game):
    solution = solve(game, "optimal")
    after = [solution.value_of_picks(*state).values() for state in solution.positions]
    lost = lost_by_a_wrong_basket(solution)
    assert np.allclose(lost, [max(chances) - min(chances) for chances in after], rtol=0, atol=1e-12)
    said = your_wrong_pick(game)
    if max(lost) > 1e-9 and game.basket_faces:
        assert re.search(rf"costs (up to )?{re.escape(in_100(max(lost)))} games in 100: ", said)
    else:
        assert said == "No pick is ever wrong."


@given(games(most_fruit=3, most_steps=2))
def test_a_lot_among_trees_loses_what_its_picks_lose_on_average(game: Game):
    by_turns = solve(replace(game, basket_picks=1), ("optimal", "first"))
    shares = np.arange(1, game.trees + 1)
    lost = lost_by_picking(by_turns, (by_turns.states.fruits > 0) * shares[:, None])
    for state, less in zip(by_turns.positions, lost, strict=True):
        after = by_turns.value_of_picks(*state)
        mean = np.average(list(after.values()), weights=[shares[tree] for (tree,) in after])
        assert less == pytest.approx(max(after.values()) - mean, abs=1e-12)
