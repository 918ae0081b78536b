"""What others printed, as the tables of `data/` hold it; and what becomes of harmed tables."""

import re
import shutil
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pandas as pd
import pytest

from orchard import Game, propagate
from orchard.printed import errata, game_of, published, published_matrix, sources
from orchard.printed.verdicts import COLUMNS, RECOMPUTED
from orchard.statistics import confidence_interval, standard_error

ROOT = Path(__file__).resolve().parents[1]
PRINTED = published()
KINDS = {"bound", "claimed", "count of paths", "estimated", "exact", "frozen draw", "observed", "simulated"}


def rows(kind: str, quantity: str) -> list:
    chosen = PRINTED[(PRINTED.kind == kind) & (PRINTED.quantity == quantity)]
    return [pytest.param(row, id=name) for name, row in chosen.iterrows()]


def half_a_unit(printed: str) -> Fraction:
    return Fraction(10) ** Decimal(printed).as_tuple().exponent / 2


# --- the tables ---


def test_the_columns_are_those_that_contributing_explains():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## A published number")[2].partition("\n## ")[0]
    explained = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", section, flags=re.M)))
    assert explained == ["id", *PRINTED.columns]
    assert set(PRINTED.columns) == COLUMNS


def test_entries_have_the_form_that_contributors_are_told():
    assert PRINTED.index.is_unique
    assert PRINTED.index.str.fullmatch(r"[a-z0-9-]+-\d\d").all()
    assert PRINTED[["source", "quantity", "printed", "kind"]].ne("").all(axis=None)
    assert set(PRINTED.kind) <= KINDS
    assert set(PRINTED.quantity) == set(RECOMPUTED)
    assert set(PRINTED.repeats) - {""} <= set(PRINTED.index)
    assert PRINTED.fruits.str.fullmatch(r"(\d+(-\d+)*)?").all()
    assert PRINTED[["raven_steps", "basket_picks"]].map(lambda text: text.isdigit() or not text).all(axis=None)
    assert PRINTED.games.str.fullmatch(r"\d*|<\d+").all()


def test_numbers_are_kept_digit_for_digit():
    assert PRINTED.printed["datagenetics-03"] == "2/3"
    assert PRINTED.printed["marincek-06"] == "0.7685"
    assert PRINTED.printed["recommend-games-06"] == "3656158440062976"
    assert all(Fraction(number) > 0 for number in PRINTED.printed)


def test_what_repeats_a_number_is_that_number_rounded():
    for _, again in PRINTED[PRINTED.repeats != ""].iterrows():
        first = PRINTED.loc[again.repeats]
        assert Decimal(first.printed).quantize(Decimal(again.printed)) == Decimal(again.printed)
        assert (first.games, first.strategy, first.raven_steps) == (again.games, again.strategy, again.raven_steps)


def test_a_row_names_its_game():
    assert game_of(PRINTED.loc["marincek-06"]) == Game.uniform(4, 4, 6, 1)


def test_the_matrix_of_paternault_is_stochastic():
    matrix = published_matrix().map(Fraction)
    assert list(matrix.index) == list(matrix.columns) == list("ABCDEFGHIJKL")
    assert (matrix.sum(axis=1) == 1).all()


def test_errata_are_whole_and_name_rows_of_their_source():
    slips = errata()
    assert slips.index.is_unique
    assert slips[["source", "locator", "printed", "correct", "why"]].drop(index="bschrift-paths").ne("").all(axis=None)
    for _, slip in slips.iterrows():
        assert slip.source in set(PRINTED.source)
        assert all(PRINTED.source[name] == slip.source for name in slip["rows"].split())


# --- what the paper says of its errors and its states ---


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
    assert 0.97 * float(row.printed) < 2 * 1.96 * sqrt(0.25 / games) <= float(row.printed)


# --- harmed data ---

FILES = {"published.csv": published, "published-matrix.csv": published_matrix, "errata.csv": errata}


def empty(path: Path) -> None:
    path.write_bytes(b"")


def no_text(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00")


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:60] + b'"')


def more_cells(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"," * 50 + b"\n")


def other_columns(path: Path) -> None:
    path.write_text("a,b\n1,2\n")


@pytest.mark.parametrize("harm", [empty, no_text, cut_off, more_cells, other_columns])
@pytest.mark.parametrize("name", FILES)
def test_harmed_data_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, harm):
    shutil.copytree(sources.DATA, tmp_path / "data")
    monkeypatch.setattr(sources, "DATA", tmp_path / "data")
    FILES[name]()
    harm(tmp_path / "data" / name)
    with pytest.raises(ValueError, match=rf"^data/{name} must (be a table|have the columns )"):
        FILES[name]()


def test_missing_data_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sources, "DATA", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"published\.csv"):
        published()
