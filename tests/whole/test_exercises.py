"""The exercises at the end of each notebook have the answers that they promise.

An exercise is a Markdown cell whose metadata says what to change and what one should then see:

    "orchard": {"exercise": {"parameters": {"edition": "first-orchard-6"}, "expect": "round(most, 2) == 8.65"}}

`parameters` are those of the notebook's parameters cell, as JSON has them (a list for a tuple); the others are the
quick ones. `expect` is a Python expression that is true after the last cell, evaluated among the notebook's own names.
The notebook's own checks must hold as well.
"""

import json
from pathlib import Path
from typing import Any

import nbformat
import papermill
import pytest
from document import loaded, prepared, unsound
from parameters import overrides, parameters

ROOT = Path(__file__).resolve().parents[2]


def exercises() -> list[Any]:
    """Every exercise of every notebook, with its place in it."""
    found = []
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        known = [cell["metadata"].get("orchard", {}).get("exercise") for cell in cells]
        for number, exercise in enumerate(filter(None, known), 1):
            found.append(pytest.param(path, exercise, id=f"{path.stem}-{number}"))
    return found


def from_json(value: Any) -> Any:
    """A value of a parameter: JSON knows no tuples."""
    return tuple(map(from_json, value)) if isinstance(value, list) else value


def with_question(path: Path, exercise: dict) -> nbformat.NotebookNode:
    """The notebook with the parameters of an exercise, and its answer as the last cell."""
    notebook = loaded(path)
    known = parameters(notebook)
    asked = {name: from_json(value) for name, value in exercise["parameters"].items()}
    assert set(asked) <= set(known), f"no such parameter: {set(asked) - set(known)}"
    ready = prepared(notebook, overrides(known, [], quick=True) | asked)
    ready.cells.append(nbformat.v4.new_code_cell(f"assert {exercise['expect']}", id="expected"))
    return ready


@pytest.mark.filterwarnings("default")  # of the tools that run a notebook, which are others' code
@pytest.mark.parametrize(("path", "exercise"), exercises())
def test_one_sees_what_the_exercise_promises(path: Path, exercise: dict, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("ORCHARD_OUTPUT", str(tmp_path))
    notebook, target = with_question(path, exercise), tmp_path / path.name
    options = {"kernel_name": "python3", "cwd": path.parent, "progress_bar": False, "execution_timeout": 900}
    result = papermill.execute_notebook(notebook, target, **options)
    assert not unsound(result)


def test_notebooks_have_exercises():
    assert exercises()


def test_each_exercise_says_what_to_change():
    for exercise in exercises():
        path, said = exercise.values
        assert said["parameters"], path
        compile(said["expect"], path.name, "eval")
