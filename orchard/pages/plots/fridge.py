"""A card for the fridge: which tree, a bowl of coins, and cards against wins; one side of paper, in three languages."""

from types import SimpleNamespace

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle, Wedge

from orchard.pages.drawing import BROWN, CARD, CHINA, GLAZE, GOLD
from orchard.pages.plots import TREE_COLOURS
from orchard.pages.plots.charts import MIDDLE
from orchard.pages.plots.exact import INK, INSIDE, PAGE, PALE, PICK, disc, paper, words_of
from orchard.pages.studies.dice import bank_bound
from orchard.rules import Game

WIDE = 100  # units across; as high as the page then is
HIGH = WIDE * (INSIDE[3] * PAGE[1]) / (INSIDE[2] * PAGE[0])
CROWN = "#A8D08D"
SHOWN = (1, 3, 2, 4)  # the fruit of the example
SOLD = 5  # cards
COLUMNS = (62, 88)


def of_first_orchard(levers: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame, pd.Series]:
    """What the card and the family's page say of First Orchard, in games of 100: by raven rolls, by cards, by habit.

    `levers`: a row for each game and habit, as `landscape` has them. With one raven in six faces a game lasts six rolls
    for every raven roll.
    """
    first = levers[(levers.fruits == 4) & (levers.basket_picks == 1)]
    by_habit = 100 * first.pivot(index="strategy", columns="raven_steps", values="win_probability")
    won = by_habit.loc["max"].rename("won of 100")
    rolls = 6 * (1 - won / 100).cumsum().rename("rolls")
    path = pd.DataFrame({"fullest tree": won.loc[3:9]})
    path["bowl"] = [100 * bank_bound(Game.uniform(4, 4, steps)) for steps in path.index]
    path = path.rename(lambda steps: steps - 1).rename_axis("cards")
    return pd.concat([won, rolls], axis=1).rename_axis("raven rolls that lose"), path, by_habit[6]


def plot_card(path: pd.DataFrame, habits: pd.Series, language: str = "en") -> Figure:
    """The card, for A4 and Letter, all of it in games won out of 100.

    `path`: by cards on the raven's path (index), from the fullest tree and with the bowl; `habits`: by habit.
    """
    words = words_of("card", language)
    figure = paper(words)
    ax = figure.subplots(subplot_kw={"xlim": (0, WIDE), "ylim": (HIGH, 0)})
    ax.set_axis_off()
    ax.text(0, 0, words.title, weight="bold", fontsize=25, va="top")
    ax.text(0, 8.5, words.game, fontsize=13, va="top")
    for number, (head, y) in enumerate(zip(words.heads, (16.5, 53, 85.5), strict=True), 1):
        disc(ax, 2.8, y, 2.6, PICK, 1)
        ax.text(2.8, y, number, weight="bold", fontsize=15, **MIDDLE)
        ax.text(7.5, y, head, weight="bold", fontsize=18, va="center")
    _which_tree(ax, words, habits)
    _bowl(ax, words, path.loc[SOLD])
    _cards(ax, words, path)
    return figure


def _which_tree(ax: Axes, words: SimpleNamespace, habits: pd.Series) -> None:
    for x, fruit, colour in zip((6, 19, 32, 45), SHOWN, TREE_COLOURS.values(), strict=True):
        _tree(ax, x, fruit, colour)
    ax.text(0, 41, words.tree, fontsize=13, va="top", linespacing=1.4)
    for row, (habit, name) in enumerate(words.habits.items()):
        y = 24 + 5.6 * row
        ax.text(93, y, name, fontsize=14, ha="right", va="center")
        ax.text(WIDE, y, f"{habits[habit]:.0f}", fontsize=17, weight="bold", ha="right", va="center")


def _tree(ax: Axes, x: float, fruit: int, colour: str) -> None:
    """A tree, with a ring around the fullest."""
    ax.add_artist(Rectangle((x - 1, 33), 2, 6, color=BROWN, linewidth=0))
    fullest = fruit == max(SHOWN)
    edge, width = (PICK, 6) if fullest else (CROWN, 1)
    ax.add_artist(Circle((x, 28), 5.6, facecolor=CROWN, edgecolor=edge, linewidth=width))
    for across, down in ((-2, -1.8), (2, -1.8), (-2, 2), (2, 2))[:fruit]:
        disc(ax, x + across, 28 + down, 1.4, colour)


def _bowl(ax: Axes, words: SimpleNamespace, won: pd.Series) -> None:
    """As many coins as fruits, and the rule."""
    for x in (9.5, 14, 18.5):
        disc(ax, x, 63, 2.1, GOLD)
    ax.add_artist(Wedge((14, 64), 11, 0, 180, facecolor=CHINA, edgecolor=GLAZE, linewidth=2))
    ax.text(30, 67, "=", fontsize=24, weight="bold", **MIDDLE)
    for x, tree in zip((36, 41, 46), ("cherry", "plum", "plum"), strict=True):
        disc(ax, x, 67, 2.1, TREE_COLOURS[tree])
    for row, line in enumerate(words.bowl):
        ax.text(56, 59 + 4.4 * row, line, fontsize=13, va="center")
    told = words.won.format(f"{won['bowl']:.0f}", f"{won['fullest tree']:.0f}")
    ax.text(56, 60 + 4.4 * len(words.bowl), told, fontsize=15, weight="bold", va="center")


def _cards(ax: Axes, words: SimpleNamespace, path: pd.DataFrame) -> None:
    """A row for each path: its cards, and the games won."""
    for x, name, align in zip((0, *COLUMNS), words.columns, ("left", "center", "center"), strict=True):
        ax.text(x, 92, name, fontsize=13, ha=align, va="center")
    for y, (cards, won) in enumerate(path.iterrows()):
        _path(ax, 97 + 4.7 * y, cards, won)
    ax.text(5 * SOLD + 6, 97 + 4.7 * path.index.get_loc(SOLD), words.sold, fontsize=11, va="center")
    ax.text(0, 97.5 + 4.7 * len(path), words.raven, fontsize=11, va="center")


def _path(ax: Axes, y: float, cards: int, won: pd.Series) -> None:
    weight = "bold" if cards == SOLD else "normal"
    ax.text(0, y, cards, fontsize=16, weight=weight, va="center")
    for card in range(cards):
        looks = {"boxstyle": "round,pad=0,rounding_size=0.6", "facecolor": CARD, "edgecolor": INK, "linewidth": 1}
        ax.add_artist(FancyBboxPatch((5 * card + 4.5, y - 1.6), 3.6, 3.2, **looks))
    for x, share in zip(COLUMNS, won, strict=True):
        ax.add_artist(Rectangle((x - 8, y - 2.1), 16, 4.2, facecolor=PALE(0.0052 * share), linewidth=0))
        ax.text(x, y, f"{share:.0f}", fontsize=16, weight=weight, **MIDDLE)
