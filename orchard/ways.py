"""Where a roll leads, and how likely: one list, which makes the Markov chain and plays and counts the games.

A *row* is a state in which the game goes on, together with the player who rolls. Rows with more raven steps come first,
among those the ones with more fruit, then the players in turn: the start is row 0, and no roll leads to an earlier
state. After the `n` rows come the two ends, n for lost and n + 1 for won. Summed by target, the list is [Q R] of
the absorbing Markov matrix.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from orchard.arguments import check_memory
from orchard.rules import Game, State
from orchard.states import States, all_states, count_states
from orchard.strategies import Rule, Strategy, as_probabilities, is_lumpable, parts_of, pick_weights, used_parts


class Ways(NamedTuple):
    """All ways of the rolls: `chance[k]`, a float or a Fraction, leads from row `origin[k]` to row or end `target[k]`.

    Sorted by origin; from one row they come as on the die: colours, basket, raven. Several may have the same target.
    `fruit` and `raven` (n / players,): the number of the fruit state, in `states`, and the raven's steps of the rows.
    """

    states: States
    fruit: np.ndarray
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
        return self.rows // len(self.fruit)

    def live_states(self) -> list[State]:
        """The states in which the game goes on, in the order of the rows; each once, whoever rolls."""
        fruits = list(map(tuple, self.states.fruits.T.tolist()))
        return [State(fruits[f], r) for f, r in zip(self.fruit.tolist(), self.raven.tolist(), strict=True)]


class _Part(NamedTuple):
    """Some ways of one player: from the state in place `here` to a fruit state and raven steps, on so many faces.

    Places are those of `Ways.fruit` and `Ways.raven`; of a mixture, faces are fractions.
    """

    here: np.ndarray
    fruit: np.ndarray
    raven: np.ndarray
    faces: np.ndarray


def check_size(game: Game, players: tuple[Strategy, ...]) -> None:
    """ValueError if the ways would not fit into this machine's memory."""
    of_a_basket = comb(game.trees + game.picks - 1, game.picks) * max(len(parts_of(player)) for player in players)
    of_a_state = (game.trees + 2 + of_a_basket) * game.raven_steps * len(players)
    check_memory("fruits", count_states(game.fruits, is_lumpable(game, players)), 100 * of_a_state)


@lru_cache(maxsize=8)
def ways_of(game: Game, players: tuple[Strategy, ...], number: type = float) -> Ways:
    """The ways of these players' rolls; ValueError if they would not fit into memory."""
    check_size(game, players)
    states, steps = all_states(game.fruits, is_lumpable(game, players)), game.raven_steps
    live = len(states) - 1  # fruit states
    raven, fruit = np.indices((steps, live)).reshape(2, -1)
    raven, fruit = steps - raven, live - fruit  # the most comes first
    rows = len(fruit) * len(players)
    origin, target, chance = [], [], []
    for player, strategy in enumerate(players):
        next_player = 0 if player == len(players) - 1 else player + 1
        for part in _roll(game, strategy, states, fruit, raven, number):
            state = (steps - part.raven) * live + live - part.fruit
            ends = [part.raven == 0, part.fruit == 0]
            origin.append(part.here * len(players) + player)
            target.append(np.select(ends, [rows, rows + 1], state * len(players) + next_player))
            chance.append(part.faces * (number(1) / game.faces))
    origin, target, chance = map(np.concatenate, (origin, target, chance))
    order = np.argsort(origin, kind="stable")
    return Ways(states, fruit, raven, origin[order], target[order], chance[order])


def _roll(
    game: Game, strategy: Strategy, states: States, fruit: np.ndarray, raven: np.ndarray, number: type
) -> Iterator[_Part]:
    """The ways of a roll from every state (fruit, raven), face by face."""
    everywhere = np.arange(len(fruit))

    def certain(faces, fruit: np.ndarray, raven: np.ndarray) -> Iterator[_Part]:
        if faces:
            yield _Part(everywhere, fruit, raven, np.full(len(everywhere), number(faces)))

    parts = used_parts(game, strategy)
    for tree, faces in enumerate(game.colour_faces):
        yield from certain(faces, states.after[tree, fruit], raven)
    for p, rule in parts:
        if p * game.basket_faces:
            yield _picked(game, rule, states, _Part(everywhere, fruit, raven, number(p * game.basket_faces)), number)
    yield from certain(game.basket_faces * (1 - sum(p for p, _ in parts)), fruit, raven)
    yield from certain(game.raven_faces, fruit, raven - 1)


def _picked(game: Game, rule: Rule, states: States, basket: _Part, number: type) -> _Part:
    """Where the picks of a basket lead, one after the other."""
    weights = pick_weights(game, rule, states.fruits, states.lumped).copy()
    weights[:, 0, 0] = 1  # without fruit a pick takes nothing, from whichever tree
    chances = as_probabilities(weights.transpose(0, 2, 3, 1), number)  # (picks or 1, n, steps + 1 or 1, t)
    here, fruit, raven = basket.here, basket.fruit, basket.raven
    share = np.full(len(here), number(1))
    for picks_after in reversed(range(game.picks)):
        of_trees = chances[min(picks_after, len(chances) - 1)]
        of_trees = of_trees[fruit, raven[here] if of_trees.shape[1] > 1 else 0]
        way, tree = of_trees.nonzero()
        here, fruit, share = summed(here[way], states.after[tree, fruit[way]], share[way] * of_trees[way, tree])
    return _Part(here, fruit, raven[here], share * basket.faces)


def summed(origin: np.ndarray, target: np.ndarray, chance: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same ways, sorted, and those with the same origin and target taken together."""
    targets = target.max(initial=0) + 1
    key, number = np.unique(origin * targets + target, return_inverse=True)
    total = np.zeros(len(key), chance.dtype)
    np.add.at(total, number, chance)
    return *np.divmod(key, targets), total
