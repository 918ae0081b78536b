"""Pictures of how long games last."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from orchard.pages.lengths import nine_in_ten
from orchard.pages.plots import EXACT, LOST, WON
from orchard.pages.plots.charts import in_a_hundred, label

CORNER = {"ha": "right", "va": "top", "weight": "bold"}


def plot_lengths(ax: Axes, exact: np.ndarray, played: np.ndarray | None = None) -> Axes:
    """Shares of games lost, and won on top, by rolls: `exact` (2, k) as bars, `played` (2, m) as dots."""
    rolls = np.arange(exact.shape[1])
    ax.bar(rolls, exact[0], 1, color=LOST, alpha=0.75)
    ax.bar(rolls, exact[1], 1, bottom=exact[0], color=WON, alpha=0.55)
    ax.text(0.98, 0.98, "won", transform=ax.transAxes, color=WON, **CORNER)
    ax.text(0.98, 0.89, "lost", transform=ax.transAxes, color=LOST, **CORNER)
    if played is not None:
        for tops in np.cumsum(played, axis=0):
            seen = np.flatnonzero(tops)
            ax.plot(seen, tops[seen], ".", color=EXACT, markersize=3.5)
        ax.text(0.98, 0.78, "bars: computed\ndots: played", transform=ax.transAxes, ha="right", va="top")
    ax.set(xlabel="rolls", ylabel="games in 100")
    ax.label_outer()
    in_a_hundred(ax.yaxis)
    return ax


def draw_lengths(ends: np.ndarray, played: np.ndarray, mean: float, deviation: float) -> Figure:
    """Lengths of games as bars, lost and won, with dots for shares of games played, and their mean and spread."""
    few, many = nine_in_ten(ends)
    last = int(np.flatnonzero(ends.sum(axis=0) > 2e-4)[-1]) + 2
    figure, ax = plt.subplots(figsize=(6, 3.8))
    plot_lengths(ax, ends[:, :last], played[:, :last])
    top = 1.08 * ends.sum(axis=0).max()
    ax.plot([max(mean - deviation, 0), mean + deviation], [top, top], color=EXACT, linewidth=3)
    ax.plot(mean, top, "o", color=EXACT, markersize=9)
    label(ax, f"{mean:.1f} ± {deviation:.1f}", (mean, top), (0, 8), ha="center")
    ax.set(xlim=(-0.5, last - 0.5), ylim=(0, 1.35 * ends.sum(axis=0).max()))
    ax.set_title(f"At least nine games in ten last {few} to {many} rolls")
    return figure
