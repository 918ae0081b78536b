"""Figures of what to pick from the basket."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import FancyBboxPatch
from matplotlib.ticker import MaxNLocator

from orchard.plots import EXACT, STRATEGY_WORDS, strategy_colour
from orchard.plots.board import BASKET, COLOURS, FEATHERS, SHAPES

LUMINANCE = np.array([0.2126, 0.7152, 0.0722])  # of red, green and blue light: WCAG 2
SHORT = 50  # a bar of so few games has no room for its name
DARK = 0.2  # the luminance of colours on which white is read as easily as black, or more easily


def ink_on(colour: str) -> str:
    """White or black, to write on a colour."""
    light = np.power(to_rgb(colour), 2.2)  # nearly sRGB's curve
    return "white" if LUMINANCE @ light < DARK else "black"


def plot_glance(ax: Axes, won: pd.DataFrame, words: Mapping[str, str] = STRATEGY_WORDS) -> Axes:
    """Games won of a hundred: a group of bars for each game (rows), a bar for each way to pick (columns), in words."""
    middles, ways = np.arange(len(won)), won.shape[1]
    step = 0.84 / ways
    offsets = step * (np.arange(ways) - (ways - 1) / 2)
    for offset, (strategy, values) in zip(offsets, won.items(), strict=True):
        colour = strategy_colour(strategy)
        ax.barh(middles + offset, values, 0.93 * step, color=colour)
        for height, value in zip(middles + offset, values, strict=True):
            _name_bar(ax, height, value, words.get(strategy, strategy), ink_on(colour))
    ax.set_yticks(middles, won.index, fontsize=12)
    ax.set(xlabel="games won out of 100", xlim=(0, 100), ylim=(len(won) - 0.5, -0.5))
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    return ax


def _name_bar(ax: Axes, height: float, value: float, name: str, ink: str) -> None:
    """The name of a bar on it, and its value beside it; the name follows if the bar is short."""
    is_short = value < SHORT
    ax.text(value + 1, height, f"{value:.0f}", va="center", weight="bold")
    place, side, colour = (value + 6, "left", EXACT) if is_short else (value / 2, "center", ink)
    ax.text(place, height, name, ha=side, va="center", color=colour)


def plot_habits(ax: Axes, won: pd.DataFrame) -> Axes:
    """Games won of a hundred, by ways to pick (rows): a mark for each of two games (columns), named at the top."""
    heights = np.arange(len(won))
    ax.hlines(heights, *won.agg(["min", "max"], axis=1).to_numpy().T, color="#BBBBBB", linewidth=1, zorder=1)
    for (game, values), face in zip(won.items(), ["white", EXACT], strict=True):
        ax.plot(values, heights, "o", markersize=10, color=EXACT, markerfacecolor=face)
        for height, value in zip(heights, values, strict=True):
            ax.annotate(f"{value:.0f}", (value, height), (0, -19), textcoords="offset points", ha="center")
        ax.annotate(game, (values.iloc[0], 0), (0, 9), textcoords="offset points", ha="center", weight="bold")
    ax.set_yticks(heights, won.index)
    ax.set(ylim=(len(won) - 0.2, -0.9), xlabel="games won out of 100")
    ax.margins(x=0.11)
    return ax


def plot_saved(ax: Axes, won: pd.DataFrame) -> Axes:
    """How often we win, a bar a game (row): as played (first column), and what coins in a bowl add to it (second)."""
    heights = np.arange(len(won))[::-1]
    played, saved = won.iloc[:, 0], won.iloc[:, 1]
    colour = strategy_colour("max")
    ax.barh(heights, played, color=colour, height=0.6)
    ax.barh(heights, saved - played, left=played, height=0.6, facecolor="white", edgecolor=colour, hatch="////")
    for height, before, after in zip(heights, played, saved, strict=True):
        ax.text(before - 0.01, height, f"{100 * before:.0f}", ha="right", va="center", color="white", weight="bold")
        more = f"{100 * after:.0f} (+{100 * (after - before):.0f})"
        ax.text(after + 0.01, height, more, va="center", weight="bold")
    ax.text(0.02, heights[0], "fullest tree", va="center", color="white")
    ax.text(1, heights[0] + 0.32, "coins in a bowl", ha="right", va="bottom", color=colour)
    ax.set_yticks(heights, won.index)
    ax.set(xlim=(0, 1), ylim=(-0.5, len(won) - 0.3), xlabel="games won out of 100")
    ax.set_xticks(np.arange(0, 1.01, 0.2), range(0, 101, 20))
    ax.grid(visible=False)
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
        text = "raven 1 roll away" if steps == 1 else f"raven {steps} rolls away"
        ax.annotate(text, (fruits, line[fruits]), shift, textcoords="offset points", color=colour)
    ax.set(xlabel="fruits left on the trees", ylabel="games in 100 lost\nin the worst position")
    ax.set_ylim(0, 1.1 * worst.max(axis=None))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return ax
