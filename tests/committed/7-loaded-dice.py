"""What the page says of its committed values: executed where the page has ended, in its names."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np

from orchard import Game, solve
from orchard.studies.dice import Dice, bottleneck, slowest, values

unequal = [Game((5, 4), 4, 1, (3, 1)), Game((3, 2, 4), 3, 2, (2, 1, 1), 2), Game((2,) * 4, 5, 3, (1, 2, 3, 4), 2, 3)]
for game in unequal:
    faces, baskets, ravens = (np.array([n]) for n in (game.colour_faces, game.basket_faces, game.raven_faces))
    dice = Dice(game.fruits, game.raven_steps, game.basket_picks, faces, baskets, ravens)
    assert np.isclose(values(dice)[-2, 0, -1], solve(game, "optimal").win_probability, rtol=0, atol=1e-12)
    ours = solve(game, most_rolls_to_empty(game)).win_probability
    assert np.isclose(values(dice, slowest)[-2, 0, -1], ours, rtol=0, atol=1e-12)
    assert np.isclose(solve(game, "slowest").win_probability, ours, rtol=0, atol=1e-12)

assert [worn.value((2, 0), 1), worn.value((1, 1), 1)] == [Fraction(16, 25), Fraction(3, 5)]
assert table.loc[("orchard", 2)].round(3).tolist()[:3] == [5.006, 3.195, 0.011]
assert (by_fullest.max(axis=None).round(2), by_slowest.max(axis=None).round(2)) == (3.19, 0.11)
assert np.allclose(by_fullest.loc[1], 0, atol=1e-10)
after = {pick: 100 * solved.value(fruits, 3) for pick, fruits in left.items()}
assert max(after, key=after.get) == "apple"
assert round(after["apple"] - after["plum"]) == 2
assert after["apple"] - after["cherry"] > 5
assert (ends["best play"][0] > ends[quick.name][0], ends["best play"][1] > ends[quick.name][1]) == (True, True)

assert seven_four.best_picks((7, 4), 1) == ((0,),)
faceless = Game((2, 1), 1, 1, (1, 0))
assert solve(faceless, "optimal", exact=True).best_picks((2, 1), 1) == ((1,),)
assert solve(faceless, most_rolls_to_empty(faceless)).win_probability == solve(faceless, "optimal").win_probability


def without(fruits, tree):
    return tuple(fruit - (i == tree) for i, fruit in enumerate(fruits))


def cases(game):
    """Whether the theorem is right, for each position and each two trees of which it speaks."""
    solution, faces = solve(game, "optimal", exact=True), game.colour_faces
    orchards = product(*(range(fruit + 1) for fruit in game.fruits))
    for fruits, rolls in product(orchards, range(1, game.raven_steps + 1)):
        for i, j in permutations(range(game.trees), 2):
            if faces[i] <= faces[j] and fruits[i] >= fruits[j] >= 1:
                yield solution.value(without(fruits, i), rolls) >= solution.value(without(fruits, j), rolls)


dice_of = [(4, 3, (1, 3)), (3, 2, (1, 2, 2)), (3, 2, (0, 1, 2))]
trials = [Game((most,) * len(faces), rolls, picks, faces) for most, rolls, faces in dice_of for picks in (1, 2)]
found_true = [right for game in trials for right in cases(game)]
assert len(found_true) > 500
assert all(found_true)

assert bottleneck((1, 0.5), (4, 1), 1) == 1 / 4
assert two_trees.faces * bottleneck((800, 400), (4, 1), 1) == 1400
assert bottleneck((6, 9, 6), (1, 2, 6), 1) == 15 / 4
assert (races["slowest"] <= races.best + 1e-12).all()
assert (races.best <= races["coins in a bowl"]).all()
assert races["fullest, ties to the rarer"].is_monotonic_decreasing
assert races["slowest"].is_monotonic_increasing

assert losses.min(axis=None) > -1e-9
assert (losses["one step ahead"] <= losses["in most danger"] + 1e-9).all()
if most_faces == 8:
    assert audited == 5436
    assert losses.max().round(2).tolist() == [15.58, 0.88, 0.78, 0.10]
    assert losses.median().round(3).tolist()[1:3] == [0.07, 0.073]
assert wild_losses.round(2).tolist()[1] == 2.04
