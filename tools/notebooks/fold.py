"""Says in the metadata of notebooks what the site and JupyterLab fold, and how much code is then in sight.

    python tools/notebooks/fold.py [notebooks/1-simulation.ipynb ...]

Nothing is executed, and nothing but metadata is changed. What is folded by hand stays so.
"""

import ast
import copy
import re
import sys
import tomllib
from pathlib import Path

import nbformat
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parents[2]
FOLDS = tomllib.loads((ROOT / "site" / "folds.toml").read_text(encoding="utf-8"))
TEXTS = set(FOLDS["text"])  # the pages whose code is all folded
FRAMED = set(FOLDS["framed"])  # those that fold imports and checks only, by hand
HEADING = re.compile(r"^## (.*)", flags=re.MULTILINE)
COLLAPSED = "jp-MarkdownHeadingCollapsed"  # JupyterLab's own mark


def has_tag(cell: NotebookNode, tag: str) -> bool:
    """Whether a cell carries a tag."""
    return tag in cell.metadata.get("tags", ())


def sections(notebook: NotebookNode) -> list[str]:
    """For each cell the heading that it stands under, or that it begins with."""
    heading, found = "", []
    for cell in notebook.cells:
        told = HEADING.findall(cell.source) if cell.cell_type == "markdown" else []
        found.append(told[0] if told and cell.source.startswith("## ") else heading)
        heading = told[-1] if told else heading
    return found


def is_aside(heading: str) -> bool:
    """Whether the section of this heading is folded as a whole."""
    return heading.startswith(tuple(FOLDS["sections"]))


def kind(cell: NotebookNode, heading: str) -> str:
    """The tag of a cell of code whose source is folded; empty for one that stays in sight."""
    if has_tag(cell, "parameters"):
        return "parameters"
    if heading == "Checks":
        return "checks"
    if re.match(r"(?:from|import) ", cell.source):
        return "" if cell.outputs else "imports"  # the board of `explore` is begun by hand
    if re.search(r"\bsave_figure\(|\bplt\.subplots\(", cell.source):
        return "" if re.search(r"^def ", cell.source, flags=re.MULTILINE) else "drawing"
    return "saving" if only_saves(cell.source) else ""


def only_saves(source: str) -> bool:
    """Whether each statement writes a table."""
    called = [getattr(getattr(node, "value", None), "func", None) for node in ast.parse(source).body]
    return bool(called) and {getattr(function, "id", "") for function in called} == {"save_table"}


def folded(notebook: NotebookNode, name: str) -> NotebookNode:
    """The notebook of this name with the metadata that fold it."""
    result = copy.deepcopy(notebook)
    if name in FRAMED:
        return result
    for cell, heading in zip(result.cells, sections(result), strict=True):
        if cell.cell_type == "code":
            in_sight = not has_tag(cell, "hide-input") and not is_aside(heading)
            fold_code(cell, kind(cell, heading) or ("working" if name in TEXTS and in_sight else ""))
        elif cell.source.startswith("## ") and is_aside(heading):
            cell.metadata[COLLAPSED] = True
    return result


def fold_code(cell: NotebookNode, tag: str) -> None:
    """Give a cell the tag of its kind, the site's "hide-input", and JupyterLab's mark."""
    others = [each for each in cell.metadata.get("tags", ()) if each not in FOLDS["code"] and each != "hide-input"]
    if tag:
        cell.metadata["tags"] = [tag, "hide-input", *others]
    if has_tag(cell, "hide-input"):
        cell.metadata["jupyter"] = {"source_hidden": True}


def lines_in_sight(notebook: NotebookNode) -> int:
    """How many lines of code the site shows before anything is unfolded."""
    seen = [
        cell.source
        for cell, heading in zip(notebook.cells, sections(notebook), strict=True)
        if cell.cell_type == "code"
        and not (has_tag(cell, "hide-input") or has_tag(cell, "remove-cell") or is_aside(heading))
    ]
    return sum(bool(line.strip()) for source in seen for line in source.splitlines())


def main(names: list[str]) -> None:
    for path in map(Path, names) if names else sorted((ROOT / "notebooks").glob("*.ipynb")):
        notebook = folded(nbformat.read(path, as_version=4), path.stem)
        nbformat.write(notebook, path)
        print(f"{path.stem}: {lines_in_sight(notebook)} lines of code in sight")


if __name__ == "__main__":
    main(sys.argv[1:])
