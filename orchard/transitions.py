"""One roll of the die as a list of moves: how many faces show each, and where it leads from every state.

`moves` is that list, the only place where the die is written down for the methods that compute: solver, Markov chain,
played games and counted games all read it. A test holds it to `rules.turn`, and others see to it that the judges, who
roll a die of their own, notice a fault in any line of it.

A move is made of *takes*. Each takes one piece of the game: a fruit, or one of the raven's steps. A colour is a
single take, and so is the raven; a basket of two picks is two, one after the other. What takes nothing is a wasted
roll.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from orchard.arguments import wrong_value
from orchard.rules import Game
from orchard.states import States
from orchard.strategies import Best, Rule, Strategy, as_probabilities, rule_weights, used_parts


class Take(NamedTuple):
    """One piece taken, in one of `k` ways, from each of the `n` fruit states.

    `target` (k, n): the fruit state after it, the same one where a way takes no fruit. `weights` (1 or steps, k, n): a
    way has probability weight / total; by the raven steps left, from 1 up, if they matter. `totals` (1 or steps, 1, n).
    `sign`: +1 or -1 if the solver is to choose among the ways that have a weight. `raven`: the raven steps that it
    takes, 0 or 1.
    """

    target: np.ndarray
    weights: np.ndarray
    totals: np.ndarray
    sign: int = 0
    raven: int = 0

    @property
    def sees_raven(self) -> bool:
        """Whether the raven's steps make a difference."""
        return len(self.weights) > 1


class Move(NamedTuple):
    """What the die shows (a tree's number, "basket" or "raven"), on how many faces, and what is then taken, in order.

    The faces of a basket are shared out among the parts of a strategy, so they may be a fraction.
    """

    face: int | str
    faces: Fraction
    takes: tuple[Take, ...]

    @property
    def brings_raven(self) -> bool:
        """Whether the raven comes nearer."""
        return any(take.raven for take in self.takes)


@lru_cache(maxsize=32)
def moves(game: Game, strategy: Strategy, states: States) -> tuple[Move, ...]:
    """All that a roll can do: the colours, the basket for each part of the strategy or left alone, the raven."""
    parts = used_parts(game, strategy)
    idle = 1 - sum(p for p, _ in parts)
    same_fruit = np.arange(len(states))
    return (
        *(Move(tree, Fraction(faces), (_sure(states.after[tree]),)) for tree, faces in enumerate(game.colour_faces)),
        *(Move("basket", game.basket_faces * p, _picks(game, how, states)) for p, how in parts),
        Move("basket", Fraction(game.basket_faces * idle), ()),
        Move("raven", Fraction(game.raven_faces), (_sure(same_fruit, raven=1),)),
    )


def sees_raven(roll: Sequence[Move]) -> bool:
    """Whether a take depends on the raven's steps."""
    return any(take.sees_raven for move in roll for take in move.takes)


def _sure(target: np.ndarray, raven: int = 0) -> Take:
    """The take that leaves no choice."""
    ones = np.ones((1, 1, len(target)), np.int64)
    return Take(target[None], ones, ones, raven=raven)


# --- where a roll leads ---


class Arrows(NamedTuple):
    """Moves from place to place, as a sparse list: `weight[k]` leads from `origin[k]` to `target[k]`.

    A place is the number of a state: fruit state x (steps + 1) + raven steps left.
    """

    origin: np.ndarray
    target: np.ndarray
    weight: np.ndarray


def arrows(roll: Sequence[Move], states: States, steps: int, number: type) -> Arrows:
    """How many faces lead where, floats or Fractions, from every place in which the game goes on.

    `steps` is how many raven steps are told apart. Wasted rolls lead from a place to itself. Where several moves lead
    from one place to another there are several arrows.
    """
    places = np.arange(len(states) * (steps + 1)).reshape(len(states), -1)[1:, 1:]
    found = [Arrows(places[0, :0], places[0, :0], np.array([], object if number is Fraction else float))]
    for move in (move for move in roll if move.faces):
        # Who does not look at the raven is followed with the raven farthest away: nearer by k, all places are k lower.
        nearer = np.arange(1 if sees_raven([move]) else steps)
        start = places.ravel() if len(nearer) == 1 else places[:, -1]
        led = Arrows(start, start, np.full(len(start), number(move.faces)))
        for take in move.takes:
            led = _led_on(led, take, steps, number)
        origin, target = ((ends[:, None] - nearer).ravel() for ends in (led.origin, led.target))
        found.append(Arrows(origin, target, led.weight.repeat(len(nearer))))
    return Arrows(*map(np.concatenate, zip(*found, strict=True)))


