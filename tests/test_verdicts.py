"""Every verdict derived again, by other methods where the package has them, and what explains the wrong numbers."""

from decimal import Decimal
from fractions import Fraction
from math import sqrt

import numpy as np
import pandas as pd
import pytest

from orchard import absorbing_chain, propagate, solve
from orchard.lengths import length_distribution
from orchard.printed import errata, game_of, published
from orchard.printed.verdicts import unit, verdicts

ROWS = published()


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return verdicts(ROWS)


def row(**values: str) -> pd.DataFrame:
    """A row of a source of one's own."""
    return ROWS.loc[["noob1701-04"]].assign(source="mine", **values)


def test_every_number_has_a_verdict_and_every_doubtful_one_a_reason(table: pd.DataFrame):
    right = ["agrees", "within 3 standard errors"]
    assert table.verdict.isin([*right, "agrees as a float", "misrounded", "wrong", "not settled"]).all()
    doubtful = table.index[~table.verdict.isin(right)]
    assert set(doubtful) <= {name for names in errata()["rows"] for name in names.split()}


def test_numbers_that_claim_to_be_exact_agree_as_python_rounds(table: pd.DataFrame):
    for name, it in table[(table.kind == "exact") & ~table.printed.str.contains("/")].iterrows():
        digits = -Decimal(it.printed).as_tuple().exponent
        same = round(float(it.printed), digits) == round(it.exact, digits)
        assert (it.verdict == "agrees") == same, name


def test_those_that_do_not_agree_are_a_unit_off_at_most(table: pd.DataFrame):
    off = table[table.verdict.isin(["misrounded", "agrees as a float"])]
    assert off.index.to_list() == ["panadestein-01", "noob1701-04", "noob1701-07", "noob1701-11"]
    assert off.off_units.abs().between(0.5, 1, inclusive="neither").all()


def test_simulations_within_three_standard_errors_as_the_binomial_has_them(table: pd.DataFrame):
    for _, it in table[table.z.notna() & table.kind.isin(["simulated", "observed"])].iterrows():
        error = sqrt(it.exact * (1 - it.exact) / int(it.games.removeprefix("<")))
        rounding = 10.0 ** Decimal(it.printed).as_tuple().exponent / sqrt(12)
        assert it.z == pytest.approx((float(it.printed) - it.exact) / np.hypot(error, rounding), abs=1e-6)
        assert it.verdict == ("within 3 standard errors" if abs(it.z) <= 3 else "wrong")


def test_exact_numbers_come_out_of_the_chain_too(table: pd.DataFrame):
    """Absorption of the Markov chain, which shares no code with the solver but the description of the game."""
    of_one = table[(table.quantity == "win_probability") & table.strategy.isin(["max", "min", "random"])]
    for key, same in of_one.groupby(["fruits", "raven_steps", "basket_picks", "strategy"]):
        game = game_of(same.iloc[0])
        if max(game.fruits) < 10:
            won = absorbing_chain(game, key[3]).absorption_probabilities()[0, 1]
            np.testing.assert_allclose(same.exact, won, rtol=0, atol=1e-12)


def test_other_quantities_by_other_roads(table: pd.DataFrame):
    """Lengths by two clocks; the table has them from the chain and from formulas."""
    lengths, exact = length_distribution("orchard", "max", rest=1e-15), table.exact
    assert exact["recommend-games-04"] == pytest.approx(lengths[0, 9], rel=1e-9)
    assert exact["recommend-games-05"] == lengths[1].nonzero()[0][0]
    assert 1 / exact["recommend-games-06"] == pytest.approx(lengths[1, 20], rel=1e-9)
    share, rolls = lengths.sum(axis=0), np.arange(lengths.shape[1])
    assert share @ rolls == pytest.approx(exact["recommend-games-08"], rel=1e-10)
    assert sqrt(share @ (rolls - share @ rolls) ** 2) == pytest.approx(exact["recommend-games-09"], rel=1e-10)
    assert exact["marincek-10"] == propagate("first-orchard-6", "max").final_states


