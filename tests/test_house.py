"""The house: which module may know which, and what a newcomer sees first.

The picture, as CONTRIBUTING.md draws it: arrows point one way, methods that are held against each other know nothing of
each other, and what draws or is played with is imported by notebooks, command line and site alone.
"""

import ast
import doctest
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import orchard

ROOT = Path(__file__).resolve().parents[1]
HOUSE = ROOT / "orchard"
CONTRIBUTING = "".join((ROOT / ".github" / name).read_text() for name in ("CONTRIBUTING.md", "RECIPES.md"))
FILES = {path.relative_to(HOUSE).with_suffix("").as_posix(): path.read_text() for path in HOUSE.rglob("*.py")}
TREES = {name: ast.parse(code) for name, code in sorted(FILES.items())}
ROOMS = {name.partition("/")[0] for name in TREES} - {"__init__", "__main__"}  # a module or a folder each

# What each room may import of the others. Nobody may import what is not listed here.
GAME = {"arguments", "rules", "strategies"}
STATES = GAME | {"states"}
MAY_IMPORT = {
    "arguments": set(),
    "rules": {"arguments"},
    "strategies": {"arguments", "rules"},
    "states": {"arguments"},
    "ways": STATES,
    "statistics": {"arguments"},
    "solver": STATES,
    "markov": STATES | {"ways"},
    "simulator": STATES | {"ways", "statistics"},
    "judges": GAME,
    "cli": GAME | {"solver", "simulator", "pages"},
    "pages": GAME | {"states", "solver", "markov", "simulator", "statistics"},
}
SHOWING = {"cli", "pages"}  # for people: nothing that computes knows of them
METHODS = {"solver", "markov", "simulator"}
JUDGES = {"judges/forward", "simulator/algorithm"}  # Algorithm 1 lives with the games it is told by


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
    """The files of the package that a file imports: `from orchard.judges import forward` is judges/forward."""
    dotted = {found.removeprefix("orchard.").replace(".", "/") for found in imports(TREES[name]) if "orchard." in found}
    files = {path if path in TREES or f"{path}/__init__" in TREES else path.rpartition("/")[0] for path in dotted}
    return {path if path in TREES else f"{path}/__init__" for path in files}


def imported_rooms(room: str) -> set[str]:
    """The other rooms that the files of a room import."""
    files = [name for name in TREES if name.partition("/")[0] == room]
    return {used.partition("/")[0] for name in files for used in imported_files(name)} - {room}


def reach(name: str) -> set[str]:
    """A file and all those that it needs, directly or through others."""
    return {name}.union(*map(reach, imported_files(name)))


# --- the import picture ---


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_room_knows_those_below_it_alone(room: str):
    assert imported_rooms(room) <= MAY_IMPORT[room]


def test_the_picture_has_no_circle():
    TopologicalSorter(MAY_IMPORT).prepare()
    TopologicalSorter({name: imported_files(name) for name in TREES}).prepare()


def test_in_the_picture_methods_do_not_know_each_other_nor_what_shows():
    assert [room for room in METHODS if MAY_IMPORT[room] & METHODS] == []
    assert "ways" not in MAY_IMPORT["solver"]
    assert "solver" not in MAY_IMPORT["ways"]
    assert [room for room in ROOMS - SHOWING if MAY_IMPORT[room] & SHOWING] == []


@pytest.mark.parametrize("judge", sorted(JUDGES))
def test_a_judge_shares_with_the_methods_the_rules_and_strategies_alone(judge: str):
    assert reach(judge) - {judge} <= GAME, "or its agreement is no evidence"


@pytest.mark.parametrize("judge", ["tests/literal.py", "tools/prism.py"])
def test_judges_outside_of_the_package_share_no_more(judge: str):
    code = ast.parse((ROOT / judge).read_text())
    used = {name.split(".")[1] for name in imports(code) if name.startswith("orchard.")}
    assert used <= {*GAME, "Best", "Game", "State", "pick", "turn"}


# --- what a newcomer sees first ---


PUBLIC = {name: getattr(orchard, name) for name in orchard.__all__ if callable(getattr(orchard, name))}
SHOWN_BY_WHAT_GIVES_THEM = {"AbsorbingChain", "Solution"}


@pytest.mark.parametrize("name", sorted(PUBLIC.keys() - SHOWN_BY_WHAT_GIVES_THEM))
def test_each_public_name_has_an_example_for_whoever_imports_public_names_alone(name: str):
    user = {each: getattr(orchard, each) for each in orchard.__all__}
    [example, *_] = doctest.DocTestFinder(recurse=False).find(PUBLIC[name], name, globs=user)
    assert doctest.DocTestRunner().run(example) == (0, len(example.examples))
    assert example.examples


def test_the_map_for_newcomers_names_every_room():
    assert {room for room in ROOMS if not re.search(rf"\b{room}\b", CONTRIBUTING)} == set()
