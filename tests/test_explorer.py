"""The interactive board without a browser: what its widgets say, against the solver and the rules."""

import asyncio
import html
import json
import re
from base64 import b64decode
from itertools import combinations
from math import comb
from pathlib import Path
from threading import Event, Thread
from xml.etree import ElementTree

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.patches import Rectangle

from orchard import EDITIONS, STRATEGIES, Game, Rule, State, absorbing_chain, explorer, solve
from orchard.explorer import play_panel, rules_panel, simulation_panel, tasks
from orchard.explorer.controls import game_controls, watch
from orchard.explorer.playing import choice_text
from orchard.explorer.show import percent, picture, points
from orchard.explorer.tasks import known_lengths
from orchard.explorer.watching import estimate_text
from orchard.landscape import count_positions, odds_by_raven_steps
from orchard.lengths import length_distribution, mean_length
from orchard.plots.board import plot_board, plot_chances
from orchard.plots.odds import plot_estimates, plot_length_shares, plot_raven_odds
from orchard.session import Session, replay
from orchard.simulator import Simulation, simulate
from orchard.strategies import fullest_tree

NOTEBOOK = Path(__file__).resolve().parents[1] / "notebooks" / "explore.ipynb"
BATCH = 100_000


@pytest.fixture(autouse=True)
def words_for_pictures(monkeypatch: pytest.MonkeyPatch):
    """Pictures take a tenth of a second each; here what stands for them is enough."""
    for module in ("changing", "playing", "watching"):
        monkeypatch.setattr(f"orchard.explorer.{module}.picture", lambda draw, size, words: f'<img alt="{words}">')


# --- what the panels tell ---


def test_lengths_unless_picks_look_at_the_raven_in_a_large_game(monkeypatch: pytest.MonkeyPatch):
    game = Game((4, 4, 4), 5, 2, (1, 1, 4))
    assert known_lengths(game, "optimal")[1].sum() == pytest.approx(solve(game, "optimal").win_probability, abs=1e-8)
    monkeypatch.setattr(tasks, "QUICK", 10)
    assert known_lengths(game, "optimal") is None
    assert (known_lengths(game, "max") == length_distribution(game, "max")).all()


@pytest.mark.parametrize(
    ("p", "digits", "text"),
    [
        (0.63136, 1, "63.1 %"),
        (0, 1, "0.0 %"),
        (1, 1, "100.0 %"),
        (0.99999, 2, "above 99.99 %"),
        (1e-5, 1, "below 0.1 %"),
    ],
)
def test_no_chance_is_rounded_to_certainty(p: float, digits: int, text: str):
    assert percent(p, digits) == text


def test_a_change_has_a_sign_that_is_no_colour():
    assert [re.sub("<.*?>", "", points(change)) for change in (0.137, -0.1, 0.0)] == ["▲ 13.7", "▼ 10.0", "= 0.0"]


# --- widgets ---


def find(widget: widgets.Widget, name: str) -> widgets.Widget | None:
    """The first widget of that class name."""
    if f"orchard-{name}" in getattr(widget, "_dom_classes", ()):
        return widget
    found = (find(child, name) for child in getattr(widget, "children", ()))
    return next((one for one in found if one is not None), None)


def text(widget: widgets.Widget, name: str) -> str:
    """What one reads in a place; what stands for its pictures too."""
    shown = re.sub(r'<img alt="([^"]*)"[^>]*>', r" \1 ", find(widget, name).value)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", shown))).strip()


def every(widget: widgets.Widget) -> list[widgets.Widget]:
    return [widget, *(w for child in getattr(widget, "children", ()) for w in every(child))]


PANELS = {"rules": rules_panel, "play": play_panel, "simulation": simulation_panel}


@pytest.mark.parametrize("name", PANELS)
def test_every_control_has_a_label_and_every_picture_a_text(name: str):
    panel = PANELS[name]()
    assert find(panel, name) is panel
    for widget in every(panel):
        if isinstance(widget, widgets.HTML):
            assert '<img alt=""' not in widget.value
            assert widget.value.count("<img ") == widget.value.count("<img alt=")
        elif not isinstance(widget, widgets.Box):
            assert re.search(r"[A-Za-z]{4}", widget.description)
        if hasattr(widget, "continuous_update"):
            assert not widget.continuous_update


