"""What page 1 says of its committed values, held against what is committed."""

from itertools import product

import numpy as np
from scipy import stats
from shown import outputs, results

from orchard import Game, absorbing_chain, simulate, solve, statistics
from orchard.pages.studies.printed import batches, published

PAGE = outputs("1-simulation")
WON = results("2-win-probability")
SETTINGS = ["first-orchard", "orchard-10"]
SOLD = ["first-orchard", "first-orchard-5", "orchard", "orchard-10"]


def test_games_won_of_100_in_the_four_games_sold():
    fullest, at_random = (100 * WON.loc[SOLD, habit] for habit in ("max", "random"))
    assert fullest.round().tolist() == [77, 63, 68, 78]
    assert (fullest - at_random).round().tolist() == [3, 3, 5, 5]
    assert fullest.diff().round().iloc[[1, 3]].tolist() == [-14, 10]


def test_every_score_is_within_four_standard_errors():
    assert np.abs(results("1-z-scores").to_numpy()).max() < 4


def test_her_table_1_stands_beside_ours():
    shown = results("1-table-1").filter(like="her ").round(5)
    hers = published().query("locator == 'Table 1'").groupby(["raven_steps", "strategy"]).printed
    for setting, key in zip(shown.to_numpy(), product(("6", "10"), ("random", "max")), strict=True):
        assert setting.tolist() == hers.get_group(key).astype(float).to_list()


def test_her_batches_and_ours_are_binomial():
    """As the page finds them by chi-square; and hers by the spread of their wins, too."""
    *_, ours, hers = [line.split()[-4:] for line in PAGE.splitlines() if line.startswith(("ours  ", "Marinček's  "))]
    assert (min(map(int, ours)) >= 1, hers) == (True, ["89", "72", "52", "11"])
    for (edition, strategy), found in batches().groupby(["edition", "strategy"]):
        p, wins = solve(edition, strategy).win_probability, found.index.get_level_values("wins")
        spread = ((wins - 10_000 * p) ** 2 @ found) / (10_000 * p * (1 - p))
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


def test_most_lost_games_end_with_a_few_fruits_left():
    counted = simulate("first-orchard", "max", games=10**7, seed=1, method="counted")
    left = np.zeros(17)
    for state, games in counted.final.items():
        left[sum(state.fruits)] += games
    defeats = left[1:] / left[1:].sum()
    assert round(defeats[0], 2) == 0.30
    assert 0.62 < defeats[:3].sum() < 0.64
    assert defeats.argmax() == 0
    assert abs(0.27 - defeats[0]) < 4 * np.sqrt(0.3 * 0.7 / 2297)
    assert "1 left 27% 30% 2 left 21% 19% 3 left 15% 14%" in " ".join(PAGE.split())


def test_twaclaws_table_of_five_raven_rolls():
    table = results("1-five-raven-rolls")
    error = np.sqrt(table["exact by us"] * (1 - table["exact by us"]) / 10**6)
    assert (table["exact by us"].round(6) == table.exact).all()
    assert (np.abs(table["simulated by us"] - table["exact by us"]) < 3 * error).all()
    assert (np.abs(table.simulated - table["exact by us"]) < 0.005 + 3 * error).all()
    assert table["exact by us"].idxmax() == "max"
    assert 1 / 3 < 1 - table["exact by us"].max() < 0.4


def test_the_fullest_tree_won_more_in_nearly_every_pair_of_batches():
    """A batch of 10,000 games scatters by 0.4 games in 100, and the habits are three to five apart."""
    fullest, at_random = (WON.loc[["first-orchard", "orchard-10"], habit] for habit in ("max", "random"))
    apart = (fullest - at_random) / np.sqrt((fullest * (1 - fullest) + at_random * (1 - at_random)) / 10_000)
    assert (apart > 4.9).all()


def test_a_family_that_empties_trees_wins_70_games_in_100():
    assert round(100 * WON.loc["first-orchard", "min"]) == 70


def test_formulas_of_the_intervals():
    assert round(statistics.z_value(0.99), 2) == 2.58
    assert round(0.77 * 0.23 / 0.01**2) == 1771
