"""Pictures of orchards: the board in play, trees compared, and the faces of the die that pick a fruit."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Arc, Circle, Ellipse, FancyBboxPatch, Polygon, Rectangle
from matplotlib.path import Path

from orchard.plots import EXACT, TREE_COLOURS

COLOURS = tuple(TREE_COLOURS.values())
PLURALS = {"apple": "apples", "pear": "pears", "cherry": "cherries", "plum": "plums"}
CROWN, EDGE, TRUNK, BASKET, CARD, FEATHERS = "#E4F0D8", "#8DB36F", "#9C7A54", "#E6D0B0", "#F6F1E4", "#222222"
OUTLINE = {"edgecolor": "#333333", "linewidth": 0.8}


def _shape(*balls: tuple[float, float, float], stems: Sequence[tuple]) -> Path:
    """Balls (x, y, radius) and stems as one marker; a stem goes there and back, so that none of it is filled."""
    lines = [Path([*stem, *reversed(stem)]) for stem in stems]
    return Path.make_compound_path(*(Path.circle((x, y), r) for x, y, r in balls), *lines)


def _rounded(wide: np.ndarray | float, high: float) -> Path:
    around = np.append(_TURN, 0)
    return Path(np.column_stack([np.append(wide, wide[0]) * np.cos(around), high * np.sin(around)]), closed=True)


_TURN = np.linspace(0, 2 * np.pi, 40, endpoint=False)
SHAPES = (
    _shape((0, 0, 1), stems=[((0, 0.9), (0.3, 1.6))]),  # apple
    _rounded(0.75 - 0.4 * np.sin(_TURN), 1.35),  # pear
    _shape((-0.7, -0.5, 0.7), (0.7, -0.6, 0.7), stems=[((-0.7, 0.2), (0.3, 1.5)), ((0.7, 0.1), (0.3, 1.5))]),  # cherry
    _rounded(np.full(40, 0.8), 1.2),  # plum
)


def plot_board(ax: Axes, start: tuple, state: tuple, names: Sequence[str], face: int | str | None = None) -> Axes:
    """The position `state` (fruits, raven steps) of a game from `start`, and the `face` rolled last, if any."""
    (most, steps), (fruits, left) = start, state
    _draw_trees(ax, most, fruits, names)
    _draw_path(ax, steps, left)
    if face is not None:
        _draw_die(ax, face, 60)
    _draw_basket(ax, np.subtract(most, fruits))
    return ax


def plot_orchard(ax: Axes, fruits: Sequence[int], compared: Sequence[int], names: Sequence[str]) -> Axes:
    """The trees of an orchard, with a ring around the fruit that the orchard `compared` has not."""
    places = _draw_trees(ax, np.maximum(fruits, compared), fruits, names, size=180)
    ax.set_ylim(10, 40)
    for spots, fruit, other in zip(places, fruits, compared, strict=True):
        ax.scatter(*spots[other:fruit].T, s=340, facecolor="none", edgecolor=EXACT, zorder=6, clip_on=False)
    return ax


def plot_faces(ax: Axes, fruits: Sequence[int], names: Sequence[str]) -> Axes:
    """An orchard of four trees, and the six faces of the die, those that pick nothing struck out."""
    _draw_trees(ax, fruits, fruits, names, size=350)
    useful = [*map(bool, fruits), True, False]
    for place, face in enumerate([*range(4), "basket", "raven"]):
        x = 6 + 16 * place
        _draw_die(ax, face, x, "")
        if not useful[place]:
            ax.plot([x - 1, x + 7], [0, 8], color="#D55E00", linewidth=3, zorder=7)
    ax.text(50, -5, f"{sum(useful)} faces of six pick a fruit", ha="center", fontsize=12, weight="bold")
    ax.set_ylim(-6, 40)
    return ax


def _draw_trees(
    ax: Axes, most: Sequence[int], fruits: Sequence[int], names: Sequence[str], size: float = 600
) -> list[np.ndarray]:
    """Trees with names and fruit, on a field of 100 by 40; returns the places of each one's fruit, (most, 2)."""
    ax.set(xlim=(0, 100), ylim=(0, 40), aspect="equal")
    ax.set_axis_off()
    width = 100 / len(most)
    places = [_spots((tree + 0.5) * width, min(width / 2.2, 11.5), many) for tree, many in enumerate(most)]
    for tree, (spots, fruit) in enumerate(zip(places, fruits, strict=True)):
        x = (tree + 0.5) * width
        _draw_tree(ax, tree, x, min(width / 2.2, 11.5), spots, fruit, size)
        name = PLURALS.get(names[tree], names[tree])
        weight = "bold" if fruit else "normal"
        ax.text(x, 15.6, f"{name}: {fruit}", ha="center", va="top", fontsize=12, weight=weight)
    return places


