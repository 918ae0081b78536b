"""Large orchards: games played without a raven and the gap chain against the solver, and what grows towards limits."""

import numpy as np
import pytest

from orchard import Game, game_of, solve
from orchard.pages.studies.limits import grown, laws_of_wasted_rolls, rolls_needed, won_race


def solved(game: Game, strategy: str = "max") -> list[float]:
    """The odds with 1, 2, ... raven steps."""
    solution = solve(game, strategy)
    return [solution.value(game.fruits, each) for each in range(1, game.raven_steps + 1)]


@pytest.mark.parametrize(("trees", "fruits"), [(1, 7), (2, 30), (3, 12)])
def test_the_gap_chain_gives_the_solvers_odds(trees, fruits):
    game = Game.uniform(trees, fruits, 2 * fruits + 2, 1)
    (law,) = laws_of_wasted_rolls(trees, [fruits])
    needed, steps = trees * fruits + np.arange(len(law)), np.arange(1, game.raven_steps + 1)
    assert won_race(needed, steps[:, None], game) @ law == pytest.approx(solved(game), abs=1e-13)


@pytest.mark.parametrize("trees", [1, 3])
def test_wasted_rolls_settle(trees):
    """At t (t - 1) / 2, and for good: a million fruits have the law of a thousand."""
    thousand, million = laws_of_wasted_rolls(trees, [1000, 10**6])
    assert thousand @ np.arange(len(thousand)) == pytest.approx(trees * (trees - 1) / 2, abs=1e-9)
    assert np.abs(thousand - million).sum() < 1e-12


LOADED = "4,2,3:raven=5:colours=2,1,3:baskets=2:ravens=2"  # where it matters which of equally full trees gives


@pytest.mark.parametrize(
    ("strategy", "word"),
    [
        ("max", "5,5,5:raven=6:picks=2"),
        *((strategy, LOADED) for strategy in ("max", "min", "random", "first")),
        ("random", "3,0,2:colours=1,0,1"),
    ],
)
def test_games_without_a_raven_race_as_the_solver_says(strategy, word):
    game, steps = game_of(word), np.arange(1, game_of(word).raven_steps + 1)
    needed, _ = rolls_needed(game, strategy, games=20_000, seed=1)
    each = won_race(needed[:, None], steps, game)
    errors = each.std(axis=0) / len(each) ** 0.5
    assert (abs(each.mean(axis=0) - solved(game, strategy)) < 4 * errors).all()


def test_with_one_pick_every_roll_picks_or_is_wasted():
    needed, wasted = rolls_needed(Game((5, 3, 4)), "random", games=1000, seed=2)
    assert (needed - wasted == 12).all()


def test_an_orchard_grows_in_proportion():
    assert grown(Game((5, 3, 0, 1)), 1000).fruits == (1000, 600, 0, 200)
    assert grown(Game((40, 1)), 10).fruits == (10, 1)
