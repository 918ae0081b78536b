"""Each number of two digits in leads, captions, README and the pages of the family is in `said.txt`, with its source.

A line there is a sentence, an arrow, and for each of its numbers a cell of `data/results`, which is compared at the
precision at which it is written: `table/row/column`, a row by how it begins, several rows or columns between bars, or
one column less another. A number that no table has stands for itself. A sentence without such numbers is held to its
small ones. (That each table, and each picture, is saved by a notebook, `test_notebooks` holds.)"""

import doctest
import json
import re
from fractions import Fraction
from itertools import product
from math import ceil
from pathlib import Path

import pandas as pd
import pytest

import orchard
from orchard import absorbing_chain, mixture, play, solve
from orchard.pages.lengths import law_of_lengths
from tests.shown import ROOT

SAID = dict(re.findall(r"^# (.*)\n((?:.+\n)*)", (ROOT / "tests" / "said.txt").read_text(encoding="utf-8"), flags=re.M))
TEXTS = [
    ROOT / "README.md",
    *(ROOT / "site" / name for name in ("index.md", "lesson.md")),
    *ROOT.glob("site/table/*.md"),
    *ROOT.glob("notebooks/*.ipynb"),
]
NOT_READ = r"```.*?```|`[^`]*`|\]\([^)]*\)|https?://\S+|(?:width|height|data-rolls)=\"\d+\"|src=\"[^\"]*\""
SMALL = {
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
    "eleven": "11",
    "sixteen": "16",
    "thirty-one": "31",
    "fifteen": "15",
    "fifty-five": "55",
    "twelve": "12",
}
NUMBER = re.compile(r"(?<![\w.,/^−-])\d+(?:,\d{3})*(?:\.\d+)?(?!\w|[.,]\d)")


