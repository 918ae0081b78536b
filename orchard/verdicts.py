"""Every published number computed again, and a verdict on it that follows from the two alone."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import prod, sqrt

import pandas as pd

from orchard.arguments import look_up
from orchard.markov import absorbing_chain
from orchard.players import solve
from orchard.rules import Game
from orchard.slips import QUEUES, frozen_draws, paths, solve_queues
from orchard.statistics import z_value

COLUMNS = {"source", "url", "locator", "fruits", "raven_steps", "basket_picks", "strategy", "quantity", "printed"}
COLUMNS |= {"kind", "games", "repeats"}
AGREES, WITHIN, WRONG, OPEN = "agrees", "within 3 standard errors", "wrong", "not settled"


def win_probability(game: Game, row: pd.Series) -> float | Fraction:
    """By the strategy of the row; several of them, between slashes, take turns."""
    # A household plays as it likes; its author asks whether it did as badly as that by chance with the best strategy.
    names = row.strategy.replace("household", "max").split(" / ")
    if set(names) <= set(QUEUES):
        return solve_queues(game, [QUEUES[name] for name in names])
    # Floats are right to 1e-12.
    return solve(game, exact=unit(row.printed) < Fraction(1, 10**12), players=names).win_probability


def standard_error(game: Game, row: pd.Series) -> float:
    """Of the estimate printed beside it, or the largest there is."""
    rate = float(row.estimate or 0.5)
    return sqrt(rate * (1 - rate) / int(row.games))


def _bound(sign: int) -> Callable:
    return lambda game, row: float(row.estimate) + sign * z_value(0.99) * standard_error(game, row)


RECOMPUTED = {
    "win_probability": win_probability,
    "standard_error": standard_error,
    "ci99_lower": _bound(-1),
    "ci99_upper": _bound(1),
    "ci95_width": lambda game, row: 2 * z_value(0.95) * standard_error(game, row),
    "final_states": lambda game, row: game.raven_steps + prod(f + 1 for f in game.fruits) - 1,
    "p_loss_in_9_rolls": lambda game, row: Fraction(game.raven_faces, game.faces) ** 9,
    "shortest_win_rolls": lambda game, row: -(-sum(game.fruits) // game.basket_picks),
    "one_over_p_win_in_20_rolls": lambda game, row: Fraction(game.faces, game.basket_faces) ** 20,
    "mean_rolls": lambda game, row: absorbing_chain(game, row.strategy).expected_rolls()[0],
    "sd_rolls": lambda game, row: sqrt(absorbing_chain(game, row.strategy).variance_of_rolls()[0]),
    "paths": lambda game, row: sum(paths(game, row.strategy)),
    "winning_paths": lambda game, row: paths(game, row.strategy)[0],
}


def unit(printed: str) -> Fraction:
    """One unit of the last digit printed, 0 for a fraction."""
    return Fraction(0) if "/" in printed else Fraction(10) ** Decimal(printed).as_tuple().exponent


def sampling_error(game: Game, row: pd.Series, exact: float | Fraction) -> float:
    """The standard error of a number that chance decided, 0 for others."""
    if row.kind == "frozen draw":
        return sqrt(((frozen_draws(game, 1000, 1, digits=3, lumped=False) - float(exact)) ** 2).mean())
    sampled = row.quantity == "win_probability" and row.kind in ("simulated", "observed") and row.games
    return sqrt(exact * (1 - exact) / int(row.games)) if sampled else 0.0


def verdict(row: pd.Series) -> pd.Series:
    """What there is to say of one printed number (see `verdicts`)."""
    game = (
        Game(tuple(map(int, row.fruits.split("-"))), int(row.raven_steps), int(row.basket_picks))
        if row.fruits
        else None
    )
    exact = look_up("quantity", row.quantity, RECOMPUTED)(game, row)
    last, off = unit(row.printed), Fraction(row.printed) - Fraction(exact)
    error, rounding = sampling_error(game, row, exact), float(last) / sqrt(12)
    z = float(off) / sqrt(error**2 + rounding**2) if error > rounding else float("nan")
    # A bound is rounded up; the ends of an interval come from a rounded estimate and are rounded again.
    low, high = (0, 1) if row.kind == "bound" else (-1, 1) if row.quantity.startswith("ci99") else (-0.5, 0.5)
    if z == z:
        said = WITHIN if abs(z) <= 3 else WRONG
    elif low * last <= off <= high * last:
        said = AGREES
    else:
        undefined = row.quantity.endswith("paths") or (row.kind == "simulated" and not row.games)
        said = OPEN if undefined else WRONG
    off_units = round(float(off / last) if last else float(off), 6)  # beyond it differs from machine to machine
    return pd.Series(
        {
            "exact": float(exact),
            "unit": float(last),
            "off_units": off_units,
            "error": round(error, 15),
            "z": round(z, 6),
            "verdict": said,
        }
    )


def _named_verdict(row: pd.Series) -> pd.Series:
    try:
        return verdict(row)
    except (ValueError, TypeError, AttributeError, ArithmeticError) as error:
        raise ValueError(
            f"row {row.iloc[0]!r} must be what its columns say: {error or type(error).__name__}"
        ) from error


def verdicts(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of `published` with six columns more; the verdicts follow from them by rule.

    `exact`: the number computed again. `unit`: one of the last printed digit (0 for a fraction), and `off_units`:
    printed less exact in these. `error`: its standard error if chance decided it, and `z`: how many of these (with the
    error of rounding, a twelfth of a unit squared, added in squares) lie between the two, unless rounding outweighs
    chance. A number with a `z` is `within 3 standard
    errors` or `wrong`; any other `agrees` if it is the exact one rounded, else it is `wrong`, or `not settled` where
    the source does not say how many games were simulated or what was counted. ValueError for rows that lack a column,
    or name a strategy or a quantity that is not known.
    """
    if missing := COLUMNS - set(rows):
        raise ValueError(f"rows must have the columns {', '.join(sorted(COLUMNS))}; missing: {', '.join(missing)}")
    key = ["source", "locator", "fruits", "strategy"]
    estimates = rows[rows.kind.eq("simulated") & rows.quantity.eq("win_probability")].drop_duplicates(key)
    joined = rows.reset_index().merge(estimates[[*key, "printed"]].rename(columns={"printed": "estimate"}), "left", key)
    found = joined.fillna({"estimate": ""}).apply(_named_verdict, axis=1)
    return pd.concat([rows, found.set_index(rows.index)], axis=1)
