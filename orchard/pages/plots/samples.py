"""Games played, in figures and tables: one as a staircase, defeats, batches, and when a difference shows."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import stats

from orchard import Simulation, State
from orchard.pages.plots import EXACT, LOST, WON, strategy_colour, strategy_words
from orchard.pages.plots.charts import MIDDLE, in_a_hundred, label
from orchard.pages.studies import printed

SOLD = {"first-orchard": "First Orchard", "orchard-10": "Orchard with ten raven rolls"}  # the paper's
CROWD = "#9AA5B1"
DOT = {"linestyle": "none", "marker": "o", "markersize": 3.5, "markerfacecolor": "white", "markeredgecolor": EXACT}
RING = {"marker": "o", "markerfacecolor": "white", "markeredgecolor": EXACT, "zorder": 4}
GROUND = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}


def draw_staircase(path: Sequence[State], crowd: Sequence[Sequence[State]]) -> Figure:
    """A game, from state to state, before a pale `crowd` of others; a ring is as large as many rolls were wasted."""
    fig, ax = plt.subplots(figsize=(6, 4.2))
    for other, shift in zip(crowd, np.linspace(-0.3, 0.3, len(crowd)), strict=True):  # else games hide each other
        ax.plot(*(_line(other) + shift), color=CROWD, linewidth=0.6, alpha=0.6)
    line = _line(path)
    ax.plot(*line, color=EXACT, linewidth=2.2, marker="o", markersize=3.5, zorder=3)
    wasted = {place: len(list(rolls)) - 1 for place, rolls in groupby(zip(*line.tolist(), strict=True))}
    for place, rolls in wasted.items():
        if rolls:
            ax.plot(*place, markersize=5 + 3 * rolls**0.5, **RING)
    _mark_ends(ax, *line[:, 0].tolist())
    most = max(wasted.values())
    rings = f"rings: {'up to ' * (most > 1)}{most} wasted roll{'s' * (most > 1)}; " * (most > 0)
    ax.set_xlabel(f"fruit left on the trees\n({rings}grey: {len(crowd)} other games, a little apart)")
    ax.set_title("A game is a race to the right, with the raven pulling down")
    return fig


def _line(path: Sequence[State]) -> np.ndarray:
    """(2, n): the fruit left, and the raven's steps."""
    return np.array([(sum(state.fruits), state.raven_steps) for state in path]).T


