"""What others did differently: their numbers come out, and without the difference the solver's do."""

from fractions import Fraction

import pytest

from orchard import Game, from_function, solve
from orchard.pages.studies.printed import game_of, published
from orchard.pages.studies.printed.replayed import (
    QUEUES,
    backwards,
    frozen_draws,
    mean,
    queue_outcomes,
    rounded,
    solve_queues,
)

PLUM = Game((0, 0, 0, 1), 1)
FEW, MANY, CHERRIES = QUEUES.values()


# --- values joined in other ways ---


@pytest.mark.parametrize("strategy", ["max", "min", "random"])
@pytest.mark.parametrize("lumped", [True, False])
def test_backwards_with_the_mean_is_the_solver(strategy: str, lumped: bool):
    exact = backwards("first-orchard-5", strategy, Fraction(1), Fraction(0), mean, lumped=lumped)
    assert exact == solve("first-orchard-5", strategy, exact=True).win_probability


def test_the_recurrence_that_paternault_printed_by_hand():
    """Two rolls end it; only two baskets of two, a quarter each, pick four fruits."""
    assert backwards("two-by-two", "max", Fraction(1), Fraction(0), mean, hasty=True) == Fraction(1, 16)


def test_rounding_at_every_position_prints_what_noob1701_prints():
    trees = {"max": lambda f: f.index(max(f)), "min": lambda f: f.index(min(filter(None, f)))}
    printed = published().query("source.str.startswith('Noob') and kind == 'exact'")
    for row in printed.itertuples():
        assert f"{rounded(game_of(row), trees[row.strategy], 3):.3f}" == row.printed


def test_frozen_draws_scatter_about_the_mean_over_draws():
    draws = frozen_draws("first-orchard-5", 400, seed=3)
    assert draws.std() > 0
    assert draws.mean() == pytest.approx(solve("first-orchard-5", "random").win_probability, abs=4 * draws.std() / 20)
    assert frozen_draws(PLUM, 2, seed=3) == pytest.approx(2 / 3)


def near_or_far(fruits: tuple[int, ...], raven_steps: int) -> int:
    return fruits.index(max(fruits) if raven_steps > 1 else min(filter(None, fruits)))


@pytest.mark.parametrize("strategy", ["ignore", "optimal", from_function("near", near_or_far, sees_raven=True)])
def test_only_rules_by_the_fruit_are_replayed(strategy):
    with pytest.raises(ValueError, match="strategy must be a rule that picks by the fruit on the trees alone"):
        backwards(Game((2, 1), 2), strategy, 1, 0, mean)


def test_a_rule_that_declines_is_not_replayed():
    declines = from_function("never last", lambda fruits: 0 if fruits[0] > 1 else ())
    with pytest.raises(ValueError, match="strategy must be a rule that never declines, got 'never last'"):
        backwards(Game((2, 1), 2), declines, 1, 0, mean)


# --- baskets planned before the first pick ---


@pytest.mark.parametrize(
    ("queue", "fruits", "outcomes"),
    [
        (FEW, (2, 2, 0, 0), {(1, 1, 0, 0): 1}),
        (FEW, (3, 5, 5, 5), {(1, 5, 5, 5): 1}),
        (MANY, (3, 3, 1, 0), {(2, 2, 1, 0): 1}),
        (CHERRIES, (2, 0, 0, 1), {(1, 0, 0, 0): 1}),
        (CHERRIES, (2, 2, 0, 0), {(1, 1, 0, 0): 2 / 3, (0, 2, 0, 0): 1 / 6, (2, 0, 0, 0): 1 / 6}),
    ],
)
def test_queues_by_hand(queue, fruits: tuple[int, ...], outcomes: dict):
    assert queue_outcomes(fruits, queue(fruits), 2) == pytest.approx(outcomes)


def fullest(fruits: tuple[int, ...]) -> list[list[int]]:
    """A queue that cannot be asked where there is no fruit."""
    trees = [tree for tree, fruit in enumerate(fruits) if fruit]
    return [[max(trees, key=fruits.__getitem__)]]


@pytest.mark.parametrize(
    ("edition", "queues", "players"),
    [
        ("orchard", (MANY,), ("max",)),
        ("two-by-two", (MANY, MANY, MANY), ("max",)),
        ("first-orchard-5", (FEW,), ("min",)),  # with one pick, queues are strategies
        ("first-orchard-5", (MANY, FEW), ("max", "min")),
        ("first-orchard-5", (FEW, MANY, FEW), ("min", "max", "min")),
        ("first-orchard-5", (fullest,), ("max",)),
    ],
)
def test_queues_that_are_strategies_by_turns(edition: str, queues: tuple, players: tuple[str, ...]):
    assert solve_queues(edition, queues) == pytest.approx(solve(edition, players).win_probability, abs=1e-12)
