"""The board in the browser: its numbers against Python's, and a game played on it as at the table."""

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser import CHROMIUM, press, visiting
from games import games
from hypothesis import example, given
from numpy.testing import assert_allclose
from playwright.sync_api import Browser, Locator, Page, Route, expect

from orchard import EDITIONS, Game, absorbing_chain, solve
from orchard.rules import turn
from orchard.studies.session import Session, Step, choose, curve, luck_and_cost, options

BEST = solve("first-orchard-6", "optimal")
BOARD = Path(__file__).resolve().parents[2] / "site" / "board"
HOME = "https://orchard.test/"
STRATEGIES = ["max", "random", "min", "ignore", "optimal"]
FIRST = "first-orchard-6"  # what one meets first
FACES = "1234br"
WON, LOST = "1342rb2141b4233r2b34r1", "1r2r3rb44rrr"

pytestmark = pytest.mark.skipif(not CHROMIUM and "CI" not in os.environ, reason="there is no Chromium")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone. Nothing may go wrong on it, nor may it ask for anything but the board's own files."""
    visit = visiting(
        browser,
        HOME,
        BOARD.parent.as_uri(),
        base_url=f"{HOME}board/index.html",
        viewport={"width": 390, "height": 844},
        has_touch=True,
        reduced_motion="reduce",
    )
    visit.page.route(f"{HOME}**", from_the_site)
    yield visit.page
    visit.page.close()
    assert visit.trouble == []


def from_the_site(route: Route) -> None:
    """The file of that address."""
    route.fulfill(path=BOARD.parent / urlsplit(route.request.url).path[1:])


# --- the solver ---

ASKED = """([game, strategy, states]) => {
    const solution = Solver.solve(game, strategy);
    const all = ask => states.map(state => ask(...state));
    return [all(solution.value), all(solution.rolls), Solver.positions(game)];
}"""


@pytest.fixture(scope="module")
def solver(browser: Browser) -> Page:
    """A page that has nothing but the solver."""
    page = browser.new_page()
    page.add_script_tag(path=BOARD / "solver.js")
    return page


def in_javascript(game: Game) -> dict:
    return {
        "fruits": game.fruits,
        "ravenSteps": game.raven_steps,
        "basketPicks": game.basket_picks,
        "colourFaces": game.colour_faces,
        "basketFaces": game.basket_faces,
        "ravenFaces": game.raven_faces,
    }


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(game=games(most_steps=5))
@example(game=EDITIONS["first-orchard-6"])
@example(game=EDITIONS["orchard-10"])
def test_every_state_is_as_in_python(solver, strategy, game):
    chain = absorbing_chain(game, solve(game, strategy).strategy)
    states = [tuple(state) for state in chain.states[:-2]]
    values, rolls, positions = solver.evaluate(ASKED, [in_javascript(game), strategy, states])
    assert_allclose(values, chain.absorption_probabilities()[:, 1], rtol=0, atol=1e-12)
    assert_allclose(rolls, chain.expected_rolls(), rtol=1e-9)
    assert positions == len(states) + game.raven_steps  # those without fruit, too


# --- a game on the page ---


def played(moves: str, edition: str = FIRST) -> Session:
    """The game after these moves, by the rules in Python."""
    session = Session(EDITIONS[edition], seed=0)
    for move in moves:
        session = choose(session, int(move) - 1) if session.picks else rolled(session, move)
    return session


def rolled(session: Session, face: str) -> Session:
    """The game after the die has shown this face."""
    _, after, picks = turn(session.game, session.state)[FACES.index(face)]
    return replace(session, steps=(*session.steps, Step(face, None, after, picks)))


def percent(p: float) -> str:
    return "0 %" if p == 0 else "100 %" if p == 1 else f"{100 * p:.1f} %"


def button(page: Page, move: str) -> Locator:
    return page.locator(f"#moves [data-move='{move}']")


