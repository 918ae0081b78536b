"""README says nothing that the results do not."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXT = " ".join(README.replace("**", "").split())


def table(name: str) -> pd.DataFrame:
    return pd.read_csv(ROOT / "data" / "results" / f"{name}.csv")


def percent(edition: str, strategy: str) -> int:
    """Games won out of 100."""
    return round(100 * table("5-strategies").set_index("edition")[strategy][edition])


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(((?!http)[^)]+)\)", README))))
def test_every_link_within_the_repository_leads_somewhere(link: str):
    assert (ROOT / link).exists()


def test_every_notebook_is_listed():
    listed = re.findall(r"\(notebooks/([^)]+)\) \|", README)
    assert sorted(listed) == sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))


def test_the_questions_are_the_titles_of_the_notebooks():
    for name, question in re.findall(r"\(notebooks/([^)]+)\) \| ([^|]+) \|", README):
        first = json.loads((ROOT / "notebooks" / name).read_text(encoding="utf-8"))["cells"][0]["source"]
        assert "".join(first).partition("\n")[0] == f"# {question}"


# --- the answers, rebuilt from the results ---


def first_orchard() -> str:
    six, five = percent("first-orchard-6", "max"), percent("first-orchard", "max")
    return f"If it takes six, you win {six} games in 100. If it takes five, you win {five}."


def orchard() -> str:
    return f"nine pieces: you win {percent('orchard', 'max')} games in 100."


def four(edition: str) -> list[int]:
    """Games won out of 100: from the fullest tree, a tree at random, the emptiest, and by picking nothing."""
    return [percent(edition, strategy) for strategy in ("max", "random", "min", "ignore")]


def bars() -> str:
    """What the picture shows, as its alternative text tells it."""
    best, any_tree, worst, nothing = four("first-orchard")
    others = {"First Orchard, six raven rolls": "first-orchard-6", "Orchard, nine raven rolls": "orchard"}
    others["Orchard, ten raven rolls"] = "orchard-10"
    said = [f"First Orchard, lost after five raven rolls: {best} by picking from the fullest tree,"]
    said += [f"{any_tree} from a tree at random, {worst} from the emptiest, {nothing} by picking nothing."]
    said += [f"{name}: {', '.join(map(str, four(edition)))}." for name, edition in others.items()]
    return " ".join(said)


def size_of_the_chain() -> str:
    """How large the tables of two-by-two and of Orchard are: the states in which it goes on, and two more."""
    live = table("3-chains-of-the-editions").set_index("edition")["live states"]["Orchard, 9 steps"]
    toy = len(table("3-matrix-of-two-by-two"))
    return f"{toy} × {toy} for a toy orchard, made by hand, and {live + 2:,} × {live + 2:,} for Orchard"


def raven_as_a_lever() -> str:
    """How often First Orchard is won with three to seven raven steps."""
    games = table("8-raven-steps").query("trees == 4 and fruits == 4 and basket_picks == 1 and strategy == 'max'")
    won = (100 * games.set_index("raven_steps").win_probability).round().astype(int)
    *first, last = won.loc[3:7]
    return f"won in {', '.join(map(str, first))} or {last} games in 100 with three to seven raven steps"


def verdicts_on_the_printed() -> str:
    """How many of the numbers that claim to be the odds are right, nearly right, and wrong."""
    claims = table("printed-verdicts").query("claim")
    count = claims.verdict.value_counts()
    right = count["agrees"] + count["within 3 standard errors"]
    nearly = count["misrounded"] + count["agrees as a float"]
    head = f"of {len(claims)} printed odds from {claims.source.nunique()} sources, {right} are right,"
    return f"{head} {nearly} miss their last digit, and {count['wrong']} is wrong."


ANSWERS = [first_orchard, orchard, bars, size_of_the_chain, raven_as_a_lever, verdicts_on_the_printed]


@pytest.mark.parametrize("answer", ANSWERS)
def test_the_answers_are_what_the_notebooks_found(answer):
    assert answer() in TEXT


def test_what_other_picks_cost():
    """From three to five games in 100, from seven to fifteen, and thirty or more than fifty."""
    results = 100 * table("5-strategies").set_index("edition").drop(index="two-by-two")
    cost = results[["random", "min", "ignore"]].rsub(results["max"], axis=0).round()
    assert (cost.random.min(), cost.random.max()) == (3, 5)
    assert (cost["min"].min(), cost["min"].max()) == (7, 15)
    assert (cost["ignore"][["first-orchard", "first-orchard-6"]] // 5 == 6).all()
    assert cost["ignore"][["orchard", "orchard-10"]].min() > 50
    assert "three to five games in 100; always picking from the emptiest costs seven to fifteen" in TEXT
    assert "Forgetting the basket costs thirty in First Orchard and more than fifty in Orchard" in TEXT


def test_the_sources_are_as_many_as_it_says():
    sources = table("printed-verdicts").source.nunique()
    assert sources == 14
    assert f"Numbers from {sources} sources" in TEXT
    assert "Nine more" in TEXT


def test_the_simulation_agrees_with_every_row_of_the_paper():
    scores = table("1-z-scores").set_index("Unnamed: 0")
    assert len(scores) == 4
    assert scores.abs().max(axis=None) < 4
