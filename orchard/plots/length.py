"""Pictures of how long games last, and of what makes them long."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import MaxNLocator

from orchard.plots import EXACT, LOST, WON, edition_name

EDITION_COLOURS = {
    "first-orchard-5": "#0072B2",
    "first-orchard": "#56B4E9",
    "orchard": "#D55E00",
    "orchard-10": "#E69F00",
    "two-by-two": "#000000",
}
WASTED, USEFUL = "#BBBBBB", "#0072B2"


def plot_lengths(ax: Axes, exact: np.ndarray, played: np.ndarray, title: str) -> Axes:
    """Games lost, and won above them, by rolls: `exact` shares (2, k) as bars, those `played` (2, m) as dots."""
    rolls = np.arange(exact.shape[1])
    ax.bar(rolls, exact[0], 1, color=LOST, alpha=0.75)
    ax.bar(rolls, exact[1], 1, bottom=exact[0], color=WON, alpha=0.55)
    for tops in np.cumsum(played, axis=0):
        seen = np.flatnonzero(tops)
        ax.plot(seen, tops[seen], ".", color=EXACT, markersize=3.5)
    early, late = max(0, int(exact[0].argmax()) - 8), min(int(exact[1].argmax()) + 4, rolls[-1])
    _label(ax, "lost", (early, exact[0, early]), (-6, 6), LOST, ha="right")
    _label(ax, "won", (late, exact[:, late].sum()), (6, 4), WON)
    ax.text(
        0.98, 0.98, "bars: computed,\nwon on top of lost\ndots: played", transform=ax.transAxes, ha="right", va="top"
    )
    ax.set(title=title, xlabel="rolls", ylabel="games in 100")
    ax.label_outer()
    _in_a_hundred(ax.yaxis)
    return ax


def plot_bedtime(ax: Axes, going_on: pd.DataFrame, typical: pd.Series, over: pd.Series, sure: float) -> Axes:
    """The share of games still going on (index: minutes), and when half are over, and when a share `sure` of them."""
    for edition, share in going_on.items():
        colour = _colour(edition)
        ax.step(share.index, share, where="post", color=colour)
        name, _, _ = edition_name(edition).partition(",")
        _label(ax, name, (share.index[int((share <= 0.8).argmax())], 0.8), (-9, -6), colour, ha="right")
        half, late = typical[edition], over[edition]
        ax.plot([half, late], [0.5, 1 - sure], "o", color=colour)
        _label(ax, f"typical:\n{half:.0f} minutes", (half, 0.5), (10, -10), colour)
        _label(ax, f"{100 * sure:g} in 100\nover by\n{late:.2g} minutes", (late, 1 - sure), (8, 6), colour)
    ax.set(xlabel="minutes", ylabel="games in 100 still going on", ylim=(0, 1.03))
    ax.set_xlim(left=0)
    _in_a_hundred(ax.yaxis)
    return ax


def plot_good_sign(ax: Axes, chance: pd.Series) -> Axes:
    """How often we win a game that lasts longer than so many rolls (index), with its start and its peak named."""
    ax.plot(chance.index, chance, color=WON, linewidth=3)
    start, peak = chance.index[0], chance.idxmax()
    ax.axhline(chance[start], color=EXACT, linewidth=1, linestyle=":")
    ax.plot([start, peak], chance[[start, peak]], "o", color=WON, markersize=8)
    _label(ax, f"{100 * chance[start]:.0f} at the start", (start, chance[start]), (2, -18), WON)
    _label(ax, f"{100 * chance[peak]:.0f} after {peak} rolls", (peak, chance[peak]), (0, 9), WON, ha="center")
    ax.set(xlabel="rolls that the game has already lasted", ylabel="of 100 games still going on, we win")
    ax.margins(y=0.15)
    _in_a_hundred(ax.yaxis)
    return ax


def plot_step_costs(ax: Axes, costs: pd.Series, marked: int) -> Axes:
    """The rolls that the raven's nth roll (index) adds to a game; those of a game of `marked` in a darker colour."""
    colours = np.where(costs.index <= marked, EDITION_COLOURS["first-orchard-5"], EDITION_COLOURS["first-orchard"])
    ax.bar(costs.index, costs, color=colours)
    for step, cost in costs.items():
        ax.text(step, cost + 0.1, f"{cost:.1f}", ha="center", fontsize=11)
    whole = f"the first {marked} together: {costs.loc[:marked].sum():.1f} rolls"
    _label(ax, whole, ((marked + 1) / 2, costs.max() * 1.15), (0, 0), colours[0], ha="center")
    ax.set(xlabel="the raven's nth roll", ylabel="rolls that it adds to a game", ylim=(0, costs.max() * 1.3))
    ax.set_xticks(costs.index, [_ordinal(step) for step in costs.index])
    ax.grid(axis="x", visible=False)
    return ax


def _ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th: for numbers below 11."""
    return f"{number}" + {1: "st", 2: "nd", 3: "rd"}.get(number, "th")


def plot_useful_and_wasted(ax: Axes, table: pd.DataFrame, title: str) -> Axes:
    """Mean rolls of a game, a bar for each way to pick (index, in words): useful, then `wasted`, of all `rolls`."""
    useful = table["rolls"] - table["wasted"]
    ax.barh(table.index, useful, color=USEFUL)
    ax.barh(table.index, table["wasted"], left=useful, color=WASTED)
    for place, (rolls, wasted) in enumerate(zip(table["rolls"], table["wasted"], strict=True)):
        _label(ax, f"{wasted:.1f} wasted", (rolls, place), (5, 0), EXACT, va="center")
        ax.text(
            0.02 * rolls, place, f"{rolls - wasted:.1f} useful", color="white", va="center", fontsize=11, weight="bold"
        )
    ax.set(title=title, xlabel="rolls of a game, on average", xlim=(0, 1.3 * table["rolls"].max()))
    ax.label_outer()
    ax.invert_yaxis()
    ax.grid(axis="y", visible=False)
    return ax


def _colour(edition: str) -> str:
    """The colour of an edition, grey for a new one."""
    return EDITION_COLOURS.get(edition, "#777777")


def _label(ax: Axes, text: str, point: tuple, offset: tuple, colour: str, **alignment: str) -> None:
    """Bold words beside a point, `offset` from it in points of the page."""
    ax.annotate(
        text, tuple(point), offset, textcoords="offset points", color=colour, weight="bold", fontsize=11, **alignment
    )


def _in_a_hundred(axis: Axis) -> None:
    axis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(lambda share, _: f"{100 * share:g}")
