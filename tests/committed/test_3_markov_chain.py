"""What page 3 says of its committed values, held against what is committed."""

from fractions import Fraction

import numpy as np

from orchard import absorbing_chain, solve
from orchard.pages.lengths import later
from orchard.pages.studies.printed import published_matrix
from tests.shown import outputs, results

PAGE = " ".join(outputs("3-markov-chain").split())
TOY = absorbing_chain("two-by-two", "max", exact=True)
FIRST = absorbing_chain("first-orchard")
LENGTHS = FIRST.roll_distribution(1_000)


def test_the_chain_by_hand_is_paternaults():
    assert "144 of 144 entries agree, as fractions." in PAGE
    by_hand = results("3-results-of-two-by-two")
    assert by_hand.printed.notna().sum() == 8
    clean = by_hand.clean.map(Fraction).map(float)
    assert np.allclose(clean, by_hand["clean, decimal"], rtol=0, atol=1e-12)
    assert abs(by_hand.printed - by_hand["clean, decimal"]).max() < 1e-12


def test_the_matrix_to_paste_is_his():
    pasted = PAGE.partition("[[")[2].partition("]]")[0].replace(" ", "")
    rows = [[Fraction(entry) for entry in row.split(",")] for row in pasted.split("],[")]
    assert rows == published_matrix().map(Fraction).to_numpy().tolist()


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


def test_the_longest_games_without_wasted_rolls():
    for name, longest in {"two-by-two": 5, "first-orchard": 21, "orchard": 48}.items():
        ends = absorbing_chain(name, "max", wasted_rolls=False).roll_distribution(60).sum(axis=0)
        assert np.flatnonzero(ends > 1e-12)[-1] == longest


def test_a_long_game_is_a_good_sign_up_to_its_nineteenth_roll():
    going_on = later(LENGTHS.sum(axis=0))
    chance = (later(LENGTHS[1])[:60] / going_on[:60])[going_on[:60] > 0.001]
    best = chance.argmax()
    assert (best, round(100 * chance[best]), round(100 * chance[0])) == (19, 81, 77)
    assert (np.diff(chance[: best + 1]) > -1e-12).all()
    assert (np.diff(chance[best:]) < 0).all()
