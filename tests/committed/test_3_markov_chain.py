"""What page 3 says of its committed values, held against what is committed."""

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from orchard import absorbing_chain
from orchard.pages.studies.printed import published_matrix
from tests.shown import outputs, results

PAGE = " ".join(outputs("3-markov-chain").split())
CHANGES = absorbing_chain("two-by-two", "max", exact=True, wasted_rolls=False)
FIRST = absorbing_chain("first-orchard")
LENGTHS = FIRST.roll_distribution(1_000)


def test_the_chain_by_hand_is_paternaults():
    his, ours = published_matrix(), results("3-matrix-of-two-by-two").astype(str)
    assert (his.shape, (his == ours).all(axis=None)) == ((12, 12), True)
    by_hand = results("3-results-of-two-by-two")
    assert by_hand.printed.notna().sum() == 8
    assert abs(by_hand.printed - by_hand["clean, decimal"]).max() < 1e-12


def test_what_the_toy_knows():
    ends, mean, variance = CHANGES.absorption_probabilities(), CHANGES.expected_rolls(), CHANGES.variance_of_rolls()
    told = [[name, *row] for name, *row in zip(CHANGES.names, *ends.T, mean, variance, strict=False)]
    written = PAGE.translate({ord("¼"): "1/4", ord("⅓"): "1/3", ord("½"): "1/2", ord("⅔"): "2/3", ord("·"): "0"})
    assert [row for row in (" ".join(map(str, row)) for row in told) if row not in written] == []
    with_waste = absorbing_chain("two-by-two", "max", exact=True)
    assert (with_waste.absorption_probabilities() == ends).all()
    assert (str(ends[0, 1]), str(mean[0])) == ("2341/3456", "2017/576")
    assert (f"{float(mean[0]):.2f}", f"{float(variance[0]) ** 0.5:.2f}") == ("3.50", "0.86")
    assert f"10 0.6774 {float(with_waste.expected_rolls()[0]):.4f}" in PAGE, "counted in rolls, not in changes"


def test_what_is_summed_by_hand_from_11_2():
    """Its visits, wins, mean and variance, and the games that the picture brings there; entry by entry of P."""
    half, third, quarter = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
    boards = [CHANGES.names.index(board) for board in ("11|2", "11|1", "1|2", "1|1")]
    visits, means = CHANGES.fundamental_matrix()[boards[0]], CHANGES.expected_rolls()[boards]
    by_hand = [1, quarter, half, quarter * half + half * third]
    assert visits[boards].tolist() == by_hand
    assert sum(visits) == sum(by_hand) == means[0] == Fraction(49, 24)
    assert (2 * means - 1).tolist() == [Fraction(37, 12), 2, Fraction(5, 3), 1]
    assert by_hand @ CHANGES.R[boards, 1] == Fraction(121, 144)
    assert by_hand @ (2 * means - 1) == Fraction(113, 24)
    assert CHANGES.variance_of_rolls()[boards[0]] == Fraction(113, 24) - means[0] ** 2 == Fraction(311, 576)
    full, beside = CHANGES.names.index("22|2"), CHANGES.names.index("21|2")
    ways = CHANGES.P[full, boards[0]], CHANGES.P[full, beside] * CHANGES.P[beside, boards[0]]
    assert [float(100 * way) for way in ways] == [25, 12.5]
    assert 100 * CHANGES.fundamental_matrix()[full, boards[0]] == 37.5


def test_a_lost_game_takes_21_rolls_and_all_short_ones_are_lost():
    lost, won = LENGTHS
    assert round(lost @ np.arange(len(lost)) / lost.sum()) == 21
    assert won[:16].sum() == 0 < won[16]


def test_seven_games_in_a_hundred_are_lost_by_one_fruit():
    """By visits on the page, here by what leads there: each win comes by one fruit, as the basket takes one."""
    told = "100 games make 231 rolls with one fruit left: 77 of these games are won then, and 7 lost, of 23 games that"
    assert told in PAGE
    last = np.array([sum(board.fruits) == 1 for board in FIRST.states[:-2]])
    won, arriving = FIRST.absorption_probabilities()[0, 1], FIRST.Q[~last][:, last].sum(axis=1)
    come = FIRST.expected_visits()[~last] @ arriving
    assert (round(100 * come), round(100 * won), round(100 * (come - won))) == (84, 77, 7)
    rolls = FIRST.expected_visits()[last].sum()
    assert round(rolls / come, 1) == 2.8
    assert abs(rolls / 3 - won) < 1e-9, "every third of them wins"
    assert round(10 * (come - won) / (1 - won)) == 3, "of ten defeats, as the front page says"


def test_414_boards_are_69_ways_for_fruit_to_hang_and_six_raven_rolls():
    hangs = set(combinations_with_replacement(range(5), 4)) - {(0, 0, 0, 0)}
    assert (len(hangs), len(hangs) * 6, len(FIRST.R)) == (69, 414, 414)
    rolls, won = FIRST.expected_rolls()[0], FIRST.absorption_probabilities()[0, 1]
    assert f"won with chance {won:.4f}; a game takes {rolls:.4f} rolls on average" in PAGE
    assert f"standard deviation of {FIRST.variance_of_rolls()[0] ** 0.5:.4f} rolls" in PAGE
