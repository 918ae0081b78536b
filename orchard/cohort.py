"""Games that are counted instead of played: how many are in each state, divided anew at every roll.

All games begin in one state. A roll sends each game of a state its own way: of the `n` games there a binomial number
goes the first way, of those left a binomial number the second, and so on (a multinomial split). Where games of several
states meet, their counts add up; which game is which is never asked. So the counts after each roll are random numbers
with the very distribution that they have when every game is played, and what they cost depends on how many states are
occupied, hardly on how many games there are.

How exact: every chance is a ratio of two numbers, rounded once, and counts are whole numbers in 64 bits that always add
up to the games. NumPy draws a binomial number in floats of 53 bits. Below 2^53 games (9 x 10^15) that makes no
difference; of MOST games the largest parts come out as multiples of 64, where their standard deviation is 400 million.
"""

from collections.abc import Iterator
from itertools import accumulate, cycle

import numpy as np

from orchard.lattice import Lattice, checked_lattice
from orchard.rules import Game, State
from orchard.strategies import Strategy, is_lumpable, tree_shares, used_parts

MOST = 10**18  # games: ten times as many would not fit into 64 bits
MOST_IN_SAMPLES = 10**9 - 1  # games that NumPy can divide into samples

# (ways, places): the chance of each way out of a place if none before it is taken, and the place that it leads to.
Ways = tuple[np.ndarray, np.ndarray]


def most_counted(samples: int) -> int:
    """How many games can be counted in so many samples."""
    return MOST if samples == 1 else MOST_IN_SAMPLES


def cohort(game: Game, strategy: Strategy, games: int, rng: np.random.Generator) -> tuple[np.ndarray, dict[State, int]]:
    """How many games were lost, and won, after exactly 0, 1, 2, ... rolls (2, k), and how many ended in each state.

    The strategy must be settled. States have their trees in ascending order where these are interchangeable. Time
    grows as rolls x occupied places x trees, memory as places x trees; neither as the games, at most MOST.
    """
    lumped, ravens = is_lumpable(game, strategy), _ravens_to_a_place(game, strategy)
    steps = game.raven_steps // ravens + 1
    states = checked_lattice(game.fruits, lumped, 64 * steps * (game.trees + 2) * len(strategy.turns))
    turns = cycle([_turn(game, player, states, steps) for player in strategy.turns])
    going, clock = np.zeros((len(states), steps), np.int64), _clock(game.raven_faces / game.faces, ravens)
    going[-1, -1] = games
    lost, won, came, lost_with = [], [], [], np.zeros(len(states), np.int64)
    while going.any():
        nearer, before = next(clock)
        going = _rolled(going.ravel(), nearer, *next(turns), rng).reshape(-1, steps)
        lost.append(going[:, 0].sum())
        won.append(going[0, 1:].copy())
        came.append(before)
        lost_with += going[:, 0]
        going[:, 0] = going[0] = 0
    rolls, won_with = _won(np.array(won), np.array(came), rng)
    rolls[0, ravens:] = lost
    ended = {State((0,) * game.trees, left): n for left, n in enumerate(won_with.tolist())}
    ended |= {State(tuple(f), 0): n for f, n in zip(states.fruits.tolist(), lost_with.tolist(), strict=True)}
    return rolls, {state: n for state, n in ended.items() if n}


def wins_of_samples(wins: int, size: int, samples: int, rng: np.random.Generator) -> np.ndarray:
    """The wins in each of `samples` samples of `size` games, if `wins` of all these games were won.

    Any choice of so many games is as likely as any other to be those won: multivariate hypergeometric numbers.
    """
    return rng.multivariate_hypergeometric(np.full(samples, size), wins) if samples > 1 else np.array([wins])


def _ravens_to_a_place(game: Game, strategy: Strategy) -> int:
    """How many ravens take a game to another place: all that it can bear, unless the fruit's clock needs the raven's."""
    one, *others = strategy.turns
    return 1 if others or any(part.plan for _, part in used_parts(game, one)) else game.raven_steps


