"""Games that are played: samples of whole games against the literal distribution, and what seeds and threads change."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from games import games, players, without_best
from hypothesis import example, given, reject
from samples import BY_RAVEN, FIRST_ORCHARD, HOUSE, ORCHARD, SAMPLED, TWO, are_binomials, is_fair, literal_end

from orchard import STRATEGIES, Game, absorbing_chain, mixture, solve
from orchard.simulator import Simulation, played, simulate, simulation
from orchard.simulator.played import ROUND, BatchPlayer, RollTable, batch_player, roll_table
from orchard.simulator.simulation import BATCH
from orchard.statistics import confidence_interval
from orchard.strategies import checked_players
from orchard.ways import Ways, ways_of

# --- the table of rolls ---


def tabled(game: Game, strategy, cached: int = played.CACHED) -> tuple[RollTable, Ways]:
    """The table, and the ways that it is about; a random game that has none is no example."""
    ways = ways_of(game, checked_players(strategy))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "CACHED", cached)
        return roll_table(ways) or reject(), ways


@given(games(), players)
@example(Game((3, 2), 3, 1), (BY_RAVEN, "random"))
def test_each_row_of_the_table_is_a_roll_by_the_list_of_ways(game: Game, strategy):
    made, ways = tabled(game, without_best(game, strategy), cached=0)
    found, expected = np.zeros((2, ways.rows, ways.rows + 2 * ROUND))
    for column, outcomes in enumerate(np.bincount(made.column_of)):
        found[range(ways.rows), made.row_after[: ways.rows, column]] += outcomes / len(made.column_of)
    target = ways.target + (ways.target > ways.rows) * (ROUND - 1)  # a won game begins the second of the ROUND rows
    np.add.at(expected, (ways.origin, target), ways.chance)
    assert found == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        (ORCHARD, "fruit"),  # a common multiple of 1, ..., 40
        (TWO, mixture({"max": Fraction(1, 10**30), "min": 1 - Fraction(1, 10**30)})),
    ],
)
def test_games_without_a_table_are_played_all_the_same(game: Game, strategy):
    assert roll_table(ways_of(game, checked_players(strategy))) is None
    found = simulate(game, strategy, 20_000, seed=1)
    assert found.win_rate == pytest.approx(solve(game, strategy).win_probability, abs=4 * found.standard_error)


# --- both ways to play a batch, against the literal distribution of results and lengths ---


def player(game: Game, strategy, most_entries: int) -> BatchPlayer:
    """Who plays the batches, if a table has no more than so many entries."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "MOST_ENTRIES", most_entries)
        return batch_player(game, checked_players(strategy))


@pytest.mark.parametrize("most_entries", [0, played.MOST_ENTRIES], ids=["chances", "table"])
@pytest.mark.parametrize("name", SAMPLED)
def test_results_and_lengths_are_distributed_as_they_must(name: str, most_entries: int):
    play_batch, several = player(*SAMPLED[name], most_entries), []
    for seed in range(3):
        counts, winners = play_batch(20_000, np.random.default_rng(seed), True)
        assert counts.sum() == 20_000
        assert len(np.unique(winners)) == len(winners) == counts[1].sum()
        several.append(counts)
    assert is_fair(several, literal_end(*SAMPLED[name])[0])


# --- simulate ---


@pytest.mark.parametrize(("game", "strategy"), [(FIRST_ORCHARD, "max"), (ORCHARD, "random"), (TWO, ("random", "max"))])
def test_a_million_games_end_as_they_must(game: Game, strategy):
    chances = absorbing_chain(game, strategy).roll_distribution(400)
    assert is_fair([simulate(game, strategy, 10**6, seed=1).rolls], chances)


@pytest.mark.parametrize("strategy", ["random", ("max", BY_RAVEN)])
def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(strategy):
    def found(seed: int, **options) -> tuple:
        sim = simulate(HOUSE, strategy, 3 * BATCH + 1000, seed, 50, **options)
        return sim.rolls.tolist(), sim.sample_wins.tolist(), sim.final

    assert found(5, threads=1) == found(5, threads=2) == found(5, threads=8) == found(5)
    assert found(5, method="counted") == found(5, method="counted")
    assert found(5, threads=1)[1] != found(6, threads=1)[1]


def test_without_a_seed_a_fresh_one_is_drawn_and_kept():
    one, two = simulate(TWO, games=1000), simulate(TWO, games=1000)
    assert one.seed != two.seed
    assert np.array_equal(simulate(TWO, games=1000, seed=one.seed).rolls, one.rolls)


@pytest.mark.parametrize("batch", [BATCH, 100, 30])
def test_samples_are_independent_in_one_batch_and_from_batch_to_batch(batch: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(simulation, "BATCH", batch)
    sim = simulate(TWO, "max", 100_000, seed=4, samples=1000)
    assert sim.sample_wins.sum() == sim.wins == sim.rolls[1].sum()
    assert are_binomials(sim.sample_wins, 100, solve(TWO).win_probability)


def test_a_simulation_says_what_was_played_and_its_errors():
    sim = Simulation(TWO, STRATEGIES["max"], 1, np.array([[0, 3, 0], [0, 0, 7]]), np.array([7]))
    assert (sim.games, sim.wins, sim.win_rate) == (10, 7, 0.7)
    assert sim.standard_error == pytest.approx(sqrt(0.7 * 0.3 / 9))
    assert sim.confidence_interval(0.99, "exact") == confidence_interval(7, 10, 0.99, "exact")


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told_batch_by_batch_and_whoever_is_told_may_stop_the_games(threads: int):
    told = []

    def stop_at_the_third(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(TWO, "max", 1000 * BATCH, seed=1, threads=threads, progress=stop_at_the_third)
    assert set(told) == {BATCH}
    assert len(told) < 20


def test_counts_beyond_32_bits_add_up():
    many = np.array([[0, 2**33], [0, 1]])
    total = simulation._added(many, np.array([[0, 1, 2], [2**34, 0, 2**31]]))
    assert total.tolist() == [[0, 2**33 + 1, 2], [2**34, 1, 2**31]]


# --- bad input ---


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games must be at least 1, got 0"),
        ({"seed": -1}, "seed must be at least 0, got -1"),
        ({"strategy": ("max", "worst")}, r'solve\(game, "worst"\)\.strategy'),
        ({"samples": 0}, "samples must be at least 1, got 0"),
        ({"samples": 3}, "samples must divide the 1000 games into equal parts, got 3"),
        ({"threads": 0}, "threads must be at least 1, got 0"),
        ({"method": "count"}, r"method must be one of played, counted \(did you mean counted"),
        ({"threads": 1, "method": "counted"}, 'threads must be left out with method="counted"'),
        ({"progress": print, "method": "counted"}, 'progress must be left out with method="counted"'),
    ],
)
def test_an_impossible_simulation_is_refused(arguments: dict, message: str):
    with pytest.raises(ValueError, match=message) as raised:
        simulate(TWO, **{"games": 1000, **arguments})
    assert raised.value.argument == next(iter(arguments))
