"""Pictures of a game in play: the board as people know it, and the way that the chance to win took."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Ellipse, FancyBboxPatch, Polygon
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator, PercentFormatter

from orchard.plots import EXACT, LOST, TREE_COLOURS, WON

COLOURS = (*TREE_COLOURS.values(), "#E07B00", "#7B4FA0")  # of trees beyond the booklet's too
CROWN, EDGE, TRUNK, BASKET, STONE, FEATHERS = "#E4F0D8", "#8DB36F", "#9C7A54", "#E6D0B0", "#F6F1E4", "#222222"
OUTLINE = {"edgecolor": "#333333", "linewidth": 0.8}


def _shape(*balls: tuple[float, float, float], stems: Sequence[tuple] = ()) -> Path:
    """Balls (x, y, radius) and stems, as one marker; a stem goes there and back, so that nothing of it is filled."""
    lines = [Path([*stem, *reversed(stem)]) for stem in stems]
    return Path.make_compound_path(*(Path.circle((x, y), r) for x, y, r in balls), *lines)


def _outline(points: np.ndarray) -> Path:
    return Path(np.vstack([points, points[:1]]), closed=True)


_TURN = np.linspace(0, 2 * np.pi, 40, endpoint=False)
SHAPES = (
    _shape((0, 0, 1), stems=[((0, 0.9), (0.3, 1.6))]),  # apple
    _outline(np.column_stack([(0.75 - 0.4 * np.sin(_TURN)) * np.cos(_TURN), 1.35 * np.sin(_TURN)])),  # pear
    _shape((-0.7, -0.5, 0.7), (0.7, -0.6, 0.7), stems=[((-0.7, 0.2), (0.3, 1.5)), ((0.7, 0.1), (0.3, 1.5))]),  # cherry
    _outline(np.column_stack([0.8 * np.cos(_TURN), 1.2 * np.sin(_TURN)])),  # plum
    _shape((0, 0, 1.1)),
    _outline(1.2 * np.array([(0, 1), (1, 0), (0, -1), (-1, 0)])),
)


def plot_board(ax: Axes, start: tuple, state: tuple, names: Sequence[str], face: int | str | None = None) -> Axes:
    """The position `state` (fruits, raven steps) of a game from `start`, and the `face` that the die shows last."""
    (most, steps), (fruits, left) = start, state
    ax.set(xlim=(0, 100), ylim=(0, 40), aspect="equal")
    ax.set_axis_off()
    width = 100 / len(most)
    for tree, (all_fruit, fruit) in enumerate(zip(most, fruits, strict=True)):
        _draw_tree(ax, tree, (tree + 0.5) * width, min(width / 2.2, 11.5), all_fruit, fruit, names[tree])
    _draw_path(ax, steps, left)
    _draw_die(ax, face)
    _draw_basket(ax, [a - b for a, b in zip(most, fruits, strict=True)])
    return ax


def _draw_fruit(ax: Axes, tree: int, spots: np.ndarray, size: float) -> None:
    ax.scatter(*spots.T, s=size, marker=SHAPES[tree % 6], color=COLOURS[tree % 6], zorder=5, **OUTLINE)


def _draw_tree(ax: Axes, tree: int, x: float, radius: float, most: int, fruit: int, name: str) -> None:
    """A tree with `fruit` of its `most` fruits, and a dot for each that was picked."""
    ax.add_patch(Polygon([(x - 1.4, 15), (x + 1.4, 15), (x + 0.9, 21), (x - 0.9, 21)], color=TRUNK, linewidth=0))
    ax.add_patch(Ellipse((x, 29), 2 * radius, 20.5, facecolor=CROWN, edgecolor=EDGE, linewidth=1.5))
    at = np.arange(most)  # spread as a sunflower spreads its seeds
    out, angle = np.sqrt((at + 0.5) / max(most, 1)), 0.8 + at * np.pi * (3 - np.sqrt(5))
    spots = np.column_stack([x + 0.8 * radius * out * np.cos(angle), 29 + 8 * out * np.sin(angle)])
    ax.scatter(*spots[fruit:].T, s=8, color=EDGE)
    _draw_fruit(ax, tree, spots[:fruit], min(600, 5500 / max(most, 1)) * min(1, radius / 11))
    ax.text(x, 12.5, f"{name}: {fruit}", ha="center", fontsize=12, weight="bold" if fruit else "normal")


def _draw_path(ax: Axes, steps: int, left: int) -> None:
    """The stones from the raven's nest to the orchard, numbered by the steps left; the raven stands on one."""
    stones = 5 + 48 * np.arange(steps + 1) / steps
    for number, x in zip(range(steps, -1, -1), stones, strict=True):
        ax.add_patch(Circle((x, 3.4), min(2.5, 22 / steps), facecolor=STONE if number else CROWN, edgecolor="#8A8070"))
        if number != left and (number == 0 or steps < 16):
            ax.text(x, 3.3, number or "orchard", ha="center", va="center", fontsize=10 if number else 7)
    x = stones[steps - left]
    for centre, wide, high, angle in [((x, 4.8), 5.2, 3.4, 20), ((x + 2, 7), 2.4, 2.4, 0)]:
        ax.add_patch(Ellipse(centre, wide, high, angle=angle, color=FEATHERS, zorder=4, linewidth=0))
    ax.add_patch(Polygon([(x + 3, 7.6), (x + 5, 6.9), (x + 3, 6.4)], color="#E0A800", zorder=4))
    ax.add_patch(Polygon([(x - 2, 5.2), (x - 4.8, 3.5), (x - 1.6, 3.6)], color=FEATHERS, zorder=4))
    ax.add_patch(Circle((x + 2.3, 7.3), 0.35, color="white", zorder=5))
    before = left * 2 < steps
    ax.text(
        x + (-2 if before else 5.6), 8, f"raven: {left}", ha="right" if before else "left", va="center", weight="bold"
    )


