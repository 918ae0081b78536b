"""The table that games are played with: for every state and every outcome of a roll, the state after it.

The *outcomes* are equally likely: each face of the die with each draw of a basket's picks. Think of a ruler that is as
long as there are outcomes. In a state where a pick has weights 1, 1, 1 it is cut into three equal parts, where it has
1, 1 into two; so a ruler of six outcomes serves both, and it is cut at 0, 2, 3, 4 and 6. Between two neighbouring cuts,
those of all states taken together, nothing changes in any state: those outcomes are one *column* of the table, as
likely as it is long. Orchard with `random` picks has 864 outcomes, 6 faces times 12 x 12 for the two picks, but 41
columns: a pick's ruler of 12 is cut at 0, 3, 4, 6, 8, 9 and 12, which makes 6 columns of a pick, 6 x 6 of a basket, and
4 + 36 + 1 with colours and raven.

A *place* is a fruit state with a number of raven steps, numbered fruit state x (steps + 1) + raven steps; a row is a
place in which the game goes on, with the player who rolls next, or an ended game with the rolls since. Places without
steps or fruit are over, and stand here only to keep the numbering simple.

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

ROUND = 12  # ended games are collected every so many rolls; the rolls looked up at once divide it
CACHED = 2**19  # table entries, four bytes each, up to which rolls are composed
MOST_OUTCOMES = 2**16  # of a look-up, up to which rolls are composed: a draw then needs only 16 random bits
FIRST_LOST, FIRST_WON, FIRST_LIVE = 0, ROUND, 2 * ROUND  # rows of lost and won games, and of those that go on
MOST_ENTRIES = 2**24  # entries, or outcomes, beyond which there is no table


class TooLargeError(Exception):
    """A game has no table, as that would have more than MOST_ENTRIES entries, or outcomes."""


@dataclass(frozen=True, eq=False)
class RollTable:
    """The table as a flat array, in which the beginning of a row and a column add up to the entry to be looked up.

    `entries[row * columns + column]` is where the row after `rolls` rolls begins, `columns` times its number: so a game
    is played by `at = entries[at + column]` alone.
    `column_of_outcome` (outcomes,) is the column of each of the equally likely `outcomes`, or None if each has one of
    its own.

    Rows 0 to ROUND - 1 are lost games by the rolls since their end, the next ROUND rows won ones. Then come the states
    in which the game goes on, `raven_steps` of them for each state with fruit. Each has a row for every player who may
    roll next, the last player's first; so the start, with the first player to roll, is the last row of all.
    """

    entries: np.ndarray
    columns: int
    outcomes: int
    rolls: int
    column_of_outcome: np.ndarray | None

    @property
    def start(self) -> int:
        """Where the row of the start begins."""
        return len(self.entries) - self.columns


def roll_table(game: Game, players: Sequence[Strategy], states: States) -> RollTable:
    """The table for as many rolls at once as have room (`_rolls_at_once`); TooLargeError if one roll is too large."""
    kinds = np.count_nonzero([*game.colour_faces, game.basket_faces, game.raven_faces])
    _check_entries(len(states) * game.raven_steps * len(players) * kinds)  # so many or more: each kind makes a column
    rolls = [_columns_of_roll(moves(game, player, states), states, game.raven_steps) for player in players]
    column_of_common, sizes = _common_columns([roll.sizes for roll in rolls])
    _check_entries(len(states) * game.raven_steps * len(players) * len(sizes))
    places_after = [roll.place_after[:, column] for roll, column in zip(rolls, column_of_common, strict=True)]
    live_rows = _live_rows(places_after, len(states), game.raven_steps)
    row_after = np.concatenate([_ended_rows(len(sizes)), live_rows]).astype(np.int32)
    return _composed(row_after, sizes, _rolls_at_once(len(row_after), len(sizes), int(sizes.sum())))


def _rolls_at_once(rows: int, columns: int, outcomes: int) -> int:
    """The most rolls, a divisor of ROUND, whose table has at most CACHED entries and MOST_OUTCOMES outcomes."""
    divisors = [n for n in range(1, ROUND + 1) if ROUND % n == 0]
    fitting = [n for n in divisors if rows * columns**n <= CACHED and outcomes**n <= MOST_OUTCOMES]
    return max(fitting, default=1)


def _composed(row_after: np.ndarray, sizes: np.ndarray, rolls: int) -> RollTable:
    """The table of `rolls` rolls from `row_after` (rows, columns) one: a column for each sequence of columns."""
    composed, lengths = row_after, sizes
    for _ in range(rolls - 1):  # every column becomes a run of columns, one for each of the next roll
        composed = row_after[composed].reshape(len(row_after), -1)
        lengths = np.outer(lengths, sizes).ravel()
    columns, outcomes = len(lengths), int(lengths.sum())
    small = np.uint16 if columns <= 2**16 else np.int32  # that holds the number of a column
    column_of_outcome = np.arange(columns, dtype=small).repeat(lengths) if outcomes > columns else None
    return RollTable((composed * np.int32(columns)).ravel(), columns, outcomes, rolls, column_of_outcome)


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
    rank = np.arange((n - 1) * steps).reshape(n - 1, steps)  # of the live places
    for player in range(players):  # the first one last: the start is the last row
        row[player, 1:, 1:] = FIRST_LIVE + players * rank + (players - 1 - player)
    return row.reshape(players, -1)


def _ended_rows(columns: int) -> np.ndarray:
    """The rows of lost and of won games: each leads to the next, whatever is rolled.

    The last is reached by a game that ended with the first of ROUND rolls. That it leads to itself does not matter, as
    ended games are then collected.
    """
    older = np.minimum(np.arange(ROUND) + 1, ROUND - 1)
    return np.concatenate([FIRST_LOST + older, FIRST_WON + older])[:, None].repeat(columns, axis=1)


# --- columns ---


class Columns(NamedTuple):
    """The equally likely outcomes of a roll, or of a take, cut into columns that lead alike.

    `place_after` (places, k): the place that each column leads to from each place. Of a whole roll only the places
    with fruit and steps are used (`_live_rows`); a later pick of a basket is also looked up at a won place, which stays
    won.
    `sizes` (k,): how many outcomes a column stands for.
    """

    place_after: np.ndarray
    sizes: np.ndarray

    @property
    def outcomes(self) -> int:
        """How many there are."""
        return int(self.sizes.sum())


def _columns_of_roll(roll: Sequence[Move], states: States, steps: int) -> Columns:
    """A roll of the die: one of the moves, as likely as it has faces."""
    # This order decides which games a seed plays, and the tests know some of them.
    colours = [move for move in roll if isinstance(move.face, int)]
    left_alone = [move for move in roll if move.face == "basket" and not move.takes]
    baskets = [move for move in roll if move.face == "basket" and move.takes]
    ravens = [move for move in roll if move.face == "raven"]
    stay = Columns(np.arange(len(states) * (steps + 1))[:, None], np.array([1]))
    options = []
    for move in (move for move in (*colours, *left_alone, *baskets, *ravens) if move.faces):
        columns = stay
        for take in move.takes:
            columns = _then(columns, _columns_of_take(take, steps))
        options.append((move.faces, columns))
    return _one_of(options)


def _columns_of_take(take: Take, steps: int) -> Columns:
    """A take: from each place its way in each column, to the place after it."""
    way, sizes = _cut(_merged_and_reduced(take))
    fruit, raven = np.divmod(np.arange(len(take.target[0]) * (steps + 1)), steps + 1)
    # A place without steps is lost, and any index will do: `_live_rows` drops what comes of it.
    raven_index = np.maximum(raven - 1, 0) if take.sees_raven else 0
    way_of_place = way[raven_index, fruit]  # (places, columns), like fruit_after
    fruit_after = take.target[way_of_place, fruit[:, None]]
    raven_after = np.maximum(raven - take.raven, 0)[:, None]
    return Columns(fruit_after * (steps + 1) + raven_after, sizes)


def _cut(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The columns of a take whose ways have these weights (1 or steps, ways, n): which way each is, and their sizes.

    Which way a column belongs to depends on the state: (1 or steps, n, columns). In each state the ways lie side by
    side on the ruler, each as long as it is likely, and the ruler is cut wherever one of them ends in any state.
    Weights 1, 1, 1 and 1, 1, 0 end at 2, 4, 6 and 3, 6, 6: the columns of sizes 2, 1, 1, 2 belong to the ways 0, 1,
    1, 2 and 0, 0, 1, 1.
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

    Two trees lead to the same state if they hold as much and states are ascending: then they are neighbours. Where
    states are not ascending only empty trees do, and these have no weight, or lead nowhere as there is no fruit.
    """
    weights = take.weights.astype(np.int64)
    for way in range(1, weights.shape[1]):
        alike = take.target[way] == take.target[way - 1]
        weights[:, way] += alike * weights[:, way - 1]
        weights[:, way - 1] *= ~alike
    return weights // np.gcd.reduce(weights, axis=1, keepdims=True)  # never 0: without fruit a take has a weight, too


