"""Games played in lockstep, a batch of them at a time, each from its start to its end: every roll is drawn.

*Draw.* A roll has equally likely outcomes, 72 for First Orchard with `random` picks. A generator gives words of 64
random bits; cut into pieces of 16, each is a whole number below 65,536 = 910 x 72 + 16. Divided by 910 the pieces below
910 x 72 give each of the 72 outcomes exactly 910 times; the other 16 would favour some, so they are drawn again. No
chance is rounded.

*Table.* Each outcome belongs to a column of a table that holds, for every state, the state after the roll
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
from orchard.simulator.table import FIRST_LIVE, FIRST_WON, ROUND, RollTable, TooLargeError, roll_table
from orchard.states import States, checked_states
from orchard.strategies import Strategy, is_lumpable
from orchard.transitions import Move, Take, moves

Results = tuple[np.ndarray, np.ndarray]
BatchPlayer = Callable[[int, np.random.Generator, bool], Results]


def batch_player(game: Game, players: Sequence[Strategy]) -> BatchPlayer:
    """A function (games, rng, named) -> (counts, winners).

    `counts[0, k]` of the games were lost and `counts[1, k]` won after `k` rolls. If the games are `named`, `winners`
    are the numbers, from 0, of those won, in any order; else there are none.
    """
    bytes_per_state = 16 * game.trees * (2 + game.picks)
    states = checked_states(game.fruits, is_lumpable(game, players), bytes_per_state)
    try:
        return partial(play_by_table, roll_table(game, players, states))
    except TooLargeError:
        return partial(play_by_steps, game, players, states)


def drawn(rng: np.random.Generator, outcomes: int, size: int) -> np.ndarray:
    """`size` whole numbers below `outcomes`, all exactly equally likely; at most 2^32 outcomes."""
    if outcomes == 1:
        return np.zeros(size, np.uint16)
    bits = 16 if outcomes <= 2**16 else 32
    words = rng.integers(2**64 - 1, endpoint=True, size=-(-size * bits // 64), dtype=np.uint64)
    pieces = words.astype("<u8", copy=False).view(f"<u{bits // 8}")[:size]
    each = 2**bits // outcomes
    again = np.flatnonzero(pieces >= each * outcomes) if each * outcomes < 2**bits else ()
    numbers = np.floor_divide(pieces, pieces.dtype.type(each), out=pieces)
    if len(again):
        numbers[again] = drawn(rng, outcomes, len(again))
    return numbers


def play_by_table(table: RollTable, games: int, rng: np.random.Generator, named: bool) -> Results:
    """Play games in lockstep, `table.rolls` rolls at each look-up, and collect those that ended once in ROUND rolls."""
    at = np.full(games, table.start, np.int32)
    name = np.arange(games if named else 0, dtype=np.int32)
    room = np.empty(games, np.int64)
    counts, winners = [np.zeros((2, 1), np.int64)], [name[:0]]
    while len(at):
        _play_round(table, at, room[: len(at)], rng)
        live = at >= FIRST_LIVE * table.columns
        ended, going = np.flatnonzero(~live), np.flatnonzero(live)
        row = at.take(ended) // np.int32(table.columns)
        # Rows count the rolls since the end of the game, so the last row is the first of these ROUND rolls.
        counts.append(np.bincount(row, minlength=FIRST_LIVE).reshape(2, ROUND)[:, ::-1])
        at = at.take(going)
        if named:
            winners.append(name.take(ended[row >= FIRST_WON]))
            name = name.take(going)
    return np.concatenate(counts, axis=1), np.concatenate(winners)


def _play_round(table: RollTable, at: np.ndarray, entry: np.ndarray, rng: np.random.Generator) -> None:
    """Move all games ROUND rolls on, from the rows that begin at the entries `at`; `entry` is room for as many."""
    looks = ROUND // table.rolls
    columns = drawn(rng, table.outcomes, looks * len(at))
    if table.column_of_outcome is not None:
        columns = table.column_of_outcome.take(columns, mode="clip")
    for column in columns.reshape(looks, len(at)):
        np.add(at, column, out=entry)
        table.entries.take(entry, out=at, mode="clip")  # "clip" is faster than a check, and nothing is out of bounds


# --- without a table ---


class Pick(NamedTuple):
    """A take of a basket, by fruit state x `steps` + raven step: of so many of these as make a difference.

    `leads_to` (n x steps,): the fruit state after it, if no state leaves a choice; else None. `ends` (n x steps, ways):
    the sums of the weights of a way and all before it. `target` (ways, n): where each way leads.
    """

    steps: int
    leads_to: np.ndarray | None
    ends: np.ndarray
    target: np.ndarray


class Die(NamedTuple):
    """A roll, ready to be drawn: `shown` (faces,) is the number of the move that each face shows.

    The parts of a basket are moves of consecutive numbers: `parts` are the sums of the probabilities of a part and all
    before it, and `first_part` is the number of the first one. `picks`: for each move that is a basket, its picks.
    `leads_to` (moves, n): the fruit state after each other move; `raven` (moves,): the raven steps that it takes.
    """

    shown: np.ndarray
    parts: np.ndarray
    first_part: int
    picks: dict[int, list[Pick]]
    leads_to: np.ndarray
    raven: np.ndarray


def play_by_steps(
    game: Game, players: Sequence[Strategy], states: States, games: int, rng: np.random.Generator, named: bool
) -> Results:
    """Play games by looking up each roll, and each pick of a basket, on its own."""
    turns = cycle([_die(moves(game, player, states)) for player in players])
    fruit, raven = np.full(games, len(states) - 1), np.full(games, game.raven_steps)
    name, counts, winners = np.arange(games), [(0, 0)], []
    while len(fruit):
        fruit, raven = _rolled(next(turns), fruit, raven, rng)
        won = fruit == 0
        lost = (raven == 0) & ~won
        counts.append((np.count_nonzero(lost), np.count_nonzero(won)))
        winners.append(name[won])
        live = ~(lost | won)
        fruit, raven, name = fruit[live], raven[live], name[live]
    return np.array(counts).T, np.concatenate(winners) if named else name


def _rolled(die: Die, fruit: np.ndarray, raven: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The fruit states and raven steps of games after a roll each."""
    move = die.shown[rng.integers(len(die.shown), size=len(fruit))]
    basket = np.flatnonzero(move == die.first_part)
    move[basket] += np.searchsorted(die.parts, rng.random(len(basket)), side="right")
    after = die.leads_to[move, fruit]
    for number, picks in die.picks.items():
        mine = np.flatnonzero(move == number)
        for pick in picks:
            after[mine] = _picked(pick, after[mine], raven[mine], rng)
    return after, raven - die.raven[move]


