"""Pictures of the absorbing Markov chain: its graph and its matrix."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from scipy.sparse import sparray

from orchard.plots import LOST, WON, strategy_colour

KINDS = {"a colour": "#333333", "the basket": "#0072B2", "the raven": LOST}
LINES = {"a colour": "-", "the basket": "-", "the raven": "--"}
LABEL = {"size": 10, "ha": "center", "va": "center", "bbox": {"facecolor": "white", "edgecolor": "none", "pad": 0.8}}


def plot_graph(
    ax: Axes, arrows: pd.DataFrame, places: dict[str, tuple[float, float]], visits: dict[str, float]
) -> Axes:
    """The chain as a graph: `arrows` has the columns from, to, probability and kind, a key of KINDS.

    `places` has the states in which the game goes on, each shaded by how many games in 100 come by (`visits`, of one
    game); won and lost are bars right of and below them. The raven's arrows lead straight down.
    """
    xs, ys = zip(*places.values(), strict=True)
    right, below = max(xs) + 0.95, min(ys) - 0.85
    _bar(ax, "won", (right, min(ys) - 0.3), 0.3, max(ys) - min(ys) + 0.6, WON)
    _bar(ax, "lost", (min(xs) - 0.4, below - 0.3), right - min(xs), 0.3, LOST)
    for start, to, p, kind in arrows[["from", "to", "probability", "kind"]].itertuples(index=False):
        x, y = places[start]
        end = {"won": (right, y), "lost": (x, below)}.get(to) or places[to]
        _arrow(ax, (x, y), end, p, kind, to in ("won", "lost"))
    for name, (x, y) in places.items():
        box = {"boxstyle": "round,pad=0.35", "facecolor": (1, 1 - 0.35 * visits[name], 1 - 0.8 * visits[name])}
        ax.text(x, y, f"{name}\n{100 * visits[name]:.3g} in 100", size=10, ha="center", va="center", bbox=box, zorder=4)
    _kinds(ax, max(ys) + 0.75)
    ax.set(xlim=(min(xs) - 0.5, right + 0.4), ylim=(below - 0.4, max(ys) + 0.95))
    ax.axis("off")
    return ax


def _kinds(ax: Axes, y: float) -> None:
    """What the arrows stand for, said once above the graph."""
    for number, (kind, colour) in enumerate(KINDS.items()):
        x = 1.2 * number - 0.4
        ax.plot([x, x + 0.3], [y, y], LINES[kind], color=colour, linewidth=2)
        ax.text(x + 0.36, y, kind, va="center", color=colour, weight="bold")


def _bar(ax: Axes, name: str, corner: tuple[float, float], width: float, height: float, colour: str) -> None:
    ax.add_patch(Rectangle(corner, width, height, facecolor=colour))
    middle, turn = (corner[0] + width / 2, corner[1] + height / 2), 90 * (height > width)
    ax.text(*middle, name, color="white", ha="center", va="center", rotation=turn, weight="bold")


def _arrow(
    ax: Axes, start: tuple[float, float], end: tuple[float, float], label: str, kind: str, is_last: bool
) -> None:
    colour = KINDS[kind]
    ends = {"shrinkA": 18, "shrinkB": 0 if is_last else 18 if kind == "the raven" else 34}
    shape = {"arrowstyle": "-|>", "lw": 1.5, "color": colour, "linestyle": LINES[kind], **ends}
    ax.annotate("", end, start, arrowprops=shape, zorder=2)
    (x, y), (to_x, to_y) = start, end
    middle = (0.5 * (x + to_x), 0.5 * (y + to_y))
    if kind == "the raven":
        middle = (x, y - 0.42)
    elif is_last:
        middle = (to_x - 0.25, y)
    ax.text(*middle, label, color=colour, zorder=3, **LABEL)


def plot_sparsity(ax: Axes, Q: sparray, raven_steps: int, told: bool = False) -> Axes:
    """Where Q has entries: one dot each, the start top left; a square for each raven roll left, and words if `told`."""
    states = Q.shape[0]
    ax.spy(Q, markersize=max(0.4, 50 / states), color="black", rasterized=True)
    size = states / raven_steps
    for step in range(raven_steps):
        corner = (step * size - 0.5, step * size - 0.5)
        ax.add_patch(Rectangle(corner, size, size, facecolor="#CFE3F2", edgecolor="#0072B2", zorder=0))
        if told:
            left = raven_steps - step
            words = f"raven {left}\nroll{'s' * (left > 1)} away"
            ax.text((step + 0.03) * size, (step + 0.97) * size, words, size=8, color="#00507F", va="bottom")
    if told:
        middle = {"x": (raven_steps / 2 + 0.5) * size, "y": (raven_steps / 2 - 0.5) * size, "rotation": -45}
        raven = "the raven moves: same fruit, one square on"
        ax.text(**middle, s=raven + "\n", color=LOST, weight="bold", ha="center", va="center")
        nothing = "nothing here:\nno roll ever goes back"
        ax.text(0.25 * states, 0.78 * states, nothing, ha="center", va="center", color="#555555", weight="bold")
    ax.set(xticks=[], yticks=[])
    ax.set_xlabel(f"{states:,} rows and columns, {Q.nnz:,} entries", fontsize=10)
    ax.spines[:].set_visible(True)
    ax.grid(visible=False)
    return ax


def plot_waiting(ax: Axes, rolls: pd.Series) -> Axes:
    """Rolls of an average game (values) by the fruit that is left (index): the last fruit at the right, in colour."""
    colours = [strategy_colour("max") if fruit == 1 else "#BBBBBB" for fruit in rolls.index]
    ax.bar(rolls.index, rolls, color=colours)
    for fruit in rolls.index[[0, -1]]:
        ax.text(fruit, rolls[fruit], f"{rolls[fruit]:.1f}", ha="center", va="bottom", weight="bold")
    ax.invert_xaxis()
    ax.set(xlabel="fruit left on the trees", ylabel="rolls in a game")
    ax.grid(visible=False, axis="x")
    return ax
