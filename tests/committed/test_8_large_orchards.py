"""What page 9 says of its committed values, held against what is committed."""

from math import comb

import numpy as np
from scipy.stats import nbinom
from shown import outputs, results

from orchard import Game, solve
from orchard.pages.studies import limits as large

PAGE = " ".join(outputs("8-large-orchards").split())
EVEN = results("8-even-odds")


def test_first_orchard_as_a_race_of_two_dice():
    won = solve("first-orchard", "max").win_probability
    assert "mean 19.9765; won 0.7685; exactly 20 0.7720" in PAGE
    assert [f"{won:.4f}", f"{nbinom.cdf(5, 20, 5 / 6):.4f}"] == ["0.7685", "0.7720"]


def test_four_cards_for_five_fruits_are_nearly_a_coin_toss_from_5_to_100_fruits_a_tree():
    by_rule = {f: large.win_probabilities(4, f, [4 * f // 5 + 1]).item() for f in range(5, 101, 5)}
    assert all(f"{4 * f // 5} cards: {100 * by_rule[f]:.0f} won: {f}" in PAGE for f in (5, 10, 25, 100))
    assert 0.468 < min(by_rule.values()) < max(by_rule.values()) < 0.488
    assert round(100 * by_rule[25]) == 47
    assert abs(by_rule[5] - solve(Game.uniform(4, 5, 5), "max").win_probability) < 1e-9


def test_the_positions_of_an_orchard_of_a_thousand_fruits_a_tree():
    assert round(comb(1004, 4) / 1e9) == 42


def test_the_limits():
    limits = [large.threshold(4), large.threshold(4, 1, "first"), large.threshold(4, 2), large.threshold(4, 2, "first")]
    assert np.allclose(limits, [4 / 5, 15 / 16, 2 / 3, 65 / 81], rtol=0, atol=1e-15)
    assert [f"{large.normal_law(4, picks)[1]:.3f}" for picks in (1, 2)] == ["0.960", "0.815"]


def test_in_the_window_it_matters_how_we_pick():
    assert "870 raven rolls: 98.5 and 1.4 games in 100" in PAGE
    assert "standard error of the second: 0.012" in PAGE
    exact = 100 * large.win_probabilities(4, 1000, [870]).item()
    assert round(exact, 1) == 98.5


def test_between_two_trees_the_gap_halves():
    (law,) = large.laws_of_wasted_rolls(2, [300])
    assert np.allclose(law[:30], 0.5 ** np.arange(1, 31), rtol=0, atol=1e-12)
    assert "[0.5 0.25 0.125 0.0625 0.0312 0.0156] mean 1.0000" in PAGE


def test_even_odds_lie_at_the_formula_from_fifty_fruits_on():
    assert abs(EVEN.loc[50:, "difference"]).max() < 0.03
    formula = 4 / 5 * (EVEN.index + 2 - 1 / 6)
    assert np.allclose(EVEN.formula, formula, rtol=0, atol=1e-9)


def test_the_kitchen_rule_is_half_a_raven_roll_short_of_even():
    assert abs(0.8 * 1000 + 1.47 - EVEN.computed[1000]) < 0.005
