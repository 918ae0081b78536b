"""The built site, as `make site` leaves it: complete, small, sound, quiet in a browser, and open to everybody."""

import gzip
import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from orchard import solve
from tests.whole.test_lite import SET, STARTED
from tools.chromium import CHROMIUM, chromium, served

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "build" / "site"
FILES = sorted(path.relative_to(SITE) for path in SITE.rglob("*.html") if "_static" not in path.parts)
PAGES = [path.as_posix() for path in FILES if path.parts[0] != "lite"]
ALIKE = [page for page in PAGES if page.startswith("_modules/") and "rules" not in page]  # code; one is visited
LISTINGS = ["api.html", "modules.html"]  # long, and each part as on the other pages
VISITED = [page for page in PAGES if page not in ALIKE]
SMALLEST_LETTER, COLUMN = 9, 358  # pixels, in a picture and of the text on a phone
RULES = "board/index.html?brief#rules&game=first-orchard"
AXE = Path(find_spec("axe_playwright_python").origin).parent / "axe.min.js"


class Links(HTMLParser):
    """The addresses on a page: those that a reader may follow, those that a browser loads, and the places on it."""

    def __init__(self, page: str):
        super().__init__()
        self.followed, self.loaded, self.places, self.pictures = set(), set(), set(), {}
        self.feed((SITE / page).read_text())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.places.add(found.get("id"))
        if tag == "img":
            self.pictures[found["src"]] = found.get("alt") or ""
        if found.get("href"):
            (self.loaded if tag == "link" and found["rel"] != "canonical" else self.followed).add(found["href"])
        if found.get("src"):
            self.loaded.add(found["src"])


LINKS = {page: Links(page) for page in PAGES}


def is_missing(page: str, link: str) -> bool:
    """Whether a link leads to another place of this site, and that is not there."""
    target = urlsplit(urljoin(f"http://here/{page}", link))
    if target.netloc != "here":
        return False
    file = unquote(target.path).lstrip("/")
    if file.startswith("board/"):
        return not (SITE / file).is_file()  # what follows there is no place but a game
    places = LINKS[file].places if file in LINKS else {}
    return not (SITE / file).is_file() or (target.fragment and target.fragment not in places)


# --- the files ---


def test_every_table_can_be_downloaded():
    tables = {path.name for path in (ROOT / "data").rglob("*.csv")}
    assert tables == {Path(link).name for link in LINKS["data/results.html"].followed if link.endswith(".csv")}


@pytest.mark.parametrize("page", PAGES)
def test_links_within_the_site_lead_somewhere(page: str):
    links = LINKS[page].followed | LINKS[page].loaded
    assert {link for link in links if is_missing(page, link)} == set()


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_loaded_from_elsewhere(page: str):
    assert {link for link in LINKS[page].loaded if urlsplit(link).netloc} == set()


def test_the_site_is_small():
    """Drawings weigh as much as dots would; on the way to a reader they are compressed to a seventh."""
    sizes = {path.relative_to(SITE): path.stat().st_size for path in SITE.rglob("*") if path.is_file()}
    lite = sum(size for path, size in sizes.items() if path.parts[0] == "lite")  # loaded by whoever changes a page
    assert sum(sizes.values()) - lite < 20_500_000
    assert lite < 85_000_000


@pytest.mark.parametrize("page", PAGES)
def test_every_picture_is_told_in_words(page: str):
    assert [src for src, words in LINKS[page].pictures.items() if len(words.split()) < 4] == []


def smallest_letter(drawing: Path) -> float:
    """The height of type in a drawing of Matplotlib's, which draws letters a hundred times as large, on a phone."""
    text = drawing.read_text(encoding="utf-8")
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', text)[1])
    scales = re.findall(
        r'<g (?:style="[^"]*" )?transform="translate\([^)]*\)(?: rotate\([^)]*\))? scale\(([\d.]+)', text
    )
    return 100 * min(map(float, scales)) * COLUMN / width


