"""Figures of many games: how often we win by what rules."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch, Rectangle

from orchard.pages.plots import EXACT, LOST, WON, strategy_colour, strategy_words
from orchard.pages.plots.charts import MIDDLE, in_a_hundred, label

SCALE = "viridis"
EASY_TO_HARD = ("#EFF3D8", "#B7DDA0", "#6DB79B", "#35749A", "#2D3E6F")  # the darker, the harder
FRAMES = ("-", ":")
BESIDE = {"facecolor": "white", "edgecolor": "none", "pad": 1}  # a line of another colour ends at a label


def plot_win_curves(ax: Axes, curves: pd.DataFrame, sold: Sequence[int]) -> Axes:
    """How often three strategies (columns) win, by raven rolls (index); those of games `sold` are ringed.

    The first two have a band between them. Each is named beside its line.
    """
    best, worst = curves.iloc[:, 0], curves.iloc[:, 1]
    ax.fill_between(curves.index, worst, best, color=strategy_colour(best.name), alpha=0.25, linewidth=0)
    named = zip(curves.items(), ("-", "-.", "--"), (0.35, 0.8, 0.4), (-9, 12, 11), strict=True)
    for (name, curve), dashes, height, aside in named:
        ax.plot(curve, dashes, color=strategy_colour(name))
        steps = (curve - height).abs().idxmin()
        words, va = strategy_words(name).replace(" ", "\n", 1), "bottom" if aside < 0 else "top"
        label(ax, words, (steps, curve[steps]), (aside, 0), strategy_colour(name), va=va, bbox=BESIDE)
    for steps in sold:
        ax.plot(steps, best[steps], "o", markersize=9, markerfacecolor="none", markeredgecolor=EXACT)
        label(ax, f"{steps} raven rolls: {100 * best[steps]:.0f}", (steps, best[steps]), (-9, 4))
    ax.set(xlabel="raven rolls to lose", ylabel="games won out of 100", ylim=(0, 1.02))
    ax.set_xticks(curves.index[::2])
    in_a_hundred(ax.yaxis)
    return ax


def plot_map(
    ax: Axes, words: pd.DataFrame, bands: pd.DataFrame, names: Sequence[str], framed: Mapping[tuple, str]
) -> Axes:
    """A map of games by trees (index) and fruits (columns): words in a square, in the colour of its band.

    Bands are numbers from 0, the easiest, and have `names`. Games (trees, fruits) that are `framed` are in the key. All
    words have a contrast of at least 4.4 to 1.
    """
    colours = EASY_TO_HARD[: len(names)]
    ax.imshow(bands, cmap=ListedColormap(colours), vmin=-0.5, vmax=len(names) - 0.5, aspect="auto")
    for (row, column), word in np.ndenumerate(words):
        ax.text(column, row, word, color="white" if bands.iat[row, column] > 2 else "black", **MIDDLE)
    present = np.unique(bands)
    keys = [Patch(facecolor=colours[each], edgecolor="#999999", label=names[each]) for each in present]
    seen = [game for game in framed if game[0] in words.index and game[1] in words.columns]
    for game, dashes in zip(seen, FRAMES * len(seen), strict=False):
        corner = (words.columns.get_loc(game[1]) - 0.5, words.index.get_loc(game[0]) - 0.5)
        looks = {"fill": False, "edgecolor": "#D55E00", "linewidth": 3.5, "linestyle": dashes}
        ax.add_patch(Rectangle(corner, 1, 1, clip_on=False, **looks))
        keys.append(Patch(label=framed[game], **looks | {"linewidth": 2.5}))
    ax.legend(handles=keys, loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2)
    ax.set_xticks(range(words.shape[1]), words.columns)
    ax.set_yticks(range(words.shape[0]), words.index)
    ax.set(xlabel="fruits on each tree", ylabel="trees")
    ax.tick_params(length=0)
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    return ax


def plot_equal_odds(
    ax: Axes, table: pd.DataFrame, levels: list[float], games: Iterable[tuple[int, int]], even: pd.Series
) -> Axes:
    """Lines on which the chance of winning is one of `levels`, over fruits (columns) and raven rolls (index).

    `games`, (fruits, raven rolls), are marked. `even` has the raven rolls of even chances; a stair shows one rise.
    """
    lines = ax.contour(table.columns, table.index, table, levels, cmap=SCALE, vmin=0, vmax=1.2, linewidths=2)
    ax.clabel(lines, fmt="{:.0%}".format, fontsize=11, colors=EXACT)
    for fruits, rolls in games:
        ax.plot(fruits, rolls, "o", color=EXACT, markersize=17, zorder=4)
        ax.text(fruits, rolls, rolls, ha="center", va="center_baseline", color="white", weight="bold", zorder=5)
    seen = even[even <= table.index[-1]].loc[: table.columns[-1]]
    (left, right), (low, high) = seen.index[-3:-1], seen.iloc[-3:-1]
    ax.plot([left, right, right], [low, low, high], color=LOST, linewidth=3, solid_joinstyle="miter", zorder=4)
    words = f"one fruit more:\n{high - low:.1f} raven rolls more"
    line = {"arrowprops": {"arrowstyle": "-", "color": LOST, "shrinkB": 3}, "textcoords": "axes fraction"}
    label(ax, words, (right, low), (0.99, 0.05), LOST, ha="right", va="bottom", **line)
    ax.set(xlabel="fruits on each tree", ylabel="raven rolls to lose")
    return ax


def plot_effects(ax: Axes, effects: pd.Series, base: float) -> Axes:
    """What changes of the rules (index) add to `base` games won in 100, the largest at the top."""
    effects = effects.sort_values(kind="stable")
    bars = ax.barh(effects.index, effects, color=np.where(effects > 0, WON, LOST), alpha=0.85)
    words = [f"{effect:+.1f} → {base + effect:.0f}".replace("-", "−") for effect in effects]
    ax.bar_label(bars, words, padding=4)
    ax.axvline(0, color=EXACT, linewidth=1)
    ax.set_xlim(effects.min() - 40, effects.max() + 30)  # room for the words beyond the longest bars
    ax.set_xlabel(f"games won in 100, compared with {base:.0f}")
    ax.grid(visible=False, axis="y")
    return ax
