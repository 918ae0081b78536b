"""How many games are enough, and how wide an interval is, for a chance that is estimated.

SciPy is imported where it is used, for that takes longer than the rest of the package.
"""

from math import ceil, sqrt

from orchard.arguments import probability, whole_number, wrong_value


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

    As for a bell, so for few games only about.
    """
    from scipy.special import ndtr

    error = sqrt((rate * (1 - rate) + other * (1 - other)) / whole_number("games", games, 1))
    return float(ndtr(abs(rate - other) / error - z_value(0.95)))


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
