"""The live pages of `site/board` as tests open and use them, on a phone where nothing may go wrong; and their judge."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Frame, Locator, Page, Route, expect

from orchard import EDITIONS, Game, State, pick, turn
from orchard.rules import basket_uses
from orchard.solver import Solution
from tests.whole.processes import ROOT

BOARD = ROOT / "site" / "board"
HOME = "https://orchard.test/"
HABITS = ["max", "random", "min", "ignore"]
WON, LOST = "1342rb2141b4233r2b34r1", "1r2r3rb44rrr"  # games of First Orchard


@contextmanager
def phone(browser: Browser, **options: object) -> Iterator[Page]:
    """A phone. Nothing may go wrong on it, nor may it ask for anything but the board's own files."""
    asked = {
        "base_url": f"{HOME}board/index.html",
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "service_workers": "block",
        "locale": "en",
        "reduced_motion": "reduce",
    }
    with quiet_page(browser, HOME, BOARD.parent.as_uri(), **asked | options) as page:
        page.route(f"{HOME}**", from_the_site)
        yield page


def from_the_site(route: Route) -> None:
    """The file of that address."""
    route.fulfill(path=BOARD.parent / urlsplit(route.request.url).path[1:])


def framed(page: Page, frame: str) -> Frame:
    """What is in a frame, alone on a page."""
    document = f"<!doctype html><title>A page</title>{frame}"
    page.route(HOME, lambda route: route.fulfill(body=document, content_type="text/html"))
    page.goto(HOME)
    return page.frames[1]


# --- what people do ---


def press(button: Locator) -> None:
    """The button reached and used without a mouse."""
    expect(button).to_be_enabled()
    button.focus()
    button.press("Enter")


FINISH = """tree => {
    while (place("end").hidden) {
        const wanted = document.querySelector(`#moves.picking [data-move='${tree}']:enabled`);
        (wanted ?? document.querySelector("#moves.picking :enabled") ?? place("roll")).click();
    }
}"""


def finish(page: Page, tree: int = 1) -> None:
    """Play a game on the board to its end, by its own die; picked is from this tree while it bears."""
    page.evaluate(FINISH, str(tree))
    expect(page.locator("#account")).to_be_visible()


def in_javascript(game: Game) -> dict:
    """The game as the board has it: `ravenSteps` for `raven_steps`."""
    return {re.sub("_(.)", lambda found: found[1].upper(), name): value for name, value in asdict(game).items()}


# --- what a page may not do ---

SMALL = """() => [...document.querySelectorAll(
        'button, summary, select, nav a, label:has(input), input[type=range], [data-move].tree')]
    .filter(e => e.offsetParent && !e.classList.contains('unseen')).map(e => [e.textContent, e.getBoundingClientRect()])
    .filter(([text, box]) => box.height < 44 || box.width < 44).map(([text]) => text)"""
OVER = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const over = [];
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !parent.checkVisibility() || parent.closest(".unseen, option")) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const text = range.getBoundingClientRect();
        const inside = "button, a, label, summary, td, section, header, footer";
        const box = (parent.closest(inside) ?? document.body).getBoundingClientRect();
        if (text.right > box.right + 0.5 || text.left < box.left - 0.5) over.push(walker.currentNode.data);
    }
    return over;
}"""
TOO_LONG = """() => [...document.querySelectorAll("main select")].filter(e => e.offsetParent).flatMap(list => {
    const looks = getComputedStyle(list);
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    pen.font = looks.font;
    const room = list.parentElement.clientWidth - 2 * parseFloat(looks.paddingLeft) - 3 - 20;  // the edge, the arrow
    return [...list.options].map(option => option.text).filter(text => pen.measureText(text).width > room);
})"""
WIDER = "[document.documentElement.scrollWidth - innerWidth].filter(pixels => pixels)"


def cut_off(page: Page) -> list[object]:
    """What is wider than its place or too small for a thumb: on a small phone, a tablet and a desk."""
    found = []
    for width in (360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        found += [what for problem in (OVER, SMALL, TOO_LONG, WIDER) for what in page.evaluate(problem)]
    return found


# --- a page ---


@contextmanager
def quiet_page(browser: Browser | BrowserContext, *here: str, **options: object) -> Iterator[Page]:
    """An empty page, on which nothing may go wrong, nor anything be asked for but at these addresses."""
    page, trouble = browser.new_page(**options), []
    page.on("console", lambda message: is_error(message) and trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    for asks in ("request", "websocket"):
        page.on(asks, lambda asked: asked.url.startswith(here) or trouble.append(asked.url))
    yield page
    page.close()
    assert trouble == []


def is_error(message: ConsoleMessage) -> bool:
    """But that JupyterLab's widgets find none in a kernel, which it tells now and then, is no error."""
    return message.type == "error" and not message.text.startswith("Comm not found")


# --- a game in play, by the rules in Python: the judge of the board ---

# With V the probability of winning if every pick still to come is the best one, and T_k the same with k picks to be
# made first, each roll moves the chance from V to T_k by luck, and each pick lowers it from T_k to T_{k-1}, by nothing
# if it is a best one. So of a game that is over its outcome (won: 1, lost: 0) is V at the start, what the rolls added,
# and less what the picks took.

FACES = "1234br"  # as the board's address writes them: four trees, the basket, the raven


class Step(NamedTuple):
    """The face of a roll, or None for a pick; where that led; and the picks still to be made there."""

    face: str | None
    state: State
    picks: int


def played(moves: str, edition: str = "first-orchard") -> list[Step]:
    """The game of four trees, its start first: the faces rolled, and after a basket the trees picked from."""
    game = EDITIONS[edition]
    steps = [Step(None, game.start, 0)]
    for move in moves:
        _, state, picks = steps[-1]
        if picks:
            steps.append(Step(None, pick(state, int(move) - 1), picks - 1))
        else:
            _, after, picks = turn(game, state)[FACES.index(move)]
            steps.append(Step(move, after, picks))
    return steps


def best_value(solution: Solution, state: State, picks: int = 0) -> float:
    """T_k, from the solution of the game with `optimal`."""
    return max(solution.value(fruits, state.raven_steps) for fruits in basket_uses(state.fruits, picks).values())


def options(solution: Solution, step: Step) -> dict[int, float]:
    """For each tree that the next fruit of the basket may come from, the probability of winning after that pick."""
    trees = [tree for tree, fruit in enumerate(step.state.fruits) if fruit and step.picks]
    return {tree: best_value(solution, pick(step.state, tree), step.picks - 1) for tree in trees}


def curve(solution: Solution, steps: list[Step]) -> list[float]:
    """The probability of winning at the start and after each roll and each pick."""
    return [best_value(solution, step.state, step.picks) for step in steps]
