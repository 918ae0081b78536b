"""Every published number computed again, and the verdict that follows from the two."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import isnan, nan, prod, sqrt, ulp
from types import SimpleNamespace
from typing import NamedTuple

import pandas as pd

from orchard.arguments import look_up
from orchard.markov import AbsorbingChain, absorbing_chain
from orchard.pages.answer import game_in_words, picking_in_words
from orchard.pages.statistics import z_value
from orchard.pages.studies.printed import replayed, sources
from orchard.rules import LARGEST, Game, game_of
from orchard.solver import solve
from orchard.strategies import STRATEGIES, Asked, Strategy, players_of

FALSE_ALARMS = 0.001  # how often among honest simulations any is called wrong
BY_CHANCE = ("simulated", "observed")
VERDICT_WORDS = {  # the more doubtful, the later; the first four are of the right game
    "agrees": "right, digit for digit",
    "within chance": "as near as luck allows",
    "agrees as a float": "right, but for its last digit",
    "cut off": "cut off, not rounded",
    "misrounded": "right, but for its last digit",
    "not settled": "not settled",
    "wrong": "wrong",
}
RIGHT = tuple(VERDICT_WORDS)[:4]
COARSE = "too coarse to judge"
BOXES = {"4-4-4-4": "First Orchard", "10-10-10-10": "Orchard"}
FULLEST = ("max", "optimal", "VieleZuerst")


class Verdict(NamedTuple):
    """What there is to say of one printed number.

    `exact`: computed again, nan where the source does not say enough. `unit`: one of its last digit, 0 for a fraction.
    `off_units`: printed less exact in units. `error`: its standard error if chance decided it. `z`: how many of these,
    rounding included, it is off; nan where rounding outweighs chance.
    """

    exact: float
    unit: float
    off_units: float
    error: float
    z: float
    verdict: str


class Compared(NamedTuple):
    """A printed number and the same computed again, which may be a fraction."""

    exact: float | Fraction
    off: float | Fraction
    unit: Fraction
    error: float


def judged(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of `published` with the fields of a `Verdict`, and `claim`: whether a row claims a chance of winning.

    A number that chance decided is `within chance` if it is off by `allowed_errors` for as many such rows at most,
    rounding included, which for some outweighs chance. Any other `agrees` if it is the exact one rounded, `agrees
    as a float` if it is off by a float's last place at most. Either is `cut off` where that explains it. An exact
    number is `misrounded` if off by less than a unit. All else is `wrong`, or `not settled` where the source does
    not say what it counts, or how many games it played.
    ValueError for rows that are not what their columns say.
    """
    key = ["source", "locator", "fruits", "raven_steps", "basket_picks", "strategy"]
    estimates = rows[rows.kind.eq("simulated") & rows.quantity.eq("win_probability")].drop_duplicates(key)
    estimates = estimates[[*key, "printed"]].rename(columns={"printed": "estimate"})
    joined = rows.merge(estimates, "left", key).fillna({"estimate": ""}).set_index(rows.index)
    compared = [named_comparison(row) for row in joined.itertuples()]
    errors = allowed_errors(sum(each.error > 0 for each in compared))
    found = [verdict(row, each, errors) for row, each in zip(joined.itertuples(), compared, strict=True)]
    claim = rows.quantity.eq("win_probability") & rows.kind.ne("observed") & rows.repeats.eq("")
    return pd.concat([rows, pd.DataFrame(found, rows.index, Verdict._fields), claim.rename("claim")], axis=1)


def side_by_side(rows: pd.DataFrame) -> pd.DataFrame:
    """What each source (index) prints for the fullest tree, by box and raven rolls; the last row is computed.

    Of rows of `judged`; of a source that solves and simulates it is what it solved. What was simulated has a "≈",
    what is wrong a "✗".
    """
    chances = rows[rows.quantity.eq("win_probability") & rows.repeats.eq("")]
    told = chances[chances.fruits.isin(BOXES) & chances.strategy.isin(FULLEST)].sort_values("kind", kind="stable")
    columns = [told.fruits.map(BOXES), told.raven_steps.astype(int).rename("raven rolls")]
    marks = told.kind.map({"simulated": "≈"}).fillna(""), told.verdict.map({"wrong": " ✗"}).fillna("")
    printed = marks[0] + told.printed.map(_short) + marks[1]
    table = printed.groupby([author(told), *columns]).first().unstack([1, 2]).sort_index(axis=1)
    table = table.loc[table.notna().sort_values(list(table), ascending=False, kind="stable").index]
    games = told.set_index(columns).sort_index().apply(sources.game_of, axis=1)
    table.loc["computed here"] = [f"{solve(games[column].iloc[0]).win_probability:.6f}" for column in table]
    return table.fillna("").rename_axis(index=None, columns=[None, "raven rolls"])


def author(rows: pd.DataFrame) -> pd.Series:
    """Who printed a row, in a word."""
    return rows.source.str.replace(r"([,/]| blog).*", "", regex=True)


