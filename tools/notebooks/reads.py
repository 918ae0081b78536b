"""Says to make what each notebook imports of the package, a line each: `build/stamps/4-length: orchard/rules.py`."""

from modulefinder import ModuleFinder
from os.path import relpath
from pathlib import Path

import nbformat


def imported(notebook: Path) -> list[str]:
    """The files of the package that the cells of a notebook import, or that one of these imports, wherever in it."""
    cells = nbformat.read(notebook, 4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    finder = ModuleFinder(["."])
    finder.scan_code(compile(code, notebook, "exec"), finder.add_module("notebook"))
    return [relpath(module.__file__) for name, module in finder.modules.items() if name.startswith("orchard")]


for path in sorted(Path("notebooks").glob("*.ipynb")):
    print(f"build/stamps/{path.stem}:", *imported(path))
