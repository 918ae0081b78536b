"""How long games take: by two clocks, or by fruit and raven, against the rules read literally and the chain."""

from math import comb

import numpy as np
import pytest
from games import games, players, without_best
from hypothesis import given
from samples import BY_RAVEN, FIRST_ORCHARD, NEAR, ORCHARD, PATIENT, literal_end, solved

from orchard import Game, absorbing_chain
from orchard.clocks import clock
from orchard.lengths import length_distribution, mean_length


def same(found: np.ndarray, expected: np.ndarray, slack: float) -> bool:
    """Whether two distributions agree in each of their common entries, and what is beyond them is small."""
    common = min(found.shape[1], expected.shape[1])
    rest = max(found[:, common:].sum(), expected[:, common:].sum())
    return np.abs(found[:, :common] - expected[:, :common]).max() < slack and rest < slack


@given(games(), players)
def test_lengths_are_those_of_the_rules_read_literally(game, strategy):
    strategy = without_best(game, strategy)
    expected, _ = literal_end(game, strategy)
    assert same(length_distribution(game, strategy, rest=1e-12), expected, 1e-11)


@pytest.mark.parametrize("strategy", ["max", "random", "first", BY_RAVEN, ("max", "max", "random")])
@pytest.mark.parametrize("game", [FIRST_ORCHARD, PATIENT], ids=["First Orchard", "patient"])
def test_the_chain_says_the_same(game: Game, strategy):
    ends, chain = length_distribution(game, strategy, rest=1e-13), absorbing_chain(game, strategy)
    assert np.abs(ends - chain.roll_distribution(ends.shape[1] - 1)).max() < 1e-13
    assert mean_length(ends) == pytest.approx(chain.expected_rolls()[chain.start], abs=1e-9)


def test_by_fruit_and_raven_is_by_two_clocks():
    """One player who is at the table twice does not look at the raven, but her games are followed by it too."""
    once, twice = (length_distribution(ORCHARD, strategy, rest=1e-12) for strategy in ("max", ("max", "max")))
    assert same(once, twice, 1e-13)


def test_a_single_fruit_is_a_waiting_time():
    """One fruit and r steps: the die of fruit and raven is thrown until one of them has come often enough."""
    ends = length_distribution(Game((1,), 3, 0, (2,), 0, 1), "max", rest=1e-15)
    won = [0, *(comb(k - 1, j) * (2 / 3) * (1 / 3) ** j if (j := k - 1) < 3 else 0 for k in range(1, ends.shape[1]))]
    assert ends[1] == pytest.approx(won, abs=1e-15)
    assert ends[0, 3] == pytest.approx(1 / 27, abs=1e-15)
    assert ends[0].sum() == pytest.approx(1 / 27, abs=1e-15)


def test_at_most_the_rest_is_left():
    for rest in (0.5, 1e-3, 1e-9):
        assert 0 <= 1 - length_distribution(FIRST_ORCHARD, "max", rest=rest).sum() <= rest
    assert 1 - length_distribution(FIRST_ORCHARD, "max", rest=0.5).sum() > 1e-3


def test_the_clock_is_the_negative_binomial_distribution():
    w, r = 0.3, 4
    for k, (lost, came) in zip(range(6), clock(w, r), strict=False):
        now = np.array([comb(k + j - 1, j) * w**j if k else float(j == 0) for j in range(r)])
        later = np.array([comb(k + j, j) * w**j for j in range(r)])
        assert came == pytest.approx(later / later.sum(), abs=1e-15)
        assert lost == pytest.approx((now / now.sum()) @ w ** (r - np.arange(r)), abs=1e-15)


def test_what_is_remembered_is_not_lent():
    length_distribution(FIRST_ORCHARD, "max")[:] = 0
    assert length_distribution("first-orchard").sum() == pytest.approx(1, abs=1e-8)


def test_the_mean_is_that_of_counts_and_shares_too():
    assert mean_length(np.array([[0, 3, 0], [0, 0, 1]])) == 1.25
    assert mean_length(np.array([[0, 0.75, 0], [0, 0, 0.25]])) == 1.25


def test_a_choice_left_to_the_solver_is_refused():
    with pytest.raises(ValueError, match=r'solve\(game, "optimal"\)\.strategy'):
        length_distribution(NEAR, "optimal")
    assert length_distribution(NEAR, solved(NEAR, "optimal")).sum() == pytest.approx(1, abs=1e-8)
