"""Pictures of a game in play: the board as people know it, and the way that the chance to win took."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Ellipse, FancyBboxPatch, Polygon
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator, PercentFormatter

from orchard.plots import EXACT, LOST, TREE_COLOURS, WON

COLOURS = (*TREE_COLOURS.values(), "#E07B00", "#7B4FA0", "#00897B", "#8D6E63")  # of trees beyond the booklet's too
CROWN, TRUNK, BASKET, GROUND, FEATHERS = "#E4F0D8", "#9C7A54", "#C89B5B", "#F6F1E4", "#222222"


def _shapes(*circles: tuple[float, float, float], stem: tuple = ()) -> Path:
    """Circles (x, y, radius) and a stem, as one marker."""
    round_ones = [Path.circle((x, y), r) for x, y, r in circles]
    return Path.make_compound_path(*round_ones, *([Path(stem)] if stem else []))


SHAPES = (
    _shapes((0, 0, 1), stem=((0, 0.9), (0.25, 1.5))),  # apple
    Path([(0, 1.4), (0.7, 1.4), (0.35, 0.3), (1, -0.1), (1.3, -1.2), (-1.3, -1.2), (-1, -0.1), (-0.35, 0.3),
          (-0.7, 1.4), (0, 1.4)], [1, *[4] * 9]),  # pear
    _shapes((-0.6, -0.4, 0.62), (0.65, -0.55, 0.62), stem=((-0.6, 0.2), (0.2, 1.4), (0.65, 0.05))),  # cherry
    Path(Path.circle((0, 0), 1).vertices * (0.75, 1.15), Path.circle((0, 0), 1).codes),  # plum
)  # fmt: skip


def plot_board(ax: Axes, start: tuple, state: tuple, names: list[str]) -> Axes:
    """The position `state` (fruits, raven steps) of a game from `start`: trees, the basket, the raven on its path."""
    (most, steps), (fruits, left) = start, state
    ax.set(xlim=(0, 100), ylim=(0, 46), aspect="equal", position=(0, 0, 1, 1))
    ax.set_axis_off()
    width = 100 / len(most)
    for tree, (all_fruit, fruit) in enumerate(zip(most, fruits, strict=True)):
        _draw_tree(ax, tree, (tree + 0.5) * width, min(width / 2.3, 11), all_fruit, fruit, names[tree])
    _draw_path(ax, steps, left)
    _draw_basket(ax, [a - b for a, b in zip(most, fruits, strict=True)])
    return ax


def _draw_tree(ax: Axes, tree: int, x: float, radius: float, most: int, fruit: int, name: str) -> None:
    ax.add_patch(Polygon([(x - 1.2, 16), (x + 1.2, 16), (x + 0.8, 24), (x - 0.8, 24)], color=TRUNK, linewidth=0))
    ax.add_patch(Ellipse((x, 33), 2 * radius, 22, facecolor=CROWN, edgecolor="#8DB36F", linewidth=1.5))
    _draw_fruit(ax, tree, x, 33, 0.74 * radius, 7.6, most, fruit)
    ax.text(x, 12.7, f"{name}: {fruit}", ha="center", fontsize=11, weight="bold" if fruit else "normal")


def _draw_fruit(ax: Axes, tree: int, x: float, y: float, width: float, height: float, most: int, fruit: int) -> None:
    """`fruit` of `most` fruits, spread over an ellipse as a sunflower spreads its seeds; dots where one was picked."""
    at = np.arange(most)
    radius, angle = np.sqrt((at + 0.5) / max(most, 3)), at * np.pi * (3 - np.sqrt(5))
    spots = np.column_stack([x + width * radius * np.cos(angle), y + height * radius * np.sin(angle)])
    size = min(260, 260 * 14 / max(most, 1) * min(1, width / 8))
    style = {"color": COLOURS[tree % len(COLOURS)], "edgecolor": "#333333", "linewidth": 0.7}
    ax.scatter(*spots[fruit:].T, s=8, color="#A9C494")
    ax.scatter(*spots[:fruit].T, s=size, marker=SHAPES[tree % len(SHAPES)], zorder=3, **style)


def _draw_path(ax: Axes, steps: int, left: int) -> None:
    """The stones from the raven's nest to the orchard, numbered by the steps left; the raven stands on one."""
    stones = 4 + 58 * np.arange(steps + 1) / max(steps, 1)
    size = min(2.6, 27 / max(steps, 1))
    for number, x in zip(range(steps, -1, -1), stones, strict=True):
        ax.add_patch(Circle((x, 3.6), size, facecolor=GROUND if number else CROWN, edgecolor="#8A8070"))
        if number != left:
            ax.text(x, 3.5, number or "orchard", ha="center", va="center", fontsize=10 if number and steps < 16 else 6)
    _draw_raven(ax, stones[steps - left], 5)
    ax.text(stones[steps - left] + 3.4, 8.2, f"raven: {left}", fontsize=11, weight="bold", va="center")


def _draw_raven(ax: Axes, x: float, y: float) -> None:
    for centre, width, height, angle in [((x, y), 5.2, 3.4, 20), ((x + 2, y + 2.2), 2.4, 2.4, 0)]:
        ax.add_patch(Ellipse(centre, width, height, angle=angle, color=FEATHERS, zorder=4, linewidth=0))
    ax.add_patch(Polygon([(x + 3, y + 2.8), (x + 5, y + 2.1), (x + 3, y + 1.6)], color="#E0A800", zorder=4))
    ax.add_patch(Polygon([(x - 2, y + 0.4), (x - 4.8, y - 1.3), (x - 1.6, y - 1.2)], color=FEATHERS, zorder=4))
    ax.add_patch(Circle((x + 2.3, y + 2.5), 0.35, color="white", zorder=5))


def _draw_basket(ax: Axes, picked: list[int]) -> None:
    box = FancyBboxPatch((73, 1.2), 25, 7.6, boxstyle="round,pad=0.4,rounding_size=2.5", facecolor=BASKET, alpha=0.45)
    ax.add_patch(box)
    kinds = [tree for tree, many in enumerate(picked) for _ in range(many)]
    rows = 2 if len(kinds) <= 24 else 4
    for place, tree in enumerate(kinds):
        column, row = divmod(place, rows)
        spot = (74 + 23 * (column + 0.5) / max(8, -(-len(kinds) // rows)), 2.4 + 5.2 * (row + 0.5) / rows)
        style = {"color": COLOURS[tree % len(COLOURS)], "edgecolor": "#333333", "linewidth": 0.5}
        ax.scatter(*spot, s=130 / rows, marker=SHAPES[tree % len(SHAPES)], zorder=3, **style)
    ax.text(85.5, 9.7, f"basket: {len(kinds)}", ha="center", va="bottom", fontsize=11, weight="bold")


def plot_chances(ax: Axes, chances: np.ndarray, rolls: np.ndarray) -> Axes:
    """The probability to win after each roll and pick (`rolls`: how many of them by then) of a game so far."""
    ax.axhline(0.5, color=EXACT, linewidth=0.8)
    ax.plot(chances, color=EXACT, linewidth=1.5, drawstyle="steps-post")
    change = np.diff(chances, prepend=chances[0])
    for marker, colour, where in [("^", WON, change > 1e-12), ("v", LOST, change < -1e-12)]:
        ax.plot(np.flatnonzero(where), chances[where], marker, color=colour, markersize=7)
    ax.set(xlabel="rolls and picks", ylabel="chance to win", ylim=(-0.04, 1.04), xlim=(-0.5, max(10, len(chances))))
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1])
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    return ax
