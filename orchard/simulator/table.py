"""The table that games are played with: for every state and every way a roll can turn out, the state after it.

The ways are equally likely: one for each face of the die and each way to draw a basket's picks. Think of them as a
ruler. In a state where a pick has weights 1, 1, 1 the ruler is cut into three equal parts, where it has 1, 1 into two;
so a ruler of six ways serves both, and it is cut at 0, 2, 3, 4 and 6. Between two cuts of any state nothing changes:
those ways are one *column* of the table, as likely as it is long. Orchard with `random` picks has 864
ways, but 41 columns.

To look up several rolls at once the table is composed with itself. A game that has ended moves on through rows that
only count the rolls since; so games need not be looked at after every roll, and yet all their lengths are known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import NamedTuple

import numpy as np

from orchard.rules import Game
from orchard.states import States
from orchard.strategies import Strategy
from orchard.transitions import Part, idle, tabulate

ROUND = 12  # rolls between two collections of ended games; 1, 2, 3, 4, 6 or 12 of them are looked up at once
CACHED = 2**19  # table entries, four bytes each, up to which rolls are composed
PIECE = 2**16  # ways up to which rolls are composed: a draw then needs only 16 random bits
MOST_ENTRIES = 2**24  # entries, or ways, beyond which there is no table


class TooLargeError(Exception):
    """A game has no table, as that would have more than MOST_ENTRIES entries."""


@dataclass(frozen=True, eq=False)
class RollTable:
    """The table as a flat array, in which the row and the column of a look-up add up to its place.

    `places[row * columns + column]` is `columns` times the row after `rolls` rolls. `column_of_way` (ways,) is the
    column of each of the equally likely `ways`, or None if each way has a column of its own.

    Rows 0 to ROUND - 1 are lost games by the rolls since their end, the next ROUND rows won ones. Then come the states
    in which the game goes on: `raven_steps` of them for each fruit state, each as often as there are players who roll
    by turns (the last one first). The start, with the first player to roll, is the last row.
    """

    places: np.ndarray
    columns: int
    ways: int
    rolls: int
    column_of_way: np.ndarray | None

    @property
    def start(self) -> int:
        """The place of the start."""
        return len(self.places) - self.columns


def roll_table(game: Game, players: Sequence[Strategy], states: States) -> RollTable:
    """The table for as many rolls at once as stay within CACHED entries; TooLargeError if one roll is too large."""
    kinds = np.count_nonzero([*game.colour_faces, game.basket_faces, game.raven_faces])
    _check(len(states) * game.raven_steps * len(players) * kinds)  # at least so many columns, before one is made
    rolls = [_roll(game, tabulate(game, player, states), states) for player in reversed(players)]
    columns, sizes = _common_columns([roll.sizes for roll in rolls])
    _check(len(states) * game.raven_steps * len(players) * len(sizes))
    live = [
        _rows(game, roll.after[..., of_player], len(players), turn)
        for turn, (roll, of_player) in enumerate(zip(rolls, columns, strict=True))
    ]
    live_rows = np.stack(live, axis=2).reshape(-1, len(sizes))
    after = np.concatenate([_ended_rows(len(sizes)), live_rows]).astype(np.int32)
    return _composed(after, sizes, _rolls_at_once(len(after), len(sizes), int(sizes.sum())))


def _rolls_at_once(rows: int, columns: int, ways: int) -> int:
    fitting = [n for n in (1, 2, 3, 4, 6, 12) if rows * columns**n <= CACHED and ways**n <= PIECE]
    return max(fitting, default=1)


def _composed(after: np.ndarray, sizes: np.ndarray, rolls: int) -> RollTable:
    """The table of `rolls` rolls from that of one: a column for each sequence of columns."""
    composed, lengths = after, sizes
    for _ in range(rolls - 1):
        composed = after[composed].reshape(len(after), -1)
        lengths = np.outer(lengths, sizes).ravel()
    columns, ways = len(lengths), int(lengths.sum())
    small = np.uint16 if columns <= PIECE else np.int32
    column_of_way = np.arange(columns, dtype=small).repeat(lengths) if ways > columns else None
    return RollTable((composed * np.int32(columns)).ravel(), columns, ways, rolls, column_of_way)


# --- rows ---


def _rows(game: Game, after: np.ndarray, players: int, turn: int) -> np.ndarray:
    """(fruit states - 1, steps, columns): the row after a roll of the `turn`-th player, from where the game goes on."""
    raven = np.broadcast_to(np.arange(1, game.raven_steps + 1)[:, None], (game.raven_steps, after.shape[2])).copy()
    raven[:, -1] -= 1  # the raven's is the last column
    fruit = after[1:]
    following = (turn - 1) % players
    live = 2 * ROUND + ((fruit - 1) * game.raven_steps + raven - 1) * players + following
    won_or_live = np.where(fruit == 0, ROUND, live)
    return np.where(raven == 0, 0, won_or_live)


def _ended_rows(columns: int) -> np.ndarray:
    """The rows of lost and of won games: each leads to the next, whatever is rolled."""
    older = np.minimum(np.arange(ROUND) + 1, ROUND - 1)
    return np.concatenate([older, ROUND + older])[:, None].repeat(columns, axis=1)


# --- columns ---


class Ways(NamedTuple):
    """The ways in which something can turn out, cut into columns that lead alike.

    `after` (n, steps or 1, k): the fruit state that each column leads to, from each fruit state and number of raven
    steps. `sizes` (k,): how many equally likely ways a column stands for.
    """

    after: np.ndarray
    sizes: np.ndarray

    @property
    def number(self) -> int:
        return int(self.sizes.sum())


def _roll(game: Game, parts: Sequence[Part], states: States) -> Ways:
    """A roll of the die, by what it does to the fruit; the last column is the raven's."""
    colours = [(faces, _certain(states.colour[tree])) for tree, faces in enumerate(game.colour_faces)]
    basket = (game.basket_faces, _basket(game, parts, states))
    raven = (game.raven_faces, _certain(np.arange(len(states))))
    return _one_of([*colours, basket, raven])