def _mark_ends(ax: Axes, fruit: int, steps: int) -> None:
    """A bar at the right where games are won, one below where they are lost."""
    wide, high = max(1, fruit / 14), max(1, steps / 8)
    ax.set(xlim=(fruit + 0.7, 0.5 - wide), ylim=(0.5 - high, steps + 0.7))
    ax.axvspan(0.5, 0.5 - wide, color=WON, zorder=2)
    ax.axhspan(0.5, 0.5 - high, xmax=(fruit + 0.2) / (fruit + 0.2 + wide), color=LOST, zorder=2)
    white = MIDDLE | {"color": "white", "weight": "bold"}
    ax.text(0.5 - wide / 2, (steps + 1) / 2, "no fruit left: we win", rotation=90, **white)
    words = "the raven has arrived: we lose" if fruit > 9 else "we lose"  # beside where a game comes down
    ax.text(fruit + 0.4, 0.5 - high / 2, words, **white | {"ha": "left"})
    ax.set_ylabel("raven rolls left")
    ax.set_xticks(range(fruit, -1, -1 - fruit // 20))
    ax.set_yticks(range(0, steps + 1, 1 + steps // 20))
    ax.grid(visible=False)


def draw_defeats(left: np.ndarray) -> Figure:
    """By how little games are lost: `left[k]` of them with k fruits on the trees; those with none are won."""
    share = 100 * left / max(1, left[1:].sum())
    fig, ax = plt.subplots(figsize=(6, 2.8))
    bars, labelled = ax.bar(range(1, len(left)), share[1:], color=LOST), 6 if len(left) < 22 else 1
    ax.bar_label(bars, [f"{each:.0f}" if k < labelled else "" for k, each in enumerate(share[1:])], padding=2)
    ax.set(xlabel="fruit left when the raven comes", ylabel="of 100 defeats")
    ax.set_xticks(range(1, len(left), 1 + len(left) // 20))
    ax.grid(visible=False, axis="x")
    ax.margins(y=0.12)
    ax.set_title(f"{share[1:4].sum():.0f} of 100 defeats are by three fruits or fewer")
    return fig


def draw_batches(
    played: Mapping[tuple[str, str], Simulation], exact: Mapping[tuple[str, str], float], batch: int
) -> Figure:
    """Figure 1 of Marinček's paper, by game and strategy: the wins of batches, and hers as dots where as large."""
    fig, axes = plt.subplots(2, 1, figsize=(6, 6.2), sharex=True, sharey=True)
    hers = printed.batches() if batch == 10_000 else {}
    for (game, strategy), found in played.items():
        ax, others = axes[int(game == "orchard-10")], hers.get((game, strategy))
        plot_samples(ax, found.sample_wins, batch, exact[game, strategy], strategy, others)
    axes[0].set_ylabel("batches of First Orchard")
    axes[1].set_ylabel("batches of Orchard")
    if batch == 10_000:
        axes[1].set_xlabel(f"{axes[1].get_xlabel()} (dots: hers)")
    average = {game: batch * chance for (game, strategy), chance in exact.items() if strategy == "max"}
    at_random = [found.sample_wins >= average[game] for (game, habit), found in played.items() if habit == "random"]
    many, (games, size) = np.sum(at_random), np.shape(at_random)
    so_many = f"{many:,}" if many else "none"
    told = f"At random, {so_many} of our {games * size:,} batches reach the fullest tree's average"
    fig.suptitle(told, x=0.01, ha="left", fontsize=11)
    return fig


def plot_samples(
    ax: Axes,
    sample_wins: np.ndarray,
    games: int,
    rate: float,
    strategy: str,
    others: "pd.Series | None",  # as text: the site reads it without pandas
) -> None:
    """The win rates of samples of `games` games as bars, and the normal density about the exact `rate`.

    A bar is a thousandth of the games wide, in whole wins. What others
    found, samples by wins (index), is drawn as dots.
    """
    bar = max(1, games // 1000)
    edges = np.arange(sample_wins.min() - bar, sample_wins.max() + 2 * bar, bar) - 0.5
    heights, *_ = ax.hist(sample_wins / games, edges / games, color=strategy_colour(strategy), alpha=0.75)
    share = np.linspace(edges[0], edges[-1], 300) / games
    bell = stats.norm.pdf(share, rate, _typical_error(rate, games)) * len(sample_wins) * bar / games
    ax.plot(share, bell, color=EXACT, linewidth=1.4)
    if others is not None:
        seen, _ = np.histogram(others.index, edges, weights=others * len(sample_wins) / others.sum())
        ax.plot((edges[1:] + edges[:-1]) / 2 / games, np.where(seen, seen, np.nan), **DOT)
    shift, align = (6, "right") if strategy == "random" else (-6, "left")  # its name is beside the peak
    top = max(bell.max(), heights.max())
    label(ax, strategy_words(strategy).replace(" ", "\n", 1), (rate, top), (shift, 4), ha=align, va="bottom")
    ax.margins(x=0.2, y=0.3)
    ax.set(xlabel=f"games won out of 100, in batches of {games:,}", ylabel="batches")
    in_a_hundred(ax.xaxis)
    ax.label_outer()


def table_1(played: Mapping[tuple[str, str], Simulation], exact: Mapping[tuple[str, str], float]) -> pd.DataFrame:
    """Table 1 of Marinček's paper, by game and strategy: what these games estimate, what is exact, and hers."""
    table = pd.DataFrame(index=[f"{SOLD[game]}, {strategy_words(strategy)}" for game, strategy in played])
    table["estimate"] = [found.win_rate for found in played.values()]
    table["SE"] = [found.standard_error for found in played.values()]
    reach = stats.norm.ppf(0.995) * table["SE"]  # 2.58 standard errors
    table["lower"], table["upper"] = table["estimate"] - reach, table["estimate"] + reach
    table["exact"] = list(exact.values())
    return table.join(printed.table_1().set_axis(table.index).add_prefix("her "))


def z_scores(table: pd.DataFrame) -> pd.DataFrame:
    """By how many standard errors the estimates of Table 1 are off, to six digits; hers are of 10^8 games each."""
    mine, hers, exact = (table[name] for name in ("estimate", "her estimate", "exact"))
    her_error = np.sqrt(hers * (1 - hers) / (10**8 - 1))
    scores = {
        "ours against exact": (mine - exact) / table["SE"],
        "the paper's against exact": (hers - exact) / her_error,
        "ours against the paper's": (mine - hers) / np.hypot(table["SE"], her_error),
    }
    return pd.DataFrame(scores).round(6)


def draw_bands(runs: Mapping[str, np.ndarray], chances: Mapping[str, float], enough: float) -> Figure:
    """How the share of games won closes in on the chance of each strategy; `runs` are the wins after 10, 20, ... games.

    At any time 95 runs of 100 are in a band; a line marks how many games are `enough` to tell two strategies apart.
    """
    fig, ax = plt.subplots(figsize=(6, 4.2))
    tens = np.unique(np.geomspace(10, next(iter(runs.values())).shape[1], 100).astype(int))
    games = 10 * tens
    low, high = sorted(chances, key=chances.get)
    for strategy, wins in runs.items():
        chance, colour = chances[strategy], strategy_colour(strategy)
        band = 1.96 * _typical_error(chance, games)
        ax.fill_between(games, chance - band, chance + band, color=colour, alpha=0.25, linewidth=0)
        ax.plot(games, (wins[:, tens - 1] / games).T, color=colour, linewidth=0.8, alpha=0.8)
    widest = 1.96 * max(_typical_error(chance, games[0]) for chance in chances.values()) + 0.01
    for strategy, side, align in ((low, -1, "top"), (high, 1, "bottom")):
        place = games[-1], chances[strategy] + side * 1.96 * _typical_error(chances[strategy], games[-1] / 10)
        looks = {"ha": "right", "va": align, "bbox": GROUND, "zorder": 5}
        label(ax, strategy_words(strategy), place, (-4, 6 * side), **looks)
    told = f"Even {games[-1]:,} games with each are too few to see it"
    if enough <= games[-1]:
        ax.axvline(enough, color=EXACT, linewidth=1.2, linestyle="--")
        label(ax, f"{enough:,.0f}", (enough, 0.97), (-4, 0), xycoords=("data", "axes fraction"), va="top", bbox=GROUND)
        told = f"Two habits part slowly: it takes {enough:,.0f} games with each"
    ends = chances[low] - 1.2 * widest, chances[high] + 1.2 * widest
    ax.set(xscale="log", xlim=games[[0, -1]], ylim=ends, title=told)
    ax.set(xlabel="games played so far", ylabel="games won of 100")
    ax.xaxis.set_major_formatter(lambda number, _: f"{number:,.0f}")
    in_a_hundred(ax.yaxis)
    return fig


def draw_families(shares: Mapping[str, float], title: str) -> Figure:
    """A hundred dots for families of each habit, of which a share is coloured."""
    fig, axes = plt.subplots(1, len(shares), figsize=(4.8, 3.1))
    across, down = np.tile(range(10), 10), np.repeat(range(10), 10)
    for ax, (habit, share) in zip(axes, shares.items(), strict=True):
        few = round(100 * share)
        ax.scatter(across, -down, 40, [strategy_colour(habit)] * few + ["#DDDDDD"] * (100 - few))
        ax.set_title(f"{strategy_words(habit)}:\n{few} of 100", fontsize=13)
        ax.set(xlim=(-0.7, 9.7), ylim=(-9.7, 0.7), aspect="equal")
        ax.axis("off")
    fig.suptitle(f"{title}\n", x=0.01, ha="left", fontsize=13)
    return fig


def _typical_error(rate: float, games):
    return np.sqrt(rate * (1 - rate) / games)
