"""The page to print and use at the table, in three languages; the walk backwards; the raven as one more tree."""

import tomllib
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from orchard.pages.plots import EXACT, TREE_COLOURS, edition_name
from orchard.pages.plots.charts import MIDDLE, bare
from orchard.rules import EDITIONS

PICK, INK, RULE, PALE = "#F5B041", "#222222", "#BBBBBB", plt.get_cmap("YlGn")
IN_CELL = MIDDLE | {"in_layout": False}  # hundreds of them, none at an edge
NAME, CELL, GAP = 4.4, 1.75, 0.4  # in rows: of a group's name, of a number, between groups
PAGE = (8.27, 11)  # inches: as wide as A4 and as high as Letter
EXAMPLE, MOST_RIGHT = ((3, 2, 1, 0), 3), 8  # the example; the most fruit in the right column
INSIDE = (0.058, 0.068, 0.884, 0.889)  # left, bottom, width, height: printers leave edges white


def plot_page(chances: pd.DataFrame, language: str = "en") -> Figure:
    """The page, for A4 and Letter, with `chances` as in `plot_sheet`."""
    words = words_of("sheet", language)
    figure = paper(words)
    axes = figure.subplot_mosaic([["top", "top"], ["left", "right"]], height_ratios=[1, 6])
    axes["left"].set_anchor("W")
    axes["right"].set_anchor("E")
    _directions(axes["top"], words)
    many = chances.index.map(sum) > MOST_RIGHT
    plot_sheet(axes["right"], chances[~many], words)
    plot_sheet(axes["left"], chances[many], words).set_ylim(axes["right"].get_ylim())
    trees, rolls = EXAMPLE
    _example(axes["left"], chances.loc[[trees], rolls].item(), words)
    plt.close(figure)  # or a notebook shows it
    return figure


def words_of(page: str, language: str) -> SimpleNamespace:
    """What a page to print, "sheet" or "card", says in a language."""
    told = tomllib.loads(Path(__file__).with_name("paper.toml").read_text(encoding="utf-8"))
    return SimpleNamespace(**told[page][language])


def paper(words: SimpleNamespace) -> Figure:
    """A page to print, for A4 and Letter, with the words at its foot."""
    figure = plt.figure(figsize=PAGE, dpi=75, label=words.title)
    figure.get_layout_engine().set(rect=INSIDE, w_pad=0, h_pad=0, hspace=0.03, wspace=0.04)
    figure.text(INSIDE[0], 0.044, words.footer, fontsize=8)
    return figure


def disc(ax: Axes, x: float, y: float, radius: float, colour: str, width: float = 0.8) -> None:
    """A coin, a fruit, or what stands behind a number."""
    ax.add_artist(Circle((x, y), radius, facecolor=colour, edgecolor=INK, linewidth=width))


def _directions(ax: Axes, words: SimpleNamespace) -> None:
    ax.set(xlim=(0, 1), ylim=(6.5, 0))
    ax.set_axis_off()
    ax.text(0, 0, words.title, weight="bold", fontsize=19, va="top")
    ax.text(0, 2.2, words.look, fontsize=11.5, in_layout=False)
    for line, (name, meaning) in enumerate(words.directions.items()):
        ax.text(0, 3.5 + line, name, weight="bold", fontsize=11)
        ax.text(0.12, 3.5 + line, meaning, fontsize=11, in_layout=False)


def plot_sheet(ax: Axes, chances: pd.DataFrame, words: SimpleNamespace) -> Axes:
    """Games won out of 100, by what is on the trees (index, fullest first) and raven rolls left (columns).

    Positions are grouped by fruit left; a disc marks each of the fullest trees.
    """
    left = len(chances.index[0]) + 0.1  # where the numbers begin
    right = left + CELL * chances.shape[1]
    _headings(ax, chances, left, words)
    row = 1.2
    for fruit, group in chances.groupby(chances.index.map(sum), sort=False):
        ax.plot([-NAME, right], [row + GAP / 2] * 2, color=RULE, linewidth=0.8)
        row += GAP
        named = words.one_fruit if fruit == 1 else words.fruits.format(fruit)
        ax.text(-NAME, row + 0.53, named, va="center", color=INK, fontsize=9)
        for fruits, values in zip(group.index, group.to_numpy(), strict=True):
            _position(ax, fruits, row + 0.5)
            _numbers(ax, values, left, row)
            row += 1
    ax.set(xlim=(-NAME, right), ylim=(row, -0.9), aspect="equal")
    ax.set_axis_off()
    return ax


def _example(ax: Axes, chance: float, words: SimpleNamespace) -> None:
    place = {"x": -NAME, "va": "top", "fontsize": 11, "in_layout": False}
    top = max(ax.get_ylim()) - 6.2
    ax.text(y=top, s=words.example, weight="bold", **place)
    ax.text(y=top + 1.15, s="\n".join(words.lines).format(chance=f"{chance:.0f}"), linespacing=1.4, **place)


