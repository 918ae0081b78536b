"""How printed numbers that were simulated scatter about the exact ones."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from orchard.pages.plots import EXACT
from orchard.pages.plots.charts import DARK, label

BAND = 1.96  # standard errors, within which luck keeps 95 numbers of 100
STEP = 0.5  # standard errors, within which dots stand on each other


def draw_luck(simulated: pd.DataFrame, limit: float, names: pd.Series) -> Figure:
    """How many standard errors each row of `judged` is off: a dot each, hollow if its error is a guess, in stacks.

    A band holds 95 of 100 honest numbers, beyond `limit` a number is called wrong. Beside the band stand names.
    """
    fig, ax = plt.subplots(figsize=(6, 3.4))
    guessed = simulated.kind.ne("simulated") | simulated.games.str.startswith("<")
    stacks = (simulated.z // STEP + 0.5) * STEP
    height = stacks.groupby(stacks).cumcount() + 0.5
    ax.axvspan(-BAND, BAND, color="#DCEBF7")
    ax.vlines([-limit, limit], 0, 11, color=EXACT, linewidth=1, linestyle="--")
    ax.scatter(simulated.z, height, 34, np.where(guessed, "white", DARK), edgecolors=DARK, linewidths=1.5)
    for side in (-1, 1):
        outside = simulated.z[side * simulated.z > BAND]
        if len(outside):
            who = "\n".join(dict.fromkeys(names[outside.index]))
            label(ax, who, (side * outside.abs().max(), 0.5), (8 * side, 0), va="center", weight="normal")
    label(ax, f"← wrong\nbeyond {limit:.2f}", (-limit, 10), (-6, 0), va="center", weight="normal")
    label(ax, f"wrong →\nbeyond {limit:.2f}", (limit, 10), (6, 0), va="center", weight="normal")
    label(ax, "95 in 100\nby luck", (0, 11), ha="center", va="center", weight="normal")
    words = "printed minus exact, in standard errors\n(a dot for each number; hollow: its spread is estimated)"
    ax.set(xlabel=words, xlim=(-limit - 2.2, limit + 2.2), ylim=(0, 12), yticks=[])
    ax.spines["left"].set_visible(False)
    ax.grid(visible=False)
    inside = (simulated.z.abs() < BAND).sum()
    ax.set_title(f"{inside} of {len(simulated)} lie in the band, where luck would put {0.95 * len(simulated):.0f}")
    return fig
