"""What others printed, recomputed at the precision they printed it; and what becomes of harmed data."""

import shutil
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import sqrt

import pandas as pd
import pytest

from orchard import STRATEGIES, Game, propagate, published, solve
from orchard.exact import ExactSolution
from orchard.statistics import confidence_interval, standard_error
from orchard.verdicts import verdicts

PRINTED = published.published()
KINDS = {"bound", "claimed", "count of paths", "estimated", "exact", "frozen draw", "observed", "simulated"}
# Not the value rounded, but less than a unit of the last digit off: rounded on the way (see test_verdicts).
ROUNDED_ON_THE_WAY = ["noob1701-04", "noob1701-07", "noob1701-11"]
FLOAT = Fraction(1, 10**15)  # what a float loses on the way; matters where all its sixteen digits are printed


def rows(kind: str, quantity: str, games: bool = False) -> list:
    """The rows of a kind, for strategies that there are (or where it does not matter); those with `games`, if asked."""
    chosen = PRINTED[(PRINTED.kind == kind) & (PRINTED.quantity == quantity) & PRINTED.strategy.isin(["", *STRATEGIES])]
    return [pytest.param(row, id=name) for name, row in chosen.iterrows() if row.games or not games]


def game_of(row: pd.Series) -> Game:
    return Game(map(int, row.fruits.split("-")), int(row.raven_steps), int(row.basket_picks))


@cache
def solved(game: Game, strategy: str) -> ExactSolution:
    return solve(game, strategy, exact=True)


def half_a_unit(printed: str) -> Fraction:
    """Half a unit of the last digit of a decimal; nothing for a fraction."""
    return Fraction(0) if "/" in printed else Fraction(10) ** Decimal(printed).as_tuple().exponent / 2


# --- the table itself ---


def test_entries_have_the_form_that_contributors_are_told():
    assert PRINTED.index.is_unique
    assert PRINTED.index.str.fullmatch(r"[a-z0-9-]+-\d\d").all()
    assert set(PRINTED.kind) <= KINDS
    assert PRINTED.fruits.str.fullmatch(r"(\d+(-\d+)*)?").all()
    for column in ("raven_steps", "basket_picks", "games"):
        assert PRINTED[column].str.fullmatch(r"\d*").all()


def test_printed_numbers_are_kept_digit_for_digit():
    assert PRINTED.printed["datagenetics-03"] == "2/3"
    assert PRINTED.printed["marincek-06"] == "0.7685"
    assert PRINTED.printed["recommend-games-06"] == "3656158440062976"
    assert all(Fraction(number) > 0 for number in PRINTED.printed)


def test_matrix_of_source_004_is_stochastic():
    matrix = published.published_matrix().map(Fraction)
    assert list(matrix.index) == list(matrix.columns) == list("ABCDEFGHIJKL")
    assert (matrix.sum(axis=1) == 1).all()


# --- what they printed ---


@pytest.mark.parametrize("row", rows("exact", "win_probability"))
def test_exact_values_agree_to_the_last_digit(row: pd.Series):
    value = solved(game_of(row), row.strategy).win_probability
    half = half_a_unit(row.printed)
    off = abs(value - Fraction(row.printed))
    if row.name in ROUNDED_ON_THE_WAY:
        assert half < off < 2 * half
    else:
        assert off <= max(half, FLOAT if half else 0)


def test_no_row_is_left_out_by_mistake():
    assert len(rows("exact", "win_probability")) >= 28
    assert len(rows("simulated", "win_probability", games=True)) >= 19


@pytest.mark.parametrize("row", rows("simulated", "win_probability", games=True))
def test_simulated_values_are_within_4_of_their_standard_errors(row: pd.Series):
    p = float(solved(game_of(row), row.strategy).win_probability)
    error = sqrt(p * (1 - p) / int(row.games))
    assert abs(float(row.printed) - p) < 4 * error + half_a_unit(row.printed)


