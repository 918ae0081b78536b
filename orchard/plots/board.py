"""Pictures of a game in play: the board as people know it, and the way that the chance to win took."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Arc, Circle, Ellipse, FancyBboxPatch, Polygon, Rectangle
from matplotlib.path import Path

from orchard.plots import TREE_COLOURS

COLOURS = (*TREE_COLOURS.values(), "#E07B00", "#7B4FA0")  # of trees beyond the booklet's too
PLURALS = {"apple": "apples", "pear": "pears", "cherry": "cherries", "plum": "plums"}
CROWN, EDGE, TRUNK, BASKET, CARD, FEATHERS = "#E4F0D8", "#8DB36F", "#9C7A54", "#E6D0B0", "#F6F1E4", "#222222"
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
    """The position `state` (fruits, raven steps) of a game from `start`, and the `face` rolled last, if any."""
    (most, steps), (fruits, left) = start, state
    ax.set(xlim=(0, 100), ylim=(0, 40), aspect="equal")
    ax.set_axis_off()
    width = 100 / len(most)
    for tree, (all_fruit, fruit) in enumerate(zip(most, fruits, strict=True)):
        x = (tree + 0.5) * width
        _draw_tree(ax, tree, x, min(width / 2.2, 11.5), all_fruit, fruit)
        _draw_name(ax, x, width, PLURALS.get(names[tree], names[tree]), fruit)
    _draw_path(ax, steps, left)
    if face is not None:
        _draw_die(ax, face)
    _draw_basket(ax, [a - b for a, b in zip(most, fruits, strict=True)])
    return ax


def _draw_fruit(ax: Axes, tree: int, spots: np.ndarray, size: float) -> None:
    outline = OUTLINE | {"linewidth": min(0.8, size**0.5 / 10)}
    ax.scatter(*spots.T, s=size, marker=SHAPES[tree % 6], color=COLOURS[tree % 6], zorder=5, **outline)


def _draw_tree(ax: Axes, tree: int, x: float, radius: float, most: int, fruit: int) -> None:
    """A tree with `fruit` of its `most` fruits, and a dot for each that was picked."""
    wide = min(1.4, radius / 5)
    ax.add_patch(Polygon([(x - wide, 16), (x + wide, 16), (x + wide / 2, 21), (x - wide / 2, 21)], color=TRUNK, lw=0))
    ax.add_patch(Ellipse((x, 29), 2 * radius, 20.5, facecolor=CROWN, edgecolor=EDGE, linewidth=1.5))
    at = np.arange(most)  # spread as a sunflower spreads its seeds
    out, angle = np.sqrt((at + 0.5) / max(most, 1)), 0.8 + at * np.pi * (3 - np.sqrt(5))
    spots = np.column_stack([x + 0.8 * radius * out * np.cos(angle), 29 + 8 * out * np.sin(angle)])
    ax.scatter(*spots[fruit:].T, s=8, color=EDGE)
    _draw_fruit(ax, tree, spots[:fruit], min(600, 5500 / max(most, 1)) * min(1, radius / 11))


def _draw_name(ax: Axes, x: float, width: float, name: str, fruit: int) -> None:
    """The tree's name and its fruit, as large as there is room for; among many trees the number alone."""
    label = f"{name}: {fruit}" if _fitting(f"{name}: {fruit}", width) >= 8 else str(fruit)
    size = min(12, _fitting(label, width))
    ax.text(x, 13.6, label, ha="center", fontsize=size, weight="bold" if fruit else "normal")


def _fitting(label: str, width: float) -> float:
    """The size of bold type, in points, in which the label fills `width` of a board ten inches wide."""
    return 7.2 * width / (0.72 * (len(label) + 0.5))


