"""The table that games are played with: for every state and every way a roll can turn out, the state after it.

The ways are equally likely: one for each face of the die and each way to draw a basket's picks. Think of them as a
ruler. In a state where a pick has weights 1, 1, 1 the ruler is cut into three equal parts, where it has 1, 1 into two;
so a ruler of six ways serves both, and it is cut at 0, 2, 3, 4 and 6. Between two cuts of any state nothing changes:
those ways are one *column* of the table, as likely as it is long. Orchard with `random` picks has 864 ways, 6 faces
times 12 x 12 for the two picks, but 41 columns.

A *place* is a fruit state with a number of raven steps, numbered fruit state x (steps + 1) + raven steps; a row is a
place in which the game goes on, with the player who rolls next, or an ended game with the rolls since.

To look up several rolls at once the table is composed with itself. A game that has ended moves on through rows that
only count the rolls since; so games need not be looked at after every roll, and yet all their lengths are known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from orchard.rules import Game
from orchard.states import States
from orchard.strategies import Strategy
from orchard.transitions import Move, Take, moves

ROUND = 12  # rolls between two collections of ended games; 1, 2, 3, 4, 6 or 12 of them are looked up at once
CACHED = 2**19  # table entries, four bytes each, up to which rolls are composed
MOST_WAYS = 2**16  # ways of a look-up, up to which rolls are composed: a draw then needs only 16 random bits
FIRST_LOST, FIRST_WON, FIRST_LIVE = 0, ROUND, 2 * ROUND  # rows of lost and won games, and of those that go on
MOST_ENTRIES = 2**24  # entries, or ways, beyond which there is no table


class TooLargeError(Exception):
    """A game has no table, as that would have more than MOST_ENTRIES entries."""


@dataclass(frozen=True, eq=False)
class RollTable:
    """The table as a flat array, in which the beginning of a row and a column add up to the entry to be looked up.

    `entries[row * columns + column]` is where the row after `rolls` rolls begins, `columns` times its number: so a game
    is played by `at = entries[at + column]` alone.
    `column_of_way` (ways,) is the column of each of the equally likely `ways`, or None if each has one of its own.

    Rows 0 to ROUND - 1 are lost games by the rolls since their end, the next ROUND rows won ones. Then come the states
    in which the game goes on: `raven_steps` of them for each fruit state, each as often as there are players who roll
    by turns: the last one first, so that the start, with the first player to roll, is the last row of all.
    """

    entries: np.ndarray
    columns: int
    ways: int
    rolls: int
    column_of_way: np.ndarray | None

    @property
    def start(self) -> int:
        """Where the row of the start begins."""
        return len(self.entries) - self.columns


def roll_table(game: Game, players: Sequence[Strategy], states: States) -> RollTable:
    """The table for as many rolls at once as stay within CACHED entries; TooLargeError if one roll is too large."""
    kinds = np.count_nonzero([*game.colour_faces, game.basket_faces, game.raven_faces])
    _check_entries(len(states) * game.raven_steps * len(players) * kinds)  # so many or more: each kind makes a column
    rolls = [_roll(moves(game, player, states), states, game.raven_steps) for player in players]
    column_of_common, sizes = _common_columns([roll.sizes for roll in rolls])
    _check_entries(len(states) * game.raven_steps * len(players) * len(sizes))
    places_after = [roll.place_after[:, column] for roll, column in zip(rolls, column_of_common, strict=True)]
    live_rows = _live_rows(places_after, len(states), game.raven_steps)
    row_after = np.concatenate([_ended_rows(len(sizes)), live_rows]).astype(np.int32)
    return _composed(row_after, sizes, _rolls_at_once(len(row_after), len(sizes), int(sizes.sum())))


def _rolls_at_once(rows: int, columns: int, ways: int) -> int:
    """The most rolls, a divisor of ROUND, whose table fits."""
    fitting = [n for n in (1, 2, 3, 4, 6, 12) if rows * columns**n <= CACHED and ways**n <= MOST_WAYS]
    return max(fitting, default=1)


def _composed(row_after: np.ndarray, sizes: np.ndarray, rolls: int) -> RollTable:
    """The table of `rolls` rolls from `row_after` (rows, columns) one: a column for each sequence of columns."""
    composed, lengths = row_after, sizes
    for _ in range(rolls - 1):  # every column becomes a run of columns, one for each of the next roll
        composed = row_after[composed].reshape(len(row_after), -1)
        lengths = np.outer(lengths, sizes).ravel()
    columns, ways = len(lengths), int(lengths.sum())
    small = np.uint16 if columns <= 2**16 else np.int32  # that holds the number of a column
    column_of_way = np.arange(columns, dtype=small).repeat(lengths) if ways > columns else None
    return RollTable((composed * np.int32(columns)).ravel(), columns, ways, rolls, column_of_way)


# --- rows ---


def _live_rows(places_after: Sequence[np.ndarray], n: int, steps: int) -> np.ndarray:
    """(live rows, columns): the row after a roll, from each player's place after it (places, columns)."""
    players, columns = len(places_after), places_after[0].shape[1]
    live = np.arange(n * (steps + 1)).reshape(n, -1)[1:, 1:].ravel()
    row_after = np.empty((len(live) * players, columns), np.int64)
    row_of_place = _rows_of_places(n, steps, players)
    for player, place_after in enumerate(places_after):
        next_player = (player + 1) % players
        here = row_of_place[player, live] - FIRST_LIVE
        row_after[here] = row_of_place[next_player, place_after[live]]
    return row_after


