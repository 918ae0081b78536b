"""What is checked before a page computes: that its values are allowed, and which of them are not the committed ones."""

import json
import re
from collections.abc import Iterable, Mapping, MutableMapping
from pathlib import Path

from orchard.pages.output import CHECKOUT, RefusedError, output_folder
from orchard.pages.parameters import LINE, checked, declared

# --- in a page that runs ---


def check_parameters(notebook: MutableMapping[str, object], page: str = "") -> None:
    """Holds the values of a running notebook, its `globals()`, to the last cell before this one that declares some.

    RefusedError has, in one line, each value that is not allowed, and each name that papermill was given and no line
    declares. It prints which values are not those of the `page` as committed.
    """
    ran = notebook["In"][:-1]
    cells = [cell for cell in ran if any(map(LINE.fullmatch, cell.splitlines()))]
    if not cells:
        raise RefusedError("the cell of parameters was not run: run it before this one")
    known, committed = declared(cells[-1]), committed_values(page)
    refused = _unknown(ran, known)
    refused += [  # or a value of an earlier run would be taken for it
        f"{name} is no longer in the cell of parameters, which has {', '.join(known)}"
        for name in committed
        if name in notebook and name not in known
    ]
    for name, parameter in known.items():
        try:
            notebook[name] = checked(parameter, notebook[name])
        except RefusedError as error:
            refused.append(str(error))
    output_folder()  # which refuses one that nothing can be written to, before anything is computed
    if refused:
        raise RefusedError("; ".join(refused))
    now = {name: _said(notebook[name]) for name in known}
    changed = [f"{name} from {was} to {now[name]}" for name, was in committed.items() if now.get(name, was) != str(was)]
    if changed:
        print(f"You changed {', '.join(changed)}.")


def _unknown(ran: list[str], known: Iterable[str]) -> list[str]:
    """What is wrong with the names that papermill was given, in the cell that it adds."""
    given = "\n".join(cell for cell in ran if cell.startswith("# Parameters\n"))
    names = [name for name in re.findall(r"^(\w+) =", given, re.M) if name not in known]
    return [f"unknown parameter {name!r}: allowed are {', '.join(known)}" for name in names]


def _said(value: object) -> str:
    """A value, or each of a tuple, in one word; a strategy's is its name."""
    return ",".join(map(_said, value)) if isinstance(value, tuple) else str(getattr(value, "name", value))


def committed_values(page: str) -> dict[str, object]:
    """The values that `make figures` made a page with; none without that page.

    It is in this checkout or, where only the package is installed, beside the one that runs.
    """
    folder = CHECKOUT / "notebooks" if (CHECKOUT / "notebooks").is_dir() else Path.cwd()
    try:
        notebook = json.loads((folder / f"{page}.ipynb").read_text(encoding="utf-8"))
        return notebook["metadata"]["orchard"]["parameters"]
    except (OSError, KeyError):
        return {}


# --- before a page is run ---


def refuse_tried(in_cell: Mapping[str, object], metadata: Mapping, settings: list[str], file: str) -> None:
    """Refuse values that somebody tried and saved in a notebook, for its results are of others.

    Its metadata have the values that the results were made with. A new parameter is not among them: it is taken as it
    is in the cell. Nor does it matter which value stands there for a parameter that the settings `name=value` name.
    """
    recorded = metadata.get("orchard", {}).get("parameters", {})
    named = {setting.partition("=")[0] for setting in settings}
    tried = [
        f"{name}={value}" for name, value in in_cell.items() if value != recorded.get(name, value) and name not in named
    ]
    if tried:
        raise RefusedError(
            f"saved with {' '.join(tried)}, but its results were made with other values: to undo that, `git restore "
            f"notebooks/{file}`, or unpack the ZIP again; to try values, give them in PARAMS; to make them the "
            "page's own, delete `orchard` in the notebook's metadata"
        )
