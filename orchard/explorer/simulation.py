"""The third panel: let the computer play, and watch the share of games won settle."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

import ipywidgets as widgets
import numpy as np

from orchard.explorer.controls import WIDE, game_controls, watch
from orchard.explorer.odds import lengths, mean_length
from orchard.explorer.show import beside, button, html, named, panel, percent, picture, problem, side_by_side
from orchard.players import settled, solve
from orchard.plots.odds import plot_estimates, plot_length_shares
from orchard.rules import Game
from orchard.simulator import Simulation, simulate_in_parts

WAIT = 0.5  # seconds between two pictures, which take a fifth of a second themselves


@dataclass
class Run:
    """What is to be played, and the task that plays."""

    game: Game | None = None
    task: asyncio.Task | None = None

    def stop(self, *_) -> None:
        """Stop at once; what is being computed just now is thrown away."""
        if self.task:
            self.task.cancel()


def simulation_panel(edition: str = "first-orchard", seed: int = 1) -> widgets.VBox:
    """A number of games to choose; estimate, interval and histogram as they are played, in an asyncio loop."""
    controls = game_controls(edition, "edition", "strategy", more="Other rules")
    powers = [(f"{10**k:,}", 10**k) for k in range(3, 9)]
    games = named(widgets.Dropdown(options=powers, value=10**6, description="Games to play", style=WIDE), "games")
    seeds = named(widgets.BoundedIntText(seed, min=0, max=10**9, description="Seed", style=WIDE), "seed")
    start, stop = button("▶ Play", "start"), button("■ Stop", "stop")
    progress = named(widgets.IntProgress(description="Played", style=WIDE), "progress")
    progress.layout.width = "min(100%, 420px)"
    estimate, settling = html("estimate"), html("settling")
    run = Run()

    def waiting(game: Game | None, wrong: str = "") -> None:
        run.stop()
        run.task = None
        run.game, start.disabled, stop.disabled = game, game is None, True
        progress.value, estimate.value, settling.value = 0, problem(wrong), ""

    def show(part: Simulation, words: str, drawn: str) -> None:
        progress.value, estimate.value, settling.value = part.games, words, drawn or settling.value

    async def play() -> None:
        start.disabled, stop.disabled, progress.max = True, False, games.value
        try:
            await simulated(run.game, controls["strategy"], games.value, seeds.value, show)
        except asyncio.CancelledError:
            estimate.value = f"<b>Stopped.</b> {estimate.value}" if run.task else ""
        finally:
            start.disabled, stop.disabled = run.game is None, True

    def begin(*_) -> None:
        run.task = asyncio.get_running_loop().create_task(play())

    watch(controls, waiting)
    start.on_click(begin)
    stop.on_click(run.stop)
    rows = side_by_side(games, seeds), side_by_side(start, stop, progress)
    return panel("simulation", controls.main, controls.more, *rows, estimate, settling)


async def simulated(game: Game, strategy: str, games: int, seed: int, show: Callable[[Simulation, str, str], None]):
    """Play in another thread, so that the widgets stay alive; show each part, with pictures now and then."""
    loop, table, shown = asyncio.get_running_loop(), [], -WAIT
    exact = (await loop.run_in_executor(None, solve, game, strategy)).win_probability
    ends = await loop.run_in_executor(None, lengths, game, strategy)
    parts = simulate_in_parts(game, await loop.run_in_executor(None, settled, game, strategy), games, seed)
    while part := await loop.run_in_executor(None, next, parts, None):
        table.append((part.games, part.win_rate, *part.confidence_interval(method="wilson")))
        due = part.games == games or monotonic() - shown > WAIT
        show(
            part, estimate_text(part, exact, games), pictures(part, np.array(table), exact, ends, games) if due else ""
        )
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
