"""The shape of the notebooks: what a reader finds in each of them, and where."""

import ast
import re
from itertools import pairwise

import nbformat
import pytest
from nbformat import NotebookNode

from orchard.pages.parameters import checked
from tests.shown import ROOT, code_cells, parameters, tagged

PATHS = {path.stem: path for path in sorted((ROOT / "notebooks").glob("*.ipynb"))}
PAGES = {name: nbformat.read(path, as_version=4) for name, path in PATHS.items()}
FOLDERS = r"(?<![\w.:/-])(?:/(?:home|Users|root|tmp|usr|opt|var|private|mnt|work)/|[A-Z]:\\\\)"
pages = pytest.mark.parametrize("name", PAGES)


def code(name: str) -> str:
    """All code, without IPython's magics."""
    joined = "\n".join(cell.source for cell in code_cells(PAGES[name]))
    return re.sub(r"^\s*[%!].*$", "", joined, flags=re.M)


def imports_something(cell: NotebookNode) -> bool:
    return bool(re.search(r"^\s*(import|from) ", cell.source, flags=re.M))


# --- a question, its answer, its parameters ---


@pages
def test_one_cell_holds_the_parameters_and_one_all_imports(name: str):
    assert parameters(PAGES[name])
    assert sum(map(imports_something, code_cells(PAGES[name]))) == 1


@pages
def test_each_parameter_says_what_is_allowed_and_the_page_holds_it_there(name: str):
    known = parameters(PAGES[name])
    assert [each.name for each in known.values() if not each.allowed and not isinstance(each.value, str)] == []
    assert [checked(each, each.value) for each in known.values()] == [each.value for each in known.values()]
    assert [checked(each, each.quick) for each in known.values()] == [each.quick for each in known.values()]
    cells = code_cells(PAGES[name])
    following = next(after for before, after in pairwise(cells) if before in tagged(PAGES[name], "parameters"))
    assert f'check_parameters(globals(), "{name}")' in following.source


# --- what is folded ---


@pages
def test_nothing_is_folded_but_imports_and_checks(name: str):
    """By the marks of the site and of JupyterLab; what is in sight is read at a glance, the answer before all else."""
    page = PAGES[name]
    folded = [*tagged(page, "imports"), *tagged(page, "checks")]
    assert tagged(page, "hide-input") == folded
    assert [cell for cell in page.cells if cell.metadata.get("jupyter", {}).get("source_hidden")] == folded
    seen = [cell for cell in code_cells(page) if cell not in folded]
    assert [line for cell in code_cells(page) for line in cell.source.splitlines() if len(line) > 88] == []
    assert max(len(cell.source.splitlines()) for cell in code_cells(page)) <= 15
    assert [seen[0], seen[1]] == [tagged(page, "parameters")[0], tagged(page, "answer")[0]]


# --- pictures and tables ---


@pages
def test_a_picture_is_told_to_those_who_do_not_see_it(name: str):
    """In cell and output alike."""
    shown = [(cell, output) for cell in code_cells(PAGES[name]) for output in cell.outputs if "data" in output]
    drawn = [(cell, output, kind) for cell, output in shown for kind in output.data if kind.startswith("image/")]
    assert drawn
    for cell, output, kind in drawn:
        told = cell.metadata.mystnb.image.alt
        assert told
        assert output.metadata[kind].alt == told


def saved_names(name: str) -> list[str]:
    """The names of the figures and tables that a notebook saves."""
    calls = (node for node in ast.walk(ast.parse(code(name))) if isinstance(node, ast.Call))
    saved = {"save_drawing", "save_figure", "save_table", "show_table"}
    saving = [call for call in calls if ast.unparse(call.func).rpartition(".")[2] in saved]
    return [call.args[1].value for call in saving]


def test_what_is_committed_is_saved_by_a_notebook():
    """So that a figure goes with the cell that drew it."""
    saved = {each for name in PAGES for each in saved_names(name)}
    committed = {path.stem for folder in ("data/results", "figures") for path in (ROOT / folder).glob("*.*")}
    assert committed - saved == set()


# --- outputs ---


@pages
def test_every_cell_was_executed_in_order_without_error(name: str):
    executed = code_cells(PAGES[name])
    assert [cell.execution_count for cell in executed] == list(range(1, len(executed) + 1))
    assert [output for cell in executed for output in cell.outputs if output.output_type == "error"] == []


@pages
def test_nothing_depends_on_one_machine(name: str):
    assert re.findall(r"sys\.path|pip3? install", code(name)) == []
    written = PATHS[name].read_text(encoding="utf-8")
    assert re.findall(FOLDERS, written) == []
    assert str(ROOT) not in written
