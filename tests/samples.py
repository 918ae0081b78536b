"""Samples against what they are drawn from: the literal distribution of a game's end, and tests of distributions.

All samples have a fixed seed. A test that says 4 standard errors would fail by chance for one seed in 16,000, one that
says FALSE_ALARM for one in 10,000.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
import pandas as pd
from scipy import stats

from orchard import EDITIONS, Game, State, mixture, solve
from orchard.strategies import is_lumpable, players_of
from tests.games import BY_PICKS, BY_RAVEN, BY_WHIM
from tests.literal import Chances, roll_outcomes

FALSE_ALARM = 1e-4
TWO = EDITIONS["two-by-two"]
HOUSE = Game((3, 0, 2), 2, 2, (1, 2, 1), 2, 1)
PATIENT = Game((2, 1), 7, 1, (1, 1), 1, 3)  # half of all rolls are the raven's, and there are many to come
AHEAD = Game((2, 2), 1, 2, (1, 0))  # the best first pick of two is not the best only pick
FAMILY = mixture({"max": Fraction(1, 2), "random": Fraction(1, 3), "ignore": Fraction(1, 6)})
SAMPLED = {
    "the fullest tree": (TWO, "max"),
    "any tree, loaded die": (HOUSE, "random"),
    "the best first of two picks": (AHEAD, solve(AHEAD, "optimal").strategy),
    "a rule that looks at the picks left": (Game((2, 1, 1), 2, 3), BY_PICKS),
    "a rule that declines": (Game((2, 2), 3, 3), BY_WHIM),
    "a family by turns, one looks at the raven": (HOUSE, (FAMILY, BY_RAVEN)),
    "chances too fine for a table": (HOUSE, mixture({"max": Fraction(1, 10**30), "min": 1 - Fraction(1, 10**30)})),
    "many ravens": (PATIENT, "min"),
    "only ravens": (Game((1,), 1, colour_faces=(0,), basket_faces=0), "max"),
}


def literal_end(game: Game, strategy, least: float = 1e-13) -> tuple[np.ndarray, dict[State, float]]:
    """The probabilities (2, k) of losing, and winning, with roll k, and of each final state, by the literal rules.

    Followed until at most `least` of all games still go on.
    """
    players = players_of(strategy)

    @cache
    def roll(player, state: State) -> list[tuple[State, float]]:
        return [(after, float(p)) for after, p in roll_outcomes(game, player, state).items()]

    going, ended, final = {game.start: 1.0}, [(0.0, 0.0)], defaultdict(float)
    while sum(going.values()) > least:
        player = players[(len(ended) - 1) % len(players)]
        over, goes_on = np.zeros(2), defaultdict(float)
        for before, p in going.items():
            for after, q in roll(player, before):
                if after.is_lost or after.is_won:
                    over[int(after.is_won)] += p * q
                    final[after] += p * q
                else:
                    goes_on[after] += p * q
        ended.append(over)
        going = goes_on
    return np.array(ended).T, dict(final)


@cache
def end_of(name: str) -> tuple[np.ndarray, dict[State, float]]:
    """The same of a game of SAMPLED, until fewer than one of the most games that are counted goes on."""
    ends, final = literal_end(*SAMPLED[name], least=1e-25)
    return ends, lumped(*SAMPLED[name], final)


def lumped(game: Game, strategy, chances: Chances) -> Chances:
    """The chances of states, of permutations of interchangeable trees taken together.

    What stands for them has the most fruit on the trees that had the most at the start.
    """
    if not is_lumpable(game, players_of(strategy)):
        return chances
    together = defaultdict(int)
    trees = sorted(range(game.trees), key=lambda tree: game.fruits[tree])
    for state, p in chances.items():
        fruit_of = dict(zip(trees, sorted(state.fruits), strict=True))
        together[State(tuple(fruit_of[tree] for tree in range(game.trees)), state.raven_steps)] += p
    return dict(together)


def chi_square(counts: np.ndarray, expected: np.ndarray) -> tuple[float, int]:
    """The statistic and its degrees of freedom; the rarest cells are taken together until each expects 10."""
    both = pd.DataFrame(counts).align(pd.DataFrame(expected), fill_value=0)
    counts, expected = (table.to_numpy().ravel() for table in both)
    assert not counts[expected == 0].any(), "what cannot happen did not"
    order = expected.argsort()
    counts, expected = counts[order], expected[order]
    rare = (expected < 10) | (expected.cumsum() - expected < 10)
    counts, expected = (np.append(row[~rare], row[rare].sum()) for row in (counts, expected))
    return ((counts - expected) ** 2 / expected).sum(), len(counts) - 1


def is_fair(samples: list[np.ndarray], chances: np.ndarray) -> bool:
    """Whether tables of counts are distributed as the chances say, by the sum of their chi-squares."""
    each = [chi_square(counts, counts.sum() * chances) for counts in samples]
    total, freedom = np.sum(each, axis=0)
    return freedom == 0 or stats.chi2.sf(total, freedom) > FALSE_ALARM


def are_binomials(wins: np.ndarray, size: int, p: float) -> bool:
    """Whether the wins of samples of so many games scatter as they should, and neighbours without regard to each other.

    The mean square of n such standardized numbers is 1 with a variance of (kurtosis - 1) / n.
    """
    variance = size * p * (1 - p)
    z = (wins - size * p) / sqrt(variance)
    kurtosis = 3 + (1 - 6 * p * (1 - p)) / variance
    spread, together = (z**2).mean() - 1, np.corrcoef(z[:-1], z[1:])[0, 1]
    return abs(spread) < 4 * sqrt((kurtosis - 1) / len(z)) and abs(together) < 4 / sqrt(len(z))
