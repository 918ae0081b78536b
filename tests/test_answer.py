"""The answer in words: its numbers are those of the rules read literally, and each sentence is true."""

import re
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import assume, given

from orchard import Game, absorbing_chain, game_of, solve
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
from orchard.pages.studies.picks import baskets_a_game, lost_by_a_wrong_basket, lost_by_picking
from tests.games import games, players, without_best
from tests.samples import literal_end

FIVE = "Your game (trees of 5, 3 and 4; four raven rolls lose; two picks; five faces on the die)"


@pytest.mark.parametrize(
    ("game", "strategy", "whose", "said"),
    [
        (  # by hand: of three faces two pick the fruit
            *("1:raven=1", "max", "Your game (one tree of 1; one raven roll loses; one pick; three faces on the die)"),
            "picking from the fullest tree you win 66.7 games in 100, and nobody wins more often; from a tree at "
            "random 66.7.",
        ),
        (
            *("orchard", "random", "Orchard, 9 raven rolls"),
            "picking from a tree at random you win 63.2 games in 100, from the fullest tree 68.4. "
            "The best picks win 68.4.",
        ),
        (
            *("first-orchard-5", "max, ignore", "First Orchard, 5 raven rolls"),
            "picking by turns, one from the fullest tree and one no fruit, you win 50.7 games in 100, from a tree at "
            "random 59.7. The best picks win 63.1.",
        ),
        (
            *("first-orchard", "max,max,random", "First Orchard, 6 raven rolls"),
            "picking by turns, two from the fullest tree and one from a tree at random, you win 76.0 games in 100, "
            "from a tree at random 73.8. The best picks win 76.8.",
        ),
    ],
)
def test_an_answer(game: str, strategy: str, whose: str, said: str):
    assert your_answer(game, strategy) == f"{whose}: {said}"


def test_ravens_on_the_die_are_told_from_the_rolls_that_lose():
    slip = "ravens=4 are faces of the die; raven=4 would be the rolls that lose. "
    die = "on the die colours 1, 1 and 1, one basket and four raven faces"
    for said in (your_answer("5,3,4:picks=2:ravens=4"), your_bowl("5,3,4: ravens=4"), your_theorem("5,3,4:ravens=4")):
        assert said.startswith(f"{slip}Your game (trees of 5, 3 and 4; six raven rolls lose; ")
        assert die in said
    assert your_answer("5,3,4:raven=6:ravens=4").startswith("Your game (trees of 5, 3 and 4; six raven rolls lose; ")
    assert your_answer(game_of("5,3,4:ravens=4")).startswith("Your game (")


@given(games(most_fruit=2, most_steps=2), players)
def test_its_numbers_are_those_of_the_rules_and_its_last_sentence_is_true(game: Game, strategy: tuple):
    won, best = (solve(game, each, exact=True).win_probability for each in (strategy, "optimal"))
    said = your_answer(game, strategy)
    assert f" you win {in_100(won)} games in 100, " in said
    if game.picks and game.basket_faces:
        assert (" games in 100, and nobody wins more often; " in said) == (won == best)
        assert (f"The best picks win {in_100(best)}." in said) == (in_100(won) != in_100(best))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (  # by hand: 77/150 if the pear comes first, 337/675 if the basket is drawn by lot at one of each
            "2,1:raven=1:colours=3,1",
            "you win 49.9 games in 100, from the slowest 51.3. Nobody wins more often.",
        ),
        (
            "5,3,4:raven=4:picks=2",
            f"{FIVE}: picking from the fullest tree, here the slowest too, you win 68.9 games in 100. Nobody wins more "
            "often.",
        ),
        ("2:baskets=0:raven=1", "you win 25.0 games in 100, with nothing to pick."),
    ],
)
def test_where_the_fullest_tree_is_wrong(game: str, said: str):
    assert your_exceptions(game).endswith(said)


@pytest.mark.parametrize(
    ("game", "strategy", "said"),
    [
        ("1:raven=1:picks=0", "max", "9,605 games."),  # by hand: 1 + 1.959964^2 / 4 / 0.01^2
        ("1:raven=1", "max", "8,538 games. No number of games tells it from picking from a tree at random."),
    ],
)
def test_how_many_games_are_enough(game: str, strategy: str, said: str):
    assert said in games_enough(game, strategy)


