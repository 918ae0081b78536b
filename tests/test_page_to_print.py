"""What is printed: in each language all of it is there, on the paper, and nothing lies on anything else."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from orchard import solve
from orchard.pages import plots
from orchard.pages.plots import fridge
from orchard.pages.plots.exact import INSIDE, WORDS, plot_page


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
    with plt.rc_context():
        plots.use_house_style()
        figure = plot_page(chances, language) if page == "chances" else card(language)
        figure.draw_without_rendering()
        boxes = {text: text.get_window_extent() for text in figure.findobj(Text) if text.get_text()}
    plt.close(figure)
    left, width = INSIDE[0] * figure.bbox.x1, INSIDE[2] * figure.bbox.x1
    outside = {text for text, box in boxes.items() if box.x0 < left - 1 or box.x1 > left + width + 1 or box.y0 < 0}
    assert [text.get_text() for text in outside] == []
    x0, y0, x1, y1 = np.array([box.extents for box in boxes.values()]).T
    overlap = (x0[:, None] < x1) & (x0 < x1[:, None]) & (y0[:, None] < y1) & (y0 < y1[:, None])
    words = [text.get_text() for text in boxes]
    assert [(words[i], words[j]) for i, j in np.argwhere(overlap) if i < j] == []


def test_no_language_says_less_than_another():
    assert {(len(words.directions), len(words.lines)) for words in WORDS.values()} == {(4, 5)}
    assert all("{chance}" in "".join(words.lines) and "{}" in words.fruits for words in WORDS.values())
    assert fridge.WORDS.keys() == WORDS.keys()
    assert {(len(words.bowl), *words.habits) for words in fridge.WORDS.values()} == {
        (4, "max", "random", "min", "ignore")
    }