def _rows_of_places(n: int, steps: int, players: int) -> np.ndarray:
    """(players, places): the row of each place, by who rolls there. A place has its rows last player first."""
    row = np.empty((players, n, steps + 1), np.int64)
    row[:, :, 0] = FIRST_LOST
    row[:, 0] = FIRST_WON  # no roll leads to a place with neither fruit nor steps
    live = np.arange((n - 1) * steps).reshape(n - 1, steps)
    for player in range(players):
        row[player, 1:, 1:] = FIRST_LIVE + players * live + (players - 1 - player)
    return row.reshape(players, -1)


def _ended_rows(columns: int) -> np.ndarray:
    """The rows of lost and of won games: each leads to the next, whatever is rolled.

    The last is reached by a game that ended with the first of ROUND rolls. That it leads to itself does not matter, as
    ended games are then collected.
    """
    older = np.minimum(np.arange(ROUND) + 1, ROUND - 1)
    return np.concatenate([FIRST_LOST + older, FIRST_WON + older])[:, None].repeat(columns, axis=1)


# --- columns ---


class Ways(NamedTuple):
    """The ways in which something can turn out, cut into columns that lead alike.

    `place_after` (places, k): the place that each column leads to from each place. Of a whole roll only the places
    with fruit and steps are used (`_live_rows`); a later pick of a basket is also looked up at a won place, which stays
    won.
    `sizes` (k,): how many equally likely ways a column stands for.
    """

    place_after: np.ndarray
    sizes: np.ndarray

    @property
    def total(self) -> int:
        """How many ways there are."""
        return int(self.sizes.sum())


def _roll(roll: Sequence[Move], states: States, steps: int) -> Ways:
    """A roll of the die: one of the moves, as likely as it has faces."""
    # This order decides which games a seed plays, and the tests know some of them.
    colours = [move for move in roll if isinstance(move.face, int)]
    left_alone = [move for move in roll if move.face == "basket" and not move.takes]
    baskets = [move for move in roll if move.face == "basket" and move.takes]
    ravens = [move for move in roll if move.face == "raven"]
    stay = Ways(np.arange(len(states) * (steps + 1))[:, None], np.array([1]))
    options = []
    for move in (move for move in (*colours, *left_alone, *baskets, *ravens) if move.faces):
        ways = stay
        for take in move.takes:
            ways = _then(ways, _take(take, steps))
        options.append((move.faces, ways))
    return _one_of(options)


