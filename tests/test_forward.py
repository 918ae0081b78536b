"""Forward propagation: what must hold of the probabilities of all final states."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from games import BEST, IGNORE, LOOKING, RULES, games
from hypothesis import assume, given
from hypothesis import strategies as st

from orchard import EDITIONS, Game, Strategy, mixture, propagate

forward = st.sampled_from([*RULES, *LOOKING, IGNORE])


@given(games(), forward)
def test_the_game_is_over_after_the_last_step_and_fruit_but_one(game: Game, strategy: Strategy):
    # Each change takes a step or a fruit, and no game ends with neither left. (The paper prints r0 + f0 - 1 with f0
    # the fruit of one tree.)
    after = propagate(game, strategy, exact=True)
    changes, most = len(after.going_on) - 1, game.raven_steps + sum(game.fruits) - 1
    assert changes <= most
    assert after.final.shape == (game.raven_steps + 1, *(f + 1 for f in game.fruits))
    assert after.going_on[0] == 1
    assert after.going_on[-1] == 0
    assert list(after.going_on) == sorted(after.going_on, reverse=True)


@given(games(), forward)
def test_the_longest_game_takes_every_fruit_and_step_but_one(game: Game, strategy: Strategy):
    assume(all(faces for faces, fruit in zip(game.colour_faces, game.fruits, strict=True) if fruit))
    after = propagate(game, strategy, exact=True)
    assert len(after.going_on) - 1 == game.raven_steps + sum(game.fruits) - 1
    assert after.going_on[-2] > 0


@given(games(), forward)
def test_floats_are_fractions(game: Game, strategy: Strategy):
    floats, fractions = propagate(game, strategy), propagate(game, strategy, exact=True)
    assert np.abs(floats.final - fractions.final.astype(float)).max() < 1e-14
    assert np.allclose(floats.going_on, np.array(fractions.going_on, float), rtol=0, atol=1e-14)
    assert floats.final_states == fractions.final_states
    assert type(fractions.win_probability) is Fraction


def test_one_tree_of_one_fruit_by_hand():
    # Two steps: won at once with 2/3; else one step further, and won with 2/3 of what is left.
    after = propagate(Game((1,), 2), exact=True)
    third = Fraction(1, 3)
    assert after.final.tolist() == [[0, third**2], [third * 2 * third, 0], [2 * third, 0]]
    assert after.going_on == (1, third, 0)
    assert after.final_states == 3


def test_symmetric_trees_end_alike():
    final = propagate(Game((2, 2, 2), 2), "random", exact=True).final
    assert np.array_equal(final, final.transpose(0, 2, 3, 1))


@pytest.mark.parametrize("strategy", [*BEST, mixture({"max": Fraction(1, 2), "optimal": Fraction(1, 2)})])
def test_what_looks_ahead_is_refused(strategy: Strategy):
    message = "^strategy must be one that does not look ahead, such as solve"
    for game in (EDITIONS["two-by-two"], replace(EDITIONS["two-by-two"], basket_picks=0)):
        with pytest.raises(ValueError, match=message):
            propagate(game, strategy)
