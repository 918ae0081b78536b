"""Sweeps: against separate solves, exact fractions and printed values, on any executor; and the games around one."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import numpy as np
import pytest
from games import games
from hypothesis import given
from hypothesis import strategies as st

import orchard.landscape
from orchard import EDITIONS, STRATEGIES, Game, Rule, solve
from orchard.landscape import (
    count_positions,
    equal_odds,
    landscape,
    neighbours,
    odds_by_raven_steps,
    smallest_raven_steps,
    sweep,
)
from orchard.strategies import emptiest_tree, fullest_tree

RANGES = {"trees": [3, 1, 2], "fruits": [1, 2, 3], "raven_steps": range(1, 5), "basket_picks": [0, 1, 2]}
SYMMETRIC = [name for name in STRATEGIES if name != "first"]
TABLES = 3 * len(SYMMETRIC)  # one for each number of picks and each of these


def steps_told(told: list[tuple[int, int]]):
    """A `progress` that remembers what it was told."""
    return lambda done, total: told.append((done, total))


# --- the numbers ---


def test_every_cell_is_what_a_separate_solve_says():
    table = landscape(**RANGES, strategies=list(STRATEGIES))
    alone = [solve(Game.uniform(*row[:4]), row[4]).win_probability for row in table.itertuples(index=False)]
    np.testing.assert_allclose(table.win_probability, alone, rtol=0, atol=1e-12)


def test_the_map_of_source_004_is_what_separate_solves_say_and_took_one():
    told = []
    table = landscape(range(1, 11), range(1, 11), 9, 2, progress=steps_told(told))
    cells = table.sample(12, random_state=1)
    alone = [solve(Game.uniform(*row[:4])).win_probability for row in cells.itertuples(index=False)]
    np.testing.assert_allclose(cells.win_probability, alone, rtol=0, atol=1e-12)
    assert told == [(1, 1)]


def test_rows_come_in_the_order_asked_for():
    table = landscape(**RANGES, strategies=["random", "max"])
    asked = [(*cell, how) for how in ("random", "max") for cell in product(*RANGES.values())]
    assert list(table.drop(columns="win_probability").itertuples(index=False, name=None)) == asked
    assert list(table) == ["trees", "fruits", "raven_steps", "basket_picks", "strategy", "win_probability"]


@given(st.lists(games(most_fruit=2), min_size=1, max_size=6), st.sampled_from(sorted(STRATEGIES)))
def test_any_games_share_tables_without_a_trace(several, strategy):
    exact = [float(solve(game, strategy, exact=True).win_probability) for game in several]
    np.testing.assert_allclose(sweep(several, strategy).win_probability, exact, rtol=0, atol=1e-12)


def test_games_of_one_kind_share_a_table_only_if_one_holds_the_others():
    long, wide, both = Game((6, 1), 3), Game((2, 2, 2), 3), Game((6, 2, 2), 3)
    for several, tables in (([long, wide], 2), ([long, wide, both], 1), ([long, Game((0, 1, 5), 2)], 1)):
        told = []
        sweep(several, progress=steps_told(told))
        assert told[-1] == (tables, tables)


def test_a_strategy_that_counts_the_trees_is_not_asked_about_trees_that_are_not_there():
    def by_number(game, fruits, raven_steps, picks_left):
        pick = fullest_tree if fruits.shape[-1] > 2 else emptiest_tree
        return pick(game, fruits, raven_steps, picks_left)

    two, three = Game.uniform(2, 3, 3), Game.uniform(3, 3, 3)
    found = sweep([two, three], Rule("by number", "", by_number)).win_probability
    expected = [solve(two, "min").win_probability, solve(three, "max").win_probability]
    assert found.tolist() == pytest.approx(expected, abs=1e-12)


def test_a_sweep_says_which_games_it_is_of():
    (row,) = sweep(Game((3, 0, 2), 4, 2, (1, 2, 1), 2, 3), "first").itertuples(index=False)
    assert row[:-1] == ("3-0-2", 4, 2, "1-2-1", 2, 3, "first")


# --- the fewest raven steps ---


@pytest.mark.parametrize("fruits", range(1, 12))
def test_even_odds_are_not_better_than_even(fruits):
    """Without the basket one tree and the raven race on equal terms: as many steps as fruits are even odds."""
    assert smallest_raven_steps(Game.uniform(1, fruits, 1), 0.5, "ignore") == fruits + 1


@pytest.mark.parametrize(("game", "target"), [("first-orchard", 0.5), ("orchard", 0.9), (Game((3, 0, 7)), 0.75)])
@pytest.mark.parametrize("strategy", ["max", "random"])
def test_fewest_steps_are_enough_and_one_less_is_not(game, target, strategy):
    found = smallest_raven_steps(game, target, strategy)
    odds = solve(game, strategy).game
    for steps, enough in ((found - 1, False), (found, True)):
        rules = Game(odds.fruits, steps, odds.basket_picks)
        assert (solve(rules, strategy, exact=True).win_probability > target) is enough


def test_the_map_of_fewest_steps_is_the_one_of_single_games():
    table = equal_odds(range(1, 5), range(1, 5), [1, 2], ["max", "ignore"], target=0.6)
    assert len(table) == 4 * 4 * 2 * 2
    for row in table.itertuples():
        game = Game.uniform(row.trees, row.fruits, 1, row.basket_picks)
        assert row.raven_steps == smallest_raven_steps(game, 0.6, row.strategy)
        assert row.win_probability > 0.6


# --- the games around one ---


@pytest.mark.parametrize("strategy", ["max", "random", "first"])
def test_odds_by_raven_steps_are_those_of_the_games(strategy: str):
    found = odds_by_raven_steps("orchard", strategy, 12)
    expected = [solve(Game.uniform(4, 10, steps, 2), strategy).win_probability for steps in range(1, 13)]
    assert found == pytest.approx(expected, abs=1e-12)


def test_positions_are_fruit_states_times_steps():
    assert count_positions(EDITIONS["first-orchard"], "max") == 70 * 5
    assert count_positions(EDITIONS["first-orchard"], "first") == 5**4 * 5


def test_one_more_and_one_less_of_each_rule():
    game = {
        ("trees", "4"): (Game.uniform(3, 4, 5, 1), Game.uniform(5, 4, 5, 1)),
        ("fruits on each tree", "4"): (Game.uniform(4, 3, 5, 1), Game.uniform(4, 5, 5, 1)),
        ("raven steps", "5"): (Game.uniform(4, 4, 4, 1), Game.uniform(4, 4, 6, 1)),
        ("picks from the basket", "1"): (Game.uniform(4, 4, 5, 0), Game.uniform(4, 4, 5, 2)),
        ("baskets on the die", "1"): (Game(basket_faces=0), Game(basket_faces=2)),
        ("ravens on the die", "1"): (None, Game(raven_faces=2)),
        ("faces of each colour", "1"): (Game(colour_faces=(0,) * 4), Game(colour_faces=(2,) * 4)),
    }
    rows = neighbours("first-orchard", "random")
    assert {(row.rule, row.now): (row.less, row.more) for row in rows} == {
        rule: tuple(other and solve(other, "random").win_probability for other in pair) for rule, pair in game.items()
    }


def test_a_rule_that_cannot_be_less_or_would_be_too_large_has_no_neighbour():
    rows = {row.rule: row for row in neighbours(Game((1, 0), 1, 0, (1, 2), 0), "first")}
    assert rows["trees"].less == solve(Game((1,), 1, 0, (1,), 0)).win_probability
    for rule in ("fruits on each tree", "raven steps", "picks from the basket", "baskets on the die"):
        assert rows[rule].less is None
    assert rows["faces of each colour"].now == "1, 2"
    assert rows["faces of each colour"].less == solve(Game((1, 0), 1, 0, (0, 1), 0)).win_probability
    assert neighbours("first-orchard", most=630)[0].more == solve(Game.uniform(5, 4, 5, 1)).win_probability
    assert neighbours("first-orchard", most=629)[0].more is None


# --- bad input ---


@pytest.mark.parametrize(
    ("error", "said", "arguments"),
    [
        (ValueError, "fruits must hold at least one whole number", {"fruits": range(0)}),
        (ValueError, "did you mean random", {"strategies": ["max", "randon"]}),
        (ValueError, "strategies must be one or several of different names, got []", {"strategies": []}),
        (ValueError, "different names, got ['max', 'max']", {"strategies": ["max", "max"]}),
    ],
)
def test_bad_ranges_are_refused(error, said, arguments):
    with pytest.raises(error, match=re.escape(said)):
        landscape(**RANGES | arguments)


def test_players_in_turn_are_no_strategy_of_a_sweep():
    with pytest.raises(TypeError, match="strategy must be one of"):
        sweep("first-orchard", [("max", "min")])
    with pytest.raises(TypeError, match="strategy must be one of"):
        smallest_raven_steps("first-orchard", 0.5, ("max", "min"))


def test_an_executor_must_take_work():
    with pytest.raises(TypeError, match="executor must have `submit`"):
        sweep("first-orchard", executor=3)


def test_a_game_that_cannot_be_won_has_no_fewest_steps():
    with pytest.raises(ValueError, match="game must be one that can be won"):
        smallest_raven_steps(Game((2, 2), colour_faces=(0, 2)), 0.5, "ignore")


def test_a_game_too_large_is_refused_with_the_bytes_it_would_need(monkeypatch):
    monkeypatch.setattr("orchard.solver.all_states", None)  # which would allocate
    with pytest.raises(ValueError, match=r"118,264,581,564,861,424 states would need [\d,]+ bytes"):
        landscape(30, [1, 30], 9)


# --- executors ---


class StoppedError(Exception):
    """Somebody pulled the plug."""


def test_an_error_begins_no_other_table(monkeypatch):
    begun = []

    def failing(game, strategy):
        begun.append(game)
        raise StoppedError

    monkeypatch.setattr(orchard.landscape, "solve", failing)
    with ThreadPoolExecutor(1) as executor, pytest.raises(StoppedError):
        landscape(**RANGES, strategies=SYMMETRIC, executor=executor)
    assert len(begun) < TABLES


def test_a_probability_that_is_above_a_target_by_rounding_alone_is_not_above_it():
    """With two steps the game is won with this very probability; so it takes three to win more often."""
    reached = np.nextafter(odds_by_raven_steps("two-by-two", "max", 2)[1], 0)
    assert smallest_raven_steps("two-by-two", reached) == 3
    assert equal_odds(2, 2, 2, "max", reached).raven_steps.to_list() == [3]
    assert smallest_raven_steps("two-by-two", reached - 1e-11) == 2
