"""What page 8 says of its committed values, held against what is committed."""

import re
from random import Random
from textwrap import dedent

import nbformat
import numpy as np
import pytest

from orchard import Game
from orchard.pages.studies.limits import laws_of_wasted_rolls, won_race
from orchard.rules import game_of
from tests.shown import ROOT, outputs, results

PAGE = " ".join(outputs("8-large-orchards").split())
WASTED = results("8-wasted-rolls")


@pytest.fixture(scope="module")
def laws() -> list[np.ndarray]:
    """With 4, 10 and 1,000 fruits on each tree."""
    return laws_of_wasted_rolls(4, [4, 10, 1000])


def test_the_fullest_tree_wastes_four_five_six_and_no_more_and_the_emptiest_ever_more(laws):
    assert [round(float(law @ np.arange(len(law)))) for law in laws] == [4, 5, 6]
    assert "4 3.9765 10 4.9585 100 5.9901 1000 6.0000 1000000 6.0000" in PAGE
    mean_gaps = re.search(r"mean D ([\d.]+), mean d ([\d.]+)", PAGE).groups()
    assert [float(each) for each in mean_gaps] == pytest.approx([7.5, 6], abs=0.15)
    assert [round(each) for each in WASTED["min"].loc[[4, 100, 1000]]] == [6, 83, pytest.approx(728, abs=4)]
    assert [round(each) for each in WASTED["max"].loc[[4, 100, 1000]]] == [4, 6, 6]
    assert [round(each) for each in WASTED["random"].loc[[4, 100, 1000]]] == [5, 25, pytest.approx(77, abs=2)]
    assert 110 < WASTED.loc[1000, "min"] / WASTED.loc[4, "min"] < 120
    assert round(WASTED.loc[1000, "min"] / WASTED.loc[100, "min"], 1) == 8.8
    assert round(WASTED.loc[1000, "random"] / WASTED.loc[100, "random"], 1) == 3.1
    assert WASTED.loc[1000, "random"] / WASTED.loc[4, "random"] == pytest.approx(15, abs=0.7)
    assert WASTED.loc[1000, "max"] / WASTED.loc[4, "max"] == pytest.approx(1.5, abs=0.05)


def test_its_answer_is_what_its_lead_says():
    said = [WASTED.loc[1000, habit] for habit in ("max", "random", "min")]
    assert "With 1,000 fruits on the fullest tree it is {:.1f}, {:.1f} and {:.1f}.".format(*said) in PAGE
    assert said[:2] == [pytest.approx(6, abs=0.3), pytest.approx(77, abs=2)]


def test_at_the_threshold_luck_decides_and_beside_it_not():
    found = re.findall(r"(\d+) (\d+\.\d) (\d+\.\d) (\d+\.\d)", PAGE.partition("a tenth longer")[2])
    few, *_, many = np.array([row[1:] for row in found], float)
    assert [*few, *many] == pytest.approx([19, 48, 77, 0, 49, 99], abs=0.6)


def test_in_the_window_only_bad_picking_loses(laws):
    habits = ("fullest tree", "tree at random", "emptiest tree")
    told = r"halfway, (\d+) raven rolls: " + " ".join(rf"{habit} wins ([\d.]+)%" for habit in habits)
    path, won, at_random, lost = map(float, re.search(told, PAGE).groups())
    assert 100 * won_race(4000 + np.arange(len(laws[-1])), path, Game()) @ laws[-1] == pytest.approx(won, abs=0.1)
    assert (round(won), round(at_random), round(lost)) == (99, 96, 2)
    assert (4 + WASTED.loc[1000, "min"] / 1000) / 5 == pytest.approx(0.946, abs=5e-4)
    assert "thresholds: fullest tree 801, emptiest tree 946" in PAGE
    assert (4 + WASTED.loc[1000, "max"] / 1000) / 5 == pytest.approx(0.801, abs=5e-4)
    assert WASTED.loc[1000, "random"] / 1000**0.5 == pytest.approx(2.4, abs=0.1)


def test_of_unequal_trees_the_fullest_wastes_half_as_many_rolls_as_the_smaller_has_fruit():
    """By what the page and the answer have: so the theorem needs trees that are equally full."""
    cells = nbformat.read(ROOT / "notebooks" / "8-large-orchards.ipynb", as_version=4).cells
    page = "\n".join(cell.source for cell in cells if cell.id in ("large-wasted", "large-habits"))
    (answer,) = re.findall(r"```python\n(.*?)```", cells[-1].source, flags=re.DOTALL)
    told = []
    scope = {"Random": Random, "seed": 9, "np": np, "game_of": game_of, "print": lambda *row: told.append(row)}
    exec(f"{page}\n{dedent(answer)}", scope)  # noqa: S102  what a reader runs
    assert told == [(few, pytest.approx(few / 2, rel=0.1)) for few in (10, 100, 300)]
