"""What page 3 says of its committed values, held against what is committed."""

import re
from fractions import Fraction

import nbformat
import numpy as np

from orchard import absorbing_chain, solve
from orchard.pages.lengths import later
from orchard.pages.studies.printed import published_matrix
from tests.shown import ROOT, code_cells, outputs, results

NOTEBOOK = nbformat.read(ROOT / "notebooks" / "3-markov-chain.ipynb", as_version=4)
PAGE = " ".join(outputs("3-markov-chain").split())
TOY = absorbing_chain("two-by-two", "max", exact=True)
FIRST = absorbing_chain("first-orchard")
LENGTHS = FIRST.roll_distribution(1_000)


def test_the_chain_by_hand_is_paternaults():
    assert "144 of 144 entries agree, and 8 of 8 chances." in PAGE
    by_hand = results("3-results-of-two-by-two")
    assert by_hand.printed.notna().sum() == 8
    clean = by_hand.clean.map(Fraction).map(float)
    assert np.allclose(clean, by_hand["clean, decimal"], rtol=0, atol=1e-12)
    assert abs(by_hand.printed - by_hand["clean, decimal"]).max() < 1e-12


def test_the_matrix_to_paste_is_his():
    """From the saved table by the page's own function; its first row is shown."""
    (cell,) = (cell.source for cell in code_cells(NOTEBOOK) if "def to_paste" in cell.source)
    scope = {}
    exec(cell.partition("\n\n\nprint")[0], scope)  # noqa: S102  what the page defines
    pasted = scope["to_paste"](results("3-matrix-of-two-by-two").astype(str).to_numpy())
    rows = [[Fraction(entry) for entry in row.split(",")] for row in re.findall(r"\[([^\[\]]+)\]", pasted)]
    assert rows == published_matrix().map(Fraction).to_numpy().tolist()
    assert pasted.splitlines()[0] in PAGE


def test_what_the_toy_knows():
    changes = absorbing_chain("two-by-two", "max", exact=True, wasted_rolls=False)
    told = zip(
        changes.names,
        changes.expected_visits(),
        changes.absorption_probabilities()[:, 1],
        changes.expected_rolls(),
        changes.variance_of_rolls(),
        strict=False,
    )
    assert [row for row in (" ".join(map(str, row)) for row in told) if row not in PAGE] == []
    assert "2017/576 = 3.502 changes, but 3287/864 = 3.804 rolls" in PAGE
    assert TOY.expected_rolls()[0] == Fraction(3287, 864)
    assert "won with chance 2341/3456 = 0.677373 and 2341/3456" in PAGE
    assert solve("two-by-two", "min", exact=True).win_probability == Fraction(257, 384)


def test_the_chain_and_the_solver_agree_in_every_edition():
    real = results("3-chains-of-the-editions")
    assert (real["win, chain"] == real["win, solver"]).all()


def test_wins_come_late_and_close_together():
    rolls = np.arange(1_001)
    lost, won = (np.average(rolls, weights=ends) for ends in LENGTHS)
    assert won > lost
    lost_spread, won_spread = np.average(np.square(rolls - [[lost], [won]]), axis=1, weights=LENGTHS)
    assert won_spread < lost_spread
    assert np.flatnonzero(LENGTHS[0])[0] == 6
    assert round(lost) == 21


def test_a_long_game_is_a_good_sign_up_to_its_nineteenth_roll():
    going_on = later(LENGTHS.sum(axis=0))
    chance = (later(LENGTHS[1])[:60] / going_on[:60])[going_on[:60] > 0.001]
    best = chance.argmax()
    assert (best, round(100 * chance[best]), round(100 * chance[0])) == (19, 81, 77)
    assert (np.diff(chance[: best + 1]) > -1e-12).all()
    assert (np.diff(chance[best:]) < 0).all()
    lost = [LENGTHS[0, 19] / LENGTHS[:, 19].sum(), 1 - chance[19]]
    assert np.round(100 * np.array(lost)).tolist() == [21, 19]


def test_every_habit_has_about_nineteen_rolls_that_do_something():
    assert (results("3-habits").eval("rolls - wasted").round() == 19).all()
