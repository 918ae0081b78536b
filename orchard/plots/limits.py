"""Pictures of orchards with more and more fruit, and of their limits."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.text import Annotation
from matplotlib.ticker import MaxNLocator, PercentFormatter

from orchard.plots import EXACT, LOST, TREE_COLOURS, WON, strategy_colour, strategy_words

SHADES = ("#5A93C0", "#1F659C", "#00304F")  # the more fruit, the darker
STEPS_A_FRUIT = "raven rolls for each fruit on a tree"


def plot_race(ax: Axes, law: pd.Series, chances: pd.Series, mean: float) -> Axes:
    """How many rolls besides the raven's a game needs (index), and how many such games are won: stacked bars."""
    won, lost = law * chances, law * (1 - chances)
    ax.bar(law.index, won, color=WON, alpha=0.75)
    ax.bar(law.index, lost, bottom=won, color=LOST, hatch="//", edgecolor="white")
    peak, top = int(law.idxmax()), 1.12 * law.max()
    ax.vlines(mean, 0, top, color=EXACT, linewidth=1.5, linestyle="--")
    _label(ax, f"mean {mean:.1f}", (mean, top), (6, 0), EXACT, va="top")
    _label(ax, "won", (peak, won[peak] / 2), (0, 0), "white", ha="center", va="center").set_bbox({"color": WON})
    _label(ax, "lost: the raven is first", (peak + 4, law[peak + 4]), (8, 4), LOST)
    ax.set(xlabel="rolls needed, the raven's not counted", ylabel="share of games")
    ax.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))  # no 2.5, which would be rounded
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.grid(axis="x", visible=False)
    return ax


def plot_trees(ax: Axes, path: pd.DataFrame, times: np.ndarray, levels: np.ndarray, title: str) -> Axes:
    """A tree a line: one game played (`path`, index: the raven's clock), and dashed the limit, straight in between."""
    for tree, (fruit, colour) in zip(path, TREE_COLOURS.items(), strict=False):
        ax.plot(path.index, path[tree], color=colour, linewidth=2, label=f"{fruit} tree")
    limit, *_ = ax.plot(times, levels, color=EXACT, linewidth=1, linestyle="--")
    limit.set_label("limit")
    ax.set_title(title, fontsize=11)
    ax.set(xlabel=STEPS_A_FRUIT, ylabel="fruit left on a tree", xlim=(0, 1.05))
    ax.set_ylim(0, 1.02)
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return ax


def plot_step(ax: Axes, curves: dict[int, pd.Series], threshold: float) -> Axes:
    """How often we win against raven steps for each fruit (index), for three numbers of fruits (key)."""
    ax.axvline(threshold, color=EXACT, linewidth=1.2, linestyle="--")
    _label(ax, f"limit: {threshold:.2g}", (threshold, 0.5), (-8, 0), EXACT, ha="right", va="center")
    _named_curves(ax, curves, ((0.55, 9), (0.85, 9), (0.9, -9)))
    return _odds(ax, STEPS_A_FRUIT)


def plot_window(ax: Axes, curves: dict[tuple[str, int], pd.Series], window: tuple[float, float], marked: float) -> Axes:
    """How often the fullest and the emptiest tree win (key: strategy, fruits), against raven steps for each fruit.

    Two numbers of fruits; at `marked` the odds of the larger orchard stand beside its curves.
    """
    ax.axvspan(*window, color="#EEEEEE")
    for edge in window:
        ax.text(edge, 1.12, f"{edge:.2f}", ha="center", va="top")
    small, large = sorted({fruits for _, fruits in curves})
    for strategy, shift, low, high in [("max", -9, 0.2, 0.7), ("min", 9, 0.8, 0.25)]:
        thin, thick = curves[strategy, small], curves[strategy, large]
        words, colour = strategy_words(strategy), strategy_colour(strategy)
        ax.plot(thin.index, thin, color=colour, linewidth=1.5)
        ax.plot(thick.index, thick, color=colour, linewidth=3)
        _name(ax, f"{small:,} fruits", thin, low, shift, colour)
        _name(ax, f"{words},\n{large:,} fruits", thick, high, shift, colour)
        _mark(ax, thick, marked, -shift, colour)
    _odds(ax, STEPS_A_FRUIT).set_ylim(-0.13, 1.13)
    return ax


def plot_square_roots(ax: Axes, curves: dict[int, pd.Series], limit: pd.Series) -> Axes:
    """How often we win against steps beyond the threshold in square roots of the fruit (index), and the limit."""
    _named_curves(ax, curves, ((0.35, 9), (0.3, -9)))
    ax.plot(limit.index, limit, color=EXACT, linewidth=1.2, linestyle="--")
    _name(ax, "limit (dashed)", limit, 0.75, -9, EXACT)
    return _odds(ax, "raven rolls beyond the threshold, in square roots of the fruits")


def _named_curves(ax: Axes, curves: dict[int, pd.Series], places: Sequence[tuple[float, int]]) -> None:
    """A curve for each number of fruits, with its name at a height and so many points to the right of it."""
    for (fruits, curve), colour, place in zip(curves.items(), SHADES[-len(curves) :], places, strict=True):
        ax.plot(curve.index, curve, color=colour, marker="o" if len(curve) < 20 else None, markersize=5)
        _name(ax, f"{fruits:,} fruits", curve, *place, colour)


def _name(ax: Axes, words: str, curve: pd.Series, height: float, shift: int, colour: str) -> None:
    """Bold words at a height, so many points to the right of a rising curve, or to the left."""
    crossing = float(np.interp(height, curve, curve.index))
    _label(ax, words, (crossing, height), (shift, 0), colour, ha="left" if shift > 0 else "right", va="center")


def _mark(ax: Axes, curve: pd.Series, at: float, shift: int, colour: str) -> None:
    """A dot on a curve of odds, and the odds so many points above it, or below."""
    odds = float(np.interp(at, curve.index, curve))
    ax.plot(at, odds, "o", color=colour)
    _label(ax, f"{odds:.1%}", (at, odds), (0, shift), colour, ha="center", va="bottom" if shift > 0 else "top")


def _odds(ax: Axes, xlabel: str) -> Axes:
    ax.set(xlabel=xlabel, ylabel="games won", ylim=(0, 1.02))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    return ax


def _label(ax: Axes, text: str, point: tuple, offset: tuple, colour: str, **alignment: str) -> Annotation:
    """Bold words beside a point, `offset` from it in points of the page."""
    return ax.annotate(
        text, point, offset, textcoords="offset points", color=colour, weight="bold", fontsize=11, **alignment
    )
