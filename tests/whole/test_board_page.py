"""The board in the browser: its numbers against Python's, and a game played on it as at the table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from browser import CHROMIUM, chromium
from playwright.sync_api import Browser, Locator, Page, Route, expect, sync_playwright

from orchard import EDITIONS, Game, absorbing_chain, cli, solve
from orchard.rules import State, pick, turn
from orchard.session import Session, Step, curve, luck_and_cost, options

BOARD = Path(__file__).resolve().parents[2] / "site" / "board"
FROM_DISK = (BOARD / "index.html").as_uri()
STRATEGIES = ["max", "random", "min", "ignore", "optimal"]
SOLD = ["first-orchard", "first-orchard-6", "orchard", "orchard-10"]
FACES = {"1": 0, "2": 1, "3": 2, "4": 3, "b": "basket", "r": "raven"}
WON, LOST = "1342rb2141b4233r2b34r1", "1r2r3rb44rr"

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium")


# --- the page ---


class Silent(SimpleHTTPRequestHandler):
    """A server that keeps no log."""

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The board, served on this machine as on the site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=BOARD.parent)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/board/index.html"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield chromium(playwright)


@pytest.fixture(params=["disk", "server"])
def address(request: pytest.FixtureRequest, site: str) -> str:
    return {"disk": FROM_DISK, "server": site}[request.param]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone. Nothing may go wrong on it, nor may it ask for anything but the board's own files."""
    trouble = []
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    own = re.compile(r"(file://|http://127\.0\.0\.1:\d+/).*/?(board/[\w.]*|_static/favicon\.svg)(#.*)?$")
    page.on("console", lambda message: message.type in ("error", "warning") and trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda asked: own.match(asked.url) or trouble.append(asked.url))
    yield page
    context.close()
    assert trouble == []


@pytest.fixture(scope="module")
def solver(browser: Browser) -> Page:
    """A page that has nothing but the solver."""
    page = browser.new_page()
    page.add_script_tag(path=BOARD / "solver.js")
    return page


# --- the solver ---

ASKED = """([game, strategy, states]) => {
    const solution = Solver.solve(game, strategy);
    return [solution.value, solution.rolls].map(ask => states.map(state => ask(...state)));
}"""


def in_javascript(game: Game) -> dict:
    fields = ("raven_steps", "basket_picks", "colour_faces", "basket_faces", "raven_faces")
    named = {re.sub(r"_(\w)", lambda letter: letter[1].upper(), field): getattr(game, field) for field in fields}
    return {"fruits": game.fruits, **named}


def asked(solver: Page, game: Game, strategy: str, states: list[tuple]) -> tuple[list[float], list[float]]:
    """The win probability and the expected rolls of each state, as the page has them."""
    return solver.evaluate(ASKED, [in_javascript(game), strategy, states])


def every_state(game: Game) -> list[tuple]:
    """All states that are not lost and won at once; of equal trees in any order one is enough."""
    fruits = product(*(range(n + 1) for n in game.fruits))
    if len(set(zip(game.fruits, game.colour_faces, strict=True))) == 1:
        fruits = (state for state in fruits if list(state) == sorted(state))
    return [(state, steps) for state in fruits for steps in range(game.raven_steps + 1) if steps or any(state)]


def random_game(rng: Random) -> Game:
    """Up to four uneven trees, one of them or more empty at times; a fair die or a loaded one."""
    trees = rng.randint(1, 4)
    fruits = [rng.randint(0, 3) for _ in range(trees)]
    fruits[rng.randrange(trees)] += 1
    faces = None if rng.random() < 0.4 else [rng.randint(0, 3) for _ in range(trees)]
    return Game(fruits, rng.randint(1, 6), rng.randint(0, 4), faces, rng.randint(0, 3), rng.randint(1, 3))


