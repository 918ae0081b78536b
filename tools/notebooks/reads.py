"""Tells make which files of the package a notebook imports, a line each: `build/stamps/explore: orchard/rules.py`."""

from contextlib import suppress
from modulefinder import ModuleFinder
from os.path import relpath
from pathlib import Path

import nbformat
from IPython.core.inputtransformer2 import TransformerManager


def imported(notebook: Path) -> list[str]:
    """The files of the package that the cells of a notebook import, in functions, too, or that one of these imports."""
    finder = ModuleFinder(["."])
    for cell in nbformat.read(notebook, 4).cells:
        if cell.cell_type == "code":
            source = TransformerManager().transform_cell(cell.source.replace("%%", "#"))  # below `%%time` stands Python
            with suppress(SyntaxError):  # which the run will report
                finder.scan_code(compile(source, notebook, "exec"), finder.add_module("notebook"))
    return [relpath(module.__file__) for name, module in finder.modules.items() if f"{name}.".startswith("orchard.")]


for path in Path("orchard").rglob("*.py"):
    compile(path.read_bytes(), path, "exec")  # SyntaxError, for ModuleFinder leaves out what it cannot read
for path in sorted(Path("notebooks").glob("*.ipynb")):
    print(f"build/stamps/{path.stem}:", *imported(path))
