"""The race in the browser: where its bars come to rest against Python's chances, its dice, and its use."""

import re
from math import sqrt

import pytest
from boards import HABITS
from playwright.sync_api import expect

from orchard import EDITIONS, solve
from orchard.pages.studies.dice import bank_bound

LIVE = "race"
GAMES = 10_000
PLAY = "games => { for (let i = 0; i < games; i++) playOne(); halt(); return race.won; }"
FACES = """games => Array.from({ length: games }, () => {
    const faces = nextGames().map(game => [...game].map(({ face }) => face).join(""));
    race.n++;
    return faces;
})"""


def chances(edition: str, habits: list[str]) -> list[float]:
    game = EDITIONS[edition]
    return [bank_bound(game) if habit == "bowl" else solve(game, habit).win_probability for habit in habits]


BOWL_AND_FIRST = ["bowl", "first", "first", "max"]


@pytest.mark.parametrize(
    ("edition", "habits", "dice"),
    [
        ("first-orchard", HABITS, ""),
        ("first-orchard", HABITS, "&dice=own"),
        ("first-orchard", BOWL_AND_FIRST, ""),
        ("first-orchard-5", HABITS, "&dice=own"),
        ("orchard", HABITS, ""),
    ],
)
def test_the_bars_come_to_rest_where_the_solver_says(page, edition, habits, dice):
    page.goto(f"#game={edition}&seed=1&habits={','.join(habits)}{dice}")
    won = page.evaluate(PLAY, GAMES)
    page.wait_for_function("race.chances.every(p => p > 0)")
    exact = chances(edition, habits)
    assert page.evaluate("race.chances") == pytest.approx(exact, abs=1e-9)
    for wins, p in zip(won, exact, strict=True):
        assert abs(wins / GAMES - p) < 4 * sqrt(p * (1 - p) / GAMES)


def test_a_seed_plays_the_same_race_again_and_another_another(page):
    races = []
    for seed in (7, 7, 8):
        page.goto("about:blank")
        page.goto(f"#game=first-orchard&seed={seed}")
        races.append(page.evaluate(PLAY, 500))
    assert races[0] == races[1] != races[2]


def test_all_habits_meet_the_same_faces_unless_they_have_dice_of_their_own(page):
    page.goto("#game=first-orchard&seed=3")
    for games in page.evaluate(FACES, 50):
        shortest = min(map(len, games))
        assert len({game[:shortest] for game in games}) == 1
    page.get_by_label("each with its own dice").check()
    apart = [len({game[:6] for game in games}) for games in page.evaluate(FACES, 50)]
    assert sum(apart) > 50 * 3.9
    assert "dice=own" in page.url


def test_the_same_dice_save_two_to_eight_times_the_games(page):
    page.goto("#game=first-orchard&seed=2")
    won = page.evaluate(PLAY, GAMES)
    told = page.locator("#pairs li").all_inner_texts()
    assert len(told) == 3
    for words, wins in zip(told, won[1:], strict=True):
        gap, _, times = (float(n) for n in re.findall(r"\d+\.\d", words))
        assert gap == pytest.approx(100 * (won[0] - wins) / GAMES, abs=0.051)
        assert 2 <= times <= 8


def test_a_guess_is_told_beside_the_bar(page):
    page.goto("#game=first-orchard&seed=2")
    page.locator("[data-guess='0']").fill("70")
    page.evaluate(PLAY, 100)
    expect(page.locator("#lanes li").first).to_contain_text("you said 70")
    page.get_by_label("show the exact chances").check()
    expect(page.locator("#lanes li").first).to_contain_text("→ 76.8")


def test_without_motion_it_ends_at_the_next_power_of_ten_and_is_told_at_rest(page):
    page.goto("#game=first-orchard&seed=2")
    for games in ("10", "100", "1,000"):
        page.locator("#go").tap()
        expect(page.locator("#games")).to_have_text(f"{games} games")
        expect(page.locator("#live")).to_contain_text(f"{games} games. Won of 100")
    page.locator("#one").tap()
    expect(page.locator("#games")).to_have_text("1,001 games")
    assert set(page.locator(".game b").all_inner_texts()) <= {"We win!", "The raven wins."}


def test_in_motion_it_runs_ever_faster_and_stops_at_a_press(moving):
    moving.goto("#game=first-orchard&seed=2")
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


def test_who_is_who_hides_the_names_until_one_is_pointed_at(page):
    page.goto("#game=first-orchard")
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
    page.goto("#game=first-orchard&seed=2")
    page.evaluate("race.n = race.end - 1")
    page.locator("#go").press("Enter")
    expect(page.locator("#go")).to_be_disabled()
    expect(page.locator("#anew")).to_be_focused()
