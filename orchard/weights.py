"""What a strategy is asked: its weights in one position or in all, checked, and as probabilities."""

from fractions import Fraction

import numpy as np

from orchard.arguments import check_memory, wrong_type, wrong_value
from orchard.rules import Game
from orchard.strategies import Rule


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
    weights = _weights_for_all(game, rule, fruits)
    if lumped:
        _check_symmetry(game, rule, fruits, weights)
    return weights


def _weights_for_all(game: Game, rule: Rule, fruits: np.ndarray) -> np.ndarray:
    """As `pick_weights`, unchecked."""
    raven_steps = np.maximum(1, np.arange(game.raven_steps + 1))  # (steps + 1,); nobody picks with 0 steps left
    fruit_left = np.maximum(1, fruits.sum(axis=0))[:, None]  # (n, 1)
    picks_left = np.minimum(np.arange(1, game.picks + 1)[:, None, None], fruit_left)  # (picks, n, 1)
    positions = fruits.T[:, None]  # (n, 1, t)
    weights = rule_weights(game, rule, positions, raven_steps, picks_left)
    return weights if weights.ndim == 4 else weights[None]


def _check_symmetry(game: Game, rule: Rule, fruits: np.ndarray, weights: np.ndarray) -> None:
    """ValueError unless weights change places when trees do: those of (4, 2) are (1, 0), so those of (2, 4) (0, 1).

    It is no matter which of equally full trees gets a pick, but the share that they have together. Two orders are
    tried, all trees moved on by one, and the first two swapped: every other order can be made of these. Say the rule
    picks from the first tree, fruits are (4, 2), and `order` is (1, 0): of (2, 4) it gives (1, 0), which is put back as
    (0, 1), and is apart from the (1, 0) of (4, 2).
    """
    trees, stocks = np.arange(game.trees), fruits.T[:, None]
    for order in (np.roll(trees, 1), np.append(trees[1::-1], trees[2:])):
        put_back = _weights_for_all(game, rule, fruits[order])[..., order.argsort()]
        if (put_back == weights).all():
            continue
        equally_full = stocks[..., :, None] == stocks[..., None, :]  # (n, 1, t, t)
        apart = (as_probabilities(weights, float) - as_probabilities(put_back, float))[..., None]
        differs = abs(equally_full @ apart)[..., 0].max(axis=(0, 2, 3)) > 1e-9  # (n,)
        if differs.any():
            must = f"permute its weights with the trees, being symmetric, as {rule.name!r} does not"
            raise wrong_value("strategy", must, f"fruits {tuple(fruits[:, differs][:, 0].tolist())}")


def rule_weights(game: Game, rule: Rule, fruits: np.ndarray, raven_steps, picks_left) -> np.ndarray:
    """`rule.weights`, all zero where it declines and where no fruit is left.

    TypeError or ValueError for anything but whole weights, none below zero, and none for an empty tree.
    """
    weights = np.asarray(rule.weights(game, fruits, raven_steps, picks_left))
    _check_shape(rule, weights, np.broadcast(fruits[..., 0], raven_steps, picks_left).shape, game.trees)
    weights = weights * fruits.any(axis=-1, keepdims=True)
    wrong = (((weights != 0) & (fruits == 0)) | (weights < 0)).any(axis=-1)
    if wrong.any():
        stock = tuple(np.broadcast_to(fruits, weights.shape)[wrong][0].tolist())
        must = f"divide a pick among the trees that have fruit, as {rule.name!r} does not for fruits {stock}"
        raise wrong_value("strategy", must, weights[wrong][0].tolist())
    return weights


def _check_shape(rule: Rule, weights: np.ndarray, positions: tuple[int, ...], trees: int) -> None:
    """TypeError unless weights are whole numbers for these positions, one a tree; ValueError if they do not fit."""
    if weights.shape[-1:] != (trees,) or weights.dtype.kind not in "iu":
        raise wrong_type("strategy", f"give whole weights, one a tree, as {rule.name!r} does not", weights)
    try:
        np.broadcast_to(weights[..., 0], positions)
    except ValueError:
        must = f"give weights that broadcast, as {rule.name!r} does not"
        raise wrong_type("strategy", must, weights.shape) from None
    check_memory("fruits", weights.size // trees, 25 * trees)  # bytes: three numbers for each


def as_probabilities(weights: np.ndarray, number: type) -> np.ndarray:
    """Weights (..., t) as probabilities of the trees, floats or Fractions; all zero where nothing is picked."""
    total = np.maximum(1, weights.sum(axis=-1, keepdims=True))
    if number is float:
        return weights / total
    return weights.astype(object) * (Fraction(1) / total.astype(object))
