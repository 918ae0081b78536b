"""Figures of what to pick from the basket."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import FancyBboxPatch
from matplotlib.ticker import MaxNLocator

from orchard.plots import EXACT, strategy_colour, strategy_words
from orchard.plots.board import BASKET, COLOURS, FEATHERS, SHAPES

LUMINANCE = np.array([0.2126, 0.7152, 0.0722])  # of red, green and blue light: WCAG 2
DARK = 0.2  # the luminance of colours on which white is read as easily as black, or more easily


def ink_on(colour: str) -> str:
    """White or black, to write on a colour."""
    light = np.power(to_rgb(colour), 2.2)  # nearly sRGB's curve
    return "white" if LUMINANCE @ light < DARK else "black"


def plot_glance(ax: Axes, won: pd.DataFrame) -> Axes:
    """Games won of a hundred: a group of bars for each game (rows), a bar for each way to pick (columns)."""
    middles, ways = np.arange(len(won)), won.shape[1]
    step = 0.84 / ways
    offsets = step * (np.arange(ways) - (ways - 1) / 2)
    for offset, (strategy, values) in zip(offsets, won.items(), strict=True):
        colour = strategy_colour(strategy)
        bars = ax.barh(middles + offset, values, 0.93 * step, color=colour)
        ax.bar_label(bars, [strategy_words(strategy)] * len(won), label_type="center", color=ink_on(colour))
        ax.bar_label(bars, [f"{value:.0f}" for value in values], padding=4, weight="bold")
    ax.set_yticks(middles, won.index, fontsize=12)
    ax.set(xlabel="games won out of 100", xlim=(0, 100), ylim=(len(won) - 0.5, -0.5))
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    return ax


def plot_way_to_the_best(ax: Axes, way: pd.DataFrame) -> Axes:
    """How far each strategy (rows) goes from the emptiest tree, 0, to the fullest, 1; a mark for each of two games."""
    heights = np.arange(len(way))
    small, large = way.columns
    ax.hlines(heights, way.min(axis=1), way.max(axis=1), color=EXACT, linewidth=1, zorder=1)
    for game, face, below in [(small, "white", False), (large, "black", True)]:
        ax.plot(way[game], heights, "o", markersize=10, color=EXACT, markerfacecolor=face)
        shift = (0, -18) if below else (0, 9)
        for height, share in zip(heights, way[game], strict=True):
            ax.annotate(f"{100 * share:.0f}", (share, height), shift, textcoords="offset points", ha="center")
    ax.annotate(small, (way[small].iloc[0], 0), (-16, -4), textcoords="offset points", ha="right")
    ax.annotate(large, (way[large].iloc[0], 0), (16, -4), textcoords="offset points")
    ax.set_yticks(heights, [strategy_words(name) for name in way.index])
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["always the\nemptiest tree", "25", "50", "75", "always the\nfullest tree"])
    ax.set(xlim=(-0.02, 1.02), ylim=(len(way) - 0.4, -0.6), xlabel="share of the way, in percent")
    return ax


def plot_faces(ax: Axes, fruits: tuple[int, ...], title: str) -> Axes:
    """An orchard of a few fruits, and below it the faces of the die: those that would pick a fruit are in colour."""
    ax.set(xlim=(-0.7, 5.7), ylim=(-1.35, 2.6), aspect="equal", title=title)
    ax.set_axis_off()
    for tree, fruit in enumerate(fruits):
        spots = np.array([(tree, 0.85 + 0.95 * level) for level in range(fruit)]).reshape(-1, 2)
        ax.scatter(*spots.T, s=1000, marker=SHAPES[tree], color=COLOURS[tree], edgecolor="#333333", linewidth=0.8)
        _draw_face(ax, tree, COLOURS[tree] if fruit else "#EEEEEE", "" if fruit else "wasted")
    _draw_face(ax, 4, BASKET, "basket")
    _draw_face(ax, 5, FEATHERS, "raven")
    helpful = sum(map(bool, fruits)) + 1
    ax.text(2.5, -1.2, f"{helpful} faces of six pick a fruit", ha="center", fontsize=13, weight="bold")
    return ax


def _draw_face(ax: Axes, x: int, colour: str, text: str) -> None:
    box = FancyBboxPatch(
        (x - 0.36, -0.66), 0.72, 0.72, boxstyle="round,pad=0.06", facecolor=colour, edgecolor="#333333"
    )
    ax.add_patch(box)
    ax.text(x, -0.3, text, ha="center", va="center", fontsize=11, color="white" if text == "raven" else "#444444")


# Where there is room to write on the line of a raven so many steps away: fruits left, and the shift in points.
SPOTS = {1: (11, (-112, -12)), 2: (5, (6, 5)), 3: (9, (6, 5)), 4: (13, (6, 5)), 5: (5, (4, -24)), 6: (10, (-40, -16))}


def plot_worst_picks(ax: Axes, worst: pd.DataFrame) -> Axes:
    """What the worst pick of all positions costs, by the fruit left: a line for each raven step (columns, of 1 to 6).

    ValueError for more raven steps than there is room for.
    """
    if not set(worst.columns) <= set(SPOTS):
        raise ValueError(f"worst must have columns from 1 to {len(SPOTS)}, got {list(worst.columns)}")
    shades = ["#000000", "#0072B2", "#009E73", "#D55E00", "#CC79A7", "#777777"]
    for steps, line in worst.items():
        colour = shades[steps - 1]
        ax.plot(line, color=colour, marker="o", markersize=4)
        fruits, shift = SPOTS[steps]
        fruits = min(fruits, line.index[-1])
        text = "raven 1 step away" if steps == 1 else f"raven {steps} steps away"
        ax.annotate(text, (fruits, line[fruits]), shift, textcoords="offset points", color=colour)
    ax.set(xlabel="fruits left on the trees", ylabel="percentage points lost\nin the worst position")
    ax.set_ylim(0, 1.1 * worst.max(axis=None))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return ax


def plot_slips(ax: Axes, loss: pd.Series, title: str) -> Axes:
    """What one kind of wrong pick costs, by the fruit left when it is made, in percentage points."""
    ax.bar(loss.index, loss, color=strategy_colour("min"), width=0.8)
    most = loss.idxmax()
    ax.annotate(f"{loss[most]:.2f}", (most, loss[most]), (0, 4), textcoords="offset points", ha="center", weight="bold")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(title=title, xlabel="fruits left when the wrong pick is made", ylabel="percentage points lost")
    ax.margins(y=0.12)
    return ax
