"""Hundreds of millions of games played and counted, each to its end and roll by roll (see `orchard.batches`)."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial, reduce
from os import cpu_count
from threading import Event

import numpy as np

from orchard.arguments import look_up, whole_number
from orchard.batches import BatchPlayer, batch_player
from orchard.cohort import cohort, most_counted, wins_of_samples
from orchard.rules import Game, State, checked_game
from orchard.statistics import confidence_interval, standard_error
from orchard.strategies import Strategy, checked_strategy

MOST = 10**12  # games: played one by one, these already take days
BATCH = 100_000  # games at once: few enough to stay in the processor's cache, enough to outweigh a call to NumPy


@dataclass(frozen=True, eq=False)
class Simulation:
    """The outcome of many games: `rolls[0, k]` were lost and `rolls[1, k]` won after exactly `k` rolls.

    `sample_wins` are the wins in each of the equal samples that the games were divided into. `final`: how many games
    ended in each state, its trees in ascending order if they are interchangeable; None for played games.
    """

    game: Game
    strategy: Strategy
    seed: int
    rolls: np.ndarray = field(repr=False)
    sample_wins: np.ndarray = field(repr=False)
    final: dict[State, int] | None = field(default=None, repr=False)

    @property
    def games(self) -> int:
        return int(self.rolls.sum())

    @property
    def wins(self) -> int:
        return int(self.rolls[1].sum())

    @property
    def win_rate(self) -> float:
        return self.wins / self.games

    @property
    def standard_error(self) -> float:
        return float(standard_error(self.win_rate, self.games))

    def confidence_interval(self, level: float = 0.95, method: str = "wald") -> tuple[float, float]:
        """The interval for the probability to win; `method` as in `orchard.statistics.confidence_interval`."""
        return confidence_interval(self.wins, self.games, level, method)


def simulate(
    game: Game | str,
    strategy: Strategy | str = "max",
    games: int = 10**6,
    seed: int | None = None,
    samples: int = 1,
    threads: int | None = None,
    players: Iterable[Strategy | str] | None = None,
    method: str = "played",
) -> Simulation:
    """Play `games` games, every one to its end, divided into `samples` equal samples.

    `players=("max", "max", "random")` in place of a strategy: they roll by turns, the first one first.
    The same seed gives the same result whatever the number of threads (by default one a processor); without one a
    fresh seed is drawn and kept in the result. Time grows as games x rolls; memory does not grow with the games.

    `method="cohort"` counts the games in each state instead of playing them (`orchard.cohort`): the result is
    distributed exactly alike and has the final states too, in milliseconds for any number up to 10^18 (below 10^9 if
    they are divided into samples), in one thread.
    """
    game, strategy = checked_game(game), checked_strategy(strategy, players)
    counted = look_up("method", method, {"played": False, "cohort": True})
    samples = whole_number("samples", samples, 1, 10**7)
    games = whole_number("games", games, 1, most_counted(samples) if counted else MOST)
    if games % samples:
        raise ValueError(f"samples must divide the {games} games into equal parts, got {samples}")
    threads = whole_number("threads", cpu_count() or 1 if threads is None else threads, 1, 1000)
    seed = np.random.SeedSequence().entropy if seed is None else whole_number("seed", seed, 0)
    if counted:
        return _count_all(game, strategy, games, samples, seed)
    rolls, sample_wins = _play_all(batch_player(game, strategy), games // samples, samples, seed, threads)
    return Simulation(game, strategy, seed, rolls, sample_wins)


def _count_all(game: Game, strategy: Strategy, games: int, samples: int, seed: int) -> Simulation:
    """The simulation by `cohort`."""
    rng = np.random.default_rng(seed)
    rolls, final = cohort(game, strategy, games, rng)
    wins = wins_of_samples(rolls[1].sum(), games // samples, samples, rng)
    return Simulation(game, strategy, seed, rolls, wins, final)


def simulate_in_parts(
    game: Game | str, strategy: Strategy | str = "max", games: int = 10**6, seed: int = 0
) -> Iterator[Simulation]:
    """The simulation as it grows: after one batch, two, four, ... and then every sixteen; the last one is `simulate`'s.

    Whoever has seen enough does not ask for the next: no game is played in between.
    """
    game, strategy, seed = checked_game(game), checked_strategy(strategy), whole_number("seed", seed, 0)
    batches, rolls = range(0, whole_number("games", games, 1, MOST), BATCH), np.zeros((2, 1), np.int64)
    player, done = batch_player(game, strategy), 0
    while done < len(batches):
        part = batches[done : done + min(max(1, done), 16)]
        rolls = _add_counts(rolls, _play_all(player, games, 1, seed, cpu_count() or 1, part)[0])
        done += len(part)
        yield Simulation(game, strategy, seed, rolls, rolls[1:].sum(axis=1))


def _play_all(
    play_batch: BatchPlayer, size: int, samples: int, seed: int, threads: int, batches: range | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Roll counts, and wins of each sample of `size` games; of some batches, named by their first games, or all."""
    batches = range(0, size * samples, BATCH) if batches is None else batches
    stop = Event()
    play = partial(_play_share, play_batch, size, samples, seed, stop)
    if threads == 1:  # here, since memory allocated by another thread costs a fifth more time
        return play(batches)
    with ThreadPoolExecutor(threads) as pool:
        try:
            shares = list(pool.map(play, [batches[i::threads] for i in range(threads)]))
        finally:
            stop.set()  # an interrupt must not wait for the games still to be played
    return reduce(_add_counts, (rolls for rolls, _ in shares)), sum(wins for _, wins in shares)


def _play_share(play_batch: BatchPlayer, size: int, samples: int, seed: int, stop: Event, share: range):
    """Every `share.step`-th batch. Each batch has a random stream of its own, so it matters not who plays it."""
    counts, wins = np.zeros((2, 1), np.int64), np.zeros(samples, np.int64)
    for first in share:
        if stop.is_set():
            break
        games = min(BATCH, size * samples - first)
        stream = np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(first,)))
        played, winners = play_batch(games, np.random.Generator(stream))
        counts = _add_counts(counts, played)
        # Batches number their games in 32 bits, which do not hold the number of a game among all.
        won = np.bincount((np.int64(first % size) + winners) // size)
        wins[first // size :][: len(won)] += won
    return counts, wins


def _add_counts(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The sum of two arrays of counts (2, k), whose lengths k may differ."""
    longer, shorter = (one, other) if one.shape[1] >= other.shape[1] else (other, one)
    total = longer.copy()
    total[:, : shorter.shape[1]] += shorter
    return total
