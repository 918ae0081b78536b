"""Games that are played, counted or told: samples against the literal distributions, seeds, threads, sums."""

from collections import Counter
from fractions import Fraction
from itertools import cycle
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from orchard import Game, State, absorbing_chain, mixture, solve
from orchard.rules import face_name
from orchard.simulator import Simulation, play, played, simulate
from orchard.simulator.algorithm import Roll
from orchard.simulator.counted import MOST_COUNTED
from orchard.simulator.simulation import CHUNK
from orchard.strategies import players_of
from tests.games import games, players, without_best
from tests.literal import roll_outcomes
from tests.samples import (
    BY_RAVEN,
    FALSE_ALARM,
    FIRST_ORCHARD,
    HOUSE,
    ORCHARD,
    SAMPLED,
    TWO,
    are_binomials,
    end_of,
    is_fair,
)

# --- results and lengths, against the literal distribution ---


@pytest.mark.parametrize("most_entries", [0, played.MOST_ENTRIES], ids=["by chances", "by a table"])
@pytest.mark.parametrize("name", SAMPLED)
def test_results_and_lengths_are_distributed_as_they_must(name: str, most_entries: int, monkeypatch):
    monkeypatch.setattr(played, "MOST_ENTRIES", most_entries)
    several = [simulate(*SAMPLED[name], 20_000, seed=seed).rolls for seed in range(3)]
    assert is_fair(several, end_of(name)[0])


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        (ORCHARD, "fruit"),  # a common multiple of 1, ..., 40
        (TWO, mixture({"max": Fraction(1, 10**30), "min": 1 - Fraction(1, 10**30)})),
        (Game((1,), 500, 1, (0,)), mixture({"max": Fraction(1, 500_000), "ignore": 1 - Fraction(1, 500_000)})),
    ],
)
def test_chances_too_fine_for_a_table_are_played_all_the_same(game: Game, strategy):
    found = simulate(game, strategy, 5_000, seed=1)
    assert found.win_rate == pytest.approx(solve(game, strategy).win_probability, abs=4 * found.standard_error)


# --- simulate ---


@pytest.mark.parametrize(("game", "strategy"), [(FIRST_ORCHARD, "max"), (TWO, ("random", "max"))])
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


@pytest.mark.parametrize("size", [100, 300])  # of the latter some lie in two chunks
def test_samples_are_independent_in_one_chunk_and_from_chunk_to_chunk(size: int):
    sim = simulate(TWO, "max", 1000 * size, seed=4, samples=1000)
    assert sim.sample_wins.sum() == sim.wins == sim.rolls[1].sum()
    assert are_binomials(sim.sample_wins, size, solve(TWO).win_probability)


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


def counted(game: Game | str, strategy="max", number: int = 1000, **options) -> Simulation:
    return simulate(game, strategy, number, method="counted", **options)


def ends_fairly(several: list[Simulation], final: dict[State, float]) -> bool:
    """Whether the games ended in each state as often as these chances say, and nowhere else."""
    assert final.keys() >= set().union(*(found.final for found in several)), "what cannot happen did not"
    counts = [np.array([found.final.get(state, 0) for state in final]) for found in several]
    return is_fair(counts, np.array(list(final.values())))


# --- games that are counted ---


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, number) for number in (200, 10**9) for name in SAMPLED]
    + [(name, MOST_COUNTED) for name in ("any tree, loaded die", "the best pick, loaded die", "many ravens")],
)
def test_results_lengths_and_final_states_are_distributed_as_they_must(name: str, number: int):
    several = [counted(*SAMPLED[name], number, seed=seed) for seed in range(8)]
    ends, final = end_of(name)
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


# --- games that are told, roll by roll ---


def check_roll(game: Game, player, before: State, roll: Roll) -> None:
    """The roll does what its face says, and what the literal rules say can happen."""
    left = tuple(fruit - roll.picked.count(tree) for tree, fruit in enumerate(before.fruits))
    assert roll.after == (left, before.raven_steps - (roll.face == "raven"))
    assert roll.after in roll_outcomes(game, player, before)
    if roll.face != "basket":
        trees = [tree for tree, faces in enumerate(game.colour_faces) if faces]
        picks = {face_name(tree): (tree,) if before.fruits[tree] else () for tree in trees}
        assert roll.picked == (picks | {"raven": ()})[roll.face]


@given(games(), players, st.integers(0, 2**32))
def test_each_roll_is_one_that_the_rules_allow(game: Game, strategy, seed: int):
    told, before = play(game, without_best(game, strategy), seed), game.start
    for roll, player in zip(told.rolls, cycle(players_of(told.strategy)), strict=False):
        check_roll(game, player, before, roll)
        before = roll.after
    assert before.is_won or before.is_lost
    assert told.won == before.is_won


TOLD = ["the fullest tree", "any tree, loaded die", "a rule that looks at the picks left", "a rule that declines"]
TOLD += ["another family", "three by turns", "no picks", "only ravens"]


@pytest.mark.parametrize("name", TOLD)
def test_games_are_won_and_last_as_they_should(name: str):
    (game, strategy), rng = SAMPLED[name], np.random.default_rng(1)
    games = [play(game, strategy, rng) for _ in range(400)]
    ends = [int(told.won) for told in games], [len(told.rolls) for told in games]
    counts = np.zeros((2, 1 + max(ends[1])), int)
    np.add.at(counts, ends, 1)
    assert is_fair([counts], end_of(name)[0])
