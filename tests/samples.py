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

from orchard import EDITIONS, Game, Rule, State, mixture, solve
from orchard.strategies import is_lumpable, players_of
from tests.games import LOOKING
from tests.literal import roll_outcomes

FALSE_ALARM = 1e-4
TWO, FIRST_ORCHARD, ORCHARD = (EDITIONS[name] for name in ("two-by-two", "first-orchard", "orchard"))
HOUSE = Game((3, 0, 2), 2, 2, (1, 2, 1), 2, 1)
PATIENT = Game((2, 1), 7, 1, (1, 1), 1, 3)  # half of all rolls are the raven's, and there are many to come
AHEAD = Game((2, 2), 1, 2, (1, 0))  # the best first pick of two is not the best only pick
NEAR = Game((3, 1), 3, 1, (3, 1))  # the best pick depends on how near the raven is
ONLY_RAVENS = Game((1,), 1, colour_faces=(0,), basket_faces=0)
FAMILY = mixture({"max": Fraction(1, 2), "random": Fraction(1, 3), "ignore": Fraction(1, 6)})
BY_POSITION, BY_PICKS, BY_RAVEN, BY_WHIM = LOOKING


def solved(game: Game, name: str) -> Rule:
    """The strategy that the solver finds best or worst."""
    return solve(game, name).strategy


OTHER_FAMILY = mixture({solved(HOUSE, "worst"): Fraction(1, 3), BY_RAVEN: Fraction(1, 2), "ignore": Fraction(1, 6)})
SAMPLED = {
    "the fullest tree": (TWO, "max"),
    "any tree, loaded die": (HOUSE, "random"),
    "any fruit": (HOUSE, "fruit"),
    "the best pick, loaded die": (HOUSE, solved(HOUSE, "optimal")),
    "the best first of two picks": (AHEAD, solved(AHEAD, "optimal")),
    "the best pick by the raven": (NEAR, solved(NEAR, "optimal")),
    "a rule that looks at the raven": (Game((3, 2), 3, 1), BY_RAVEN),
    "a rule that looks at everything": (Game((2, 2), 2, 2), BY_POSITION),
    "a rule that looks at the picks left": (Game((2, 1, 1), 2, 3), BY_PICKS),
    "a rule that declines": (Game((2, 2), 3, 3), BY_WHIM),
    "another family": (HOUSE, OTHER_FAMILY),
    "two by turns": (HOUSE, ("max", "ignore")),
    "three by turns": (Game((2, 2), 3), ("random", "min", "first")),
    "a family by turns, one looks at the raven": (HOUSE, (FAMILY, BY_RAVEN)),
    "one of two declines": (HOUSE, (BY_WHIM, "random")),
    "many ravens": (PATIENT, "min"),
    "no picks": (Game((1, 2), 2, 0), "max"),
    "only ravens": (ONLY_RAVENS, "max"),
    "First Orchard": (FIRST_ORCHARD, "max"),
}


def literal_end(game: Game, strategy, least: float = 1e-13) -> tuple[np.ndarray, dict[State, float]]:
    """The probabilities (2, k) of losing, and winning, with roll k, and of each final state, by the literal rules.

    Followed until at most `least` of all games still go on; of permutations of interchangeable trees one.
    """
    players = players_of(strategy)
    lumped = is_lumpable(game, players)

    @cache
    def roll(player, state: State) -> list[tuple[State, float]]:
        outcomes = roll_outcomes(game, player, state).items()
        return [(like_the_start(game, after) if lumped else after, float(p)) for after, p in outcomes]

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
    return literal_end(*SAMPLED[name], least=1e-25)


def like_the_start(game: Game, state: State) -> State:
    """The permutation of the state in which the trees that had the most fruit at the start have the most."""
    trees = sorted(range(game.trees), key=lambda tree: game.fruits[tree])
    fruit_of = dict(zip(trees, sorted(state.fruits), strict=True))
    return State(tuple(fruit_of[tree] for tree in range(game.trees)), state.raven_steps)


def sorted_trees(state: State) -> State:
    """The state with its trees in ascending order."""
    return State(tuple(sorted(state.fruits)), state.raven_steps)


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
