"""The README says nothing that the results do not."""

import re
from pathlib import Path

import pandas as pd
import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
ROWS = {
    "First Orchard, raven 5 steps away": "first-orchard",
    "First Orchard, raven 6 steps away": "first-orchard-6",
    "Orchard, raven 9 steps away": "orchard",
    "Orchard, raven 10 steps away": "orchard-10",
}


def headline() -> dict[str, list[str]]:
    """The rows of the first table: game -> its four probabilities, as printed."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in README.splitlines() if line[:1] == "|"]
    return {row[0]: row[1:] for row in rows if row[0] in ROWS}


def test_the_headline_table_is_what_the_notebook_found():
    results = pd.read_csv(ROOT / "data" / "results" / "2-win-probability.csv", index_col="edition")
    expected = results[["max", "random", "min", "ignore"]].map("{:.4f}".format)
    assert headline() == {game: expected.loc[edition].tolist() for game, edition in ROWS.items()}


def results() -> list[float]:
    """All numbers in data/results, and the same in percent."""
    tables = [pd.read_csv(path) for path in sorted((ROOT / "data" / "results").glob("*.csv"))]
    numbers = [x for table in tables for x in table.select_dtypes("number").to_numpy().ravel().tolist()]
    return numbers + [100 * x for x in numbers]


@pytest.mark.parametrize("printed", sorted(set(re.findall(r"(?<![\w.=])\d+\.\d+(?![\w.])", README)) - {"3.11", "4.0"}))
def test_every_decimal_number_is_one_of_the_results(printed: str):
    digits = len(printed.partition(".")[2])
    assert any(f"{x:.{digits}f}" == printed for x in results())


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(((?!http)[^)]+)\)", README))))
def test_every_link_within_the_repository_leads_somewhere(link: str):
    assert (ROOT / link).exists()


def test_every_notebook_is_listed():
    listed = set(re.findall(r"\(notebooks/([^)]+)\) \|", README))
    assert listed == {path.name for path in (ROOT / "notebooks").glob("[0-9]*.ipynb")}
