"""Pictures of orchards with more and more fruit."""

from collections.abc import Callable, Mapping

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from orchard.pages.plots import strategy_colour, strategy_words
from orchard.pages.plots.charts import in_a_hundred, label, name_at_the_right


def draw_waste(wasted: pd.DataFrame) -> Figure:
    """How many rolls each habit (columns) wastes, by the fruit on the fullest tree (index), on two logarithmic axes."""
    fig, ax = plt.subplots(figsize=(6, 4))
    for name, line in wasted.items():
        ax.plot(line, "o-", color=strategy_colour(name), markersize=5)
    ax.set_xscale("log")
    ax.set_yscale("symlog", linthresh=1, linscale=0.4)  # which has a 0
    for axis, ticks in ((ax.xaxis, wasted.index), (ax.yaxis, [0, 1, 10, 100, 1000, 10_000])):
        axis.set_ticks(ticks, [f"{tick:,}" for tick in ticks])
        axis.set_ticks([], minor=True)
    ax.set(xlabel="fruits on the fullest tree", ylabel="wasted rolls, on average (each step tenfold)")
    ax.set_ylim(int(wasted.min(axis=None) >= 1), 1.5 * wasted.max(axis=None) + 3)
    ax.set_xlim(0.9 * wasted.index[0], 1.1 * wasted.index[-1])
    ax.set_title(_what_stops(wasted))
    ends = {name: line.iloc[-1] for name, line in wasted.items()}
    name_at_the_right(
        ax, {f"{strategy_words(name)}: {_rolls(end)}": (end, strategy_colour(name)) for name, end in ends.items()}
    )
    return fig


def _what_stops(wasted: pd.DataFrame) -> str:
    """Which waste has stopped growing with the orchard, if that is the fullest tree's alone, or how much there is."""
    before, last = wasted.iloc[-2], wasted.iloc[-1]
    words = {name: _rolls(rolls) for name, rolls in last.items()}
    grows = last > 1.3 * before
    if grows.drop("max").all() and last["max"] < 1.1 * before["max"]:
        return "Only the fullest tree's waste stops growing"
    *few, most = words.values()
    return f"{wasted.index[-1]:,} fruits: {', '.join(few)} or {most} wasted rolls"


def _rolls(mean: float) -> str:
    return f"{mean:,.0f}" if mean >= 3 else f"{mean:.1f}"


def draw_window(won: Callable[[int, str, int], float], window: Mapping[str, float], fruits: int, path: int) -> Figure:
    """How often two habits win, by raven rolls for each fruit on the fullest tree, in two orchards: one has a tenth.

    `won` takes the fruits on the fullest tree, a strategy and the raven rolls. The window has the edge of each habit,
    in raven rolls for each fruit. The chances of the larger orchard are told on a `path` in its middle.
    """
    fig, ax = plt.subplots(figsize=(6, 3.8))
    quick, slow = sorted(window, key=window.get)
    ax.axvspan(window[quick], window[slow], color="#EEEEEE")
    left, right = window[quick] - 0.33 * window[slow], 1.33 * window[slow]
    for strategy, side, height in [(quick, -1, 0.8), (slow, 1, 0.1)]:  # where no curve is
        edge, colour = window[strategy], strategy_colour(strategy)
        label(ax, f"{strategy_words(strategy)}\nthreshold {edge:.3f}", (edge, height), (4 * side, 0), colour)
        for size, width in [(fruits // 10, 1.5), (fruits, 3)]:
            rolls = _between(left * size, right * size)
            ax.plot(rolls / size, [won(size, strategy, r) for r in rolls], color=colour, linewidth=width, clip_on=False)
        ax.plot(path / fruits, won(fruits, strategy, path), "o", color=colour, clip_on=False)
    rolls = _between(left * fruits, right * fruits)
    at_random = [won(fruits, "random", r) for r in rolls]
    ax.plot(rolls / fruits, at_random, "--", color=strategy_colour("random"), linewidth=2, clip_on=False)
    ax.plot(path / fruits, won(fruits, "random", path), "o", color=strategy_colour("random"), clip_on=False)
    length = "length of the path: raven rolls for each fruit on the fullest tree, $\\rho$"
    words = f"{length}\n(dashed: tree at random; grey: the window; dots: its middle)"
    sizes = f"thick: {fruits:,} fruits on the fullest tree, thin: {fruits // 10:,}"
    ax.set_title(f"The larger the orchard, the narrower the strips of luck\n{sizes}")
    ax.set(xlabel=words, ylabel="games won out of 100", ylim=(0, 1))
    ax.set_xlim(max(0, left), right)
    in_a_hundred(ax.yaxis)
    ax.set_yticks(np.linspace(0, 1, 6))
    return fig


def _between(low: float, high: float) -> np.ndarray:
    """Some whole numbers of raven rolls, from one on, none of which is beyond these ends."""
    return np.unique(np.linspace(max(1, np.ceil(low)), np.floor(high), 120).round().astype(int))
