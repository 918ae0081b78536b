"""Pictures of the absorbing Markov chain: its graph, its matrix, and where games spend their rolls."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import PowerNorm
from matplotlib.patches import Rectangle
from scipy.sparse import sparray

from orchard.plots import LOST, SEQUENTIAL, WON

BOX = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": "black"}
LABEL = {"size": 10, "ha": "center", "va": "center", "bbox": {"facecolor": "white", "edgecolor": "none", "pad": 1}}


def plot_graph(ax: Axes, arrows: pd.DataFrame, places: dict[str, tuple[float, float]]) -> Axes:
    """The chain as a graph: `arrows` has the columns from, to, probability; the raven's lead straight down.

    `places` has the states in which the game goes on; won and lost are bars right of and below them.
    """
    xs, ys = zip(*places.values(), strict=True)
    right, below = max(xs) + 0.9, min(ys) - 0.75
    _bar(ax, "won", (right, min(ys) - 0.3), 0.4, max(ys) - min(ys) + 0.6, WON)
    _bar(ax, "lost", (min(xs) - 0.4, below - 0.3), right - min(xs), 0.3, LOST)
    for start, to, p in arrows.itertuples(index=False):
        x, y = places[start]
        _arrow(ax, (x, y), {"won": (right, y), "lost": (x, below)}.get(to) or places[to], p, to in ("won", "lost"))
    for name, place in places.items():
        ax.text(*place, name, ha="center", va="center", bbox=BOX, zorder=4)
    ax.set(xlim=(min(xs) - 0.5, right + 0.5), ylim=(below - 0.4, max(ys) + 0.4))
    ax.axis("off")
    return ax


def _bar(ax: Axes, name: str, corner: tuple[float, float], width: float, height: float, colour: str) -> None:
    ax.add_patch(Rectangle(corner, width, height, facecolor=colour))
    middle, turn = (corner[0] + width / 2, corner[1] + height / 2), 90 * (height > width)
    ax.text(*middle, name, color="white", ha="center", va="center", rotation=turn, weight="bold")


def _arrow(ax: Axes, start: tuple[float, float], end: tuple[float, float], label: str, is_last: bool) -> None:
    raven = start[0] == end[0]
    line = {"color": LOST, "linestyle": "--"} if raven else {"color": "black"}
    shape = {"arrowstyle": "-|>", "lw": 1.2, "shrinkA": 12, "shrinkB": 0 if is_last else 12 if raven else 20}
    ax.annotate("", end, start, arrowprops=shape | line, zorder=2)
    x, y = (0.5 * (a + b) for a, b in zip(start, end, strict=True))
    label_at = (x, start[1] - 0.32) if raven else (end[0] - 0.25, y) if is_last else (x, y)
    ax.text(*label_at, label, color=line["color"], zorder=3, **LABEL)


def plot_sparsity(ax: Axes, Q: sparray, title: str) -> Axes:
    """Where Q has entries: one dot each, the start top left."""
    ax.spy(Q, markersize=max(0.4, 50 / Q.shape[0]), color="black", rasterized=True)
    ax.set(title=title, xticks=[], yticks=[], xlabel=f"{Q.shape[0]:,} states, {Q.nnz:,} entries")
    ax.spines[:].set_visible(True)
    ax.grid(visible=False)
    return ax


def plot_visits(ax: Axes, visits: pd.DataFrame) -> Axes:
    """Rolls made on average in states, summed: index the fruit left, columns the raven's steps left."""
    rows, columns = visits.index, visits.columns
    scale = PowerNorm(0.5, vmin=0)  # else the start would outshine all that follows
    image = ax.pcolormesh(rows, columns, visits.T, cmap=SEQUENTIAL, norm=scale, rasterized=True)
    ax.set(xlabel="fruit left", ylabel="raven steps left", yticks=columns, xlim=(max(rows) + 0.5, min(rows) - 0.5))
    ax.figure.colorbar(image, ax=ax, label="rolls a game, on average")
    ax.grid(visible=False)
    return ax
