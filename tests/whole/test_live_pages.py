"""The race, the sweep and the plum against Python, and what holds for every live page: it fits, rests, runs framed."""

import re
from math import sqrt

import pytest
from numpy.testing import assert_allclose
from playwright.sync_api import Page, expect

from orchard import EDITIONS, Game, State, solve
from orchard.pages.explorer import board, race, sweep
from orchard.pages.studies.dice import bank_bound
from tests.whole.boards import HABITS, HOME, WON, cut_off, framed

SIX_TREES = "game=5,4,6,3,7,8:raven=20:colours=1,1,2,1,1,1:picks=3"
TOO_LARGE = "game=20,20,20,20,20,20:colours=2,1,1,1,1,1:raven=20"
RACED = """
    guesses[0] = 66;
    place('exact').checked = true;
    for (let i = 0; i < 200; i++) playOne();
    halt();
    watch();
"""
PLACES = {  # addresses of each page, and what is done there
    "index": [
        ("game=orchard&moves=12b", ""),
        (f"moves={WON}&game=first-orchard:raven=99", ""),
        (SIX_TREES, ""),
        (TOO_LARGE, ""),
        ("rules&game=orchard&beside=game=first-orchard-5%26strategy=min", ""),
        ("mode=first&moves=1b12", ""),
        ("mode=bowl&moves=1b", ""),
    ],
    "race": [
        ("seed=1&habits=max,bowl,first,ignore&game=4,5,6,3,7,8:raven=20", RACED),
        ("seed=1", "startRace(true)"),
    ],
    "sweep": [("strategy=ignore", "halt(sweep.length, cellAt([1, 0, 0, 0], 6))")],
    "plum": [("", "do roll(); while (!isOver(at)); tell(); hundred()")],
}
UNFOLD = "document.querySelectorAll('details').forEach(fold => fold.open = true)"


def visit(page: Page, name: str, address: str, done: str) -> None:
    """A page at an address, after something has been done there, and with all that can be unfolded."""
    page.goto("about:blank")
    page.goto(f"{HOME}board/{name}.html#{address}")
    page.evaluate(done)
    page.evaluate(UNFOLD)


# --- words, and their places ---


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
@pytest.mark.parametrize("name", PLACES)
def test_everything_fits_and_can_be_hit_by_a_thumb(page, name, lang):
    for address, done in PLACES[name]:
        visit(page, name, f"{address}&lang={lang}", done)
        assert cut_off(page) == [], address


# --- what moves ---


@pytest.mark.parametrize(("name", "count"), [("race", "race.n"), ("sweep", "known")])
def test_out_of_sight_nothing_runs(moving, name, count):
    frame = f"<iframe src='board/{name}.html' style='height: 1300px'></iframe><p style='height: 5000px'></p>"
    live = framed(moving, frame)
    live.locator("#go").tap()
    live.wait_for_function(f"{count} > 3")
    moving.evaluate("scrollTo(0, 5000)")
    moving.wait_for_timeout(500)
    before = live.evaluate(count)
    moving.wait_for_timeout(500)
    assert live.evaluate(count) == before
    moving.evaluate("scrollTo(0, 0)")
    live.wait_for_function(f"{count} > {before}")


# --- in a notebook, where no frame can reach its parent: tried in JupyterLab ---


def test_in_a_notebook_one_plays_in_a_frame(page):
    game = Game((2, 2), 3, colour_faces=(1, 2))
    shown, solution = board(game), solve(game, "optimal")
    frame = framed(page, shown.frame)
    assert frame.evaluate("origin") == "null"
    expect(frame.locator("#chance")).to_have_text(f"{solution.win_probability:.1%}")
    for move in "1b":
        frame.locator(f"#moves [data-move='{move}']").tap()
    frame.locator("#moves [data-move='2']").tap()
    expect(frame.locator("#chance")).to_have_text(f"{solution.value((1, 1), 3):.1%}")
    frame.locator("#to-rules").tap()
    expect(frame.locator("#sliders")).to_be_visible()
    frame.locator("#to-play").tap()
    assert frame.locator(".count").all_inner_texts() == ["1", "1"]


@pytest.mark.parametrize(
    ("shown", "ready", "opens"),
    [
        (board("orchard"), "place('chance')", "#to-rules"),
        (race("orchard", seed=9), "!race.isOwn && race.seed === 9", "#exact"),
        (sweep(Game.uniform(2, 2, 2, 2)), "sweep.length === 10 && shown.strategy === 'max'", "#one"),
    ],
)
def test_in_a_notebook_a_live_page_runs_in_a_frame_as_high_as_what_it_shows(page, shown, ready, opens):
    frame = framed(page, shown.frame)
    assert frame.evaluate("origin") == "null"
    frame.wait_for_function(ready)
    for _ in range(2):
        # Together: a page that still fills grows again.
        heights = "document.documentElement.scrollHeight, document.body.offsetHeight"
        frame.wait_for_function(f"[{heights}].every(height => height === innerHeight)")
        frame.locator(opens).click()
    expect(frame.locator("#wrong")).to_be_hidden()
    data, known = shown._repr_mimebundle_()
    assert data["text/html"] == shown.frame
    if "image/png" in data:
        assert known["image/png"][shown.page] == shown.address
    else:
        assert data["text/plain"].endswith(shown.address)


