"""The built site, as `make site` leaves it: complete, small, sound, quiet in a browser, and open to everybody."""

import gzip
import json
import os
import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from chromium import CHROMIUM, chromium, served
from playwright.sync_api import Browser, Page
from widths import SMALLEST_LETTER, smallest_letter, too_wide

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "build" / "site"
PAGES = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html") if "_static" not in path.parts)
BOARD = SITE / "board"
ALIKE = [page for page in PAGES if page.startswith("_modules/") and "rules" not in page]  # code; one is visited
LISTINGS = ["api.html", "modules.html"]  # long, and each part as on the other pages
VISITED = [page for page in PAGES if page not in ALIKE]
RULES = "board/index.html#rules&game=first-orchard"
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
            is_decoration = "decoration" in (found.get("class") or "") and found["alt"] == ""
            self.pictures |= {} if is_decoration else {found["src"]: found.get("alt") or ""}
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


def test_every_notebook_has_a_page_of_its_own():
    notebooks = {f"notebooks/{path.stem}.html" for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert notebooks | {
        "index.html",
        "search.html",
        "404.html",
        "data/results.html",
    } <= set(PAGES)


def test_cells_that_say_so_are_folded():
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        folded = sum("hide-input" in cell["metadata"].get("tags", ()) for cell in cells)
        page = (SITE / "notebooks" / f"{path.stem}.html").read_text(encoding="utf-8")
        assert page.count("hide above-input") == folded, path.stem


def test_a_folded_cell_says_what_it_holds_and_a_section_for_the_curious_keeps_its_heading():
    told = tomllib.loads((ROOT / "site" / "folds.toml").read_text(encoding="utf-8"))
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        page = (SITE / "notebooks" / f"{path.stem}.html").read_text(encoding="utf-8")
        for tag, words in told["code"].items():
            tagged = sum(tag in cell["metadata"].get("tags", ()) for cell in cells)
            assert page.count(f">{words}<") == tagged, (path.stem, tag)
        text = "".join("".join(cell["source"]) + "\n" for cell in cells if cell["cell_type"] == "markdown")
        headings = [
            each for each in re.findall(r"^## (.*)", text, flags=re.M) if each.startswith(tuple(told["sections"]))
        ]
        shown = re.findall(r'<details class="aside"><summary>\s*<h2>(.*?)<a', page)
        assert shown == headings, path.stem


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
    assert sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()) < 20_500_000


def test_the_board_alone_is_small():
    files = (path for path in BOARD.iterdir() if path.suffix in (".html", ".css", ".js"))
    assert sum(path.stat().st_size for path in files) <= 135_000


@pytest.mark.parametrize("page", PAGES)
def test_every_picture_is_told_in_words(page: str):
    silent = {
        src for src, words in LINKS[page].pictures.items() if len(words.split()) < 4 or re.search(r"\w{32}", words)
    }
    assert silent == set()


@pytest.mark.parametrize("drawing", sorted((SITE / "_images").glob("*-*.svg")), ids=lambda path: path.stem)
def test_letters_of_a_drawing_can_be_read_on_a_phone(drawing: Path):
    letter = smallest_letter(drawing)
    assert letter >= SMALLEST_LETTER, f"{letter:.1f} pixels"


def test_the_front_page_and_the_notebook_to_try_have_the_board():
    assert RULES in LINKS["index.html"].loaded
    assert {"board/plum.html", "board/race.html#game=first-orchard"} <= LINKS["index.html"].loaded
    boards = {link.partition("#")[0] for link in LINKS["notebooks/explore.html"].loaded if "board" in link}
    assert boards == {"../board/index.html", "../board/race.html", "../board/sweep.html"}


@pytest.mark.parametrize(("page", "live"), [("1-simulation", "race"), ("2-exact-answer", "sweep")])
def test_a_page_has_the_live_picture_that_it_is_about(page: str, live: str):
    (shown,) = (link for link in LINKS[f"notebooks/{page}.html"].loaded if f"board/{live}.html" in link)
    assert "#game=first-orchard" in unquote(shown)


@pytest.mark.parametrize(
    ("page", "shown"), [("8-landscape", "ravenSteps"), ("10-partners", "mode"), ("12-bowl", "mode")]
)
def test_a_page_has_the_board_in_the_position_that_it_is_about(page: str, shown: str):
    (board,) = (link for link in LINKS[f"notebooks/{page}.html"].loaded if "board/index.html" in link)
    assert f"&{shown}=" in unquote(board)


@pytest.mark.parametrize(("page", "dice"), [("5-basket-pick", ""), ("11-how-many-games", "&dice=own")])
def test_habits_race_where_a_page_asks_how_much_they_matter(page: str, dice: str):
    address = f"../board/race.html#game=first-orchard&seed=1{dice}"
    assert address in LINKS[f"notebooks/{page}.html"].loaded


