"""The second panel: the board to play on."""

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace

import ipywidgets as widgets
import numpy as np

from orchard.explorer.controls import WIDE, checked, game_controls, watch
from orchard.explorer.show import button, html, named, panel, percent, picture, problem, side_by_side
from orchard.plots.board import plot_board, plot_chances
from orchard.rules import Game, face_name, tree_name
from orchard.solver import Solution, solve
from orchard.studies.session import Session, choose, curve, luck_and_cost, options, roll, undo

SYMBOLS = "●▲♥◆■★"  # of the trees, so that colour is not the only sign


def play_panel(edition: str = "first-orchard-6", seed: int = 1) -> widgets.VBox:
    """A board, a die and a basket; the odds of each choice, and in the end what was luck and what was ours."""
    controls = game_controls(edition, "edition", more="Other rules")
    controls.asking["strategy"].value = "optimal"
    seeds = widgets.BoundedIntText(seed, min=0, max=10**9, description="Seed of the die", style=WIDE)
    new, again = button("↻ New game", "new"), button("⟲ This game again", "again")
    rolling, back = button("⚂ Roll the die", "roll"), button("↶ Undo", "undo")
    told = named(widgets.Checkbox(True, description="Show the odds of each choice", indent=False), "show-odds")
    choices = named(widgets.Box(layout=widgets.Layout(flex_flow="row wrap")), "choices")
    places = status, summary, board, chances = [html(name) for name in ("status", "summary", "board", "chances")]
    table = SimpleNamespace(session=None, solution=None)  # the game in play, and the value of its every position

    def act(move: Callable[[Session], Session], _) -> None:
        table.session = move(table.session)
        show()
        if not table.session.picks:
            rolling.focus()

    def show(_=None) -> None:
        if not (session := table.session):
            return
        solution = table.solution
        values = options(solution, session)
        for tree, one in enumerate(choices.children):
            one.disabled, one.description = tree not in values, choice_text(tree, session, values, told.value)
        rolling.disabled, back.disabled = bool(session.picks) or session.is_over, not session.steps
        texts = status_text, partial(summary_text, solution), board_picture, partial(chances_picture, solution)
        for place, text in zip(places, texts, strict=True):
            place.value = text(session)

    def start(game: Game | None, wrong: str = "") -> None:
        rolling.disabled = back.disabled = new.disabled = again.disabled = game is None
        choices.children = [button("", f"choice-{tree}") for tree in range(game.trees if game else 0)]
        for tree, one in enumerate(choices.children):
            one.on_click(partial(act, partial(choose, tree=tree)))
        table.session, status.value = game and Session(game, seeds.value), problem(wrong)
        table.solution = game and solve(game, "optimal")
        show()

    watch(controls, start)
    rolling.on_click(partial(act, roll))
    back.on_click(partial(act, undo))
    for event in (partial(seeds.observe, names="value"), again.on_click):
        event(lambda _: start(*checked(controls)))
    new.on_click(lambda _: seeds.set_trait("value", (seeds.value + 1) % 10**9))
    told.observe(show, "value")
    rows = side_by_side(named(seeds, "seed"), new, again), side_by_side(rolling, back, told)
    return panel("play", controls.main, rows[0], controls.more, status, rows[1], choices, summary, board, chances)


def symbol(tree: int | str | None) -> str:
    """A sign for a tree or a face of the die beside its colour."""
    return f"{SYMBOLS[tree % 6]} " if isinstance(tree, int) else ""


def choice_text(tree: int, session: Session, values: dict[int, float], odds: bool) -> str:
    """The text of a choice: the tree and its fruit, and if asked for the odds, and whether it is the best."""
    text = f"{symbol(tree)}{tree_name(tree)} ({session.state.fruits[tree]})"
    if tree not in values or not odds:
        return text
    return f"{text}: {percent(values[tree])}" + " ★ best" * (values[tree] >= max(values.values()) - 1e-12)


def status_text(session: Session) -> str:
    """What just happened and what is to be done, as HTML."""
    fruits = f"{session.picks} fruits, one after the other" if session.picks > 1 else "a fruit"
    to_do = f"Choose {fruits}." if session.picks else "Roll the die."
    end = "✓ All fruit is picked: we win!" if session.state.is_won else "✗ The raven is in the orchard: we lose."
    return f'<span role="status">{last_text(session)} <b>{end if session.is_over else to_do}</b></span>'


def last_text(session: Session) -> str:
    """What the last roll or pick was."""
    if not session.steps:
        return f"A new game, seed {session.seed}."
    face, tree, *_ = session.steps[-1]
    if face is None:
        return f"Picked from the {tree_name(tree)} tree."
    effects = {
        "raven": "the raven comes one step nearer.",
        "basket": "we may pick." if session.picks else "nobody picks.",
    }
    colour = "one fruit picked." if tree is not None else "that tree is bare, a wasted roll."
    return f"Roll {session.rolls} shows <b>{symbol(face)}{face_name(face)}</b>: {effects.get(face, colour)}"


def board_picture(session: Session) -> str:
    """The board, as HTML."""
    (fruits, raven_steps), names = session.state, [tree_name(tree) for tree in range(session.game.trees)]
    left = ", ".join(f"{name} {fruit}" for name, fruit in zip(names, fruits, strict=True))
    face = next((step.face for step in reversed(session.steps) if step.face is not None), None)
    words = f"The board. Fruit on the trees: {left}. The raven is {raven_steps} steps away"
    return picture(lambda ax: plot_board(ax, session.game.start, session.state, names, face), (10, 4), words)


def chances_picture(solution: Solution, session: Session) -> str:
    """The probability of winning in the game so far, as HTML."""
    values = np.array(curve(solution, session))
    words = f"Our odds, if every pick to come is a best one: {percent(values[0])} at the start"
    words += f", now {percent(values[-1])}" if session.steps else ""
    return f"{words}. " + picture(lambda ax: plot_chances(ax, values), (10, 2.4), words)


def summary_text(solution: Solution, session: Session) -> str:
    """How lucky we were, and what our picks cost, as HTML; empty before the end."""
    if not session.is_over:
        return ""
    luck, cost = (100 * number for number in luck_and_cost(solution, session))
    start = 100 * solution.win_probability
    return (
        f"At the start our odds were {start:.1f} %. The die's luck was worth <b>{luck:+.1f} points</b>, "
        f"and our picks cost <b>{abs(cost):.1f} points</b>, so it became {abs(start + luck - cost):.0f} %."
    )