def by_verdict(claims: pd.DataFrame) -> pd.DataFrame:
    """How many of these rows of `judged` have each verdict, in words, and of the farthest off what is right."""
    words, off = claims.verdict.map(VERDICT_WORDS), (claims.off_units * claims.unit).abs()
    words = words.mask(words.eq(VERDICT_WORDS["within chance"]) & claims.z.isna(), COARSE)
    box = claims.fruits.map(BOXES).fillna(claims.fruits)
    game = box + ", " + claims.raven_steps + ", " + claims.strategy.map(_picking)
    told = claims.assign(words=words, game=game, source=author(claims), off=off, luck=claims.z.abs().fillna(0))
    groups = told.sort_values(["luck", "off"], kind="stable").groupby("words")
    farthest = groups.last()
    far, errors = farthest.off.map("{:.2g}".format), farthest.z.abs().map("z = {:.2f}".format)
    farthest["off by"] = far.where(farthest.z.isna(), errors)
    table = farthest.assign(numbers=groups.size())[["numbers", "source", "game", "printed", "off by"]]
    table = table.rename(columns={"source": "farthest off"}).rename_axis(None)
    right, luck, *others = dict.fromkeys(VERDICT_WORDS.values())
    return table.loc[[each for each in (right, luck, COARSE, *others) if each in table.index]]


def _picking(printed: str) -> str:
    """How is picked in a row of `published`, in a word or two."""
    if "/" in printed:
        return "by turns"
    return picking_in_words(players_of(printed)).removeprefix("from ") if printed in STRATEGIES else printed


def _short(printed: str) -> str:
    return printed if len(printed) < 11 else f"{printed[:8]}…"


def your_verdict(printed: str, game: Game | str, strategy: Asked = "max", games: int = 0) -> str:
    """What there is to say of a chance of winning that somebody read, meant as exact or from so many `games`.

    If it is wrong, whether it is that of a path that is a raven roll longer or shorter. Errors as those of `solve`;
    ValueError also if `printed` is no number.

    >>> print(your_verdict("0.75", "first-orchard-5"))
    First Orchard, 5 raven rolls: picking from the fullest tree wins 0.631 of all games. The 0.75 that you read is \
wrong: it is 0.119 too high.
    """
    game, players = game_of(game), players_of(strategy)
    it = _judged_alone(printed, game, players, games)
    digits = min(12, len(printed.partition(".")[2]) + 1)
    right = f"{game_in_words(game)}: picking {picking_in_words(players)} wins {it.exact:.{digits}f} of all games."
    read = f"The {printed} that you read is {VERDICT_WORDS[it.verdict]}{_how_far(it)}."
    rolls = _another_path(printed, game, players, games) if it.verdict == "wrong" else ""
    return f"{right} {read}{rolls}"


def _how_far(it: Verdict) -> str:
    """By how many standard errors a number is off, or where rounding outweighs them, by how many units."""
    if it.verdict == "agrees":
        return ""
    if not isnan(it.z):
        return f": it is off by {abs(it.z):,.1f} standard errors"
    return f": it is {abs(it.off_units * it.unit):.3g} too {'high' if it.off_units > 0 else 'low'}"


def _judged_alone(printed: str, game: Game, players: tuple[Strategy, ...], games: int) -> Verdict:
    """The verdict on a number alone."""
    kind = "simulated" if games else "exact"
    row = SimpleNamespace(printed=printed, kind=kind, games=str(games or ""), quantity="win_probability")
    exact = _solved(game, players, unit(printed) < Fraction(1, 10**10))
    error = sampling_error(game, row, exact)
    return verdict(row, Compared(exact, Fraction(printed) - Fraction(exact), unit(printed), error), allowed_errors(1))


def _another_path(printed: str, game: Game, players: tuple[Strategy, ...], games: int) -> str:
    """With how many raven rolls, one more or one fewer, a wrong number would be right."""
    for rolls in (game.raven_steps + 1, game.raven_steps - 1):
        if 0 < rolls <= LARGEST:
            other = _judged_alone(printed, replace(game, raven_steps=rolls), players, games).verdict
            if other in RIGHT:
                return f" With {rolls} raven roll{'s' * (rolls != 1)} it is {VERDICT_WORDS[other]}."
    return ""


def allowed_errors(numbers: int) -> float:
    """How many standard errors each of so many simulated numbers may be off.

    If all are honest, one of them is off by more in at most one table of a thousand, however they hang together:
    Bonferroni's inequality.
    """
    return z_value(1 - FALSE_ALARMS / max(1, numbers))


def named_comparison(row) -> Compared:
    """A row, which has the `estimate` that an interval is about, beside what is computed again."""
    try:
        game = sources.game_of(row) if row.fruits else None
        exact, printed = look_up("quantity", row.quantity, RECOMPUTED)(game, row), Fraction(row.printed)
        off = nan if isnan(exact) else printed - Fraction(exact)
        return Compared(exact, off, unit(row.printed), sampling_error(game, row, exact))
    except (ValueError, TypeError, AttributeError, ArithmeticError) as error:
        said = str(error) or type(error).__name__
        raise ValueError(f"row {row.Index!r} must be what its columns say: {said}") from error


