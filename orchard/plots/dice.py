"""Figures of loaded dice: what rules of thumb cost, and two trees that empty side by side."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from orchard.plots import EXACT, strategy_colour
from orchard.plots.board import COLOURS, SHAPES

LIKELY = {1: "one", 2: "two", 3: "three"}
FULLEST, SLOWEST = strategy_colour("max"), strategy_colour("slowest")
FLUID = {"color": "#444444", "linewidth": 1, "linestyle": "--"}


def plot_cost(ax: Axes, fullest: pd.DataFrame, slowest: pd.DataFrame, title: str) -> Axes:
    """What two rules cost, in percentage points: rows the odds of a likely colour, columns how many colours are."""
    for likely, cost in fullest.items():
        ax.plot(cost, color=FULLEST)
        name = LIKELY[likely] + (" likely\ncolours" if likely == fullest.iloc[-1].idxmax() else "")
        ax.annotate(name, (cost.index[-1], cost.iloc[-1]), xytext=(4, 0), color=FULLEST, **_BESIDE)
    ax.plot(slowest.max(axis=1), color=SLOWEST, linewidth=3)
    names = {"weight": "bold", "va": "top", "bbox": {"facecolor": "white", "linewidth": 0, "pad": 1}}
    ax.text(1.1, 3.9, "fullest tree, ties to the rarer colour", color=FULLEST, **names)
    ax.text(3.95, -0.12, "slowest tree (worst of the three cases)", ha="right", color=SLOWEST, **names)
    ax.set(title=title, xlabel="odds of a likely colour", xlim=(1, fullest.index[-1]))
    ax.set_xticks([1, 2, 3, 4], ["1 : 1", "2 : 1", "3 : 1", "4 : 1"])
    return ax


_BESIDE = {"textcoords": "offset points", "va": "center", "annotation_clip": False}


def plot_emptying(ax: Axes, paths: Mapping[str, np.ndarray], fluid: Mapping[str, Sequence], key: bool) -> Axes:
    """The fruit left on each tree after so many rolls of a game, and dashed as a fluid: corners (rolls, fruit).

    The `key` says which is which.
    """
    for tree, (name, path) in enumerate(paths.items()):
        ax.plot(path, color=COLOURS[tree], linewidth=3)
        ax.plot(*zip(*fluid[name], strict=True), **FLUID)
        fruit = {"marker": SHAPES[tree], "markersize": 11, "markeredgecolor": "#333333", "clip_on": False}
        ax.plot(0, path[0], color=COLOURS[tree], **fruit)
        ax.annotate(name, (0, path[0]), xytext=(10, 6), textcoords="offset points", weight="bold")
    bare = max(corners[-1][0] for corners in fluid.values())
    ax.plot(bare, 0, "o", color=FLUID["color"], clip_on=False)
    ax.annotate(f"{bare:,}", (bare, 0), xytext=(3, 7), textcoords="offset points", weight="bold")
    ax.set(xlabel="rolls", ylim=(0, 1.12 * max(path.max() for path in paths.values())))
    if key:
        lines = [Line2D([], [], color="#AAAAAA", linewidth=3), Line2D([], [], **FLUID)]
        ax.legend(lines, ["one game", "the fluid"], loc="upper right")
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
    ax.set(xlim=(0, 1), ylim=(1e-4, None), ylabel="worst loss, games in a hundred")
    ax.set_xlabel("share of games that lose no more, each curve sorted by itself")
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    return ax