@pytest.mark.parametrize("name", PANELS)
def test_the_class_names_of_the_docstring_are_there(name: str):
    documented = re.findall(r"`orchard-([\w-]+)`", explorer.__doc__)
    panels = [make() for make in PANELS.values()]
    for each in documented:
        assert any(find(panel, each) for panel in panels), each


def test_every_strategy_is_offered_in_words():
    offered = {key: text for text, key in find(rules_panel(), "strategy").options}
    assert offered == {key: strategy.text for key, strategy in STRATEGIES.items()}


@pytest.mark.parametrize("name", PANELS)
def test_an_edition_and_a_strategy_added_by_hand_are_there_at_once(name: str, monkeypatch: pytest.MonkeyPatch):
    """The edition is larger than the controls were made for; neither has a name for people."""
    large = Game((25, 1, 1, 1, 1, 1, 1), raven_steps=30, basket_picks=6, basket_faces=7, raven_faces=8)
    monkeypatch.setitem(EDITIONS, "mine", large)
    monkeypatch.setitem(STRATEGIES, "fuller", Rule("fuller", "from the fuller tree", fullest_tree, symmetric=True))
    panel = PANELS[name]("mine")
    if strategies := find(panel, "strategy"):  # we play by hand
        strategies.value = "fuller"
    assert find(panel, "edition").value == "mine"
    assert find(panel, "raven-steps").value == 30
    assert "✗" not in "".join(widget.value for widget in every(panel) if isinstance(widget, widgets.HTML))
    find(panel, "edition").value = "two-by-two"
    assert find(panel, "fruits").value == "2, 2"


# --- pictures ---


def svg(shown: str) -> str:
    """The picture in a piece of HTML; it must be whole."""
    (data,) = re.findall(r'^<img alt="[^"]+" src="data:image/svg\+xml;base64,([^"]+)">$', shown)
    ElementTree.fromstring(drawn := b64decode(data).decode())
    return drawn


def drawn_board(game: Game, state: State, face: int | str | None) -> str:
    names = [f"tree & {tree}" for tree in range(game.trees)]
    return svg(picture(lambda ax: plot_board(ax, game.start, state, names, face), (10, 4), 'a "board" & more'))


@pytest.mark.parametrize("trees", [1, 4, 6, 7])
def test_any_board_can_be_drawn_at_its_start_when_won_and_when_lost(trees: int):
    game = Game.uniform(trees, 1 + 19 * (trees % 2), 1 + 19 * (trees % 3 == 0))
    won, lost = State((0,) * trees, 1), State(game.fruits, 0)
    boards = [drawn_board(game, state, face) for state in (game.start, won, lost) for face in (None, "basket", 0)]
    assert len(set(boards)) == 9, "each position, and what the die shows, is to be seen"
    assert drawn_board(game, won, None) == drawn_board(game, won, None)


@pytest.mark.parametrize("steps", [1, 5, 6, 9, 15, 16, 22, 60, 1024])
def test_the_drawn_path_has_a_card_fewer_than_raven_rolls_lose_the_game(steps: int):
    _, ax = plt.subplots(figsize=(10, 4))
    plot_board(ax, ((4, 4), steps), ((1, 0), steps), ["apple", "tree 2"])
    assert sum(isinstance(patch, Rectangle) for patch in ax.patches) == steps, "the cards, and the orchard"
    words = [text.get_text() for text in ax.texts]
    assert {"orchard", str(steps), "apples: 1", "tree 2: 0", "basket: 7"} < set(words)
    assert f"raven: {steps} step{'s' * (steps > 1)} to go" in words
    plt.close()


