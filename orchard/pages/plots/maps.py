"""Figures of many games: how often we win by what rules."""

from collections.abc import Hashable, Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from orchard.pages.plots import EXACT, LOST, WON, edition_name, strategy_colour, strategy_words
from orchard.pages.plots.charts import MIDDLE, bare, in_a_hundred, label
from orchard.rules import EDITIONS, Game, game_of

EASY_TO_HARD = ("#EFF3D8", "#B7DDA0", "#6DB79B", "#35749A", "#2D3E6F")  # the darker, the harder
# Shades, and from which on white is seen better than black, by the contrast of WCAG; at least 4.5 to 1.
OF_GAMES = LinearSegmentedColormap.from_list("games won", EASY_TO_HARD), 183 / 256
OF_PATHS = LinearSegmentedColormap.from_list("raven rolls", ("#F7F7F7", "#303030")), 167 / 256
FRAME = {"fill": False, "edgecolor": "#D55E00", "linewidth": 3.5, "clip_on": False}
EQUAL = 1e-9  # chances that differ by rounding
ENDS = 0.93  # games won, where the picture of a path ends


# --- the raven's path ---


def draw_path(curves: pd.DataFrame, steps: int, asked: Hashable) -> Figure:
    """How often habits (columns: the fullest tree first, then the emptiest) win, by raven rolls (index).

    The habit that is `asked` about is ringed at `steps`. The picture ends where nearly all games are won.
    """
    best, worst = curves.iloc[:, 0], curves.iloc[:, 1]
    enough = best >= ENDS
    last = max(steps + 2, enough.idxmax() if enough.any() else best.index[-1])
    fig, ax = plt.subplots(figsize=(6, 3.8), dpi=80)
    _plot_curves(ax, curves.loc[:last])
    ax.plot(steps, curves.loc[steps, asked], "o", markersize=9, markerfacecolor="none", markeredgecolor=EXACT)
    ax.set(xlabel="raven rolls that lose the game", ylabel="games won out of 100")
    more = int((worst >= best[steps] - EQUAL).idxmax()) - steps
    if 0 < more <= last - steps:
        there, arrow = (steps + more, worst[steps + more]), {"arrowstyle": "-|>", "color": EXACT, "shrinkA": 5}
        ax.annotate("", there, (steps, best[steps]), arrowprops=arrow)
        ax.plot(*there, "o", color=EXACT, markersize=4)
    rolls = f"{more} raven roll{'s more outweigh' if more > 1 else ' more outweighs'}"
    point = f"{rolls} the emptiest tree" if more > 0 else "A longer path wins more games"
    won = f"with {steps} raven roll{'s' * (steps > 1)} we win {100 * curves.loc[steps, asked]:.0f} games of 100"
    ax.set_title(f"{point}\nRing: {won}")
    return fig


