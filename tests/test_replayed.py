"""What others did differently: their numbers come out, and without the difference the solver's do."""

from fractions import Fraction

import pytest

from orchard import EDITIONS, Game, from_function, solve
from orchard.printed import game_of, published
from orchard.printed.replayed import (
    QUEUES,
    backwards,
    frozen_draws,
    mean,
    paths,
    queue_outcomes,
    rounded,
    solve_queues,
)

PLUM = Game((0, 0, 0, 1), 1)


@pytest.mark.parametrize("edition", ["two-by-two", "first-orchard"])
@pytest.mark.parametrize("strategy", ["max", "min", "random"])
@pytest.mark.parametrize("lumped", [True, False])
def test_backwards_with_the_mean_is_the_solver(edition: str, strategy: str, lumped: bool):
    exact = backwards(edition, strategy, Fraction(1), Fraction(0), mean, lumped=lumped)
    assert exact == solve(edition, strategy, exact=True).win_probability


def test_the_recurrence_that_paternault_printed_by_hand():
    """Two rolls end it; only two baskets of two, a quarter each, pick four fruits."""
    assert backwards("two-by-two", "max", Fraction(1), Fraction(0), mean, hasty=True) == Fraction(1, 16)
    assert backwards("orchard", "max", 1, 0, mean, hasty=True) == 0


def test_rounding_at_every_position_prints_what_noob1701_prints():
    trees = {"max": lambda f: f.index(max(f)), "min": lambda f: f.index(min(x for x in f if x))}
    printed = published().query("source.str.startswith('Noob') and kind == 'exact'")
    for row in printed.itertuples():
        assert f"{rounded(game_of(row), trees[row.strategy], 3):.3f}" == row.printed


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
        expected = solve(game, players).win_probability
        assert solve_queues(game, queues) == pytest.approx(expected, abs=1e-12)


def test_a_queue_is_asked_only_where_there_is_fruit():
    def fullest(fruits: tuple[int, ...]) -> list[list[int]]:
        trees = [tree for tree, fruit in enumerate(fruits) if fruit]
        return [[max(trees, key=fruits.__getitem__)]]

    exact = solve("first-orchard", "max").win_probability
    assert solve_queues("first-orchard", [fullest]) == pytest.approx(exact, abs=1e-12)


def near_or_far(fruits: tuple[int, ...], raven_steps: int) -> int:
    return fruits.index(max(fruits) if raven_steps > 1 else min(filter(None, fruits)))


@pytest.mark.parametrize("strategy", ["ignore", "optimal", from_function("near", near_or_far, sees_raven=True)])
def test_only_rules_by_the_fruit_are_replayed(strategy):
    with pytest.raises(ValueError, match="strategy must be a rule that picks by the fruit on the trees alone"):
        backwards(Game((2, 1), 2), strategy, 1, 0, mean)
