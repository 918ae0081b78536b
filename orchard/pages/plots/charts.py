"""What more than one page draws."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.text import Annotation
from matplotlib.ticker import MaxNLocator

from orchard.pages.plots import EXACT, strategy_colour, strategy_words

DARK, GREY = "#0072B2", "#BBBBBB"
MIDDLE = {"ha": "center", "va": "center"}


def label(ax: Axes, words: str, point: tuple, offset: tuple = (0, 0), colour: str = EXACT, **looks) -> Annotation:
    """Bold words beside a point, `offset` from it in points of the page; they end there if that is to the left."""
    align = "right" if offset[0] < 0 else "left"
    style = {"textcoords": "offset points", "color": colour, "weight": "bold", "fontsize": 11, "ha": align}
    return ax.annotate(words, point, offset, **style | looks)


def name_at_the_right(ax: Axes, named: Mapping[str, tuple], gap: float = 0.08) -> None:
    """Words, each for a point and a colour (x, y, colour), above each other at the right edge of an axis in its limits.

    They are at least `gap` apart, as a share of its height; a dotted line leads from each to its point.
    """
    to_axes = ax.transData + ax.transAxes.inverted()
    places = {words: (*to_axes.transform((x, y)), colour) for words, (x, y, colour) in named.items()}
    low, ground = -np.inf, {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
    for words, (x, y, colour) in sorted(places.items(), key=lambda item: item[1][1]):
        low = max(y, low + gap)
        ax.plot([x, 1], [y, low], color=colour, linewidth=1, linestyle=":", transform=ax.transAxes)
        label(ax, words, (1, low), (-2, 3), va="bottom", xycoords="axes fraction", bbox=ground)


def in_a_hundred(axis: Axis) -> None:
    """Write shares as numbers of games in 100."""
    axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(lambda share, _: f"{100 * share:g}")


def bare(ax: Axes) -> Axes:
    """An axis without frame, ticks and grid: what is drawn tells its own places."""
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    ax.grid(visible=False)
    return ax


def plot_heaps(ax: Axes, heaps: pd.DataFrame, at: float, words: str) -> Axes:
    """Two heaps of bars (columns) over equidistant places (index), and a line with `words` `at` one."""
    places, width = heaps.index, heaps.index[1] - heaps.index[0]
    edges = np.append(places, places[-1] + width) - width / 2
    left = heaps.idxmax().idxmin()
    for number, (name, heap) in enumerate(heaps.items()):
        colour, high = strategy_colour(name, f"C{number}"), places[heap > 0.6 * heap.max()]
        end, side = (high[0], -1) if name == left else (high[-1], 1)
        ax.stairs(heap, edges, fill=True, color=colour, alpha=0.45)
        label(ax, strategy_words(name), (end, heap[end]), (14 * side, 0), colour)
    high = places[(heaps > 0.6 * heaps.max()).any(axis=1)]
    top = 1 if high[0] <= at <= high[-1] else 0.3  # beside the heaps their names stand higher up
    ax.axvline(at, ymax=top, color=EXACT)
    label(ax, words, (at, top - 0.02), (6, 0), xycoords=("data", "axes fraction"), va="top")
    seen = places[(heaps > 1e-3 * heaps.max()).any(axis=1)]
    ax.set(xlim=(min(*seen, at) - width, max(*seen, at) + width), ylim=(0, None), yticks=[])
    ax.spines["left"].set_visible(False)
    return ax
