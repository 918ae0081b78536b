"""The probability of winning: cases solved by hand, floats, players in turn, best picks, bad input."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from orchard import STRATEGIES, Game, mixture, solve
from tests.games import BEST, games
from tests.samples import AHEAD, FIRST_ORCHARD, ORCHARD, TWO

F = Fraction


# --- solved by hand ---


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        # One fruit, one step: colour and basket win, the raven loses, whatever the other, empty trees show.
        (Game((0, 0, 0, 1), 1), F(2, 3)),  # DataGenetics
        (Game((0, 0, 0, 1), 2), F(8, 9)),  # ... twice in a row: 1 - 1/9
        (Game((1,), 1, basket_picks=0), F(1, 2)),
        (Game((1,), 1, colour_faces=(0,), basket_faces=0), F(0)),
        (Game((1,), 1, colour_faces=(3,), basket_faces=2, raven_faces=2), F(5, 7)),
        (Game((2,), 1), F(4, 9)),
        (Game((2,), 1, basket_picks=2), F(1, 3) + F(1, 3) * F(2, 3)),
        (Game((2, 2), 2, 2), F(2341, 3456)),  # Paternault
    ],
    ids=str,
)
def test_small_games_solved_by_hand(game, expected):
    assert solve(game, exact=True).win_probability == expected


def test_two_players_with_one_fruit_by_hand():
    """One tree empty, one fruit, one step: A uses the basket, B does not.

    A's roll wins with 2/4, loses with 1/4, is wasted with 1/4; B's wins with 1/4, loses with 1/4, is wasted with 2/4.
    Hence A = 1/2 + B/4 and B = 1/4 + A/2: A = 9/14, B = 4/7.
    """
    solution = solve(Game((1, 0), 1), ("max", "ignore"), exact=True)
    assert [solution.value((1, 0), 1, player) for player in (0, 1)] == [F(9, 14), F(4, 7)]


# --- floats, fractions, tables ---


@pytest.mark.parametrize("edition", ["two-by-two", "first-orchard", "orchard"])
@pytest.mark.parametrize("strategy", ["max", "optimal"])
def test_floats_are_right_to_12_digits_in_every_state(edition, strategy):
    floats, fractions = (solve(edition, strategy, exact).table() for exact in (False, True))
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
def test_the_strategy_of_a_solution_reaches_its_values(game, strategy):
    exact = solve(game, strategy, exact=True)
    for solution in (exact, solve(game, strategy)):
        assert (solve(game, solution.strategy, exact=True).table() == exact.table()).all()


def test_the_strategy_of_a_solution_is_for_its_game_alone():
    best = solve(FIRST_ORCHARD, "optimal").strategy
    assert best.name == "optimal"
    with pytest.raises(ValueError, match=r"^strategy must be one for this game, not for first-orchard, got Game"):
        solve(ORCHARD, best)


# --- best picks ---


def test_best_picks_name_all_ties():
    assert solve(FIRST_ORCHARD).best_picks((4, 4, 3, 1), 5) == ((0,), (1,))
    assert solve(ORCHARD).best_picks((3, 3, 1, 0), 4) == ((0, 1),)
    assert solve(ORCHARD, "worst").best_picks((3, 3, 1, 0), 4) == ((0, 2), (1, 2))
    assert solve(ORCHARD).best_picks((0, 1, 0, 0), 4) == ((1,),)
    assert solve(ORCHARD).best_picks((2, 0, 0, 0), 4, picks=1) == ((0,),)


@given(games().filter(lambda game: game.basket_picks < 3))
@settings(max_examples=25)
def test_best_picks_in_floats_are_those_in_fractions(game):
    floats, exact = solve(game, "optimal"), solve(game, "optimal", exact=True)
    for state in exact.positions:
        values = exact.value_of_picks(*state)
        best = tuple(use for use in values if values[use] == max(values.values()))
        assert floats.best_picks(*state) == exact.best_picks(*state) == best


def test_best_picks_of_a_player_look_at_the_next_ones_turn():
    solution = solve(Game((2, 1), 1, 1, (3, 1)), ("optimal", "ignore"), exact=True)
    values = {(0,): solution.value((1, 1), 1, player=1), (1,): solution.value((2, 0), 1, player=1)}
    assert solution.value_of_picks((2, 1), 1) == values
    assert solution.best_picks((2, 1), 1) == (max(values, key=values.get),)


# --- what is refused ---


@pytest.mark.parametrize(
    ("game", "strategy", "exact", "argument", "said"),
    [
        (Game.uniform(100, 1024), "max", False, "fruits", r"bytes, more than half of this machine's [\d,]+$"),
        (Game((1024,) * 4, colour_faces=(1, 2, 3, 4)), "max", True, "fruits", "bytes"),
        (Game.uniform(4, 60, 15), "max", True, "game", "steps would take too long"),
        (Game.uniform(4, 30, 21, 8), "optimal", True, "game", "steps would take too long"),
    ],
)
def test_a_game_too_large_is_refused_before_anything_is_made(game, strategy, exact, argument, said):
    with pytest.raises(ValueError, match=f"^{argument} must be a smaller game: .* {said}"):
        solve(game, strategy, exact)
