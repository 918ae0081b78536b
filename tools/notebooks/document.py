"""A notebook as a document: what a run starts from, what it leaves, and what shows that it was not whole."""

import copy
import subprocess
import textwrap
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import nbformat
from nbconvert.preprocessors import CoalesceStreamsPreprocessor
from nbformat import NotebookNode
from parameters import has_tag, parameters, position

from orchard.pages.parameters import Parameter, RefusedError

WIDGET, PICTURES = "application/vnd.jupyter.widget-view+json", ("image/png", "image/svg+xml")
INJECTED = "injected-parameters"  # papermill's tag for the cell of overriding values


def loaded(path: Path) -> NotebookNode:
    """A notebook from its file."""
    try:
        return nbformat.read(path, as_version=4)
    except Exception as error:  # nbformat lets many kinds through
        raise RefusedError(f"not a notebook: {one_line(error)}") from None


def committed(path: Path, notebook: NotebookNode) -> dict[str, str]:
    """The parameters, as text, that the results beside a notebook were made with; empty if the notebook is new.

    Git's last commit has them. Where git has none to show, in an unpacked ZIP or in a folder of somebody else, the
    notebook does: a run leaves its values in the metadata.
    """
    try:
        last = nbformat.reads(git(path, "show", f"HEAD:./{path.name}"), as_version=4)
    except (OSError, subprocess.CalledProcessError):
        record = notebook.metadata.get("orchard", {}).get("parameters", {})
        if not record and not is_repository(path):
            raise RefusedError(
                "neither git nor the notebook tells which values are committed: run it in a clone, or with PARAMS, "
                "whose results go to build/tweaked"
            ) from None
        return dict(record)
    return as_text(parameters(last))


def is_repository(path: Path) -> bool:
    """Whether git can be asked about a file."""
    try:
        return git(path, "rev-parse", "--is-inside-work-tree").strip() == "true"
    except (OSError, subprocess.CalledProcessError):
        return False


def git(path: Path, *words: str) -> str:
    """What git says beside a file."""
    return subprocess.check_output(["git", *words], cwd=path.parent, stderr=subprocess.DEVNULL, encoding="utf-8")


def as_text(known: Mapping[str, Parameter]) -> dict[str, str]:
    """The values of parameters as Python writes them."""
    return {name: repr(each.value) for name, each in known.items()}


def prepared(notebook: NotebookNode, values: Mapping[str, object]) -> NotebookNode:
    """The notebook without outputs or any trace of earlier runs, `values` injected after its parameters."""
    result = copy.deepcopy(notebook)
    result.cells = [cell for cell in result.cells if not has_tag(cell, INJECTED)]
    for part in (result, *result.cells):
        for trace in ("papermill", "execution", "widgets"):
            part.metadata.pop(trace, None)
        if part.get("cell_type") == "code":
            part.update(outputs=[], execution_count=None)
    result.metadata["language_info"] = {"name": "python", "file_extension": ".py"}
    if values:
        source = "\n".join(["# Parameters", *(f"{name} = {value!r}" for name, value in values.items())])
        cell = nbformat.v4.new_code_cell(source, id=INJECTED, metadata={"tags": [INJECTED]})
        result.cells.insert(position(result) + 1, cell)
    return result


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    """The cells that a run must have executed."""
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]


def finished(source: NotebookNode, executed: NotebookNode) -> NotebookNode:
    """`source` with the outputs of `executed` and nothing else of it, its chunked streams merged.

    Widgets are left out: without the kernel they are dead, and their names are new every run. So are pages in a frame,
    in favour of their pictures, since GitHub shows no frame. Pictures carry the alternative text of their cell, where
    nbconvert and MyST-NB look for it.
    """
    result = copy.deepcopy(source)
    for cell, done in zip(result.cells, executed.cells, strict=True):
        if cell.cell_type == "code":
            outputs = [output for output in done.outputs if WIDGET not in output.get("data", {})]
            told = cell.metadata.get("mystnb", {}).get("image", {})
            for output, kind in product(outputs, PICTURES):
                if kind not in output.get("data", {}):
                    continue
                if "<iframe" in output.data.get("text/html", ""):  # the board: alive where code runs, else a picture
                    del output.data["text/html"]
                output.metadata[kind] = {**output.metadata.get(kind, {}), **told}
            cell.update(outputs=outputs, execution_count=done.execution_count)
    result.metadata["orchard"] = {"parameters": as_text(parameters(source))}
    return CoalesceStreamsPreprocessor().preprocess(result, {})[0]


def one_line(problem: object) -> str:
    """A problem on one line of readable length: its beginning, and its end, where the hint stands."""
    words = " ".join(str(problem).split()) or type(problem).__name__
    return words if len(words) <= 200 else f"{words[:100].rpartition(' ')[0]} […] {words[-90:].partition(' ')[2]}"


def label(cell: NotebookNode) -> str:
    """A cell as one finds it again: its prompt and its first line."""
    first_line = textwrap.shorten(cell.source.strip().partition("\n")[0], 60)
    return f"cell In [{cell.execution_count or ' '}] `{first_line}`"


def unsound(notebook: NotebookNode) -> str:
    """What shows that a notebook was not executed from top to bottom without an error; empty if nothing does.

    papermill itself is content with `sys.exit(0)` half way, which leaves the later cells unrun.
    """
    for number, cell in enumerate(code_cells(notebook), 1):
        for error in (output for output in cell.outputs if output.output_type == "error"):
            return one_line(f"{label(cell)}: {error.ename}: {error.evalue}")
        if cell.execution_count != number:
            return f"{label(cell)} was not executed in its turn"
    return ""
