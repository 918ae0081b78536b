"""Figures of printed numbers: beside the exact ones, and those of programs that remember what they drew."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from orchard.plots import EXACT, PRINTED, strategy_colour

MARKS = {
    "agrees": ("o", "#0072B2"),
    "within 3 standard errors": ("o", "#0072B2"),
    "agrees as a float": ("s", "#E69F00"),
    "misrounded": ("D", "#E69F00"),
    "wrong": ("X", "#D55E00"),
    "not settled": ("^", "#777777"),
}


def plot_exact_claims(ax: Axes, claims: pd.DataFrame) -> Axes:
    """Printed less exact in units of the last printed digit, a line a number; in the grey band they agree.

    The scale is linear up to one unit and logarithmic beyond.
    """
    _plot_claims(ax, claims, claims.off_units, 0.5)
    ax.set_xscale("symlog", linthresh=1, linscale=3)
    ax.set_xticks([-1000, -1, 0, 1], ["−1000", "−1", "0", "1"])
    ax.set(xlabel="printed less exact, in units of the last printed digit", xlim=(-20_000, 30_000))
    for name, claim in claims[claims.verdict != "agrees"].iterrows():
        digits = len(claim.printed) - 2
        text = f"{claim.printed} for {claim.exact:.{digits}f}" if digits < 10 else "in the 16th digit"
        place = (claim.off_units, claims.index.get_loc(name))
        ax.annotate(text, place, (8, -4), textcoords="offset points", color="#333333")
    return ax


def plot_simulated_claims(ax: Axes, claims: pd.DataFrame) -> Axes:
    """Printed less exact in standard errors, a line a number; the grey band is three to each side."""
    _plot_claims(ax, claims, claims.z, 3)
    ax.set(xlabel="printed less exact, in standard errors", xlim=(-4, 4))
    return ax


def _plot_claims(ax: Axes, claims: pd.DataFrame, off: pd.Series, band: float) -> None:
    """The marks, the band that is right, and a thin line between the sources."""
    ax.axvspan(-band, band, color="#E5E5E5")
    lines = pd.Series(np.arange(len(claims)), claims.index)
    for verdict, (marker, colour) in MARKS.items():
        at = claims.verdict == verdict
        ax.plot(off[at], lines[at], marker, color=colour, markersize=6, linestyle="")
    ends = lines.groupby(claims.source, sort=False).agg(["min", "mean"])
    for line in ends["min"][1:]:
        ax.axhline(line - 0.5, color=PRINTED, linewidth=0.5)
    ax.set_yticks(ends["mean"], [name.partition(",")[0].partition("/")[0] for name in ends.index])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(claims) - 0.5, -0.5)
    ax.grid(visible=False)


def plot_frozen(ax: Axes, wins: pd.DataFrame, exact: float) -> Axes:
    """What programs that remember their random draws print, a histogram for each kind (columns); the exact value."""
    edges = np.linspace(wins.min(axis=None), wins.max(axis=None), 61)
    for (name, values), colour in zip(wins.items(), [strategy_colour("random"), strategy_colour("max")], strict=True):
        heights, _ = np.histogram(values, edges)
        ax.stairs(heights, edges, fill=True, color=colour, alpha=0.75)
        top = heights.argmax()
        side = -1 if name == wins.columns[0] else 1
        spot = (edges[top] + side * 1.25 * values.std(), 0.6 * heights[top])
        ax.text(*spot, name, color="black", ha="right" if side < 0 else "left", weight="bold")
    ax.axvline(exact, color=EXACT, linestyle="--", linewidth=1.2)
    ax.text(exact, ax.get_ylim()[1], f"exact: {exact:.4f}", ha="center", va="bottom")
    ax.set(xlabel="“win probability” that a run prints", ylabel="runs")
    return ax
