"""Games that are played, counted or told: samples against the literal distributions, seeds, threads."""

from itertools import cycle
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from orchard import Game, play, simulate, solve
from orchard.rules import face_name
from orchard.simulator.counted import MOST_COUNTED
from orchard.simulator.simulation import CHUNK
from orchard.strategies import players_of
from tests.games import BY_RAVEN, games, players, without_best
from tests.literal import roll_outcomes
from tests.samples import FALSE_ALARM, HOUSE, SAMPLED, TWO, are_binomials, end_of, is_fair

every_kind = pytest.mark.parametrize("name", SAMPLED)


# --- games that are played ---


@every_kind
def test_results_and_lengths_are_distributed_as_they_must(name: str):
    several = [simulate(*SAMPLED[name], 20_000, seed).rolls for seed in range(3)]
    assert is_fair(several, end_of(name)[0])


def test_ten_chunks_of_games_have_nothing_in_common():
    """Or they would be as far from what is expected as one of them, and ten times as far as they may be."""
    assert is_fair([simulate(TWO, "max", 10 * CHUNK, seed=1).rolls], end_of("the fullest tree")[0])


def test_the_same_seed_gives_the_same_result_on_any_number_of_threads():
    def found(seed: int, samples: int = 50, **options) -> tuple:
        sim = simulate(HOUSE, ("max", BY_RAVEN), 3 * CHUNK + 1000, seed, samples, **options)
        return sim.rolls.tolist(), sim.sample_wins.tolist(), sim.final

    assert found(5, threads=1) == found(5, threads=8) == found(5)
    assert found(5, 1, method="counted") == found(5, 1, method="counted")
    assert found(5)[1] != found(6)[1]


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


# --- games that are counted ---


@pytest.mark.parametrize("number", [200, MOST_COUNTED])
@every_kind
def test_results_lengths_and_final_states_are_distributed_as_they_must(name: str, number: int):
    several = [simulate(*SAMPLED[name], number, seed, method="counted") for seed in range(8)]
    ends, final = end_of(name)
    assert {found.games for found in several} == {number}
    assert is_fair([found.rolls for found in several], ends)
    assert final.keys() >= set().union(*(found.final for found in several)), "what cannot happen did not"
    counts = [np.array([found.final.get(state, 0) for state in final]) for found in several]
    assert is_fair(counts, np.array(list(final.values())))


def test_wins_of_a_quintillion_games_scatter_about_the_fraction_as_binomials_do():
    p = solve(TWO, exact=True).win_probability
    wins = [simulate(TWO, "max", MOST_COUNTED, seed, method="counted").wins for seed in range(150)]
    z = np.array([float(won - MOST_COUNTED * p) for won in wins]) / sqrt(MOST_COUNTED * p * (1 - p))
    assert stats.kstest(z, "norm").pvalue > FALSE_ALARM
    assert abs(z.sum()) < 4 * sqrt(len(z))


# --- samples ---


def test_samples_are_independent_binomials():
    """Of 300 games each, so that some lie in two chunks."""
    size = 300
    found = simulate(TWO, "max", 2000 * size, seed=4, samples=2000)
    assert (len(found.sample_wins), found.sample_wins.sum()) == (2000, found.wins)
    assert are_binomials(found.sample_wins, size, solve(TWO).win_probability)


# --- games that are told, roll by roll ---


@given(games(), players, st.integers(0, 2**32))
def test_each_roll_is_one_that_the_rules_allow(game: Game, strategy, seed: int):
    told, before = play(game, without_best(game, strategy), seed), game.start
    for roll, player in zip(told.rolls, cycle(players_of(told.strategy)), strict=False):
        left = tuple(fruit - roll.picked.count(tree) for tree, fruit in enumerate(before.fruits))
        assert roll.after == (left, before.raven_steps - (roll.face == "raven"))
        assert roll.after in roll_outcomes(game, player, before)
        shown = [tree for tree, fruit in enumerate(before.fruits) if fruit and face_name(tree) == roll.face]
        assert roll.face == "basket" or list(roll.picked) == shown
        before = roll.after
    assert before.is_won or before.is_lost
    assert told.won == before.is_won


@every_kind
def test_games_are_won_and_last_as_they_should(name: str):
    (game, strategy), rng = SAMPLED[name], np.random.default_rng(1)
    games = [play(game, strategy, rng) for _ in range(400)]
    ends = [int(told.won) for told in games], [len(told.rolls) for told in games]
    counts = np.zeros((2, 1 + max(ends[1])), int)
    np.add.at(counts, ends, 1)
    assert is_fair([counts], end_of(name)[0])


def test_in_a_game_that_is_told_each_roll_passes_the_die_on():
    """Within five standard errors; if baskets alone did, 0.586 of all games would be won instead of 0.490."""
    game, by_turns, games = Game((2, 2), 2, 2), ("max", "ignore", "ignore", "ignore"), 2_000
    p, rng = solve(game, by_turns).win_probability, np.random.default_rng(1)
    won = sum(play(game, by_turns, rng).won for _ in range(games))
    assert abs(won - games * p) < 5 * sqrt(games * p * (1 - p))
