"""What each notebook imports of the package, a line each, as make reads it: `build/stamps/4-length: orchard/...`."""

import json
from modulefinder import ModuleFinder
from pathlib import Path
from tempfile import NamedTemporaryFile

ROOT = Path(__file__).resolve().parents[2]


def imported(notebook: Path) -> list[str]:
    """The files of the package that the cells of a notebook import, or that one of these imports, wherever in it."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    finder = ModuleFinder([str(ROOT)])
    with NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as script:
        script.write("\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"))
        script.flush()
        finder.run_script(script.name)
    files = (Path(module.__file__) for name, module in finder.modules.items() if name.partition(".")[0] == "orchard")
    return sorted(file.relative_to(ROOT).as_posix() for file in files)


if __name__ == "__main__":
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        print(f"build/stamps/{path.stem}:", *imported(path))