def verdict(row, it: Compared, errors: float) -> Verdict:
    """The verdict on a row, if chance may move a number by so many standard errors."""
    rounding = float(it.unit) / sqrt(12)
    z = float(it.off) / sqrt(it.error**2 + rounding**2) if it.error > rounding else nan
    off_units = float(it.off / (it.unit or 1))
    # Beyond these digits machines differ in what is no fraction.
    numbers = round(off_units, 6), round(it.error, 15), round(z, 6)
    return Verdict(float(it.exact), float(it.unit), *numbers, agreement(row, it, z, errors))


def agreement(row, it: Compared, z: float, errors: float) -> str:
    """What there is to say of a number, in a word or some; by z, if it has one, and else by where it may be."""
    low, high = tolerance(row)
    slack = errors * it.error
    if abs(z) <= errors or (isnan(z) and low * it.unit - slack <= it.off <= high * it.unit + slack):
        return "within chance" if it.error else "agrees"
    by_unknown_chance = row.kind in BY_CHANCE and not (row.games and row.quantity == "win_probability")
    if isnan(it.off) or by_unknown_chance or row.quantity.endswith("paths"):
        return "not settled"
    if row.kind == "exact" and abs(it.off) <= ulp(float(it.exact)):
        return "agrees as a float"
    if row.kind != "bound" and -it.unit - slack < it.off < 0:
        return "cut off"
    return "misrounded" if row.kind == "exact" and abs(it.off) < it.unit else "wrong"


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
    """The standard error of a number that chance decided, 0 for others and where nobody says how many games it took."""
    if row.kind == "frozen draw":
        return _frozen_error(game, float(exact))
    if row.kind in BY_CHANCE and row.games and row.quantity == "win_probability":
        games = int(row.games.removeprefix("<"))  # <1000000 stands for a source that says "thousands"
        return sqrt(exact * (1 - exact) / games)
    return 0.0


@lru_cache
def _frozen_error(game: Game, exact: float) -> float:
    """How far runs with frozen draws scatter about the exact value."""
    draws = replayed.frozen_draws(game, 1000, 1, digits=3)
    return sqrt(((draws - exact) ** 2).mean())


# --- the numbers, computed again ---


def odds_again(game: Game, row) -> float | Fraction:
    """By the strategy of the row."""
    names = _names(row)
    if set(names) <= set(replayed.QUEUES):
        return _planned(game, tuple(replayed.QUEUES[name] for name in names))
    # Floats are right to 1e-12: to ten digits they do.
    return _solved(game, players_of(names), unit(row.printed) < Fraction(1, 10**10))


def _names(row) -> list[str]:
    """Of the strategies of a row, which take turns; they stand between slashes."""
    # A household plays as it likes; its author asks whether the best strategy does as badly by chance.
    return row.strategy.replace("household", "max").split(" / ")


def _chain_of(game: Game, row) -> AbsorbingChain:
    return _chain(game, players_of(_names(row)))


@lru_cache(maxsize=1024)
def _solved(game: Game, players: tuple[Strategy, ...], exact: bool) -> float | Fraction:
    return solve(game, players, exact).win_probability


_planned = lru_cache(replayed.solve_queues)
_paths = lru_cache(replayed.paths)
_chain = lru_cache(absorbing_chain)


def error_of_estimate(row) -> float:
    """Of the estimate printed beside it, or the largest there is; nan if nobody says how many games it took."""
    rate = float(row.estimate or 0.5)
    return sqrt(rate * (1 - rate) / int(row.games)) if row.games else nan


def end_of_interval(row, side: int) -> float:
    """The end below (-1) or above (1) the estimate, nan without one."""
    return float(row.estimate or nan) + side * z_value(0.99) * error_of_estimate(row)


RECOMPUTED: dict[str, Callable] = {
    "win_probability": odds_again,
    "standard_error": lambda game, row: error_of_estimate(row),
    "ci99_lower": lambda game, row: end_of_interval(row, -1),
    "ci99_upper": lambda game, row: end_of_interval(row, 1),
    "ci95_width": lambda game, row: 2 * z_value(0.95) * error_of_estimate(row),
    "final_states": lambda game, row: game.raven_steps + prod(f + 1 for f in game.fruits) - 1,
    "p_loss_in_9_rolls": lambda game, row: Fraction(game.raven_faces, game.faces) ** 9,
    "shortest_win_rolls": lambda game, row: -(-sum(game.fruits) // game.basket_picks),
    "one_over_p_win_in_20_rolls": lambda game, row: Fraction(game.faces, game.basket_faces) ** 20,
    "mean_rolls": lambda game, row: _chain_of(game, row).expected_rolls()[0],
    "sd_rolls": lambda game, row: sqrt(_chain_of(game, row).variance_of_rolls()[0]),
    "paths": lambda game, row: sum(_paths(game, row.strategy)),
    "winning_paths": lambda game, row: _paths(game, row.strategy)[0],
}
