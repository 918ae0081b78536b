"""How printed numbers that were simulated scatter about the exact ones."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from scipy import stats

from orchard.pages.plots import EXACT
from orchard.pages.plots.charts import label


def draw_luck(z: pd.Series) -> Figure:
    """A dot for each simulation by how many standard errors it is off, and the curve of pure chance."""
    width, far = 0.25, max(3, np.ceil(z.abs().max()))
    edges = np.arange(-far, far + 0.1, width)
    place = np.digitize(z, edges) - 1
    height = pd.Series(place).groupby(place).cumcount() + 0.5
    fig, ax = plt.subplots(figsize=(6, 3.8))
    ax.plot(edges[place] + width / 2, height, "o", color="#56B4E9", markersize=8)
    x = np.linspace(-far - width, far + width, 200)
    ax.plot(x, len(z) * width * stats.norm.pdf(x), color=EXACT, linewidth=1.5)
    label(ax, "pure chance", (0.9, len(z) * width * stats.norm.pdf(0.9)), (10, 6), weight="normal")
    ax.set(xlabel="printed less exact, in standard errors", ylabel="simulations", xlim=x[[0, -1]])
    ax.set_ylim(0, max(height.max() + 1, 5))
    ax.grid(visible=False)
    ax.set_title(f"The {len(z)} simulations scatter nearly as pure chance would")
    return fig
