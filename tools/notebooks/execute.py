"""Executes one notebook with papermill, and replaces it and what it wrote only after a whole good run.

    python tools/notebooks/execute.py notebooks/1-simulation.ipynb [--quick] [--set games=1000000 seed=2]

With --quick or --set the results go to build/quick or build/tweaked, and nothing committed is touched.
"""

import argparse
import fcntl
import logging
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import nbformat
import papermill
from document import as_text, code_cells, committed, finished, label, loaded, one_line, prepared, unsound
from kernel import is_wanted, kernel, why_ended
from nbformat import NotebookNode
from parameters import RefusedError, others, overrides, parameters, refuse_others

FOLDERS = ("data/results", "figures")  # the only ones a notebook writes to
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class FailedError(Exception):
    """A run that was not whole; says in one line where it went wrong."""


class Stopped(KeyboardInterrupt):
    """A signal.

    No library's `except Exception` may swallow it, and asyncio, which keeps other errors for whoever awaits the task
    that was at work, lets this kind through at once.
    """


@dataclass(frozen=True)
class Run:
    """One execution of one notebook: the folders that it reads, stages and, at its end, writes."""

    notebook: Path
    place: str = ""  # where results go: the repository itself, or "quick" or "tweaked" in build/

    @property
    def root(self) -> Path:
        return self.notebook.parents[1]

    @property
    def prefix(self) -> str:
        """What the names of all its results begin with: "1-"."""
        return self.notebook.stem.partition("-")[0] + "-"

    @property
    def target(self) -> Path:
        return self.root / "build" / self.place if self.place else self.root

    @property
    def partial(self) -> Path:
        """The notebook so far: what one reads after a failure."""
        return self.root / "build" / self.place / "failed" / self.notebook.name


def stumble(partial: Path, error: BaseException) -> str:
    """The cell that was being executed when `error` came, and what it says."""
    cause = f"{error.ename}: {error.evalue}" if hasattr(error, "ename") else str(error)
    try:
        cells = code_cells(nbformat.read(partial, as_version=4))
    except Exception:  # none yet, or half of one: a disk was full
        cells = []
    started = [cell for cell in cells if cell.metadata.papermill.start_time]
    return one_line(f"{label(started[-1])}: {cause}" if started else f"before the first cell: {cause}")


def ignore_signals() -> None:
    """From here on it is a matter of milliseconds, and must be whole."""
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)


@contextmanager
def stoppable() -> Iterator[None]:
    """Turns signals into `Stopped`."""

    def stop(number: int, frame: object) -> None:
        ignore_signals()  # one is enough: tidy up in peace
        raise Stopped(signal.Signals(number).name)

    before = {each: signal.signal(each, stop) for each in SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def executed(run: Run, notebook: NotebookNode, staging: Path) -> NotebookNode:
    """The notebook executed by papermill; `FailedError` unless from top to bottom."""
    said = f"{run.notebook.stem}: {{n}} of {{total}} cells".ljust(50)  # over what another notebook said
    bar = {"file": sys.stdout, "bar_format": said, "disable": None, "leave": False}  # in a terminal
    with kernel(staging) as manager:
        try:
            result = papermill.execute_notebook(
                notebook,
                run.partial,
                kernel_name="python3",
                km=manager,
                cwd=run.notebook.parent,
                record_timing=False,
                iopub_timeout=60,  # on a busy machine the default of 4 s fails good runs
                progress_bar=bar,
            )
        except (Exception, Stopped) as error:
            raise FailedError(stumble(run.partial, why_ended(manager) or error)) from error
    if problem := unsound(result):
        raise FailedError(problem)
    return result


def publish(run: Run, staging: Path) -> None:
    """Put what was staged in its place, and remove what earlier runs wrote and this one did not.

    Each file is moved within its filesystem, so that it is at every moment the old one or the new one, and a full disk
    does not matter any more.
    """
    ignore_signals()
    for folder in FOLDERS:
        target = run.target / folder
        moved = {path.replace(target / path.name) for path in list((staging / folder).glob("*"))}
        for old in {*target.glob(f"{run.prefix}*")} - moved:
            old.unlink()
    os.replace(staging / run.notebook.name, run.target / "notebooks" / run.notebook.name)


def check_folders(run: Run, staging: Path) -> None:
    """`FailedError` if what a run writes could not be moved to where it belongs; asked before anything is computed."""
    for folder in (*FOLDERS, "notebooks"):
        target = run.target / folder
        target.mkdir(parents=True, exist_ok=True)
        if not os.access(target, os.W_OK):
            raise FailedError(f"{os.path.relpath(target)} is not writable")
        if target.stat().st_dev != staging.stat().st_dev:
            raise FailedError(f"{os.path.relpath(target)} must be on one filesystem with build")


@contextmanager
def alone(run: Run) -> Iterator[None]:
    """Waits until no other process runs this notebook, and holds others up as long: a lock goes with its process."""
    path = run.root / "build" / "locks" / (run.place or "committed") / run.notebook.stem
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"{run.notebook.stem}: waiting for another run of it to end", flush=True)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def staging_folder(run: Run) -> Iterator[Path]:
    """A folder in build/ for what a run writes, new every time, as the kernel of a killed run may live for a second.

    What such a run left is removed.
    """
    above = run.root / "build" / "staging" / (run.place or "committed") / run.notebook.stem
    shutil.rmtree(above, ignore_errors=True)
    above.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=above, ignore_cleanup_errors=True) as folder:
        staging = Path(folder) / "results"
        staging.mkdir()
        yield staging


