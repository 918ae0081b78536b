"""Loaded dice: how two trees empty."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from orchard.pages.plots import EXACT, TREE_COLOURS, strategy_words
from orchard.pages.plots.charts import label


def draw_emptying(played: Mapping[str, pd.DataFrame], fluid: Mapping[str, Sequence[Sequence]]) -> Figure:
    """For each rule (key) the fruit on each tree (columns) of a game, and as a fluid: corners (roll, fruit) a tree."""
    fig, axes = plt.subplots(len(played), 1, figsize=(6, 5.6), sharex=True)
    for ax, (rule, path) in zip(axes, played.items(), strict=True):
        for (tree, fruit), corners, colour in zip(path.items(), fluid[rule], TREE_COLOURS.values(), strict=False):
            ax.plot(fruit, color=colour)
            ax.plot(*zip(*corners, strict=True), color=EXACT, linewidth=1, linestyle="--")
            label(ax, tree, (200, fruit[200]), (8, 6))
        rolls = max(corners[-1][0] for corners in fluid[rule])
        words = strategy_words(rule).capitalize()
        ax.set(title=f"{words} first: {len(path) - 1:,} rolls; fluid: {rolls:,}", ylabel="fruit left")
        ax.margins(0)
    axes[-1].set_xlabel("rolls")
    return fig