def _then(first: Columns, second: Columns) -> Columns:
    """One thing and then another: a column for each pair."""
    columns = len(first.sizes) * len(second.sizes)
    _check_entries(len(first.place_after) * columns)
    _check_entries(first.outcomes * second.outcomes)
    place_after = second.place_after[first.place_after].reshape(-1, columns)
    return Columns(place_after, np.outer(first.sizes, second.sizes).ravel())


def _one_of(options: Sequence[tuple[Fraction, Columns]]) -> Columns:
    """One of several things, each with so many faces: a column for each column of any of them."""
    unit = lcm(*(faces.denominator for faces, _ in options))
    outcomes_a_face = lcm(*(columns.outcomes for _, columns in options))
    _check_entries(outcomes_a_face * int(sum(unit * faces for faces, _ in options)))
    sizes = [int(unit * faces) * (outcomes_a_face // columns.outcomes) * columns.sizes for faces, columns in options]
    sizes = np.concatenate(sizes)
    place_after = np.concatenate([columns.place_after for _, columns in options], axis=1)
    return Columns(place_after, sizes // np.gcd.reduce(sizes))


def _common_columns(sizes: Sequence[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
    """The rulers of all players laid side by side and cut wherever one of them is: each one's column, and the sizes."""
    outcomes = lcm(*(int(each.sum()) for each in sizes))
    _check_entries(outcomes)
    ends = [each.cumsum() * (outcomes // each.sum()) for each in sizes]
    cuts = np.unique(np.append(np.concatenate(ends), 0))
    column_of_common = [np.searchsorted(end, cuts[:-1], side="right") for end in ends]  # the first that ends later
    return column_of_common, np.diff(cuts)


def _check_entries(entries: int) -> None:
    """TooLargeError for more entries, or outcomes, than a table may have: asked before they are made."""
    if entries > MOST_ENTRIES:
        raise TooLargeError
