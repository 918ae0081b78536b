"""What it costs to use a basket otherwise than best, and how often a game comes to such a choice."""

import numpy as np

from orchard.markov import absorbing_chain
from orchard.solver import Solution
from orchard.strategies import next_player


def lost_by_a_wrong_basket(solution: Solution) -> np.ndarray:
    """What the worst use of one basket wins less than the best, as `lost_by_picking` says it."""
    return lost_by_picking(solution, solution.states.fruits > 0, worst=True)


def lost_by_picking(solution: Solution, trees: np.ndarray, *, worst: bool = False) -> np.ndarray:
    """What a basket of the first player that goes to some `trees` alone wins less than the best use of it.

    The game goes on as solved. `trees` (trees, n) says for each fruit state of `solution.states` from which; of several
    it is the best, or the `worst`. A chance for each of `solution.positions`, in their order. A basket is used up, as
    far as there is fruit.
    """
    bears, after = solution.states.fruits[:, 1:, None] > 0, solution.states.after[:, 1:]
    left_to = bears & trees[:, 1:, None]
    following = solution.table(next_player(0, solution.players))
    best, ours = following.copy(), following.copy()
    for _ in range(solution.game.picks):  # of the fruit states the first, without any fruit, stays as it is
        best[1:] = np.where(bears, best[after], -np.inf).max(axis=0)
        used = ours[after]
        ours[1:] = (
            np.where(left_to, used, np.inf).min(axis=0) if worst else np.where(left_to, used, -np.inf).max(axis=0)
        )
    return (best - ours)[1:].ravel()


def baskets_a_game(solution: Solution) -> np.ndarray:
    """How often a game that is played as solved has a basket roll in each of `solution.positions`, on average."""
    game, chain = solution.game, absorbing_chain(solution.game, solution.strategy)
    visits = np.zeros_like(solution.table())
    visits[chain.ways.stock, chain.ways.raven - 1] = chain.expected_visits()
    return (visits * game.basket_faces / game.faces)[1:].ravel()
