"""Errors, intervals and sample sizes, against the paper, textbook values and what they promise."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from orchard.statistics import (
    confidence_interval,
    games_to_tell_apart,
    sample_size,
    standard_error,
    z_score,
    z_value,
)


def test_standard_error_is_that_of_a_sample_of_zeros_and_ones():
    error = stats.sem([1] * 7 + [0] * 3)
    assert standard_error(0.0, 10) == 0
    assert np.allclose(standard_error(np.array([0.7, 0.5]), np.array([10, 2])), [error, 0.5], rtol=1e-15)


@pytest.mark.parametrize(
    ("method", "low", "high"),
    [
        (["wald"], 0.1 - 1.959964 * 0.1, 0.1 + 1.959964 * 0.1),  # sqrt(0.1 * 0.9 / 9) = 0.1
        ([], 0.017876, 0.404150),
        (["exact"], 0.002529, 0.445016),
    ],
)
def test_intervals_of_1_in_10(method: list[str], low: float, high: float):
    assert confidence_interval(1, 10, 0.95, *method) == pytest.approx((low, high), abs=1e-6)


def test_counted_games_have_an_interval_too():
    low, high = confidence_interval(10**18 // 4, 10**18, 0.95, "wilson")
    half = z_value(0.95) * math.sqrt(3 / 16 / 10**18)
    assert (low, high) == pytest.approx((1 / 4 - half, 1 / 4 + half), abs=1e-15)


# --- sample sizes ---


@given(st.floats(1e-4, 0.5), st.floats(0.01, 0.99), st.floats(0.5, 0.999))
def test_sample_size_is_the_first_that_is_narrow_enough(wide: float, rate: float, level: float):
    def width(games: int) -> float:
        return 2 * z_value(level) * standard_error(rate, games)

    games = sample_size(wide, rate, level)
    assert width(games) <= wide * (1 + 1e-12)
    assert games == 2 or width(games - 1) > wide * (1 - 1e-12)


def test_a_pilot_finds_the_difference_as_often_as_it_promises():
    games, rng = games_to_tell_apart(0.6, 0.5, level=0.99, power=0.9), np.random.default_rng(1)
    one, two = (rng.binomial(games, p, 20_000) / games for p in (0.6, 0.5))
    z = z_score(one, standard_error(one, games), two, standard_error(two, games))
    found = np.abs(z) > z_value(0.99)
    assert np.mean(found) == pytest.approx(0.9, abs=0.015)  # 4 standard errors are 0.008; the formula is asymptotic
