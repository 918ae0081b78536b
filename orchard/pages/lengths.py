"""How many rolls a game takes, read off the probabilities of its lengths."""

from typing import NamedTuple

import numpy as np


class Summary(NamedTuple):
    """The lengths of some games: their share of all games, and their rolls."""

    share: float
    mean: float
    standard_deviation: float
    five_percent: int
    median: int
    ninety_five_percent: int


def later(ends: np.ndarray) -> np.ndarray:
    """P(longer than n rolls) for n = 0, 1, ..., from P(n rolls); summed from the end, where the terms are tiny."""
    at_least = ends[::-1].cumsum()[::-1]
    return at_least[1:]


def summary(ends: np.ndarray) -> Summary:
    """What games last that end with 0, 1, 2, ... rolls with probabilities `ends`, perhaps those of wins only."""
    rolls, share = np.arange(len(ends)), ends.sum()
    mean = ends @ rolls / share
    deviation = (ends @ (rolls - mean) ** 2 / share) ** 0.5
    quantiles = np.searchsorted(ends.cumsum() / share, [0.05, 0.5, 0.95])
    return Summary(float(share), float(mean), float(deviation), *map(int, quantiles))
