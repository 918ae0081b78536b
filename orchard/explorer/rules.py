"""The first panel: change the rules, and see at once what that does."""

from html import escape

import ipywidgets as widgets
import numpy as np

from orchard.explorer.controls import game_controls, main_lines, watch
from orchard.explorer.odds import lengths, neighbours, odds_by_raven_steps
from orchard.explorer.show import html, panel, percent, picture, points, problem, side_by_side
from orchard.plots.odds import plot_exact_lengths, plot_raven_odds
from orchard.rules import Game


def rules_panel(edition: str = "first-orchard") -> widgets.VBox:
    """Controls for the rules; the odds, the length of a game, and what one more or less of each rule would do."""
    controls = game_controls(edition)
    odds, charts, table = html("odds"), html("charts"), html("neighbours")

    def show(game: Game | None, wrong: str) -> None:
        if game is None:
            odds.value, charts.value, table.value = problem(wrong), "", ""
            return
        strategy = controls["strategy"]
        by_steps, ends = odds_by_raven_steps(game, strategy), lengths(game, strategy)
        odds.value = odds_text(game, by_steps, ends)
        charts.value = charts_of(game, by_steps, ends)
        table.value = neighbours_table(neighbours(game, strategy), by_steps[game.raven_steps - 1])

    watch(controls, show)
    main = main_lines(controls, "edition", "strategy", "trees", "each", "raven_steps", "basket_picks")
    return panel("rules", side_by_side(main, controls.more), odds, charts, table)


def odds_text(game: Game, by_steps: np.ndarray, ends: np.ndarray) -> str:
    """The odds and the mean length in words, as HTML."""
    p, mean = by_steps[game.raven_steps - 1], mean_length(ends)
    return (
        f'<span class="orchard-big">{percent(p, 2)}</span> of all games are won'
        f" (probability {p:.6f}). A game takes <b>{mean:.1f} rolls</b> on average."
    )


def mean_length(ends: np.ndarray) -> float:
    """The mean number of rolls of a game."""
    return float(ends.sum(axis=0) @ np.arange(ends.shape[1]))


def charts_of(game: Game, by_steps: np.ndarray, ends: np.ndarray) -> str:
    """Both charts, as HTML."""
    mean, now = mean_length(ends), game.raven_steps
    steps = "; ".join(f"{r} steps {percent(p)}" for r, p in enumerate(by_steps, 1))
    left = picture(lambda ax: plot_raven_odds(ax, by_steps, now), (5, 3.2), f"Chance to win by raven steps: {steps}")
    words = f"How many rolls games take: {mean:.1f} on average, most often {ends.sum(axis=0).argmax()}"
    right = picture(lambda ax: plot_exact_lengths(ax, ends, mean), (5, 3.2), words)
    box = '<div style="flex: 1 1 330px; max-width: 520px">'
    return f'<div style="display: flex; flex-wrap: wrap; gap: 12px">{box}{left}</div>{box}{right}</div></div>'


def neighbours_table(rows: list[tuple[str, str, float | None, float | None]], now: float) -> str:
    """What one less and one more of each rule would do, as an HTML table."""
    lines = "".join(
        f"<tr><th scope=row>{escape(rule)}: {value}</th><td>{_changed(less, now)}</td><td>{_changed(more, now)}</td></tr>"
        for rule, value, less, more in rows
    )
    head = "<tr><th scope=col>rule now</th><th scope=col>one less</th><th scope=col>one more</th></tr>"
    return f"<table><caption>Chance to win, and change in percentage points</caption>{head}{lines}</table>"


def _changed(p: float | None, now: float) -> str:
    return "–" if p is None else f"{percent(p)} ({points(p - now)})"
