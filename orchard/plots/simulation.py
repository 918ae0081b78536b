"""Figures of the simulation: samples and their spread, the law of large numbers, intervals."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from scipy import stats

from orchard.plots import EXACT, PRINTED, STRATEGY_COLOURS


def plot_samples(ax: Axes, sample_wins: np.ndarray, games: int, rate: float, strategy: str) -> Axes:
    """Histogram of the win rates of samples of `games` games each, with the normal density scaled to it.

    `rate` is the exact probability to win; bars are ten wins wide, so that each covers as many possible win rates.
    """
    edges = np.arange(sample_wins.min() - 5, sample_wins.max() + 15, 10) - 0.5
    ax.hist(sample_wins / games, edges / games, color=STRATEGY_COLOURS[strategy], alpha=0.7, label=strategy)
    x = np.linspace(edges[0], edges[-1], 300) / games
    density = stats.norm.pdf(x, rate, np.sqrt(rate * (1 - rate) / games))
    ax.plot(x, density * len(sample_wins) * 10 / games, color=EXACT, linewidth=1.2)
    # The name stands at its histogram, so that colour is not the only sign.
    ax.annotate(strategy, (rate, 1), xycoords=("data", "axes fraction"), ha="center", va="bottom")
    ax.set(xlabel=f"share of {games:,} games won", ylabel="samples")
    return ax


def plot_running_rate(ax: Axes, running: pd.DataFrame, rate: float) -> Axes:
    """Win rates of several runs (columns) by games played so far (index), in the funnel of 1.96 standard errors."""
    half = 1.96 * np.sqrt(rate * (1 - rate) / running.index.to_numpy())
    ax.fill_between(running.index, rate - half, rate + half, color="#CCCCCC", label="95 % of all runs are in here")
    ax.plot(running, color=STRATEGY_COLOURS["max"], linewidth=0.9, alpha=0.8)
    ax.axhline(rate, color=EXACT, linewidth=1.2, label=f"exact probability {rate:.4f}")
    ax.set(xscale="log", xlabel="games played so far", ylabel="share of them won")
    ax.legend(loc="upper right")
    return ax


def plot_widths(ax: Axes, widths: pd.DataFrame, printed: Mapping[int, float]) -> Axes:
    """Width of an interval against the number of games (index), a line a win rate (columns), and printed bounds."""
    for column, style in zip(widths, ("-", "--", ":"), strict=False):
        ax.plot(widths.index, widths[column], style, label=column)
    ax.plot(list(printed), list(printed.values()), "s", color=PRINTED, label="printed in the paper")
    ax.set(xscale="log", yscale="log", xlabel="games", ylabel="width of the 95 % interval")
    ax.legend()
    return ax


def plot_coverage(ax: Axes, coverage: pd.Series, level: float) -> Axes:
    """How often the intervals of one kind (the name of the series) hold the true probability (its index)."""
    ax.plot(coverage, linewidth=1)
    ax.axhline(level, color=EXACT, linewidth=1.2, linestyle="--")
    ax.set(title=coverage.name, xlabel="true probability to win", ylim=(0.75, 1.01))
    return ax