def shows(page: Page, moves: str, edition: str = FIRST) -> None:
    """The page has the position, the chance and the options of a game after some moves, as Python has them."""
    session, solution = played(moves, edition), solve(edition, "optimal")
    chance = curve(solution, session)[-1]
    expect(page.locator("#chance")).to_have_text(percent(chance))
    assert page.locator(".count").all_inner_texts() == [str(fruit) for fruit in session.state.fruits]
    hanging = "trees => trees.map(tree => tree.querySelectorAll('.fruit:not(.gone)').length)"
    assert page.locator("#orchard .tree").evaluate_all(hanging) == list(session.state.fruits)
    assert page.locator(".stone:not(.behind)").count() == session.state.raven_steps
    for tree, p in options(solution, session).items():
        words = button(page, str(tree + 1)).inner_text()
        assert percent(p) in words
        assert ("best" in words) == (p >= chance - 1e-12)


@pytest.mark.parametrize(
    ("moves", "edition", "use"),
    [(WON, FIRST, Locator.tap), (LOST[:-1], "first-orchard", press), ("12b34r1b12b", "orchard", Locator.tap)],
)
def test_every_move_is_shown_as_in_python(page, moves, edition, use):
    page.goto(f"#game={edition}")
    for done, move in enumerate(moves, 1):
        use(button(page, move))
        shows(page, moves[:done], edition)


@pytest.mark.parametrize(
    ("moves", "end", "raven"),
    [(WON, "We win!", "We had 3 raven rolls to spare"), (LOST, "The raven wins.", "The raven is in the orchard")],
)
def test_of_a_game_that_is_over_luck_is_told_from_choices(page, moves, end, raven):
    page.goto(f"#moves={moves}")
    expect(page.locator("#end-head")).to_have_text(end)
    expect(page.locator("#away")).to_have_text(raven)
    told = page.locator("#bars dd").all_inner_texts()
    start, luck, picks, result = (float(number.strip(" %").replace("−", "-")) for number in told)
    assert round(start + luck + picks, 1) == result  # as they are shown
    assert [luck, -picks] == pytest.approx([100 * p for p in luck_and_cost(BEST, played(moves))], abs=0.3)


def test_every_difference_is_that_of_the_numbers_shown(page):
    """78.2 and 76.4 are 1.8 apart, even if what they were rounded from is not."""
    for moves in ("1111", "11b", "113b", "1132rb4rb", "rrrrr1b"):
        page.goto(f"#moves={moves}")
        now = float(page.locator("#chance").inner_text().strip(" %"))
        for words in page.locator("#moves .words").all_inner_texts():
            if not (found := re.search(r"([\d.]+) %\s+(▲|▼) ([\d.]+)", words)):
                continue
            then, sign, points = float(found[1]), {"▲": 1, "▼": -1}[found[2]], float(found[3])
            assert round(then - now, 1) == sign * points


def test_each_face_tells_what_it_would_do(page):
    page.goto("#moves=1111r1")

    for move in FACES:
        after = curve(BEST, played(f"1111r1{move}"))[-1]
        expect(button(page, move)).to_contain_text(percent(after))
    expect(button(page, "1")).to_contain_text("no change")  # that tree is empty


def test_undo_goes_back_move_by_move_and_a_new_game_can_be_taken_back(page):
    page.goto("#moves=12b3r4")
    page.locator("#new").tap()
    shows(page, "")
    page.go_back()
    shows(page, "12b3r4")
    page.locator("#new").tap()
    for moves in ("12b3r4", "12b3r", "12b3", "12b", "12"):
        page.locator("#undo").tap()
        shows(page, moves)


def test_from_a_disk_too_the_address_holds_the_game(page, browser):
    page.goto((BOARD / "index.html").as_uri())
    page.locator("#editions [data-key='orchard']").tap()
    for move in "1b23r":
        button(page, move).tap()
    page.reload()
    shows(page, "1b23r", "orchard")
    other = browser.new_page()
    other.goto(page.url)
    shows(other, "1b23r", "orchard")
    other.close()


