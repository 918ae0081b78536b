"""Pictures of one game's odds: by raven steps, by length, and as games are played one after the other."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from orchard.plots import EXACT, LOST, STRATEGY_COLOURS, WON


def plot_raven_odds(ax: Axes, odds: np.ndarray, present: int) -> Axes:
    """The probability to win with 1, 2, ... raven steps, the `present` number of them marked."""
    steps = np.arange(1, len(odds) + 1)
    ax.axhline(0.5, color=EXACT, linewidth=0.8)
    ax.plot(steps, odds, "o-", color=STRATEGY_COLOURS["max"], markersize=4)
    ax.plot(present, odds[present - 1], "o", markersize=13, markerfacecolor="none", markeredgecolor=LOST)
    high = odds[present - 1] > 0.75
    place = {"va": "top" if high else "bottom", "textcoords": "offset points", "ha": "left"}
    ax.annotate(f"now: {odds[present - 1]:.1%}", (present, odds[present - 1]), (9, -9 if high else 9), **place)
    ax.set(xlabel="steps of the raven", ylabel="chance to win", ylim=(-0.02, 1.04))
    ax.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1])
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    return ax


def plot_exact_lengths(ax: Axes, lengths: np.ndarray, mean: float) -> Axes:
    """The share of games lost, and won above them, by the roll with which they end: `lengths` (2, k)."""
    rolls = np.arange(lengths.shape[1])
    edges, all_games = np.arange(len(rolls) + 1) - 0.5, lengths.sum(axis=0)
    ax.stairs(all_games, edges, baseline=lengths[0], fill=True, color=WON, label="won")
    ax.stairs(lengths[0], edges, fill=True, facecolor=LOST, edgecolor="white", hatch="//", linewidth=0, label="lost")
    ax.axvline(mean, color=EXACT, linewidth=1.2, linestyle="--", label=f"mean: {mean:.1f}")
    seen = np.flatnonzero(all_games > all_games.max() / 200)
    ax.set(xlabel="rolls of a game", ylabel="share of games", xlim=(max(0, seen[0] - 1), seen[-1] + 1))
    ax.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.legend()
    return ax


def plot_estimates(ax: Axes, table: np.ndarray, exact: float) -> Axes:
    """Estimates as they settle: `table` (k, 4) holds games, share won, and the ends of its interval."""
    games, rate, low, high = table.T
    ax.fill_between(games, low, high, color=STRATEGY_COLOURS["max"], alpha=0.2, label="95 % interval")
    ax.plot(games, rate, "o-", color=STRATEGY_COLOURS["max"], markersize=4, label="share won")
    ax.axhline(exact, color=EXACT, linestyle="--", linewidth=1.2, label="exact")
    ax.set(xlabel="games played", ylabel="share of them won")
    ax.ticklabel_format(axis="y", useOffset=False)
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.xaxis.set_major_formatter(lambda n, _: f"{n:,.0f}")
    ax.legend(loc="upper right")
    return ax
