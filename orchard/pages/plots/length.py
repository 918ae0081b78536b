"""Pictures of how long games last."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from orchard.pages.lengths import nine_in_ten
from orchard.pages.plots import EXACT, LOST, WON, edition_name
from orchard.pages.plots.charts import in_a_hundred, label, plot_bars

EDITION_COLOURS = {  # of Tol (2021), and no habit's
    "first-orchard-5": "#6699CC",
    "first-orchard": "#332288",
    "orchard": "#994455",
    "orchard-10": "#EE99AA",
    "two-by-two": "#555555",
}
CORNER = {"ha": "right", "va": "top", "weight": "bold"}


def plot_lengths(ax: Axes, exact: np.ndarray, played: np.ndarray | None = None) -> Axes:
    """Shares of games lost, and won on top, by rolls: `exact` (2, k) as bars, `played` (2, m) as dots."""
    rolls = np.arange(exact.shape[1])
    ax.bar(rolls, exact[0], 1, color=LOST, alpha=0.75)
    ax.bar(rolls, exact[1], 1, bottom=exact[0], color=WON, alpha=0.55)
    ax.text(0.98, 0.98, "won", transform=ax.transAxes, color=WON, **CORNER)
    ax.text(0.98, 0.89, "lost", transform=ax.transAxes, color=LOST, **CORNER)
    if played is not None:
        for tops in np.cumsum(played, axis=0):
            seen = np.flatnonzero(tops)
            ax.plot(seen, tops[seen], ".", color=EXACT, markersize=3.5)
        ax.text(0.98, 0.78, "bars: computed\ndots: played", transform=ax.transAxes, ha="right", va="top")
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
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
    for rolls, align, above in zip(marked, ("left", "center", "right"), (-20, 9, -20), strict=False):
        point = (rolls, chance[rolls])
        ax.plot(*point, "o", color=WON, markersize=8)
        when = f"after {rolls} rolls" if rolls else "at the start"
        label(ax, f"{100 * chance[rolls]:.0f} {when}", point, (0, above), WON, ha=align, bbox=ground)
    ax.set(xlabel="rolls that the game has already lasted", ylabel="games in 100 that we win")
    ax.margins(y=0.3)
    in_a_hundred(ax.yaxis)
    return ax


def draw_lengths(ends: np.ndarray, played: np.ndarray, mean: float, deviation: float) -> Figure:
    """Lengths of games as bars, lost and won, with dots for shares of games played, and their mean and spread."""
    few, many = nine_in_ten(ends)
    last = int(np.flatnonzero(ends.sum(axis=0) > 2e-4)[-1]) + 2
    figure, ax = plt.subplots(figsize=(6, 3.8))
    plot_lengths(ax, ends[:, :last], played[:, :last])
    top = 1.08 * ends.sum(axis=0).max()
    ax.plot([max(mean - deviation, 0), mean + deviation], [top, top], color=EXACT, linewidth=3)
    ax.plot(mean, top, "o", color=EXACT, markersize=9)
    label(ax, f"{mean:.1f} ± {deviation:.1f}", (mean, top), (0, 8), ha="center")
    ax.set(xlim=(-0.5, last - 0.5), ylim=(0, 1.35 * ends.sum(axis=0).max()))
    ax.set_title(f"At least nine games in ten last {few} to {many} rolls")
    return figure


def bedtimes(going_on: pd.DataFrame, seconds_per_roll: float) -> pd.DataFrame:
    """When half of all games are over, and 95 in 100, for each column of P(longer than 0, 1, ... rolls)."""
    ten_minutes = going_on.index[going_on.index * seconds_per_roll <= 600].max()
    table = pd.DataFrame({"typical rolls": (going_on <= 0.5).idxmax(), "95% over by roll": (going_on <= 0.05).idxmax()})
    table["over in ten minutes"] = 1 - going_on.loc[ten_minutes]
    table["typical minutes"] = table["typical rolls"] * seconds_per_roll / 60
    table["95% over by minute"] = table["95% over by roll"] * seconds_per_roll / 60
    return table


def draw_bedtime(going_on: pd.DataFrame, seconds_per_roll: float) -> Figure:
    """How many games of each edition (columns) are over, minute by minute, from P(longer than 0, 1, ... rolls)."""
    figure, ax = plt.subplots(figsize=(6, 4))
    table = bedtimes(going_on, seconds_per_roll)
    ended = 1 - going_on.loc[:70]
    ended.index *= seconds_per_roll / 60
    plot_bedtime(ax, ended, table["typical minutes"], table["95% over by minute"], 0.95)
    small, big = 100 * table["over in ten minutes"]
    ax.set_title(f"In ten minutes {small:.0f} games in 100 are over, of Orchard {big:.0f}")
    return figure


def draw_good_sign(lost: np.ndarray, won: np.ndarray) -> Figure:
    """How often a game is won that goes on after 0, 1, ... rolls: from the chances of being lost, and won, later."""
    going_on = lost + won
    chance = pd.Series(won / going_on)[going_on > 0.001]
    figure, ax = plt.subplots(figsize=(6, 3.2))
    plot_good_sign(ax, chance)
    at_best = chance.round(9).idxmax()
    when = f"after {at_best} rolls" if at_best else "the start"
    ax.set_title(f"Our best moment is {when}: from there we win {100 * chance[at_best]:.0f} in 100")
    return figure


def draw_waits(waits: pd.Series) -> Figure:
    """Bars of the rolls that are made with so many fruits left (index), by the games that get there."""
    figure, ax = plt.subplots(figsize=(6, 3.4))
    plot_bars(ax, waits, dark=[1]).invert_xaxis()
    ax.set(xlabel="fruits left on the trees", ylabel="rolls until the next pick, or the end")
    ax.set_title(f"With {waits.idxmax()} left the wait is longest: {waits.max():.1f} rolls on average")
    return figure
