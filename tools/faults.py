"""Hurts `make figures` at random moments, in a copy of the repository, and looks at what is left of it.

    python tools/faults.py [--runs 40] [--seed 1] [--only full-disk]

The copy holds the real code and two of the real notebooks, cut off after their first results and with quick values.
They are executed and committed; then the rules of a game are changed, so that every output must change. Each trial
starts there, lets `make figures` begin, hurts it in one of the ways of KINDS, and asks:

* Is every output, byte for byte, the old one or the new one, and nothing else changed, added or lost?
* Was what went wrong told in a line, where there was anybody left to tell it?
* Does the next `make figures` come to its end and leave everything new, and no process and no scrap behind?

What needs a filesystem of its own (it is mounted in memory) is skipped, and said to be, where that is not allowed.
"""

import argparse
import itertools
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import nbformat
import psutil
from nbformat.v4 import new_code_cell
from parameters import parameters, position

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = {"1-simulation": 1, "2-exact-answer": 2}  # and how many of their cells that save something are kept
NEEDED = ("Makefile", "requirements.lock", "pyproject.toml", ".gitignore", "tools", "orchard", "data/published.csv")
CHANGE = ("raven_steps=6, basket_picks=1", "raven_steps=7, basket_picks=1")  # in the rules of both notebooks' game
OUTPUTS = ("notebooks", "data/results", "figures")
PATIENCE = 180  # seconds after which something is said to hang
FREE = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "MFLAGS"}


class NotHeldError(Exception):
    """What should hold after a fault, and does not."""


@dataclass(frozen=True)
class Copy:
    """A copy of the repository, the bytes of its outputs before and after the change, and how long a run takes."""

    root: Path
    old: dict[str, bytes]
    new: dict[str, bytes]
    seconds: float


# --- the copy ---


def shortened(path: Path, results: int) -> nbformat.NotebookNode:
    """A real notebook up to its first results, its quick values the committed ones."""
    notebook = nbformat.read(path, as_version=4)
    known = parameters(notebook).values()
    lines = [f"{p.name}: {p.kind.id} = {p.quick!r}" for p in known]
    notebook.cells[position(notebook)].source = "\n".join(lines)
    saving = [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code" and "save_" in cell.source]
    saving = [i for i in saving if "import " not in notebook.cells[i].source]
    notebook.cells = notebook.cells[: saving[results - 1] + 1]
    return notebook


def git(root: Path, *words: str) -> str:
    """What git answers there."""
    who = ("-c", "user.name=nobody", "-c", "user.email=nobody@localhost")
    return subprocess.run(
        ["git", "--no-optional-locks", *who, *words], cwd=root, capture_output=True, text=True, check=True
    ).stdout


def begin(root: Path) -> None:
    """The copy without outputs, its environment the running interpreter, which takes the copy's package."""
    for name in NEEDED:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, root / name)
    (root / "notebooks").mkdir()
    for name, results in NOTEBOOKS.items():
        nbformat.write(shortened(ROOT / "notebooks" / f"{name}.ipynb", results), root / "notebooks" / f"{name}.ipynb")
    python = root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nPYTHONPATH={root} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    for stamp in ("locked", "ready"):
        (root / ".venv" / stamp).touch()
    git(root, "init", "--quiet")


def change(root: Path) -> None:
    """Another game in place of the one that both notebooks look at."""
    rules = root / "orchard" / "rules.py"
    assert CHANGE[0] in rules.read_text()
    rules.write_text(rules.read_text().replace(*CHANGE))


def outputs(root: Path) -> dict[str, bytes]:
    """The bytes of every file in the folders that `make figures` writes to."""
    files = [path for folder in OUTPUTS for path in (root / folder).rglob("*") if path.is_file()]
    return {str(path.relative_to(root)): path.read_bytes() for path in files}


