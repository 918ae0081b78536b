"""Samples against what they are drawn from: the literal distribution of a game's end, and chi-square tests.

All samples have a fixed seed. A test that says 4 standard errors would fail by chance for one seed in 16,000, one that
says FALSE_ALARM for one in 10,000.
"""

from collections import defaultdict
from fractions import Fraction

import numpy as np
from games import LOOKING
from literal import Chances, roll_outcomes
from scipy import stats

from orchard import EDITIONS, Game, State, mixture, solve
from orchard.strategies import checked_players, is_lumpable

FALSE_ALARM = 1e-4
TWO, FIRST_ORCHARD, ORCHARD = (EDITIONS[name] for name in ("two-by-two", "first-orchard", "orchard"))
HOUSE = Game((3, 0, 2), 2, 2, (1, 2, 1), 2, 1)
PATIENT = Game((2, 1), 7, 1, (1, 1), 1, 3)  # half of all rolls are the raven's, and there are many to come
AHEAD = Game((2, 2), 1, 2, (1, 0))  # the best first pick of two is not the best only pick
NEAR = Game((3, 1), 3, 1, (3, 1))  # the best pick depends on how near the raven is
ONLY_RAVENS = Game((1,), 1, colour_faces=(0,), basket_faces=0)
FAMILY = mixture({"max": Fraction(1, 2), "random": Fraction(1, 3), "ignore": Fraction(1, 6)})
BY_POSITION, BY_PICKS, BY_RAVEN = LOOKING


def solved(game: Game, name: str):
    """The strategy that the solver finds best or worst."""
    return solve(game, name).strategy


SAMPLED = {
    "the fullest tree": (TWO, "max"),
    "any tree": (TWO, "random"),
    "the best pick": (TWO, solved(TWO, "optimal")),
    "any tree, loaded die": (HOUSE, "random"),
    "any fruit": (HOUSE, "fruit"),
    "a fixed order": (HOUSE, "first"),
    "the best pick, loaded die": (HOUSE, solved(HOUSE, "optimal")),
    "the worst pick": (HOUSE, solved(HOUSE, "worst")),
    "the best first of two picks": (AHEAD, solved(AHEAD, "optimal")),
    "the best pick by the raven": (NEAR, solved(NEAR, "optimal")),
    "a rule that looks at the raven": (Game((3, 2), 3, 1), BY_RAVEN),
    "a rule that looks at everything": (Game((2, 2), 2, 2), BY_POSITION),
    "a rule that looks at the picks left": (Game((2, 1, 1), 2, 3), BY_PICKS),
    "a family": (HOUSE, FAMILY),
    "another family": (
        HOUSE,
        mixture({solved(HOUSE, "worst"): Fraction(1, 3), BY_RAVEN: Fraction(1, 2), "ignore": Fraction(1, 6)}),
    ),
    "two by turns": (HOUSE, ("max", "ignore")),
    "three by turns": (Game((2, 2), 3), ("random", "min", "first")),
    "a family by turns, one looks at the raven": (HOUSE, (FAMILY, BY_RAVEN)),
    "many ravens": (PATIENT, "min"),
    "three picks": (Game((2, 2), 3, 3), "min"),
    "no picks": (Game((1, 2), 2, 0), "max"),
    "only ravens": (ONLY_RAVENS, "max"),
    "First Orchard": (FIRST_ORCHARD, "max"),
    "First Orchard, without the basket": (FIRST_ORCHARD, "ignore"),
}


def literal_end(game: Game, strategy, least: float = 1e-13) -> tuple[np.ndarray, dict[State, float]]:
    """The probabilities (2, k) of losing, and winning, with roll k, and of each final state, by the literal rules.

    Followed until at most `least` of all games still go on; trees in ascending order where they are interchangeable.
    """
    players = checked_players(strategy)
    rolls = [_remembered(game, player, is_lumpable(game, players)) for player in players]
    going, ended, final = {game.start: 1.0}, [(0.0, 0.0)], defaultdict(float)
    while sum(going.values()) > least:
        after = defaultdict(float)
        for state, p in going.items():
            for following, q in rolls[(len(ended) - 1) % len(rolls)](state).items():
                after[following] += p * q
        over = {state: p for state, p in after.items() if state.is_lost or state.is_won}
        ended.append(tuple(sum(p for state, p in over.items() if state.is_won == won) for won in (False, True)))
        for state, p in over.items():
            final[state] += p
        going = {state: p for state, p in after.items() if state not in over}
    return np.array(ended).T, dict(final)


def _remembered(game: Game, player, lumped: bool):
    """The function state -> probabilities of the states after a roll, each state worked out once."""
    known = {}

    def roll(state: State) -> dict[State, float]:
        if state not in known:
            chances = roll_outcomes(game, player, state)
            known[state] = {after: float(p) for after, p in (sorted_trees(chances) if lumped else chances).items()}
        return known[state]

    return roll


def sorted_trees(chances: Chances) -> Chances:
    """The same with the trees of each state in ascending order."""
    together = defaultdict(type(next(iter(chances.values()))))
    for (fruits, raven_steps), p in chances.items():
        together[State(tuple(sorted(fruits)), raven_steps)] += p
    return dict(together)


def chi_square(counts: np.ndarray, expected: np.ndarray) -> tuple[float, int]:
    """The statistic and its degrees of freedom; cells that expect less than 10 are taken together."""
    counts, expected = _same_length(np.atleast_2d(counts), np.atleast_2d(expected))
    assert not counts[expected == 0].any(), "what cannot happen did not"
    few = expected < 10
    counts, expected = ([*table[~few], table[few].sum()] for table in (counts, expected))
    if expected[-1] < 10:
        counts[-2:], expected[-2:] = [sum(counts[-2:])], [sum(expected[-2:])]
    return sum((n - m) ** 2 / m for n, m in zip(counts, expected, strict=True)), len(counts) - 1


def _same_length(counts: np.ndarray, expected: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    length = max(counts.shape[1], expected.shape[1])
    return tuple(np.pad(table, ((0, 0), (0, length - table.shape[1]))) for table in (counts, expected))


def is_fair(samples: list[np.ndarray], chances: np.ndarray) -> bool:
    """Whether tables of counts are distributed as the chances say, by the sum of their chi-squares."""
    each = [chi_square(counts, counts.sum() * chances) for counts in samples]
    total, freedom = np.sum(each, axis=0)
    return freedom == 0 or stats.chi2.sf(total, freedom) > FALSE_ALARM
