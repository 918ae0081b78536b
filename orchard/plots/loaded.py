"""Figures of loaded dice: what rules of thumb cost, and two trees that empty side by side."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from orchard.plots import EXACT, strategy_colour
from orchard.plots.board import COLOURS

LIKELY = {1: "one", 2: "two", 3: "three"}
FULLEST, SLOWEST = strategy_colour("max"), strategy_colour("slowest")
SAVED = "#E69F00"


def plot_cost(ax: Axes, fullest: pd.DataFrame, slowest: pd.DataFrame, title: str) -> Axes:
    """What two rules cost, in percentage points: rows the odds of a likely colour, columns how many colours are."""
    for likely, cost in fullest.items():
        ax.plot(cost, color=FULLEST)
        ax.annotate(LIKELY[likely], (cost.index[-1], cost.iloc[-1]), xytext=(4, 0), **_BESIDE)
    ax.plot(slowest.max(axis=1), color=SLOWEST, linewidth=3)
    ax.text(4, -0.1, "slowest tree, where it costs most of the three", ha="right", va="top")
    ax.text(
        0.03,
        0.97,
        "fullest tree, if one, two or three colours are likely",
        transform=ax.transAxes,
        va="top",
        color=FULLEST,
    )
    ax.set(title=title, xlabel="odds of a likely colour", xlim=(1, fullest.index[-1]))
    ax.set_xticks([1, 2, 3, 4], ["1 : 1", "2 : 1", "3 : 1", "4 : 1"])
    return ax


_BESIDE = {"textcoords": "offset points", "va": "center", "annotation_clip": False}


def plot_saved(ax: Axes, table: pd.DataFrame) -> Axes:
    """How often we win, a bar a game (row): as played (first column) and what saving baskets adds (second column)."""
    heights = np.arange(len(table))[::-1]
    played, saved = table.iloc[:, 0], table.iloc[:, 1]
    ax.barh(heights, played, color=FULLEST, height=0.6)
    ax.barh(heights, saved - played, left=played, color=SAVED, height=0.6)
    for height, before, after in zip(heights, played, saved, strict=True):
        ax.text(before - 0.01, height, f"{before:.0%}", ha="right", va="center", color="white", weight="bold")
        ax.text(after + 0.01, height, f"{after:.0%}", va="center", weight="bold")
    names = {"va": "bottom", "weight": "bold"}
    ax.text(played.iloc[0] / 2, heights[0] + 0.38, "picked at once, fullest tree", ha="center", color=FULLEST, **names)
    ax.text(played.iloc[0] + 0.005, heights[0] + 0.38, "more with baskets saved up", color=SAVED, **names)
    ax.set_yticks(heights, table.index)
    ax.set(xlim=(0, 1), ylim=(-0.5, len(table) - 0.15), xlabel="how often we win")
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.grid(visible=False)
    return ax


def plot_emptying(ax: Axes, paths: Mapping[str, np.ndarray], fluid: Mapping[str, Sequence], title: str) -> Axes:
    """The fruit left on each tree after so many rolls of a game, and dashed as a fluid: corners (rolls, fruit)."""
    for (name, path), corners, colour in zip(paths.items(), fluid.values(), COLOURS, strict=False):
        ax.plot(path, color=colour, linewidth=1.5)
        ax.plot(*zip(*corners, strict=True), color=EXACT, linewidth=1.2, linestyle="--")
        ax.annotate(name, (0, path[0]), xytext=(8, 4), textcoords="offset points", weight="bold")
    ax.set(title=title, xlabel="rolls", xlim=(0, None), ylim=(0, 1.12 * max(path.max() for path in paths.values())))
    return ax


def plot_audit(ax: Axes, losses: pd.DataFrame) -> Axes:
    """For each rule (columns) the worst loss anywhere in a game (rows), the games in order of it, on a log axis."""
    colours = (FULLEST, SLOWEST, "#009E73", EXACT)
    share = np.arange(1, len(losses) + 1) / len(losses)
    for (name, loss), colour, nudge in zip(losses.items(), colours, (0, 8, -8, 0), strict=True):
        ordered = np.sort(loss.to_numpy())
        seen = ordered > 1e-4
        ax.plot(share[seen], ordered[seen], color=colour)
        ax.annotate(name, (1, ordered[-1]), xytext=(5, nudge), color=colour, weight="bold", **_BESIDE)
    ax.set_yscale("log")
    ax.set_yticks([0.001, 0.01, 0.1, 1, 10], ["0.001", "0.01", "0.1", "1", "10"])
    ax.set(
        xlim=(0, 1), ylim=(1e-4, None), xlabel="games, in order of their loss", ylabel="worst loss, games in a hundred"
    )
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    return ax
