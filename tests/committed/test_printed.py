"""What the page of printed claims says of its committed values, held against what is committed."""

import re
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
from scipy import stats

from orchard import Game, from_function, solve
from orchard.pages.studies.printed.replayed import backwards, mean
from tests.shown import outputs, results

ROOT = Path(__file__).resolve().parents[2]
CELLS = nbformat.read(ROOT / "notebooks" / "printed.ipynb", as_version=4).cells
PAGE = " ".join(outputs("printed").split())
TABLE = results("printed-verdicts")
CLAIMS = TABLE[TABLE.claim]
SIMULATED = CLAIMS[CLAIMS.z.notna()]


def test_how_many_claims_there_are_and_what_becomes_of_them():
    assert (len(CLAIMS), CLAIMS.source.nunique()) == (75, 13)
    assert CLAIMS.verdict.value_counts().to_list() == [39, 31, 3, 1, 1]
    assert CLAIMS.verdict.eq("within chance").sum() == CLAIMS.kind.ne("exact").sum() - 1, "all but the paths"
    assert (len(SIMULATED), len(TABLE) - len(CLAIMS)) == (35, 30)
    assert "by chance: 39 of 75, and 5 more" in PAGE
    assert "each may be 4.24 standard errors off, a single one 3.29" in PAGE
    assert TABLE.verdict[~TABLE.claim].isin(["wrong", "not settled"]).sum() == 3


def test_the_simulations_together_are_as_lucky_as_they_should_be():
    independent = SIMULATED[(SIMULATED.kind == "simulated") & ~SIMULATED.games.astype(str).str.startswith("<")].z
    assert len(independent) == 31
    played = CLAIMS[CLAIMS.verdict == "within chance"]
    untold, drawn = played.games.astype(str).str.startswith("<") & played.z.notna(), played.kind.eq("frozen draw")
    assert (played.z.isna().sum(), untold.sum(), drawn.sum()) == (4, 2, 2)
    off = (played.off_units * played.unit)[drawn].abs()
    assert (off.round(4).tolist(), played.error[drawn].round(3).tolist()) == ([0.0004, 0.0008], [0.001, 0.001])
    lean = independent.mean() * np.sqrt(len(independent))
    assert (round(independent.mean(), 2), round(lean, 1), round(0.5 / stats.norm.sf(lean))) == (0.31, 1.7, 12)
    assert [((independent >= low) & (independent < low + 1)).sum() for low in range(-3, 3)] == [0, 3, 11, 10, 5, 2]
    assert SIMULATED.source[independent.index].nunique() == 6
    assert stats.chi2.sf((independent**2).sum(), len(independent)) > 0.05
    assert 1 - (1 - 2 * stats.norm.sf(independent.abs().max())) ** len(independent) > 0.05


def test_no_claim_is_off_by_a_quarter_of_what_five_or_six_raven_rolls_differ():
    sixth_roll = solve("first-orchard").win_probability - solve("first-orchard-5").win_probability
    assert round(100 * sixth_roll, 1) == 13.7
    assert (CLAIMS.exact - CLAIMS.printed.map(lambda text: float(Fraction(text)))).abs().max() < sixth_roll / 4


def test_the_only_wrong_chance_and_the_right_one():
    (wrong,) = CLAIMS.index[CLAIMS.verdict == "wrong"]
    assert CLAIMS.printed[wrong] == "0.65155"
    assert f"{solve('orchard').win_probability:.5f}" == "0.68405"
    assert "bschrift (1) 0.65155 0.68405 wrong" in PAGE


def test_the_sixteenth_digit():
    exact = solve("first-orchard-5", exact=True).win_probability
    assert float("0.6313573066006354") == np.nextafter(float(exact), 1)


def test_three_digits_at_every_step_give_the_six_numbers_of_the_solver():
    solver = TABLE[TABLE.source.str.startswith("Noob1701") & TABLE.kind.eq("exact")]
    assert len(solver) == 6
    assert all(f"{row.strategy} {row.printed} {row.printed} {row.exact:.6f}" in PAGE for row in solver.itertuples())
    misrounded = CLAIMS[CLAIMS.verdict == "misrounded"]
    assert misrounded.off_units.between(0.5, 1, inclusive="neither").tolist() == [True] * 3
    assert misrounded.index.isin(solver.index).all()


def test_what_the_paper_prints_besides_chances():
    hers = TABLE[TABLE.source.str.startswith("Marinček")]
    assert (hers.claim.sum(), hers.verdict[~hers.claim].tolist()) == (8, ["agrees"] * 16)
    besides = hers[hers.quantity.isin(["final_states", "ci95_width"])]
    assert besides.printed.tolist() == ["14650", "630", "0.02", "2e-4"]
    assert "Marinček agrees 16" in PAGE
    assert besides.exact.round(6).tolist() == [14650, 630, 0.0196, 0.000196]
    assert (10 + 11**4 - 1, 6 + 5**4 - 1) == (14650, 630)


def test_how_many_different_games_there_are():
    assert "blog: 22,449,286,867,624,793,487,263,502,460,538 games, 0.65155 of them won" in PAGE
    assert "ours: 129,822,531,103,653,450,200,925,779,601,013 games, 0.64895 of them won" in PAGE
    assert 5.5 < 129822531103653450200925779601013 / 22449286867624793487263502460538 < 6


def test_in_exact_thousandths_one_of_the_six_would_be_another():
    def in_thousandths(rolls, basket):
        return round(mean(rolls, basket), 3)

    first_fullest = from_function("first fullest", lambda fruits: fruits.index(max(fruits)))
    game = Game((4, 4, 3, 3), raven_steps=5)
    assert backwards(game, first_fullest, Fraction(1), Fraction(0), in_thousandths) == Fraction("0.703")
    assert TABLE.printed[(TABLE.fruits == "4-4-3-3") & TABLE.source.str.startswith("Noob1701")].tolist() == ["0.702"]


def test_the_second_page_is_right_of_six_raven_rolls():
    assert "With 6 raven rolls it is right, digit for digit." in PAGE


def test_which_box_is_kinder():
    orchard, five, six = (solve(name).win_probability for name in ("orchard", "first-orchard-5", "first-orchard"))
    assert [round(100 * won) for won in (orchard, five, six)] == [68, 63, 77]


def test_a_thousand_games_cannot_tell_62_from_60():
    p = solve("first-orchard-5", "random").win_probability
    (answer,) = (cell.source for cell in CELLS if "```python" in cell.source)
    scope = {}
    exec(re.search(r"```python\n(.*?)```", answer, re.S)[1], scope)  # noqa: S102
    assert [round(scope["errors_off"]("0.620", p, games), 1) for games in (100_000, 1000)] == [14.8, 1.5]
    assert "you should see 14.8 for a hundred thousand games: *wrong*. For a thousand it is 1.5." in answer
