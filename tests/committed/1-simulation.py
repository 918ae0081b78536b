"""What the page says of its committed values: executed where the page has ended, in its names."""

import numpy as np
import pandas as pd

from orchard import simulate, solve, statistics

fullest = pd.Series({name: solve(name, "max").win_probability for name in editions})
at_random = pd.Series({name: solve(name, "random").win_probability for name in editions})
assert (100 * fullest).round().tolist() == [77, 63, 68, 78]
assert (100 * (fullest - at_random)).round().tolist() == [3, 3, 5, 5]
assert (100 * (fullest - fullest.shift())).round().iloc[[1, 3]].tolist() == [-14, 10]
for z in (check["z"], check["z of rolls"], scores.to_numpy()):
    assert np.abs(z).max() < 4
for name, simulation in played.items():
    expected = np.sqrt(exact[name] * (1 - exact[name]) / games)
    ratio = np.std(simulation.sample_wins / games, ddof=1) / expected
    assert abs(ratio - 1) < 4 / np.sqrt(2 * samples)
    assert games < 10_000 or abs(expected - 0.004) < 0.001

counted = simulate("first-orchard-6", "max", games=10**7, seed=seed, method="counted")
ends = pd.DataFrame([(sum(state.fruits), games) for state, games in counted.final.items()], columns=["left", "games"])
defeats = ends[ends.left > 0].groupby("left").games.sum()
defeats = defeats / defeats.sum()
assert round(defeats[1], 2) == 0.30
assert 0.62 < defeats.loc[1:3].sum() < 0.64
assert defeats.idxmax() == 1
assert abs(close[1] - defeats[1]) < 4 * np.sqrt(0.3 * 0.7 / len(lost))

rest = so_far.loc[3000:]
assert (rest - so_far.iloc[-1]).abs().max(axis=None) < 0.01
assert (rest - [fullest["first-orchard-6"], at_random["first-orchard-6"]]).abs().max(axis=None) < 0.03
assert round(statistics.z_value(0.99), 2) == 2.58
assert one_plum[-1] == ((0, 0, 0, 1), 0)
last_plum = [position for position in one_plum if position[0] == (0, 0, 0, 1)]
assert last_plum.count(((0, 0, 0, 1), 1)) == 1 + 11
assert len(last_plum) - len(set(last_plum)) > (len(one_plum) - 1 - 21) / 2
assert round(0.77 * 0.23 / 0.01**2) == 1771
