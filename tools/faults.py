"""Hurts `make figures` at random moments, in a copy of the repository, and looks at what is left of it.

    python tools/faults.py [--runs 40] [--seed 1] [--only full-disk]

Two notebooks there save a table and a figure that show one number; each trial begins with those of another number and
hurts the run. Then every file must be, byte for byte, the old one or the new one, and none added or lost; what went
wrong must have been told in a line, where anybody was left to tell it; and the next run must leave everything new, no
process and no scrap. A full disk and a folder that cannot be written to need the right to mount.
"""

import argparse
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from random import Random

import psutil
from nbformat.v4 import new_code_cell, new_notebook, writes

ROOT = Path(__file__).resolve().parents[1]
NEEDED = ("Makefile", "requirements.lock", "pyproject.toml", "tools", "orchard")
OUTPUTS = ("notebooks", "data/results", "figures")
FREE = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "MFLAGS"}
PATIENCE, RUN = 180, 8  # seconds after which something is said to hang, and that a run takes, about
CODE = """\
import matplotlib.pyplot as plt, pandas as pd
from orchard.number import NUMBER
from orchard.output import save_figure, save_table
save_table(pd.DataFrame([NUMBER]), "{n}-table")
plt.plot([0, NUMBER])
save_figure(plt.gcf(), "{n}-line")
"""
Files = dict[str, bytes]


# --- the copy ---


def files(root: Path) -> Files:
    """Every file that could be committed."""
    named = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
    ignored = ("build/", ".venv/")
    return {name: path.read_bytes() for name, path in named.items() if not name.startswith(ignored)}


