"""How many games are enough, and how wide an interval is, for a chance that is estimated.

SciPy is imported where it is used, for that takes longer than the rest of the package.
"""

from math import ceil, sqrt

import numpy as np

from orchard.arguments import probability, whole_number, wrong_value

COUNTED = 1_000  # games of each kind, up to which all numbers of wins are gone through


def z_value(level: float) -> float:
    """How many standard errors an interval of `level` reaches to either side: 1.96 for 0.95."""
    from scipy.special import ndtri  # as scipy.stats.norm.ppf, which takes far longer to import

    return -float(ndtri((1 - probability("level", level)) / 2))


def sample_size(width: float, rate: float) -> int:
    """The fewest games n for which the Wald interval of 95 % about `rate` is at most `width` wide.

    2 z sqrt(rate (1 - rate) / (n - 1)) <= width; rate 1/2 needs the most.
    """
    width, rate = probability("width", width), probability("rate", rate)
    if width < 1e-100:
        raise wrong_value("width", "be at least 1e-100", width)
    return 1 + ceil(4 * z_value(0.95) ** 2 * rate * (1 - rate) / width**2)


def share_that_sees(rate: float, other: float, games: int) -> float:
    """How often so many games of each kind tell two win rates apart, by that test; without the few that err.

    The wins found stand for the rates in the standard error. For more than 1,000 games as for a bell.
    """
    from scipy.special import bdtr, ndtr

    low, high = sorted([rate, other])
    if whole_number("games", games, 1) > COUNTED:
        error = sqrt((low * (1 - low) + high * (1 - high)) / games)
        return float(ndtr((high - low) / error - z_value(0.95)))
    wins = np.arange(games + 1)
    of_low, of_high = (np.diff(bdtr(wins, games, p), prepend=0) for p in (low, high))
    shares = wins / games
    spread = shares * (1 - shares) / games
    seen = shares[:, None] - shares > z_value(0.95) * np.sqrt(spread[:, None] + spread)
    return float(of_high @ seen @ of_low)


def games_to_tell_apart(rate: float, other: float) -> int:
    """How many games of each kind tell two win rates p and q apart in four tries of five.

    n = (1.96 + 0.84)^2 (p (1 - p) + q (1 - q)) / (p - q)^2, rounded up: the two-sided test of two proportions at
    significance 5 %. ValueError if the rates are equal.
    """
    from scipy.special import ndtri

    rate, other = probability("rate", rate), probability("other", other)
    if abs(rate - other) < 1e-100:
        raise wrong_value("other", "differ from rate, or no number of games is enough", other)
    z = z_value(0.95) + float(ndtri(0.8))
    return ceil(z**2 * (rate * (1 - rate) + other * (1 - other)) / (rate - other) ** 2)
