"""What it costs to use a basket as badly as can be, and how often a game comes to such a choice."""

import numpy as np

from orchard.markov import absorbing_chain
from orchard.solver import Solution


def lost_by_a_wrong_basket(solution: Solution) -> np.ndarray:
    """What the worst use of one basket wins less than the best, if the game then goes on as solved.

    A chance for each of `solution.positions`, in their order. A basket is used up, as far as there is fruit.
    """
    bears, after = solution.states.fruits[:, 1:, None] > 0, solution.states.after[:, 1:]
    best, worst = solution.table().copy(), solution.table().copy()
    for _ in range(solution.game.picks):  # of the fruit states the first, without any fruit, stays as it is
        best[1:] = np.where(bears, best[after], -np.inf).max(axis=0)
        worst[1:] = np.where(bears, worst[after], np.inf).min(axis=0)
    return (best - worst)[1:].ravel()


def baskets_a_game(solution: Solution) -> np.ndarray:
    """How often a game that is played as solved has a basket roll in each of `solution.positions`, on average."""
    game, chain = solution.game, absorbing_chain(solution.game, solution.strategy)
    visits = np.zeros_like(solution.table())
    visits[chain.ways.stock, chain.ways.raven - 1] = chain.expected_visits()
    return (visits * game.basket_faces / game.faces)[1:].ravel()