def held_to_python(solver: Page, game: Game, strategy: str) -> None:
    """Every state's probability, and the expected rolls from every state of the chain."""
    states, expected = every_state(game), solve(game, strategy)
    values, _ = asked(solver, game, strategy, states)
    assert values == pytest.approx([expected.value(*state) for state in states], abs=1e-12)
    chain = absorbing_chain(game, expected.strategy)
    _, rolls = asked(solver, game, strategy, [tuple(state) for state in chain.states[: len(chain.R)]])
    assert rolls == pytest.approx(list(chain.expected_rolls()), rel=1e-9)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("edition", [*SOLD, "two-by-two"])
def test_every_state_of_the_editions_is_as_in_python(solver: Page, edition: str, strategy: str):
    held_to_python(solver, EDITIONS[edition], strategy)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_state_of_500_random_games_is_as_in_python(solver: Page, strategy: str):
    rng = Random(f"{strategy}")
    for _ in range(100):
        held_to_python(solver, random_game(rng), strategy)


def test_the_solver_counts_what_it_would_need(solver: Page):
    for game in map(random_game, map(Random, range(50))):
        lumped = len(set(game.colour_faces)) == 1
        states = {tuple(sorted(state)) if lumped else state for state, _ in every_state(game)} | {(0,) * game.trees}
        assert solver.evaluate("Solver.positions", in_javascript(game)) == len(states) * game.raven_steps


def advised(capsys: pytest.CaptureFixture, edition: str, fruits: tuple, raven: int) -> dict[str, float]:
    """What the command line says of each way to pick: the names of the trees, and the odds."""
    text = ",".join(map(str, fruits))
    assert cli.main(["advise", text, edition, "--raven", str(raven), "--json"]) == 0
    return json.loads(capsys.readouterr().out)["picks"]


@pytest.mark.parametrize("edition", ["first-orchard", "orchard"])
def test_the_odds_of_a_pick_are_those_of_advise(solver: Page, capsys: pytest.CaptureFixture, edition: str):
    game, rng = EDITIONS[edition], Random(edition)
    names = ("apple", "pear", "cherry", "plum")
    for _ in range(20):
        fruits, raven = tuple(rng.randint(1, n) for n in game.fruits), rng.randint(1, game.raven_steps)
        ways = advised(capsys, edition, fruits, raven)
        after = [(pick(State(fruits, raven), tree).fruits, raven, game.basket_picks - 1) for tree in range(4)]
        values, _ = asked(solver, game, "optimal", after)
        best = [max(p for way, p in ways.items() if name in way.split(" and ")) for name in names]
        assert values == pytest.approx(best, abs=1e-12)


# --- a game on the page ---


def python_session(edition: str, moves: str) -> Session:
    """The same game told by the rules in Python."""
    session = Session(EDITIONS[edition], seed=0)
    for move in moves:
        session = Session(session.game, 0, (*session.steps, python_step(session, move)))
    return session


def python_step(session: Session, move: str) -> Step:
    if session.picks:
        return Step(None, int(move) - 1, pick(session.state, int(move) - 1), session.picks - 1)
    faces = [*range(session.game.trees), "basket", "raven"]
    _, after, picks = turn(session.game, session.state)[faces.index(FACES[move])]
    tree = FACES[move] if after.fruits != session.state.fruits else None
    return Step(FACES[move], tree, after, picks)


def percent(p: float) -> str:
    return "0 %" if p == 0 else "100 %" if p == 1 else f"{100 * p:.1f} %"


def move_button(page: Page, move: str) -> Locator:
    return page.locator(f"#moves [data-move='{move}']")


def tap(button: Locator) -> None:
    button.tap()


def press(button: Locator) -> None:
    button.focus()
    button.press("Enter")


