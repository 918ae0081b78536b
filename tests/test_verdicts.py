"""Every verdict derived again, by other methods where the package has them, and what explains the wrong numbers."""

import re
from decimal import Decimal
from fractions import Fraction
from math import sqrt

import numpy as np
import pandas as pd
import pytest

from orchard import EDITIONS, Game, absorbing_chain, propagate, simulate, solve
from orchard.published import ROOT, errata, published
from orchard.slips import QUEUES, backwards, frozen_draws, mean, paths, queue_outcomes, rounded, solve_queues
from orchard.verdicts import COLUMNS, RECOMPUTED, unit, verdicts

ROWS = published()
PLUM = Game((0, 0, 0, 1), 1)


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return verdicts(ROWS)


def row(**values: str) -> pd.DataFrame:
    """A row of a source of one's own."""
    return ROWS.loc[["noob1701-04"]].assign(source="mine", **values)


# --- the list of printed numbers ---


def test_the_columns_are_those_that_contributing_explains():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    section = text.partition("## A published number")[2].partition("\n## ")[0]
    explained = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", section, flags=re.M)))
    assert explained == ["id", *ROWS.columns]
    assert set(ROWS.columns) == COLUMNS


def test_each_row_is_whole():
    assert ROWS.index.is_unique
    assert ROWS[["source", "quantity", "printed", "kind"]].ne("").all(axis=None)
    assert ROWS.games.str.fullmatch(r"\d*").all()
    assert set(ROWS.quantity) == set(RECOMPUTED)
    assert set(ROWS.repeats) - {""} <= set(ROWS.index)


def test_what_repeats_a_number_is_that_number_rounded():
    for _, again in ROWS[ROWS.repeats != ""].iterrows():
        first = ROWS.loc[again.repeats]
        assert Decimal(first.printed).quantize(Decimal(again.printed)) == Decimal(again.printed)
        assert (first.games, first.strategy, first.raven_steps) == (again.games, again.strategy, again.raven_steps)


# --- the verdicts ---


def test_every_number_has_a_verdict_and_every_doubtful_one_a_reason(table: pd.DataFrame):
    assert table.verdict.isin(["agrees", "within 3 standard errors", "wrong", "not settled"]).all()
    doubtful = table.index[table.verdict.isin(["wrong", "not settled"])]
    assert set(doubtful) <= {name for names in errata()["rows"] for name in names.split()}


def test_errata_are_whole_and_name_rows_of_their_source():
    slips = errata()
    assert slips.index.is_unique
    assert slips[["source", "locator", "printed", "correct", "why"]].drop(index="bschrift-paths").ne("").all(axis=None)
    for _, slip in slips.iterrows():
        assert slip.source in set(ROWS.source)
        assert all(ROWS.source[name] == slip.source for name in slip["rows"].split())


def test_numbers_that_claim_to_be_exact_agree_as_python_rounds(table: pd.DataFrame):
    for name, it in table[(table.kind == "exact") & ~table.printed.str.contains("/")].iterrows():
        digits = -Decimal(it.printed).as_tuple().exponent
        same = round(float(it.printed), digits) == round(it.exact, digits)
        assert (it.verdict == "agrees") == same, name


def test_simulations_within_three_standard_errors_as_the_binomial_has_them(table: pd.DataFrame):
    for _, it in table[table.z.notna() & table.kind.isin(["simulated", "observed"])].iterrows():
        error = sqrt(it.exact * (1 - it.exact) / int(it.games))
        rounding = 10.0 ** Decimal(it.printed).as_tuple().exponent / sqrt(12)
        assert it.z == pytest.approx((float(it.printed) - it.exact) / np.hypot(error, rounding), abs=1e-6)
        assert it.verdict == ("within 3 standard errors" if abs(it.z) <= 3 else "wrong")


def test_exact_numbers_come_out_of_the_chain_too(table: pd.DataFrame):
    """Absorption of the Markov chain, which shares no code with the solver but the description of the game."""
    of_one = table[(table.quantity == "win_probability") & table.strategy.isin(["max", "min", "random"])]
    for key, same in of_one.groupby(["fruits", "raven_steps", "basket_picks", "strategy"]):
        game = Game(tuple(map(int, key[0].split("-"))), int(key[1]), int(key[2]))
        if max(game.fruits) < 10:
            won = absorbing_chain(game, key[3]).absorption_probabilities()[0, 1]
            np.testing.assert_allclose(same.exact, won, rtol=0, atol=1e-12)


def test_other_quantities_by_other_roads(table: pd.DataFrame):
    rolls = absorbing_chain("orchard", "max").roll_distribution(200)
    exact = table.exact
    assert exact["recommend-games-04"] == pytest.approx(rolls[0, 9], rel=1e-12)
    assert exact["recommend-games-05"] == rolls[1].nonzero()[0][0]
    assert 1 / exact["recommend-games-06"] == pytest.approx(rolls[1, 20], rel=1e-12)
    lengths = simulate("orchard", "max", games=200_000, seed=7).rolls.sum(axis=0)
    k = np.arange(len(lengths))
    length = np.average(k, weights=lengths)
    assert length == pytest.approx(exact["recommend-games-08"], abs=4 * 5.4 / sqrt(200_000))
    assert sqrt(np.average((k - length) ** 2, weights=lengths)) == pytest.approx(exact["recommend-games-09"], rel=0.01)
    assert exact["marincek-10"] == propagate("first-orchard-6", "max").final_states


