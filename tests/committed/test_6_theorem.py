"""What page 6 says of its committed values, held against what is committed."""

from fractions import Fraction
from itertools import product

import nbformat
import numpy as np

from orchard import Game, absorbing_chain, solve
from tests.shown import ROOT, outputs

PAGE = " ".join(outputs("6-theorem").split())


def test_a_plum_is_better_than_the_last_cherry():
    solution = solve("first-orchard", "optimal", exact=True)
    assert solution.value((0, 0, 0, 3), 1) == Fraction(2, 3) ** 3
    assert solution.value((0, 0, 1, 2), 1) == (Fraction(4, 9) + 2 * Fraction(3, 4) * Fraction(2, 3)) / 4
    assert "{(2,): Fraction(8, 27), (3,): Fraction(13, 36)}" in PAGE
    assert "after the cherry: 30 in 100 won: 0, 0, 0, 3; after a plum: 36 in 100 won: 0, 0, 1, 2" in PAGE


def test_the_picture_has_the_debt_of_the_proof():
    assert "even: takes an apple: 1, 2; lopsided: wastes the roll: 4, -1" in PAGE


def test_who_copies_and_who_swaps_falls_behind_and_no_other_pick_is_best():
    assert "of 1,024 runs: copy 192, swap 416" in PAGE
    assert "414 positions up to the order of the trees, 0 best picks from a tree that is not the fullest" in PAGE


def test_without_faces_of_the_colours_picks_that_leave_different_orchards_are_equally_good():
    """So Theorem 2 needs a face for each colour."""
    found = solve(Game((2, 1), 1, 1, (0, 0)), "optimal", exact=True).value_of_picks((2, 1), 1)
    assert found == {(0,): Fraction(1, 4), (1,): Fraction(1, 4)}


def shown() -> dict:
    """What a reader has who has run the page's cells on the two families."""
    cells = {cell.id: cell.source for cell in nbformat.read(ROOT / "notebooks" / "6-theorem.ipynb", as_version=4).cells}
    scope = {"product": product}
    for each in ("theorem-less", "theorem-recipes", "theorem-agree"):
        exec(cells[each], scope)  # noqa: S102  what a reader runs
    return scope


def test_four_green_rolls_leave_a_pear_or_two_pears_or_three_apples():
    less, copied, swapped, lopsided = shown()["less"], (3, 2), (3, 2), (4, 1)
    for roll in range(4):
        copied, swapped, lopsided = less(copied, 0), less(swapped, 1), less(lopsided, 0)
        assert (swapped == lopsided == (3, 1)) == (roll == 0)
    assert (lopsided, copied, swapped) == ((0, 1), (0, 2), (3, 0))


def test_the_swap_never_falls_behind_if_there_were_no_fewer_apples_than_pears_and_else_it_does():
    """In all runs of ten hits, by what the page has."""
    scope = shown()
    for apples, pears in product(range(1, 6), repeat=2):
        even, lopsided = (apples - 1, pears), (apples, pears - 1)
        assert (scope["behind"](scope["until_they_agree"], even, lopsided) > 0) == (apples < pears)


def test_nor_does_it_on_a_die_with_more_yellow_faces_than_green_if_these_are_copied():
    """In all runs of eight hits: green, a yellow face with a green one to be swapped with, and one without."""
    less = shown()["less"]
    for apples, pears in product(range(1, 5), repeat=2):
        for run in product(((0, 1), (1, 0), (1, 1)), repeat=8):  # what the lopsided family does, and the answer
            even, lopsided = (apples - 1, pears), (apples, pears - 1)
            for hit, answer in run:
                even = less(even, hit if even == lopsided else answer)
                lopsided = less(lopsided, hit)
                assert sum(even) <= sum(lopsided) or apples < pears


def test_the_lead_of_the_fullest_tree_is_greatest_after_24_rolls():
    won = {
        habit: absorbing_chain("first-orchard", habit).roll_distribution(150)[1].cumsum() for habit in ("max", "min")
    }
    lead = won["max"] - won["min"]
    most = lead.argmax()
    assert (most, round(100 * lead[most], 1)) == (24, 21.2)
    assert f"lead after 24 rolls {100 * lead[most]:.2f}, in the end {100 * lead[-1]:.2f}" in PAGE
    assert 3 < lead[most] / lead[-1] < 3.2
    assert np.argmax(lead > 1e-12) == 16  # as many rolls as fruits


def test_the_emptiest_tree_wins_later():
    for habit, words, after, ended in (("max", "fullest", "22.6", "22.3"), ("min", "emptiest", "24.8", "24.1")):
        lost, won = absorbing_chain("first-orchard", habit).roll_distribution(300)
        assert f"{np.arange(301) @ won / won.sum():.1f}" == after
        assert f"{np.arange(301) @ (lost + won):.1f}" == ended
        assert f"{words} tree: won after {after} rolls on average, won or lost after {ended}" in PAGE
