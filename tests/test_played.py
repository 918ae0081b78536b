"""Games that are played: draws, the table of rolls against the rules read literally, then samples of whole games."""

from collections import Counter
from fractions import Fraction
from functools import partial, reduce
from itertools import pairwise
from math import sqrt
from threading import Event
from tracemalloc import get_traced_memory, start, stop

import numpy as np
import pytest
from games import games, players, without_best
from hypothesis import assume, example, given, settings
from literal import roll_outcomes
from samples import (
    BY_RAVEN,
    FALSE_ALARM,
    FAMILY,
    FIRST_ORCHARD,
    HOUSE,
    ORCHARD,
    SAMPLED,
    TWO,
    chi_square,
    is_fair,
    literal_end,
    solved,
)
from scipy import stats

from orchard import EDITIONS, STRATEGIES, Game, State, mixture, solve
from orchard.lengths import length_distribution
from orchard.simulator import Simulation, simulate, simulate_in_parts, simulation, table
from orchard.simulator.played import batch_player, drawn, play_by_steps, play_by_table
from orchard.simulator.simulation import BATCH
from orchard.simulator.table import ROUND, RollTable, TooLargeError, roll_table
from orchard.states import States, all_states
from orchard.strategies import checked_players, is_lumpable

# --- draws ---


class Words:
    """A generator whose words hold, one after the other, these pieces; after them come zeros."""

    def __init__(self, pieces: np.ndarray):
        self.words, self.asked = pieces.view(np.uint64), []

    def integers(self, high: int, endpoint: bool, size: int, dtype: type) -> np.ndarray:
        assert (high, endpoint, dtype) == (2**64 - 1, True, np.uint64)
        self.asked.append(size)
        words, self.words = self.words[:size], self.words[size:]
        return np.concatenate([words, np.zeros(size - len(words), np.uint64)])


ALL_PIECES = np.random.default_rng(1).permutation(2**16).astype(np.uint16)
NUMBERS_OF_WAYS = [2, 3, 6, 7, 36, 72, 864, 1296, 5184, 32_767, 32_768, 32_769, 40_000, 65_535, 2**16]


