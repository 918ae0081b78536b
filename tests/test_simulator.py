"""Games that are played: the table of rolls state by state against the rules, then samples against exact results.

All samples have a fixed seed. Where a test says 4 standard errors, it would fail by chance for one seed in 16,000;
the chi-square tests for one in 10,000.
"""

from collections import Counter
from fractions import Fraction
from functools import partial, reduce
from itertools import pairwise
from math import sqrt
from threading import Event
from tracemalloc import get_traced_memory, start, stop

import numpy as np
import pytest
from games import (
    FIRST,
    FRUIT,
    any_strategy,
    chi_square,
    forward,
    games,
    length_distribution,
    one_roll,
    same_length,
)
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy import stats

from orchard import (
    EDITIONS,
    STRATEGIES,
    Game,
    State,
    Strategy,
    absorbing_chain,
    mixture,
    pick,
    play,
    settled,
    simulate,
    simulate_in_parts,
    simulator,
    solve,
)
from orchard import batches as batches_module
from orchard import rolltable as rolltable_module
from orchard.batches import batch_player, play_by_steps, play_by_table
from orchard.lattice import Lattice, lattice
from orchard.rolltable import ROUND, RollTable, basket_ways, roll_table
from orchard.rules import COLOURS, TREES
from orchard.simulator import BATCH, Simulation
from orchard.strategies import is_lumpable, pick_probabilities, used_parts

FALSE_ALARM = 1e-4
TWO = EDITIONS["two-by-two"]
HOUSE = Game((3, 0, 2), 2, 2, (1, 2, 1), 2, 1)
AHEAD = Game((2, 2), 1, 2, (1, 0))  # the best first pick of two is not the best only pick
FAMILY = mixture({"max": Fraction(1, 2), "random": Fraction(1, 3), "ignore": Fraction(1, 6)})


# --- the table of rolls ---


def tabled(game: Game, strategy: Strategy) -> tuple[RollTable, Lattice]:
    states = lattice(game.fruits, is_lumpable(game, strategy))
    return roll_table(game, strategy, states), states


