"""The figure of all printed numbers against the exact ones."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from orchard.plots import PRINTED

MARKS = {
    "agrees": ("o", "#0072B2"),
    "within 3 standard errors": ("D", "#E69F00"),
    "wrong": ("X", "#D55E00"),
    "not settled": ("^", "#777777"),
}


def plot_printed(ax: Axes, verdicts: pd.DataFrame) -> Axes:
    """Printed less exact in units of the last printed digit, a line a number; bars: three standard errors.

    Numbers stand in the order of the table, from the top; in the grey band they are the exact ones rounded. The scale
    is linear up to one unit and logarithmic beyond.
    """
    ax.axvspan(-0.5, 0.5, color="#DDDDDD")
    bars = 3 * verdicts.error / verdicts.unit.where(verdicts.unit > 0, 1)
    lines = pd.Series(np.arange(len(verdicts)), verdicts.index)
    for verdict, (marker, colour) in MARKS.items():
        at = verdicts.verdict == verdict
        ax.errorbar(
            verdicts.off_units[at], lines[at], xerr=bars[at], fmt=marker, color=colour, elinewidth=1, label=verdict
        )
    ends = lines.groupby(verdicts.source, sort=False).agg(["min", "max", "mean"])
    for line in ends["min"][1:]:
        ax.axhline(line - 0.5, color=PRINTED, linewidth=0.5)
    ax.set_yticks(ends["mean"], [name.partition(",")[0] for name in ends.index])
    ax.set_xscale("symlog", linthresh=1)
    ax.set(xlabel="printed less exact, in units of the last printed digit", ylim=(len(verdicts) - 0.5, -0.5))
    ax.grid(axis="y", visible=False)
    ax.legend(loc="upper center", bbox_to_anchor=(0.4, -0.07), ncols=2)
    return ax
