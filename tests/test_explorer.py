"""The interactive board without a browser: what its widgets say, against the solver and the rules."""

import asyncio
import html
import re
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import comb
from threading import Event
from unittest.mock import Mock
from xml.etree import ElementTree

import ipywidgets as widgets
import numpy as np
import pytest
from orchard.explorer.controls import game_controls, watch
from orchard.explorer.playing import choice_text
from orchard.explorer.show import percent, picture, points
from orchard.studies.session import Session, luck_and_cost, options, replay

from orchard import EDITIONS, STRATEGIES, Game, Rule, absorbing_chain, explorer, solve
from orchard.explorer import changing, play_panel, rules_panel, simulation_panel, tasks, watching
from orchard.lengths import mean_length
from orchard.plots.board import plot_board
from orchard.rules import tree_name
from orchard.simulator import simulate
from orchard.strategies import fullest_tree
from orchard.studies.landscape import count_positions

PANELS = {rules_panel: "odds", play_panel: "status", simulation_panel: "estimate"}  # and where each tells its result


@pytest.fixture(autouse=True)
def words_for_pictures(monkeypatch):
    """Pictures take a tenth of a second each; here what stands for them is enough."""
    for module in ("changing", "playing", "watching"):
        monkeypatch.setattr(f"orchard.explorer.{module}.picture", lambda draw, size, words: f'<img alt="{words}">')


# --- reading and using a panel ---


def every(widget: widgets.Widget) -> list[widgets.Widget]:
    return [widget, *(w for child in getattr(widget, "children", ()) for w in every(child))]


def find(panel: widgets.Widget, name: str) -> widgets.Widget | None:
    """The first widget of that class name."""
    return next((widget for widget in every(panel) if f"orchard-{name}" in widget._dom_classes), None)


def text(panel: widgets.Widget, name: str) -> str:
    """What one reads in a place; what stands for its pictures too."""
    shown = re.sub(r'<img alt="([^"]*)"[^>]*>', r" \1 ", find(panel, name).value)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", shown))).strip()


def values(panel: widgets.Widget, *names: str) -> list:
    return [find(panel, name).value for name in names]


def change(panel: widgets.Widget, **values) -> None:
    """Set controls, one after the other, by their names."""
    for name, value in values.items():
        find(panel, name.replace("_", "-")).value = value


def press(panel: widgets.Widget, *names: str) -> None:
    """Press buttons, one after the other."""
    for name in names:
        find(panel, name).click()


def is_wrong(panel: widgets.Widget) -> bool:
    """Whether a problem is told anywhere."""
    return any("✗" in widget.value for widget in every(panel) if isinstance(widget, widgets.HTML))


