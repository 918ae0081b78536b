"""README says nothing that the results do not."""

import re
from pathlib import Path

import nbformat
import pandas as pd
import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXT = " ".join(README.replace("**", "").split())


def table(name: str) -> pd.DataFrame:
    return pd.read_csv(ROOT / "data" / "results" / f"{name}.csv")


WON = 100 * table("5-strategies").set_index("edition").drop(index="two-by-two")  # games of 100


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(((?!http)[^)]+)\)", README))))
def test_every_link_within_the_repository_leads_somewhere(link: str):
    assert (ROOT / link).exists()


def test_every_notebook_is_listed_with_the_question_of_its_title():
    listed = dict(re.findall(r"\(notebooks/([^)]+)\) \| ([^|]+) \|", README))
    notebooks = {path.name: nbformat.read(path, as_version=4) for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert listed == {name: notebook.cells[0].source.partition("\n")[0][2:] for name, notebook in notebooks.items()}


# --- the answers, rebuilt from the results ---


def answers() -> str:
    won = WON["max"].round().astype(int)
    first_orchard = f"If it takes six, you win {won['first-orchard-6']} games in 100. If it takes five, you win"
    return [f"{first_orchard} {won['first-orchard']}.", f"nine pieces: you win {won['orchard']} games in 100."]


def bars() -> list[str]:
    """What the picture shows, as its alternative text tells it."""
    names = {
        "first-orchard-6": "First Orchard, six raven rolls",
        "orchard": "Orchard, nine raven rolls",
        "orchard-10": "Orchard, ten raven rolls",
    }
    four = WON[["max", "random", "min", "ignore"]].round().astype(int)
    best, any_tree, worst, nothing = four.loc["first-orchard"]
    said = [f"First Orchard, lost after five raven rolls: {best} by picking from the fullest tree,"]
    said += [f"{any_tree} from a tree at random, {worst} from the emptiest, {nothing} by picking nothing."]
    said += [f"{name}: {', '.join(map(str, four.loc[edition]))}." for edition, name in names.items()]
    return [" ".join(said)]


def size_of_the_chain() -> list[str]:
    """How large the tables of two-by-two and of Orchard are: the states in which it goes on, and two more."""
    live = table("3-chains-of-the-editions").set_index("edition")["live states"]["Orchard, 9 steps"]
    toy = len(table("3-matrix-of-two-by-two"))
    return [f"{toy} × {toy} for a toy orchard, made by hand, and {live + 2:,} × {live + 2:,} for Orchard"]


def raven_as_a_lever() -> list[str]:
    """How often First Orchard is won with three to seven raven steps."""
    games = table("8-raven-steps").query("trees == 4 and fruits == 4 and basket_picks == 1 and strategy == 'max'")
    won = (100 * games.set_index("raven_steps").win_probability).round().astype(int)
    *first, last = won.loc[3:7]
    return [f"won in {', '.join(map(str, first))} or {last} games in 100 with three to seven raven steps"]


def verdicts_on_the_printed() -> list[str]:
    """How many of the numbers that claim to be the odds are right, nearly right, and wrong."""
    verdicts = table("printed-verdicts")
    claims = verdicts.query("claim")
    count = claims.verdict.value_counts()
    right = count["agrees"] + count["within 3 standard errors"]
    nearly = count["misrounded"] + count["agrees as a float"]
    head = f"of {len(claims)} printed odds from {claims.source.nunique()} sources, {right} are right,"
    return [
        f"{head} {nearly} miss their last digit, and {count['wrong']} is wrong.",
        f"Numbers from {verdicts.source.nunique()} sources",
    ]


ANSWERS = [answers, bars, size_of_the_chain, raven_as_a_lever, verdicts_on_the_printed]


@pytest.mark.parametrize("answer", ANSWERS)
def test_the_answers_are_what_the_notebooks_found(answer):
    assert [said for said in answer() if said not in TEXT] == []


def test_what_other_picks_cost():
    cost = (WON[["random", "min", "ignore"]].rsub(WON["max"], axis=0)).round()
    assert cost.agg(["min", "max"])[["random", "min"]].to_numpy().T.tolist() == [[3, 5], [7, 15]]
    assert "three to five games in 100; always picking from the emptiest costs seven to fifteen" in TEXT
    assert (cost["ignore"][["first-orchard", "first-orchard-6"]] // 5 == 6).all()
    assert cost["ignore"][["orchard", "orchard-10"]].min() > 50
    assert "Forgetting the basket costs thirty in First Orchard and more than fifty in Orchard" in TEXT


def test_five_sources_are_named_and_the_others_counted():
    assert table("printed-verdicts").source.nunique() == 5 + 9
    assert "Nine more" in TEXT


def test_the_simulation_agrees_with_every_row_of_the_paper():
    scores = table("1-z-scores").set_index("Unnamed: 0")
    assert len(scores) == 4
    assert scores.abs().max(axis=None) < 4
