"""Pictures of orchards with more and more fruit, and of their limits."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from orchard.plots import EXACT, LOST, TREE_COLOURS, WON, strategy_colour, strategy_words

SHADES = ("#8DB3D3", "#5A93C0", "#2E74A8", "#0B5586", "#00304F")  # the more fruit, the darker


def plot_race(ax: Axes, law: pd.Series, chances: pd.Series) -> Axes:
    """How many rolls besides the raven's a game needs (index), and how many such games are won: stacked bars."""
    won, lost = law * chances, law * (1 - chances)
    ax.bar(law.index, won, color=WON, alpha=0.75)
    ax.bar(law.index, lost, bottom=won, color=LOST, hatch="//", edgecolor="white")
    peak, first = int(law.idxmax()), int(law.index[0])
    _label(ax, "won", (first - 0.5, won[first] / 2), (-6, 0), WON, ha="right", va="center")
    _label(ax, "lost: the raven is first", (peak + 4, law[peak + 4]), (8, 4), LOST)
    ax.set(xlabel="rolls needed, the raven's not counted", ylabel="share of games", xlim=(first - 2.5, None))
    ax.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))  # no 2.5, which would be rounded
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.grid(axis="x", visible=False)
    return ax


def plot_trees(ax: Axes, path: pd.DataFrame, times: np.ndarray, levels: np.ndarray, title: str) -> Axes:
    """A tree a line: one game played (`path`, index: the raven's clock), and dashed the limit, straight in between."""
    colours = [*TREE_COLOURS.values(), "#E07B00", "#7B4FA0"]
    for tree, colour in zip(path, colours, strict=False):
        ax.plot(path.index, path[tree], color=colour, linewidth=1.6)
    ax.plot(times, levels, color=EXACT, linewidth=1.2, linestyle="--")
    ax.set_title(title, fontsize=11)
    ax.set(xlabel="raven steps for each fruit", ylabel="fruit left on a tree", xlim=(0, 1.05))
    ax.set_ylim(0, 1.02)
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return ax


def plot_step(ax: Axes, curves: dict[int, pd.Series], threshold: float) -> Axes:
    """How often we win against raven steps for each fruit (index), a curve for each number of fruits (key)."""
    ax.axvline(threshold, color=EXACT, linewidth=1, linestyle="--")
    _named_curves(ax, curves, right=1.05)
    return _odds(ax, "raven steps for each fruit on a tree")


def plot_window(ax: Axes, curves: dict[tuple[str, int], pd.Series], window: tuple[float, float]) -> Axes:
    """How often we win with a strategy and a number of fruits (key), against raven steps for each fruit (index)."""
    ax.axvspan(*window, color="#EEEEEE")
    sizes = sorted({fruits for _, fruits in curves})
    for (strategy, fruits), curve in curves.items():
        ax.plot(curve.index, curve, color=strategy_colour(strategy), linewidth=1 + 0.9 * sizes.index(fruits))
    for strategy, height, offset, side in [("max", 0.7, (-8, 0), "right"), ("min", 0.12, (12, 0), "left")]:
        thick, colour = curves[strategy, sizes[-1]], strategy_colour(strategy)
        _label(ax, strategy_words(strategy), _crossing(thick, height), offset, colour, ha=side, va="center")
    from_thin_to_thick = ", ".join(f"{fruits:,}" for fruits in sizes)
    ax.text(0.02, 0.97, f"fruits on a tree,\nthin to thick:\n{from_thin_to_thick}", transform=ax.transAxes, va="top")
    return _odds(ax, "raven steps for each fruit on a tree")


def plot_square_roots(ax: Axes, curves: dict[int, pd.Series], limit: pd.Series) -> Axes:
    """How often we win against steps beyond the threshold in square roots of the fruit (index), and the limit."""
    _named_curves(ax, curves, right=1.1)
    ax.plot(limit.index, limit, color=EXACT, linewidth=1.2, linestyle="--")
    _label(ax, "limit", _crossing(limit, 0.75), (-10, 0), EXACT, ha="right")
    return _odds(ax, "steps beyond the threshold, in square roots of the fruits on a tree")


def _named_curves(ax: Axes, curves: dict[int, pd.Series], right: float) -> None:
    """A curve for each number of fruits, with a thin line to its name, which stands to the right of `right`."""
    heights = np.linspace(0.52, 0.08, len(curves))
    for (fruits, curve), colour, height in zip(curves.items(), SHADES, heights, strict=False):
        ax.plot(curve.index, curve, color=colour, marker="o" if len(curve) < 20 else None, markersize=5)
        x, y = _crossing(curve, height)
        ax.plot([x, max(x, right)], [y, height - 0.04], color=colour, linewidth=0.7)
        ax.text(max(x, right) + 0.02, height - 0.04, f"{fruits:,} fruits", color=colour, weight="bold", va="center")


def _crossing(curve: pd.Series, height: float) -> tuple[float, float]:
    """Where a rising curve reaches a height, or its end."""
    return float(np.interp(height, curve, curve.index)), min(height, curve.iloc[-1])


def _odds(ax: Axes, xlabel: str) -> Axes:
    ax.set(xlabel=xlabel, ylabel="games won", ylim=(0, 1.02))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return ax


def _label(ax: Axes, text: str, point: tuple, offset: tuple, colour: str, **alignment: str) -> None:
    """Bold words beside a point, `offset` from it in points of the page."""
    ax.annotate(text, point, offset, textcoords="offset points", color=colour, weight="bold", fontsize=11, **alignment)
