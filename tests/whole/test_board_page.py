"""The board in the browser: its numbers against Python's, and a game played on it as at the table."""

import re
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from numpy.testing import assert_allclose
from playwright.sync_api import Browser, Locator, Page, expect

from orchard import EDITIONS, Game, absorbing_chain, solve
from orchard.pages.studies.dice import bank_bound
from tests.games import games
from tests.whole.boards import BOARD, HABITS, LOST, WON, curve, finish, in_javascript, options, played, press
from tools.chromium import served

BEST = solve("first-orchard", "optimal")
STRATEGIES, PARTNERS = [*HABITS, "first", "optimal"], ["random", "min", "first", "ignore"]
FIRST = "first-orchard"  # what one meets first


# --- the solver ---


@pytest.fixture(scope="module")
def solver(browser: Browser) -> Page:
    """A page that has nothing but the solver."""
    page = browser.new_page()
    page.add_script_tag(path=BOARD / "solver.js")
    return page


ASKED = """([game, players, states]) => {
    const solution = Solver.solve(game, ...players);
    const all = (ask) => players.map((_, player) => states.map(([fruits, raven]) => ask(fruits, raven, 0, player)));
    return [all(solution.value), all(solution.rolls)];
}"""


@pytest.mark.parametrize("players", [*((each,) for each in STRATEGIES), *(("optimal", each) for each in PARTNERS)])
@settings(max_examples=40)  # of each of ten: more than three hundred
@given(game=games(most_steps=4))
@example(game=EDITIONS["first-orchard"])
def test_every_state_is_as_in_python(solver, players, game):
    seats = [solve(game, players[k:] + players[:k]) for k in range(len(players))]
    states = list(seats[0].positions)
    values, rolls = solver.evaluate(ASKED, [in_javascript(game), players, states])
    assert_allclose(values, [[seat.value(*state) for state in states] for seat in seats], rtol=0, atol=1e-12)
    if len(players) == 1:
        chain = absorbing_chain(game, seats[0].strategy)
        expected = dict(zip(chain.states, chain.expected_rolls(), strict=False))
        assert_allclose(rolls, [[expected[state] for state in states]], rtol=1e-9)


BOWL = "game => Solver.solve(game, 'bowl').value(game.fruits, game.ravenSteps)"


@settings(max_examples=60)
@given(game=games(most_steps=5))
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
    last, solution = played(moves, edition)[-1], solve(edition, "optimal")
    (chance,) = curve(solution, [last])
    expect(page.locator("#chance")).to_have_text(percent(chance))
    assert counts(page) == [str(fruit) for fruit in last.state.fruits]
    hanging = "trees => trees.map(tree => tree.querySelectorAll('.fruit:not(.gone)').length)"
    assert page.locator("#orchard .tree").evaluate_all(hanging) == list(last.state.fruits)
    assert page.locator(".stone:not(.behind)").count() == last.state.raven_steps
    for tree, p in options(solution, last).items():
        words = button(page, str(tree + 1)).inner_text()
        assert percent(p) in words
        assert ("best" in words) == (p >= chance - 1e-12)


@pytest.mark.parametrize(
    ("moves", "edition", "use"),
    [(LOST[:-1], "first-orchard-5", press), ("12b34r1b12b", "orchard", Locator.tap)],
)
def test_every_move_is_shown_as_in_python(page, moves, edition, use):
    page.goto(f"#game={edition}")
    for done, move in enumerate(moves, 1):
        use(button(page, move))
        shows(page, moves[:done], edition)


