"""Pictures of how long games last and how they end."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import MaxNLocator, PercentFormatter

from orchard.plots import EDITION_NAMES, LOST, STRATEGY_COLOURS, WON

STYLES = dict(zip(EDITION_NAMES, ("-", "--", "-.", ":", "-"), strict=True))
COLOURS = dict(zip(EDITION_NAMES, ("#0072B2", "#56B4E9", "#D55E00", "#E69F00", "#000000"), strict=True))


def plot_lengths(ax: Axes, exact: np.ndarray, shares: np.ndarray, title: str) -> Axes:
    """Games lost, and won above them, by rolls: simulated `shares` (2, k) as bars, `exact` (2, m) as lines."""
    rolls = np.arange(shares.shape[1])
    ax.bar(rolls, shares[0], 1, color=LOST, alpha=0.75, label="lost, simulated")
    ax.bar(rolls, shares[1], 1, bottom=shares[0], color=WON, alpha=0.55, label="won, simulated")
    ax.step(np.arange(exact.shape[1]), exact[0], where="mid", color="black", lw=1, ls=":", label="lost, exact")
    ax.step(np.arange(exact.shape[1]), exact.sum(axis=0), where="mid", color="black", lw=1, label="all, exact")
    ax.set(title=title, xlabel="rolls", ylabel="share of games")
    _in_percent(ax.yaxis)
    return ax


def plot_going_on(ax: Axes, going_on: pd.DataFrame) -> Axes:
    """The probability that a game is not over: index rolls, a column for each edition."""
    for edition, p in going_on.items():
        ax.plot(p.index, p, STYLES[edition], color=COLOURS[edition], label=EDITION_NAMES[edition])
    ax.set(xlabel="rolls", ylabel="share of games not over")
    ax.legend()
    return ax


def plot_ratios(ax: Axes, ratios: pd.DataFrame, theory: pd.DataFrame, rate: float) -> Axes:
    """By how much each further roll thins out the games not over: index rolls, a column for each edition."""
    for edition, ratio in ratios.items():
        ax.plot(ratio.index, ratio, STYLES[edition], color=COLOURS[edition], label=EDITION_NAMES[edition])
        ax.plot(theory.index, theory[edition], color="black", lw=0.8, ls=(0, (1, 2)))
    ax.axhline(rate, color="black", lw=1)
    ax.set(xlabel="rolls", ylabel="share not over one roll later", ylim=(0.4, 1))
    return ax


def plot_strategies(ax: Axes, table: pd.DataFrame, title: str) -> Axes:
    """Mean length against win probability, a named point for each strategy (index); columns win, rolls."""
    for strategy, row in table.iterrows():
        ax.plot(row["win"], row["rolls"], "o", ms=8, color=STRATEGY_COLOURS[strategy.split()[0]])
        ax.annotate(strategy, (row["win"], row["rolls"]), (8, 6), textcoords="offset points")
    ax.margins(0.3)
    ax.set(title=title, xlabel="probability to win", ylabel="mean rolls of a game")
    _in_percent(ax.xaxis)
    return ax


def plot_ends(ax: Axes, shares: pd.Series, won: bool, title: str) -> Axes:
    """How games end: the share of those won (or lost) by what is left (index)."""
    ax.bar(shares.index, shares, color=WON if won else LOST, hatch="" if won else "//", edgecolor="white")
    ax.xaxis.set_major_locator(MaxNLocator(11, integer=True))
    ax.set(
        title=title,
        xlabel="raven steps left" if won else "fruit left",
        ylabel=f"share of {'wins' if won else 'defeats'}",
    )
    _in_percent(ax.yaxis)
    return ax


def _in_percent(axis: Axis) -> None:
    axis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10]))  # no 2.5, which would be rounded
    axis.set_major_formatter(PercentFormatter(1, decimals=0))
