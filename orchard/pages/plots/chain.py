"""The absorbing Markov chain as a graph."""

import math

import pandas as pd
from matplotlib.axes import Axes

from orchard.pages.plots import LOST, WON
from orchard.pages.plots.charts import MIDDLE

KINDS = {"a colour": ("#333333", "-"), "the basket": ("#0072B2", "-"), "the raven": (LOST, "--")}
BAR = {"linewidth": 22, "solid_capstyle": "butt"}
BOLD = MIDDLE | {"weight": "bold", "fontsize": 12}


def plot_graph(
    ax: Axes, arrows: pd.DataFrame, places: dict[str, tuple[float, float]], visits: dict[str, float]
) -> Axes:
    """The chain as a graph: `arrows` has the columns from, to, probability and kind, a key of KINDS.

    `places` has the transient states, darker with more `visits` of a game. The raven leads straight down; won is a
    bar at the right, lost one below.
    """
    xs, ys = zip(*places.values(), strict=True)
    right, below = max(xs) + 0.95, min(ys) - 0.85
    ax.plot([right + 0.15] * 2, [min(ys) - 0.3, max(ys) + 0.3], **BAR, color=WON)
    ax.plot([min(xs) - 0.4, right - 0.4], [below - 0.15] * 2, **BAR, color=LOST)
    ax.text(right + 0.15, sum(ys) / len(ys), "won", color="white", rotation=90, **BOLD)
    ax.text(sum(xs) / len(xs), below - 0.15, "lost", color="white", **BOLD)
    for start, to, p, kind in arrows[["from", "to", "probability", "kind"]].itertuples(index=False):
        x, y = places[start]
        end = {"won": (right, y), "lost": (x, below)}.get(to) or places[to]
        _arrow(ax, (x, y), end, p, kind, to in ("won", "lost"))
    for name, (x, y) in places.items():
        box = {"boxstyle": "round,pad=0.35", "facecolor": (1, 1 - 0.35 * visits[name], 1 - 0.8 * visits[name])}
        ax.text(x, y, f"{name}\n{100 * visits[name]:.3g} in 100", fontsize=11, bbox=box, zorder=4, **MIDDLE)
    for number, (kind, (colour, dashes)) in enumerate(KINDS.items()):
        x, y = 1.45 * number - 0.4, max(ys) + 0.75
        ax.plot([x, x + 0.3], [y, y], dashes, color=colour, linewidth=2)
        ax.text(x + 0.36, y, kind, va="center", color=colour, weight="bold")
    ax.axis("off")
    return ax


def _arrow(
    ax: Axes, start: tuple[float, float], end: tuple[float, float], words: str, kind: str, is_last: bool
) -> None:
    colour, dashes = KINDS[kind]
    ends = {"shrinkA": 18, "shrinkB": 0 if is_last else 18 if kind == "the raven" else 34}
    shape = {"arrowstyle": "-|>", "mutation_scale": 20, "lw": 2, "color": colour, "linestyle": dashes, **ends}
    ax.annotate("", end, start, arrowprops=shape, zorder=2)
    (x, y), (to_x, to_y) = start, end
    place = (0.5 * (x + to_x), 0.5 * (y + to_y))
    if kind == "a colour":  # beside a short arrow, whose head it would cover
        length = math.hypot(to_x - x, to_y - y)
        place = (place[0] - 0.2 * (to_y - y) / length, place[1] + 0.2 * (to_x - x) / length)
    if kind == "the raven":
        place = (x, y - 0.42)
    elif is_last:
        place = (to_x - 0.25, y)
    box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
    ax.text(*place, words, color=colour, fontsize=11, bbox=box, zorder=3, **MIDDLE)
