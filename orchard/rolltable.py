"""The table that games are played with: for every state and every way a roll can turn out, the state after it.

The ways are equally likely: a column for each face of the die and each way to draw a basket's picks, so that whole
random numbers decide, without rounding. To look up several rolls at once the table is composed with itself. A game
that has ended moves on through rows that only count the rolls since; so games need not be looked at after every roll,
and yet all their lengths are known.
"""

from dataclasses import dataclass
from math import lcm

import numpy as np

from orchard.lattice import Lattice
from orchard.rules import Game
from orchard.strategies import Strategy, tree_shares, used_parts

ROUND = 12  # rolls between two collections of ended games; 1, 2, 3, 4, 6 or 12 of them are looked up at once
CACHED = 2**19  # table entries, four bytes each, up to which rolls are composed


@dataclass(frozen=True, eq=False)
class RollTable:
    """The table as a flat array, in which the row and the column of a look-up add up to its place.

    `places[row * ways + way]` is `ways` times the row after `rolls` rolls that turn out in way `way`. Rows 0 to ROUND-1
    are lost games by the rolls since their end, the next ROUND rows won ones; then come the states in which the game
    goes on, `raven_steps` of them for each fruit state, as often as there are players who roll by turns (the last one
    first); the start last.
    """

    places: np.ndarray
    ways: int
    rolls: int

    @property
    def start(self) -> int:
        """The place of the start."""
        return len(self.places) - self.ways


def roll_table(game: Game, strategy: Strategy, states: Lattice) -> RollTable:
    """The table for as many rolls at once as stay within CACHED entries."""
    live = np.arange((len(states) - 1) * game.raven_steps)
    fruit, raven = (part[:, None] + 1 for part in np.divmod(live, game.raven_steps))
    stay = np.where(states.after < len(states), states.after, np.arange(len(states)))
    colours = [(stay[tree, fruit], raven) for tree in np.repeat(np.arange(game.trees), game.colour_faces)]
    players, ways = strategy.turns, basket_ways(game, strategy, states)
    rows = np.empty((len(live), len(players), game.faces * ways), np.int32)
    for turn, player in enumerate(reversed(players)):
        baskets = _after_basket(game, player, states, fruit, raven, ways)
        faces = [*colours, *[(baskets, raven)] * game.basket_faces, *[(fruit, raven - 1)] * game.raven_faces]
        following = [_row(game, *after, len(players), (turn - 1) % len(players)) for after in faces]
        rows[:, turn] = np.concatenate([np.broadcast_to(row, baskets.shape) for row in following], axis=1)
    after = np.concatenate([_ended_rows(rows.shape[2]), rows.reshape(-1, rows.shape[2])])
    ways = after.shape[1]
    rolls = max(n for n in (1, 2, 3, 4, 6, 12) if n == 1 or len(after) * ways**n <= CACHED)
    return RollTable((_compose(after, rolls) * np.int32(ways**rolls)).ravel(), ways**rolls, rolls)


def _compose(after: np.ndarray, rolls: int) -> np.ndarray:
    """The rows after several rolls, with a column for each sequence of faces."""
    composed = after
    for _ in range(rolls - 1):
        composed = after[composed].reshape(len(after), -1)
    return composed


def _row(game: Game, fruit: np.ndarray, raven: np.ndarray, players: int, turn: int) -> np.ndarray:
    """The table's row of a state: lost, won, or going on."""
    live = 2 * ROUND + ((fruit - 1) * game.raven_steps + raven - 1) * players + turn
    return np.where(raven == 0, 0, np.where(fruit == 0, ROUND, live))


def _ended_rows(ways: int) -> np.ndarray:
    """The rows of lost and of won games: each leads to the next, whatever is rolled."""
    older = np.minimum(np.arange(ROUND) + 1, ROUND - 1)
    return np.repeat(np.concatenate([older, ROUND + older])[:, None], ways, axis=1).astype(np.int32)


def basket_ways(game: Game, strategy: Strategy, states: Lattice) -> int:
    """How many equally likely ways there are to draw the picks of a basket, the same number in every state."""
    if strategy.players:
        return lcm(*(basket_ways(game, player, states) for player in strategy.players))
    parts = used_parts(game, strategy)
    ways = [_pick_ways(part, states) ** game.picks for _, part in parts]
    return lcm(*(p.denominator for p, _ in parts)) * lcm(*ways)


def _pick_ways(strategy: Strategy, states: Lattice) -> int:
    if strategy.plan is not None or states.only_successor(tree_shares(strategy, states.fruits)) is not None:
        return 1
    return lcm(*np.unique(tree_shares(strategy, states.fruits[1:]).sum(axis=1)).tolist())


def _after_basket(
    game: Game, strategy: Strategy, states: Lattice, fruit: np.ndarray, raven: np.ndarray, columns: int
) -> np.ndarray:
    """The fruit state after a basket: a row for each state (fruit, raven), a column for each way to draw the picks."""
    parts = used_parts(game, strategy)
    idle = 1 - sum(p for p, _ in parts)
    drawn = [np.repeat(fruit, int(idle * columns), axis=1)]
    for p, part in parts:
        rows = fruit
        for left in range(game.picks, 0, -1):
            rows = _after_pick(part, states, left, rows, raven).reshape(len(fruit), -1)
        drawn.append(np.repeat(rows, int(p * columns) // rows.shape[1], axis=1))
    return np.concatenate(drawn, axis=1)


def _after_pick(strategy: Strategy, states: Lattice, left: int, fruit: np.ndarray, raven: np.ndarray) -> np.ndarray:
    """The fruit state after one pick, with `left` picks to be made, and one more axis: the ways to draw."""
    after = np.where(np.arange(len(states)) > 0, states.after, 0)  # where no fruit is left, none is picked
    if strategy.plan is not None:
        return after[strategy.plan[left - 1][fruit, raven - 1], fruit][..., None]
    shares = tree_shares(strategy, states.fruits)
    only = states.only_successor(shares)
    if only is not None:
        return only[fruit][..., None]
    tree = _tree_of_way(shares, _pick_ways(strategy, states))
    return after[tree[fruit], fruit[..., None]]


def _tree_of_way(shares: np.ndarray, ways: int) -> np.ndarray:
    """(n, ways): the tree that each way draws in each state, tree `i` in a fraction shares[i] / sum(shares) of them."""
    level = np.arange(ways) * shares.sum(axis=1, keepdims=True) // ways
    return np.minimum((level[:, :, None] >= shares.cumsum(axis=1)[:, None, :]).sum(axis=2), shares.shape[1] - 1)
