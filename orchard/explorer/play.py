"""The second panel: the board to play on."""

from dataclasses import dataclass
from functools import partial

import ipywidgets as widgets
import numpy as np

from orchard.algorithm import tree_name
from orchard.explorer.controls import game_controls, main_lines, watch
from orchard.explorer.show import html, named, panel, percent, picture, problem, side_by_side
from orchard.plots.board import plot_board, plot_chances
from orchard.rules import COLOURS, Game
from orchard.session import Session, choose, curve, luck_and_cost, options, roll, undo
from orchard.solver import Solution, solve

SYMBOLS = "●▲♥◆■★"  # of the trees, so that colour is not the only sign


@dataclass
class Table:
    """What lies on the table: the game in play, and the value of its every position. It changes as we play."""

    session: Session
    solution: Solution


def play_panel(edition: str = "first-orchard", seed: int = 1) -> widgets.VBox:
    """A board, a die and a basket; the odds of each choice, and in the end what was luck and what was ours."""
    controls = game_controls(edition)
    controls.asking["strategy"].value = "optimal"
    seed_box = widgets.BoundedIntText(
        seed, description="Seed of the die", min=0, max=10**9, style={"description_width": "11em"}
    )
    new = _button("↻ New game", "new")
    seed_box = named(seed_box, "seed")
    rolling, back = _button("⚂ Roll the die", "roll"), _button("↶ Undo", "undo")
    choices = widgets.Box(layout=widgets.Layout(flex_flow="row wrap"))
    odds_shown = named(widgets.Checkbox(True, description="Show the odds of each choice", indent=False), "show-odds")
    status, board, chances, summary = (html(name) for name in ("status", "board", "chances", "summary"))
    table = Table(None, None)

    def act(move, *_) -> None:
        table.session = move(table.session)
        show()

    def show(*_) -> None:
        session = table.session
        rolling.disabled, back.disabled = bool(session.picks) or session.is_over, not session.steps
        values = options(table.solution, session)
        for tree, button in enumerate(choices.children):
            button.disabled = tree not in values
            button.description = choice_text(tree, session, values, odds_shown.value)
        status.value, summary.value = status_text(session), summary_text(table.solution, session)
        board.value = board_picture(session)
        chances.value = chances_picture(table.solution, session)

    def start(game: Game | None, wrong: str = "") -> None:
        if game is None:
            rolling.disabled = back.disabled = True
            choices.children = ()
            status.value = problem(wrong)
            return
        table.session, table.solution = Session(game, seed_box.value), solve(game, "optimal")
        choices.children = [_button("", f"choice-{tree}") for tree in range(game.trees)]
        for tree, button in enumerate(choices.children):
            button.on_click(partial(act, lambda session, tree=tree: choose(session, tree)))
        show()

    def again(*_) -> None:
        start(table.session.game)

    def fresh(*_) -> None:
        seed_box.value += 1

    watch(controls, start)
    rolling.on_click(partial(act, roll))
    back.on_click(partial(act, undo))
    seed_box.observe(again, "value")
    new.on_click(fresh)
    odds_shown.observe(show, "value")
    named(choices, "choices")
    other = main_lines(controls, "trees", "each", "raven_steps", "basket_picks")
    controls.more.children = [widgets.VBox([other, *controls.more.children])]
    return panel(
        "play",
        main_lines(controls, "edition"),
        side_by_side(seed_box, new),
        controls.more,
        status,
        side_by_side(rolling, choices, back, odds_shown),
        board,
        chances,
        summary,
    )


def _button(text: str, name: str) -> widgets.Button:
    return named(widgets.Button(description=text, layout=widgets.Layout(width="auto")), name)


def face_text(face: int | str) -> str:
    """What the die shows, in words and with a symbol."""
    if isinstance(face, str):
        return {"basket": "⊍ the basket", "raven": "➤ the raven"}[face]
    colour = COLOURS[face] if face < len(COLOURS) else f"colour {face + 1}"
    return f"{SYMBOLS[face % len(SYMBOLS)]} {colour}"


def choice_text(tree: int, session: Session, values: dict[int, float], odds: bool) -> str:
    """The text of a choice: the tree, its fruit, and if asked for the odds and whether it is the best."""
    text = f"{SYMBOLS[tree % len(SYMBOLS)]} {tree_name(tree)} ({session.state.fruits[tree]})"
    if tree not in values or not odds:
        return text
    best = values[tree] >= max(values.values()) - 1e-12
    return f"{text}: {percent(values[tree])}" + " ★ best" * best


def status_text(session: Session) -> str:
    """What just happened and what is to be done, as HTML."""
    if session.state.is_won:
        return "<b>✓ All fruit is picked: you win!</b>"
    if session.state.is_lost:
        return "<b>✗ The raven is in the orchard: you lose.</b>"
    return f"{last_text(session)} {to_do(session)}"


def last_text(session: Session) -> str:
    """What the last roll or pick was."""
    if not session.steps:
        return f"A new game, seed {session.seed}."
    face, tree = session.steps[-1][:2]
    if face is None:
        return f"Picked from the {tree_name(tree)} tree."
    what = (
        "one fruit picked."
        if tree is not None
        else {"raven": "it comes one step nearer.", "basket": ""}.get(face, "that tree is empty, nothing happens.")
    )
    return f"Roll {session.rolls} shows <b>{face_text(face)}</b>: {what}"


def to_do(session: Session) -> str:
    """What is to be done next."""
    return f"<b>Choose {session.picks} from the trees.</b>" if session.picks else "<b>Roll the die.</b>"


def board_picture(session: Session) -> str:
    """The board, as HTML."""
    names = [tree_name(tree) for tree in range(session.game.trees)]
    fruit = ", ".join(f"{name} {left}" for name, left in zip(names, session.state.fruits, strict=True))
    text = f"The board: {fruit}; the raven is {session.state.raven_steps} steps away"
    return picture(lambda ax: plot_board(ax, session.game.start, session.state, names), (10, 4.6), text)


def chances_picture(solution: Solution, session: Session) -> str:
    """The win probability of the game so far, as HTML."""
    values = np.array(curve(solution, session))
    text = f"The chance to win so far: from {percent(values[0])} to {percent(values[-1])}"
    rolls = np.arange(len(values))
    return f"<p>{text}.</p>" + picture(lambda ax: plot_chances(ax, values, rolls), (10, 2.4), text)


def summary_text(solution: Solution, session: Session) -> str:
    """How lucky we were, and what our picks cost, as HTML; empty before the end."""
    if not session.is_over:
        return ""
    luck, cost = luck_and_cost(solution, session)
    start = solution.win_probability
    return (
        f"<p>At the start {percent(start)} of games are won, if every pick is a best one. The die gave us "
        f"<b>{100 * luck:+.1f} points</b> of luck, and our picks cost <b>{100 * cost:.1f} points</b>: "
        f"{100 * start:.1f} {100 * luck:+.1f} − {100 * cost:.1f} = {100 * (start + luck - cost):.0f}.</p>"
    )
