"""What a notebook's parameters allow: read from their comments, and held there in a running notebook."""

import contextlib
import io
import json
import re

import pytest
from IPython.core.interactiveshell import InteractiveShell

from orchard.pages.parameters import RefusedError, check_parameters, declared

CELL = """\
games: int = 1_000  # games in each batch, all alike: 100 to 1_000_000 (quick: 200)
level: float = 0.9  # how sure: 0.5 to 0.999
strategy: str = "max"  # how to pick: max, first-fruit or random
number: str = "0.770"  # what was printed, with its digits: 0 to 1
players: tuple[str, ...] = ("max",)  # who takes turns: 1 to 3 of max or random
fruits: tuple[int, ...] = (4, 0)  # on each tree: 2 to 4 of 0 to 10 (quick: (1, 1))
pair: tuple[int, ...] = (4, 0)  # on two trees: 2 of 0 to 10
is_told: bool = True
"""
VALUES = {name: each.value for name, each in declared(CELL).items()}


def notebook(**changed: object) -> dict:
    """The names of a notebook that has run its cell of parameters, another cell, and runs this one."""
    return {"In": ["", CELL, "import math", "check_parameters(globals())"], **VALUES, **changed}


def test_a_comment_says_what_is_allowed():
    assert {name: each.allowed for name, each in declared(CELL).items()} == {
        "games": "100 to 1_000_000",
        "level": "0.5 to 0.999",
        "strategy": "max, first-fruit or random",
        "number": "0 to 1",
        "players": "1 to 3 of max or random",
        "fruits": "2 to 4 of 0 to 10",
        "pair": "2 of 0 to 10",
        "is_told": "",
    }


def test_a_quick_value_is_that_of_the_comment_or_the_committed_one():
    quick = {name: each.quick for name, each in declared(CELL).items()}
    assert quick == VALUES | {"games": 200, "fruits": (1, 1)}


ALLOWED = {
    "games": [100, 1_000_000],
    "level": [0.5, 0.999],
    "strategy": ["max", "first-fruit", "random"],
    "number": ["0", "1", "0.0500"],
    "players": [("random",), ("max", "random", "max")],
    "fruits": [(0, 10), (1, 2, 3, 4)],
    "pair": [(0, 10)],
    "is_told": [False],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, each in ALLOWED.items() for value in each])
def test_what_is_allowed_stays_as_it_is(name: str, value: object):
    names = notebook(**{name: value})
    check_parameters(names)
    assert names == notebook(**{name: value})


REFUSED = {
    "games": [99, 1_000_001, 100.5, "200", True, None],
    "level": [0.49, 1, float("nan")],
    "strategy": ["maximum", "first", 5, ""],
    "number": ["1.1", "-0.1", "most", 0.5],
    "players": [(), ("max",) * 4, ("min",), ["min"], "max"],
    "fruits": [(4,), (1,) * 5, (11, 1), (-1, 1), (1.5, 1)],
    "pair": [(4,), (1, 1, 1), (1, 11)],
    "is_told": [1, "True"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, each in REFUSED.items() for value in each])
def test_what_is_not_allowed_is_refused_in_one_line(name: str, value: object):
    with pytest.raises(RefusedError, match=f"^{name}={re.escape(repr(value))}: allowed is .+$"):
        check_parameters(notebook(**{name: value}))


def test_a_refusal_names_every_value_and_shows_no_calls_in_a_notebook():
    with pytest.raises(RefusedError, match=r"^games=99: .+; level=0\.1: .+$") as refused:
        check_parameters(notebook(games=99, level=0.1))
    shell = InteractiveShell.instance()
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        shell.showtraceback((RefusedError, refused.value, refused.tb))
    assert shown.getvalue() == f"RefusedError: {refused.value}\n"


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("trees: int = 4.5  # how many: 1 to 10", "1 to 10, written as a whole number"),
        ("way: str = max  # which: max or min", "max or min, written as text in quotes"),
        ("wins: tuple[int, ...] = 3  # so many: 1 to 3 of 0 to 9", "1 to 3 of 0 to 9, written as values in brackets"),
        ("told: bool = 3  # whether it is told", "True or False"),
    ],
)
def test_a_value_of_another_kind_is_refused_with_how_it_is_written(line: str, allowed: str):
    with pytest.raises(RefusedError, match=re.escape(f": allowed is {allowed}")):
        declared(line)


def test_a_whole_number_may_be_written_as_a_power():
    names = notebook(games=1e5)
    check_parameters(names)
    assert (names["games"], type(names["games"])) == (100_000, int)


def test_a_tuple_may_be_a_list_as_papermill_reads_it():
    names = notebook(fruits=[1, 2, 3])
    check_parameters(names)
    assert names["fruits"] == (1, 2, 3)


def test_the_cell_counts_as_it_was_run_last():
    names = notebook(games=7)
    names["In"].insert(3, CELL.replace("100 to", "5 to"))
    check_parameters(names)


def test_without_its_cell_a_notebook_says_what_to_do():
    with pytest.raises(RefusedError, match="run it before this one"):
        check_parameters({"In": ["", "check_parameters(globals())"]})


@pytest.mark.parametrize("line", ["games = 1", "games: int = len('x')", "games: int =", "print(1)"])
def test_a_line_of_another_form_is_refused(line: str):
    with pytest.raises(RefusedError, match=r"games=|the parameters cell"):
        declared(line)


def test_a_page_says_which_of_its_values_are_not_the_committed_ones(tmp_path, monkeypatch, capsys):
    committed = {"metadata": {"orchard": {"parameters": {name: repr(value) for name, value in VALUES.items()}}}}
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "1-page.ipynb").write_text(json.dumps(committed), encoding="utf-8")
    monkeypatch.setattr("orchard.pages.parameters.CHECKOUT", tmp_path)
    check_parameters(notebook(), "1-page")
    assert capsys.readouterr().out == ""
    check_parameters(notebook(level=0.5, players=("random",)), "1-page")
    said = "You changed level from 0.9 to 0.5 and players from ('max',) to ('random',). Tables and pictures show yours"
    assert capsys.readouterr().out.startswith(said)
    check_parameters(notebook(games=200, level=0.5, is_told=False), "1-page")
    assert "games from 1000 to 200, level from 0.9 to 0.5 and is_told from" in capsys.readouterr().out
    check_parameters(notebook(level=0.5), "a page that nobody committed")
    assert capsys.readouterr().out == ""
