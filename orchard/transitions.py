"""One roll of the die as arrays: what a basket draws from, and where a roll leads from every state.

This is the one place where strategies are tabulated; solver, chain and simulators all read these tables. A test holds
them to `rules.turn` on random games.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from orchard.arguments import wrong_value
from orchard.rules import Game
from orchard.states import States
from orchard.strategies import Best, Rule, Strategy, as_probabilities, rule_weights, used_parts


class Part(NamedTuple):
    """One thing that a basket may draw: how likely, and how it picks.

    `weights` (picks or 1, n, steps or 1, t): those of `how`, from each of the `n` fruit states with each number of
    picks and of raven steps left, from 1 up; an axis that the rule does not look at is 1. None if the solver decides.
    """

    probability: Fraction
    how: Rule | Best
    weights: np.ndarray | None

    def with_left(self, left: int) -> np.ndarray:
        """(n, steps or 1, t): the weights of a pick where `left` are to be made, this one included."""
        return self.weights[left - 1 if len(self.weights) > 1 else 0]


@lru_cache(maxsize=32)
def tabulate(game: Game, strategy: Strategy, states: States) -> tuple[Part, ...]:
    """What a basket roll draws from; if the probabilities sum to less than 1, the basket is else left alone."""
    return tuple(Part(p, how, pick_weights(game, how, states)) for p, how in used_parts(game, strategy))


def idle(parts: Sequence[Part]) -> Fraction:
    """The probability that a basket is left alone."""
    return 1 - sum((part.probability for part in parts), Fraction(0))


def sees_raven(parts: Sequence[Part]) -> bool:
    """Whether a pick depends on the raven's steps."""
    return any(part.weights.shape[2] > 1 for part in parts)


def pick_weights(game: Game, how: Rule | Best, states: States) -> np.ndarray | None:
    """The weights of `Part`; an error names a state in which they are none, or not as symmetric as the rule says."""
    if isinstance(how, Best):
        return None
    if states.lumped:
        n = len(states)
        both_orders = _weights(game, how, np.concatenate([states.fruits, states.fruits[::-1]], axis=1))
        weights, reverse = both_orders[:, :n], both_orders[:, n:, :, ::-1]
        _check_symmetry(how, states.fruits.T[:, None], weights, reverse)
    else:
        weights = _weights(game, how, states.fruits)
    return _without_idle_axis(_without_idle_axis(weights, 0), 2)


def _without_idle_axis(weights: np.ndarray, axis: int) -> np.ndarray:
    """The weights with this axis 1, if what it stands for makes no difference."""
    first = weights[:1] if axis == 0 else weights[:, :, :1]
    return first if weights.shape[axis] > 1 and (weights == first).all() else weights


def _weights(game: Game, rule: Rule, fruits: np.ndarray) -> np.ndarray:
    """The weights with all their four axes, for `fruits` (t, n)."""
    raven_steps = np.arange(1, game.raven_steps + 1)
    left = np.maximum(np.add.reduce(fruits), 1)[:, None]
    picks_left = np.minimum(np.arange(1, game.picks + 1)[:, None, None], left)
    weights = rule_weights(game, rule, fruits.T[:, None], raven_steps, picks_left)
    return weights[None] if weights.ndim == 3 else weights


def _check_symmetry(rule: Rule, fruits: np.ndarray, weights: np.ndarray, reverse: np.ndarray) -> None:
    """ValueError unless trees that hold as much have, together, the same share of a pick in both orders."""
    if np.count_nonzero(weights != reverse) == 0:
        return
    same = (fruits[..., :, None] == fruits[..., None, :]).astype(np.int64)
    one, other = ((same @ each[..., None])[..., 0] for each in (weights, reverse))
    differs = one * other.sum(axis=-1, keepdims=True) != other * one.sum(axis=-1, keepdims=True)
    if differs.any():
        state = int(np.argwhere(differs)[0][-3])
        must = f"permute its weights with the trees, being symmetric, as {rule.name!r} does not"
        raise wrong_value("strategy", must, f"fruits {tuple(fruits[state, 0].tolist())}")


