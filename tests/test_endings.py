"""How games end, in a game small enough for hand and in those as sold."""

from fractions import Fraction

import numpy as np
import pytest

from orchard import Game, absorbing_chain
from orchard.endings import later, raven_steps_made, summary


def test_later_is_what_is_left_over():
    assert later(np.array([0.0, 0.5, 0.25, 0.25])) == pytest.approx([1, 0.5, 0.25])


def test_a_summary_by_hand():
    """A quarter of all games, after 2 or 4 rolls, equally often."""
    assert summary(np.array([0, 0, 0.125, 0, 0.125])) == (0.25, 3, 1, 2, 2, 4)


def test_one_fruit_and_one_step():
    """Two faces win and one loses, so the raven makes its step in a third of the games."""
    chain = absorbing_chain(Game((1,), raven_steps=1), "max", exact=True)
    assert raven_steps_made(chain) == Fraction(1, 3)
