"""The notebooks as their readers meet them: in JupyterLab, and the board as a page of its own, in a real Chromium."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import cycle
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import nbformat
import pytest
from browser import (
    CHROMIUM,
    ROOT,
    TOKEN,
    Server,
    Visit,
    board_in,
    open_in_lab,
    press,
    run_all_in_lab,
    serving,
    visiting_server,
)
from orchard.studies.session import Session, choose, luck_and_cost, roll, undo
from playwright.sync_api import Browser, Locator, Page, expect

from orchard import EDITIONS, simulate, solve

pytestmark = pytest.mark.skipif(not CHROMIUM and "CI" not in os.environ, reason="there is no Chromium")
GAME = EDITIONS["first-orchard-6"]
LANDSCAPE = ROOT / "notebooks" / "8-landscape.ipynb"
LOST_SOON = 10  # the seed of a short game
expect.set_options(timeout=120_000)  # a busy machine is no error


@pytest.fixture(scope="module", params=["lab", "app"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab, then the page of its own."""
    with serving(request.param, tmp_path_factory.mktemp(request.param)) as server:
        yield server


in_lab = pytest.mark.parametrize("server", ["lab"], indirect=True, scope="module")


@pytest.fixture(scope="module")
def visit(browser: Browser, server: Server) -> Visit:
    """The board, opened once in each of the two."""
    visit = visiting_server(browser, server)
    board_in(visit.page, server)
    return visit


@pytest.fixture
def page(visit: Visit) -> Iterator[Page]:
    """The board as the tests before left it. Nothing may go wrong on it, nor anything be asked for elsewhere."""
    yield visit.page
    assert visit.trouble == []


# --- the rules ---


def test_a_slider_shows_the_number_of_the_new_rule(page):
    rules = page.locator(".orchard-rules")
    for key, edition in [("ArrowLeft", "first-orchard"), ("ArrowRight", "first-orchard-6")]:
        rules.locator(".orchard-raven-steps [role=slider]").press(key)
        expect(rules.locator(".orchard-odds")).to_contain_text(f"{solve(edition, 'max').win_probability:.6f}")
        expect(rules.locator(".orchard-edition select")).to_have_value(re.compile("First Orchard"))


# --- a game ---


def in_play(page: Page, name: str) -> Locator:
    """A part of the panel in which a game is played."""
    return page.locator(f".orchard-play .orchard-{name}")


def begin(page: Page, seed: int) -> None:
    """A game of another seed than the one before."""
    box = in_play(page, "seed").locator("input")
    box.fill(str(seed))
    box.press("Enter")
    expect(in_play(page, "status")).to_contain_text(f"seed {seed}")


def shows(page: Page, session: Session) -> None:
    """The picture on the page is of that game."""
    fruits = zip(("apple", "pear", "cherry", "plum"), session.state.fruits, strict=True)
    told = ", ".join(f"{tree} {fruit}" for tree, fruit in fruits)
    words = f"The board. Fruit on the trees: {told}. The raven is {session.state.raven_steps} steps away"
    expect(in_play(page, "board").locator("img")).to_have_attribute("alt", words)


def emptiest(fruits: tuple[int, ...]) -> int:
    """The emptiest tree that has fruit."""
    return fruits.index(min(filter(None, fruits)))


def test_a_seeded_game_is_played_to_its_end_with_mouse_and_keys(page):
    begin(page, LOST_SOON - 1)
    in_play(page, "new").click()
    expect(in_play(page, "status")).to_contain_text(f"seed {LOST_SOON}")
    session = Session(GAME, LOST_SOON)
    for use in cycle((Locator.click, press)):
        tree = emptiest(session.state.fruits)
        use(in_play(page, f"choice-{tree}" if session.picks else "roll"))
        session = choose(session, tree) if session.picks else roll(session)
        shows(page, session)
        if session.is_over:
            break
    luck, cost = luck_and_cost(solve(GAME, "optimal"), session)
    expect(in_play(page, "summary")).to_contain_text(f"{100 * luck:+.1f} points")
    expect(in_play(page, "summary")).to_contain_text(f"cost {abs(100 * cost):.1f} points")
    in_play(page, "undo").click()
    shows(page, undo(session))


