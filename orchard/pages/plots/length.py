"""Pictures of how long games last."""

from collections.abc import Mapping

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from orchard.markov import absorbing_chain
from orchard.pages.lengths import law_of_lengths, nine_in_ten
from orchard.pages.plots import EXACT, LOST, WON
from orchard.pages.plots.charts import DARK, bare, in_a_hundred, label

CORNER = {"ha": "right", "va": "top", "weight": "bold"}


def draw_lengths(ends: np.ndarray, played: np.ndarray, mean: float, deviation: float) -> Figure:
    """Lengths of games, (2, k) for lost and won, as bars; shares of games played as dots; their mean and spread."""
    few, many = nine_in_ten(ends)
    last = int(np.flatnonzero(ends.sum(axis=0) > 2e-4)[-1]) + 2
    figure, ax = plt.subplots(figsize=(6, 3.8))
    _plot_lengths(ax, ends[:, :last], played[:, :last])
    ax.axvspan(few - 0.5, many + 0.5, color="#EEEEEE", zorder=0)
    highest = ends.sum(axis=0).max()
    top = 1.08 * highest
    ax.plot([max(mean - deviation, 0), mean + deviation], [top, top], color=EXACT, linewidth=3)
    ax.plot(mean, top, "o", color=EXACT, markersize=9)
    words = "rolls\n(bars: computed, one on the other; dots: 100,000 games played)"
    ax.set(xlabel=words, ylabel="games in 100", xlim=(-0.5, last - 0.5), ylim=(0, 1.35 * highest))
    in_a_hundred(ax.yaxis)
    line = f"black: mean {mean:.1f}, and a standard deviation, {deviation:.1f}, each way"
    ax.set_title(f"At least nine games in ten (grey) last {few} to {many} rolls\n{line}")
    return figure


def _plot_lengths(ax: Axes, exact: np.ndarray, played: np.ndarray) -> None:
    """Games lost, and won on top: bars as computed, dots as played."""
    (lost, won), rolls = exact, range(exact.shape[1])
    ax.bar(rolls, lost, 1, color=LOST, alpha=0.75)
    ax.bar(rolls, won, 1, bottom=lost, color=WON, alpha=0.55)
    ax.text(0.98, 0.98, "won", transform=ax.transAxes, color=WON, **CORNER)
    ax.text(0.98, 0.89, "lost", transform=ax.transAxes, color=LOST, **CORNER)
    for tops in np.cumsum(played, axis=0):
        seen = np.flatnonzero(tops)
        ax.plot(seen, tops[seen], ".", color=EXACT, markersize=3.5)


def draw_forty_games(games: Mapping[str, str], seconds: float, bedtime: int) -> Figure:
    """Forty games of each, a dot in the minute in which 1, 2, ... 40 of 40 are over; hollow after bedtime."""
    figure, ax = plt.subplots(figsize=(6, 4.6))
    for row, (name, game) in enumerate(games.items()):
        minutes, floor = _over_within(game, seconds, 40), -14 * row
        height = [floor + (minutes[:i] == minute).sum() for i, minute in enumerate(minutes)]
        in_time = minutes <= bedtime
        ax.scatter(minutes - 0.5, height, 70, np.where(in_time, DARK, "white"), edgecolors=DARK, linewidths=1.5)
        ax.text(0, floor + 3, f"{name}:\n{in_time.sum()} of 40\nin time", weight="bold", va="center")
    ax.axvline(bedtime, color=EXACT, linewidth=1.5)
    label(ax, "bedtime", (bedtime, 12), (4, 0))
    ax.set(xlabel=f"minutes, at {seconds} seconds a roll", xlim=(-0.2, 20), ylim=(-15, 14), yticks=[])
    ax.set(title="Forty games of each, and when they are over", xticks=range(0, 21, 5))
    bare(ax)
    return figure


def _over_within(game: str, seconds: float, games: int) -> np.ndarray:
    """The whole minutes within which 1, 2, ... of so many are over: the middles of equal shares of all games."""
    over = law_of_lengths(absorbing_chain(game)).sum(axis=0).cumsum()
    rolls = np.searchsorted(over, (np.arange(games) + 0.5) / games)
    return np.ceil(rolls * seconds / 60).astype(int)