# --- where a roll leads ---


class Arrows(NamedTuple):
    """Probabilities of moving from place to place, as a sparse list: `weight[k]` leads from `origin[k]` to `target[k]`.

    A place is a number: raven * n + fruit state, the raven counted from 0 in whatever steps the caller needs.
    """

    origin: np.ndarray
    target: np.ndarray
    weight: np.ndarray


def fruit_roll(game: Game, parts: Sequence[Part], states: States, ravens: int, number: type) -> Arrows:
    """How many faces of the die, the raven's apart, lead from each place to each other: floats, or Fractions.

    Places are fruit state x raven; `ravens` is how many raven steps are told apart: the game's, or 1 if no pick looks
    at them. Wasted rolls lead from a place to itself.
    """
    here = np.arange(len(states) * ravens)
    start = Arrows(here, here, np.full(len(here), number(1)))
    colours = _picked(start, np.broadcast_to(game.colour_faces, (len(states), 1, game.trees)), states, number)
    kinds = [(number(sum(game.colour_faces)), colours), (number(game.basket_faces * idle(parts)), start)]
    for part in parts:
        after = start
        for left in range(game.picks, 0, -1):
            after = _merged(_picked(after, part.with_left(left), states, number), len(here))
        kinds.append((number(game.basket_faces * part.probability), after))
    origin, target = (np.concatenate([getattr(arrows, end) for _, arrows in kinds]) for end in ("origin", "target"))
    weight = np.concatenate([faces * arrows.weight for faces, arrows in kinds])
    return _merged(Arrows(origin, target, weight), len(here))


def state_roll(game: Game, parts: Sequence[Part], states: States, number: type) -> Arrows:
    """The probability of each thing that one roll can do, from every state in which the game goes on.

    A place is raven steps x n + fruit state: the game is lost in those below n, and won in the multiples of n.
    """
    n, steps = len(states), game.raven_steps
    ravens = steps if sees_raven(parts) else 1
    fruit = fruit_roll(game, parts, states, ravens, number)
    live = fruit.origin % n > 0
    alike = n * np.arange(1, steps // ravens + 1)[:, None]  # where the raven does not matter, all its steps are alike
    every = np.arange(n * (steps + 1)).reshape(-1, n)[1:, 1:].ravel()
    faces = [np.tile(fruit.weight[live], len(alike)), np.full(len(every), number(game.raven_faces))]
    return Arrows(
        np.concatenate([(fruit.origin[live] + alike).ravel(), every]),
        np.concatenate([(fruit.target[live] + alike).ravel(), every - n]),
        np.concatenate(faces) * (number(1) / game.faces),
    )


def _picked(arrows: Arrows, weights: np.ndarray, states: States, number: type) -> Arrows:
    """The arrows drawn on by a pick with `weights` (n, steps or 1, t); where a tree is empty they stay."""
    raven, fruit = np.divmod(arrows.target, len(states))
    drawn = weights[fruit, raven if weights.shape[1] > 1 else 0]
    arrow, tree = np.nonzero(drawn)
    moved = raven[arrow] * len(states) + states.colour[tree, fruit[arrow]]
    share = as_probabilities(drawn, number)[arrow, tree]
    done = np.flatnonzero(~drawn.any(axis=1))  # no fruit is left: nothing is picked
    return Arrows(
        np.concatenate([arrows.origin[arrow], arrows.origin[done]]),
        np.concatenate([moved, arrows.target[done]]),
        np.concatenate([arrows.weight[arrow] * share, arrows.weight[done]]),
    )


def _merged(arrows: Arrows, places: int) -> Arrows:
    """The same with one arrow from a place to a place: the sum of all, if it is not zero."""
    key, number = np.unique(arrows.origin * places + arrows.target, return_inverse=True)
    weight = np.zeros(len(key), arrows.weight.dtype)
    np.add.at(weight, number, arrows.weight)
    some = weight != 0
    return Arrows(*np.divmod(key[some], places), weight[some])
