"""Figures of games played: paths, samples, and the error as it shrinks."""

from collections.abc import Sequence
from itertools import groupby

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from scipy import stats

from orchard.pages.plots import EXACT, LOST, WON, strategy_colour, strategy_words
from orchard.pages.plots.charts import MIDDLE, in_a_hundred, label

Path = Sequence[tuple[int, int]]  # (fruit left, raven steps left) at the start and after each roll
CROWD, RUN = "#9AA5B1", "#6FA3CC"
DOT = {"linestyle": "none", "marker": "o", "markersize": 3.5, "markerfacecolor": "white", "markeredgecolor": EXACT}
RING = {"marker": "o", "markersize": 10, "markerfacecolor": "white", "markeredgecolor": EXACT, "zorder": 4}


def plot_path(ax: Axes, path: Path, crowd: Sequence[Path] = ()) -> Axes:
    """One game as a path, with a ring around how many rolls it wasted at a place, before a pale `crowd` of others."""
    fruit, steps = path[0]
    shifts = np.linspace(-0.3, 0.3, max(2, len(crowd)))  # else games hide each other
    for other, shift in zip(crowd, shifts, strict=False):
        ax.plot(*(np.transpose(other) + shift), color=CROWD, linewidth=0.6, alpha=0.6)
    ax.plot(*np.transpose(path), color=EXACT, linewidth=2.2, marker="o", markersize=3.5, zorder=3)
    for place, rolls in groupby(path):
        if wasted := len(list(rolls)) - 1:
            ax.plot(*place, **RING | {"markersize": 16})
            ax.text(*place, wasted, fontsize=11, weight="bold", zorder=5, ha="center", va="center_baseline")
    ax.axvspan(0.5, -0.5, color=WON, zorder=2)
    ax.axhspan(0.5, -0.5, xmax=(fruit + 0.2) / (fruit + 1.2), color=LOST, zorder=2)
    white = MIDDLE | {"color": "white", "weight": "bold"}
    ax.text(0, (steps + 1) / 2, "no fruit left: we win", rotation=90, **white)
    ax.text(0.55 * fruit, 0, "the raven has arrived: we lose", **white)
    ax.set(xlim=(fruit + 0.7, -0.5), ylim=(-0.5, steps + 0.7), yticks=range(steps + 1))
    ax.set(xlabel="fruit left on the trees (in a ring: rolls wasted there)", ylabel="raven rolls left")
    ax.set_xticks(range(fruit, -1, -1 - fruit // 20))
    ax.grid(visible=False)
    return ax


def plot_samples(
    ax: Axes,
    sample_wins: np.ndarray,
    games: int,
    rate: float,
    strategy: str,
    side: str,
    others: "pd.Series | None" = None,  # as text: the site reads it without pandas
) -> Axes:
    """The win rates of samples of `games` games as bars, and the normal density about the exact `rate`.

    A bar is a thousandth of the games wide, in whole wins. The strategy is named at one `side` of the peak. What others
    found, samples by wins (index), is drawn as dots.
    """
    bar = max(1, games // 1000)
    edges = np.arange(sample_wins.min() - bar, sample_wins.max() + 2 * bar, bar) - 0.5
    heights, *_ = ax.hist(sample_wins / games, edges / games, color=strategy_colour(strategy), alpha=0.75)
    share = np.linspace(edges[0], edges[-1], 300) / games
    bell = stats.norm.pdf(share, rate, _typical_error(rate, games)) * len(sample_wins) * bar / games
    ax.plot(share, bell, color=EXACT, linewidth=1.4)
    if others is not None:
        seen, _ = np.histogram(others.index, edges, weights=others * len(sample_wins) / others.sum())
        ax.plot((edges[1:] + edges[:-1]) / 2 / games, np.where(seen, seen, np.nan), **DOT)
    shift, align = {"left": (6, "right"), "right": (-6, "left")}[side]
    top = max(bell.max(), heights.max())
    label(ax, strategy_words(strategy).replace(" ", "\n", 1), (rate, top), (shift, 4), ha=align, va="bottom")
    ax.margins(x=0.2, y=0.3)
    ax.set(xlabel=f"games won out of 100, in batches of {games:,}", ylabel="batches")
    in_a_hundred(ax.xaxis)
    ax.label_outer()
    return ax


def plot_errors(ax: Axes, errors: pd.DataFrame, rate: float) -> Axes:
    """How far runs (columns) are off after so many games (index), and their typical error."""
    games = errors.index.to_numpy()
    typical = _typical_error(rate, games)
    ax.plot(games, errors.abs(), "o", color=RUN, markersize=4)
    ax.plot(games, typical, color=EXACT, linewidth=1.6, linestyle="--")
    line = {"arrowprops": {"arrowstyle": "-", "relpos": (0, 0)}}
    for number in (games[0], 100 * games[0]):
        if number <= games[-1]:
            error = _typical_error(rate, number)
            ax.plot(number, error, **RING)
            label(ax, f"{number:,} games:\n{100 * error:.1g} in 100", (number, error), (0, 36), **line)
    halfway = len(games) // 2
    label(ax, "the formula", (games[halfway], typical[halfway]), (30, 55), weight="normal", **line)
    ax.set(xscale="log", yscale="log", xlabel="games played so far", ylabel="error, in games in 100")
    ax.set(xlim=(games[0] / 1.2, games[-1] * 1.2), ylim=(typical[-1] / 12, typical[0] * 7))
    ax.xaxis.set_major_formatter(lambda number, _: f"{number:,.0f}")
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g}")
    return ax


def _typical_error(rate: float, games):
    return np.sqrt(rate * (1 - rate) / games)
