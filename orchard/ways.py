"""Where a roll leads, and how likely: one list, which makes the Markov chain and plays and counts the games.

A *row* is a state in which the game goes on, together with the player who rolls. Rows with more raven steps come first,
among those the ones with more fruit (in the order of `orchard.states`, from its end), then the players in turn: the
start is row 0, and no roll leads to an earlier state. After the `n` rows come the two ends, n for lost and n + 1 for
won.

The edition two-by-two has ten rows for one player who picks from the fullest tree. Its trees are interchangeable then,
so that (1, 2) is also (2, 1). Row 10 is lost, row 11 is won:

    fruit on the trees          (2, 2)   (1, 2)   (1, 1)   (0, 2)   (0, 1)
    raven two steps away          0        1        2        3        4
    raven one step away           5        6        7        8        9

From row 1 each of the four faces leads with chance 1/4 to another row: one colour to
row 3, the other to row 2, the basket by two picks to row 4, the raven to row 6.
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
from orchard.strategies import Mixture, Rule, Strategy, is_lumpable, next_player, parts_of, used_parts
from orchard.weights import as_probabilities, pick_weights


class Ways(NamedTuple):
    """All ways of the rolls: `chance[k]`, a float or a Fraction, leads from row `origin[k]` to row or end `target[k]`.

    Sorted by origin; from one row they come as in `rules.turn`: colours, basket, a basket that is left alone, raven.
    Some may have the same target. Position i has the fruit of state number `stock[i]` and `raven[i]` steps; its rows,
    one for each of the `players`, are i * players and the next ones.
    """

    states: States
    players: int
    stock: np.ndarray
    raven: np.ndarray
    origin: np.ndarray
    target: np.ndarray
    chance: np.ndarray

    @property
    def rows(self) -> int:
        return len(self.stock) * self.players

    def live_states(self) -> list[State]:
        """The states in which the game goes on, in the order of the rows; each once, whoever rolls."""
        fruits = self.states.of_game()
        return [State(fruits[s], r) for s, r in zip(self.stock.tolist(), self.raven.tolist(), strict=True)]


def check_size(game: Game, players: tuple[Strategy, ...]) -> None:
    """ValueError if the ways would not fit into this machine's memory."""
    of_a_basket = comb(game.trees + game.picks - 1, game.picks) * max(len(parts_of(player)) for player in players)
    of_a_state = (game.trees + 2 + of_a_basket) * game.raven_steps * len(players)
    # 100 bytes a way, measured.
    check_memory("fruits", count_states(game.fruits, is_lumpable(game, players)), 100 * of_a_state)


@lru_cache(maxsize=2)
def ways_of(game: Game, players: tuple[Strategy, ...], kind: type = float) -> Ways:
    """The ways of these players' rolls, their chances of a `kind`, float or Fraction; ValueError if they do not fit.

    No strategy may leave a choice to the solver: `Solution.strategy` has made it.
    """
    check_size(game, players)
    states, steps = all_states(game.fruits, is_lumpable(game, players)), game.raven_steps
    with_fruit = np.arange(len(states))[:0:-1]  # the most first, without state 0, which has none
    stock, raven = np.tile(with_fruit, steps), np.arange(steps, 0, -1).repeat(len(with_fruit))
    row = _rows(len(states), steps, len(players))
    origin, target, chance = [], [], []
    for player, strategy in enumerate(players):
        following = next_player(player, players)
        for here, stock_after, raven_after, faces in _roll(game, strategy, states, stock, raven, kind):
            origin.append(here * len(players) + player)
            target.append(row[following, stock_after, raven_after])
            chance.append(np.broadcast_to(faces * (kind(1) / game.faces), len(here)))
    origin, target, chance = map(np.concatenate, (origin, target, chance))
    order = np.argsort(origin, kind="stable")
    order = order[chance[order] != 0]  # without faces that this die has not, and baskets that nobody leaves alone
    arrays = stock, raven, origin[order], target[order], chance[order]
    for shared in arrays:  # by all who ask for these ways
        shared.setflags(write=False)
    return Ways(states, len(players), *arrays)


def _rows(stocks: int, steps: int, players: int) -> np.ndarray:
    """(players, stocks, steps + 1): the row of each player, stock and raven; the end where the game is over."""
    player, stock, raven = np.ogrid[:players, :stocks, : steps + 1]
    row = ((steps - raven) * (stocks - 1) + stocks - 1 - stock) * players + player  # the most steps and fruit first
    lost = steps * (stocks - 1) * players
    row[:, 0] = lost + 1  # won: no fruit is left
    row[:, :, 0] = lost  # without steps; no roll takes both the last fruit and the last step
    return row


def _roll(
    game: Game, strategy: Rule | Mixture, states: States, stock: np.ndarray, raven: np.ndarray, kind: type
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, float | Fraction | np.ndarray]]:
    """The ways of a roll from all positions, face by face: (here, stock_after, raven_after, faces).

    Position `here[k]`, which is (stock[here[k]], raven[here[k]]), goes to (stock_after[k], raven_after[k]) with so many
    faces of the die, or such a share of one, a number for all or one for each. Of a basket the parts of a strategy have
    a share each, and what they leave of it is a wasted roll.
    """
    here = np.arange(len(stock))
    parts = used_parts(game, strategy)  # (probability, rule): a basket draws one of them, or none if they sum to less
    left_alone = 1 - sum(p for p, _ in parts)  # exactly: they are Fractions
    for tree, faces in enumerate(game.colour_faces):
        yield here, states.after[tree, stock], raven, kind(faces)
    for p, rule in parts:
        begun, stock_after, chance = _picked(game, rule, states, stock, raven, kind)
        yield begun, stock_after, raven[begun], kind(p * game.basket_faces) * chance
    yield here, stock, raven, kind(left_alone * game.basket_faces)
    yield here, stock, raven - 1, kind(game.raven_faces)


def _picked(
    game: Game, rule: Rule, states: States, stock: np.ndarray, raven: np.ndarray, kind: type
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where the picks of a basket lead, one after the other: from the position number, to which stock, how likely.

    In the example two picks take position 1, (1, 2), to (1, 1), and this way goes on to (0, 1). Of probabilities the
    first index k is for k + 1 picks left, or for as many as there is fruit.
    """
    picked = as_probabilities(pick_weights(game, rule, states.fruits, states.lumped), kind)
    picked = np.broadcast_to(picked, (game.picks, len(states), game.raven_steps + 1, game.trees))
    # The ways so far: each from a position, which it keeps, to the stock now.
    here, now, chance = np.arange(len(stock)), stock, np.full(len(stock), kind(1))
    done = []  # ways that end before the last pick: no fruit is left, or the rule declines
    for picks_after in reversed(range(game.picks)):
        of_trees = picked[picks_after, now, raven[here]]  # (ways so far, t)
        ends = (of_trees == 0).all(axis=1)
        done.append((here[ends], now[ends], chance[ends]))
        way, tree = of_trees.nonzero()
        here, now, chance = summed(here[way], states.after[tree, now[way]], chance[way] * of_trees[way, tree])
    done.append((here, now, chance))
    return summed(*map(np.concatenate, zip(*done, strict=True)))


def summed(origin: np.ndarray, target: np.ndarray, chance: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same ways, sorted, and those with the same origin and target taken together."""
    targets = target.max(initial=0) + 1
    key, same = np.unique(origin.astype(np.int64) * targets + target, return_inverse=True)
    total = np.zeros(len(key), chance.dtype)
    np.add.at(total, same, chance)
    origin, target = np.divmod(key, targets)
    return origin.astype(np.intp), target.astype(np.intp), total
