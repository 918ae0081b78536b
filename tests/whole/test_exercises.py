"""The exercises at the end of each notebook have the answers that they promise.

An exercise is a Markdown cell whose metadata says what to change and what one should then see:

    "orchard": {"exercise": {"parameters": {"edition": "first-orchard-6"}, "expect": "round(most, 2) == 8.65"}}

`parameters` are those of the notebook's parameters cell, as JSON has them (a list for a tuple); the others are the
quick ones. `expect` is a Python expression that is true after the last cell, evaluated among the notebook's own names.
The notebook's own checks must hold as well. The cells run one after the other in the process of the test.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pytest
from document import code_cells, loaded, prepared
from parameters import overrides, parameters

import orchard
from orchard import output
from orchard.studies.printed import replayed

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


def code_of(path: Path, exercise: dict) -> list[str]:
    """The code cells of a notebook with the parameters of an exercise, and its answer as the last one."""
    notebook = loaded(path)
    known = parameters(notebook)
    asked = {name: from_json(value) for name, value in exercise["parameters"].items()}
    assert set(asked) <= set(known), f"no such parameter: {set(asked) - set(known)}"
    ready = prepared(notebook, overrides(known, [], quick=True) | asked)
    return [*(cell.source for cell in code_cells(ready)), f"assert {exercise['expect']}"]


def remembered(function: Callable) -> Callable:
    """The function, which remembers what it was asked in a way that can be looked up."""
    kept = cache(function)

    def ask(*arguments, **options):
        try:
            hash((*arguments, *options.values()))
        except TypeError:
            return function(*arguments, **options)
        return kept(*arguments, **options)

    return ask


SLOW = {
    orchard: ("absorbing_chain", "propagate", "simulate", "solve"),
    replayed: ("backwards", "frozen_draws", "paths", "solve_queues"),
}
REMEMBERED = [(module, name, remembered(getattr(module, name))) for module, names in SLOW.items() for name in names]


@pytest.fixture(autouse=True)
def light(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Figures are drawn and not saved, and what exercises have in common is computed once."""
    monkeypatch.setenv("ORCHARD_OUTPUT", str(tmp_path))
    (tmp_path / "figures").mkdir()
    monkeypatch.setattr(output, "save_figure", lambda figure, *named, **options: figure.draw_without_rendering())
    for module, name, function in REMEMBERED:
        monkeypatch.setattr(module, name, function)


@pytest.mark.filterwarnings("default")  # of the tools that a notebook uses, which are others' code
@pytest.mark.parametrize(("path", "exercise"), exercises())
def test_one_sees_what_the_exercise_promises(path: Path, exercise: dict):
    names = {"__name__": "__main__", "display": lambda *shown: None}
    with plt.rc_context():
        for source in code_of(path, exercise):
            try:
                exec(source, names)  # noqa: S102  as a kernel would, which takes longer to start than most take to run
            except Exception as error:
                pytest.fail(f"{error!r} in the cell\n{source}")
    plt.close("all")