def _basket(game: Game, parts: Sequence[Part], states: States) -> Ways:
    """A basket roll: one part of the strategy is drawn and makes all its picks."""
    untouched = _certain(np.arange(len(states)))
    unit = lcm(*(part.probability.denominator for part in parts))
    options = [(int(unit * idle(parts)), untouched)]
    for part in parts:
        ways = untouched
        for left in range(game.picks, 0, -1):
            ways = _then(ways, _pick(part.with_left(left), states))
        options.append((int(unit * part.probability), ways))
    return _one_of(options)


def _pick(weights: np.ndarray, states: States) -> Ways:
    """A pick with these weights (n, steps or 1, t)."""
    marks = _distinct(weights, states).cumsum(axis=-1)
    totals = np.maximum(1, marks[..., -1:])
    ways = lcm(*np.unique(totals).tolist())
    _check(ways)
    marks *= ways // totals
    cuts = np.unique(marks)  # from 0, as state 0 has no weights, to `ways`
    _check(totals.size * len(cuts))
    tree = np.zeros((*totals.shape[:2], len(cuts) - 1), np.int8)
    for mark in np.moveaxis(marks, -1, 0)[:-1]:
        tree += cuts[:-1] >= mark[..., None]
    return Ways(states.colour[tree, np.arange(len(states))[:, None, None]], np.diff(cuts))


def _distinct(weights: np.ndarray, states: States) -> np.ndarray:
    """The same chances of each state to follow, in the smallest weights: trees that lead to the same one as one tree.

    Trees that hold as much, and so may lead to the same state, are neighbours.
    """
    weights = weights.astype(np.int64)
    for tree in range(1, weights.shape[-1]):
        alike = (states.colour[tree] == states.colour[tree - 1])[:, None]
        weights[..., tree] += alike * weights[..., tree - 1]
        weights[..., tree - 1] *= ~alike
    return weights // np.maximum(1, np.gcd.reduce(weights, axis=-1, keepdims=True))


def _certain(after: np.ndarray) -> Ways:
    """What leads from each fruit state to one other (n,)."""
    return Ways(after[:, None, None], np.array([1]))


def _then(first: Ways, second: Ways) -> Ways:
    """One thing and then another: a column for each pair."""
    n, steps, columns = second.after.shape
    _check(n * max(steps, first.after.shape[1]) * len(first.sizes) * columns)
    _check(first.number * second.number)
    after = second.after[first.after, np.arange(steps)[:, None]]
    sizes = np.outer(first.sizes, second.sizes).ravel()
    return Ways(after.reshape(*after.shape[:2], -1), sizes)


def _one_of(options: Sequence[tuple[int, Ways]]) -> Ways:
    """One of several things, each with a share: a column for each column of any of them."""
    options = [(share, ways) for share, ways in options if share]
    each = lcm(*(ways.number for _, ways in options))
    _check(each * sum(share for share, _ in options))
    sizes = np.concatenate([share * (each // ways.number) * ways.sizes for share, ways in options])
    steps = max(ways.after.shape[1] for _, ways in options)
    after = [ways.after.repeat(steps // ways.after.shape[1], axis=1) for _, ways in options]
    return Ways(np.concatenate(after, axis=2), sizes // np.gcd.reduce(sizes))


def _common_columns(sizes: Sequence[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
    """For each player, the own column of each common one, and the sizes of those: the ruler cut wherever one cuts."""
    ways = lcm(*(int(each.sum()) for each in sizes))
    _check(ways)
    ends = [each.cumsum() * (ways // each.sum()) for each in sizes]
    cuts = np.unique(np.concatenate(ends))
    return [np.searchsorted(end, cuts) for end in ends], np.diff(cuts, prepend=0)


def _check(entries: int) -> None:
    if entries > MOST_ENTRIES:
        raise TooLargeError
