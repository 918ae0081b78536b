"""Figures of what to pick from the basket."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.ticker import MaxNLocator

from orchard.plots import EDITION_NAMES, EXACT, SEQUENTIAL, STRATEGY_COLOURS

MARKERS = {"max": "o", "fruit": "D", "random": "s", "first": "^", "min": "v", "ignore": "X"}


def plot_strategies(ax: Axes, table: pd.DataFrame) -> Axes:
    """The win probability of each strategy (columns) in each edition (rows), a line an edition."""
    heights = np.arange(len(table))
    for name, values in table.items():
        style = {"marker": MARKERS[name], "color": STRATEGY_COLOURS[name], "markeredgecolor": "black"}
        ax.plot(values, heights, linestyle="", markersize=9, markeredgewidth=0.6, label=name, **style)
    ax.set_yticks(heights, [EDITION_NAMES[edition] for edition in table.index])
    ax.set(xlabel="probability of winning", ylim=(len(table) - 0.5, -0.5))
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=len(table.columns), columnspacing=1, handletextpad=0.1)
    return ax


def plot_frozen(ax: Axes, wins: np.ndarray, exact: float, title: str) -> Axes:
    """What programs that freeze their random draws print, one value a run, beside the exact value."""
    ax.hist(wins, bins=40, color=STRATEGY_COLOURS["random"], edgecolor="white", linewidth=0.4)
    ax.axvline(exact, color=EXACT, linestyle="--", label=f"exact: {exact:.4f}")
    ax.set(title=title, xlabel="“win probability” of a run", ylabel="runs")
    ax.legend(loc="upper left", handlelength=1.5)
    return ax


def plot_regret(ax: Axes, regret: pd.DataFrame, title: str) -> Axes:
    """Regrets in percentage points: rows (raven steps, fruit on the tree picked from), columns the fruit on the trees.

    Columns stand in the order of the fruit left, which is written below them; fields that cannot occur stay white.
    """
    image = ax.imshow(regret, aspect="auto", cmap=SEQUENTIAL + "_r", vmin=0, interpolation="nearest")
    steps, left = regret.index.get_level_values(0), pd.Series([sum(fruits) for fruits in regret.columns])
    for row in np.flatnonzero(np.diff(steps)):
        ax.axhline(row + 0.5, color="black", linewidth=1)
    ax.set_yticks(range(len(regret)), [f"{stock}" for _, stock in regret.index], fontsize=7)
    middles = left.index.to_series().groupby(left).mean()
    middles = middles[middles.diff().fillna(2) > 1.6]  # numbers need room
    ax.set_xticks(middles, middles.index)
    for step in steps.unique():
        text = f"raven: {step} step" + "s" * (step > 1)
        ax.text(len(left) + 0.2, np.flatnonzero(steps == step).mean(), text, va="center", fontsize=9)
    ax.set(
        title=title, xlabel="fruits left (a column for each way they can be spread)", ylabel="fruit on the tree picked"
    )
    ax.grid(visible=False)
    ax.figure.colorbar(image, ax=ax, label="percentage points lost", pad=0.02, fraction=0.05)
    return ax


def plot_slips(ax: Axes, loss: pd.Series, title: str) -> Axes:
    """What one kind of wrong pick costs, by the fruit left when it is made, in percentage points."""
    ax.bar(loss.index, loss, color=STRATEGY_COLOURS["min"], width=0.8)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(title=title, xlabel="fruits left when the wrong pick is made", ylabel="percentage points lost")
    return ax


def plot_loaded(ax: Axes, cost: pd.DataFrame) -> Axes:
    """What the fullest tree costs: rows fruit on each tree, columns odds of the likelier colour; nothing is white."""
    shown = cost.where(cost > 1e-9)
    mesh = ax.pcolormesh(
        cost.columns, cost.index, shown, cmap=SEQUENTIAL + "_r", norm=LogNorm(1e-3, shown.max(axis=None))
    )
    fruits = np.linspace(1, cost.index.max(), 200)[1:]
    bound = fruits / (fruits - 1)
    seen = bound <= cost.columns.max()
    ax.plot(bound[seen], fruits[seen], color=EXACT, linestyle="--", label="odds n ∕ (n − 1)")
    ax.set(xlabel="odds of the likelier colour (the other three: 1)", ylabel="fruit on each tree, n")
    ax.grid(visible=False)
    ax.legend(loc="lower left")
    ax.figure.colorbar(mesh, ax=ax, label="percentage points lost")
    return ax
