"""Games played in lockstep, a batch of them at a time, each from its start to its end: every roll is drawn.

*Draw.* A roll can turn out in `ways` equally likely ways, 72 for First Orchard with `random` picks. A generator gives
words of 64 random bits; cut into pieces of 16, each is a whole number below 65,536 = 910 x 72 + 16. Divided by 910 the
pieces below 910 x 72 give each of the 72 ways exactly 910 times; the other 16 would favour some, so they are drawn
again. No chance is rounded.

*Table.* Each way belongs to a column of a table that holds, for every state, the state after the roll
(`orchard.simulator.table`). So a roll of a whole batch is one addition, row + column, and one look-up. Where the table
is small it is composed with itself, and a look-up makes several rolls.

*Rounds.* A game that has ended is looked up like any other, in rows that only count the rolls since its end. After each
round of 12 rolls the ended games are counted by that number and taken out, and the others go on.

A game too large for a table is played roll by roll and pick by pick.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle
from typing import NamedTuple

import numpy as np

from orchard.rules import Game
from orchard.simulator.table import ROUND, RollTable, TooLargeError, roll_table
from orchard.states import States, checked_states
from orchard.strategies import Strategy, is_lumpable
from orchard.transitions import tabulate

Outcomes = tuple[np.ndarray, np.ndarray]
BatchPlayer = Callable[[int, np.random.Generator, bool], Outcomes]


def batch_player(game: Game, players: Sequence[Strategy]) -> BatchPlayer:
    """A function (games, rng, named) -> (counts, winners).

    `counts[0, k]` of the games were lost and `counts[1, k]` won after `k` rolls. If the games are `named`, `winners`
    are the numbers, from 0, of those won, in any order; else there are none.
    """
    bytes_per_state = 16 * game.trees * (2 + game.picks)
    states = checked_states(game.fruits, game.colour_faces, is_lumpable(game, players), bytes_per_state)
    try:
        return partial(play_by_table, roll_table(game, players, states))
    except TooLargeError:
        return partial(play_by_steps, game, players, states)


def drawn(rng: np.random.Generator, ways: int, size: int) -> np.ndarray:
    """`size` whole numbers below `ways`, all exactly equally likely; at most 2^32 ways."""
    if ways == 1:
        return np.zeros(size, np.uint16)
    bits = 16 if ways <= 2**16 else 32
    words = rng.integers(2**64 - 1, endpoint=True, size=-(-size * bits // 64), dtype=np.uint64)
    pieces = words.astype("<u8", copy=False).view(f"<u{bits // 8}")[:size]
    each = 2**bits // ways
    again = np.flatnonzero(pieces >= each * ways) if each * ways < 2**bits else ()
    numbers = np.floor_divide(pieces, pieces.dtype.type(each), out=pieces)
    if len(again):
        numbers[again] = drawn(rng, ways, len(again))
    return numbers


def play_by_table(table: RollTable, games: int, rng: np.random.Generator, named: bool) -> Outcomes:
    """Play games in lockstep, `table.rolls` rolls at each look-up, and collect those that ended once in ROUND rolls."""
    at = np.full(games, table.start, np.int32)
    name = np.arange(games if named else 0, dtype=np.int32)
    place = np.empty(games, np.int64)
    counts, winners = [np.zeros((2, 1), np.int64)], [name[:0]]
    while len(at):
        _play_round(table, at, place[: len(at)], rng)
        live = at >= 2 * ROUND * table.columns
        ended, going = np.flatnonzero(~live), np.flatnonzero(live)
        row = at.take(ended) // np.int32(table.columns)
        # Rows count the rolls since the end of the game, so the last row is the first of these ROUND rolls.
        counts.append(np.bincount(row, minlength=2 * ROUND).reshape(2, ROUND)[:, ::-1])
        at = at.take(going)
        if named:
            winners.append(name.take(ended[row >= ROUND]))
            name = name.take(going)
    return np.concatenate(counts, axis=1), np.concatenate(winners)


def _play_round(table: RollTable, at: np.ndarray, place: np.ndarray, rng: np.random.Generator) -> None:
    """Move all games ROUND rolls on, from the places `at` to others; `place` is room for as many."""
    looks = ROUND // table.rolls
    columns = drawn(rng, table.ways, looks * len(at))
    if table.column_of_way is not None:
        columns = table.column_of_way.take(columns, mode="clip")
    for column in columns.reshape(looks, len(at)):
        np.add(at, column, out=place)
        table.places.take(place, out=at, mode="clip")  # "clip" is faster than a check, and nothing is out of bounds


# --- without a table ---


class Pick(NamedTuple):
    """One pick of a basket: an entry for each fruit state and, of these, for each of `steps` raven steps told apart.

    `leads_to` (n x steps,): the fruit state after it, if it leaves no choice; `marks` (n x steps, t): else the sums of
    the weights of a tree and all before it.
    """

    steps: int
    leads_to: np.ndarray | None
    marks: np.ndarray | None


def play_by_steps(
    game: Game, players: Sequence[Strategy], states: States, games: int, rng: np.random.Generator, named: bool
) -> Outcomes:
    """Play games by looking up each roll, and each pick of a basket, on its own."""
    colours = np.repeat(np.arange(game.trees), game.colour_faces)
    turns = cycle([_picks(game, player, states) for player in players])
    fruit, raven = np.full(games, len(states) - 1), np.full(games, game.raven_steps)
    name, counts, winners = np.arange(games), [(0, 0)], []
    while len(fruit):
        face = rng.integers(game.faces, size=len(fruit))
        coloured = np.flatnonzero(face < len(colours))
        basket = np.flatnonzero((face >= len(colours)) & (face < len(colours) + game.basket_faces))
        fruit[coloured] = states.colour[colours[face[coloured]], fruit[coloured]]
        fruit[basket] = _after_basket(next(turns), states, fruit[basket], raven[basket], rng)
        raven -= face >= len(colours) + game.basket_faces
        won = fruit == 0
        counts.append((np.count_nonzero(raven == 0), np.count_nonzero(won)))
        winners.append(name[won])
        live = (raven > 0) & ~won
        fruit, raven, name = fruit[live], raven[live], name[live]
    return np.array(counts).T, np.concatenate(winners) if named else name


def _picks(game: Game, strategy: Strategy, states: States) -> list[tuple[float, list[Pick]]]:
    """For each part of the strategy its probability, and its picks one after the other."""
    picks_of = [
        (float(part.probability), [_pick(weights, states) for weights in part.weights])
        for part in tabulate(game, strategy, states)
    ]
    return [(p, (picks * game.picks)[game.picks - 1 :: -1]) for p, picks in picks_of]


def _pick(weights: np.ndarray, states: States) -> Pick:
    """A pick with these weights (n, steps or 1, t)."""
    steps = weights.shape[1]
    leads_to = [states.successor(weights[:, step]) for step in range(steps)]
    if any(each is None for each in leads_to):
        marks = np.ascontiguousarray(weights, np.int64).cumsum(axis=-1)  # else `take` would copy it, whole, every time
        return Pick(steps, None, marks.reshape(-1, weights.shape[2]))
    return Pick(steps, np.stack(leads_to, axis=1).ravel(), None)


def _after_basket(
    parts: list[tuple[float, list[Pick]]],
    states: States,
    fruit: np.ndarray,
    raven: np.ndarray,
    rng: np.random.Generator,
) -> np.ndarray:
    """The fruit states after a basket roll of games with this fruit and these raven steps."""
    after = fruit.copy()
    part_drawn = np.searchsorted(np.cumsum([p for p, _ in parts]), rng.random(len(fruit)), side="right")
    for number, (_, picks) in enumerate(parts):
        mine = np.flatnonzero(part_drawn == number)
        for pick in picks:
            after[mine] = _after_pick(pick, states, after[mine], raven[mine], rng)
    return after


def _after_pick(
    pick: Pick, states: States, fruit: np.ndarray, raven: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    entry = fruit * pick.steps + (raven - 1) if pick.steps > 1 else fruit
    if pick.leads_to is not None:
        return pick.leads_to[entry]
    marks = pick.marks.take(entry, axis=0)
    level = rng.integers(np.maximum(1, marks[:, -1]))
    tree = (level[:, None] >= marks[:, :-1]).sum(axis=1)  # the last one if no other: without fruit nothing is picked
    return states.colour[tree, fruit]
