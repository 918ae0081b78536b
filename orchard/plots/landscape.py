"""Figures of many games: win probability against the rules."""

from collections.abc import Iterable, Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import PercentFormatter

from orchard.plots import EXACT, LOST, SEQUENTIAL, WON, strategy_colour
from orchard.plots.heatmap import plot_heatmap


def plot_win_curves(ax: Axes, curves: pd.DataFrame, sold: tuple[int, ...], named: Sequence[float | None] = ()) -> Axes:
    """Games won out of 100 by raven steps (index): a band from the emptiest tree to the fullest, and without basket.

    The columns are `max`, `min` and `ignore`; the games that people play have `sold` steps. `named` says at which
    heights the three curves are named, on the left of the first and on the right of the others; None: not at all.
    """
    percent = 100 * curves
    best, worst, none = percent["max"], percent["min"], percent["ignore"]
    ax.fill_between(percent.index, worst, best, color=strategy_colour("max"), alpha=0.25, linewidth=0)
    ax.plot(best, color=strategy_colour("max"), marker="o", markersize=4)
    ax.plot(worst, color=strategy_colour("min"))
    ax.plot(none, color=strategy_colour("ignore"), linestyle="--")
    for steps in sold:
        ax.plot(steps, best[steps], "o", markersize=11, markerfacecolor="none", markeredgecolor=EXACT)
        text = f"{steps} raven rolls: {best[steps]:.0f}"
        ax.annotate(text, (steps, best[steps]), (-9, 4), textcoords="offset points", ha="right", weight="bold")
    names = [(best, "fullest tree", "max"), (worst, "emptiest tree", "min"), (none, "forgets the basket", "ignore")]
    for height, (curve, name, strategy) in zip(named, names, strict=False):
        if height is not None:
            _label_at(ax, curve, height, name, -1 if curve is best else 1, strategy_colour(strategy))
    ax.axhline(50, color=EXACT, linewidth=0.8)
    ax.set(xlabel="raven rolls that lose the game", ylabel="games won out of 100")
    ax.set(ylim=(0, 102), xticks=percent.index[::2])
    return ax


def _label_at(ax: Axes, curve: pd.Series, height: float, text: str, side: int, colour: str) -> None:
    """A name beside a rising curve, where it passes a height."""
    after = curve[curve >= height].index[0]
    before = after - 1 if after > curve.index[0] else after
    rise = curve[after] - curve[before] or 1
    place = before + (height - curve[before]) / rise
    style = {"ha": "left" if side > 0 else "right", "color": colour, "textcoords": "offset points"}
    ax.annotate(text, (place, height), (6 * side, -5), **style)


def plot_map(
    ax: Axes, table: pd.DataFrame, high: float, framed: dict[tuple[int, int], str], less_is_brighter: bool = False
) -> Axes:
    """A map of games by trees (index) and fruits (columns), brighter where the number, up to `high`, is more (or less).

    Some games, (trees, fruits), are framed and named, if they are in the map.
    """
    plot_heatmap(ax, table, "{:.0f}", low=0, high=high, size=11, less_is_brighter=less_is_brighter)
    for (trees, fruits), name in framed.items():
        if trees in table.index and fruits in table.columns:
            outline(ax, table, trees, fruits, name)
    ax.set(xlabel="fruits on each tree")
    return ax


def outline(ax: Axes, table: pd.DataFrame, row: int, column: int, name: str = "") -> Axes:
    """A frame around one field of a heatmap, given by its row and column, with a name below its number."""
    x, y = table.columns.get_loc(column), table.index.get_loc(row)
    ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, edgecolor="#D55E00", linewidth=3.5, clip_on=False))
    ink = next(number.get_color() for number in ax.texts if number.get_position() == (x, y))
    ax.text(x, y + 0.32, name, ha="center", va="center", fontsize=8, color=ink)
    return ax


def plot_equal_odds(
    ax: Axes, table: pd.DataFrame, levels: list[float], games: Iterable[tuple[int, int]], even: pd.Series
) -> Axes:
    """Lines on which the win probability is one of `levels`, in the plane of the table's columns and rows.

    Between whole numbers they are straight. `games` are points (column, row) to mark, each with its row in the mark.
    `even` is the row of even chances in each column: its last rise but one is drawn as a stair, with its height.
    """
    lines = ax.contour(table.columns, table.index, table, levels, cmap=SEQUENTIAL, vmin=0, vmax=1.2, linewidths=2)
    ax.clabel(lines, fmt="{:.0%}".format, fontsize=11, colors=EXACT)
    for column, row in games:
        ax.plot(column, row, "o", color=EXACT, markersize=17, zorder=4)
        ax.text(column, row, row, ha="center", va="center_baseline", color="white", weight="bold", zorder=5)
    _draw_stair(ax, even.loc[: table.columns[-2]].iloc[-2:])
    ax.set(xlabel=table.columns.name, ylabel=table.index.name)
    return ax


def _draw_stair(ax: Axes, rise: pd.Series) -> None:
    """How far a line rises from one column to the next, and the words for it."""
    (left, right), (low, high) = rise.index, rise
    ax.plot([left, right, right], [low, low, high], color=LOST, linewidth=3, solid_joinstyle="miter", zorder=4)
    line = {"arrowstyle": "-", "color": LOST, "shrinkB": 3}
    text = f"one fruit more:\n{high - low:.1f} raven rolls more"
    place = {"xytext": (0.99, 0.05), "textcoords": "axes fraction", "ha": "right", "va": "bottom"}
    ax.annotate(text, (right, low), color=LOST, weight="bold", arrowprops=line, **place)


def plot_effects(ax: Axes, effects: pd.Series, base: float) -> Axes:
    """What changes of the rules (index) add to the win probability `base`, as bars, the largest at the top."""
    effects = effects.sort_values(kind="stable")
    bars = ax.barh(effects.index, effects, color=[WON if effect > 0 else LOST for effect in effects], alpha=0.85)
    labels = [f"{100 * effect:+.1f} → {base + effect:.0%}".replace("-", "−") for effect in effects]
    ax.bar_label(bars, labels, padding=4)
    ax.axvline(0, color=EXACT, linewidth=1)
    ax.margins(x=0.5)  # room for the labels beyond the longest bars
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=""))
    ax.set(xlabel=f"percentage points more or less than {base:.1%}", ylabel="")
    ax.grid(visible=False, axis="y")
    return ax
