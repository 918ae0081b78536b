"""The built site, as `make site` leaves it: complete, sound, quiet in a browser, and open to everybody."""

import gzip
import re
from collections.abc import Iterator
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

import orchard
from orchard import solve
from tests.whole.boards import quiet_page
from tests.whole.test_lite import SET, STARTED
from tools.chromium import served

pytest_plugins = ["tests.whole.conftest"]  # which has the browser
ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "build" / "site"
FILES = sorted(path.relative_to(SITE) for path in SITE.rglob("*.html") if "_static" not in path.parts)
PAGES = [path.as_posix() for path in FILES if path.parts[0] != "lite"]
ALIKE = [page for page in PAGES if page.startswith("_modules/") and "rules" not in page]  # code; one is visited
VISITED = [page for page in PAGES if page not in ALIKE]
SMALLEST_LETTER, COLUMN = 9, 358  # pixels, in a picture and of the text on a phone
RULES = "board/index.html?brief#rules&game=first-orchard"
AXE = Path(find_spec("axe_playwright_python").origin).parent / "axe.min.js"


def said(page: str, names: str) -> set[str]:
    """The values of attributes on a page."""
    found = re.findall(rf'<[^<>]+\s(?:{names})="([^"]+)"', (SITE / page).read_text())
    return set(map(unescape, found))


LINKS = {page: said(page, "href|src") for page in PAGES}
PLACES = {page: said(page, "id") for page in PAGES}


def is_missing(page: str, link: str) -> bool:
    """Whether a link leads to another place of this site, and that is not there."""
    target = urlsplit(urljoin(f"http://here/{page}", link))
    file = unquote(target.path).lstrip("/")
    if target.netloc != "here":
        return False
    if file.startswith("board/"):
        return not (SITE / file).is_file()  # what follows there is no place but a game
    return not (SITE / file).is_file() or (target.fragment and target.fragment not in PLACES.get(file, ()))


# --- the files ---


def test_links_within_the_site_lead_somewhere():
    assert [(page, link) for page, links in LINKS.items() for link in links if is_missing(page, link)] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("notebooks/")])
def test_a_notebook_tells_its_story_before_what_can_be_changed(page: str):
    """Where nothing can be changed; by name, its settings are in sight from the start."""
    _, _, below = (SITE / page).read_text().partition("Made with")
    places = [below.index(words) for words in ("game = ", "<h2>", "tag_parameters", "tag_answer")]
    assert places == sorted(places)


def smallest_letter(drawing: Path) -> float:
    """The height of type in a drawing of Matplotlib's, which draws letters a hundred times as large, on a phone."""
    text = drawing.read_text(encoding="utf-8")
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', text)[1])
    turned = r'<g (?:style="[^"]*" )?transform="translate\([^)]*\)(?: rotate\([^)]*\))? scale\(([\d.]+)'
    return 100 * min(map(float, re.findall(turned, text))) * COLUMN / width


def test_letters_of_drawings_can_be_read_on_a_phone():
    letters = {path.stem: smallest_letter(path) for path in (SITE / "_images").glob("*-*.svg")}
    assert {name: pixels for name, pixels in letters.items() if pixels < SMALLEST_LETTER} == {}


def test_where_a_page_has_a_picture_of_the_board_it_is_the_board_itself():
    live = re.compile(r'"(?:board|race|sweep)": "(#[^"]*)"')
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        shown = {f"#{unquote(link).partition('#')[2]}" for link in LINKS[f"notebooks/{path.stem}.html"]}
        assert set(live.findall(path.read_text(encoding="utf-8"))) <= shown
    assert {"board/plum.html", RULES} <= LINKS["index.html"]


def test_every_public_name_is_told():
    text = (SITE / "api.html").read_text()
    assert [name for name in orchard.__all__ if not re.search(rf"\b{name}\b", text)] == []


# --- in a browser ---


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The site, served on this machine."""
    with served(SITE) as address:
        yield address


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone, which keeps what it has loaded."""
    with browser.new_context(viewport={"width": 390, "height": 844}) as phone:
        yield phone


@pytest.fixture
def page(phone: BrowserContext, address: str) -> Iterator[Page]:
    """An empty page there."""
    with quiet_page(phone, address, "data:") as page:
        yield page