@pytest.mark.parametrize(
    ("printed", "games", "kind", "expected"),
    [
        ("0.6314", "", "exact", "agrees"),
        ("0.6313", "", "exact", "misrounded"),
        ("0.6312", "", "exact", "wrong"),
        ("0.63135", "", "exact", "misrounded"),
        ("0.63", "1000000", "simulated", "agrees"),
        ("0.64", "1000000", "simulated", "wrong"),
        ("0.6328", "1000000", "simulated", "within 3 standard errors"),
        ("0.6329", "1000000", "simulated", "wrong"),
        ("0.640", "", "simulated", "not settled"),
    ],
)
def test_where_the_line_is(printed: str, games: str, kind: str, expected: str):
    """max in First Orchard: 0.6313573, and a standard error of 0.00048 in a million games."""
    assert verdicts(row(printed=printed, games=games, kind=kind)).verdict.item() == expected


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("0.632", "misrounded"),
        ("0.6313573066006354", "agrees as a float"),
        ("0.6313573066006353", "agrees"),
        ("0.6313573066006355", "wrong"),
        ("0.633", "wrong"),
    ],
)
def test_how_far_an_exact_number_is_off(printed: str, expected: str):
    """A unit in the last place of a float is 1.1e-16 here; 0.6313573066006353|17 is exact."""
    assert verdicts(row(printed=printed, games="", kind="exact")).verdict.item() == expected


@pytest.mark.parametrize(
    ("printed", "expected"), [("0.630", "within 3 standard errors"), ("0.629", "wrong"), ("0.63", "agrees")]
)
def test_thousands_of_games_are_at_most_a_million(printed: str, expected: str):
    """The fewer the games, the larger the error: what is within three at the most is so whatever the source meant."""
    assert verdicts(row(printed=printed, games="<1000000", kind="simulated")).verdict.item() == expected


def test_what_claims_to_be_the_probability(table: pd.DataFrame):
    claims = table[table.claim]
    assert set(claims.quantity) == {"win_probability"}
    assert set(claims.kind) == {"exact", "simulated", "frozen draw", "count of paths"}
    assert not table.claim[["recommend-games-07", "onsedetend-01", "datagenetics-04", "neiser-10", "bschrift-02"]].any()
    counts = claims.verdict.value_counts()
    assert counts.to_dict() == {
        "agrees": 35,
        "within 3 standard errors": 35,
        "misrounded": 3,
        "agrees as a float": 1,
        "wrong": 1,
    }


def test_a_whole_unit_off_is_wrong():
    """One fruit, one step and no picks: won half of the time."""
    half = row(fruits="1", raven_steps="1", basket_picks="0", games="", kind="exact")
    said = [verdicts(half.assign(printed=printed)).verdict.item() for printed in ("0.5", "0.6", "0.59")]
    assert said == ["agrees", "wrong", "wrong"]


def test_the_last_basket_of_the_shortest_win_may_be_too_large():
    odd = row(quantity="shortest_win_rolls", fruits="3-2", basket_picks="2", printed="3", games="", kind="exact")
    assert verdicts(odd).exact.item() == 3


def test_units_of_the_last_digit():
    assert [unit(p) for p in ("0.7685", "40", "2e-4", "2/3")] == [Fraction(1, 10000), 1, Fraction(1, 10000), 0]


def test_bad_rows_are_refused_by_name():
    with pytest.raises(ValueError, match="missing: kind"):
        verdicts(ROWS.drop(columns="kind"))
    with pytest.raises(ValueError, match=r"quantity must be one of .*got 'odds'"):
        verdicts(row(quantity="odds"))
    with pytest.raises(ValueError, match="got 'biggest'"):
        verdicts(row(strategy="biggest"))


def test_players_between_slashes_take_turns():
    by_turns = solve("first-orchard", ("max", "min"), exact=True).win_probability
    assert verdicts(row(strategy="max / min", printed="0.6")).exact.item() == float(by_turns)


@pytest.mark.parametrize(
    "harm",
    ["printed=many", "printed=", "fruits=4-x", "fruits=-", "raven_steps=0", "basket_picks=-1", "games=some", "games=0"],
)
def test_a_harmed_row_is_named(harm: str):
    column, _, value = harm.partition("=")
    harmed = ROWS[ROWS.quantity.eq("standard_error")].iloc[:1] if column == "games" else ROWS.loc[["datagenetics-01"]]
    with pytest.raises(ValueError, match=f"^row '{harmed.index[0]}' must be what its columns say: "):
        verdicts(harmed.assign(**{column: value}))
