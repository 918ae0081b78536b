"""The race in the browser: where its bars come to rest against Python's chances, its dice, and its use."""

import os
import re
from collections.abc import Iterator
from math import sqrt

import pytest
from boards import HOME, LANGUAGES, cut_off, phone, slow_frames
from browser import CHROMIUM
from playwright.sync_api import Browser, Page, expect

from orchard import EDITIONS, from_function, solve
from orchard.studies.dice import bank_bound

GAMES = 10_000
HABITS = ["max", "random", "min", "ignore"]
IN_ORDER = from_function("in order", lambda fruits: next(i for i, fruit in enumerate(fruits) if fruit))
PLAY = "games => { for (let i = 0; i < games; i++) playOne(); halt(); return race.won; }"
FACES = """games => {
    const faces = Array.from({ length: games }, () => {
        const all = nextGames().map(game => [...game].map(({ face }) => face).join(""));
        race.n++;
        return all;
    });
    return faces;
}"""

pytestmark = pytest.mark.skipif(not CHROMIUM and "CI" not in os.environ, reason="there is no Chromium")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with phone(browser, "race.html") as page:
        yield page


@pytest.fixture
def moving(browser: Browser) -> Iterator[Page]:
    with phone(browser, "race.html", reduced_motion="no-preference") as page:
        yield page


def chances(edition: str, habits: list[str]) -> list[float]:
    other = {"bowl": lambda: bank_bound(EDITIONS[edition]), "order": lambda: solve(edition, IN_ORDER).win_probability}
    return [other[habit]() if habit in other else solve(edition, habit).win_probability for habit in habits]


@pytest.mark.parametrize("dice", ["", "&dice=own"])
@pytest.mark.parametrize("edition", ["first-orchard", "first-orchard-5", "orchard"])
def test_the_bars_come_to_rest_where_the_solver_says(page, edition, dice):
    page.goto(f"#v=2&game={edition}&seed=1{dice}")
    won = page.evaluate(PLAY, GAMES)
    for wins, p in zip(won, chances(edition, HABITS), strict=True):
        assert abs(wins / GAMES - p) < 4 * sqrt(p * (1 - p) / GAMES)


def test_a_bowl_and_a_fixed_order_can_race_too(page):
    habits = ["bowl", "order", "order", "max"]
    page.goto(f"#v=2&game=first-orchard&seed=1&habits={','.join(habits)}")
    won = page.evaluate(PLAY, GAMES)
    page.wait_for_function("race.chances.every(p => p > 0)")
    exact = chances("first-orchard", habits)
    assert page.evaluate("race.chances") == pytest.approx(exact, abs=1e-9)
    assert won[1] == won[2]
    for wins, p in zip(won, exact, strict=True):
        assert abs(wins / GAMES - p) < 4 * sqrt(p * (1 - p) / GAMES)


def test_a_seed_plays_the_same_race_again_and_another_another(page):
    races = []
    for seed in (7, 7, 8):
        page.goto("about:blank")
        page.goto(f"#v=2&game=first-orchard&seed={seed}")
        races.append(page.evaluate(PLAY, 500))
    assert races[0] == races[1] != races[2]


def test_all_habits_meet_the_same_faces_unless_they_have_dice_of_their_own(page):
    page.goto("#v=2&game=first-orchard&seed=3")
    for games in page.evaluate(FACES, 50):
        shortest = min(map(len, games))
        assert len({game[:shortest] for game in games}) == 1
    page.get_by_label("dice of their own").check()
    apart = [len({game[:6] for game in games}) for games in page.evaluate(FACES, 50)]
    assert sum(apart) > 50 * 3.9
    assert "dice=own" in page.url


def test_the_same_dice_save_two_to_eight_times_the_games(page):
    page.goto("#v=2&game=first-orchard&seed=2")
    won = page.evaluate(PLAY, GAMES)
    told = page.locator("#pairs li").all_inner_texts()
    assert len(told) == 3
    for words, wins in zip(told, won[1:], strict=True):
        gap, _, times = (float(n) for n in re.findall(r"\d+\.\d", words))
        assert gap == pytest.approx(100 * (won[0] - wins) / GAMES, abs=0.051)
        assert 2 <= times <= 8


