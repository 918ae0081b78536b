"""The first panel: change the rules, and see at once what that does."""

import asyncio
from html import escape

import ipywidgets as widgets
import numpy as np

from orchard.explorer.controls import MAIN_RULES, MOST_POSITIONS, QUICK, game_controls, watch
from orchard.explorer.show import beside, html, panel, percent, picture, points, problem, side_by_side
from orchard.explorer.tasks import Job, known_lengths
from orchard.lengths import mean_length
from orchard.plots.odds import plot_length_shares, plot_raven_odds
from orchard.rules import LARGEST, Game
from orchard.studies.landscape import Neighbour, count_positions, neighbours, odds_by_raven_steps


def rules_panel(edition: str = "first-orchard-6") -> widgets.VBox:
    """Controls for the rules; the odds, the length of a game, and what one more or less of each rule would do."""
    controls = game_controls(edition, "edition", "strategy", *MAIN_RULES, more="More: unequal trees, another die")
    odds, table, charts, job = html("odds"), html("neighbours"), html("charts"), Job()

    def show(game: Game | None, wrong: str) -> None:
        job.stop()
        if game is None:
            odds.value, table.value, charts.value = problem(wrong), "", ""
            return
        strategy = controls["strategy"]
        quick = count_positions(game, strategy) <= QUICK
        more_steps = max(12, game.raven_steps + 3) if quick else game.raven_steps + 1
        by_steps = odds_by_raven_steps(game, strategy, min(more_steps, LARGEST))
        odds.value = odds_text(game, by_steps, None)
        if quick:
            show_rest(game, by_steps, known_lengths(game, strategy), neighbours(game, strategy, MOST_POSITIONS))
        else:
            table.value, charts.value = "The rest is being worked out …", ""
            job.begin(show_later(game, by_steps, strategy))

    def show_rest(game: Game, by_steps: np.ndarray, ends: np.ndarray | None, rows: list[Neighbour]) -> None:
        odds.value = odds_text(game, by_steps, ends)
        table.value = neighbours_table(rows, by_steps[game.raven_steps - 1])
        charts.value = charts_of(game, by_steps, ends)

    async def show_later(game: Game, by_steps: np.ndarray, strategy: str) -> None:
        ends = await asyncio.to_thread(known_lengths, game, strategy)
        rows = await asyncio.to_thread(neighbours, game, strategy, MOST_POSITIONS)
        show_rest(game, by_steps, ends, rows)

    watch(controls, show)
    left, right = widgets.VBox([controls.main, controls.more]), widgets.VBox([odds, table])
    left.layout.flex, right.layout.flex = "1 1 420px", "1 1 480px"
    return panel("rules", side_by_side(left, right, align="flex-start"), charts)


def odds_text(game: Game, by_steps: np.ndarray, ends: np.ndarray | None) -> str:
    """The odds, and the mean length if it is known, in words, as HTML."""
    p = by_steps[game.raven_steps - 1]
    words = f'<span class="orchard-big">{percent(p, 2)}</span> of all games are won (probability {p:.6f}). '
    return words + ("" if ends is None else f"A game takes <b>{mean_length(ends):.1f} rolls</b> on average.")


def charts_of(game: Game, by_steps: np.ndarray, ends: np.ndarray | None) -> str:
    """Both charts, as HTML; of the length a sentence if it is not known."""
    steps = "; ".join(f"{r} steps {percent(p)}" for r, p in enumerate(by_steps, 1))
    words = f"Odds by raven steps: {steps}"
    left = picture(lambda ax: plot_raven_odds(ax, by_steps, game.raven_steps), (5, 3), words)
    if ends is None:
        return beside(left, "How long so large a game lasts is not worked out for picks that look at the raven.")
    mean, often = mean_length(ends), ends.sum(axis=0).argmax()
    words = f"How many rolls a game takes: {mean:.1f} on average, most often {often}"
    return beside(left, picture(lambda ax: plot_length_shares(ax, ends, ends, mean), (5, 3), words))


def neighbours_table(rows: list[Neighbour], now: float) -> str:
    """What one fewer and one more of each rule would do, as an HTML table."""
    lines = "".join(_line(row, now) for row in rows)
    heads = "".join(f"<th scope=col>{head}</th>" for head in ("rule", "now", "with one fewer", "with one more"))
    caption = "The odds with one rule changed (▲ ▼: points)"
    return f"<table><caption>{caption}</caption><tr>{heads}</tr>{lines}</table>"


def _line(row: Neighbour, now: float) -> str:
    rule = f"<th scope=row>{escape(row.rule)}</th><td>{escape(row.now)}</td>"
    return f"<tr>{rule}<td>{_changed(row.less, now)}</td><td>{_changed(row.more, now)}</td></tr>"


def _changed(p: float | None, now: float) -> str:
    return "–" if p is None else f"{percent(p)} &nbsp; {points(p - now)}"
