"""Times this package, and others that answer the same questions, side by side.

    python tools/bench/bench.py --rounds 5 --only solver played

In every round each contender has a turn, right after the others, so that whatever else the machine does meets them
all; ratios are taken within a round. What is quick is repeated until a turn lasts TURN seconds; what takes longer than
SLOW has one turn in all. Their answers must agree. Into build/bench come bench.csv and about.csv, which says where and
when; page.py makes a page of them.
"""

import argparse
import os
import platform
import re
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
from cases import AREAS, OURS, Case
from page import make_page
from peers import Answer

TURN, SLOW = 0.05, 3.0
QUARTILES = [0.5, 0.25, 0.75]  # the median first
OUTPUT = Path("build/bench")
NOTED = Path(__file__).with_name("noted.csv")  # timed once, on two cores and another day, or reckoned from a speed
QUESTION, TIMES = ["area", "what"], ["seconds", "low", "high", "per_second", "ratio", "ratio_low", "ratio_high"]
COLUMNS = [*QUESTION, "who", "how", "rounds", *TIMES]


def turn(work: Answer, times: int = 1) -> tuple[float, float | None]:
    """Seconds that it takes, the mean of so many times, and its answer."""
    start = time.perf_counter()
    for _ in range(times):
        answer = work()
    return (time.perf_counter() - start) / times, answer


def measured(case: Case, rounds: int) -> pd.DataFrame:
    """(rounds, contenders): seconds; ValueError if somebody's answer is not ours.

    The first turn may import or compile something, so it only counts for the slow.
    """
    first = {who: turn(work) for who, work in case.contenders.items()}
    _, ours = first[OURS]
    for who, (_, answer) in first.items():
        if answer is not None and abs(answer - ours) > case.tolerance:
            raise ValueError(f"{case.area}, {case.what}: {who} says {answer}, {OURS} {ours}")
    slow = {who: taken for who, (taken, _) in first.items() if taken >= SLOW}
    times = {who: max(1, int(TURN / turn(work)[0])) for who, work in case.contenders.items() if who not in slow}
    turns = [{who: turn(case.contenders[who], n)[0] for who, n in times.items()} for _ in range(rounds)]
    turns[0] |= slow
    return pd.DataFrame(turns, columns=list(first))


def rows(case: Case, seconds: pd.DataFrame) -> Iterator[dict]:
    """A row of the table for each contender: `ratio` is how many times as long as ours it takes."""
    for who, taken in seconds.items():
        ratio, per_second = taken / seconds[OURS], case.games / taken.median() or np.nan
        numbers = [taken.count(), *taken.quantile(QUARTILES), per_second, *ratio.quantile(QUARTILES)]
        yield dict(zip(COLUMNS, [case.area, case.what, who, "measured", *numbers], strict=True))


def noted(table: pd.DataFrame) -> pd.DataFrame:
    """What others printed, or was measured of them once, beside our time of the same question now."""
    once = pd.read_csv(NOTED).assign(how="noted")
    ours = table.loc[table.who == OURS, [*QUESTION, "seconds"]]
    both = once.merge(ours, on=QUESTION, suffixes=("", "_ours"))
    return both.assign(ratio=both.seconds / both.seconds_ours).reindex(columns=COLUMNS)


def about(rounds: int, began: float) -> pd.DataFrame:
    """When and where this was, and how long it took: one row."""
    day = time.strftime("%d %B %Y").lstrip("0")
    here = {"day": day, "processor": processor(), "cores": os.cpu_count()}
    return pd.DataFrame([here | {"rounds": rounds, "minutes": round((time.time() - began) / 60)}])


def processor() -> str:
    """The name of this machine's processor."""
    told = Path("/proc/cpuinfo")
    named = re.search(r"^model name\s*: (.*)$", told.read_text() if told.exists() else "", re.MULTILINE)
    return named[1] if named else platform.machine()


def write(table: pd.DataFrame, name: str) -> None:
    """A table as CSV."""
    table.to_csv(OUTPUT / f"{name}.csv", index=False, float_format="%.4g", lineterminator="\n")


def main() -> None:
    """One run of everything asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=AREAS, default=list(AREAS), metavar="AREA")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    OUTPUT.mkdir(parents=True, exist_ok=True)
    done, began = [], time.time()
    for case in (case for name, area in AREAS.items() if name in given.only for case in area()):
        done += rows(case, measured(case, given.rounds))
        table = pd.DataFrame(done)
        print(table[["what", "who", "seconds", "ratio"]].tail(len(case.contenders)).to_string(header=False), flush=True)
        write(pd.concat([table, noted(table)]), "bench")  # now, in case a later one fails
    write(about(given.rounds, began), "about")
    if set(given.only) == set(AREAS):
        make_page(OUTPUT)


if __name__ == "__main__":
    main()
