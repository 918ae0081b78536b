"""Drawn boards: what they show, read off the text that they are, and that they can be shown everywhere."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from orchard.pages.drawing import GOLD, SHAPES, UNITS, Drawing, Orchard, draw_board, draw_orchards

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


@pytest.mark.parametrize(
    ("fruits", "compared", "rings", "stalks"), [((2, 2, 1), (4, 1, 1), 1, 2), ((4, 1), (4, 1), 0, 0)]
)
def test_a_fruit_that_only_one_orchard_has_is_ringed_and_one_that_is_picked_leaves_its_stalk(
    fruits, compared, rings, stalks
):
    drawing = draw_orchards({"": [Orchard("", fruits, compared)]}, names="ijm")
    circles = elements(drawing, "circle")
    assert sum(circle.get("stroke-width") == str(RING) for circle in circles) == rings
    assert sum(circle.get("r") == "1.8" for circle in circles) == stalks
    assert sum(fruit(drawing).values()) == sum(fruits)


def test_a_face_that_picks_nothing_is_struck_out():
    drawing = draw_orchards({"": [Orchard("", (2, 0, 1, 0), faces=True)]})
    faded = [group for group in elements(drawing, "g") if group.get("opacity")]
    struck = [next(inner.get("fill") for inner in group.iter(SVG + "g") if inner is not group) for group in faded]
    assert [FRUIT.get(colour) for colour in struck] == ["pear", "plum"], "two empty trees; the raven's face counts"
    assert "3 pick, 1 loses, 2 wasted" in words(drawing)


@pytest.mark.parametrize("coins", [0, 1, 2, 11])
def test_the_bowl_holds_every_coin_and_stands_in_place_of_the_basket(coins: int):
    board = draw_board(START, ((0, 0, 1, 2), 2), coins=coins)
    gold = [circle for circle in elements(board, "circle") if circle.get("fill") == GOLD]
    assert len({(circle.get("cx"), circle.get("cy")) for circle in gold}) == coins
    assert ({"coins", str(coins)} <= set(words(board)), "basket" in words(board)) == (True, False)
    assert board.words.endswith(f"coins in the bowl: {coins}")
    assert sum(fruit(board).values()) == 3


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
