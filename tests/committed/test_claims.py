"""What the page of printed claims says of its committed values, held against what is committed."""

from fractions import Fraction
from math import erfc, sqrt

import pytest

from orchard import solve
from orchard.pages.studies.printed import game_of, published
from orchard.pages.studies.printed.replayed import rounded
from orchard.pages.studies.printed.verdicts import allowed_errors, side_by_side
from tests.shown import ROOT, outputs, results

PAGE = " ".join(outputs("printed").split())
TABLE = results("printed-verdicts")
CLAIMS = TABLE[TABLE.claim]


def test_how_many_claims_there_are_and_what_becomes_of_them():
    told = f"Of [{len(CLAIMS)} chances](notebooks/printed.ipynb) that {CLAIMS.source.nunique()} sources print, "
    assert told in (ROOT / "README.md").read_text(encoding="utf-8")
    counts = {"within chance": 39, "agrees": 31, "misrounded": 3, "agrees as a float": 1, "wrong": 1}
    assert CLAIMS.verdict.value_counts().to_dict() == counts
    coarse = CLAIMS.z.isna() & CLAIMS.verdict.eq("within chance")
    assert CLAIMS[coarse].source.str.partition(",")[0].to_list() == [*3 * ["twaclaw"], "recommend.games"]
    for told in (
        "31 Paternault as near as luck allows 35 neiser too coarse to judge 4 twaclaw",
        "right, but for its last digit 4 Noob1701 wrong 1 bschrift",
        "digit for digit Orchard, 9, the fullest tree 0.68 as near as luck allows Orchard, 9, by turns 0.6344",
        "too coarse to judge First Orchard, 5, the emptiest tree 0.55",
        "its last digit First Orchard, 5, the fullest tree 0.632 wrong Orchard, 9, the fullest tree 0.65155",
        "digit for digit 0.004 as near as luck allows z = 2.56 too coarse to judge 0.0049",
        "its last digit 0.00064 wrong 0.032",
    ):
        assert told in PAGE


def test_luck_explains_a_number_of_which_nobody_says_the_games_if_they_were_a_million():
    """When rounding outweighs luck by half a unit and 4.24 standard errors, which 13 million games exceed."""
    p = solve("orchard").win_probability
    off = [0.0005 + allowed_errors(44) * sqrt(p * (1 - p) / games) for games in (1e6, 12.9e6, 13e6)]
    assert [p - 0.683 <= most for most in off] == [True, True, False]


def test_an_error_is_caught_half_the_time_if_it_is_as_large_as_luck_may_be():
    spread = sqrt(solve("orchard").win_probability * (1 - solve("orchard").win_probability))
    for games, error in ((1e6, 0.002), (1e4, 0.02)):
        assert allowed_errors(44) * spread / sqrt(games) == pytest.approx(error, rel=0.03)


def test_the_coarse_numbers_are_the_exact_chance_rounded():
    coarse = CLAIMS[CLAIMS.z.isna() & CLAIMS.verdict.eq("within chance")]
    for row in coarse.itertuples():
        assert float(row.printed) == round(row.exact, 2)


def test_beside_each_other_one_number_does_not_fit_its_column():
    *sources, computed = (
        side_by_side(published().assign(verdict=TABLE.verdict))
        .replace("[≈…✗]", "", regex=True)
        .replace("", "nan")
        .astype(float)
        .iloc
    )
    off = {source.name: (source - computed).abs().max() for source in sources}
    assert (len(off), max(off, key=off.get)) == (13, "bschrift")
    assert sorted(off.values())[-2] < 0.005
    assert "Jahz19 ≈0.6312996 ≈0.7686118 Noob1701 0.632 0.769 DataGenetics 0.631357" in PAGE
    assert "bschrift 0.65155 ✗" in PAGE
    five, six, orchard, ten = computed
    assert round(100 * (six - five), 1) == 13.7
    assert five < orchard < six < ten, "which box is kinder"


def test_of_the_simulated_numbers_as_many_lie_in_the_band_as_luck_puts_there():
    seen = CLAIMS[CLAIMS.z.notna()]
    games = seen.games.dropna()
    assert ((seen.z.abs() < 1.96).sum(), len(seen), round(0.95 * len(seen))) == (33, 35, 33)
    assert CLAIMS.verdict.eq("within chance").sum() - len(seen) == 4, "coarsely rounded"
    assert (games.str.startswith("<").sum(), seen.kind.eq("frozen draw").sum()) == (2, 2), "hollow"
    assert "44 numbers by luck: one is called wrong beyond 4.24" in PAGE


def test_at_most_one_honest_list_in_a_thousand_has_a_number_called_wrong():
    """Bonferroni: each of the numbers that luck decided is as far off once in 44,000 times."""
    decided = TABLE[TABLE.error > 0]
    copies = (~decided.claim & decided.repeats.notna()).sum()
    assert (len(decided), decided.claim.sum(), copies, decided.kind.eq("observed").sum()) == (44, 39, 4, 1)
    assert erfc(allowed_errors(44) / sqrt(2)) == pytest.approx(1 / 44_000)


def test_rounded_at_every_position_the_chances_are_those_of_noob1701():
    rows = published().query("source.str.startswith('Noob1701') and kind == 'exact'")
    assert len(rows) == 6
    for row in rows.itertuples():
        which = {"max": max, "min": min}[row.strategy]
        again = rounded(game_of(row), lambda left, which=which: left.index(which(filter(None, left))), 3)
        assert f"{again:.3f}" == row.printed
    assert "first-orchard: rounded at every position 0.769, at the end 0.768" in PAGE


def test_games_that_are_counted_as_if_they_were_equally_likely():
    assert solve("2:raven=1", exact=True).win_probability == Fraction(2, 3) ** 2
    assert "2:raven=1: 7 games, counted 0.57143, weighed 0.44444" in PAGE
    blog, ours = 22449286867624793487263502460538, 129822531103653450200925779601013
    assert f"orchard: {ours:,} games, counted 0.64895, weighed 0.68405" in PAGE
    assert f"the blog: {blog:,} games, won 14,626,895,353,886,719,996,418,224,195,847, counted 0.65155" in PAGE
    assert 5.5 < ours / blog < 6


def others_than_2_3_and_5(number: int) -> int:
    for prime in (2, 3, 5):
        while number % prime == 0:
            number //= prime
    return number


def test_no_rule_of_picking_and_no_lot_has_the_chance_of_the_blog():
    """Faces that are not wasted are one to six, trees one to four; so for every rule, of which three are tried."""
    blog = Fraction(14626895353886719996418224195847, 22449286867624793487263502460538)
    assert others_than_2_3_and_5(blog.denominator) > 1
    for strategy in ("max", "first", "random"):
        assert others_than_2_3_and_5(solve("orchard", strategy, exact=True).win_probability.denominator) == 1
