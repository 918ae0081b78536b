"""What a notebook's parameters allow: read from their lines, and held there in a running notebook."""

import contextlib
import io
import re

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell

from orchard import Game, from_function
from orchard.pages.checks import check_parameters
from orchard.pages.parameters import RefusedError, checked, chosen, declared
from tests.shown import ROOT

CELL = """\
# Change me.
games: int = 1_000  # games in each batch, all alike: 100 to 1_000_000 (quick: 200)
level: float = 0.9  # how sure: 0.5 to 0.999
seed: int = 2026  # of the games: 0 to 1e39
number: str = "0.65"  # that you read, with all its digits
game: str = "first-orchard"  # trees, raven and die: a game, such as 5,3,4
strategy: str = "max"  # how to pick: a strategy
players: str = "max,max,random"  # who roll by turns: players (quick: "max")
"""
VALUES = {name: each.value for name, each in declared(CELL).items()}


def notebook(*cells: str, **changed: object) -> dict:
    """The names of a notebook that has run its cell of parameters, others, and runs this one."""
    return {"In": ["", CELL, *cells, "import math", "check_parameters(globals())"], **VALUES, **changed}


# --- a line of the cell ---


def test_a_line_says_a_value_and_what_is_allowed():
    read = {each.name: (each.value, each.allowed, each.quick) for each in declared(CELL).values()}
    assert read == {
        "games": (1000, "100 to 1_000_000", 200),
        "level": (0.9, "0.5 to 0.999", 0.9),
        "seed": (2026, "0 to 1e39", 2026),
        "number": ("0.65", "", "0.65"),
        "game": ("first-orchard", "a game, such as 5,3,4", "first-orchard"),
        "strategy": ("max", "a strategy", "max"),
        "players": ("max,max,random", "players", "max"),
    }


def test_a_value_with_an_equals_sign_may_stand_on_a_line_of_its_own():
    lines = 'game: str = (  # yours: a game, such as 5,3,4\n    "orchard:raven=5"\n)\nseed: int = 1  # any: 0 to 9\n'
    read = {name: (each.value, each.allowed) for name, each in declared(lines).items()}
    assert read == {"game": ("orchard:raven=5", "a game, such as 5,3,4"), "seed": (1, "0 to 9")}


@pytest.mark.parametrize(
    "line",
    [
        "x: int = 5  # of what: 0 to nine",
        "x: float = 0.5  # of what: about a half",
        "x: int = 5  # of what: 0 to 9 apples",
        "x: int = 5  # of what, 0 to 9",
        "x: float = 0.5",
        "x: tuple = (1, 2)",
        'x: str = "5"  # of what: 0 to 9',
        "x = 5",
        "x  = 5",
        "x: int = 5; y: int = 7  # of what: 0 to 9",
        "x += 5",
        "x  : int = 5  # of what: 0 to 9",
        "x: int = 5  # of what: 0 to 9\nx: int = 5  # of what: 0 to 9",
    ],
)
def test_a_line_that_holds_no_value_to_anything_is_refused(line: str):
    with pytest.raises(RefusedError, match=r"^the parameters cell has `x"):
        declared(line)


def test_a_game_that_was_retyped_without_its_comment_is_still_held_to_what_a_game_is():
    game = declared('game: str = "5,3,4"')["game"]
    assert checked(game, "5,3,4") == "5,3,4"
    with pytest.raises(RefusedError, match=r"^game='-6,4,3': "):
        checked(game, "-6,4,3")


@pytest.mark.parametrize("line", ["x: float = 1  # of what: 0 to 1", "x: float = 1 # of what: 0 to 1 (quick:0.1)"])
def test_the_kind_is_that_of_the_line_and_not_of_its_value(line: str):
    assert checked(declared(line)["x"], "0.5") == 0.5
    with pytest.raises(RefusedError, match=r"^x='1\.5': allowed is 0 to 1$"):
        checked(declared(line)["x"], "1.5")


def test_a_value_for_fast_runs_is_held_to_its_range_too():
    with pytest.raises(RefusedError, match=r"^x=99: allowed is 0 to 9$"):
        chosen(declared("x: int = 5  # of what: 0 to 9 (quick: 99)"), ["quick"])


# --- values ---

