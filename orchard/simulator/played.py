"""Games played in lockstep, a batch at a time, each from its start to its end.

*A table.* If all chances are whole multiples of 1 / `outcomes`, a roll has so many equally likely outcomes (in First
Orchard 6 with the fullest tree, 72 with a tree at random). A table says where each leads from every row of the list of
ways: in the example of `orchard.ways`, `once[1]` is [3, 2, 4, 6]. Neighbouring outcomes that lead to the same row from
every row share a *column*: the 72 need 11. While a table stays small, it is made one of several rolls: after columns i
and j a game is in row `once[once[row, i], j]`. That of the example has six rolls at once, 4^6 outcomes.

*Ended games* go on through the table like all others, in ROUND rows that count the rolls since their end. So it is
enough to ask every ROUND rolls which games are over: the row says when each ended.

A game whose table would be too large is played by the chances themselves, added up along the list of ways.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import lcm
from typing import NamedTuple

import numpy as np

from orchard.rules import Game
from orchard.strategies import Strategy
from orchard.ways import Ways, ways_of

ROUND = 12  # the rolls of a table divide it
MOST_OUTCOMES = 2**16 - 1  # what 16 random bits can draw, and a number of 16 bits can hold
MOST_ENTRIES = 2**24  # of a table of one roll
CACHED = 2**19  # entries of a table of several rolls, which should stay in the processor's cache

# Games lost, and won, after 0, 1, 2, ... rolls (2, k); and the numbers, from 0, of those won, in any order.
Results = tuple[np.ndarray, np.ndarray]
BatchPlayer = Callable[[int, np.random.Generator, bool], Results]


class RollTable(NamedTuple):
    """Where so many `rolls` lead: `row_after[row, column_of[outcome]]`, all outcomes equally likely.

    Rows are those of the list of ways, then ROUND of lost games, by the rolls since their end, and ROUND of won ones.
    """

    row_after: np.ndarray
    column_of: np.ndarray
    rolls: int


def batch_player(game: Game, players: tuple[Strategy, ...]) -> BatchPlayer:
    """A function (games, rng, named) -> Results, in which the winners are told if the games are `named`."""
    ways = ways_of(game, players)
    table = roll_table(ways)
    if table is None:
        return partial(_play, ways.rows, 1, 1, _walk(ways))
    return partial(_play, ways.rows, table.row_after.shape[1], table.rolls, _look_up(table))


def _outcomes(chances: np.ndarray) -> int:
    """The least n with all chances whole multiples of 1 / n, if that is at most MOST_OUTCOMES; else a larger number."""
    outcomes = 1
    for chance in np.unique(chances).tolist():
        simple = Fraction(chance).limit_denominator(MOST_OUTCOMES)
        outcomes = lcm(outcomes, simple.denominator)
        if outcomes > MOST_OUTCOMES or abs(chance - simple) > 1e-14 * chance:
            return MOST_OUTCOMES + 1
    return outcomes


def roll_table(ways: Ways) -> RollTable | None:
    """The table for as many rolls at once as have room; None if there is not even room for one roll's outcomes."""
    outcomes = _outcomes(ways.chance)
    # Outcomes are numbered through, row by row: way k has the numbers until[k - 1] to until[k] - 1.
    # In the example each way has one: until = 1, 2, ..., 40, first = 0, 1, 2, 3, and way[1] = 4, 5, 6, 7.
    until = np.rint(ways.chance * outcomes).astype(int).cumsum()
    first = np.unique(until % outcomes)  # of each column: where in some row another way begins
    if outcomes > MOST_OUTCOMES or ways.rows * len(first) > MOST_ENTRIES:
        return None
    way = np.searchsorted(until, np.arange(ways.rows)[:, None] * outcomes + first, side="right")
    ended = _ended(ways.rows)[:, None].repeat(len(first), axis=1)
    once = np.vstack([_target_rows(ways)[way], ended]).astype(np.int32)
    outcomes_once = np.diff(np.append(first, outcomes))  # of each column
    row_after, of_column, rolls = once, outcomes_once, _rolls_at_once(len(once), len(first), outcomes)
    for _ in range(rolls - 1):
        row_after = once[row_after].reshape(len(once), -1)
        of_column = np.outer(of_column, outcomes_once).ravel()
    return RollTable(row_after, np.arange(len(of_column), dtype=np.int32).repeat(of_column), rolls)