@pytest.mark.parametrize(
    ("wrong", "moves", "told"),
    [
        ("#game=no&moves=xyz", "", ["game=no", "moves=xyz"]),
        ("#game=first-orchard-6&ravenSteps=25&moves=1", "1", ["ravenSteps=25"]),
        ("#ravenSteps=5,6", "", ["ravenSteps=5,6"]),
        ("#fruits=a&moves=1", "1", ["fruits=a"]),
        ("#fruits=0,0", "", ["fruits=0,0"]),
        ("#fruits=4,4&colourFaces=1,1,1", "", ["fruits=4,4", "colourFaces=1,1,1"]),
        ("#moves=19r&view=odd&guess=maybe", "1", ["moves=19r", "view=odd", "guess=maybe"]),
        ("#ravensteps=5", "", ["ravensteps=5"]),
        ("#%%%", "", ["%%%"]),
    ],
)
def test_an_address_that_cannot_be_obeyed_says_so_and_the_rest_is_shown(page, wrong, moves, told):
    page.goto(wrong)
    shows(page, moves)
    for part in told:
        expect(page.locator("#wrong")).to_contain_text(part)
    button(page, "1").tap()
    expect(page.locator("#wrong")).to_be_hidden()


@pytest.mark.parametrize("right", ["", "#game=orchard&moves=1", "#fruits=3,4&ravenSteps=5&colourFaces=1,2&view=rules"])
def test_an_address_that_is_obeyed_is_not_commented_on(page, right):
    page.goto(right)
    expect(page.locator("#chance")).to_have_text(re.compile("%"))
    expect(page.locator("#wrong")).to_be_hidden()


def test_the_reader_is_asked_which_first_orchard_is_theirs(page):
    page.goto("")
    shows(page, "")
    expect(page.locator("#chooser")).to_contain_text("as soon as the raven stands on the fifth card")
    page.locator("#editions [data-key='first-orchard']").tap()
    shows(page, "", "first-orchard")


@pytest.mark.parametrize(
    ("moves", "told"), [("111122223333444b", "no more rolls"), ("111122223333444", "about 3 more rolls")]
)
def test_before_the_last_pick_there_are_no_more_rolls(page, moves, told):
    page.goto(f"#moves={moves}")
    expect(page.locator("#rolls")).to_have_text(told)


def test_dice_are_rolled_for_who_has_none(page):
    page.goto(f"#moves={WON[:-4]}")
    while page.locator("#end").is_hidden():
        choice = page.locator("#moves.picking :enabled").first
        (choice if choice.is_visible() else page.locator("#roll")).tap()
    moves = page.url.split("moves=")[1]
    assert played(moves).is_over
    shows(page, moves)


def test_whoever_guesses_first_sees_no_odds_at_the_basket(page):
    page.goto("#moves=11b")
    page.get_by_label("Guess first").check()
    expect(page.locator("#moves", has_text=re.compile("%|best"))).to_have_count(0)
    expect(page.locator("#orchard .best")).to_have_count(0)
    button(page, "1").tap()
    (before, after) = curve(BEST, played("11b1"))[-2:]
    expect(page.locator("#live")).to_contain_text(f"costs {round(100 * before, 1) - round(100 * after, 1):.1f} points")
    page.reload()
    expect(page.get_by_label("Guess first")).to_be_checked()


def test_trees_can_be_tapped_but_a_colour_that_the_die_lacks_can_only_be_picked(page):
    page.goto("#fruits=2,2&ravenSteps=3&colourFaces=1,0")
    apple, pear = page.locator("#orchard .tree").all()
    expect(button(page, "2")).to_have_count(0)
    apple.tap()
    pear.tap()
    assert page.locator(".count").all_inner_texts() == ["1", "2"]
    button(page, "b").tap()
    expect(button(page, "2")).to_be_enabled()
    pear.tap()
    assert page.locator(".count").all_inner_texts() == ["1", "1"]


