"""Errors, intervals and sample sizes for an estimated probability: thin over SciPy.

SciPy is imported where it is used, as that takes longer than all the rest of the package.
"""

from math import ceil

import numpy as np

from orchard.arguments import look_up, probability, shown, whole_number


def numbers(argument: str, values, least: float = -np.inf, most: float = np.inf):
    """`values`, which may be one number or an array of them, all `least` to `most`."""
    given = np.asarray(values) if isinstance(values, int | float | list | tuple) or hasattr(values, "dtype") else None
    if getattr(given, "dtype", np.dtype(object)).kind not in "iuf":
        raise TypeError(f"{argument} must be a number, or an array of numbers, got {shown(values)}")
    if not ((least <= given) & (given <= most)).all():
        raise ValueError(f"{argument} must be between {least} and {most}, got {shown(values)}")
    return given if isinstance(values, list | tuple) else values


def standard_error(rate: float, games: int) -> float:
    """The estimated standard error of a win rate, sqrt(p (1 - p) / (n - 1)), as in equation (2) of Marinček's paper."""
    rate, games = numbers("rate", rate, 0, 1), numbers("games", games, 2)
    return np.sqrt(rate * (1 - rate) / (games - 1))


def confidence_interval(wins: int, games: int, level: float = 0.95, method: str = "wald") -> tuple[float, float]:
    """The interval (low, high) that holds the true probability in a share `level` of all experiments.

    `wald`: rate -+ z standard errors (equation (2) of Marinček's paper; too narrow near 0 and 1), `wilson`: score
    interval, `exact`: Clopper and Pearson.
    """
    wins, games = whole_number("wins", wins, 0), whole_number("games", games, 1, 10**18)
    level = probability("level", level)
    if wins > games:
        raise ValueError(f"wins must be at most the {games} games, got {wins}")
    if look_up("method", method, {"wald": None, "wilson": "wilson", "exact": "exact"}) is None:
        half = z_value(level) * standard_error(wins / games, games)
        return wins / games - half, wins / games + half
    from scipy import stats

    interval = stats.binomtest(wins, games).proportion_ci(level, method)
    return float(interval.low), float(interval.high)


def z_value(level: float) -> float:
    """How many standard errors the two-sided interval of `level` reaches to either side: 1.96 for 0.95."""
    from scipy.special import ndtri  # the same as scipy.stats.norm.ppf, which takes far longer to import

    return -float(ndtri((1 - probability("level", level)) / 2))


def sample_size(width: float, rate: float = 0.5, level: float = 0.95) -> int:
    """The fewest games for which the Wald interval is at most `width` wide, if the win rate comes out as `rate`.

    Solves 2 z sqrt(rate (1 - rate) / (n - 1)) <= width; rate 1/2 asks for the most. All three are between 0 and 1.
    """
    width, rate = numbers("width", probability("width", width), 1e-100), probability("rate", rate)
    return 1 + ceil(4 * z_value(level) ** 2 * rate * (1 - rate) / width**2)


def games_to_tell_apart(rate: float, other: float, level: float = 0.95, power: float = 0.8) -> int:
    """How many games of each kind a pilot study needs to tell two win rates apart.

    The two-sided test of two proportions at significance 1 - `level` finds the difference with probability `power`:
    n = (z_level + z_power)^2 (p (1 - p) + q (1 - q)) / (p - q)^2, rounded up. ValueError if the rates are equal.
    """
    from scipy.special import ndtri

    rate, other = probability("rate", rate), probability("other", other)
    if abs(rate - other) < 1e-100:
        raise ValueError(f"other must differ from rate, or no number of games is enough, got {other}")
    z = z_value(level) + float(ndtri(probability("power", power)))
    return ceil(z**2 * (rate * (1 - rate) + other * (1 - other)) / (rate - other) ** 2)


def coverage(rates: np.ndarray, games: int, level: float = 0.95, method: str = "wald") -> np.ndarray:
    """How often the interval made from `games` games holds each of the true probabilities `rates`, exactly.

    The sum of the binomial probabilities of all numbers of wins whose interval holds the rate.
    """
    from scipy import stats

    games, rates = whole_number("games", games, 1, 10**5), np.atleast_1d(numbers("rates", rates, 0, 1))[:, None]
    low, high = np.transpose([confidence_interval(wins, games, level, method) for wins in range(games + 1)])
    chances = stats.binom.pmf(np.arange(games + 1), games, rates)
    return np.where((low <= rates) & (rates <= high), chances, 0).sum(axis=1)


def z_score(estimate: float, error: float, other: float, other_error: float = 0.0) -> float:
    """How many standard errors lie between two independent estimates, or an estimate and an exact value (error 0)."""
    both = np.hypot(numbers("error", error, 0), numbers("other_error", other_error, 0))
    numbers("error", both, np.nextafter(0, 1))
    return (numbers("estimate", estimate) - numbers("other", other)) / both
