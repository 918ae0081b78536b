"""Hurts `make figures` at random moments, in a copy of the repository, and looks at what is left of it.

    python tools/faults.py [--runs 40] [--seed 1]

Each trial begins with results that show the number 1, and hurts a run that makes them show 2. Then every file must be,
byte for byte, the old one or the new one; what went wrong must have been told in a line, where anybody was left to tell
it; and the next run must leave everything new, no process and no scrap. A full disk and a folder that cannot be
written to need the right to mount.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random

import psutil
from nbformat.v4 import new_code_cell, new_notebook, writes

ROOT = Path(__file__).resolve().parents[1]
NEEDED = ("Makefile", "requirements.lock", "pyproject.toml", "tools", "orchard")
OUTPUTS = ("notebooks", "data/results", "figures")
FREE = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "MFLAGS"}
RUNNER, KERNEL = "tools/notebooks/execute.py", "ipykernel_launcher"
PATIENCE, RUN = 180, 8  # seconds after which something is said to hang, and that a run takes, about
CODE = """\
import matplotlib.pyplot as plt, pandas as pd
from orchard.number import NUMBER
from orchard.output import save_figure, save_table
save_table(pd.DataFrame([NUMBER]), "{n}-table")
plt.plot([0, NUMBER])
save_figure(plt.gcf(), "{n}-line")
done = True
"""

# A signal, and who gets it: the whole process group, or the first process with that word in its command line.
SIGNALS = {
    "group-kill": (signal.SIGKILL, None),
    "publish-kill": (signal.SIGKILL, None),  # as soon as an output chosen at random has been put in its place
    "make-kill": (signal.SIGKILL, "make"),
    "runner-kill": (signal.SIGKILL, RUNNER),
    "kernel-kill": (signal.SIGKILL, KERNEL),
    "group-term": (signal.SIGTERM, None),
    "make-term": (signal.SIGTERM, "make"),
    "group-int": (signal.SIGINT, None),
}
SILENT = ("group-kill", "publish-kill", "make-kill", "runner-kill")  # nobody is left to tell

# What a shell does before the run, and undoes after it.
PLACES = {
    "full-disk": ("dd if=/dev/zero of=build/filler bs=4k; truncate -s -{room} build/filler", "rm build/filler"),
    "read-only": ("mount --bind {output} {output} && mount -o remount,bind,ro {output}", "umount {output}"),
    "failing": ("sed -i 's|{line}|1 / 0; &|' notebooks/1-test.ipynb", "sed -i 's|1 / 0; ||' notebooks/1-test.ipynb"),
}


def begin(root: Path) -> None:
    """The copy, with two notebooks, whose environment is the running interpreter."""
    subprocess.run(["cp", "-r", *NEEDED, root], cwd=ROOT, check=True)
    for folder in ("notebooks", "build", ".venv/bin"):
        (root / folder).mkdir(parents=True)
    parameters = new_code_cell("runs: int = 1", id="p", metadata={"tags": ["parameters"]})
    for n in "12":
        cells = [parameters, new_code_cell(CODE.format(n=n), id="c")]
        (root / f"notebooks/{n}-test.ipynb").write_text(writes(new_notebook(cells=cells)))
    python = root / ".venv/bin/python"
    python.write_text(f'#!/bin/sh\nPYTHONDONTWRITEBYTECODE=1 PYTHONPATH={root} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    for stamp in ("locked", "ready"):
        (root / ".venv" / stamp).touch()


def files(root: Path) -> dict[str, bytes]:
    """Every file that could be committed."""
    named = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in named.items() if not name.startswith(("build/", ".venv/"))}


def processes(root: Path, word: str = "") -> list[psutil.Process]:
    """Every process that works in the copy, kernels among them, with that word in its command line."""
    every = psutil.process_iter(["cwd", "cmdline", "status"])
    here = [p for p in every if str(p.info["cwd"]).startswith(str(root)) and p.info["status"] != psutil.STATUS_ZOMBIE]
    return [p for p in here if word in " ".join(p.info["cmdline"] or ())]


def start(root: Path, number: int, *words: str) -> subprocess.Popen:
    """`make figures` with that number, in a process group of its own."""
    (root / "orchard/number.py").write_text(f"NUMBER = {number}\n")
    with (root / "build/said").open("w") as log:
        options = {"cwd": root, "env": FREE, "stdout": log, "stderr": log}
        return subprocess.Popen(["make", *words, "figures"], start_new_session=True, **options)


def finished(root: Path, number: int) -> dict[str, bytes]:
    """The files after an undisturbed run."""
    assert start(root, number).wait(PATIENCE) == 0, f"the run failed: {(root / 'build/said').read_text()[-800:]}"
    return files(root)


def until_published(root: Path, run: subprocess.Popen, chance: Random) -> None:
    """Waits until an output chosen at random is another file than before, or a moment longer."""
    path = chance.choice([path for folder in OUTPUTS for path in (root / folder).iterdir()])
    before = path.stat().st_ino
    while run.poll() is None and path.stat().st_ino == before:
        pass
    time.sleep(chance.choice([0, 0, chance.uniform(0, 0.002)]))


def send(root: Path, run: subprocess.Popen, number: int, word: str | None) -> None:
    """A signal to the process group, or to the first process with that word."""
    with suppress(ProcessLookupError, psutil.Error):
        if not word:
            return os.killpg(run.pid, number)
        while run.poll() is None:
            if found := processes(root, word):
                return found[0].send_signal(number)


def shell(root: Path, words: str) -> None:
    """What a shell does in the copy."""
    subprocess.run(["sh", "-c", words], cwd=root, stderr=subprocess.DEVNULL, check=True)


def hurt(root: Path, kind: str, chance: Random) -> bool:
    """One run, hurt: whether that was before its end."""
    where = {
        "room": chance.randrange(2**18),
        "output": chance.choice(OUTPUTS),
        "line": chance.choice(["import matplotlib", "done"]),
    }
    before, after = (words.format(**where) for words in PLACES.get(kind, (":", ":")))
    shell(root, before)
    run = start(root, 2, *chance.choice([[], ["-j1"]]))
    if kind == "publish-kill":
        until_published(root, run, chance)
    elif kind in SIGNALS:
        with suppress(subprocess.TimeoutExpired):
            run.wait(chance.uniform(0, RUN))
    if kind in SIGNALS:
        send(root, run, *SIGNALS[kind])
    failed = run.wait(PATIENCE) != 0
    while kind not in SILENT and processes(root, RUNNER):  # else one may go on beside the next run
        time.sleep(0.05)
    shell(root, after)
    return failed or kind in PLACES


def check(root: Path, kind: str, old: dict[str, bytes], new: dict[str, bytes]) -> None:
    """What must hold of the files and of what was said, after a run that was hurt and after the next one."""
    after, said = files(root), (root / "build/said").read_text()
    wrong = [name for name in after.keys() | new.keys() if after.get(name) not in (old.get(name), new.get(name))]
    assert not wrong, f"neither old nor new: {wrong}"
    begun, ended = said.count(": executing"), said.count(" written after ") + said.count(": failed: ")
    assert kind in SILENT or begun <= ended, f"not told: {said[-800:]}"
    assert kind in SILENT or not (begun and "Traceback" in said), f"not told in a line: {said[-800:]}"
    assert finished(root, 2) == new, "the next run did not make everything new"
    deadline = time.monotonic() + 20
    while processes(root) and time.monotonic() < deadline:
        time.sleep(0.2)
    left = [*processes(root), *(path for path in (root / "build/staging").rglob("*") if path.is_file())]
    assert not left, f"left over: {left}"


def trial(root: Path, kind: str, old: dict[str, bytes], new: dict[str, bytes], chance: Random) -> None:
    """Runs from the old files to the new ones, until one is hurt before its end."""
    was_hurt = False
    while not was_hurt:
        for name in filter(lambda name: name.startswith(OUTPUTS), old):
            (root / name).write_bytes(old[name])
        was_hurt = hurt(root, kind, chance)
        check(root, kind, old, new)


def main() -> int:
    """All trials: 0 if everything held, 1 if not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0], allow_abbrev=False)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs behind a shell ignores it, and so would `make`
    chance, held = Random(given.seed), 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        mounted = subprocess.call(["mount", "-t", "tmpfs", "-o", "size=48m", "orchard-faults", folder]) == 0
        kinds = [*SIGNALS, *(PLACES if mounted else ["failing"])]
        root = Path(folder).resolve()
        begin(root)
        old, new = finished(root, 1), finished(root, 2)
        for kind in islice(cycle(kinds), given.runs):
            try:
                trial(root, kind, old, new, chance)
                held += 1
                print(f"{kind}: held", flush=True)
            except (AssertionError, subprocess.SubprocessError) as error:
                print(f"{kind}: NOT HELD: {error}", flush=True)
        if mounted:
            subprocess.run(["umount", "--lazy", folder], check=True)
    print(f"{held} of {given.runs} runs held, of these kinds: {' '.join(kinds)}")
    return int(held < given.runs)


if __name__ == "__main__":
    sys.exit(main())
