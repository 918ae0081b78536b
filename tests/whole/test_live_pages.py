"""What holds for every live page: it fits, speaks three languages, rests when it is not seen, and runs in a frame."""

import re

import pytest
from boards import BOARD, HOME, LANGUAGES, cut_off, framed, slow_frames
from playwright.sync_api import Page, expect

from orchard import Game, State, solve
from orchard.pages.explorer import board, race, sweep

LIVE = "index"
WON, LOST = "1342rb2141b4233r2b34r1", "1r2r3rb44rrr"
SIX_TREES = "fruits=5,4,6,3,7,8&ravenSteps=20&colourFaces=1,1,2,1,1,1&basketPicks=3"
TOO_LARGE = "fruits=20,20,20,20,20,20&colourFaces=2,1,1,1,1,1&ravenSteps=20"
RACED = """
    guesses[0] = 66;
    place('exact').checked = true;
    for (let i = 0; i < 200; i++) playOne();
    halt();
    watch();
"""
PLACES = {  # addresses of each page, and what is done there
    "index": [
        ("", ""),
        ("moves=1111b4", ""),
        ("game=orchard&moves=12b", ""),
        (f"moves={WON}&guess=1", ""),
        (f"moves={WON}&ravenSteps=99", ""),
        (f"moves={LOST}", ""),
        ("fruits=4,4,4,4,4&ravenSteps=20&moves=12rr1b", ""),
        (SIX_TREES, ""),
        (TOO_LARGE, ""),
        ("rules", ""),
        ("rules&game=orchard&beside=game:first-orchard-5;strategy:min", ""),
        ("mode=first&moves=1b12", ""),
        ("mode=bowl&moves=1b", ""),
    ],
    "race": [
        ("seed=1&habits=max,bowl,first,ignore", RACED),
        ("seed=1&habits=max,bowl,first,ignore&fruits=4,5,6,3,7,8&ravenSteps=20", RACED),
        ("seed=1", "startRace(true)"),
    ],
    "sweep": [
        (f"strategy={strategy}", f"halt(sweep.length, cellAt({fruits}, {raven}))")
        for strategy, fruits, raven in [
            ("max", [4, 4, 4, 4], 6),
            ("max", [4, 4, 1, 0], 6),
            ("ignore", [1, 0, 0, 0], 6),
            ("ignore", [1, 0, 0, 0], 1),
        ]
    ],
    "plum": [("", ""), ("", "do roll(); while (!isOver(at)); tell(); hundred()")],
}
UNFOLD = "document.querySelectorAll('details').forEach(fold => fold.open = true)"


def visit(page: Page, name: str, address: str, done: str) -> None:
    """A page at an address, after something has been done there, and with all that can be unfolded."""
    page.goto("about:blank")
    page.goto(f"{HOME}board/{name}.html#{address}")
    page.evaluate(done)
    page.evaluate(UNFOLD)


# --- words, and their places ---


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PLACES)
def test_everything_fits_and_can_be_hit_by_a_thumb(page, name, lang):
    for address, done in PLACES[name]:
        visit(page, name, f"{address}&lang={lang}", done)
        assert cut_off(page) == [], address


SHAPES = """() => Object.fromEntries(Object.entries(PHRASES).map(([lang, phrases]) => [lang, Object.fromEntries(
    Object.entries(phrases).map(([key, phrase]) =>
        [key, [...new Set(phrase.toLowerCase().match(/\\{\\w+\\}/g)), phrase.split("|").length].sort().join()]))]))"""


def test_no_phrase_is_missing_in_a_language_and_none_is_left_over(page):
    page.goto("")
    shapes = page.evaluate(SHAPES)
    assert set(shapes) == set(LANGUAGES)
    keys = set(shapes["en"])
    code = "".join(path.read_text() for path in BOARD.iterdir() if path.suffix in (".js", ".html"))
    used = re.sub(r"^[\w-]+$", "", code, flags=re.M)
    for lang, shape in shapes.items():
        assert set(shape) == keys, lang
    assert {key for key in keys if not re.search(rf"\b{re.sub('Hint$|1$', '', key)}\b", used)} == set()


TOLD = """() => {
    const inside = [...document.querySelectorAll('title, body *:not(script, style, noscript, option)')];
    const texts = inside.flatMap(e => [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data));
    return [...texts, ...inside.flatMap(e => ['aria-label', 'title', 'alt'].map(name => e.getAttribute(name)))];
}"""
IN_DIGITS = """
for (const table of Object.values(PHRASES))
    for (const key in table) table[key] = table[key].replace(/(\\{\\w+\\})|[^\\W|]/g, (_, place) => place ?? "7");
"""
NO_PHRASE = r"ravenSteps=99|\band\b|\b[A-D]\b"  # the address; what the browser puts between words; names of bars


