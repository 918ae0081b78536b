"""Large orchards: the race and the gap chain against the solver, limits against what grows towards them."""

import numpy as np
import pytest

from orchard import Game, solve
from orchard.pages.studies.limits import (
    fluid_levels,
    laws_of_wasted_rolls,
    normal_law,
    rolls_needed,
    steps_for_odds,
    threshold,
    win_probabilities,
    won_race,
)


def solved(trees: int, fruits: int, steps: range, picks: int = 1, strategy: str = "max") -> list[float]:
    """The odds with each of so many raven steps."""
    solution = solve(Game.uniform(trees, fruits, steps[-1], picks), strategy)
    return [solution.value((fruits,) * trees, each) for each in steps]


# --- the race and the gaps ---


@pytest.mark.parametrize(("trees", "fruits"), [(1, 7), (2, 1), (2, 30), (3, 8), (4, 12)])
def test_the_gap_chain_gives_the_solvers_odds(trees, fruits):
    steps = range(1, 2 * fruits + 3)
    assert win_probabilities(trees, fruits, steps) == pytest.approx(solved(trees, fruits, steps), abs=1e-13)


@pytest.mark.parametrize("trees", [1, 2, 3])
def test_wasted_rolls_settle(trees):
    """At t (t - 1) / 2, and for good: a million fruits have the law of a thousand."""
    thousand, million = laws_of_wasted_rolls(trees, [1000, 10**6])
    assert thousand @ np.arange(len(thousand)) == pytest.approx(trees * (trees - 1) / 2, abs=1e-9)
    assert np.abs(thousand - million).sum() < 1e-12


@pytest.mark.parametrize("strategy", ["max", "min", "first"])
@pytest.mark.parametrize("picks", [0, 1, 2])
def test_games_without_a_raven_race_as_the_solver_says(strategy, picks):
    steps = range(2, 7)
    each = won_race(rolls_needed(3, 5, picks, strategy, games=20_000, seed=1)[:, None], steps, 3)
    errors = each.std(axis=0) / len(each) ** 0.5
    assert (abs(each.mean(axis=0) - solved(3, 5, steps, picks, strategy)) < 4 * errors).all()


# --- limits ---


@pytest.mark.parametrize("strategy", ["max", "random", "fruit", "first", "ignore"])
@pytest.mark.parametrize(("trees", "picks"), [(1, 1), (4, 1), (3, 2), (2, 0)])
def test_fluid_trees_lose_what_the_die_gives(strategy, trees, picks):
    """While a tree has fruit its colour takes 1, and the baskets take `picks`, in one unit of time."""
    times, levels = fluid_levels(trees, picks, strategy)
    assert times[0] == 0
    assert (levels[0] == 1).all()
    assert (levels[-1] == 0).all()
    rates = (levels[:-1] > 0).sum(axis=1) + picks * (strategy != "ignore")
    assert -np.diff(levels.sum(axis=1)) == pytest.approx(rates * np.diff(times))
    assert threshold(trees, picks, strategy) == times[-1]


@pytest.mark.parametrize(("picks", "law"), [(1, (0.8, 0.96)), (2, (2 / 3, 22 / 27))])
def test_the_normal_law_is_what_the_odds_grow_by(picks, law):
    """From 12 to 16 fruits; P(at least k ravens) is the probability of losing with k steps."""
    assert normal_law(4, picks) == pytest.approx(law)
    moments = []
    for fruits in (12, 16):
        at_least = 1 - np.array(solved(4, fruits, range(1, 61), picks))
        mean, mean_square = at_least.sum(), np.arange(1, 120, 2) @ at_least
        moments.append([mean, mean_square - mean**2])
    assert np.diff(moments, axis=0)[0] / 4 == pytest.approx(law, rel=0.03)


@pytest.mark.parametrize(("trees", "fruits", "error"), [(3, 100, 0.00), (2, 300, 0.00), (4, 45, 0.03), (4, 30, 0.06)])
def test_steps_for_even_odds(trees, fruits, error):
    """t (f + t/2 - 1/6) / (t + 1), less an error that was found by other means."""
    expected = trees * (fruits + trees / 2 - 1 / 6) / (trees + 1)
    assert steps_for_odds(trees, fruits) == pytest.approx(expected - error, abs=0.005)