def _draw_die(ax: Axes, face: int | str | None) -> None:
    box = FancyBboxPatch(
        (59.2, 1.6), 6.4, 6.4, boxstyle="round,pad=0.4,rounding_size=1.4", facecolor="white", **OUTLINE
    )
    ax.add_patch(box)
    if isinstance(face, int):
        _draw_fruit(ax, face, np.array([[62.4, 4.8]]), 500)
    elif face:
        ax.text(62.4, 4.7, face, ha="center", va="center", weight="bold")
    ax.text(62.4, 9, "die", ha="center", fontsize=12)


def _draw_basket(ax: Axes, picked: Sequence[int]) -> None:
    """The basket with the fruit `picked` from each tree."""
    outline = [(70, 8.4), (99, 8.4), (96.5, 0.6), (72.5, 0.6)]
    ax.add_patch(Polygon(outline, facecolor=BASKET, edgecolor=TRUNK, linewidth=1.5, joinstyle="round"))
    ax.text(84.5, 9, f"basket: {sum(picked)}", ha="center", va="bottom", fontsize=12, weight="bold")
    trees = np.repeat(np.arange(len(picked)), picked)
    rows = 2 if len(trees) <= 20 else 3 if len(trees) <= 48 else 5
    column, row = np.divmod(np.arange(len(trees)), rows)
    columns = max(10, -(-len(trees) // rows))
    spots = np.column_stack([73.5 + 22 * (column + 0.5) / columns, 1.1 + 6.8 * (row + 0.5) / rows])
    for tree in np.unique(trees):
        _draw_fruit(ax, tree, spots[trees == tree], 360 / rows * min(1, 10 / columns))


def plot_chances(ax: Axes, chances: np.ndarray) -> Axes:
    """The probability to win at the start and after each roll and pick; up and down have their own marks."""
    ax.axhline(0.5, color=EXACT, linewidth=0.8)
    ax.plot(chances, color="#777777", linewidth=1.2)
    change = np.diff(chances, prepend=chances[0])
    same = np.abs(change) <= 1e-12
    for marker, colour, where in [
        ("^", WON, ~same & (change > 0)),
        ("v", LOST, ~same & (change < 0)),
        (".", EXACT, same),
    ]:
        ax.plot(np.flatnonzero(where), chances[where], marker, color=colour, markersize=7)
    ax.set(xlabel="rolls and picks", ylabel="chance to win", ylim=(-0.06, 1.06), xlim=(-0.5, max(20, len(chances))))
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1])
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    return ax
