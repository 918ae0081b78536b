"""What page 3 says of its committed values, held against what is committed."""

from fractions import Fraction

import numpy as np
from shown import outputs, results

from orchard import absorbing_chain
from orchard.pages.studies.printed import published_matrix

PAGE = outputs("3-markov-chain")
TOY = absorbing_chain("two-by-two", "max", exact=True)


def test_the_chain_by_hand_is_marinceks():
    assert "144 of 144 entries agree, as fractions." in PAGE
    by_hand = results("3-results-of-two-by-two")
    assert by_hand.printed.notna().sum() == 8
    clean = by_hand.clean.map(Fraction).map(float)
    assert np.allclose(clean, by_hand["clean, decimal"], rtol=0, atol=1e-12)
    assert abs(by_hand.printed - by_hand["clean, decimal"]).max() < 1e-12


def test_the_matrix_to_paste_is_his():
    pasted = PAGE.partition("[[")[2].partition("]]")[0].replace("\n", "").replace(" ", "")
    rows = [[Fraction(entry) for entry in row.split(",")] for row in pasted.split("],[")]
    assert rows == published_matrix().map(Fraction).to_numpy().tolist()


def test_the_length_of_the_toy_game():
    assert "2017/576 = 3.502 changes, 3287/864 = 3.804 rolls" in PAGE
    assert TOY.expected_rolls()[0] == Fraction(3287, 864)
    assert absorbing_chain("two-by-two", "max", wasted_rolls=False, exact=True).expected_rolls()[0] == Fraction(
        2017, 576
    )
    assert "we win 2341/3456 = 0.6773726851851852" in PAGE
    assert TOY.absorption_probabilities()[0, 1] == Fraction(2341, 3456)


def test_the_chain_and_the_solver_agree_in_every_edition():
    real = results("3-chains-of-the-editions")
    assert (real["win, chain"] == real["win, solver"]).all()


def test_the_size_of_the_chain_of_orchard():
    assert "9,002 x 9,002; one entry in 1,750 is not zero, or 46,298." in PAGE
    assert "45,269 of them are in Q, 1,029 end" in PAGE
    chain = absorbing_chain("orchard")
    assert (len(chain.states), chain.Q.nnz) == (9002, 45_269)
    assert round(1e-6 * len(chain.R) ** 2) == 81
    assert len(absorbing_chain("first-orchard").states) == 416


def test_where_a_game_spends_its_rolls():
    chain = absorbing_chain("first-orchard", "max")
    visits = np.asarray(chain.fundamental_matrix()[0]).ravel()
    left = np.array([sum(state.fruits) for state in chain.states[:-2]])
    rolls = np.bincount(left, visits)
    assert rolls.argmax() == 1
    assert round(rolls[16], 1) == 1.2
    assert "84% of games get there, and wait 2.75 rolls" in PAGE
    assert round(rolls[1], 2) == 2.31
    assert round(0.84 * 2.75, 2) == 2.31
