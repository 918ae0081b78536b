"""The last plum in the browser: a roll, a guess, and why it is two in three."""

import re

from boards import finish
from playwright.sync_api import expect

from orchard import State, solve

LIVE = "plum"
ENDS = """games => {
    let rolls = 0;
    for (let i = 0; i < games; i++) do { roll(); rolls++; } while (!isOver(at));
    return [games, won, rolls];
}"""


def test_two_endings_in_three_are_won_after_two_rolls_on_average(page):
    page.goto("#")
    games, won, rolls = page.evaluate(ENDS, 5_000)
    assert abs(won / games - 2 / 3) < 4 * (2 / 9 / games) ** 0.5
    assert abs(rolls / games - 2) < 4 * (2 / games) ** 0.5
    expect(page.locator("#live")).to_contain_text(f"Won so far: {won} of {games}.")


def test_a_guess_comes_before_the_answer(page):
    page.goto("#")
    expect(page.locator("#answer")).to_be_hidden()
    page.locator("#roll").tap()
    page.locator("#mine").fill("40")
    page.locator("#tell").tap()
    chance = round(100 * solve("first-orchard", "optimal").value(State((0, 0, 0, 1), 1).fruits, 1))
    expect(page.locator("#verdict")).to_contain_text("More than you think.")
    expect(page.locator("#verdict")).to_contain_text(f"{chance} of 100")
    assert page.evaluate("document.activeElement.id") == "verdict"
    page.locator("#hundred").tap()
    won, lost = map(int, re.findall(r"\d+", page.locator("#live").inner_text()))
    assert won + lost == 100
    assert page.locator("#ends svg").count() == 100


def test_the_whole_game_has_begun_and_asks_for_a_pick_that_matters(page):
    for _ in range(2):
        page.goto("about:blank")
        page.goto("#lang=de")
        page.locator("#tell").tap()
        page.locator("#whole").tap()
        expect(page.locator("#guess")).to_be_checked()
        expect(page.locator("#moves.picking")).to_be_visible()
        counts = [int(count) for count in page.locator(".count").all_inner_texts()]
        assert max(counts) - min(counts) >= 2
        expect(page.locator("#wrong")).to_be_hidden()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    finish(page)
    expect(page.locator("#account h3")).to_have_text("Lag es am Würfel oder an uns?")
    expect(page.locator("#again")).to_be_visible()
