"""House style of the figures: one colour for one thing, everywhere.

A plotting function takes an axis and a table, draws, and returns the axis. The colour-blind can tell the colours apart:
they are those of Okabe and Ito (2008) and, for won and lost, of Tol (2021).
"""

try:
    import matplotlib.pyplot as plt
except ImportError as error:
    raise ImportError('figures need Matplotlib: pip install "orchard-notebooks[notebooks]"') from error

from orchard.pages.answer import edition_name as edition_name  # beside the colours, for pages
from orchard.pages.plots.grid import draw_on_grid
from orchard.strategies import Strategy

WON, LOST = "#117733", "#882255"
EXACT = "#000000"
TREE_COLOURS = {"apple": "#4D9221", "pear": "#E3C800", "cherry": "#C51B1B", "plum": "#3B5BA9"}
STRATEGY_COLOURS = {
    "max": "#0072B2",
    "min": "#D55E00",
    "random": "#E69F00",
    "fruit": "#F0E442",
    "first": "#009E73",
    "slowest": "#56B4E9",
    "ignore": "#777777",
    "optimal": "#000000",
    "worst": "#CC79A7",
}

STRATEGY_WORDS = {  # for a label; a strategy that is missing here goes by its name
    "max": "fullest tree",
    "min": "emptiest tree",
    "random": "tree at random",
    "fruit": "fruit at random",
    "first": "favourite order",
    "slowest": "slowest tree",
    "ignore": "forgets the basket",
    "optimal": "best pick",
    "worst": "worst pick",
}

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
    "pdf.compression": 0,  # each zlib has its own way
    "svg.fonttype": "path",
}


def strategy_colour(strategy: Strategy | str, other: str = "#777777") -> str:
    """The colour of a strategy; `other` if it has none."""
    return STRATEGY_COLOURS.get(getattr(strategy, "name", strategy), other)


def strategy_words(strategy: Strategy | str) -> str:
    """What a strategy picks, in a few words: a label where nobody knows `max`."""
    name = getattr(strategy, "name", strategy)
    return STRATEGY_WORDS.get(name, name)


def use_house_style() -> None:
    """Draw every figure from here on in this style."""
    plt.rcParams.update(STYLE)
    draw_on_grid()
