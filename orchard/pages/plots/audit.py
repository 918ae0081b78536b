"""How printed numbers that were simulated scatter about the exact ones."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from orchard.pages.plots import EXACT
from orchard.pages.plots.charts import DARK, label

BAND = 1.96  # standard errors, within which luck keeps 95 numbers of 100
STEP = 0.5  # standard errors, that dots of a stack have in common


def draw_luck(simulated: pd.DataFrame, limit: float, farthest: str) -> Figure:
    """How many standard errors each row of `judged` is off: a dot each, hollow if its error is a guess, in stacks.

    A band holds 95 of 100 honest numbers, and beyond `limit` a number is called wrong. The dot farthest off has a name.
    """
    fig, ax = plt.subplots(figsize=(6, 3.4))
    guessed = simulated.kind.ne("simulated") | simulated.games.str.startswith("<")
    stacks = (simulated.z // STEP + 0.5) * STEP
    height = stacks.groupby(stacks).cumcount() + 0.5
    off = stacks[simulated.z.abs().idxmax()]
    ax.axvspan(-BAND, BAND, color="#DCEBF7")
    ax.vlines([-limit, limit], 0, 11, color=EXACT, linewidth=1, linestyle="--")
    ax.scatter(stacks, height, 34, np.where(guessed, "white", DARK), edgecolors=DARK)
    outwards = (8, 0) if off > 0 else (-8, 0)
    label(ax, farthest, (off, (stacks == off).sum() - 0.5), outwards, va="center", weight="normal")
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