def shows(page: Page, edition: str, moves: str) -> None:
    """The page has the position, the chance and the options of a game after some moves, as Python has them."""
    session, solution = python_session(edition, moves), solve(edition, "optimal")
    chances = curve(solution, session)
    expect(page.locator("#chance")).to_have_text(percent(chances[-1]))
    assert page.locator(".count").all_inner_texts() == [str(fruit) for fruit in session.state.fruits]
    visible = "tree => [...tree.querySelectorAll('.fruit:not(.gone)')].length"
    hanging = [tree.evaluate(visible) for tree in page.locator("#orchard .tree").all()]
    assert hanging == list(session.state.fruits)
    left = page.locator(".stone:not(.behind)").count()
    assert left == session.state.raven_steps
    for tree, p in options(solution, session).items():
        expect(move_button(page, str(tree + 1))).to_contain_text(percent(p))
        best = p >= chances[-1] - 1e-12
        assert ("best" in move_button(page, str(tree + 1)).inner_text()) == best


@pytest.mark.parametrize("use", [tap, press])
@pytest.mark.parametrize(("moves", "end"), [(WON, "We win!"), (LOST, "The raven wins.")])
def test_scripted_dice_lead_to_the_end_and_luck_is_told_from_choices(
    page: Page, site: str, moves: str, end: str, use: Callable[[Locator], None]
):
    page.goto(f"{site}#game=first-orchard")
    for done, move in enumerate(moves, 1):
        use(move_button(page, move))
        shows(page, "first-orchard", moves[:done])
    expect(page.locator("#end-head")).to_have_text(end)
    luck, cost = luck_and_cost(solve("first-orchard", "optimal"), python_session("first-orchard", moves))
    told = page.locator("#bars").inner_text().replace("−", "-").replace("\n", " ")
    assert f"{100 * luck:+.1f}" in told
    assert (f"{-100 * cost:.1f}" if cost > 1e-12 else "0.0") in told


def test_two_picks_of_a_basket_come_one_after_the_other(page: Page, site: str):
    page.goto(f"{site}#game=orchard")
    moves = "12b34r1b12b"
    for done, move in enumerate(moves, 1):
        tap(move_button(page, move))
        shows(page, "orchard", moves[:done])


def test_each_face_tells_what_it_would_do(page: Page, site: str):
    page.goto(f"{site}#game=first-orchard&moves=1111r1")
    solution = solve("first-orchard", "optimal")
    for move in FACES:
        after = curve(solution, python_session("first-orchard", f"1111r1{move}"))[-1]
        expect(move_button(page, move)).to_contain_text(percent(after))
    expect(move_button(page, "1")).to_contain_text("no change")  # that tree is empty


def test_undo_goes_back_move_by_move_and_a_new_game_can_be_taken_back(page: Page, site: str):
    page.goto(f"{site}#game=first-orchard&moves=12b3r")
    for moves in ("12b3", "12b", "12", "1"):
        tap(page.locator("#undo"))
        shows(page, "first-orchard", moves)
    page.goto(f"{site}#game=first-orchard&moves=12b3r4")
    tap(page.locator("#new"))
    shows(page, "first-orchard", "")
    tap(page.locator("#undo"))
    shows(page, "first-orchard", "12b3r4")
    tap(page.locator("#new"))
    page.go_back()
    shows(page, "first-orchard", "12b3r4")


def test_the_address_holds_the_game(page: Page, address: str, browser: Browser):
    page.goto(address)
    tap(page.locator("#editions [data-key='orchard']"))
    for move in "1b23r":
        tap(move_button(page, move))
    page.reload()
    shows(page, "orchard", "1b23r")
    other = browser.new_page()
    other.goto(page.url)
    shows(other, "orchard", "1b23r")
    other.close()


@pytest.mark.parametrize(
    "wrong", ["#game=no&moves=xyz", "#fruits=a&moves=1", "#fruits=0,0", "#moves=19r&view=odd", "#%%%"]
)
def test_an_address_that_makes_no_sense_shows_a_game_all_the_same(page: Page, site: str, wrong: str):
    page.goto(site + wrong)
    expect(page.locator("#chance")).to_have_text(re.compile(r"\d %$"))


