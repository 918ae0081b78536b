"""Sweeps: against separate solves, exact fractions and printed values, on any executor; and the games around one."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from threading import Event

import numpy as np
import pytest
from games import games
from hypothesis import given
from hypothesis import strategies as st

import orchard.studies.landscape
from orchard import STRATEGIES, Game, Rule, solve
from orchard.strategies import emptiest_tree, fullest_tree
from orchard.studies.landscape import (
    equal_odds,
    landscape,
    odds_by_raven_steps,
    sweep,
)

RANGES = {"trees": [3, 1, 2], "fruits": [1, 2, 3], "raven_steps": range(1, 5), "basket_picks": [0, 1, 2]}


def odds(game: Game, strategy: str = "max") -> float:
    return solve(game, strategy).win_probability


# --- the numbers ---


def test_every_cell_is_what_a_separate_solve_says_in_the_order_asked_for():
    table = landscape(**RANGES, strategies=list(STRATEGIES))
    asked = [(*cell, how) for how in STRATEGIES for cell in product(*RANGES.values())]
    assert list(table) == [*RANGES, "strategy", "win_probability"]
    assert list(table.drop(columns="win_probability").itertuples(index=False, name=None)) == asked
    alone = [odds(Game.uniform(*cell), how) for *cell, how in asked]
    np.testing.assert_allclose(table.win_probability, alone, rtol=0, atol=1e-12)


@given(st.lists(games(most_fruit=2), min_size=1, max_size=6), st.sampled_from(sorted(STRATEGIES)))
def test_any_games_share_tables_without_a_trace(several, strategy):
    exact = [float(solve(game, strategy, exact=True).win_probability) for game in several]
    np.testing.assert_allclose(sweep(several, strategy).win_probability, exact, rtol=0, atol=1e-12)


LONG, WIDE, BOTH = Game((6, 1), 3), Game((2, 2, 2), 3), Game((6, 2, 2), 3)


@pytest.mark.parametrize(
    ("several", "tables"), [([LONG, WIDE], 2), ([LONG, WIDE, BOTH], 1), ([LONG, Game((0, 1, 5), 2)], 1)]
)
def test_games_of_one_kind_share_a_table_only_if_one_holds_the_others(several, tables):
    told = []
    sweep(several, progress=lambda done, of: told.append((done, of)))
    assert told == [(done, tables) for done in range(1, tables + 1)]


def test_a_strategy_that_counts_the_trees_is_not_asked_about_trees_that_are_not_there():
    def by_number(game, fruits, raven_steps, picks_left):
        pick = fullest_tree if fruits.shape[-1] > 2 else emptiest_tree
        return pick(game, fruits, raven_steps, picks_left)

    two, three = Game.uniform(2, 3, 3), Game.uniform(3, 3, 3)
    found = sweep([two, three], Rule("by number", "", by_number)).win_probability
    assert found.tolist() == pytest.approx([odds(two, "min"), odds(three, "max")], abs=1e-12)


# --- the fewest raven steps ---


@pytest.mark.parametrize("fruits", [1, 6, 7, 8, 11])
def test_even_odds_are_not_better_than_even(fruits):
    """Without the basket one tree and the raven race on equal terms: as many steps as fruits are even odds."""
    assert equal_odds(1, fruits, 1, "ignore").raven_steps.to_list() == [fruits + 1]


def test_a_probability_that_is_above_a_target_by_rounding_alone_is_not_above_it():
    """With two steps the game is won with this very probability; so it takes three to win more often."""
    reached = np.nextafter(odds_by_raven_steps("two-by-two", "max", 2)[1], 0)
    assert equal_odds(2, 2, 2, "max", reached).raven_steps.to_list() == [3]
    assert equal_odds(2, 2, 2, "max", reached - 1e-11).raven_steps.to_list() == [2]


@pytest.mark.parametrize("strategy", ["max", "random"])
@pytest.mark.parametrize(("trees", "fruits", "picks", "target"), [(4, 4, 1, 0.5), (4, 10, 2, 0.9), (2, 3, 0, 0.75)])
def test_fewest_steps_are_enough_and_one_less_is_not(trees, fruits, picks, target, strategy):
    (row,) = equal_odds(trees, fruits, picks, strategy, target).itertuples()
    fewer, enough = (odds(Game.uniform(trees, fruits, row.raven_steps - less, picks), strategy) for less in (1, 0))
    assert fewer <= target < enough == pytest.approx(row.win_probability, abs=1e-12)


# --- one game with longer and shorter paths ---


@pytest.mark.parametrize("strategy", ["max", "random", "first"])
def test_odds_by_raven_steps_are_those_of_the_games(strategy):
    expected = [odds(Game.uniform(4, 10, steps, 2), strategy) for steps in range(1, 13)]
    assert odds_by_raven_steps("orchard", strategy, 12) == pytest.approx(expected, abs=1e-12)


# --- bad input ---


@pytest.mark.parametrize(
    ("error", "said", "arguments"),
    [
        (ValueError, "fruits must hold at least one whole number", {"fruits": range(0)}),
        (ValueError, "did you mean random", {"strategies": ["max", "randon"]}),
        (ValueError, "strategies must be one or several of different names, got []", {"strategies": []}),
        (ValueError, "different names, got ['max', 'max']", {"strategies": ["max", "max"]}),
        (TypeError, "strategy must be one of", {"strategies": [("max", "min")]}),
        (TypeError, "executor must have `submit`", {"executor": 3}),
        (ValueError, "118,264,581,564,861,424 states would need", {"trees": 30, "fruits": [1, 30]}),
    ],
)
def test_bad_ranges_are_refused(error, said, arguments):
    with pytest.raises(error, match=re.escape(said)):
        landscape(**RANGES | arguments)


class StoppedError(Exception):
    """Somebody pulled the plug."""


def test_an_error_begins_no_other_table(monkeypatch):
    begun, told = [], Event()

    def failing(game, strategy):
        begun.append(game)
        if len(begun) > 1:
            told.wait()
        raise StoppedError

    monkeypatch.setattr(orchard.studies.landscape, "solve", failing)
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(StoppedError):
            landscape(**RANGES, executor=executor)
        told.set()
    assert len(begun) <= 2, "one fails, another may have begun by then"
