"""Executes the notebooks that changed, as many at a time as there are cores, and says how far that is.

    python tools/notebooks/figures.py [--jobs 2] 1-simulation 2-exact-answer [--quick] [--set games=1000000 seed=2]

Each notebook has a process of its own, execute.py. A stamp in build/stamps says that nothing a notebook reads has
changed since; it holds the seconds that took, so that the longest begins first another time. With --quick or --set all
are executed, and none gets a stamp.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import RLock

from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[2]
READ = (
    "orchard/**/*.py",
    "data/published*.csv",
    "data/errata.csv",
    "tools/notebooks/*.py",
    "tools/notebooks/matplotlibrc",
    ".venv/locked",
)
DONE = re.compile(r"^\S+: (\d+) of (\d+) cells *")  # what execute.py says after each cell


def file_of(name: str) -> Path:
    """The notebook of that name."""
    return ROOT / "notebooks" / f"{name}.ipynb"


def stamp_of(name: str) -> Path:
    """The stamp of that notebook."""
    return ROOT / "build" / "stamps" / name


def cells_of(name: str) -> int:
    """How many cells a notebook has; 0 if it cannot be read, which execute.py then says."""
    try:
        return len(json.loads(file_of(name).read_text(encoding="utf-8"))["cells"])
    except (OSError, ValueError, KeyError):
        return 0


def changed(names: Sequence[str]) -> list[str]:
    """The notebooks that are newer than their stamps, or all that lack one, if anything they read is."""
    newest = max(path.stat().st_mtime for pattern in READ for path in ROOT.glob(pattern))
    stamps = {name: stamp_of(name).stat().st_mtime if stamp_of(name).exists() else 0 for name in names}
    return [name for name in names if stamps[name] <= max(newest, file_of(name).stat().st_mtime)]


def seconds(name: str) -> float:
    """How long the last run of a notebook took; one that nobody knows may be the longest."""
    try:
        return float(stamp_of(name).read_text())
    except (OSError, ValueError):
        return float("inf")


class Runs:
    """The runs of some notebooks: the processes at work, and how many cells of each notebook are done."""

    def __init__(self, names: Sequence[str], options: Sequence[str]):
        self.options = options
        self.done = dict.fromkeys(names, 0)
        self.cells = {name: cells_of(name) for name in names}
        self.processes: list[subprocess.Popen] = []
        self.lock, self.stopped = RLock(), False  # a second signal may come while `stop` is at work
        self.bar = tqdm(total=sum(self.cells.values()), unit="cell", disable=None, leave=False)  # in a terminal

    def start(self, name: str) -> subprocess.Popen | None:
        """The process of a notebook, unless all have been stopped."""
        words = [sys.executable, Path(__file__).with_name("execute.py"), file_of(name), *self.options]
        with self.lock:
            if self.stopped:
                return None
            process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
            self.processes.append(process)
            return process

    def stop(self, *_: object) -> None:
        """End every process; each says so, and tidies up."""
        with self.lock:
            self.stopped = True
            for process in self.processes:
                process.terminate()

    def count(self, name: str, done: int, cells: int) -> None:
        """So many of the cells of a notebook are done."""
        with self.lock:
            self.done[name], self.cells[name] = done, cells  # other values have a cell of their own
            self.bar.total = sum(self.cells.values())
            self.bar.update(sum(self.done.values()) - self.bar.n)

    def tell(self, line: str) -> None:
        """A line above the bar."""
        self.bar.write(line)
        sys.stdout.flush()

    def run(self, name: str) -> bool:
        """One notebook from its beginning to its end: whether it was whole."""
        began, process = time.monotonic(), self.start(name)
        if not process:
            return False
        for line in map(str.strip, process.stdout):
            if found := DONE.match(line):
                self.count(name, int(found[1]), int(found[2]))
            if said := DONE.sub("", line):
                self.tell(said)
        whole = process.wait() == 0
        if whole and not self.options:
            stamp_of(name).parent.mkdir(parents=True, exist_ok=True)
            stamp_of(name).write_text(f"{time.monotonic() - began:.0f}\n")
        self.tell(f"figures: {sum(self.done.values())} of {sum(self.cells.values())} cells done")
        return whole


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def main() -> int:
    """Execute what changed: 0 if all of it was whole."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0], allow_abbrev=False)
    parser.add_argument("names", nargs="+", metavar="1-simulation")
    parser.add_argument("--jobs", type=int, default=cores())
    given, options = parser.parse_known_args()  # the others are those of execute.py
    names = sorted(given.names if options else changed(given.names), key=seconds, reverse=True)
    if not names:
        print("figures: every notebook is up to date")
        return 0
    runs = Runs(names, options)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, runs.stop)
    with runs.bar, ThreadPoolExecutor(given.jobs) as pool:
        failed = [name for name, whole in zip(names, pool.map(runs.run, names), strict=True) if not whole]
    if failed:
        print(f"figures: {len(failed)} of {len(names)} notebooks are as they were: {' '.join(failed)}")
        return 1
    print(f"figures: {len(names)} notebooks executed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
