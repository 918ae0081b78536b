"""Loaded dice: how two trees empty."""

from collections.abc import Mapping

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from orchard.pages.plots import TREE_COLOURS, strategy_words
from orchard.pages.plots.charts import GREY, label


def draw_emptying(played: Mapping[str, pd.DataFrame]) -> Figure:
    """For each rule (key) the fruit on two trees (columns) of a game; shaded is when only the second bears fruit."""
    fig, axes = plt.subplots(len(played), 1, figsize=(6, 5.6), sharex=True, sharey=True)
    for ax, (rule, path) in zip(axes, played.items(), strict=True):
        for tree, colour in zip(path, TREE_COLOURS.values(), strict=False):
            ax.plot(path[tree], color=colour)
        first, second = (f"{fruit[0]} fruits, {tree}" for tree, fruit in path.items())
        label(ax, first, (200, path.iloc[200, 0]), (8, 6))
        label(ax, second, (20, path.iloc[20, 1]), (0, -42))
        rolls, empty = len(path) - 1, int((path.iloc[:, 0] > 0).sum())
        ax.axvspan(empty, rolls, color=GREY, alpha=0.4, linewidth=0)
        ax.set(title=f"{strategy_words(rule).capitalize()} first: {rolls:,} rolls", ylabel="fruit left")
        ax.margins(0)
    label(axes[0], "4 faces\nwasted", (1250, 600))
    axes[-1].set_xlabel("rolls")
    return fig
