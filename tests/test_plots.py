"""What pictures say, read off what they draw: numbers, marks and words at the places where they belong."""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from orchard.pages.plots.audit import plot_verdicts
from orchard.pages.plots.charts import plot_marks
from orchard.pages.plots.length import plot_good_sign
from orchard.pages.plots.maps import plot_effects, plot_map
from orchard.pages.plots.samples import plot_errors, plot_samples


@pytest.fixture
def ax() -> Axes:
    return Figure((10, 4)).subplots()


def words(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def places(ax: Axes) -> dict[str, tuple[float, float]]:
    """Where words stand, or what they stand beside."""
    return {text.get_text(): getattr(text, "xy", text.get_position()) for text in ax.texts}


def tops(bars) -> list[float]:
    return [float(bar.get_y() + bar.get_height()) for bar in bars]


def colours(patches) -> list[str]:
    return [to_hex(patch.get_facecolor()).upper() for patch in patches]


# --- numbers and names, where they belong ---

MAP = pd.DataFrame([[6, 7], [8, 9]], [3, 4], [5, 6])
MARKS = pd.DataFrame({"max": [77, 65], "min": [74, 60]}, ["plays well", "forgets the basket"])
SAID = [
    (plot_map, (MAP.astype(str), MAP - 6, ["6", "7", "8", "9"], {}), {"7": (1, 0), "8": (0, 1)}),
    (plot_effects, (pd.Series({"less": -20, "most": 30}), 50), {"−20.0 → 30": (-20, 0), "+30.0 → 80": (30, 1)}),
    (plot_marks, (MARKS,), {"77": (77, 0), "65": (65, 1), "fullest\ntree": (65, 1)}),
    (plot_good_sign, (pd.Series([0.5, 0.6, 0.4]),), {"60 after 1 rolls": (1, 0.6), "40 after 2 rolls": (2, 0.4)}),
]


@pytest.mark.parametrize(("draw", "given", "said"), SAID, ids=[draw.__name__ for draw, *_ in SAID])
def test_what_a_picture_says_stands_where_it_belongs(ax, draw, given, said):
    draw(ax, *given)
    told = places(ax)
    assert {words: tuple(np.round(told[words], 9)) for words in said} == said


# --- simulation ---


@pytest.mark.parametrize("games", [100, 5000])
def test_histogram_and_density_hold_as_much(ax, games: int):
    wins = np.random.default_rng(1).binomial(games, 0.6, 400)
    plot_samples(ax, wins, games, 0.6, "max", "left")
    held = sum(bar.get_width() * bar.get_height() for bar in ax.patches)
    assert sum(tops(ax.patches)) == 400
    share, density = ax.lines[0].get_data()
    assert np.trapezoid(density, share) == pytest.approx(held, rel=0.02)


def test_errors_lie_about_the_line_of_theory(ax):
    plot_errors(ax, pd.DataFrame([[0.07, -0.01], [0.03, -0.02]], [100, 400]), 0.5)
    *runs, theory, _ring = ax.lines
    assert [run.get_ydata().tolist() for run in runs] == [[0.07, 0.03], [0.01, 0.02]]
    assert theory.get_ydata() == pytest.approx([0.05, 0.025])


# --- tables ---


def test_what_is_printed_fits_both_a4_and_letter_and_leaves_10_mm_white():
    figures = Path(__file__).resolve().parents[1] / "figures"
    printed = sorted(figures.glob("*.pdf"))
    assert len(printed) == 6
    for page in printed:
        assert b"/MediaBox [ 0 0 595.44 792 ]" in page.read_bytes(), "as wide as A4, as high as Letter"
    picture = plt.imread(figures / "8-fridge.png")[:, :, :3].min(axis=2)  # at 150 dots an inch
    inked = np.argwhere(picture < 1)
    white = [inked.min(axis=0), np.subtract(picture.shape, 1) - inked.max(axis=0)]
    assert np.min(white) > 10 / 25.4 * 150


# --- printed numbers ---


def test_each_claim_has_the_colour_and_the_sign_of_its_verdict(ax):
    right = [["one", "0.25", 0.25, "agrees", "exact"], ["one", "0.3", 0.25, "agrees", "simulated"]]
    off = [["one", "0.769", 0.768497, "misrounded", "exact"], ["two", "0.2", 0.5, "wrong", "exact"]]
    claims = pd.DataFrame([*off, *right], columns=["source", "printed", "exact", "verdict", "kind"])
    plot_verdicts(ax, claims)
    middles = [tuple(np.round(tile.get_center(), 9)) for tile in ax.patches]
    assert middles == [(0.5, 0), (1.5, 0), (2.5, 0), (0.5, 1)], "what is right comes first"
    assert places(ax) == {"": (1.5, 0), "≈": (2.5, 0), "×": (0.5, 1)}
    key = ax.get_legend()
    assert colours(ax.patches) == colours(key.get_patches()) == ["#0072B2", "#56B4E9", "#E69F00", "#B2182B"]
    told = "1 right, digit for digit; 1 played, as near as luck allows; 1 off in the last digit (≈); 1 wrong (×)"
    assert "; ".join(text.get_text() for text in key.get_texts()) == told
