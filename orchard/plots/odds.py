"""Pictures of one game's odds: by raven steps, by length, and as games are played one after the other."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from orchard.plots import EXACT, LOST, WON, strategy_colour


def plot_raven_odds(ax: Axes, odds: np.ndarray, present: int) -> Axes:
    """The probability of winning with 1, 2, ... raven steps, the `present` number of them marked."""
    steps = np.arange(1, len(odds) + 1)
    ax.axhline(0.5, color=EXACT, linewidth=0.8)
    ax.plot(steps, odds, "o-", color=strategy_colour("max"), markersize=4)
    ax.plot([present, present, 0], [-1, odds[present - 1], odds[present - 1]], color=LOST, linewidth=1, linestyle="--")
    ax.plot(present, odds[present - 1], "o", markersize=13, markerfacecolor="none", markeredgecolor=LOST)
    ax.set_title(f"With {present} raven rolls we win {odds[present - 1]:.1%}", color=LOST)
    ax.set(xlabel="raven rolls that lose", ylabel="chance of winning", ylim=(-0.03, 1.04), xlim=(0.5, len(odds) + 0.5))
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1])
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    return ax


def plot_length_shares(ax: Axes, shares: np.ndarray, exact: np.ndarray, mean: float) -> Axes:
    """The `shares` (2, k) of games lost, and won above them, by the roll they end with; the `exact` ones as lines."""
    rolls, all_games = np.arange(shares.shape[1] + 1) - 0.5, shares.sum(axis=0)
    ax.stairs(all_games, rolls, baseline=shares[0], fill=True, color=WON, alpha=0.8, label="won")
    ax.stairs(shares[0], rolls, fill=True, facecolor=LOST, edgecolor="white", hatch="//", linewidth=0, label="lost")
    rolls, exactly = np.arange(exact.shape[1] + 1) - 0.5, exact.sum(axis=0)
    ax.stairs(exactly, rolls, color=EXACT, linewidth=1)
    ax.axvline(mean, color=EXACT, linewidth=1.2, linestyle="--")
    ax.set_title(f"A game takes {mean:.1f} rolls on average")
    seen = np.flatnonzero(exactly > exactly.max() / 200)
    ax.set(xlabel="rolls of a game", ylabel="share of games", xlim=(max(0, seen[0] - 1), 1.25 * seen[-1]))
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.legend(loc="upper right")
    return ax


def plot_estimates(ax: Axes, table: np.ndarray, exact: float, games: int) -> Axes:
    """Estimates as they settle: `table` (k, 4) holds games, share won, and the ends of its interval; `games` in all."""
    played, rate, low, high = table.T
    ax.fill_between(played, low, high, color=strategy_colour("max"), alpha=0.2, label="95 % interval")
    ax.plot(played, rate, "o-", color=strategy_colour("max"), markersize=4, label="share won")
    ax.axhline(exact, color=EXACT, linestyle="--", linewidth=1.2, label="exact")
    ax.set_title(f"The share of games won settles at {exact:.2%}")
    ax.set(xlabel="games played", ylabel="share of them won", xlim=(0, 1.02 * games))
    ax.set_xticks([0, games / 2, games], ["0", f"{games // 2:,}", f"{games:,}"])
    ax.get_xticklabels()[-1].set_ha("right")
    ax.yaxis.set_major_locator(MaxNLocator(5, min_n_ticks=3))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=2))
    ax.legend(loc="upper right")
    return ax
