"""Pictures of how long games last."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from orchard.pages.lengths import nine_in_ten
from orchard.pages.plots import EXACT, LOST, WON
from orchard.pages.plots.charts import in_a_hundred

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
