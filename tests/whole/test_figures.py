"""Which notebooks `make figures` executes, how many at a time, and what it says; the runner itself is a stand-in."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from unittest.mock import Mock

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from waiting import wait_until

from figures import Runs

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("1-one", "2-two", "3-three")

# In place of execute.py: it notes when it began and ended, and does what the notebook's only line says.
STAND_IN = """\
import json, pathlib, sys, time
notebook, *options = sys.argv[1:]
name = pathlib.Path(notebook).stem
log = pathlib.Path("log").open("a", buffering=1)
log.write(f"begin {name} {' '.join(options)}\\n")
print(f"{name}: executing", flush=True)
print(f"\\r{name}: 1 of 2 cells", end="", flush=True)
exec("".join(json.loads(pathlib.Path(notebook).read_text())["cells"][0]["source"]))
print(f"\\r{name}: 2 of 2 cells", flush=True)
print(f"{name}: written", flush=True)
log.write(f"end {name}\\n")
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A repository with three notebooks of two cells, and the stand-in."""
    shutil.copytree(ROOT / "tools/notebooks", tmp_path / "tools/notebooks")
    (tmp_path / "tools/notebooks/execute.py").write_text(STAND_IN)
    for folder in ("notebooks", "orchard"):
        (tmp_path / folder).mkdir()
    (tmp_path / "orchard/rules.py").touch()
    write(tmp_path, "pass", *NAMES)
    return tmp_path


def write(copy: Path, first: str, *names: str) -> None:
    """Notebooks whose first cell is this."""
    for name in names:
        cells = [new_code_cell(first, id="a"), new_code_cell("2", id="b")]
        nbformat.write(new_notebook(cells=cells), copy / "notebooks" / f"{name}.ipynb")


def change(copy: Path, name: str) -> None:
    """A file saved in two seconds' time, which no clock takes for the same moment."""
    later = time.time() + 2
    os.utime(copy / name, (later, later))


def command(copy: Path, *options: str) -> list[str]:
    """figures.py for all three."""
    return [sys.executable, str(copy / "tools/notebooks/figures.py"), *NAMES, *options]


def figures(copy: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """figures.py, to its end."""
    return subprocess.run(command(copy, *options), cwd=copy, capture_output=True, text=True, check=False, timeout=60)


def log(copy: Path) -> list[str]:
    """What the stand-ins did since the last look."""
    path = copy / "log"
    lines = path.read_text().splitlines() if path.exists() else []
    path.unlink(missing_ok=True)
    return lines


def begun(copy: Path) -> list[str]:
    """The notebooks that were executed since the last look."""
    return [line.split()[1] for line in log(copy) if line.startswith("begin")]


@pytest.mark.parametrize(
    ("changed", "again"),
    [("notebooks/2-two.ipynb", ["2-two"]), ("orchard/rules.py", [*NAMES]), ("tools/notebooks/matplotlibrc", [*NAMES])],
)
def test_a_notebook_is_executed_again_only_after_a_change_of_what_it_reads(copy, changed, again):
    assert figures(copy).returncode == 0
    assert sorted(begun(copy)) == [*NAMES]
    assert figures(copy).stdout == "figures: every notebook is up to date\n"
    assert begun(copy) == []
    change(copy, changed)
    figures(copy)
    assert sorted(begun(copy)) == again


def test_one_job_executes_one_after_the_other_and_says_how_many_cells_are_done(copy):
    lines = figures(copy, "--jobs", "1").stdout.splitlines()
    assert [line.split()[0] for line in log(copy)] == ["begin", "end"] * 3
    assert [line for line in lines if line.startswith("figures: ")] == [
        "figures: 2 of 6 cells done",
        "figures: 4 of 6 cells done",
        "figures: 6 of 6 cells done",
        "figures: 3 notebooks executed",
    ]
    assert [line for line in lines if " of 2 cells" in line] == []


def test_two_jobs_execute_two_at_a_time(copy):
    write(copy, "time.sleep(0.5)", *NAMES)
    figures(copy, "--jobs", "2")
    assert [line.split()[0] for line in log(copy)][:3] == ["begin", "begin", "end"]


def test_the_longest_begins_first_another_time(copy):
    write(copy, "time.sleep(1.2)", "2-two")
    figures(copy)
    begun(copy)
    change(copy, "orchard/rules.py")
    figures(copy, "--jobs", "1")
    assert begun(copy)[0] == "2-two"


def test_other_values_are_always_run_and_leave_no_stamp(copy):
    for _ in range(2):
        assert figures(copy, "--quick").returncode == 0
        assert sorted(log(copy))[:3] == [f"begin {name} --quick" for name in NAMES]
    assert not (copy / "build").exists()


def test_what_fails_gets_no_stamp_and_the_others_go_on(copy):
    write(copy, "sys.exit(1)", "1-one")
    result = figures(copy, "--jobs", "1")
    assert result.returncode == 1
    assert result.stdout.splitlines()[-1] == "figures: 1 of 3 notebooks are as they were: 1-one"
    assert sorted(begun(copy)) == [*NAMES]
    figures(copy)
    assert begun(copy) == ["1-one"]


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_what_runs_and_begins_nothing_more(copy, sent):
    write(copy, "time.sleep(100)", *NAMES)
    with subprocess.Popen(command(copy, "--jobs", "2"), cwd=copy, stdout=subprocess.PIPE, text=True) as process:
        wait_until(lambda: (copy / "log").exists() and (copy / "log").read_text().count("begin") == 2)
        children = psutil.Process(process.pid).children()
        process.send_signal(sent)
        said = process.communicate(timeout=300)[0]
    assert process.returncode == 1
    assert said.splitlines()[-1].startswith("figures: 3 of 3 notebooks are as they were")
    assert len(begun(copy)) == 2
    assert not any(child.is_running() for child in children)


def test_a_second_signal_while_the_first_ends_all_locks_nothing_up():
    runs, process = Runs([], []), Mock()
    process.terminate.side_effect = lambda: process.terminate.call_count == 1 and runs.stop()
    runs.processes.append(process)
    stopping = Thread(target=runs.stop, daemon=True)
    stopping.start()
    stopping.join(10)
    assert not stopping.is_alive()
