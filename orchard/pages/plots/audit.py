"""How printed numbers that were simulated scatter about the exact ones."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy import stats

from orchard.pages.plots import EXACT
from orchard.pages.plots.charts import label


def draw_luck(z: pd.Series) -> Figure:
    """How many simulations are so many standard errors off, beside as many as pure chance would have there."""
    far = max(3, np.ceil(z.abs().max()))
    edges = np.arange(-far, far + 1)
    found, _ = np.histogram(z, edges)
    expected = len(z) * np.diff(stats.norm.cdf(edges))
    fig, ax = plt.subplots(figsize=(6, 3.8))
    ax.bar(edges[:-1], found, 0.92, align="edge", color="#56B4E9")
    ax.hlines(expected, edges[:-1], edges[:-1] + 0.92, color=EXACT, linewidth=2.5)
    middle = len(edges) // 2
    label(ax, "by luck alone", (edges[middle - 1], expected[middle - 2]), (-8, 4))
    ax.set(xlabel="printed less exact, in standard errors", ylabel="simulations", xlim=edges[[0, -1]], xticks=edges)
    ax.set_ylim(0, max(found.max(), expected.max(), 4) + 1)
    ax.grid(visible=False)
    near, by_luck = (z.abs() < 1).sum(), len(z) * (2 * stats.norm.cdf(1) - 1)
    ax.set_title(f"{near} of {len(z)} are within one standard error; by luck {by_luck:.0f}")
    return fig
