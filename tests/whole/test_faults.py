"""What goes wrong outside the code: a run killed between two files, folders and data that are not as they should be."""

import ast
import os
import shutil
import threading
from pathlib import Path

import execute
import matplotlib.pyplot as plt
import nbformat
import pandas as pd
import pytest
from document import code_cells
from nbformat import NotebookNode
from parameters import parameters
from test_execute import GOOD, committed, written

from orchard import published
from orchard.verdicts import verdicts

ROOT = Path(__file__).resolve().parents[2]


class KilledError(BaseException):
    """The process would be gone."""


class Moves:
    """`os.replace` and `unlink` until the process is killed, before the move of that number."""

    def __init__(self, left: int, monkeypatch: pytest.MonkeyPatch):
        self.left, self.replace, self.unlink = left, os.replace, Path.unlink
        monkeypatch.setattr(os, "replace", self.counted(os.replace))
        monkeypatch.setattr(Path, "unlink", self.counted(Path.unlink))

    def counted(self, function):
        def move(*arguments, **options):
            self.left -= 1
            if self.left < 0:
                raise KilledError
            return function(*arguments, **options)

        return move


def staged(run: execute.Run, folder: Path) -> Path:
    """Results of a run, not yet in their place: two in each folder, and the notebook."""
    for name in ("data/results/1-table.csv", "data/results/1-new.csv", "figures/1-a.svg", "figures/1-a.png"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("new")
    (folder / run.notebook.name).write_text("new")
    return folder


@pytest.mark.parametrize("moves", range(6))
def test_a_run_killed_between_two_files_leaves_each_whole(tmp_path, monkeypatch, moves):
    run = execute.Run(written(tmp_path, "1"))
    before = committed(tmp_path)
    folder = staged(run, tmp_path / "build" / "staged")
    monkeypatch.setattr(execute, "ignore_signals", lambda: None)
    with monkeypatch.context() as patch:
        Moves(moves, patch)
        with pytest.raises(KilledError):
            execute.publish(run, folder)
    after = committed(tmp_path)
    assert len([name for name in before.keys() | after.keys() if before.get(name) != after.get(name)]) == moves
    assert all(content in (b"new", before.get(name)) for name, content in after.items())
    assert after.keys() <= before.keys() | {"data/results/1-new.csv", "figures/1-a.svg", "figures/1-a.png"}
    execute.publish(run, staged(run, folder))  # the next run
    assert {content for name, content in committed(tmp_path).items() if "/1-" in name} == {b"new"}
    assert "figures/1-stale.png" not in committed(tmp_path)


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path):
    path = written(tmp_path, GOOD)
    scrap = tmp_path / "build/staging/committed/1-test/tmp123/results/figures/1-line.svg"
    other = tmp_path / "build/staging/committed/2-test/tmp123/results/figures/2-line.svg"
    for file in (scrap, other):
        file.parent.mkdir(parents=True)
        file.touch()
    with execute.staging_folder(execute.Run(path)):
        assert (scrap.exists(), other.exists()) == (False, True)


def test_two_runs_of_a_notebook_come_one_after_the_other(tmp_path, capsys):
    run, order = execute.Run(written(tmp_path, "1")), []

    def second():
        with execute.alone(run):
            order.append("second")

    with execute.alone(run), execute.alone(execute.Run(run.notebook, "quick")):  # which writes elsewhere
        waiting = threading.Thread(target=second)
        waiting.start()
        waiting.join(0.2)
        order.append("first")
    waiting.join()
    assert order == ["first", "second"]
    assert "waiting for another run of it to end" in capsys.readouterr().out


