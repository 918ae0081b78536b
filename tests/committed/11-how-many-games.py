"""What the page says of its committed values: executed where the page has ended, in its names."""

import numpy as np
from scipy.stats import binom

from orchard import EDITIONS, Game, simulate, statistics
from orchard.studies.printed import published

household = published().loc["recommend-games-07"]
assert int(household.games) == 68
assert round(float(household.printed) * 68) == 47
assert round(100 * 47 / 68) == 69
assert round(68 * chance["max"]) == 52
assert round(100 * chance["max"]) == 77
assert round(1 / binom.cdf(47, 68, chance["max"])) == 11
assert binom.sf(46, 68, chance["ignore"]) < 0.001
assert record_games != 68 or lists.idxmax().tolist() == [53, 48]

assert enough.iloc[1:].tolist() == [3179, 5263]
assert round(statistics.z_value(0.95), 2) == 1.96
assert 2 * 3179 // 365 == 17

assert abs(power_seen - 0.8) < 4 * np.sqrt(0.8 * 0.2 / 1000)
assert quantiles.iloc[0] < enough.iloc[1] / 3
assert quantiles.iloc[2] > enough.iloc[1] * 11

typical = np.sqrt(chance["max"] * (1 - chance["max"]) / errors.index)
assert [f"{100 * typical[i]:.1g}" for i in (0, 99)] == ["4", "0.4"]
scatter = (errors**2).mean(axis=1) / typical**2  # about 1, with a standard deviation of sqrt(2/20)
assert abs(scatter.iloc[[0, 9, 99, 499]] - 1).max() < 4 * np.sqrt(2 / runs)

assert [round(net[0], 2) for net in nets["50 of 50"]] == [1.00, 0.93, 0.93]
assert [round(end, 2) for end in statistics.confidence_interval(47, 68)] == [0.58, 0.80]
assert np.ptp(nets["76,850,000 of 100,000,000"], axis=0).max() < 1e-6
held = {kind: statistics.coverage(np.linspace(0.001, 0.999, 999), 50, 0.95, kind).min() for kind in kinds.values()}
assert held["exact"] >= 0.95 > max(held["wald"], held["wilson"])
low, high = statistics.confidence_interval(47, 68)
assert low < chance["min"] < chance["max"] < high

for game in (EDITIONS["first-orchard-6"], EDITIONS["two-by-two"], Game((3, 5, 2), raven_steps=4, basket_picks=3)):
    ended, _ = count_games(game, 10**6, np.random.default_rng(seed))
    package = simulate(game, "max", games=10**6, seed=seed + 1, method="counted")
    assert sum(ended.values()) == 10**6
    assert abs(wins(ended) / 10**6 - package.win_rate) < 4 * 2**0.5 * package.standard_error

assert 900 < growing["random splits"].iloc[0] < 1400
assert growing["random splits"].iloc[1:].diff().dropna().between(15_000, 19_000).all()
assert growing["z-score"].abs().max() < 4
assert repeated["z-score"].abs().max() < 4
assert abs(growing.error.iloc[-1]) < 1e-8
