"""A notebook as a document: what a run starts from, what it leaves, and what shows that it was not whole."""

import copy
import subprocess
import textwrap
from collections.abc import Mapping
from pathlib import Path

import nbformat
from nbconvert.preprocessors import CoalesceStreamsPreprocessor
from nbformat import NotebookNode
from parameters import RefusedError, has_tag, position

WIDGET, PICTURE = "application/vnd.jupyter.widget-view+json", "image/png"
INJECTED = "injected-parameters"  # papermill's tag for the cell of overriding values


def loaded(path: Path) -> NotebookNode:
    """A notebook from its file."""
    try:
        return nbformat.read(path, as_version=4)
    except Exception as error:  # nbformat lets many kinds through
        raise RefusedError(f"not a notebook: {one_line(error)}") from None


def committed(path: Path) -> NotebookNode | None:
    """The notebook as git's last commit has it; None where there is no git, or the notebook is new."""
    try:
        words = ["git", "show", f"HEAD:./{path.name}"]
        return nbformat.reads(subprocess.check_output(words, cwd=path.parent, stderr=subprocess.DEVNULL), as_version=4)
    except (OSError, subprocess.CalledProcessError):
        return None


def prepared(notebook: NotebookNode, values: Mapping[str, object]) -> NotebookNode:
    """The notebook without outputs or any trace of earlier runs, `values` injected after its parameters."""
    result = copy.deepcopy(notebook)
    result.cells = [cell for cell in result.cells if not has_tag(cell, INJECTED)]
    for part in (result, *result.cells):
        for trace in ("papermill", "execution", "widgets"):
            part.metadata.pop(trace, None)
        if part.get("cell_type") == "code":
            part.update(outputs=[], execution_count=None)
    result.metadata["language_info"] = {"name": "python"}
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
            for picture in (output for output in outputs if PICTURE in output.get("data", {})):
                if "<iframe" in picture.data.get("text/html", ""):  # the board: alive where code runs, else a picture
                    del picture.data["text/html"]
                picture.metadata[PICTURE] = {**picture.metadata.get(PICTURE, {}), **told}
            cell.update(outputs=outputs, execution_count=done.execution_count)
    return CoalesceStreamsPreprocessor().preprocess(result, {})[0]


def one_line(problem: object) -> str:
    """A problem on one line of readable length."""
    return textwrap.shorten(str(problem) or type(problem).__name__, 200)


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
