"""The third panel: let the computer play, and watch the share of games won settle."""

import asyncio
from collections.abc import AsyncIterator
from time import monotonic

import ipywidgets as widgets
import numpy as np

from orchard.explorer.controls import WIDE, asked_game, checked, game_controls, watch
from orchard.explorer.show import beside, button, html, named, panel, percent, picture, problem, side_by_side
from orchard.explorer.tasks import Job, known_lengths
from orchard.lengths import mean_length
from orchard.plots.odds import plot_estimates, plot_length_shares
from orchard.rules import Game
from orchard.simulator import Simulation, simulate_in_parts
from orchard.solver import solve

WAIT = 0.5  # seconds between two pictures, which take a fifth of a second themselves


def simulation_panel(edition: str = "first-orchard-6", seed: int = 1) -> widgets.VBox:
    """A number of games to choose; estimate, interval and histogram as they are played, in an asyncio loop."""
    controls = game_controls(edition, "edition", "strategy", more="Other rules")
    powers = [(f"{10**k:,}", 10**k) for k in range(3, 9)]
    games = named(widgets.Dropdown(options=powers, value=10**6, description="Games to play", style=WIDE), "games")
    seeds = named(widgets.BoundedIntText(seed, min=0, max=10**9, description="Seed", style=WIDE), "seed")
    start, stop = button("▶ Play", "start"), button("■ Stop", "stop")
    progress = named(widgets.IntProgress(description="Played", style=WIDE), "progress")
    progress.layout.width = "min(100%, 420px)"
    estimate, settling = html("estimate"), html("settling")
    job = Job()

    def waiting(game: Game | None, wrong: str) -> None:
        job.stop()
        start.disabled, stop.disabled, progress.value = game is None, True, 0
        estimate.value, settling.value = problem(wrong), ""

    async def play(game: Game) -> None:
        start.disabled, stop.disabled, progress.max = True, False, games.value
        try:
            async for part, words, drawn in simulated(game, controls["strategy"], games.value, seeds.value):
                progress.value, estimate.value, settling.value = part.games, words, drawn or settling.value
        except asyncio.CancelledError:
            estimate.value = estimate.value and f"<b>Stopped.</b> {estimate.value}"
        finally:
            start.disabled, stop.disabled = checked(controls)[0] is None, True

    watch(controls, waiting)
    start.on_click(lambda _: job.begin(play(asked_game(controls))))
    stop.on_click(job.stop)
    rows = side_by_side(games, seeds), side_by_side(start, stop, progress)
    return panel("simulation", controls.main, controls.more, *rows, estimate, settling)


async def simulated(game: Game, strategy: str, games: int, seed: int) -> AsyncIterator[tuple[Simulation, str, str]]:
    """The parts played in another thread, which leaves the widgets alive; in words, and now and then in pictures."""
    table, shown = [], -WAIT
    solution = await asyncio.to_thread(solve, game, strategy)
    exact = solution.win_probability
    ends = await asyncio.to_thread(known_lengths, game, strategy)
    parts = simulate_in_parts(game, solution.strategy, games, seed)
    while part := await asyncio.to_thread(next, parts, None):
        table.append((part.games, part.win_rate, *part.confidence_interval(method="wilson")))
        due = part.games == games or monotonic() - shown > WAIT
        drawn = pictures(part, np.array(table), exact, ends, games) if due else ""
        yield part, estimate_text(part, exact, games), drawn
        shown = monotonic() if due else shown


def estimate_text(part: Simulation, exact: float, games: int) -> str:
    """The estimate so far beside the exact value, as HTML."""
    low, high = part.confidence_interval(method="wilson")
    holds = "holds" if low <= exact <= high else "does not hold"
    return (
        f"<b>{part.games:,}</b> of {games:,} games are played, <b>{part.wins:,}</b> of them won: "
        f"<b>{percent(part.win_rate, 3)}</b>. The 95 % interval, {percent(low, 3)} to {percent(high, 3)}, "
        f"{holds} the exact value, {percent(exact, 3)}."
    )


def pictures(part: Simulation, table: np.ndarray, exact: float, ends: np.ndarray | None, games: int) -> str:
    """How the estimate settles, and the histogram of lengths with the exact one as a line, as HTML."""
    words = f"The share of games won after {part.games:,} games, {percent(part.win_rate, 3)}, and how it got there"
    left = picture(lambda ax: plot_estimates(ax, table, exact, games), (5, 3), words)
    shares = part.rolls / part.games
    exactly, mean = shares if ends is None else ends, mean_length(shares)
    words = f"How many rolls the games took: {mean:.2f} on average"
    return beside(left, picture(lambda ax: plot_length_shares(ax, shares, exactly, mean), (5, 3), words))
