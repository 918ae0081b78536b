"""What the page says of its committed values: executed where the page has ended, in its names."""

import numpy as np

from orchard import EDITIONS, absorbing_chain, from_function, play, solve
from orchard.lengths import later

faces = np.array([EDITIONS[edition].faces for edition, _ in identity.index])  # every die here has one raven
assert abs(identity["rolls"] - faces * identity["raven steps"]).max() < 1e-12
assert abs(identity["rolls"] - faces * identity["sum of defeats"]).max() < 1e-12

for name, way in [("first-orchard", "max"), ("first-orchard", "random"), *(("two-by-two", way) for way in ways)]:
    exact, game, rule = solve(name, way, exact=True), EDITIONS[name], solve(name, way).strategy
    defeats = sum(1 - exact.value(game.fruits, rolls) for rolls in range(1, game.raven_steps + 1))
    assert absorbing_chain(name, rule, exact=True).expected_rolls()[0] == game.faces * defeats

rng = np.random.default_rng(seed)
for name, way in (("first-orchard", "random"), ("orchard", "min")):
    alone = [play(name, way, rng).rolls for _ in range(500)]
    excess = np.array([len(rolls) - 6 * sum(roll.face == "raven" for roll in rolls) for rolls in alone])
    assert abs(excess.mean()) < 4 * excess.std() / len(excess) ** 0.5
assert means["errors off"].abs().max() < 4

for name in editions:
    longer = {way: later(every_chain[name, way].roll_distribution(400).sum(axis=0))[:301] for way in ways}
    for way in ways:
        assert (longer["max"] <= longer[way] * (1 + 1e-9)).all()
        assert way == "ignore" or (longer[way] <= longer["min"] * (1 + 1e-9)).all()


def careful(early):
    """From the fullest tree while some tree holds all four fruits, from the emptiest afterwards; or the reverse."""

    def choose(fruits):
        is_careful = (max(fruits) == 4) == early
        return fruits.index(max(fruits) if is_careful else min(filter(None, fruits)))

    return from_function("careful", choose, symmetric=True)


sooner, wins_more = [absorbing_chain("first-orchard-6", careful(early)) for early in (False, True)]
assert wins_more.absorption_probabilities()[0, 1] > sooner.absorption_probabilities()[0, 1]
assert wins_more.expected_rolls()[0] > sooner.expected_rolls()[0]

gained = win_chances(EDITIONS["first-orchard-6"], "max")
assert round(100 * (gained[6] - gained[5])) == 14
assert 0.4 < costs[6] / 3 < 0.5  # of a minute, at three rolls a minute
assert abs(lengths["first-orchard-6"][0, 6] - 1 / 46_656) < 1e-15
changes = {name: absorbing_chain(name, rules[name], wasted_rolls=False).roll_distribution(60) for name in editions}
longest = [int(np.flatnonzero(ends.sum(axis=0) > 1e-12)[-1]) for ends in changes.values()]
assert longest == [sum(EDITIONS[name].fruits) + EDITIONS[name].raven_steps - 1 for name in editions]

fewest_to_win = {name: int(np.flatnonzero(won)[0]) for name, (_, won) in lengths.items()}
in_first_orchard = useful.loc["first-orchard-6", ["max", "random", "min"]]
assert in_first_orchard.max() - in_first_orchard.min() < 0.1
assert (useful.loc[["orchard", "orchard-10"], "max"] > useful.loc[["orchard", "orchard-10"], "min"] + 1).all()
assert (in_first_orchard.round() == 19).all()
assert useful.loc["orchard", ["max", "min"]].round(2).tolist() == [37.76, 36.44]
wasted_share = identity["wasted"] / identity["rolls"]
assert wasted_share.loc[[("first-orchard-6", "min"), ("orchard", "min")]].between(0.17, 0.22).all()
assert (round(lost + won), round(won)) == (88, 51)

if strategy == "max":
    assert list(table["median"].xs("all", level=1)) == [22, 21, 40, 41]
    assert list(table["95 %"].xs("all", level=1)) == [29, 27, 48, 49]
    assert round(table.loc[("First Orchard, 6 raven rolls", "lost"), "mean"]) == 21
    assert (longest[0], longest[2], fewest_to_win["first-orchard-6"]) == (21, 48, 16)
    left = going_on["orchard"]
    assert round(1e-12 / left[100]) == 4
    assert round(1 / left[100] / 2e9 / 365.25) == 6
    assert abs(going_on.loc[901] / going_on.loc[900] - 1 / 2).max() < 0.02
if strategy == "max" and seconds_per_roll == 20:
    assert (100 * bedtime["over in ten minutes"]).round().tolist()[::2] == [98, 5]
    assert minutes["typical rolls"].round().tolist() == [7, 7, 13, 14]

if strategy == "max":
    best = chance.idxmax()
    assert (best, round(100 * chance[best]), round(100 * chance[0])) == (19, 81, 77)
    assert (chance.loc[:best].diff()[1:] > -1e-12).all()
    assert (chance.loc[best:].diff()[1:] < 0).all()
