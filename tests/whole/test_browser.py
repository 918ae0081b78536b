"""The notebooks as their readers meet them: in JupyterLab, and the board as a page of its own, in a real Chromium."""

import json
import os
import re
from collections.abc import Callable, Iterator
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from browser import CHROMIUM, TOKEN, Server, Visit, board_in, chromium, run_in_lab, serving, visiting
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from orchard import EDITIONS, simulate, solve
from orchard.session import Session, choose, luck_and_cost, options, roll, undo

pytestmark = pytest.mark.skipif(not CHROMIUM and "CI" not in os.environ, reason="there is no Chromium")
GAME = EDITIONS["first-orchard"]
expect.set_options(timeout=120_000)  # a busy machine is no error


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield chromium(playwright)


@pytest.fixture(scope="module", params=["lab", "app"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab, then the page of its own."""
    with serving(request.param, tmp_path_factory.mktemp(request.param)) as server:
        yield server


@pytest.fixture(scope="module")
def visit(browser: Browser, server: Server) -> Visit:
    """The board, opened once in each of the two."""
    visit = visiting(browser, server)
    board_in(visit.page, server)
    return visit


@pytest.fixture
def page(visit: Visit) -> Iterator[Page]:
    """The board as the tests before left it. Nothing may go wrong on it, nor anything be asked for elsewhere."""
    yield visit.page
    assert visit.trouble == []


def moved(page: Page, slider: str, key: str) -> None:
    """A key pressed on a slider."""
    page.locator(f"{slider} [role=slider]").focus()
    page.keyboard.press(key)


def test_a_slider_shows_the_number_of_the_new_rule(page: Page):
    odds = page.locator(".orchard-rules .orchard-odds")
    for key, edition in [("ArrowRight", "first-orchard-6"), ("ArrowLeft", "first-orchard")]:
        moved(page, ".orchard-rules .orchard-raven-steps", key)
        expect(odds).to_contain_text(f"{solve(edition, 'max').win_probability:.6f}")
        expect(page.locator(".orchard-rules .orchard-edition select")).to_have_value(re.compile("First Orchard"))


def test_an_impossible_game_is_told_beside_its_control(page: Page):
    rules = page.locator(".orchard-rules")
    press(rules.locator(".orchard-more"))
    expect(rules.locator(".orchard-more")).to_contain_text("▾")  # nobody types before the fold has opened
    fruits = rules.locator(".orchard-fruits input")
    wrong = {"0, 0": "at least one", "4, pear": "whole number", "40, 40, 40, 40, 40, 40": "positions"}
    for typed, sentence in wrong.items():
        fruits.fill(typed)
        fruits.press("Tab")
        expect(rules.locator(".orchard-problem", has_text=sentence)).to_be_visible()
    fruits.fill("4, 4, 4, 4")
    fruits.press("Tab")
    expect(rules.locator(".orchard-odds")).to_contain_text("0.631357")


def click(button: Locator) -> None:
    button.click()


def press(button: Locator) -> None:
    """The button reached and used without a mouse."""
    expect(button).to_be_enabled()
    button.focus()
    button.press("Enter")


def moved_on(session: Session, button: Callable[[str], Locator], use: Callable[[Locator], None]) -> Session:
    """The game after a roll, or a pick from the last tree that has fruit, made on the board."""
    if not session.picks:
        use(button("roll"))
        return roll(session)
    tree = max(tree for tree, fruit in enumerate(session.state.fruits) if fruit)
    use(button(f"choice-{tree}"))
    return choose(session, tree)


@pytest.mark.parametrize("use", [click, press])
def test_a_seeded_game_is_played_to_its_end(page: Page, use: Callable[[Locator], None]):
    def button(name: str) -> Locator:
        return page.locator(f".orchard-play .orchard-{name}")

    seed, solution = int(button("seed").locator("input").input_value()) + 1, solve(GAME, "optimal")
    use(button("new"))
    expect(button("status")).to_contain_text(f"seed {seed}")
    session = Session(GAME, seed)
    while not session.is_over:
        session = moved_on(session, button, use)
        expect(button("board").locator("img")).to_have_attribute("alt", board_alt(session))
    luck, cost = luck_and_cost(solution, session)
    expect(button("summary")).to_contain_text(f"{100 * luck:+.1f} points")
    expect(button("summary")).to_contain_text(f"cost {abs(100 * cost):.1f} points")
    use(button("undo"))
    expect(button("board").locator("img")).to_have_attribute("alt", board_alt(undo(session)))


def board_alt(session: Session) -> str:
    fruits = zip(("apple", "pear", "cherry", "plum"), session.state.fruits, strict=True)
    told = ", ".join(f"{tree} {fruit}" for tree, fruit in fruits)
    return f"The board. Fruit on the trees: {told}. The raven is {session.state.raven_steps} steps away"


def test_choices_show_their_odds_only_if_asked(page: Page):
    play = page.locator(".orchard-play")
    box = play.locator(".orchard-seed input")
    seed = int(box.input_value()) + 10  # another one than whatever test came before has left there: it starts a game
    session, solution = Session(GAME, seed), solve(GAME, "optimal")
    box.fill(str(seed))
    box.press("Enter")
    expect(play.locator(".orchard-status")).to_contain_text(f"seed {seed}")
    while not session.picks:
        play.locator(".orchard-roll").click()
        session = roll(session)
        expect(play.locator(".orchard-board img")).to_have_attribute("alt", board_alt(session))
    for tree, p in options(solution, session).items():
        expect(play.locator(f".orchard-choice-{tree}")).to_contain_text(f"{100 * p:.1f} %")
    expect(play.locator("button", has_text="best")).not_to_have_count(0)
    play.get_by_label("Show the odds").uncheck()
    expect(play.locator("button", has_text=re.compile("best|%"))).to_have_count(0)
    play.get_by_label("Show the odds").check()


def test_a_long_simulation_stops_and_what_was_played_is_right(page: Page):
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


def test_every_control_is_reached_by_the_tab_key(page: Page):
    play = page.locator(".orchard-play")
    seed = 10**6
    play.locator(".orchard-seed input").fill(str(seed))
    play.locator(".orchard-seed input").press("Enter")
    expect(play.locator(".orchard-status")).to_contain_text(f"seed {seed}")
    play.locator(".orchard-edition select").focus()
    names = []
    for _ in range(14):
        names.append(page.evaluate("document.activeElement.closest('[class*=orchard-]')?.className ?? ''"))
        page.keyboard.press("Tab")
    reached = " ".join(names)
    named = ("edition", "seed", "new", "again", "more", "roll", "show-odds")
    assert [name for name in named if f"orchard-{name}" not in reached] == []


@pytest.mark.parametrize("width", [1280, 800])
def test_the_panels_fit_the_page(page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 900})
    inside = "e => e.scrollWidth <= e.clientWidth + 1"
    for name in ("rules", "play", "simulation"):
        panel = page.locator(f".orchard-{name}.orchard-panel")
        panel.scroll_into_view_if_needed()
        assert panel.evaluate(inside), f"{name} is wider than its place at {width} pixels"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_strangers_are_shown_the_door(server: Server):
    with urlopen(server.address) as answer:
        assert "/login" in answer.url
    with pytest.raises(HTTPError, match="403"):
        urlopen(f"{server.address}/api/kernels", data=b"{}")


@pytest.mark.parametrize("server", ["lab"], indirect=True, scope="module")  # Voila has but one thread for them
def test_widgets_are_told_of_changes_in_one_thread(server: Server):
    name = "@jupyterlab/apputils-extension:kernels-settings"
    with urlopen(f"{server.address}/lab/api/settings/{name}?token={TOKEN}") as answer:
        settings = json.load(answer)["schema"]["properties"]
    assert settings["commsOverSubshells"]["default"] == "disabled"


@pytest.mark.parametrize("server", ["lab"], indirect=True, scope="module")  # the page of its own has the board alone
def test_a_notebook_with_formulas_and_figures_runs_in_jupyterlab(browser: Browser, server: Server):
    visit = visiting(browser, server)
    run_in_lab(visit.page, server, "3-markov-chain")
    expect(visit.page.locator(".jp-InputPrompt", has_text="[*]")).to_have_count(0, timeout=300_000)
    expect(visit.page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']")).to_have_count(0)
    visit.page.close()
    assert visit.trouble == []
