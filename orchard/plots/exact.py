"""Figures of the exact solution: the page to print and use at the table."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle

PICK, HEADING, RULE, PALE = "#F5B041", "#333333", "#BBBBBB", plt.get_cmap("YlGn")
CELL = 1.35  # the width of a number, in heights of a row


def plot_sheet(ax: Axes, chances: pd.DataFrame) -> Axes:
    """Games won out of 100 from each position: the trees (index, fullest first) by raven steps left (columns).

    Positions are grouped by fruit left, in the order of the table; a disc marks the trees that have the most.
    """
    trees = len(chances.index[0])
    left = trees + 0.6  # where the numbers begin
    _headings(ax, chances, trees, left)
    row = 1.0
    for fruit, group in chances.groupby(chances.index.map(sum), sort=False):
        ax.plot([-0.5, left + CELL * chances.shape[1]], [row + 0.06] * 2, color=RULE, linewidth=0.8)
        heading = f"{fruit} fruit{'s' * (fruit > 1)} left"
        ax.text(-0.4, row + 0.55, heading, weight="bold", va="center", color=HEADING, fontsize=9)
        for fruits, values in zip(group.index, group.to_numpy(), strict=True):
            row += 1
            _position(ax, fruits, row + 0.5)
            _numbers(ax, values, left, row)
        row += 1.1
    ax.set(xlim=(-0.6, left + CELL * chances.shape[1] + 0.1), ylim=(row, -0.6), aspect="equal", anchor="N")
    ax.set_axis_off()
    return ax


def plot_help(ax: Axes, fruits: tuple[int, ...], steps: int, chance: float) -> Axes:
    """How to read the page, with an example, in what room is left at the bottom of a column."""
    line = " ".join(map(str, fruits))
    lines = [
        "Line: the fruit on your trees, the fullest tree first.",
        "Column: how many more raven rolls would lose the game.",
        f"Example: {line} on the trees, and {steps} more raven rolls would",
        f"lose. Line {line}, column {steps}: you win {chance:.0f} games in 100.",
    ]
    place = {"x": -0.4, "va": "top", "color": HEADING, "fontsize": 9}
    top = max(ax.get_ylim()) - 5.2
    ax.text(y=top, s="How to read this page", weight="bold", **place)
    ax.text(y=top + 1.2, s="\n".join(lines), linespacing=1.5, **place)
    return ax


def _headings(ax: Axes, chances: pd.DataFrame, trees: int, left: float) -> None:
    middle = {"ha": "center", "va": "center", "fontsize": 9}
    ax.text((trees - 1) / 2, 0.4, "on the trees", **middle)
    ax.text(left + CELL * chances.shape[1] / 2, -0.25, "raven steps left", **middle)
    for column, steps in enumerate(chances.columns):
        ax.text(left + CELL * (column + 0.5), 0.65, steps, weight="bold", **middle)


def _position(ax: Axes, fruits: tuple[int, ...], y: float) -> None:
    """The fruit on each tree, a disc behind each of the fullest."""
    for tree, fruit in enumerate(fruits):
        fullest = fruit == max(fruits)
        if fullest:
            ax.add_patch(Circle((tree, y), 0.46, color=PICK, linewidth=0))
        weight = "bold" if fullest else "normal"
        ax.text(tree, y + 0.03, fruit, ha="center", va="center", fontsize=9.5, weight=weight)


def _numbers(ax: Axes, values: list[float], left: float, row: float) -> None:
    """The chances of one position, paler where they are worse."""
    for column, value in enumerate(values):
        x = left + CELL * column
        ax.add_patch(Rectangle((x, row), CELL, 1, facecolor=PALE(0.006 * value), edgecolor="white", linewidth=0.8))
        text, size = (f"{value:.0f}", 9.5) if value < 99.5 else (">99", 8.8)
        ax.text(x + CELL / 2, row + 0.53, text, ha="center", va="center", fontsize=size)
