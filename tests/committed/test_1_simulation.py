"""What page 1 says of its committed values, held against what is committed."""

import ast
import re
from itertools import product

import nbformat
import numpy as np
import pytest
from scipy import stats

from orchard import Game, State, from_function, solve
from orchard.pages import statistics
from orchard.pages.studies.printed import batches, published
from tests.shown import ROOT, outputs, results

CELLS = nbformat.read(ROOT / "notebooks" / "1-simulation.ipynb", as_version=4).cells
PAGE = " ".join(outputs("1-simulation").split())
CHANCE = results("2-win-probability").loc["first-orchard"]
PAIR = CHANCE["max"], CHANCE["random"]


@pytest.fixture(scope="module")
def page() -> dict:
    """What the page defines."""
    scope = {"np": np, "norm": stats.norm, "product": product, "State": State, "first": Game()}
    scope["rng"] = np.random.default_rng(1)
    for cell in CELLS:
        if cell.cell_type == "code":
            defined = [part for part in ast.parse(cell.source).body if isinstance(part, ast.FunctionDef)]
            exec(compile(ast.Module(defined, []), "page 1", "exec"), scope)  # noqa: S102  what the page defines
    return scope


@pytest.mark.parametrize("game", [Game((3, 5, 2), 4, 3), Game((2, 0, 3), 3, 2, (2, 1, 1), 2, 2)])
def test_its_look_up_table_is_that_of_the_game(page: dict, game: Game):
    """Rolled with chances instead of dice, it comes to the solver's chance."""
    states, table = page["look_up_table"](game, page["fullest_tree"])
    chances = np.bincount(page["faces"](game), minlength=game.trees + 2) / game.faces
    here = np.array([float(state == game.start) for state in states])
    for _ in range(400):
        here = np.bincount(table.ravel(), np.outer(here, chances).ravel(), minlength=len(states))
    p = solve(game, from_function("fullest tree", page["fullest_tree"])).win_probability
    assert here @ [state.is_won for state in states] == pytest.approx(p, abs=1e-12)


def test_algorithm_1_loses_as_often_as_the_solver_says():
    (lost,) = re.findall(r"([\d,]+) of 10,000 games are lost", PAGE)
    p = CHANCE["max"]
    assert abs(int(lost.replace(",", "")) - 10_000 * (1 - p)) < 4 * np.sqrt(10_000 * p * (1 - p))


def test_the_two_habits_differ_beyond_doubt():
    """By a hundred standard errors in each game; luck alone makes ten about never."""
    table = results("1-table-1")
    at_random, fullest = (table[half::2].reset_index() for half in (0, 1))
    error = np.hypot(at_random["SE"], fullest["SE"])
    assert ((fullest["estimate"] - at_random["estimate"]) / error > 100).all()


def test_her_table_1_stands_beside_ours():
    assert results("1-z-scores").abs().max(axis=None) < 1.5
    shown = results("1-table-1").filter(like="her ").round(5)
    hers = published().query("locator == 'Table 1'").groupby(["raven_steps", "strategy"]).printed
    for setting, key in zip(shown.to_numpy(), product(("6", "10"), ("random", "max")), strict=True):
        assert setting.tolist() == hers.get_group(key).astype(float).to_list()


def test_her_batches_are_binomial():
    """By the spread of their wins."""
    found = batches().groupby(["edition", "strategy"])
    for (edition, strategy), times in found:
        p, wins = solve(edition, strategy).win_probability, times.index.get_level_values("wins")
        spread = ((wins - 10_000 * p) ** 2 @ times) / (10_000 * p * (1 - p))
        assert 0.001 < stats.chi2.sf(spread, 10_000) < 0.999


def test_a_list_of_68_games_fits_every_habit_but_the_forgetful():
    household = published().loc["recommend-games-07"]
    assert (int(household.games), round(float(household.printed) * 68)) == (68, 47)
    assert (100 * results("1-lists").share).round().tolist() == [9, 23, 48, 100]
    assert (68 * CHANCE[["max", "min"]]).round().tolist() == [52, 48]
    assert stats.binom.sf(46, 68, CHANCE["ignore"]) < 0.001
    assert (
        stats.binom.sf(46, 68, solve("first-orchard-5", "min").win_probability) < 0.025 < stats.binom.sf(46, 68, 0.631)
    )


def test_how_many_games_are_enough(page: dict):
    enough = results("1-enough").games.tolist()
    assert enough == [statistics.sample_size(0.02, PAIR[0]), statistics.games_to_tell_apart(*PAIR)]
    assert enough == [6836, page["games_to_tell_apart"](*PAIR)]
    assert round(100 * sum(p * (1 - p) for p in PAIR) ** 0.5) == 61
    assert round(100 * abs(PAIR[0] - PAIR[1])) == 3
    assert 2 * enough[1] // 365 == 17
    assert round(statistics.games_to_tell_apart(*CHANCE[["max", "min"]]), -1) == 660
    assert statistics.sample_size(0.02, 0.5) == 9605


def test_studies_see_what_the_formula_promises():
    (seen,) = re.findall(r"3,179 games with each: (\d+) see the fullest tree ahead", PAGE)
    assert abs(int(seen) - 800) < 4 * np.sqrt(1000 * 0.8 * 0.2)


def test_a_pilot_may_mislead_by_a_factor_of_three_and_of_ten():
    told = re.findall(r"(?:less than|in ten more than) ([\d,]+)", PAGE[PAGE.index("researchers") :])
    low, middle, high = (int(games.replace(",", "")) / 3179 for games in told)
    assert low <= 1 / 3
    assert 0.9 < middle < 1.1
    assert high > 10


def test_from_the_emptiest_tree_the_exercise_loses_700_games_more(page: dict):
    """Of 10,000, about 3,000; and so say the solver and what it answers."""
    assert round(10_000 * (1 - CHANCE["min"]), -2) == 3000
    assert round(10_000 * (CHANCE["max"] - CHANCE["min"]), -2) == 700
    (answer,) = re.findall(r"```python\n(.*?)```", CELLS[-1].source, flags=re.S)
    exec(answer, page)  # noqa: S102  what the page answers
    lost = sum(path[-1].is_lost for path in page["paths"])
    assert abs(lost - 10_000 * (1 - CHANCE["min"])) < 4 * np.sqrt(10_000 * 0.3 * 0.7)
