"""Figures of many games: win probability against the rules."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from orchard.plots import EXACT, LOST, SEQUENTIAL, STRATEGY_COLOURS, WON

DASHES = {"max": "-", "random": "--", "min": "-.", "ignore": ":"}


def plot_win_curves(ax: Axes, curves: pd.DataFrame) -> Axes:
    """Win probability against raven steps (index), a line for each strategy (columns); the fair game as a thin line."""
    for strategy in curves:
        style = {"color": STRATEGY_COLOURS.get(strategy, EXACT), "linestyle": DASHES.get(strategy, "-")}
        ax.plot(curves[strategy], marker="o", markersize=3.5, label=strategy, **style)
    ax.axhline(0.5, color=EXACT, linewidth=0.8)
    ax.set(xlabel="raven steps", ylabel="probability to win", ylim=(0, 1.02), xticks=curves.index[::2])
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.legend(title="basket")
    return ax


def plot_equal_odds(ax: Axes, table: pd.DataFrame, levels: list[float], games: Mapping[tuple[int, int], str]) -> Axes:
    """Lines on which the win probability is one of `levels`, in the plane of the table's columns and rows.

    Between whole numbers they are straight. `games` are the names of points (column, row) to mark.
    """
    lines = ax.contour(table.columns, table.index, table, levels, cmap=SEQUENTIAL, vmin=0, vmax=1.2, linewidths=2)
    ax.clabel(lines, fmt="{:.0%}".format, fontsize=11, colors=EXACT)
    for ((column, row), name), marker in zip(games.items(), "so^D", strict=False):
        ax.plot(column, row, marker, color=EXACT, markersize=7, label=name, linestyle="none")
    ax.set(xlabel=table.columns.name, ylabel=table.index.name)
    ax.legend(loc="upper left", borderpad=0)
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