@pytest.mark.parametrize(("trees", "steps"), [(2, 60), (4, 2), (4, 6), (4, 9), (8, 16), (9, 1024), (100, 22)])
def test_no_words_of_a_drawn_board_overlap(trees: int, steps: int):
    for left in (steps, steps // 2, 1, 0):
        figure, ax = plt.subplots(figsize=(10, 4))
        names = [f"tree {tree}" for tree in range(trees)]
        plot_board(ax, ((9,) * trees, steps), ((8,) * trees, left), names, face="raven")
        boxes = [text.get_window_extent(figure.canvas.get_renderer()) for text in ax.texts]
        assert not [one for one, other in combinations(boxes, 2) if one.overlaps(other)]
        plt.close(figure)


def test_the_other_pictures_can_be_drawn():
    ends, by_steps = known_lengths(EDITIONS["two-by-two"], "max"), odds_by_raven_steps("two-by-two", "max", 5)
    table = np.array([[1e5, 0.63, 0.62, 0.64], [1e6, 0.631, 0.63, 0.632]])
    drawings = [
        lambda ax: plot_raven_odds(ax, by_steps, 2),
        lambda ax: plot_length_shares(ax, ends, ends, 4.2),
        lambda ax: plot_estimates(ax, table, 0.6314, 10**8),
        lambda ax: plot_estimates(ax, table[:1], 0.6314, 10**5),
        lambda ax: plot_chances(ax, np.array([0.63])),
        lambda ax: plot_chances(ax, np.array([0.63, 0.7, 0.7, 0.6, 1.0])),
    ]
    assert len({svg(picture(draw, (5, 3), "words")) for draw in drawings}) == 6


# --- the rules ---


@pytest.mark.parametrize("strategy", ["max", "ignore", "worst"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_odds_and_the_length_of_an_edition(edition: str, strategy: str):
    panel = rules_panel("two-by-two")
    find(panel, "strategy").value = strategy
    find(panel, "edition").value = edition
    p = solve(edition, strategy).win_probability
    mean = absorbing_chain(edition, solve(edition, strategy).strategy).expected_rolls()[0]
    words = f"{percent(p, 2)} of all games are won (probability {p:.6f}). A game takes {mean:.1f} rolls on average."
    assert text(panel, "odds") == words
    assert f"{EDITIONS[edition].raven_steps} steps {percent(p)}" in text(panel, "charts")
    assert f"{mean:.1f} on average" in text(panel, "charts")


def test_each_slider_changes_its_rule():
    panel = rules_panel()
    changes = {"trees": 3, "each": 5, "raven-steps": 4, "basket-picks": 2, "basket-faces": 2, "raven-faces": 2}
    for name, value in changes.items():
        find(panel, name).value = value
    game = Game((5, 5, 5), 4, 2, (1, 1, 1), 2, 2)
    assert f"{solve(game).win_probability:.6f}" in text(panel, "odds")
    assert (find(panel, "fruits").value, find(panel, "edition").value) == ("5, 5, 5", "own rules")
    table = text(panel, "neighbours")
    assert f"raven steps 4 {percent(solve(Game((5, 5, 5), 3, 2, (1, 1, 1), 2, 2)).win_probability)} ▼" in table


def test_unequal_trees_and_a_loaded_die():
    panel = rules_panel()
    find(panel, "fruits").value = "4, 3,2"
    assert find(panel, "colour-faces").value == "1, 1, 1", "another number of trees has one face each"
    find(panel, "colour-faces").value = "1, 1, 3, 1"
    assert "colour” must have one entry a tree (3), got (1, 1, 3, 1)" in text(panel, "colour-faces-problem")
    find(panel, "colour-faces").value = "1, 1, 3"
    assert text(panel, "colour-faces-problem") == ""
    game = Game((4, 3, 2), 5, 1, (1, 1, 3))
    assert f"{solve(game).win_probability:.6f}" in text(panel, "odds")
    assert (find(panel, "trees").value, find(panel, "each").value) == (3, 4)
    find(panel, "edition").value = "orchard"
    assert (find(panel, "fruits").value, find(panel, "colour-faces").value) == ("10, 10, 10, 10", "1, 1, 1, 1")


def test_the_fold_out_opens_and_closes():
    panel = rules_panel()
    opened, inside = find(panel, "more"), next(w for w in every(panel) if w.layout and w.layout.display == "none")
    opened.value = True
    assert (inside.layout.display, opened.description[0]) == ("flex", "▾")
    opened.value = False
    assert (inside.layout.display, opened.description[0]) == ("none", "▸")


def test_rules_that_are_an_edition_are_named():
    panel = rules_panel("first-orchard")
    find(panel, "raven-steps").value = 6
    assert find(panel, "edition").value == "first-orchard-6"
    find(panel, "raven-steps").value = 7
    assert find(panel, "edition").value == "own rules"


BAD = {
    (
        "fruits",
        "4, x",
    ): "✗ “Fruit tree by tree” must be whole numbers with commas between them, like 4, 4, 3, 4, got '4, x'",
    ("fruits", "0, 0, 0, 0"): "✗ “Fruit tree by tree” must hold at least one fruit, got (0, 0, 0, 0)",
    ("fruits", "4, 4, 4, -1"): "✗ “Fruit tree by tree”[3] must be at least 0, got -1",
    ("colour-faces", "1, 1"): "✗ “Faces of each colour” must have one entry a tree (4), got (1, 1)",
    ("colour-faces", "99, 1, 1, 1"): "✗ “Faces of each colour” must leave the die at most 60 faces, got 104",
    ("fruits", "99, 99, 99, 99"): f"✗ This game has {5 * comb(103, 4):,} positions; the board takes on 4,000,000. "
    "Take fewer trees or fruits.",
}


@pytest.mark.parametrize("make", PANELS.values())
@pytest.mark.parametrize(("control", "value"), BAD)
def test_a_bad_combination_is_told_beside_its_control_and_breaks_nothing(make, control: str, value: str):
    panel = make()
    good, sentence = find(panel, control).value, BAD[control, value]
    find(panel, control).value = value
    assert text(panel, "each-problem" if "This game" in sentence else f"{control}-problem") == sentence
    shown = {"rules": "odds", "play": "status", "simulation": "estimate"}
    (place,) = (place for name, place in shown.items() if find(panel, name))
    assert text(panel, place) == sentence
    pressed = [w for w in every(panel) if isinstance(w, widgets.Button)]
    assert all(button.disabled for button in pressed)
    find(panel, control).value = good
    assert not any(text(panel, each) for each in ("each-problem", f"{control}-problem"))
    assert "✗" not in text(panel, place)


def test_a_change_made_in_another_thread_waits_for_its_turn():
    """JupyterLab hands the messages of widgets to a thread of their own, except the first ones."""
    controls, begun, go_on, seen = game_controls("first-orchard", "edition", more="more"), Event(), Event(), []

    def react(game: Game | None, wrong: str) -> None:
        seen.append(game)
        if len(seen) == 2:  # the first reaction is to the game at the start
            begun.set()
            assert go_on.wait(10)

    watch(controls, react)
    slider = Thread(target=controls.asking["raven_steps"].set_trait, args=("value", 6))
    text = Thread(target=controls.asking["fruits"].set_trait, args=("value", "4, 4, 4, 3"))
    slider.start()
    assert begun.wait(10)
    text.start()
    go_on.set()
    slider.join(10), text.join(10)
    assert seen == [EDITIONS["first-orchard"], EDITIONS["first-orchard-6"], Game((4, 4, 4, 3), 6)]


def test_a_huge_game_is_refused_with_its_size_at_the_slider_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("orchard.explorer.changing.known_lengths", lambda game, strategy: None)
    monkeypatch.setattr("orchard.explorer.changing.neighbours", lambda game, strategy, most: [])
    panel = rules_panel()
    find(panel, "strategy").value = "first"
    find(panel, "each").value = 20
    assert text(panel, "odds").startswith(percent(solve(Game.uniform(4, 20, 5, 1), "first").win_probability, 2))
    find(panel, "trees").value = 6
    assert "has 428,830,605 positions" in text(panel, "each-problem")
    find(panel, "strategy").value = "max"
    assert text(panel, "each-problem") == ""


def test_a_game_that_cannot_be_won():
    panel = rules_panel()
    find(panel, "basket-faces").value = 0
    find(panel, "colour-faces").value = "0, 0, 0, 0"
    assert "0.00 % of all games are won" in text(panel, "odds")
    assert "takes 5.0 rolls" in text(panel, "odds")


def test_a_game_as_large_as_is_quick_shows_twelve_raven_steps(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("orchard.explorer.changing.QUICK", count_positions("two-by-two", "max"))
    assert "; 12 steps" in text(rules_panel("two-by-two"), "charts")


def test_no_more_raven_steps_are_shown_than_a_game_may_have(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("orchard.explorer.changing.LARGEST", 5)
    charts = text(rules_panel("two-by-two"), "charts")
    assert "; 5 steps" in charts
    assert "; 6 steps" not in charts


def test_a_large_game_shows_its_odds_first_and_the_rest_in_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("orchard.explorer.changing.QUICK", 400)
    panel = rules_panel("two-by-two")

    async def changed() -> None:
        find(panel, "edition").value = "orchard"
        find(panel, "raven-steps").value = 8  # the one before is not to be shown any more
        assert text(panel, "odds").startswith(percent(solve(Game.uniform(4, 10, 8, 2)).win_probability, 2))
        assert "rolls" not in text(panel, "odds")
        assert text(panel, "neighbours") == "The rest is being worked out …"
        while "…" in text(panel, "neighbours"):
            await asyncio.sleep(0.01)

    async def changed_to_a_small_one() -> None:
        find(panel, "raven-steps").value = 7
        await asyncio.sleep(0)
        find(panel, "edition").value = "two-by-two"
        await asyncio.sleep(0.5)
        assert text(panel, "odds").startswith(percent(solve("two-by-two").win_probability, 2))

    asyncio.run(changed())
    mean = absorbing_chain(Game.uniform(4, 10, 8, 2)).expected_rolls()[0]
    assert f"{mean:.1f} rolls" in text(panel, "odds")
    assert "raven steps 8" in text(panel, "neighbours")
    asyncio.run(changed_to_a_small_one())


# --- the game ---


def enabled(panel: widgets.Widget) -> list[int]:
    return [tree for tree, button in enumerate(find(panel, "choices").children) if not button.disabled]


def play_to_the_end(panel: widgets.Widget) -> list[int]:
    """Press what can be pressed, the last of the choices; the trees chosen."""
    chosen = []
    while "we win" not in text(panel, "status") and "we lose" not in text(panel, "status"):
        if trees := enabled(panel):
            chosen.append(trees[-1])
            find(panel, f"choice-{trees[-1]}").click()
        else:
            find(panel, "roll").click()
    return chosen


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_game_by_clicks_and_what_it_says_at_the_end(edition: str):
    panel = play_panel(edition, seed=7)
    assert text(panel, "summary") == ""
    session = replay(EDITIONS[edition], 7, play_to_the_end(panel))
    assert session.is_over
    assert ("we win" in text(panel, "status")) == session.state.is_won
    assert find(panel, "roll").disabled
    assert enabled(panel) == []
    start, luck, cost, end = map(float, re.findall(r"[+-]?\d+(?:\.\d)?(?= %| points)", text(panel, "summary")))
    assert start == round(100 * solve(edition, "optimal").win_probability, 1)
    assert end == 100 * session.state.is_won
    assert abs(start + luck - cost - end) <= 0.16, "rounded three times"
    fruits = ", ".join(
        f"{name} {n}" for name, n in zip(("apple", "pear", "cherry", "plum"), session.state.fruits, strict=False)
    )
    assert f"Fruit on the trees: {fruits}. The raven is {session.state.raven_steps} steps away" in text(panel, "board")


def to_a_basket(panel: widgets.Widget) -> Session:
    while not enabled(panel):
        find(panel, "roll").click()
    return replay(EDITIONS["first-orchard"], find(panel, "seed").value, [])


def test_each_choice_has_its_odds_and_the_best_a_star():
    panel = play_panel(seed=1)
    fruits, raven_steps = to_a_basket(panel).state
    solution = solve("first-orchard", "optimal")
    best = {tree for (tree,) in solution.best_picks(fruits, raven_steps)}
    assert 0 < len(best) < 4
    for tree, button in enumerate(find(panel, "choices").children):
        left = tuple(fruit - (i == tree) for i, fruit in enumerate(fruits))
        name, star = ("apple", "pear", "cherry", "plum")[tree], " ★ best" if tree in best else ""
        odds_after = percent(solution.value(left, raven_steps))
        assert button.description[2:] == f"{name} ({fruits[tree]}): {odds_after}{star}"
    find(panel, "show-odds").value = False
    assert not any("%" in button.description or "★" in button.description for button in find(panel, "choices").children)
    assert find(panel, "roll").disabled
    assert "Choose a fruit" in text(panel, "status")


def test_a_basket_of_two_is_told_and_then_one_of_one():
    panel = play_panel("orchard", seed=1)
    while not enabled(panel):
        find(panel, "roll").click()
    assert "Choose 2 fruits, one after the other." in text(panel, "status")
    find(panel, f"choice-{enabled(panel)[0]}").click()
    assert "Choose a fruit." in text(panel, "status")
    start = percent(solve("orchard", "optimal").win_probability)
    assert f"{start} at the start, now " in text(panel, "chances")
    assert f"now {start}" not in text(panel, "chances")


def test_what_is_as_good_but_for_rounding_has_a_star_too():
    session = Session(EDITIONS["two-by-two"], 1)
    assert all(choice_text(tree, session, {0: 0.3, 1: 0.1 + 0.2}, odds=True).endswith("★ best") for tree in (0, 1))


def test_after_the_last_seed_comes_a_first_one():
    panel = play_panel(seed=10**9)
    find(panel, "new").click()
    assert (find(panel, "seed").value, text(panel, "status")) == (1, "A new game, seed 1. Roll the die.")


def test_undo_and_another_choice_get_the_same_rolls():
    panel = play_panel(seed=3)
    to_a_basket(panel)
    before = text(panel, "board")
    find(panel, "choice-0").click()
    find(panel, "roll").click()
    rolled = re.search(r"Roll \d+ shows (\S+ )?\w+", text(panel, "status")).group()
    find(panel, "undo").click()
    find(panel, "undo").click()
    assert text(panel, "board") == before
    assert enabled(panel)
    find(panel, "choice-1").click()
    find(panel, "roll").click()
    assert re.search(r"Roll \d+ shows (\S+ )?\w+", text(panel, "status")).group() == rolled
    while not find(panel, "undo").disabled:
        find(panel, "undo").click()
    assert "A new game, seed 3." in text(panel, "status")


def test_new_games_the_same_game_and_the_game_of_a_seed():
    panel, statuses = play_panel(seed=3), []
    for press in ("new", "again", None):
        if press:
            find(panel, press).click()
        else:
            find(panel, "seed").value = 3
        assert find(panel, "undo").disabled
        statuses.append((find(panel, "seed").value, text(panel, "status")))
        play_to_the_end(panel)
    assert statuses == [(n, f"A new game, seed {n}. Roll the die.") for n in (4, 4, 3)]


def test_a_seed_typed_while_the_rules_are_wrong_starts_no_game():
    panel = play_panel()
    find(panel, "fruits").value = "x"
    find(panel, "seed").value = 5
    find(panel, "show-odds").value = False
    assert find(panel, "roll").disabled
    assert "✗" in text(panel, "status")


def test_the_raven_and_an_empty_tree_are_told():
    panel = play_panel()
    find(panel, "fruits").value = "0, 0, 0, 4"
    seen = set()
    for _ in range(20):
        find(panel, "new").click()
        find(panel, "roll").click()
        seen.add(text(panel, "status").partition("shows ")[2])
    assert "raven : the raven comes one step nearer. Roll the die." in seen
    assert "● green : that tree is bare, a wasted roll. Roll the die." in seen
    assert "◆ blue : one fruit picked. Roll the die." in seen
    assert "basket : we may pick. Choose a fruit." in seen


# --- the computer's games ---


def test_the_computer_plays_what_simulate_plays():
    panel = simulation_panel("two-by-two", seed=5)
    find(panel, "strategy").value = "worst"
    find(panel, "games").value = 10**6
    find(panel, "start").click()
    worst = solve("two-by-two", "worst")
    sim, exact = simulate("two-by-two", worst.strategy, 10**6, seed=5), worst.win_probability
    low, high = sim.confidence_interval(method="wilson")
    assert text(panel, "estimate") == (
        f"1,000,000 of 1,000,000 games are played, {sim.wins:,} of them won: {percent(sim.win_rate, 3)} . "
        f"The 95 % interval, {percent(low, 3)} to {percent(high, 3)}, holds the exact value, {percent(exact, 3)}."
    )
    assert f"{mean_length(sim.rolls / sim.games):.2f} on average" in text(panel, "settling")
    assert (find(panel, "progress").value, find(panel, "progress").max) == (10**6, 10**6)
    assert (find(panel, "start").disabled, find(panel, "stop").disabled) == (False, True)


def test_the_last_picture_is_of_all_games_with_the_interval_in_words(monkeypatch: pytest.MonkeyPatch):
    tables = []
    monkeypatch.setattr("orchard.explorer.watching.pictures", lambda part, table, *rest: tables.append(table) or "")
    monkeypatch.setattr("orchard.explorer.watching.WAIT", 1e9)
    find(panel := simulation_panel("two-by-two", seed=5), "start").click()
    sim = simulate("two-by-two", find(panel, "strategy").value, 10**6, seed=5)
    assert tuple(tables[-1][-1]) == (10**6, sim.win_rate, *sim.confidence_interval(method="wilson"))


@pytest.mark.parametrize(("exact", "holds"), [(0.3, False), (0.5, True), (0.7, False)])
def test_an_interval_holds_what_is_between_its_ends(exact: float, holds: bool):
    half = Simulation(EDITIONS["two-by-two"], "max", 1, np.array([[500], [500]]), np.array([500]))
    assert ("does not hold the exact value" in estimate_text(half, exact, 1000)) != holds


def test_stop_stops_at_once_and_the_next_run_is_whole():
    panel = simulation_panel("two-by-two")
    find(panel, "games").value = 10**8

    async def stopped() -> None:
        find(panel, "start").click()
        while not text(panel, "settling"):
            await asyncio.sleep(0.01)
        assert (find(panel, "start").disabled, find(panel, "stop").disabled) == (True, False)
        find(panel, "stop").click()
        await asyncio.sleep(0.01)
        played = find(panel, "progress").value
        assert BATCH <= played < 10**8
        assert text(panel, "estimate").startswith(f"Stopped. {played:,} of 100,000,000 games")
        assert (find(panel, "start").disabled, find(panel, "stop").disabled) == (False, True)
        find(panel, "games").value = 1000
        find(panel, "start").click()
        while find(panel, "start").disabled or find(panel, "progress").max != 1000:
            await asyncio.sleep(0.01)
        assert text(panel, "estimate").startswith("1,000 of 1,000 games")

    asyncio.run(stopped())


def test_other_rules_end_the_run():
    panel = simulation_panel("two-by-two")
    find(panel, "games").value = 10**8

    async def changed() -> None:
        find(panel, "start").click()
        while not text(panel, "settling"):
            await asyncio.sleep(0.01)
        find(panel, "fruits").value = "0"
        await asyncio.sleep(0.01)
        assert "✗" in text(panel, "estimate")
        assert (text(panel, "settling"), find(panel, "progress").value) == ("", 0)
        assert find(panel, "start").disabled
        await asyncio.sleep(0.3)
        assert find(panel, "progress").value == 0

    asyncio.run(changed())


# --- the notebook ---


def test_the_notebook_is_committed_without_what_differs_every_run():
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert "widgets" not in json.loads(text)["metadata"]
    assert "vnd.jupyter.widget" not in text
