"""The benchmark's arithmetic, on work that takes no time; what it measures differs from machine to machine."""

import math
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from bench import COLUMNS, measured, noted, quartiles, rows
from cases import AREAS, NOTED, OURS, Case
from growth import FITTED, LIMITS, MOST, SERIES, exponents, operations, slope, states
from page import TEXT, as_table, beaten, page, peers, plot_peers

from orchard.states import count_states


class Clock:
    """Time that passes only when work is done."""

    def __init__(self):
        self.now, self.done = 0.0, []

    def work(self, who: str, seconds: float, answer: float | None = None):
        def works() -> float | None:
            self.now += seconds
            self.done.append(who)
            return answer

        return works


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("bench.time.perf_counter", lambda: clock.now)
    return clock


def test_contenders_take_turns_and_what_is_slow_has_one(clock: Clock):
    seconds = {OURS: 0.2, "quick": 0.3, "slow": 10.0}
    table = measured(Case("area", "what", {who: clock.work(who, s) for who, s in seconds.items()}), rounds=3)
    assert table.columns.tolist() == [OURS, "quick", "slow"]
    assert table[OURS].tolist() == pytest.approx([0.2] * 3)
    assert table["slow"].dropna().tolist() == pytest.approx([10.0])
    assert clock.done.count("slow") == 1
    assert clock.done[-4:] == [OURS, "quick", OURS, "quick"]


def test_what_is_quick_is_repeated(clock: Clock):
    table = measured(Case("area", "what", {OURS: clock.work(OURS, 0.001)}), rounds=2)
    assert table[OURS].tolist() == pytest.approx([0.001] * 2)
    assert len(clock.done) >= 2 * 49


def test_the_time_of_a_part_is_scaled_to_the_whole(clock: Clock):
    contenders = {OURS: clock.work(OURS, 0.2), "other": clock.work("other", 0.3)}
    ours, other = rows(case := Case("area", "what", contenders, games=100, part={"other": 1 / 4}), measured(case, 3))
    assert (ours["seconds"], ours["per_second"]) == pytest.approx((0.2, 500))
    assert (other["seconds"], other["per_second"], other["ratio"]) == pytest.approx((1.2, 100 / 1.2, 6))
    assert list(ours) == COLUMNS


def test_ratios_are_taken_within_a_round():
    seconds = pd.DataFrame({OURS: [1.0, 2.0, 4.0], "other": [3.0, 4.0, 8.0]})
    _, other = rows(Case("area", "what", {}), seconds)
    assert (other["seconds"], other["ratio"], other["ratio_low"], other["ratio_high"]) == (4, 2, 2, 2.5)
    assert math.isnan(other["per_second"])
    assert quartiles(seconds[OURS]) == (2, 1.5, 3)


def test_who_answers_something_else_is_not_timed(clock: Clock):
    contenders = {
        OURS: clock.work(OURS, 1, 0.5),
        "silent": clock.work("silent", 1),
        "wrong": clock.work("wrong", 1, 0.6),
    }
    with pytest.raises(ValueError, match=r"area, what: wrong says 0.6, orchard 0.5"):
        measured(Case("area", "what", contenders), 1)
    measured(Case("area", "what", contenders, tolerance=0.2), 1)


@pytest.mark.parametrize("area", AREAS)
def test_each_case_has_a_name_of_its_own_and_is_answered_by_us(area: str):
    cases = list(AREAS[area]())
    assert cases
    assert len({(case.area, case.what) for case in cases}) == len(cases)
    assert all(OURS in case.contenders and set(case.part) <= set(case.contenders) for case in cases)


def test_what_was_timed_once_stands_beside_a_case_of_ours():
    asked = {(case.area, case.what) for area in AREAS.values() for case in area()}
    assert {entry[:2] for entry in NOTED} <= asked
    table = pd.DataFrame([dict(zip(COLUMNS, [*NOTED[0][:2], OURS, "measured", 3, 0.00023], strict=False))])
    row, *others = noted(table).to_dict("records")
    assert {(other["area"], other["what"]) for other in others} == {NOTED[0][:2]}
    assert (row["who"], row["how"], row["ratio"]) == (NOTED[0][2], "noted", pytest.approx(2))


