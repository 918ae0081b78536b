"""Strategies made to order: a favourite colour, or any function of the fruit counts that a reader writes."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice
from math import lcm
from numbers import Rational
from operator import index

import numpy as np

from orchard.arguments import look_up, shown, whole_number
from orchard.strategies import Shares, Strategy, any_tree, fullest

Choice = Callable[[tuple[int, ...]], int | Sequence[Fraction]]


@lru_cache(maxsize=64, typed=True)  # so that the same favourite is the same strategy
def favourite(tree: int, then: str = "random") -> Strategy:
    """Pick from `tree` (0 is the first) as long as it has fruit, then by `random` or by `max`."""
    tree, shares = whole_number("tree", tree, 0), look_up("then", then, {"random": any_tree, "max": fullest})
    text = f"from tree {tree + 1} as long as it has fruit, then by {then}"
    return Strategy(f"favourite {tree}, {then}", text, partial(_favourite_shares, tree, shares), symmetric=False)


def _favourite_shares(tree: int, then: Shares, fruits: np.ndarray) -> np.ndarray:
    if tree >= fruits.shape[-1]:
        raise ValueError(f"tree must be one of the game's {fruits.shape[-1]}, from 0, got {tree}")
    return np.where(fruits[..., [tree]] > 0, np.eye(fruits.shape[-1], dtype=np.int64)[tree], then(fruits))


def from_function(name: str, function: Choice, symmetric: bool = False) -> Strategy:
    """The strategy that asks `function` what to do with `fruits`, the tuple of the fruit counts.

    It returns the tree to pick from (0 is the first), or a probability for each tree: fractions that sum to 1. Called
    once for each state with fruit. Declare it `symmetric` if permuting the trees only permutes its answer (ties
    aside): then far fewer states are needed, and it is asked for ascending counts only. An answer that is no
    probability over the trees with fruit raises a ValueError or TypeError that names the state.
    """
    if not callable(function):
        raise TypeError(f"function must be one of the fruit counts, got {function!r}")
    return Strategy(name, "a function of the fruit", partial(_function_shares, name, function), symmetric=symmetric)


def _function_shares(name: str, function: Choice, fruits: np.ndarray) -> np.ndarray:
    """Whole shares in the proportions of the probabilities, on a common denominator for each state."""
    shares = [_state_shares(name, function, tuple(state)) for state in fruits.reshape(-1, fruits.shape[-1]).tolist()]
    return np.array(shares, np.int64).reshape(fruits.shape)


def _state_shares(name: str, function: Choice, fruits: tuple[int, ...]) -> list[int]:
    if not any(fruits):
        return [0] * len(fruits)
    answer = function(fruits)
    try:
        chosen = index(answer)
        weights = [int(tree == chosen) for tree in range(len(fruits))]
    except TypeError:
        several = isinstance(answer, Sequence | np.ndarray) and getattr(answer, "ndim", 1)
        weights = list(islice(answer, len(fruits) + 1)) if several else [answer]
    if not all(isinstance(w, Rational) for w in weights):
        raise TypeError(f"{name} must return a tree or Fractions, got {shown(answer)} for fruits {fruits}")
    fits = len(weights) == len(fruits) and sum(weights) == 1
    if not (fits and all(w == 0 or (w > 0 and f) for w, f in zip(weights, fruits, strict=True))):
        raise ValueError(
            f"{name} must return a tree that has fruit, or probabilities of those that sum to 1, "
            f"got {shown(answer)} for fruits {fruits}"
        )
    unit = lcm(*(Fraction(w).denominator for w in weights))
    return [int(w * unit) for w in weights]
