"""Whole numbers that can grow have 64 bits, also where a machine's own have 32: in a browser, where this runs, too."""

import re
from pathlib import Path

import numpy as np

from orchard import STRATEGIES, Game, solve
from orchard.ways import ways_of

NARROW = re.compile(r"astype\(int\)|\b(zeros|full|empty|array)\(.*\bint\)")


def test_in_a_large_game_the_value_of_a_row_is_the_mean_of_those_it_leads_to():
    """Its 161,051 rows times as many stocks are more than 31 bits can tell apart."""
    game = Game.uniform(4, 10, 11, 2)
    solution, ways = solve(game, "first"), ways_of(game, (STRATEGIES["first"],))
    value = np.append(solution.values[0, ways.stock, ways.raven], [0, 1])
    mean = np.bincount(ways.origin, ways.chance * value[ways.target])
    np.testing.assert_allclose(mean, value[:-2], rtol=1e-12)


def test_no_array_of_whole_numbers_is_as_wide_as_the_machine_likes():
    lines = [line for path in Path("orchard").rglob("*.py") for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if NARROW.search(line)] == []
