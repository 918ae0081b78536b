"""Figures of many games: win probability against the rules."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import PercentFormatter

from orchard.plots import EXACT, LOST, SEQUENTIAL, WON, strategy_colour

HALO = {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}


def plot_win_curves(ax: Axes, curves: pd.DataFrame, sold: tuple[int, ...]) -> Axes:
    """Games won of 100 against raven steps (index): a band from the emptiest tree to the fullest, and without basket.

    The columns are `max`, `min` and `ignore`; the games that people play have `sold` steps.
    """
    percent = 100 * curves
    best, worst, none = percent["max"], percent["min"], percent["ignore"]
    ax.fill_between(percent.index, worst, best, color=strategy_colour("max"), alpha=0.25, linewidth=0)
    ax.plot(best, color=strategy_colour("max"), marker="o", markersize=4)
    ax.plot(worst, color=strategy_colour("min"))
    ax.plot(none, color=strategy_colour("ignore"), linestyle="--")
    for steps in sold:
        ax.plot(steps, best[steps], "o", markersize=11, markerfacecolor="none", markeredgecolor=EXACT)
        text = f"{steps} steps: {best[steps]:.0f}"
        ax.annotate(text, (steps, best[steps]), (-9, 4), textcoords="offset points", ha="right", weight="bold")
    _label_at(ax, best, 38, "fullest tree", -1, strategy_colour("max"))
    _label_at(ax, worst, 84, "emptiest tree", 1, strategy_colour("min"))
    _label_at(ax, none, 20, "basket ignored", 1, "#555555")
    ax.axhline(50, color=EXACT, linewidth=0.8)
    ax.set(xlabel="raven rolls that lose the game", ylabel="games won of 100", ylim=(0, 102), xticks=percent.index[::2])
    return ax


def _label_at(ax: Axes, curve: pd.Series, height: float, text: str, side: int, colour: str) -> None:
    """A name beside a rising curve, where it passes a height."""
    after = curve[curve >= height].index[0]
    before = after - 1 if after > curve.index[0] else after
    rise = curve[after] - curve[before] or 1
    place = before + (height - curve[before]) / rise
    style = {"ha": "left" if side > 0 else "right", "color": colour, "textcoords": "offset points"}
    ax.annotate(text, (place, height), (6 * side, -5), **style)


def outline(ax: Axes, table: pd.DataFrame, row: int, column: int) -> Axes:
    """A frame around one field of a heatmap, named by its row and column."""
    corner = (table.columns.get_loc(column) - 0.5, table.index.get_loc(row) - 0.5)
    ax.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor="#D55E00", linewidth=3.5, clip_on=False))
    return ax


def plot_equal_odds(ax: Axes, table: pd.DataFrame, levels: list[float], games: Mapping[tuple[int, int], str]) -> Axes:
    """Lines on which the win probability is one of `levels`, in the plane of the table's columns and rows.

    Between whole numbers they are straight. `games` are the names of points (column, row) to mark.
    """
    lines = ax.contour(table.columns, table.index, table, levels, cmap=SEQUENTIAL, vmin=0, vmax=1.2, linewidths=2)
    ax.clabel(lines, fmt="{:.0%}".format, fontsize=11, colors=EXACT)
    for (column, row), name in games.items():
        ax.plot(column, row, "o", color=EXACT, markersize=7)
        ax.annotate(name, (column, row), (8, -4), textcoords="offset points", bbox=HALO, zorder=5)
    ax.set(xlabel=table.columns.name, ylabel=table.index.name)
    return ax


def plot_effects(ax: Axes, effects: pd.Series, base: float) -> Axes:
    """What changes of the rules (index) add to the win probability `base`, as bars, the largest at the top."""
    effects = effects.sort_values(kind="stable")
    bars = ax.barh(effects.index, effects, color=[WON if effect > 0 else LOST for effect in effects], alpha=0.85)
    ax.bar_label(bars, [f"{100 * effect:+.1f} → {base + effect:.0%}" for effect in effects], padding=4)
    ax.axvline(0, color=EXACT, linewidth=1)
    ax.margins(x=0.5)  # room for the labels beyond the longest bars
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=""))
    ax.set(xlabel=f"percentage points more or less than {base:.1%}", ylabel="")
    ax.grid(visible=False, axis="y")
    return ax
