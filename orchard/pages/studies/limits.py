"""Orchards too large for any table: limits in closed form, and exact chances with picks from the fullest tree.

The die shows each colour, the basket and the raven once. Let K be the rolls, the raven's apart, until all fruit is
picked. A strategy that does not look at the raven wins with probability I_p(K, raven_steps), an incomplete beta
function with p = (trees + 1) / (trees + 2).

With one pick from the fullest tree K is `trees * fruits` plus the wasted rolls, D. Let the colour of an empty tree go
on counting, below zero. Then the *gaps* between the fullest tree and the others are a Markov chain, and add up to D
when the fullest tree comes down to 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
from scipy.sparse import csc_array, csr_array, eye_array
from scipy.sparse.linalg import SuperLU, splu
from scipy.special import betainc
from scipy.stats import norm

from orchard.arguments import MOST_TREES, look_up, probability, whole_number, wrong_value

MOST_TREES_OF_GAPS = 4
GAPS_A_TREE = 28  # where a gap chain is cut off: chances beyond are below 1e-12
SETTLED = 1e-15  # what a law may still change by from fruit to fruit
CHUNK = 64  # rolls between two looks at which games are over
PICKED_FROM = {  # the tree, by the fruit on each (trees, games)
    "max": lambda stock: stock.argmax(axis=0),
    "min": lambda stock: np.where(stock > 0, stock, np.iinfo(stock.dtype).max).argmin(axis=0),
    "first": lambda stock: (stock > 0).argmax(axis=0),
}


# --- Limits: trees of f fruits, f growing without bound ---


def threshold(trees: int, basket_picks: int = 1, strategy: str = "max") -> float:
    """The raven steps a fruit above which a large orchard is won, and below which it is lost."""
    bend = fluid_levels(trees, basket_picks, strategy)[0]
    return float(bend[-1])


def fluid_levels(trees: int, basket_picks: int = 1, strategy: str = "max") -> tuple[np.ndarray, np.ndarray]:
    """Times (k,) and a large orchard's levels then (k, trees), straight in between.

    A full tree has level 1; in a unit of time the raven makes as many steps as a full tree has fruits. `max`, `random`
    and `fruit` keep the trees level, `first` empties them one by one; `ignore` is allowed, too.
    """
    trees, picks = whole_number("trees", trees, 1), whole_number("basket_picks", basket_picks, 0)
    order = look_up(
        "strategy", strategy, {"max": "level", "random": "level", "fruit": "level", "first": "one", "ignore": "no"}
    )
    if order == "one" and picks:
        rest = (picks / (1 + picks)) ** np.arange(trees + 1)  # the level of the others, each time one is empty
        full = np.arange(trees) >= np.arange(trees + 1)[:, None]
        return 1 - rest, rest[:, None] * full
    last = trees / (trees + picks) if order == "level" else 1.0
    return np.array([0, last]), np.array([[1.0] * trees, [0.0] * trees])


def normal_law(trees: int, basket_picks: int = 1) -> tuple[float, float]:
    """Mean and variance, a fruit on each tree, of the raven's steps until a large orchard is empty; fullest tree."""
    trees, picks = whole_number("trees", trees, 1), whole_number("basket_picks", basket_picks, 0)
    rate = trees + picks  # fruit picked for each step of the raven
    time_variance = trees * (trees + picks**2) / rate**3
    return trees / rate, trees / rate + time_variance


# --- The race ---


def won_race(needed, raven_steps, trees: int):
    """The chance that `needed` other rolls come before `raven_steps` of the raven; broadcasts."""
    return betainc(needed, raven_steps, (trees + 1) / (trees + 2))


def win_probabilities(trees: int, fruits: int, raven_steps: Sequence[int]) -> np.ndarray:
    """The chance of winning with each of `raven_steps`; one pick, from the fullest tree."""
    law = _law_of_wasted_rolls(trees, fruits)
    steps = np.array([whole_number("raven_steps", each, 1) for each in raven_steps])
    needed = trees * fruits + np.arange(len(law))
    return won_race(needed, steps[:, None], trees) @ law


def steps_for_odds(trees: int, fruits: int, odds: float = 0.5) -> float:
    """The raven steps with which we win that often, straight between whole numbers; one pick, from the fullest tree.

    ValueError if one step wins more often.
    """
    probability("odds", odds)
    mean, variance = normal_law(trees)
    guess = mean * fruits + norm.ppf(odds) * (variance * fruits) ** 0.5
    steps = np.arange(max(1, int(guess) - trees), max(1, int(guess)) + 2 * trees + 4)  # the guess is off by less
    wins = win_probabilities(trees, fruits, steps)
    if not wins[0] <= odds <= wins[-1]:
        raise wrong_value("odds", f"be at least {wins[0]:.6f} with {fruits} fruits on each tree", odds)
    return float(np.interp(odds, wins, steps))


