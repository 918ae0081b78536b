"""Pictures of how long games last."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from orchard.pages.plots import EXACT, LOST, WON, edition_name
from orchard.pages.plots.charts import in_a_hundred, label

EDITION_COLOURS = {
    "first-orchard-5": "#0072B2",
    "first-orchard": "#56B4E9",
    "orchard": "#D55E00",
    "orchard-10": "#E69F00",
    "two-by-two": "#000000",
}


def plot_lengths(ax: Axes, exact: np.ndarray, played: np.ndarray | None = None) -> Axes:
    """Shares of games lost, and won on top, by rolls: `exact` (2, k) as bars, `played` (2, m) as dots."""
    rolls = np.arange(exact.shape[1])
    ax.bar(rolls, exact[0], 1, color=LOST, alpha=0.75)
    ax.bar(rolls, exact[1], 1, bottom=exact[0], color=WON, alpha=0.55)
    early, late = max(0, int(exact[0].argmax()) - 8), min(int(exact[1].argmax()) + 4, rolls[-1])
    label(ax, "lost", (early, exact[0, early]), (-6, 6), LOST)
    label(ax, "won", (late, exact[:, late].sum()), (6, 4), WON)
    if played is not None:
        for tops in np.cumsum(played, axis=0):
            seen = np.flatnonzero(tops)
            ax.plot(seen, tops[seen], ".", color=EXACT, markersize=3.5)
        ax.text(0.98, 0.98, "bars: computed\ndots: played", transform=ax.transAxes, ha="right", va="top")
    ax.set(xlabel="rolls", ylabel="games in 100")
    ax.label_outer()
    in_a_hundred(ax.yaxis)
    return ax


def clock(minutes: float) -> str:
    """Minutes and seconds, such as 7:20."""
    seconds = round(60 * minutes)
    return f"{seconds // 60}:{seconds % 60:02d}"


def plot_bedtime(ax: Axes, ended: pd.DataFrame, typical: pd.Series, over: pd.Series, sure: float) -> Axes:
    """The share of games that are over (index: minutes), and when half, or a share `sure`, are."""
    for row, (edition, share) in enumerate(ended.items()):
        colour = EDITION_COLOURS.get(edition, "#777777")
        name, _, _ = edition_name(edition).partition(",")
        half, late = typical[edition], over[edition]
        ax.step(share.index, share, where="post", color=colour)
        ax.plot([half, late], [0.5, sure], "o", color=colour)
        words = f"{name}\nhalf are over\nby {clock(half)}\n{100 * sure:g} of 100\nby {clock(late)}"
        label(ax, words, (1, 1 - 0.5 * row), (8, 0), colour, xycoords="axes fraction", va="top")
    ax.set(xlabel="minutes", ylabel="games in 100 that are over", ylim=(0, 1.03))
    ax.set_xlim(left=0)
    in_a_hundred(ax.yaxis)
    return ax


def plot_good_sign(ax: Axes, chance: pd.Series) -> Axes:
    """How often we win a game longer than so many rolls (index): at its start, at best and at last."""
    ax.axhline(chance.iloc[0], color=WON, linewidth=1, linestyle=":")
    ax.plot(chance, color=WON, linewidth=3)
    marked = dict.fromkeys([chance.index[0], chance.round(9).idxmax(), chance.index[-1]])
    for rolls, align, above in zip(marked, ("left", "center", "right"), (-20, 9, -20), strict=False):
        point = (rolls, chance[rolls])
        ax.plot(*point, "o", color=WON, markersize=8)
        when = f"after {rolls} rolls" if rolls else "at the start"
        label(ax, f"{100 * chance[rolls]:.0f} {when}", point, (0, above), WON, ha=align)
    ax.set(xlabel="rolls that the game has already lasted", ylabel="games in 100 that we win")
    ax.margins(y=0.3)
    in_a_hundred(ax.yaxis)
    return ax
