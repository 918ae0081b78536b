"""The board in the browser: its numbers against Python's, and a game played on it as at the table."""

import re
from itertools import product

import pytest
from hypothesis import example, given, settings
from numpy.testing import assert_allclose
from playwright.sync_api import Browser, Locator, Page, expect

from orchard import EDITIONS, Game, absorbing_chain, solve
from orchard.pages.studies.dice import bank_bound
from tests.games import games
from tests.whole.boards import BOARD, FACES, curve, finish, in_javascript, luck_and_cost, options, played, press
from tools.chromium import served

BEST = solve("first-orchard", "optimal")
STRATEGIES = ["max", "random", "min", "ignore", "optimal"]
FIRST = "first-orchard"  # what one meets first
WON, LOST = "1342rb2141b4233r2b34r1", "1r2r3rb44rrr"


# --- the solver ---


@pytest.fixture(scope="module")
def solver(browser: Browser) -> Page:
    """A page that has nothing but the solver."""
    page = browser.new_page()
    page.add_script_tag(path=BOARD / "solver.js")
    return page


ASKED = """([game, strategy, states]) => {
    const solution = Solver.solve(game, strategy);
    const all = ask => states.map(state => ask(...state));
    return [all(solution.value), all(solution.rolls), Solver.positions(game)];
}"""


@pytest.mark.parametrize("strategy", STRATEGIES)
@settings(max_examples=60)  # of each of the five strategies: three hundred
@given(game=games(most_steps=5))
@example(game=EDITIONS["first-orchard"])
@example(game=EDITIONS["orchard-10"])
def test_every_state_is_as_in_python(solver, strategy, game):
    chain = absorbing_chain(game, solve(game, strategy).strategy)
    states = [tuple(state) for state in chain.states[:-2]]
    values, rolls, positions = solver.evaluate(ASKED, [in_javascript(game), strategy, states])
    assert_allclose(values, chain.absorption_probabilities()[:, 1], rtol=0, atol=1e-12)
    assert_allclose(rolls, chain.expected_rolls(), rtol=1e-9)
    assert positions == len(states) + game.raven_steps  # those without fruit, too


BY_TURNS = """([game, partner, states]) => {
    const solution = Solver.solve(game, "optimal", partner);
    return states.map(([fruits, raven]) => [0, 1].map(player => solution.value(fruits, raven, 0, player)));
}"""


@pytest.mark.parametrize("partner", ["random", "min", "first", "ignore"])
@settings(max_examples=40)
@given(game=games(most_steps=4))
@example(game=EDITIONS["first-orchard"])
def test_beside_a_partner_every_state_is_as_in_python(solver, partner, game):
    ours = solve(game, ("optimal", partner))
    hers = solve(game, (partner, "optimal"))
    states = [state for state in product(*(range(n + 1) for n in game.fruits)) if any(state)]
    asked = [(state, raven) for state in states for raven in range(1, game.raven_steps + 1)]
    told = solver.evaluate(BY_TURNS, [in_javascript(game), partner, asked])
    exact = [[ours.value(*state), hers.value(*state)] for state in asked]
    assert_allclose(told, exact, rtol=0, atol=1e-12)


BOWL = "game => Solver.solve(game, 'bowl').value(game.fruits, game.ravenSteps)"


@settings(max_examples=60)
@given(game=games(most_steps=5))
@example(game=EDITIONS["first-orchard"])
@example(game=EDITIONS["orchard-10"])
def test_a_bowl_is_worth_the_bound_that_no_pick_can_beat(solver, game):
    assert solver.evaluate(BOWL, in_javascript(game)) == pytest.approx(bank_bound(game), abs=1e-9)


DIE = """games => {
    const counts = {};
    for (let k = 0; k < games; k++) {
        const face = rolled(EDITIONS.orchard, Math.floor(k / 50), k % 50);
        counts[face] = (counts[face] ?? 0) + 1;
    }
    return Object.values(counts);
}"""


def test_the_seeded_die_is_fair(page):
    page.goto("")
    counts = page.evaluate(DIE, 60_000)
    assert len(counts) == 6
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts) < 20.5  # of chi-square with 5 degrees of freedom: 0.999


# --- a game on the page ---


def percent(p: float) -> str:
    return "0%" if p == 0 else "100%" if p == 1 else f"{100 * p:.1f}%"


def button(page: Page, move: str) -> Locator:
    return page.locator(f"#moves [data-move='{move}']")


def counts(page: Page) -> list[str]:
    """How much fruit each tree says it has."""
    return page.locator(".count").all_inner_texts()


