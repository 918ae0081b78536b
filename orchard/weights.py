"""What a strategy is asked: its weights in one position or in all, checked, and as probabilities."""

from fractions import Fraction
from math import prod

import numpy as np

from orchard.arguments import check_memory, wrong_type, wrong_value
from orchard.rules import Game
from orchard.strategies import Rule

LEAST_TRIED, MOST_TRIED = 400, 10_000  # states, when it is tried whether a rule is symmetric
ROUNDING = 1e-14  # of probabilities
MOST_WEIGHT = 2**53  # which floats still tell apart, and so that the weights of all trees add up in 64 bits


def pick_probabilities(
    game: Game, rule: Rule, fruits: tuple[int, ...], raven_steps: int, picks_left: int
) -> tuple[Fraction, ...]:
    """The probability of each tree to give the next fruit in one position, exactly; all 0 where the rule declines.

    `picks_left` includes this pick.
    """
    weights = rule_weights(game, rule, np.array(fruits), np.array(raven_steps), np.array(picks_left)).tolist()
    return tuple(Fraction(weight, max(1, sum(weights))) for weight in weights)


def pick_weights(game: Game, rule: Rule, fruits: np.ndarray, lumped: bool) -> np.ndarray:
    """(picks or 1, n, steps + 1 or 1, t): the weights of a rule for the fruit states `fruits` (t, n) of a game.

    By the picks left, from 1 up (never more than there is fruit), and the raven's steps, from 0 up; an axis that the
    rule does not look at is 1. ValueError if trees are `lumped`, and it matters to the rule which is which.
    """
    weights = _weights_of_all(game, rule, fruits)
    if lumped:
        _check_symmetry(game, rule, fruits, weights)
    return weights


def _weights_of_all(game: Game, rule: Rule, fruits: np.ndarray) -> np.ndarray:
    """As `pick_weights`, with trees in any order.

    The rule is asked for fruits (n, 1, t), raven_steps (steps + 1,) and picks_left (picks, n, 1). Where a game is over
    nobody picks, and it is asked for one step and one pick.
    """
    raven_steps = np.maximum(1, np.arange(game.raven_steps + 1))  # (steps + 1,)
    fruit_left = np.maximum(1, fruits.sum(axis=0))[:, None]  # (n, 1)
    picks_left = np.minimum(np.arange(1, game.picks + 1)[:, None, None], fruit_left)  # (picks, n, 1)
    weights = rule_weights(game, rule, fruits.T[:, None], raven_steps, picks_left)
    # Else (n, 1, t) or (n, steps + 1, t), for it has the axes of `fruits` at least, and is the same for all picks.
    return weights if weights.ndim == 4 else weights[None]


def _check_symmetry(game: Game, rule: Rule, fruits: np.ndarray, weights: np.ndarray) -> None:
    """ValueError unless weights change places when trees do: those of (2, 4) are (0, 1), so those of (4, 2) (1, 0).

    Which of equally full trees gets a pick may differ, but not how likely it is that one of them does. So draw a
    number for each amount of fruit, say 0.3 for two and 0.8 for four, and take its mean over the trees, each as likely
    as its pick: 0.8 for (2, 4), where the fuller tree is picked, and, if trees change nothing, for (4, 2). The trees of
    states drawn at random are shuffled; a rule that breaks its symmetry in few of many positions may pass.
    """
    rng, states = np.random.default_rng(0), fruits.shape[1]
    number = rng.random(fruits.max() + 1)
    tried = rng.integers(states, size=min(MOST_TRIED, max(LEAST_TRIED, 3 * states)))
    shuffled = rng.permuted(fruits[:, tried], axis=0)  # (t, tried)

    def mean_number(fruits: np.ndarray, weights: np.ndarray) -> np.ndarray:  # (picks or 1, n, steps + 1 or 1)
        return (number[fruits.T][:, None] * as_probabilities(weights, float)).sum(axis=-1)

    expected = mean_number(fruits[:, tried], weights[:, tried])
    differs = abs(mean_number(shuffled, _weights_of_all(game, rule, shuffled)) - expected) > ROUNDING
    broken = differs.any(axis=(0, 2))
    if broken.any():
        must = f"permute its weights with the trees, being symmetric, as {rule.name!r} does not"
        raise wrong_value("strategy", must, f"fruits {tuple(shuffled[:, broken][:, 0].tolist())}")


def rule_weights(game: Game, rule: Rule, fruits: np.ndarray, raven_steps, picks_left) -> np.ndarray:
    """`rule.weights`, all zero where it declines and where no fruit is left.

    TypeError or ValueError for anything but whole weights, from 0 to MOST_WEIGHT, and 0 for an empty tree.
    """
    weights = np.asarray(rule.weights(game, fruits, raven_steps, picks_left))
    _check_shape(rule, weights, np.broadcast(fruits[..., 0], raven_steps, picks_left).shape, game.trees)
    table = np.broadcast_shapes(weights.shape, fruits.shape)
    check_memory("fruits", prod(table[:-1]), 25 * game.trees)  # bytes: for weight, probability, and a copy
    if weights.dtype == bool:
        weights = weights.astype(np.uint8)  # which, unlike truth values, adds up to a number
    weights = np.where(fruits.any(axis=-1, keepdims=True), weights, 0)
    most = min(MOST_WEIGHT, np.iinfo(weights.dtype).max)  # NumPy in a browser crashes if it compares uint8 with more
    from_empty = (weights != 0) & (fruits == 0)
    out_of_range = (weights < 0) | (weights > most)
    wrong = (from_empty | out_of_range).any(axis=-1)
    if wrong.any():
        stock = tuple(np.broadcast_to(fruits, table)[wrong][0].tolist())
        must = f"divide a pick among the trees that have fruit, as {rule.name!r} does not for fruits {stock}"
        raise wrong_value("strategy", must, weights[wrong][0].tolist())
    return weights


def _check_shape(rule: Rule, weights: np.ndarray, positions: tuple[int, ...], trees: int) -> None:
    """TypeError unless weights are whole numbers, one a tree, and broadcast to these positions."""
    if weights.shape[-1:] != (trees,) or weights.dtype.kind not in "biu":
        raise wrong_type("strategy", f"give whole weights, one a tree, as {rule.name!r} does not", weights)
    try:
        np.broadcast_to(weights[..., 0], positions)
    except ValueError:
        must = f"give weights that broadcast, as {rule.name!r} does not"
        raise wrong_type("strategy", must, weights.shape) from None


def as_probabilities(weights: np.ndarray, kind: type) -> np.ndarray:
    """Weights (..., t) as probabilities of the trees, floats or Fractions; all zero where nothing is picked."""
    total = np.maximum(1, weights.sum(axis=-1, keepdims=True))
    if kind is float:
        return weights / total
    return weights.astype(object) * (Fraction(1) / total.astype(object))
