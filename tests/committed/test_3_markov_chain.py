"""What page 3 says of its committed values, held against what is committed."""

from fractions import Fraction

import numpy as np
from shown import outputs, results

from orchard import Game, absorbing_chain, solve
from orchard.markov import raven_steps_made
from orchard.pages.lengths import later
from orchard.pages.studies.printed import published_matrix

PAGE = " ".join(outputs("3-markov-chain").split())
TOY = absorbing_chain("two-by-two", "max", exact=True)
FIRST = absorbing_chain("first-orchard")
LENGTHS = FIRST.roll_distribution(1_000)
MEASURED = results("3-habits")


def test_the_answer_says_what_the_lead_says():
    assert "First Orchard, 6 raven rolls: picking from the fullest tree you win 76.8 games in 100" in PAGE
    assert "A game takes 22.3 rolls on average, and at least nine games in ten take 17 to 29." in PAGE


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


def test_the_size_of_the_chain_of_orchard():
    chain = absorbing_chain("orchard")
    assert (len(chain.states), chain.P.nnz) == (9002, 46_298)
    assert round(1e-6 * len(chain.states) ** 2) == 81
    assert round(len(chain.states) ** 2 / chain.P.nnz) == 1750


def test_the_last_fruit_takes_longest():
    assert "84% of games get to 1 left, and wait 2.8 rolls" in PAGE
    left = np.array([sum(state.fruits) for state in FIRST.states[:-2]])
    rolls = np.bincount(left, FIRST.expected_visits())
    picked = np.bincount(left, FIRST.expected_visits() * FIRST.R[:, 1])[1]
    lost = np.bincount(left, FIRST.expected_visits() * FIRST.R[:, 0])[1]
    assert round(picked + lost, 2) == 0.84
    assert round(rolls[1] / (picked + lost), 1) == 2.8
    assert round(rolls[16], 1) == 1.2


def test_wins_come_late_and_close_together():
    rolls = np.arange(1_001)
    lost, won = (np.average(rolls, weights=ends) for ends in LENGTHS)
    assert won > lost
    lost_spread, won_spread = np.average(np.square(rolls - [[lost], [won]]), axis=1, weights=LENGTHS)
    assert won_spread < lost_spread
    assert np.flatnonzero(LENGTHS[0])[0] == 6
    assert round(lost) == 21


def test_of_all_rolls_one_in_six_is_the_raven_but_more_in_lost_games():
    mean = FIRST.expected_rolls()[0]
    assert (round(mean, 1), round(mean / 6, 1)) == (22.3, 3.7)
    assert abs(raven_steps_made(FIRST) - mean / 6) < 1e-12
    lost, won = LENGTHS
    rolls = np.arange(1_001)
    of_lost = 6 * lost.sum()
    of_won = (lost + won) @ rolls / 6 - of_lost
    assert of_won / (won @ rolls) < 1 / 6 < of_lost / (lost @ rolls)


def test_the_longest_games_without_wasted_rolls():
    for name, longest in {"two-by-two": 5, "first-orchard": 21, "orchard": 48}.items():
        ends = absorbing_chain(name, "max", wasted_rolls=False).roll_distribution(60).sum(axis=0)
        assert np.flatnonzero(ends > 1e-12)[-1] == longest


def test_the_fullest_tree_is_the_quickest_and_wastes_fewest_rolls():
    assert MEASURED.rolls.idxmin() == MEASURED.wasted.idxmin() == "max"
    assert set((MEASURED.rolls - MEASURED.wasted).round()) == {19}


def test_typical_lengths():
    bedtime = results("3-bedtime")
    assert bedtime["typical rolls"].tolist() == [22, 40]
    assert bedtime["95% over by roll"].tolist() == [29, 48]
    assert (100 * bedtime["over in ten minutes"]).round().tolist() == [98, 5]
    assert bedtime["typical minutes"].round().tolist() == [7, 13]


def test_a_game_that_is_half_over_ends_within_fifteen_rolls():
    from_here = absorbing_chain(Game((4, 2, 1, 0), raven_steps=3))
    lost, won = 100 * from_here.roll_distribution(15).sum(axis=1)
    assert (round(lost + won), round(won)) == (88, 51)
    assert f"over in 15 rolls: {lost + won:.0f} of 100, {won:.0f} won, {lost:.0f} lost" in PAGE


def test_a_long_game_is_a_good_sign_up_to_its_nineteenth_roll():
    going_on = later(LENGTHS.sum(axis=0))
    chance = (later(LENGTHS[1])[:60] / going_on[:60])[going_on[:60] > 0.001]
    best = chance.argmax()
    assert (best, round(100 * chance[best]), round(100 * chance[0])) == (19, 81, 77)
    assert (np.diff(chance[: best + 1]) > -1e-12).all()
    assert (np.diff(chance[best:]) < 0).all()
