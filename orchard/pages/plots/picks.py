"""Ways to pick from the basket, at a glance."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from orchard.pages.plots import STRATEGY_WORDS, strategy_colour


def plot_glance(ax: Axes, won: pd.DataFrame, words: Mapping[str, str] = STRATEGY_WORDS) -> Axes:
    """Games won of a hundred: a group of bars for each game (rows), in it one for each strategy (columns)."""
    games, strategies = won.shape
    step = 0.84 / strategies
    for number, (strategy, values) in enumerate(won.items()):
        heights = np.arange(games) + step * (number - (strategies - 1) / 2)
        bars = ax.barh(heights, values, 0.93 * step, color=strategy_colour(strategy))
        name = words.get(strategy, strategy)
        ax.bar_label(bars, [f"{value:.0f}  {name}" for value in values], padding=4)
    ax.set_yticks(range(games), won.index, fontsize=12)
    ax.set(xlabel="games won out of 100", xlim=(0, 105), ylim=(games - 0.5, -0.5))
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    return ax
