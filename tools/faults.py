"""Hurts `make figures` at random moments, in a copy of the repository, and looks at what is left of it.

    python tools/faults.py [--runs 40] [--seed 1]

A trial hurts a run that turns results of the number 1 into those of 2. Then every file must be, byte for byte, the old
or the new one; what went wrong told in a line, if anybody was left to tell it; and the next run must make all new and
leave no process and no scrap. A full disk and a folder that cannot be written to need the right to mount.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import psutil
from nbformat.v4 import new_code_cell, new_notebook, writes
from portable import FREE, OUTPUTS, ROOT, outputs

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
SILENT = ("group-kill", "publish-kill", "make-kill", "runner-kill")  # nobody is left to tell
SIGNALS = (*SILENT, "kernel-kill", "group-term", "make-term", "group-int")
COMMANDS = {"make": "make", "runner": "tools/notebooks/execute.py", "kernel": "ipykernel_launcher"}

# What a shell does before the run, and undoes after it.
PLACES = {
    "full-disk": ("dd if=/dev/zero of=build/filler bs=4k; truncate -s -{room} build/filler", "rm build/filler"),
    "read-only": ("mount --bind {output} {output} && mount -o remount,bind,ro {output}", "umount {output}"),
}


def begin(root: Path) -> None:
    """The copy, with two notebooks."""
    subprocess.run(["cp", "-r", "Makefile", "pyproject.toml", "tools", "orchard", root], cwd=ROOT, check=True)
    for folder in ("notebooks", "build/tmp"):
        (root / folder).mkdir(parents=True)
    parameters = new_code_cell("runs: int = 1", id="p", metadata={"tags": ["parameters"]})
    for n in "12":
        cells = [parameters, new_code_cell(CODE.format(n=n), id="c")]
        (root / f"notebooks/{n}-test.ipynb").write_text(writes(new_notebook(cells=cells)))


def start(root: Path, number: int, *words: str) -> subprocess.Popen:
    """`make figures` with that number, by the running interpreter, in a process group of its own."""
    (root / "orchard/number.py").write_text(f"NUMBER = {number}\n")
    command = ["make", f"VENV_PYTHON={sys.executable}", "READY=", *words, "figures"]
    env = FREE | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(root / "build/tmp")}
    with (root / "build/said").open("w") as log:
        return subprocess.Popen(command, cwd=root, env=env, stdout=log, stderr=log, start_new_session=True)


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
        _, alive = psutil.wait_procs(left, PATIENCE)
        assert not alive, f"left over: {alive}"


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


def hurt(root: Path, kind: str, chance: Random) -> bool:
    """One run, hurt: whether that was before its end."""
    room, output = chance.randrange(2**18), chance.choice(OUTPUTS)
    quietly = partial(subprocess.run, cwd=root, stderr=subprocess.DEVNULL, check=True)
    before, after = (words.format(room=room, output=output) for words in PLACES.get(kind, (":", ":")))
    quietly(["sh", "-c", before])
    run = start(root, 3 if kind == "failing" else 2, chance.choice(["-j1", "-j2"]))
    if kind == "publish-kill":
        wait_for_a_result(root, run, chance)
    elif kind in SIGNALS:
        time.sleep(chance.uniform(0, RUN))
    if kind in SIGNALS:
        send(root, run, *kind.split("-"))
    failed = run.wait(PATIENCE) != 0
    quietly(["sh", "-c", after])
    return failed


def check(root: Path, kind: str, old: dict[str, bytes], new: dict[str, bytes]) -> None:
    """What must hold of the results and of what was said, after a run that was hurt and after the next one."""
    if kind not in SILENT:
        wait_for_the_end(root)
    after, said = outputs(root), (root / "build/said").read_text()
    wrong = [name for name in after | new if after.get(name) not in (old.get(name), new.get(name))]
    assert not wrong, f"neither old nor new: {wrong}"
    begun, ended = said.count(": executing"), said.count(" written after ") + said.count(": failed: ")
    is_told = begun <= ended and not (begun and "Traceback" in said)
    assert is_told or kind in SILENT, f"not told, or not in a line: {said}"
    assert finished(root, 2) == new, "the next run did not make everything new"
    wait_for_the_end(root)
    scraps = [path for path in (root / "build/staging").rglob("*") if path.is_file()]
    assert not scraps, f"left over: {scraps}"


def main() -> None:
    """Trials, kind after kind, each from the old results to the new ones, until a run is hurt before its end."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs behind a shell ignores it, and so would `make`
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as mounts:
        mounted = subprocess.call(["mount", "-t", "tmpfs", "-o", "size=48m", "orchard-faults", folder]) == 0
        if mounted:
            mounts.callback(subprocess.run, ["umount", "--lazy", folder], check=True)
        root, chance = Path(folder).resolve(), Random(given.seed)
        begin(root)
        old, new = finished(root, 1), finished(root, 2)
        for kind in islice(cycle([*SIGNALS, "failing", *(PLACES if mounted else ())]), given.runs):
            print(kind, end=": ", flush=True)
            was_hurt = False
            while not was_hurt:
                for name, content in old.items():
                    (root / name).write_bytes(content)
                was_hurt = hurt(root, kind, chance)
                check(root, kind, old, new)
            print("held", flush=True)


if __name__ == "__main__":
    main()
