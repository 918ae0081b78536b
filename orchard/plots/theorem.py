"""Figures of the theorem: two orchards that differ by one fruit, what the fullest tree is ahead by, and partners."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Ellipse, Polygon
from matplotlib.ticker import MultipleLocator

from orchard.plots import EXACT, strategy_colour, strategy_words
from orchard.plots.board import COLOURS, CROWN, EDGE, OUTLINE, SHAPES, TRUNK

TREES = ("i", "j", "m")  # the fuller tree, the emptier one, and any third


def plot_exchange(ax: Axes, columns: Sequence[tuple[str, tuple, str, tuple, str]]) -> Axes:
    """Pairs of orchards, the even one above the lopsided one, joined by arrows to what follows from the first pair.

    A column is (what happens above, the even orchard, what happens below, the lopsided orchard, the verdict). An
    orchard is the fruit on trees i, j and m. A fruit that only one of the two has on a tree is ringed.
    """
    ax.set(xlim=(-1.3, 10 * len(columns) - 2.4), ylim=(-1.8, 13.6))
    ax.set_axis_off()
    for number, (above, even, below, lopsided, verdict) in enumerate(columns):
        left = 10 * number
        _draw_orchard(ax, left, 7.4, even, lopsided)
        _draw_orchard(ax, left, 1.0, lopsided, even)
        ax.text(left + 2.6, 13.2, above, ha="center", va="top", fontsize=11)
        ax.text(left + 2.6, 6.55, below, ha="center", va="top", fontsize=11)
        ax.text(left + 2.6, -0.2, verdict, ha="center", va="top", fontsize=11, weight="bold")
        if number:
            ax.axvline(left - 2.2, color="#BBBBBB", linewidth=1)
    return ax


def _draw_orchard(ax: Axes, left: float, bottom: float, fruits: tuple, compared: tuple) -> None:
    """Three trees in a row, each with its fruit in pairs and its letter below."""
    for tree, (fruit, other) in enumerate(zip(fruits, compared, strict=True)):
        x = left + 2.6 * tree
        trunk = [(x - 0.22, bottom), (x + 0.22, bottom), (x + 0.14, bottom + 1.2), (x - 0.14, bottom + 1.2)]
        ax.add_patch(Polygon(trunk, color=TRUNK, linewidth=0))
        ax.add_patch(Ellipse((x, bottom + 2.5), 2.3, 3.4, facecolor=CROWN, edgecolor=EDGE, linewidth=1.2))
        ax.text(x + 0.42, bottom + 0.1, TREES[tree], fontsize=11, style="italic", va="bottom")
        for place in range(fruit):
            spot = (x - 0.45 + 0.9 * (place % 2), bottom + 1.75 + 1.25 * (place // 2))
            ax.scatter(*spot, s=120, marker=SHAPES[tree], color=COLOURS[tree], zorder=5, **OUTLINE)
            if place >= other:
                ax.scatter(*spot, s=330, facecolor="none", edgecolor=EXACT, linewidth=1.6, zorder=6)


def plot_ahead(ax: Axes, lead: pd.DataFrame, title: str) -> Axes:
    """By how many percentage points each strategy (columns) is ahead after so many rolls (rows).

    A line's label stands at the height of its peak, at the right, and a dotted line leads there.
    """
    last = lead.index[-1]
    for name, points in lead.items():
        colour, peak = strategy_colour(name), points.max()
        ax.plot(points, color=colour)
        ax.plot([points.idxmax(), last], [peak, peak], color=colour, linewidth=1, linestyle=":")
        label = f"{strategy_words(name)}: +{peak:.1f}" if peak > 0 else strategy_words(name)
        ax.text(last, peak, label, ha="right", va="bottom")
    ax.set(title=title, xlabel="rolls so far", xlim=(0, last))
    ax.margins(y=0.12)
    return ax


def plot_beside(ax: Axes, won: pd.DataFrame) -> Axes:
    """Games won in a hundred: a row for each partner, from the top, a dot for each habit of one's own (columns).

    The habits are named above the last row.
    """
    heights = range(len(won), 0, -1)
    ax.hlines(heights, won.min(axis=1), won.max(axis=1), color="#BBBBBB", linewidth=2, zorder=1)
    for name, marker in zip(won, "o^s", strict=False):
        ax.scatter(won[name], heights, s=80, color=strategy_colour(name), marker=marker, zorder=3)
        words = strategy_words(name).replace(" ", "\n", 1)
        ax.text(won[name].iloc[-1], 1.25, words, color=strategy_colour(name), ha="center", weight="bold")
    for height, (_, row) in zip(heights, won.iterrows(), strict=True):
        ax.text(row.max() + 0.4, height, f"{row.max():.0f}", va="center")
    ax.set(xlabel="games won in 100", ylim=(0.5, len(won) + 0.5))
    ax.margins(x=0.1)
    ax.xaxis.set_major_locator(MultipleLocator(5))
    ax.set_yticks(heights, won.index)
    ax.grid(axis="y", visible=False)
    return ax
