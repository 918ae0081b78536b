"""Errors, intervals and sample sizes for an estimated probability: thin over `scipy.stats`."""

from math import ceil, sqrt

from scipy import stats

from orchard.arguments import look_up, probability


def standard_error(wins: int, games: int) -> float:
    """The estimated standard error of the win rate, sqrt(p (1 - p) / (n - 1)), as source 000 has it in equation (2)."""
    if games < 2:
        raise ValueError(f"games must be at least 2 to estimate an error, got {games}")
    rate = wins / games
    return sqrt(rate * (1 - rate) / (games - 1))


def confidence_interval(wins: int, games: int, level: float = 0.95, method: str = "wald") -> tuple[float, float]:
    """The interval (low, high) that holds the true probability in a share `level` of all experiments.

    `wald`: rate -+ z standard errors (equation (2) of source 000; too narrow near 0 and 1), `wilson`: score interval,
    `exact`: Clopper and Pearson.
    """
    if look_up("method", method, {"wald": None, "wilson": "wilson", "exact": "exact"}) is None:
        half = z_value(level) * standard_error(wins, games)
        return wins / games - half, wins / games + half
    interval = stats.binomtest(wins, games).proportion_ci(level, method)
    return float(interval.low), float(interval.high)


def z_value(level: float) -> float:
    """How many standard errors the two-sided interval of `level` reaches to either side: 1.96 for 0.95."""
    return float(stats.norm.isf((1 - probability("level", level)) / 2))


def sample_size(width: float, rate: float = 0.5, level: float = 0.95) -> int:
    """The fewest games for which the Wald interval is at most `width` wide, if the win rate comes out as `rate`.

    Solves 2 z sqrt(rate (1 - rate) / (n - 1)) <= width; rate 1/2 asks for the most.
    """
    return 1 + ceil(4 * z_value(level) ** 2 * rate * (1 - rate) / width**2)


def games_to_tell_apart(rate: float, other: float, level: float = 0.95, power: float = 0.8) -> int:
    """How many games of each kind a pilot study needs to tell two win rates apart.

    The two-sided test of two proportions at significance 1 - `level` finds the difference with probability `power`:
    n = (z_level + z_power)^2 (p (1 - p) + q (1 - q)) / (p - q)^2, rounded up.
    """
    z = z_value(level) + float(stats.norm.ppf(probability("power", power)))
    return ceil(z**2 * (rate * (1 - rate) + other * (1 - other)) / (rate - other) ** 2)