def _rolls_at_once(rows: int, columns: int, outcomes: int) -> int:
    """How many rolls a table may have."""
    fitting = (k for k in range(1, ROUND + 1) if ROUND % k == 0 and rows * columns**k <= CACHED)
    return max((k for k in fitting if outcomes**k <= MOST_OUTCOMES), default=1)


def _target_rows(ways: Ways) -> np.ndarray:
    """The targets of the ways as rows of a table: n for lost games stays, n + 1 for won ones becomes n + ROUND."""
    return ways.target + (ways.target > ways.rows) * (ROUND - 1)


def _ended(first: int) -> np.ndarray:
    """(2 ROUND,): where the rows of ended games, from row `first` on, lead: to the next, and the last to itself."""
    since = np.minimum(np.arange(ROUND) + 1, ROUND - 1)
    return first + np.append(since, ROUND + since)


def _look_up(table: RollTable) -> Callable[[np.ndarray, np.random.Generator], None]:
    """A function that moves games on, each known by where its row begins among all entries of the table."""
    begins = (table.row_after * np.int32(table.row_after.shape[1])).ravel()

    def look_up(at: np.ndarray, rng: np.random.Generator) -> None:
        entry = table.column_of.take(_drawn(rng, len(table.column_of), len(at)), mode="clip")
        entry += at  # a row's begin and a column make the number of an entry
        begins.take(entry, out=at, mode="clip")  # "clip" is faster than a check, and nothing is out of bounds

    return look_up


def _drawn(rng: np.random.Generator, outcomes: int, size: int) -> np.ndarray:
    """`size` whole numbers below `outcomes`, all exactly equally likely; a word of 64 random bits gives four."""
    words = rng.integers(2**64 - 1, endpoint=True, size=size // 4 + 1, dtype=np.uint64)
    numbers = words.view(np.uint16)[:size]
    numbers //= np.uint16(MOST_OUTCOMES // outcomes)  # so many values of 16 bits make an outcome
    left_over = np.flatnonzero(numbers >= outcomes)  # values that would favour some are drawn again
    if len(left_over):
        numbers[left_over] = _drawn(rng, outcomes, len(left_over))
    return numbers


def _walk(ways: Ways) -> Callable[[np.ndarray, np.random.Generator], None]:
    """A function that moves games on by one roll, by the chances of the ways from their rows."""
    n, target, ended = ways.rows, _target_rows(ways), _ended(ways.rows)
    last = np.flatnonzero(np.diff(ways.origin, append=n))  # the last way of each row
    first = np.append(0, last[:-1] + 1)
    total = ways.chance.cumsum()
    ends = ways.origin + total - np.append(0, total[last])[ways.origin]

    def walk(row: np.ndarray, rng: np.random.Generator) -> None:
        live = row < n
        here = row[live]
        way = np.searchsorted(ends, here + rng.random(len(here)), side="right")
        row[~live] = ended[row[~live] - n]
        row[live] = target[np.clip(way, first[here], last[here])]  # rounding must not lead to another row's way

    return walk


def _play(
    live: int, width: int, rolls: int, move: Callable, games: int, rng: np.random.Generator, named: bool
) -> Results:
    """Play games in lockstep, `rolls` at each `move`, and take out those that ended once in ROUND rolls.

    A game is known by `width` times its row; in the first `live` rows it goes on.
    """
    at, name = np.zeros(games, np.int32), np.arange(games if named else 0, dtype=np.int32)
    counts, winners = [np.zeros((2, 1), np.int64)], [name[:0]]
    while len(at):
        for _ in range(ROUND // rolls):
            move(at, rng)
        is_live = at < live * width
        ended, going = np.flatnonzero(~is_live), np.flatnonzero(is_live)
        row = at.take(ended) // width - live
        # In row k a game ended k rolls ago, with roll ROUND - k of these: so the order is reversed.
        counts.append(np.bincount(row, minlength=2 * ROUND).reshape(2, ROUND)[:, ::-1])
        if named:
            winners.append(name.take(ended[row >= ROUND]))
            name = name.take(going)
        at = at.take(going)
    return np.concatenate(counts, axis=1), np.concatenate(winners)
