"""Which notebooks `make figures` executes, how many at a time, and what it says; the runner itself is a stand-in."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_notebook

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
    for name in NAMES:
        write(tmp_path, name, "pass")
    (tmp_path / "orchard").mkdir()
    (tmp_path / "orchard/rules.py").touch()
    return tmp_path


def write(copy: Path, name: str, first: str) -> None:
    """A notebook whose first cell is this."""
    path = copy / "notebooks" / f"{name}.ipynb"
    path.parent.mkdir(exist_ok=True)
    nbformat.write(new_notebook(cells=[new_code_cell(first, id="a"), new_code_cell("2", id="b")]), path)


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


def test_a_notebook_is_executed_again_only_after_a_change(copy):
    assert figures(copy).returncode == 0
    assert sorted(begun(copy)) == [*NAMES]
    assert figures(copy).stdout == "figures: every notebook is up to date\n"
    assert begun(copy) == []
    later = time.time() + 2
    os.utime(copy / "notebooks/2-two.ipynb", (later, later))
    figures(copy)
    assert begun(copy) == ["2-two"]


@pytest.mark.parametrize("read", ["orchard/rules.py", "tools/notebooks/matplotlibrc"])
def test_all_are_executed_again_after_a_change_of_what_they_read(copy, read):
    figures(copy)
    begun(copy)
    later = time.time() + 2
    os.utime(copy / read, (later, later))
    figures(copy)
    assert sorted(begun(copy)) == [*NAMES]


def test_it_says_how_many_cells_of_how_many_are_done(copy):
    lines = figures(copy, "--jobs", "1").stdout.splitlines()
    counts = [line for line in lines if line.startswith("figures: ")]
    assert counts == [
        *(f"figures: {n} of 6 cells done" for n in (2, 4, 6)),
        "figures: 3 notebooks executed",
    ]
    assert [line for line in lines if " of 2 cells" in line] == []


def test_one_job_executes_one_notebook_after_the_other(copy):
    figures(copy, "--jobs", "1")
    assert [line.split()[0] for line in log(copy)] == ["begin", "end"] * 3


def test_two_jobs_execute_two_at_a_time(copy):
    for name in NAMES:
        write(copy, name, "time.sleep(0.5)")
    figures(copy, "--jobs", "2")
    assert [line.split()[0] for line in log(copy)][:2] == ["begin", "begin"]


def test_the_longest_begins_first_another_time(copy):
    write(copy, "2-two", "time.sleep(1.2)")
    figures(copy)
    begun(copy)
    later = time.time() + 2
    os.utime(copy / "orchard/rules.py", (later, later))
    figures(copy, "--jobs", "1")
    assert begun(copy)[0] == "2-two"


def test_other_values_are_always_run_and_leave_no_stamp(copy):
    for _ in range(2):
        assert figures(copy, "--quick").returncode == 0
        assert sorted(log(copy))[:3] == [f"begin {name} --progress --quick" for name in NAMES]
    assert not (copy / "build").exists()


def test_what_fails_gets_no_stamp_and_the_others_go_on(copy):
    write(copy, "1-one", "sys.exit(1)")
    result = figures(copy, "--jobs", "1")
    assert result.returncode == 1
    assert result.stdout.splitlines()[-1] == "figures: 1 of 3 notebooks are as they were: 1-one"
    assert sorted(begun(copy)) == [*NAMES]
    figures(copy)
    assert begun(copy) == ["1-one"]


def wait_for_two(log: Path) -> None:
    """Until two notebooks have begun."""
    deadline = time.monotonic() + 60
    while not (log.exists() and log.read_text().count("begin") == 2):
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_what_runs_and_begins_nothing_more(copy, sent):
    for name in NAMES:
        write(copy, name, "time.sleep(100)")
    with subprocess.Popen(command(copy, "--jobs", "2"), cwd=copy, stdout=subprocess.PIPE, text=True) as process:
        wait_for_two(copy / "log")
        children = psutil.Process(process.pid).children()
        process.send_signal(sent)
        said = process.communicate(timeout=300)[0]
    assert process.returncode == 1
    assert said.splitlines()[-1].startswith("figures: 3 of 3 notebooks are as they were")
    assert len(begun(copy)) == 2
    assert not any(child.is_running() for child in children)