def test_a_guess_is_told_beside_the_bar(page):
    page.goto("#v=2&game=first-orchard&seed=2")
    page.locator("[data-guess='0']").fill("70")
    page.evaluate(PLAY, 100)
    expect(page.locator("#lanes li").first).to_contain_text("you said 70")
    page.get_by_label("where they must end").check()
    expect(page.locator("#lanes li").first).to_contain_text("→ 76.8")


def test_without_motion_it_ends_at_the_next_power_of_ten_and_is_told_at_rest(page):
    page.goto("#v=2&game=first-orchard&seed=2")
    for games in ("10", "100", "1,000"):
        page.locator("#go").tap()
        expect(page.locator("#games")).to_have_text(f"{games} games")
        expect(page.locator("#live")).to_contain_text(f"{games} games. Won of 100")
    page.locator("#one").tap()
    expect(page.locator("#games")).to_have_text("1,001 games")
    assert set(page.locator(".game b").all_inner_texts()) <= {"We win!", "The raven wins."}


def test_in_motion_it_runs_ever_faster_and_stops_at_a_press(moving):
    moving.goto("#v=2&game=first-orchard&seed=2")
    heard = "window.heard = 0; new MutationObserver(() => heard++).observe(place('live'), { childList: true })"
    moving.evaluate(heard)
    moving.locator("#go").tap()
    moving.wait_for_function("race.n > 300")
    assert moving.evaluate("heard") == 0
    moving.locator("#go").tap()
    before = moving.evaluate("race.n")
    moving.wait_for_timeout(300)
    assert moving.evaluate("race.n") == before
    assert moving.evaluate("heard") == 1


def test_out_of_sight_nothing_runs(moving):
    frame = "<iframe src='board/race.html' style='height: 1300px'></iframe><p style='height: 5000px'></p>"
    moving.route(HOME, lambda route: route.fulfill(body=f"<!doctype html>{frame}", content_type="text/html"))
    moving.goto(HOME)
    race = moving.frames[1]
    race.locator("#go").tap()
    race.wait_for_function("race.n > 3")
    moving.evaluate("scrollTo(0, 5000)")
    moving.wait_for_timeout(500)
    before = race.evaluate("race.n")
    moving.wait_for_timeout(500)
    assert race.evaluate("race.n") == before
    moving.evaluate("scrollTo(0, 0)")
    race.wait_for_function(f"race.n > {before}")


def test_no_frame_is_slow(browser, moving):
    moving.goto("#v=2&game=orchard&seed=2")
    moving.evaluate(PLAY, 2_000)
    moving.locator("#go").tap()
    assert slow_frames(browser, moving, 5_000) == []


def test_who_is_who_hides_the_names_until_one_is_pointed_at(page):
    page.goto("#v=2&game=first-orchard")
    page.locator("#quiz").tap()
    expect(page.locator("#games")).to_have_text("68 games")
    expect(page.locator("#lanes li [aria-label], #lanes [class*=habit]")).to_have_count(0)
    place = page.evaluate("race.order.indexOf(0)")
    page.locator("#lanes button").nth(place).tap()
    expect(page.locator("#live")).to_contain_text(f"Yes, family {'ABCD'[place]}")
    expect(page.locator("#lanes li").nth(place)).to_contain_text("from the fullest tree")
    page.locator("#anew").tap()
    expect(page.locator("#games")).to_have_text("0 games")


def test_at_its_end_a_race_by_keys_is_one_key_from_another(page):
    page.goto("#v=2&game=first-orchard&seed=2")
    page.evaluate("race.n = race.end - 1")
    page.locator("#go").press("Enter")
    expect(page.locator("#go")).to_be_disabled()
    expect(page.locator("#anew")).to_be_focused()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_is_cut_off(page, lang, width):
    page.set_viewport_size({"width": width, "height": 800})
    for address in ("seed=1", "seed=1&fruits=4,5,6,3,7,8&ravenSteps=20"):
        page.goto(f"#v=2&lang={lang}&{address}&habits=max,bowl,order,ignore")
        page.evaluate("guesses[0] = 66; place('exact').checked = true")
        page.evaluate(PLAY, 200)
        page.evaluate("watch()")
        assert cut_off(page) == []
    page.evaluate("startRace(true)")
    expect(page.locator("#lanes button").first).to_be_enabled()
    assert cut_off(page) == []
