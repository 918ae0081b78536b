"""The backward sweep in the browser: its numbers against Python's, its sentences against arithmetic, and its use."""

import re
from itertools import product

import pytest
from boards import HABITS
from numpy.testing import assert_allclose
from playwright.sync_api import Page, expect

from orchard import Game, solve

LIVE = "sweep"
GAMES = {
    "game=first-orchard": Game(),
    "game=first-orchard-5": Game(raven_steps=5),
    "fruits=2,2&ravenSteps=2&basketPicks=2": Game((2, 2), 2, 2),
    "fruits=3,3,3&ravenSteps=6&basketPicks=3": Game((3, 3, 3), 6, 3),
}
POSITIONS = "[...cells.values()].map(cell => [cell.fruits, cell.raven, cell.p, cell.td.innerText])"
SENTENCES = "sweep.map(cell => [told(cell), printed(cell.p)])"
AVERAGE = r"(\d) \w+[^:]*: ([\d.]+(?: \+ [\d.]+)+) = ([\d.]+)\. .*?\b\1\b.*? ([\d.]+)\.( |$)"
FEEDS = "sweep.map(cell => cell.ways.flatMap(way => way ? way.cells.map(feed => feed.rank) : []))"


def fill_all(page: Page) -> None:
    page.locator("#known").press("End")


def rounded(number: float) -> int:
    """To the nearest whole number, a half up, as on paper."""
    return int(number + 0.5 + 1e-9)


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("address", GAMES)
def test_every_number_is_as_in_python_and_can_be_worked_out_when_its_turn_comes(page, address, habit):
    page.goto(f"#{address}&strategy={habit}")
    fill_all(page)
    game = GAMES[address]
    solution = solve(game, habit)
    for fruits, raven, p, seen in page.evaluate(POSITIONS):
        exact = solution.value(tuple(fruits), raven) if raven and sum(fruits) else float(raven > 0)
        assert_allclose(p, exact, rtol=0, atol=1e-12)
        if raven:
            games = rounded(100 * exact)
            assert seen == ({0: "<1", 100: ">99"}.get(games, str(games)) if 0 < exact < 1 else str(games))
    for rank, feeds in enumerate(page.evaluate(FEEDS)):
        assert feeds
        assert max(feeds) < rank, "a number comes after those that it is made of"


@pytest.mark.parametrize(("lang", "habit"), [*product(["en"], HABITS), ("de", "max"), ("fr", "random")])
def test_every_sentence_adds_up_as_it_is_printed(page, lang, habit):
    page.goto(f"#lang={lang}&strategy={habit}")
    fill_all(page)
    for sentence, shown in page.evaluate(SENTENCES):
        told = sentence if lang == "en" else sentence.replace(",", ".")
        n, terms, total, mean = re.search(AVERAGE, re.sub(r"\s", " ", told)).group(1, 2, 3, 4)
        summands = [float(term) for term in terms.split(" + ")]
        assert len(summands) == int(n)
        assert sum(summands) == pytest.approx(float(total), abs=1e-9)
        decimals = len(mean.partition(".")[2])
        assert float(total) / int(n) == pytest.approx(float(mean), abs=0.5000001 * 10**-decimals)
        assert rounded(float(mean)) == {">99": 100, "<1": 0}.get(shown, int(shown.strip("<>")))


def test_a_number_is_worked_out_at_a_press_and_an_early_one_asks_for_those_before(page):
    page.goto("#")
    expect(page.locator("#value")).to_have_text("?")
    page.locator("#one").tap()
    expect(page.locator("#value")).to_have_text("67")
    wasted, average = "Yellow, red, and blue do nothing: roll again.", "3 faces count alike: 100 + 100 + 0 = 200."
    expect(page.locator("#words")).to_have_text(f"{wasted} {average} Divided by 3, that is 66.67.")
    page.locator("td[data-at='4,4,4,4,6']").tap()
    expect(page.locator("#words")).to_have_text("Not yet. The lit numbers come first.")
    assert page.locator("td.known").count() == 1
    assert sorted(page.locator("td.feeds").evaluate_all("all => all.map(td => td.dataset.at)")) == [
        "4,4,4,3,6",
        "4,4,4,4,5",
    ]


def test_the_faces_and_the_arrow_keys_walk(page):
    page.goto("#")
    fill_all(page)
    page.locator("td[data-at='4,4,3,1,6']").tap()
    page.locator("#faces button[value='3']").tap()
    expect(page.locator("#where")).to_have_text("4 4 3 0, 6 raven rolls")
    assert page.evaluate("document.activeElement.value") == "0", "the plum tree is empty now"
    page.locator("#faces button[value='5']").tap()
    expect(page.locator("#where")).to_have_text("4 4 3 0, 5 raven rolls")
    page.locator("td.chosen").focus()
    for key, where in [("ArrowRight", "4 4 3 0, 6"), ("ArrowRight", "4 4 3 0, 6"), ("ArrowUp", "3 3 3 3, 6")]:
        page.keyboard.press(key)
        expect(page.locator("#where")).to_contain_text(where)
    chosen = page.locator("td.chosen")
    assert chosen.evaluate("td => td === document.activeElement")
    assert page.locator("td[tabindex='0']").count() == 1


def test_another_habit_shows_what_it_costs(page):
    page.goto("#")
    fill_all(page)
    page.locator("#habit").select_option("random")
    page.locator("td[data-at='4,4,4,4,6']").tap()
    cost = solve("first-orchard", "max").win_probability - solve("first-orchard", "random").win_probability
    expect(page.locator("#words")).to_contain_text(f"The fullest tree wins {100 * cost:.1f} points more.")
    assert "strategy=random" in page.url
    page.reload()
    expect(page.locator("#habit")).to_have_value("random")


def test_without_motion_a_fruit_comes_at_a_press(page):
    page.goto("#")
    counts = []
    for _ in range(3):
        page.locator("#go").tap()
        counts.append(page.locator("td.known").count())
    assert counts == [6, 6 * 3, 6 * 6]  # orchards of one, of two and of three fruits: 1, 2 and 3


def test_it_fills_by_itself_and_is_read_out_at_rest(moving):
    moving.clock.install()
    moving.goto("#")
    moving.locator("#go").tap()
    moving.clock.run_for(3_000)
    assert 2 < moving.locator("td.known").count() < 50
    assert moving.locator("#words").get_attribute("aria-live") == "off"
    moving.clock.run_for(60_000)
    assert moving.locator("td.known").count() == 414
    assert moving.locator("#words").get_attribute("aria-live") == "polite"
    expect(moving.locator("#value")).to_have_text("77")


@pytest.mark.parametrize("address", ["game=orchard", "fruits=4,4,4,3", "ravenFaces=2", "ravenSteps=7"])
def test_a_table_that_would_not_fit_is_told(page, address):
    page.goto(f"#{address}")
    expect(page.locator("#wrong")).to_be_visible()
    assert page.evaluate("sweep.length") == 414
