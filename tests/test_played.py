"""Games that are played: the table of rolls against the list of ways, then samples of whole games."""

from fractions import Fraction
from math import sqrt
from threading import Event
from tracemalloc import get_traced_memory, start, stop

import numpy as np
import pytest
from games import games, players, without_best
from hypothesis import example, given, reject
from samples import (
    BY_RAVEN,
    FAMILY,
    FIRST_ORCHARD,
    HOUSE,
    ORCHARD,
    SAMPLED,
    TWO,
    are_binomials,
    is_fair,
    literal_end,
)

from orchard import STRATEGIES, Game, absorbing_chain, mixture, solve
from orchard.simulator import Simulation, played, simulate, simulate_in_parts, simulation
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
    assert made.rolls == 1
    assert found == pytest.approx(expected, abs=1e-14)


@given(games(most_fruit=2), players)
def test_several_rolls_at_once_are_rolls_one_after_the_other(game: Game, strategy):
    strategy = without_best(game, strategy)
    (single, _), (several, _) = tabled(game, strategy, cached=0), tabled(game, strategy)
    rows, outcomes = single.row_after, np.bincount(single.column_of)
    after, share = rows, outcomes
    for _ in range(several.rolls - 1):
        after = rows[after].reshape(len(rows), -1)
        share = np.outer(share, outcomes).ravel()
    assert np.array_equal(after, several.row_after)
    assert np.array_equal(share, np.bincount(several.column_of))


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