def _plot_curves(ax: Axes, curves: pd.DataFrame) -> None:
    """A line for each habit (columns), with its name where it ends; of those that are alike only the first."""
    last = curves.index[-1]
    apart = curves.columns[~curves.round(9).T.duplicated()]
    for name, dashes in zip(apart, ("-", "-.", "--", ":"), strict=False):
        ax.plot(curves[name], dashes, color=strategy_colour(name))
    below = 1.06  # where the name above ends
    for name in sorted(apart, key=lambda name: -curves[name].iloc[-1]):  # from above
        words = strategy_words(name).replace("forgets ", "forgets\n")
        half = 0.045 * (1 + words.count("\n"))  # of its height
        at = min(curves[name].iloc[-1], below - half)
        below = at - half
        label(ax, words, (last, at), (7, 0), strategy_colour(name), va="center")
    ax.set_ylim(0, 1.05)
    ax.set_xlim(right=1.25 * last)
    ax.set_xticks(curves.index[:: 1 + len(curves) // 15])
    in_a_hundred(ax.yaxis)


# --- changes of the rules ---


def draw_changes(won: pd.Series) -> Figure:
    """A bar for each change (index), from the games won of 100 with "no change" to those won with it, best on top."""
    fig, ax = plt.subplots(figsize=(6, 4.6), dpi=70)
    base, won = won["no change"], won.drop("no change").round(9)
    helps = f"What helps most: {won.idxmax()}" if won.max() > base + EQUAL else "No change helps"
    hurts = f"What hurts most: {won.idxmin()}" if won.min() < base - EQUAL else "No change hurts"
    fig.suptitle(f"{helps}\n{hurts}", x=0.01, ha="left")
    won = won.sort_values(kind="stable")  # those that differ by rounding in their order
    ax.barh(won.index, won - base, left=base, color=np.where(won > base, WON, LOST), alpha=0.85)
    for row, number in enumerate(won):
        label(ax, _rounded(number), (number, row), (5 if number > base - EQUAL else -5, 0), EXACT, va="center")
    ax.axvline(base, color=EXACT, linewidth=1)
    room = max(won.max() - won.min(), 10) / 8  # for a number beside the longest bar
    ax.set_xlim(min(won.min(), base) - room, max(won.max(), base) + room)
    ax.set_xlabel(f"games won in 100; {base:.0f} without a change")
    ax.grid(visible=False, axis="y")
    return fig


# --- maps ---


def draw_won(maps: Mapping[str, pd.DataFrame]) -> Figure:
    """A map for each game (by its word): games won of 100, by trees (index) and fruits more on each (columns)."""
    fig, axes = _one_below_another(len(maps))
    for ax, (name, won) in zip(axes, maps.items(), strict=True):
        game = game_of(name)
        here, *others = _framed(game, won)
        title = f"{_whose(game)}: {_rounded(won.loc[here])} games won of 100"
        for there in others:
            title += f"; {_rounded(won.loc[there])} on {there[0]} trees of {game.trees}"
        _plot_map(ax, game, won.map(_rounded), 100 - won, OF_GAMES)
        ax.set_title(title)
    return fig


def draw_fewest(maps: Mapping[str, pd.DataFrame], target: float, most: int) -> Figure:
    """A map for each game: the fewest raven rolls that win more than a share; where they are `most` + 1, too few."""
    fig, axes = _one_below_another(len(maps))
    for ax, (name, rolls) in zip(axes, maps.items(), strict=True):
        game = game_of(name)
        words = rolls.map(str).where(rolls <= most, f">{most}")
        _plot_map(ax, game, words, rolls, OF_PATHS)
        takes, whose = words.loc[_framed(game, rolls)[0]], _whose(game).partition(",")[0]
        ax.set_title(f"{whose} needs {takes} raven rolls to win over {100 * target:g} of 100")
    return fig


def by_fruits(table: pd.DataFrame) -> pd.DataFrame:
    """A map of Orchard as Paternault has it, by the fruits on each tree, not by how many more than its ten."""
    return table.rename(columns=lambda more: 10 + more).rename_axis("trees")


def _one_below_another(number: int) -> tuple[Figure, Sequence[Axes]]:
    """A figure of so many maps."""
    fig, axes = plt.subplots(number, 1, figsize=(6, 4.4 * number), dpi=72, squeeze=False)
    return fig, axes[:, 0]


def _rounded(won: float) -> str:
    """Games won of 100 as a whole number, and not 0 or 100 if only nearly none or all."""
    return {"100": "≈100", "0": "≈0"}.get(f"{won:.0f}", f"{won:.0f}")


def _framed(game: Game, table: pd.DataFrame) -> list[tuple[int, int]]:
    """The place of a game on its map; and that of as many fruits on as many trees as one of its trees has, if alike."""
    places = [(game.trees, 0)]
    fruit = game.fruits[0]
    other = (fruit, game.trees - fruit)
    if set(game.fruits) == {fruit} and other != places[0] and other[0] in table.index and other[1] in table.columns:
        places.append(other)
    return places


def _whose(game: Game) -> str:
    """The name of a game on its map."""
    return edition_name(str(game)) if game in EDITIONS.values() else "Your game"


def _plot_map(ax: Axes, game: Game, words: pd.DataFrame, hard: pd.DataFrame, shades: tuple[Colormap, float]) -> None:
    """Games by trees (index) and fruits more than in a game on each (columns): words in a square, darker the harder.

    The game is framed, and as many fruits on as many trees as one of its trees has.
    """
    colours, dark = shades
    low, high = hard.min(axis=None), hard.max(axis=None)
    shade = (hard - low) / max(high - low, 1)
    ax.imshow(shade, cmap=colours, vmin=0, vmax=1, aspect="auto")
    for (row, column), word in np.ndenumerate(words):
        ax.text(column, row, word, color="black" if shade.iat[row, column] < dark else "white", **MIDDLE)
    for place, dashes in zip(_framed(game, words), ("-", ":"), strict=False):
        corner = (words.columns.get_loc(place[1]) - 0.5, words.index.get_loc(place[0]) - 0.5)
        ax.add_patch(Rectangle(corner, 1, 1, linestyle=dashes, **FRAME))
    alike = len(set(game.fruits)) == 1
    across = [
        game.fruits[0] + more if alike else f"{more:+d}".replace("-", "−").replace("+0", "0") for more in words.columns
    ]
    ax.set_xticks(range(words.shape[1]), across)
    ax.set_yticks(range(words.shape[0]), words.index)
    fruits = "fruits on each tree" if alike else "fruits more or fewer on each tree"
    ax.set(xlabel=fruits, ylabel="trees")
    bare(ax)
