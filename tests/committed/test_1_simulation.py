"""What page 1 says of its committed values, held against what is committed."""

import ast
import re
from itertools import product

import nbformat
import numpy as np
import pytest
from scipy import stats
from scipy.stats import binom

from orchard import EDITIONS, Game, State, absorbing_chain, from_function, simulate, solve
from orchard.pages import statistics
from orchard.pages.studies.printed import batches, published
from tests.shown import ROOT, outputs, results

CELLS = nbformat.read(ROOT / "notebooks" / "1-simulation.ipynb", as_version=4).cells
PAGE = " ".join(outputs("1-simulation").split())
WON = results("2-win-probability")
CHANCE = WON.loc["first-orchard"]
ENOUGH = results("1-enough").games
SETTINGS = ["first-orchard", "orchard-10"]


@pytest.fixture(scope="module")
def page() -> dict:
    """What the page defines."""
    scope = {"np": np, "norm": stats.norm, "State": State, "EDITIONS": EDITIONS, "rng": np.random.default_rng(1)}
    for cell in CELLS:
        if cell.cell_type == "code":
            defined = [part for part in ast.parse(cell.source).body if isinstance(part, ast.FunctionDef)]
            exec(compile(ast.Module(defined, []), "page 1", "exec"), scope)  # noqa: S102  what the page defines
    return scope


@pytest.mark.parametrize(
    "game", [Game(), Game((3, 5, 2), 4, 3), Game((2, 0, 3), 3, 2, (2, 1, 1), 2, 2), Game((2, 2), 2, 0)]
)
def test_its_look_up_table_is_that_of_the_game(page: dict, game: Game):
    """Rolled with chances instead of dice, it comes to the solver's chance."""
    p = solve(game, from_function("fullest tree", page["fullest_tree"])).win_probability
    states, table = page["look_up_table"](game, page["fullest_tree"])
    face = np.bincount(page["faces"](game), minlength=game.trees + 2) / game.faces
    here = np.eye(len(states))[0]
    for _ in range(400):
        here = np.bincount(table.ravel(), np.outer(here, face).ravel(), minlength=len(states))
    assert here @ [state.is_won for state in states] == pytest.approx(p, abs=1e-12)


def test_algorithm_1_ends_as_often_as_the_solver_says(page: dict):
    game = EDITIONS["two-by-two"]
    paths = [page["algorithm_1"](game, page["fullest_tree"]) for _ in range(10_000)]
    p = solve(game).win_probability
    assert abs(sum(path[-1].is_won for path in paths) - 10_000 * p) < 4 * np.sqrt(10_000 * p * (1 - p))


def test_games_won_of_100_as_sold_and_with_the_best_habit():
    fullest, at_random = (100 * WON.loc[["first-orchard-5", *SETTINGS], habit] for habit in ("max", "random"))
    assert (fullest.round().tolist(), at_random.round().tolist()) == ([63, 77, 78], [60, 74, 74])


def test_the_two_habits_differ_beyond_doubt():
    """By a hundred standard errors in each game; luck alone makes ten about never."""
    table = results("1-table-1")
    at_random, fullest = (table[half::2].reset_index() for half in (0, 1))
    error = np.sqrt(at_random["SE"] ** 2 + fullest["SE"] ** 2)
    assert ((fullest["estimate"] - at_random["estimate"]) / error > 100).all()


def test_every_score_is_within_four_standard_errors():
    assert np.abs(results("1-z-scores").to_numpy()).max() < 4


def test_her_table_1_stands_beside_ours():
    shown = results("1-table-1").filter(like="her ").round(5)
    hers = published().query("locator == 'Table 1'").groupby(["raven_steps", "strategy"]).printed
    for setting, key in zip(shown.to_numpy(), product(("6", "10"), ("random", "max")), strict=True):
        assert setting.tolist() == hers.get_group(key).astype(float).to_list()


def test_her_batches_are_binomial():
    """By the spread of their wins."""
    found = batches().groupby(["edition", "strategy"])
    assert found.sum().tolist() == [10_000] * 4
    for (edition, strategy), times in found:
        p, wins = solve(edition, strategy).win_probability, times.index.get_level_values("wins")
        spread = ((wins - 10_000 * p) ** 2 @ times) / (10_000 * p * (1 - p))
        assert 0.001 < stats.chi2.sf(spread, 10_000) < 0.999


