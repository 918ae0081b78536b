"""Pictures: what they say stands where it belongs, every word can be read, and they are the same on every machine."""

import io
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.backends import backend_agg
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from orchard import Game, absorbing_chain, solve
from orchard.pages import plots
from orchard.pages.drawing import SHAPES, UNITS, Drawing, Orchard, draw_board, draw_orchards
from orchard.pages.plots import fridge
from orchard.pages.plots.chain import draw_two_by_two
from orchard.pages.plots.exact import INSIDE, WORDS, plot_page
from orchard.pages.plots.length import plot_good_sign
from orchard.pages.plots.maps import plot_effects, plot_map
from orchard.pages.plots.picks import draw_costs, draw_habits


@pytest.fixture(autouse=True)
def house_style(monkeypatch: pytest.MonkeyPatch):
    """The house style, for one test."""
    monkeypatch.setattr(backend_agg, "RendererAgg", backend_agg.RendererAgg)
    with plt.rc_context():
        plots.use_house_style()
        yield
    plt.close("all")


# --- numbers and names, where they belong ---

MAP = pd.DataFrame([[6, 7], [8, 9]], [3, 4], [0, 1])
SAID = [
    (plot_map, (Game((5, 5, 5)), MAP.astype(str), MAP), {"7": (1, 0), "8": (0, 1)}),
    (plot_effects, (pd.Series({"less": 30, "most": 80}), 50), {"30": (30, 0), "80": (80, 1)}),
    (plot_effects, (pd.Series({"least": 5, "most": 70}), 65), {"← 5": (50, 0), "70": (70, 1)}),
    (plot_good_sign, (pd.Series([0.5, 0.6, 0.4]),), {"60 after 1 rolls": (1, 0.6), "40 after 2 rolls": (2, 0.4)}),
]


@pytest.mark.parametrize(("draw", "given", "said"), SAID, ids=lambda value: getattr(value, "__name__", ""))
def test_what_a_picture_says_stands_where_it_belongs(draw, given, said):
    ax = Figure((10, 4)).subplots()
    draw(ax, *given)
    told = {text.get_text(): getattr(text, "xy", text.get_position()) for text in ax.texts}
    assert {words: tuple(np.round(told[words], 9)) for words in said} == said


@pytest.mark.parametrize(
    ("won", "title"),
    [
        ({"max": 77.0, "optimal": 77.0, "mine": 75.0}, "The best pick is from the fullest tree"),
        ({"max": 76.5, "optimal": 77.0, "mine": 75.0}, "The fullest tree is not always the best pick"),
        ({"max": 50.0, "optimal": 50.0, "mine": 50.0}, "All habits win alike"),
    ],
)
def test_bars_of_habits_are_in_their_order_under_a_title_that_is_true(won: dict, title: str):
    (ax,) = draw_habits(pd.Series(won)).axes
    assert ax.get_title(loc="left") == title
    assert ax.get_yticklabels()[0].get_text() == "mine"
    assert [bar.get_hatch() for bar in ax.patches] == ["////", None, None]
    assert np.all(np.diff([bar.get_width() for bar in ax.patches]) >= 0)


def test_the_costs_of_mistakes_say_how_much_and_with_how_much_fruit():
    costs = pd.DataFrame({"worst": [5.5, 8.65, 7.0], "mean": [3.0, 2.0, 1.0]}, [3, 5, 9])
    titles = [draw_costs(table).axes[0].get_title(loc="left") for table in (costs, costs.iloc[:0])]
    assert titles == ["A mistake costs up to 8.7 games in 100, with 5 fruits left", "No pick is ever wrong"]


