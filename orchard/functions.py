"""A strategy from a function of one position, the fruit on the trees, which is what people write.

It is asked for each pick of a basket. Here the pick is from the fullest tree, and from the emptiest when the raven is
near:

>>> from orchard.rules import Game
>>> from orchard.weights import pick_probabilities
>>> def hasty_pick(fruits, raven_steps):
...     stocks = [fruit for fruit in fruits if fruit]
...     return fruits.index(max(stocks) if raven_steps > 1 else min(stocks))
>>> hasty = from_function("hasty", hasty_pick, symmetric=True, sees_raven=True)
>>> pick_probabilities(Game(), hasty, fruits=(4, 3, 0, 1), raven_steps=1, picks_left=1)
(Fraction(0, 1), Fraction(0, 1), Fraction(0, 1), Fraction(1, 1))
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import islice
from math import ceil, lcm
from numbers import Rational
from operator import index

import numpy as np

from orchard.arguments import is_sequence, wrong_type, wrong_value
from orchard.strategies import Rule

ASKED = 100  # answers at least; of two trees or more one in four is a choice, and 25 coins agree once in 30 million
# What a function that draws, or remembers, should do instead.
PURE = "to draw return Fractions, one a tree, or use `mixture`, and remember nothing"


def from_function(name: str, function: Callable, symmetric: bool = False, sees_raven: bool = False) -> Rule:
    """The strategy that asks `function(fruits)`, or `function(fruits, raven_steps)` if it `sees_raven`, what to do.

    `fruits` is the tuple of the fruit counts. It returns the tree to pick from (0 is the first), or Fractions that sum
    to 1, one a tree, or `()` to leave the rest of this basket alone. Some tree has fruit whenever it is asked. If
    permuting the trees only permutes its answer, but for which of equally full trees it names, declare it `symmetric`:
    then it is called for far fewer positions, and what is not so is found out in a sample of them only.

    Its answers stand for all games, so it must be *pure*: it draws nothing and remembers nothing. A draw is written as
    Fractions, or as a `mixture` if it is made once a basket. Each position is asked twice, and more often if there are
    few; ValueError if an answer differs. ValueError or TypeError for another answer, with the position.

    >>> last = from_function("last", lambda fruits: max(i for i, fruit in enumerate(fruits) if fruit))
    >>> last.text
    'a function of the fruit'
    """
    if not callable(function):
        raise wrong_type("function", "be a function of the fruit counts", function)
    text = "a function of the fruit" + " and the raven's steps" * sees_raven
    return Rule(name, text, partial(_answers, name, function, sees_raven), symmetric)


def _answers(name: str, function: Callable, sees_raven: bool, game, fruits, raven_steps, picks_left) -> np.ndarray:
    """The weights of a Rule whose function is asked in each position of the table."""
    seen = np.asarray(raven_steps) if sees_raven else np.array(1)
    stocks, ravens = np.broadcast_arrays(fruits, seen[..., None])
    pairs = zip(stocks.reshape(-1, game.trees).tolist(), ravens[..., 0].ravel().tolist(), strict=True)
    positions = [(tuple(stock), raven)[: 1 + sees_raven] for stock, raven in pairs]
    weights = [_answer_weights(name, function, position) for position in positions]
    _ask_again(name, function, positions, weights)
    return np.array(weights, np.int64).reshape(stocks.shape)


def _ask_again(name: str, function: Callable, positions: list[tuple], weights: list[list[int]]) -> None:
    """ValueError if an answer differs when all positions are asked again, from the last to the first."""
    for _ in range(ceil(ASKED / len(positions))):
        for position, before in zip(reversed(positions), reversed(weights), strict=True):
            again = _answer_weights(name, function, position)
            if again != before:
                must = f"answer alike whenever it is asked, for fruits {position[0]}: {PURE}"
                raise wrong_value(name, must, f"{before}, then {again}")


def _answer_weights(name: str, function: Callable, position: tuple) -> list[int]:
    """Whole weights in the proportions of the function's answer, on a common denominator."""
    fruits = position[0]
    if not any(fruits):
        return [0] * len(fruits)
    answer = function(*position)
    chances = _chances(answer, len(fruits))
    if not chances:  # it declines
        return [0] * len(fruits)
    where = f"fruits {', raven_steps '.join(map(str, position))}"
    if not all(isinstance(p, Rational) for p in chances):
        raise wrong_type(name, f"return a tree, or Fractions, or () to decline, for {where}", answer)
    possible = all(p == 0 or (p > 0 and fruit) for p, fruit in zip(chances, fruits, strict=False))
    if len(chances) != len(fruits) or sum(chances) != 1 or not possible:
        raise wrong_value(name, f"return a tree that has fruit, or probabilities that sum to 1, for {where}", answer)
    unit = lcm(*(Fraction(p).denominator for p in chances))
    if unit > 2**53:  # the largest weight that weights.py allows
        most = "return Fractions with a common denominator of at most 2**53"
        raise wrong_value(name, f"{most} for {where}", answer)
    return [int(p * unit) for p in chances]


def _chances(answer: object, trees: int) -> list:
    """The answer as a list of probabilities: a tree's number is a certain one."""
    try:
        chosen = index(answer)
    except TypeError:
        return list(islice(answer, trees + 1)) if is_sequence(answer) else [answer]
    return [int(tree == chosen) for tree in range(trees)]