def _headings(ax: Axes, chances: pd.DataFrame, left: float, words: SimpleNamespace) -> None:
    ax.text(left / 2 - 0.5, 0.7, words.on_the_trees, fontsize=10, **MIDDLE)
    ax.text(left + CELL * chances.shape[1] / 2, -0.4, words.ravens, fontsize=9.5, **MIDDLE)
    for column, rolls in enumerate(chances.columns):
        ax.text(left + CELL * (column + 0.5), 0.7, rolls, weight="bold", fontsize=11, **MIDDLE)


def _position(ax: Axes, fruits: tuple[int, ...], y: float) -> None:
    """The fruit on each tree, a disc behind each of the fullest."""
    for tree, fruit in enumerate(fruits):
        fullest = fruit == max(fruits)
        if fullest:
            disc(ax, tree, y, 0.44, PICK, 0.9)
        weight = "bold" if fullest else "normal"
        ax.text(tree, y + 0.03, fruit, fontsize=10, weight=weight, **IN_CELL)


def _numbers(ax: Axes, values: list[float], left: float, row: float) -> None:
    """The chances of a position, the worse the paler."""
    for column, value in enumerate(values):
        x = left + CELL * column
        ax.add_artist(Rectangle((x, row), CELL, 1, facecolor=PALE(0.0052 * value), edgecolor="white", linewidth=0.8))
        text, size = (f"{value:.0f}", 10) if value < 99.5 else (">99", 8.5)
        ax.text(x + CELL / 2, row + 0.53, text, fontsize=size, **IN_CELL)


def draw_sweep(chances: np.ndarray) -> Figure:
    """Chances of winning by apples (rows) and plums left, a shade for all boards with equally much fruit.

    An arrow leads to each board from those with one fruit fewer, which are known before it.
    """
    fig, ax = plt.subplots(figsize=(6, 3.9))
    looks = {"arrowstyle": "->", "color": INK, "shrinkA": 0, "shrinkB": 1}
    arrow = partial(ax.annotate, "", arrowprops=looks)
    for (apples, plums), chance in np.ndenumerate(chances):
        shade = PALE(0.52 * (apples + plums) / (sum(chances.shape) - 2))
        ax.add_artist(Rectangle((plums - 0.3, apples - 0.27), 0.6, 0.54, facecolor=shade, edgecolor=INK))
        ax.text(plums, apples, f"{100 * chance:.0f}", fontsize=12, **IN_CELL)
        if plums:
            arrow((plums - 0.3, apples), (plums - 0.7, apples))
        if apples:
            arrow((plums, apples - 0.27), (plums, apples - 0.73))
    high, wide = chances.shape
    ax.set(xlim=(-0.5, wide - 0.5), ylim=(-0.5, high - 0.5), xticks=range(wide), yticks=range(high))
    bare(ax).set(xlabel="plums left", ylabel="apples left")
    ax.set_title("Games won of 100 when the next raven roll loses\nArrows: from a known chance to one that needs it")
    return fig


def draw_fifth_tree(last: pd.DataFrame) -> Figure:
    """A column of discs for each tree of an edition, and one for its raven, and how often each is emptied last.

    `last`: of a hundred games without a basket, by edition (rows), a `tree` and the `raven`.
    """
    fig, axes = plt.subplots(1, len(last), figsize=(6, 3.9), sharey=True)
    for ax, (name, games) in zip(axes, last.iterrows(), strict=True):
        plot_race(ax, (*EDITIONS[name].fruits, EDITIONS[name].raven_steps), games)
        ax.set_title(edition_name(name), fontsize=11)
    fig.suptitle("Without a basket the raven is a fifth tree:\nemptied last in so many games of 100", x=0.01, ha="left")
    return fig


def plot_race(ax: Axes, heights: tuple[int, ...], games: pd.Series) -> Axes:
    """Columns of discs, the last one the raven's, each with its number of `games` on top."""
    colours = [*TREE_COLOURS.values(), EXACT]
    for column, (height, colour) in enumerate(zip(heights, colours, strict=True)):
        number = games["raven" if colour == EXACT else "tree"]
        ax.plot([column] * height, range(height), "o", color=colour, markersize=10, markeredgecolor=INK, clip_on=False)
        ax.text(column, height + 0.1, f"{round(number, 1):g}", weight="bold", fontsize=12, **MIDDLE)
    ax.set_xticks(range(len(heights)), [*TREE_COLOURS, "raven"], fontsize=11)
    ax.set(xlim=(-0.6, len(heights) - 0.4), ylim=(-0.8, 11), yticks=[])
    return bare(ax)
