"""Every published number computed again, and the verdict that follows from the two."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import nan, prod, sqrt, ulp
from typing import NamedTuple

import pandas as pd

from orchard.arguments import look_up
from orchard.markov import absorbing_chain
from orchard.pages.studies.printed import replayed
from orchard.pages.studies.printed.sources import COLUMNS, game_of
from orchard.rules import Game
from orchard.solver import solve
from orchard.statistics import z_value
from orchard.strategies import Strategy, checked_players


class Verdict(NamedTuple):
    """What there is to say of one printed number.

    `exact`: computed again. `unit`: one of its last digit, 0 for a fraction. `off_units`: printed less exact in units.
    `error`: its standard error if chance decided it. `z`: how many of these, rounding included, it is off.
    """

    exact: float
    unit: float
    off_units: float
    error: float
    z: float
    verdict: str


def verdicts(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of `published` with the fields of a `Verdict`, and `claim`: whether a row claims a chance of winning.

    A number that chance decided is `within 3 standard errors` or `wrong`, unless rounding outweighs chance. Any other
    `agrees` if it is the exact one rounded. An exact probability `agrees as a float` if it is off by a float's last
    place at most, and is `misrounded` if off by less than a unit. All else is `wrong`, or `not settled` where the
    source does not say what it counts. ValueError for rows that are not what their columns say.
    """
    if missing := set(COLUMNS.split()) - set(rows):
        raise ValueError(f"rows must have the columns {COLUMNS}; missing: {', '.join(sorted(missing))}")
    key = ["source", "locator", "fruits", "strategy"]
    estimates = rows[rows.kind.eq("simulated") & rows.quantity.eq("win_probability")].drop_duplicates(key)
    estimates = estimates[[*key, "printed"]].rename(columns={"printed": "estimate"})
    joined = rows.merge(estimates, "left", key).fillna({"estimate": ""}).set_index(rows.index)
    found = pd.DataFrame([_named_verdict(row) for row in joined.itertuples()], rows.index, Verdict._fields)
    claim = rows.quantity.eq("win_probability") & rows.kind.ne("observed") & rows.repeats.eq("")
    return pd.concat([rows, found, claim.rename("claim")], axis=1)


def _named_verdict(row) -> Verdict:
    try:
        return verdict(row)
    except (ValueError, TypeError, AttributeError, ArithmeticError) as error:
        said = str(error) or type(error).__name__
        raise ValueError(f"row {row.Index!r} must be what its columns say: {said}") from error


def verdict(row) -> Verdict:
    """The verdict on a row with the `estimate` that an interval is about."""
    game = game_of(row) if row.fruits else None
    exact = look_up("quantity", row.quantity, RECOMPUTED)(game, row)
    last, off = unit(row.printed), Fraction(row.printed) - Fraction(exact)
    error, rounding = sampling_error(game, row, exact), float(last) / sqrt(12)
    if error > rounding:
        z = float(off) / sqrt(error**2 + rounding**2)
        said = "within 3 standard errors" if abs(z) <= 3 else "wrong"
    else:
        z = nan
        said = agreement(row, exact)
    off_units = float(off / (last or 1))
    # Beyond these digits machines differ in what is no fraction.
    return Verdict(float(exact), float(last), round(off_units, 6), round(error, 15), round(z, 6), said)


def agreement(row, exact: float | Fraction) -> str:
    """What there is to say of a number that chance did not decide."""
    last, off = unit(row.printed), Fraction(row.printed) - Fraction(exact)
    low, high = tolerance(row)
    if low * last <= off <= high * last:
        return "agrees"
    if row.quantity.endswith("paths") or (row.kind == "simulated" and not row.games):
        return "not settled"
    if row.quantity != "win_probability" or row.kind != "exact":
        return "wrong"
    if abs(off) <= ulp(float(exact)):
        return "agrees as a float"
    return "misrounded" if abs(off) < last else "wrong"


def tolerance(row) -> tuple[Fraction, Fraction]:
    """How many units a number may be off, below and above."""
    if row.kind == "bound":  # rounded up
        return Fraction(0), Fraction(1)
    if row.quantity.startswith("ci99"):  # made from a rounded estimate, and rounded again
        return Fraction(-1), Fraction(1)
    return Fraction(-1, 2), Fraction(1, 2)


def unit(printed: str) -> Fraction:
    """One unit of the last digit printed, 0 for a fraction."""
    return Fraction(0) if "/" in printed else Fraction(10) ** Decimal(printed).as_tuple().exponent


def sampling_error(game: Game | None, row, exact: float | Fraction) -> float:
    """The standard error of a number that chance decided, 0 for others."""
    if row.kind == "frozen draw":
        return _frozen_error(game, float(exact))
    if row.quantity == "win_probability" and row.kind in ("simulated", "observed") and row.games:
        games = int(row.games.removeprefix("<"))  # <1000000 stands for a source that says "thousands"
        return sqrt(exact * (1 - exact) / games)
    return 0.0


@lru_cache
def _frozen_error(game: Game, exact: float) -> float:
    """How far runs with frozen draws scatter about the exact value."""
    draws = replayed.frozen_draws(game, 1000, 1, digits=3, lumped=False)
    return sqrt(((draws - exact) ** 2).mean())


# --- the numbers, computed again ---


def odds_again(game: Game, row) -> float | Fraction:
    """By the strategy of the row; several of them, between slashes, take turns."""
    # A household plays as it likes; its author asks whether the best strategy does as badly by chance.
    names = row.strategy.replace("household", "max").split(" / ")
    if set(names) <= set(replayed.QUEUES):
        return _planned(game, tuple(replayed.QUEUES[name] for name in names))
    return _solved(game, checked_players(names))


@lru_cache(maxsize=1024)
def _solved(game: Game, players: tuple[Strategy, ...]) -> Fraction:
    return solve(game, players, exact=True).win_probability


_planned = lru_cache(replayed.solve_queues)
_paths = lru_cache(replayed.paths)
_chain = lru_cache(absorbing_chain)


def error_of_estimate(row) -> float:
    """Of the estimate printed beside it, or the largest there is."""
    rate = float(row.estimate or 0.5)
    return sqrt(rate * (1 - rate) / int(row.games))


def half_width(row, level: float) -> float:
    """Half the width of the interval about the estimate."""
    return z_value(level) * error_of_estimate(row)


RECOMPUTED: dict[str, Callable] = {
    "win_probability": odds_again,
    "standard_error": lambda game, row: error_of_estimate(row),
    "ci99_lower": lambda game, row: float(row.estimate) - half_width(row, 0.99),
    "ci99_upper": lambda game, row: float(row.estimate) + half_width(row, 0.99),
    "ci95_width": lambda game, row: 2 * half_width(row, 0.95),
    "final_states": lambda game, row: game.raven_steps + prod(f + 1 for f in game.fruits) - 1,
    "p_loss_in_9_rolls": lambda game, row: Fraction(game.raven_faces, game.faces) ** 9,
    "shortest_win_rolls": lambda game, row: -(-sum(game.fruits) // game.basket_picks),
    "one_over_p_win_in_20_rolls": lambda game, row: Fraction(game.faces, game.basket_faces) ** 20,
    "mean_rolls": lambda game, row: _chain(game, row.strategy).expected_rolls()[0],
    "sd_rolls": lambda game, row: sqrt(_chain(game, row.strategy).variance_of_rolls()[0]),
    "paths": lambda game, row: sum(_paths(game, row.strategy)),
    "winning_paths": lambda game, row: _paths(game, row.strategy)[0],
}
