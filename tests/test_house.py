"""The house: which module may know which, one name for one thing, and what a newcomer sees first.

The picture, as CONTRIBUTING.md draws it: arrows point one way, methods that are held against each other know nothing of
each other, and what draws or is played with is imported by notebooks, command line and site alone.
"""

import ast
import pydoc
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import orchard

ROOT = Path(__file__).resolve().parents[1]
HOUSE = ROOT / "orchard"
FILES = sorted(HOUSE.rglob("*.py"))
TREES = {path.relative_to(HOUSE).with_suffix("").as_posix(): ast.parse(path.read_text()) for path in FILES}
ROOMS = {name.partition("/")[0] for name in TREES} - {"__init__", "__main__"}  # a module or a folder each

# What each room may import of the others. Nobody may import what is not listed here.
GAME = {"arguments", "rules", "strategies"}
TABLES = GAME | {"states", "transitions"}
MAY_IMPORT = {
    "arguments": set(),
    "rules": {"arguments"},
    "strategies": {"arguments", "rules"},
    "states": {"arguments"},
    "transitions": GAME | {"states"},
    "clocks": {"rules", "transitions"},
    "statistics": {"arguments"},
    "solver": TABLES,
    "markov": TABLES,
    "simulator": TABLES | {"clocks", "statistics"},
    "judges": GAME,
    "lengths": TABLES | {"clocks"},
    "endings": {"markov"},
    "landscape": GAME | {"states", "solver"},
    "large": {"arguments"},
    "loaded": {"rules", "states"},
    "session": {"arguments", "rules", "solver"},
    "printed": GAME | {"solver", "markov", "statistics"},
    "output": {"arguments"},
    "cli": GAME | {"solver", "markov", "simulator", "lengths"},
    "plots": {"rules", "strategies"},
    "explorer": TABLES | {"solver", "simulator", "lengths", "landscape", "session", "plots"},
}
SHOWING = {"cli", "plots", "explorer"}  # for people: nothing that computes knows of them
METHODS = ("solver", "markov", "simulator")
JUDGES = {"judges/forward", "judges/prism", "simulator/algorithm"}  # Algorithm 1 lives with the games it is told by


def imports(tree: ast.AST) -> Iterator[str]:
    """The dotted names that a piece of code imports."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names, 0):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.ImportFrom():
                raise AssertionError("imports are written in full: from orchard.rules import Game")


@cache
def imported_files(name: str) -> set[str]:
    """The files of the package that a file imports: `from orchard.printed import replayed` is printed/replayed."""
    dotted = {found.removeprefix("orchard.").replace(".", "/") for found in imports(TREES[name]) if "orchard." in found}
    files = {path if path in TREES or f"{path}/__init__" in TREES else path.rpartition("/")[0] for path in dotted}
    return {path if path in TREES else f"{path}/__init__" for path in files}


def imported_rooms(room: str) -> set[str]:
    """The other rooms that the files of a room import."""
    files = [name for name in TREES if name.partition("/")[0] == room]
    return {used.partition("/")[0] for name in files for used in imported_files(name)} - {room}


@cache
def reach(name: str) -> set[str]:
    """A file and all those that it needs, directly or through others."""
    seen, left = set(), {name}
    while left:
        seen |= left
        left = set().union(*map(imported_files, left)) - seen
    return seen


# --- the import picture ---


def test_the_house_has_no_other_rooms():
    assert set(MAY_IMPORT) >= ROOMS


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_room_knows_those_below_it_alone(room: str):
    assert imported_rooms(room) <= MAY_IMPORT[room]


def test_the_picture_itself_has_no_circle():
    left = dict(MAY_IMPORT)
    while free := [room for room, used in left.items() if not used & set(left)]:
        for room in free:
            del left[room]
    assert left == {}


def test_no_file_needs_itself():
    assert [name for name in TREES if name in set().union(*map(reach, imported_files(name)))] == []


@pytest.mark.parametrize("room", sorted(ROOMS - SHOWING))
def test_what_computes_knows_nothing_of_what_shows(room: str):
    assert not imported_rooms(room) & SHOWING


@pytest.mark.parametrize(("one", "other"), list(combinations(METHODS, 2)))
def test_methods_never_import_each_other(one: str, other: str):
    assert other not in imported_rooms(one)
    assert one not in imported_rooms(other)


@pytest.mark.parametrize("judge", sorted(JUDGES))
def test_a_judge_shares_with_the_methods_the_rules_and_strategies_alone(judge: str):
    assert reach(judge) - {judge} <= GAME, "or its agreement is no evidence"


def test_the_literal_oracle_of_the_tests_shares_no_more():
    code = ast.parse((ROOT / "tests" / "literal.py").read_text())
    used = {name.split(".")[1] for name in imports(code) if name.startswith("orchard.")}
    assert used <= {"rules", "strategies", "Best", "Game", "State", "pick", "turn"}


def test_inside_nobody_comes_through_the_front_door():
    assert [name for name in TREES if "__init__" in imported_files(name)] == []


# --- one name for one thing ---


def names_of(tree: ast.Module, *kinds: type[ast.stmt]) -> set[str]:
    """The public names that a module defines by such statements."""
    named = {node.name for node in tree.body if isinstance(node, kinds) and hasattr(node, "name")}
    assigned = [node for node in tree.body if isinstance(node, kinds) and not hasattr(node, "name")]
    targets = [target for node in assigned for target in getattr(node, "targets", None) or [node.target]]
    named |= {leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name)}
    return {name for name in named if not name.startswith("_")}


def twice(*kinds: type[ast.stmt]) -> list[str]:
    """The names that two modules define."""
    defined = Counter(name for tree in TREES.values() for name in names_of(tree, *kinds))
    return [name for name, times in defined.items() if times > 1]


def test_no_two_public_functions_classes_or_constants_have_the_same_name():
    assert twice(ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign) == []


def test_no_two_files_have_the_same_name():
    """A file of plots is named after the topic that it draws, which may be a module's."""
    files = [name.rpartition("/")[2] for name in TREES if not name.startswith("plots/")]
    assert [name for name, times in Counter(files).items() if times > 1 and name != "__init__"] == []


