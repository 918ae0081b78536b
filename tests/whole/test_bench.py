"""The benchmark's arithmetic, on work that takes no time; what it measures differs from machine to machine."""

import math

import pandas as pd
import pytest
from bench import measured, noted, rows
from cases import AREAS, NOTED, OURS, Case
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

CASES = {name: list(area()) for name, area in AREAS.items()}


def test_what_was_timed_once_stands_beside_a_case_of_ours():
    asked = {(case.area, case.what) for cases in CASES.values() for case in cases}
    assert {entry[:2] for entry in NOTED} <= asked
    area, what, who, seconds = NOTED[0]
    table = pd.DataFrame([{"area": area, "what": what, "who": OURS, "seconds": seconds / 2}])
    row = noted(table).iloc[0]
    assert (row.who, row.how, row.ratio) == (who, "noted", pytest.approx(2))


# --- the run that is kept ---

KEPT = ROOT / "data" / "benchmark"


def test_the_kept_run_answers_the_questions_of_today():
    table = pd.read_csv(KEPT / "bench.csv").query("how == 'measured' and who == @OURS")
    asked = {(case.area, case.what) for cases in CASES.values() for case in cases}
    assert {*zip(table.area, table.what, strict=True)} == asked


def test_its_page_is_made_of_its_tables():
    bench, about = (pd.read_csv(KEPT / f"{name}.csv") for name in ("bench", "about"))
    assert (KEPT / "README.md").read_text(encoding="utf-8") == page(bench, about)
