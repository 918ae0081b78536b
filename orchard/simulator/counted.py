"""Games that are counted instead of played: how many are in each state, divided anew at every roll.

All games begin in one state. A roll sends each game of a state its own way: the `n` games there are divided among the
ways by a multinomial split. Where games of several states meet, their counts add up; which game is which is never
asked. So the counts after each roll are random numbers with the very distribution that they have when every game is
played, and what they cost depends on how many states are occupied, hardly on how many games there are.

Where nobody looks at the raven games are counted by their fruit alone, and two clocks tick apart (`orchard.clocks`): at
each tick the games that the raven ends are a binomial number of those that go on, the rest roll another face, and how
many ravens the winners had seen is drawn at the end.

How exact: counts are whole numbers in 64 bits that always add up to the games. Chances are rounded to 53 bits, a few
times over. NumPy draws a multinomial split way by way, a binomial number of the games left for each, and takes the
chance of the way from what is left of 1: nothing is lost by that, since here the likeliest way comes last. It draws a
binomial number in floats of 53 bits. Below 2^53 games (9 x 10^15) that makes no difference; of MOST_COUNTED games the
largest parts come out as multiples of 64, where their standard deviation is 400 million.
"""

from collections.abc import Sequence
from itertools import cycle
from typing import NamedTuple

import numpy as np

from orchard.arguments import check_memory
from orchard.clocks import clock, ravens_in_a_clock
from orchard.rules import Game, State
from orchard.states import States, checked_states
from orchard.strategies import Strategy, is_lumpable
from orchard.transitions import Part, idle, tabulate

MOST_COUNTED = 10**18  # games: ten times as many would not fit into 64 bits
MOST_IN_SAMPLES = 10**9 - 1  # games that NumPy can divide into samples


class WaysOut(NamedTuple):
    """The ways out of each place, (places, ways): how likely, the likeliest last, and where to."""

    chance: np.ndarray
    place: np.ndarray

    @property
    def are_single(self) -> bool:
        return self.place.shape[1] == 1


class Turn(NamedTuple):
    """A player's roll without the raven, and the picks of each part of the strategy.

    A roll holds the baskets that the i-th part is to empty i times as many rows further as there are places, where its
    picks find them. Where those leave no choice the roll itself leads to where they do, and none are left.
    """

    roll: WaysOut
    baskets: list[list[WaysOut]]


def most_counted(samples: int) -> int:
    """How many games can be counted in so many samples."""
    return MOST_COUNTED if samples == 1 else MOST_IN_SAMPLES


def count_games(
    game: Game, players: Sequence[Strategy], games: int, rng: np.random.Generator
) -> tuple[np.ndarray, dict[State, int]]:
    """How many games were lost, and won, after exactly 0, 1, 2, ... rolls (2, k), and how many ended in each state.

    States have their trees in ascending order where these are interchangeable. Time grows as rolls x occupied places x
    trees, memory as places x trees; neither as the games, at most MOST_COUNTED. A place is a fruit state, with the
    raven's steps if they are told apart.
    """
    states = checked_states(game.fruits, game.colour_faces, is_lumpable(game, players), 128 * (game.trees + 2))
    tables = [tabulate(game, player, states) for player in players]
    ravens = ravens_in_a_clock(game, tables)
    steps = game.raven_steps // ravens
    check_memory("fruits", len(states), 64 * (steps + 1) * (game.trees + 2) * len(players))
    turns = cycle([_turn(game, parts, states, steps) for parts in tables])
    ticks = clock(game.raven_faces / game.faces, ravens)
    ended, lost_with = [], np.zeros(len(states), np.int64)
    going = np.zeros((len(states), steps), np.int64)
    going[-1, -1] = games
    while going.any():
        raven_ends, came = next(ticks)
        nearer = rng.binomial(going, raven_ends)
        going = _rolled(going - nearer, next(turns), rng)
        going[:, :-1] += nearer[:, 1:]
        ended.append((nearer[:, 0].sum(), going[0].copy(), came))
        lost_with += nearer[:, 0]
        going[0] = 0
    lost, won, came = map(np.array, zip(*ended, strict=True))
    rolls, won_with = _with_ravens(lost, won, came, rng)
    return rolls, _final_states(states, lost_with, won_with)


def wins_of_samples(wins: int, size: int, samples: int, rng: np.random.Generator) -> np.ndarray:
    """The wins in each of `samples` samples of `size` games, if `wins` of all these games were won.

    Any choice of so many games is as likely as any other to be those won: multivariate hypergeometric numbers.
    """
    return rng.multivariate_hypergeometric(np.full(samples, size), wins) if samples > 1 else np.array([wins])


