"""The states and the list of ways against the rules; and that each judge alone notices a fault of each method."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchard import STRATEGIES, Game, Rule, absorbing_chain, mixture, play, propagate, simulate, solve
from orchard.states import States, all_states, count_states
from orchard.statistics import standard_error
from orchard.ways import summed, ways_of
from tests import literal
from tests.games import games, players, without_best
from tests.samples import like_the_start

fruits = st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any).map(tuple)
lumping = st.booleans()


def made(fruits: tuple[int, ...], lumped: bool) -> States:
    return all_states(fruits, lumped)


def rows(states: States) -> list[tuple[int, ...]]:
    return list(map(tuple, states.fruits.T.tolist()))


@given(fruits, lumping)
def test_every_state_is_there_once(fruits: tuple, lumped: bool):
    every = product(*(range(f + 1) for f in fruits))
    expected = {tuple(sorted(state)) for state in every} if lumped else set(every)
    states = made(fruits, lumped)
    assert set(rows(states)) == expected
    assert len(states) == len(expected) == count_states(fruits, lumped)


@given(fruits, lumping, st.data())
def test_index_finds_every_state(fruits: tuple, lumped: bool, data: st.DataObject):
    states, trees = made(fruits, lumped), range(len(fruits))
    order = data.draw(st.permutations(trees)) if lumped else trees
    assert states.index(states.fruits.T[:, order]).tolist() == list(range(len(states)))


def test_states_are_counted_beyond_64_bits():
    assert count_states((1000,) * 100, False) == 1001**100
    assert count_states((1000,) * 100, True) == comb(1100, 100)
    assert count_states((2, 1000), True) == 3 * 1000  # 0, 1 or 2, and not less on the other


# --- the list ---


@given(games(), players, st.data())
def test_the_ways_of_a_row_are_a_roll_of_the_rules(game, strategy, data):
    strategy = without_best(game, strategy)
    turns = strategy if isinstance(strategy, tuple) else (strategy,)
    found = ways_of(game, turns, Fraction)
    live = found.live_states()
    rows = {place: row for row, place in enumerate(product(live, range(len(turns))))}
    state, player = data.draw(st.sampled_from(list(rows)))
    expected = defaultdict(Fraction)
    for after, p in literal.roll_outcomes(game, turns[player], state).items():
        after = like_the_start(game, after) if found.states.lumped else after
        following = rows.get((after, (player + 1) % len(turns)))
        expected[len(rows) + int(after.is_won) if after.is_won or after.is_lost else following] += p
    of_row = found.origin == rows[state, player]
    given_ways = defaultdict(Fraction)
    for target, chance in zip(found.target[of_row].tolist(), found.chance[of_row], strict=True):
        given_ways[target] += chance
    assert given_ways == expected


@given(games(), players)
def test_the_start_comes_first_and_no_roll_leads_back(game, strategy):
    strategy = without_best(game, strategy)
    found = ways_of(game, strategy if isinstance(strategy, tuple) else (strategy,))
    assert found.live_states()[0] == game.start
    assert (found.target // found.players >= found.origin // found.players).all()
    assert (np.diff(found.origin) >= 0).all()


def test_ways_are_taken_together_where_whole_numbers_have_32_bits():
    """As in a browser: there indices are of 32 bits, and a row by another is more."""
    origin, target = np.array([70_000, 3, 70_000], np.int32), np.array([80_000, 80_000, 80_000], np.int32)
    found = summed(origin, target, np.array([0.25, 1, 0.5]))
    assert [column.tolist() for column in found] == [[3, 70_000], [80_000, 80_000], [1, 0.75]]


# --- faults ---


def _by_picks(game, fruits, raven_steps, picks_left):
    """The first pick from the last tree, the second one too where that leaves it an even number of fruits."""
    even = (fruits[..., -1] % 2 == 0) | (np.asarray(picks_left) > 1)
    last = (fruits[..., -1] > 0) & (even | (fruits[..., 0] == 0))
    return np.stack([~last & (fruits[..., 0] > 0), last], axis=-1).astype(int)


GAME = Game((3, 4), 3, 2, (5, 1), 2, 2)
BY_PICKS = Rule("by picks", "looks at fruit and picks", _by_picks)
RATHER_LAST = Rule("rather last", "rather from the last tree", lambda game, fruits, *_: fruits * np.array([1, 20]))
MIXED = mixture({RATHER_LAST: Fraction(4, 5), BY_PICKS: Fraction(1, 10), "ignore": Fraction(1, 10)})


def by_chain(game: Game, strategy) -> float:
    return absorbing_chain(game, strategy).absorption_probabilities()[0, 1]


METHODS = {
    "solver": lambda game, strategy: solve(game, strategy).win_probability,
    "chain": by_chain,
    "played": lambda game, strategy: simulate(game, strategy, 250_000, seed=1).win_rate,
    "counted": lambda game, strategy: simulate(game, strategy, 10**12, seed=1, method="counted").win_rate,
}
FAULTS = {  # what a method takes for the game: as if it had forgotten or miscounted something
    "solver": (replace(GAME, raven_faces=3), MIXED),
    "chain": (replace(GAME, basket_picks=1), MIXED),
    "played": (replace(GAME, basket_faces=1), MIXED),
    "counted": (GAME, "ignore"),
}


@cache
def answers(method: str) -> tuple[float, float]:
    """The probability of winning by a method as it is, and with its fault."""
    return METHODS[method](GAME, MIXED), METHODS[method](*FAULTS[method])


@cache
def algorithm_1() -> tuple[float, float]:
    """The share of games that Algorithm 1 wins, and four standard errors."""
    rng, games = np.random.default_rng(1), 1_000
    won = sum(play(GAME, MIXED, rng).won for _ in range(games)) / games
    return won, 4 * standard_error(won, games)


JUDGES = {  # the probability of winning, and how far from it a method may be: played games have errors of 0.001
    "the rules read literally": lambda: (float(literal.values(GAME, MIXED)[0]), 4e-3),
    "forward propagation": lambda: (propagate(GAME, MIXED).win_probability, 4e-3),
    "Algorithm 1": algorithm_1,
}


@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize("method", METHODS)
def test_each_judge_alone_notices_a_fault_of_each_method(method: str, judge: str):
    p, allowed = JUDGES[judge]()
    right, wrong = answers(method)
    assert abs(right - p) < allowed
    assert abs(wrong - p) > 2 * allowed


# --- where whole numbers have 32 bits ---


def test_in_a_large_game_the_value_of_a_row_is_the_mean_of_those_it_leads_to():
    """Its 161,051 rows times as many stocks are more than 31 bits can tell apart."""
    game = Game.uniform(4, 10, 11, 2)
    solution, ways = solve(game, "first"), ways_of(game, (STRATEGIES["first"],))
    value = np.append(solution.values[0, ways.stock, ways.raven], [0, 1])
    mean = np.bincount(ways.origin, ways.chance * value[ways.target])
    np.testing.assert_allclose(mean, value[:-2], rtol=1e-12)
