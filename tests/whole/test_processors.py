"""Simulations on processors that know less: the same seed must give the same games."""

import os
import subprocess
import sys
from pathlib import Path

from numpy._core._multiarray_umath import __cpu_dispatch__

ROOT = Path(__file__).resolve().parents[2]
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
    plain = {"NPY_DISABLE_CPU_FEATURES": " ".join(__cpu_dispatch__)}
    command = [sys.executable, "-W", "ignore", "-c", HOW_MANY]
    here, there = (subprocess.check_output(command, env=os.environ | env, cwd=ROOT) for env in ({}, plain))
    assert here == there