def shows(page: Page, moves: str, edition: str = FIRST) -> None:
    """The page has the position, the chance and the options of a game after some moves, as Python has them."""
    session, solution = played(moves, edition), solve(edition, "optimal")
    chance = curve(solution, session)[-1]
    expect(page.locator("#chance")).to_have_text(percent(chance))
    assert counts(page) == [str(fruit) for fruit in session.state.fruits]
    hanging = "trees => trees.map(tree => tree.querySelectorAll('.fruit:not(.gone)').length)"
    assert page.locator("#orchard .tree").evaluate_all(hanging) == list(session.state.fruits)
    assert page.locator(".stone:not(.behind)").count() == session.state.raven_steps
    for tree, p in options(solution, session).items():
        words = button(page, str(tree + 1)).inner_text()
        assert percent(p) in words
        assert ("best" in words) == (p >= chance - 1e-12)


@pytest.mark.parametrize(
    ("moves", "edition", "use"),
    [(WON, FIRST, Locator.tap), (LOST[:-1], "first-orchard-5", press), ("12b34r1b12b", "orchard", Locator.tap)],
)
def test_every_move_is_shown_as_in_python(page, moves, edition, use):
    page.goto(f"#game={edition}")
    for done, move in enumerate(moves, 1):
        use(button(page, move))
        shows(page, moves[:done], edition)


@pytest.mark.parametrize(
    ("moves", "end", "raven"),
    [
        (WON, "We win!", "3 more raven rolls and we would have lost"),
        (LOST, "The raven wins.", "The raven is in the orchard"),
    ],
)
def test_of_a_game_that_is_over_luck_is_told_from_choices(page, moves, end, raven):
    page.goto(f"#moves={moves}")
    expect(page.locator("#end-head")).to_have_text(end)
    expect(page.locator("#away")).to_have_text(raven)
    told = page.locator("#bars dd").all_inner_texts()
    start, luck, picks, result = (float(number.strip("%").replace("−", "-")) for number in told)
    assert round(start + luck + picks, 1) == result  # as they are shown
    session = played(moves)
    assert [luck, -picks] == pytest.approx([100 * p for p in luck_and_cost(BEST, session)], abs=0.3)
    chances = curve(BEST, session)
    costs = [chances[k] - chances[k + 1] for k, step in enumerate(session.steps) if step.face is None]
    right = sum(cost < 1e-12 for cost in costs)
    assert [int(n) for n in re.findall(r"\d+", page.locator("#right").inner_text())] == [right, len(costs)]


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
        ("#fruits=4,4&colourFaces=1,1,1", "", ["fruits=4,4", "colourFaces=1,1,1"]),
        ("#moves=19r&rules=odd&guess=maybe", "1", ["moves=19r", "rules=odd", "guess=maybe"]),
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


def test_whoever_guesses_first_sees_no_odds_at_the_basket(page):
    page.goto("#moves=11b")
    page.get_by_label("Guess first").check()
    expect(page.locator("#moves", has_text=re.compile("%|best"))).to_have_count(0)
    expect(page.locator("#orchard .best")).to_have_count(0)
    button(page, "1").tap()
    (before, after) = curve(BEST, played("11b1"))[-2:]
    expect(page.locator("#live")).to_contain_text("We pick an apple. A pear would have been better")
    expect(page.locator("#live")).to_contain_text(f"by {100 * (before - after):.1f} points")
    page.reload()
    expect(page.get_by_label("Guess first")).to_be_checked()


# --- change the rules ---


def test_own_rules_are_played_and_kept_in_the_address(page):
    page.goto("#rules")
    page.locator("#uneven summary").tap()
    page.locator(".row[data-rule=fruits][data-tree='1'] [value='1']").tap()
    page.locator(".row[data-rule=colourFaces][data-tree='2'] [value='1']").tap()
    game = Game((4, 5, 4, 4), raven_steps=6, colour_faces=(1, 1, 2, 1))
    expect(page.locator("#chance")).to_have_text(percent(solve(game, "max").win_probability))
    page.reload()
    page.locator("#play-these").tap()
    expect(page.locator("#chance")).to_have_text(percent(solve(game, "optimal").win_probability))
    assert counts(page) == ["4", "5", "4", "4"]
    expect(button(page, "3")).to_contain_text("× 2")


