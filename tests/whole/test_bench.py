"""The benchmark's arithmetic, on work that takes no time; what it measures differs from machine to machine."""

import math

import pandas as pd
import pytest
from bench import NOTED, measured, noted, rows
from cases import AREAS, OURS, Case
from page import page
from processes import ROOT


def test_ratios_are_taken_within_a_round():
    seconds = pd.DataFrame({OURS: [1.0, 2.0, 4.0], "other": [3.0, 4.0, 8.0]})
    _, other = rows(Case("area", "what", {}), seconds)
    assert (other["seconds"], other["ratio"], other["ratio_low"], other["ratio_high"]) == (4, 2, 2, 2.5)
    assert math.isnan(other["per_second"])


def test_who_answers_something_else_is_not_timed():
    contenders = {OURS: lambda: 0.5, "silent": lambda: None, "wrong": lambda: 0.6}
    with pytest.raises(ValueError, match=r"area, what: wrong says 0.6, orchard 0.5"):
        measured(Case("area", "what", contenders), 1)
    table = measured(Case("area", "what", contenders, tolerance=0.2), rounds=3)
    assert table.count().to_dict() == {OURS: 3, "silent": 3, "wrong": 3}


# --- its questions ---

ASKED = {(case.area, case.what) for area in AREAS.values() for case in area()}


def test_what_was_timed_once_stands_beside_a_case_of_ours():
    once = pd.read_csv(NOTED)
    assert {*zip(once.area, once.what, strict=True)} <= ASKED
    ours = once.assign(who=OURS, seconds=once.seconds / 2).drop_duplicates(["area", "what"])
    beside = noted(ours).iloc[0]
    assert (beside.who, beside.how, beside.ratio) == (once.who[0], "noted", pytest.approx(2))


# --- the run that is kept ---

KEPT = ROOT / "data" / "benchmark"


def test_the_kept_run_answers_the_questions_of_today():
    table = pd.read_csv(KEPT / "bench.csv").query("how == 'measured' and who == @OURS")
    assert {*zip(table.area, table.what, strict=True)} == ASKED


def test_its_page_is_made_of_its_tables():
    bench, about = (pd.read_csv(KEPT / f"{name}.csv") for name in ("bench", "about"))
    assert (KEPT / "README.md").read_text(encoding="utf-8") == page(bench, about)
