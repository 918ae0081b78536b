"""Games played: one of them told roll by roll, or hundreds of millions of them counted.

`play` is Algorithm 1 of source 000, literally. `simulate` plays as many games as it is asked to, each to its end and
roll by roll, but a whole batch of games at a time (`orchard.batches`).
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial, reduce
from os import cpu_count
from threading import Event

import numpy as np

from orchard.arguments import whole_number
from orchard.batches import BatchPlayer, batch_player
from orchard.lattice import lattice
from orchard.rules import COLOURS, TREES, Game, State, checked_game, pick
from orchard.statistics import confidence_interval, standard_error
from orchard.strategies import Strategy, checked_strategy, is_lumpable, pick_probabilities, used_parts

BATCH = 100_000  # games at once: few enough to stay in the processor's cache, enough to outweigh a call to NumPy


@dataclass(frozen=True)
class Roll:
    """One roll of a game: the face of the die, the trees picked from, and the state after it."""

    face: str
    picked: tuple[int, ...]
    after: State


@dataclass(frozen=True)
class Play:
    """One game from its start to its end; `str` of it is a report, a line a roll."""

    game: Game
    strategy: Strategy
    rolls: tuple[Roll, ...]

    @property
    def won(self) -> bool:
        return self.rolls[-1].after.is_won

    def __str__(self) -> str:
        names = [tree_name(i) for i in range(self.game.trees)]
        head = f"roll  {'die':<8}{'':<24}" + "".join(f"{name:>8}" for name in names) + "   raven steps"
        lines = [_report(number, roll) for number, roll in enumerate(self.rolls, 1)]
        return "\n".join(
            [head, _report(0, Roll("", (), self.game.start)), *lines, "We win!" if self.won else "We lose."]
        )


def _report(number: int, roll: Roll) -> str:
    what = " and ".join(tree_name(i) for i in roll.picked) or {"raven": "one step", "": "the start"}.get(roll.face, "-")
    fruits = "".join(f"{fruit:>8}" for fruit in roll.after.fruits)
    return f"{number or '':>4}  {roll.face:<8}{what:<24}{fruits}{roll.after.raven_steps:>14}"


def tree_name(tree: int) -> str:
    """The name of a tree, as in the rule booklet for the first four."""
    return TREES[tree] if tree < len(TREES) else f"tree {tree + 1}"


def play(game: Game | str, strategy: Strategy | str = "max", rng: np.random.Generator | int | None = None) -> Play:
    """Play one game by Algorithm 1 of source 000; `rng` is a generator, or a seed that plays the same game again.

    `str` of the result tells the game roll by roll.
    """
    game, strategy, rng = checked_game(game), checked_strategy(strategy), np.random.default_rng(rng)
    die = ["raven"] * game.raven_faces + ["basket"] * game.basket_faces + _colour_faces(game)
    state, rolls = game.start, []
    while not (state.is_won or state.is_lost):
        face = die[rng.integers(len(die))]
        picked: list[int] = []
        if face == "raven":
            state = State(state.fruits, state.raven_steps - 1)
        elif face == "basket":
            picked = _pick_from_basket(game, strategy, state, rng)
        elif state.fruits[face] > 0:
            picked = [face]
        for tree in picked:
            state = pick(state, tree)
        rolls.append(Roll(_face_name(face), tuple(picked), state))
    return Play(game, strategy, tuple(rolls))


def _colour_faces(game: Game) -> list[int]:
    return [tree for tree, faces in enumerate(game.colour_faces) for _ in range(faces)]


def _face_name(face: int | str) -> str:
    return face if isinstance(face, str) else COLOURS[face] if face < len(COLOURS) else f"colour {face + 1}"


def _pick_from_basket(game: Game, strategy: Strategy, state: State, rng: np.random.Generator) -> list[int]:
    """The trees that the basket's fruits come from, fewer if the orchard is empty before all are picked."""
    part = _draw(used_parts(game, strategy), rng)
    picked: list[int] = []
    for left in range(game.basket_picks if part else 0, 0, -1):
        if not state.is_won:
            picked.append(_tree_to_pick(game, part, state, left, rng))
            state = pick(state, picked[-1])
    return picked