def _die(roll: Sequence[Move]) -> Die:
    """The die with these moves."""
    baskets = [number for number, move in enumerate(roll) if move.face == "basket"]
    faces = [0 if number in baskets else int(move.faces) for number, move in enumerate(roll)]
    faces[baskets[0]] = int(sum(roll[number].faces for number in baskets))
    chances = [float(roll[number].faces / max(1, faces[baskets[0]])) for number in baskets]
    sure = {number: move.takes[0].target[0] for number, move in enumerate(roll) if _is_sure(move)}
    unmoved = np.arange(roll[-1].takes[0].target.shape[1])
    return Die(
        np.arange(len(roll)).repeat(faces),
        np.cumsum(chances[:-1]),  # what they leave is the last one's: the basket left alone
        baskets[0],
        {number: [_pick(take) for take in move.takes] for number, move in enumerate(roll) if number not in sure},
        np.array([sure.get(number, unmoved) for number in range(len(roll))]),
        np.array([sum(take.raven for take in move.takes) for move in roll]),
    )


def _is_sure(move: Move) -> bool:
    """Whether it is a single take that leaves no choice."""
    return len(move.takes) == 1 and len(move.takes[0].target) == 1


def _pick(take: Take) -> Pick:
    """A take as it is looked up."""
    steps, ways, n = take.weights.shape
    chosen = take.weights > 0
    last = (chosen * take.target).max(axis=1)
    leads_to = last.T.ravel() if (~chosen | (take.target == last[:, None])).all() else None
    ends = take.weights.astype(np.int64).cumsum(axis=1)
    return Pick(steps, leads_to, np.ascontiguousarray(ends.transpose(2, 0, 1)).reshape(n * steps, ways), take.target)


def _picked(pick: Pick, fruit: np.ndarray, raven: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The fruit states after a pick."""
    entry = fruit * pick.steps + (raven - 1 if pick.steps > 1 else 0)
    if pick.leads_to is not None:
        return pick.leads_to[entry]
    ends = pick.ends.take(entry, axis=0)
    level = rng.integers(ends[:, -1])
    way = (level[:, None] >= ends[:, :-1]).sum(axis=1)
    return pick.target[way, fruit]
