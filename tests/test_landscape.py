"""Landscapes: against separate solves and games by hand."""

from itertools import product

import numpy as np
import pytest

from orchard import STRATEGIES, Game, solve
from orchard.pages.studies.landscape import MOST_VALUES, landscape, map_around, resized
from orchard.rules import LARGEST, game_of
from orchard.states import count_states

RANGES = {"trees": [3, 1, 2], "fruits": [1, 3], "raven_steps": range(1, 4), "basket_picks": [0, 1, 2]}


def chance(*rules: int, strategy: str = "max") -> float:
    return solve(Game.uniform(*rules), strategy).win_probability


def test_every_row_is_what_a_separate_solve_says_in_the_order_asked_for():
    table = landscape(**RANGES, strategies=list(STRATEGIES))
    asked = [(*rules, how) for how in STRATEGIES for rules in product(*RANGES.values())]
    assert list(table) == [*RANGES, "strategy", "win_probability"]
    assert list(table.drop(columns="win_probability").itertuples(index=False, name=None)) == asked
    alone = [chance(*rules, strategy=how) for *rules, how in asked]
    np.testing.assert_allclose(table.win_probability, alone, rtol=0, atol=1e-12)


# --- games near a game ---

UNEVEN = "5,3,4:raven=4:picks=2:colours=1,2,1"


@pytest.mark.parametrize("strategy", ["max", "random", "ignore", "optimal"])
def test_each_game_of_a_map_is_a_position_of_its_largest(strategy: str):
    largest, down, across = map_around(UNEVEN, strategy, 5)
    solution = solve(largest, strategy)
    for trees, more in product(down, across):
        game = resized(UNEVEN, trees, more)
        position = game.fruits + (0,) * (largest.trees - trees)
        alone = solve(game, strategy).win_probability
        assert abs(solution.value(position, game.raven_steps) - alone) < 1e-12


@pytest.mark.parametrize("game", ["first-orchard", UNEVEN, "4,4,4,0", "20,20", "1:raven=1000", "2,2:colours=1000,1"])
def test_a_map_has_its_game_and_is_neither_too_large_to_read_nor_to_solve(game: str):
    largest, down, across = map_around(game, "max")
    assert game_of(game).trees in down
    assert 0 in across
    assert len(down) <= 10 >= len(across)
    assert largest.faces <= LARGEST
    assert count_states(largest.fruits, len(set(largest.colour_faces)) == 1) * largest.raven_steps <= MOST_VALUES