def rolls_needed(
    trees: int, fruits: int, basket_picks: int = 1, strategy: str = "max", games: int = 10_000, seed: int = 0
) -> np.ndarray:
    """(games,): K of games played without a raven; strategy `max`, `min` or `first`."""
    choose = look_up("strategy", strategy, PICKED_FROM)
    trees, fruits = whole_number("trees", trees, 1, MOST_TREES), whole_number("fruits", fruits, 1, 10**6)
    basket_picks, games = whole_number("basket_picks", basket_picks, 0), whole_number("games", games, 1, 10**7)
    rng = np.random.default_rng(seed)
    stock = np.full((trees, games), fruits, np.int32)
    needed, playing = np.zeros(games, np.int64), np.arange(games)
    while playing.size:
        for faces in rng.integers(trees + 1, size=(CHUNK, playing.size)):
            needed[playing] += stock.any(axis=0)
            _roll(stock, faces, basket_picks, choose)
        going_on = stock.any(axis=0)
        stock, playing = stock[:, going_on], playing[going_on]
    return needed


def _roll(stock: np.ndarray, faces: np.ndarray, picks: int, choose) -> None:
    """One roll of each game: a colour, or the basket (the last face)."""
    trees = len(stock)
    colour = np.flatnonzero(faces < trees)
    stock[faces[colour], colour] -= stock[faces[colour], colour] > 0
    basket = np.flatnonzero(faces == trees)
    for _ in range(picks):
        tree = choose(stock[:, basket])
        stock[tree, basket] -= stock[tree, basket] > 0


# --- The gap chain ---


def laws_of_wasted_rolls(trees: int, fruits: Sequence[int]) -> list[np.ndarray]:
    """P(D = 0), P(D = 1), ... for each of `fruits` on a tree, in ascending order."""
    fruits = [whole_number("fruits", each, 0) for each in fruits]
    if fruits != sorted(fruits):
        raise wrong_value("fruits", "be in ascending order", fruits)
    chain = gap_chain(whole_number("trees", trees, 1, MOST_TREES_OF_GAPS), GAPS_A_TREE * trees)
    dead = chain.gaps.sum(axis=1)
    law = np.eye(1, len(dead))[0]
    drops, settled, laws = 0, False, []
    for wanted in fruits:
        while drops < wanted and not settled:
            before, law = law, chain.after_drop(law)
            settled = np.abs(law - before).sum() < SETTLED
            drops += 1
        laws.append(np.bincount(dead, law))
    return laws


@lru_cache(maxsize=64)
def _law_of_wasted_rolls(trees: int, fruits: int) -> np.ndarray:
    return laws_of_wasted_rolls(trees, [fruits])[0]


@dataclass(frozen=True, eq=False, repr=False)
class GapChain:
    """The gaps between the fullest tree and the others, each time that it drops by a fruit.

    `gaps` (n, trees): a state a row, ascending. `visits` solves for the visits to each before the next drop; `drop`
    (n, n) leads from these to the state after it.
    """

    gaps: np.ndarray
    visits: SuperLU
    drop: csr_array

    def after_drop(self, law: np.ndarray) -> np.ndarray:
        """The law of the gaps one drop later."""
        return self.visits.solve(law) @ self.drop


@lru_cache(maxsize=8)
def gap_chain(trees: int, most: int) -> GapChain:
    """The chain of the gaps that add up to at most `most`."""
    gaps = _ascending_gaps(trees, most)
    inner = gaps.sum(axis=1) < most
    alone = (gaps[:, 1:] > 0).all(axis=1)
    first, *others = np.eye(trees, dtype=int)
    fullest = 2 / (trees + 1)  # its own colour, or the basket
    within = _moves(gaps, inner & ~alone, first, fullest)
    for other in others:
        within += _moves(gaps, inner, other, 1 / (trees + 1))
    # If the fullest tree is alone it drops, and the other gaps with it.
    drop = _moves(gaps, alone, first - 1, fullest)
    visits = splu(csc_array((eye_array(len(gaps)) - within).T), permc_spec="NATURAL")
    return GapChain(gaps, visits, drop)


def _moves(gaps: np.ndarray, where: np.ndarray, change: np.ndarray, probability: float) -> csr_array:
    """(n, n): a roll that adds `change` to the gaps of the states `where`."""
    place_values = (gaps.max() + 1) ** np.arange(gaps.shape[1], dtype=np.int64)
    key = gaps @ place_values
    order = np.argsort(key)
    leads_to = np.sort(gaps[where] + change, axis=1) @ place_values
    columns = order[np.searchsorted(key[order], leads_to)]
    rows = np.flatnonzero(where)
    return csr_array((np.full(len(rows), probability), (rows, columns)), shape=(len(gaps), len(gaps)))


def _ascending_gaps(trees: int, most: int) -> np.ndarray:
    """All ascending rows of `trees` gaps, the first 0, by their sums, at most `most`."""
    others = combinations_with_replacement(range(most + 1), trees - 1)
    return np.array(sorted(((0, *gaps) for gaps in others if sum(gaps) <= most), key=sum))
