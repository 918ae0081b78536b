"""Errors, intervals and sample sizes for an estimated probability: thin over SciPy.

SciPy is imported where it is used, as that takes longer than all the rest of the package.
"""

from math import ceil

import numpy as np

from orchard.arguments import look_up, number_of_games, probability, shown, whole_number

MOST_EXACT_GAMES = (
    10**12
)  # with more, SciPy's inverse of the beta distribution is off by a tenth of an interval and more


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
    interval, `exact`: Clopper and Pearson, for at most 10^12 games. TypeError or ValueError for what is no number of
    wins out of `games`, at most 10^18 of them, for a `level` that is not between 0 and 1, and for another `method`.
    """
    wins, games = whole_number("wins", wins, 0), number_of_games(games, 1, 10**18)
    if wins > games:
        raise ValueError(f"wins must be at most the {games} games, got {wins}")
    low, high = _intervals(np.array([wins]), games, probability("level", level), method)
    return float(low[0]), float(high[0])


def _intervals(wins: np.ndarray, games: int, level: float, method: str) -> tuple[np.ndarray, np.ndarray]:
    """The lower and the upper ends of the intervals of several numbers of wins."""
    return look_up("method", method, {"wald": _wald, "wilson": _wilson, "exact": _exact})(wins, games, level)


def _wald(wins: np.ndarray, games: int, level: float) -> tuple[np.ndarray, np.ndarray]:
    half = z_value(level) * standard_error(wins / games, games)
    return wins / games - half, wins / games + half


def _wilson(wins: np.ndarray, games: int, level: float) -> tuple[np.ndarray, np.ndarray]:
    """The rates that lie z of their own standard errors from wins / games: the roots of a quadratic equation."""
    square = z_value(level) ** 2
    middle = (wins + square / 2) / (games + square)
    half = np.sqrt(square * (wins / games * (games - wins) + square / 4)) / (games + square)
    return np.where(wins == 0, 0, middle - half), np.where(wins == games, 1, middle + half)


def _exact(wins: np.ndarray, games: int, level: float) -> tuple[np.ndarray, np.ndarray]:
    """The rates at which as many wins or more, or as few or fewer, have probability (1 - level) / 2."""
    if games > MOST_EXACT_GAMES:
        raise ValueError(f"method must be wald or wilson for more than {MOST_EXACT_GAMES:,} games, got 'exact'")
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = betaincinv(np.maximum(wins, 1), games - wins + 1, tail)  # that of no wins is 0
    high = betaincinv(wins + 1, np.maximum(games - wins, 1), 1 - tail)
    return np.where(wins == 0, 0, low), np.where(wins == games, 1, high)


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

    The sum of the binomial probabilities of all numbers of wins whose interval holds the rate. TypeError or ValueError
    as for `confidence_interval`; there are at most 10^5 games.
    """
    from scipy import stats

    games, rates = number_of_games(games, 1, 10**5), np.atleast_1d(numbers("rates", rates, 0, 1))[:, None]
    wins = np.arange(games + 1)
    low, high = _intervals(wins, games, probability("level", level), method)
    return np.where((low <= rates) & (rates <= high), stats.binom.pmf(wins, games, rates), 0).sum(axis=1)


def z_score(estimate: float, error: float, other: float, other_error: float = 0.0) -> float:
    """How many standard errors lie between two independent estimates, or an estimate and an exact value (error 0)."""
    both = np.hypot(numbers("error", error, 0), numbers("other_error", other_error, 0))
    numbers("error", both, np.nextafter(0, 1))
    return (numbers("estimate", estimate) - numbers("other", other)) / both
