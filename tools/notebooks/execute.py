"""Executes a notebook with papermill. The notebook and what it saves are moved into place after a whole good run.

    python tools/notebooks/execute.py notebooks/5-landscape.ipynb
    python tools/notebooks/execute.py notebooks/5-landscape.ipynb quick game=orchard-10 strategy=random

The first replaces the notebook, its tables and its figures, and writes a stamp and a list of imports for make. The
second leaves all that as it is: what comes of other values goes to build/tweaked, into a folder for these settings.
"""

import ast
import logging
import os
import signal
import sys
import time
from modulefinder import ModuleFinder
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import nbformat
import papermill
from nbconvert import PythonExporter
from nbconvert.preprocessors import CoalesceStreamsPreprocessor
from nbformat import NotebookNode

from orchard.pages.checks import refuse_tried
from orchard.pages.parameters import RefusedError, chosen, declared

CELL_SECONDS = 1800  # then a cell is given up; on two cores the longest takes two minutes
# For the kernel, which inherits ours: without these, outputs differ from run to run or with the user's settings.
ENVIRONMENT = {
    "SOURCE_DATE_EPOCH": "0",
    "PYTHONHASHSEED": "0",
    "PYTHONOPTIMIZE": "",  # or no page is checked
    "PYTHONPATH": "",
    "PYTHONSTARTUP": "",
    "TZ": "UTC",
    "JUPYTER_PATH": "",
    "JUPYTER_PREFER_ENV_PATH": "1",  # the kernel of this environment, not one of the user's
    "MATPLOTLIBRC": os.devnull,
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
}


# --- values ---


def tagged(notebook: NotebookNode, tag: str) -> list:
    """The cells that carry a tag."""
    return [cell for cell in notebook.cells if tag in cell.metadata.get("tags", ())]


def prepared(page: Path, settings: list) -> tuple:
    """The notebook to be executed, the values in its parameters cell, and those that papermill is to give it instead.

    RefusedError for a wrong setting, and if the cell has other values than the results beside it were made with, which
    `run` notes in the notebook's metadata. What is in the cell and not allowed the page itself refuses.
    """
    notebook = nbformat.read(page, 4)
    # Without what somebody's own papermill left in it.
    notebook.cells = [cell for cell in notebook.cells if cell not in tagged(notebook, "injected-parameters")]
    notebook.metadata.language_info = {"name": "python", "file_extension": ".py"}  # without the version that saved it
    cells = tagged(notebook, "parameters")
    if len(cells) != 1:
        raise RefusedError(f"{len(cells)} cells are tagged 'parameters': allowed is exactly one")
    known = declared(cells[0].source)  # such as `games: int = 1_000_000  # played: 1 to 1e7 (quick: 10_000)`
    in_cell = {name: each.value for name, each in known.items()}
    refuse_tried(in_cell, notebook.metadata, settings, page.name)
    return notebook, in_cell, chosen(known, settings)


# --- a run ---


def executed(notebook: NotebookNode, values: dict, page: Path, made: Path, partial: Path) -> NotebookNode:
    """A copy of the notebook, executed by papermill; `save_table` and `save_figure` write to `made`.

    papermill writes each cell that is done to `partial`. RuntimeError if a run fails: then this file stays, to look at.
    """
    os.environ |= ENVIRONMENT | {"ORCHARD_OUTPUT": str(made), "IPYTHONDIR": str(made.parent)}  # no user's profile
    running = ["the start of its kernel"]  # then the first line of each cell that has code, as the kernel counts
    try:
        done = papermill.execute_notebook(
            notebook,
            partial,
            values,
            kernel_name="python3",
            cwd=page.parent,
            progress_bar={"desc": page.stem, "disable": None},  # None: shown in a terminal only
            execution_timeout=CELL_SECONDS,
            iopub_timeout=60,  # on a busy machine the default of 4 s fails good runs
            extra_arguments=[  # without it a stopped kernel says so, beside the one line of `main`
                "--IPKernelApp.logging_config={'loggers': {'IPKernelApp': {'level': 50}, 'tornado': {'level': 50}}}"
            ],
            on_cell_execute=lambda cell, cell_index: running.append(cell.source.partition("\n")[0]),
        )
        if done.metadata.papermill.exception:  # papermill itself is content with sys.exit(0)
            raise RuntimeError("not executed to its end")
    except Exception as error:  # a cell's, the kernel's, a full disk's
        cause = f"{error.ename}: {error.evalue}" if hasattr(error, "ename") else error
        raise RuntimeError(f"In [{len(running) - 1}], at `{running[-1]}`: {cause}; see {partial}") from error
    partial.unlink(missing_ok=True)  # missing if another run with these settings has just deleted it
    return done


