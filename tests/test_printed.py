"""What others printed, as the tables of `data/` hold it; and what becomes of harmed tables."""

from decimal import Decimal
from pathlib import Path

import pytest

from orchard.pages.studies.printed import batches, errata, published, published_matrix, sources
from orchard.pages.studies.printed.verdicts import RECOMPUTED

PRINTED = published()
KINDS = {"bound", "claimed", "count of paths", "estimated", "exact", "frozen draw", "observed", "simulated"}


# --- the tables ---


def test_entries_have_the_form_that_contributors_are_told():
    assert PRINTED.index.is_unique
    assert PRINTED.index.str.fullmatch(r"[a-z0-9-]+-\d\d").all()
    assert PRINTED[["source", "quantity", "printed", "kind"]].ne("").all(axis=None)
    assert set(PRINTED.kind) <= KINDS
    assert set(PRINTED.quantity) == set(RECOMPUTED)
    assert PRINTED.fruits.str.fullmatch(r"(\d+(-\d+)*)?").all()
    assert PRINTED.raven_steps.add(PRINTED.basket_picks).str.fullmatch(r"\d*").all()
    assert PRINTED.games.str.fullmatch(r"<?\d+|").all()


def test_numbers_are_kept_digit_for_digit():
    names = ["datagenetics-03", "marincek-06", "recommend-games-06"]
    assert PRINTED.printed[names].to_list() == ["2/3", "0.7685", "3656158440062976"]


def test_what_repeats_a_number_is_that_number_rounded():
    for _, again in PRINTED[PRINTED.repeats != ""].iterrows():
        first = PRINTED.loc[again.repeats]
        assert Decimal(first.printed).quantize(Decimal(again.printed)) == Decimal(again.printed)
        assert (first.games, first.strategy, first.raven_steps) == (again.games, again.strategy, again.raven_steps)


def test_marinceks_batches_are_those_of_her_table_1():
    """A hundred million games for each of her four estimates."""
    table_1 = PRINTED[PRINTED.locator.eq("Table 1") & PRINTED.quantity.eq("win_probability")]
    editions = {"4-4-4-4": "first-orchard", "10-10-10-10": "orchard-10"}
    counted = batches()
    assert len(counted.groupby(["edition", "strategy"])) == len(table_1) == 4
    for row in table_1.itertuples():
        found = counted[editions[row.fruits], row.strategy]
        assert found.sum() == 10_000
        assert f"{found.index @ found / 10_000**2:.5f}" == row.printed


def test_errata_are_whole_and_name_rows_of_their_source():
    slips = errata()
    assert slips.index.is_unique
    assert slips[["source", "locator", "printed", "correct", "why"]].drop(index="bschrift-paths").ne("").all(axis=None)
    named = slips["rows"].str.split().explode().dropna()
    assert (PRINTED.source[named].to_numpy() == slips.source[named.index]).all()


# --- harmed data ---

HARMS = {
    "empty": lambda whole: b"",
    "no text": lambda whole: b"\xff\xfe\x00",
    "cut off": lambda whole: whole[:60] + b'"',
    "more cells": lambda whole: whole + b"," * 50 + b"\n",
    "other columns": lambda whole: b"a,b\n1,2\n",
}


@pytest.mark.parametrize("harm", HARMS)
def test_harmed_data_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: str):
    whole = (sources.DATA / "published-matrix.csv").read_bytes()
    (tmp_path / "published-matrix.csv").write_bytes(HARMS[harm](whole))
    monkeypatch.setattr(sources, "DATA", tmp_path)
    with pytest.raises(ValueError, match=r"^data/published-matrix\.csv must (be a table|have the columns )"):
        published_matrix()
