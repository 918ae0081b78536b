"""House style of the figures: one colour for one thing, everywhere.

Each plotting function of this package takes an axis and a table, draws, and returns the axis; it computes nothing and
saves nothing. The colours are those of Okabe and Ito (2008) and, for won and lost, of Tol (2021): both can be told
apart by colour-blind readers.
"""

import matplotlib.pyplot as plt

STRATEGY_COLOURS = {
    "max": "#0072B2",
    "optimal": "#000000",
    "random": "#E69F00",
    "fruit": "#F0E442",
    "first": "#009E73",
    "min": "#D55E00",
    "worst": "#CC79A7",
    "ignore": "#777777",
}
WON, LOST = "#117733", "#882255"
EXACT, PRINTED = "#000000", "#555555"
TREE_COLOURS = {"apple": "#4D9221", "pear": "#E3C800", "cherry": "#C51B1B", "plum": "#3B5BA9"}
SEQUENTIAL = "viridis"

EDITION_NAMES = {
    "first-orchard": "First Orchard, 5 steps",
    "first-orchard-6": "First Orchard, 6 steps",
    "orchard": "Orchard, 9 steps",
    "orchard-10": "Orchard, 10 steps",
    "two-by-two": "2 trees × 2 fruits, 2 steps",
}

STRATEGY_WORDS = {
    "max": "fullest tree",
    "optimal": "best pick",
    "random": "any tree",
    "fruit": "any fruit",
    "first": "first tree",
    "min": "emptiest tree",
    "worst": "worst pick",
    "ignore": "nothing",
}


def strategy_words(name: str) -> str:
    """What a strategy picks, in two words: a label for figures, where nobody knows `max`."""
    return STRATEGY_WORDS.get(name, name)


def strategy_colour(name: str) -> str:
    """The colour of a strategy in every figure; grey for one that has none of its own."""
    return STRATEGY_COLOURS.get(name, "#777777")


def edition_name(key: str) -> str:
    """The name of an edition as people read it."""
    return EDITION_NAMES.get(key, key)


STYLE = {
    "figure.dpi": 100,
    "figure.constrained_layout.use": True,
    "font.size": 11,
    "axes.titlesize": 12,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.prop_cycle": plt.cycler(color=["#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9"]),
    "axes.grid": True,
    "grid.color": "#E5E5E5",
    "legend.frameon": False,
    "lines.linewidth": 2,
    "svg.hashsalt": "orchard",  # else every SVG would hold random identifiers
    "svg.fonttype": "path",
}


def use_house_style() -> None:
    """Make every figure from here on look like the others."""
    plt.rcParams.update(STYLE)