ALLOWED = {
    "games": [100, 1_000_000],
    "level": [0.5, 0.999],
    "number": ["0.650"],
    "game": ["5,3,4:raven=40:picks=2:colours=2,1,1:baskets=2:ravens=1", Game((3, 1))],
    "strategy": ["slowest", from_function("mine", lambda fruits: 0)],
    "players": ["max, worst", ("max", from_function("mine", lambda fruits: 0))],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, each in ALLOWED.items() for value in each])
def test_what_is_allowed_stays_as_it_is(name: str, value: object):
    names = notebook(**{name: value})
    check_parameters(names)
    assert names == notebook(**{name: value})


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("games", "1e5", 100_000),
        ("games", "1_000", 1_000),
        ("level", 0.5, 0.5),
        ("seed", str(2**128 + 1), 2**128 + 1),  # which no float holds
    ],
)
def test_a_value_as_papermill_or_a_shell_hands_it_over_gets_its_type(name: str, given: object, value: object):
    names = notebook(**{name: given})
    check_parameters(names)
    assert names[name] == value == checked(declared(CELL)[name], given)
    assert type(names[name]) is type(value)


REFUSED = {
    "games": [99, 1_000_001, 100.5, "many", float("inf")],
    "level": [float("nan"), "1e999999999", True],
    "number": [0.65],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, each in REFUSED.items() for value in each])
def test_what_is_not_allowed_is_refused_in_one_line(name: str, value: object):
    each = declared(CELL)[name]
    said = f"{name}={value!r}: allowed is {each.allowed or 'any text, by papermill with -r'}"
    with pytest.raises(RefusedError, match=f"^{re.escape(said)}$"):
        check_parameters(notebook(**{name: value}))


def test_a_refusal_names_every_value_and_shows_no_calls_in_a_notebook():
    with pytest.raises(RefusedError, match=r"^games=99: .+; level=0\.1: .+$") as refused:
        check_parameters(notebook(games=99, level=0.1))
    shell = InteractiveShell.instance()
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        shell.showtraceback((RefusedError, refused.value, refused.tb))
    assert shown.getvalue() == f"RefusedError: {refused.value}\n"


# --- the cells of a running notebook ---


def test_a_strategy_of_ones_own_may_be_made_in_the_cell():
    mine = 'def mine(fruits):\n    return 0\n\n\nstrategy: str = from_function("mine", mine)  # ours: a strategy'
    names = notebook(mine, strategy=from_function("mine", lambda fruits: 0))
    check_parameters(names)
    with pytest.raises(RefusedError, match="strategy must be one of"):
        check_parameters(notebook(mine, strategy="mine"))


def test_a_name_that_papermill_was_given_and_no_line_has_is_refused():
    check_parameters(notebook("# Parameters\ngames = 200\n", games=200))
    with pytest.raises(RefusedError, match=r"^unknown parameter 'gmaes': allowed are games, .*; level=2: "):
        check_parameters(notebook("# Parameters\ngmaes = 200\nlevel = 2\n", gmaes=200, level=2))


def test_a_page_says_which_of_its_values_are_not_the_committed_ones_and_no_more(monkeypatch, capsys):
    cells = nbformat.read(ROOT / "notebooks/4-basket-pick.ipynb", as_version=4).cells
    lines = next(each.source for each in cells if "parameters" in each.metadata.get("tags", ()))
    committed = {"In": ["", lines, ""]} | {name: each.value for name, each in declared(lines).items()}
    check_parameters(committed, "4-basket-pick")
    assert capsys.readouterr().out == ""
    for folder in (ROOT, ROOT / "none"):  # in a browser there is no checkout: it is beside the page
        monkeypatch.setattr("orchard.pages.checks.CHECKOUT", folder)
        monkeypatch.chdir(ROOT / "notebooks")
        check_parameters(committed | {"game": Game((5, 3), 4)}, "4-basket-pick")
        assert capsys.readouterr().out == "You changed game from first-orchard to 5,3:raven=4.\n"


def test_a_parameter_that_is_misspelt_in_its_cell_is_not_that_of_an_earlier_run():
    cells = nbformat.read(ROOT / "notebooks/4-basket-pick.ipynb", as_version=4).cells
    lines = next(each.source for each in cells if "parameters" in each.metadata.get("tags", ()))
    misspelt = lines.replace("game: str", "gmae: str")
    again = {"In": ["", lines, misspelt, ""]} | {name: each.value for name, each in declared(lines).items()}
    with pytest.raises(RefusedError, match=r"^game is no longer in the cell of parameters, which has gmae, players$"):
        check_parameters(again | {"gmae": "5,3"}, "4-basket-pick")