def test_one_sentence_is_told_for_an_action(page):
    page.goto("#game=first-orchard")
    page.evaluate(
        """() => {
        window.heard = [];
        const live = document.getElementById("live");
        const note = () => heard.push(live.textContent);
        new MutationObserver(note).observe(live, { childList: true, characterData: true, subtree: true });
    }"""
    )
    for done, move in enumerate("1rb2", 1):
        button(page, move).tap()
        assert page.evaluate("heard.length") == done
    assert page.locator("[role=status], [aria-live], [role=alert]").count() == 1
    assert "apple" in page.evaluate("heard[0]")
    assert "raven" in page.evaluate("heard[1]")


# --- change the rules ---


def test_a_slider_shows_the_number_of_the_new_rule_and_its_neighbours(page):
    page.goto("#view=rules&game=first-orchard")
    page.locator("#row-ravenSteps").focus()
    page.keyboard.press("ArrowRight")
    five, six, seven = (solve(Game(raven_steps=steps), "max").win_probability for steps in (5, 6, 7))
    expect(page.locator("#chance")).to_have_text(percent(six))
    row = page.locator(".row[data-rule=ravenSteps]")
    expect(row.locator("[value='-1']")).to_contain_text(percent(five))
    expect(row.locator("[value='1']")).to_contain_text(percent(seven))
    expect(row.locator("[value='1']")).to_contain_text(f"{round(100 * seven, 1) - round(100 * six, 1):.1f} points more")
    for name in STRATEGIES:
        way = page.locator("#ways label", has=page.locator(f"[value={name}]"))
        expect(way).to_contain_text(percent(solve("first-orchard-6", name).win_probability))


def test_own_rules_are_played_and_kept_in_the_address(page):
    page.goto("#view=rules")
    page.locator("#uneven summary").tap()
    page.locator(".row[data-rule=fruits][data-tree='1'] [value='1']").tap()
    page.locator(".row[data-rule=colourFaces][data-tree='2'] [value='1']").tap()
    game = Game((4, 5, 4, 4), raven_steps=6, colour_faces=(1, 1, 2, 1))
    expect(page.locator("#chance")).to_have_text(percent(solve(game, "max").win_probability))
    page.reload()
    page.locator("#play-these").tap()
    expect(page.locator("#chance")).to_have_text(percent(solve(game, "optimal").win_probability))
    assert page.locator(".count").all_inner_texts() == ["4", "5", "4", "4"]
    expect(button(page, "3")).to_contain_text("× 2")


TOO_LARGE = "#fruits=20,20,20,20,20,20&colourFaces=2,1,1,1,1,1&ravenSteps=20"


def test_too_large_a_game_is_told_and_nothing_hangs(page):
    page.goto(TOO_LARGE)
    expect(page.locator("#live")).to_contain_text("1,715,322,420 positions")
    expect(page.locator("#play-these")).to_be_disabled()
    page.locator("[id=row-trees]").fill("1")
    expect(page.locator("#chance")).to_have_text(re.compile(r"\d %$"))


# --- as people expect of a page ---

ADDRESSES = [
    "",
    "#game=orchard&moves=12b",
    f"#moves={WON}",
    "#view=rules",
    "#fruits=5,4,6,3,7,8&ravenSteps=20&colourFaces=1,1,2,1,1,1&basketPicks=3",
    "#fruits=4,4,4,4,4&ravenSteps=20&moves=12rr1b",
]
SMALL = """() => [...document.querySelectorAll('button, summary, nav a, label:has(input), input[type=range], .tree')]
    .filter(e => e.offsetParent && !e.classList.contains('unseen')).map(e => [e.textContent, e.getBoundingClientRect()])
    .filter(([text, box]) => box.height < 44 || box.width < 44).map(([text]) => text)"""


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_page_fits_and_can_be_hit_by_a_thumb(page, address):
    page.goto(address)
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    for width in (360, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        assert page.evaluate(SMALL) == []


LEAST = "all => Math.min(...all.map(one => one.getBoundingClientRect().width))"


@pytest.mark.parametrize("fruits", ["4,3,4,2", "4,3,4,2,4", "4,3,4,2,4,2"])
def test_trees_and_their_fruit_can_be_seen_on_a_small_phone(page, fruits):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"#fruits={fruits}&ravenSteps=6&moves=1b")
    assert page.locator(".tree").evaluate_all(LEAST) >= 70
    assert page.locator(".fruit:not(.gone)").evaluate_all(LEAST) >= 12