async def until(condition) -> None:
    """Wait, but not for ever."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


# --- what the panels tell ---


def test_lengths_unless_picks_look_at_the_raven_in_a_large_game(monkeypatch):
    game = Game((4, 4, 4), 5, 2, (1, 1, 4))
    assert tasks.known_lengths(game, "optimal") is not None
    monkeypatch.setattr(tasks, "QUICK", 10)
    assert tasks.known_lengths(game, "optimal") is None
    assert tasks.known_lengths(game, "max") is not None


@pytest.mark.parametrize(
    ("p", "digits", "text"),
    [
        (0.63136, 1, "63.1 %"),
        (0, 1, "0.0 %"),
        (1, 1, "100.0 %"),
        (0.99999, 2, "above 99.99 %"),
        (1e-5, 1, "below 0.1 %"),
        (0.0004, 1, "below 0.1 %"),
        (0.9996, 1, "above 99.9 %"),
    ],
)
def test_no_chance_is_rounded_to_certainty(p: float, digits: int, text: str):
    assert percent(p, digits) == text


def test_the_histogram_is_of_shares_of_the_games_played(monkeypatch):
    part, drawn = simulate("two-by-two", games=1000, seed=1), []
    table = np.array([(part.games, part.win_rate, *part.confidence_interval())])
    monkeypatch.setattr(watching, "picture", lambda draw, size, words: draw(Mock()) and "")
    monkeypatch.setattr(watching, "plot_estimates", Mock(return_value=""))
    monkeypatch.setattr(watching, "plot_length_shares", lambda ax, shares, *_: drawn.append(shares.sum(axis=1)) or "")
    watching.pictures(part, table, 0.7, None, 1000)
    assert drawn[0] == pytest.approx([1 - part.win_rate, part.win_rate])


def test_a_change_has_a_sign_that_is_no_colour():
    assert [re.sub("<.*?>", "", points(change)) for change in (0.137, -0.1, 0.0)] == ["▲ 13.7", "▼ 10.0", "= 0.0"]


def test_a_picture_is_whole_has_its_words_and_is_the_same_every_time():
    def board(face: int | str | None) -> str:
        return picture(lambda ax: plot_board(ax, ((4,), 5), ((1,), 3), ["a & b"], face), (10, 4), 'a "board" & more')

    boards = [board(face) for face in (None, 0, "basket", "raven")]
    assert len(set(boards)) == 4, "what the die shows is to be seen"
    assert board("raven") == boards[-1]
    words, data = re.fullmatch('<img alt="(.+)" src="data:image/svg.xml;base64,(.+)">', boards[0]).groups()
    assert words == "a &quot;board&quot; &amp; more"
    assert ElementTree.fromstring(b64decode(data)).tag.endswith("svg")


# --- widgets ---


@pytest.mark.parametrize("make", PANELS)
def test_every_control_has_a_label_and_every_picture_a_text(make):
    for widget in every(make()):
        if isinstance(widget, widgets.HTML):
            assert '<img alt=""' not in widget.value
            assert widget.value.count("<img ") == widget.value.count("<img alt=")
        elif not isinstance(widget, widgets.Box):
            assert re.search(r"[A-Za-z]{4}", widget.description)
        assert not getattr(widget, "continuous_update", False)


def test_the_class_names_of_the_docstring_are_there():
    documented = re.findall(r"`orchard-([\w-]+)`", explorer.__doc__)
    panels = [make() for make in PANELS]
    assert [name for name in documented if not any(find(panel, name) for panel in panels)] == []


@pytest.mark.parametrize("make", PANELS)
def test_an_edition_and_a_strategy_added_by_hand_are_there_at_once(make, monkeypatch):
    """The edition is larger than the controls were made for; neither has a name for people."""
    large = Game((25, 1, 1, 1, 1, 1, 1), raven_steps=30, basket_picks=6, basket_faces=7, raven_faces=8)
    fuller = Rule("fuller", "from the fuller tree", fullest_tree, symmetric=True)
    monkeypatch.setitem(EDITIONS, "mine", large)
    monkeypatch.setitem(STRATEGIES, "fuller", fuller)
    panel = make("mine")
    if strategies := find(panel, "strategy"):  # we play by hand
        strategies.value = "fuller"
        assert strategies.label == fuller.text
    assert values(panel, "edition", "raven-steps") == ["mine", 30]
    assert ("mine", "mine") in find(panel, "edition").options
    assert not is_wrong(panel)
    change(panel, edition="two-by-two")
    assert values(panel, "fruits", "colour-faces") == ["2, 2", "1, 1"]


# --- the rules ---


@pytest.mark.parametrize("strategy", ["max", "ignore", "worst"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_odds_and_the_length_of_an_edition(edition: str, strategy: str):
    panel = rules_panel("two-by-two")
    change(panel, strategy=strategy, edition=edition)
    solution = solve(edition, strategy)
    p, mean = solution.win_probability, absorbing_chain(edition, solution.strategy).expected_rolls()[0]
    words = f"{percent(p, 2)} of all games are won (probability {p:.6f}). A game takes {mean:.1f} rolls on average."
    assert text(panel, "odds") == words
    assert f"{EDITIONS[edition].raven_steps} steps {percent(p)}" in text(panel, "charts")
    assert f"{mean:.1f} on average" in text(panel, "charts")


def test_each_slider_changes_its_rule():
    panel = rules_panel("first-orchard")
    change(panel, trees=3, each=5, raven_steps=4, basket_picks=2, basket_faces=2, raven_faces=2)
    game = Game((5, 5, 5), 4, 2, (1, 1, 1), 2, 2)
    assert f"{solve(game).win_probability:.6f}" in text(panel, "odds")
    assert values(panel, "fruits", "edition") == ["5, 5, 5", "own rules"]
    with_fewer_steps = percent(solve(replace(game, raven_steps=3)).win_probability)
    assert f"raven steps 4 {with_fewer_steps} ▼" in text(panel, "neighbours")


def test_unequal_trees_and_a_loaded_die():
    panel = rules_panel("first-orchard")
    change(panel, fruits="4, 3,2")
    assert values(panel, "colour-faces") == ["1, 1, 1"], "another number of trees has one face each"
    change(panel, colour_faces="1, 1, 3")
    assert f"{solve(Game((4, 3, 2), colour_faces=(1, 1, 3))).win_probability:.6f}" in text(panel, "odds")
    assert values(panel, "trees", "each") == [3, 4]


def test_the_fold_out_opens_and_closes():
    panel = rules_panel("first-orchard")
    title, inside = find(panel, "more"), next(w for w in every(panel) if w.layout.display == "none")
    for is_open, display, sign in [(True, "flex", "▾"), (False, "none", "▸")]:
        title.value = is_open
        assert (inside.layout.display, title.description[0]) == (display, sign)


def test_rules_that_are_an_edition_are_named():
    panel = rules_panel("first-orchard")
    for steps, edition in [(6, "first-orchard-6"), (7, "own rules")]:
        change(panel, raven_steps=steps)
        assert values(panel, "edition") == [edition]


BAD = [
    ("fruits", "4, x", "“Fruit tree by tree” must be whole numbers with commas between them, like 4, 4, 3, 4, got"),
    ("fruits", "0, 0, 0, 0", "“Fruit tree by tree” must hold at least one fruit, got (0, 0, 0, 0)"),
    ("fruits", "4, 4, 4, -1", "“Fruit tree by tree”[3] must be at least 0, got -1"),
    ("colour-faces", "1, 1", "“Faces of each colour” must have one entry a tree (4), got (1, 1)"),
    ("colour-faces", "99, 1, 1, 1", "“Faces of each colour” must leave the die at most 60 faces, got 104"),
    ("fruits", "99, 99, 99, 99", f"This game has {6 * comb(103, 4):,} positions; the board takes on 4,000,000. "),
]


@pytest.mark.parametrize("make", PANELS)
@pytest.mark.parametrize(("control", "value", "sentence"), BAD)
def test_a_bad_combination_is_told_beside_its_control_and_breaks_nothing(make, control, value, sentence):
    panel = make()
    (good,) = values(panel, control)
    change(panel, **{control: value})
    told = text(panel, PANELS[make])
    assert told.startswith(f"✗ {sentence}")
    assert text(panel, "each-problem" if "This game" in told else f"{control}-problem") == told
    assert all(widget.disabled for widget in every(panel) if isinstance(widget, widgets.Button))
    change(panel, **{control: good})
    assert not is_wrong(panel)


def test_a_change_made_in_another_thread_waits_for_its_turn():
    """JupyterLab hands the messages of widgets to a thread of their own, except the first ones."""
    controls, begun, go_on, seen = game_controls("first-orchard", "edition", more="more"), Event(), Event(), []

    def react(game: Game | None, wrong: str) -> None:
        seen.append(game)
        if len(seen) == 2:  # the first reaction is to the game at the start
            begun.set()
            assert go_on.wait(10)

    watch(controls, react)
    with ThreadPoolExecutor() as threads:
        threads.submit(setattr, controls.asking["raven_steps"], "value", 6)
        assert begun.wait(10)
        threads.submit(setattr, controls.asking["fruits"], "value", "4, 4, 4, 3")
        go_on.set()
    assert seen == [EDITIONS["first-orchard"], EDITIONS["first-orchard-6"], Game((4, 4, 4, 3), 6)]


def test_a_huge_game_is_refused_unless_trees_are_interchangeable():
    panel = simulation_panel("first-orchard")
    change(panel, strategy="first", each=20)
    assert not is_wrong(panel)
    change(panel, trees=6)
    assert "has 428,830,605 positions" in text(panel, "each-problem")
    change(panel, strategy="max")
    assert not is_wrong(panel)


def test_a_game_that_cannot_be_won():
    panel = rules_panel("first-orchard")
    change(panel, basket_faces=0, colour_faces="0, 0, 0, 0")
    assert "0.00 % of all games are won" in text(panel, "odds")
    assert "takes 5.0 rolls" in text(panel, "odds")


@pytest.mark.parametrize(
    ("limit", "value", "steps"), [("QUICK", count_positions("two-by-two", "max"), 12), ("LARGEST", 5, 5)]
)
def test_as_many_raven_steps_are_shown_as_are_quick_and_as_a_game_may_have(monkeypatch, limit, value, steps):
    monkeypatch.setattr(changing, limit, value)
    charts = text(rules_panel("two-by-two"), "charts")
    assert f"; {steps} steps" in charts
    assert f"; {steps + 1} steps" not in charts


def test_a_large_game_shows_its_odds_first_and_the_rest_in_time(monkeypatch):
    monkeypatch.setattr(changing, "QUICK", 400)
    panel, large = rules_panel("two-by-two"), Game.uniform(4, 10, 8, 2)

    async def changed() -> None:
        change(panel, edition="orchard", raven_steps=8)  # the one before is not to be shown any more
        assert text(panel, "odds").startswith(percent(solve(large).win_probability, 2))
        assert "rolls" not in text(panel, "odds")
        assert text(panel, "neighbours") == "The rest is being worked out …"
        await until(lambda: "…" not in text(panel, "neighbours"))
        assert f"{absorbing_chain(large).expected_rolls()[0]:.1f} rolls" in text(panel, "odds")
        assert "raven steps 8" in text(panel, "neighbours")
        change(panel, raven_steps=7)
        await asyncio.sleep(0)  # it begins
        change(panel, edition="two-by-two")
        await asyncio.sleep(0.5)
        assert text(panel, "odds").startswith(percent(solve("two-by-two").win_probability, 2))

    asyncio.run(changed())


# --- the game ---


def enabled(panel: widgets.Widget) -> list[int]:
    return [tree for tree, button in enumerate(find(panel, "choices").children) if not button.disabled]


def play_to_the_end(panel: widgets.Widget) -> list[int]:
    """Press what can be pressed, the last of the choices; the trees chosen."""
    chosen = []
    while (trees := enabled(panel)) or not find(panel, "roll").disabled:
        chosen += trees[-1:]
        press(panel, f"choice-{trees[-1]}" if trees else "roll")
    return chosen


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_game_by_clicks_and_what_it_says_at_the_end(edition: str):
    panel, solution = play_panel(edition, seed=7), solve(edition, "optimal")
    assert text(panel, "summary") == ""
    session = replay(edition, 7, play_to_the_end(panel))
    (fruits, raven_steps), won = session.state, session.state.is_won
    assert session.is_over
    assert ("we win" if won else "we lose") in text(panel, "status")
    luck, cost = luck_and_cost(solution, session)
    told = re.findall(r"[+-]?\d+(?:\.\d)?(?= %| points)", text(panel, "summary"))
    assert told == [f"{100 * solution.win_probability:.1f}", f"{100 * luck:+.1f}", f"{100 * cost:.1f}", str(100 * won)]
    trees = ", ".join(f"{tree_name(tree)} {fruit}" for tree, fruit in enumerate(fruits))
    assert f"Fruit on the trees: {trees}. The raven is {raven_steps} steps away" in text(panel, "board")


def to_a_basket(panel: widgets.Widget) -> Session:
    """Roll until there is a choice; the game as it then is."""
    while not enabled(panel):
        press(panel, "roll")
    edition, seed = values(panel, "edition", "seed")
    return replay(edition, seed, [])


def test_each_choice_has_its_odds_and_the_best_a_star():
    panel = play_panel("first-orchard", seed=1)
    session, buttons = to_a_basket(panel), find(panel, "choices").children
    after = options(solve("first-orchard", "optimal"), session)
    best = [tree for tree in after if after[tree] == max(after.values())]
    assert 0 < len(best) < 4
    stars = [" ★ best" * (tree in best) for tree in after]
    assert [button.description[2:] for button in buttons] == [
        f"{tree_name(tree)} ({session.state.fruits[tree]}): {percent(after[tree])}{stars[tree]}" for tree in after
    ]
    change(panel, show_odds=False)
    assert not any(re.search("[%★]", button.description) for button in buttons)
    assert find(panel, "roll").disabled


def test_a_basket_of_two_is_told_and_then_one_of_one():
    panel = play_panel("orchard", seed=1)
    to_a_basket(panel)
    assert "Choose 2 fruits, one after the other." in text(panel, "status")
    press(panel, "choice-0")
    assert "Choose a fruit." in text(panel, "status")
    start = percent(solve("orchard", "optimal").win_probability)
    assert re.search(f"{start} at the start, now (?!{start})", text(panel, "chances"))


def test_what_is_as_good_but_for_rounding_has_a_star_too():
    session = Session(EDITIONS["two-by-two"], 1)
    assert all(choice_text(tree, session, {0: 0.3, 1: 0.1 + 0.2}, odds=True).endswith("★ best") for tree in (0, 1))


def test_undo_and_another_choice_get_the_same_rolls():
    panel = play_panel(seed=3)
    to_a_basket(panel)
    before, rolled = text(panel, "board"), []
    for choice in ("choice-0", "choice-1"):
        press(panel, choice, "roll")
        rolled.append(re.search(r"Roll \d+ shows .+:", text(panel, "status")).group())
        press(panel, "undo", "undo")
        assert text(panel, "board") == before
    assert rolled[0] == rolled[1]
    while not find(panel, "undo").disabled:
        press(panel, "undo")
    assert "A new game, seed 3." in text(panel, "status")


@pytest.mark.parametrize(("seed", "button", "following"), [(3, "new", 4), (3, "again", 3), (10**9, "new", 1)])
def test_new_games_the_same_game_and_the_game_of_a_seed(seed, button, following):
    panel = play_panel(seed=seed)
    play_to_the_end(panel)
    press(panel, button)
    assert text(panel, "status") == f"A new game, seed {following}. Roll the die."
    assert values(panel, "seed") == [following]
    assert find(panel, "undo").disabled
    change(panel, seed=8)
    assert "seed 8" in text(panel, "status")


def test_a_seed_typed_while_the_rules_are_wrong_starts_no_game():
    panel = play_panel()
    change(panel, fruits="x", seed=5, show_odds=False)
    assert find(panel, "roll").disabled
    assert "✗" in text(panel, "status")


def test_the_raven_and_an_empty_tree_are_told():
    panel, seen = play_panel(), set()
    change(panel, fruits="0, 0, 0, 4")
    for seed in range(20):
        change(panel, seed=seed)
        press(panel, "roll")
        seen.add(text(panel, "status").partition("shows ")[2])
    assert seen >= {
        "raven : the raven comes one step nearer. Roll the die.",
        "● green : that tree is bare, a wasted roll. Roll the die.",
        "◆ blue : one fruit picked. Roll the die.",
        "basket : we may pick. Choose a fruit.",
    }


# --- the computer's games ---


def test_the_computer_plays_what_simulate_plays_and_draws_them_all(monkeypatch):
    drawn = Mock(wraps=watching.pictures)
    monkeypatch.setattr(watching, "pictures", drawn)
    monkeypatch.setattr(watching, "WAIT", 1e9)  # but for the first picture and the last
    panel = simulation_panel("two-by-two", seed=5)
    change(panel, strategy="worst", games=10**6)
    press(panel, "start")
    worst = solve("two-by-two", "worst")
    played, exact = simulate("two-by-two", worst.strategy, 10**6, seed=5), worst.win_probability
    low, high = played.confidence_interval(method="wilson")
    assert text(panel, "estimate") == (
        f"1,000,000 of 1,000,000 games are played, {played.wins:,} of them won: {percent(played.win_rate, 3)} . "
        f"The 95 % interval, {percent(low, 3)} to {percent(high, 3)}, holds the exact value, {percent(exact, 3)}."
    )
    _, table, *_ = drawn.call_args.args
    assert tuple(table[-1]) == (10**6, played.win_rate, low, high)
    assert f"{mean_length(played.rolls / played.games):.2f} on average" in text(panel, "settling")
    assert values(panel, "progress") == [10**6]
    assert is_idle(panel)


def is_idle(panel: widgets.Widget) -> bool:
    """Whether games can be started, and not be stopped."""
    start, stop = find(panel, "start").disabled, find(panel, "stop").disabled
    assert start != stop
    return stop


def test_an_interval_holds_what_is_between_its_ends():
    part = simulate("two-by-two", games=1000, seed=1)
    low, high = part.confidence_interval(method="wilson")
    told = [watching.estimate_text(part, exact, 1000) for exact in (low - 0.1, low, high, high + 0.1)]
    assert ["does not hold the exact value" in each for each in told] == [True, False, False, True]


async def begun() -> widgets.Widget:
    """The panel while it plays very many games, with the first of them shown."""
    panel = simulation_panel("two-by-two")
    change(panel, games=10**8)
    press(panel, "start")
    await until(lambda: text(panel, "settling"))
    return panel


def test_stop_stops_at_once_and_the_next_run_is_whole():
    async def stopped() -> None:
        panel = await begun()
        assert not is_idle(panel)
        press(panel, "stop")
        await until(lambda: is_idle(panel))
        (played,) = values(panel, "progress")
        assert 0 < played < 10**8
        assert text(panel, "estimate").startswith(f"Stopped. {played:,} of 100,000,000 games")
        change(panel, games=1000)
        press(panel, "start")
        await until(lambda: text(panel, "estimate").startswith("1,000 of 1,000 games"))

    asyncio.run(stopped())


def test_other_rules_end_the_run():
    async def changed() -> None:
        panel = await begun()
        change(panel, fruits="0")
        await asyncio.sleep(0.3)
        assert "✗" in text(panel, "estimate")
        assert (text(panel, "settling"), *values(panel, "progress")) == ("", 0)
        assert find(panel, "start").disabled

    asyncio.run(changed())