def strings_of_tables(tree: ast.Module) -> Iterator[tuple]:
    """The displays of several plain values that a module holds at its top: what is there to be copied."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Tuple | ast.List | ast.Dict):
            parts = getattr(node.value, "elts", None) or node.value.values
            values = tuple(part.value for part in parts if isinstance(part, ast.Constant))
            if len(values) > 2 and len(values) == len(parts):
                yield values


def test_no_table_of_values_is_written_twice():
    found = Counter(values for tree in TREES.values() for values in set(strings_of_tables(tree)))
    assert [values for values, times in found.items() if times > 1] == []


@pytest.mark.parametrize("name", sorted(TREES))
def test_nothing_is_private_to_another_module(name: str):
    inner = [
        found for found in imports(TREES[name]) if "orchard." in found and found.rpartition(".")[2].startswith("_")
    ]
    assert inner == []


@pytest.mark.parametrize("name", sorted(name for name in TREES if name.startswith(("plots/", "explorer/"))))
def test_a_new_edition_or_strategy_has_a_name_and_a_colour_in_every_picture(name: str):
    code = (HOUSE / f"{name}.py").read_text()
    assert re.findall(r"(?:EDITION|STRATEGY)_[A-Z]+\[(?!\")", code) == [], "ask edition_name, strategy_colour, ..."


# --- what a newcomer sees first ---


def test_a_star_import_gives_the_public_names():
    given: dict[str, object] = {}
    exec("from orchard import *", given)  # the one way to see what it gives
    assert set(given) - {"__builtins__"} == set(orchard.__all__)
    assert len(set(orchard.__all__)) == len(orchard.__all__)


@pytest.mark.parametrize("name", orchard.__all__)
def test_each_public_name_says_what_it_is(name: str):
    in_the_map = f"`{name}`" in orchard.__doc__
    assert in_the_map or ast.get_docstring(definition(name))


def definition(name: str) -> ast.AST:
    """Where the package defines a function or class."""
    nodes = (node for tree in TREES.values() for node in tree.body)
    return next(node for node in nodes if getattr(node, "name", None) == name)


def test_help_is_the_map():
    shown = pydoc.plain(pydoc.render_doc(orchard))
    assert "rules -> strategies -> states -> transitions -> { solver | markov | simulator }" in shown
    asked = re.findall(r"`(\w+)`", orchard.__doc__)
    rooms = {name for name in asked if name in ROOMS}
    assert {name for name in asked if name not in rooms and not hasattr(orchard, name)} == set()


@pytest.mark.parametrize("name", sorted(TREES))
def test_every_file_begins_with_what_it_is(name: str):
    first = ast.get_docstring(TREES[name]).partition("\n\n")[0]
    assert first.endswith((".", ":"))


def test_the_map_for_newcomers_names_every_room():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    assert {room for room in ROOMS if not re.search(rf"\b{room}\b", text)} == set()


def test_contributing_names_nothing_that_is_not_there():
    text = re.sub(r"```.*?```", "", (ROOT / "CONTRIBUTING.md").read_text(), flags=re.S)
    files = set(re.findall(r"`([\w/-]+\.py)`", text))
    assert {
        file for file in files if not any((ROOT / above / file).exists() for above in ("", "orchard", "orchard/plots"))
    } == set()
    code = [path.read_text() for folder in ("orchard", "tests", "tools") for path in (ROOT / folder).rglob("*.py")]
    known = set(re.findall(r"\w+", " ".join(code)))
    named = set(re.findall(r"`([A-Za-z_][\w.]*)(?:\(\w*\))?`", text))
    assert {name for name in named if not known >= set(name.split("."))} == set()
