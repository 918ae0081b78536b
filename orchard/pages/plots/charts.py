"""What more than one page draws."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.text import Annotation
from matplotlib.ticker import MaxNLocator

from orchard.pages.plots import EXACT

DARK, GREY = "#0072B2", "#BBBBBB"
MIDDLE = {"ha": "center", "va": "center"}


def label(ax: Axes, words: str, point: tuple, offset: tuple = (0, 0), colour: str = EXACT, **looks) -> Annotation:
    """Bold words beside a point, `offset` from it in points of the page; they end there if that is to the left."""
    align = "right" if offset[0] < 0 else "left"
    style = {"textcoords": "offset points", "color": colour, "weight": "bold", "fontsize": 11, "ha": align}
    return ax.annotate(words, point, offset, **style | looks)


def name_at_the_right(ax: Axes, ends: Mapping[str, tuple[float, str]]) -> None:
    """Words right of an axis in its limits, each at a height and in a colour, or above what is named there."""
    low = -np.inf
    for words, (height, colour) in sorted(ends.items(), key=lambda item: item[1][0]):
        _, y = (ax.transData - ax.transAxes).transform((1, height))
        low = max(y, low + 0.08)
        label(ax, words, (1, low), (6, 0), colour, va="center", xycoords="axes fraction")


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