@pytest.mark.parametrize("row", rows("exact", "final_states"))
@pytest.mark.parametrize("strategy", ["max", "random"])
def test_final_states_of_the_paper(row: pd.Series, strategy: str):
    game = game_of(row)
    assert propagate(game, strategy).final_states == int(row.printed)
    assert int(row.printed) == game.raven_steps + (game.fruits[0] + 1) ** game.trees - 1


def rate_of(row: pd.Series) -> Fraction:
    """The win rate of Table 1 that a row about its error goes with."""
    rates = PRINTED[(PRINTED.kind == "simulated") & (PRINTED.quantity == "win_probability")]
    same = (rates[["source", "fruits", "strategy"]] == row[["source", "fruits", "strategy"]]).all(axis=1)
    return Fraction(rates.printed[same].item())


@pytest.mark.parametrize("row", rows("estimated", "standard_error"))
def test_standard_errors_of_table_1(row: pd.Series):
    error = standard_error(float(rate_of(row)), int(row.games))
    assert abs(error - float(row.printed)) <= half_a_unit(row.printed)


@pytest.mark.parametrize("row", rows("simulated", "ci99_lower") + rows("simulated", "ci99_upper"))
def test_intervals_of_table_1(row: pd.Series):
    games = int(row.games)
    ends = confidence_interval(int(rate_of(row) * games), games, 0.99)
    end = ends[row.quantity == "ci99_upper"]
    # The rate itself is rounded as the interval is: half a unit for each.
    assert abs(end - float(row.printed)) <= 2 * half_a_unit(row.printed)


@pytest.mark.parametrize("row", rows("bound", "ci95_width"))
def test_widths_of_the_paper(row: pd.Series):
    games = int(row.games)
    low, high = confidence_interval(games // 2, games, 0.95)
    assert 0.97 * float(row.printed) < high - low <= float(row.printed)


# --- harmed data ---

FILES = {
    "published.csv": published.published,
    "published-matrix.csv": published.published_matrix,
    "errata.csv": published.errata,
}
HARM = {
    "missing": (lambda path: path.unlink(), FileNotFoundError, "No such file or directory: '{path}'"),
    "a folder": (lambda path: (path.unlink(), path.mkdir()), IsADirectoryError, "Is a directory: '{path}'"),
    "empty": (lambda path: path.write_bytes(b""), ValueError, "data/{path.name} must be a table"),
    "no text": (lambda path: path.write_bytes(b"\xff\xfe\x00"), ValueError, "data/{path.name} must be a table"),
    "cut off": (lambda path: path.write_bytes(path.read_bytes()[:60] + b'"'), ValueError, "data/{path.name} must "),
    "other columns": (
        lambda path: path.write_text("a,b\n1,2\n"),
        ValueError,
        "data/{path.name} must have the columns ",
    ),
    "more cells": (
        lambda path: path.write_text(path.read_text() + "," * 50 + "\n"),
        ValueError,
        "data/{path.name} must be a table",
    ),
}


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("name", FILES)
def test_harmed_data_are_named(tmp_path, monkeypatch, name, harm):
    shutil.copytree(published.ROOT / "data", tmp_path / "data")
    monkeypatch.setattr(published, "ROOT", tmp_path)
    hurt, error, said = HARM[harm]
    FILES[name]()
    hurt(tmp_path / "data" / name)
    with pytest.raises(error) as caught:
        FILES[name]()
    assert said.format(path=tmp_path / "data" / name) in str(caught.value)


@pytest.mark.parametrize(
    "harm",
    [
        *("printed=many", "printed=", "fruits=4-x", "fruits=-", "raven_steps=0", "raven_steps=", "basket_picks=-1"),
        *("strategy=maxx", "quantity=x", "games=some", "games=0"),
    ],
)
def test_a_harmed_row_is_named(harm: str):
    rows, (column, _, value) = published.published(), harm.partition("=")
    row = rows[rows.quantity.eq("standard_error")].iloc[:1] if column == "games" else rows.loc[["datagenetics-01"]]
    with pytest.raises(ValueError, match=f"^row '{row.index[0]}' must be what its columns say: "):
        verdicts(row.assign(**{column: value}))
