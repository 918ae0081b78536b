"""What others printed: the tables of `data/`, the verdicts on them, and what explains the wrong ones."""

from decimal import Decimal
from fractions import Fraction
from math import hypot, sqrt

import numpy as np
import pandas as pd
import pytest

from orchard import solve
from orchard.pages.studies.printed import batches, errata, published
from orchard.pages.studies.printed.replayed import (
    QUEUES,
    backwards,
    frozen_draws,
    mean,
    paths,
    queue_outcomes,
    solve_queues,
)
from orchard.pages.studies.printed.verdicts import allowed_errors, judged, your_verdict

PRINTED = published()
FEW, MANY, CHERRIES = QUEUES.values()


def test_marinceks_batches_are_those_of_her_table_1():
    """A hundred million games for each of her four estimates."""
    table_1 = PRINTED[PRINTED.locator.eq("Table 1") & PRINTED.quantity.eq("win_probability")]
    editions = {"4-4-4-4": "first-orchard", "10-10-10-10": "orchard-10"}
    counted = batches()
    assert len(counted.groupby(["edition", "strategy"])) == len(table_1) == 4
    for row in table_1.itertuples():
        found = counted[editions[row.fruits], row.strategy]
        assert found.sum() == 10_000
        assert f"{found.index @ found / 10_000**2:.5f}" == row.printed


# --- what was published ---


def test_every_number_says_where_it_stands():
    assert PRINTED.index[PRINTED.locator.str.strip() == ""].tolist() == []


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    """All but eleven, which take long: those whose difference is replayed; the page of printed numbers has them."""
    slow = PRINTED.source.str.startswith("neiser") | PRINTED.kind.isin(["frozen draw", "count of paths"])
    return judged(PRINTED[~slow])


def test_every_doubtful_number_has_a_reason(table: pd.DataFrame):
    doubtful = table.index[~table.verdict.isin(["agrees", "within chance", "cut off"])]
    assert set(doubtful) <= {name for names in errata()["rows"] for name in names.split()}


def test_numbers_that_claim_to_be_exact_agree_as_python_rounds(table: pd.DataFrame):
    for name, it in table[(table.kind == "exact") & ~table.printed.str.contains("/")].iterrows():
        digits = -Decimal(it.printed).as_tuple().exponent
        same = round(float(it.printed), digits) == round(it.exact, digits)
        assert (it.verdict == "agrees") == same, name
    hers = table[table.source.str.startswith("Marinček") & ~table.claim]
    assert hers.verdict.tolist() == ["agrees"] * 16


def test_those_that_do_not_agree_are_a_unit_off_at_most(table: pd.DataFrame):
    off = table[table.verdict.isin(["misrounded", "agrees as a float"])]
    assert off.index.to_list() == ["panadestein-01", "noob1701-04", "noob1701-07", "noob1701-11"]
    assert off.off_units.abs().between(0.5, 1, inclusive="neither").all()


def test_simulations_are_as_near_as_the_binomial_allows(table: pd.DataFrame):
    limit = allowed_errors((table.error > 0).sum())
    for _, it in table[table.z.notna()].iterrows():
        error = sqrt(it.exact * (1 - it.exact) / int(it.games.removeprefix("<")))
        rounding = 10.0 ** Decimal(it.printed).as_tuple().exponent / sqrt(12)
        assert it.z == pytest.approx((float(it.printed) - it.exact) / hypot(error, rounding), abs=1e-6)
        assert (it.verdict, abs(it.z) < limit) == ("within chance", True)


# --- where the line is ---

PLAYED = {"kind": "simulated", "games": "1000000"}
LENGTH = PLAYED | {"quantity": "mean_rolls"}


def row(**values: str) -> pd.DataFrame:
    """A row of a source of one's own: `max` in First Orchard, five raven rolls, exact, but for these values."""
    return PRINTED.loc[["noob1701-04"]].assign(**{"source": "mine", "games": "", "kind": "exact"} | values)


@pytest.mark.parametrize(
    ("printed", "values", "expected"),
    [
        ("0.6314", {}, "agrees"),
        ("0.6313", {}, "cut off"),
        ("0.632", {}, "misrounded"),
        ("0.6312", {}, "wrong"),
        ("0.6313573066006353", {}, "agrees"),
        ("0.6313573066006354", {}, "agrees as a float"),
        ("0.6313573066006355", {}, "wrong"),
        ("0.6329", PLAYED, "within chance"),
        ("0.6330", PLAYED, "wrong"),
        ("0.630", PLAYED | {"games": "<1000000"}, "within chance"),  # and so with fewer games
        ("0.640", PLAYED | {"games": ""}, "not settled"),
        ("20.9", LENGTH, "agrees"),  # a game takes 20.8828 rolls
        ("21.0", LENGTH, "not settled"),  # whose standard error nobody has computed
        ("0.62", {"quantity": "ci99_lower", "kind": "estimated"}, "not settled"),  # about what?
    ],
)
def test_where_the_line_is(printed: str, values: dict[str, str], expected: str):
    """Exact is 0.6313573066006353|17, its float right to 1.1e-16; a million games have a standard error of 0.00048.

    A single number may be 3.29 of these off, and half a unit.
    """
    assert judged(row(printed=printed, **values)).verdict.item() == expected


