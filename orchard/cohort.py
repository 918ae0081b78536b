"""Games that are counted instead of played: how many are in each state, divided anew at every roll.

All games begin in one state. A roll sends each game of a state its own way: the `n` games there are divided among the
ways by a multinomial split. Where games of several states meet, their counts add up; which game is which is never
asked. So the counts after each roll are random numbers with the very distribution that they have when every game is
played, and what they cost depends on how many states are occupied, hardly on how many games there are.

Two clocks. If one player rolls, or several as one, and does not look at the raven, then neither do the rolls of all
other faces: what they do to the fruit is independent of how many ravens come between them. So games are counted by
their fruit alone, after k = 0, 1, 2, ... rolls without the raven. With w the probability of its face, N_k of its rolls
came before the k-th other one, and P(N_k = j) = C(k + j - 1, j) w^j (1 - w)^k. Of the games that go on after k others,

    h_k = P(N_{k+1} >= r | N_k < r) = sum of P(N_k = j | N_k < r) w^(r - j) over j < r

are lost before one more, by exactly k + r rolls, whatever their fruit; the rest roll another face. Those that it wins
had j ravens with probability P(N_{k+1} = j | N_{k+1} < r), and so k + 1 + j rolls and r - j steps left. All these
chances follow from those for k by sums of positive terms: N_{k+1} is N_k and a geometric number more. If the plan of a
strategy looks at the raven, or players take turns (a raven is a turn too), games are counted by fruit and raven: then
a clock runs for a single step, r = 1, and h_k = w.

How exact: counts are whole numbers in 64 bits that always add up to the games. Chances are rounded to 53 bits, a few
times over. NumPy draws a multinomial split way by way, a binomial number of the games left for each, and takes the
chance of the way from what is left of 1: nothing is lost by that, since here the likeliest way comes last. It draws a
binomial number in floats of 53 bits. Below 2^53 games (9 x 10^15) that makes no difference; of MOST games the largest
parts come out as multiples of 64, where their standard deviation is 400 million.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import accumulate, cycle

import numpy as np

from orchard.lattice import Lattice, checked_lattice
from orchard.rules import Game, State
from orchard.strategies import Strategy, is_lumpable, tree_shares, used_parts

MOST = 10**18  # games: ten times as many would not fit into 64 bits
MOST_IN_SAMPLES = 10**9 - 1  # games that NumPy can divide into samples

# (places, ways) each: the chance of each way out of a place, the likeliest last, and the place that it leads to.
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
    steps = game.raven_steps // ravens
    states = checked_lattice(game.fruits, lumped, 64 * (steps + 1) * (game.trees + 2) * len(strategy.turns))
    turns = cycle([_turn(game, player, states, steps) for player in strategy.turns])
    clock, ended, lost_with = _clock(game.raven_faces / game.faces, ravens), [], np.zeros(len(states), np.int64)
    going = np.zeros((len(states), steps), np.int64)
    going[-1, -1] = games
    while going.any():
        last, before = next(clock)
        nearer = rng.binomial(going, last)
        going = _rolled(going - nearer, *next(turns), rng)
        going[:, :-1] += nearer[:, 1:]
        ended.append((nearer[:, 0].sum(), going[0].copy(), before))
        lost_with += nearer[:, 0]
        going[0] = 0
    rolls, won_with = _ended(*map(np.array, zip(*ended, strict=True)), rng)
    won = {State((0,) * game.trees, left): n for left, n in enumerate(won_with.tolist()) if n}
    lost = zip(states.fruits.tolist(), lost_with.tolist(), strict=True)
    return rolls, won | {State(tuple(fruits), 0): n for fruits, n in lost if n}


def wins_of_samples(wins: int, size: int, samples: int, rng: np.random.Generator) -> np.ndarray:
    """The wins in each of `samples` samples of `size` games, if `wins` of all these games were won.

    Any choice of so many games is as likely as any other to be those won: multivariate hypergeometric numbers.
    """
    return rng.multivariate_hypergeometric(np.full(samples, size), wins) if samples > 1 else np.array([wins])


def _ravens_to_a_place(game: Game, strategy: Strategy) -> int:
    """How many ravens it takes until a game is in another place: all that there are to come, or one."""
    one, *others = strategy.turns
    return 1 if others or any(part.plan for _, part in used_parts(game, one)) else game.raven_steps


def _clock(raven: float, ravens: int) -> Iterator[tuple[float, np.ndarray]]:
    """For k = 0, 1, ...: h_k, and the chances that 0, 1, ... ravens came before the next other roll if not all did."""
    p = [1.0] + [0.0] * (ravens - 1)
    while True:
        p = np.fromiter(accumulate(p, lambda fewer, same: raven * fewer + same), float)
        yield raven * p[-1], (p := p / p.sum())


def _ended(
    lost: np.ndarray, won: np.ndarray, came: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """(2, k): games lost and won after exactly 0, 1, 2, ... rolls; and those won by the steps that the raven had left.

    Before the first, second, ... roll of another face `lost` (k) are lost, and with it `won` (k, steps) by the raven's
    place; the chances `came` (k, ravens) are of how many ravens came since it got there.
    """
    (others, steps), ravens = won.shape, came.shape[1]
    chance, j = _ways(came.T, np.tile(np.arange(ravens)[:, None], others))
    parts = rng.multinomial(won.T, chance)
    rolls, left = np.zeros((2, others + ravens), np.int64), np.zeros(steps * ravens + 1, np.int64)
    rolls[0, ravens:] = lost
    np.add.at(rolls[1], np.arange(1, others + 1)[:, None] + j, parts.sum(axis=0))
    np.add.at(left, np.arange(1, steps + 1)[:, None, None] * ravens - j, parts)
    return rolls, left


def _turn(game: Game, strategy: Strategy, states: Lattice, steps: int) -> tuple[Ways, list[list[Ways]]]:
    """The ways of a player's roll without the raven, and of the picks of each part, from each place (fruit, raven).

    A basket is at first held: if the i-th part is to empty it, i rows of places further. Where all its picks leave no
    choice the roll itself leads to where they do, and none are left.
    """
    fruit, raven = np.divmod(np.arange(len(states) * steps), steps)
    parts, after = used_parts(game, strategy), np.where(states.after < len(states), states.after, range(len(states)))
    here, picked = np.arange(len(fruit)), after[:, fruit] * steps + raven
    weights = [[_weights(p, states, left, fruit, raven) for left in range(game.picks, 0, -1)] for _, p in parts]
    picks = [[_ways(w, picked) for w in part] for part in weights]
    held = [here + i * len(here) for i in range(1, len(parts) + 1)]
    for i, part in enumerate(picks):
        if all(place.shape[1] == 1 for _, place in part):
            held[i], picks[i] = reduce(lambda at, pick: pick[1][at, 0], part, here), []
    baskets = [game.basket_faces * p for p, _ in parts]
    faces = np.array([*game.colour_faces, *baskets, game.basket_faces - sum(baskets)], float)
    return _ways(np.tile(faces[:, None], len(here)), np.array([*picked, *held, here])), picks


def _weights(strategy: Strategy, states: Lattice, left: int, fruit: np.ndarray, raven: np.ndarray) -> np.ndarray:
    """(trees, places): how likely each tree is to give the next fruit, with `left` picks to be made."""
    if strategy.plan is None:
        return tree_shares(strategy, states.fruits)[fruit].T.astype(float)
    return (strategy.plan[left - 1][fruit, raven] == np.arange(len(states.after))[:, None]).astype(float)


def _ways(weights: np.ndarray, places: np.ndarray) -> Ways:
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
    weights, places = (np.take_along_axis(table, order, axis=0).T.copy() for table in (weights, places))
    return weights / np.where(weights[:, -1:] > 0, weights.sum(axis=1, keepdims=True), 1), places


def _rolled(going: np.ndarray, roll: Ways, baskets: list[list[Ways]], rng: np.random.Generator) -> np.ndarray:
    """How many games are in each place after a roll without the raven, and after the picks if it was the basket."""
    after, *held = _split(going.ravel(), roll, 1 + len(baskets), rng)
    for counts, picks in zip(held, baskets, strict=True):
        for pick in picks:
            (counts,) = _split(counts, pick, 1, rng)
        after = after + counts
    return after.reshape(going.shape)


def _split(counts: np.ndarray, ways: Ways, rows: int, rng: np.random.Generator) -> np.ndarray:
    """(rows, places): how many games come to each place, if `counts` of them go any of the ways."""
    at, (chance, place), arrived = np.flatnonzero(counts), ways, np.zeros(rows * len(counts), np.int64)
    np.add.at(arrived, place[at].ravel(), rng.multinomial(counts[at], chance[at]).ravel())
    return arrived.reshape(rows, -1)