def test_every_control_is_reached_by_the_tab_key(page):
    begin(page, 10**6)
    in_play(page, "edition").locator("select").focus()
    reached = ""
    for _ in range(14):
        reached += page.evaluate("document.activeElement.closest('[class*=orchard-]')?.className ?? ''")
        page.keyboard.press("Tab")
    named = ("edition", "seed", "new", "again", "more", "roll", "show-odds")
    assert [name for name in named if f"orchard-{name}" not in reached] == []


# --- a simulation, and the page as a whole ---


def test_a_long_simulation_stops_and_what_was_played_is_right(page):
    panel = page.locator(".orchard-simulation")
    panel.locator(".orchard-games select").select_option("100,000,000")
    panel.locator(".orchard-start").click()
    expect(panel.locator(".orchard-estimate")).to_contain_text("played")
    panel.locator(".orchard-stop").click()
    expect(panel.locator(".orchard-start")).to_be_enabled(timeout=20_000)
    told = panel.locator(".orchard-estimate").inner_text()
    games, wins = (int(number.replace(",", "")) for number in re.findall(r"([\d,]+)(?: of|, | won)", told)[:2])
    assert 0 < games < 10**8
    assert wins == simulate(GAME, "max", games, seed=1).wins
    panel.locator(".orchard-stop").wait_for()
    assert panel.locator(".orchard-estimate").inner_text() == told


@pytest.mark.parametrize("width", [1280, 800])
def test_the_panels_fit_the_page(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    for name in ("rules", "play", "simulation"):
        panel = page.locator(f".orchard-{name}.orchard-panel")
        panel.scroll_into_view_if_needed()
        assert panel.evaluate("e => e.scrollWidth <= e.clientWidth + 1"), f"{name} is wider than its place"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- the servers ---


def test_strangers_are_shown_the_door(server):
    with urlopen(server.address) as answer:
        assert "/login" in answer.url
    with pytest.raises(HTTPError, match="403"):
        urlopen(f"{server.address}/api/kernels", data=b"{}")


@in_lab  # Voila has but one thread for them
def test_widgets_are_told_of_changes_in_one_thread(server):
    name = "@jupyterlab/apputils-extension:kernels-settings"
    with urlopen(f"{server.address}/lab/api/settings/{name}?token={TOKEN}") as answer:
        settings = json.load(answer)["schema"]["properties"]
    assert settings["commsOverSubshells"]["default"] == "disabled"


@in_lab  # the page of its own has the board alone
def test_a_notebook_tried_at_other_values_in_lab_leaves_the_repository_as_it_is(browser, server):
    """Also if JupyterLab, which is told to save every second, would have had the time."""
    shutil.copy(ROOT / ".gitignore", server.folder)
    for words in (["init", "-q"], ["add", "notebooks"], ["commit", "-qm", "all"]):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words], cwd=server.folder, check=True)
    save_every_second(server)
    visit = visiting_server(browser, server)
    open_in_lab(visit.page, server, "8-landscape")
    visit.page.locator(".cm-content", has_text="basket_picks: int").click()
    visit.page.keyboard.press("Control+End")
    visit.page.keyboard.type("\nbasket_picks = 1")
    run_all_in_lab(visit.page)
    expect(visit.page.locator(".jp-InputPrompt", has_text="[*]")).to_have_count(0, timeout=300_000)
    expect(visit.page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']")).to_have_count(0)
    expect(visit.page.locator(".jp-OutputArea img").first).to_be_visible()
    visit.page.wait_for_timeout(5_000)
    assert subprocess.check_output(["git", "status", "--porcelain", "notebooks"], cwd=server.folder) == b""
    pictures = visit.page.locator(".jp-RenderedImage img")
    told = [
        cell.metadata.mystnb.image.alt
        for cell in nbformat.read(LANDSCAPE, as_version=4).cells
        if "mystnb" in cell.metadata
    ]
    for picture, words in zip(pictures.all(), told, strict=True):
        expect(picture).to_have_attribute("alt", words)
    visit.page.close()
    assert visit.trouble == []
    assert [path for path in server.folder.rglob("*") if path.suffix in (".csv", ".svg", ".png")] == []


def save_every_second(server: Server) -> None:
    """The shortest interval, which stays a user's setting if saving by itself is off."""
    name = "@jupyterlab/docmanager-extension:plugin"
    settings = json.dumps({"raw": json.dumps({"autosaveInterval": 1})}).encode()
    address = f"{server.address}/lab/api/settings/{name}?token={TOKEN}"
    urlopen(Request(address, settings, method="PUT")).close()
