"""Games that are counted instead of played: results, lengths and final states against the literal distributions."""

from math import sqrt

import numpy as np
import pytest
from games import games, players, without_best
from hypothesis import given
from hypothesis import strategies as st
from samples import FALSE_ALARM, SAMPLED, TWO, are_binomials, is_fair, literal_end
from scipy import stats

from orchard import Game, State, solve
from orchard.simulator import Simulation, simulate
from orchard.simulator.counted import MOST_COUNTED


def counted(game: Game | str, strategy="max", number: int = 1000, **options) -> Simulation:
    return simulate(game, strategy, number, method="counted", **options)


def ends_fairly(several: list[Simulation], final: dict[State, float]) -> bool:
    """Whether the games ended in each state as often as these chances say, and nowhere else."""
    assert final.keys() >= set().union(*(found.final for found in several)), "what cannot happen did not"
    counts = [np.array([found.final.get(state, 0) for state in final]) for found in several]
    return is_fair(counts, np.array(list(final.values())))


# --- the distribution ---


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, number) for number in (200, 10**9) for name in SAMPLED]
    + [(name, MOST_COUNTED) for name in ("any tree, loaded die", "the best pick, loaded die", "many ravens")],
)
def test_results_lengths_and_final_states_are_distributed_as_they_must(name: str, number: int):
    game, strategy = SAMPLED[name]
    several = [counted(game, strategy, number, seed=seed) for seed in range(8)]
    ends, final = literal_end(game, strategy, least=min(1e-13, 1e-6 / number))
    assert is_fair([found.rolls for found in several], ends)
    assert ends_fairly(several, final)


@given(games(), players, st.integers(1, 1000), st.integers(0, 2**32))
def test_no_game_is_lost_on_the_way(game: Game, strategy, number: int, seed: int):
    found = counted(game, without_best(game, strategy), number, seed=seed)
    assert (found.games, found.seed, found.rolls.dtype) == (number, seed, np.int64)
    assert found.rolls.min() >= 0
    assert found.sample_wins.tolist() == [found.wins]
    assert min(found.final.values()) > 0
    won = sum(n for state, n in found.final.items() if state.is_won)
    lost = sum(n for state, n in found.final.items() if state.is_lost)
    assert (won, lost) == (found.wins, number - found.wins)


def test_wins_of_a_quintillion_games_scatter_about_the_fraction_as_binomials_do():
    p = solve(TWO, exact=True).win_probability
    wins = [counted(TWO, "max", MOST_COUNTED, seed=seed).wins for seed in range(150)]
    z = np.array([float(won - MOST_COUNTED * p) for won in wins]) / sqrt(MOST_COUNTED * p * (1 - p))
    assert stats.kstest(z, "norm").pvalue > FALSE_ALARM
    assert abs(z.sum()) < 4 * sqrt(len(z))


# --- samples, seeds, arguments ---


@pytest.mark.parametrize("size", [1, 100, 10**5])
def test_samples_of_counted_games_are_independent_binomials(size: int):
    found = counted(TWO, "max", 2000 * size, seed=4, samples=2000)
    assert (len(found.sample_wins), found.sample_wins.sum()) == (2000, found.wins)
    assert 0 <= found.sample_wins.min() <= found.sample_wins.max() <= size
    assert are_binomials(found.sample_wins, size, solve(TWO).win_probability)


@pytest.mark.parametrize(("samples", "most"), [(1, MOST_COUNTED), (3, 10**9 - 1)])
def test_no_more_games_than_can_be_counted(samples: int, most: int):
    assert counted(TWO, "max", most, samples=samples, seed=1).games == most
    with pytest.raises(ValueError, match=f"games must be at most {most:,}, got {most + 1}"):
        counted(TWO, "max", most + 1, samples=samples)
