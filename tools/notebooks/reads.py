"""Tells make which files of the package a notebook imports, a line each: `build/stamps/explore: orchard/rules.py`.

A module has a line of its own, `orchard/rules.py:`. If the file is gone, that line makes make take it for one just
written: the page runs, and says what it cannot import. Not seen are imports in a line of `%` magic, or by a call of a
function; no page has one.
"""

import ast
import sys
from contextlib import suppress
from modulefinder import ModuleFinder
from os.path import relpath
from pathlib import Path

import nbformat
from IPython.core.inputtransformer2 import TransformerManager


def imported(notebook: Path) -> list[str]:
    """The files of the package that the cells of a notebook import, in functions, too, or that one of these imports."""
    finder = ModuleFinder(["."])  # the package alone, in which names of files are relative
    for cell in nbformat.read(notebook, 4).cells:
        if cell.cell_type == "code":
            source = TransformerManager().transform_cell(cell.source.replace("%%", "#"))  # below `%%time` stands Python
            with suppress(SyntaxError):  # which the run will report
                code = compile(source, notebook, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
                finder.scan_code(code, finder.add_module("notebook"))
    files = [relpath(module.__file__) for module in finder.modules.values() if module.__file__]
    gone, _ = finder.any_missing_maybe()  # the rest may be no modules, such as `solve` in `from orchard import solve`
    return [
        file for file in [*files, *(f"{name.replace('.', '/')}.py" for name in gone)] if file.startswith("orchard/")
    ]


def main() -> None:
    """Prints the lines; what cannot be read is named in one line, with a status of 1."""
    try:
        for path in sorted(Path("orchard").rglob("*.py")):
            compile(path.read_bytes(), path, "exec")  # SyntaxError, for ModuleFinder leaves out what it cannot read
        for path in sorted(Path("notebooks").glob("*.ipynb")):
            files = imported(path)
            print(f"build/stamps/{path.stem}:", *files)
            print("".join(f"{file}:\n" for file in files))
    except Exception as error:
        sys.exit(f"{path} cannot be read: {error}")


main()