@given(games(most_fruit=3, most_steps=3), players)
def test_so_many_games_are_just_enough(game: Game, strategy: tuple):
    """By the standard errors of one share, and of the difference of two, at the numbers that are told."""
    p, q = (float(solve(game, each, exact=True).win_probability) for each in (strategy, rival_of(strategy)))
    within, *apart = (
        int(told.replace(",", "")) for told in re.findall(r"takes ([\d,]+) games", games_enough(game, strategy))
    )
    assume(0 < p < 1)
    z, slack = NormalDist().inv_cdf(0.975), 1 + 1e-9
    error = sqrt(p * (1 - p))
    assert z * error / sqrt(within - 1) <= 0.01 * slack
    assert z * error > 0.01 / slack * sqrt(within - 2)
    z += NormalDist().inv_cdf(0.8)
    error = sqrt(p * (1 - p) + q * (1 - q))
    for n in apart:
        gap, rounding = abs(p - q), 1e-12  # of which few digits are left if it is small
        assert z * error / sqrt(n) <= gap * slack + rounding
        assert z * error >= (gap / slack - rounding) * sqrt(n - 1)


# --- the exact chance ---


@pytest.mark.parametrize(
    ("game", "strategy", "said"),
    [
        ("2:raven=1", "max", "Exactly: 4/9, or 0.444444444444."),  # by hand: (2/3 + 2/3 + 0) / 3
        ("6,6,6,6:raven=6:picks=2", "max", "To twelve digits: 0.684570686747. The denominator of the fraction has 36."),
        ("20,20,20,20:raven=15", "max", "To ten digits: 0.2981340886."),  # too large for fractions
    ],
)
def test_an_exact_answer(game: str, strategy: str, said: str):
    assert your_exact_answer(game, strategy) == said


@given(games(most_fruit=2, most_steps=2), players)
def test_an_exact_answer_is_the_fraction_of_the_solver(game: Game, strategy: tuple):
    exact = solve(game, strategy, exact=True).win_probability
    said = your_exact_answer(game, strategy)
    assert f" {exact}" in said or f"has {len(str(exact.denominator))}." in said
    (digits,) = re.findall(r"(?:or |: )([\d.]+)\.(?:$| The)", said)
    assert abs(Fraction(digits) - exact) < 1e-11


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
def test_with_equal_colours_lots_among_the_fullest_trees_lose_nothing_and_others_what_their_picks_lose_on_average(
    game: Game,
):
    fair = solve(replace(game, colour_faces=None), "optimal")
    fullest = fair.states.fruits == fair.states.fruits.max(axis=0)
    assert np.allclose(lost_by_picking(fair, fullest), 0, rtol=0, atol=1e-12)
    by_turns = solve(replace(game, basket_picks=1), ("optimal", "first"))
    shares = np.arange(1, game.trees + 1)
    lost = lost_by_picking(by_turns, (by_turns.states.fruits > 0) * shares[:, None])
    for state, less in zip(by_turns.positions, lost, strict=True):
        after = by_turns.value_of_picks(*state)
        mean = np.average(list(after.values()), weights=[shares[tree] for (tree,) in after])
        assert less == pytest.approx(max(after.values()) - mean, abs=1e-12)


@given(games(most_fruit=2, most_steps=2))
def test_baskets_are_as_frequent_as_their_faces(game: Game):
    solution = solve(game, "optimal")
    chain = absorbing_chain(game, solution.strategy)
    rolls = {state: chain.expected_visits()[number] for number, state in enumerate(chain.states[:-2])}
    frequent = baskets_a_game(solution)
    assert np.isclose(frequent.sum(), sum(rolls.values()) * game.basket_faces / game.faces, rtol=0, atol=1e-12)
    assert np.isclose(frequent[-1], rolls[chain.states[0]] * game.basket_faces / game.faces, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (  # by hand: 1/2 less 4/9
            "2,1:raven=1",
            "A wrong pick costs up to 5.6 games in 100: a pear instead of an apple, "
            "when two apples and a pear are left and one raven roll loses.",
        ),
        (
            "5,3,4:raven=4:picks=2",
            "A wrong basket costs up to 10.6 games in 100: a pear and a cherry instead of two apples, "
            "when five apples, a pear and a cherry are left and two raven rolls lose.",
        ),
        ("3,3:baskets=0", "No pick is ever wrong."),
    ],
)
def test_where_a_wrong_pick_costs_most(game: str, said: str):
    assert your_wrong_pick(game) == said


# --- coins in a bowl ---


@pytest.mark.parametrize(
    ("game", "won", "best"),
    [
        ("1,1:raven=1", "52.1", "50.0"),  # by hand: 25/48
        ("1:raven=1", "66.7", "66.7"),
        ("2:raven=1:picks=1000000000000000000000", "55.6", "55.6"),  # 1/3 + 1/3 x 2/3
    ],
)
def test_what_a_bowl_wins(game: str, won: str, best: str):
    last = "Even somebody who foresees all rolls wins no more often than the bowl."
    assert f": with a bowl you win {won} games in 100, with the best picks {best}. {last}" in your_bowl(game)


