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
    waits = Orchard("Two coins,\nthree fruits left", left, left, True, "win at once")
    spent = Orchard("Two picked,\none fruit left", (0, 0, 0, 1), left, True, "win at once")
    beside = draw_orchards({"": [waits, spent]}, "Three faces win at once, or two")
    return {"board": draw_board(start, (left, 2), title=title, coins=2), "beside": beside}


def draw_one_game(waits: Course, spends: Course, ravens: Sequence[int]) -> Figure:
    """Fruit and coins after each roll of one game, played twice with the same dice, which show the raven at `ravens`.

    Ada waits, Jonas spends each coin at once.
    """
    (fruit, coins), (short, _) = np.transpose(waits), np.transpose(spends)
    end = len(fruit) - 1
    fig, ax = plt.subplots(figsize=(6, 3.9))
    courses = {
        "Jonas's fruit": (short, strategy_colour("max"), "-"),
        "Ada's coins": (coins, SAVED, (0, (2, 1))),
        "Ada's fruit": (fruit, EXACT, "-"),
    }
    for line, colour, dashes in courses.values():
        ax.step(range(len(line)), line, where="post", color=colour, linestyle=dashes, linewidth=2.5)
    for line, course, colour in [(short, spends, strategy_colour("max")), (fruit, waits, EXACT)]:
        wasted = _wasted(course, ravens)
        ax.plot(wasted, line[wasted], "X", color=colour, markersize=11, markeredgecolor="white", zorder=5)
    if coins[-1] >= fruit[-1]:
        ax.plot(end, coins[-1], "*", color=SAVED, markersize=18, zorder=5)
    ax.plot(ravens, [0] * len(ravens), "kv", markersize=8, clip_on=False, zorder=4)
    ax.set(xlabel="rolls (triangle: the raven, cross: wasted)", ylabel="fruits left, and coins")
    ax.set_ylim(0, 1.08 * max(fruit[0], *coins))
    ax.locator_params(integer=True)
    won = f"wins: coins {coins[-1]}, fruits {fruit[-1]}" if coins[-1] >= fruit[-1] else "loses"
    ax.set_title(f"Ada {won}. Jonas {'wins' if not short[-1] else 'loses'}.")
    name_at_the_right(ax, {words: (line[-1], colour) for words, (line, colour, _) in courses.items()})
    return fig


def _wasted(course: Course, ravens: Sequence[int]) -> list[int]:
    """The rolls that changed nothing, and were no raven."""
    same = [roll for roll in range(1, len(course)) if course[roll] == course[roll - 1]]
    return [roll for roll in same if roll not in ravens]


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
    ax.set_title(f"Knowing the future is worth {worth.min():.0f} to {worth.max():.0f} games in 100")
    return fig
