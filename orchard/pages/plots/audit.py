"""How printed numbers that were simulated scatter about the exact ones."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from orchard.pages.plots import EXACT
from orchard.pages.plots.charts import DARK, label
from orchard.pages.studies.printed.verdicts import author

BAND = 1.96  # standard errors, within which luck keeps 95 numbers of 100


def draw_luck(simulated: pd.DataFrame, limit: float, wrong: tuple[str, float]) -> Figure:
    """How many standard errors each row of `judged` is off: a dot each, hollow if its error is a guess, a row a source.

    A band holds 95 of 100 honest numbers. Beyond `limit` a number is called wrong, as one is: whose, and how far off.
    """
    fig, ax = plt.subplots(figsize=(6, 4))
    whose, off = wrong
    sources = author(simulated)
    rows = pd.Series(range(sources.nunique(), 0, -1), sources.unique())
    guessed = simulated.kind.ne("simulated") | simulated.games.str.startswith("<")
    ax.axvspan(-BAND, BAND, color="#DCEBF7")
    ax.vlines([-limit, limit], 0.5, len(rows) + 0.6, color=EXACT, linewidth=1, linestyle="--")
    ax.scatter(simulated.z, rows[sources], 55, np.where(guessed, "white", DARK), edgecolors=DARK)
    ax.plot(off, 0, "X", color=EXACT, markersize=11)
    label(ax, "wrong", (off, 0), (10, 0), va="center")
    label(ax, "← called wrong", (-limit, len(rows)), (-6, 0), va="center", weight="normal")
    label(ax, "95 in 100\nby luck", (0, -0.1), ha="center", va="center", weight="normal")
    ax.set_yticks([*rows, 0], [*rows.index, whose])
    ax.set(xlabel="printed less exact, in standard errors", ylim=(-0.7, len(rows) + 0.6))
    ax.grid(visible=False)
    inside = (simulated.z.abs() < BAND).sum()
    ax.set_title(f"{inside} of {len(simulated)} lie in the band, where luck would put {0.95 * len(simulated):.0f}")
    return fig