def begin(root: Path) -> None:
    """The copy, whose environment is the running interpreter."""
    for name in NEEDED:
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, root / name)
    for folder in ("notebooks", "build", ".venv/bin"):
        (root / folder).mkdir(parents=True)
    for n in "12":
        (root / f"notebooks/{n}-test.ipynb").write_text(notebook(CODE.format(n=n)))
    python = root / ".venv/bin/python"
    python.write_text(f'#!/bin/sh\nPYTHONDONTWRITEBYTECODE=1 PYTHONPATH={root} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    for stamp in ("locked", "ready"):
        (root / ".venv" / stamp).touch()


def notebook(*sources: str) -> str:
    """The text of a notebook."""
    parameters = new_code_cell("runs: int = 1", id="p", metadata={"tags": ["parameters"]})
    return writes(new_notebook(cells=[parameters, *(new_code_cell(text, id=f"c{len(text)}") for text in sources)]))


def start(root: Path, *words: str) -> subprocess.Popen:
    """`make figures` in a process group of its own."""
    with (root / "build/said").open("w") as log:
        options = {"cwd": root, "env": FREE, "stdout": log, "stderr": log}
        return subprocess.Popen(["make", *words, "figures"], start_new_session=True, **options)


def finished(root: Path, number: int) -> Files:
    """The files after an undisturbed run with that number."""
    (root / "orchard/number.py").write_text(f"NUMBER = {number}\n")
    assert start(root).wait(PATIENCE) == 0, f"the next run failed: {(root / 'build/said').read_text()[-800:]}"
    return files(root)


def processes(root: Path, word: str = "") -> list[psutil.Process]:
    """Every process that works in the copy, kernels among them, with that word in its command line."""
    every = psutil.process_iter(["cwd", "cmdline", "status"])
    here = [p for p in every if str(p.info["cwd"]).startswith(str(root)) and p.info["status"] != psutil.STATUS_ZOMBIE]
    return [p for p in here if word in " ".join(p.info["cmdline"] or ())]


# --- the faults ---


def send(root: Path, run: subprocess.Popen, number: int, to: str) -> None:
    """A signal to `make`, to all its children too, or to one process by a word in its command line."""
    with suppress(ProcessLookupError, psutil.Error):
        if to == "all":
            os.killpg(run.pid, number)
        while to != "all" and run.poll() is None:
            if found := processes(root, to):
                return found[0].send_signal(number)


def until_published(root: Path, run: subprocess.Popen, chance: Random) -> None:
    """Waits until an output chosen at random is another file than before, or a moment longer."""
    path = chance.choice([path for folder in OUTPUTS for path in (root / folder).iterdir()])
    before = path.stat().st_ino
    while run.poll() is None and path.stat().st_ino == before:
        pass
    time.sleep(chance.choice([0, 0, chance.uniform(0, 0.002)]))


@contextmanager
def full(root: Path, chance: Random) -> Iterator[None]:
    """A disk that has less room than a run needs, or just enough."""
    filler = root / "build/filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(2**12))
    os.truncate(filler, filler.stat().st_size - chance.randrange(2**18))
    yield
    filler.unlink()


@contextmanager
def read_only(root: Path, chance: Random) -> Iterator[None]:
    """One folder of outputs that cannot be written to, not even by root."""
    folder = root / chance.choice(OUTPUTS)
    subprocess.run(["mount", "--bind", folder, folder], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
    yield
    subprocess.run(["umount", folder], check=True)


@contextmanager
def failing(root: Path, chance: Random) -> Iterator[None]:
    """A cell that fails before or after the others, put right afterwards."""
    path = root / "notebooks/1-test.ipynb"
    whole, cells = path.read_bytes(), [CODE.format(n=1), "1 / 0"]
    path.write_text(notebook(*chance.sample(cells, 2)))
    yield
    path.write_bytes(whole)


RUNNER = "tools/notebooks/execute.py"
SIGNALS = {
    "group-kill": (signal.SIGKILL, "all"),
    "publish-kill": (signal.SIGKILL, "all"),
    "make-kill": (signal.SIGKILL, "make"),
    "runner-kill": (signal.SIGKILL, RUNNER),
    "kernel-kill": (signal.SIGKILL, "ipykernel_launcher"),
    "group-term": (signal.SIGTERM, "all"),
    "make-term": (signal.SIGTERM, "make"),
    "group-int": (signal.SIGINT, "all"),
}
PLACES = {"full-disk": full, "read-only": read_only, "failing": failing}
SILENT = ("group-kill", "publish-kill", "make-kill", "runner-kill")  # nobody is left to tell


# --- what must hold ---


def check(root: Path, before: Files, new: Files) -> None:
    """Every file is the old one or the new one, and none was added or lost."""
    after = files(root)
    names = before.keys() | after.keys()
    wrong = [name for name in names if after.get(name) not in (before.get(name), new.get(name))]
    assert not wrong, f"neither old nor new: {wrong}"


def check_told(said: str) -> None:
    """Every notebook that was begun was written, or its failure was told in a line, and no traceback."""
    begun, ended = said.count(": executing"), said.count(" written after ") + said.count(": failed: ")
    assert begun <= ended, f"not told: {said[-800:]}"
    assert not (begun and "Traceback" in said), f"not told in a line: {said[-800:]}"


def check_gone(root: Path) -> None:
    """No process is left after a while, and no scrap in build."""
    deadline = time.monotonic() + 20
    while (left := processes(root)) and time.monotonic() < deadline:
        time.sleep(0.2)
    left += [path for path in (root / "build/staging").rglob("*") if path.is_file()]
    assert not left, f"left over: {left}"


def trial(root: Path, old: Files, new: Files, kind: str, chance: Random) -> bool:
    """One run hurt, and the next one; whether it was hurt before its end."""
    changing = {name: old[name] for name in old if name.startswith(OUTPUTS)} | {"orchard/number.py": b"NUMBER = 2\n"}
    for name, content in changing.items():
        (root / name).write_bytes(content)
    with PLACES.get(kind, lambda *_: nullcontext())(root, chance):
        before = files(root)
        run = start(root, *chance.choice([[], ["-j1"]]))
        if kind == "publish-kill":
            until_published(root, run, chance)
        elif kind in SIGNALS:
            with suppress(subprocess.TimeoutExpired):
                run.wait(chance.uniform(0, RUN))
        if kind in SIGNALS:
            send(root, run, *SIGNALS[kind])
        hurt = run.wait(PATIENCE) != 0 or kind in PLACES
        while kind not in SILENT and processes(root, RUNNER):  # else one may go on beside the next run
            time.sleep(0.05)
        check(root, before, new)
        if kind not in SILENT:
            check_told((root / "build/said").read_text())
    assert finished(root, 2) == new, "the next run did not make everything new"
    check_gone(root)
    return hurt


def main() -> int:
    """All trials: 0 if everything held, 1 if not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0], allow_abbrev=False)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=[*SIGNALS, *PLACES], nargs="+", default=[*SIGNALS, *PLACES])
    given = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs behind a shell ignores it, and so would `make`
    chance, held = Random(given.seed), 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        mounted = subprocess.call(["mount", "-t", "tmpfs", "-o", "size=48m", "orchard-faults", folder]) == 0
        root = Path(folder).resolve()
        begin(root)
        old, new = finished(root, 1), finished(root, 2)
        kinds = [kind for kind in given.only if mounted or PLACES.get(kind) not in (full, read_only)]
        for kind in itertools.islice(itertools.cycle(kinds), given.runs):
            try:
                while not trial(root, old, new, kind, chance):
                    pass
                held += 1
                print(f"{kind}: held", flush=True)
            except (AssertionError, subprocess.TimeoutExpired) as error:
                print(f"{kind}: NOT HELD: {error}", flush=True)
        if mounted:
            subprocess.run(["umount", "--lazy", folder], check=True)
    print(f"{held} of {given.runs} runs held, of these kinds: {' '.join(kinds)}")
    return int(held < given.runs)


if __name__ == "__main__":
    sys.exit(main())
