"""Games that are counted instead of played: results, lengths and final states against the exact distributions.

All samples have a fixed seed; each test of a distribution would fail by chance for one seed in 10,000.
"""

import os
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from games import FIRST, FRUIT, any_strategy, chi_square, games, length_distribution, merged, one_roll, same_length
from hypothesis import given
from hypothesis import strategies as st
from numpy._core._multiarray_umath import __cpu_dispatch__
from scipy import stats

from orchard import (
    EDITIONS,
    STRATEGIES,
    Game,
    Simulation,
    State,
    Strategy,
    absorbing_chain,
    mixture,
    propagate,
    settled,
    simulate,
    solve,
)
from orchard.cohort import MOST, wins_of_samples

ROOT = Path(__file__).resolve().parents[1]
FALSE_ALARM = 1e-4
TWO, FIRST_ORCHARD, ORCHARD = EDITIONS["two-by-two"], EDITIONS["first-orchard"], EDITIONS["orchard"]
HOUSE = Game((3, 0, 2), 2, 2, (1, 2, 1), 2, 1)
PATIENT = Game((2, 1), 7, 1, (1, 1), 1, 3)  # half of all rolls are the raven's, and there are many to come
AHEAD = Game((2, 2), 1, 2, (1, 0))  # the best first pick of two is not the best only pick
NEAR = Game((3, 1), 3, 1, (3, 1))  # the best pick depends on how near the raven is
FAMILY = mixture({"max": Fraction(1, 2), "random": Fraction(1, 3), "ignore": Fraction(1, 6)})

COUNTED = [
    (TWO, STRATEGIES["max"]),
    (TWO, STRATEGIES["random"]),
    (HOUSE, STRATEGIES["random"]),
    (HOUSE, STRATEGIES["optimal"]),
    (HOUSE, STRATEGIES["worst"]),
    (HOUSE, FAMILY),
    (HOUSE, FRUIT),
    (HOUSE, mixture({"worst": Fraction(1, 3), FIRST: Fraction(1, 2), "ignore": Fraction(1, 6)})),
    (PATIENT, STRATEGIES["min"]),
    (PATIENT, STRATEGIES["optimal"]),
    (AHEAD, STRATEGIES["optimal"]),
    (NEAR, STRATEGIES["optimal"]),
    (Game((2, 2), 3, 3), STRATEGIES["min"]),
    (Game((1, 2), 2, 0), STRATEGIES["max"]),
    (Game((1,), 1, colour_faces=(0,), basket_faces=0), STRATEGIES["max"]),
    (FIRST_ORCHARD, STRATEGIES["max"]),
    (FIRST_ORCHARD, STRATEGIES["ignore"]),
]


def counted(game: Game | str, strategy: Strategy | str = "max", number: int = 1000, **options) -> Simulation:
    return simulate(game, strategy, number, method="cohort", **options)


def final_chances(game: Game, strategy: Strategy) -> dict[State, float]:
    """The probability of each final state: how often a game is in a state before it, by the matrix, and rolls there."""
    chain, chances = absorbing_chain(game, strategy), defaultdict(float)
    for state, visits in zip(chain.states, chain.expected_visits(), strict=False):
        for after, p in merged(game, strategy, one_roll(game, strategy, state)).items():
            if after.is_lost or after.is_won:
                chances[after] += visits * float(p)
    return chances


def is_fair(counts: list[np.ndarray], expected: np.ndarray) -> bool:
    """Whether tables of counts are distributed as the chances say, by the sum of their chi-squares."""
    each = [chi_square(*same_length(np.atleast_2d(n), n.sum() * np.atleast_2d(expected))) for n in counts]
    total, freedom = np.sum(each, axis=0)
    return freedom == 0 or stats.chi2.sf(total, freedom) > FALSE_ALARM