@pytest.mark.parametrize("harm", [{"quantity": "odds"}, {"printed": "many"}, {"raven_steps": "0"}], ids=str)
def test_a_harmed_row_is_named(harm: dict[str, str]):
    with pytest.raises(ValueError, match=r"^row 'noob1701-04' must be what its columns say: "):
        judged(row(**harm))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("0.67", "1:raven=1"), "wins 0.667 of all games. The 0.67 that you read is right, digit for digit."),  # 2/3
        (("0.75", "1:raven=1:picks=0"), "it is 0.25 too high. With 2 raven rolls it is right, "),
        (("0.5", "1:raven=2:picks=0"), "it is 0.25 too low. With 1 raven roll it is right, "),
        (("0.540", "1:raven=1:picks=0", "max", 2500), "is wrong: it is off by 4.0 standard errors."),
        (("0.45", "1,1:raven=1:colours=1,3:baskets=0", "max,random"), "wins 0.450 of all games. The 0.45 that you"),
    ],
)
def test_a_number_that_somebody_read(asked: tuple, said: str):
    assert said in your_verdict(*asked)


# --- all boards at once ---


def best_pick(fewer: list[np.ndarray], trees: np.ndarray) -> np.ndarray:
    """The colours and the basket together: the largest of them counts twice."""
    return sum(fewer) + np.max(fewer, axis=0)


def at_random(fewer: list[np.ndarray], trees: np.ndarray) -> np.ndarray:
    """Each tree that has fruit counts 1 + 1/A times."""
    return (1 + 1 / np.maximum(trees, 1)) * sum(fewer)


def lattice(most: tuple[int, ...], raven_steps: int, colours_and_basket) -> np.ndarray:
    """The chance of winning from every board, an axis a tree; one face a colour, one pick a basket.

    The raven comes nearer, and each time a wave goes through the array: boards with equally much fruit are computed
    at once. One fruit fewer is the array moved one place; what is moved out at the full end has no fruit to come from.
    """
    fruits = np.indices([fruit + 1 for fruit in most])
    left, has_fruit = fruits.sum(axis=0), fruits > 0
    trees = has_fruit.sum(axis=0)
    won = (left == 0).astype(float)
    value = np.zeros(left.shape)  # the raven is in the orchard
    for _ in range(raven_steps):
        nearer, value = value, won
        for wave in range(1, left.max() + 1):
            fewer = [np.roll(value, 1, i) * has_fruit[i] for i in range(len(most))]
            average = (nearer + colours_and_basket(fewer, trees)) / (trees + 2)
            value = np.where(left == wave, average, value)
    return value


@pytest.mark.parametrize(("basket", "strategy"), [(best_pick, "optimal"), (at_random, "random")])
def test_the_lattice_gives_what_panadestein_prints_to_the_last_bit(basket, strategy: str):
    values = lattice((4, 4, 4, 4), 5, basket)
    printed = PRINTED[PRINTED.source.str.startswith("panadestein")].set_index("strategy").printed
    assert str(values[4, 4, 4, 4]) == printed[strategy]
    solution = solve("first-orchard-5", strategy)
    for state in solution.positions:
        if state.raven_steps == 5:
            assert values[state.fruits] == pytest.approx(solution.value(*state), abs=1e-12)


# --- slips replayed ---


@pytest.mark.parametrize("strategy", ["max", "min", "random"])
@pytest.mark.parametrize("lumped", [True, False])
def test_backwards_with_the_mean_is_the_solver(strategy: str, lumped: bool):
    exact = backwards("3,3,3:raven=4", strategy, Fraction(1), Fraction(0), mean, lumped=lumped)
    assert exact == solve("3,3,3:raven=4", strategy, exact=True).win_probability


def test_the_recurrence_that_paternault_printed_by_hand():
    """Two rolls end it; only two baskets of two, a quarter each, pick four fruits."""
    assert backwards("two-by-two", "max", Fraction(1), Fraction(0), mean, hasty=True) == Fraction(1, 16)


def test_games_counted_by_hand():
    """Three rolls pick the first of two plums, three end the game after it; a basket's choice of tree counts once."""
    assert [paths(game, "max") for game in ("2:raven=1", "1,1:raven=1")] == [(4, 3), (6, 4)]


def test_frozen_draws_scatter_about_the_mean_over_draws():
    draws = frozen_draws("first-orchard-5", 400, seed=3)
    assert draws.mean() == pytest.approx(solve("first-orchard-5", "random").win_probability, abs=4 * draws.std() / 20)


# --- baskets planned before the first pick ---


@pytest.mark.parametrize(
    ("queue", "fruits", "outcomes"),
    [
        (FEW, (3, 5, 5, 5), {(1, 5, 5, 5): 1}),
        (MANY, (3, 3, 1, 0), {(2, 2, 1, 0): 1}),
        (CHERRIES, (2, 2, 0, 0), {(1, 1, 0, 0): 2 / 3, (0, 2, 0, 0): 1 / 6, (2, 0, 0, 0): 1 / 6}),
    ],
)
def test_queues_by_hand(queue, fruits: tuple[int, ...], outcomes: dict):
    assert queue_outcomes(fruits, queue(fruits), 2) == pytest.approx(outcomes)


@pytest.mark.parametrize(
    ("edition", "queues", "players"),
    [
        ("5,5,5:raven=5:picks=2", (MANY,), ("max",)),
        ("first-orchard-5", (FEW,), ("min",)),  # with one pick, queues are strategies
        ("first-orchard-5", (FEW, MANY, FEW), ("min", "max", "min")),
    ],
)
def test_queues_that_are_strategies_by_turns(edition: str, queues: tuple, players: tuple[str, ...]):
    assert solve_queues(edition, queues) == pytest.approx(solve(edition, players).win_probability, abs=1e-12)
