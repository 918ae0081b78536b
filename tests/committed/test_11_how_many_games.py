"""What page 11 says of its committed values, held against what is committed."""

import numpy as np
from scipy.stats import binom
from shown import outputs, results

from orchard import statistics
from orchard.pages.studies.printed import published

PAGE = " ".join(outputs("11-how-many-games").split())
CHANCE = results("2-win-probability").loc["first-orchard"]
ENOUGH = results("11-enough").games
PILOT = results("11-pilot")["games advised"]
GROWING = results("11-growing-cohorts")


def test_the_list_of_68_games():
    household = published().loc["recommend-games-07"]
    assert int(household.games) == 68
    assert round(float(household.printed) * 68) == 47
    assert round(100 * 47 / 68) == 69


def test_what_the_list_says_of_each_habit():
    assert round(68 * CHANCE["max"]) == 52
    assert round(100 * CHANCE["max"]) == 77
    assert round(1 / binom.cdf(47, 68, CHANCE["max"])) == 11
    assert binom.sf(46, 68, CHANCE["ignore"]) < 0.001
    likeliest = [binom.pmf(range(69), 68, CHANCE[habit]).argmax() for habit in ("max", "min")]
    assert likeliest == [53, 48]
    assert "fullest tree 9 tree at random 23" in PAGE
    assert "forgets the basket 100 " in PAGE


def test_how_many_games_are_enough():
    assert ENOUGH.iloc[1:].tolist() == [3179, 5263]
    assert ENOUGH.iloc[1] == statistics.games_to_tell_apart(CHANCE["max"], CHANCE["random"])
    assert round(statistics.z_value(0.95), 2) == 1.96
    assert 2 * 3179 // 365 == 17


def test_four_of_five_studies_see_it():
    assert "795 of 1,000 studies see it." in PAGE
    assert abs(0.795 - 0.8) < 4 * np.sqrt(0.8 * 0.2 / 1000)


def test_with_the_same_dice_a_seventh_is_enough():
    """Of 100,000 pairs of games, not the page's, 5.47 in 100 ended differently."""
    assert "5.6 games in 100 end differently 473 games with each are enough, 6.7 times fewer" in PAGE
    scatter = (CHANCE * (1 - CHANCE))[["max", "random"]].sum()
    fewer = scatter / (0.0547 - (CHANCE["max"] - CHANCE["random"]) ** 2)
    assert abs(fewer - 7) < 0.2
    assert abs(0.056 - 0.0547) < 2 * np.sqrt(0.0547 / 10_000)


def test_what_a_pilot_of_a_thousand_games_advises_is_a_lottery():
    assert PILOT.iloc[0] < ENOUGH.iloc[1] / 3
    assert PILOT.iloc[2] > ENOUGH.iloc[1] * 14


def test_the_intervals():
    assert "58.1 to 80.2 games in 100" in PAGE
    assert "Wald 58.1 to 80.2 100.0 to 100.0" in PAGE
    assert "Wilson 57.4 to 78.8 92.9 to 100.0" in PAGE
    assert "Clopper, Pearson 56.7 to 79.8 92.9 to 100.0" in PAGE
    low, high = statistics.confidence_interval(47, 68, method="wald")
    assert [round(low, 2), round(high, 2)] == [0.58, 0.80]
    assert low < CHANCE["min"] < CHANCE["max"] < high
    nets = [statistics.confidence_interval(50, 50, 0.95, kind)[0] for kind in ("wald", "wilson", "exact")]
    assert [round(net, 2) for net in nets] == [1.00, 0.93, 0.93]


def test_ever_more_games_are_counted_with_ever_more_digits():
    splits = GROWING["random splits"]
    assert 900 < splits.iloc[0] < 1400
    assert splits.iloc[1:].diff().dropna().between(15_000, 19_000).all()
    assert GROWING["z-score"].abs().max() < 4
    assert abs(GROWING.error.iloc[-1]) < 1e-8
