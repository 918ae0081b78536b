"""How games end, in a game small enough for hand and in those as sold."""

from fractions import Fraction

import numpy as np
import pytest

from orchard import Game, absorbing_chain
from orchard.endings import closeness, later, raven_steps_made, summary


def test_later_is_what_is_left_over():
    assert later(np.array([0.0, 0.5, 0.25, 0.25])) == pytest.approx([1, 0.5, 0.25])


def test_a_summary_by_hand():
    """A quarter of all games, after 2 or 4 rolls, equally often."""
    assert summary(np.array([0, 0, 0.125, 0, 0.125])) == (0.25, 3, 1, 2, 2, 4)


def test_one_fruit_and_one_step():
    """Two faces win and one loses, so the raven makes its step in a third of the games."""
    chain = absorbing_chain(Game((1,), raven_steps=1), "max", exact=True)
    assert raven_steps_made(chain) == Fraction(1, 3)


def test_first_orchard_is_close():
    wins, defeats = closeness(absorbing_chain("first-orchard", "max"))
    assert [f"{wins[1]:.4f}", f"{defeats[1]:.4f}"] == ["0.2724", "0.2332"]
    assert [wins.sum(), defeats.sum()] == pytest.approx([1, 1])