def test_too_large_a_game_is_told_and_nothing_hangs(page):
    page.goto("#fruits=20,20,20,20,20,20&colourFaces=2,1,1,1,1,1&ravenSteps=20")
    expect(page.locator("#live")).to_contain_text("1,715,322,420 positions")
    expect(page.locator("#play-these")).to_be_disabled()
    page.locator("[id=row-trees]").fill("1")
    expect(page.locator("#chance")).to_have_text(re.compile(r"\d%$"))


# --- by keyboard, and in one's language ---


def test_everything_is_reached_by_the_tab_key(page):
    page.goto("#moves=1")
    reached = []
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.dataset.move"))
    wanted = ["language", "to-play", "to-rules", "choose", *FACES, "undo", "roll", "new", "guess"]
    assert [name for name in reached if name in wanted][: len(wanted)] == wanted
    page.locator("#choose").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the first edition
    shows(page, "")


# --- for the table ---


def test_the_same_seed_rolls_the_same_whatever_is_picked(page):
    page.goto("#seed=11")
    rolls = []
    for tree, after in ((1, "again"), (4, "new")):
        finish(page, tree)
        moves = page.url.split("moves=")[1]
        rolls.append([step.face for step in played(moves).steps if step.face])
        page.locator(f"#{after}").tap()
        shows(page, "")
    shorter = min(map(len, rolls))
    assert shorter > 10
    assert rolls[0][:shorter] == rolls[1][:shorter]
    assert "seed" not in page.url


HELD = """hash => {
    const solving = Solver.solving;
    Solver.solving = function* (...game) {
        while (!window.released) yield 0.25;
        return yield* solving(...game);
    };
    location.hash = hash;
}"""


def test_a_game_is_played_while_it_is_being_solved(page):
    page.goto("#game=first-orchard-5")
    page.evaluate(HELD, "game=orchard")
    expect(page.locator("#busy")).to_have_text("Working out the chances: 25%")
    button(page, "1").tap()
    assert counts(page) == ["9", "10", "10", "10"]
    expect(page.locator("#chance")).to_have_text("–")
    button(page, "r").tap()
    page.evaluate("window.released = true")
    shows(page, "1r", "orchard")
    expect(page.locator("#busy")).to_be_hidden()


def test_once_visited_it_opens_without_a_net(browser):
    page = browser.new_page(locale="en")
    with served(BOARD) as address:
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        page.context.set_offline(True)
        page.goto(f"{address}index.html#moves=12b3")
        shows(page, "12b3")
    page.context.close()


# --- a bowl, a partner ---


def test_a_bowl_saves_what_baskets_bring_until_it_is_enough(page):
    page.goto("#game=orchard&fruits=2,2,0,0&ravenSteps=2")
    page.locator("#mode").select_option("bowl")
    expect(page.locator("#mode-odds")).to_contain_text(percent(bank_bound(Game((2, 2, 0, 0), 2, 2))))
    expect(page.locator("#mode-odds")).to_contain_text(percent(solve(Game((2, 2, 0, 0), 2, 2), "max").win_probability))
    button(page, "b").tap()
    expect(page.locator("#picked")).to_contain_text("Coins in the bowl: 2.")
    assert page.locator(".coin").count() == 2
    button(page, "1").tap()
    expect(page.locator("#end")).to_be_hidden()
    button(page, "2").tap()
    expect(page.locator("#end-head")).to_have_text("We win!")
    page.reload()
    expect(page.locator("#end-head")).to_have_text("We win!")


def test_every_second_roll_is_a_partner_s_who_picks_by_her_habit(page):
    page.goto("#game=first-orchard&mode=first")
    exact = solve("first-orchard", ("optimal", "first"))
    expect(page.locator("#mode-odds")).to_contain_text(percent(exact.win_probability))
    for move in "1b":
        button(page, move).tap()
    assert counts(page) == ["2", "4", "4", "4"]
    expect(page.locator("#live")).to_contain_text("She picks an apple.")
    expect(page.locator("#chance")).to_have_text(percent(exact.value((2, 4, 4, 4), 6)))
    button(page, "b").tap()
    button(page, "2").tap()
    assert counts(page) == ["2", "3", "4", "4"]
    expect(page.locator("#ask")).to_have_text("Her roll: tap what the die shows")
    for before in (["2", "4", "4", "4"], ["2", "4", "4", "4"], ["3", "4", "4", "4"]):
        page.locator("#undo").tap()
        assert counts(page) == before


@pytest.mark.parametrize("mode", ["bowl", "random", "min", "first", "ignore"])
def test_a_game_in_each_mode_comes_to_an_end(page, mode):
    page.goto(f"#game=first-orchard&seed=3&mode={mode}")
    finish(page)
