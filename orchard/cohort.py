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

from itertools import cycle

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
    grows as rolls x occupied states x trees, memory as states x trees; neither as the games, at most MOST.
    """
    lumped, steps = is_lumpable(game, strategy), game.raven_steps + 1
    states = checked_lattice(game.fruits, lumped, 64 * steps * (game.trees + 2) * len(strategy.turns))
    fruit, raven = np.divmod(np.arange(len(states) * steps), steps)
    turns = cycle([_turn(game, player, states, fruit, raven) for player in strategy.turns])
    over = np.flatnonzero((fruit == 0) | (raven == 0))  # the first `steps` of them without fruit: won
    going, ended, final = np.zeros(len(fruit), np.int64), [(0, 0)], np.zeros(len(over), np.int64)
    going[-1] = games
    while going.any():
        going = _rolled(going, *next(turns), rng)
        ending, going[over] = going[over], 0
        ended.append((ending[steps:].sum(), ending[:steps].sum()))
        final += ending
    places = zip(states.fruits[fruit[over]].tolist(), raven[over].tolist(), final.tolist(), strict=True)
    return np.array(ended).T, {State(tuple(fruits), left): count for fruits, left, count in places if count}


def wins_of_samples(wins: int, size: int, samples: int, rng: np.random.Generator) -> np.ndarray:
    """The wins in each of `samples` samples of `size` games, if `wins` of all these games were won.

    Any choice of so many games is as likely as any other to be those won: multivariate hypergeometric numbers.
    """
    return rng.multivariate_hypergeometric(np.full(samples, size), wins) if samples > 1 else np.array([wins])


def _turn(
    game: Game, strategy: Strategy, states: Lattice, fruit: np.ndarray, raven: np.ndarray
) -> tuple[Ways, list[list[Ways]]]:
    """The ways of a player's roll, and of the picks of each part of the strategy, from each place (fruit, raven steps).

    A basket is at first held: if the i-th part is to empty it, i rows of places further.
    """
    parts, after = used_parts(game, strategy), np.where(states.after < len(states), states.after, range(len(states)))
    here, picked = np.arange(len(fruit)), after[:, fruit] * (game.raven_steps + 1) + raven
    baskets = [game.basket_faces * p for p, _ in parts]
    faces = np.array([*game.colour_faces, *baskets, game.basket_faces - sum(baskets), game.raven_faces], float)
    places = np.array([*picked, *(here + i * len(here) for i in range(1, len(parts) + 1)), here, here - 1])
    weights = [[_weights(p, states, left, fruit, raven) for left in range(game.picks, 0, -1)] for _, p in parts]
    return _ways(np.tile(faces[:, None], len(here)), places), [[_ways(w, picked) for w in picks] for picks in weights]


def _weights(strategy: Strategy, states: Lattice, left: int, fruit: np.ndarray, raven: np.ndarray) -> np.ndarray:
    """(trees, places): how likely each tree is to give the next fruit, with `left` picks to be made."""
    weights = (
        tree_shares(strategy, states.fruits)[fruit].T
        if strategy.plan is None
        else strategy.plan[left - 1][fruit, raven - 1] == np.arange(len(states.after))[:, None]
    )
    return np.where(fruit > 0, weights, 1.0)  # without fruit any tree will do: none is picked


def _ways(weights: np.ndarray, places: np.ndarray) -> Ways:
    """The ways that have these weights; of those that lead to the same place the last one stands for all."""
    for j, place in enumerate(places):
        same = places[:j] == place
        weights[j] += (same * weights[:j]).sum(axis=0)
        weights[:j][same] = 0
    used = weights.any(axis=1)
    left = np.cumsum(weights[used][::-1], axis=0)[::-1]
    # A place's last way has all the weight that is left: its chance is exactly 1, and what is impossible never happens.
    return np.divide(weights[used], left, out=np.zeros_like(left), where=left > 0), places[used]


def _rolled(going: np.ndarray, roll: Ways, baskets: list[list[Ways]], rng: np.random.Generator) -> np.ndarray:
    """How many games are in each place after a roll, and after the picks if it was the basket."""
    going, *held = _split(going, roll, 1 + len(baskets), rng)
    for counts, picks in zip(held, baskets, strict=True):
        for pick in picks:
            (counts,) = _split(counts, pick, 1, rng)
        going = going + counts
    return going


def _split(counts: np.ndarray, ways: Ways, rows: int, rng: np.random.Generator) -> np.ndarray:
    """(rows, places): how many games come to each place, if `counts` of them go any of the ways."""
    at = np.flatnonzero(counts)
    left, arrived = counts[at], np.zeros(rows * len(counts), np.int64)
    for chance, place in zip(*ways, strict=True):
        taken = rng.binomial(left, chance[at])
        np.add.at(arrived, place[at], taken)
        left = left - taken
    return arrived.reshape(rows, -1)
