"""How long games take: the chain's distribution against the rules read literally."""

import numpy as np
import pytest
from games import games, players, without_best
from hypothesis import given
from samples import literal_end

from orchard import absorbing_chain
from orchard.pages.lengths import later


@given(games(), players)
def test_lengths_are_those_of_the_rules_read_literally(game, strategy):
    strategy = without_best(game, strategy)
    expected, _ = literal_end(game, strategy)
    found = absorbing_chain(game, strategy).roll_distribution(expected.shape[1] - 1)
    assert found == pytest.approx(expected, abs=1e-12)


def test_later_is_what_is_left_of_the_sum():
    assert later(np.array([0, 0.5, 0.25, 0.25])).tolist() == [1, 0.5, 0.25]
