"""What the page says of its committed values: executed where the page has ended, in its names."""

from fractions import Fraction

import pandas as pd

from orchard import Game, from_function, solve
from orchard.studies.dice import bank_bound

assert (100 * table.loc[sold, ["max", "random", "min", "ignore"]]).round().astype(int).to_numpy().tolist() == [
    [77, 74, 70, 46],
    [63, 60, 55, 33],
    [68, 63, 53, 13],
    [78, 74, 64, 20],
]
assert round(100 * table["ignore"]["first-orchard"], 2) == 32.60
assert table["min"]["first-orchard-6"] > table["max"]["first-orchard"]
assert (table[names].diff(axis=1).iloc[:, 1:] < 1e-12).all(axis=None)
assert (tiny.value((1, 1, 0, 0), 1), tiny.value((2, 0, 0, 0), 1)) == (Fraction(1, 2), Fraction(4, 9))
assert audits.to_numpy().tolist() == [[2586, 2586], [2586, 2586]]
assert errors.abs().max() < 4.5


def slip(k):
    """Pick from the fullest tree, but from the emptiest with exactly k fruits left."""

    def tree(fruits):
        rule = min if sum(fruits) == k else max
        return fruits.index(rule(fruit for fruit in fruits if fruit))

    return from_function(f"slip at {k}", tree, symmetric=True)


slips = {k: solve("first-orchard-6", slip(k)).win_probability for k in range(1, sum(six_rolls.fruits) + 1)}
slips = 100 * (table["max"]["first-orchard-6"] - pd.Series(slips))
assert (slips.idxmax(), round(slips.max(), 2)) == (5, 0.56)

assert saving.round(2).to_numpy().tolist() == [[0.77, 0.82], [0.63, 0.70], [0.68, 0.74], [0.78, 0.83]]
assert (100 * saving).diff(axis=1).iloc[:, 1].round().astype(int).tolist() == [5, 7, 6, 5]
assert all(abs(bowl_wins(game) - bank_bound(game)) < 1e-12 for game in trials)
after = {pick: round(100 * solved.value(left, 3)) for pick, left in ada.items()}
assert after == {"apple": 50, "plum": 55}
assert solved.best_picks((1, 3, 2, 4), 3) == ((3,),)
assert round(100 * (solved.value(ada["plum"], 3) - solved.value(ada["apple"], 3)), 1) == 5.2
assert (worst.fruits, worst["raven rolls"], round(worst["points lost"], 2)) == ((0, 0, 1, 4), 2, 8.65)
assert worst_picks[[1, 2, 5]].idxmax().to_list()[:2] == [4, 5]

by_pencil = solve(Game((3, 1, 0, 0), raven_steps=1), "optimal", exact=True)
assert by_pencil.value((2, 1, 0, 0), 1) == Fraction(13, 36)
assert by_pencil.value((3, 0, 0, 0), 1) == Fraction(8, 27)
assert abs(bowl_wins(Game((1, 1, 0, 0), raven_steps=1)) - 25 / 48) < 1e-12