def _clock(raven: float, ravens: int) -> Iterator[tuple[float, np.ndarray]]:
    """For k = 0, 1, ...: the chance h that the last of so many ravens comes, and of 0, 1, ... before roll k + 1 if not."""
    p = [1.0] + [0.0] * (ravens - 1)
    while True:
        p = np.fromiter(accumulate(p, lambda before, now: raven * before + now), float)
        yield raven * p[-1], (p := p / p.sum())


def _won(won: np.ndarray, came: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """(2, k): the games won after exactly 0, 1, 2, ... rolls, below none; and by the steps that the raven had left.

    `won` (k, places) by the raven's place, and the chances `came` (k, ravens) of how many ravens came to get no further.
    """
    (others, steps), ravens = won.shape, came.shape[1]
    chance, j = _ways(came, np.tile(np.arange(ravens), (others, 1)))
    parts = rng.multinomial(won.T, chance)
    rolls, left = np.zeros((2, others + ravens), np.int64), np.zeros(steps * ravens + 1, np.int64)
    np.add.at(rolls[1], np.arange(1, others + 1)[:, None] + j, parts.sum(axis=0))
    np.add.at(left, np.arange(1, steps + 1)[:, None, None] * ravens - j, parts)
    return rolls, left


def _turn(game: Game, strategy: Strategy, states: Lattice, steps: int) -> tuple[Ways, list[list[Ways]]]:
    """The ways of a player's roll without the raven, and of the picks of each part, from each place (fruit, raven).

    A basket is at first held: if the i-th part is to empty it, i rows of places further.
    """
    fruit, raven = np.divmod(np.arange(len(states) * steps), steps)
    parts, after = used_parts(game, strategy), np.where(states.after < len(states), states.after, range(len(states)))
    here, picked = np.arange(len(fruit)), after[:, fruit] * steps + raven
    baskets = [game.basket_faces * p for p, _ in parts]
    faces = np.array([*game.colour_faces, *baskets, game.basket_faces - sum(baskets)], float)
    places = np.array([*picked, *(here + i * len(here) for i in range(1, len(parts) + 1)), here])
    weights = [[_weights(p, states, left, fruit, raven) for left in range(game.picks, 0, -1)] for _, p in parts]
    return _ways(np.tile(faces, (len(here), 1)), places.T), [[_ways(w.T, picked.T) for w in picks] for picks in weights]


def _weights(strategy: Strategy, states: Lattice, left: int, fruit: np.ndarray, raven: np.ndarray) -> np.ndarray:
    """(trees, places): how likely each tree is to give the next fruit, with `left` picks to be made."""
    weights = (
        tree_shares(strategy, states.fruits)[fruit].T
        if strategy.plan is None
        else strategy.plan[left - 1][fruit, raven - 1] == np.arange(len(states.after))[:, None]
    )
    return np.where(fruit > 0, weights, 1.0)  # without fruit any tree will do: none is picked


def _ways(weights: np.ndarray, places: np.ndarray) -> Ways:
    """The ways that have these weights (n, ways)."""
    order = np.argsort(weights, axis=1)
    weights, places = (np.take_along_axis(table, order, axis=1) for table in (weights, places))
    used = weights.any(axis=0) | (np.arange(weights.shape[1]) == weights.shape[1] - 1)
    return weights[:, used] / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300), places[:, used]


def _rolled(
    going: np.ndarray, raven: float, roll: Ways, baskets: list[list[Ways]], rng: np.random.Generator
) -> np.ndarray:
    """How many games are in each place after the raven, or else a roll, and the picks if it was the basket."""
    at = np.flatnonzero(going)
    nearer, going = rng.binomial(going[at], raven), going.copy()
    going[at] -= nearer
    going, *held = _split(going, roll, 1 + len(baskets), rng)
    going[at - 1] += nearer
    for counts, picks in zip(held, baskets, strict=True):
        for pick in picks:
            (counts,) = _split(counts, pick, 1, rng)
        going = going + counts
    return going


def _split(counts: np.ndarray, ways: Ways, rows: int, rng: np.random.Generator) -> np.ndarray:
    """(rows, places): how many games come to each place, if `counts` of them go any of the ways."""
    (at,), (chance, place), arrived = np.nonzero(counts), ways, np.zeros(rows * len(counts), np.int64)
    np.add.at(arrived, place[at], rng.multinomial(counts[at], chance[at]))
    return arrived.reshape(rows, -1)
