"""The probability of winning: cases solved by hand, floats, players in turn, best picks, bad input."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from games import BEST, IGNORE, LOOKING, games, strategies
from hypothesis import example, given, settings
from hypothesis import strategies as st
from samples import AHEAD, FIRST_ORCHARD, ORCHARD, TWO

from orchard import EDITIONS, STRATEGIES, Game, mixture, solve

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

GAMES = EDITIONS | {"house rules": Game((6, 3, 5), 4, 3, (2, 1, 0), 2, 2)}
RULES = STRATEGIES | {rule.name: rule for rule in LOOKING}
SOON = [(game, how) for game, how in product(GAMES, RULES) if how != "first" or max(GAMES[game].fruits) < 10]


@pytest.mark.parametrize(("game", "strategy"), SOON)
def test_floats_are_right_to_12_digits_in_every_state(game, strategy):
    floats, fractions = (solve(GAMES[game], RULES[strategy], exact).table() for exact in (False, True))
    assert np.abs(floats - fractions.astype(float)).max() < 1e-12


@pytest.mark.parametrize("exact", [True, False])
def test_values_at_the_end(exact):
    solution = solve(TWO, "max", exact)
    ends = [solution.value((0, 0), 1), solution.value((1, 2), 0)]
    assert ends == [1, 0]
    assert {type(value) for value in ends} == {type(solution.win_probability)} == {F if exact else float}


@given(games(), strategies)
def test_the_table_holds_the_value_of_every_position(game, strategy):
    solution = solve(game, strategy, exact=True)
    table, states, positions = solution.table(), solution.states, list(solution.positions)
    assert table.shape == (len(states), game.raven_steps)
    assert len(positions) == (len(states) - 1) * game.raven_steps
    assert all(table[states.index(fruits), steps - 1] == solution.value(fruits, steps) for fruits, steps in positions)


@pytest.mark.parametrize("strategy", ["max", "random", "optimal"])
def test_a_basket_without_limit_takes_what_there_is(strategy):
    found, expected = (solve(Game((2, 1), 2, picks), strategy, exact=True) for picks in (10**9, 3))
    assert found.win_probability == expected.win_probability


# --- what is found best can be played ---

HALF_BEST = [mixture({"optimal": F(1, 2), other: F(1, 2)}) for other in ("min", "first")]


@given(games(), st.sampled_from([*BEST, *HALF_BEST]))
@example(AHEAD, STRATEGIES["optimal"])
@example(Game((1, 2), 1, 1), HALF_BEST[1])
def test_the_strategy_of_a_solution_reaches_its_values(game, strategy):
    exact = solve(game, strategy, exact=True)
    for solution in (exact, solve(game, strategy)):
        assert (solve(game, solution.strategy, exact=True).table() == exact.table()).all()


@given(games())
@example(Game((4, 4, 2, 3), 2, 2, (2, 1, 3, 1), 2, 2))  # where floats of equal picks differ in their last bit
def test_floats_and_fractions_find_the_same_trees_best(game):
    exact = solve(game, "optimal", exact=True)
    one, other = solve(game, "optimal").strategy, exact.strategy
    for fruits, steps in exact.positions:
        here = game, np.array(fruits), np.array(steps), 1
        assert one.weights(*here).tolist() == other.weights(*here).tolist()


def test_the_strategy_of_a_solution_is_for_its_game_alone():
    best = solve(FIRST_ORCHARD, "optimal").strategy
    assert best.name == "optimal"
    with pytest.raises(ValueError, match=r"^strategy must be one for this game, not for Game"):
        solve(ORCHARD, best)


def test_a_strategy_without_a_choice_stays_as_it_is():
    assert solve(FIRST_ORCHARD, "max").strategy is STRATEGIES["max"]
    assert solve(FIRST_ORCHARD, ("max", "ignore")).strategy == (STRATEGIES["max"], IGNORE)


def test_equally_full_trees_share_the_best_pick():
    best = solve(TWO, "optimal").strategy
    weights = best.weights(TWO, np.array([[2, 2], [1, 2], [1, 0]]), np.array([2, 2, 1]), 1)
    assert weights.tolist() == [[1, 1], [0, 1], [1, 0]]


# --- best picks ---


def test_best_picks_name_all_ties():
    assert solve(FIRST_ORCHARD).best_picks((4, 4, 3, 1), 5) == ((0,), (1,))
    assert solve(ORCHARD, exact=True).best_picks((3, 3, 1, 0), 4) == ((0, 1),)
    assert solve(ORCHARD, "worst").best_picks((3, 3, 1, 0), 4) == ((0, 2), (1, 2))
    assert solve(ORCHARD).best_picks((0, 1, 0, 0), 4) == ((1,),)
    assert solve(ORCHARD).best_picks((2, 0, 0, 0), 4, picks=1) == ((0,),)


@given(games().filter(lambda game: game.basket_picks < 3))
@settings(max_examples=25)
def test_best_picks_in_floats_are_those_in_fractions(game):
    floats, exact = solve(game, "optimal"), solve(game, "optimal", exact=True)
    for state in exact.positions:
        values = exact.value_of_picks(*state)
        best = tuple(way for way in values if values[way] == max(values.values()))
        assert floats.best_picks(*state) == exact.best_picks(*state) == best


def test_best_picks_of_a_player_look_at_the_next_ones_turn():
    solution = solve(Game((2, 1), 1, 1, (3, 1)), ("optimal", "ignore"), exact=True)
    values = {(0,): solution.value((1, 1), 1, player=1), (1,): solution.value((2, 0), 1, player=1)}
    assert solution.value_of_picks((2, 1), 1) == values
    assert solution.best_picks((2, 1), 1) == (max(values, key=values.get),)


# --- what is refused ---

NO_STATE = [((2, 1), 4), ((3, 1), 1), ((2, 1, 0), 1), ((0, 0), 0), ((-1, 1), 1), ((2, 1), -1), ((2, 1), 1.0)]
AT_AN_END = [((0, 0), 1), ((1, 0), 0)]


@pytest.mark.parametrize("state", NO_STATE)
def test_states_beyond_the_game_have_no_value(state):
    with pytest.raises((ValueError, TypeError), match=r"^(fruits|raven_steps).* must "):
        solve(Game((2, 1), 3)).value(*state)


@pytest.mark.parametrize("state", NO_STATE + AT_AN_END)
def test_neither_they_nor_the_end_have_best_picks(state):
    with pytest.raises((ValueError, TypeError), match=r"^(fruits|raven_steps).* must "):
        solve(Game((2, 1), 3)).best_picks(*state)


def test_a_player_must_be_at_the_table():
    solution = solve(TWO, ("max", "min"))
    for ask in (solution.value, solution.best_picks):
        with pytest.raises(ValueError, match="player must be at most 1, got 2"):
            ask((1, 1), 1, player=2)


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
