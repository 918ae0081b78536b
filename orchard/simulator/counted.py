"""Games that are counted instead of played: how many are in each row of the list of ways, divided anew at every roll.

All games begin in one row. At a roll the games of a row are divided among its ways by a multinomial split, and where
games of several rows meet their counts add up. So the counts after each roll have the very distribution that they have
when every game is played, and what they cost depends on the rows, hardly on the games.

How exact: counts are whole numbers in 64 bits that always add up to the games. NumPy draws them in floats of 53 bits.
Below 2^53 games (9 x 10^15) nothing is lost by that. The last way of a row gets what the others leave: it is the
likeliest here, for of a small one the rounding of the others would be a larger share. So of MOST_COUNTED games the
largest that are drawn, at most half of them, are rounded to multiples of 64, which is nothing beside their standard
deviation of over 400 million.
"""

from collections import Counter

import numpy as np

from orchard.rules import Game, State
from orchard.strategies import Strategy
from orchard.ways import Ways, summed, ways_of

MOST_COUNTED = 10**18  # games: ten times as many would not fit into 64 bits with a sign


def count_games(
    game: Game, players: tuple[Strategy, ...], games: int, rng: np.random.Generator
) -> tuple[np.ndarray, dict[State, int]]:
    """How many games were lost, and won, after exactly 0, 1, 2, ... rolls (2, k), and how many ended in each state.

    Of permutations of interchangeable trees there is only one state. Time grows as rolls x ways, memory as
    rows x the most ways of one, neither with `games`, at most MOST_COUNTED.
    """
    ways = ways_of(game, players)
    chance, target = _side_by_side(ways)
    rows = ways.rows  # the next one is of games lost, then won
    here, going = np.zeros(1, np.intp), np.array([games], np.int64)  # the rows that hold games, and how many
    counts, ended = [np.zeros(2, np.int64)], np.zeros((rows, 2), np.int64)
    while len(here):
        split, to = rng.multinomial(going, chance[here]), target[here]
        for end in (0, 1):
            ended[here, end] += split.sum(axis=1, where=to == rows + end)
        arrived = np.zeros(rows + 2, np.int64)
        np.add.at(arrived, to, split)
        counts.append(arrived[rows:].copy())  # a view would keep all rows in memory
        here = np.flatnonzero(arrived[:rows])
        going = arrived[here]
    return np.array(counts).T, _final_states(ways, ended)


def _side_by_side(ways: Ways) -> tuple[np.ndarray, np.ndarray]:
    """The chances and targets of each row (rows, k), the likeliest last; before them chance 0, if there are fewer.

    The first row of the example in `orchard.ways` has three, for both colours lead to row 1; others have four.

    >>> from orchard import STRATEGIES
    >>> chances, targets = _side_by_side(ways_of(Game((2, 2), 2, 2), (STRATEGIES["max"],)))
    >>> chances[0].tolist(), targets[0].tolist()
    ([0.0, 0.25, 0.25, 0.5], [0, 2, 5, 1])
    """
    origin, target, chance = summed(ways.origin, ways.target, ways.chance)  # sorted by origin
    order, count = np.lexsort([chance, origin]), np.bincount(origin)  # within each row: origin[order] is origin
    shape = ways.rows, int(count.max())
    chances, targets = np.zeros(shape), np.zeros(shape, np.int64)
    # As an index: -1 for the last way of its row, -2 for the one before. `count.cumsum()` is where the next row begins.
    from_the_right = np.arange(len(order)) - count.cumsum()[origin]
    chances[origin, from_the_right], targets[origin, from_the_right] = chance[order], target[order]
    return chances, targets


def _final_states(ways: Ways, ended: np.ndarray) -> dict[State, int]:
    """How many games ended in each state, if `ended` (rows, 2) were lost, and won, by a roll from each row.

    By the rules a lost game keeps the fruit of its last row, a won one the raven's steps.
    """
    of_states = ended.reshape(-1, ways.players, 2).sum(axis=1)  # the rows of one state, a player each, stand together
    final = Counter()
    for state, (lost, won) in zip(ways.live_states(), of_states.tolist(), strict=True):
        final[State(state.fruits, 0)] += lost
        final[State((0,) * len(state.fruits), state.raven_steps)] += won
    return {state: games for state, games in final.items() if games}
