"""What holds for the repository as a whole: dependencies, lock, import picture, the notebooks' shape."""

import ast
import itertools
import json
import math
import re
import statistics
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from parameters import parameters

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "orchard").rglob("*.py"))
MODULES = sorted({path.relative_to(ROOT / "orchard").parts[0].removesuffix(".py") for path in FILES})
NOTEBOOKS = sorted((ROOT / "notebooks").glob("[0-9]*.ipynb"))
PAGES = sorted((ROOT / "notebooks").glob("*.ipynb"))  # with the interactive board, which claims nothing to be checked


# --- imports ---


def imports(tree: ast.Module) -> Iterator[str]:
    """The dotted names that a piece of code imports; `from . import x` counts as orchard.x."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names, level):
                source = ".".join(filter(None, ["orchard" if level else "", module]))
                inside = source == "orchard"
                yield from (f"orchard.{alias.name}" for alias in names) if inside else [source]


def module_code(name: str) -> str:
    """The source of a module, or of all the files of one that is a folder."""
    files = [ROOT / "orchard" / f"{name}.py", *(ROOT / "orchard" / name).rglob("*.py")]
    return "\n".join(path.read_text() for path in files if path.exists())


def module_imports(name: str) -> set[str]:
    """What a module imports of the package; `orchard.Game` is the package itself, not a module."""
    found = (name.split(".") for name in imports(ast.parse(module_code(name))))
    used = {parts[1] if parts[1:] else "__init__" for parts in found if parts[0] == "orchard"}
    return used - {name}


def notebook_code(path: Path) -> str:
    """All code of a notebook, without IPython's magics."""
    cells = nbformat.read(path, as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    return re.sub(r"^\s*[%!].*$", "", code, flags=re.M)


def reach(name: str) -> set[str]:
    """A module and all it needs, directly or through others."""
    return {name}.union(*(reach(used) for used in module_imports(name) if used in MODULES))


LOWEST = {"arguments"}  # checks of arguments, which know nothing of the game
GAME = LOWEST | {"rules", "strategies", "lattice", "statistics"}
METHODS = sorted({"solver", "markov", "simulator", "forward", "prism"} & set(MODULES))
OUTERMOST = {"plots", "explorer", "published"}
DRAWS = {"explorer": {"plots"}}  # the board is a notebook's: it draws
USERS = {"cli", "__main__"}  # the command line comes through the front door, as a notebook does
ALLOWED = {
    "arguments": set(),
    "rules": LOWEST,
    "strategies": LOWEST | {"rules"},
    "lattice": LOWEST | {"rules"},
}


@pytest.mark.parametrize("name", sorted(set(MODULES) - USERS))
def test_imports_point_one_way(name: str):
    used = module_imports(name)
    assert used <= ALLOWED.get(name, used)
    assert not used & (OUTERMOST | USERS) - DRAWS.get(name, set()), "only notebooks, and the command line, import these"
    assert used <= set(MODULES) - {"__init__"}, "modules import modules, not the package's front door"


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(METHODS, 2)))
def test_methods_share_the_description_of_the_game_only(one: str, other: str):
    assert reach(one) & reach(other) <= GAME, "or their agreement is no evidence"


def test_imports_are_acyclic():
    left = {name: module_imports(name) for name in MODULES}
    while free := [name for name, used in left.items() if not used & set(left)]:
        for name in free:
            del left[name]
    assert left == {}


# --- notebooks ---


def test_each_notebook_has_a_number_of_its_own():
    numbers = [path.name.partition("-")[0] for path in NOTEBOOKS]
    assert len(set(numbers)) == len(numbers)


@pytest.fixture(params=PAGES, ids=lambda path: path.stem)
def notebook(request: pytest.FixtureRequest) -> NotebookNode:
    return nbformat.read(request.param, as_version=4)


def sources(notebook: NotebookNode, kind: str) -> list[str]:
    """The texts of all cells of a kind."""
    return [cell.source for cell in notebook.cells if cell.cell_type == kind]


def code_lines(source: str) -> int:
    """The lines of a cell that hold something."""
    return sum(bool(line.strip()) for line in source.splitlines())


def prose_lines(source: str) -> int:
    """The lines of a text, wrapped at 100 characters."""
    return sum(math.ceil(len(line) / 100) for line in source.splitlines() if line.strip())


def test_the_title_is_a_question(notebook: NotebookNode):
    first = notebook.cells[0]
    title = first.source.partition("\n")[0]
    assert (first.cell_type, title[:2], title[-1:]) == ("markdown", "# ", "?")


def test_one_cell_holds_the_parameters(notebook: NotebookNode):
    assert parameters(notebook)


def test_one_cell_holds_all_imports(notebook: NotebookNode):
    code = sources(notebook, "code")
    assert sum(bool(re.search(r"^\s*(import|from) ", source, flags=re.M)) for source in code) == 1


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_checks_repeat_the_headline_numbers(path: Path):
    texts = [cell.source for cell in nbformat.read(path, as_version=4).cells]
    (start,) = (i for i, text in enumerate(texts) if re.match(r"## Checks\b", text))
    ends = (i for i, text in enumerate(texts) if i > start and text.startswith("## "))
    checks = "\n".join(texts[start : next(ends, None)])
    assert 3 <= len(re.findall(r"^\s*assert ", checks, flags=re.M)) <= 6


def test_prose_leads_and_cells_are_short(notebook: NotebookNode):
    code = [code_lines(source) for source in sources(notebook, "code")]
    assert statistics.median(code) <= 5
    assert max(code) <= 15
    assert sum(map(prose_lines, sources(notebook, "markdown"))) >= sum(code)


def test_functions_are_in_the_package(request: pytest.FixtureRequest, notebook: NotebookNode):
    tree = ast.parse(notebook_code(request.node.callspec.params["notebook"]))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert [f.name for f in functions if f.end_lineno - f.lineno >= 5] == []


def test_nothing_depends_on_one_machine(notebook: NotebookNode):
    code = "\n".join(sources(notebook, "code"))
    assert re.findall(r"sys\.path|pip3? install", code) == []
    folders = r"(?<![\w.:/-])(?:/(?:home|Users|root|tmp|usr|opt|var|private|mnt)/|[A-Z]:\\\\)"
    assert re.findall(folders, json.dumps(notebook.cells)) == []
    assert str(ROOT) not in json.dumps(notebook.cells)


def test_every_cell_was_executed_in_order_without_error(notebook: NotebookNode):
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert [o for cell in cells for o in cell.outputs if o.output_type == "error"] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_file_is_small(path: Path):
    assert path.stat().st_size < 500_000
