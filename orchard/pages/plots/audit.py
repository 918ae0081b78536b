"""Figures of printed numbers: the verdicts on them, and how the simulated ones scatter."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle
from scipy import stats

from orchard.pages.plots import EXACT
from orchard.pages.plots.charts import MIDDLE, label

# The name of each verdict, its colour (blue if right), and its sign for those who see no colours.
VERDICT_COLOURS = {
    "agrees": ("right, digit for digit", "#0072B2", ""),
    "within chance": ("played, as near as luck allows", "#56B4E9", ""),
    "agrees as a float": ("off in the sixteenth digit (…)", "#009E73", "…"),
    "cut off": ("digits cut off, not rounded (–)", "#CC79A7", "–"),
    "misrounded": ("off in the last digit (≈)", "#E69F00", "≈"),
    "wrong": ("wrong (×)", "#B2182B", "×"),
    "not settled": ("not settled (?)", "#999999", "?"),
}


def plot_verdicts(ax: Axes, claims: pd.DataFrame) -> Axes:
    """A row for each source, and in it a tile for each claim in the colour and with the sign of its verdict."""
    simulated = claims.verdict.eq("agrees") & claims.kind.ne("exact")
    claims = claims.assign(verdict=claims.verdict.mask(simulated, "within chance"))
    sources = claims.source.drop_duplicates()
    for row, source in enumerate(sources):
        group = claims[claims.source == source]
        group = group.assign(place=group.verdict.map(list(VERDICT_COLOURS).index)).sort_values("place", kind="stable")
        for column, verdict in enumerate(group.verdict):
            _, colour, sign = VERDICT_COLOURS[verdict]
            ax.add_patch(Rectangle((column + 0.06, row - 0.4), 0.88, 0.8, color=colour, linewidth=0))
            ax.text(column + 0.5, row, sign, fontsize=14, weight="bold", color="white", **MIDDLE)
    ax.set_yticks(range(len(sources)), [source.partition(",")[0].partition("/")[0] for source in sources])
    ax.set(xlim=(0, claims.source.value_counts().max()), ylim=(len(sources) - 0.4, -0.6), xticks=[])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.grid(visible=False)
    _count_colours(ax, claims)
    return ax


def _count_colours(ax: Axes, claims: pd.DataFrame) -> None:
    names = claims.verdict.map(lambda verdict: VERDICT_COLOURS[verdict])
    counts = names.value_counts().reindex(dict.fromkeys(VERDICT_COLOURS.values())).dropna()
    keys = [Patch(color=colour, label=f"{count:.0f} {name}") for (name, colour, _), count in counts.items()]
    ax.legend(handles=keys, loc="upper left", bbox_to_anchor=(0, 0), handlelength=1, handleheight=1)


def plot_luck(ax: Axes, z: pd.Series) -> Axes:
    """A dot for each simulation by how many standard errors it is off, and the curve of pure chance."""
    width, far = 0.5, max(3, np.ceil(z.abs().max()))
    edges = np.arange(-far, far + 0.1, width)
    place = np.digitize(z, edges) - 1
    height = pd.Series(place).groupby(place).cumcount() + 0.5
    ax.plot(edges[place] + width / 2, height, "o", color=VERDICT_COLOURS["within chance"][1], markersize=15)
    x = np.linspace(-far - width, far + width, 200)
    ax.plot(x, len(z) * width * stats.norm.pdf(x), color=EXACT, linewidth=1.5)
    label(ax, "pure chance", (0.9, len(z) * width * stats.norm.pdf(0.9)), (10, 6), weight="normal")
    ax.set(xlabel="printed less exact, in standard errors", ylabel="simulations", xlim=x[[0, -1]])
    ax.set_ylim(0, max(height.max() + 1, 7))
    ax.grid(visible=False)
    return ax
