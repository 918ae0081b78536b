"""Figures of the exact solution."""

import pandas as pd
from matplotlib.axes import Axes

from orchard.plots import EDITION_NAMES, STRATEGY_COLOURS


def plot_going_on(ax: Axes, going_on: pd.Series, bound: int, printed: int, edition: str) -> Axes:
    """The probability that a game is not over after so many changes of state, up to the most there can be (`bound`).

    `printed` is what a source gave as the most.
    """
    ax.step(going_on.index, going_on, where="mid", color=STRATEGY_COLOURS["max"])
    for x, style, text in ((printed, ":", f"printed: {printed}"), (bound, "--", f"true: {bound}")):
        ax.axvline(x, color="#555555", linestyle=style, linewidth=1.2)
        ax.annotate(text, (x, 0.5), xycoords=("data", "axes fraction"), rotation=90, ha="right", va="center")
    ax.set(title=EDITION_NAMES[edition], xlabel="changes of state", ylabel="the game goes on", ylim=(0, 1.05))
    return ax
