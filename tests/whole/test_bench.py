"""The benchmark's arithmetic, on work that takes no time; what it measures differs from machine to machine."""

import math
from functools import partial
from itertools import groupby
from pathlib import Path

import pandas as pd
import pytest
from bench import measured, noted, rows
from cases import AREAS, NOTED, OURS, Case
from page import page


class Clock:
    """Time that passes only when work is done."""

    def __init__(self):
        self.now, self.done = 0.0, []

    def case(self, takes: dict[str, float], says: dict[str, float] | None = None, **options: object) -> Case:
        """A question, the seconds that each contender takes for it, and what some of them say."""

        def work(who: str) -> float | None:
            self.now += takes[who]
            self.done.append(who)
            return (says or {}).get(who)

        return Case("area", "what", {who: partial(work, who) for who in takes}, **options)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("bench.time.perf_counter", lambda: clock.now)
    return clock


def test_contenders_take_turns_of_which_the_slow_have_one_and_the_quick_are_long(clock):
    table = measured(clock.case({OURS: 0.2, "quick": 0.001, "slow": 10.0}), rounds=3)
    turns = [who for who, _ in groupby(clock.done)]
    assert turns == [OURS, "quick", "slow", *[OURS, "quick"] * 4]  # one of them to see how often to repeat
    assert clock.done.count("quick") >= 3 * 49
    assert table.count().to_dict() == {OURS: 3, "quick": 3, "slow": 1}
    assert table.mean().tolist() == pytest.approx([0.2, 0.001, 10])


def test_ratios_are_taken_within_a_round():
    seconds = pd.DataFrame({OURS: [1.0, 2.0, 4.0], "other": [3.0, 4.0, 8.0]})
    _, other = rows(Case("area", "what", {}), seconds)
    assert (other["seconds"], other["ratio"], other["ratio_low"], other["ratio_high"]) == (4, 2, 2, 2.5)
    assert math.isnan(other["per_second"])


def test_who_answers_something_else_is_not_timed(clock):
    takes, says = {OURS: 1, "silent": 1, "wrong": 1}, {OURS: 0.5, "wrong": 0.6}
    with pytest.raises(ValueError, match=r"area, what: wrong says 0.6, orchard 0.5"):
        measured(clock.case(takes, says), 1)
    measured(clock.case(takes, says, tolerance=0.2), 1)


# --- its questions ---

CASES = {name: list(area()) for name, area in AREAS.items()}


def test_what_was_timed_once_stands_beside_a_case_of_ours():
    asked = {(case.area, case.what) for cases in CASES.values() for case in cases}
    assert {entry[:2] for entry in NOTED} <= asked
    area, what, who, seconds = NOTED[0]
    table = pd.DataFrame([{"area": area, "what": what, "who": OURS, "seconds": seconds / 2}])
    row = noted(table).iloc[0]
    assert (row.who, row.how, row.ratio) == (who, "noted", pytest.approx(2))


# --- the page ---


# --- the run that is kept ---

KEPT = Path(__file__).resolve().parents[2] / "benchmark"


def test_the_kept_run_answers_the_questions_of_today():
    table = pd.read_csv(KEPT / "bench.csv").query("how == 'measured' and who == @OURS")
    asked = {(case.area, case.what) for cases in CASES.values() for case in cases}
    assert {*zip(table.area, table.what, strict=True)} == asked


def test_its_page_is_made_of_its_tables():
    bench, about = (pd.read_csv(KEPT / f"{name}.csv") for name in ("bench", "about"))
    assert (KEPT / "README.md").read_text(encoding="utf-8") == page(bench, about)
