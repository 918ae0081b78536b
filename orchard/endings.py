"""How games end: after how many rolls, with the raven how near, with how much fruit left; read off a Markov chain."""

from typing import NamedTuple

import numpy as np

from orchard.markov import AbsorbingChain


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


def raven_steps_made(chain: AbsorbingChain):
    """The steps that the raven makes on average: all of them in a lost game, some in a won one."""
    steps = chain.game.raven_steps
    lost, won = _last_rolls(chain)
    left = np.array([state.raven_steps for state in chain.states[:-2]])
    return steps * lost.sum() + (steps - left) @ won


def _last_rolls(chain: AbsorbingChain) -> np.ndarray:
    """(2, n): the probability that a game is lost, or won, by a roll from each live state."""
    return (chain.expected_visits()[:, None] * chain.R).T
