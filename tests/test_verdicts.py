"""The verdicts on the published numbers: where the line between them is, and what explains the wrong ones."""

from decimal import Decimal
from math import hypot, sqrt

import pandas as pd
import pytest

from orchard import solve
from orchard.pages.studies.printed import errata, published
from orchard.pages.studies.printed.verdicts import verdicts

ROWS = published()


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return verdicts(ROWS)


def row(**values: str) -> pd.DataFrame:
    """A row of a source of one's own: `max` in First Orchard, without simulation, but for these values."""
    return ROWS.loc[["noob1701-04"]].assign(**{"source": "mine", "games": "", "kind": "exact"} | values)


def verdict(**values: str) -> str:
    """What is said of such a row."""
    return verdicts(row(**values)).verdict.item()


# --- what was published ---


def test_every_doubtful_number_has_a_reason(table: pd.DataFrame):
    doubtful = table.index[~table.verdict.isin(["agrees", "within 3 standard errors"])]
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
        assert it.z == pytest.approx((float(it.printed) - it.exact) / hypot(error, rounding), abs=1e-6)
        assert it.verdict == ("within 3 standard errors" if abs(it.z) <= 3 else "wrong")


def test_what_claims_to_be_the_probability(table: pd.DataFrame):
    claims = table[table.claim]
    assert set(claims.quantity) == {"win_probability"}
    assert set(claims.kind) == {"exact", "simulated", "frozen draw", "count of paths"}
    assert claims.repeats.eq("").all()
    counts = {"agrees": 35, "within 3 standard errors": 35, "misrounded": 3, "agrees as a float": 1, "wrong": 1}
    assert claims.verdict.value_counts().to_dict() == counts


# --- where the line is ---


@pytest.mark.parametrize(
    ("printed", "kind", "games", "expected"),
    [
        ("0.6314", "exact", "", "agrees"),
        ("0.6313", "exact", "", "misrounded"),
        ("0.6312", "exact", "", "wrong"),
        ("0.6313573066006353", "exact", "", "agrees"),
        ("0.6313573066006354", "exact", "", "agrees as a float"),
        ("0.6313573066006355", "exact", "", "wrong"),
        ("0.63", "simulated", "1000000", "agrees"),  # rounding outweighs chance
        ("0.64", "simulated", "1000000", "wrong"),
        ("0.6328", "simulated", "1000000", "within 3 standard errors"),
        ("0.6329", "simulated", "1000000", "wrong"),
        ("0.630", "simulated", "<1000000", "within 3 standard errors"),  # and so with fewer games
        ("0.640", "simulated", "", "not settled"),
    ],
)
def test_where_the_line_is(printed: str, kind: str, games: str, expected: str):
    """Exact is 0.6313573066006353|17, its float right to 1.1e-16; a million games have a standard error of 0.00048."""
    assert verdict(printed=printed, kind=kind, games=games) == expected


def test_the_last_basket_of_the_shortest_win_may_be_too_large():
    assert verdict(quantity="shortest_win_rolls", fruits="3-2", basket_picks="2", printed="3") == "agrees"


def test_players_between_slashes_take_turns():
    by_turns = solve("first-orchard-5", ("max", "min"), exact=True).win_probability
    assert verdicts(row(strategy="max / min")).exact.item() == float(by_turns)


# --- rows that are wrong ---


def test_a_missing_column_is_named():
    with pytest.raises(ValueError, match="missing: kind"):
        verdicts(ROWS.drop(columns="kind"))


@pytest.mark.parametrize(
    "harm",
    [
        {"quantity": "odds"},
        {"strategy": "biggest"},
        {"printed": "many"},
        {"fruits": "4-x"},
        {"raven_steps": "0"},
        {"quantity": "standard_error", "games": "some"},
    ],
    ids=str,
)
def test_a_harmed_row_is_named(harm: dict[str, str]):
    with pytest.raises(ValueError, match=r"^row 'noob1701-04' must be what its columns say: "):
        verdicts(row(**harm))
