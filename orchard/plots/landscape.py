"""Figures of many games: how often we win by what rules."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from orchard.plots import EXACT, LOST, WON, strategy_colour, strategy_words
from orchard.plots.charts import MIDDLE, in_a_hundred, label

SCALE = "viridis"


def plot_win_curves(ax: Axes, curves: pd.DataFrame, sold: Sequence[int]) -> Axes:
    """How often three strategies (columns) win, by raven rolls (index); those of games `sold` are ringed.

    The first two have a band between them.
    """
    best, worst = curves.iloc[:, 0], curves.iloc[:, 1]
    ax.fill_between(curves.index, worst, best, color=strategy_colour(best.name), alpha=0.25, linewidth=0)
    for (name, curve), dashes in zip(curves.items(), ("-", "-.", "--"), strict=True):
        ax.plot(curve, dashes, color=strategy_colour(name), label=strategy_words(name))
    for steps in sold:
        ax.plot(steps, best[steps], "o", markersize=9, markerfacecolor="none", markeredgecolor=EXACT)
        label(ax, f"{steps} raven rolls: {100 * best[steps]:.0f}", (steps, best[steps]), (-9, 4))
    ax.set(xlabel="raven rolls that lose the game", ylabel="games won out of 100", ylim=(0, 1.02))
    ax.set_xticks(curves.index[::2])
    ax.legend(loc="lower right")
    in_a_hundred(ax.yaxis)
    return ax


def plot_map(ax: Axes, table: pd.DataFrame, high: float, framed: dict[tuple, str], dark: bool = False) -> Axes:
    """A map of games by trees (index) and fruits (columns), brighter, or darker if `dark`, where numbers are larger.

    Games (trees, fruits) that are `framed` have a name. All words have a contrast of at least 4.4 to 1.
    """
    ax.imshow(table, cmap=SCALE + "_r" * dark, vmin=0, vmax=high, aspect="auto")
    for (row, column), number in np.ndenumerate(table):
        words = MIDDLE | {"color": "white" if abs(dark - number / high) < 0.45 else "black"}
        ax.text(column, row, f"{number:.0f}", fontsize=11, **words)
        if name := framed.get((table.index[row], table.columns[column])):
            corner = (column - 0.5, row - 0.5)
            ax.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor="#D55E00", linewidth=3.5, clip_on=False))
            ax.text(column, row + 0.32, name, fontsize=8, **words)
    ax.set_xticks(range(table.shape[1]), table.columns)
    ax.set_yticks(range(table.shape[0]), table.index)
    ax.set(xlabel="fruits on each tree", ylabel="trees")
    ax.tick_params(length=0)
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    return ax


def plot_equal_odds(
    ax: Axes, table: pd.DataFrame, levels: list[float], games: Iterable[tuple[int, int]], even: pd.Series
) -> Axes:
    """Lines on which the chance of winning is one of `levels`, over fruits (columns) and raven rolls (index).

    `games`, (fruits, raven rolls), are marked. `even` has the raven rolls of even chances; a stair shows one rise.
    """
    lines = ax.contour(table.columns, table.index, table, levels, cmap=SCALE, vmin=0, vmax=1.2, linewidths=2)
    ax.clabel(lines, fmt="{:.0%}".format, fontsize=11, colors=EXACT)
    for fruits, rolls in games:
        ax.plot(fruits, rolls, "o", color=EXACT, markersize=17, zorder=4)
        ax.text(fruits, rolls, rolls, ha="center", va="center_baseline", color="white", weight="bold", zorder=5)
    seen = even[even <= table.index[-1]].loc[: table.columns[-1]]
    (left, right), (low, high) = seen.index[-3:-1], seen.iloc[-3:-1]
    ax.plot([left, right, right], [low, low, high], color=LOST, linewidth=3, solid_joinstyle="miter", zorder=4)
    words = f"one fruit more:\n{high - low:.1f} raven rolls more"
    line = {"arrowprops": {"arrowstyle": "-", "color": LOST, "shrinkB": 3}, "textcoords": "axes fraction"}
    label(ax, words, (right, low), (0.99, 0.05), LOST, ha="right", va="bottom", **line)
    ax.set(xlabel="fruits on each tree", ylabel="raven rolls that lose")
    return ax


def plot_effects(ax: Axes, effects: pd.Series, base: float) -> Axes:
    """What changes of the rules (index) add to `base` games won in 100, the largest at the top."""
    effects = effects.sort_values(kind="stable")
    bars = ax.barh(effects.index, effects, color=np.where(effects > 0, WON, LOST), alpha=0.85)
    words = [f"{effect:+.1f} → {base + effect:.0f}".replace("-", "−") for effect in effects]
    ax.bar_label(bars, words, padding=4)
    ax.axvline(0, color=EXACT, linewidth=1)
    ax.margins(x=0.5)  # room for the words beyond the longest bars
    ax.set_xlabel(f"games in 100 more or fewer than {base:.1f}")
    ax.grid(visible=False, axis="y")
    return ax
