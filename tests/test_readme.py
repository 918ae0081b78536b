"""What a newcomer sees first: README, the essay that the site begins with, and an example of each public name."""

import doctest
import re
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

import orchard
from orchard import play, solve

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXT = " ".join(README.replace("**", "").split())


def table(name: str) -> pd.DataFrame:
    return pd.read_csv(ROOT / "data" / "results" / f"{name}.csv")


WON = 100 * table("4-strategies").set_index("edition").drop(index="two-by-two")  # games of 100


LINK = r"\]\(((?!http|#)[^)]+)\)"


@pytest.mark.parametrize("link", sorted(set(re.findall(LINK, README))))
def test_every_link_within_the_repository_leads_somewhere(link: str):
    assert (ROOT / link).exists()
    assert not link.endswith(".html"), "GitHub and JupyterLab would show a page without its scripts, or its source"


@pytest.mark.parametrize("page", sorted((ROOT / "site" / "table").glob("*.md")), ids=lambda page: page.stem)
def test_a_page_of_the_family_reads_whole_on_github_and_is_short(page: Path):
    text = page.read_text(encoding="utf-8")
    assert [link for link in re.findall(LINK, text) if not (page.parent / link.partition("#")[0]).exists()] == []
    assert "](../../figures/" in text
    assert not re.search(r"```|\$|^:::|\{\w+\}", text, flags=re.M), "no code, no formula, no directive"
    read = re.sub(r"!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|<[^>]+>", "", text)
    assert len(re.findall(r"\S*\w\S*", read)) <= 450


def test_it_has_three_doors_and_the_first_leads_to_every_page_of_the_family():
    doors = re.findall(r"^\* \*\*.*", README, flags=re.M)
    assert len(doors) == 3
    pages = {path.name for path in (ROOT / "site" / "table").glob("*.md")}
    assert set(re.findall(r"\(site/table/(.+?)\)", doors[0])) == pages
    assert "(notebooks)" in doors[1]
    assert "(proofs/README.md)" in doors[2]


# --- the answers, rebuilt from the results ---


def test_what_others_printed():
    verdicts = table("printed-verdicts")
    claims = verdicts.query("claim")
    count = claims.verdict.value_counts()
    right = count["agrees"] + count["within chance"]
    nearly = count["misrounded"] + count["agrees as a float"]
    head = f"of {len(claims)} printed chances from {claims.source.nunique()} sources,"
    assert f"{head} {nearly} miss their last digit, and {count['wrong']} is wrong." in TEXT
    assert right + nearly + count["wrong"] == len(claims)
    assert f"Numbers from {verdicts.source.nunique()} sources" in TEXT
    assert verdicts.source.nunique() == 5 + 9, "five are named"
    assert "Nine more" in TEXT


def test_what_other_picks_cost():
    cost = (WON[["random", "min", "ignore"]].rsub(WON["max"], axis=0)).round()
    assert cost.agg(["min", "max"])[["random", "min"]].to_numpy().T.tolist() == [[3, 5], [7, 15]]
    assert "costs three to five games in 100, always picking from the emptiest seven to fifteen." in TEXT
    assert (cost["ignore"][["first-orchard-5", "first-orchard"]] // 5 == 6).all()
    assert cost["ignore"][["orchard", "orchard-10"]].min() > 50
    assert "Forgetting to pick costs thirty in First Orchard and more than fifty in Orchard" in TEXT


# --- the essay that the site begins with ---

FRONT = " ".join((ROOT / "site" / "index.md").read_text(encoding="utf-8").replace("**", "").split())


def test_its_game_can_be_played_again():
    """Five rolls that do nothing, then the raven, with one plum left: the twenty-fourth roll and those after it."""
    lost = play("first-orchard", "max", rng=361)
    assert not lost.won
    told = [line.split()[1] for line in str(lost).splitlines()[-7:-1]]
    assert told == ["red", "green", "green", "yellow", "green", "raven"]
    assert solve("first-orchard", "max", exact=True).value((0, 0, 0, 1), 1) == Fraction(2, 3)


def test_three_defeats_in_ten_are_by_a_single_fruit():
    chain = orchard.absorbing_chain("first-orchard", "max")
    by_one = sum(
        visits / 6  # the raven's face
        for (fruits, raven_steps), visits in zip(chain.states[:-2], chain.expected_visits(), strict=True)
        if (sum(fruits), raven_steps) == (1, 1)
    )
    assert round(10 * by_one / chain.absorption_probabilities()[0, 0]) == 3
    assert "about three in ten are lost by a single fruit" in FRONT


# --- examples ---

PUBLIC = {name: getattr(orchard, name) for name in orchard.__all__}
SHOWN_BY_WHAT_GIVES_THEM = {"AbsorbingChain", "Solution"}


@pytest.mark.parametrize("name", sorted({n for n in PUBLIC if callable(PUBLIC[n])} - SHOWN_BY_WHAT_GIVES_THEM))
def test_each_public_name_has_an_example_for_whoever_imports_public_names_alone(name: str):
    [example, *_] = doctest.DocTestFinder(recurse=False).find(PUBLIC[name], name, globs=dict(PUBLIC))
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0
