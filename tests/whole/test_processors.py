"""Simulations on processors that know less: the same seed must give the same games."""

import os

from numpy._core._multiarray_umath import __cpu_dispatch__
from processes import python

HOW_MANY = """
from itertools import product
from orchard import solve
from orchard.simulator import simulate
strategies, methods = ["max", "random", "optimal"], ["counted", "played"]
for edition, strategy, method in product(["two-by-two", "orchard"], strategies, methods):
    simulation = simulate(edition, solve(edition, strategy).strategy, games=300_000, seed=1, method=method)
    print(simulation.wins, simulation.rolls.tolist())
"""


def test_the_same_seed_gives_the_same_games_on_other_processors():
    """NumPy without all that it has for newer ones: its sums, its sorting and its functions take other ways."""
    plain = os.environ | {"NPY_DISABLE_CPU_FEATURES": " ".join(__cpu_dispatch__)}
    here, there = (python("-W", "ignore", "-c", HOW_MANY, env=env).stdout for env in (os.environ, plain))
    assert here == there