@pytest.mark.parametrize("drawing", sorted((SITE / "_images").glob("*-*.svg")), ids=lambda path: path.stem)
def test_letters_of_a_drawing_can_be_read_on_a_phone(drawing: Path):
    letter = smallest_letter(drawing)
    assert letter >= SMALLEST_LETTER, f"{letter:.1f} pixels"


def test_where_a_page_has_a_picture_of_the_board_it_is_the_board_itself():
    live = re.compile(r'"(?:board|race|sweep)": "(#[^"]*)"')
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        shown = {unquote(link).partition("board/")[2] for link in LINKS[f"notebooks/{path.stem}.html"].loaded}
        assert set(live.findall(path.read_text(encoding="utf-8"))) <= {f"#{link.partition('#')[2]}" for link in shown}
    assert {"board/plum.html", RULES} <= LINKS["index.html"].loaded


def test_every_public_name_is_told():
    listed = re.search(r"__all__ = \[(.*?)\]", (ROOT / "orchard" / "__init__.py").read_text(), flags=re.S)[1]
    names, text = re.findall(r'"(\w+)"', listed), (SITE / "api.html").read_text()
    assert [name for name in names if not re.search(rf"\b{name}\b", text)] == []


# --- in a browser ---


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The site, served on this machine."""
    with served(SITE) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium; a machine without one skips what needs it, unless CI says that all must run."""
    if not CHROMIUM and "CI" not in os.environ:
        pytest.skip("there is no Chromium")
    with chromium() as browser:
        yield browser


@pytest.fixture(params=["light", "dark"])
def page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """An empty page on a phone. It must not complain, nor ask for what is not there or not on this machine."""
    trouble = []
    page = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme=request.param)
    page.on("console", lambda message: message.type in ("error", "warning") and trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda asked: asked.url.startswith((address, "data:")) or trouble.append(asked.url))
    page.on("response", lambda answer: answer.ok or trouble.append(f"{answer.status} {answer.url}"))
    yield page
    page.close()
    assert trouble == []


FORMULAS_LEFT = "[...document.querySelectorAll('.math')].filter(e => !e.querySelector('mjx-container svg')).length"
FORMULAS_WRONG = "document.querySelectorAll('mjx-merror').length"
# A card's picture is asked for when it comes into sight; that it is there another test says.
IMAGES_LEFT = "[...document.images].filter(e => e.loading !== 'lazy' && (!e.complete || !e.naturalWidth)).length"
UNREACHABLE = """[...document.querySelectorAll('.math, mjx-container, .output, pre')].filter(
    e => e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(e).overflowX) && e.tabIndex < 0)"""
# Formulas of which a phone shows a part only, and nothing lets one see the rest.
CUT_OFF = """[...document.querySelectorAll('.math svg')].filter(drawing => {
    const { left, right } = drawing.getBoundingClientRect();
    if (left >= 0 && right <= innerWidth) return false;
    for (let box = drawing.parentElement; box; box = box.parentElement)
        if (box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX)) return false;
    return true;
}).length"""
UNFOLD = "document.querySelectorAll('article details').forEach(fold => fold.open = true)"
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
FIT = {390: {"table"}, 768: {"table", "code"}, 1280: {"table", "code"}}  # on a phone code may scroll

# A table or a box of code by its beginning, if it is wider than its column or its type is too small.
MEASURE = """() => {
    const found = [];
    for (const table of document.querySelectorAll('article table:not(mjx-container *)')) {
        const column = table.closest('.cell_output, .pst-scrollable-table-container') ?? table.parentElement;
        const isWide = table.offsetWidth > column.clientWidth + 1;
        if (isWide) found.push(['table', table.innerText.replace(/\\s+/g, ' ').trim().slice(0, 60)]);
    }
    for (const box of document.querySelectorAll('article pre')) {
        const begins = box.innerText.trim().slice(0, 60);
        if (box.scrollWidth > box.clientWidth + 1) found.push(['code', begins]);
        if (parseFloat(getComputedStyle(box).fontSize) < 12) found.push(['type', begins]);
    }
    return found;
}"""


