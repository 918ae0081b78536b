"""The probability of winning: cases solved by hand, floats, best picks."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from orchard import STRATEGIES, Game, game_of, mixture, solve
from orchard.pages.studies.dice import bank_bound
from orchard.rules import basket_uses
from orchard.weights import pick_probabilities
from tests.games import BEST, games
from tests.samples import AHEAD, TWO

F = Fraction


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        # One fruit, one step: colour and basket win, the raven loses, whatever the other, empty trees show.
        (Game((0, 0, 0, 1), 1), F(2, 3)),  # DataGenetics
        (Game((0, 0, 0, 1), 2), F(8, 9)),  # ... twice in a row: 1 - 1/9
        (Game((1,), 1, colour_faces=(3,), basket_faces=2, raven_faces=2), F(5, 7)),
        (Game((2,), 1, basket_picks=2), F(1, 3) + F(1, 3) * F(2, 3)),
        (Game((2, 2), 2, 2), F(2341, 3456)),  # Paternault
    ],
    ids=str,
)
def test_small_games_solved_by_hand(game, expected):
    assert solve(game, exact=True).win_probability == expected


# --- floats, fractions, tables ---


@pytest.mark.parametrize("word", ["3:raven=60", "4,4,4:raven=42", "1024:raven=1024"])
def test_no_chance_is_above_one(word: str):
    """As they were by rounding."""
    assert solve(word).values.max() == 1
    assert bank_bound(game_of(word)) <= 1


def test_floats_are_right_to_12_digits_in_every_state():
    floats, fractions = (solve("orchard", "max", exact).values for exact in (False, True))
    assert np.abs(floats - fractions.astype(float)).max() < 1e-12


@pytest.mark.parametrize("exact", [True, False])
def test_values_at_the_end(exact):
    solution = solve(TWO, "max", exact)
    ends = [solution.value((0, 0), 1), solution.value((1, 2), 0)]
    assert ends == [1, 0]
    assert {type(value) for value in ends} == {type(solution.win_probability)} == {F if exact else float}


# --- what is found best can be played ---

HALF_BEST = [mixture({"optimal": F(1, 2), other: F(1, 2)}) for other in ("min", "first")]


@given(games(), st.sampled_from([*BEST, *HALF_BEST]))
@example(AHEAD, STRATEGIES["optimal"])
@example(Game((1, 2), 1, 1), HALF_BEST[1])
@example(Game((3, 3), 1, 3, (0, 1)), STRATEGIES["optimal"])  # the second pick of three is not the first
def test_the_strategy_of_a_solution_reaches_its_values(game, strategy):
    exact = solve(game, strategy, exact=True)
    for solution in (exact, solve(game, strategy)):
        assert (solve(game, solution.strategy, exact=True).values == exact.values).all()


@pytest.mark.parametrize(("strategy", "tree"), [("optimal", 0), ("worst", 1)])
def test_of_equally_good_trees_the_fullest_is_picked_and_of_equally_bad_ones_the_emptiest(strategy, tree):
    """Three picks take all three fruits, in whatever order."""
    game = Game((2, 1), 1, 3)
    assert pick_probabilities(game, solve(game, strategy).strategy, (2, 1), 1, 3)[tree] == 1


# --- best picks ---


@given(games().filter(lambda game: game.basket_picks < 3), st.sampled_from(["optimal", ("optimal", "ignore")]))
@example(Game((3, 3), 2, 2, (0, 1)), "optimal")  # equally good, but for rounding
@example(Game((2, 1), 8), "optimal")  # better by little
@settings(max_examples=25)
def test_best_picks_are_worth_most_when_the_next_one_rolls(game, players):
    floats, exact = solve(game, players), solve(game, players, exact=True)
    for state in exact.positions:
        uses = basket_uses(state.fruits, game.basket_picks).items()
        values = {use: exact.value(after, state.raven_steps, len(exact.players) - 1) for use, after in uses}
        assert exact.value_of_picks(*state) == values
        best = tuple(use for use in values if values[use] == max(values.values()))
        assert floats.best_picks(*state) == exact.best_picks(*state) == best