FORMULAS_LEFT = "[...document.querySelectorAll('.math')].filter(e => !e.querySelector('mjx-container svg')).length"
FORMULAS_WRONG = "document.querySelectorAll('mjx-merror').length"
# A card's picture is asked for when it comes into sight; that it is there another test says.
IMAGES_LEFT = "[...document.images].filter(e => e.loading !== 'lazy' && (!e.complete || !e.naturalWidth)).length"
IMAGES_UNTOLD = "[...document.images].filter(e => e.alt.split(' ').length < 4).length"
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
WIDE_TABLES = """[...document.querySelectorAll('article table:not(mjx-container *)')].filter(table => {
    const column = table.closest('.cell_output, .pst-scrollable-table-container') ?? table.parentElement;
    return table.offsetWidth > column.clientWidth + 1;
}).map(table => table.innerText.slice(0, 60))"""

# A board where rules are changed, and a game that has ended.
STATES = ["#lang=fr&rules", "#lang=de&game=first-orchard-5&moves=1r2r3rb44rr"]
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
ALL = {"preload": False, "resultTypes": ["violations"]}
COLOURS = ALL | {"runOnly": ["color-contrast"]}
# What keeps people out comes from style sheets and scripts: it is looked for on a page of each kind.
KINDS = re.compile("about|index|board/|table/c|notebooks/(3-|explore)|proofs/theorem3|data/results|_modules/")
IN_THE_DARK = "if (document.documentElement.dataset.theme) document.documentElement.dataset.theme = 'dark'"


@pytest.mark.parametrize("name", [*VISITED, *(f"board/index.html{state}" for state in STATES)])
def test_a_page_is_whole_fits_a_phone_and_keeps_nobody_out(page: Page, address: str, name: str):
    page.goto(address + name)
    page.wait_for_function(f"{FORMULAS_LEFT} === 0")
    page.add_style_tag(content="* { animation: none !important }")  # an opened fold fades in, pale at first
    page.evaluate(UNFOLD)
    wanted = [WIDE_TABLES, FORMULAS_WRONG, CUT_OFF, IMAGES_LEFT, IMAGES_UNTOLD, OVERFLOW]
    assert [page.evaluate(each) for each in wanted] == [[], 0, 0, 0, 0, 0]
    page.wait_for_function(f"{UNREACHABLE}.length === 0")
    assert "$" not in page.evaluate("[...document.querySelectorAll('article p')].map(e => e.innerText).join()")
    if KINDS.match(name):
        page.add_script_tag(path=AXE)
        page.evaluate(SIMPLER)
        place = {"exclude": [] if name == FRAME else AROUND}
        assert page.evaluate(HURT, [place, ALL]) == []
        page.emulate_media(color_scheme="dark")
        page.evaluate(IN_THE_DARK)  # the theme follows the system, but on a busy machine not always soon
        assert page.evaluate(HURT, [place, COLOURS]) == []


def test_search_finds_a_notebook(page: Page, address: str):
    page.goto(f"{address}search.html?q=raven")
    page.wait_for_selector(".search a[href*='notebooks/']")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(OVERFLOW) == 0


def test_the_front_page_comes_quickly(browser: Browser, address: str):
    loaded = {}
    with quiet_page(browser, address, "data:") as page:
        page.on("response", lambda answer: loaded.setdefault(answer.url, answer))
        page.goto(address + "index.html", wait_until="networkidle")
        sizes = {url: len(gzip.compress(answer.body())) for url, answer in list(loaded.items()) if answer.ok}
    assert sum(sizes.values()) < 1_500_000, sizes


def test_an_embedded_board_is_as_high_as_it_needs_and_as_dark_as_the_page(page: Page, address: str):
    page.emulate_media(color_scheme="dark")
    page.goto(address + "index.html", wait_until="networkidle")
    frame = page.locator("iframe[src*='index.html']")
    board = frame.element_handle().content_frame()
    board.wait_for_function("document.documentElement.style.colorScheme === 'dark'")
    page.wait_for_function("document.querySelector('iframe[src*=\"index.html\"]').style.height")
    assert frame.evaluate("frame => frame.clientHeight") >= board.evaluate("document.body.offsetHeight")
    board.locator(".row[data-rule=ravenSteps] [value='1']").click()
    own_page = board.evaluate("document.getElementById('own-page').href")
    assert own_page.startswith(f"{address}board/index.html#")
    assert "game=4,4,4,4:raven=7" in own_page


# --- in JupyterLab in the browser ---

OWN_GAME = "5,3,4:raven=4:picks=2"


@pytest.mark.skipif(not (SITE / "lite").is_dir(), reason="its files could not be had: tools/lite/build.py")
def test_behind_the_button_a_game_of_ones_own_is_answered(browser: Browser, address: str):
    """On a phone; at a desk test_firefox tries it."""
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
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
