"""The length identity: on average a game takes faces / ravens rolls for each step that the raven makes."""

from fractions import Fraction

import pytest
from games import games
from hypothesis import given
from hypothesis import strategies as st

from orchard import Game, absorbing_chain, solve
from orchard.markov import raven_steps_made

BLIND = ["max", "min", "random", "fruit", "first", "slowest", "ignore"]  # none of these looks at the raven


def rolls_by_defeats(game: Game, strategy: str, exact: bool) -> Fraction | float:
    """The second form: the steps made are the sum of the odds of losing with 1, 2, ... steps."""
    solution = solve(game, strategy, exact)
    defeats = sum(1 - solution.value(game.fruits, steps) for steps in range(1, game.raven_steps + 1))
    return Fraction(game.faces, game.raven_faces) * defeats


@given(games(most_fruit=2), st.sampled_from(BLIND))
def test_both_forms_in_fractions(game, strategy):
    chain = absorbing_chain(game, strategy, exact=True)
    rolls = Fraction(game.faces, game.raven_faces) * raven_steps_made(chain)
    assert chain.expected_rolls()[0] == rolls == rolls_by_defeats(game, strategy, exact=True)


def test_the_second_form_fails_for_who_looks_at_the_raven():
    """Best play with two red faces, one blue, two red fruits and one blue."""
    game = Game((2, 1), 3, 1, colour_faces=(2, 1))
    best = absorbing_chain(game, solve(game, "optimal").strategy)
    assert best.expected_rolls()[0] == pytest.approx(5 * raven_steps_made(best), abs=1e-12)
    assert best.expected_rolls()[0] > rolls_by_defeats(game, "optimal", exact=False) + 0.004
