"""What page 6 says of its committed values, held against what is committed."""

from fractions import Fraction

import numpy as np
from shown import outputs, results

from orchard import Game, absorbing_chain, solve
from orchard.pages.lengths import later

PAGE = " ".join(outputs("6-theorem").split())


def test_the_two_smallest_choices():
    two = solve(Game((0, 0, 2, 3), 1), "optimal", exact=True)
    assert two.value((0, 0, 1, 1), 1) == Fraction(1, 2)
    assert two.value((0, 0, 0, 2), 1) == Fraction(4, 9)
    assert two.value((0, 0, 1, 2), 1) == Fraction(13, 36)
    assert two.value((0, 0, 0, 3), 1) == Fraction(8, 27)
    assert two.value((0, 0, 2, 2), 1) == Fraction(13, 48)  # an exercise
    assert two.value((0, 0, 1, 3), 1) == Fraction(55, 216)
    assert "after the cherry: 30 in 100 won: 0, 0, 0, 3; after a plum: 36 in 100 won: 0, 0, 1, 2" in PAGE


def test_no_decision_of_four_games_has_another_best_pick():
    decided = results("6-decisions")
    assert decided.asked["orchard-10"] == 20_000
    assert decided.failed.sum() == 0
    assert decided.ties.sum() == 0


def test_the_lead_of_the_fullest_tree_is_greatest_after_24_rolls():
    ends = {habit: absorbing_chain("first-orchard", habit).roll_distribution(150) for habit in ("max", "random", "min")}
    won = {habit: each[1].cumsum() for habit, each in ends.items()}
    lead = won["max"] - won["min"]
    most = lead.argmax()
    assert (most, round(100 * lead[most], 1)) == (24, 21.2)
    by_then = {habit: round(100 * float(each[24]), 1) for habit, each in won.items()}
    assert (by_then["max"], by_then["min"]) == (57.5, 36.3)
    assert f"won by then: {by_then['max']} {by_then['random']} {by_then['min']}" in PAGE
    assert f"lead after 24 rolls {100 * lead[most]:.1f}, at last {100 * lead[60]:.1f}" in PAGE
    assert 3 < lead[most] / lead[-1] < 3.2
    going_on = {habit: later(each.sum(axis=0)) for habit, each in ends.items()}
    assert (going_on["max"] <= np.minimum(going_on["random"], going_on["min"]) + 1e-12).all()
    assert (won["min"] <= np.minimum(won["random"], won["max"]) + 1e-12).all()