def finish(root: Path) -> float:
    """`make figures` undisturbed; how long it took."""
    before = time.monotonic()
    run = subprocess.run(
        ["make", "-j2", "figures"], cwd=root, env=FREE, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    if run.returncode:
        raise NotHeldError(f"the next run failed: {run.stdout[-500:]}{run.stderr[-500:]}")
    return time.monotonic() - before


def prepare(root: Path) -> Copy:
    """The copy with its outputs committed, and those that come after the change."""
    begin(root)
    finish(root)
    old = outputs(root)
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=old")
    change(root)
    seconds = finish(root)
    copy = Copy(root, old, outputs(root), seconds)
    assert copy.old.keys() == copy.new.keys()
    assert not any(copy.old[name] == copy.new[name] for name in copy.old)
    return copy


def reset(copy: Copy) -> None:
    """Old outputs and changed rules, as one finds them before `make figures`."""
    git(copy.root, "reset", "--quiet", "--hard")
    git(copy.root, "clean", "--quiet", "--force", "-d")
    change(copy.root)


# --- the faults ---


def processes(copy: Copy) -> list[psutil.Process]:
    """Every process that works in the copy, kernels among them."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE and Path(process.cwd()).is_relative_to(copy.root):
                found.append(process)
    return found


def named(copy: Copy, word: str) -> list[psutil.Process]:
    """Those of them with a word in their command line."""
    found = []
    for process in processes(copy):
        with suppress(psutil.Error):
            if word in " ".join(process.cmdline()):
                found.append(process)
    return found


Fault = Callable[[Copy, subprocess.Popen, random.Random], None]


def later(copy: Copy, chance: random.Random, make: subprocess.Popen) -> None:
    """Until a random moment of a run."""
    with suppress(subprocess.TimeoutExpired):
        make.wait(chance.uniform(0, copy.seconds))


def group(number: signal.Signals) -> Fault:
    """A signal to `make` and its children, as from a terminal or a machine that shuts down."""

    def fault(copy: Copy, make: subprocess.Popen, chance: random.Random) -> None:
        later(copy, chance, make)
        with suppress(ProcessLookupError):
            os.killpg(make.pid, number)

    return fault


def make_only(number: signal.Signals) -> Fault:
    """A signal to `make` alone."""

    def fault(copy: Copy, make: subprocess.Popen, chance: random.Random) -> None:
        later(copy, chance, make)
        make.send_signal(number)

    return fault


def one_of(word: str) -> Fault:
    """SIGKILL to a process by a word in its command line, as the kernel does that finds no memory."""

    def fault(copy: Copy, make: subprocess.Popen, chance: random.Random) -> None:
        later(copy, chance, make)
        while make.poll() is None:
            for process in named(copy, word)[:1]:
                with suppress(psutil.Error):
                    process.kill()
                return

    return fault


def while_publishing(copy: Copy, make: subprocess.Popen, chance: random.Random) -> None:
    """SIGKILL to all of them as soon as an output, chosen at random, is another file than before, or a moment later."""
    path = copy.root / chance.choice(sorted(copy.old))
    before = path.stat().st_ino
    while make.poll() is None and path.stat().st_ino == before:
        pass
    time.sleep(chance.choice([0, 0, chance.uniform(0, 0.002)]))
    with suppress(ProcessLookupError):
        os.killpg(make.pid, signal.SIGKILL)


def nothing(copy: Copy, make: subprocess.Popen, chance: random.Random) -> None:
    """The fault was there from the beginning."""


@contextmanager
def as_it_is(copy: Copy, chance: random.Random) -> Iterator[None]:
    """A copy without a fault."""
    yield


@contextmanager
def full(copy: Copy, chance: random.Random) -> Iterator[None]:
    """A disk that has less room than a run needs, or just enough."""
    filler, needed = copy.root / "build" / "filler", sum(map(len, copy.new.values()))
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(2**12))
    os.truncate(filler, max(0, filler.stat().st_size - chance.randrange(2 * needed)))
    yield
    filler.unlink()


@contextmanager
def read_only(copy: Copy, chance: random.Random) -> Iterator[None]:
    """One folder of outputs that cannot be written to, not even by root."""
    folder = copy.root / chance.choice(OUTPUTS)
    subprocess.run(["mount", "--bind", folder, folder], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
    yield
    subprocess.run(["umount", folder], check=True)


@contextmanager
def failing(copy: Copy, chance: random.Random) -> Iterator[None]:
    """A cell that fails somewhere in one of the notebooks, which is put right afterwards."""
    path = copy.root / "notebooks" / f"{chance.choice(sorted(NOTEBOOKS))}.ipynb"
    whole = path.read_bytes()
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.insert(chance.randrange(1, len(notebook.cells) + 1), new_code_cell("1 / 0", id="fails"))
    nbformat.write(notebook, path)
    hurt = path.read_bytes()
    yield
    if path.read_bytes() != hurt:
        raise NotHeldError("a notebook that failed was written")
    path.write_bytes(whole)


@dataclass(frozen=True)
class Kind:
    """A way to hurt a run: the state it starts in, what happens to it, and whether somebody is left to tell."""

    what: str
    fault: Fault
    state: Callable = as_it_is
    tells: bool = True
    mounts: bool = False


KINDS = {
    "group-kill": Kind("SIGKILL to all at once", group(signal.SIGKILL), tells=False),
    "publish-kill": Kind("SIGKILL to all while outputs are replaced", while_publishing, tells=False),
    "kernel-kill": Kind("SIGKILL to a kernel", one_of("ipykernel_launcher")),
    "full-disk": Kind("a full disk", nothing, full, mounts=True),
    "make-kill": Kind("SIGKILL to make alone", make_only(signal.SIGKILL), tells=False),
    "runner-kill": Kind("SIGKILL to the runner", one_of("tools/execute.py"), tells=False),
    "group-term": Kind("SIGTERM to all at once", group(signal.SIGTERM)),
    "make-term": Kind("SIGTERM to make alone", make_only(signal.SIGTERM)),
    "group-int": Kind("SIGINT to all at once (Ctrl-C)", group(signal.SIGINT)),
    "read-only": Kind("a folder that cannot be written to", nothing, read_only, mounts=True),
    "failing": Kind("a cell that fails", nothing, failing),
}


# --- what must hold ---


def check_whole(copy: Copy) -> str:
    """Every output is whole, nothing else was changed, added or lost; how many are old and new."""
    found = outputs(copy.root)
    ages = {}
    for name in sorted(copy.old.keys() | found.keys()):
        ages[name] = {copy.old.get(name): "old", copy.new.get(name): "new"}.get(found.get(name), "neither")
    if wrong := [name for name, age in ages.items() if age == "neither"]:
        raise NotHeldError(f"neither old nor new: {' '.join(wrong)}")
    changed = {line[3:] for line in git(copy.root, "status", "--porcelain", "--untracked-files=all").splitlines()}
    if strange := changed - copy.old.keys() - {"orchard/rules.py"}:
        raise NotHeldError(f"changed or left over: {' '.join(sorted(strange))}")
    count = Counter(ages.values())
    return f"{count['old']:2} old, {count['new']:2} new"


def check_told(kind: Kind, said: str) -> None:
    """Every notebook that was begun was written, or its failure was told in a line, and no traceback."""
    if not kind.tells:
        return
    begun, written, failed = said.count(": executing"), said.count(" written after "), said.count(": failed: ")
    if begun > written + failed or (begun and "Traceback" in said):
        raise NotHeldError(f"not told in a line: {said[-800:]}")


def check_gone(copy: Copy) -> None:
    """No process is left after a while, and no scrap in build."""
    deadline = time.monotonic() + 20
    while left := processes(copy):
        if time.monotonic() > deadline:
            raise NotHeldError(f"still running: {left}")
        time.sleep(0.2)
    if scraps := [path for path in (copy.root / "build" / "staging").rglob("*") if path.is_file()]:
        raise NotHeldError(f"left over: {scraps}")


def trial(copy: Copy, kind: Kind, chance: random.Random) -> str:
    """One run hurt, and the next one; what was found after the first, or nothing if it was over too soon."""
    reset(copy)
    with kind.state(copy, chance), (copy.root / "build" / "said").open("w+") as log:
        words = ["make", *chance.choice([[], ["-j2"]]), "figures"]
        make = subprocess.Popen(words, cwd=copy.root, env=FREE, stdout=log, stderr=log, start_new_session=True)
        before = time.monotonic()
        kind.fault(copy, make, chance)
        at, missed = time.monotonic() - before, kind.state is as_it_is and make.poll() == 0
        make.wait(PATIENCE)
        if kind.tells:  # else the runner may be alive, and the next run has to get along with it
            while named(copy, "tools/execute.py"):
                time.sleep(0.05)
        log.seek(0)
        said = log.read()
        found = "not begun" if kind.state is failing else check_whole(copy)
        check_told(kind, said)
    if kind.state is failing:
        found = check_whole(copy)
    finish(copy.root)
    check_gone(copy)
    if outputs(copy.root) != copy.new:
        raise NotHeldError("the next run did not make everything new")
    check_whole(copy)
    return "" if missed else f"after {at:4.1f} s: {found}; exit status {make.returncode}"


# --- the command line ---


@contextmanager
def place() -> Iterator[tuple[Path, str]]:
    """A folder for the copy, on a filesystem of its own; or why it has none."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = ["mount", "-t", "tmpfs", "-o", "size=48m", "orchard-faults", folder]
        try:
            mounted = subprocess.run(command, capture_output=True, text=True, check=False)
            reason = mounted.stderr.strip() if mounted.returncode else ""
        except OSError as error:
            reason = str(error)
        try:
            yield Path(folder).resolve() / "orchard", reason
        finally:
            if not reason:
                subprocess.run(["umount", "--lazy", folder], check=True)


def main() -> int:
    """All trials: 0 if everything held, 1 if not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0], allow_abbrev=False)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=KINDS, nargs="+", default=list(KINDS))
    given = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs behind a shell ignores it, and so would `make`
    tried, survived, chance = Counter(), Counter(), random.Random(given.seed)
    with place() as (root, no_mounts):
        kinds = [name for name in given.only if not (no_mounts and KINDS[name].mounts)]
        for name in set(given.only) - set(kinds):
            print(f"skipped: {KINDS[name].what}: no filesystem can be mounted here: {no_mounts}")
        root.mkdir()
        copy = prepare(root)
        print(f"{len(copy.old)} outputs; {copy.seconds:.1f} s for a run that nothing happens to", flush=True)
        for name in itertools.islice(itertools.cycle(kinds), given.runs):
            tried[name] += 1
            try:
                while not (found := trial(copy, KINDS[name], chance)):
                    pass
                print(f"{tried.total():4}  {KINDS[name].what:<42} {found}", flush=True)
                survived[name] += 1
            except (NotHeldError, subprocess.TimeoutExpired) as error:
                print(f"{tried.total():4}  {KINDS[name].what:<42} NOT HELD: {error}", flush=True)
    for name in tried:
        print(f"{KINDS[name].what:<42} {survived[name]:3} of {tried[name]:3} runs held")
    print(f"{survived.total()} of {tried.total()} runs held")
    return int(survived != tried)


if __name__ == "__main__":
    sys.exit(main())