@pytest.mark.parametrize("name", PLACES)
def test_nothing_is_said_that_is_not_in_the_table(page, name):
    """Where its phrases are digits, no letter is left."""
    words = (BOARD / "words.js").read_text() + IN_DIGITS
    page.route("**/words.js", lambda route: route.fulfill(body=words, content_type="text/javascript"))
    for address, done in PLACES[name]:
        visit(page, name, address, done)
        page.wait_for_timeout(200)
        told = [text for text in page.evaluate(TOLD) if text]
        assert [text for text in told if re.search("[A-Za-z]", re.sub(NO_PHRASE, "", text))] == [], address


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


@pytest.mark.parametrize(
    ("name", "address", "begun"),
    [
        ("race", "game=orchard&seed=2", "for (let i = 0; i < 2000; i++) playOne(); halt()"),
        ("sweep", "", "halt(60)"),
    ],
)
def test_no_frame_is_slow(browser, moving, name, address, begun):
    moving.goto(f"{HOME}board/{name}.html#{address}")
    moving.evaluate(begun)
    moving.locator("#go").tap()
    assert slow_frames(browser, moving, 5_000) == []


# --- in a notebook, where no frame can reach its parent: tried in JupyterLab ---


def test_in_a_notebook_one_plays_in_a_frame(page):
    shown = board(Game((3, 2), 4, colour_faces=(1, 2)), State((2, 2), 3), guess=True)
    frame = framed(page, shown.frame)
    assert frame.evaluate("origin") == "null"
    solution = solve(Game((2, 2), 3, colour_faces=(1, 2)), "optimal")
    expect(frame.locator("#chance")).to_have_text(f"{solution.win_probability:.1%}")
    for move in "1b":
        frame.locator(f"#moves [data-move='{move}']").tap()
    expect(frame.locator("#moves", has_text="%")).to_have_count(0)
    frame.locator("#moves [data-move='2']").tap()
    expect(frame.locator("#chance")).to_have_text(f"{solution.value((1, 1), 3):.1%}")
    frame.locator("#to-rules").tap()
    expect(frame.locator("#sliders")).to_be_visible()
    frame.locator("#to-play").tap()
    assert frame.locator(".count").all_inner_texts() == ["1", "1"]


@pytest.mark.parametrize(
    ("shown", "ready"),
    [
        (sweep(Game.uniform(2, 2, 2, 2), "random"), "sweep.length === 10 && shown.strategy === 'random'"),
        (race("orchard", ("bowl", "max", "first", "min"), same_dice=False, seed=9), "race.isOwn && race.seed === 9"),
    ],
    ids=["sweep", "race"],
)
def test_in_a_notebook_the_sweep_and_the_race_run_in_such_a_frame(page, shown, ready):
    frame = framed(page, shown.frame)
    assert frame.evaluate("origin") == "null"
    frame.wait_for_function(ready)
    frame.locator("#go").tap()
    expect(frame.locator("#wrong")).to_be_hidden()
    data, known = shown._repr_mimebundle_()
    assert data.keys() == {"text/html", "image/png"}
    assert data["text/html"] == shown.frame
    assert known["image/png"][shown.page] == shown.address


@pytest.mark.parametrize(
    ("shown", "opens"),
    [(board("orchard"), "#to-rules"), (race("orchard"), "#exact"), (sweep(), "#one")],
    ids=["board", "race", "sweep"],
)
@pytest.mark.parametrize("width", [390, 1280])
def test_in_a_notebook_a_frame_is_as_high_as_what_it_shows(page, shown, opens, width):
    page.set_viewport_size({"width": width, "height": 844})
    frame = framed(page, shown.frame)
    for opened in (opens, "#uneven summary"):
        if frame.locator(opened).count():
            frame.locator(opened).click()
        frame.wait_for_function("document.documentElement.scrollHeight === innerHeight")
        assert frame.evaluate("document.body.offsetHeight") == frame.evaluate("innerHeight")


TOO_WIDE = Game((21, 1))


@pytest.mark.parametrize(
    ("show", "arguments", "told"),
    [
        (race, {"habits": ("max", "min")}, "habits must be four of"),
        (race, {"habits": ("max", "min", "random", "best")}, "habits must be four of"),
        (race, {"seed": 2**32}, "seed must be at most"),
        (race, {"game": TOO_WIDE}, "fruits of at most 20"),
        (sweep, {"game": "orchard"}, "game must be no larger than First Orchard"),
        (sweep, {"game": Game((2, 1))}, "game must be no larger than First Orchard"),
        (sweep, {"strategy": "optimal"}, "strategy must be one of max"),
        (board, {"game": "orchid"}, "game must be one of"),
        (board, {"game": Game((1,) * 7)}, "trees of at most 6"),
        (board, {"game": TOO_WIDE}, "fruits of at most 20"),
        (board, {"game": "orchard", "state": State((5, 11, 4, 4), 5)}, "fruits must have an entry a tree, at most"),
        (board, {"game": "orchard", "state": (4, 4, 4, 4)}, "state must be a State"),
    ],
)
def test_what_cannot_be_shown_is_refused(show, arguments, told):
    with pytest.raises((ValueError, TypeError), match=told):
        show(**arguments)
