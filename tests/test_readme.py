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
    assert not link.endswith(".html"), "GitHub and JupyterLab would show a page without its scripts, or its source"


def test_every_source_of_a_printed_number_is_in_the_bibliography():
    cited = set(re.findall(r"url += \{(.*)\}", (ROOT / "references.bib").read_text(encoding="utf-8")))
    assert set(pd.read_csv(ROOT / "data" / "published.csv").url.dropna()) - cited == set()


def test_every_notebook_is_listed_with_the_question_of_its_title():
    listed = dict(re.findall(r"\(notebooks/([^)]+)\) \| ([^|]+) \|", README))
    notebooks = {path.name: nbformat.read(path, as_version=4) for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert listed == {name: notebook.cells[0].source.partition("\n")[0][2:] for name, notebook in notebooks.items()}


# --- the answers, rebuilt from the results ---


def test_the_odds_at_its_beginning():
    won = WON["max"].round().astype(int)
    assert f"you win {won['first-orchard-6']} games in 100 if the sixth raven roll loses the game" in TEXT
    assert f"and {won['first-orchard']} if the fifth does." in TEXT
    assert f"nine pieces: you win {won['orchard']} games in 100." in TEXT


def test_the_picture_is_told_to_those_who_do_not_see_it():
    four = WON[["max", "random", "min", "ignore"]].round().astype(int)
    best, any_tree, worst, nothing = four.loc["first-orchard"]
    assert f"First Orchard, lost after five raven rolls: {best} by picking from the fullest tree," in TEXT
    assert f"{any_tree} from a tree at random, {worst} from the emptiest, {nothing} by picking nothing." in TEXT
    six, nine, ten = (", ".join(map(str, four.loc[name])) for name in ("first-orchard-6", "orchard", "orchard-10"))
    assert f"First Orchard, six raven rolls: {six}." in TEXT
    assert f"Orchard, nine raven rolls: {nine}. Orchard, ten raven rolls: {ten}." in TEXT


def test_the_size_of_the_chains():
    """The states of two-by-two and of Orchard in which it goes on, and two more."""
    live = table("3-chains-of-the-editions").set_index("edition")["live states"]["Orchard, 9 steps"]
    toy = len(table("3-matrix-of-two-by-two"))
    assert f"{toy} × {toy} for a toy orchard, made by hand, and {live + 2:,} × {live + 2:,} for Orchard" in TEXT


def test_the_raven_as_a_lever():
    games = table("8-raven-steps").query("trees == 4 and fruits == 4 and basket_picks == 1 and strategy == 'max'")
    won = (100 * games.set_index("raven_steps").win_probability).round().astype(int)
    *first, last = won.loc[3:7]
    assert f"won in {', '.join(map(str, first))} or {last} games in 100 with three to seven raven steps" in TEXT


def test_what_others_printed():
    verdicts = table("printed-verdicts")
    claims = verdicts.query("claim")
    count = claims.verdict.value_counts()
    right = count["agrees"] + count["within 3 standard errors"]
    nearly = count["misrounded"] + count["agrees as a float"]
    head = f"of {len(claims)} printed odds from {claims.source.nunique()} sources, {right} are right,"
    assert f"{head} {nearly} miss their last digit, and {count['wrong']} is wrong." in TEXT
    assert f"Numbers from {verdicts.source.nunique()} sources" in TEXT
    assert verdicts.source.nunique() == 5 + 9, "five are named"
    assert "Nine more" in TEXT


def test_what_other_picks_cost():
    cost = (WON[["random", "min", "ignore"]].rsub(WON["max"], axis=0)).round()
    assert cost.agg(["min", "max"])[["random", "min"]].to_numpy().T.tolist() == [[3, 5], [7, 15]]
    assert "three to five games in 100; always picking from the emptiest costs seven to fifteen" in TEXT
    assert (cost["ignore"][["first-orchard", "first-orchard-6"]] // 5 == 6).all()
    assert cost["ignore"][["orchard", "orchard-10"]].min() > 50
    assert "Forgetting the basket costs thirty in First Orchard and more than fifty in Orchard" in TEXT


def test_the_simulation_agrees_with_every_row_of_the_paper():
    scores = table("1-z-scores").set_index("Unnamed: 0")
    assert len(scores) == 4
    assert scores.abs().max(axis=None) < 4
