"""Errors, intervals and sample sizes for an estimated chance.

SciPy is imported where it is used, for that takes longer than the rest of the package.
"""

from math import ceil, inf

import numpy as np

from orchard.arguments import look_up, number_of_games, probability, whole_number, wrong_type, wrong_value

# The most games of each method: with more, SciPy's exact ends are off.
MOST_GAMES = {"wald": 10**18, "wilson": 10**18, "exact": 10**12}


def standard_error(rate, games):
    """The estimated standard error of a win rate, sqrt(p (1 - p) / (n - 1)): equation (2) of Marinček's paper."""
    rate, games = numbers("rate", rate, 0, 1), numbers("games", games, 2)
    return np.sqrt(rate * (1 - rate) / (games - 1))


def confidence_interval(wins: int, games: int, level: float = 0.95, method: str = "wilson") -> tuple[float, float]:
    """The interval (low, high) that holds the true chance in a share `level` of experiments.

    `wilson`: the score interval. `wald`: rate -+ z standard errors, as in Marinček's paper; too narrow near 0 and 1.
    `exact`: Clopper and Pearson's. TypeError or ValueError for more wins than games, more games than MOST_GAMES, a
    level not between 0 and 1, or another method.
    """
    level, most = probability("level", level), look_up("method", method, MOST_GAMES)
    wins, games = whole_number("wins", wins, 0), number_of_games(games, 1, MOST_GAMES["wald"])
    if wins > games:
        raise wrong_value("wins", f"be at most the {games} games", wins)
    if games > most:
        raise wrong_value("method", f"be wald or wilson for more than {most:,} games", method)
    if method == "wald":
        half = z_value(level) * float(standard_error(wins / games, games))
        return wins / games - half, wins / games + half
    from scipy.stats import binomtest

    interval = binomtest(wins, games).proportion_ci(level, method)
    return float(interval.low), float(interval.high)


def z_value(level: float) -> float:
    """How many standard errors an interval of `level` reaches to either side: 1.96 for 0.95."""
    from scipy.special import ndtri  # as scipy.stats.norm.ppf, which takes far longer to import

    return -float(ndtri((1 - probability("level", level)) / 2))


def sample_size(width: float, rate: float = 0.5, level: float = 0.95) -> int:
    """The fewest games n for which the Wald interval about `rate` is at most `width` wide.

    2 z sqrt(rate (1 - rate) / (n - 1)) <= width; rate 1/2 needs the most.
    """
    width, rate = numbers("width", probability("width", width), 1e-100), probability("rate", rate)
    return 1 + ceil(4 * z_value(level) ** 2 * rate * (1 - rate) / width**2)


def games_to_tell_apart(rate: float, other: float, level: float = 0.95, power: float = 0.8) -> int:
    """How many games of each kind tell two win rates p and q apart with probability `power`.

    n = (z_level + z_power)^2 (p (1 - p) + q (1 - q)) / (p - q)^2, rounded up: the two-sided test of two proportions at
    significance 1 - `level`. ValueError if the rates are equal.
    """
    from scipy.special import ndtri

    rate, other = probability("rate", rate), probability("other", other)
    if abs(rate - other) < 1e-100:
        raise wrong_value("other", "differ from rate, or no number of games is enough", other)
    z = z_value(level) + float(ndtri(probability("power", power)))
    return ceil(z**2 * (rate * (1 - rate) + other * (1 - other)) / (rate - other) ** 2)


def z_score(estimate, error, other, other_error=0.0):
    """How many standard errors lie between two independent estimates; an exact value has the error 0."""
    both = np.hypot(numbers("error", error, 0), numbers("other_error", other_error, 0))
    numbers("error", both, np.nextafter(0, 1))
    return (numbers("estimate", estimate) - numbers("other", other)) / both


def numbers(argument: str, values, least: float = -inf, most: float = inf):
    """One number or an array of them, each checked to be `least` to `most`."""
    given = np.asarray(values)
    if given.dtype.kind not in "iuf":
        raise wrong_type(argument, "be a number, or an array of numbers", values)
    if not ((least <= given) & (given <= most)).all():
        raise wrong_value(argument, f"be between {least} and {most}", values)
    return given if isinstance(values, list | tuple) else values
