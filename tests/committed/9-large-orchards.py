"""What the page says of its committed values: executed where the page has ended, in its names."""

from math import comb

import numpy as np

from orchard import Game, solve
from orchard.studies import limits as large

assert [f"{x:.4f}" for x in (mean, chances[20], first_orchard @ chances)] == ["19.9765", "0.7720", "0.7685"]
full, empty = (solve("first-orchard-6", rule).win_probability for rule in ("max", "min"))
assert round(100 * (full - empty)) == 7
assert round(100 * table_rule[-1]) == round(100 * solve(Game.uniform(4, 25, 21), "max").win_probability) == 47

assert round(comb(1004, 4) / 1e9) == 42
limits = [large.threshold(4), large.threshold(4, 1, "first"), large.threshold(4, 2), large.threshold(4, 2, "first")]
assert np.allclose(limits, [4 / 5, 15 / 16, 2 / 3, 65 / 81], rtol=0, atol=1e-15)
assert [f"{large.normal_law(4, picks)[1]:.3f}" for picks in (1, 2)] == ["0.960", "0.815"]


def moments(f, picks, most):
    """Mean and variance of the ravens that come before all is picked, from winning odds alone; fewer than `most`."""
    solution, steps = solve(Game.uniform(4, f, most, picks)), np.arange(1, most + 1)
    at_least = np.array([1 - solution.value((f,) * 4, each) for each in steps])
    mean = at_least.sum()
    return mean, ((2 * steps - 1) * at_least).sum() - mean**2


growth = np.subtract(moments(30, 2, 80), moments(25, 2, 80)) / 5
assert [f"{x:.3f}" for x in growth] == ["0.667", "0.816"]
if trees == 4:
    by_gaps = [mean_rate * f + (laws[f] @ np.arange(len(laws[f]))) / (trees + 1) for f in (10, 30)]
    assert np.allclose(by_gaps, [moments(10, 1, 60)[0], moments(30, 1, 110)[0]], rtol=0, atol=1e-10)

solution = solve(Game.uniform(4, 10, 12, 1), "min")
exact = np.array([solution.value((10,) * 4, steps) for steps in range(6, 13)])
simulated = large.race(large.rolls_needed(4, 10, 1, "min", games, seed)[:, None], np.arange(6, 13), 4)
assert (abs(simulated.mean(axis=0) - exact) < 4 * simulated.std(axis=0) / games**0.5).all()

if (trees, games, seed) == (4, 10_000, 9):
    assert [f"{np.interp(0.87, curve.index, curve):.3f}" for curve in pair.values()] == ["0.985", "0.014"]
    assert round(100 * wasted_share) == 15
if (trees, fruits, seed) == (4, 1000, 9):
    assert abs(together.index[-1] - 0.8) < 0.1
    emptied = [(alone > 0).sum().sort_values().iloc[k] for k in range(4)]
    assert abs(alone.index[np.minimum(emptied, len(alone) - 1)] - one_by_one[0][1:]).max() < 0.1
(law_of_two,) = large.laws_of_wasted_rolls(2, [300])
assert np.allclose(gap[:30], law_of_two[:30], rtol=0, atol=1e-12)
assert np.allclose(gap[:30], 0.5 ** np.arange(1, 31), rtol=0, atol=1e-12)

if trees == 4:
    assert abs(wasted[1000] - 6) < 1e-9
    assert abs(even.loc[50:, "difference"]).max() < 0.03
    assert (np.floor(slow[100][0]), np.ceil(slow[100][1])) == (59, 106)
    assert max(abs(np.array(slow[10_000]) / 8000 - 1)) < 0.03 < min(abs(np.array(slow[1000]) / 800 - 1))
    assert 0.46 < min(table_rule) < max(table_rule) < 0.49

assert abs(forgetting(3, 5, 4) - solve(Game.uniform(3, 5, 4), "ignore").win_probability) < 1e-9
for game in (Game.uniform(4, 4, 6), Game.uniform(2, 5, 4), Game.uniform(3, 2, 2)):
    shape = game.trees, game.fruits[0], game.raven_steps
    assert abs(at_random(*shape) - solve(game, "random").win_probability) < 2e-3  # the standard error is below 4e-4
for game in (Game.uniform(4, 4, 5), Game.uniform(4, 10, 9, 2), Game.uniform(2, 3, 2, 3)):
    assert bowl(game.trees, game.fruits[0], game.raven_steps, game.picks) >= solve(game, "max").win_probability
assert [round(100 * bowl(4, 4, ravens)) for ravens in (5, 6)] == [70, 82]

chain, d = large.gap_chain(trees=4, most=100), []
law = np.eye(1, len(chain.gaps))[0]  # of the gaps between four trees, all 0 at first
shortfall, unevenness = chain.gaps.sum(axis=1), 4 * chain.gaps.var(axis=1)
for _ in range(10):
    law = chain.after_drop(law)
    d.append(law @ shortfall)
last_term = (16 * d[-1] - 20 * law @ unevenness - law @ shortfall**2) / 80
assert abs(sum(d) / 10 - 6 - last_term) < 1e-12
