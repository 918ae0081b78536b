"""Figures of the simulation: one game as a path, samples and their spread, the error as it shrinks, short lists."""

from collections.abc import Sequence
from itertools import groupby

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from scipy import stats

from orchard.plots import EXACT, LOST, WON, strategy_colour, strategy_words

Path = Sequence[tuple[int, int]]  # (fruit left, raven steps left) at the start and after each roll
CROWD, RUN = "#9AA5B1", "#6FA3CC"
_AT_THE_TOP = {"textcoords": "offset points", "ha": "left", "va": "top", "weight": "bold"}


def plot_path(ax: Axes, path: Path, crowd: Sequence[Path] = ()) -> Axes:
    """One game as a path, ringed where it wasted rolls, in front of the pale paths of a `crowd`."""
    fruit, steps = path[0]
    shifts = np.linspace(-0.3, 0.3, max(2, len(crowd)))  # else games that go the same way would hide each other
    for other, shift in zip(crowd, shifts, strict=False):
        ax.plot(*(np.transpose(other) + shift), color=CROWD, linewidth=0.6, alpha=0.6)
    ax.plot(*np.transpose(path), color=EXACT, linewidth=2.2, marker="o", markersize=3.5, zorder=3)
    for place, rolls in groupby(path):
        if wasted := len(list(rolls)) - 1:
            _ring(ax, place, wasted)
    ax.axvspan(0.5, -0.5, color=WON, zorder=2)
    ax.axhspan(0.5, -0.5, xmax=(fruit + 0.2) / (fruit + 1.2), color=LOST, zorder=2)
    white = {"color": "white", "weight": "bold", "ha": "center", "va": "center"}
    ax.text(0, (steps + 1) / 2, "no fruit left: we win", rotation=90, **white)
    ax.text(0.55 * fruit, 0, "the raven has arrived: we lose", **white)
    ax.set(xlim=(fruit + 0.7, -0.5), ylim=(-0.5, steps + 0.7), yticks=range(steps + 1))
    ax.set(xlabel="fruit left on the trees", ylabel="raven rolls left", xticks=range(fruit, -1, -1 - fruit // 20))
    ax.grid(visible=False)
    return ax


def _ring(ax: Axes, place: tuple[int, int], wasted: int) -> None:
    """A ring where so many rolls were wasted, and the words for it."""
    ax.scatter(*place, s=110, facecolor="white", edgecolor=EXACT, linewidth=1.6, zorder=4)
    box = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1}
    far = {"xytext": (-8, 6), "textcoords": "offset points", "ha": "right", "fontsize": 9, "bbox": box, "zorder": 5}
    ax.annotate(f"{wasted} wasted", place, **far)


def plot_samples(
    ax: Axes, sample_wins: np.ndarray, games: int, rate: float, strategy: str, align: str = "center"
) -> Axes:
    """Histogram of the win rates of samples of `games` games each, with the normal density scaled to it.

    `rate` is the exact probability of winning; a bar is a thousandth of the games wide, in whole wins. The name of the
    strategy stands above it, aligned as `align` says.
    """
    bar = max(1, games // 1000)
    edges = np.arange(sample_wins.min() - bar, sample_wins.max() + 2 * bar, bar) - 0.5
    ax.hist(sample_wins / games, edges / games, color=strategy_colour(strategy), alpha=0.75)
    x = np.linspace(edges[0], edges[-1], 300) / games
    density = stats.norm.pdf(x, rate, np.sqrt(rate * (1 - rate) / games))
    ax.plot(x, density * len(sample_wins) * bar / games, color=EXACT, linewidth=1.4)
    # The name stands at its histogram, so that colour is not the only sign.
    place = {"xy": (rate, 1), "xycoords": ("data", "axes fraction"), "ha": align, "va": "bottom"}
    ax.annotate(strategy_words(strategy), **place, weight="bold")
    ax.set(xlabel=f"share of {games:,} games won", ylabel="batches")
    ax.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    ax.label_outer()
    ax.xaxis.set_major_formatter(lambda share, _: f"{100 * share:g} %")
    return ax


def plot_errors(ax: Axes, errors: pd.DataFrame, rate: float) -> Axes:
    """How far several runs (columns) are off after so many games (index), and how far theory says they should be."""
    games = errors.index.to_numpy()
    typical = np.sqrt(rate * (1 - rate) / games)
    ax.plot(games, errors.abs(), "o", color=RUN, markersize=4)
    ax.plot(games, typical, color=EXACT, linewidth=1.6, linestyle="--")
    for number in (games[0], 100 * games[0]):
        if number <= games[-1]:
            _price(ax, number, np.sqrt(rate * (1 - rate) / number))
    halfway = len(games) // 2
    theory = {"xytext": (30, 55), "textcoords": "offset points", "arrowprops": {"arrowstyle": "-", "relpos": (0, 0)}}
    ax.annotate("the formula", (games[halfway], typical[halfway]), **theory)
    ax.set(xscale="log", yscale="log", xlabel="games played so far", ylabel="error, in games in 100")
    ax.set(xlim=(games[0] / 1.2, games[-1] * 1.2), ylim=(typical[-1] / 12, typical[0] * 7))
    ax.xaxis.set_major_formatter(lambda number, _: f"{number:,.0f}")
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g}")
    return ax


def _price(ax: Axes, games: int, error: float) -> None:
    """A ring on the line of typical errors, and the words for it."""
    ax.scatter(games, error, s=80, facecolor="white", edgecolor=EXACT, linewidth=1.6, zorder=4)
    line = {"arrowstyle": "-", "relpos": (0, 0), "shrinkA": 0, "shrinkB": 4}
    place = {"xytext": (0, 36), "textcoords": "offset points", "weight": "bold", "arrowprops": line}
    ax.annotate(f"{games:,} games:\n{100 * error:.1g} in 100", (games, error), **place)


def plot_lists(ax: Axes, chances: pd.DataFrame, won: int) -> Axes:
    """How likely each number of wins (index) is on a list, for some strategies (columns), and where one was."""
    for strategy, chance in chances.items():
        ax.bar(chance.index, chance, width=1, color=strategy_colour(strategy), alpha=0.45)
        high = chance.index[chance > 0.6 * chance.max()]
        place, align, shift = (high[-1], "left", 14) if chance.idxmax() > won + 2 else (high[0], "right", -14)
        label = {"xytext": (shift, 0), "textcoords": "offset points", "ha": align, "weight": "bold"}
        ax.annotate(strategy_words(strategy), (place, chance[place]), color=strategy_colour(strategy), **label)
    likely = chances.index[(chances > 1e-4).any(axis=1)]
    ax.axvline(won, color=EXACT, linewidth=2)
    ax.annotate(f"{won} wins", (won, 0.98), xycoords=("data", "axes fraction"), xytext=(6, 0), **_AT_THE_TOP)
    ax.set(xlabel=f"wins in {chances.index[-1]} games", yticks=[], xlim=(likely.min() - 0.5, likely.max() + 0.5))
    ax.spines["left"].set_visible(False)
    return ax
