"""Large orchards: the race and the gap chain against the solver, limits against what grows towards them."""

import numpy as np
import pytest
from scipy.stats import nbinom

from orchard import Game, solve
from orchard.large import (
    fluid_levels,
    gap_chain,
    laws_of_wasted_rolls,
    normal_law,
    race,
    rolls_needed,
    steps_for_odds,
    threshold,
    win_probabilities,
)


def mean(law: np.ndarray) -> float:
    return law @ np.arange(len(law))


@pytest.mark.parametrize(("trees", "fruits"), [(1, 7), (2, 1), (2, 30), (3, 8), (4, 4), (4, 12)])
def test_the_gap_chain_gives_the_solvers_odds(trees: int, fruits: int):
    steps = range(1, 2 * fruits + 3)
    solution = solve(Game.uniform(trees, fruits, steps[-1], 1), "max")
    ordinary = [solution.value((fruits,) * trees, each) for each in steps]
    assert np.allclose(win_probabilities(trees, fruits, steps), ordinary, rtol=0, atol=1e-13)


def test_wasted_rolls_of_four_trees():
    laws = laws_of_wasted_rolls(4, [0, 1, 4, 10])
    assert [f"{mean(law):.4f}" for law in laws] == ["0.0000", "2.4167", "3.9765", "4.9585"]
    assert all(law.min() >= 0 and abs(law.sum() - 1) < 1e-13 for law in laws)


def test_one_fruit_on_each_of_two_trees_by_hand():
    """With two thirds the first roll empties a tree for good; then each roll is wasted with one third."""
    (law,) = laws_of_wasted_rolls(2, [1])
    assert np.allclose(law[:5], [(2 / 3) * (1 / 3) ** k for k in range(5)], rtol=0, atol=1e-15)


@pytest.mark.parametrize("trees", [1, 2, 3, 4])
def test_wasted_rolls_settle(trees: int):
    """At t (t - 1) / 2, and for good: a million fruits have the law of a thousand."""
    thousand, million = laws_of_wasted_rolls(trees, [1000, 10**6])
    assert abs(mean(thousand) - trees * (trees - 1) / 2) < 1e-9
    assert np.abs(thousand - million).sum() < 1e-12


@pytest.mark.parametrize(("trees", "fruits"), [(2, 9), (3, 7), (4, 4)])
def test_the_finite_form_of_the_theorem_on_wasted_rolls(trees: int, fruits: int):
    """The average of d_1 ... d_f is t (t - 1) / 2 and (t^2 d_f - t (t + 1) E Y^2 - E S^2) / (2 t f)."""
    chain = gap_chain(trees, 100)
    shortfall, unevenness = chain.gaps.sum(axis=1), trees * chain.gaps.var(axis=1)
    law, dead = np.eye(1, len(chain.gaps))[0], []
    for _ in range(fruits):
        law = chain.after_drop(law)
        dead.append(law @ shortfall)
    last = trees**2 * dead[-1] - trees * (trees + 1) * (law @ unevenness) - law @ shortfall**2
    assert abs(np.mean(dead) - trees * (trees - 1) / 2 - last / (2 * trees * fruits)) < 1e-12


def test_the_race_is_the_negative_binomial():
    needed, steps = np.arange(1, 60)[:, None], np.arange(1, 20)
    assert np.allclose(race(needed, steps, 4), nbinom.cdf(steps - 1, needed, 5 / 6), rtol=0, atol=1e-14)
    assert f"{race(20, 5, 4):.4f}" == "0.6294"


@pytest.mark.parametrize("strategy", ["max", "min", "first"])
@pytest.mark.parametrize("picks", [0, 1, 2])
def test_games_without_a_raven_race_as_the_solver_says(strategy: str, picks: int):
    needed = rolls_needed(3, 5, picks, strategy, games=20_000, seed=1)
    solution = solve(Game.uniform(3, 5, 6, picks), strategy)
    for steps in (2, 4, 6):
        each = race(needed, steps, 3)
        assert abs(each.mean() - solution.value((5, 5, 5), steps)) < 4 * each.std() / len(each) ** 0.5


