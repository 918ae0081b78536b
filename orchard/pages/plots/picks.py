"""Ways to pick from the basket: what they win, how trees empty by them, and what a wrong pick costs."""

from collections.abc import Mapping, Sequence
from itertools import product

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from orchard.pages.drawing import PLURALS, Drawing, Orchard, draw_board, draw_orchards
from orchard.pages.plots import EXACT, LOST, STRATEGY_WORDS, TREE_COLOURS, edition_name, strategy_colour, strategy_words
from orchard.pages.plots.charts import GREY, label
from orchard.rules import Game, State, game_of
from orchard.solver import Solution

APPLE_OR_PEAR = (2, 1, 0, 0)
EQUAL = 1e-9  # games in 100 that are none


def draw_editions(won: pd.DataFrame) -> Figure:
    """Games won of a hundred in games that are sold (rows, by their keys), a bar for each habit (columns)."""
    fig, ax = plt.subplots(figsize=(6, 5.4))
    games, habits = won.shape
    step = 0.84 / habits
    for number, (habit, values) in enumerate(won.items()):
        heights = np.arange(games) + step * (number - (habits - 1) / 2)
        bars = ax.barh(heights, values, 0.93 * step, color=strategy_colour(habit))
        ax.bar_label(bars, fmt=f"{{:.0f}}  {strategy_words(habit)}", padding=4)
    ax.set_yticks(range(games), [edition_name(key).replace(", ", "\n") for key in won.index], fontsize=12)
    ax.set(xlabel="games won out of 100", xlim=(0, 118), ylim=(games - 0.5, -0.5))
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    ax.set_title("Picking at all matters more than picking well")
    return fig


def draw_habits(won: pd.Series) -> Figure:
    """Games won of a hundred, the longest bar on top, one for habits that win alike; one without a name is hatched."""
    alike = {value: list(each.index) for value, each in won.groupby(won.round(9))}
    room = np.maximum(1, [0.6 * len(names) for names in alike.values()])  # a line for each name
    heights = room.cumsum() - room / 2
    fig, ax = plt.subplots(figsize=(6, 0.9 + 0.36 * room.sum()))
    colours = [strategy_colour(names[0], "white") for names in alike.values()]
    hatch = ["" if set(names) <= set(STRATEGY_WORDS) else "////" for names in alike.values()]
    bars = ax.barh(heights, list(alike), color=colours, hatch=hatch, edgecolor=EXACT)
    ax.bar_label(bars, fmt="{:.1f}", padding=4)
    ax.set_yticks(heights, [",\n".join(map(strategy_words, names)) for names in alike.values()])
    ax.set(xlabel="games won out of 100", xlim=(0, 1.12 * max(won.max(), 1)), ylim=(-0.15, room.sum() + 0.15))
    ax.set_title(_best_of_all(won))
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    return fig


def _best_of_all(won: pd.Series) -> str:
    """What the bars say of the fullest tree."""
    if won.max() - won.min() < EQUAL:
        return "All habits win alike"
    if won["max"] - won["min"] < EQUAL:
        return "Only a forgotten basket costs anything"
    more = won["optimal"] - won["max"]
    return "The best pick is from the fullest tree" if more < EQUAL else "The fullest tree is not always the best pick"


def draw_costs(positions: pd.DataFrame, game: Game | str) -> Figure:
    """What a wrong use of a basket costs in a game, in the worst position and on average, over the fruit left.

    Of positions (rows) `fruits`, the games of a hundred that are `lost`, and how many `baskets` a game has there.
    """
    choices = positions[(positions["lost"] > EQUAL) & (positions["baskets"] > 0)]
    by_fruit = choices.assign(product=choices["lost"] * choices["baskets"]).groupby(choices["fruits"].map(sum))
    mean = by_fruit["product"].sum() / by_fruit["baskets"].sum()
    costs = pd.DataFrame({"worst": by_fruit["lost"].max(), "mean": mean})
    fig, ax = plt.subplots(figsize=(6, 3.8))
    most, at = (costs["worst"].max(), costs["worst"].round(9).idxmax()) if len(costs) else (0.0, 0)
    bars = ax.bar(costs.index, costs["worst"], color=GREY, label="on the worst board")
    ax.bar(costs.index, costs["mean"], 0.5, color=LOST, label="average over baskets where the pick matters")
    if len(costs) <= 16:
        ax.bar_label(bars, fmt="{:.1f}", padding=2)
        ax.set_xticks(list(costs.index))  # which may be none
    if len(costs):
        ax.legend()
    wrong = "mistake" if game_of(game).picks == 1 else "wrong basket"
    title = f"A {wrong} costs up to {most:.1f} in 100, with {at} fruits left"
    ax.set_title(title if len(costs) else "No pick is ever wrong")
    when = f"fruits left when the basket comes up\n{edition_name(str(game))}"
    ax.set(xlabel=when, ylabel="games lost of 100", ylim=(0, 1.45 * max(most, 0.1)))
    if len(costs) < 6:
        ax.set_xlim(at - 4, at + 4)  # so that bars are not wide
    ax.invert_xaxis()  # as time goes
    ax.grid(visible=False, axis="x")
    return fig


