"""What it costs to use a basket otherwise than best."""

from collections.abc import Callable

import numpy as np

from orchard.rules import State
from orchard.solver import Solution
from orchard.strategies import Rule, next_player, slowest_trees, strategy_of


def _rarest_of_fullest(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for each of the fullest trees whose colour has fewest faces."""
    is_fullest = fruits == fruits.max(axis=-1, keepdims=True)
    faces = np.where(is_fullest, game.colour_faces, game.faces)
    return (is_fullest & (faces == faces.min(axis=-1, keepdims=True))).view(np.uint8)


RAREST_OF_FULLEST = Rule(
    "rarer", "from the fullest tree, of equals the rarer colour", _rarest_of_fullest, symmetric=True
)
ALL_SLOWEST = Rule(
    "slowest trees",
    "from one of the slowest trees, by lot",
    lambda game, fruits, *_: slowest_trees(game, fruits).view(np.uint8),
    symmetric=True,
)


def costliest(solution: Solution, rule: Rule | str, lost_by: Callable | None = None) -> tuple[float, State]:
    """How many games of 100 a basket that is picked by a rule without a look at the raven loses at most, and where.

    `lost_by`: `lost_by_the_best_of`, or if there is none `lost_by_picking`.
    """
    fruits = solution.states.fruits
    weights = strategy_of(rule).weights(solution.game, fruits.T, 1, 1).T
    lost = (lost_by or lost_by_picking)(solution, weights)
    worst = int(lost.round(11).argmax())  # of those that differ by rounding the first
    return 100 * lost[worst], list(solution.positions)[worst]


def lost_by_a_wrong_basket(solution: Solution) -> np.ndarray:
    """What the worst use of one basket wins less than the best, as `lost_by_picking` says it."""
    bears = solution.states.fruits[:, 1:, None] > 0
    return _lost(solution, lambda used: np.where(bears, used, np.inf).min(axis=0))


def lost_by_picking(solution: Solution, weights: np.ndarray) -> np.ndarray:
    """What a basket of the first player, each pick drawn by lot, wins less on average than the best use of it.

    The game goes on as solved. `weights` (trees, n) are the shares of the lot in each fruit state of `solution.states`;
    trees without fruit have none. A chance for each of `solution.positions`, in their order. A basket is used up, as
    far as there is fruit.
    """
    lot = weights[:, 1:, None] / weights[:, 1:, None].sum(axis=0)
    return _lost(solution, lambda used: (lot * used).sum(axis=0))


def lost_by_the_best_of(solution: Solution, weights: np.ndarray) -> np.ndarray:
    """As `lost_by_picking`, if somebody tells which of the trees in the lot is best."""
    in_lot = weights[:, 1:, None] > 0
    return _lost(solution, lambda used: np.where(in_lot, used, -np.inf).max(axis=0))


def _lost(solution: Solution, ours_of: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """What a basket wins less than its best use, if `ours_of` the chances after each pick is what we make of them."""
    bears, after = solution.states.fruits[:, 1:, None] > 0, solution.states.after[:, 1:]
    following = solution.values[next_player(0, solution.players), :, 1:]
    best, ours = following.copy(), following.copy()
    for _ in range(solution.game.picks):  # of the fruit states the first, without any fruit, stays as it is
        best[1:] = np.where(bears, best[after], -np.inf).max(axis=0)
        ours[1:] = ours_of(ours[after])
    return (best - ours)[1:].ravel()