def test_games_of_one_seed_are_the_same():
    assert (rolls_needed(2, 9, games=50, seed=3) == rolls_needed(2, 9, games=50, seed=3)).all()


def test_thresholds():
    assert threshold(4, 1) == 0.8
    assert threshold(4, 1, "first") == 15 / 16
    assert threshold(4, 1, "ignore") == 1
    assert threshold(4, 2) == pytest.approx(2 / 3)
    assert threshold(4, 2, "first") == pytest.approx(65 / 81)
    assert threshold(3, 0) == threshold(3, 0, "first") == 1
    assert threshold(1, 2) == pytest.approx(1 / 3) == threshold(1, 2, "first")


@pytest.mark.parametrize("strategy", ["max", "first", "ignore"])
@pytest.mark.parametrize(("trees", "picks"), [(1, 1), (4, 1), (3, 2), (2, 0)])
def test_fluid_trees_lose_what_the_die_gives(strategy: str, trees: int, picks: int):
    """While a tree has fruit its colour takes 1, and the baskets take `picks`, in one unit of time."""
    times, levels = fluid_levels(trees, picks, strategy)
    assert (levels[0] == 1).all()
    assert (levels[-1] == 0).all()
    assert times[0] == 0
    for length, before, after in zip(np.diff(times), levels[:-1], levels[1:], strict=True):
        baskets = 0 if strategy == "ignore" else picks
        assert (before - after).sum() == pytest.approx(((before > 0).sum() + baskets) * length)


@pytest.mark.parametrize(("picks", "mean_rate", "variance_rate"), [(1, 0.8, 0.96), (2, 2 / 3, 22 / 27)])
def test_the_normal_law_is_what_the_odds_grow_by(picks: int, mean_rate: float, variance_rate: float):
    """From 12 to 16 fruits; P(at least k ravens) is the probability of losing with k steps."""
    assert normal_law(4, picks) == pytest.approx((mean_rate, variance_rate))
    moments = []
    for fruits in (12, 16):
        solution = solve(Game.uniform(4, fruits, 60, picks))
        at_least = np.array([1 - solution.value((fruits,) * 4, k) for k in range(1, 61)])
        moments.append((at_least.sum(), (np.arange(1, 120, 2) * at_least).sum() - at_least.sum() ** 2))
    growth = np.subtract(moments[1], moments[0]) / 4
    assert growth == pytest.approx((mean_rate, variance_rate), rel=0.03)


def test_steps_for_even_odds():
    """t (f + t/2 - 1/6) / (t + 1) within the error that was found by other means, and of an orchard as sold."""
    errors = [
        steps_for_odds(t, f) - t * (f + t / 2 - 1 / 6) / (t + 1) for t, f in [(3, 100), (2, 300), (4, 45), (4, 30)]
    ]
    assert [f"{-error:.2f}" for error in errors] == ["0.00", "0.00", "0.03", "0.06"]
    odds = win_probabilities(4, 4, [4, 5])
    assert steps_for_odds(4, 4) == pytest.approx(4 + (0.5 - odds[0]) / (odds[1] - odds[0]))


@pytest.mark.parametrize(
    ("call", "error", "names"),
    [
        (lambda: laws_of_wasted_rolls(5, [1]), ValueError, "trees"),
        (lambda: laws_of_wasted_rolls(4, [10, 4]), ValueError, "fruits"),
        (lambda: laws_of_wasted_rolls(4, [1.5]), TypeError, "fruits"),
        (lambda: win_probabilities(4, 4, [0]), ValueError, "raven_steps"),
        (lambda: steps_for_odds(4, 4, 0.01), ValueError, "odds"),
        (lambda: steps_for_odds(4, 4, 1), ValueError, "odds"),
        (lambda: rolls_needed(4, 4, 1, "random"), ValueError, "strategy"),
        (lambda: rolls_needed(4, 0), ValueError, "fruits"),
        (lambda: threshold(0), ValueError, "trees"),
        (lambda: threshold(4, 1, "min"), ValueError, "strategy"),
        (lambda: normal_law(4, -1), ValueError, "basket_picks"),
    ],
)
def test_what_is_impossible_is_named(call, error: type, names: str):
    with pytest.raises(error, match=f"^{names} "):
        call()