def _led_on(led: Arrows, take: Take, steps: int, number: type) -> Arrows:
    """The arrows, each led on by all ways of a take."""
    fruit, raven = np.divmod(led.target, steps + 1)
    weights = take.weights[raven - 1 if take.sees_raven else 0, :, fruit]
    arrow, way = np.nonzero(weights)
    target = take.target[way, fruit[arrow]] * (steps + 1) + raven[arrow] - take.raven
    chance = as_probabilities(weights, number)[arrow, way]
    led_on = Arrows(led.origin[arrow], target, led.weight[arrow] * chance)
    return led_on if len(take.target) == 1 else _merged(led_on)


def _merged(arrows: Arrows) -> Arrows:
    """The same with one arrow, the sum of all, from a place to a place."""
    places = arrows.target.max(initial=0) + 1
    key, number = np.unique(arrows.origin * places + arrows.target, return_inverse=True)
    weight = np.zeros(len(key), arrows.weight.dtype)
    np.add.at(weight, number, arrows.weight)
    return Arrows(*np.divmod(key, places), weight)


# --- the raven's clock ---


def ravens_in_a_clock(game: Game, rolls: Sequence[Sequence[Move]]) -> int:
    """How many raven steps a `clock` counts for players with these rolls: all, or one."""
    if len(rolls) > 1 or sees_raven(rolls[0]):
        return 1
    return game.raven_steps


def raven_chance(roll: Sequence[Move]) -> float:
    """w: the probability that a roll brings the raven nearer."""
    return float(sum(move.faces for move in roll if move.brings_raven) / sum(move.faces for move in roll))


def clock(raven: float, ravens: int) -> Iterator[tuple[float, np.ndarray]]:
    """Two clocks: why a game may often be followed by its fruit alone, and the raven's steps be added afterwards.

    If one player rolls, or several as one, and does not look at the raven, then neither do the rolls of all other
    faces: what they do to the fruit is independent of how many ravens come between them. So a game is followed by its
    fruit, after k = 0, 1, 2, ... rolls without the raven. With w the probability of its face, N_k of its rolls came
    before the k-th other one, and P(N_k = j) = C(k + j - 1, j) w^j (1 - w)^k. Of the games that go on after k others,

        h_k = P(N_{k+1} >= r | N_k < r) = sum of P(N_k = j | N_k < r) w^(r - j) over j < r

    are lost before one more, by exactly k + r rolls, whatever their fruit; the rest roll another face. Those that it
    wins had j ravens with probability P(N_{k+1} = j | N_{k+1} < r), and so k + 1 + j rolls and r - j steps left. All
    these chances follow from those for k by sums of positive terms: N_{k+1} is N_k and a geometric number more.

    If a strategy looks at the raven, or players take turns (a raven is a turn too), games are followed by fruit and
    raven. Then a clock runs for a single step, r = 1, and h_k = w.

    For k = 0, 1, ...: h_k, and the probabilities of j = 0, ..., r - 1; `raven` is w, `ravens` is r.
    """
    came = [1.0] + [0.0] * (ravens - 1)
    while True:
        # came[j] becomes came[j] + w came[j-1] + w^2 came[j-2] + ...: those who roll more ravens, then another face.
        came = np.fromiter(accumulate(came, lambda fewer, same: raven * fewer + same), float)
        lost = raven * came[-1]
        came = came / came.sum()
        yield lost, came


# --- the picks of a basket ---


def _picks(game: Game, how: Rule | Best, states: States) -> tuple[Take, ...]:
    """The takes of a basket, one after the other; without fruit a pick takes nothing."""
    if isinstance(how, Best):
        return (_choice(states, (states.fruits > 0)[None], how.sign),) * game.picks
    weights = _pick_weights(game, how, states)
    takes = [_choice(states, each.transpose(1, 2, 0)) for each in weights]
    return tuple(takes[::-1]) if len(takes) > 1 else (takes[0],) * game.picks


def _choice(states: States, weights: np.ndarray, sign: int = 0) -> Take:
    """The pick with these weights (1 or steps, t, n): of one way if no state leaves a choice."""
    weights = np.ascontiguousarray(weights)
    weights[:, 0, 0] = 1  # without fruit all ways lead nowhere
    if len(weights) == 1:
        chosen = weights[0] > 0
        last = np.maximum.reduce(chosen * states.after)
        if not np.count_nonzero(chosen & (states.after != last)):
            return _sure(last)
    return Take(states.after, weights, np.add.reduce(weights, axis=1, keepdims=True, dtype=np.int64), sign)


def _pick_weights(game: Game, rule: Rule, states: States) -> np.ndarray:
    """(picks or 1, n, steps or 1, t): the weights of a rule by the picks left, from 1 up, and the raven's steps.

    An axis that the rule does not look at is 1. An error names a state in which the weights are none, or not as
    symmetric as the rule says.
    """
    if states.lumped:
        n = len(states)
        both_orders = _weights(game, rule, np.concatenate([states.fruits, states.fruits[::-1]], axis=1))
        weights, reverse = both_orders[:, :n], both_orders[:, n:, :, ::-1]
        _check_symmetry(rule, states.fruits.T[:, None], weights, reverse)
    else:
        weights = _weights(game, rule, states.fruits)
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
