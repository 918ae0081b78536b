"""Hundreds of millions of games, played or counted: what is asked for, how it is shared out, and what came of it."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from os import cpu_count
from threading import Thread

import numpy as np

from orchard.arguments import look_up, number_of_games, probability, whole_number, wrong_value
from orchard.rules import Game, State, game_of
from orchard.simulator.counted import MOST_COUNTED, count_games
from orchard.simulator.played import Results, in_lockstep
from orchard.strategies import Asked, Strategy, as_given, in_turn, players_of, refuse_best

MOST_PLAYED = 10**12  # games: played one by one, these already take days
MOST_SAMPLES = 10**7
# Games at once: few enough to stay in the processor's cache, enough to outweigh a call to NumPy. Each chunk has random
# numbers of its own: with another size the same seed plays other games.
CHUNK = 100_000
AHEAD = 1000  # chunks that may be waiting for a thread


@dataclass(frozen=True, eq=False)
class Simulation:
    """The outcome of many games: `rolls[0, k]` were lost and `rolls[1, k]` won after exactly `k` rolls.

    `sample_wins` are the wins in each of the equal samples. `final`: how many counted games ended in each state, of
    permutations of interchangeable trees in only one.

    >>> simulate("two-by-two", games=1000, seed=1)
    two-by-two, max: 698 of 1,000 games won, seed 1
    """

    game: Game
    strategy: Strategy | tuple[Strategy, ...]
    seed: int
    rolls: np.ndarray
    sample_wins: np.ndarray
    final: dict[State, int] | None = None

    def __repr__(self) -> str:
        picks = in_turn(players_of(self.strategy))
        return f"{self.game}, {picks}: {self.wins:,} of {self.games:,} games won, seed {self.seed}"

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
        """The estimated standard error of the win rate, equation (2) of Marinček's paper; ValueError for one game."""
        p, n = self.win_rate, whole_number("games", self.games, 2)
        return sqrt(p * (1 - p) / (n - 1))

    def confidence_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Wilson's interval, which holds the probability of winning in a share `level` of all simulations."""
        from scipy.stats import binomtest  # not above: it takes longer to import than the rest of the package

        interval = binomtest(self.wins, self.games).proportion_ci(probability("level", level), "wilson")
        return float(interval.low), float(interval.high)


def simulate(
    game: Game | str,
    strategy: Asked = "max",
    games: int = 10**6,
    seed: int | None = None,
    samples: int = 1,
    threads: int | None = None,
    method: str = "played",
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """The outcome of `games` games, divided into `samples` equal samples; `games` may be written 1e8.

    A sequence of strategies, ("max", "max", "random"), is players who roll by turns. The same seed gives the same
    result; without one a fresh seed is drawn and kept in the result.

    `method="played"` plays every game to its end, on `threads` threads (by default one a processor), whose number does
    not change the result. Time grows as games x rolls, memory as samples. `progress` is called now and then with the
    number of games just played.

    `method="counted"` counts the games in each state (`orchard.simulator.counted`): the result is distributed exactly
    alike and has the final states too, in milliseconds for up to 10^18 games, of one sample.

    TypeError or ValueError for an impossible game, strategy or number, and for a strategy that looks ahead: pass
    `solve(game, "optimal").strategy`.

    >>> found = simulate("first-orchard-5", "max", games=1e18, seed=1, method="counted")
    >>> round(found.win_rate, 7)
    0.6313573
    """
    game, players = game_of(game), players_of(strategy)
    refuse_best(players)
    counted = look_up("method", method, {"played": False, "counted": True})
    games = number_of_games(games, 1, MOST_COUNTED if counted else MOST_PLAYED)
    samples = whole_number("samples", samples, 1, 1 if counted else MOST_SAMPLES)
    if games % samples:
        raise wrong_value("samples", f"divide the {games} games into equal parts", samples)
    threads = whole_number("threads", cpu_count() or 1 if threads is None else threads, 1, 1000)
    seed = np.random.SeedSequence().entropy if seed is None else whole_number("seed", seed, 0)
    if counted:
        rolls, final = count_games(game, players, games, np.random.default_rng(seed))
        wins = rolls[1].sum(keepdims=True)
    else:
        rolls, wins = _play(_Work(in_lockstep(game, players), games, samples, seed, progress), threads)
        final = None
    return Simulation(game, as_given(players), seed, rolls, wins, final)


# --- games are played in chunks, shared out among threads ---


@dataclass(frozen=True, eq=False)
class _Work:
    """Games to be played, in equal samples, and whom to tell how many have been."""

    play: Callable[[int, np.random.Generator], Results]
    games: int
    samples: int
    seed: int
    progress: Callable[[int], object] | None

    def play_chunk(self, first: int) -> tuple[np.ndarray, np.ndarray]:
        """Roll counts of the chunk that begins with this game, and its wins in each sample that it reaches into."""
        rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence(self.seed, spawn_key=(first,))))
        counts, winners = self.play(min(CHUNK, self.games - first), rng)
        size = self.games // self.samples
        return counts, np.bincount(((np.int64(first % size) + winners) // size).astype(np.intp))


def _play(work: _Work, threads: int) -> tuple[np.ndarray, np.ndarray]:
    """Roll counts, and the wins of each sample, on so many threads, or on this one where no other can be started."""
    if threads == 1 or not _can_start_a_thread():  # in this one, for memory of another costs a fifth more time
        return _added_up(work, map)
    from concurrent.futures import ThreadPoolExecutor  # here, as it takes time to import

    pool = ThreadPoolExecutor(threads)
    try:
        return _added_up(work, pool.map)
    finally:
        pool.shutdown(cancel_futures=True)  # an interrupt must not wait for the games still to be played


def _can_start_a_thread() -> bool:
    """Whether there are threads here, as in a browser there are not."""
    try:
        Thread(target=int).start()
    except RuntimeError:
        return False
    return True


def _added_up(work: _Work, each: Callable) -> tuple[np.ndarray, np.ndarray]:
    """Roll counts, and the wins of each sample, of all chunks; `each` is `map`, or that of a pool of threads."""
    rolls, wins = np.zeros((2, 1), np.int64), np.zeros(work.samples, np.int64)
    chunks, size = range(0, work.games, CHUNK), work.games // work.samples
    for start in range(0, len(chunks), AHEAD):
        group = chunks[start : start + AHEAD]
        for first, (counts, won) in zip(group, each(work.play_chunk, group), strict=True):
            rolls = _sum(rolls, counts)
            wins[first // size :][: len(won)] += won
            if work.progress is not None:
                work.progress(int(counts.sum()))
    return rolls, wins


def _sum(counts: np.ndarray, more: np.ndarray) -> np.ndarray:
    """The sum of two arrays of counts (2, k), whose lengths k may differ."""
    most = max(counts.shape[1], more.shape[1])
    return sum(np.pad(each, [(0, 0), (0, most - each.shape[1])]) for each in (counts, more))