def player(game: Game, strategy, most_entries: int = played.MOST_ENTRIES) -> BatchPlayer:
    """Who plays the batches, if a table has no more than so many entries."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "MOST_ENTRIES", most_entries)
        return batch_player(game, checked_players(strategy))


both_ways = pytest.mark.parametrize("most_entries", [0, played.MOST_ENTRIES], ids=["chances", "table"])


@both_ways
@pytest.mark.parametrize("name", SAMPLED)
def test_results_and_lengths_are_distributed_as_they_must(name: str, most_entries: int):
    play_batch, several = player(*SAMPLED[name], most_entries), []
    for seed in range(5):
        counts, winners = play_batch(20_000, np.random.default_rng(seed), True)
        assert counts.sum() == 20_000
        assert len(np.unique(winners)) == len(winners) == counts[1].sum()
        several.append(counts)
    assert is_fair(several, literal_end(*SAMPLED[name])[0])


@both_ways
def test_any_game_of_a_batch_may_be_won_and_whether_it_is_told_changes_nothing(most_entries: int):
    play_batch = player(HOUSE, FAMILY, most_entries)
    (named, winners), (nameless, none) = (play_batch(50_000, np.random.default_rng(1), it) for it in (True, False))
    assert are_binomials(np.bincount(winners // 50, minlength=1000), 50, solve(HOUSE, FAMILY).win_probability)
    assert np.array_equal(named, nameless)
    assert len(none) == 0


# --- simulate ---


@pytest.mark.parametrize(("game", "strategy"), [(FIRST_ORCHARD, "max"), (ORCHARD, "random"), (TWO, ("random", "max"))])
def test_a_million_games_end_as_they_must(game: Game, strategy):
    chances = absorbing_chain(game, strategy).roll_distribution(400)
    assert is_fair([simulate(game, strategy, 10**6, seed=1).rolls], chances)


@pytest.mark.parametrize("strategy", ["random", ("max", BY_RAVEN)])
def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(strategy):
    def found(seed: int, **options) -> tuple:
        sim = simulate(HOUSE, strategy, 5 * BATCH + 1000, seed, 50, **options)
        return sim.rolls.tolist(), sim.sample_wins.tolist(), sim.final

    assert found(5, threads=1) == found(5, threads=2) == found(5, threads=8) == found(5)
    assert found(5, method="counted") == found(5, method="counted")
    assert found(5, threads=1)[1] != found(6, threads=1)[1]


def test_a_million_games_are_played_unless_one_asks_for_others():
    sim = simulate(TWO, seed=1)
    *_, last = simulate_in_parts(TWO)
    assert (sim.games, sim.final, last.games) == (10**6, None, 10**6)


def test_without_a_seed_a_fresh_one_is_drawn_and_kept():
    one, two = simulate(TWO, games=1000), simulate(TWO, games=1000)
    assert one.seed != two.seed
    assert np.array_equal(simulate(TWO, games=1000, seed=one.seed).rolls, one.rolls)


def test_a_simulation_says_what_was_played():
    one, two = (simulate("two-by-two", players, 10) for players in (["max"], ("max", "random")))
    assert one.game == two.game == TWO
    assert (one.strategy, two.strategy) == (STRATEGIES["max"], (STRATEGIES["max"], STRATEGIES["random"]))


@pytest.mark.parametrize(("number", "samples"), [(1, 1), (7, 7), (6000, 3), (2 * BATCH, 5), (3 * BATCH, 2)])
def test_samples_add_up(number: int, samples: int):
    sim = simulate(TWO, "max", number, seed=2, samples=samples)
    assert (sim.games, len(sim.sample_wins)) == (number, samples)
    assert sim.sample_wins.sum() == sim.wins == sim.rolls[1].sum()
    assert 0 <= sim.sample_wins.min() <= sim.sample_wins.max() <= number // samples


@pytest.mark.parametrize("batch", [BATCH, 100, 30])
def test_samples_are_independent_in_one_batch_and_from_batch_to_batch(batch: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(simulation, "BATCH", batch)
    sim = simulate(TWO, "max", 100_000, seed=4, samples=1000)
    assert are_binomials(sim.sample_wins, 100, solve(TWO).win_probability)


def test_errors_of_a_simulation():
    sim = Simulation(TWO, STRATEGIES["max"], 1, np.array([[0, 3, 0], [0, 0, 7]]), np.array([7]))
    assert (sim.games, sim.wins, sim.win_rate) == (10, 7, 0.7)
    assert sim.standard_error == pytest.approx(sqrt(0.7 * 0.3 / 9))
    assert sim.confidence_interval() == confidence_interval(7, 10)
    assert sim.confidence_interval(0.99, "exact") == confidence_interval(7, 10, 0.99, "exact")


# --- a simulation as it grows ---


@pytest.mark.parametrize("number", [1, 5 * BATCH + 1, 50 * BATCH])
def test_the_last_part_is_the_whole_simulation(number: int):
    parts = list(simulate_in_parts(TWO, "random", number, seed=3))
    whole = simulate(TWO, "random", number, seed=3)
    for name in ("rolls", "sample_wins", "game", "strategy", "seed"):
        assert np.array_equal(getattr(parts[-1], name), getattr(whole, name))
    so_far = {min(n * BATCH, number) for n in (1, 2, 4, 8, 16, 32, 48, 50)}
    assert [part.games for part in parts] == sorted(so_far)


def test_no_game_is_played_that_nobody_asks_for(monkeypatch: pytest.MonkeyPatch):
    begun, play_batch = [], simulation._play_batch
    monkeypatch.setattr(simulation, "_play_batch", lambda *asked: begun.append(asked[1]) or play_batch(*asked))
    parts = simulate_in_parts(TWO, "max", 10**8, seed=3)
    assert begun == []
    assert [next(parts).games, next(parts).games] == [BATCH, 2 * BATCH]
    assert begun == [0, BATCH]


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_is_told_batch_by_batch(threads: int):
    told = []
    simulate(TWO, "max", 5 * BATCH + 7, seed=1, threads=threads, progress=told.append)
    assert sorted(told) == [7] + [BATCH] * 5


@pytest.mark.parametrize("threads", [1, 2])
def test_whoever_is_told_may_stop_the_games(threads: int):
    told = []

    def stop_at_the_third(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(TWO, "max", 1000 * BATCH, seed=1, threads=threads, progress=stop_at_the_third)
    assert len(told) < 20


# --- more games than 32 bits can count, without playing them ---


def every_second_won(games: int, rng: np.random.Generator, named: bool) -> tuple[np.ndarray, np.ndarray]:
    won = np.arange(1, games, 2, dtype=np.int32)
    return np.array([[0, games - len(won)], [0, len(won)]]), won if named else won[:0]


@pytest.mark.parametrize(("size", "samples"), [(3 * 10**9, 1), (10**9, 3), (10**4, 3 * 10**5)])
@pytest.mark.parametrize("batch", [2**31 // BATCH, 29_999])  # the one that crosses 2^31, and one far beyond
def test_games_beyond_32_bits_are_counted_in_their_sample(size: int, samples: int, batch: int):
    first, last = batch * BATCH, (batch + 1) * BATCH - 1
    work = simulation._Work(every_second_won, size, samples, seed=1)
    counts, wins = simulation._play_share(work, Event(), range(first, last, BATCH))
    assert (counts.dtype, counts.tolist()) == (np.int64, [[0, BATCH // 2], [0, BATCH // 2]])
    assert (wins.dtype, wins.sum()) == (np.int64, BATCH // 2)
    assert np.flatnonzero(wins).tolist() == list(range(first // size, last // size + 1))


def test_counts_beyond_32_bits_add_up():
    many = np.array([[0, 2**33], [0, 1]])
    total = simulation._added(many, np.array([[0, 1, 2], [2**34, 0, 2**31]]))
    assert total.tolist() == [[0, 2**33 + 1, 2], [2**34, 1, 2**31]]


def peak_memory(number: int) -> int:
    """The most bytes that a simulation holds at a time."""
    start()
    try:
        simulate(TWO, "max", number, seed=1, threads=1)
        return get_traced_memory()[1]
    finally:
        stop()


def test_memory_does_not_grow_with_the_games():
    peak_memory(BATCH)
    assert peak_memory(12 * BATCH) < 1.1 * peak_memory(3 * BATCH) < 100 * BATCH


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


@pytest.mark.parametrize("wrong", [{"games": 0}, {"seed": -1}, {"strategy": "optimal"}])
def test_parts_of_an_impossible_simulation_are_refused(wrong: dict):
    with pytest.raises(ValueError, match="|".join(wrong)):
        next(simulate_in_parts(TWO, **wrong))