def too_wide(page: Page) -> list[tuple[str, str]]:
    """What does not fit on a page, each with the width and the kind before it; the page is left as a phone shows it."""
    page.add_style_tag(content="* { transition: none !important; }")  # the side bars glide in
    found = []
    for width in sorted(FIT, reverse=True):
        page.set_viewport_size({"width": width, "height": 844})
        asked = FIT[width] | {"type"}
        found += [(f"{width} {kind}", begins) for kind, begins in page.evaluate(MEASURE) if kind in asked]
    return found


# A board in each of its states and languages, and a game that has ended.
STATES = [
    "",
    "#mode=first&moves=1b11",
    "#lang=fr&rules",
    "#game=orchard&moves=12b3",
    "#lang=de&game=first-orchard-5&moves=1r2r3rb44rr",
]
FRAME = "about.html"  # where it is looked at what stands around the text of every page
AROUND = [[".bd-header"], [".bd-sidebar"], [".bd-footer"]]
# Of what looks alike a few are looked at: rows and columns of a table, entries of a module, words of code, and drawn
# formulas, which are pictures.
SIMPLER = """() => {
    for (const part of document.querySelectorAll('mjx-assistive-mml, :is(tr, td, th):nth-child(n + 9)')) part.remove();
    [...document.querySelectorAll('dl.py')].slice(12).forEach(entry => entry.remove());
    document.querySelectorAll('mjx-container > svg').forEach(drawing => drawing.replaceChildren());
    const seen = new Set();
    for (const word of document.querySelectorAll('.highlight span')) {
        const kind = `${word.className} in ${word.closest('.highlight').parentElement.className}`;
        const isShort = word.textContent.trim().length < 2; // of which axe says nothing
        if (isShort || seen.has(kind)) word.replaceWith(...word.childNodes);
        else seen.add(kind);
    }
}"""
HURT = """async ([place, options]) => (await axe.run(place, options)).violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 100)).join(', ')}`)"""
OPTIONS = {"preload": False, "resultTypes": ["violations"]}
NO_COLOURS = OPTIONS | {"rules": {"color-contrast": {"enabled": False}}}
COLOURS = OPTIONS | {"runOnly": ["color-contrast"]}
# Colours come from style sheets, and are most of axe's work: they are looked at on a page of each kind.
COLOURED = re.compile(
    "about|index|404|board/|table/c|notebooks/(1-|explore|printed)|proofs/(README|theorem1)|data/results|_modules/"
)
IN_THE_DARK = "if (document.documentElement.dataset.theme) document.documentElement.dataset.theme = 'dark'"


@pytest.mark.parametrize("page", ["light"], indirect=True)
@pytest.mark.parametrize("name", [*VISITED, *(f"board/index.html{state}" for state in STATES[1:])])
def test_a_page_is_whole_fits_a_phone_and_keeps_nobody_out(page: Page, address: str, name: str):
    page.goto(address + name)
    page.wait_for_function(f"{FORMULAS_LEFT} === 0")
    page.evaluate(UNFOLD)
    wide = [] if name.startswith("board/") else too_wide(page)
    assert wide == []
    page.wait_for_function(f"{UNREACHABLE}.length === 0")
    assert [page.evaluate(left) for left in (FORMULAS_WRONG, CUT_OFF, IMAGES_LEFT, OVERFLOW)] == [0, 0, 0, 0]
    assert "$" not in page.evaluate("[...document.querySelectorAll('article p')].map(e => e.innerText).join()")
    if name in LISTINGS:
        return
    page.add_script_tag(path=AXE)
    page.evaluate(SIMPLER)
    place = {"exclude": [] if name == FRAME else AROUND}
    assert page.evaluate(HURT, [place, NO_COLOURS]) == []
    if COLOURED.match(name):
        assert page.evaluate(HURT, [place, COLOURS]) == []
        page.emulate_media(color_scheme="dark")
        page.evaluate(IN_THE_DARK)  # the theme follows the system, but on a busy machine not always soon
        assert page.evaluate(HURT, [place, COLOURS]) == []


