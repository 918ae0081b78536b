"""How printed numbers that were simulated scatter about the exact ones."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from orchard.pages.plots import EXACT
from orchard.pages.plots.charts import DARK, label

BAND = 1.96  # standard errors, within which luck keeps 95 numbers of 100
STEP = 0.5  # standard errors, that dots of a stack have in common


def draw_luck(simulated: pd.DataFrame, limit: float, counted: float, farthest: str) -> Figure:
    """How many standard errors each row of `judged` is off: a dot each, hollow if its error is a guess, in stacks.

    A band holds 95 of 100 honest numbers, and beyond `limit` a number is called wrong. The dot farthest off has a name.
    Far off is bschrift's, `counted` standard errors if it had been simulated.
    """
    fig, ax = plt.subplots(figsize=(6, 3.4))
    guessed = simulated.kind.ne("simulated") | simulated.games.str.startswith("<")
    stacks = (simulated.z // STEP + 0.5) * STEP
    height = stacks.groupby(stacks).cumcount() + 0.5
    ax.axvspan(-BAND, BAND, color="#DCEBF7")
    ax.vlines([-limit, limit], 0, 11, color=EXACT, linewidth=1, linestyle="--")
    ax.scatter(stacks, height, 34, np.where(guessed, "white", DARK), edgecolors=DARK)
    ax.plot(counted, 0.5, "X", color=EXACT, markersize=11)
    label(ax, "bschrift's count,\nnot a simulation", (counted, 0.5), (-6, 12), ha="left", va="bottom")
    label(ax, f"farthest:\n← {farthest}", (limit, 0), (6, 2), va="bottom", weight="normal")
    label(ax, "hollow: spread estimated", (-limit, 0.5), (-6, 0), va="center", weight="normal")
    label(ax, "← called wrong", (-limit, 10.5), (-6, 0), va="center", weight="normal")
    label(ax, "95 in 100\nby luck", (0, 11), ha="center", va="center", weight="normal")
    ax.set(
        xlabel="printed minus exact, in standard errors, stacked by halves",
        xlim=(counted - 1, 9),
        ylim=(0, 12),
        yticks=[],
    )
    ax.spines["left"].set_visible(False)
    ax.grid(visible=False)
    inside = (simulated.z.abs() < BAND).sum()
    ax.set_title(f"{inside} of {len(simulated)} lie in the band, where luck would put {0.95 * len(simulated):.0f}")
    return fig
