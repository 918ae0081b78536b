"""What the panels tell about a game, computed without widgets: odds, lengths, and what other rules would do.

Strategies that do not look at the raven let two clocks tick apart: with w the probability of the raven's face, M the
matrix of a roll that shows another one (`orchard.transitions`), and h_k = (M^k)[start, no fruit],

    P(won with roll k + j, after j ravens) = C(k + j - 1, j) w^j (h_k - (1 - w) h_{k-1})
    P(lost with roll k + r)                = C(k + r - 1, k) w^r ((1 - w)^k - h_k)

so that a chain of the fruit alone, without the raven's steps, gives the distribution of the length.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import count

import numpy as np
from scipy.special import binom

from orchard.lattice import count_states, lattice
from orchard.markov import absorbing_chain
from orchard.players import settled
from orchard.rules import Game
from orchard.solver import solve
from orchard.strategies import Strategy, checked_strategy, is_lumpable, used_parts
from orchard.transitions import fruit_roll

MOST = 4_000_000  # positions of a game that the panels take on: all of 4 x 20 fruits, whatever the die
FACES = 60  # of a die: with more, games may last too long for their length to be worked out
QUICK = 150_000  # positions up to which a dozen tables take a tenth of a second
NAMES = {
    "raven_steps": "steps of the raven",
    "basket_picks": "picks from the basket",
    "basket_faces": "baskets on the die",
    "raven_faces": "ravens on the die",
}
REST = 1e-9  # share of games that may still go on where the distribution of the length is cut off


def positions(game: Game, strategy: str) -> int:
    """Fruit states x raven steps: what time and memory grow as."""
    return count_states(game.fruits, is_lumpable(game, checked_strategy(strategy))) * game.raven_steps


def checked_size(game: Game, strategy: str) -> Game:
    """The game itself; ValueError with its size if it has more than MOST, or its die more than FACES."""
    if game.faces > FACES:
        raise ValueError(f"colour_faces must leave the die at most {FACES} faces, got {game.faces:,}")
    if (size := positions(game, strategy)) > MOST:
        raise ValueError(f"This game has {size:,} positions; the board takes on {MOST:,}. Take fewer trees or fruits.")
    return game


@lru_cache(maxsize=2)
def odds_by_raven_steps(game: Game, strategy: str) -> np.ndarray:
    """(n,): the probability to win with 1, 2, ... raven steps, more than the game has: a row of one table."""
    more = max(12, game.raven_steps + 3) if positions(game, strategy) <= QUICK else game.raven_steps + 1
    return solve(replace(game, raven_steps=more), strategy).values[-1]


def lengths(game: Game, strategy: str) -> np.ndarray | None:
    """(2, k): the probability to lose, and to win, with exactly roll 0, 1, ..., until a share REST is left.

    None if the strategy looks at the raven in a game of more than QUICK positions, the chain of which would be large.
    """
    played = settled(game, strategy)
    if not _looks_at_raven(game, played):
        return _lengths_by_clocks(game, played)
    return _lengths_by_chain(game, played) if positions(game, strategy) <= QUICK else None


def mean_length(ends: np.ndarray) -> float:
    """The mean number of rolls of a game, from shares or probabilities (2, k)."""
    return float(ends.sum(axis=0) @ np.arange(ends.shape[1]))


def _looks_at_raven(game: Game, strategy: Strategy) -> bool:
    plans = (plan[1:] for _, part in used_parts(game, strategy) for plan in part.plan or ())
    return any((plan != plan[:, :1]).any() for plan in plans)


def _lengths_by_clocks(game: Game, strategy: Strategy) -> np.ndarray:
    states = lattice(game.fruits, is_lumpable(game, strategy))
    raven, steps = game.raven_faces / game.faces, np.arange(game.raven_steps)
    roll = fruit_roll(game, strategy, states, game.raven_steps).T.tocsr()
    fruit, emptied = np.eye(1, len(states), len(states) - 1)[0], [0.0]
    for k in count(1):
        fruit = roll @ fruit
        emptied.append(fruit[0])
        if (binom(k + steps - 1, steps) * raven**steps).sum() * (fruit.sum() - fruit[0]) < REST:
            break
    h, others = np.array(emptied), np.arange(k + 1)
    ended = np.zeros((2, k + game.raven_steps + 1))
    ended[0, len(steps) :] = binom(others + steps[-1], others) * raven ** len(steps) * ((1 - raven) ** others - h)
    just, others = h[1:] - (1 - raven) * h[:-1], others[1:]
    for j in steps:
        ended[1, j + 1 : j + k + 1] += binom(others + j - 1, j) * raven**j * just
    return ended


def _lengths_by_chain(game: Game, strategy: Strategy) -> np.ndarray:
    chain = absorbing_chain(game, strategy)
    p, ended = np.eye(1, len(chain.R))[0], [np.zeros(2)]
    while p.sum() > REST:
        ended.append(p @ chain.R)
        p = p @ chain.Q
    return np.array(ended).T


def neighbours(game: Game, strategy: str) -> list[tuple[str, str, float | None, float | None]]:
    """For each rule its name, what it is now, and the probability to win with one less and with one more of it.

    None where there is no such game, or none that the panels take on.
    """
    return [
        (rule, now, _win_probability(game, strategy, less), _win_probability(game, strategy, more))
        for rule, now, less, more in _variations(game)
    ]


def _variations(game: Game) -> Iterator[tuple[str, str, dict, dict]]:
    """For each rule its name, what it is now, and what changes with one less and with one more of it."""
    fruits, faces = game.fruits, game.colour_faces
    fewer, another = {"fruits": fruits[:-1], "colour_faces": faces[:-1]}, {"fruits": (*fruits, fruits[-1])}
    yield "trees", str(game.trees), fewer, another | {"colour_faces": (*faces, faces[-1])}
    yield "fruits on each tree", _in_short(fruits), *({"fruits": tuple(f + d for f in fruits)} for d in (-1, 1))
    for field, rule in NAMES.items():
        now = getattr(game, field)
        yield rule, str(now), {field: now - 1}, {field: now + 1}
    yield "faces of each colour", _in_short(faces), *({"colour_faces": tuple(f + d for f in faces)} for d in (-1, 1))


def _in_short(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers if len(set(numbers)) > 1 else numbers[:1]))


def _win_probability(game: Game, strategy: str, changes: dict) -> float | None:
    try:
        other = replace(game, **changes)
    except ValueError:
        return None
    return solve(other, strategy).win_probability if positions(other, strategy) <= MOST else None
