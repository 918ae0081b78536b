"""The game as an absorbing Markov chain: the whole of its transition matrix, and what follows from it.

With the `n` states in which the game goes on first and the two that end it last, the transition probabilities have
the form, and the game the properties, of chapter 11 of Grinstead and Snell, *Introduction to Probability*:

    P = [ Q  R ]     N = (I - Q)^-1 = I + Q + Q^2 + ...     B = N R     t = N 1     v = (2 N - I) t - t * t
        [ 0  I ]

(v, the variance: Kemeny and Snell, *Finite Markov Chains*, theorem 3.3.5). A wasted roll leads from a state to itself
and no roll leads back, so Q is upper triangular, and solving (I - Q) x = b costs no more than reading the entries of Q.
If players take turns, a state is one of the game and who is to roll; a wasted roll hands the die on, so that small
squares stand on Q's diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from orchard.arguments import whole_number, wrong_value, yes_or_no
from orchard.rules import Game, State, game_of
from orchard.states import count_states
from orchard.strategies import Asked, Strategy, as_given, is_lumpable, players_of, refuse_best
from orchard.ways import Ways, ways_of

if TYPE_CHECKING:  # scipy.sparse is imported where it is used: it takes as long as all the rest of the package
    from scipy.sparse import csr_array

ENDS = ("lost", "won")
MOST_EXACT, MOST_FUNDAMENTAL = 500, 3000  # live states of a chain in fractions, and with a fundamental matrix


@dataclass(frozen=True, eq=False)
class AbsorbingChain:
    """The chain of `game` played with `strategy`: in floats and sparse, or arrays of fractions.

    `P` (n + 2, n + 2): the whole transition matrix, of the `n` rows of `ways` and the two ends. If it is made without
    wasted rolls what is called a roll is a change of state.
    """

    game: Game
    strategy: Strategy | tuple[Strategy, ...]
    ways: Ways = field(repr=False)
    P: csr_array | np.ndarray = field(repr=False)

    start = 0  # the row of the game's start

    @cached_property
    def states(self) -> tuple[State | tuple[State, int] | str, ...]:
        """The `n` live ones, the start first, then ENDS; if players take turns pairs (State, player to roll)."""
        live = self.ways.live_states()
        return *(live if self.ways.players == 1 else product(live, range(self.ways.players))), *ENDS

    @cached_property
    def Q(self) -> csr_array | np.ndarray:  # noqa: N802 (the textbook's name)
        """(n, n): from live state to live state."""
        return self.P[:-2, :-2]

    @cached_property
    def R(self) -> np.ndarray:  # noqa: N802 (the textbook's name)
        """(n, 2): from live state to the ends."""
        return self.P[:-2, -2:] if self.exact else self.P[:-2, -2:].toarray()

    @property
    def exact(self) -> bool:
        """Whether entries are fractions."""
        return self.P.dtype == object

    @property
    def names(self) -> list[str]:
        """The states as Paternault writes them, without empty trees: "21|2" has trees of 2 and 1, and 2 raven steps.

        Trees that are not interchangeable keep their places, empty or not.
        """
        between = "," if max(self.game.fruits) > 9 else ""
        names = []
        for live in self.states[:-2]:
            state, player = (live, "") if isinstance(live, State) else (live[0], f" player {live[1]}")
            trees = sorted(filter(None, state.fruits), reverse=True) if self.ways.states.lumped else state.fruits
            names.append(f"{between.join(map(str, trees))}|{state.raven_steps}{player}")
        return [*names, *ENDS]

    def fundamental_matrix(self) -> np.ndarray:
        """N (n, n): how often each state is visited, from each; ValueError above MOST_FUNDAMENTAL live states."""
        if len(self.R) > MOST_FUNDAMENTAL:
            raise wrong_value("fundamental_matrix", f"be of at most {MOST_FUNDAMENTAL:,} live states", len(self.R))
        return _solved(self.Q, np.eye(len(self.R), dtype=int))

    def absorption_probabilities(self) -> np.ndarray:
        """B (n, 2): the probability of losing, and of winning, from each live state."""
        return _solved(self.Q, self.R)

    def expected_rolls(self) -> np.ndarray:
        """t (n,): the mean number of rolls until the game is over, from each live state."""
        return _solved(self.Q, np.ones(len(self.R), dtype=int))

    def variance_of_rolls(self) -> np.ndarray:
        """v (n,): the variance of that number."""
        t = self.expected_rolls()
        return 2 * _solved(self.Q, t) - t - t * t

    def expected_visits(self) -> np.ndarray:
        """(n,): how often a game is in each live state before a roll, on average; the first row of N."""
        reverse = slice(None, None, -1)  # so that the transpose is upper triangular again
        return _solved(self.Q.T[reverse, reverse], self._first[reverse])[reverse]

    def roll_distribution(self, rolls: int) -> np.ndarray:
        """(2, rolls + 1): the probability that the game is lost, and won, after exactly 0, 1, ..., `rolls` rolls."""
        after_a_roll, n = self.P[:-2].T, len(self.states) - 2
        p, ended = np.append(self._first, [0, 0]), []
        for _ in range(whole_number("rolls", rolls, 0, 10**6) + 1):
            ended.append(p[n:])
            p = after_a_roll @ p[:n]
        return np.array(ended).T

    @property
    def _first(self) -> np.ndarray:
        return np.eye(1, len(self.R), dtype=int)[0]


def absorbing_chain(
    game: Game | str, strategy: Asked = "max", exact: bool = False, wasted_rolls: bool = True
) -> AbsorbingChain:
    """The Markov chain of `game`, or of the edition of that name; a sequence of strategies is players who take turns.

    `exact=True` computes in fractions, for at most MOST_EXACT live states. `wasted_rolls=False` gives the chain of the
    changes of state, where changes are counted instead of rolls. Time and memory grow as fruit states x raven steps x
    players x (trees + what a basket can do). ValueError if it would not fit, and for a strategy that leaves a choice to
    the solver: pass `solve(game, "optimal").strategy`. TypeError or ValueError for an impossible game or strategy.

    >>> chain = absorbing_chain("two-by-two", "max", exact=True)
    >>> len(chain.states), chain.expected_rolls()[chain.start]
    (12, Fraction(3287, 864))
    """
    game, players = game_of(game), players_of(strategy)
    refuse_best(players)
    exact, wasted_rolls = yes_or_no("exact", exact), yes_or_no("wasted_rolls", wasted_rolls)
    if len(players) > 1 and not wasted_rolls:
        raise wrong_value(
            "wasted_rolls", "be True where players take turns: a wasted roll passes the die on", wasted_rolls
        )
    live = (count_states(game.fruits, is_lumpable(game, players)) - 1) * game.raven_steps * len(players)
    if exact and live > MOST_EXACT:
        raise wrong_value("exact", f"be False for a chain of more than {MOST_EXACT} live states", live)
    ways = ways_of(game, players, Fraction if exact else float)
    return AbsorbingChain(game, as_given(players), ways, _matrix(ways, wasted_rolls))


def _matrix(ways: Ways, wasted_rolls: bool) -> csr_array | np.ndarray:
    """P; without wasted rolls what leads from a row to itself is shared out among its other ways."""
    n, origin, target, chance = ways.rows, ways.origin, ways.target, ways.chance
    if not wasted_rolls:
        moves = origin != target
        origin, target, chance = origin[moves], target[moves], chance[moves]
        leaving = np.zeros(n, chance.dtype)
        np.add.at(leaving, origin, chance)
        chance = chance / leaving[origin]
    origin, target, chance = np.append(origin, [n, n + 1]), np.append(target, [n, n + 1]), np.append(chance, [1, 1])
    if chance.dtype == object:
        P = np.full((n + 2, n + 2), Fraction(0))
        np.add.at(P, (origin, target), chance)
        return P
    from scipy.sparse import csr_array

    origin, target = origin.astype(np.int32), target.astype(np.int32)  # some versions of SciPy solve with no others
    return csr_array((chance, (origin, target)), shape=(n + 2, n + 2))


def _solved(Q, b: np.ndarray) -> np.ndarray:
    """(I - Q)^-1 b for a Q that is upper triangular, but for small squares on the diagonal if players take turns."""
    if Q.dtype == object:
        return _eliminated(np.eye(len(Q), dtype=int) - Q, b * Fraction(1))
    from scipy.sparse import csc_array, eye_array, tril
    from scipy.sparse.linalg import splu, spsolve_triangular

    A, b = eye_array(Q.shape[0]) - Q, b.astype(float)
    if tril(A, k=-1, format="csr").nnz:
        return splu(csc_array(A), permc_spec="NATURAL").solve(b)
    return spsolve_triangular(A, b, lower=False)


def _eliminated(A: np.ndarray, x: np.ndarray) -> np.ndarray:
    """A^-1 x by Gaussian elimination in fractions, without pivoting: A is diagonally dominant. Changes both."""
    for j in reversed(range(len(A))):
        left = np.flatnonzero(A[j])  # of a triangle the diagonal alone, once the later columns are done
        for i in np.flatnonzero(A[:, j]):
            if i != j:
                factor = A[i, j] / A[j, j]
                A[i, left] -= factor * A[j, left]
                x[i] -= factor * x[j]
    return (x.T / A.diagonal()).T