def _draw_path(ax: Axes, steps: int, left: int) -> None:
    """The raven on its way over the cards into the orchard; below, how many raven rolls lead to each place.

    The raven starts in front of the first card, as the rule booklet has it: the last step is the one off the last card.
    """
    gap = 43 / (steps - 0.5)
    places = np.append(5 + gap * np.arange(steps), 52.5)
    wide = min(5, 0.86 * gap)
    for x in places[1:-1]:
        ax.add_patch(Rectangle((x - wide / 2, 2.1), wide, 3.2, facecolor=CARD, edgecolor="#8A8070", linewidth=0.8))
    ax.add_patch(Rectangle((48, 2.1), 9, 3.2, facecolor=CROWN, edgecolor=EDGE, linewidth=1.2))
    ax.text(52.5, 3.6, "orchard", ha="center", va="center", fontsize=9)
    every = next(every for every in (1, 5, 10, 50, 100) if steps < 12 * every)
    ticks = [*range(every, steps - every // 2, every), steps]
    for rolls in ticks:
        ax.text(places[rolls], 0.2, rolls, ha="center", fontsize=9, weight="bold" if rolls == steps else "normal")
    ax.text(places[ticks[0]] - 1.8, 0.2, "raven roll", ha="right", fontsize=9)
    x, y = places[steps - left], 2.1 if left == steps else 5.3
    _draw_raven(ax, x, y)
    words = {0: "in the orchard", 1: "1 raven roll to go"}.get(left, f"{left} raven rolls to go")
    before = left * 2 < steps
    place = (x - 2, y + 4) if before else (x + 5.6, 9.3)
    ax.text(*place, words, ha="right" if before else "left", va="center", weight="bold")


def _draw_raven(ax: Axes, x: float, y: float, size: float = 1) -> None:
    """A raven that stands at (x, y) and looks to the right."""

    def at(*points: tuple[float, float]) -> np.ndarray:
        return np.array([x, y]) + size * np.array(points)

    for centre, wide, high, angle in [((0, 1.5), 5.2, 3.4, 20), ((2, 3.7), 2.4, 2.4, 0)]:
        shape = Ellipse(at(centre)[0], size * wide, size * high, angle=angle, color=FEATHERS, zorder=4, linewidth=0)
        ax.add_patch(shape)
    ax.add_patch(Polygon(at((3, 4.3), (5, 3.6), (3, 3.1)), color="#E0A800", zorder=4))
    ax.add_patch(Polygon(at((-2, 1.9), (-4.8, 0.2), (-1.6, 0.3)), color=FEATHERS, zorder=4))
    ax.add_patch(Circle(at((2.3, 4))[0], 0.35 * size, color="white", zorder=5))


def _draw_die(ax: Axes, face: int | str) -> None:
    """The die, with the `face` that was rolled: the number of a tree, the basket or the raven."""
    box = FancyBboxPatch((60, 1), 5.6, 5.6, boxstyle="round,pad=0.4,rounding_size=1.4", facecolor="white", **OUTLINE)
    ax.add_patch(box)
    if face == "basket":
        ax.add_patch(Arc((62.8, 4.2), 3.6, 4, theta2=180, edgecolor=TRUNK, linewidth=2))
        ax.add_patch(Polygon([(60.3, 4.4), (65.3, 4.4), (64.6, 1.6), (61, 1.6)], facecolor=BASKET, edgecolor=TRUNK))
    elif face == "raven":
        _draw_raven(ax, 62.6, 2.4, 0.6)
    else:
        _draw_fruit(ax, face, np.array([[62.8, 3.8]]), 450)
    ax.text(62.8, 8.2, "die", ha="center", fontsize=12)


def _draw_basket(ax: Axes, picked: Sequence[int]) -> None:
    """The basket with the fruit `picked` from each tree."""
    outline = [(70, 7.6), (99, 7.6), (96.5, 0.3), (72.5, 0.3)]
    ax.add_patch(Polygon(outline, facecolor=BASKET, edgecolor=TRUNK, linewidth=1.5, joinstyle="round"))
    ax.text(84.5, 8.2, f"basket: {sum(picked)}", ha="center", fontsize=12, weight="bold")
    trees = np.repeat(np.arange(len(picked)), picked)
    rows = 2 if len(trees) <= 20 else 3 if len(trees) <= 48 else 5
    column, row = np.divmod(np.arange(len(trees)), rows)
    columns = max(10, -(-len(trees) // rows))
    spots = np.column_stack([73.5 + 22 * (column + 0.5) / columns, 0.7 + 6.5 * (row + 0.5) / rows])
    for tree in np.unique(trees):
        _draw_fruit(ax, tree, spots[trees == tree], 360 / rows * min(1, 10 / columns))