def test_where_there_is_nothing_to_save():
    for game in ("1:raven=1:picks=0", "1:raven=1:baskets=0"):
        assert your_bowl(game).endswith("): you win 50.0 games in 100, with nothing to save.")


# --- how long it takes ---


@pytest.mark.parametrize(
    ("game", "mean", "span"),
    [
        ("1:raven=1:picks=0", "1.5", "1 to 3"),  # by hand: a roll ends it with 2/3, the first three with 26/27
        ("5,3,4:raven=4:picks=2", "12.2", "8 to 17"),
    ],
)
def test_a_length(game: str, mean: str, span: str):
    assert your_length(game) == f"A game takes {mean} rolls on average, and at least nine games in ten take {span}."


@given(games(most_fruit=2, most_steps=2), players)
def test_lengths_are_those_of_the_rules(game: Game, strategy: tuple):
    strategy = without_best(game, strategy)
    ends, _ = literal_end(game, strategy)
    mean, *span = map(float, re.findall(r"\d[\d.]*\d|\d", your_length(game, strategy).replace(",", "")))
    shares = ends.sum(axis=0)
    assert mean == pytest.approx(shares @ np.arange(len(shares)), abs=0.05 + 1e-9)
    few, many = (np.flatnonzero(shares.cumsum() > share - 1e-9)[0] for share in (0.05, 0.95))
    assert span == sorted({few, many})


# --- another path ---


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (  # by hand: 1/2, 3/4, 7/8
            ("1:raven=2:picks=0", "max", 0.75),
            "With one raven roll more you win 87.5 games in 100, with one fewer 50.0. "
            "To win more than 75 it takes three raven rolls.",
        ),
        (
            ("1:colours=0:raven=1", "ignore", 0.01),
            "With one raven roll more you win 0.0 games in 100. To win more than 1 not even 40 raven rolls are enough.",
        ),
    ],
)
def test_another_path(asked: tuple, said: str):
    assert your_path(*asked) == said


@given(games(most_fruit=2, most_steps=3), players)
def test_the_path_that_is_told_wins_so_often_and_a_shorter_one_does_not(game: Game, strategy: tuple):
    said = your_path(game, strategy, 0.3)
    if takes := re.search(r"takes ([a-z]+) raven roll", said):
        rolls = NUMBERS.index(takes[1])
        won = [solve(replace(game, raven_steps=each), strategy).win_probability for each in range(1, rolls + 1)]
        assert won[-1] > 0.3
        assert all(chance < 0.3 + 1e-9 for chance in won[:-1])


# --- between which habits all others lie ---


@pytest.mark.parametrize(
    ("game", "strategy", "said"),
    [
        (  # by hand: 17/48, between 25/72 and 13/36
            *("2,1:raven=1", "random"),
            "picking from a tree at random you win 35.4 games in 100. All colours are equally likely, so every way to "
            "use all picks wins between 34.7, from the emptiest tree, and 36.1, from the fullest.",
        ),
        (
            *("5,3,4:raven=4:picks=2", "ignore"),
            "picking no fruit you win 23.2 games in 100. All colours are equally likely, so every way to use all picks "
            "wins between 63.0, from the emptiest tree, and 68.9, from the fullest.",
        ),
        (
            *("4,4,4,4:colours=2,1,1,1:baskets=2", "max"),
            "picking from the fullest tree you win 91.4 games in 100. The colours are not equally likely, so the "
            "theorem is silent: from the emptiest tree you win 86.9, from the fullest 91.4. The best picks win 91.9.",
        ),
    ],
)
def test_between_which_habits_all_lie(game: str, strategy: str, said: str):
    assert your_theorem(game, strategy).endswith(f"): {said}")


@given(games(most_fruit=2, most_steps=2))
def test_the_theorem_is_silent_where_it_is_false(game: Game):
    ends = [solve(game, each, exact=True).win_probability for each in ("max", "optimal", "min", "worst")]
    if "every way to use all picks" in your_theorem(game):
        assert ends[0] == ends[1]
        assert ends[2] == ends[3]


# --- what is wasted ---


@pytest.mark.parametrize("word", ["5,3,4", "4,4,4:baskets=2", "3,3:colours=2,1"])
def test_the_mean_number_of_wasted_rolls_is_the_solvers(word: str):
    """From the ravens that come before all is picked, a path of so many raven rolls being lost if more come."""
    game = replace(game_of(word), raven_steps=100)
    said = re.findall(r"(\d+) from", your_waste(game, 100, 4_000))
    for habit, told in zip(("max", "random", "min"), said, strict=True):
        solution = solve(game, habit)
        ravens = sum(1 - solution.value(game.fruits, steps) for steps in range(1, 101))
        wasted = ravens * (game.faces - game.raven_faces) / game.raven_faces - sum(game.fruits)
        assert abs(wasted - float(told)) < 0.5 + 0.2