def _take(take: Take, steps: int) -> Ways:
    """A take: from each place its way in each column, to the place after it."""
    way, sizes = _columns(_merged_and_reduced(take))
    fruit, raven = np.divmod(np.arange(len(take.target[0]) * (steps + 1)), steps + 1)
    raven_index = np.maximum(raven - 1, 0) if take.sees_raven else 0  # without steps any: never used
    way_of_place = way[raven_index, fruit]  # (places, columns), like fruit_after
    fruit_after = take.target[way_of_place, fruit[:, None]]
    raven_after = np.maximum(raven - take.raven, 0)[:, None]
    return Ways(fruit_after * (steps + 1) + raven_after, sizes)


def _columns(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The way of each column (1 or steps, n, columns), if ways have these weights (1 or steps, ways, n); the sizes.

    In each state the ways lie side by side on the ruler, each as long as it is likely, and the ruler is cut wherever
    one of them ends in any state. Weights 1, 1, 1 and 1, 1, 0 end at 2, 4, 6 and 3, 6, 6: the columns of sizes 2, 1, 1,
    2 belong to the ways 0, 1, 1, 2 and 0, 0, 1, 1.
    """
    ends = weights.cumsum(axis=1)
    totals = ends[:, -1:]
    length = lcm(*np.unique(totals).tolist())
    _check_entries(length)
    ends = ends * (length // totals)  # every ruler is `length` long now
    cuts = np.unique(np.append(ends, 0))
    _check_entries(totals.size * len(cuts))
    way = np.zeros((len(ends), ends.shape[2], len(cuts) - 1), np.int8)
    for end in ends[:, :-1].swapaxes(0, 1):
        way += cuts[:-1] >= end[..., None]  # it has ended where the column begins
    return way, np.diff(cuts)


def _merged_and_reduced(take: Take) -> np.ndarray:
    """The same chances of each state to follow, in the smallest weights: ways that lead to the same one as one way.

    Two trees lead to the same state if they hold as much and states are ascending: then they are neighbours.
    """
    weights = take.weights.astype(np.int64)
    for way in range(1, weights.shape[1]):
        alike = take.target[way] == take.target[way - 1]
        weights[:, way] += alike * weights[:, way - 1]
        weights[:, way - 1] *= ~alike
    return weights // np.gcd.reduce(weights, axis=1, keepdims=True)  # never 0: without fruit a take has a weight, too


def _then(first: Ways, second: Ways) -> Ways:
    """One thing and then another: a column for each pair."""
    columns = len(first.sizes) * len(second.sizes)
    _check_entries(len(first.place_after) * columns)
    _check_entries(first.total * second.total)
    place_after = second.place_after[first.place_after].reshape(-1, columns)
    return Ways(place_after, np.outer(first.sizes, second.sizes).ravel())


def _one_of(options: Sequence[tuple[Fraction, Ways]]) -> Ways:
    """One of several things, each with so many faces: a column for each column of any of them."""
    unit = lcm(*(faces.denominator for faces, _ in options))
    ways_a_face = lcm(*(ways.total for _, ways in options))
    _check_entries(ways_a_face * int(sum(unit * faces for faces, _ in options)))
    sizes = np.concatenate([int(unit * faces) * (ways_a_face // ways.total) * ways.sizes for faces, ways in options])
    place_after = np.concatenate([ways.place_after for _, ways in options], axis=1)
    return Ways(place_after, sizes // np.gcd.reduce(sizes))


def _common_columns(sizes: Sequence[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
    """The rulers of all players laid side by side and cut wherever one of them is: each one's column, and the sizes."""
    ways = lcm(*(int(each.sum()) for each in sizes))
    _check_entries(ways)
    ends = [each.cumsum() * (ways // each.sum()) for each in sizes]
    cuts = np.unique(np.append(np.concatenate(ends), 0))
    column_of_common = [np.searchsorted(end, cuts[:-1], side="right") for end in ends]  # the first that ends later
    return column_of_common, np.diff(cuts)


def _check_entries(entries: int) -> None:
    if entries > MOST_ENTRIES:
        raise TooLargeError
