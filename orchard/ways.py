"""Where a roll leads, and how likely: one list, which makes the Markov chain and plays and counts the games.

A *row* is a state in which the game goes on, together with the player who rolls. Rows with more raven steps come first,
among those the ones with more fruit, then the players in turn: the start is row 0, and no roll leads to an earlier
state. After the `n` rows come the two ends, n for lost and n + 1 for won. Summed by target, the list is [Q R] of
the absorbing Markov matrix.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from orchard.arguments import check_memory
from orchard.rules import Game, State
from orchard.states import States, all_states, count_states
from orchard.strategies import (
    Rule,
    Strategy,
    as_probabilities,
    is_lumpable,
    next_player,
    parts_of,
    pick_weights,
    used_parts,
)


class Ways(NamedTuple):
    """All ways of the rolls: `chance[k]`, a float or a Fraction, leads from row `origin[k]` to row or end `target[k]`.

    Sorted by origin; from one row they come as on the die: colours, basket, raven. Several may have the same target.
    `stock` and `raven` (n / players,): of each state, row by row, its fruit state's number in `states`, and its raven
    steps.
    """

    states: States
    stock: np.ndarray
    raven: np.ndarray
    origin: np.ndarray
    target: np.ndarray
    chance: np.ndarray

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self.origin[-1]) + 1

    @property
    def players(self) -> int:
        """How many players take turns."""
        return self.rows // len(self.stock)

    def live_states(self) -> list[State]:
        """The states in which the game goes on, in the order of the rows; each once, whoever rolls."""
        fruits = list(map(tuple, self.states.fruits.T.tolist()))
        return [State(fruits[s], r) for s, r in zip(self.stock.tolist(), self.raven.tolist(), strict=True)]


class _Face(NamedTuple):
    """Where some faces of the die lead: from place `here` of `Ways.stock` and `Ways.raven` to another stock and raven.

    `number` of faces: one for all, or one for each of these ways.
    """

    here: np.ndarray
    stock: np.ndarray
    raven: np.ndarray
    number: int | float | Fraction | np.ndarray


def check_size(game: Game, players: tuple[Strategy, ...]) -> None:
    """ValueError if the ways would not fit into this machine's memory."""
    of_a_basket = comb(game.trees + game.picks - 1, game.picks) * max(len(parts_of(player)) for player in players)
    of_a_state = (game.trees + 2 + of_a_basket) * game.raven_steps * len(players)
    check_memory("fruits", count_states(game.fruits, is_lumpable(game, players)), 100 * of_a_state)


@lru_cache(maxsize=2)
def ways_of(game: Game, players: tuple[Strategy, ...], number: type = float) -> Ways:
    """The ways of these players' rolls, with chances of type `number`; ValueError if they would not fit into memory."""
    check_size(game, players)
    states, steps = all_states(game.fruits, is_lumpable(game, players)), game.raven_steps
    stocks = len(states) - 1  # those with fruit
    raven, stock = np.indices((steps, stocks)).reshape(2, -1)
    raven, stock = steps - raven, stocks - stock  # the most comes first
    rows = len(stock) * len(players)
    origin, target, chance = [], [], []
    for player, strategy in enumerate(players):
        for face in _roll(game, strategy, states, stock, raven, number):
            place = (steps - face.raven) * stocks + stocks - face.stock
            ends = [face.raven == 0, face.stock == 0]
            origin.append(face.here * len(players) + player)
            target.append(np.select(ends, [rows, rows + 1], place * len(players) + next_player(player, players)))
            chance.append(np.broadcast_to(face.number * (number(1) / game.faces), len(place)))
    origin, target, chance = map(np.concatenate, (origin, target, chance))
    order = np.argsort(origin, kind="stable")
    order = order[chance[order] != 0]  # without the faces that this die has not
    return Ways(states, stock, raven, origin[order], target[order], chance[order])


def _roll(
    game: Game, strategy: Strategy, states: States, stock: np.ndarray, raven: np.ndarray, number: type
) -> Iterator[_Face]:
    """Where a roll leads from every state (stock, raven), in the order of the die."""
    here = np.arange(len(stock))
    parts = used_parts(game, strategy)
    left_alone = 1 - sum(p for p, _ in parts)  # the share of the baskets
    for tree, faces in enumerate(game.colour_faces):
        yield _Face(here, states.after[tree, stock], raven, number(faces))
    for p, rule in parts:
        picked, after, share = _picked(game, rule, states, stock, raven, number)
        yield _Face(picked, after, raven[picked], number(p * game.basket_faces) * share)
    yield _Face(here, stock, raven, number(left_alone * game.basket_faces))
    yield _Face(here, stock, raven - 1, number(game.raven_faces))


def _picked(
    game: Game, rule: Rule, states: States, stock: np.ndarray, raven: np.ndarray, number: type
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where the picks of a basket lead, one after the other: from which place, to which stock, and how likely."""
    weights = pick_weights(game, rule, states.fruits, states.lumped).copy()
    weights[:, 0, 0] = 1  # without fruit a pick takes nothing, from whichever tree
    chances = as_probabilities(weights.transpose(0, 2, 3, 1), number)  # (picks or 1, n, steps + 1 or 1, t)
    here, share = np.arange(len(stock)), np.full(len(stock), number(1))
    for picks_after in reversed(range(game.picks)):
        of_trees = chances[min(picks_after, len(chances) - 1)]
        of_trees = of_trees[stock, raven[here] if of_trees.shape[1] > 1 else 0]
        way, tree = of_trees.nonzero()
        here, stock, share = summed(here[way], states.after[tree, stock[way]], share[way] * of_trees[way, tree])
    return here, stock, share


def summed(origin: np.ndarray, target: np.ndarray, chance: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same ways, sorted, and those with the same origin and target taken together."""
    targets = target.max(initial=0) + 1
    key, same = np.unique(origin * targets + target, return_inverse=True)
    total = np.zeros(len(key), chance.dtype)
    np.add.at(total, same, chance)
    return *np.divmod(key, targets), total