def test_every_public_name_is_told():
    listed = re.search(r"__all__ = \[(.*?)\]", (ROOT / "orchard" / "__init__.py").read_text(), flags=re.S)[1]
    names = set(re.findall(r'"(\w+)"', listed))
    text = (SITE / "api.html").read_text()
    assert len(names) > 10
    assert {name for name in names if not re.search(rf"\b{name}\b", text)} == set()


def test_the_modules_that_notebooks_import_are_told_with_their_code():
    assert {"orchard.pages.studies.landscape.landscape", "orchard.statistics.sample_size"} <= LINKS[
        "modules.html"
    ].places
    assert "_modules/orchard/pages/studies/landscape.html#landscape" in LINKS["modules.html"].followed


def test_the_side_bar_has_every_page_of_the_family_and_every_notebook():
    side_bar = (SITE / "index.html").read_text(encoding="utf-8").partition('class="bd-links')[2].partition("</nav>")[0]
    assert re.findall(r'class="caption-text">([^<]+)<', side_bar) == ["At the table", "The notebooks", "More"]
    listed = set(re.findall(r'href="((?:table|notebooks)/[^"]+)"', side_bar))
    assert listed == {page for page in PAGES if page.startswith(("table/", "notebooks/"))}


@pytest.mark.parametrize(
    ("page", "live"), [("bowl", "index.html#game=first-orchard&mode=bowl"), ("luck", "race.html#")]
)
def test_a_page_of_the_family_has_its_picture_alive(page: str, live: str):
    assert any(link.startswith(f"../board/{live}") for link in LINKS[f"table/{page}.html"].loaded)


def test_about_tells_nobody_who_is_on_the_site_to_fetch_it():
    shown = re.sub("<[^>]+>", "", (SITE / "about.html").read_text(encoding="utf-8").partition("<article")[2])
    assert "Download this repository" not in shown


def test_nothing_on_the_site_waits_for_a_kernel():
    alive = re.compile(r"^rules_sliders\(", flags=re.M)
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        page = (SITE / "notebooks" / f"{path.stem}.html").read_text(encoding="utf-8")
        for cell in cells:
            if cell["cell_type"] == "code" and alive.search("".join(cell["source"])):
                assert "remove-cell" in cell["metadata"]["tags"], cell["id"]
        assert not alive.search(re.sub("<[^>]+>", "", page)), path.stem


@pytest.mark.parametrize("page", ["index.html", "api.html", "notebooks/1-simulation.html"])
def test_a_page_says_what_it_is_about(page: str):
    told = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)"', (SITE / page).read_text()))
    assert len(told["description"].split()) >= 8
    assert told["og:description"] == told["description"]
    assert told["og:title"]


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
UNFOLD = """document.documentElement.classList.remove('without-code');
document.querySelectorAll('article details').forEach(fold => fold.open = true)"""
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


# A board in each of its states and languages, and a game that has ended.
STATES = [
    "",
    "#mode=order&moves=1b11",
    "#lang=fr&rules",
    "#game=orchard&moves=12b3",
    "#lang=de&game=first-orchard-5&moves=1r2r3rb44rr",
]
# Drawn formulas are pictures; words of code that look alike, and a dozen of a module's entries, are looked at once.
SIMPLER = """() => {
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
HURT = """async options => (await axe.run(options)).violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 100)).join(', ')}`)"""
EVERYTHING = {"preload": False, "resultTypes": ["violations"]}
COLOURS = EVERYTHING | {"runOnly": ["color-contrast"]}
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
    assert page.evaluate(HURT, EVERYTHING) == []
    page.emulate_media(color_scheme="dark")
    page.evaluate(IN_THE_DARK)  # the theme follows the system, but on a busy machine not always soon
    assert page.evaluate(HURT, COLOURS) == []


def test_search_finds_a_notebook(page: Page, address: str):
    page.goto(f"{address}search.html?q=raven")
    page.wait_for_selector(".search a[href*='notebooks/']")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(OVERFLOW) == 0


def test_a_link_into_what_is_folded_opens_it(page: Page, address: str):
    page.goto(address + "notebooks/1-simulation.html#exercises")
    page.locator("#exercises li").first.wait_for(state="visible")
    assert page.locator("#checks details.aside").get_attribute("open") is None


def test_one_switch_shows_the_code_of_this_page_and_of_the_next(page: Page, address: str):
    page.goto(address + "notebooks/4-length.html")
    bar = page.locator("details.hide:not(details.aside *)").first
    assert not bar.is_visible()
    page.get_by_label("Show the code").check()
    assert bar.is_visible()
    page.goto(address + "notebooks/8-landscape.html")
    assert bar.is_visible()
    page.get_by_label("Show the code").uncheck()
    assert not bar.is_visible()


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
