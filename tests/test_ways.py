"""Each judge alone notices a fault of each method; and the list of ways, where whole numbers have 32 bits."""

from dataclasses import replace
from functools import cache
from math import sqrt

import numpy as np
import pytest

from orchard import Game, absorbing_chain, play, simulate, solve
from orchard.pages.studies.forward import propagate
from orchard.ways import summed
from tests import literal
from tests.samples import FAMILY

GAME = Game((3, 4), 3, 2, (5, 1), 2, 2)
METHODS = {
    "solver": lambda game, strategy: solve(game, strategy).win_probability,
    "chain": lambda game, strategy: absorbing_chain(game, strategy).absorption_probabilities()[0, 1],
    "played": lambda game, strategy: simulate(game, strategy, 250_000, seed=1).win_rate,
    "counted": lambda game, strategy: simulate(game, strategy, 10**12, seed=1, method="counted").win_rate,
}
FAULTS = {  # what a method takes for the game: as if it had forgotten or miscounted something
    "solver": (replace(GAME, raven_faces=3), FAMILY),
    "chain": (replace(GAME, basket_picks=1), FAMILY),
    "played": (replace(GAME, basket_faces=1), FAMILY),
    "counted": (GAME, "ignore"),
}


@cache
def answers(method: str) -> tuple[float, float]:
    """The probability of winning by a method as it is, and with its fault."""
    return METHODS[method](GAME, FAMILY), METHODS[method](*FAULTS[method])


@cache
def algorithm_1() -> tuple[float, float]:
    """The share of games that Algorithm 1 wins, and four standard errors."""
    rng, games = np.random.default_rng(1), 1_000
    won = sum(play(GAME, FAMILY, rng).won for _ in range(games)) / games
    return won, 4 * sqrt(won * (1 - won) / games)


JUDGES = {  # the probability of winning, and how far from it a method may be: played games have errors of 0.001
    "the rules read literally": lambda: (float(literal.values(GAME, FAMILY)[0]), 4e-3),
    "forward propagation": lambda: (propagate(GAME, FAMILY).win_probability, 4e-3),
    "Algorithm 1": algorithm_1,
}


@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize("method", METHODS)
def test_each_judge_alone_notices_a_fault_of_each_method(method: str, judge: str):
    p, allowed = JUDGES[judge]()
    right, wrong = answers(method)
    assert abs(right - p) < allowed
    assert abs(wrong - p) > 2 * allowed


def test_ways_are_taken_together_where_whole_numbers_have_32_bits():
    """As in a browser: there indices are of 32 bits, and a row by another is more."""
    origin, target = np.array([70_000, 3, 70_000], np.int32), np.array([80_000, 80_000, 80_000], np.int32)
    found = summed(origin, target, np.array([0.25, 1, 0.5]))
    assert [column.tolist() for column in found] == [[3, 70_000], [80_000, 80_000], [1, 0.75]]
