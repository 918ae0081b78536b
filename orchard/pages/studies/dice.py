"""A bound that no way of picking can beat, on any die.

Tree `i` has `f_i` fruits and `c_i` faces; there are `B` baskets of `b` picks and `W` ravens. If the die is rolled at
random times, its kinds of faces come as independent Poisson processes with these rates.
"""

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy.special import gammainccinv
from scipy.stats import poisson

from orchard.pages.studies import refuse_other_rules
from orchard.rules import Game

NODES = 200  # of the integral over the time at which the raven arrives: right to 1e-12


def bank_bound(game: Game) -> float:
    """The chance of winning if picks are saved until they suffice for all fruit; no strategy does better.

    If the raven arrives at time s, it is P(sum_i max(0, f_i - N_i(s)) <= b N_B(s)); s is Gamma(r) / W distributed.
    """
    refuse_other_rules(game)
    latest = gammainccinv(game.raven_steps, 1e-17) / game.raven_faces
    nodes, weights = leggauss(NODES)
    times = (nodes + 1) * latest / 2
    arrivals = game.raven_faces * poisson.pmf(game.raven_steps - 1, game.raven_faces * times)
    return min(1.0, float((weights * arrivals * _enough(game, times)).sum() * latest / 2))


def _enough(game: Game, times: np.ndarray) -> np.ndarray:
    """P(sum_i max(0, f_i - N_i) <= b N_B) at each of the `times`."""
    left_over = np.eye(1, sum(game.fruits) + 1) + np.zeros((len(times), 1))
    for fruit, faces in zip(game.fruits, game.colour_faces, strict=True):
        left_over = _sum(left_over, _left_over(fruit, faces * times))
    if not game.picks:
        return left_over[:, 0]
    baskets = -(-np.arange(left_over.shape[1]) // game.picks)
    return (left_over * poisson.sf(baskets - 1, game.basket_faces * times[:, None])).sum(axis=1)


def _sum(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """The law of the sum of two independent numbers, row by row, cut off where the first ends."""
    total = np.zeros_like(one)
    for number, probability in enumerate(two.T):
        total[:, number:] += probability[:, None] * one[:, : one.shape[1] - number]
    return total


def _left_over(fruit: int, means: np.ndarray) -> np.ndarray:
    """The law of max(0, fruit - N), a row for each mean of the Poisson variable N."""
    left_over = poisson.pmf(np.arange(fruit, -1, -1), means[:, None])
    left_over[:, 0] = poisson.sf(fruit - 1, means)
    return left_over