def test_dice_are_rolled_for_who_has_none(page: Page, site: str):
    page.goto(f"{site}#game=first-orchard")
    for _ in range(200):
        if page.locator("#end").is_visible():
            break
        choice = page.locator("#moves.picking :enabled").first
        tap(choice if choice.is_visible() else page.locator("#roll"))
    expect(page.locator("#end")).to_be_visible()
    moves = page.url.split("moves=")[1]
    session = python_session("first-orchard", moves)
    assert session.is_over
    shows(page, "first-orchard", moves)


def test_whoever_guesses_first_sees_no_odds_at_the_basket(page: Page, site: str):
    page.goto(f"{site}#game=first-orchard&moves=11b")
    page.get_by_label("Guess first").check()
    expect(page.locator("#moves", has_text=re.compile("%|best"))).to_have_count(0)
    expect(page.locator("#orchard .best")).to_have_count(0)
    tap(move_button(page, "1"))
    solution = solve("first-orchard", "optimal")
    cost = 100 * luck_and_cost(solution, python_session("first-orchard", "11b1"))[1]
    expect(page.locator("#live")).to_contain_text(f"costs {cost:.1f} points")
    page.reload()
    expect(page.get_by_label("Guess first")).to_be_checked()


def test_a_tree_can_be_tapped_instead_of_its_button(page: Page, site: str):
    page.goto(f"{site}#game=first-orchard")
    page.locator("#orchard .tree").nth(2).tap()
    shows(page, "first-orchard", "3")
    tap(move_button(page, "b"))
    page.locator("#orchard .tree").nth(1).tap()
    shows(page, "first-orchard", "3b2")


def test_a_colour_that_the_die_lacks_can_be_picked_but_not_rolled(page: Page, site: str):
    page.goto(f"{site}#fruits=2,2&ravenSteps=3&colourFaces=1,0")
    pear = page.locator("#orchard .tree").nth(1)
    expect(move_button(page, "2")).to_have_count(0)
    pear.tap()
    assert page.locator(".count").all_inner_texts() == ["2", "2"]
    tap(move_button(page, "b"))
    expect(move_button(page, "2")).to_be_enabled()
    pear.tap()
    assert page.locator(".count").all_inner_texts() == ["2", "1"]


def test_one_sentence_is_told_for_an_action(page: Page, site: str):
    page.goto(f"{site}#game=first-orchard")
    page.evaluate(
        """() => {
        window.heard = [];
        const live = document.getElementById("live");
        const note = () => heard.push(live.textContent);
        new MutationObserver(note).observe(live, { childList: true, characterData: true, subtree: true });
    }"""
    )
    for move in "1rb2":
        told = page.evaluate("heard.length")
        tap(move_button(page, move))
        assert page.evaluate("heard.length") == told + 1
    assert page.locator("[role=status], [aria-live], [role=alert]").count() == 1
    assert "apple" in page.evaluate("heard[0]")
    assert "raven" in page.evaluate("heard[1]")


# --- change the rules ---


def test_a_slider_shows_the_number_of_the_new_rule_and_its_neighbours(page: Page, site: str):
    page.goto(f"{site}#view=rules")
    page.locator("#row-ravenSteps").focus()
    page.keyboard.press("ArrowRight")
    p = {steps: solve(Game(raven_steps=steps), "max").win_probability for steps in (5, 6, 7)}
    expect(page.locator("#chance")).to_have_text(percent(p[6]))
    row = page.locator(".row[data-rule=ravenSteps]")
    expect(row.locator("[value='-1']")).to_contain_text(percent(p[5]))
    expect(row.locator("[value='1']")).to_contain_text(percent(p[7]))
    expect(row.locator("[value='1']")).to_contain_text(f"{100 * (p[7] - p[6]):.1f} points more")
    for name in STRATEGIES:
        way = page.locator("#ways label", has=page.locator(f"[value={name}]"))
        expect(way).to_contain_text(percent(solve("first-orchard-6", name).win_probability))


