"""The absorbing Markov chain of two trees with two fruits: as a graph, and in tables."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch
from matplotlib.path import Path

from orchard.markov import AbsorbingChain, absorbing_chain
from orchard.pages.plots import LOST, WON, edition_name
from orchard.pages.plots.charts import MIDDLE
from orchard.pages.studies.printed import published
from orchard.rules import Game
from orchard.solver import solve
from orchard.strategies import Asked

Point = tuple[float, float]
COLUMNS = {"2": -1.92, "21": -0.96, "22": 0.0, "11": 0.96, "1": 1.92}  # in this order no two arrows cross
ROWS = {"2": 0.95, "1": -0.95}  # by the raven rolls that are left; the lower row mirrors the upper
WIDE, HIGH = 0.28, 0.43  # from the middle of a board to where arrows begin
ARCS = {2: (1.4, 0.17, 0.21), 3: (1.85, 0.03, 0.12), 4: (2.3, 0.1, -0.04)}  # columns: height, how far from both middles
ENDS = {  # where an end stands, from its board, and the chance from the middle of the arrow
    ("2", "won"): ((-0.85, 0), (0, 0.17)),
    ("11", "won"): ((0.46, 1.0), (0.25, -0.06)),
    ("1", "won"): ((0.85, 0), (0, 0.17)),
    ("2", "lost"): ((-0.12, 1.1), (-0.2, 0)),
    ("21", "lost"): ((-0.2, 1.1), (-0.24, 0)),
    ("22", "lost"): ((0, 0.98), (0.2, 0)),
    ("11", "lost"): ((-0.02, 1.38), (0.0, 0.02)),
    ("1", "lost"): ((0.3, 1.1), (0.22, 0)),
}
KINDS = {"colour": ("#333333", "-"), "basket": ("#0072B2", "-"), "raven": (LOST, "--")}
WRITTEN = {"0": "·", "1/4": "¼", "1/3": "⅓", "1/2": "½", "2/3": "⅔"}
# Paternault's letters for the states, in their order
LETTERED = {"22|2": "A", "22|1": "B", "21|2": "C", "21|1": "D", "2|2": "E", "11|2": "F", "2|1": "G", "11|1": "H"}
LETTERED |= {"1|2": "I", "1|1": "J", "lost": "K", "won": "L"}


def draw_two_by_two(chain: AbsorbingChain, games: Mapping[str, Fraction]) -> Figure:
    """The chain as a graph: `games` has how many come by a state, by its name.

    Boards with two raven rolls left are above those with one, and an end stands wherever a game can end.
    """
    figure, ax = plt.subplots(figsize=(6, 5.8))
    *boards, _, _ = chain.names
    for board, row in zip(boards, chain.P, strict=False):
        for end in np.array(chain.names)[row > 0]:
            chance = row[chain.names.index(end)]
            if end in ("won", "lost"):
                _draw_end(ax, board, end, chance, float(games[board] * chance))
            else:
                _draw_way(ax, board, end, chance)
    most = max(games[board] for board in boards)
    for board in boards:
        shade = float(games[board] / most)
        box = {"boxstyle": "round,pad=0.3", "facecolor": (1, 1 - 0.35 * shade, 1 - 0.8 * shade)}
        ax.text(*_place(board), f"{board}\n{float(games[board]):.3g}", fontsize=12, bbox=box, zorder=4, **MIDDLE)
    for line, (kind, (colour, dashes)) in enumerate(KINDS.items()):
        height = 3.1 - 0.3 * line
        ax.plot([-2.95, -2.55], [height, height], color=colour, linestyle=dashes, linewidth=2)
        ax.text(-2.45, height, kind, color=colour, weight="bold", va="center")
    for line, told in ((0.38, "2 raven\nrolls left"), (-0.46, "1 left")):
        ax.text(-2.98, line, told, fontsize=11, va="center")
    ax.set(xlim=(-3, 3), ylim=(-3.4, 3.4))
    won, lost = (f"{float(games[end]):.3g}" for end in ("won", "lost"))
    told = f"From {boards[0]}, {won} of {float(most):g} games are won, {lost} lost"
    ax.set_title(f"{told}\nIn each box: its board, and how many games come by (darker: more)")
    ax.axis("off")
    return figure


def as_table(fractions: np.ndarray, rows: Sequence[str], columns: Sequence[str]) -> pd.DataFrame:
    """Fractions as one writes them, with a dot for zero."""
    return pd.DataFrame(fractions, rows, columns).astype(str).replace(WRITTEN)


def lettered(chain: AbsorbingChain) -> pd.DataFrame:
    """The transition matrix as Paternault prints it, with his letters for states."""
    table = pd.DataFrame(chain.P, chain.names, chain.names).loc[list(LETTERED), list(LETTERED)]
    return table.rename(index=LETTERED, columns=LETTERED).rename_axis("state").astype(str)


def beside_paternault(chain: AbsorbingChain, power: np.ndarray) -> pd.DataFrame:
    """The chance of winning from each board, from a `power` of the matrix and in fractions, beside what he printed."""
    boards, clean = list(LETTERED)[:10], chain.absorption_probabilities()[:, 1]
    rows = [chain.names.index(board) for board in boards]
    his = published().query("source.str.startswith('Paternault') and raven_steps != '9'")
    printed = dict(zip(his.fruits.str.replace("-", "") + "|" + his.raven_steps, his.printed, strict=True))
    table = pd.DataFrame({"state": boards}, pd.Index(list(LETTERED.values())[:10], name="letter"))
    table["after 1000 changes"] = [f"{chance:.12f}" for chance in power[rows, -1]]
    table["clean"] = clean[rows].astype(str)
    table["clean, decimal"] = [f"{float(chance):.12f}" for chance in clean[rows]]
    table["printed"] = [printed.get(board, "") for board in boards]
    return table


def chains(games: Sequence[Game | str], strategy: Asked) -> pd.DataFrame:
    """A row for each game: how large its chain is, and what it knows of the start; the solver's chance beside it.

    A standard deviation, the root of a difference of squares, has eight decimals.
    """
    known = {}
    for game in games:
        solution = solve(game, strategy)
        chain = absorbing_chain(solution.game, solution.strategy)
        known[edition_name(str(solution.game))] = {
            "boards": len(chain.R),
            "non-zero in Q": chain.Q.nnz,
            "win, chain": chain.absorption_probabilities()[chain.start, 1],
            "win, solver": solution.win_probability,
            "mean rolls": chain.expected_rolls()[chain.start],
            "standard deviation": round(max(chain.variance_of_rolls()[chain.start], 0) ** 0.5, 8),
        }
    return pd.DataFrame(known).T.astype({"boards": int, "non-zero in Q": int})


def _place(board: str) -> Point:
    trees, steps = board.split("|")
    return COLUMNS[trees], ROWS[steps]


def _draw_way(ax: Axes, board: str, end: str, chance: Fraction) -> None:
    """From board to board: the raven straight down, fruit beside it, or in an arc on the outer side."""
    (x, y), (to_x, to_y) = _place(board), _place(end)
    up, side = (1 if y > 0 else -1), (1 if to_x > x else -1)
    left, still = (sum(map(int, each.split("|")[0])) for each in (board, end))
    columns = round(abs(to_x - x) / COLUMNS["11"])
    if columns == 0:
        return _draw_arrow(ax, "raven", [(x, y - HIGH), (x, to_y + HIGH)], (x, 0), chance)
    kind = "colour" if left - still == 1 else "basket"
    if columns == 1:
        middle = ((x + to_x) / 2, y + 0.2 * up)
        return _draw_arrow(ax, kind, [(x + WIDE * side, y), (to_x - WIDE * side, y)], middle, chance)
    high, after, before = ARCS[columns]
    first, last, bend = x + after, to_x - before, y + up * (HIGH + (high - HIGH) * 4 / 3)
    points = [(first, y + HIGH * up), (first, bend), (last, bend), (last, y + HIGH * up)]
    return _draw_arrow(ax, kind, points, ((first + last) / 2, y + up * high), chance)


def _draw_end(ax: Axes, board: str, end: str, chance: Fraction, games: float) -> None:
    """To an end, with the games that end there: the last fruit has an arrow for its colour, and one for the basket."""
    (x, y), trees = _place(board), board.split("|")[0]
    up = 1 if y > 0 else -1
    (dx, dy), (right, above) = ENDS[trees, end]
    pill = {"boxstyle": "round,pad=0.25", "facecolor": WON if end == "won" else LOST, "edgecolor": "none"}
    words = f"{end}\n{games:.3g}"
    ax.text(x + dx, y + dy * up, words, color="white", weight="bold", fontsize=11, bbox=pill, zorder=3, **MIDDLE)
    if dy:
        points = [(x + 0.5 * dx, y + HIGH * up), (x + dx, y + (dy - 0.31) * up)]
    else:
        points = [(x + WIDE * dx / abs(dx), y), (x + dx * 0.74, y)]
    kinds = ["colour", "basket"] if (trees, end) == ("1", "won") else ["basket" if end == "won" else "raven"]
    for kind, aside in zip(kinds, (1, -1), strict=False):
        apart = 0.1 * aside if len(kinds) == 2 else 0
        moved = [(px, py + apart) for px, py in points]
        (px, py), (qx, qy) = moved
        words = ((px + qx) / 2 + right, (py + qy) / 2 + above * (up if dy else aside))
        _draw_arrow(ax, kind, moved, words, chance / len(kinds))


def _draw_arrow(ax: Axes, kind: str, points: list[Point], words: Point, chance: Fraction) -> None:
    """A straight arrow, or a bent one, with its chance."""
    colour, dashes = KINDS[kind]
    codes = {2: [Path.MOVETO, Path.LINETO], 4: [Path.MOVETO, *[Path.CURVE4] * 3]}[len(points)]
    looks = {"arrowstyle": "-|>", "mutation_scale": 14, "linewidth": 2, "linestyle": dashes, "color": colour}
    ax.add_patch(FancyArrowPatch(path=Path(points, codes), zorder=2, **looks))
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
    ax.text(*words, str(chance), color=colour, fontsize=11, bbox=ground, zorder=3, **MIDDLE)
