"""Hurts `make figures` at random moments, in a copy of the repository, and looks at what is left of it: `make faults`.

A trial hurts a run that turns results of the number 1 into those of 2. Then every file must be, byte for byte, the old
or the new one; what went wrong told in a line, if anybody was left to tell it; and the next run must make all new and
leave no process and no scrap. A full disk and a folder that cannot be written to need the right to mount.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random

import psutil
import pytest
from nbformat.v4 import new_code_cell, new_notebook, writes
from portable import FREE, OUTPUTS, ROOT, differing, outputs

PATIENCE, RUN = 180, 8  # seconds after which something is said to hang, and that a run takes, about
CODE = """\
import matplotlib.pyplot as plt, pandas as pd
from orchard.number import NUMBER
from orchard.output import save_figure, save_table
save_table(pd.DataFrame([NUMBER]), "{n}-table")
plt.plot([0, NUMBER])
save_figure(plt.gcf(), "{n}-line")
assert NUMBER < 3
"""

# Who gets which signal: the process group, this also when the first results are published, or one process.
SILENT = ["group-kill", "publish-kill", "make-kill", "runner-kill"]  # nobody is left to tell
SIGNALS = [*SILENT, "kernel-kill", "group-term", "make-term", "group-int"]
COMMANDS = {"make": "make", "runner": "tools/notebooks/execute.py", "kernel": "ipykernel_launcher"}

# What a shell does before the run, and undoes after it.
PLACES = {
    "full-disk": "trap 'rm build/full' EXIT; dd if=/dev/zero of=build/full bs=4k; truncate -s -{room} build/full;",
    "read-only": "trap 'umount {output}' EXIT; mount --bind {output} {output}; mount -o remount,bind,ro {output};",
}
KINDS = [*SIGNALS, "failing", *PLACES]
RUNS, SEED = int(os.environ.get("RUNS", 40)), os.environ.get("SEED", 1)


def start(root: Path, number: int, place: str = "exec", jobs: str = "") -> subprocess.Popen:
    """`make figures` with that number, by the running interpreter, in a process group of its own."""
    (root / "orchard/number.py").write_text(f"NUMBER = {number}\n")
    command = f"{place} make VENV_PYTHON={sys.executable} READY= {jobs} figures >build/said 2>&1"
    env = FREE | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(root / "build/tmp")}
    return subprocess.Popen(["sh", "-c", command], cwd=root, env=env, start_new_session=True)


def finished(root: Path, number: int) -> dict[str, bytes]:
    """The results of an undisturbed run."""
    assert start(root, number).wait(PATIENCE) == 0, (root / "build/said").read_text()
    return outputs(root)


def processes(root: Path, word: str = "") -> list[psutil.Process]:
    """Every process that works in the copy, kernels among them, with that word in its command line."""
    here = [p for p in psutil.process_iter(["cwd", "cmdline"]) if str(p.info["cwd"]).startswith(str(root))]
    return [p for p in here if word in " ".join(p.info["cmdline"] or ())]


def wait_for_the_end(root: Path) -> None:
    """Until no process is left."""
    while left := processes(root):
        assert psutil.wait_procs(left, PATIENCE)[1] == []


def wait_for_a_result(root: Path, run: subprocess.Popen, chance: Random) -> None:
    """Until a result chosen at random is another file than before, and a moment longer."""
    path = root / chance.choice(list(outputs(root)))
    before = path.stat().st_ino
    while run.poll() is None and path.stat().st_ino == before:
        pass
    time.sleep(chance.uniform(0, 0.002))


def send(root: Path, run: subprocess.Popen, who: str, what: str) -> None:
    """A signal to the process group, or to the first process of that command if there is one by now."""
    number = signal.Signals[f"SIG{what.upper()}"]
    with suppress(ProcessLookupError, psutil.NoSuchProcess):
        if who not in COMMANDS:
            os.killpg(run.pid, number)
        elif found := processes(root, COMMANDS[who]):
            found[0].send_signal(number)


def hurt(root: Path, kind: str, chance: Random, old: dict[str, bytes]) -> None:
    """A run that begins with the old results, hurt; another one if that was not before its end."""
    for name, content in old.items():
        (root / name).write_bytes(content)
    place = PLACES.get(kind, "exec").format(room=chance.randrange(2**18), output=chance.choice(OUTPUTS))
    run = start(root, 3 if kind == "failing" else 2, place, chance.choice(["-j1", "-j2"]))
    if kind == "publish-kill":
        wait_for_a_result(root, run, chance)
    elif kind in SIGNALS:
        time.sleep(chance.uniform(0, RUN))
    if kind in SIGNALS:
        send(root, run, *kind.split("-"))
    if run.wait(PATIENCE) == 0:
        hurt(root, kind, chance, old)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple]:
    """The copy, with two notebooks, on a small disk of its own if one may mount it; its old and its new results."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs behind a shell ignores it, and so would `make`
    root = tmp_path_factory.mktemp("copy")
    subprocess.call(["mount", "-t", "tmpfs", "-o", "size=48m", "orchard-faults", root])
    subprocess.run(["cp", "-r", "Makefile", "pyproject.toml", "tools", "orchard", root], cwd=ROOT, check=True)
    for folder in ("notebooks", "build/tmp"):
        (root / folder).mkdir(parents=True)
    parameters = new_code_cell("runs: int = 1", id="p", metadata={"tags": ["parameters"]})
    for n in "12":
        cells = [parameters, new_code_cell(CODE.format(n=n), id="c")]
        (root / f"notebooks/{n}-test.ipynb").write_text(writes(new_notebook(cells=cells)))
    yield root, finished(root, 1), finished(root, 2)
    subprocess.call(["umount", "--lazy", root])  # if it was mounted


@pytest.mark.parametrize(("trial", "kind"), [*islice(enumerate(cycle(KINDS)), RUNS)])
def test_nothing_is_lost(made, trial, kind):
    root, old, new = made
    if kind in PLACES and not root.is_mount():
        pytest.skip("mounting is not allowed")
    hurt(root, kind, Random(f"{SEED} {trial}"), old)
    if kind not in SILENT:
        wait_for_the_end(root)
    after, said = outputs(root), (root / "build/said").read_text()
    assert {name for name in after | new if after.get(name) not in (old.get(name), new.get(name))} == set()
    begun, ended = said.count(": executing"), said.count(" written after ") + said.count(": failed: ")
    is_told = begun <= ended and not (begun and "Traceback" in said)
    assert is_told or kind in SILENT, said
    assert differing(finished(root, 2), new) == []
    wait_for_the_end(root)
    assert [path for path in (root / "build/staging").rglob("*") if path.is_file()] == []