def test_her_numbers_are_those_of_a_tree_at_random():
    by_fruit, by_tree = ([solve(game, habit).win_probability for game in SETTINGS] for habit in ("fruit", "random"))
    assert [round(100 * won, 2) for won in by_fruit + by_tree] == [74.91, 75.68, 73.82, 73.63]


def test_a_seventh_face_that_does_nothing_makes_games_longer_and_no_likelier_to_be_won():
    """As in her program; an empty fifth tree brings such a face."""
    six, seven = Game((4, 4, 4, 4), 6), Game((4, 4, 4, 4, 0), 6)
    assert solve(seven, "random", exact=True).win_probability == solve(six, "random", exact=True).win_probability
    rolls = [absorbing_chain(game, "random").expected_rolls()[0] for game in (six, seven)]
    assert abs(rolls[1] / rolls[0] - 7 / 6) < 1e-12


def test_twaclaws_table_of_five_raven_rolls():
    """A million games each, which he rounds to whole games in 100; and the chances, to six digits."""
    printed = published().query("source.str.startswith('twaclaw')")
    his = printed.pivot(index="strategy", columns="kind", values="printed").astype(float)
    for habit, (chance, simulated) in his[["exact", "simulated"]].iterrows():
        rate = simulate("first-orchard-5", habit, games=10**6, seed=2026).win_rate
        p = WON.loc["first-orchard-5", habit]
        assert round(p, 6) == chance
        assert abs(rate - p) < 4 * np.sqrt(p * (1 - p) / 10**6)
        assert abs(simulated - rate) < 0.005 + 4 * np.sqrt(p * (1 - p) / 10**6)
    assert his.exact.idxmax() == "max"


def test_a_list_of_68_games_fits_every_habit_but_the_forgetful():
    household = published().loc["recommend-games-07"]
    assert (int(household.games), round(float(household.printed) * 68)) == (68, 47)
    assert (100 * results("1-lists").share).round().tolist() == [9, 23, 48, 100]
    likeliest = [binom.pmf(range(69), 68, CHANCE[habit]).argmax() for habit in ("max", "min")]
    assert (likeliest, round(68 * CHANCE["max"])) == ([53, 48], 52)
    assert binom.sf(46, 68, CHANCE["ignore"]) < 0.001


def test_how_many_games_are_enough(page: dict):
    pair = CHANCE["max"], CHANCE["random"]
    by_package = [statistics.games_to_tell_apart(*pair, power=power) for power in (0.8, 0.95)]
    by_one = statistics.games_to_tell_apart(pair[0], pair[0] - 0.01)
    assert ENOUGH.tolist() == [statistics.sample_size(0.02, pair[0]), *by_package, by_one]
    assert ENOUGH.tolist()[:3] == [6836, 3179, 5263]
    assert [np.ceil(page["games_to_tell_apart"](*pair, power)) for power in (0.8, 0.95)] == by_package
    assert 2 * 3179 // 365 == 17


def test_where_the_bands_part_is_near_what_is_enough_by_coincidence():
    p, q = CHANCE[["max", "random"]]
    part = (1.96 * (np.sqrt(p * (1 - p)) + np.sqrt(q * (1 - q))) / (p - q)) ** 2
    assert abs(part / 3179 - 1) < 0.03
    assert (round(1.96 * 2**0.5, 2), round(1.96 + 0.84, 2)) == (2.77, 2.8)


def test_studies_see_what_the_formula_promises():
    seen = {n: int(found) for n, found in re.findall(r"(\S+) games with each +(\d+) +\d+", PAGE)}
    assert abs(seen["3,179"] - 800) < 4 * np.sqrt(1000 * 0.8 * 0.2)
    assert abs(seen["5,263"] - 950) < 4 * np.sqrt(1000 * 0.95 * 0.05)


def test_with_the_same_dice_a_seventh_is_enough(page: dict, capsys: pytest.CaptureFixture[str]):
    """Of 100,000 pairs of games, not the page's, 5.47 in 100 ended differently."""
    (answer,) = (cell.source for cell in CELLS if "```python" in cell.source)
    exec(re.sub(r"^ {3}", "", re.search(r"```python\n(.*?)```", answer, re.S)[1], flags=re.M), page)  # noqa: S102
    assert abs(float(capsys.readouterr().out) - 5.47) < 4 * np.sqrt(5.47 * 94.53 / 5000)
    scatter = (CHANCE * (1 - CHANCE))[["max", "random"]].sum()
    fewer = scatter / (0.0547 - (CHANCE["max"] - CHANCE["random"]) ** 2)
    assert abs(fewer - 7) < 0.2