def finals(simulation: Simulation, states: list[State]) -> np.ndarray:
    """The counts of final states in this order, all that there are."""
    assert set(simulation.final) <= set(states), "what cannot happen did not"
    return np.array([simulation.final.get(state, 0) for state in states])


# --- the distribution ---


@pytest.mark.parametrize(("game", "strategy"), COUNTED, ids=lambda value: getattr(value, "name", ""))
@pytest.mark.parametrize("number", [200, 10**9])
def test_results_lengths_and_final_states_are_distributed_as_they_must(game: Game, strategy: Strategy, number: int):
    strategy = settled(game, strategy)
    cohorts = [counted(game, strategy, number, seed=seed) for seed in range(8)]
    assert is_fair([cohort.rolls for cohort in cohorts], length_distribution(game, strategy))
    chances = final_chances(game, strategy)
    assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
    assert is_fair([finals(cohort, list(chances)) for cohort in cohorts], np.array(list(chances.values())))


@pytest.mark.parametrize("strategy", ["max", "random"])
def test_a_whole_game_of_orchard_ends_where_probabilities_pushed_forward_say(strategy: str):
    chances = Counter()
    for place, p in np.ndenumerate(propagate(ORCHARD, strategy).final):
        chances[State(tuple(sorted(place[1:])), place[0])] += p
    chances = {state: p for state, p in chances.items() if p}
    cohort, found = counted(ORCHARD, strategy, 10**8, seed=1), Counter()
    for (fruits, raven_steps), n in cohort.final.items():
        found[State(tuple(sorted(fruits)), raven_steps)] += n
    assert set(found) <= set(chances)
    assert is_fair([np.array([found[state] for state in chances])], np.array(list(chances.values())))


@pytest.mark.parametrize("players", [("max", "ignore"), ("random", "min", "first")])
def test_players_who_take_turns(players: tuple[str, ...]):
    cohorts = [counted(HOUSE, number=10**6, seed=seed, players=players) for seed in range(8)]
    assert is_fair([c.rolls for c in cohorts], absorbing_chain(HOUSE, players=players).roll_distribution(400))


def test_a_game_too_large_for_a_table_of_rolls():
    game = Game.uniform(8, 5, 9, 3)
    cohort, p = counted(game, "random", 10**5, seed=1), solve(game, "random").win_probability
    assert abs(cohort.win_rate - p) < 4 * cohort.standard_error


@given(games(), any_strategy, st.integers(1, 1000), st.integers(0, 2**32))
def test_no_game_is_lost_on_the_way(game: Game, strategy: Strategy, number: int, seed: int):
    cohort = counted(game, strategy, number, seed=seed)
    assert (cohort.games, cohort.seed, cohort.rolls.dtype) == (number, seed, np.int64)
    assert cohort.rolls.min() >= 0
    assert sum(n for state, n in cohort.final.items() if state.is_won) == cohort.wins
    assert sum(n for state, n in cohort.final.items() if state.is_lost) == number - cohort.wins
    assert min(cohort.final.values()) > 0


# --- very many games ---


@pytest.mark.parametrize(("game", "strategy"), [(HOUSE, "random"), (HOUSE, "optimal"), (PATIENT, "max")])
def test_a_quintillion_games_are_distributed_as_they_must(game: Game, strategy: str):
    strategy = settled(game, strategy)
    cohorts = [counted(game, strategy, MOST, seed=seed) for seed in range(20)]
    assert {cohort.games for cohort in cohorts} == {MOST}
    assert is_fair([cohort.rolls for cohort in cohorts], length_distribution(game, strategy, least=1e-24))
    chances = final_chances(game, strategy)
    assert is_fair([finals(cohort, list(chances)) for cohort in cohorts], np.array(list(chances.values())))


def test_wins_of_a_quintillion_games_scatter_about_the_fraction_as_binomials_do():
    p, seeds = solve(TWO, exact=True).win_probability, 150
    excess = [float(counted(TWO, "max", MOST, seed=seed).wins - MOST * p) for seed in range(seeds)]
    z = np.array(excess) / sqrt(MOST * p * (1 - p))
    assert stats.kstest(z, "norm").pvalue > FALSE_ALARM
    assert abs(z.sum()) < 4 * sqrt(seeds)