def _with_ravens(
    lost: np.ndarray, won: np.ndarray, came: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """(2, k): games lost and won after exactly 0, 1, 2, ... rolls; and those won by the steps that the raven had left.

    Before the first, second, ... roll of another face `lost` (k) are lost, and with it `won` (k, steps) by the raven's
    place; the chances `came` (k, ravens) are of how many ravens came since it got there.
    """
    (others, steps), ravens = won.shape, came.shape[1]
    chance, j = _ways(came.T, np.tile(np.arange(ravens)[:, None], others))
    parts = rng.multinomial(won.T, chance)
    rolls = np.zeros((2, others + ravens), np.int64)
    rolls[0, ravens:] = lost
    np.add.at(rolls[1], np.arange(1, others + 1)[:, None] + j, parts.sum(axis=0))
    left = np.zeros(steps * ravens + 1, np.int64)
    np.add.at(left, np.arange(1, steps + 1)[:, None, None] * ravens - j, parts)
    return rolls, left


def _final_states(states: States, lost_with: np.ndarray, won_with: np.ndarray) -> dict[State, int]:
    """How many games ended in each state: lost ones by the fruit left, won ones by the raven's steps left."""
    none = tuple(states.fruits[:, 0].tolist())
    won = {State(none, left): games for left, games in enumerate(won_with.tolist()) if games}
    lost = zip(states.fruits.T.tolist(), lost_with.tolist(), strict=True)
    return won | {State(tuple(fruits), 0): games for fruits, games in lost if games}


# --- the ways of a roll and of a pick ---


def _turn(game: Game, parts: Sequence[Part], states: States, steps: int) -> Turn:
    """What a player with these parts of a strategy does; place = fruit state * steps + raven."""
    fruit, raven = np.divmod(np.arange(len(states) * steps), steps)
    here = np.arange(len(fruit))
    picked = states.colour[:, fruit] * steps + raven
    held, baskets = [], []
    for number, part in enumerate(parts, 1):
        picks = [_ways(_weights(part.with_left(left), fruit, raven), picked) for left in range(game.picks, 0, -1)]
        if all(pick.are_single for pick in picks):
            held.append(_followed(picks, here))
            picks = []
        else:
            held.append(here + number * len(here))
        baskets.append(picks)
    faces = [*game.colour_faces, *(game.basket_faces * part.probability for part in parts)]
    faces = np.array([*faces, game.basket_faces * idle(parts)], float)
    return Turn(_ways(np.tile(faces[:, None], len(here)), np.array([*picked, *held, here])), baskets)


def _weights(weights: np.ndarray, fruit: np.ndarray, raven: np.ndarray) -> np.ndarray:
    """(trees, places): the weights (n, steps or 1, trees) in each place."""
    return weights[fruit, raven if weights.shape[1] > 1 else 0].T.astype(float)


def _followed(picks: Sequence[WaysOut], places: np.ndarray) -> np.ndarray:
    """Where picks that leave no choice lead."""
    for pick in picks:
        places = pick.place[places, 0]
    return places


def _ways(weights: np.ndarray, places: np.ndarray) -> WaysOut:
    """The ways that have these weights (ways, n); of those that lead to the same place the last one stands for all.

    What is impossible never happens: the last way takes what rounding leaves over, and it is the likeliest. Without
    any weight, as picks have without fruit, it is as good as any other.
    """
    for j, place in enumerate(places):
        same = places[:j] == place
        weights[j] += (same * weights[:j]).sum(axis=0)
        weights[:j][same] = 0
    most = max(1, np.count_nonzero(weights, axis=0).max())
    order = np.argsort(weights, axis=0, kind="stable")[-most:]
    weights = np.take_along_axis(weights, order, axis=0).T.copy()
    total = np.where(weights[:, -1:] > 0, weights.sum(axis=1, keepdims=True), 1)
    return WaysOut(weights / total, np.take_along_axis(places, order, axis=0).T.copy())


# --- games go their ways ---


def _rolled(going: np.ndarray, turn: Turn, rng: np.random.Generator) -> np.ndarray:
    """How many games are in each place after a roll without the raven, and after the picks if it was the basket."""
    after, *held = _split(going.ravel(), turn.roll, 1 + len(turn.baskets), rng)
    for counts, picks in zip(held, turn.baskets, strict=True):
        for pick in picks:
            (counts,) = _split(counts, pick, 1, rng)
        after = after + counts
    return after.reshape(going.shape)


def _split(counts: np.ndarray, ways: WaysOut, rows: int, rng: np.random.Generator) -> np.ndarray:
    """(rows, places): how many games come to each place, if `counts` of them go any of the ways."""
    occupied = np.flatnonzero(counts)
    arrived = np.zeros(rows * len(counts), np.int64)
    split = rng.multinomial(counts[occupied], ways.chance[occupied])
    np.add.at(arrived, ways.place[occupied].ravel(), split.ravel())
    return arrived.reshape(rows, -1)
