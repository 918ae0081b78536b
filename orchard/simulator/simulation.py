"""Hundreds of millions of games, played or counted: what is asked for, how it is shared out, and what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from os import cpu_count
from threading import Event, Lock

import numpy as np

from orchard.arguments import look_up, number_of_games, whole_number, wrong_value
from orchard.rules import Game, State, checked_game
from orchard.simulator.counted import count_games, most_counted, wins_of_samples
from orchard.simulator.played import BatchPlayer, batch_player
from orchard.statistics import confidence_interval, standard_error
from orchard.strategies import Asked, Strategy, as_given, checked_players, refuse_best

MOST_PLAYED = 10**12  # games: played one by one, these already take days
METHODS = dict.fromkeys(["played", "counted"])
BATCH = 100_000  # games at once: few enough to stay in the processor's cache, enough to outweigh a call to NumPy


@dataclass(frozen=True, eq=False)
class Simulation:
    """The outcome of many games: `rolls[0, k]` were lost and `rolls[1, k]` won after exactly `k` rolls.

    `sample_wins` are the wins in each of the equal samples.
    `final`: how many counted games ended in each state, its trees in ascending order if they are interchangeable.

    >>> found = simulate("two-by-two", games=1000, seed=1)
    >>> found.games, found.wins == int(found.rolls[1].sum())
    (1000, True)
    """

    game: Game
    strategy: Strategy | tuple[Strategy, ...]
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
        """The interval for the probability of winning; `method` as in `orchard.statistics.confidence_interval`."""
        return confidence_interval(self.wins, self.games, level, method)


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
    alike and has the final states too, in milliseconds for up to 10^18 games (below 10^9 if divided into samples).

    TypeError or ValueError for an impossible game, strategy or number, for an argument that the method does not take,
    and for a strategy that looks ahead: pass `solve(game, "optimal").strategy`.

    >>> found = simulate("first-orchard-5", "max", games=1e18, seed=1, method="counted")
    >>> round(found.win_rate, 7)
    0.6313573
    """
    game, players = checked_game(game), checked_players(strategy)
    refuse_best(players)
    look_up("method", method, METHODS)
    counted = method == "counted"
    if counted:
        _refuse_when_counted(threads=threads, progress=progress)
    samples = whole_number("samples", samples, 1, 10**7)
    games = number_of_games(games, 1, most_counted(samples) if counted else MOST_PLAYED)
    if games % samples:
        raise wrong_value("samples", f"divide the {games} games into equal parts", samples)
    threads = whole_number("threads", cpu_count() or 1 if threads is None else threads, 1, 1000)
    seed = np.random.SeedSequence().entropy if seed is None else whole_number("seed", seed, 0)
    if counted:
        rolls, wins, final = _count(game, players, games, samples, seed)
    else:
        work = _Work(batch_player(game, players), games // samples, samples, seed, progress)
        rolls, wins = _play(work, range(0, games, BATCH), threads)
        final = None
    return Simulation(game, as_given(players), seed, rolls, wins, final)


def _refuse_when_counted(**given) -> None:
    """ValueError for what only played games take."""
    for name, value in given.items():
        if value is not None:
            raise wrong_value(name, 'be left out with method="counted", which does not take it', value)


def _count(
    game: Game, players: Sequence[Strategy], games: int, samples: int, seed: int
) -> tuple[np.ndarray, np.ndarray, dict[State, int]]:
    """Roll counts, the wins of each sample, and final states, of games that are counted."""
    rng = np.random.default_rng(seed)
    rolls, final = count_games(game, players, games, rng)
    return rolls, wins_of_samples(rolls[1].sum(), games // samples, samples, rng), final


# --- games are played in batches, shared out among threads ---


@dataclass(frozen=True, eq=False)
class _Work:
    """What is to be played: `samples` samples of `size` games each, and whom to tell how many have been."""

    play_batch: BatchPlayer
    size: int
    samples: int
    seed: int
    progress: Callable[[int], object] | None = None
    telling: Lock = field(default_factory=Lock)

    def tell(self, games: int) -> None:
        """Tell that so many more games have been played, one thread at a time."""
        if self.progress is not None:
            with self.telling:
                self.progress(games)


def _play(work: _Work, batches: range, threads: int) -> tuple[np.ndarray, np.ndarray]:
    """Roll counts, and the wins of each sample, of batches named by their first games."""
    stop = Event()
    if threads == 1:  # here: memory allocated by another thread costs a fifth more time
        return _play_share(work, stop, batches)
    from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait  # here, as it takes time to import

    with ThreadPoolExecutor(threads) as pool:
        playing = [pool.submit(_play_share, work, stop, batches[i::threads]) for i in range(threads)]
        try:
            wait(playing, return_when=FIRST_EXCEPTION)
        finally:
            stop.set()  # an interrupt must not wait for the games still to be played
    shares = [each.result() for each in playing]
    return reduce(_added, (rolls for rolls, _ in shares)), sum(wins for _, wins in shares)


def _play_share(work: _Work, stop: Event, share: range) -> tuple[np.ndarray, np.ndarray]:
    """The batches of one thread, one after the other; a batch is named by its first game."""
    counts, wins = np.zeros((2, 1), np.int64), np.zeros(work.samples, np.int64)
    for first in share:
        if stop.is_set():
            break
        games = min(BATCH, work.size * work.samples - first)
        played, won = _play_batch(work, first, games)
        counts = _added(counts, played)
        wins[first // work.size :][: len(won)] += won
        work.tell(games)
    return counts, wins


def _play_batch(work: _Work, first: int, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Roll counts of one batch, which has a random stream of its own, and its wins in each sample it reaches into."""
    rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence(work.seed, spawn_key=(first,))))
    before = first % work.size
    several = before + games > work.size
    counts, winners = work.play_batch(games, rng, several)
    if not several:
        return counts, counts[1:].sum(axis=1)
    # Winners are numbered in 32 bits, within their batch.
    return counts, np.bincount((np.int64(before) + winners) // work.size)


def _added(counts: np.ndarray, more: np.ndarray) -> np.ndarray:
    """The sum of two arrays of counts (2, k), whose lengths k may differ."""
    longer, shorter = (counts, more) if counts.shape[1] >= more.shape[1] else (more, counts)
    total = longer.copy()
    total[:, : shorter.shape[1]] += shorter
    return total