# --- samples, seeds, arguments ---


@pytest.mark.parametrize("size", [1, 100, 10**5])
def test_samples_of_a_cohort_are_independent_binomials(size: int):
    cohort, p = counted(TWO, "max", 2000 * size, seed=4, samples=2000), float(solve(TWO).win_probability)
    assert (len(cohort.sample_wins), cohort.sample_wins.sum()) == (2000, cohort.wins)
    assert 0 <= cohort.sample_wins.min() <= cohort.sample_wins.max() <= size
    z = (cohort.sample_wins - size * p) / sqrt(size * p * (1 - p))
    kurtosis = (1 - 6 * p * (1 - p)) / (size * p * (1 - p))
    assert abs((z**2).sum() - 2000) < 4 * sqrt((2 + kurtosis) * 2000)
    assert abs(np.corrcoef(z[:-1], z[1:])[0, 1]) < 4 / sqrt(2000)


def test_the_wins_of_samples_add_up():
    rng = np.random.default_rng(1)
    assert wins_of_samples(7, 10, 1, rng).tolist() == [7]
    assert wins_of_samples(30, 10, 3, rng).tolist() == [10, 10, 10]
    assert wins_of_samples(0, 10, 3, rng).tolist() == [0, 0, 0]


def test_the_same_seed_gives_the_same_cohort_and_another_one_another():
    one, same, other = (
        counted(HOUSE, "random", 10**6, seed=s, samples=10, threads=t) for s, t in [(1, 1), (1, 8), (2, 1)]
    )
    assert np.array_equal(one.rolls, same.rolls)
    assert np.array_equal(one.sample_wins, same.sample_wins)
    assert one.final == same.final != other.final
    assert not np.array_equal(one.sample_wins, other.sample_wins)


HOW_MANY = """
from orchard import simulate
for edition, strategy, method in product(["two-by-two", "orchard"], ["max", "random", "optimal"], ["cohort", "played"]):
    simulation = simulate(edition, strategy, games=10**6, seed=1, method=method)
    print(simulation.wins, simulation.rolls.tolist())
"""


def test_the_same_seed_gives_the_same_games_on_other_processors():
    """NumPy without all that it has for newer ones: its sums, its sorting and its functions take other ways."""
    plain = {"NPY_DISABLE_CPU_FEATURES": " ".join(__cpu_dispatch__)}
    command = [sys.executable, "-W", "ignore", "-c", "from itertools import product" + HOW_MANY]
    here, there = (subprocess.check_output(command, env=os.environ | env, cwd=ROOT) for env in ({}, plain))
    assert here == there


def test_games_are_played_unless_one_asks_for_a_cohort():
    one, played = (simulate(TWO, games=1000, seed=1, **options) for options in ({}, {"method": "played"}))
    assert np.array_equal(one.rolls, played.rolls)
    assert one.final is played.final is None


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            {"method": "cohorts"},
            ValueError,
            r"method must be one of played, cohort, got 'cohorts' \(did you mean cohort",
        ),
        ({"method": None}, TypeError, "method must be one of played, cohort, got None"),
        ({"games": MOST + 1}, ValueError, "games must be at most 1,000,000,000,000,000,000, got"),
        ({"games": 10**9, "samples": 2}, ValueError, "games must be at most 999,999,999, got"),
        ({"games": 0}, ValueError, "games must be at least 1, got 0"),
        ({"samples": 3}, ValueError, "samples must divide the 1000 games into equal parts, got 3"),
    ],
)
def test_bad_arguments(arguments: dict, error: type, message: str):
    with pytest.raises(error, match=message):
        simulate(TWO, **{"games": 1000, "method": "cohort", **arguments})
