"""What `make` promises of the notebooks and of the whole check; the runner itself is a stand-in."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from tests.whole.processes import copied

# In place of execute.py: it notes when it begins and ends, does what the first cell says, writes the notebook anew, and
# leaves what the real one leaves for make.
STAND_IN = """\
import json, pathlib, sys, time
begun = time.time_ns()
notebook, *words = sys.argv[1:]
from real import TemporaryDirectory, imported, nbformat, publish, stamp
path, root = pathlib.Path(notebook), pathlib.Path.cwd()
log = pathlib.Path("log").open("a", buffering=1)
log.write(f"begin {path.stem} {' '.join(words)}\\n")
text = path.read_text()
exec("".join(json.loads(text)["cells"][0]["source"]))
with TemporaryDirectory(dir=root) as folder:
    made = pathlib.Path(folder)
    for name in (path, f"data/results/{path.stem}.csv", f"figures/{path.stem}.svg"):
        (made / name).parent.mkdir(parents=True)
        (made / name).write_text(text)
    if not words:
        (root / "build").mkdir(exist_ok=True)
        stamp(root, path.stem, imported(nbformat.read(path, 4), root), publish(made, root), begun)
log.write(f"end {path.stem}\\n")
"""
READ = (
    *(f"data/{name}.csv" for name in ("published", "published-matrix", "errata", "marincek-batches", "one-more")),
    "data/one.json",
    *(f"site/board/{name}" for name in ("board.png", "race.png", "sweep.png", "shapes.js")),
    "orchard/pages/plots/paper.toml",
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A repository with three notebooks, an environment that is ready, and the stand-in; two import of the package."""
    files = "Makefile", "tools/checks.mk", "tools/environments.mk", "tools/notebooks/execute.py"
    copy = copied(tmp_path / """it's "our" copy""", *files)
    for folder in ("notebooks", "orchard/pages/plots", ".venv/bin", "data", "figures", "site/board", "tools/jupyter"):
        (copy / folder).mkdir(parents=True)
    (copy / "tools/notebooks/execute.py").rename(copy / "tools/notebooks/real.py")
    (copy / "tools/notebooks/execute.py").write_text(STAND_IN)
    notebook(copy, "1-one", "", "def unused():\n    import orchard.rules")
    notebook(copy, "2-two", "", "import orchards")
    notebook(copy, "3-three", "", "%matplotlib inline\nfrom orchard import solver\n!ls")
    modules = {"__init__": "", "rules": "", "solver": "def solve():\n    from orchard.rules import Game", "cli": ""}
    for name, source in modules.items():
        (copy / f"orchard/{name}.py").write_text(source)
    alike = ("orchards.py", "orchard.txt")  # names that are not the package's, though they begin like it
    for name in (*alike, "requirements.lock", "pyproject.toml", ".venv/locked", ".venv/ready", *READ):
        (copy / name).touch()
    (copy / ".venv/bin/python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (copy / ".venv/bin/python").chmod(0o755)
    return copy


def notebook(copy: Path, name: str, *sources: str) -> None:
    """A notebook of these cells."""
    document = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    nbformat.write(document, copy / f"notebooks/{name}.ipynb")


def make(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`make` there."""
    free = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "MFLAGS"}
    return subprocess.run(
        ["make", *words], cwd=copy, env=free, capture_output=True, text=True, check=False, timeout=300
    )


def log(copy: Path) -> list[str]:
    """What the stand-ins did since the last look."""
    path = copy / "log"
    lines = path.read_text().splitlines() if path.exists() else []
    path.unlink(missing_ok=True)
    return [line.strip() for line in lines]


ALL = ["1-one", "2-two", "3-three"]
CHANGES = {
    "notebooks/2-two.ipynb": ["2-two"],
    "orchard/rules.py": ["1-one", "3-three"],
    "orchard/solver.py": ["3-three"],
    "orchard/cli.py": [],
    "orchards.py": [],
    "data/results/2-two.csv": ["2-two"],
    "figures/3-three.svg": ["3-three"],
} | dict.fromkeys(("tools/notebooks/execute.py", ".venv/locked", *READ), ALL)


def again(copy: Path) -> list[str]:
    """The pages that `make figures` runs."""
    make(copy, "figures")
    return sorted(line.split()[1] for line in log(copy) if line.startswith("begin"))


def changed(copy: Path, *names: str) -> None:
    """Give these files the time of now, and all others, and folders, one that is past."""
    for path in copy.rglob("*"):
        os.utime(path, (10**9, 10**9))
    for name in names:
        (copy / name).touch()


def test_a_notebook_is_executed_again_only_after_a_change_of_what_it_imports_or_reads(copy):
    assert again(copy) == ALL
    assert make(copy, "figures").stdout == "all notebooks: up to date\n"
    for name, pages in CHANGES.items():
        changed(copy, name, ".venv/ready")
        assert again(copy) == pages, name


def test_a_page_that_cannot_be_made_is_not_called_up_to_date(copy):
    again(copy)
    (copy / "tools/notebooks/execute.py").unlink()
    changed(copy, "notebooks/2-two.ipynb", ".venv/ready")
    found = make(copy, "figures")
    assert found.returncode
    assert "No rule to make target 'tools/notebooks/execute.py'" in found.stderr


def test_a_page_runs_again_if_what_it_saved_is_gone(copy):
    again(copy)
    for name in ("figures/1-one.svg", "data/results/1-one.csv", "build/stamps/1-one"):
        (copy / name).unlink()
        assert again(copy) == ["1-one"], name
        assert again(copy) == []


def test_make_says_beforehand_and_then_why_a_page_runs_again(copy):
    again(copy)
    assert "execute.py" not in make(copy, "-n", "--trace", "figures").stdout
    changed(copy, "orchard/solver.py")
    told = make(copy, "-n", "--trace", "figures").stdout
    assert [name for name in ALL if f"notebooks/{name}.ipynb" in told] == ["3-three"]
    assert make(copy, "figures").stdout.startswith("3-three: again because of orchard/solver.py\n")


def test_after_clean_all_is_made_once(copy):
    recipes = (copy / "Makefile").read_text()
    (copy / "Makefile").write_text(recipes.replace("rm -rf .venv build", "rm -rf build"))
    again(copy)
    make(copy, "clean", "figures")
    assert sorted(line.split()[1] for line in log(copy) if line.startswith("begin")) == ALL
    assert again(copy) == []


def test_a_file_that_pages_read_may_go(copy):
    again(copy)
    (copy / "data/one-more.csv").unlink()
    assert again(copy) == ALL
    (copy / "data/results/no-page.csv").touch()
    (copy / "data/.ipynb_checkpoints").mkdir()
    for name in (".one.csv.swp", ".ipynb_checkpoints/one.csv"):
        (copy / "data" / name).touch()
    assert again(copy) == [], "results and an editor's files are not read"
    (copy / "data/new.csv").touch()
    assert again(copy) == ALL
    assert again(copy) == []


@pytest.mark.parametrize(
    "name", ["data/errata (1).csv", "notebooks/2 two.ipynb", "data/a:b.csv", "site/board/it's.png"]
)
def test_a_name_that_make_cannot_read_is_told(copy, name):
    (copy / name).touch()
    assert f"{name}: make may not read this name, rename it with A-Z" in make(copy, "figures").stderr
    assert log(copy) == []


def test_modules_may_move_and_go(copy):
    again(copy)
    (copy / "orchard/rules").mkdir()
    (copy / "orchard/rules.py").rename(copy / "orchard/rules/__init__.py")
    assert again(copy) == ["1-one", "3-three"]
    changed(copy, "orchard/rules/__init__.py")
    assert again(copy) == ["1-one", "3-three"]
    (copy / "orchard/solver.py").unlink()
    assert again(copy) == ["3-three"], "which says so"


def test_a_page_that_failed_runs_again_whatever_could_be_read_of_it(copy):
    """It depends on the modules of its last good run, then on those of the next; `site` is Python's."""
    again(copy)
    (copy / "orchard/solver.py").write_text("this is no Python")
    notebook(copy, "3-three", "sys.exit(1)", "from orchard import solver")
    assert make(copy, "figures").returncode == 2
    notebook(copy, "3-three", "", "from orchard import solver")
    (copy / "orchard/solver.py").write_text("from orchard.rules import Game\nimport site")
    log(copy)
    assert again(copy) == ["3-three"]
    changed(copy, "orchard/rules.py")
    assert again(copy) == ["1-one", "3-three"]


def test_other_values_are_always_run_arrive_as_they_are_and_leave_no_stamp(copy):
    settings = """players=("max",'a  b') games=`touch made`;touch\\ *"""
    (copy / "tweaked-2-two").touch()  # no such file keeps a page from running
    for _ in range(2):
        assert make(copy, "figures", "NOTEBOOK=2-two", "QUICK=1", f"PARAMS={settings}").stdout == ""
        assert log(copy) == [f"begin 2-two quick {settings}", "end 2-two"]
    assert not (copy / "build/stamps").exists()
    assert not (copy / "made").exists()


def test_what_is_edited_while_a_notebook_is_executed_counts(copy):
    notebook(copy, "2-two", "time.sleep(0.1)\npathlib.Path('data/errata.csv').touch()")
    make(copy, "figures", "NOTEBOOK=2-two")
    make(copy, "figures", "NOTEBOOK=2-two", "QUICK=0")
    assert log(copy) == ["begin 2-two", "end 2-two"] * 2


def test_what_fails_is_tried_again_and_the_others_go_on(copy):
    notebook(copy, "1-one", "sys.exit(1)")
    assert make(copy, "-j1", "figures").returncode == 2
    assert len(log(copy)) == 5
    make(copy, "figures")
    assert log(copy) == ["begin 1-one"]


MISTAKES = {
    "figures NOTEBOOK=4-four": "NOTEBOOK=4-four is not there; allowed is one of: 1-one 2-two 3-three",
    "figures NOTEBOOK=1-one,2-two": "NOTEBOOK=1-one 2-two are several; allowed is one of: 1-one 2-two 3-three",
    "figures PARAMS=games=1": "PARAMS needs NOTEBOOK, one of: 1-one 2-two 3-three",
    "figures NOTEBOOK=1-one PARAMS=$(shell${IFS}touch${IFS}log)": "PARAMS, NOTEBOOK or QUICK has a dollar sign",
    "figures NOTEBOOK=$(shell${IFS}touch${IFS}log)": "PARAMS, NOTEBOOK or QUICK has a dollar sign",
    "figures QUICK=$(shell${IFS}touch${IFS}log)": "PARAMS, NOTEBOOK or QUICK has a dollar sign",
    "figures QUICK=yes": "QUICK=yes: allowed is 0 or 1",
    "-B .venv/locked PYTHON=none": "PYTHON=none must be a Python 3.11 to 3.14",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_told_in_one_line(copy, words):
    result = make(copy, *(word.replace(",", " ") for word in words.split()))
    assert result.returncode == 2
    assert MISTAKES[words] in (result.stdout + result.stderr)
    assert "Traceback" not in result.stderr
    assert log(copy) == []
