"""What others printed, and where this repository writes: the only module that knows a path."""

import os
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

ROOT = Path(__file__).resolve().parents[1]


def published() -> pd.DataFrame:
    """`data/published.csv`: one row a printed number, as text, exactly as its source printed it."""
    return pd.read_csv(ROOT / "data" / "published.csv", dtype=str, keep_default_na=False, index_col="id")


def published_matrix() -> pd.DataFrame:
    """`data/published-matrix.csv`: the 12 x 12 transition matrix of source 004, entries as printed ("1/4")."""
    return pd.read_csv(ROOT / "data" / "published-matrix.csv", dtype=str, index_col="state")


def errata() -> pd.DataFrame:
    """`data/errata.csv`: one row a slip of a source, what it should read and why; `rows` of `published` it explains."""
    return pd.read_csv(ROOT / "data" / "errata.csv", dtype=str, keep_default_na=False, index_col="id")


def output_folder() -> Path:
    """Where results go: the folder that `make` names in ORCHARD_OUTPUT, else `build/interactive`.

    A notebook run by hand in JupyterLab therefore never touches the committed results.
    """
    return Path(os.environ.get("ORCHARD_OUTPUT", ROOT / "build" / "interactive"))


def save_table(table: pd.DataFrame, name: str) -> None:
    """Write `data/results/<name>.csv` below the output folder, floats with 12 significant digits."""
    path = output_folder() / "data" / "results" / f"{name}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    table.to_csv(path, float_format="%.12g", lineterminator="\n")


def save_figure(figure: Figure, name: str) -> None:
    """Write `figures/<name>.svg` and `.png` below the output folder, free of dates, so that reruns are identical."""
    path = output_folder() / "figures" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path.with_suffix(".svg"), metadata={"Date": None})
    figure.savefig(path.with_suffix(".png"), dpi=150)
