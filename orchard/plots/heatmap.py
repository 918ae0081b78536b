"""Annotated heatmaps."""

import pandas as pd
from matplotlib.axes import Axes

from orchard.plots import SEQUENTIAL


def plot_heatmap(
    ax: Axes,
    table: pd.DataFrame,
    text: str = "{:.0%}",
    low: float = 0.0,
    high: float = 1.0,
    size: float = 8.0,
    less_is_brighter: bool = False,
) -> Axes:
    """The numbers of a table as colours between `low` and `high`, and written out by the format `text`, `size` points.

    Rows run downwards and columns to the right, as in the table. Brighter is more, or less; the writing is white on the
    darker colours and black on the brighter ones, so that its contrast is nowhere below 4.4 to 1.
    """
    ax.imshow(table, cmap=SEQUENTIAL + ("_r" if less_is_brighter else ""), vmin=low, vmax=high, aspect="auto")
    for (row, column), value in pd.DataFrame(table.to_numpy()).stack().items():
        share = (value - low) / (high - low)
        brightness = 1 - share if less_is_brighter else share
        colour = "white" if brightness < 0.45 else "black"
        ax.text(column, row, text.format(value), ha="center", va="center", fontsize=size, color=colour)
    ax.set_xticks(range(table.shape[1]), table.columns)
    ax.set_yticks(range(table.shape[0]), table.index)
    ax.set(xlabel=table.columns.name, ylabel=table.index.name)
    ax.tick_params(length=0)
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    return ax