def _spots(x: float, radius: float, most: int) -> np.ndarray:
    """Places for fruit in a crown, (most, 2), spread as a sunflower spreads its seeds."""
    at = np.arange(most)
    out, angle = np.sqrt((at + 0.5) / max(most, 1)), 0.8 + at * np.pi * (3 - np.sqrt(5))
    return np.column_stack([x + 0.8 * radius * out * np.cos(angle), 29 + 8 * out * np.sin(angle)])


def _draw_fruit(ax: Axes, tree: int, spots: np.ndarray, size: float) -> None:
    ax.scatter(*spots.T, s=size, marker=SHAPES[tree % 4], color=COLOURS[tree % 4], zorder=5, **OUTLINE)


def _draw_tree(ax: Axes, tree: int, x: float, radius: float, spots: np.ndarray, fruit: int, size: float) -> None:
    """A tree with fruit on the first of its spots, and a dot on each of the others."""
    ax.add_patch(Polygon([(x - 1.4, 16), (x + 1.4, 16), (x + 0.7, 21), (x - 0.7, 21)], color=TRUNK, lw=0))
    ax.add_patch(Ellipse((x, 29), 2 * radius, 20.5, facecolor=CROWN, edgecolor=EDGE, linewidth=1.5))
    ax.scatter(*spots[fruit:].T, s=8, color=EDGE)
    _draw_fruit(ax, tree, spots[:fruit], min(size, 5500 / max(len(spots), 1)))


def _draw_path(ax: Axes, steps: int, left: int) -> None:
    """The raven on its way over the cards, from in front of the first into the orchard, and the rolls that it takes."""
    gap = 43 / (steps - 0.5)
    places = np.append(5 + gap * np.arange(steps), 52.5)
    wide = min(5, 0.86 * gap)
    for x in places[1:-1]:
        ax.add_patch(Rectangle((x - wide / 2, 2.1), wide, 3.2, facecolor=CARD, edgecolor="#8A8070", linewidth=0.8))
    ax.add_patch(Rectangle((48, 2.1), 9, 3.2, facecolor=CROWN, edgecolor=EDGE, linewidth=1.2))
    ax.text(52.5, 3.6, "orchard", ha="center", va="center", fontsize=9)
    counted = range(1, steps + 1) if steps < 12 else [1, steps]
    for rolls in counted:
        ax.text(places[rolls], 0.2, rolls, ha="center", fontsize=9)
    ax.text(places[1] - 1.8, 0.2, "raven roll", ha="right", fontsize=9)
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


def _draw_die(ax: Axes, face: int | str, x: float, words: str = "die") -> None:
    """The die: the number of a tree, the basket or the raven."""
    looks = {"boxstyle": "round,pad=0.4,rounding_size=1.4", "facecolor": "white", **OUTLINE}
    ax.add_patch(FancyBboxPatch((x, 1), 5.6, 5.6, **looks))
    middle = x + 2.8
    if face == "basket":
        ax.add_patch(Arc((middle, 4.2), 3.6, 4, theta2=180, edgecolor=TRUNK, linewidth=2))
        outline = [(x + 0.3, 4.4), (x + 5.3, 4.4), (x + 4.6, 1.6), (x + 1, 1.6)]
        ax.add_patch(Polygon(outline, facecolor=BASKET, edgecolor=TRUNK))
    elif face == "raven":
        _draw_raven(ax, x + 2.6, 2.4, 0.6)
    else:
        _draw_fruit(ax, face, np.array([[middle, 3.8]]), 450)
    ax.text(middle, 8.2, words, ha="center", fontsize=12)


def _draw_basket(ax: Axes, picked: np.ndarray) -> None:
    """The basket with the fruit `picked` from each tree."""
    outline = [(70, 7.6), (99, 7.6), (96.5, 0.3), (72.5, 0.3)]
    ax.add_patch(Polygon(outline, facecolor=BASKET, edgecolor=TRUNK, linewidth=1.5, joinstyle="round"))
    ax.text(84.5, 8.2, f"basket: {sum(picked)}", ha="center", fontsize=12, weight="bold")
    trees = np.repeat(np.arange(len(picked)), picked)
    rows = 2 if len(trees) <= 20 else 5
    column, row = np.divmod(np.arange(len(trees)), rows)
    columns = max(10, -(-len(trees) // rows))
    spots = np.column_stack([73.5 + 22 * (column + 0.5) / columns, 0.7 + 6.5 * (row + 0.5) / rows])
    for tree in np.unique(trees):
        _draw_fruit(ax, tree, spots[trees == tree], 360 / rows * min(1, 10 / columns))
