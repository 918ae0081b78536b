"""What others printed, as the tables of `data/` hold it; and what becomes of harmed tables."""

import re
import shutil
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from orchard import Game
from orchard.printed import errata, game_of, published, published_matrix, sources
from orchard.printed.verdicts import COLUMNS, RECOMPUTED

ROOT = Path(__file__).resolve().parents[1]
PRINTED = published()
KINDS = {"bound", "claimed", "count of paths", "estimated", "exact", "frozen draw", "observed", "simulated"}


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
