"""Errors, intervals and sample sizes, against the paper, textbook values and what they promise."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from orchard import Game, Simulation
from orchard.pages.statistics import games_to_tell_apart, sample_size, share_that_sees, z_value


def found(wins: int, games: int) -> Simulation:
    return Simulation(Game(), "max", 1, np.array([[games - wins], [wins]]), np.array([wins]))


def test_standard_error_is_that_of_a_sample_of_zeros_and_ones():
    assert found(7, 10).standard_error == pytest.approx(stats.sem([1] * 7 + [0] * 3), rel=1e-15)
    assert found(0, 10).standard_error == 0
    with pytest.raises(ValueError, match=r"^games must be at least 2"):
        _ = found(1, 1).standard_error


def test_wilsons_interval_of_1_in_10_and_of_a_quarter_of_the_most_games_that_are_counted():
    assert found(1, 10).confidence_interval() == pytest.approx((0.017876, 0.404150), abs=1e-6)
    half = z_value(0.95) * math.sqrt(3 / 16 / 10**18)
    assert found(10**18 // 4, 10**18).confidence_interval() == pytest.approx((1 / 4 - half, 1 / 4 + half), abs=1e-15)


# --- sample sizes ---


@given(st.floats(1e-4, 0.5), st.floats(0.01, 0.99))
def test_sample_size_is_the_first_that_is_narrow_enough(wide: float, rate: float):
    def width(games: int) -> float:
        return 2 * z_value(0.95) * math.sqrt(rate * (1 - rate) / (games - 1))

    games = sample_size(wide, rate)
    assert width(games) <= wide * (1 + 1e-12)
    assert games == 2 or width(games - 1) > wide * (1 - 1e-12)


def test_where_hardly_any_game_is_won_hardly_any_study_sees_a_difference():
    """By hand: of ten games that one wins in a thousand times, and the other never, three have to be won."""
    seen = sum(math.comb(10, wins) * 0.001**wins * 0.999 ** (10 - wins) for wins in range(3, 11))
    assert share_that_sees(0, 0.001, 10) == pytest.approx(seen, rel=1e-9)


@pytest.mark.parametrize(("games", "share"), [(games_to_tell_apart(0.6, 0.5), 0.8), (150, 0.4313), (3_000, 1)])
def test_a_pilot_finds_the_difference_as_often_as_it_promises(games: int, share: float):
    rng = np.random.default_rng(1)
    one, two = (rng.binomial(games, p, 20_000) / games for p in (0.6, 0.5))
    error = np.sqrt((one * (1 - one) + two * (1 - two)) / (games - 1))
    seen = np.abs(one - two) > z_value(0.95) * error
    assert share_that_sees(0.6, 0.5, games) == pytest.approx(share, abs=0.001)
    assert np.mean(seen) == pytest.approx(share, abs=0.015)  # 4 standard errors are 0.014