def test_each_way_of_the_graph_has_an_arrow_and_its_chance():
    """The last fruit has two: one for its colour, one for the basket."""
    chain = absorbing_chain("two-by-two", "max", exact=True, wasted_rolls=False)
    rows = zip(chain.names[:10], chain.P[:10], strict=True)
    table = {board: {end: p for end, p in zip(chain.names, row, strict=True) if p} for board, row in rows}
    ax = draw_two_by_two(table, dict(zip(chain.names, [1] * 12, strict=True))).axes[0]
    told = Counter(text.get_text() for text in ax.texts)
    ways = Counter(str(p) for row in table.values() for p in row.values())
    assert {p: told[p] for p in ("1/2", "1/3", "1/4")} == {
        "1/2": ways["1/2"],
        "1/4": ways["1/4"],
        "1/3": ways["1/3"] + 4,
    }
    assert (told["won"], told["lost"]) == (6, 5)
    assert len(ax.patches) == sum(ways.values()) + 2


# --- on paper ---


def test_what_is_printed_fits_both_a4_and_letter_and_leaves_10_mm_white():
    figures = Path(__file__).resolve().parents[1] / "figures"
    printed = sorted(figures.glob("*.pdf"))
    assert len(printed) == 6
    for page in printed:
        assert b"/MediaBox [ 0 0 595.44 792 ]" in page.read_bytes(), "as wide as A4, as high as Letter"
    picture = plt.imread(figures / "5-fridge.png")[:, :, :3].min(axis=2)  # at 150 dots an inch
    inked = np.argwhere(picture < 1)
    white = [inked.min(axis=0), np.subtract(picture.shape, 1) - inked.max(axis=0)]
    assert np.min(white) > 10 / 25.4 * 150


@pytest.fixture(scope="module")
def chances() -> pd.DataFrame:
    sheet = solve("first-orchard", "max")
    trees = sorted({tuple(sorted(state.fruits, reverse=True)) for state in sheet.positions}, key=sum)
    rows = [[100 * sheet.value(fruits, rolls) for rolls in range(1, 7)] for fruits in trees]
    return pd.DataFrame(rows, pd.Index(trees, tupleize_cols=False), range(1, 7))


def card(language: str) -> Figure:
    path = pd.DataFrame({"fullest tree": [28.0, 77.0, 96.0], "bowl": [33.0, 82.0, 98.0]}, [2, 5, 8])
    return fridge.plot_card(path, pd.Series({"max": 77.0, "random": 74.0, "min": 70.0, "ignore": 46.0}), language)


@pytest.mark.parametrize("page", ["chances", "fridge"])
@pytest.mark.parametrize("language", WORDS)
def test_every_word_is_on_the_page_and_none_on_another(language: str, page: str, chances: pd.DataFrame):
    figure = plot_page(chances, language) if page == "chances" else card(language)
    figure.draw_without_rendering()
    boxes = {text: text.get_window_extent() for text in figure.findobj(Text) if text.get_text()}
    left, width = INSIDE[0] * figure.bbox.x1, INSIDE[2] * figure.bbox.x1
    outside = {text for text, box in boxes.items() if box.x0 < left - 1 or box.x1 > left + width + 1 or box.y0 < 0}
    assert [text.get_text() for text in outside] == []
    x0, y0, x1, y1 = np.array([box.extents for box in boxes.values()]).T
    overlap = (x0[:, None] < x1) & (x0 < x1[:, None]) & (y0[:, None] < y1) & (y0 < y1[:, None])
    words = [text.get_text() for text in boxes]
    assert [(words[i], words[j]) for i, j in np.argwhere(overlap) if i < j] == []


# --- on every processor ---

LAST_BITS = [1 + step * 2**-52 for step in (-3, -1, 1, 6)]


def straight_lines(ax: Axes) -> None:
    """Corners that are none: whether the line turns left or right hangs on the last bit."""
    x = np.geomspace(1, 1000, 40)
    for slope in (0.3, 0.5, 0.7):
        ax.loglog(x, x**-slope)
    ax.plot(x, x**-0.6, "o", markersize=3)


def everything(ax: Axes) -> None:
    """All kinds of things that a picture is made of."""
    ax.pcolormesh(np.arange(6).reshape(2, 3))
    ax.fill_between([0, 1, 2], [0, 2, 1])
    ax.scatter([1, 2], [1, 2], s=[30, 60])
    ax.plot([0, 1, 2], [0, 2, 1], "o-", label="$x^2$")
    ax.legend()


