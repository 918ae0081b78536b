"""Figures of the exact solution: the page to print and use at the table."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

PICK, INK, RULE, PALE = "#F5B041", "#222222", "#BBBBBB", plt.get_cmap("YlGn")
NAME, CELL, GAP = 4, 1.75, 0.4  # how wide a group's name and a number are, and what parts groups, in rows
PAGE = (8.27, 11)  # inches: as wide as A4 and as high as Letter
INSIDE = (0.058, 0.068, 0.884, 0.889)  # of the page: left, bottom, width, height. Printers leave the edges white
DIRECTIONS = {
    "Row": "how many fruits each tree has left, the fullest tree first.",
    "Column": "raven rolls left until you lose. Each raven roll: one column to the left.",
    "Start": "column 6 if the raven must walk past the fifth card, column 5 if reaching it loses.",
    "Basket": "pick from a tree with most fruit (a disc here). The numbers hold if you always do.",
}
FOOTER = "From “The Orchard notebooks”, notebook 2. For a fair die, rounded. CC BY 4.0. Not affiliated with HABA."


def empty_page() -> tuple[Figure, dict[str, Axes]]:
    """A page that fits both A4 and Letter: room at the `top`, two columns, `left` and `right`, and a footer."""
    figure = plt.figure(figsize=PAGE, dpi=75)
    figure.get_layout_engine().set(rect=INSIDE, w_pad=0, h_pad=0, hspace=0.03, wspace=0.04)
    figure.text(INSIDE[0], 0.044, FOOTER, fontsize=8)
    axes = figure.subplot_mosaic([["top", "top"], ["left", "right"]], height_ratios=[1, 6])
    axes["left"].set_anchor("W")
    axes["right"].set_anchor("E")
    return figure, axes


def plot_directions(ax: Axes) -> Axes:
    """How to find one's place on the page, and what to pick."""
    ax.set(xlim=(0, 1), ylim=(6.5, 0))
    ax.set_axis_off()
    ax.text(0, 0, "My First Orchard: will you win?", weight="bold", fontsize=19, va="top")
    ax.text(0, 2.2, "Look before you roll. Each number: how many games in 100 you win from there.", fontsize=11.5)
    for line, (name, words) in enumerate(DIRECTIONS.items()):
        ax.text(0, 3.5 + line, name, weight="bold", fontsize=11)
        ax.text(0.1, 3.5 + line, words, fontsize=11)
    return ax


def plot_sheet(ax: Axes, chances: pd.DataFrame) -> Axes:
    """Games won out of 100 from each position: the trees (index, fullest first) by raven rolls left (columns).

    Positions are grouped by fruit left, in the order of the table; a disc marks the trees that have the most.
    """
    left = len(chances.index[0]) + 0.1  # where the numbers begin
    right = left + CELL * chances.shape[1]
    _headings(ax, chances, left)
    row = 1.2
    for fruit, group in chances.groupby(chances.index.map(sum), sort=False):
        ax.plot([-NAME, right], [row + GAP / 2] * 2, color=RULE, linewidth=0.8)
        row += GAP
        ax.text(-NAME, row + 0.53, f"{fruit} fruit{'s' * (fruit > 1)}", va="center", color=INK, fontsize=10)
        for fruits, values in zip(group.index, group.to_numpy(), strict=True):
            _position(ax, fruits, row + 0.5)
            _numbers(ax, values, left, row)
            row += 1
    ax.set(xlim=(-NAME, right), ylim=(row, -0.9), aspect="equal")
    ax.set_axis_off()
    return ax


def plot_example(ax: Axes, fruits: tuple[int, ...], rolls: int, chance: float) -> Axes:
    """An example, and what is not certain, in what room is left at the bottom of a column."""
    lines = [
        f"Your trees have {', '.join(map(str, fruits[:-1]))} and {fruits[-1]} fruits left,",
        f"and {rolls} more raven rolls lose the game.",
        f"Row {' '.join(map(str, fruits))}, column {rolls}: {chance:.0f}.",
        f"You win {chance:.0f} games in 100 from here.",
        "(>99: more than 99, but not certain.)",
    ]
    place = {"x": -NAME, "va": "top", "fontsize": 11}
    top = max(ax.get_ylim()) - 6.2
    ax.text(y=top, s="Example", weight="bold", **place)
    ax.text(y=top + 1.15, s="\n".join(lines), linespacing=1.4, **place)
    return ax


def _headings(ax: Axes, chances: pd.DataFrame, left: float) -> None:
    middle = {"ha": "center", "va": "center", "fontsize": 10}
    ax.text(left / 2 - 0.5, 0.7, "on the trees", **middle)
    ax.text(left + CELL * chances.shape[1] / 2, -0.4, "raven rolls left until you lose", **middle | {"fontsize": 9.5})
    for column, rolls in enumerate(chances.columns):
        ax.text(left + CELL * (column + 0.5), 0.7, rolls, weight="bold", **middle | {"fontsize": 11})


def _position(ax: Axes, fruits: tuple[int, ...], y: float) -> None:
    """The fruit on each tree, a disc behind each of the fullest."""
    for tree, fruit in enumerate(fruits):
        fullest = fruit == max(fruits)
        if fullest:
            ax.add_patch(Circle((tree, y), 0.44, facecolor=PICK, edgecolor=INK, linewidth=0.9))
        weight = "bold" if fullest else "normal"
        ax.text(tree, y + 0.03, fruit, ha="center", va="center", fontsize=10, weight=weight)


def _numbers(ax: Axes, values: list[float], left: float, row: float) -> None:
    """The chances of one position, paler where they are worse."""
    for column, value in enumerate(values):
        x = left + CELL * column
        ax.add_patch(Rectangle((x, row), CELL, 1, facecolor=PALE(0.0052 * value), edgecolor="white", linewidth=0.8))
        text, size = (f"{value:.0f}", 10) if value < 99.5 else (">99", 8.5)
        ax.text(x + CELL / 2, row + 0.53, text, ha="center", va="center", fontsize=size)