def test_search_finds_a_notebook(page: Page, address: str):
    page.goto(f"{address}search.html?q=raven")
    page.wait_for_selector(".search a[href*='notebooks/']")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(OVERFLOW) == 0


def test_an_embedded_board_is_as_high_as_it_needs_and_as_dark_as_the_page(page: Page, address: str):
    page.goto(address + "index.html", wait_until="networkidle")
    board = page.frame(url=re.compile("board/index.html"))
    board.wait_for_selector("body.framed")
    page.wait_for_function("document.querySelector('iframe[src*=\"index.html\"]').style.height")
    frame = page.locator("iframe[src*='index.html']")
    assert frame.evaluate("frame => frame.clientHeight") >= board.evaluate("document.body.offsetHeight")
    board.locator(".row[data-rule=ravenSteps] [value='1']").click()
    own_page = board.evaluate("document.getElementById('own-page').href")
    assert own_page.startswith(f"{address}board/index.html#")
    assert "&ravenSteps=7" in own_page
    dark = page.evaluate("document.documentElement.dataset.theme") == "dark"
    board.wait_for_function(f"document.documentElement.style.colorScheme === '{'dark' if dark else 'light'}'")


IN_SIGHT = """frame => {
    const odds = frame.contentDocument.getElementById("chance").getBoundingClientRect();
    const top = frame.getBoundingClientRect().top + odds.top, over = document.querySelector(".bd-header-article");
    return top >= over.getBoundingClientRect().bottom && top + odds.height <= innerHeight;
}"""


def test_the_chance_stays_in_sight_while_an_embedded_board_is_scrolled(page: Page, address: str):
    page.goto(address + "notebooks/explore.html", wait_until="networkidle")
    frame = page.locator("iframe.board").first
    board = frame.element_handle().content_frame()
    board.locator("#to-rules").click()
    for rule in ("trees", "ravenSteps", "ravenFaces"):
        board.locator(f"#row-{rule}").scroll_into_view_if_needed()
        page.wait_for_timeout(600)
        assert frame.evaluate(IN_SIGHT), rule
    assert frame.evaluate("frame => frame.contentDocument.documentElement.scrollHeight <= frame.clientHeight")


def test_the_front_page_comes_quickly(page: Page, address: str):
    loaded = {}
    page.on("response", lambda answer: loaded.setdefault(answer.url, answer))
    page.goto(address + "index.html", wait_until="networkidle")
    sizes = {url: len(gzip.compress(answer.body())) for url, answer in list(loaded.items()) if answer.ok}
    assert sum(sizes.values()) < 1_500_000, sizes


# --- in JupyterLab in the browser ---

OWN_GAME = "5,3,4:raven=4:picks=2"


@pytest.mark.skipif(not (SITE / "lite").is_dir(), reason="its files could not be had: tools/lite/build.py")
@pytest.mark.parametrize("width", [1280, 390])
def test_behind_the_button_a_game_of_ones_own_is_answered(browser: Browser, address: str, width: int):
    with browser.new_context(viewport={"width": width, "height": 844}) as context:
        outside, page_of_text = [], context.new_page()
        context.on("request", lambda asked: asked.url.startswith((address, "data:", "blob:")) or outside.append(asked))
        page_of_text.goto(f"{address}notebooks/4-basket-pick.html")
        with context.expect_page() as opened:  # in a tab of its own
            page_of_text.locator(".change a:visible", has_text="Change it here").click()
        page = opened.value
        page.wait_for_function(STARTED, timeout=300_000)
        page.evaluate(SET, ['"first-orchard"', f'"{OWN_GAME}"'])
        page.get_by_text("Run", exact=True).first.click()
        page.get_by_text("Run All Cells", exact=True).first.click()
        told = f"you win {100 * solve(OWN_GAME, 'max').win_probability:.1f} games in 100"
        page.get_by_text(told).first.wait_for(state="attached", timeout=300_000)  # it may be out of sight
        assert page.evaluate(OVERFLOW) == 0
        assert outside == []
