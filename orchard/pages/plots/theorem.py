"""Why the fullest tree is the best pick, in pictures."""

from collections.abc import Mapping
from fractions import Fraction

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from orchard.pages.drawing import Drawing, Orchard, draw_branches, draw_orchards
from orchard.pages.plots import strategy_colour
from orchard.pages.plots.charts import name_at_the_right

SMALL = 0.05  # games in 100 that are none


def draw_last_cherry(after: Mapping[tuple[int], Fraction]) -> Drawing:
    """What a pick from each of two trees leaves of a cherry and three plums, with the die, and how often it wins."""
    cherry, plum = (f"{round(100 * won)}" for won in after.values())
    uneven = Orchard(f"after the cherry:\n{cherry} in 100 won", (0, 0, 0, 3), (0, 0, 1, 3), faces=True)
    even = Orchard(f"after a plum:\n{plum} in 100 won", (0, 0, 1, 2), (0, 0, 1, 3), faces=True)
    title = f"One more face helps: {plum} games in 100, not {cherry}"
    return draw_orchards({"Three fruits are left": [uneven, even]}, title)


def draw_swap() -> Drawing:
    """Two families swap apples and pears until their orchards agree: at once, or not yet when a tree is empty."""
    moved = {"One die, one fruit moved": _families("one more pear", (3, 2), "one more apple", (4, 1))}
    agree = {"Green: they agree": _families("takes a pear", (3, 1), "takes an apple", (3, 1))}
    owes = {
        "Yellow: not yet": _families("takes an apple", (2, 2), "takes a pear", (4, 0)),
        "Yellow again: 3 against 4": _families("takes an apple", (1, 2), "wastes the roll", (4, -1)),
    }
    return draw_branches(moved, [agree, owes], "Swap until they agree, then do the same")


def _families(does: str, even: tuple[int, int], other_does: str, lopsided: tuple[int, int]) -> list[Orchard]:
    """What each family does, and what it has then."""
    return [Orchard(f"even:\n{does}", even, lopsided), Orchard(f"lopsided:\n{other_does}", lopsided, even)]


def draw_leads(leads: pd.Series) -> Figure:
    """How many games in 100 more the fullest tree has won than the emptiest, after so many rolls (index).

    Drawn as long as the line changes, and named with its farthest and its last value.
    """
    final, moving = leads.iloc[-1], (leads - leads.iloc[-1]).abs() > SMALL
    end = int(1.3 * leads.index[moving].max()) + 2 if moving.any() else len(leads)
    shown, last = leads.loc[:end], min(end, leads.index[-1])
    far, colour = shown.abs().idxmax(), strategy_colour("min")
    fig, ax = plt.subplots(figsize=(6, 3.8))
    ax.plot(shown, color=colour, linewidth=2.5)
    named = {f"{final:.1f}\nin the end": (final, colour)}
    if abs(leads[far] - final) > SMALL:
        ax.plot([far, last], [leads[far]] * 2, ":", color=colour, linewidth=1)
        named[f"up to {leads[far]:.1f}"] = leads[far], colour
    ax.set(
        xlabel="rolls so far", ylabel="lead over the emptiest tree:\ngames won by then, of 100", title=_who_leads(shown)
    )
    ax.set(xlim=(0, last), ylim=(shown.min(), 1.25 * max(shown.max(), 1)))
    name_at_the_right(ax, named)
    return fig


def _who_leads(lead: pd.Series) -> str:
    """Where the fullest tree leads most, and what is left of that lead."""
    most, when, last = lead.max(), lead.idxmax(), lead.iloc[-1]
    if most < SMALL:
        return "Here the fullest tree has no lead"
    if most < 2 or not 1 <= last < most - 1:
        return f"The fullest tree leads by {most:.1f} games in 100 after {when} rolls"
    return f"A lead of {most:.1f} after {when} rolls shrinks to {last:.1f}"
