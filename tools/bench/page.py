"""The page of a run, data/benchmark/README.md: its text from page.md, every figure in it from the run's tables.

    python tools/bench/page.py data/benchmark

Reads bench.csv and about.csv in that folder; writes README.md, and the picture peers, into it.
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from cases import MAPS, OURS
from matplotlib.figure import Figure

from orchard import STRATEGIES
from orchard.pages import plots

TEXT = Path(__file__).with_name("page.md")
BEATEN, AHEAD = "#D55E00", "#0072B2"
MARKS = [  # with the colours of their edge and face
    ("they are faster", BEATEN, BEATEN),
    ("we are faster", AHEAD, AHEAD),
    ("noted on another day", AHEAD, "white"),
]
TICKS = [0.01, 0.1, 1, 10, 100, 1000, 10_000]
ASKED = {  # what each area asks in which others answer too, in the order of the table
    "solver": "Odds in every position, from nothing",
    "exact": "The same as fractions, from nothing",
    "played": "Four million games, each roll drawn",
    "heatmap": "Maps of a hundred games",
    "cold": "A new Python",
}
SHORT = {"solver": "odds", "exact": "fractions", "played": "played", "heatmap": "map"}  # where others answer too


def make_page(folder: Path) -> None:
    """Write the page and its pictures into the folder of a run."""
    bench, about = (pd.read_csv(folder / f"{name}.csv") for name in ("bench", "about"))
    (folder / "README.md").write_text(page(bench, about), encoding="utf-8")
    plot_peers(bench).savefig(folder / "peers.png", dpi=120)


def page(bench: pd.DataFrame, about: pd.DataFrame) -> str:
    """The text, filled in."""
    ours = bench[bench.who == OURS].set_index(["area", "what"])
    took = ours.seconds.map(seconds)
    return TEXT.read_text(encoding="utf-8").format(
        **about.iloc[0],
        beaten=beaten(bench),
        table=as_table(bench),
        orchard=took["solver", "orchard, max"],
        chain=took["chain", "orchard, max"],
        map=took["heatmap", MAPS],
        start=took["cold", "import orchard"],
        million=figures(ours.per_second["played", "orchard, max"] / 1e6),
        counted=took["cohort", "orchard, max, 1e+18 games"],
    )


# --- who is faster ---


def peers(bench: pd.DataFrame) -> pd.DataFrame:
    """The rows of all others, those who beat us first; the Pythons that import less are no rivals."""
    others = bench[(bench.who != OURS) & (bench.area != "cold")]
    return others.sort_values("ratio", kind="stable")


def beaten(bench: pd.DataFrame) -> str:
    """A line for each who is faster than we are, and by how much time."""
    lines = []
    for row in peers(bench).query("ratio < 1").itertuples():
        aside = " (noted)" if row.how == "noted" else ""
        gained = seconds(row.seconds * (1 / row.ratio - 1))
        lines.append(f"* {short(row)}: {row.who} is {figures(1 / row.ratio)} times as fast, by {gained}{aside}.")
    return "\n".join(lines) or "Nobody whom we timed."


def short(row) -> str:
    """A question in one line, with what is asked."""
    return f"{question(row.what)}, {SHORT[row.area]}"


def question(what: str) -> str:
    """A question of bench.csv as people read it."""
    head, *tail = what.split(", ")
    words = [f"“{plots.strategy_words(word)}”" if word in STRATEGIES else word for word in tail]
    return ", ".join([plots.edition_name(head), *words])


def seconds(taken: float) -> str:
    """A time in the unit that suits it."""
    return f"{figures(taken)} s" if taken >= 1 else f"{figures(1e3 * taken)} ms"


def figures(x: float) -> str:
    """Two figures of a number, or all before the point, as medians of the same work differ in the third."""
    return f"{x:,.0f}" if x >= 10 else f"{x:.2g}"


def as_table(bench: pd.DataFrame) -> str:
    """What others were asked as well, as a Markdown table: our time, and in how many times as long they answer."""
    lines = ["| question | ours | the others' time, in ours |", "|---|---|---|"]
    for area, asked in ASKED.items():
        lines.append(f"| **{asked}** | | |")
        for what, rows in bench[bench.area == area].groupby("what", sort=False):
            ours, *others = rows.itertuples()
            if others:
                lines.append(f"| {question(what)} | {told(ours)} | {'; '.join(map(compared, others))} |")
    return "\n".join(lines)


def told(ours) -> str:
    """Our median, and how many games are played a second."""
    played = f", {figures(ours.per_second / 1e6)} million games a second" if ours.area == "played" else ""
    return seconds(ours.seconds) + played


def compared(row) -> str:
    """How many times as long somebody took, and between which quartiles."""
    spread = "noted" if row.how == "noted" else f"{figures(row.ratio_low)} to {figures(row.ratio_high)}"
    return f"{row.who} × {figures(row.ratio)} ({spread})"


def times(ratio: float) -> str:
    """How many times as fast, as a label."""
    return figures(ratio) if ratio >= 1 else f"1/{figures(1 / ratio)}"


def plot_peers(bench: pd.DataFrame) -> Figure:
    """How many times as fast as each of the others we are, those who beat us on top and in a colour of their own."""
    plots.use_house_style()
    rows = peers(bench)
    places, names = range(len(rows)), [f"{short(row)} · {row.who}" for row in rows.itertuples()]
    colours = [BEATEN if ratio < 1 else AHEAD for ratio in rows.ratio]
    figure, ax = plt.subplots(figsize=(10, 1.4 + 0.27 * len(rows)))
    ax.hlines(places, 1, rows.ratio, color=colours, linewidth=1.5)
    faces = ["white" if how == "noted" else colour for how, colour in zip(rows.how, colours, strict=True)]
    ax.scatter(rows.ratio, places, c=faces, edgecolors=colours, s=45, zorder=3)
    for place, ratio in enumerate(rows.ratio):
        offset, side = ((7, 0), "left") if ratio >= 1 else ((-7, 0), "right")
        ax.annotate(times(ratio), (ratio, place), offset, textcoords="offset points", ha=side, va="center", fontsize=9)
    ax.axvline(1, color="black", linewidth=1)
    for label, edge, face in MARKS:
        ax.plot([], [], "o", markeredgecolor=edge, markerfacecolor=face, label=label)
    ax.legend(loc="upper right", fontsize=9)
    ax.set(xscale="log", xlabel="times as fast as the other one (logarithmic)")
    ax.set_xticks(TICKS, map(times, TICKS))
    ax.set_yticks(places, names, fontsize=9)
    ax.set_xlim(rows.ratio.min() / 4, 4 * rows.ratio.max())
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.grid(visible=False, axis="y")
    ahead = (rows.ratio > 1.1).sum()  # less than that is no difference
    figure.suptitle(f"This package is faster in {ahead} of {len(rows)} comparisons", x=0.01, ha="left", fontsize=13)
    return figure


if __name__ == "__main__":
    make_page(Path(sys.argv[1]))