@pytest.mark.parametrize("ways", NUMBERS_OF_WAYS)
def test_all_pieces_of_a_word_give_each_way_equally_often(ways: int):
    rng = Words(ALL_PIECES)
    numbers = drawn(rng, ways, 2**16)
    each, favoured = divmod(2**16, ways)
    assert rng.asked == [2**14] + [-(-favoured // 4)] * (favoured > 0)
    counts = np.bincount(numbers, minlength=ways)
    counts[0] -= favoured  # those that were drawn again, from zeros
    assert counts.tolist() == [each] * ways


@pytest.mark.parametrize("ways", [2**16 + 1, 100_003, 720_720, 2**31 + 1, 2**32])
def test_pieces_of_32_bits_are_rejected_where_they_would_favour_some_ways(ways: int):
    each = 2**32 // ways
    last = each * ways
    edges = [(0, 0), (each - 1, 0), (each, 1), (last - each, ways - 1), (last - 1, ways - 1)]
    rejected = last < 2**32
    edges.append((last, 0) if rejected else (0, 0))  # drawn again, from zeros
    pieces, expected = zip(*edges, strict=True)
    rng = Words(np.array(pieces, np.uint32))
    assert drawn(rng, ways, len(edges)).tolist() == list(expected)
    assert rng.asked == [3, 1][: 1 + rejected]


def test_a_roll_that_can_turn_out_in_one_way_only_needs_no_draw():
    assert drawn(None, 1, 3).tolist() == [0, 0, 0]


# --- the table of rolls ---


def states_of(game: Game, strategy) -> States:
    return all_states(game.fruits, game.colour_faces, is_lumpable(game, checked_players(strategy)))


def tabled(game: Game, strategy) -> tuple[RollTable, States]:
    states = states_of(game, strategy)
    return roll_table(game, checked_players(strategy), states), states


def tabled_if_small(make, game: Game, strategy) -> tuple[RollTable, States]:
    """For random examples, few of which have no table."""
    try:
        return make(game, strategy)
    except TooLargeError:
        assume(False)


def by_single_rolls(game: Game, strategy) -> tuple[RollTable, States]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "CACHED", 0)
        return tabled(game, strategy)


def next_rows(made: RollTable) -> np.ndarray:
    """The table as rows after (row, column)."""
    assert not (made.places % made.columns).any()
    return (made.places // made.columns).reshape(-1, made.columns)


def sizes(made: RollTable) -> np.ndarray:
    """How many ways each column stands for."""
    if made.column_of_way is None:
        assert made.ways == made.columns
        return np.ones(made.columns, int)
    assert len(made.column_of_way) == made.ways
    return np.bincount(made.column_of_way, minlength=made.columns)


def row_of(game: Game, states: States, state: State, player: int, turns: int) -> int:
    """The row that the docstring of RollTable says is the state's."""
    if state.is_lost or state.is_won:
        return ROUND * state.is_won
    live = int(states.index(state.fruits) - 1) * game.raven_steps + state.raven_steps - 1
    return 2 * ROUND + live * turns + turns - 1 - player


def rows_expected(game: Game, strategy, states: States) -> dict[int, dict[int, Fraction]]:
    """For each row of a state that goes on, the probabilities of the next rows, by the rules read literally."""
    turns, expected = checked_players(strategy), {}
    for fruits in map(tuple, states.fruits.T[1:].tolist()):
        for raven_steps in range(1, game.raven_steps + 1):
            for player, how in enumerate(turns):
                chances: Counter = Counter()
                following = (player + 1) % len(turns)
                for after, p in roll_outcomes(game, how, State(fruits, raven_steps)).items():
                    chances[row_of(game, states, after, following, len(turns))] += p
                expected[row_of(game, states, State(fruits, raven_steps), player, len(turns))] = dict(chances)
    return expected


@given(games(), players)
@example(Game((3, 2), 3, 1), (BY_RAVEN, "random"))
@settings(max_examples=60)
def test_columns_of_the_table_are_the_probabilities_of_a_roll(game: Game, strategy):
    strategy = without_best(game, strategy)
    made, states = tabled_if_small(by_single_rolls, game, strategy)
    after, size = next_rows(made), sizes(made)
    expected = rows_expected(game, strategy, states)
    assert made.rolls == 1
    assert sorted(expected) == list(range(2 * ROUND, len(after)))
    for row, chances in expected.items():
        found: Counter = Counter()
        for column, next_row in enumerate(after[row].tolist()):
            found[next_row] += Fraction(int(size[column]), made.ways)
        assert dict(found) == chances
    assert made.start == (len(after) - 1) * made.columns
    assert len(after) - 1 == row_of(game, states, game.start, 0, len(checked_players(strategy)))


@given(games(most_fruit=2), players)
def test_several_rolls_at_once_are_rolls_one_after_the_other(game: Game, strategy):
    strategy = without_best(game, strategy)
    single, _ = tabled_if_small(by_single_rolls, game, strategy)
    several, _ = tabled(game, strategy)
    assert (several.columns, several.ways) == (single.columns**several.rolls, single.ways**several.rolls)
    once, rows, size = next_rows(single), np.arange(len(next_rows(single)))[:, None], np.array([1])
    for _ in range(several.rolls):
        rows = once[rows].reshape(len(once), -1)
        size = np.outer(size, sizes(single)).ravel()
    assert np.array_equal(rows, next_rows(several))
    assert np.array_equal(size, sizes(several))


@given(games(), players)
def test_ended_games_count_the_rolls_since_and_stay_ended(game: Game, strategy):
    made, _ = tabled_if_small(tabled, game, without_best(game, strategy))
    after = next_rows(made)
    for first in (0, ROUND):
        for age in range(ROUND):
            assert set(after[first + age].tolist()) == {first + min(age + made.rolls, ROUND - 1)}


@pytest.mark.parametrize(
    ("game", "strategy", "columns", "ways"),
    [
        (FIRST_ORCHARD, "max", 6, 6),
        (FIRST_ORCHARD, "random", 11, 72),
        (ORCHARD, "random", 41, 864),
        (ORCHARD, "first", 6, 6),
        (ORCHARD, "ignore", 6, 6),
        (ORCHARD, solved(ORCHARD, "optimal"), 6, 6),
        (ORCHARD, FAMILY, 5 + 1 + 36 + 1, 3 * 864),
        (ORCHARD, ("max", "random"), 41, 864),
    ],
)
def test_what_leads_alike_is_one_column(game: Game, strategy, columns: int, ways: int):
    made, _ = by_single_rolls(game, strategy)
    assert (made.columns, made.ways) == (columns, ways)


def test_columns_beyond_16_bits_keep_their_numbers():
    for columns in (2**16, 2**16 + 1):
        made = table._composed(np.zeros((1, columns), np.int32), np.full(columns, 2), 1)
        assert np.array_equal(made.column_of_way, np.arange(2 * columns) // 2)


def test_a_table_has_at_most_as_many_entries_as_it_may(monkeypatch: pytest.MonkeyPatch):
    entries = 6 * 3 * 4  # fruit states, raven steps, columns: two colours, the basket, the raven
    monkeypatch.setattr(table, "MOST_ENTRIES", entries)
    tabled(Game((2, 2), 3), "max")
    monkeypatch.setattr(table, "MOST_ENTRIES", entries - 1)
    with pytest.raises(TooLargeError):
        tabled(Game((2, 2), 3), "max")


def test_as_many_rolls_at_once_as_stay_in_the_cache():
    for game, rolls in [(Game((1,), 1), 6), (TWO, 6), (FIRST_ORCHARD, 4), (ORCHARD, 2)]:
        made, _ = tabled(game, "max")
        assert (made.rolls, ROUND % made.rolls) == (rolls, 0)
        assert len(made.places) <= table.CACHED
        assert made.ways <= table.PIECE


# --- both ways to play a batch, against the literal distribution of results and lengths ---


def player(kind: str, game: Game, strategy):
    if kind == "table":
        return partial(play_by_table, tabled(game, strategy)[0])
    return partial(play_by_steps, game, checked_players(strategy), states_of(game, strategy))


@pytest.mark.parametrize("kind", ["table", "steps"])
@pytest.mark.parametrize("name", SAMPLED)
def test_results_and_lengths_are_distributed_as_they_must(name: str, kind: str):
    (game, strategy), number = SAMPLED[name], 20_000
    play_batch, played = player(kind, game, strategy), []
    for seed in range(5):
        counts, winners = play_batch(number, np.random.default_rng(seed), True)
        assert counts.sum() == number
        assert len(set(winners.tolist())) == len(winners) == counts[1].sum()
        assert set(winners.tolist()) <= set(range(number))
        played.append(counts)
    assert is_fair(played, literal_end(game, strategy)[0])


@pytest.mark.parametrize("kind", ["table", "steps"])
def test_who_wins_changes_nothing_but_what_is_told(kind: str):
    play_batch = player(kind, HOUSE, FAMILY)
    (named, winners), (nameless, none) = (play_batch(5000, np.random.default_rng(1), it) for it in (True, False))
    assert np.array_equal(named, nameless)
    assert len(winners) > len(none) == 0


@pytest.mark.parametrize("kind", ["table", "steps"])
def test_any_game_of_a_batch_may_be_won(kind: str):
    counts, winners = player(kind, TWO, "max")(50_000, np.random.default_rng(1), True)
    p = solve(TWO).win_probability
    won = np.bincount(winners // 5000, minlength=10)
    assert np.abs(won - 5000 * p).max() < 4 * sqrt(5000 * p * (1 - p))
    assert won.sum() == counts[1].sum()


@pytest.mark.parametrize("strategy", ["random", ("ignore", "max"), FAMILY])
def test_a_game_too_large_for_a_table_is_played_by_steps(strategy, monkeypatch: pytest.MonkeyPatch):
    turns = checked_players(strategy)
    assert batch_player(TWO, turns).func is play_by_table
    monkeypatch.setattr(table, "MOST_ENTRIES", 10)
    assert batch_player(TWO, turns).func is play_by_steps
    by_steps = simulate(TWO, strategy, 100_000, seed=1)
    assert abs(by_steps.win_rate - solve(TWO, strategy).win_probability) < 4 * by_steps.standard_error


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        (Game.uniform(8, 5, 9, 3), "random"),  # 840^3 ways
        (ORCHARD, "fruit"),  # a common multiple of 1, ..., 40
        (Game((4,) * 5, 1000, 1, (2, 1, 1, 1, 1)), "max"),  # 3,125 fruit states with a thousand steps each
        (TWO, mixture({"max": Fraction(1, 10**30), "min": 1 - Fraction(1, 10**30)})),
    ],
)
def test_games_that_are_too_large_for_a_table(game: Game, strategy):
    assert batch_player(game, checked_players(strategy)).func is play_by_steps


# --- simulate ---


@pytest.mark.parametrize(("game", "strategy"), [(FIRST_ORCHARD, "max"), (ORCHARD, "random"), (TWO, ("random", "max"))])
def test_many_seeds_are_distributed_as_they_must_each_and_all_together(game: Game, strategy):
    chances, number = length_distribution(game, strategy, rest=1e-13), 20_000
    seeds = [simulate(game, strategy, number, seed).rolls for seed in range(100)]
    each = [stats.chi2.sf(*chi_square(counts, number * chances)) for counts in seeds]
    assert stats.kstest(each, "uniform").pvalue > FALSE_ALARM
    together = reduce(simulation._added, seeds)
    assert stats.chi2.sf(*chi_square(together, 100 * number * chances)) > FALSE_ALARM


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_won_as_often_as_it_should(edition: str):
    for strategy in STRATEGIES:
        solution = solve(edition, strategy)
        sim = simulate(edition, solution.strategy, 40_000, seed=3)
        assert abs(sim.win_rate - solution.win_probability) < 4 * sim.standard_error


@pytest.mark.parametrize(("game", "strategy"), [(TWO, "random"), (HOUSE, FAMILY), (HOUSE, ("max", BY_RAVEN))])
def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(game: Game, strategy):
    number = 5 * BATCH + 1000
    one, two, eight = (simulate(game, strategy, number, seed=5, samples=50, threads=n) for n in (1, 2, 8))
    for other in (two, eight, simulate(game, strategy, number, seed=5, samples=50)):
        assert np.array_equal(one.rolls, other.rolls)
        assert np.array_equal(one.sample_wins, other.sample_wins)
    assert not np.array_equal(one.sample_wins, simulate(game, strategy, number, seed=6, samples=50).sample_wins)


def test_a_million_games_are_played_unless_one_asks_for_others():
    assert simulate(TWO, seed=1).games == 10**6
    assert [part.games for part in simulate_in_parts(TWO)][-1] == 10**6


def test_each_batch_of_each_seed_has_games_of_its_own():
    play_batch = batch_player(FIRST_ORCHARD, checked_players("max"))
    batches = [(seed, first) for seed in range(5) for first in [*range(0, 20 * BATCH, BATCH), 10**10, 10**11]]
    results = set()
    for seed, first in batches:
        whole = simulation._Work(play_batch, 10**12, 1, seed)
        results.add(simulation._play_batch(whole, first, 1000)[0].tobytes())
    assert len(results) == len(batches)


def test_without_a_seed_a_fresh_one_is_drawn_and_kept():
    one, two = simulate(TWO, games=1000), simulate(TWO, games=1000)
    assert one.seed != two.seed
    assert np.array_equal(simulate(TWO, games=1000, seed=one.seed).rolls, one.rolls)


@pytest.mark.parametrize("asked", ["max", ("max", "random"), ["max"]])
def test_a_simulation_says_what_was_played(asked):
    sim = simulate("two-by-two", asked, 1000, seed=2)
    names = sim.strategy.name if isinstance(sim.strategy, type(STRATEGIES["max"])) else [s.name for s in sim.strategy]
    assert sim.game == TWO
    assert names == ("max" if asked in ("max", ["max"]) else ["max", "random"])


@pytest.mark.parametrize(
    ("number", "samples"), [(1, 1), (7, 7), (6000, 3), (2 * BATCH, 5), (3 * BATCH, 1), (4 * BATCH, 4), (3 * BATCH, 2)]
)
def test_samples_add_up(number: int, samples: int):
    sim = simulate(TWO, "max", number, seed=2, samples=samples)
    assert sim.games == number
    assert len(sim.sample_wins) == samples
    assert sim.sample_wins.sum() == sim.wins == sim.rolls[1].sum()
    assert 0 <= sim.sample_wins.min() <= sim.sample_wins.max() <= number // samples


@pytest.mark.parametrize("batch", [BATCH, 100, 30])
def test_samples_are_independent_binomials_in_one_batch_and_from_batch_to_batch(
    batch: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(simulation, "BATCH", batch)
    sim, p = simulate(TWO, "max", 100_000, seed=4, samples=1000), solve(TWO).win_probability
    variance = 100 * p * (1 - p)
    statistic = ((sim.sample_wins - 100 * p) ** 2 / variance).sum()
    assert abs(statistic - 1000) < 4 * sqrt(2 * 1000)
    assert abs(np.corrcoef(*zip(*pairwise(sim.sample_wins), strict=True))[0, 1]) < 4 / sqrt(1000)


def test_errors_of_a_simulation():
    sim = Simulation(TWO, STRATEGIES["max"], 1, np.array([[0, 3, 0], [0, 0, 7]]), np.array([7]))
    assert (sim.games, sim.wins, sim.win_rate) == (10, 7, 0.7)
    assert sim.standard_error == pytest.approx(sqrt(0.21 / 9))
    assert sim.confidence_interval(0.99) == pytest.approx(
        (0.7 - 2.575829 * sqrt(0.21 / 9), 0.7 + 2.575829 * sqrt(0.21 / 9))
    )
    assert sim.confidence_interval(method="exact") == pytest.approx((0.347547, 0.933260), abs=1e-6)


# --- a simulation as it grows ---


@pytest.mark.parametrize("number", [1, BATCH, 5 * BATCH + 1, 50 * BATCH])
def test_the_last_part_is_the_whole_simulation(number: int):
    parts = list(simulate_in_parts(TWO, "random", number, seed=3))
    whole = simulate(TWO, "random", number, seed=3)
    assert np.array_equal(parts[-1].rolls, whole.rolls)
    assert np.array_equal(parts[-1].sample_wins, whole.sample_wins)
    assert (parts[-1].game, parts[-1].strategy, parts[-1].seed) == (whole.game, whole.strategy, whole.seed)
    so_far = [min(n * BATCH, number) for n in (1, 2, 4, 8, 16, 32, 48, 50)]
    assert [part.games for part in parts] == sorted(set(so_far))


def test_no_game_is_played_that_nobody_asks_for(monkeypatch: pytest.MonkeyPatch):
    played = []
    share = simulation._play_share
    monkeypatch.setattr(
        simulation, "_play_share", lambda work, stop, firsts: played.extend(firsts) or share(work, stop, firsts)
    )
    parts = simulate_in_parts(TWO, "max", 10**8, seed=3)
    assert played == []
    assert [next(parts).games, next(parts).games] == [BATCH, 2 * BATCH]
    assert sorted(played) == [0, BATCH]


def test_parts_of_an_impossible_simulation_are_refused():
    for wrong in ({"games": 0}, {"seed": -1}, {"strategy": "mox"}, {"strategy": "optimal"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            next(simulate_in_parts(TWO, **wrong))


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_is_told_batch_by_batch(threads: int):
    told = []
    sim = simulate(TWO, "max", 5 * BATCH + 7, seed=1, threads=threads, progress=told.append)
    assert sorted(told) == [7] + [BATCH] * 5
    assert sim.wins == simulate(TWO, "max", 5 * BATCH + 7, seed=1).wins


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


def work(size: int, samples: int, play_batch=every_second_won) -> simulation._Work:
    return simulation._Work(play_batch, size, samples, seed=1)


@pytest.mark.parametrize(("size", "samples"), [(3 * 10**9, 1), (10**9, 3), (3 * 10**9, 2), (10**4, 3 * 10**5)])
@pytest.mark.parametrize("batch", [2**31 // BATCH, 29_999])  # the one that crosses 2^31, and one far beyond
def test_games_beyond_32_bits_are_counted_in_their_sample(size: int, samples: int, batch: int):
    share = range(batch * BATCH, (batch + 1) * BATCH, BATCH)
    counts, wins = simulation._play_share(work(size, samples), Event(), share)
    assert counts.tolist() == [[0, BATCH // 2], [0, BATCH // 2]]
    first, last = batch * BATCH // size, ((batch + 1) * BATCH - 1) // size
    assert wins.sum() == BATCH // 2
    assert np.flatnonzero(wins).tolist() == list(range(first, last + 1))


def test_counts_beyond_32_bits_add_up():
    many = np.array([[0, 2**33], [0, 1]])
    total = simulation._added(many, np.array([[0, 1, 2], [2**34, 0, 2**31]]))
    assert total.tolist() == [[0, 2**33 + 1, 2], [2**34, 1, 2**31]]
    sim = Simulation(TWO, STRATEGIES["max"], 1, total, total[1])
    assert (sim.games, sim.wins) == (2**33 + 3 + 2**34 + 1 + 2**31, 2**34 + 1 + 2**31)
    counts, wins = simulation._play_share(work(10, 1), Event(), range(1))
    assert (counts.dtype, wins.dtype) == (np.int64, np.int64)


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
    ("arguments", "error", "message"),
    [
        ({"games": 0}, ValueError, "games must be at least 1, got 0"),
        ({"samples": 0}, ValueError, "samples must be at least 1, got 0"),
        ({"samples": 3}, ValueError, "samples must divide the 1000 games into equal parts, got 3"),
        ({"threads": 0}, ValueError, "threads must be at least 1, got 0"),
        ({"seed": -1}, ValueError, "seed must be at least 0, got -1"),
        ({"strategy": "optimal"}, ValueError, r'solve\(game, "optimal"\)\.strategy'),
        ({"strategy": ("max", "worst")}, ValueError, r'solve\(game, "worst"\)\.strategy'),
    ],
)
def test_bad_arguments(arguments: dict, error: type, message: str):
    with pytest.raises(error, match=message) as raised:
        simulate(TWO, **{"games": 1000, **arguments})
    assert raised.value.argument == next(iter(arguments))