MADE_UP = pd.DataFrame(
    [
        ["played", "orchard, max", OURS, "measured", 5, 0.1, 0.1, 0.1, 2.5e7, 1, 1, 1],
        ["played", "orchard, max", "other", "measured", 5, 1.2345, 1, 2, 1e6, 12.345, 10, 1234.5],
        ["cold", "import orchard", OURS, "measured", 5, 0.2, 0.2, 0.2, math.nan, 1, 1, 1],
        ["cold", "import orchard", "import sys", "measured", 5, 0.02, 0.02, 0.02, math.nan, 0.1, 0.1, 0.1],
        ["played", "orchard, max", "once", "noted", math.nan, 5, math.nan, math.nan, 1e3, 0.05, math.nan, math.nan],
    ],
    columns=COLUMNS,
)


def test_the_table_has_a_line_a_question_and_ratios_beside_it():
    lines = as_table(MADE_UP).splitlines()
    others = "other × 12 (10 to 1,234); once × 0.05 (noted)"
    assert f"| Orchard, 9 steps, “fullest tree” | 100 ms, 25 million games a second | {others} |" in lines
    assert "| import orchard | 200 ms | import sys × 0.1 (0.1 to 0.1) |" in lines
    assert all(line.count("|") == 4 for line in lines)


def test_who_is_faster_comes_first_and_is_told_so():
    assert peers(MADE_UP).who.tolist() == ["once", "other"]
    assert beaten(MADE_UP) == "* Orchard, 9 steps, “fullest tree”, played: once is 20 times as fast (noted)."
    (ax,) = plot_peers(MADE_UP).axes
    assert [label.get_text().partition(" · ")[2] for label in ax.get_yticklabels()] == ["once", "other"]
    assert [text.get_text() for text in ax.texts] == ["1/20", "12"]


# --- the run that is kept ---

KEPT = Path(__file__).resolve().parents[2] / "benchmark"


def test_the_kept_run_answers_the_questions_of_today():
    table = pd.read_csv(KEPT / "bench.csv").query("how == 'measured' and who == @OURS and area != 'notebook'")
    asked = {(case.area, case.what) for name, area in AREAS.items() if "notebook" not in name for case in area()}
    assert {*zip(table.area, table.what, strict=True)} == asked


def test_its_page_is_made_of_its_tables():
    bench, exponents, about = (pd.read_csv(KEPT / f"{name}.csv") for name in ("bench", "exponents", "about"))
    assert (KEPT / "README.md").read_text(encoding="utf-8") == page(bench, exponents, about)


def test_no_time_is_typed_into_the_page():
    typed = re.sub(r"\{\w+\}|\]\([^)]*\)", "", TEXT.read_text(encoding="utf-8"))
    assert not re.findall(r"\d", typed)


# --- growth ---


def test_the_states_of_a_size_are_counted_right():
    for trees, fruits, steps in [size for _, sizes in SERIES.values() for size in sizes]:
        assert states(trees, fruits, steps) == count_states((fruits,) * trees, True) * steps


def test_the_exponent_of_a_power_is_found():
    size = pd.Series([1.0, 2, 4, 8, 16, 32])
    assert slope(size, pd.Series([7.0, 1, *(3 * size[-FITTED:] ** 2.5)])) == pytest.approx(2.5)


@pytest.mark.parametrize("method", MOST)
@pytest.mark.parametrize("series", SERIES)
def test_counted_exponents_go_to_their_limits(series: str, method: str):
    size = {"trees": 4, "fruits": 10, "raven_steps": 9}
    sizes = [tuple((size | {series: n}).values()) for n in (10**6, 2 * 10**6)]
    one, two = (operations(method, *size) for size in sizes)
    assert np.log2(two / one) == pytest.approx(LIMITS[method][series], abs=1e-3)


def test_there_are_enough_sizes_for_every_line():
    assert all(
        sum(states(*size) <= most for size in sizes) >= FITTED for most in MOST.values() for _, sizes in SERIES.values()
    )


def test_exponents_of_a_table_made_up():
    table = pd.DataFrame({"trees": [1, 2, 4, 8], "series": "trees", "method": "solver"})
    table["seconds"], table["operations"] = table.trees**3.0, 5 * table.trees**2
    assert exponents(table).loc[("trees", "solver")].tolist() == pytest.approx([3, 2, 11])
