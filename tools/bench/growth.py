"""How the cost of a solution grows with trees, fruits and raven steps: measured, and counted by hand.

For `t` trees of `f` fruits there are N = C(t + f, t) fruit states (trees are interchangeable); a basket has `b` picks
and the raven `r` steps. Counted are

    solver   N r (t + b + r)    t colours and b picks are looked up in each state, and a sum over raven steps is taken
    chain    N r (t + 3)        the entries of Q: colours, basket, raven, wasted roll
    exact    N r (t + b)        as many look-ups, of fractions so short that their growing digits do not matter yet

An exponent is the slope of a straight line through the last FITTED points of cost against size, both as logarithms. The
counted one is that of these formulas at the same points, `limit` what it goes to when size goes on to grow.
"""

from functools import partial
from math import comb
from timeit import repeat

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from cases import forget, won_again
from matplotlib.figure import Figure

from orchard import Game, absorbing_chain, plots

PICKS, FITTED = 2, 4
SERIES = {
    "fruits": ("fruits on each of 4 trees, 9 raven steps", [(4, f, 9) for f in (3, 4, 6, 8, 11, 16, 22, 32, 45, 60)]),
    "trees": ("trees of 10 fruits, 9 raven steps", [(t, 10, 9) for t in range(1, 12)]),
    "raven_steps": ("raven steps, 4 trees of 10 fruits", [(4, 10, 2**k) for k in range(11)]),
}
LINEAR = {"fruits": 4, "trees": 11, "raven_steps": 1}  # in the raven's steps
LIMITS = {"solver": LINEAR | {"raven_steps": 2}, "chain": LINEAR, "exact": LINEAR}
MOST = {"solver": 10**7, "chain": 400_000, "exact": 30_000}  # states (N r) that do not take too long
METHODS = {
    "solver": won_again,
    "chain": lambda game: absorbing_chain(game).absorption_probabilities(),
    "exact": partial(won_again, exact=True),
}


def operations(method: str, trees: int, fruits: int, steps: int) -> int:
    """The counts above."""
    each = {"solver": trees + PICKS + steps, "chain": trees + 3, "exact": trees + PICKS}[method]
    return states(trees, fruits, steps) * each


def states(trees: int, fruits: int, steps: int) -> int:
    """N r."""
    return comb(trees + fruits, trees) * steps


def growth() -> pd.DataFrame:
    """One row a method, series and size: seconds, the least of three times, and operations."""
    rows = []
    for name, (_, sizes) in SERIES.items():
        for method, work in METHODS.items():
            for size in (size for size in sizes if states(*size) <= MOST[method]):
                taken = repeat(partial(work, Game.uniform(*size, PICKS)), forget, repeat=3, number=1)
                rows.append((name, method, *size, min(taken), operations(method, *size)))
    return pd.DataFrame(rows, columns=["series", "method", "trees", "fruits", "raven_steps", "seconds", "operations"])


def slope(size: pd.Series, cost: pd.Series) -> float:
    """The exponent of a power of `size` that `cost` is, by the last points."""
    return np.polyfit(np.log(size[-FITTED:]), np.log(cost[-FITTED:]), 1)[0]


def exponents(table: pd.DataFrame) -> pd.DataFrame:
    """For each series and method the exponents: measured, counted, and in the limit."""
    rows = {}
    for (series, method), part in table.groupby(["series", "method"], sort=False):
        measured, counted = (slope(part[series], part[cost]) for cost in ("seconds", "operations"))
        rows[series, method] = {"measured": measured, "counted": counted, "limit": LIMITS[method][series]}
    return pd.DataFrame(rows).T.rename_axis(["series", "method"])


def plot_growth(table: pd.DataFrame) -> Figure:
    """A panel a series, a line a method, the fitted part of it full."""
    plots.use_house_style()
    figure, axes = plt.subplots(1, len(SERIES), figsize=(10, 4.4), sharey=True)
    fits = exponents(table)
    for ax, (series, (title, _)) in zip(axes, SERIES.items(), strict=True):
        here = table[table.series == series]
        for method, part in here.groupby("method", sort=False):
            measured, counted, limit = fits.loc[(series, method)]
            label = f"{method}: {measured:.1f} (counted {counted:.1f}, limit {limit:.0f})"
            (line,) = ax.loglog(part[series], part.seconds, "o", markersize=4, label=label)
            last = part[-FITTED:]
            scale = np.exp(np.mean(np.log(last.seconds) - measured * np.log(last[series])))
            ax.loglog(last[series], scale * last[series] ** measured, color=line.get_color(), linewidth=1.5)
        sizes = here[series].unique()[::2]
        ax.set(xlabel=title)
        ax.set_xticks(sizes, sizes)
        ax.set_xticks([], minor=True)
        ax.legend(title="exponent of", fontsize=9, loc="lower center", bbox_to_anchor=(0.5, 1))
    axes[0].set_ylabel("seconds")
    return figure
