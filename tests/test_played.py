"""Games that are played: samples of whole games against the literal distribution, and what seeds and threads change."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from threading import Thread

import numpy as np
import pytest
from samples import BY_RAVEN, FIRST_ORCHARD, HOUSE, ORCHARD, SAMPLED, TWO, are_binomials, is_fair, literal_end

from orchard import STRATEGIES, Game, absorbing_chain, mixture, solve
from orchard.simulator import Simulation, played, simulate
from orchard.simulator.simulation import CHUNK
from orchard.statistics import confidence_interval

# --- results and lengths, against the literal distribution ---


@pytest.mark.parametrize("most_entries", [0, played.MOST_ENTRIES], ids=["by chances", "by a table"])
@pytest.mark.parametrize("name", SAMPLED)
def test_results_and_lengths_are_distributed_as_they_must(name: str, most_entries: int, monkeypatch):
    monkeypatch.setattr(played, "MOST_ENTRIES", most_entries)
    several = [simulate(*SAMPLED[name], 20_000, seed=seed).rolls for seed in range(3)]
    assert is_fair(several, literal_end(*SAMPLED[name])[0])


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        (ORCHARD, "fruit"),  # a common multiple of 1, ..., 40
        (TWO, mixture({"max": Fraction(1, 10**30), "min": 1 - Fraction(1, 10**30)})),
        (Game((1,), 500, 1, (0,)), mixture({"max": Fraction(1, 500_000), "ignore": 1 - Fraction(1, 500_000)})),
    ],
)
def test_chances_too_fine_for_a_table_are_played_all_the_same(game: Game, strategy):
    found = simulate(game, strategy, 20_000, seed=1)
    assert found.win_rate == pytest.approx(solve(game, strategy).win_probability, abs=4 * found.standard_error)


# --- simulate ---


@pytest.mark.parametrize(("game", "strategy"), [(FIRST_ORCHARD, "max"), (ORCHARD, "random"), (TWO, ("random", "max"))])
def test_a_million_games_end_as_they_must(game: Game, strategy):
    chances = absorbing_chain(game, strategy).roll_distribution(400)
    assert is_fair([simulate(game, strategy, 10**6, seed=1).rolls], chances)


@pytest.mark.parametrize("strategy", ["random", ("max", BY_RAVEN)])
def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(strategy):
    def found(seed: int, **options) -> tuple:
        sim = simulate(HOUSE, strategy, 3 * CHUNK + 1000, seed, 50, **options)
        return sim.rolls.tolist(), sim.sample_wins.tolist(), sim.final

    assert found(5, threads=1) == found(5, threads=2) == found(5, threads=8) == found(5)
    assert found(5, method="counted") == found(5, method="counted")
    assert found(5, threads=1)[1] != found(6, threads=1)[1]


def test_without_a_seed_a_fresh_one_is_drawn_and_kept():
    one, two = simulate(TWO, games=1000), simulate(TWO, games=1000)
    assert one.seed != two.seed
    assert np.array_equal(simulate(TWO, games=1000, seed=one.seed).rolls, one.rolls)


@pytest.mark.parametrize("size", [100, 300])  # of the latter some lie in two chunks
def test_samples_are_independent_in_one_chunk_and_from_chunk_to_chunk(size: int):
    sim = simulate(TWO, "max", 1000 * size, seed=4, samples=1000)
    assert sim.sample_wins.sum() == sim.wins == sim.rolls[1].sum()
    assert are_binomials(sim.sample_wins, size, solve(TWO).win_probability)


def test_a_simulation_says_what_was_played_and_its_errors():
    sim = Simulation(TWO, STRATEGIES["max"], 1, np.array([[0, 3, 0], [0, 0, 7]]), np.array([7]))
    assert (sim.games, sim.wins, sim.win_rate) == (10, 7, 0.7)
    assert sim.standard_error == pytest.approx(sqrt(0.7 * 0.3 / 9))
    assert sim.confidence_interval(0.99, "exact") == confidence_interval(7, 10, 0.99, "exact")


# --- simulations added up ---


def wins_and_games(found: Simulation) -> tuple[int, int]:
    return found.wins, found.games


@pytest.mark.parametrize("method", ["played", "counted"])
def test_two_simulations_make_one_of_all_their_games(method: str):
    parts = [simulate(TWO, "max", 1000, seed, samples=10, method=method) for seed in (1, 2, 3)]
    one, two, three = parts
    both = one + (two + three)
    assert (both.game, both.strategy, both.seed) == (TWO, one.strategy, (1, 2, 3))
    for k, of_rolls in enumerate(both.rolls.T):
        assert sum(part.rolls[:, k] for part in parts if k < part.rolls.shape[1]).tolist() == of_rolls.tolist()
    assert both.sample_wins.tolist() == [wins for part in parts for wins in part.sample_wins]
    assert wins_and_games(both) == (sum(part.wins for part in parts), 3000)
    if method == "counted":
        assert both.final == sum((Counter(part.final) for part in parts), Counter())


def test_samples_of_other_sizes_and_final_states_that_are_not_all_known_are_not_kept():
    both = simulate(TWO, "max", 1000, 1, samples=10) + simulate(TWO, "max", 1000, 2, method="counted")
    assert (both.sample_wins.tolist(), both.final) == ([both.wins], None)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (simulate(TWO, "max", 20, seed=1), "other must have another seed, or the same games would count twice, got 1"),
        (simulate(TWO, "min", 10, seed=2), "very same game and strategy, .*, fullest tree, got .*, emptiest tree'"),
        (simulate("first-orchard", "max", 10, seed=2), "very same game and strategy, 2 trees .* got 'First Orchard"),
        (simulate(TWO, ("max", "max"), 10, seed=2), "very same game and strategy"),
        (10, "unsupported operand"),
    ],
)
def test_what_is_not_added(other, message: str):
    found = simulate(TWO, "max", 10, seed=1) + simulate(TWO, "max", 10, seed=3)
    with pytest.raises((ValueError, TypeError), match=message):
        found + other


def test_no_more_games_are_added_than_an_interval_is_known_for():
    most = [simulate(TWO, "max", 10**18, seed, method="counted") for seed in (1, 2)]
    with pytest.raises(ValueError, match=r"^games must be at most 1,000,000,000,000,000,000, got 2"):
        most[0] + most[1]


def test_a_simulation_shows_what_came_of_it():
    found = simulate("first-orchard", ("max", "random"), 1000, seed=7)
    low, high = confidence_interval(found.wins, 1000, 0.95, "wilson")
    game, share = "First Orchard, 6 raven rolls, fullest tree, then tree at random", found.wins / 1000
    interval = f"(Wilson's 95 % interval: {low:.4f} to {high:.4f})"
    assert str(found) == f"{game}: {found.wins} of 1,000 games won, {share:.4f} {interval}, seed 7"


# --- games in chunks ---


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told_chunk_by_chunk_and_whoever_is_told_may_stop_the_games(threads: int):
    told = []

    def stop_at_the_third(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(TWO, "max", 1000 * CHUNK, seed=1, threads=threads, progress=stop_at_the_third)
    assert set(told) == {CHUNK}
    assert len(told) < 20


def test_where_no_thread_can_be_started_the_games_are_played_all_the_same(monkeypatch: pytest.MonkeyPatch):
    expected = simulate(TWO, "max", 3 * CHUNK, seed=1, threads=2)

    def refuse(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")  # as Python says it in a browser

    monkeypatch.setattr(Thread, "start", refuse)
    assert np.array_equal(simulate(TWO, "max", 3 * CHUNK, seed=1, threads=2).rolls, expected.rolls)
