"""Prints for make which modules of the package a notebook imports, as `gcc -MD -MP` does for what a C file includes.

    build/stamps/explore: orchard/rules.py orchard/solver.py

An empty rule for each of them follows, `orchard/rules.py:`. If the file is gone, make takes it for newer, and the page
runs.
"""

import ast
import sys
from modulefinder import ModuleFinder
from os.path import relpath
from pathlib import Path

from nbconvert import PythonExporter


def imported(notebook: Path) -> list[str]:
    """The files of the package that a notebook imports, in functions, too, or that one of these imports.

    Not seen is an import below a cell's `%%` magic, or by a call of a function; no page has one.
    """
    source, _ = PythonExporter().from_filename(notebook)
    others = [path.name for path in Path().iterdir() if path.name != "orchard"]  # site/ is not Python's `site`
    finder = ModuleFinder(["."], excludes=others)  # looks here alone, not among installed packages
    code = compile(source, notebook, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)  # as cells allow it
    finder.scan_code(code, finder.add_module("page"))  # executes nothing
    files = [relpath(module.__file__) for module in finder.modules.values() if module.__file__]
    return sorted(file for file in files if file.startswith("orchard/"))


if __name__ == "__main__":
    page = Path(sys.argv[1])
    try:
        files = imported(page)
    except Exception as error:
        sys.exit(f"{page} cannot be read: {error}")
    print(f"build/stamps/{page.stem}:", *files)
    print(*[f"{file}:" for file in files], sep="\n")
