"""Coins that are saved for a bowl, and fruit that is picked at once."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from orchard.pages.drawing import GOLD, Drawing, Orchard, draw_board, draw_orchards
from orchard.pages.plots import EXACT, strategy_colour
from orchard.pages.plots.charts import DARK, GREY, label, name_at_the_right
from orchard.rules import EDITIONS

SAVED, INK = "#8A6508", "#666666"
ROOM = 3  # games of 100: a part of a bar that is as wide has room for its number
Course = Sequence[tuple[int, int]]  # fruit left and coins saved, at the start and after each roll


def draw_two_coins() -> dict[str, Drawing]:
    """Three fruits and two coins: the `board`, and `beside` it what is left if they were spent, with the die."""
    left = (0, 0, 1, 2)
    start, title = EDITIONS["first-orchard"].start, "Two coins, and three fruits left"
    waits = Orchard("three fruits left", left, left, True, "win", coins=2)
    spent = Orchard("one fruit left", (0, 0, 0, 1), left, True, "win")
    frames = {"Two coins in the bowl": [waits], "Two fruits picked instead": [spent]}
    beside = draw_orchards(frames, "Which roll wins at once?")
    return {"board": draw_board(start, (left, 2), title=title, coins=2), "beside": beside}


def draw_one_game(waits: Course, spends: Course) -> Figure:
    """Fruit without coins after each roll of one game, played twice with the same dice.

    Ada waits, Jonas spends each coin at once; rolls that he alone wastes have a cross.
    """
    (fruit, coins), (short, _) = np.transpose(waits), np.transpose(spends)
    missing, end = np.maximum(0, fruit - coins), len(fruit) - 1
    fig, ax = plt.subplots(figsize=(6, 3.9))
    blue = strategy_colour("max")
    ax.step(range(len(short)), short, where="post", color=blue, linewidth=6)
    ax.step(range(len(missing)), missing, where="post", color=EXACT, linewidth=2)
    both = min(len(short), len(missing))
    wasted = 1 + np.flatnonzero(np.diff(missing[:both]) < np.diff(short[:both]))
    ax.plot(wasted, short[wasted], "X", color=blue, markersize=14, markeredgecolor="white", zorder=5)
    if wasted.size:
        label(ax, "wasted on Jonas", (wasted[0], short[wasted[0]]), (4, 25), blue)
    if not missing[-1]:
        ax.plot(end, 0, "*", color=SAVED, markersize=20, clip_on=False, zorder=5)
    ax.set(xlabel="rolls", ylabel="fruits left, minus coins", ylim=(0, 1.08 * fruit[0]))
    ax.locator_params(integer=True)
    won = "loses" if missing[-1] else f"wins with roll {end}"
    ax.set_title(f"Ada {won}, Jonas {'loses' if short[-1] else 'wins'}")
    ada = f"Ada: {_count(coins[-1], 'coin')}, {_count(fruit[-1], 'fruit')}"
    jonas = f"Jonas: {_count(short[-1], 'fruit')}"
    name_at_the_right(ax, {ada: (missing[-1], EXACT), jonas: (short[-1], blue)})
    return fig


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def draw_luck_and_knowledge(won: pd.DataFrame) -> Figure:
    """A bar for each game (rows, by their names), games of 100 in three parts.

    What picking at once wins, what only the bowl wins besides (columns, both in all), and what nobody wins.
    """
    fig, ax = plt.subplots(figsize=(6, 1.4 + 0.62 * len(won)))
    ends = np.column_stack([np.zeros(len(won)), won, np.full(len(won), 100)])
    parts, numbers = np.diff(ends), np.diff(ends.round()).astype(int).astype(str)  # these add up to 100
    numbers[parts < ROOM] = ""
    for place, (colour, ink) in enumerate([(DARK, "white"), (GOLD, EXACT), (GREY, EXACT)]):
        bars = ax.barh(won.index, parts[:, place], 0.7, left=ends[:, place], color=colour)
        ax.bar_label(bars, numbers[:, place], label_type="center", color=ink, weight="bold", fontsize=11)
    for words, x, colour in [("won by picking well", 0, DARK), ("only by waiting", 76, SAVED), ("by nobody", 100, INK)]:
        label(ax, words, (x, -0.45), colour=colour, ha="right" if x else "left", va="bottom")
    ax.set(xlabel="games out of 100", xlim=(0, 100), ylim=(len(won) - 0.5, -1))
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False)
    ax.spines["left"].set_visible(False)
    worth = parts[:, 1]
    ax.set_title(f"Waiting is worth {worth.min():.0f} to {worth.max():.0f} games in 100")
    return fig