@pytest.mark.parametrize(
    ("printed", "games", "kind", "expected"),
    [
        ("0.6314", "", "exact", "agrees"),
        ("0.6313", "", "exact", "wrong"),
        ("0.63135", "", "exact", "wrong"),
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
    by_turns = solve("first-orchard", players=("max", "min")).win_probability
    assert verdicts(row(strategy="max / min", printed="0.6")).exact.item() == by_turns


# --- what others did otherwise ---


@pytest.mark.parametrize("edition", ["two-by-two", "first-orchard"])
@pytest.mark.parametrize("strategy", ["max", "min", "random"])
@pytest.mark.parametrize("lumped", [True, False])
def test_backwards_with_the_mean_is_the_solver(edition: str, strategy: str, lumped: bool):
    exact = backwards(edition, strategy, Fraction(1), Fraction(0), mean, lumped=lumped)
    assert exact == solve(edition, strategy, exact=True).win_probability


def test_the_printed_recurrence_of_source_004_by_hand():
    """Two rolls end it; only two baskets of two, a quarter each, pick four fruits."""
    assert backwards("two-by-two", "max", Fraction(1), Fraction(0), mean, hasty=True) == Fraction(1, 16)
    assert backwards("orchard", "max", 1, 0, mean, hasty=True) == 0


def test_rounding_at_every_position_prints_what_noob1701_prints():
    trees = {"max": lambda f: f.index(max(f)), "min": lambda f: f.index(min(x for x in f if x))}
    for _, it in ROWS[ROWS.source.str.startswith("Noob") & (ROWS.kind == "exact")].iterrows():
        game = Game(tuple(map(int, it.fruits.split("-"))), int(it.raven_steps))
        assert f"{rounded(game, trees[it.strategy], 3):.3f}" == it.printed


def test_paths_by_hand():
    """One plum: plum, basket or raven. With two steps: two wins, or a raven and then as before.

    Two trees of one fruit: three ways to the last fruit, or a raven.
    """
    assert paths(PLUM, "max") == (2, 1)
    assert paths(Game((0, 0, 0, 1), 2), "max") == (4, 1)
    assert paths(Game((1, 1), 1), "max") == (6, 4)


def test_frozen_draws_scatter_about_the_mean_over_draws():
    draws = frozen_draws("first-orchard", 400, seed=3)
    assert draws.std() > 0
    assert draws.mean() == pytest.approx(solve("first-orchard", "random").win_probability, abs=4 * draws.std() / 20)
    assert frozen_draws(PLUM, 2, seed=3) == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match="runs must be at least 1, got 0"):
        frozen_draws("first-orchard", 0, seed=1)


def test_queues_by_hand():
    few, many, cherries = QUEUES.values()
    assert queue_outcomes((2, 2, 0, 0), few((2, 2, 0, 0)), 2) == {(1, 1, 0, 0): 1}
    assert queue_outcomes((3, 5, 5, 5), few((3, 5, 5, 5)), 2) == {(1, 5, 5, 5): 1}
    assert queue_outcomes((3, 3, 1, 0), many((3, 3, 1, 0)), 2) == {(2, 2, 1, 0): 1}
    assert queue_outcomes((2, 0, 0, 1), cherries((2, 0, 0, 1)), 2) == {(1, 0, 0, 0): 1}
    assert queue_outcomes((2, 2, 0, 0), cherries((2, 2, 0, 0)), 2) == pytest.approx(
        {(1, 1, 0, 0): 2 / 3, (0, 2, 0, 0): 1 / 6, (2, 0, 0, 0): 1 / 6}
    )


@pytest.mark.parametrize("edition", ["two-by-two", "first-orchard", "orchard"])
def test_many_first_is_max_and_players_who_are_alike_are_one(edition: str):
    many = QUEUES["VieleZuerst"]
    exact = solve(edition, "max").win_probability
    assert solve_queues(edition, [many]) == pytest.approx(exact, abs=1e-12)
    if edition != "orchard":
        assert solve_queues(edition, [many] * 3) == pytest.approx(exact, abs=1e-12)


def test_with_one_pick_queues_are_the_strategies_by_turns():
    few, many, _ = QUEUES.values()
    game = EDITIONS["first-orchard"]
    for queues, players in (
        ((few,), ("min",)),
        ((many, few), ("max", "min")),
        ((few, many, few), ("min", "max", "min")),
    ):
        expected = solve(game, players=players).win_probability
        assert solve_queues(game, queues) == pytest.approx(expected, abs=1e-12)