def pixels(draw, scale: float = 1) -> np.ndarray:
    """The picture, (300, 600, 4), with the place of its axes scaled."""
    figure, file = Figure(figsize=(6, 3), layout="none"), io.BytesIO()
    ax = figure.add_axes((1 / 12, 1 / 12, 10 / 12, 10 / 12))  # 500 by 250 pixels
    draw(ax)
    ax.set_position(np.array(ax.get_position().bounds) * scale)
    figure.savefig(file, format="png", dpi=100)
    return np.asarray(Image.open(file)).astype(int)


@pytest.mark.parametrize("draw", [straight_lines, everything])
def test_a_picture_does_not_change_with_the_last_bits_of_its_coordinates(draw):
    picture = pixels(draw)
    assert [scale for scale in LAST_BITS if not np.array_equal(pixels(draw, scale), picture)] == []


# --- drawn boards ---

SVG = "{http://www.w3.org/2000/svg}"
FRUIT = {tint: name for name, tint in SHAPES["tints"].items()}
RING = 2  # the stroke of a ring, and of no other circle
START = ((4, 4, 4, 4), 6)
DRAWINGS = [
    draw_board(START, ((1, 3, 2, 4), 3), face="basket", title='Here "Ada" & <Jonas> disagree'),
    draw_board(((25,) * 4, 21), ((9, 12, 10, 11), 12), face="raven"),
    draw_board(((3,) * 6, 9), ((2,) * 6, 0), [f"tree {tree}" for tree in range(6)], face=5),
    draw_board(START, ((0, 0, 1, 2), 2), title="Two coins", coins=2),
    draw_orchards({"One pick": [Orchard("from the 2", (1, 1), (2, 1), faces=True)]}, names=["", ""]),
]


def elements(drawing: Drawing, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(drawing.svg).iter(SVG + tag))


def words(drawing: Drawing) -> list[str]:
    return [text.text for text in elements(drawing, "text")]


def fruit(drawing: Drawing) -> Counter:
    """How many pieces of fruit there are of each kind, on trees, on the die and in the basket."""
    return Counter(FRUIT[group.get("fill")] for group in elements(drawing, "g") if group.get("fill") in FRUIT)


# --- what is shown ---


def test_every_fruit_is_on_its_tree_or_in_the_basket():
    board = draw_board(START, ((1, 3, 0, 4), 3))
    assert fruit(board) == {"apple": 4, "pear": 4, "cherry": 4, "plum": 4}
    low = [float(re.findall(r"[\d.]+", g.get("transform"))[1]) for g in elements(board, "g") if g.get("fill") in FRUIT]
    basket = min(y for y in low if y > 130)  # trees have their own coordinates, of 96 at most
    assert sum(y >= basket for y in low) == 8
    assert {"apples: 1", "pears: 3", "cherries: 0", "plums: 4", "basket", "8"} <= set(words(board))


# --- everywhere ---


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_picture_needs_nothing_else_and_runs_nothing(drawing: Drawing):
    tags = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(drawing.svg).iter()}
    assert tags <= {"svg", "g", "path", "rect", "circle", "text"}
    assert re.findall(r"href|url\(|\bon\w+=|\bid=|class=|nan|inf\b", drawing.svg) == []


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_no_letter_is_small_on_a_phone_and_all_of_them_are_on_the_picture(drawing: Drawing):
    wide, high = map(float, ElementTree.fromstring(drawing.svg).get("viewBox").split()[2:])
    assert wide == UNITS == 360
    for text in elements(drawing, "text"):
        size, x, y = (float(text.get(name)) for name in ("font-size", "x", "y"))
        assert size >= 9
        assert size <= y <= high - 2
        share = {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor")]
        length = 0.58 * size * len(text.text)  # of letters as wide as DejaVu's bold ones
        assert -1 <= x - share * length <= x + (1 - share) * length <= wide + 1, text.text
