"""The shape of the notebooks: what a reader finds in each of them, and where."""

import ast
import json
import re
import statistics
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from parameters import parameters

ROOT = Path(__file__).resolve().parents[1]
PAGES = {path.stem: nbformat.read(path, as_version=4) for path in sorted((ROOT / "notebooks").glob("*.ipynb"))}
ESSAYS = [name for name in PAGES if name != "explore"]  # the interactive board claims nothing to be checked
FOLDERS = r"(?<![\w.:/-])(?:/(?:home|Users|root|tmp|usr|opt|var|private|mnt|work)/|[A-Z]:\\\\)"
essays = pytest.mark.parametrize("name", ESSAYS)
pages = pytest.mark.parametrize("name", PAGES)


def cells(name: str, kind: str) -> list[NotebookNode]:
    """The cells of a kind."""
    return [cell for cell in PAGES[name].cells if cell.cell_type == kind]


def code(name: str) -> str:
    """All code, without IPython's magics."""
    text = "\n".join(cell.source for cell in cells(name, "code"))
    return re.sub(r"^\s*[%!].*$", "", text, flags=re.M)


def code_lines(source: str) -> int:
    """The lines of a cell that hold something."""
    return sum(bool(line.strip()) for line in source.splitlines())


def imports_something(cell: NotebookNode) -> bool:
    return bool(re.search(r"^\s*(import|from) ", cell.source, flags=re.M))


def section(name: str, heading: str) -> str:
    """The text of the section with that heading, to the next one."""
    text = "\n".join(cell.source for cell in PAGES[name].cells)
    _, found, rest = text.partition(f"\n## {heading}")
    assert found, f"no section {heading}"
    return rest.partition("\n## ")[0]


def shows_image(cell: NotebookNode) -> bool:
    """Whether an output of the cell is a picture."""
    return any(kind.startswith("image/") for output in cell.outputs for kind in output.get("data", {}))


# --- a question, its answer, its parameters ---


def test_each_number_is_one_notebooks_own():
    numbers = [name.partition("-")[0] for name in PAGES if name[0].isdigit()]
    assert len(set(numbers)) == len(numbers)


@pages
def test_the_title_is_a_question(name: str):
    first = PAGES[name].cells[0]
    title = first.source.partition("\n")[0]
    assert (first.cell_type, title[:2], title[-1:]) == ("markdown", "# ", "?")


@pages
def test_the_answer_follows_in_bold(name: str):
    answer = PAGES[name].cells[0].source.partition("\n")[2].strip()
    assert answer.startswith("**")
    assert answer.count("**") >= 2


@pages
def test_one_cell_holds_the_parameters(name: str):
    assert parameters(PAGES[name])


@pages
def test_one_cell_holds_all_imports(name: str):
    assert sum(map(imports_something, cells(name, "code"))) == 1


@essays
def test_checks_repeat_the_headline_numbers(name: str):
    assert len(re.findall(r"^\s*assert ", section(name, "Checks"), flags=re.M)) >= 3


@essays
def test_the_last_section_is_for_the_reader_to_try(name: str):
    headings = [line for cell in cells(name, "markdown") for line in cell.source.splitlines() if line[:3] == "## "]
    assert headings[-1] in {"## Exercises", "## Try it"}


# --- prose leads ---


@pages
def test_cells_are_short(name: str):
    lengths = [code_lines(cell.source) for cell in cells(name, "code") if not imports_something(cell)]
    assert statistics.median(lengths) <= 6
    assert max(lengths) <= 15


@pages
def test_there_are_more_words_than_code(name: str):
    words = {kind: sum(len(cell.source.split()) for cell in cells(name, kind)) for kind in ("markdown", "code")}
    assert words["markdown"] > words["code"]


# --- pictures and tables ---


@pages
def test_a_picture_is_told_to_those_who_do_not_see_it(name: str):
    alone = [
        cell.source.partition("\n")[0]
        for cell in cells(name, "code")
        if shows_image(cell) and not cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "").strip()
    ]
    assert alone == [], "metadata of these cells: mystnb, image, alt"


def saved_names(name: str) -> list[str]:
    """The names of the figures and tables that a notebook saves."""
    calls = (node for node in ast.walk(ast.parse(code(name))) if isinstance(node, ast.Call))
    saving = [call for call in calls if getattr(call.func, "id", None) in {"save_figure", "save_table"}]
    return [call.args[1].value for call in saving]


@pages
def test_what_is_saved_begins_with_the_notebooks_number(name: str):
    prefix = name.partition("-")[0] + "-"
    assert [saved for saved in saved_names(name) if not saved.startswith(prefix)] == []


def test_what_is_committed_is_saved_by_a_notebook():
    """So that a figure goes with the cell that drew it."""
    saved = {each for name in PAGES for each in saved_names(name)}
    committed = {path.stem for folder in ("data/results", "figures") for path in (ROOT / folder).glob("*.*")}
    assert committed - saved == set()


# --- outputs ---


@pages
def test_every_cell_was_executed_in_order_without_error(name: str):
    executed = cells(name, "code")
    assert [cell.execution_count for cell in executed] == list(range(1, len(executed) + 1))
    assert [output for cell in executed for output in cell.outputs if output.output_type == "error"] == []


@pages
def test_nothing_depends_on_one_machine(name: str):
    written = json.dumps(PAGES[name].cells)
    assert re.findall(r"sys\.path|pip3? install", code(name)) == []
    assert re.findall(FOLDERS, written) == []
    assert str(ROOT) not in written


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_file_is_small(path: Path):
    assert path.stat().st_size < 1_000_000
