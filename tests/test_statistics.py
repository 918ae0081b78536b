"""Errors, intervals and sample sizes, against the paper, textbook values and what they promise."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from orchard.statistics import (
    confidence_interval,
    coverage,
    games_to_tell_apart,
    sample_size,
    standard_error,
    z_score,
    z_value,
)

rates = st.floats(0.01, 0.99)
levels = st.floats(0.5, 0.999)
METHODS = ["wald", "wilson", "exact"]


def width(rate: float, games: int, level: float = 0.95) -> float:
    return 2 * z_value(level) * standard_error(rate, games)


# --- errors and intervals ---


@pytest.mark.parametrize(("level", "z"), [(0.95, 1.959964), (0.99, 2.575829), (0.6826895, 1), (0.9, 1.644854)])
def test_z_values_of_the_tables(level: float, z: float):
    assert z_value(level) == pytest.approx(z, abs=5e-7)


def test_standard_error_is_that_of_a_sample_of_zeros_and_ones():
    sample = np.array([1] * 7 + [0] * 3)
    assert standard_error(0.7, 10) == pytest.approx(stats.sem(sample), rel=1e-15)
    assert standard_error(0.0, 10) == standard_error(1.0, 10) == 0
    assert np.allclose(standard_error(np.array([0.7, 0.5]), np.array([10, 2])), [stats.sem(sample), 0.5])


@pytest.mark.parametrize(
    ("method", "low", "high"),
    [
        ("wald", 0.1 - 1.959964 * 0.1, 0.1 + 1.959964 * 0.1),  # sqrt(0.1 * 0.9 / 9) = 0.1
        ("wilson", 0.017876, 0.404150),
        ("exact", 0.002529, 0.445016),
    ],
)
def test_intervals_of_1_in_10(method: str, low: float, high: float):
    assert confidence_interval(1, 10, 0.95, method) == pytest.approx((low, high), abs=1e-6)


@given(st.integers(2, 200), st.data(), levels)
def test_wilson_solves_its_equation(games: int, data: st.DataObject, level: float):
    wins = data.draw(st.integers(1, games - 1))
    for p in confidence_interval(wins, games, level, "wilson"):
        assert abs(wins / games - p) == pytest.approx(z_value(level) * math.sqrt(p * (1 - p) / games), abs=1e-9)


@given(st.integers(2, 200), st.data(), levels)
def test_clopper_and_pearson_leave_half_of_the_rest_to_either_side(games: int, data: st.DataObject, level: float):
    wins = data.draw(st.integers(1, games - 1))
    low, high = confidence_interval(wins, games, level, "exact")
    assert stats.binom.sf(wins - 1, games, low) == pytest.approx((1 - level) / 2, abs=1e-9)
    assert stats.binom.cdf(wins, games, high) == pytest.approx((1 - level) / 2, abs=1e-9)


@given(st.integers(2, 200), st.data(), st.sampled_from(METHODS))
def test_won_and_lost_are_mirror_images(games: int, data: st.DataObject, method: str):
    wins = data.draw(st.integers(0, games))
    low, high = confidence_interval(wins, games, 0.95, method)
    assert low <= wins / games <= high
    assert confidence_interval(games - wins, games, 0.95, method) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_coverage_adds_up_the_samples_whose_interval_holds_the_rate():
    # Two games, rate 1/2: Wald's interval of 0 or 2 wins has no width, that of 1 win reaches from -0.48 to 1.48.
    assert coverage([0.5], 2) == pytest.approx([0.5])
    assert coverage(np.linspace(0.01, 0.99, 50), 40, 0.9, "exact").min() >= 0.9
    assert coverage(np.array([0.5, 0.01]), 1000) == pytest.approx([0.95, 0.92], abs=0.02)


def test_coverage_against_experiments():
    wins = np.random.default_rng(1).binomial(30, 0.2, 20_000)
    for method in METHODS:
        intervals = [confidence_interval(won, 30, 0.95, method) for won in range(31)]
        held = np.mean([intervals[won][0] <= 0.2 <= intervals[won][1] for won in wins])
        (expected,) = coverage([0.2], 30, 0.95, method)
        assert abs(held - expected) < 4 * math.sqrt(expected * (1 - expected) / 20_000)


# --- sample sizes ---


@given(st.floats(1e-4, 0.5), rates, levels)
def test_sample_size_is_the_first_that_is_narrow_enough(wide: float, rate: float, level: float):
    games = sample_size(wide, rate, level)
    assert games >= 2
    assert width(rate, games, level) <= wide * (1 + 1e-12)
    assert games == 2 or width(rate, games - 1, level) > wide * (1 - 1e-12)


def test_sample_sizes_of_the_papers_widths():
    # 1 + (1.959964 / 0.02)^2 = 9604.6, so that 10^4 games are a few more than are needed
    assert sample_size(0.02) == 9605
    assert 0.96e8 < sample_size(2e-4) < 10**8


def test_pilot_of_a_textbook():
    # 60 % and 50 %, 5 % two-sided, power 80 %: (1.96 + 0.8416)^2 * 0.49 / 0.01 = 384.6
    assert games_to_tell_apart(0.6, 0.5) == games_to_tell_apart(0.5, 0.6) == 385


@pytest.mark.parametrize(("rate", "other", "level", "power"), [(0.77, 0.74, 0.95, 0.8), (0.6, 0.5, 0.99, 0.9)])
def test_a_pilot_finds_the_difference_as_often_as_it_promises(rate: float, other: float, level: float, power: float):
    games, rng = games_to_tell_apart(rate, other, level, power), np.random.default_rng(1)
    one, two = (rng.binomial(games, p, 20_000) / games for p in (rate, other))
    found = np.abs(z_score(one, standard_error(one, games), two, standard_error(two, games))) > z_value(level)
    assert np.mean(found) == pytest.approx(power, abs=0.015)  # 4 standard errors are 0.011; the formula is asymptotic


def test_z_scores():
    assert z_score(0.6, 0.1, 0.5) == pytest.approx(1)
    assert z_score(0.5, 0.03, 0.6, 0.04) == pytest.approx(-2)


# --- bad input ---


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("wins", "games", "level", "error", "message"),
    [
        (3, 2, 0.95, ValueError, "wins must be at most the 2 games, got 3"),
        (-1, 2, 0.95, ValueError, "wins must be at least 0, got -1"),
        (0, 0, 0.95, ValueError, "games must be at least 1, got 0"),
        (1, 2, 1, ValueError, "level must be between 0 and 1, got 1"),
    ],
)
def test_bad_counts_and_levels(method: str, wins, games, level, error: type, message: str):
    with pytest.raises(error, match=message):
        confidence_interval(wins, games, level, method)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: standard_error(0.5, 1), ValueError, "games must be between 2 and inf, got 1"),
        (lambda: standard_error(1.5, 10), ValueError, "rate must be between 0 and 1, got 1.5"),
        (lambda: standard_error(-0.5, 10), ValueError, "rate must be between 0 and 1, got -0.5"),
        (lambda: standard_error(math.nan, 10), ValueError, "rate must be between 0 and 1, got nan"),
        (lambda: confidence_interval(1, 1), ValueError, "games must be between 2 and inf"),
        (
            lambda: confidence_interval(1, 2, method="willson"),
            ValueError,
            "method must be one of .*did you mean wilson",
        ),
        (lambda: confidence_interval(1, 2, method=None), TypeError, "method must be one of wald, wilson, exact"),
        (lambda: games_to_tell_apart(0.5, 0.5), ValueError, "other must differ from rate"),
        (lambda: games_to_tell_apart(1e-300, 2e-300), ValueError, "other must differ from rate"),  # squared, it is 0
        (lambda: sample_size(1e-200), ValueError, "width must be between 1e-100 and inf"),
        (lambda: confidence_interval(1, 2**64, method="exact"), ValueError, "games must be at most"),
    ],
)
def test_bad_arguments(call, error: type, message: str):
    with pytest.raises(error, match=message):
        call()