def test_own_rules_are_played_and_kept_in_the_address(page: Page, address: str):
    page.goto(f"{address}#view=rules")
    page.locator("#uneven summary").tap()
    page.locator(".row[data-rule=fruits][data-tree='1'] [value='1']").tap()
    page.locator(".row[data-rule=colourFaces][data-tree='2'] [value='1']").tap()
    game = Game((4, 5, 4, 4), colour_faces=(1, 1, 2, 1))
    expect(page.locator("#chance")).to_have_text(percent(solve(game, "max").win_probability))
    page.reload()
    page.locator("#play-these").tap()
    expect(page.locator("#chance")).to_have_text(percent(solve(game, "optimal").win_probability))
    assert page.locator(".count").all_inner_texts() == ["4", "5", "4", "4"]
    expect(move_button(page, "3")).to_contain_text("× 2")


def test_too_large_a_game_is_told_and_nothing_hangs(page: Page, site: str):
    page.goto(f"{site}#fruits=20,20,20,20,20,20&colourFaces=2,1,1,1,1,1&ravenSteps=20")
    expect(page.locator("#live")).to_contain_text("1,715,322,420 positions")
    expect(page.locator("#play-these")).to_be_disabled()
    page.locator("[id=row-trees]").fill("1")
    expect(page.locator("#chance")).to_have_text(re.compile(r"\d %$"))


# --- as people expect of a page ---

ADDRESSES = ["", "#game=orchard&moves=12b", f"#game=first-orchard&moves={WON}", "#view=rules",
             "#fruits=5,4,6,3,7,8&ravenSteps=20&colourFaces=1,1,2,1,1,1&basketPicks=3",
             "#fruits=4,4,4,4,4&ravenSteps=20&moves=12rr1b"]  # fmt: skip
SMALL = """() => [...document.querySelectorAll('button, summary, nav a, label:has(input), input[type=range], .tree')]
    .filter(e => e.offsetParent && !e.classList.contains('unseen')).map(e => [e.textContent, e.getBoundingClientRect()])
    .filter(([text, box]) => box.height < 44 || box.width < 44).map(([text]) => text)"""


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("hash_", ADDRESSES)
def test_the_page_fits_and_can_be_hit_by_a_thumb(page: Page, site: str, hash_: str, width: int):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(site + hash_)
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("trees", [4, 5, 6])
def test_trees_and_their_fruit_can_be_seen_on_a_small_phone(page: Page, site: str, trees: int):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}#fruits={','.join('434242'[:trees])}&ravenSteps=6&moves=1b")
    wide = page.locator(".tree").evaluate_all("all => Math.min(...all.map(tree => tree.clientWidth))")
    fruit = page.locator(".fruit:not(.gone)").evaluate_all(
        "all => Math.min(...all.map(one => one.getBoundingClientRect().width))"
    )
    assert wide >= 70
    assert fruit >= 12


def test_the_raven_starts_in_front_of_its_cards_and_the_rolls_that_lose_are_counted(page: Page, site: str):
    page.goto(f"{site}#game=first-orchard-6")
    assert page.locator(".card").all_inner_texts() == ["1", "2", "3", "4", "5"]
    middle = "e => { const box = e.getBoundingClientRect(); return box.left + box.width / 2; }"
    places = [page.locator(".stone").nth(i).evaluate(middle) for i in range(7)]
    words = ["6 more raven rolls lose the game", "5 more raven rolls lose the game", "4 more raven rolls lose the game",
             "3 more raven rolls lose the game", "2 more raven rolls lose the game", "1 more raven roll loses the game",
             "The raven is in the orchard"]  # fmt: skip
    for at, said in zip(places, words, strict=True):
        assert page.locator(".walker .icon").evaluate(middle) == pytest.approx(at, abs=4)
        expect(page.locator("#away")).to_have_text(said)
        assert said in page.locator("#board").get_attribute("aria-label")
        if page.locator("#end").is_hidden():
            tap(move_button(page, "r"))
    page.goto(f"{site}#game=first-orchard&moves={WON}")
    expect(page.locator("#away")).to_have_text("We had 2 raven rolls to spare")


