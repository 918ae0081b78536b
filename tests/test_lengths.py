"""How long games take: by two clocks, or by fruit and raven, against the rules read literally and the chain."""

from math import comb

import numpy as np
import pytest
from games import games, players, without_best
from hypothesis import given
from samples import BY_RAVEN, FIRST_ORCHARD, PATIENT, literal_end

from orchard import absorbing_chain
from orchard.lengths import length_distribution, mean_length, summary
from orchard.transitions import clock


@given(games(), players)
def test_lengths_are_those_of_the_rules_read_literally(game, strategy):
    strategy = without_best(game, strategy)
    found, (expected, _) = length_distribution(game, strategy, rest=1e-12), literal_end(game, strategy)
    common = min(found.shape[1], expected.shape[1])
    assert found[:, :common] == pytest.approx(expected[:, :common], abs=1e-11)
    assert found[:, common:].sum() + expected[:, common:].sum() < 1e-11


@pytest.mark.parametrize("strategy", ["max", "random", "first", BY_RAVEN, ("max", "max", "random")])
@pytest.mark.parametrize("game", [FIRST_ORCHARD, PATIENT], ids=["First Orchard", "patient"])
def test_the_chain_says_the_same(game, strategy):
    ends, chain = length_distribution(game, strategy, rest=1e-13), absorbing_chain(game, strategy)
    assert ends == pytest.approx(chain.roll_distribution(ends.shape[1] - 1), abs=1e-13)
    assert mean_length(ends) == pytest.approx(chain.expected_rolls()[chain.start], abs=1e-9)


@pytest.mark.parametrize("rest", [0.5, 1e-3, 1e-9])
def test_at_most_the_rest_is_left(rest):
    assert rest / 100 < 1 - length_distribution(FIRST_ORCHARD, "max", rest=rest).sum() <= rest


def test_the_clock_is_the_negative_binomial_distribution():
    w, r = 0.3, 4
    for k, (lost, came) in zip(range(6), clock(w, r), strict=False):
        now = np.array([comb(k + j - 1, j) * w**j if k else float(j == 0) for j in range(r)])
        later = np.array([comb(k + j, j) * w**j for j in range(r)])
        assert came == pytest.approx(later / later.sum(), abs=1e-15)
        assert lost == pytest.approx((now / now.sum()) @ w ** (r - np.arange(r)), abs=1e-15)


def test_what_is_remembered_is_not_lent():
    length_distribution(FIRST_ORCHARD, "max")[:] = 0
    assert length_distribution("first-orchard-5").sum() == pytest.approx(1, abs=1e-8)


def test_the_mean_is_that_of_counts_and_shares_too():
    counts = np.array([[0, 3, 0], [0, 0, 1]])
    assert mean_length(counts) == mean_length(counts / 4) == 1.25


def test_a_summary_by_hand():
    """A quarter of all games, after 2 or 4 rolls, equally often."""
    assert summary(np.array([0, 0, 0.125, 0, 0.125])) == (0.25, 3, 1, 2, 2, 4)


@pytest.mark.parametrize("ends", [[1, 2], [[[1, 1]] * 2] * 2, [["a"], ["b"]], [[0, 0], [0, 0]]], ids=str)
def test_what_counts_no_lengths_is_refused(ends):
    with pytest.raises(ValueError, match=r"^ends must be numbers of shape \(2, k\)"):
        mean_length(ends)
