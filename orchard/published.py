"""What others printed, and where this repository writes: the only module that knows a path."""

import csv
import io
import os
import re
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from orchard.arguments import shown

ROOT = Path(__file__).resolve().parents[1]


def _read(name: str, columns: str) -> pd.DataFrame:
    """A file of `data/` as text, its first column the index; ValueError if it lacks a column or is no such table."""
    try:
        with open(ROOT / "data" / name, encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file, strict=True)
        if {len(row) for row in rows} - {len(head)}:
            raise ValueError("a row has more or fewer cells than the first")
    except (ValueError, csv.Error) as error:  # none of which names the file
        raise ValueError(f"data/{name} must be a table in UTF-8, with commas: {error}") from None
    if missing := set(columns.split()) - set(head):
        raise ValueError(f"data/{name} must have the columns {columns}; missing: {', '.join(sorted(missing))}")
    return pd.DataFrame(rows, columns=head, dtype=str).set_index(columns.split()[0])


def published() -> pd.DataFrame:
    """`data/published.csv`: one row a printed number, as text, exactly as its source printed it."""
    columns = "id source url locator fruits raven_steps basket_picks strategy quantity printed kind games repeats"
    return _read("published.csv", columns)


def published_matrix() -> pd.DataFrame:
    """`data/published-matrix.csv`: the 12 x 12 transition matrix of source 004, entries as printed ("1/4")."""
    return _read("published-matrix.csv", "state A B C D E F G H I J K L")


def errata() -> pd.DataFrame:
    """`data/errata.csv`: one row a slip of a source, what it should read and why; `rows` of `published` it explains."""
    return _read("errata.csv", "id source printed correct why rows")


def output_folder() -> Path:
    """Where results go: the folder that `make` names in ORCHARD_OUTPUT, else `build/interactive`.

    A notebook run by hand in JupyterLab therefore never touches the committed results.
    """
    return Path(os.environ.get("ORCHARD_OUTPUT", ROOT / "build" / "interactive"))


def _place(folder: str, name: str, what: object, method: str) -> Path:
    """Where something is saved that can be; `name` is no path, so that nothing is written elsewhere."""
    if not (isinstance(name, str) and re.fullmatch(r"[\w-]{1,100}", name) and hasattr(what, method)):
        raise TypeError(
            f"name must be a word of up to 100 letters, of a thing with `{method}`, got {shown((name, what))}"
        )
    path = output_folder() / folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def save_table(table: pd.DataFrame, name: str) -> None:
    """Write `data/results/<name>.csv` below the output folder, floats with 12 significant digits."""
    path = _place("data/results", name, table, "to_csv").with_suffix(".csv")
    table.to_csv(path, float_format="%.12g", lineterminator="\n")


def _numbered(svg: str) -> str:
    """The same picture with its parts named by number: Matplotlib's names hang on the last bit of where things are."""
    names = dict.fromkeys(re.findall(r'\bid="(\w*[0-9a-f]{10})"', svg))
    number = {name: f"part{n}" for n, name in enumerate(names, 1)}
    return re.sub(r'(\bid="|#)(\w+)\b', lambda found: found[1] + number.get(found[2], found[2]), svg)


def save_figure(figure: Figure, name: str) -> None:
    """Write `figures/<name>.svg` and `.png` below the output folder, free of dates, so that reruns are identical."""
    path = _place("figures", name, figure, "savefig")
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None})
    path.with_suffix(".svg").write_text(_numbered(file.getvalue()), encoding="utf-8")
    figure.savefig(path.with_suffix(".png"), dpi=150)