def test_everything_is_reached_by_the_tab_key(page: Page, site: str):
    page.goto(f"{site}#game=first-orchard&moves=1")
    reached = []
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.dataset.move"))
    wanted = ["to-play", "to-rules", "choose", *"1234br", "undo", "roll", "new", "guess"]
    assert [name for name in reached if name in wanted][: len(wanted)] == wanted
    page.locator("#choose").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    shows(page, "first-orchard", "")


def test_the_focus_goes_where_the_game_goes_on(page: Page, site: str):
    page.goto(f"{site}#game=first-orchard&moves=1")
    press(move_button(page, "b"))
    assert page.evaluate("document.activeElement.dataset.move") == "1"
    page.keyboard.press("Enter")
    shows(page, "first-orchard", "1b1")


def test_it_works_without_a_network_once_loaded(page: Page, site: str):
    page.goto(site, wait_until="networkidle")
    page.context.set_offline(True)
    tap(page.locator("#editions [data-key='orchard-10']"))
    tap(move_button(page, "r"))
    shows(page, "orchard-10", "r")


def test_it_is_dark_where_the_reader_wants_it_dark(page: Page, site: str):
    page.emulate_media(color_scheme="dark")
    page.goto(site)
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(color_scheme="light")
    assert dark == "rgb(24, 29, 23)" != page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_every_text_is_used_and_there():
    html, code, solver = ((BOARD / name).read_text() for name in ("index.html", "page.js", "solver.js"))
    table, rest = code.split("const WORDS")
    keys = set(re.findall(r'^\t\t"?([\w-]+)"?: "', table, flags=re.M))
    used = set(re.findall(r'data-text="([\w-]+)"', html))
    assert len(keys) > 50
    assert used <= keys
    named = {re.sub("(Hint|1)$", "", key) for key in keys}  # "steps1" is the text for one of "steps"
    assert {key for key in named - used if not re.search(rf"[\"'`.]?\b{key}\b", rest + solver)} == set()


TOLD = """() => {
    const inside = [...document.querySelectorAll('title, body *:not(script, style, noscript)')];
    const texts = inside.flatMap(e => [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data));
    return [...texts, ...inside.flatMap(e => ['aria-label', 'title', 'alt'].map(name => e.getAttribute(name)))];
}"""


SAYING = ["", f"#moves={WON}&guess=1", f"#moves={LOST}", "#game=orchard&moves=12b", "#view=rules",
          "#fruits=20,20,20,20,20,20&colourFaces=2,1,1,1,1,1&ravenSteps=20"]  # fmt: skip


@pytest.mark.parametrize("hash_", SAYING)
def test_nothing_is_said_that_is_not_in_the_table(page: Page, site: str, hash_: str):
    """Another language is another table: where its texts are digits, no letter is left."""

    def in_digits(route: Route) -> None:
        table, rest = (BOARD / "page.js").read_text().split("const WORDS")
        other = re.sub(r'(?<=: ")(.*)(?=",$)', lambda found: coded(found[1]), table, flags=re.M)
        route.fulfill(body=f"{other}const WORDS{rest}", content_type="text/javascript")

    page.route("**/page.js", in_digits)
    page.goto(site + hash_)
    page.wait_for_timeout(200)
    said = [text for text in page.evaluate(TOLD) if text and re.search("[A-Za-z]", text)]
    assert said == []


def coded(text: str) -> str:
    """The text without letters, except for the names of its places."""
    return re.sub(r"(\{\w+\})|\w", lambda found: found[1] or "7", text)


def test_the_board_is_small_and_asks_for_nothing_else():
    sizes = [path.stat().st_size for path in BOARD.iterdir() if path.suffix in (".html", ".js", ".css")]
    assert sum(sizes) < 60_000
    scripts = re.findall(r'<script defer src="([^"]*)"', (BOARD / "index.html").read_text())
    assert scripts == ["solver.js", "page.js"]
    assert {path.name for path in BOARD.glob("*.js")} == set(scripts)
    loaded = re.findall(r'(?:src|href)="([^#][^"]*)"', (BOARD / "index.html").read_text())
    assert [link for link in loaded if ":" in link] == []
