"""The method of Marinček's paper, section 3: push all probabilities forward, one change of state at a time.

`p[r, f_1, ..., f_t]` is the probability of a state. The faces that change something share it, for a roll
that changes nothing is no step. Trees keep their order.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import prod

import numpy as np

from orchard.arguments import check_memory, check_time, yes_or_no
from orchard.rules import Game, game_of
from orchard.strategies import Rule, Strategy, refuse_best, strategy_of, used_parts
from orchard.weights import as_probabilities, rule_weights

# (probability, chances) of a part of a strategy: for 1, 2, ... picks left the chance of each tree in every state,
# (trees, raven, f_1, ..., f_t), where the axis of the raven may be 1.
ChancesOfPart = tuple[float | Fraction, list[np.ndarray]]


@dataclass(frozen=True, eq=False)
class Propagation:
    """The probabilities of all final states, `final[r, f_1, ..., f_t]`.

    `going_on[n]` is that of a game that is not over after `n` changes of state.
    """

    game: Game
    strategy: Strategy
    final: np.ndarray = field(repr=False)
    going_on: tuple[float | Fraction, ...] = field(repr=False)

    @property
    def win_probability(self) -> float | Fraction:
        """The sum over the final states without fruit."""
        return self.final[(slice(1, None), *(0,) * self.game.trees)].sum()


def propagate(game: Game | str, strategy: Strategy | str = "max", exact: bool = False) -> Propagation:
    """The probabilities of all final states, for one strategy; in fractions if `exact` (for small games).

    Time grows as states x trees x changes of state. TypeError or ValueError for an impossible game or strategy;
    ValueError for `optimal` and `worst`, which no method that goes forward can know, and for a game too large.

    >>> propagate("two-by-two", "max", exact=True).win_probability
    Fraction(2341, 3456)
    """
    game, strategy = game_of(game), strategy_of(strategy)
    refuse_best([strategy])
    exact = yes_or_no("exact", exact)
    _check_size(game, exact)
    number = Fraction if exact else float
    p = np.full(_shape(game), number(0))
    p[game.raven_steps, *game.fruits] = number(1)
    parts = [(number(q), _chances(game, rule, number)) for q, rule in used_parts(game, strategy)]
    faces = _changing_faces(game, parts, number)
    going_on = [number(1)]
    while going_on[-1]:
        p = _step(game, faces, parts, p)
        going_on.append(_live(p).sum())
    return Propagation(game, strategy, p, tuple(going_on))


def _shape(game: Game) -> tuple[int, ...]:
    return game.raven_steps + 1, *(f + 1 for f in game.fruits)


def _check_size(game: Game, exact: bool) -> None:
    states = prod(_shape(game))
    check_memory("game", states, 8 * (8 + game.trees))
    changes = game.raven_steps + sum(game.fruits)
    check_time("game", states * game.trees * max(1, game.picks) * changes, 10**7 if exact else 10**12)


def _live(p: np.ndarray) -> np.ndarray:
    """`p` where the game goes on, 0 in the final states."""
    live = p.copy()
    live[0] = 0
    live[(slice(None), *(0,) * (p.ndim - 1))] = 0
    return live


def _changing_faces(game: Game, parts: list[ChancesOfPart], number: type) -> np.ndarray:
    """How many faces of the die change something, by the raven's steps (or 1) and the fruit on the trees."""
    fruits = np.indices(_shape(game)[1:])
    used = sum((q * _picks(chances[-1]) for q, chances in parts), number(0))
    colours = sum(n * (fruit > 0) for n, fruit in zip(game.colour_faces, fruits, strict=True))
    return colours * number(1) + game.raven_faces + game.basket_faces * used


def _chances(game: Game, rule: Rule, number: type) -> list[np.ndarray]:
    """The chances of `ChancesOfPart`; 0 for an empty tree, and for all where the rule declines."""
    fruits = np.moveaxis(np.indices(_shape(game)[1:]), 0, -1)
    raven = np.maximum(1, np.arange(game.raven_steps + 1)).reshape(-1, *[1] * game.trees)
    chances = []
    for left in range(1, game.picks + 1):
        picks_left = np.clip(fruits.sum(axis=-1), 1, left)
        weights = rule_weights(game, rule, fruits[None], raven, picks_left[None])
        chances.append(np.moveaxis(as_probabilities(weights, number), -1, 0))
    return chances


def _step(game: Game, faces: np.ndarray, parts: list[ChancesOfPart], p: np.ndarray) -> np.ndarray:
    live = _live(p)
    share, after = live / faces, p - live
    after[:-1] += game.raven_faces * share[1:]
    for tree, n in enumerate(game.colour_faces):
        with_fruit, one_fewer = _pick(tree)
        after[one_fewer] += n * share[with_fruit]
    for q, chances in parts:
        after += _after_basket(chances, game.basket_faces * q * share * _picks(chances[-1]))
    return after


def _picks(of_trees: np.ndarray) -> np.ndarray:
    """Where a pick is made: some fruit is left, and the rule does not decline."""
    return (of_trees != 0).any(axis=0)


def _pick(tree: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """The states with fruit on `tree`, and each with one fewer there."""
    before = (slice(None),) * (tree + 1)
    return (*before, slice(1, None)), (*before, slice(None, -1))


def _after_basket(chances: list[np.ndarray], p: np.ndarray) -> np.ndarray:
    """`p` after the picks of a basket, or until no fruit is left or the rest is left alone."""
    done = np.zeros_like(p)
    for of_trees in reversed(chances):
        done += p * ~_picks(of_trees)
        moved = np.zeros_like(p)
        for tree, chance in enumerate(of_trees):
            with_fruit, one_fewer = _pick(tree)
            moved[one_fewer] += (chance * p)[with_fruit]
        p = moved
    return done + p
