"""The exercises at the end of each notebook have the answers that they promise.

An exercise is a Markdown cell whose metadata says what to change and what one should then see:

    "orchard": {"exercise": {"parameters": {"edition": "first-orchard"}, "expect": "round(most, 2) == 8.65"}}

`parameters` are those of the notebook's parameters cell, as JSON has them (a list for a tuple); the others are the
quick ones. `expect` is a Python expression that is true after the last cell, evaluated among the notebook's own names.
The notebook's own checks must hold as well.
"""

import json
from typing import Any

import pytest
from pages import PAGES, again, run

pytestmark = again


def exercises() -> list[Any]:
    """Every exercise of every notebook, with its place in it."""
    found = []
    for page, path in PAGES.items():
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        told = [cell["metadata"].get("orchard", {}).get("exercise") for cell in cells]
        for number, exercise in enumerate(filter(None, told), 1):
            found.append(pytest.param(page, exercise, id=f"{page}-{number}"))
    return found


def from_json(value: Any) -> Any:
    """A value of a parameter: JSON knows no tuples."""
    return tuple(map(from_json, value)) if isinstance(value, list) else value


@pytest.mark.filterwarnings("default")  # of the tools that a notebook uses, which are others' code
@pytest.mark.parametrize(("page", "exercise"), exercises())
def test_one_sees_what_the_exercise_promises(page: str, exercise: dict):
    changed = {name: from_json(value) for name, value in exercise["parameters"].items()}
    run(page, changed, then=f"assert {exercise['expect']}")