def draw_position(game: Game, state: State, title: str = "") -> Drawing:
    """The board of a game in a position in which the die shows the basket."""
    names = PLURALS if game.trees <= len(PLURALS) else [""] * game.trees
    return draw_board(game.start, state, names, "basket", title)


def draw_picks(solution: Solution, state: State, title: str, told: Sequence[str] = ()) -> Drawing:
    """The same board, and below each tree how many games of 100 a pick from it wins, or how many the best basket takes.

    Above that stands what is `told` of each tree, if anything, or else its fruit divided by the faces of its colour.
    """
    game, lines = solution.game, []
    uses, few = solution.value_of_picks(*state), game.trees <= len(PLURALS)  # so that a name has room
    best = max(uses, key=lambda use: round(uses[use], 9))
    for tree, words in enumerate(told or map(_divided, state.fruits, game.colour_faces)):
        won = f"{100 * float(uses[tree,]):.1f}{' in 100 won' * few}" if (tree,) in uses else ""
        takes = f"take {best.count(tree)}" if len(best) > 1 and tree in best else ""
        lines.append("\n".join([PLURALS[tree] if few else "", *filter(None, [words, won or takes])]))
    return draw_board(game.start, state, lines, "basket", title)


def _divided(fruit: int, faces: int) -> str:
    return f"{fruit}/{faces} = {fruit / faces:.3g}" if faces else f"{fruit}/0"


def draw_two_and_one(solution: Solution, title: str, unused: Sequence[str] = ()) -> Drawing:
    """Two apples and a pear are left: how often each pick wins, and below it a last fruit, with the die.

    With the pear as last fruit the faces `unused` pick nothing.
    """
    won = {fruits: f"{100 * float(solution.value(fruits, 1)):.0f} in 100 won" for fruits in product((0, 1, 2), (0, 1))}
    die = [*np.repeat((0, 1), solution.game.colour_faces).tolist(), "basket", "raven"]
    picks = [
        Orchard(f"Pick an apple:\n{won[1, 1]}", (1, 1), (2, 1)),
        Orchard(f"Pick the pear:\n{won[2, 0]}", (2, 0), (2, 1)),
    ]
    last = [
        Orchard(f"If the pear is last:\n{won[0, 1]}", (0, 1), faces=True, die=die, unused=unused),
        Orchard(f"If an apple is last:\n{won[1, 0]}", (1, 0), faces=True, die=die),
    ]
    return draw_orchards({"What is left of two apples and a pear": picks, "Later, when one fruit is left": last}, title)


def draw_emptying(played: Mapping[str, pd.DataFrame]) -> Figure:
    """For each rule (key) the fruit on two trees (columns) of a game; shaded is when only the second bears fruit."""
    fig, axes = plt.subplots(len(played), 1, figsize=(6, 5.6), sharex=True, sharey=True)
    for ax, (rule, path) in zip(axes, played.items(), strict=True):
        for tree, colour in zip(path, TREE_COLOURS.values(), strict=False):
            ax.plot(path[tree], color=colour)
        first, second = (f"{fruit[0]} {tree}" for tree, fruit in path.items())
        label(ax, first, (200, path.iloc[200, 0]), (8, 6))
        label(ax, second, (20, path.iloc[20, 1]), (0, -42))
        rolls, empty = len(path) - 1, int((path.iloc[:, 0] > 0).sum())
        ax.axvspan(empty, rolls, color=GREY, alpha=0.4, linewidth=0)
        ax.set(title=f"{strategy_words(rule).capitalize()} first: {rolls:,} rolls", ylabel="fruit left")
        ax.margins(0)
    label(axes[0], "4 faces\nwasted", (1250, 600))
    axes[-1].set_xlabel("rolls")
    return fig


def draw_apple_or_pear() -> dict[str, Drawing]:
    """Two apples and a pear are left: the `board`, and what each pick leaves, with the die, alone and in `both`."""
    even = Orchard("Pick an apple,\nfrom the fuller tree", (1, 1, 0, 0), APPLE_OR_PEAR, True)
    uneven = Orchard("Pick the pear,\nfrom the emptier tree", (2, 0, 0, 0), APPLE_OR_PEAR, True)
    frames = {"an apple": {"": [even]}, "the pear": {"": [uneven]}, "both": {"Two fruits are left": [even, uneven]}}
    titles = {"both": "With two trees left, one more face helps"}
    drawn = {name: draw_orchards(frame, titles.get(name, "")) for name, frame in frames.items()}
    return drawn | {"board": draw_position(Game(), State(APPLE_OR_PEAR, 1))}