def told(page: Path) -> str:
    """What a page says; of a notebook what is bold in its first cell, and what is told of its pictures."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        captions = [cell["metadata"].get("mystnb", {}).get("image", {}).get("alt", "") for cell in cells]
        text = " ".join([*re.findall(r"\*\*.+?\*\*", "".join(cells[0]["source"]), flags=re.S), *captions])
    return " ".join(re.sub(NOT_READ, " ", text.replace("**", ""), flags=re.S).split())


def numbers(text: str) -> list[str]:
    return [found for found in NUMBER.findall(text) if found not in {*"0123456789", "100", "1,000"}]


def small(text: str) -> list[str]:
    """Numbers of one digit, and those in words."""
    return [SMALL.get(word, word) for word in re.findall(r"[\w-]+", text) if word in SMALL or re.fullmatch(r"\d", word)]


def cells(source: str) -> list[str]:
    """What stands in the cells that a source names."""
    table, *asked = source.strip().split("/")
    if not asked:
        return table.split("|")
    rows = pd.read_csv(ROOT / f"data/results/{table}.csv", dtype=str, keep_default_na=False)
    lines, wanted = rows.agg(",".join, axis=1), product(*(each.split("|") for each in asked))
    return [cell_of(rows[lines.str.startswith(f"{row},")].iloc[0], column) for row, column in wanted]


def cell_of(row: pd.Series, column: str) -> str:
    one, _, other = column.partition(" less ")
    return str(float(row[one]) - float(row[other])) if other else row[one]


def is_it(printed: str, cell: str) -> bool:
    """Whether a number is that of a cell, or a hundred times a share."""
    decimals = len(printed.partition(".")[2])
    value = abs(float(re.findall(r"-?[\d.]+", cell)[-1]))
    return printed.replace(",", "") in {f"{value:.{decimals}f}", f"{100 * value:.{decimals}f}"}


def unsaid(text: str, page: str) -> str:
    """The text without what is said of the page in said.txt, all of which it has, with the numbers of its sources."""
    for line in SAID.get(page, "").splitlines():
        sentence, sources = line.split(" <- ")
        assert sentence in text
        text = text.replace(sentence, "", 1)
        found = [cell for source in sources.split(";") for cell in cells(source)]
        printed = numbers(sentence) or small(sentence)
        assert all(is_it(*pair) for pair in zip(printed, found, strict=True)), (sentence, found)
    return text


@pytest.mark.parametrize("page", TEXTS, ids=str)
def test_every_number_is_that_of_its_cell(page: Path):
    assert numbers(unsaid(told(page), page.relative_to(ROOT).as_posix())) == [], "in no line of said.txt"


def sections(page: Path) -> list[tuple[str, str]]:
    """Of each section of a notebook what it says, apart from its lead, formulas and exercise, and all that it shows."""
    found = [("", "")]
    for cell in json.loads(page.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code":
            found[-1] = (found[-1][0], f"{found[-1][1]} {text} {shown(cell)}")
            continue
        text = re.sub(r"\$\$.*?\$\$|\$.*?\$|<details>.*?</details>|\A# .*?\*\*.*?\*\*", " ", text, flags=re.S)
        first, *others = re.split(r"^## ", re.sub(NOT_READ, " ", text.replace("**", ""), flags=re.S), flags=re.M)
        found[-1] = (f"{found[-1][0]} {first}", found[-1][1])
        found += [(other, "") for other in others]
    return [(" ".join(said.split()), seen) for said, seen in found]


def shown(cell: dict) -> str:
    """What the outputs of a cell print, and what is told of its picture."""
    texts = [cell["metadata"].get("mystnb", {}).get("image", {}).get("alt", "")]
    for output in cell["outputs"]:
        texts += ["".join(output.get("text", "")), "".join(output.get("data", {}).get("text/plain", ""))]
    return " ".join(texts)


@pytest.mark.parametrize("page", sorted(ROOT.glob("notebooks/*.ipynb")), ids=str)
def test_every_number_in_the_text_of_a_page_is_shown_in_its_section_or_said(page: Path):
    texts, seen = zip(*sections(page), strict=True)
    left = unsaid(" ¶ ".join(texts), f"notebooks/{page.stem}, below").split(" ¶ ")
    for text, outputs in zip(left, seen, strict=True):
        printed = re.findall(r"(?<![\w.])\d[\d,]*(?:\.\d+)?", outputs)
        assert [number for number in numbers(text) if not is_shown(number, printed)] == [], text


def is_shown(number: str, printed: list[str]) -> bool:
    return any(is_it(number, each.replace(",", "")) for each in printed)


README = (ROOT / "README.md").read_text(encoding="utf-8")
LINK = r"\]\(((?!http|#)[^)]+)\)"


@pytest.mark.parametrize("link", sorted(set(re.findall(LINK, README))))
def test_every_link_within_the_repository_leads_somewhere(link: str):
    assert (ROOT / link).exists()
    assert not link.endswith(".html"), "GitHub and JupyterLab would show a page without its scripts, or its source"


# --- the essay that the site begins with ---

FORGETFUL = mixture({"max": Fraction(2, 3), "ignore": Fraction(1, 3)})
FRONT = told(ROOT / "site/index.md")


def test_its_game_can_be_played_again():
    """Five rolls that do nothing, then the raven, with one plum left: the twenty-fourth roll and those after it."""
    lost = play("first-orchard", "max", rng=361)
    assert not lost.won
    told = [line.split()[1] for line in str(lost).splitlines()[-7:-1]]
    assert told == ["red", "green", "green", "yellow", "green", "raven"]
    assert solve("first-orchard", "max", exact=True).value((0, 0, 0, 1), 1) == Fraction(2, 3)


# --- the family's page about the basket ---


def test_the_last_fruit_of_a_tree_is_the_one_to_spare():
    solved = solve("first-orchard", "max")
    worst = {"last": 0.0, "other": 0.0}
    for fruits, raven_steps in solved.positions:
        after = solved.value_of_picks(fruits, raven_steps)
        for (tree,), value in after.items():
            kind = "last" if fruits[tree] == 1 else "other"
            worst[kind] = max(worst[kind], 100 * (max(after.values()) - value))
    assert {kind: round(cost) for kind, cost in worst.items()} == {"last": 9, "other": 4}
    said = "do not empty a tree while another has more fruit: in *My First Orchard* that can cost nearly nine games"
    assert said in told(ROOT / "site/table/basket.md")


def test_what_a_careless_youngest_or_a_forgotten_basket_costs():
    """Where nobody else is careless, and where the basket is forgotten one time in three."""
    best = solve("first-orchard").win_probability
    asked = [("max", "max", "random"), ("max", "max", "first"), ("max", "max", "min"), FORGETFUL]
    cost = [round(100 * (best - solve("first-orchard", each).win_probability)) for each in asked]
    assert cost == [1, 1, 2, 7]
    page = told(ROOT / "site/table/basket.md")
    assert "you lose one more game of *My First Orchard* in 100, and two if she loves to finish off a tree." in page
    assert "Forget it one time in three, and you lose seven more games in 100." in page
    assert "To forget it one time in three costs seven games in 100." in FRONT


def test_on_jonas_board_the_cherries_win_46_and_a_plum_55_and_coins_win_94_where_a_plum_wins_89():
    board = solve("first-orchard").value_of_picks((0, 0, 1, 4), 2)
    assert [round(100 * won) for won in board.values()] == [46, 55]
    # Of the faces that count, three win with coins, and two with a plum left; one brings the raven, twice to lose.
    assert [round(100 * (1 - lost**2)) for lost in (Fraction(1, 4), Fraction(1, 3))] == [94, 89]


# --- the family's page about the length ---


def test_so_many_minutes_are_enough_at_twenty_seconds_a_roll_and_at_thirty():
    said = (ROOT / "site/table/length.md").read_text(encoding="utf-8")
    told = re.findall(r'data-rolls="(\d+)">(\d+)<', said)
    assert [int(minutes) for _, minutes in told] == [ceil(int(rolls) / 3) for rolls, _ in told]
    rolls = [int(rolls) for rolls, _ in told]
    for game, half, nearly_all in zip(("first-orchard", "orchard"), rolls[::2], rolls[1::2], strict=True):
        over = law_of_lengths(absorbing_chain(game)).sum(axis=0).cumsum()
        assert over[half - 1] < 1 / 2 <= over[half]
        assert over[nearly_all - 1] < 19 / 20 <= over[nearly_all]
        assert f"{ceil(nearly_all / 2)} " in said.partition("At thirty seconds")[2]


# --- the family's page about luck ---

LUCK = told(ROOT / "site/table/luck.md")


def losing_three_in_a_row(p: Fraction, games: int) -> Fraction:
    """The chance of a streak of three losses: game by game, by how many were lost in a row so far."""
    streaks = [Fraction(1), Fraction(0), Fraction(0)]
    for _ in range(games):
        streaks = [p * sum(streaks), *((1 - p) * chance for chance in streaks[:-1])]
    return 1 - sum(streaks)


@pytest.mark.parametrize(
    ("game", "strategy", "games", "share", "said"),
    [
        ("first-orchard", "max", 30, 0.24, "24 lose three in a row at least once"),
        ("first-orchard", "random", 30, 0.33, "of a hundred that pick from a random tree 33,"),
        ("first-orchard", FORGETFUL, 30, 0.44, "that forget it one time in three, 44 lose three in a row,"),
        ("first-orchard", "ignore", 30, 0.95, "44 lose three in a row, and of a hundred that never use it 95."),
        ("first-orchard", "min", 30, 0.43, "of a hundred that always pick from the emptiest 43."),
        ("first-orchard-5", "max", 30, 0.64, "even of the best pickers 64 in a hundred lose three in a row."),
        (
            "4,4,4,4:raven=7",
            "max",
            30,
            0.06,
            "only about 6 families in 100 lose three in a row",
        ),
    ],
)
def test_three_losses_in_a_row(game: str, strategy: str, games: int, share: float, said: str):
    assert said in LUCK
    found = losing_three_in_a_row(solve(game, strategy, exact=True).win_probability, games)
    assert round(float(found), 2) == round(share, 2)


def test_of_the_poor_lists_about_half_are_of_bad_pickers():
    share = pd.read_csv(ROOT / "data/results/1-lists.csv", index_col=0).share
    assert abs(share["min"] - 1 / 2) < 0.03
    assert "But nine in a hundred of the best do no better." in LUCK


def test_what_the_best_pickers_win_of_68_with_either_raven():
    six, five = (round(68 * solve(game).win_probability) for game in ("first-orchard", "first-orchard-5"))
    assert f"The best pickers win {six} on average, so 47 is a bit low." in LUCK
    assert f"then the best pickers win {five} on average, and 47 is better than that." in LUCK


# --- examples ---

PUBLIC = {name: getattr(orchard, name) for name in orchard.__all__}
SHOWN_BY_WHAT_GIVES_THEM = {"AbsorbingChain", "Solution"}


@pytest.mark.parametrize("name", sorted({n for n in PUBLIC if callable(PUBLIC[n])} - SHOWN_BY_WHAT_GIVES_THEM))
def test_each_public_name_has_an_example_for_whoever_imports_public_names_alone(name: str):
    [example, *_] = doctest.DocTestFinder(recurse=False).find(PUBLIC[name], name, globs=dict(PUBLIC))
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0