def next_rows(table: RollTable) -> np.ndarray:
    """The table as rows after (row, way)."""
    assert not (table.places % table.ways).any()
    return (table.places // table.ways).reshape(-1, table.ways)


def row_of(game: Game, states: Lattice, state: State) -> int:
    """The row that the docstring of RollTable says is the state's."""
    if state.is_lost or state.is_won:
        return ROUND * state.is_won
    return 2 * ROUND + (states.index(state.fruits) - 1) * game.raven_steps + state.raven_steps - 1


def tabled_by_single_rolls(game: Game, strategy: Strategy) -> tuple[RollTable, Lattice]:
    states = lattice(game.fruits, is_lumpable(game, strategy))
    assume(len(states) * game.raven_steps * game.faces * basket_ways(game, strategy, states) < 50_000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rolltable_module, "CACHED", 0)
        return tabled(game, strategy)


@given(games(), any_strategy)
@example(AHEAD, STRATEGIES["optimal"])
@example(Game((2, 1), 1), mixture({"optimal": Fraction(1, 3), FIRST: Fraction(2, 3)}))
@settings(max_examples=150)
def test_ways_of_the_table_are_the_probabilities_of_a_roll(game: Game, strategy: Strategy):
    played = settled(game, strategy)
    table, states = tabled_by_single_rolls(game, played)
    after, seen = next_rows(table), set(range(2 * ROUND))
    assert table.rolls == 1
    assert len(after) == 2 * ROUND + (len(states) - 1) * game.raven_steps
    for fruits in states.fruits[1:].tolist():
        for raven_steps in range(1, game.raven_steps + 1):
            state = State(tuple(fruits), raven_steps)
            row = row_of(game, states, state)
            ways = Counter(after[row].tolist())
            expected = Counter()
            for next_state, p in one_roll(game, played, state).items():
                expected[row_of(game, states, next_state)] += p
            assert {next_row: Fraction(n, table.ways) for next_row, n in ways.items()} == dict(expected)
            seen.add(row)
    assert seen == set(range(len(after)))
    assert table.start == row_of(game, states, game.start) * table.ways


@given(games(most_fruit=2), forward)
def test_several_rolls_at_once_are_rolls_one_after_the_other(game: Game, strategy: Strategy):
    single, _ = tabled_by_single_rolls(game, strategy)
    several, _ = tabled(game, strategy)
    assert several.ways == single.ways**several.rolls
    once, rows = next_rows(single), np.arange(len(next_rows(single)))[:, None]
    for _ in range(several.rolls):
        rows = once[rows].reshape(len(once), -1)
    assert np.array_equal(rows, next_rows(several))


def test_as_many_rolls_at_once_as_stay_in_the_cache():
    for game, rolls in [(Game((1,), 1), 6), (TWO, 6), (EDITIONS["first-orchard"], 4), (EDITIONS["orchard"], 2)]:
        table, _ = tabled(game, STRATEGIES["max"])
        assert (table.rolls, ROUND % table.rolls) == (rolls, 0)
        assert len(table.places) <= rolltable_module.CACHED


@given(games(), forward)
def test_ended_games_count_the_rolls_since_and_stay_ended(game: Game, strategy: Strategy):
    tabled_by_single_rolls(game, strategy)
    table, _ = tabled(game, strategy)
    after = next_rows(table)
    for first in (0, ROUND):
        for age in range(ROUND):
            assert set(after[first + age].tolist()) == {first + min(age + table.rolls, ROUND - 1)}


@pytest.mark.parametrize(
    ("strategy", "ways"),
    [("max", 1), ("min", 1), ("ignore", 1), ("random", 12**2), (FAMILY, 6 * 12**2), (FIRST, 1)],
)
def test_ways_to_draw_a_basket(strategy: Strategy | str, ways: int):
    strategy = STRATEGIES[strategy] if isinstance(strategy, str) else strategy
    game = EDITIONS["orchard"]
    assert basket_ways(game, strategy, lattice(game.fruits, is_lumpable(game, strategy))) == ways


# --- both ways to play a batch, against the exact distribution of results and lengths ---


PLAYED = [
    (TWO, STRATEGIES["max"]),
    (TWO, STRATEGIES["random"]),
    (TWO, STRATEGIES["optimal"]),
    (HOUSE, STRATEGIES["random"]),
    (HOUSE, STRATEGIES["optimal"]),
    (HOUSE, STRATEGIES["worst"]),
    (AHEAD, STRATEGIES["optimal"]),
    (HOUSE, FAMILY),
    (HOUSE, FRUIT),
    (HOUSE, mixture({"worst": Fraction(1, 3), FIRST: Fraction(1, 2), "ignore": Fraction(1, 6)})),
    (Game((2, 2), 3, 3), STRATEGIES["min"]),
    (Game((1, 2), 2, 0), STRATEGIES["max"]),
    (Game((1,), 1, colour_faces=(0,), basket_faces=0), STRATEGIES["max"]),
    (EDITIONS["first-orchard"], STRATEGIES["max"]),
]


def player(kind: str, game: Game, strategy: Strategy) -> batches_module.BatchPlayer:
    table, states = tabled(game, strategy)
    return partial(play_by_table, table) if kind == "table" else partial(play_by_steps, game, strategy, states)


@pytest.mark.parametrize("kind", ["table", "steps"])
@pytest.mark.parametrize(("game", "strategy"), PLAYED, ids=lambda value: getattr(value, "name", ""))
def test_results_and_lengths_are_distributed_as_they_must(game: Game, strategy: Strategy, kind: str):
    strategy, number = settled(game, strategy), 20_000
    play_batch, chances = player(kind, game, strategy), length_distribution(game, strategy)
    assert chances.sum() == pytest.approx(1, abs=1e-11)
    total, freedom = 0.0, 0
    for seed in range(5):
        counts, winners = play_batch(number, np.random.default_rng(seed))
        assert counts.sum() == number
        assert len(set(winners.tolist())) == len(winners) == counts[1].sum()
        assert set(winners.tolist()) <= set(range(number))
        statistic, more = chi_square(*same_length(counts, number * chances))
        total, freedom = total + statistic, freedom + more
    assert freedom == 0 or stats.chi2.sf(total, freedom) > FALSE_ALARM


@pytest.mark.parametrize("kind", ["table", "steps"])
def test_any_game_of_a_batch_may_be_won(kind: str):
    counts, winners = player(kind, TWO, STRATEGIES["max"])(50_000, np.random.default_rng(1))
    p = float(solve(TWO).win_probability)
    won = np.bincount(winners // 5000, minlength=10)
    assert np.abs(won - 5000 * p).max() < 4 * sqrt(5000 * p * (1 - p))
    assert won.sum() == counts[1].sum()


def test_a_game_too_large_for_a_table_is_played_by_steps(monkeypatch: pytest.MonkeyPatch):
    strategy = STRATEGIES["random"]
    assert batch_player(TWO, strategy).func is play_by_table
    assert batch_player(Game.uniform(8, 5, 9, 3), strategy).func is play_by_steps
    monkeypatch.setattr(batches_module, "LARGEST", 10)
    assert batch_player(TWO, strategy).func is play_by_steps
    by_steps = simulate(TWO, strategy, 100_000, seed=1)
    p = solve(TWO, strategy).win_probability
    assert abs(by_steps.win_rate - p) < 4 * by_steps.standard_error


# --- random bits become faces ---


class Overheard:
    """A generator that keeps the whole numbers it is asked for."""

    def __init__(self, seed: int):
        self.rng, self.counts = np.random.Generator(np.random.SFC64(seed)), Counter()

    def integers(self, high: int, size: tuple[int, ...], dtype: type) -> np.ndarray:
        numbers = self.rng.integers(high, size=size, dtype=dtype)
        self.counts[high, dtype] += np.bincount(numbers.ravel(), minlength=high)
        return numbers


def endless(ways: int) -> RollTable:
    """A table in which every way leads to a lost game."""
    return RollTable(np.zeros((2 * ROUND + 1) * ways, np.int32), ways, 1)


@pytest.mark.parametrize("ways", [6, 7, 1296, 40_000, 2**16, 2**16 + 1, 100_003])
def test_every_way_a_roll_can_turn_out_is_drawn_equally_often(ways: int):
    """Bits modulo `ways` would not do: 16 of them give 25,536 of 40,000 ways twice as often as the others."""
    rng = Overheard(seed=ways)
    for _ in range(4):
        play_by_table(endless(ways), BATCH, rng)
    (((drawn, dtype), counts),) = rng.counts.items()
    assert (drawn, counts.sum(), len(counts)) == (ways, 4 * BATCH * ROUND, ways)
    assert ways <= np.iinfo(dtype).max + 1
    statistic = ((counts - counts.mean()) ** 2).sum() / counts.mean()
    assert FALSE_ALARM / 2 < stats.chi2.sf(statistic, ways - 1) < 1 - FALSE_ALARM / 2


# --- simulate ---


@pytest.mark.parametrize(("edition", "strategy"), [("first-orchard", "max"), ("orchard", "random")])
def test_many_seeds_are_distributed_as_they_must_each_and_all_together(edition: str, strategy: str):
    chances, number = absorbing_chain(edition, strategy).roll_distribution(200), 20_000
    play_batch = batch_player(EDITIONS[edition], STRATEGIES[strategy])
    seeds = [
        simulator._play_share(play_batch, number, 1, seed, Event(), range(0, number, simulator.BATCH))[0]
        for seed in range(100)
    ]
    each = [stats.chi2.sf(*chi_square(*same_length(counts, number * chances))) for counts in seeds]
    assert stats.kstest(each, "uniform").pvalue > FALSE_ALARM
    together = reduce(simulator._add_counts, seeds)
    assert stats.chi2.sf(*chi_square(*same_length(together, 100 * number * chances))) > FALSE_ALARM


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        (EDITIONS["first-orchard"], STRATEGIES["max"]),
        (EDITIONS["first-orchard"], STRATEGIES["random"]),
        (EDITIONS["first-orchard-6"], STRATEGIES["worst"]),
        (HOUSE, FAMILY),
        (HOUSE, STRATEGIES["optimal"]),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_win_rate_and_rolls_are_within_4_standard_errors(game: Game, strategy: Strategy):
    number = 200_000
    sim, chances = simulate(game, strategy, number, seed=7), length_distribution(game, settled(game, strategy))
    k, p = np.arange(chances.shape[1]), chances.sum(axis=0)
    mean = k @ p
    variance, fourth = (k - mean) ** 2 @ p, (k - mean) ** 4 @ p
    rolls, played = np.arange(sim.rolls.shape[1]), sim.rolls.sum(axis=0)
    found = rolls @ played / number
    found_variance = (rolls - found) ** 2 @ played / (number - 1)
    assert chances[1].sum() == pytest.approx(solve(game, strategy).win_probability, abs=1e-11)
    assert abs(sim.win_rate - chances[1].sum()) < 4 * sim.standard_error
    assert abs(found - mean) < 4 * sqrt(variance / number)
    assert abs(found_variance - variance) < 4 * sqrt((fourth - variance**2) / number)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_won_as_often_as_it_should(edition: str):
    for strategy in STRATEGIES:
        sim = simulate(edition, strategy, 40_000, seed=3)
        assert abs(sim.win_rate - solve(edition, strategy).win_probability) < 4 * sim.standard_error


@pytest.mark.parametrize(("game", "strategy"), [(TWO, "random"), (HOUSE, "optimal")])
def test_the_same_seed_gives_the_same_result_on_any_number_of_threads(game: Game, strategy: str):
    number = 5 * BATCH + 1000
    one, two, eight = (simulate(game, strategy, number, seed=5, samples=50, threads=n) for n in (1, 2, 8))
    for other in (two, eight, simulate(game, strategy, number, seed=5, samples=50)):
        assert np.array_equal(one.rolls, other.rolls)
        assert np.array_equal(one.sample_wins, other.sample_wins)
    assert not np.array_equal(one.sample_wins, simulate(game, strategy, number, seed=6, samples=50).sample_wins)


def test_without_a_seed_a_fresh_one_is_drawn_and_kept():
    one, two = simulate(TWO, games=1000), simulate(TWO, games=1000)
    assert one.seed != two.seed
    assert np.array_equal(simulate(TWO, games=1000, seed=one.seed).rolls, one.rolls)


@pytest.mark.parametrize(("number", "samples"), [(1, 1), (7, 7), (6000, 3), (2 * BATCH, 5), (3 * BATCH, 1)])
def test_samples_add_up(number: int, samples: int):
    sim = simulate(TWO, "max", number, seed=2, samples=samples)
    assert sim.games == number
    assert len(sim.sample_wins) == samples
    assert sim.sample_wins.sum() == sim.wins == sim.rolls[1].sum()
    assert 0 <= sim.sample_wins.min() <= sim.sample_wins.max() <= number // samples


@pytest.mark.parametrize("batch", [BATCH, 100])
def test_samples_are_independent_binomials_in_one_batch_and_from_batch_to_batch(
    batch: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(simulator, "BATCH", batch)
    sim, p = simulate(TWO, "max", 200_000, seed=4, samples=2000), float(solve(TWO).win_probability)
    variance = 100 * p * (1 - p)
    statistic = ((sim.sample_wins - 100 * p) ** 2 / variance).sum()
    assert abs(statistic - 2000) < 4 * sqrt(2 * 2000)
    one, next_one = sim.sample_wins[:-1], sim.sample_wins[1:]
    assert abs(np.corrcoef(one, next_one)[0, 1]) < 4 / sqrt(2000)


def test_errors_of_a_simulation():
    sim = Simulation(TWO, STRATEGIES["max"], 1, np.array([[0, 3, 0], [0, 0, 7]]), np.array([7]))
    assert (sim.games, sim.wins, sim.win_rate) == (10, 7, 0.7)
    assert sim.standard_error == pytest.approx(sqrt(0.21 / 9))
    assert sim.confidence_interval(0.99) == pytest.approx(
        (0.7 - 2.575829 * sqrt(0.21 / 9), 0.7 + 2.575829 * sqrt(0.21 / 9))
    )
    assert sim.confidence_interval(method="exact") == pytest.approx((0.347547, 0.933260), abs=1e-6)


# --- a simulation as it grows ---


@pytest.mark.parametrize("games", [1, BATCH, 5 * BATCH + 1, 50 * BATCH])
def test_the_last_part_is_the_whole_simulation(games: int):
    parts = list(simulate_in_parts(TWO, "random", games, seed=3))
    whole = simulate(TWO, "random", games, seed=3)
    assert np.array_equal(parts[-1].rolls, whole.rolls)
    assert np.array_equal(parts[-1].sample_wins, whole.sample_wins)
    assert (parts[-1].game, parts[-1].strategy, parts[-1].seed) == (whole.game, whole.strategy, whole.seed)
    sizes = [min(n * BATCH, games) for n in (1, 2, 4, 8, 16, 32, 48, 50)]
    assert [part.games for part in parts] == sorted(set(sizes))


def test_no_game_is_played_that_nobody_asks_for(monkeypatch: pytest.MonkeyPatch):
    played = []
    share = simulator._play_share
    monkeypatch.setattr(simulator, "_play_share", lambda *args: played.extend(args[-1]) or share(*args))
    parts = simulate_in_parts(TWO, "optimal", 10**8, seed=3)
    assert played == []
    assert [next(parts).games, next(parts).games] == [BATCH, 2 * BATCH]
    assert sorted(played) == [0, BATCH]


def test_parts_of_an_impossible_simulation_are_refused():
    for wrong in ({"games": 0}, {"seed": -1}, {"strategy": "mox"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            next(simulate_in_parts(TWO, **wrong))


# --- more games than 32 bits can count, without playing them ---


def every_second_won(games: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    won = np.arange(1, games, 2, dtype=np.int32)
    return np.array([[0, games - len(won)], [0, len(won)]]), won


@pytest.mark.parametrize(("size", "samples"), [(3 * 10**9, 1), (10**9, 3), (3 * 10**9, 2), (10**4, 3 * 10**5)])
@pytest.mark.parametrize("batch", [2**31 // BATCH, 29_999])  # the one that crosses 2^31, and one far beyond
def test_games_beyond_32_bits_are_counted_in_their_sample(size: int, samples: int, batch: int):
    share = range(batch * BATCH, (batch + 1) * BATCH, BATCH)
    counts, wins = simulator._play_share(every_second_won, size, samples, 1, Event(), share)
    assert counts.tolist() == [[0, BATCH // 2], [0, BATCH // 2]]
    first, last = batch * BATCH // size, ((batch + 1) * BATCH - 1) // size
    assert wins.sum() == BATCH // 2
    assert np.flatnonzero(wins).tolist() == list(range(first, last + 1))


def test_counts_beyond_32_bits_add_up():
    many = np.array([[0, 2**33], [0, 1]])
    total = simulator._add_counts(many, np.array([[0, 1, 2], [2**34, 0, 2**31]]))
    assert total.tolist() == [[0, 2**33 + 1, 2], [2**34, 1, 2**31]]
    sim = Simulation(TWO, STRATEGIES["max"], 1, total, total[1])
    assert (sim.games, sim.wins) == (2**33 + 3 + 2**34 + 1 + 2**31, 2**34 + 1 + 2**31)
    counts, wins = simulator._play_share(every_second_won, 10, 1, 1, Event(), range(1))
    assert (counts.dtype, wins.dtype) == (np.int64, np.int64)


def test_the_last_of_ten_thousand_million_games_are_played_and_counted():
    games, samples = 10**10, 10**4
    last = range(games - 2 * BATCH, games, BATCH)
    counts, wins = simulator._play_share(
        batch_player(TWO, STRATEGIES["max"]), games // samples, samples, 1, Event(), last
    )
    assert counts.sum() == 2 * BATCH
    assert np.flatnonzero(wins).tolist() == [samples - 1]
    assert wins.sum() == counts[1].sum()
    p = float(solve(TWO).win_probability)
    assert abs(wins.sum() - 2 * BATCH * p) < 4 * sqrt(2 * BATCH * p * (1 - p))


def peak_memory(games: int) -> int:
    """The most bytes that a simulation holds at a time."""
    start()
    try:
        simulate(TWO, "max", games, seed=1, threads=1)
        return get_traced_memory()[1]
    finally:
        stop()


def test_memory_does_not_grow_with_the_games():
    peak_memory(BATCH)
    assert peak_memory(12 * BATCH) < 1.1 * peak_memory(3 * BATCH) < 100 * BATCH


# --- play ---


def face_index(game: Game, face: str) -> int:
    """The number of a face among `basket`, `raven` and the colours of a game."""
    return COLOURS.index(face) if face in COLOURS else int(face.removeprefix("colour ")) - 1


@given(games(), any_strategy, st.integers(0, 2**32))
@settings(max_examples=200)
def test_each_roll_of_a_played_game_is_one_that_the_rules_allow(game: Game, strategy: Strategy, seed: int):
    told, plan = play(game, strategy, seed), settled(game, strategy)
    assert told.game == game
    before = game.start
    for roll in told.rolls:
        assert before.fruits != (0,) * game.trees, "nothing is rolled after the end"
        assert before.raven_steps > 0, "nor after the raven's"
        state = before
        for tree in roll.picked:
            state = pick(state, tree)
        if roll.face == "raven":
            assert (roll.picked, roll.after) == ((), State(before.fruits, before.raven_steps - 1))
        elif roll.face == "basket":
            assert game.basket_faces
            assert len(roll.picked) in allowed_picks(game, plan, before)
            assert roll.after == state
        else:
            tree = face_index(game, roll.face)
            assert game.colour_faces[tree]
            assert (roll.picked, roll.after) == ((tree,) if before.fruits[tree] else (), state)
        assert roll.after in one_roll(game, plan, before)
        before = roll.after
    assert before.is_won or before.is_lost
    assert told.won == before.is_won


def allowed_picks(game: Game, strategy: Strategy, state: State) -> set[int]:
    parts = used_parts(game, strategy)
    picks = {min(game.basket_picks, sum(state.fruits))} if any(p for p, _ in parts) else set()
    return picks | ({0} if sum(p for p, _ in parts) < 1 else set())


@pytest.mark.parametrize(
    ("game", "strategy"),
    [(TWO, "max"), (TWO, "optimal"), (AHEAD, "optimal"), (HOUSE, FAMILY), (HOUSE, "worst"), (HOUSE, "random")],
)
def test_played_games_are_won_and_last_as_they_should(game: Game, strategy: Strategy | str):
    number, rng, plan = 2000, np.random.default_rng(1), settled(game, strategy)
    ends = Counter((told.won, len(told.rolls)) for told in (play(game, plan, rng) for _ in range(number)))
    counts = np.zeros((2, 1 + max(k for _, k in ends)), int)
    for (won, k), n in ends.items():
        counts[int(won), k] = n
    statistic, freedom = chi_square(*same_length(counts, number * length_distribution(game, plan)))
    assert stats.chi2.sf(statistic, freedom) > FALSE_ALARM
    p = float(solve(game, strategy).win_probability)
    assert abs(counts[1].sum() - number * p) < 4 * sqrt(number * p * (1 - p))


def test_faces_of_the_die_are_equally_likely():
    rng = np.random.default_rng(3)
    faces = Counter(play(HOUSE, "max", rng).rolls[0].face for _ in range(7000))
    expected = {"green": 1000, "yellow": 2000, "red": 1000, "basket": 2000, "raven": 1000}
    statistic = sum((faces[face] - n) ** 2 / n for face, n in expected.items())
    assert set(faces) == set(expected)
    assert stats.chi2.sf(statistic, 4) > FALSE_ALARM


def test_a_game_is_told_roll_by_roll():
    told = play("orchard", "max", 1)
    lines = str(told).splitlines()
    assert len(lines) == len(told.rolls) + 3  # the head, the start, and who wins
    assert [name in lines[0] for name in TREES] == [True] * 4
    assert lines[1].split() == ["the", "start", "10", "10", "10", "10", "9"]
    assert lines[-1] == ("We win!" if told.won else "We lose.")
    for number, (line, roll) in enumerate(zip(lines[2:-1], told.rolls, strict=True), 1):
        assert line.split()[:2] == [str(number), roll.face]
        assert [int(word) for word in line.split()[-5:]] == [*roll.after.fruits, roll.after.raven_steps]
        assert all(TREES[tree] in line for tree in roll.picked)
    assert len({len(line) for line in lines[:-1]}) == 1


def test_more_trees_than_have_names():
    told = play(Game.uniform(6, 1, 20), "max", 1)
    assert "tree 6" in str(told)
    assert {roll.face for roll in told.rolls} <= {*COLOURS, "colour 5", "colour 6", "basket", "raven"}


def test_the_same_seed_plays_the_same_game():
    assert play(TWO, "random", 9) == play(TWO, "random", np.random.default_rng(9))
    assert len({str(play(TWO, "random", seed)) for seed in range(20)}) > 10


def test_max_picks_from_a_fullest_tree_each_time():
    rng = np.random.default_rng(2)
    for told in (play("orchard", "max", rng) for _ in range(5)):
        starts = [told.game.start, *(roll.after for roll in told.rolls)]
        for (before, _), roll in zip(pairwise(starts), told.rolls, strict=True):
            for tree in roll.picked if roll.face == "basket" else ():
                assert before.fruits[tree] == max(before.fruits)
                assert pick_probabilities(STRATEGIES["max"], before.fruits)[tree] > 0
                before = pick(before, tree)


# --- bad input ---


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"games": 0}, ValueError, "games must be at least 1, got 0"),
        ({"games": -5}, ValueError, "games must be at least 1, got -5"),
        ({"games": 1e6}, TypeError, "games must be a whole number, got 1000000.0"),
        ({"games": float("nan")}, TypeError, "games must be a whole number, got nan"),
        ({"games": True}, TypeError, "games must be a whole number, got True"),
        ({"games": "100"}, TypeError, "games must be a whole number, got '100'"),
        ({"games": None}, TypeError, "games must be a whole number, got None"),
        ({"samples": 0}, ValueError, "samples must be at least 1, got 0"),
        ({"samples": 3}, ValueError, "samples must divide the 1000 games into equal parts, got 3"),
        ({"samples": 2000}, ValueError, "samples must divide the 1000 games into equal parts, got 2000"),
        ({"samples": 2.0}, TypeError, "samples must be a whole number, got 2.0"),
        ({"threads": 0}, ValueError, "threads must be at least 1, got 0"),
        ({"threads": 1.5}, TypeError, "threads must be a whole number, got 1.5"),
        ({"seed": -1}, ValueError, "seed must be at least 0, got -1"),
        ({"seed": 1.5}, TypeError, "seed must be a whole number, got 1.5"),
        ({"seed": "1"}, TypeError, "seed must be a whole number, got '1'"),
    ],
)
def test_bad_arguments(arguments: dict, error: type, message: str):
    with pytest.raises(error, match=message):
        simulate(TWO, **{"games": 1000, **arguments})


@pytest.mark.parametrize(("rng", "error"), [("1", TypeError), (1.5, TypeError), (-1, ValueError)])
def test_bad_seeds_of_a_played_game(rng, error: type):
    with pytest.raises(error):
        play(TWO, "max", rng)
