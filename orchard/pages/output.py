"""Where results and figures go, and how they come out byte for byte the same."""

import io
import math
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


class RefusedError(ValueError):
    """What a notebook cannot be run with, and in one line what is allowed."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows of it: no calls, among which the line would be lost."""
        return [f"{type(self).__name__}: {self}"]


def output_folder() -> Path:
    """Where results go: the folder in ORCHARD_OUTPUT, which `make` names, else `build/interactive` of this repository.

    So a notebook run by hand never touches the committed results. A package without its repository writes to
    `orchard-output` in the current folder. RefusedError if nothing can be written there.
    """
    if named := os.environ.get("ORCHARD_OUTPUT"):
        folder = Path(named).expanduser()
    elif (CHECKOUT / "pyproject.toml").is_file():
        folder = CHECKOUT / "build" / "interactive"
    else:
        folder = Path.cwd() / "orchard-output"
    with suppress(OSError):  # whatever it is
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise RefusedError(f"{folder} is not writable: name another folder, `%env ORCHARD_OUTPUT=~/orchard` in a cell")
    return folder


def save_table(table, name: str, subtracted: Mapping[str, float] | None = None) -> None:
    """Write a data frame to `data/results/<name>.csv` below the output folder, with the digits that are certain.

    Floats have 12 significant digits. A difference has fewer, as processors differ in the last bits: `subtracted` says
    for a column how large the subtracted numbers were, and it is written to the place of their 13th digit.
    """
    places = {column: 12 - math.floor(math.log10(size)) for column, size in (subtracted or {}).items()}
    path = _place("data/results", name, ".csv")
    table.round(places).to_csv(path, float_format="%.12g", lineterminator="\n")


def show_table(table, name: str, digits: int):
    """Write a data frame as `save_table` does, and return it as a page shows it, with so many decimals."""
    save_table(table, name)
    return table.round(digits)


def progress_bar(games: int):
    """A tqdm bar for a `with`, whose `update` is a `progress` of `simulate`; not shown where outputs are committed."""
    from tqdm.auto import tqdm  # not above: only cells that let somebody wait need it

    return tqdm(total=games, unit=" games", unit_scale=True, leave=False, disable=not is_watched())


def is_watched() -> bool:
    """Whether somebody may sit before the page: not where its outputs are committed."""
    return "ORCHARD_OUTPUT" not in os.environ


def save_figure(figure, name: str, kinds: tuple[str, ...] = ("svg",)) -> None:
    """Write `figures/<name>.svg`, or other `kinds`, also "png" and "pdf", below the output folder, without dates."""
    if "svg" in kinds:
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
        _write(_numbered(file.getvalue()), name)
    if "png" in kinds:
        figure.savefig(_place("figures", name, ".png"), dpi=150)
    if "pdf" in kinds:
        told = {"CreationDate": None, "Title": figure.get_label() or None}
        figure.savefig(_place("figures", name, ".pdf"), metadata=told)


def save_drawing(drawing, name: str) -> None:
    """Write `figures/<name>.svg` below the output folder, of a drawing, which is text already."""
    _write(drawing.svg, name)


def _write(svg: str, name: str) -> None:
    _place("figures", name, ".svg").write_text(svg, encoding="utf-8", newline="\n")


def _place(folder: str, name: str, kind: str) -> Path:
    """Where something is saved."""
    path = output_folder() / folder / f"{name}{kind}"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _numbered(svg: str) -> str:
    """The picture with its parts named by number: Matplotlib's names depend on the last bit of where they are."""
    names = dict.fromkeys(re.findall(r'\bid="(\w*[0-9a-f]{10})"', svg))
    number = {name: f"part{n}" for n, name in enumerate(names, 1)}
    return re.sub(r'(\bid="|#)(\w+)\b', lambda found: found[1] + number.get(found[2], found[2]), svg)