@pytest.mark.parametrize("draw", [board, race])
def test_where_nothing_runs_a_picture_of_first_orchard_stands_for_that_alone(draw):
    pictures = [
        "image/png" in draw(game)._repr_mimebundle_()[0] for game in ("first-orchard", Game(), "4,4,3", "orchard")
    ]
    assert pictures == [True, True, False, False]


# --- the race: where its bars come to rest, and its dice ---

RACES = 10_000
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
        ("first-orchard", BOWL_AND_FIRST, ""),
        ("orchard", HABITS, "&dice=own"),
    ],
)
def test_the_bars_come_to_rest_where_the_solver_says(page, edition, habits, dice):
    page.goto(f"race.html#game={edition}&seed=1&habits={','.join(habits)}{dice}")
    won = page.evaluate(PLAY, RACES)
    page.wait_for_function("race.chances.every(p => p > 0)")
    exact = chances(edition, habits)
    assert page.evaluate("race.chances") == pytest.approx(exact, abs=1e-9)
    for wins, p in zip(won, exact, strict=True):
        assert abs(wins / RACES - p) < 4 * sqrt(p * (1 - p) / RACES)


def test_a_seed_plays_the_same_race_again_and_another_another(page):
    races = []
    for seed in (7, 7, 8):
        page.goto("about:blank")
        page.goto(f"race.html#game=first-orchard&seed={seed}")
        races.append(page.evaluate(PLAY, 500))
    assert races[0] == races[1] != races[2]


def test_all_habits_meet_the_same_faces_unless_they_have_dice_of_their_own(page):
    page.goto("race.html#game=first-orchard&seed=3")
    for games in page.evaluate(FACES, 50):
        shortest = min(map(len, games))
        assert len({game[:shortest] for game in games}) == 1
    page.get_by_label("each with its own dice").check()
    apart = [len({game[:6] for game in games}) for games in page.evaluate(FACES, 50)]
    assert sum(apart) > 50 * 3.9
    assert "dice=own" in page.url


# --- the backward sweep: its numbers, and its sentences against arithmetic ---

GAMES = {"game=first-orchard": Game(), "game=3,3,3:raven=6:picks=3": Game((3, 3, 3), 6, 3)}
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
    page.goto(f"sweep.html#{address}&strategy={habit}")
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


@pytest.mark.parametrize(("lang", "habit"), [("en", "max"), ("de", "min"), ("fr", "random")])
def test_every_sentence_adds_up_as_it_is_printed(page, lang, habit):
    page.goto(f"sweep.html#lang={lang}&strategy={habit}")
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
    page.goto("sweep.html#")
    expect(page.locator("#value")).to_have_text("?")
    page.locator("#one").tap()
    expect(page.locator("#value")).to_have_text("67")
    wasted, average = "Yellow, red, and blue do nothing: roll again.", "3 faces count alike: 100 + 100 + 0 = 200."
    expect(page.locator("#words")).to_have_text(f"{wasted} {average} Divided by 3, that is 66.67.")
    page.locator("td[data-at='4,4,4,4,6']").tap()
    expect(page.locator("#words")).to_have_text("Not yet. The lit numbers come first.")
    lit = page.locator("td.feeds").evaluate_all("all => all.map(td => td.dataset.at)")
    assert sorted(lit) == ["4,4,4,3,6", "4,4,4,4,5"]


@pytest.mark.parametrize("address", ["game=orchard", "ravenFaces=2"])
def test_a_table_that_would_not_fit_is_told(page, address):
    page.goto(f"sweep.html#{address}")
    expect(page.locator("#wrong")).to_be_visible()
    assert page.evaluate("sweep.length") == 414


# --- the last plum ---

ENDS = """games => {
    let rolls = 0;
    for (let i = 0; i < games; i++) do { roll(); rolls++; } while (!isOver(at));
    return [games, won, rolls];
}"""


def test_two_endings_in_three_are_won_after_two_rolls_on_average(page):
    page.goto("plum.html#")
    games, won, rolls = page.evaluate(ENDS, 5_000)
    assert abs(won / games - 2 / 3) < 4 * (2 / 9 / games) ** 0.5
    assert abs(rolls / games - 2) < 4 * (2 / games) ** 0.5
    expect(page.locator("#live")).to_contain_text(f"Won so far: {won} of {games}.")


def test_a_guess_comes_before_the_answer(page):
    page.goto("plum.html#")
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
