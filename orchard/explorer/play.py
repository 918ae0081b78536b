"""The second panel: the board to play on."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import ipywidgets as widgets
import numpy as np

from orchard.algorithm import tree_name
from orchard.explorer.controls import WIDE, game_controls, watch
from orchard.explorer.show import button, html, named, panel, percent, picture, problem, side_by_side
from orchard.plots.board import plot_board, plot_chances
from orchard.rules import COLOURS, Game
from orchard.session import Session, choose, curve, luck_and_cost, options, roll, undo
from orchard.solver import Solution, solve

SYMBOLS = "●▲♥◆■★"  # of the trees, so that colour is not the only sign


@dataclass
class Table:
    """What lies on the table: the game in play, which changes as we play, and the value of its every position."""

    session: Session | None = None
    solution: Solution | None = None


def play_panel(edition: str = "first-orchard", seed: int = 1) -> widgets.VBox:
    """A board, a die and a basket; the odds of each choice, and in the end what was luck and what was ours."""
    controls = game_controls(edition, "edition", more="Other rules")
    controls.asking["strategy"].value = "optimal"
    seeds = widgets.BoundedIntText(seed, min=0, max=10**9, description="Seed of the die", style=WIDE)
    new, rolling, back = button("↻ New game", "new"), button("⚂ Roll the die", "roll"), button("↶ Undo", "undo")
    told = named(widgets.Checkbox(True, description="Show the odds of each choice", indent=False), "show-odds")
    choices = named(widgets.Box(layout=widgets.Layout(flex_flow="row wrap")), "choices")
    places = status, summary, board, chances = [html(name) for name in ("status", "summary", "board", "chances")]
    table = Table()

    def act(move: Callable[[Session], Session], _) -> None:
        table.session = move(table.session)
        show()
        if not table.session.picks:
            rolling.focus()

    def show(_=None) -> None:
        session, solution = table.session, table.solution
        values = options(solution, session)
        for tree, one in enumerate(choices.children):
            one.disabled, one.description = tree not in values, choice_text(tree, session, values, told.value)
        rolling.disabled, back.disabled = bool(session.picks) or session.is_over, not session.steps
        texts = status_text, partial(summary_text, solution), board_picture, partial(chances_picture, solution)
        for place, text in zip(places, texts, strict=True):
            place.value = text(session)

    def start(game: Game | None, wrong: str = "") -> None:
        for one in (rolling, back, new):
            one.disabled = game is None
        if game is None:
            choices.children, status.value = (), problem(wrong)
            return
        table.session, table.solution = Session(game, seeds.value), solve(game, "optimal")
        choices.children = [button("", f"choice-{tree}") for tree in range(game.trees)]
        for tree, one in enumerate(choices.children):
            one.on_click(partial(act, partial(choose, tree=tree)))
        show()

    watch(controls, start)
    rolling.on_click(partial(act, roll))
    back.on_click(partial(act, undo))
    seeds.observe(lambda change: start(table.session.game), "value")
    new.on_click(lambda _: seeds.set_trait("value", seeds.value + 1))
    told.observe(show, "value")
    rows = side_by_side(named(seeds, "seed"), new), side_by_side(rolling, choices, back, told)
    return panel("play", controls.main, rows[0], controls.more, status, rows[1], summary, board, chances)


def face_text(face: int | str) -> str:
    """What the die shows, in words and with a symbol."""
    if isinstance(face, str):
        return f"the {face}"
    return f"{SYMBOLS[face % 6]} {COLOURS[face] if face < len(COLOURS) else f'colour {face + 1}'}"


def choice_text(tree: int, session: Session, values: dict[int, float], odds: bool) -> str:
    """The text of a choice: the tree and its fruit, and if asked for the odds, and whether it is the best."""
    text = f"{SYMBOLS[tree % 6]} {tree_name(tree)} ({session.state.fruits[tree]})"
    if tree not in values or not odds:
        return text
    best = values[tree] >= max(values.values()) - 1e-12
    return f"{text}: {percent(values[tree])}{' ★ best' if best else ''}"


def status_text(session: Session) -> str:
    """What just happened and what is to be done, as HTML."""
    if session.state.is_won:
        to_do = "✓ All fruit is picked: we win!"
    elif session.state.is_lost:
        to_do = "✗ The raven is in the orchard: we lose."
    else:
        fruits = f"{session.picks} fruits, one after the other" if session.picks > 1 else "a fruit"
        to_do = f"Choose {fruits}." if session.picks else "Roll the die."
    return f'<span role="status">{last_text(session)} <b>{to_do}</b></span>'


def last_text(session: Session) -> str:
    """What the last roll or pick was."""
    if not session.steps:
        return f"A new game, number {session.seed}."
    face, tree, *_ = session.steps[-1]
    if face is None:
        return f"Picked from the {tree_name(tree)} tree."
    effects = {"raven": "it comes one step nearer.", "basket": "we may pick." if session.picks else "nobody picks."}
    colour = "one fruit picked." if tree is not None else "that tree is empty, nothing happens."
    return f"Roll {session.rolls} shows <b>{face_text(face)}</b>: {effects.get(face, colour)}"


def board_picture(session: Session) -> str:
    """The board, as HTML."""
    (fruits, raven_steps), names = session.state, [tree_name(tree) for tree in range(session.game.trees)]
    left = ", ".join(f"{name} {fruit}" for name, fruit in zip(names, fruits, strict=True))
    face = next((step.face for step in reversed(session.steps) if step.face is not None), None)
    words = f"The board. Fruit on the trees: {left}. The raven is {raven_steps} steps away"
    return picture(lambda ax: plot_board(ax, session.game.start, session.state, names, face), (10, 4), words)


def chances_picture(solution: Solution, session: Session) -> str:
    """The win probability of the game so far, as HTML."""
    values = np.array(curve(solution, session))
    words = f"Our chance to win, if every pick to come is a best one: {percent(values[0])} at the start"
    words += f", now {percent(values[-1])}" if session.steps else ""
    return f"{words}. " + picture(lambda ax: plot_chances(ax, values), (10, 2.4), words)


def summary_text(solution: Solution, session: Session) -> str:
    """How lucky we were, and what our picks cost, as HTML; empty before the end."""
    if not session.is_over:
        return ""
    luck, cost = (100 * number for number in luck_and_cost(solution, session))
    start = 100 * solution.win_probability
    return (
        f"At the start our chance was {start:.1f} %. The die's luck was worth <b>{luck:+.1f} points</b>, "
        f"and our picks cost <b>{abs(cost):.1f} points</b>, so it became {abs(start + luck - cost):.0f} %."
    )
