"""Pictures of how long games last, and of what makes them long."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import MaxNLocator

from orchard.plots import EXACT, LOST, WON, edition_name, strategy_colour, strategy_words

EDITION_COLOURS = {
    "first-orchard": "#0072B2",
    "first-orchard-6": "#56B4E9",
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
        name = edition_name(edition).replace(", ", ",\n")
        _label(ax, name, (share.index[int((share <= 0.8).argmax())], 0.8), (-9, -6), colour, ha="right")
        half, late = typical[edition], over[edition]
        ax.plot([half, late], [0.5, 1 - sure], "o", color=colour)
        _label(ax, f"typical:\n{half:.0f} minutes", (half, 0.5), (10, -10), colour)
        _label(ax, f"{100 * sure:g} in 100\nover by\n{late:.3g} minutes", (late, 1 - sure), (8, 6), colour)
    ax.set(xlabel="minutes", ylabel="games in 100 still going on", ylim=(0, 1.03))
    ax.set_xlim(left=0)
    _in_a_hundred(ax.yaxis)
    return ax


def plot_good_sign(ax: Axes, chances: pd.DataFrame) -> Axes:
    """How often we win games that last longer than so many rolls (index), a column for each edition."""
    for edition, chance in chances.items():
        chance, colour = chance.dropna(), _colour(edition)
        ax.plot(chance.index, chance, color=colour)
        ax.plot(chance.idxmax(), chance.max(), "o", color=colour)
        ax.plot([0, chance.index[-1]], [chance.iloc[0]] * 2, color=colour, linewidth=1, linestyle=":")
        end, peak = (chance.index[-1], chance.iloc[-1]), (chance.idxmax(), chance.max())
        place = {"first-orchard": (end, (8, -12), "left"), "orchard": (end, (0, -20), "right")}
        point, offset, side = place.get(edition, (peak, (0, 9), "center"))  # where nothing else is drawn
        _label(ax, edition_name(edition), point, offset, colour, ha=side)
    ax.set(xlabel="rolls that the game has already lasted", ylabel="of 100 games still going on, we win")
    ax.margins(y=0.15)
    _in_a_hundred(ax.yaxis)
    return ax


def plot_identity(ax: Axes, table: pd.DataFrame, rolls_a_step: float) -> Axes:
    """Mean rolls against mean raven steps, a dot for each (edition, strategy); columns `raven steps` and `rolls`."""
    most = 1.2 * table["raven steps"].max()
    ax.plot([0, most], [0, rolls_a_step * most], color=EXACT, linewidth=1)
    _label(ax, f"{rolls_a_step:g} rolls a step", (0.1 * most, rolls_a_step * 0.1 * most), (14, -8), EXACT)
    for edition, part in table.groupby(level=0, sort=False):
        colour, dots = _colour(edition), part.droplevel(0)[["raven steps", "rolls"]].sort_values("rolls", kind="stable")
        ax.plot(
            dots["raven steps"],
            dots["rolls"],
            "o",
            color=colour,
            markersize=5,
            markeredgecolor="white",
            markeredgewidth=0.6,
        )
        for strategy in dots.index[[0, -1]]:
            _label(ax, strategy_words(strategy), dots.loc[strategy], (12, -11), colour)
        name = edition_name(edition).replace(", ", ",\n") + f":\n{len(dots)} ways to pick"
        _label(ax, name, dots.iloc[len(dots) // 2], (-14, 0), colour, ha="right")
    ax.set(xlabel="steps that the raven makes, on average", ylabel="rolls of a game, on average")
    ax.set(xlim=(0, most), ylim=(0, rolls_a_step * most))
    return ax


def plot_step_costs(ax: Axes, costs: pd.Series, marked: int) -> Axes:
    """The rolls that each raven step (index) adds to a game; those of a game of `marked` steps in a darker colour."""
    colours = np.where(costs.index <= marked, EDITION_COLOURS["first-orchard"], EDITION_COLOURS["first-orchard-6"])
    ax.bar(costs.index, costs, color=colours)
    for step, cost in costs.items():
        ax.text(step, cost + 0.1, f"{cost:.1f}", ha="center", fontsize=11)
    whole = f"{marked} steps together: {costs.loc[:marked].sum():.1f} rolls"
    _label(ax, whole, ((marked + 1) / 2, costs.max() * 1.15), (0, 0), colours[0], ha="center")
    ax.set(xlabel="raven steps that lose the game", ylabel="rolls that the step adds", ylim=(0, costs.max() * 1.3))
    ax.set_xticks(costs.index)
    ax.grid(axis="x", visible=False)
    return ax


def plot_useful_and_wasted(ax: Axes, table: pd.DataFrame, title: str) -> Axes:
    """Mean rolls of a game as bars, a strategy (index) each: useful rolls, then `wasted`, of all `rolls` (columns)."""
    words = [strategy_words(name) for name in table.index]
    useful = table["rolls"] - table["wasted"]
    ax.barh(words, useful, color=USEFUL)
    ax.barh(words, table["wasted"], left=useful, color=WASTED)
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


def plot_wasted(ax: Axes, lines: pd.DataFrame, limit: float) -> Axes:
    """Wasted rolls while the raven stays away, by fruit on each tree (index); a column a way to pick, in words."""
    ax.axhline(limit, color=EXACT, linewidth=1, linestyle="--")
    _label(ax, f"limit {limit:g}", (lines.index[-1], limit), (0, 5), EXACT, ha="right")
    colours = (strategy_colour("min"), strategy_colour("max"), strategy_colour("max"))
    top = 2 * limit
    for (name, line), colour, style in zip(lines.items(), colours, ("-", "-", "-."), strict=False):
        ax.plot(line.index, line, color=colour, linestyle=style)
        inside = line[line <= 0.85 * top]
        offset, side = ((10, -8), "left") if len(inside) < len(line) else ((0, -18), "right")
        _label(ax, name, (inside.index[-1], inside.iloc[-1]), offset, colour, ha=side)
    ax.set(xlabel="fruits on each tree", ylabel="wasted rolls, on average", ylim=(0, top))
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
