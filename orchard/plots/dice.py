"""Figures of loaded dice: what rules of thumb cost, and two trees that empty side by side."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from orchard.plots import strategy_colour
from orchard.plots.board import COLOURS, SHAPES

FULLEST, SLOWEST = strategy_colour("max"), strategy_colour("slowest")
DARK_SLOWEST = "#1B7AB3"  # of words, which need more contrast than a line
FLUID = {"color": "#444444", "linewidth": 1, "linestyle": "--"}


def plot_cost(ax: Axes, fullest: pd.Series, slowest: pd.Series) -> Axes:
    """What two rules cost, in games of a hundred, against how many times as likely a likely colour is (index)."""
    ax.plot(fullest, color=FULLEST, linewidth=3)
    ax.plot(slowest, color=SLOWEST, linewidth=4, clip_on=False)
    beside = {"textcoords": "offset points", "weight": "bold"}
    middle = fullest.index[len(fullest) // 2]
    ax.annotate("fullest tree", (middle, fullest[middle]), xytext=(-8, 8), ha="right", color=FULLEST, **beside)
    ax.annotate("slowest tree", (slowest.index[-1], 0), xytext=(0, 7), ha="right", color=DARK_SLOWEST, **beside)
    ax.set(xlabel="a likely colour is so many times as likely as a rare one", ylabel="games in 100\ngiven away")
    ax.set(xlim=(1, fullest.index[-1]), ylim=(0, 1.1 * fullest.max()), xticks=[1, 2, 3, 4])
    return ax


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
    empty = max(corners[-1][0] for corners in fluid.values())
    ax.plot(empty, 0, "o", color=FLUID["color"], clip_on=False)
    ax.annotate(f"{empty:,}", (empty, 0), xytext=(3, 7), textcoords="offset points", weight="bold")
    ax.set(xlabel="rolls", ylim=(0, 1.12 * max(path.max() for path in paths.values())))
    if key:
        lines = [Line2D([], [], color="#AAAAAA", linewidth=3), Line2D([], [], **FLUID)]
        ax.legend(lines, ["one game", "the fluid"], loc="upper right")
    return ax


def plot_audit(ax: Axes, losses: pd.DataFrame) -> Axes:
    """For each rule (columns) its loss in the worst of all games (rows), and in the median one, as two bars."""
    rules = np.arange(losses.shape[1])
    for place, loss, colour in [(-0.2, losses.max(), FULLEST), (0.2, losses.median(), "#BBBBBB")]:
        ax.barh(rules + place, loss, 0.36, color=colour)
        for height, number in zip(rules + place, loss, strict=True):
            ax.annotate(f"{number:.2f}", (number, height), (4, 0), textcoords="offset points", va="center")
    beside = {"textcoords": "offset points", "va": "center", "weight": "bold"}
    ax.annotate("in its worst game", (losses.iloc[:, 0].max(), -0.2), (-6, 0), ha="right", color="white", **beside)
    ax.annotate("in the median game", (losses.iloc[:, 0].median(), 0.2), (36, 0), color="#555555", **beside)
    ax.set_yticks(rules, losses.columns)
    ax.set(xlabel="games in 100 lost, in the worst position", xlim=(0, 1.1 * losses.max(axis=None)))
    ax.invert_yaxis()
    ax.grid(visible=False, axis="y")
    return ax