def with_outputs(notebook: NotebookNode, done: NotebookNode) -> NotebookNode:
    """The notebook with the outputs of its execution, and with nothing else of it: no times, no version of Python.

    Pictures get what their cell says of them, such as the alternative text.
    """
    for cell, ran in zip(notebook.cells, done.cells, strict=True):  # without values papermill adds no cell
        if cell.cell_type == "code":
            cell.update(outputs=ran.outputs, execution_count=ran.execution_count)
            options = cell.metadata.get("mystnb", {}).get("image", {})
            for output in cell.outputs:
                for kind in output.get("data", ()):
                    if "image/" in kind:
                        output.metadata.setdefault(kind, {}).update(options)
    return CoalesceStreamsPreprocessor().preprocess(notebook, {})[0]  # what a cell prints comes in pieces


def publish(made: Path, place: Path) -> list:
    """Move the files of a run to their place, and return their paths there; from here on Ctrl-C is ignored.

    Within a filesystem a file that is replaced is whole at every moment, and needs no room on a full disk.
    """
    for stop in signal.SIGINT, signal.SIGTERM:
        signal.signal(stop, signal.SIG_IGN)
    saved = [path.relative_to(made) for path in made.rglob("*") if path.is_file()]
    for path in saved:
        target = place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        (made / path).replace(target)
    return saved


# --- for make ---


def imported(notebook: NotebookNode, root: Path) -> list:
    """The files of the package that a notebook imports, in functions, too, or that one of these imports.

    Not seen is what a `%` or `%%` magic imports, or a module beside the notebook; no page has one.
    """
    source, _ = PythonExporter().from_notebook_node(notebook)
    others = {path.stem for path in root.iterdir()} - {"orchard"}  # else Python's `site` would be our folder site/
    finder = ModuleFinder([str(root)], excludes=others)  # looks here alone, not among installed packages
    # It executes nothing. Cells may await outside of functions.
    finder.scan_code(compile(source, "page", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), finder.add_module("page"))
    return [Path(each.__file__).relative_to(root) for each in finder.modules.values() if each.__file__]


def stamp(root: Path, page: str, modules: list, saved: list, begun: int) -> None:
    """Leave a stamp for make, and beside it, as `gcc -MD -MP` does, the rule that says on which files it depends.

    * These are the modules that the page imports, and what it saved: a page whose results are gone is made again.
    * Each has an empty rule, too. So a file that is gone does not stop make, but makes the page run again.
    * The stamp and what was saved get the time, in ns, at which the run began: what is edited later is newer.
    """
    stamps = root / "build/stamps"
    stamps.mkdir(exist_ok=True)
    names = " ".join(map(Path.as_posix, modules + saved))
    (stamps / f"{page}.d").write_text(f"build/stamps/{page}: {names}\n{names}:\n", encoding="utf-8")
    (stamps / page).touch()
    for path in (stamps / page, *map(root.joinpath, saved)):
        os.utime(path, ns=(begun, begun))


# --- all of it ---


def run(page: Path, settings: list) -> None:
    """Execute a page, publish what came of it, and say where it is."""
    begun = time.time_ns()
    notebook, in_cell, values = prepared(page, settings)
    name = quote("-".join([page.stem, *sorted(settings)]), safe="=,:")
    root = page.parents[1]
    build = root / "build"  # on the same filesystem, where git sees nothing
    build.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=build) as folder:
        made = Path(folder, "made")
        result = made / "notebooks" / page.name
        result.parent.mkdir(parents=True)
        done = executed(notebook, values, page, made, build / f"{name}-failed.ipynb")
        # The sentences that answer for the reader's game.
        answers = [output.get("text", "") for cell in tagged(done, "answer") for output in cell.outputs]
        if settings:
            place = build / "tweaked" / name
            nbformat.write(done, result)
            publish(made, place)
        else:
            place = root
            notebook.metadata.orchard = {"parameters": in_cell}
            nbformat.write(with_outputs(notebook, done), result)
            modules = imported(notebook, root)
            if page.stat().st_mtime_ns > begun:
                raise RuntimeError("saved while it was executed, and left as it is: run it again")
            stamp(root, page.stem, modules, publish(made, root), begun)
    print("".join(answers) + f"{page.stem}: results are in {place}")


def main() -> None:
    """The command line; a run that is refused, fails or is stopped says so in one line, with a status of 1."""
    notebook, *settings = sys.argv[1:] or sys.exit(__doc__)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: no kernel is left
    logging.disable()  # what goes wrong is said once, here
    try:
        run(Path(notebook).resolve(), " ".join(settings).split())  # make hands all of PARAMS over in one word
    except (ValueError, RuntimeError, OSError, SyntaxError, KeyboardInterrupt) as error:  # all else is our mistake
        sys.exit(f"{notebook}: {' '.join(str(error).split()) or 'stopped'}")


if __name__ == "__main__":
    main()
