"""How many rolls a game takes: the whole distribution, by probabilities that are pushed forward roll by roll.

Probabilities move as counts of games do in `orchard.simulator.counted`, with the same two clocks (`clock` in
`orchard.transitions`): by the fruit alone where nobody looks at the raven, by fruit and raven where somebody does.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import cycle
from typing import NamedTuple

import numpy as np

from orchard.arguments import check_memory, probability, wrong_value
from orchard.rules import Game, checked_game
from orchard.states import States, checked_states
from orchard.strategies import Asked, Strategy, check_rules, checked_players, is_lumpable
from orchard.transitions import Move, arrows, clock, moves, raven_chance, ravens_in_a_clock


def length_distribution(game: Game | str, strategy: Asked = "max", rest: float = 1e-9) -> np.ndarray:
    """(2, k): the probability of losing, and of winning, with exactly 0, 1, 2, ... rolls.

    It ends where at most a share `rest` of all games still goes on. Time grows as rolls x entries of the matrix of a
    roll, which has a row for each fruit state, and for each of the raven's steps if a strategy looks at them or players
    take turns. Raises TypeError or ValueError for an impossible game, strategy or `rest`, for a strategy that looks
    ahead, and for a game too large for this machine.

    >>> length_distribution("two-by-two", "max")[:, :4].round(3).tolist()  # at least two rolls
    [[0.0, 0.0, 0.062, 0.094], [0.0, 0.0, 0.062, 0.219]]
    """
    game, players = checked_game(game), checked_players(strategy)
    check_rules(players)
    return _lengths(game, players, probability("rest", rest)).copy()


def mean_length(ends: np.ndarray) -> float:
    """The mean number of rolls of a game, from probabilities, shares or counts (2, k) of lost and won games.

    ValueError for anything of another shape, and for counts that sum to zero.

    >>> mean_length([[0, 1, 0], [0, 0, 3]])  # one game lost with one roll, three won with two
    1.75
    """
    ends = np.asarray(ends)
    if ends.dtype.kind not in "iuf" or ends.shape[:-1] != (2,) or not ends.sum() > 0:
        raise wrong_value("ends", "be numbers of shape (2, k) with a positive sum", ends)
    return summary(ends.sum(axis=0)).mean


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


@lru_cache(maxsize=16)
def _lengths(game: Game, players: tuple[Strategy, ...], rest: float) -> np.ndarray:
    states = checked_states(game.fruits, is_lumpable(game, players), 50 * game.trees)
    rolls = [moves(game, player, states) for player in players]
    ravens = ravens_in_a_clock(game, rolls)
    steps = game.raven_steps // ravens
    check_memory("fruits", len(states), 100 * steps * (game.trees + 2) * len(players))
    matrices = cycle([_without_raven(roll, states, steps) for roll in rolls])
    ended = np.zeros((2, ravens + 1))
    going = np.zeros((steps, len(states)))
    going[-1, -1] = 1
    for others, (lost, came) in enumerate(clock(raven_chance(rolls[0]), ravens)):
        nearer = lost * going
        going = (next(matrices) @ (going - nearer).ravel()).reshape(going.shape)
        going[:-1] += nearer[1:]
        ended = np.pad(ended, ((0, 0), (0, 1)))
        ended[0, others + ravens] += nearer[0].sum()
        ended[1, others + 1 : others + 1 + ravens] += going[:, 0].sum() * came
        going[:, 0] = 0
        if going.sum() <= rest:
            return ended


def _without_raven(roll: Sequence[Move], states: States, steps: int):
    """The matrix of a roll that is not the raven's, from the states before it (columns) to those after it (rows).

    A state is raven x n + fruit state. All states without fruit stand for won games, which roll no more.
    """
    from scipy.sparse import csr_array  # not above: it takes as long to import as the package

    others = [move for move in roll if not move.brings_raven]
    n, faces = len(states), max(1, sum(float(move.faces) for move in others))
    origin, target, weight = arrows(others, states, steps, float)
    ends = [raven * n + fruit - n for fruit, raven in (np.divmod(places, steps + 1) for places in (target, origin))]
    return csr_array((weight / faces, tuple(ends)), shape=(n * steps, n * steps))
