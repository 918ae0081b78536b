"""The verdicts on the published numbers: where the line between them is, and what explains the wrong ones."""

from decimal import Decimal
from math import hypot, sqrt

import numpy as np
import pandas as pd
import pytest
from added import ADDED, added

from orchard import absorbing_chain, solve
from orchard.pages.studies.printed import errata, published
from orchard.pages.studies.printed.verdicts import allowed_errors, verdicts

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
    doubtful = table.index[~table.verdict.isin(["agrees", "within chance", "cut off"])]
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


def test_simulations_are_as_near_as_the_binomial_allows(table: pd.DataFrame):
    limit = allowed_errors((table.error > 0).sum())
    assert 4 < limit < 4.5
    for _, it in table[table.z.notna() & table.kind.isin(["simulated", "observed"])].iterrows():
        error = sqrt(it.exact * (1 - it.exact) / int(it.games.removeprefix("<")))
        rounding = 10.0 ** Decimal(it.printed).as_tuple().exponent / sqrt(12)
        assert it.z == pytest.approx((float(it.printed) - it.exact) / hypot(error, rounding), abs=1e-6)
        assert (it.verdict, abs(it.z) < limit) == ("within chance", True)


def test_what_claims_to_be_the_probability(table: pd.DataFrame):
    claims = table[table.claim]
    assert set(claims.quantity) == {"win_probability"}
    assert set(claims.kind) == {"exact", "simulated", "frozen draw", "count of paths"}
    assert claims.repeats.eq("").all()
    counts = {"within chance": 39, "agrees": 31, "misrounded": 3, "agrees as a float": 1, "wrong": 1}
    assert claims.verdict.value_counts().to_dict() == counts


# --- where the line is ---


@pytest.mark.parametrize(
    ("printed", "kind", "games", "expected"),
    [
        ("0.6314", "exact", "", "agrees"),
        ("0.6313", "exact", "", "cut off"),
        ("0.632", "exact", "", "misrounded"),
        ("0.6312", "exact", "", "wrong"),
        ("0.6313573066006353", "exact", "", "agrees"),
        ("0.6313573066006354", "exact", "", "agrees as a float"),
        ("0.6313573066006355", "exact", "", "wrong"),
        ("0.63", "simulated", "1000000", "within chance"),
        ("0.64", "simulated", "1000000", "wrong"),
        ("0.6329", "simulated", "1000000", "within chance"),
        ("0.6330", "simulated", "1000000", "wrong"),
        ("0.630", "simulated", "<1000000", "within chance"),  # and so with fewer games
        ("0.640", "simulated", "", "not settled"),
        ("0.640", "observed", "", "not settled"),
    ],
)
def test_where_the_line_is(printed: str, kind: str, games: str, expected: str):
    """Exact is 0.6313573066006353|17, its float right to 1.1e-16; a million games have a standard error of 0.00048.

    A single number may be 3.29 of these off, and half a unit.
    """
    assert verdict(printed=printed, kind=kind, games=games) == expected


def test_the_last_basket_of_the_shortest_win_may_be_too_large():
    assert verdict(quantity="shortest_win_rolls", fruits="3-2", basket_picks="2", printed="3") == "agrees"


def test_players_between_slashes_take_turns():
    by_turns = solve("first-orchard-5", ("max", "min")).win_probability
    assert verdicts(row(strategy="max / min")).exact.item() == by_turns


# --- rows that anybody may add ---


def test_each_row_that_is_added_has_its_verdict_and_changes_no_other(table: pd.DataFrame):
    found = verdicts(added(ROWS))
    assert found.verdict[list(ADDED)].to_dict() == {name: said for name, (said, _) in ADDED.items()}
    assert (found.verdict[table.index] == table.verdict).all()


@pytest.mark.parametrize("numbers", [1, 20, 1000])
def test_of_a_thousand_honest_tables_one_is_suspected(numbers: int):
    """As the largest of so many normal numbers has it: 100,000 tables, of which 100 are expected, to five errors."""
    tables, limit = 100_000, allowed_errors(numbers)
    rng = np.random.default_rng(numbers)
    suspected = sum(np.abs(rng.standard_normal((tables // 100, numbers))).max(axis=1) > limit for _ in range(100))
    assert abs(suspected.sum() - 100) < 50


def test_how_far_the_length_of_simulated_games_scatters():
    """Means and standard deviations of 2,000 samples against the error that one is judged by."""
    law = absorbing_chain("first-orchard-5").roll_distribution(200).sum(axis=0)
    games = 2_000
    samples = np.random.default_rng(1).multinomial(games, law / law.sum(), size=2_000)
    mean = samples @ np.arange(len(law)) / games
    sd = np.sqrt(samples @ np.arange(len(law)) ** 2 / games - mean**2)
    for quantity, seen in {"mean_rolls": mean, "sd_rolls": sd}.items():
        judged = verdicts(row(quantity=quantity, printed="20", kind="simulated", games=str(games)))
        assert seen.std() / judged.error.item() == pytest.approx(1, abs=5 / sqrt(2 * 2_000))


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
