"""What others printed, as it stands in the tables of `data/`."""

import csv
from pathlib import Path

import pandas as pd

from orchard.rules import Game

PLACES = [folder / "data" for folder in Path(__file__).resolve().parents[3:5]]  # in a wheel, or in the repository
DATA = next(filter(Path.is_dir, PLACES))
COLUMNS = "source url locator fruits raven_steps basket_picks strategy quantity printed kind games repeats"


def published() -> pd.DataFrame:
    """`data/published.csv`: a row a printed number, as text, just as its source has it."""
    return _read("published.csv", f"id {COLUMNS}")


def published_matrix() -> pd.DataFrame:
    """`data/published-matrix.csv`: Paternault's 12 x 12 transition matrix, entries as printed ("1/4")."""
    return _read("published-matrix.csv", "state A B C D E F G H I J K L")


def errata() -> pd.DataFrame:
    """`data/errata.csv`: a row a slip of a source, what it should read and why; `rows` of `published` it explains."""
    return _read("errata.csv", "id source printed correct why rows")


def batches() -> pd.Series:
    """`data/marincek-batches.csv`: by edition, strategy and wins, how many of Marinček's batches of 10,000 games."""
    table = _read("marincek-batches.csv", "edition strategy wins batches").reset_index()
    return table.astype({"wins": int, "batches": int}).set_index(["edition", "strategy", "wins"]).sort_index().batches


def table_1() -> pd.DataFrame:
    """Marinček's Table 1 as numbers: what she estimates (columns) in each of four settings, in her order."""
    rows = published().query("locator == 'Table 1'")
    hers = rows.pivot(index=["raven_steps", "strategy"], columns="quantity", values="printed").astype(float)
    columns = {"win_probability": "estimate", "standard_error": "SE", "ci99_lower": "lower", "ci99_upper": "upper"}
    order = [("6", "random"), ("6", "max"), ("10", "random"), ("10", "max")]
    return hers.loc[order, list(columns)].rename(columns=columns)


def game_of(row) -> Game:
    """The game that a row of `published` is about; ValueError if it names none."""
    return Game(tuple(map(int, row.fruits.split("-"))), int(row.raven_steps), int(row.basket_picks))


def _read(name: str, columns: str) -> pd.DataFrame:
    """A file of `data/` as text, its first column the index; ValueError if it lacks a column or is no such table."""
    try:
        with open(DATA / name, encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file, strict=True)
        if {len(row) for row in rows} - {len(head)}:
            raise ValueError("a row has more or fewer cells than the first")
    except (ValueError, csv.Error) as error:  # none of which names the file
        raise ValueError(f"data/{name} must be a table in UTF-8, with commas: {error}") from None
    if missing := set(columns.split()) - set(head):
        raise ValueError(f"data/{name} must have the columns {columns}; missing: {', '.join(sorted(missing))}")
    return pd.DataFrame(rows, columns=head, dtype=str).set_index(columns.split()[0])