@pytest.mark.parametrize(("moves", "end"), [(WON, "We win!"), (LOST, "The raven wins.")])
def test_of_a_game_that_is_over_luck_is_told_from_choices(page, moves, end):
    page.goto(f"#moves={moves}")
    expect(page.locator("#end-head")).to_have_text(end)
    told = page.locator("#bars dd").all_inner_texts()
    start, luck, picks, result = (float(number.strip("%").replace("−", "-")) for number in told)
    assert round(start + luck + picks, 1) == result  # as they are shown
    steps = played(moves)
    chances = curve(BEST, steps)
    costs = [
        before - after for step, (before, after) in zip(steps[1:], pairwise(chances), strict=True) if not step.face
    ]
    assert [start, -picks] == pytest.approx([100 * p for p in (chances[0], sum(costs))], abs=0.3)
    right = sum(cost < 1e-12 for cost in costs)
    assert [int(n) for n in re.findall(r"\d+", page.locator("#right").inner_text())] == [right, len(costs)]


def test_undo_goes_back_move_by_move_and_a_new_game_can_be_taken_back(page):
    page.goto("#moves=12b3r4")
    page.locator("#new").tap()
    shows(page, "")
    for moves in ("12b3r4", "12b3r", "12b3", "12b"):
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
        ("#game=no&moves=19r&guess=maybe", "1", ["game=no", "moves=19r", "guess=maybe"]),
        ("#game=4,4:colours=1,1,1", "", ["game=4,4:colours=1,1,1"]),
        ("#game=4,4:raven=3:raven=4", "", ["raven=3:raven=4"]),
        ("#game=4,4:ravn=3", "", ["ravn=3"]),
        ("#game=orchard:raven=3,4", "", ["raven=3,4"]),
        ("#game=constructor", "", ["constructor"]),
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
    before, after = curve(BEST, played("11b1"))[-2:]
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


def test_a_tree_more_is_like_the_first_and_uneven_trees_are_in_sight(page):
    page.goto("#rules&game=5,3,4:colours=1,1,2:raven=4")
    more = Game((5, 3, 4, 5), raven_steps=4, colour_faces=(1, 1, 2, 1))
    told = page.locator(".row[data-rule=trees] [value='1'] .odds")
    expect(told).to_contain_text(percent(solve(more, "max").win_probability))
    expect(page.locator("#row-fruits-0")).to_be_visible()


@pytest.mark.parametrize("habit", ["random", "first"])
def test_how_we_pick_is_chosen_beside_the_sliders(page, habit):
    page.goto("?brief#rules&game=first-orchard")
    page.locator("#way").select_option(habit)
    told = percent(solve(FIRST, habit).win_probability)
    expect(page.locator("#chance")).to_have_text(told)
    expect(page.locator("#way :checked")).to_contain_text(told)


def test_the_short_panel_counts_cards_and_the_whole_one_raven_rolls(page):
    page.goto("?brief#rules&game=first-orchard")
    row = page.locator(".row[data-rule=ravenSteps]")
    expect(row).to_contain_text("Cards on the path (6 raven rolls)5")
    page.locator("#all-rules").click()
    expect(row).to_contain_text("Raven rolls to lose (5 cards on the path)6")


def test_too_large_a_game_is_told_and_nothing_hangs(page):
    page.goto("#game=20,20,20,20,20,20:colours=2,1,1,1,1,1:raven=20")
    expect(page.locator("#live")).to_contain_text("1,715,322,420 positions")
    expect(page.locator("#play-these")).to_be_disabled()
    page.locator("[id=row-trees]").fill("1")
    expect(page.locator("#chance")).to_have_text(re.compile(r"\d%$"))


# --- for the table ---


def test_the_same_seed_rolls_the_same_whatever_is_picked(page):
    page.goto("#seed=11")
    rolls = []
    for tree, after in ((1, "again"), (4, "new")):
        finish(page, tree)
        moves = page.url.split("moves=")[1]
        rolls.append([step.face for step in played(moves) if step.face])
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
    page.goto("#game=2,2,0,0:raven=2:picks=2")
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
    for _ in range(3):
        page.locator("#undo").tap()
    assert counts(page) == ["3", "4", "4", "4"], "before what she picked, which is not ours"
