"""Two clocks: why a game may often be followed by its fruit alone, and the raven's steps be added afterwards.

If one player rolls, or several as one, and does not look at the raven, then neither do the rolls of all other faces:
what they do to the fruit is independent of how many ravens come between them. So a game is followed by its fruit, after
k = 0, 1, 2, ... rolls without the raven. With w the probability of its face, N_k of its rolls came before the k-th
other one, and P(N_k = j) = C(k + j - 1, j) w^j (1 - w)^k. Of the games that go on after k others,

    h_k = P(N_{k+1} >= r | N_k < r) = sum of P(N_k = j | N_k < r) w^(r - j) over j < r

are lost before one more, by exactly k + r rolls, whatever their fruit; the rest roll another face. Those that it wins
had j ravens with probability P(N_{k+1} = j | N_{k+1} < r), and so k + 1 + j rolls and r - j steps left. All these
chances follow from those for k by sums of positive terms: N_{k+1} is N_k and a geometric number more.

If a strategy looks at the raven, or players take turns (a raven is a turn too), games are followed by fruit and raven.
Then a clock runs for a single step, r = 1, and h_k = w.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate

import numpy as np

from orchard.rules import Game
from orchard.transitions import Move, sees_raven


def ravens_in_a_clock(game: Game, rolls: Sequence[Sequence[Move]]) -> int:
    """The r of a clock, for players with these rolls: all the raven's steps, or one."""
    if len(rolls) > 1 or sees_raven(rolls[0]):
        return 1
    return game.raven_steps


def raven_chance(roll: Sequence[Move]) -> float:
    """w: the probability that a roll brings the raven nearer."""
    return float(sum(move.faces for move in roll if move.brings_raven) / sum(move.faces for move in roll))


def clock(raven: float, ravens: int) -> Iterator[tuple[float, np.ndarray]]:
    """For k = 0, 1, ...: h_k, and P(N_{k+1} = j | N_{k+1} < r) for j = 0, ..., r - 1; `raven` is w, `ravens` is r."""
    came = [1.0] + [0.0] * (ravens - 1)
    while True:
        # came[j] becomes came[j] + w came[j-1] + w^2 came[j-2] + ...: those who roll more ravens, then another face.
        came = np.fromiter(accumulate(came, lambda fewer, same: raven * fewer + same), float)
        lost = raven * came[-1]
        came = came / came.sum()
        yield lost, came