def _tree_to_pick(game: Game, strategy: Strategy, state: State, left: int, rng: np.random.Generator) -> int:
    if strategy.plan is None:
        return _draw([(p, i) for i, p in enumerate(pick_probabilities(strategy, state.fruits))], rng)
    states = lattice(game.fruits, is_lumpable(game, strategy))
    tree = int(strategy.plan[left - 1][states.index(state.fruits), state.raven_steps - 1])
    # The plan counts the trees as the lattice does: from the emptiest up, where they are interchangeable.
    return sorted(range(game.trees), key=state.fruits.__getitem__)[tree] if states.lumped else tree


def _draw(choices, rng: np.random.Generator):
    """One of the (probability, what) pairs, or None with the probability that is left."""
    level = rng.random()
    for p, what in choices:
        level -= p
        if level < 0:
            return what
    return None


@dataclass(frozen=True, eq=False)
class Simulation:
    """The outcome of many games: `rolls[0, k]` were lost and `rolls[1, k]` won after exactly `k` rolls.

    `sample_wins` are the wins in each of the equal samples that the games were divided into.
    """

    game: Game
    strategy: Strategy
    seed: int
    rolls: np.ndarray = field(repr=False)
    sample_wins: np.ndarray = field(repr=False)

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
        return standard_error(self.wins, self.games)

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
) -> Simulation:
    """Play `games` games, every one to its end, divided into `samples` equal samples.

    The same seed gives the same result whatever the number of threads (by default one a processor); without one a
    fresh seed is drawn and kept in the result. Time grows as games x rolls; memory does not grow with the games.
    """
    game, strategy = checked_game(game), checked_strategy(strategy)
    games, samples = whole_number("games", games, 1), whole_number("samples", samples, 1)
    if games % samples:
        raise ValueError(f"samples must divide the {games} games into equal parts, got {samples}")
    threads = whole_number("threads", cpu_count() or 1 if threads is None else threads, 1)
    seed = np.random.SeedSequence().entropy if seed is None else whole_number("seed", seed, 0)
    rolls, sample_wins = _play_all(batch_player(game, strategy), games // samples, samples, seed, threads)
    return Simulation(game, strategy, seed, rolls, sample_wins)


def _play_all(
    play_batch: BatchPlayer, size: int, samples: int, seed: int, threads: int
) -> tuple[np.ndarray, np.ndarray]:
    """Roll counts, and wins of each sample of `size` games."""
    stop = Event()
    play = partial(_play_share, play_batch, size, samples, seed, stop)
    with ThreadPoolExecutor(threads) as pool:
        try:
            shares = list(pool.map(play, [slice(first, None, threads) for first in range(threads)]))
        finally:
            stop.set()  # an interrupt must not wait for the games still to be played
    return reduce(_add_counts, (rolls for rolls, _ in shares)), sum(wins for _, wins in shares)


def _play_share(play_batch: BatchPlayer, size: int, samples: int, seed: int, stop: Event, share: slice):
    """Every `share.step`-th batch. Each batch has a random stream of its own, so it matters not who plays it."""
    counts, wins = np.zeros((2, 1), np.int64), np.zeros(samples, np.int64)
    for first in range(0, size * samples, BATCH)[share]:
        if stop.is_set():
            break
        games = min(BATCH, size * samples - first)
        stream = np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(first,)))
        number, rolls, won = play_batch(games, np.random.Generator(stream))
        counts = _add_counts(counts, np.bincount(2 * rolls + won, minlength=2 * rolls.max() + 2).reshape(-1, 2).T)
        if samples > 1:
            # Batches count their games in 32 bits, which do not hold the number of all games.
            np.add.at(wins, (first + number[won].astype(np.int64)) // size, 1)
    if samples == 1:
        wins[:] = counts[1].sum()
    return counts, wins


def _add_counts(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The sum of two arrays of counts (2, k), whose lengths k may differ."""
    longer, shorter = (one, other) if one.shape[1] >= other.shape[1] else (other, one)
    total = longer.copy()
    total[:, : shorter.shape[1]] += shorter
    return total
