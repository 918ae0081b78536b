"""The third panel: let the computer play, and watch the share of games won settle."""

import asyncio
from dataclasses import dataclass
from time import monotonic

import ipywidgets as widgets
import numpy as np

from orchard.explorer.controls import game_controls, main_lines, watch
from orchard.explorer.odds import lengths
from orchard.explorer.play import _button
from orchard.explorer.show import beside, html, named, panel, percent, picture, problem, side_by_side
from orchard.players import settled, solve
from orchard.plots.length import plot_lengths
from orchard.plots.odds import plot_estimates
from orchard.rules import Game
from orchard.simulator import Simulation, simulate_in_parts

MANY = 10**8
WAIT = 0.4  # seconds between two pictures


@dataclass
class Run:
    """The simulation under way: its task, and whether it goes on."""

    game: Game | None = None
    task: asyncio.Task | None = None
    going: bool = False


def simulation_panel(edition: str = "first-orchard", seed: int = 1) -> widgets.VBox:
    """A number of games to choose; estimate, interval and histogram as they are played."""
    controls, run = game_controls(edition), Run()
    games = widgets.Dropdown(
        options=[(f"{10**k:,}", 10**k) for k in range(3, 9)],
        value=10**6,
        description="Games to play",
        style={"description_width": "11em"},
    )
    named(games, "games")
    seed_box = widgets.BoundedIntText(seed, description="Seed", min=0, max=10**9, style={"description_width": "11em"})
    named(seed_box, "seed")
    start, stop = _button("▶ Play", "start"), _button("■ Stop", "stop")
    stop.disabled = True
    progress = named(
        widgets.IntProgress(max=1, description="Played", layout=widgets.Layout(width="min(100%, 420px)")), "progress"
    )
    estimate, settling = html("estimate"), html("settling")

    def chosen(game: Game | None, wrong: str = "") -> None:
        run.game, run.going = game, False
        start.disabled = game is None
        estimate.value, settling.value = problem(wrong), ""

    async def play() -> None:
        loop, game, strategy = asyncio.get_running_loop(), run.game, controls["strategy"]
        exact, ends = solve(game, strategy).win_probability, lengths(game, strategy)
        parts = simulate_in_parts(game, settled(game, strategy), games.value, seed_box.value)
        table, shown = [], 0.0
        run.going, start.disabled, stop.disabled, progress.max = True, True, False, games.value
        try:
            while run.going and (part := await loop.run_in_executor(None, next, parts, None)):
                table.append((part.games, part.win_rate, *part.confidence_interval(method="wilson")))
                progress.value = part.games
                if monotonic() - shown > WAIT or part.games == progress.max:
                    shown = monotonic()
                    estimate.value, settling.value = (
                        estimate_text(part, exact, progress.max),
                        pictures(part, np.array(table), exact, ends),
                    )
        finally:
            run.going, start.disabled, stop.disabled = False, False, True

    def begin(*_) -> None:
        run.task = asyncio.get_running_loop().create_task(play())

    def end(*_) -> None:
        run.going = False

    watch(controls, chosen)
    start.on_click(begin)
    stop.on_click(end)
    other = main_lines(controls, "trees", "each", "raven_steps", "basket_picks")
    controls.more.children = [widgets.VBox([other, *controls.more.children])]
    box = panel(
        "simulation",
        main_lines(controls, "edition", "strategy"),
        controls.more,
        side_by_side(games, seed_box),
        side_by_side(start, stop, progress),
        estimate,
        settling,
    )
    box.run = run
    return box


def estimate_text(part: Simulation, exact: float, games: int) -> str:
    """The estimate so far beside the exact value, as HTML."""
    low, high = part.confidence_interval(method="wilson")
    inside = "holds" if low <= exact <= high else "does not hold"
    return (
        f"<p><b>{part.games:,}</b> of {games:,} games played, <b>{part.wins:,}</b> won: {percent(part.win_rate, 3)}. "
        f"The 95 % interval {percent(low, 3)} – {percent(high, 3)} {inside} the exact value {percent(exact, 3)}.</p>"
    )


def pictures(part: Simulation, table: np.ndarray, exact: float, ends: np.ndarray) -> str:
    """How the estimate settles, and the histogram of lengths, as HTML."""
    left = picture(lambda ax: plot_estimates(ax, table, exact), (5, 3.2), f"Estimate after {part.games:,} games")
    shares = part.rolls / part.games
    right = picture(lambda ax: plot_lengths(ax, ends, shares, ""), (5, 3.2), "How many rolls the games took")
    return beside(left, right)
