"""Times this package, and others that answer the same questions, side by side.

    python tools/bench/bench.py --rounds 5 --only solver played

In every round each contender has a turn, right after the others, so that whatever else the machine does meets them
all; ratios are taken within a round. What is quick is repeated until a turn lasts TURN seconds; what takes longer than
SLOW has one turn in all. Their answers must agree. Into build/bench come bench.csv, growth.csv, exponents.csv and
about.csv, which says where and when; page.py makes a page of them. Executing the notebooks takes minutes, so it must be
asked for: --only quick-notebook, or notebook.
"""

import argparse
import os
import platform
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from cases import AREAS, NOTED, OURS, Case, Work
from growth import exponents, growth
from page import make_page

TURN, SLOW = 0.05, 3.0
ABOUT = ["day", "processor", "cores", "rounds", "minutes"]
COLUMNS = [
    "area",
    "what",
    "who",
    "how",
    "rounds",
    "seconds",
    "low",
    "high",
    "per_second",
    "ratio",
    "ratio_low",
    "ratio_high",
]


def turn(work: Work, times: int) -> float:
    """Seconds that it takes, the mean of so many times."""
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times


def measured(case: Case, rounds: int) -> pd.DataFrame:
    """(rounds, contenders): seconds. The first turn may import or compile something, so it only counts for the slow."""
    first, answers = {}, {}
    for who, work in case.contenders.items():
        first[who] = turn(lambda who=who, work=work: answers.update({who: work()}), 1)
    agree(case, answers)
    quick = {who: work for who, work in case.contenders.items() if first[who] < SLOW}
    times = {who: max(1, int(TURN / turn(work, 1))) for who, work in quick.items()}
    slow = {who: taken for who, taken in first.items() if who not in quick}
    turns = [{who: turn(quick[who], n) for who, n in times.items()} for _ in range(rounds if quick else 1)]
    seconds = pd.DataFrame([turns[0] | slow, *turns[1:]], columns=list(case.contenders))
    return seconds / [case.part.get(who, 1) for who in seconds]


def agree(case: Case, answers: dict[str, float | None]) -> None:
    """ValueError if somebody's answer is not ours."""
    for who, answer in answers.items():
        if answer is not None and abs(answer - answers[OURS]) > case.tolerance:
            raise ValueError(f"{case.area}, {case.what}: {who} says {answer}, {OURS} {answers[OURS]}")


def quartiles(values: pd.Series) -> tuple[float, float, float]:
    """The median and the quartiles about it."""
    return tuple(values.quantile(q) for q in (0.5, 0.25, 0.75))


def rows(case: Case, seconds: pd.DataFrame) -> list[dict]:
    """A row of the table for each contender: `ratio` is how many times as long as ours it takes."""
    table = []
    for who in seconds:
        taken = seconds[who].dropna()
        numbers = [*quartiles(taken), case.games / taken.median() or np.nan, *quartiles(taken / seconds[OURS])]
        table.append(dict(zip(COLUMNS, [case.area, case.what, who, "measured", len(taken), *numbers], strict=True)))
    return table


def noted(table: pd.DataFrame) -> pd.DataFrame:
    """What others printed, or was measured of them once, beside our time of the same question now."""
    ours = table[table.who == OURS].set_index(["area", "what"]).seconds
    entries = [entry for entry in NOTED if entry[:2] in ours.index]
    frame = pd.DataFrame(entries, columns=["area", "what", "who", "seconds", "per_second"]).assign(how="noted")
    frame["ratio"] = frame.seconds / [ours[entry[:2]] for entry in entries]
    return frame.reindex(columns=COLUMNS)


def rows_of(area: str, rounds: int) -> list[dict]:
    """All rows of an area, each case printed as soon as it is done."""
    table = []
    for case in AREAS[area]():
        done = rows(case, measured(case, rounds))
        print("\n".join(map(line, done)), flush=True)
        table += done
    return table


def line(row: dict) -> str:
    """A row as text."""
    rate = "" if np.isnan(row["per_second"]) else f"{row['per_second']:>14,.0f} games/s"
    spread = "noted" if row["how"] == "noted" else f"{row['ratio_low']:.3g} to {row['ratio_high']:.3g}"
    ratio = f"{row['ratio']:>9.3g} x ours ({spread})" * (row["who"] != OURS)
    return f"{row['area']:<9}{row['what']:<43} {row['who']:<34} {1e3 * row['seconds']:>10.4g} ms {rate:>22}{ratio}"


def about(rounds: int, began: float) -> pd.DataFrame:
    """When and where this was, and how long it took: one row."""
    day = time.strftime("%d %B %Y").lstrip("0")
    return pd.DataFrame([(day, processor(), os.cpu_count(), rounds, (time.time() - began) / 60)], columns=ABOUT)


def processor() -> str:
    """The name of this machine's processor."""
    try:
        named = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        named = []
    return (named or [platform.processor() or platform.machine()])[0]


def main(argv: Sequence[str] | None = None) -> int:
    """One run of everything asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0], allow_abbrev=False)
    usual = [area for area in AREAS if "notebook" not in area]
    parser.add_argument("--only", nargs="+", choices=[*AREAS, "growth"], default=[*usual, "growth"], metavar="AREA")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--output", type=Path, default=Path("build/bench"), metavar="FOLDER")
    given = parser.parse_args(argv)
    given.output.mkdir(parents=True, exist_ok=True)
    table, began = [], time.time()
    for area in (area for area in given.only if area != "growth"):
        table += rows_of(area, given.rounds)
        own = pd.DataFrame(table, columns=COLUMNS)
        everything = pd.concat([own, noted(own)])  # written after each area, in case a later one fails
        write(everything, given.output / "bench.csv", "%.4g")
    if table:
        print("\n".join(map(line, noted(own).to_dict("records"))))
    if "growth" in given.only:
        grown = growth()
        write(grown, given.output / "growth.csv", "%.4g")
        write(exponents(grown).reset_index(), given.output / "exponents.csv", "%.2f")
    write(about(given.rounds, began), given.output / "about.csv", "%.0f")
    if set(given.only) >= {*usual, "growth"}:
        make_page(given.output)
    return 0


def write(table: pd.DataFrame, path: Path, numbers: str) -> None:
    """A table as CSV, its floats in this format."""
    table.to_csv(path, index=False, float_format=numbers, lineterminator="\n")


if __name__ == "__main__":
    sys.exit(main())
