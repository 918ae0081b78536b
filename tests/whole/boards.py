"""The live pages of `site/board` as tests open and use them, on a phone on which nothing may go wrong."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from urllib.parse import urlsplit

from browser import quiet_page
from playwright.sync_api import Browser, Frame, Locator, Page, Route, expect
from processes import ROOT

from orchard import Game

BOARD = ROOT / "site" / "board"
HOME = "https://orchard.test/"
LANGUAGES = ["en", "de", "fr"]
HABITS = ["max", "random", "min", "ignore"]


@contextmanager
def phone(browser: Browser, name: str = "index", **options: object) -> Iterator[Page]:
    """A phone. Nothing may go wrong on it, nor may it ask for anything but the board's own files."""
    asked = {
        "base_url": f"{HOME}board/{name}.html",
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
SLOWEST = 50_000 / 4  # microseconds: then on a phone of a quarter of the speed no task takes longer than 50 ms


def cut_off(page: Page) -> list[object]:
    """What is wider than its place or too small for a thumb: on a small phone, a tablet and a desk."""
    found = []
    for width in (360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        found += [what for problem in (OVER, SMALL, TOO_LONG, WIDER) for what in page.evaluate(problem)]
    return found


def slow_frames(browser: Browser, page: Page, milliseconds: int) -> list[float]:
    """The processor's microseconds of each frame's work that is too slow, while the page goes on for so long.

    Of the processor's time, for others may use the machine. One frame in fifty is let be: now and then the browser
    clears its memory in one, and a busy processor is a slower one.
    """
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    page.wait_for_timeout(milliseconds)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    frames = [event["tdur"] for event in events if event["name"] == "FireAnimationFrame" and "tdur" in event]
    assert len(frames) > 10
    usual = sorted(frames)[: -max(1, len(frames) // 50)]
    return [spent for spent in usual if spent > SLOWEST]
