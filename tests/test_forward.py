"""Forward propagation: where games end, and after how many changes of state."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchard import State
from orchard.pages.studies.forward import propagate
from tests.games import IGNORE, LOOKING, RULES, games
from tests.samples import literal_end

forward = st.sampled_from([*RULES, *LOOKING, IGNORE])


@given(games(), forward)
def test_games_end_where_the_rules_read_literally_say(game, strategy):
    final = propagate(game, strategy).final
    found = {State(tuple(fruits), r): p for (r, *fruits), p in np.ndenumerate(final) if p}
    assert found == pytest.approx(literal_end(game, strategy)[1], abs=1e-12)


@given(games(), forward)
def test_the_longest_game_takes_every_fruit_and_step_but_one(game, strategy):
    """Each change takes a step or a fruit, and no game ends with neither left. Some trees may need all baskets.

    (The paper prints r0 + f0 - 1 with f0 the fruit of one tree.)
    """
    going_on = propagate(game, strategy, exact=True).going_on
    changes, most = len(going_on) - 1, game.raven_steps + sum(game.fruits) - 1
    without_baskets = all(faces or not fruit for faces, fruit in zip(game.colour_faces, game.fruits, strict=True))
    assert changes == most if without_baskets else changes <= most
    assert (going_on[0], going_on[-1]) == (1, 0)
    assert list(going_on) == sorted(going_on, reverse=True)
