"""Pictures of orchards with more and more fruit."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from orchard.pages.plots import EXACT, LOST, TREE_COLOURS, WON, strategy_colour, strategy_words
from orchard.pages.plots.charts import MIDDLE, in_a_hundred, label


def plot_race(ax: Axes, law: pd.Series, chances: pd.Series, mean: float) -> Axes:
    """How many rolls besides the raven's a game needs (index), and how many of these games are won."""
    won, lost = law * chances, law * (1 - chances)
    ax.bar(law.index, won, color=WON, alpha=0.75)
    ax.bar(law.index, lost, bottom=won, color=LOST, hatch="//", edgecolor="white")
    peak, top = int(law.idxmax()), 1.12 * law.max()
    ax.vlines(mean, 0, top, color=EXACT, linewidth=1.5, linestyle="--")
    label(ax, f"mean {mean:.1f}", (mean, top), (6, 0), va="top")
    label(ax, "won", (peak, won[peak] / 2), colour="white", bbox={"color": WON}, **MIDDLE)
    label(ax, "lost: the raven is first", (peak + 4, law[peak + 4]), (8, 4), LOST)
    ax.set(xlabel="rolls needed, the raven's not counted", ylabel="games in 100")
    in_a_hundred(ax.yaxis)
    ax.grid(axis="x", visible=False)
    return ax


def plot_trees(ax: Axes, path: pd.DataFrame, limits: Iterable[tuple[Sequence, Sequence]]) -> Axes:
    """The fruit on each tree (columns) in one game, and without luck as dashed lines (x, y)."""
    for (name, fruit), colour in zip(path.items(), TREE_COLOURS.values(), strict=False):
        ax.plot(fruit, color=colour, label=name)
    for line in limits:
        *_, dashed = ax.plot(*line, color=EXACT, linewidth=1, linestyle="--")
    dashed.set_label("without luck")
    ax.margins(0)
    return ax


def plot_window(ax: Axes, curves: dict[tuple[str, int], pd.Series], window: tuple[float, float], marked: float) -> Axes:
    """How often the fullest and the emptiest tree win (key: strategy, fruits), by raven rolls for each fruit (index).

    The chances of the larger of two orchards are told at `marked`.
    """
    ax.axvspan(*window, color="#EEEEEE")
    for edge in window:
        ax.text(edge, 1.22, f"{edge:.2f}", ha="center", va="top")
    small, large = sorted({fruits for _, fruits in curves})
    for strategy, side, va, low, high in [("max", -1, "bottom", 0.2, 0.7), ("min", 1, "top", 0.8, 0.25)]:
        thin, thick, colour = curves[strategy, small], curves[strategy, large], strategy_colour(strategy)
        ax.plot(thin, color=colour, linewidth=1.5)
        ax.plot(thick, color=colour, linewidth=3)
        _name(ax, f"{small:,} fruits", thin, low, side, colour)
        _name(ax, f"{strategy_words(strategy)},\n{large:,} fruits", thick, high, side, colour)
        odds = float(np.interp(marked, thick.index, thick))
        ax.plot(marked, odds, "o", color=colour)
        label(ax, f"{100 * odds:.1f}", (marked, odds), (6 * side, -4 * side), colour, va=va)
    ax.set(xlabel="raven rolls for each fruit on a tree", ylabel="games won out of 100", ylim=(-0.2, 1.24))
    in_a_hundred(ax.yaxis)
    ax.set_yticks(np.linspace(0, 1, 6))
    return ax


def _name(ax: Axes, words: str, curve: pd.Series, height: float, side: int, colour: str) -> None:
    """Words right (`side` 1) or left (-1) of where a rising curve passes a height."""
    crossing = float(np.interp(height, curve, curve.index))
    label(ax, words, (crossing, height), (9 * side, 0), colour, va="center")
