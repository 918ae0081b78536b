"""Loaded dice: rules of thumb for the basket, what they cost on many dice at once, and a bound that no pick can beat.

Tree `i` has `f_i` fruits and `c_i` faces; there are `B` baskets of `b` picks and `W` ravens. If the die is rolled at
random times, its kinds of faces come as independent Poisson processes with these rates.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy.special import gammainc, gammainccinv, gammaln, xlogy

from orchard.rules import Game
from orchard.states import States, all_states

NODES = 200  # of the integral over the time at which the raven arrives: right to 1e-12

# --- A bound ---


def bank_bound(game: Game) -> float:
    """The chance of winning if picks are saved until they suffice for all fruit; no strategy does better.

    If the raven arrives at time s, it is P(sum_i max(0, f_i - N_i(s)) <= b N_B(s)); s is Gamma(r) / W distributed.
    """
    latest = gammainccinv(game.raven_steps, 1e-17) / game.raven_faces
    nodes, weights = leggauss(NODES)
    times = (nodes + 1) * latest / 2
    arrivals = game.raven_faces * _poisson(np.array(game.raven_steps - 1), game.raven_faces * times)
    return float((weights * arrivals * _enough(game, times)).sum() * latest / 2)


def _enough(game: Game, times: np.ndarray) -> np.ndarray:
    """P(sum_i max(0, f_i - N_i) <= b N_B) at each of the `times`."""
    late = np.eye(1, sum(game.fruits) + 1) + np.zeros((len(times), 1))
    for fruit, faces in zip(game.fruits, game.colour_faces, strict=True):
        late = _sum(late, _late(fruit, faces * times))
    if not game.picks:
        return late[:, 0]
    baskets = -(-np.arange(late.shape[1]) // game.picks)
    return (late * _at_least(baskets, game.basket_faces * times[:, None])).sum(axis=1)


def _sum(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """The law of the sum of two independent numbers, row by row, cut off where the first ends."""
    total = np.zeros_like(one)
    for number, probability in enumerate(two.T):
        total[:, number:] += probability[:, None] * one[:, : one.shape[1] - number]
    return total


def _late(fruit: int, means: np.ndarray) -> np.ndarray:
    """The law of max(0, fruit - N), a row for each mean of the Poisson variable N."""
    late = _poisson(np.arange(fruit, -1, -1), means[:, None])
    late[:, 0] = _at_least(np.array([fruit]), means[:, None])[:, 0]
    return late


def _poisson(count: np.ndarray, mean: np.ndarray) -> np.ndarray:
    """P(N = count) for a Poisson variable N."""
    return np.exp(xlogy(count, mean) - mean - gammaln(count + 1))


def _at_least(count: np.ndarray, mean: np.ndarray) -> np.ndarray:
    """P(N >= count) for a Poisson variable N."""
    return np.where(count > 0, gammainc(np.maximum(count, 1), mean), 1.0)


# --- Many dice at once ---


@dataclass(frozen=True, eq=False)
class Dice:
    """`n` dice for the same `most` fruit, raven steps and picks.

    `faces` (n, trees), `baskets` (n,) and `ravens` (n,) count their faces. A table is (fruit states + 1, n, raven
    steps); its last row, always 0, is where a pick from an empty tree leads.
    """

    most: tuple[int, ...]
    raven_steps: int
    picks: int
    faces: np.ndarray
    baskets: np.ndarray
    ravens: np.ndarray

    @property
    def states(self) -> States:
        """The fruit states, in the order of a table's rows."""
        return all_states(self.most, lumped=False)

    @property
    def after(self) -> np.ndarray:
        """(trees, n): the row after a pick from each tree, the last if it is empty."""
        return np.where(self.states.fruits > 0, self.states.after, len(self.states))


Choose = Callable[[int, slice], np.ndarray]
RuleOfThumb = Callable[[Dice], Choose]


def values(dice: Dice, rule: RuleOfThumb | None = None) -> np.ndarray:
    """The table of the chances of winning, by a rule, or by best play.

    `rule(dice)` is a function (picks left, rows of states) -> trees to pick from, (rows, n, raven steps or 1).
    """
    if rule is None:
        return _solve(dice, lambda after, picks_left, rows: after.max(axis=0))
    choose = rule(dice)

    def picked(after: np.ndarray, picks_left: int, rows: slice) -> np.ndarray:
        return np.take_along_axis(after, choose(picks_left, rows)[None], axis=0)[0]

    return _solve(dice, picked)


def _solve(dice: Dice, picked: Callable) -> np.ndarray:
    """The table of `values`; `picked` makes one value of those after a pick from each tree."""
    states, after_pick = dice.states, dice.after
    tables = [_empty_table(dice) for _ in range(dice.picks + 1)]  # with 0, 1, ... picks left
    for rows in states.layers[1:]:
        after = after_pick[:, rows]
        for picks_left in range(1, dice.picks + 1):
            tables[picks_left][rows] = picked(tables[picks_left - 1][after], picks_left, rows)
        colours = np.einsum("gt,tngr->ngr", dice.faces, tables[0][after])
        total = colours + dice.baskets[:, None] * tables[-1][rows]
        changing = (states.fruits[:, rows] > 0).T @ dice.faces.T + dice.baskets + dice.ravens
        value = np.zeros(changing.shape)
        for step in range(dice.raven_steps):
            value = (total[..., step] + dice.ravens * value) / changing
            tables[0][rows, :, step] = value
    return tables[0]


def _empty_table(dice: Dice) -> np.ndarray:
    table = np.zeros((len(dice.states) + 1, len(dice.faces), dice.raven_steps))
    table[0] = 1
    return table


# --- Rules of thumb ---


def fullest(dice: Dice) -> Choose:
    """From the fullest tree, of equals the rarest colour."""
    rarity = -dice.faces.T[:, None, :, None]
    return _highest(dice, lambda stock: stock, lambda stock: rarity)


def slowest(dice: Dice) -> Choose:
    """From the tree with the largest f/c, which takes the most rolls to empty; of equals the fullest."""
    rate = np.maximum(dice.faces.T[:, None, :, None], 1e-300)  # a colour without a face takes longest
    return _highest(dice, lambda stock: stock / rate, lambda stock: stock)


def _highest(dice: Dice, first: Callable, second: Callable) -> Choose:
    """From the tree with the highest `first`, of equals the highest `second`: functions of the stock."""

    def choose(picks_left: int, rows: slice) -> np.ndarray:
        stock = dice.states.fruits[:, rows, None, None].astype(float)
        score = np.where(stock > 0, first(stock), -np.inf)
        leading = score == score.max(axis=0)
        return np.where(leading, second(stock), -np.inf).argmax(axis=0)

    return choose
