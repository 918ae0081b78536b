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
    assert listed == {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}


# --- what the table of notebooks answers, rebuilt from the results ---


def table(name: str) -> pd.DataFrame:
    return pd.read_csv(ROOT / "data" / "results" / f"{name}.csv")


def length_of_orchard() -> str:
    """How long a game lasts."""
    lengths = table("4-lengths").query("edition == 'Orchard, 9 steps' and games == 'all'").squeeze()
    mean, spread, late = lengths["mean"], lengths["standard deviation"], lengths["95 %"]
    return f"{mean:.1f} rolls on average, give or take {spread:.1f}; 95 % are over after {late};"


def size_of_the_chain() -> str:
    """How large the tables of two-by-two and of Orchard are: the states in which it goes on, and two more."""
    live = table("3-chains-of-the-editions").set_index("edition")["live states"]["Orchard, 9 steps"]
    toy = len(table("3-matrix-of-two-by-two"))
    return (
        f"{toy} × {toy} table that Paternault made by hand, all {toy**2} entries of it, and {live + 2:,} × {live + 2:,}"
    )


def raven_as_a_lever() -> str:
    """How often First Orchard is won with three to seven raven steps."""
    games = table("6-raven-steps").query("trees == 4 and fruits == 4 and basket_picks == 1 and strategy == 'max'")
    percent = (100 * games.set_index("raven_steps").win_probability).round().astype(int)
    *first, last = percent.loc[3:7]
    return f"won in {', '.join(map(str, first))} or {last} % of games with three to seven raven steps"


def verdicts_on_the_printed() -> str:
    """How many printed numbers are right, wrong, and neither."""
    verdicts = table("7-verdicts")
    count = verdicts.verdict.value_counts()
    right = count["agrees"] + count["within 3 standard errors"]
    head = f"Of {len(verdicts)} numbers from {verdicts.source.nunique()} sources {right} are right, {count['wrong']}"
    return f"{head} are wrong (each put right, with the reason), and {count['not settled']} cannot be judged"


@pytest.mark.parametrize("answer", [size_of_the_chain, length_of_orchard, raven_as_a_lever, verdicts_on_the_printed])
def test_the_answers_are_what_the_notebooks_found(answer):
    assert answer() in README


def test_the_simulation_agrees_with_every_row_of_the_paper():
    scores = table("1-z-scores").set_index("Unnamed: 0")
    assert len(scores) == 4
    assert scores.abs().max(axis=None) < 4