MIDDLES = "all => all.map(one => one.getBoundingClientRect()).map(box => box.left + box.width / 2)"


@pytest.mark.parametrize(
    ("rolls", "said"),
    [
        (0, "6 more raven rolls lose the game"),
        (5, "1 more raven roll loses the game"),
        (6, "The raven is in the orchard"),
    ],
)
def test_the_raven_starts_in_front_of_its_cards_and_the_rolls_that_lose_are_counted(page, rolls, said):
    page.goto(f"#game=first-orchard-6&moves={'r' * rolls}")
    assert page.locator(".card").all_inner_texts() == ["1", "2", "3", "4", "5"]
    (raven,) = page.locator(".walker .icon").evaluate_all(MIDDLES)
    assert raven == pytest.approx(page.locator(".stone").evaluate_all(MIDDLES)[rolls], abs=4)
    expect(page.locator("#away")).to_have_text(said)
    assert said in page.locator("#board").get_attribute("aria-label")


def test_the_labels_of_the_curve_are_not_clipped(page):
    page.goto(f"#moves={WON}")
    assert page.locator("#curve text").evaluate_all("all => Math.min(...all.map(one => one.getBBox().x))") >= 0


def test_everything_is_reached_by_the_tab_key(page):
    page.goto("#moves=1")
    reached = []
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.dataset.move"))
    wanted = ["to-play", "to-rules", "choose", *FACES, "undo", "roll", "new", "guess"]
    assert [name for name in reached if name in wanted][: len(wanted)] == wanted
    page.locator("#choose").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    shows(page, "")


def test_the_focus_goes_where_the_game_goes_on(page):
    page.goto("#moves=1")
    press(button(page, "b"))
    assert page.evaluate("document.activeElement.dataset.move") == "1"
    page.keyboard.press("Enter")
    shows(page, "1b1")


def test_it_is_dark_where_the_reader_wants_it_dark(page):
    page.goto("")
    seen = {}
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        seen[scheme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert seen["dark"] == "rgb(24, 29, 23)" != seen["light"]


# --- its texts ---


def test_every_text_is_said():
    table, *code = re.split("(const WORDS)", (BOARD / "page.js").read_text())
    told = "".join([*code, (BOARD / "solver.js").read_text(), (BOARD / "index.html").read_text()])
    keys = re.findall(r'^\t\t"?([\w-]+?)(?:Hint|1)?"?: "', table, flags=re.M)  # "steps1" is the text for one of "steps"
    assert len(keys) > 50
    assert [key for key in keys if not re.search(rf"\b{key}\b", told)] == []


TOLD = """() => {
    const inside = [...document.querySelectorAll('title, body *:not(script, style, noscript)')];
    const texts = inside.flatMap(e => [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data));
    return [...texts, ...inside.flatMap(e => ['aria-label', 'title', 'alt'].map(name => e.getAttribute(name)))];
}"""


@pytest.mark.parametrize(
    "address", ["", f"#moves={WON}&guess=1", f"#moves={LOST}", "#game=orchard&moves=12b", "#view=rules", TOO_LARGE]
)
def test_nothing_is_said_that_is_not_in_the_table(page, address):
    """Another language is another table: where its texts are digits, no letter is left."""

    def in_digits(route: Route) -> None:
        table, rest = (BOARD / "page.js").read_text().split("const WORDS")
        other = re.sub(r'(?<=: ")(.*)(?=",$)', coded, table, flags=re.M)
        route.fulfill(body=f"{other}const WORDS{rest}", content_type="text/javascript")

    page.route("**/page.js", in_digits)
    page.goto(address)
    page.wait_for_timeout(200)
    assert [text for text in page.evaluate(TOLD) if text and re.search("[A-Za-z]", text)] == []


def coded(text: re.Match) -> str:
    """A text without letters, except for the names of its places."""
    return re.sub(r"(\{\w+\})|\w", lambda found: found[1] or "7", text[0])
