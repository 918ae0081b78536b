"""Games played in lockstep, each from its start to its end: one look-up a roll.

A *way* leads from a row, a state and who rolls, to another (`orchard.ways` has an example). If the chances of all ways
are whole multiples of 1 / `outcomes`, a roll has so many equally likely outcomes: 6 in First Orchard with the fullest
tree, where it does not matter which of several it is, and 72 with one pick from a tree at random of 2, 3 or 4. A table
says to which row each of them leads from every row. `table_of` shows that of the example in `orchard.ways`, with four
outcomes, ten rows and two ends. From the ends, of games that are lost and won, all lead back: a game that is over stays
where it is, until it is taken out a few rolls later.

Where a table would be too large, a roll is a number from 0 to 1 that is looked up among the chances themselves.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import lcm

import numpy as np

from orchard.rules import Game
from orchard.strategies import Strategy
from orchard.ways import Ways, ways_of

LOOK = 8  # rolls before games that are over are taken out
MOST_OUTCOMES = 2**16  # which 16 random bits can tell apart
MOST_ENTRIES = 2**24  # of a table

# How many games were lost, and won, after exactly 0, 1, 2, ... rolls (2, k), of which the last may be 0; and which
# games were won, by their numbers from 0, in any order.
Results = tuple[np.ndarray, np.ndarray]
Roll = Callable[[np.ndarray, np.random.Generator], np.ndarray]  # (rows, rng) -> rows after a roll


def in_lockstep(game: Game, players: tuple[Strategy, ...]) -> Callable[[int, np.random.Generator], Results]:
    """A function (games, rng) -> Results that plays so many games."""
    ways = ways_of(game, players)
    outcomes = _outcomes(ways.chance)
    if ways.rows * outcomes > MOST_ENTRIES or outcomes > MOST_OUTCOMES:
        return partial(_play, ways.rows, _roll_by_chances(ways))
    return partial(_play, ways.rows, _roll_by_table(ways, outcomes))


def _play(lost: int, roll: Roll, games: int, rng: np.random.Generator) -> Results:
    """The results of games that all begin in row 0 and end in row `lost`, or in the next one, `won`."""
    won = lost + 1
    row, number = np.zeros(games, np.int32), np.arange(games, dtype=np.int32)
    ended, winners = [np.zeros((1, 2), np.int64)], []
    while len(row):
        over_so_far = np.zeros((LOOK + 1, 2), np.int64)  # lost, and won, after 0, 1, ... of the next rolls
        for k in range(1, LOOK + 1):
            row = roll(row, rng)
            over_so_far[k] = np.count_nonzero(row == lost), np.count_nonzero(row == won)
        ended.append(np.diff(over_so_far, axis=0))
        winners.append(number[row == won])
        going = np.flatnonzero(row < lost)  # places, which are looked up four times as fast as a mask
        row, number = row[going], number[going]
    return np.concatenate(ended).T, np.concatenate(winners)


def table_of(ways: Ways, outcomes: int) -> np.ndarray:
    """(rows + 2, outcomes): the row that each outcome of a roll leads to, from every row.

    In the example of `orchard.ways` a column each for the two colours, the basket and the raven. The first five rows
    are (2, 2), (1, 2), (1, 1), (0, 2) and (0, 1) with the raven two steps away, the last two the games lost and won.

    >>> from orchard import STRATEGIES
    >>> table_of(ways_of(Game((2, 2), 2, 2), (STRATEGIES["max"],)), outcomes=4)
    array([[ 1,  1,  2,  5],
           [ 3,  2,  4,  6],
           [ 4,  4, 11,  7],
           [ 3,  4, 11,  8],
           [ 4, 11, 11,  9],
           [ 6,  6,  7, 10],
           [ 8,  7,  9, 10],
           [ 9,  9, 11, 10],
           [ 8,  9, 11, 10],
           [ 9, 11, 11, 10],
           [10, 10, 10, 10],
           [11, 11, 11, 11]], dtype=int32)
    """
    times = np.rint(ways.chance * outcomes).astype(np.intp)  # of each way; those of a row sum to `outcomes`
    ends = np.repeat([ways.rows, ways.rows + 1], outcomes)
    return np.append(ways.target.repeat(times), ends).astype(np.int32).reshape(-1, outcomes)


def _roll_by_table(ways: Ways, outcomes: int) -> Roll:
    after = table_of(ways, outcomes).ravel()

    def roll(row: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        outcome = rng.integers(outcomes, size=len(row), dtype=np.uint16)
        return after.take(row * outcomes + outcome, mode="clip")  # nothing is out of bounds, and not to check is quick

    return roll


def _roll_by_chances(ways: Ways) -> Roll:
    """As above, by the list of ways: those from row k end at k + their chances, added up.

    In the example the four of row 1 end at 1.25, 1.5, 1.75 and 2. A random 0.6 makes 1.6, and is the third way.
    Chances of a row add up to 1 but for rounding: so no way ends beyond the next whole number, and its last one has
    what is left below it.
    """
    ends = [ways.rows, ways.rows + 1]
    origin, target = np.append(ways.origin, ends), np.append(ways.target, ends)
    total = np.append(ways.chance, [1, 1]).cumsum()
    last = np.append(np.flatnonzero(np.diff(origin)), len(origin) - 1)  # the last way of each row
    before = np.append(0, total[last])  # what the rows before each add up to
    until = origin + np.minimum(1, total - before[origin])

    def roll(row: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        way = np.searchsorted(until, row + rng.random(len(row)), side="right")
        return target[np.minimum(way, last[row])]

    return roll


def _outcomes(chances: np.ndarray) -> int:
    """The least n with all chances whole multiples of 1 / n, if that is at most MOST_OUTCOMES; else a larger number."""
    outcomes = 1
    for chance in np.unique(chances).tolist():
        simple = Fraction(chance).limit_denominator(MOST_OUTCOMES)
        outcomes = lcm(outcomes, simple.denominator)
        if outcomes > MOST_OUTCOMES or abs(chance - simple) > 1e-14 * chance:  # more than rounding
            return MOST_OUTCOMES + 1
    return outcomes
