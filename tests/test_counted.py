"""Games that are counted instead of played: results, lengths and final states against the literal distributions."""

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from games import games, players, without_best
from hypothesis import given
from hypothesis import strategies as st
from samples import FALSE_ALARM, HOUSE, PATIENT, SAMPLED, TWO, is_fair, literal_end, solved
from scipy import stats

from orchard import Game, State, propagate, solve
from orchard.simulator import Simulation, simulate
from orchard.simulator.counted import MOST_COUNTED, wins_of_samples


def counted(game: Game | str, strategy="max", number: int = 1000, **options) -> Simulation:
    return simulate(game, strategy, number, method="cohort", **options)


def finals(simulation: Simulation, states: list[State]) -> np.ndarray:
    """The counts of final states in this order, all that there are."""
    assert set(simulation.final) <= set(states), "what cannot happen did not"
    return np.array([simulation.final.get(state, 0) for state in states])


# --- the distribution ---


@pytest.mark.parametrize("name", SAMPLED)
@pytest.mark.parametrize("number", [200, 10**9])
def test_results_lengths_and_final_states_are_distributed_as_they_must(name: str, number: int):
    game, strategy = SAMPLED[name]
    cohorts = [counted(game, strategy, number, seed=seed) for seed in range(8)]
    ends, final = literal_end(game, strategy)
    assert sum(final.values()) == pytest.approx(1, abs=1e-12)
    assert is_fair([cohort.rolls for cohort in cohorts], ends)
    assert is_fair([finals(cohort, list(final)) for cohort in cohorts], np.array(list(final.values())))


def test_a_game_of_four_full_trees_ends_where_probabilities_pushed_forward_say():
    game = Game.uniform(4, 6, 5, 2)
    chances = Counter()
    for place, p in np.ndenumerate(propagate(game, "random").final):
        chances[State(tuple(sorted(place[1:])), place[0])] += p
    chances = {state: p for state, p in chances.items() if p}
    cohort = counted(game, "random", 10**8, seed=1)
    assert is_fair([finals(cohort, list(chances))], np.array(list(chances.values())))


def test_a_game_too_large_for_a_table_of_rolls():
    game = Game.uniform(8, 5, 9, 3)
    cohort, p = counted(game, "random", 10**5, seed=1), solve(game, "random").win_probability
    assert abs(cohort.win_rate - p) < 4 * cohort.standard_error


@given(games(), players, st.integers(1, 1000), st.integers(0, 2**32))
def test_no_game_is_lost_on_the_way(game: Game, strategy, number: int, seed: int):
    cohort = counted(game, without_best(game, strategy), number, seed=seed)
    assert (cohort.games, cohort.seed, cohort.rolls.dtype) == (number, seed, np.int64)
    assert cohort.rolls.min() >= 0
    assert sum(n for state, n in cohort.final.items() if state.is_won) == cohort.wins
    assert sum(n for state, n in cohort.final.items() if state.is_lost) == number - cohort.wins
    assert min(cohort.final.values()) > 0


# --- very many games ---


@pytest.mark.parametrize("name", ["any tree, loaded die", "the best pick, loaded die", "many ravens"])
def test_a_quintillion_games_are_distributed_as_they_must(name: str):
    game, strategy = SAMPLED[name]
    cohorts = [counted(game, strategy, MOST_COUNTED, seed=seed) for seed in range(20)]
    ends, final = literal_end(game, strategy, least=1e-24)
    assert {cohort.games for cohort in cohorts} == {MOST_COUNTED}
    assert is_fair([cohort.rolls for cohort in cohorts], ends)
    assert is_fair([finals(cohort, list(final)) for cohort in cohorts], np.array(list(final.values())))


def test_wins_of_a_quintillion_games_scatter_about_the_fraction_as_binomials_do():
    p, seeds = solve(TWO, exact=True).win_probability, 150
    excess = [float(counted(TWO, "max", MOST_COUNTED, seed=seed).wins - MOST_COUNTED * p) for seed in range(seeds)]
    z = np.array(excess) / sqrt(MOST_COUNTED * p * (1 - p))
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
    seeds_and_threads = [(1, 1), (1, 8), (2, 1)]
    one, same, other = (counted(HOUSE, "random", 10**6, seed=s, samples=10, threads=t) for s, t in seeds_and_threads)
    assert np.array_equal(one.rolls, same.rolls)
    assert np.array_equal(one.sample_wins, same.sample_wins)
    assert one.final == same.final != other.final
    assert not np.array_equal(one.sample_wins, other.sample_wins)


@pytest.mark.parametrize(
    ("edition", "strategy", "wins"),
    [
        ("first-orchard", "max", 6_314_281),
        ("orchard", "random", 6_320_630),
        ("two-by-two", "ignore", 3_333_116),
        ("first-orchard", ("max", "ignore"), 5_065_899),
    ],
)
def test_seeded_counts_stay_what_they_were(edition: str, strategy, wins: int):
    """Results that were counted before are counted again: the order in which random numbers are drawn is kept."""
    assert counted(edition, strategy, 10**7, seed=3).wins == wins


def test_games_are_played_unless_one_asks_for_a_cohort():
    plain, played = (simulate(TWO, games=1000, seed=1, **options) for options in ({}, {"method": "played"}))
    assert np.array_equal(plain.rolls, played.rolls)
    assert plain.final is played.final is None


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"method": "cohorts"}, ValueError, r"method must be one of played, cohort \(did you mean cohort"),
        ({"method": None}, TypeError, "method must be one of played, cohort, got None"),
        ({"games": MOST_COUNTED + 1}, ValueError, "games must be at most 1,000,000,000,000,000,000, got"),
        ({"games": 10**9, "samples": 2}, ValueError, "games must be at most 999,999,999, got"),
        ({"strategy": "worst"}, ValueError, r'solve\(game, "worst"\)\.strategy'),
    ],
)
def test_bad_arguments(arguments: dict, error: type, message: str):
    with pytest.raises(error, match=message):
        simulate(TWO, **{"games": 1000, "method": "cohort", **arguments})


def test_a_strategy_solved_for_another_game_is_refused():
    with pytest.raises(ValueError, match="strategy must be one for this game"):
        counted(PATIENT, solved(TWO, "optimal"))
    assert counted(TWO, solve(TWO, ("optimal", "max")).strategy, seed=1).games == 1000
