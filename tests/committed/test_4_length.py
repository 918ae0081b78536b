"""What page 4 says of its committed values, held against what is committed."""

from functools import cache

import numpy as np
from shown import outputs, results

from orchard import AbsorbingChain, Game, absorbing_chain, from_function, solve
from orchard.pages.lengths import later

PAGE = " ".join(outputs("4-length").split())
SOLD = ["first-orchard", "first-orchard-5", "orchard", "orchard-10"]
MEASURED = results("4-strategies").rename(index=lambda name: name.replace(" raven rolls", ""))
BEDTIME = results("4-bedtime")


@cache
def chain(name: str, habit: str = "max") -> AbsorbingChain:
    return absorbing_chain(name, habit)


def test_games_played_last_as_long_as_computed():
    assert results("4-means")["errors off"].abs().max() < 4


def careful(early: bool):
    """From the fullest tree while some tree holds all four fruits, from the emptiest afterwards; or the reverse."""

    def choose(fruits):
        is_careful = (max(fruits) == 4) == early
        return fruits.index(max(fruits) if is_careful else min(filter(None, fruits)))

    return from_function("careful", choose, symmetric=True)


def test_to_win_more_is_not_always_to_be_done_sooner():
    sooner, wins_more = [absorbing_chain("first-orchard", careful(early)) for early in (False, True)]
    assert wins_more.absorption_probabilities()[0, 1] > sooner.absorption_probabilities()[0, 1]
    assert wins_more.expected_rolls()[0] > sooner.expected_rolls()[0]


def test_a_sixth_raven_roll_wins_14_games_in_100_and_costs_half_a_minute():
    six, five = (solve(name).win_probability for name in SOLD[:2])
    assert round(100 * (six - five)) == 14
    assert 0.4 < results("4-steps").rolls[6] / 3 < 0.5  # of a minute, at three rolls a minute


def test_the_shortest_and_the_longest_games():
    lost = chain("first-orchard").roll_distribution(60)[0]
    assert abs(lost[6] - 1 / 46_656) < 1e-15
    longest, fewest = {}, {}
    for name in SOLD:
        ends = absorbing_chain(name, "max", wasted_rolls=False).roll_distribution(60).sum(axis=0)
        longest[name] = int(np.flatnonzero(ends > 1e-12)[-1])
        fewest[name] = int(np.flatnonzero(chain(name).roll_distribution(60)[1])[0])
    assert [longest["first-orchard"], longest["orchard"]] == [21, 48]
    assert fewest["first-orchard"] == 16


def test_one_roll_in_five_is_wasted_by_the_emptiest_tree():
    share = MEASURED.wasted[MEASURED.strategy == "min"] / MEASURED.rolls[MEASURED.strategy == "min"]
    assert share[["First Orchard, 6", "Orchard, 9"]].between(0.17, 0.22).all()


def test_a_game_that_is_half_over_ends_within_fifteen_rolls():
    lost, won = 100 * absorbing_chain(Game((4, 2, 1, 0), raven_steps=3)).roll_distribution(15).sum(axis=1)
    assert (round(lost + won), round(won)) == (88, 51)
    assert f"over in 15 rolls: {lost + won:.0f} of 100, {won:.0f} won, {lost:.0f} lost" in PAGE


def test_typical_lengths():
    assert BEDTIME["typical rolls"].tolist() == [22, 21, 40, 41]
    assert BEDTIME["95% over by roll"].tolist() == [29, 27, 48, 49]
    assert (100 * BEDTIME["over in ten minutes"]).round().tolist()[::2] == [98, 5]
    assert BEDTIME["typical minutes"].round().tolist() == [7, 7, 13, 14]
    lost = results("4-lengths").query("games == 'lost'")["mean"]
    assert round(lost.iloc[0]) == 21


def test_a_long_game_is_a_good_sign_up_to_its_nineteenth_roll():
    ends = chain("first-orchard").roll_distribution(60)
    going_on = later(ends.sum(axis=0))
    chance = (later(ends[1]) / going_on)[going_on > 0.001]
    best = chance.argmax()
    assert (best, round(100 * chance[best]), round(100 * chance[0])) == (19, 81, 77)
    assert (np.diff(chance[: best + 1]) > -1e-12).all()
    assert (np.diff(chance[best:]) < 0).all()


def test_useful_rolls():
    """First Orchard takes about 19 in any case; Orchard most of all if the basket is forgotten, then with good play."""
    useful = (MEASURED.rolls - MEASURED.wasted).groupby([MEASURED.index, MEASURED.strategy]).first()
    assert set(useful["First Orchard, 6"].round()) == {19}
    ranked = useful["Orchard, 9"].sort_values().round(1)
    assert (ranked.index[-1], ranked.iloc[-1]) == ("ignore", 39.7)
    assert set(ranked.index[-3:-1]) == {"max", "optimal"}
    assert set(ranked.index[:2]) == {"min", "worst"}


def test_the_raven_comes_more_often_in_lost_games_and_less_often_in_won_ones():
    lost, won = chain("first-orchard").roll_distribution(1_000)
    rolls = np.arange(1_001)
    of_lost = 6 * lost.sum()
    of_won = (lost + won) @ rolls / 6 - of_lost  # one roll in six of all
    assert of_won / (won @ rolls) < 1 / 6 < of_lost / (lost @ rolls)