@pytest.mark.parametrize("folder", ["figures", "data/results", "notebooks"])
def test_a_folder_that_cannot_be_written_to_is_told_before_anything_is_computed(tmp_path, monkeypatch, capsys, folder):
    path = written(tmp_path, "raise RuntimeError('computed')")
    access = os.access
    monkeypatch.setattr(os, "access", lambda where, mode: Path(where) != tmp_path / folder and access(where, mode))
    assert execute.main([str(path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"{path}: failed: {os.path.relpath(tmp_path / folder)} is not writable"


def test_a_folder_that_is_a_file_is_told_in_a_line(tmp_path, capsys):
    path = written(tmp_path, "1")
    shutil.rmtree(tmp_path / "figures")
    (tmp_path / "figures").touch()
    assert execute.main([str(path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "File exists" in line


# --- data ---

FILES = {
    "published.csv": published.published,
    "published-matrix.csv": published.published_matrix,
    "errata.csv": published.errata,
}
HARM = {
    "missing": (lambda path: path.unlink(), FileNotFoundError, "No such file or directory: '{path}'"),
    "a folder": (lambda path: (path.unlink(), path.mkdir()), IsADirectoryError, "Is a directory: '{path}'"),
    "empty": (lambda path: path.write_bytes(b""), ValueError, "data/{path.name} must be a table"),
    "no text": (lambda path: path.write_bytes(b"\xff\xfe\x00"), ValueError, "data/{path.name} must be a table"),
    "cut off": (lambda path: path.write_bytes(path.read_bytes()[:60] + b'"'), ValueError, "data/{path.name} must "),
    "other columns": (
        lambda path: path.write_text("a,b\n1,2\n"),
        ValueError,
        "data/{path.name} must have the columns ",
    ),
    "more cells": (
        lambda path: path.write_text(path.read_text() + "," * 50 + "\n"),
        ValueError,
        "data/{path.name} must be a table",
    ),
}


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("name", FILES)
def test_harmed_data_are_named(tmp_path, monkeypatch, name, harm):
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.setattr(published, "ROOT", tmp_path)
    hurt, error, said = HARM[harm]
    FILES[name]()
    hurt(tmp_path / "data" / name)
    with pytest.raises(error) as caught:
        FILES[name]()
    assert said.format(path=tmp_path / "data" / name) in str(caught.value)


@pytest.mark.parametrize(
    "harm",
    [
        *("printed=many", "printed=", "fruits=4-x", "fruits=-", "raven_steps=0", "raven_steps=", "basket_picks=-1"),
        *("strategy=maxx", "quantity=x", "games=some", "games=0"),
    ],
)
def test_a_harmed_row_is_named(harm: str):
    rows, (column, _, value) = published.published(), harm.partition("=")
    row = rows[rows.quantity.eq("standard_error")].iloc[:1] if column == "games" else rows.loc[["datagenetics-01"]]
    with pytest.raises(ValueError, match=f"^row '{row.index[0]}' must be what its columns say: "):
        verdicts(row.assign(**{column: value}))


def test_tables_are_saved_in_their_folder_only(tmp_path, monkeypatch):
    monkeypatch.setenv("ORCHARD_OUTPUT", str(tmp_path))
    for name in ("../1-x", "/tmp/1-x", "1-x\x00", "", None, "a/b"):
        with pytest.raises(TypeError, match=r"^name must be a word"):
            published.save_table(pd.DataFrame(), name)
    assert not list(tmp_path.iterdir())


# --- parameters: plain papermill passes on anything, so a notebook itself refuses it, before it computes ---

NOTEBOOKS = sorted((ROOT / "notebooks").glob("[2-9]*.ipynb"))  # the first one's parameters go straight into `simulate`
WRONG_TYPE = {"int": ["5", 1.5, None, (4,)], "float": ["0.5", None, (0.5,)], "str": [5, None, ("max",)]}
OUT_OF_RANGE = {
    "2-exact-answer": "edition='orchad' strategy='maxx' fruits=(5,1,2,0) fruits=(1,1) fruits=(1,1,1,-1) raven_steps=6 "
    "raven_steps=-1 fruits=range(10**9)",
    "3-markov-chain": "edition='first' strategy='' strategy='\\0'",
    "4-length": "strategy='m' games=1 games=10**13 seed=-1 sure=1.0 sure=0.0 sure=nan seconds_per_roll=-1.0 "
    "seconds_per_roll=nan",
    "5-basket-pick": "edition='x' games=0 games=-5 runs=1 seed=-1",
    "6-landscape": "trees=0 fruits=0 fruits=2000 trees=101 raven_steps=0 raven_steps=1025 strategy='x' basket_picks=-1 "
    "target=1.0 target=-0.5 target=nan wanted=(5,) wanted=() of_games=0",
    "7-printed": "number='half' fruits='4-4-x' raven_steps=0 basket_picks=-1 strategy='x' games=-1 runs=0",
}
TAKEN = [  # as what they can only mean: a row of strings is made of them, or one or several are allowed
    *("raven_steps='5'", "basket_picks='5'", "seconds_per_roll=(0.5,)", "strategy=('max',)", "basket_picks=(4,)"),
]


def of_wrong_types(path: Path) -> list[str]:
    """Each parameter with values that are not of its type."""
    known = parameters(nbformat.read(path, as_version=4))
    kinds = {name: ast.unparse(known[name].kind).partition("[")[0] for name in known}
    each = [
        f"{name}={wrong!r}" for name, kind in kinds.items() for wrong in WRONG_TYPE.get(kind, ["x", 5, None, {1, 2}])
    ]
    return [text for text in each if not (path.stem[0] in "467" and text in TAKEN)]


CASES = [
    pytest.param(path, text, id=f"{path.stem}, {text}")
    for path in NOTEBOOKS
    for text in [*of_wrong_types(path), *OUT_OF_RANGE[path.stem].split()]
]


def beginning(notebook: NotebookNode, more: int = 0) -> list[str]:
    """The cells from the imports to the one that sets the style, before anything is computed, and `more` after it."""
    cells = [cell.source for cell in code_cells(notebook)[1:]]
    styled = next(i for i, source in enumerate(cells) if "use_house_style()" in source)
    return cells[: styled + 1 + more]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("path", "setting"), CASES)
def test_a_notebook_refuses_parameters_before_it_computes(path: Path, setting: str, monkeypatch):
    """The cell that begins with what is allowed refuses them, or the first one after it."""
    monkeypatch.setenv("ORCHARD_OUTPUT", "/dev/null/nowhere")
    notebook = nbformat.read(path, as_version=4)
    name, _, value = setting.partition("=")
    values = {known.name: known.value for known in parameters(notebook).values()}
    values[name] = eval(value, {"nan": float("nan")})
    begin = "\n".join(beginning(notebook, more=1))
    with plt.rc_context(), pd.option_context("display.width", 80), pytest.raises((ValueError, TypeError)) as caught:
        exec(begin, values)  # as a kernel does
    assert name in str(caught.value) or "row 'yours'" in str(caught.value)


def test_the_committed_parameters_pass():
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        with plt.rc_context():
            exec("\n".join(beginning(notebook)), {name: p.value for name, p in parameters(notebook).items()})