def execute(run: Run, values: Mapping[str, object]) -> None:
    """Execute a notebook with `values` in place of its committed ones, and publish what came of it."""
    if not is_wanted():
        raise FailedError("make is gone")
    with alone(run), staging_folder(run) as staging:
        check_folders(run, staging)
        before = run.notebook.read_bytes()
        source = prepared(loaded(run.notebook), values)
        run.partial.parent.mkdir(parents=True, exist_ok=True)
        run.partial.unlink(missing_ok=True)
        result = finished(source, executed(run, source, staging))
        if run.notebook.read_bytes() != before:
            raise FailedError("the notebook was saved while it was executed, and is left as it is: run again")
        nbformat.write(result, staging / run.notebook.name)
        publish(run, staging)
        run.partial.unlink(missing_ok=True)


# --- The command line ---


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line, read."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0], allow_abbrev=False)
    parser.add_argument("notebook", type=Path, help="notebooks/1-simulation.ipynb")
    parser.add_argument("--quick", action="store_true", help="the (quick: ...) values, into build/quick")
    parser.add_argument("--set", dest="settings", nargs="+", default=[], metavar="name=value")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Execute one notebook: 0 after a whole good run, 1 after a failed one, 2 if it may not start."""
    given = arguments(argv)
    place = "tweaked" if given.settings else "quick" if given.quick else ""
    run = Run(given.notebook.resolve(), place)
    for name in ("papermill", "asyncio"):  # what went wrong is said once, below
        logging.getLogger(name).setLevel(logging.CRITICAL)
    started = time.monotonic()
    try:
        source = loaded(run.notebook)
        known = parameters(source)
        if not place:
            refuse_others(as_text(known), committed(run.notebook, source))
        values = overrides(known, " ".join(given.settings), given.quick)
        print(f"{run.notebook.stem}: executing", *(f"{k}={v!r}" for k, v in values.items()), flush=True)
        saved, record = as_text(known), source.metadata.get("orchard", {}).get("parameters", {})
        if beside := [f"{name}={saved[name]}" for name in others(saved, record) if name not in values]:
            print(f"{run.notebook.stem}: beside values that are saved in the notebook:", *beside, flush=True)
        with stoppable():
            execute(run, values)
    except RefusedError as error:
        print(f"{given.notebook}: refused: {error}", file=sys.stderr)
        return 2
    except (FailedError, Stopped, OSError) as error:
        see = f"; see {os.path.relpath(run.partial)}" if run.partial.exists() else ""
        print(f"{given.notebook}: failed: {error}{see}", file=sys.stderr)
        return 1
    where = os.path.relpath(run.target / "notebooks" / run.notebook.name)
    print(f"{run.notebook.stem}: {where} written after {time.monotonic() - started:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
