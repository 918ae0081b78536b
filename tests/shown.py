"""What is committed of a page: its tables of results, what its cells printed, and the test that holds what it says."""

from pathlib import Path

import nbformat
import pandas as pd
from nbformat import NotebookNode

from orchard.pages.parameters import Parameter, declared

ROOT = Path(__file__).resolve().parents[1]


def results(name: str) -> pd.DataFrame:
    """A table of `data/results`, by the name without `.csv`; its first column is the index."""
    return pd.read_csv(ROOT / "data" / "results" / f"{name}.csv", index_col=0)


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    """The cells that a run executes."""
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]


def tagged(notebook: NotebookNode, tag: str) -> list[NotebookNode]:
    """The cells that carry a tag."""
    return [cell for cell in notebook.cells if tag in cell.metadata.get("tags", ())]


def parameters(notebook: NotebookNode) -> dict[str, Parameter]:
    """What its one cell of parameters declares, by name."""
    (cell,) = tagged(notebook, "parameters")
    return declared(cell.source)


def outputs(page: str) -> str:
    """All that the cells of a page printed, as text, one output after the other."""
    notebook = nbformat.read(ROOT / "notebooks" / f"{page}.ipynb", as_version=4)
    printed = [output for cell in code_cells(notebook) for output in cell.outputs]
    return "\n".join(output.get("text") or output.get("data", {}).get("text/plain", "") for output in printed)
