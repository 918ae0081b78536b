"""Pictures of orchards with more and more fruit."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from orchard.pages.plots import strategy_colour, strategy_words
from orchard.pages.plots.charts import in_a_hundred, label, name_at_the_right


def draw_waste(wasted: pd.DataFrame) -> Figure:
    """How many rolls each habit (columns) wastes, by the fruit on the fullest tree (index), on two logarithmic axes."""
    fig, ax = plt.subplots(figsize=(6, 4))
    most = wasted.index[-1]
    for name, line in wasted.items():
        ax.plot(line, "o-", color=strategy_colour(name), markersize=5)
    ax.set_xscale("log")
    ax.set_yscale("symlog", linthresh=1, linscale=0.4)  # which has a 0
    for axis, ticks in ((ax.xaxis, wasted.index), (ax.yaxis, [0, 1, 10, 100, 1000, 10_000])):
        axis.set_ticks(ticks, [f"{tick:,}" for tick in ticks])
        axis.set_ticks([], minor=True)
    ax.set(
        xlabel="fruits on the fullest tree", ylabel="wasted rolls, on average", ylim=(0, 3 * wasted.max(axis=None) + 3)
    )
    ax.set_xlim(0.9 * wasted.index[0], 9 * most)  # with room for names
    *few, last = (f"{rolls:,.0f}" for rolls in wasted.iloc[-1])
    ax.set_title(f"{most:,} fruits: {', '.join(few)} or {last} wasted rolls, as we pick")
    named = {strategy_words(name): (most, line.iloc[-1], strategy_colour(name)) for name, line in wasted.items()}
    name_at_the_right(ax, named)
    return fig


def draw_window(curves: dict[tuple[str, int], pd.Series], window: dict[str, float], middle: float) -> Figure:
    """How often two habits win (key: strategy, fruits), by raven rolls for each fruit on the fullest tree (index).

    The window has the edge of each habit. The chances of the larger of two orchards are told in its `middle`.
    """
    fig, ax = plt.subplots(figsize=(6, 3.8))
    ax.axvspan(min(window.values()), max(window.values()), color="#EEEEEE")
    small, large = sorted({fruits for _, fruits in curves})
    quick, slow = sorted(window, key=window.get)
    told = {}
    for strategy, side, va, height in [(quick, -1, "bottom", 0.7), (slow, 1, "top", 0.25)]:
        thick, colour = curves[strategy, large], strategy_colour(strategy)
        edge, align = (window[strategy], 1.22), {"va": "top", "weight": "normal"}
        label(ax, f"{window[strategy]:.2f}", edge, (3 * side, 0), **align)
        ax.plot(curves[strategy, small], color=colour, linewidth=1.5)
        ax.plot(thick, color=colour, linewidth=3)
        crossing = float(np.interp(height, thick, thick.index))
        words = f"{strategy_words(strategy)},\n{large:,} fruits"
        label(ax, words, (crossing, height), (9 * side, 0), colour, va="center")
        told[strategy] = float(np.interp(middle, thick.index, thick))
        ax.plot(middle, told[strategy], "o", color=colour)
        label(ax, f"{100 * told[strategy]:.1f}", (middle, told[strategy]), (6 * side, -4 * side), colour, va=va)
    label(ax, f"thin: {small:,} fruits", (1, 0.03), (-2, 0), xycoords="axes fraction", weight="normal")
    ax.set_title(f"In the middle: {100 * told[quick]:.1f} games in 100, or {100 * told[slow]:.1f}, as we pick")
    ax.set(xlabel="raven rolls for each fruit on the fullest tree", ylabel="games won out of 100", ylim=(-0.2, 1.24))
    in_a_hundred(ax.yaxis)
    ax.set_yticks(np.linspace(0, 1, 6))
    return fig
