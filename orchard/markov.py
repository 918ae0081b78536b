"""The game as an absorbing Markov chain: the whole of its transition matrix, and what follows from it.

Where a roll leads depends on the state and on nothing before it. With the `n` states in which the game goes on first
and the two that end it last, the matrix of the transition probabilities has the form, and the game the properties, of
chapter 11 of Grinstead and Snell, *Introduction to Probability*:

    P = [ Q  R ]     N = (I - Q)^-1 = I + Q + Q^2 + ...     B = N R     t = N 1     v = (2 N - I) t - t * t
        [ 0  I ]

(v, the variance: Kemeny and Snell, *Finite Markov Chains*, theorem 3.3.5). A dead roll leads from a state to itself and
no roll leads back, so Q is upper triangular in the order of `transitions.live_states`, and solving (I - Q) x = b costs
no more than reading the entries of Q, a handful in every row. If players take turns, a state is one of the game and who
is to roll; a dead roll hands the die on, so that there are small squares on Q's diagonal.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb

import numpy as np
from scipy.sparse import block_array, csc_array, csr_array, diags_array, eye_array, tril
from scipy.sparse.linalg import splu, spsolve_triangular

from orchard.arguments import whole_number
from orchard.lattice import checked_lattice, count_states
from orchard.rules import Game, State, checked_game
from orchard.strategies import Strategy, checked_strategy, is_lumpable
from orchard.transitions import by_turns, exact_transitions, float_transitions, live_states

LOST, WON = "lost", "won"
EXACT, WHOLE = 500, 3000  # live states up to which a chain may be in fractions, and its fundamental matrix be made

Matrix = csr_array | np.ndarray


@dataclass(frozen=True, eq=False)
class AbsorbingChain:
    """The chain of `game` played with `strategy`: in floats and sparse, or arrays of fractions.

    `states`: the `n` live ones, as `transitions.live_states` orders them, then LOST and WON; if players take turns each
    is a pair (State, player to roll). `start` is the number of the first, 0. `Q` (n, n) leads from live state to live
    state, `R` (n, 2) to the end.
    """

    game: Game
    strategy: Strategy
    states: tuple[State | str, ...] = field(repr=False)
    Q: Matrix = field(repr=False)
    R: np.ndarray = field(repr=False)
    start: int = 0

    @cached_property
    def P(self) -> Matrix:  # noqa: N802 (the textbook's name)
        """The whole transition matrix (n + 2, n + 2)."""
        if self.Q.dtype == object:
            ends = np.eye(2, len(self.states), len(self.R), dtype=int) * Fraction(1)
            return np.vstack([np.hstack([self.Q, self.R]), ends])
        return csr_array(block_array([[self.Q, csr_array(self.R)], [None, eye_array(2)]]))

    @property
    def names(self) -> list[str]:
        """The states as source 004 writes them, without empty trees: "21|2" has trees of 2 and 1, and 2 raven steps.

        With commas if a tree may hold more than 9. Trees that are not interchangeable keep their places, empty or not.
        """
        between, lumped = "," if max(self.game.fruits) > 9 else "", is_lumpable(self.game, self.strategy)
        turns = bool(self.strategy.players)
        live = [state if turns else (state, "") for state in self.states[:-2]]
        trees = [[f for f in fruits[::-1] if f] if lumped else fruits for (fruits, _), _ in live]
        ends = [f"|{state.raven_steps}" + f" player {player}" * turns for state, player in live]
        return [between.join(map(str, t)) + end for t, end in zip(trees, ends, strict=True)] + [LOST, WON]

    def fundamental_matrix(self) -> np.ndarray:
        """N (n, n): how often each state is visited, from each; ValueError above WHOLE live states.

        Time and memory grow as n * n; `expected_visits` has the first row for any chain.
        """
        if len(self.R) > WHOLE:
            raise ValueError(f"fundamental_matrix must be of at most {WHOLE:,} live states, got {len(self.R):,}")
        return _solved(self.Q, np.eye(len(self.R), dtype=int))

    def absorption_probabilities(self) -> np.ndarray:
        """B (n, 2): the probability to lose, and to win, from each live state."""
        return _solved(self.Q, self.R)

    def expected_rolls(self) -> np.ndarray:
        """t (n,): the mean number of rolls until the game is over, from each live state."""
        return _solved(self.Q, np.ones(len(self.R), dtype=int))

    def variance_of_rolls(self) -> np.ndarray:
        """v (n,): the variance of that number."""
        t = self.expected_rolls()
        return 2 * _solved(self.Q, t) - t - t * t

    def expected_visits(self) -> np.ndarray:
        """(n,): how many rolls a game from the start makes in each live state on average; the first row of N."""
        reverse = slice(None, None, -1)
        return _solved(self.Q.T[reverse, reverse], self._first[reverse])[reverse]

    def state_distribution(self, rolls: int) -> np.ndarray:
        """(n + 2,): the probability of each state after so many rolls from the start."""
        p = np.append(self._first, [0, 0])
        for _ in range(whole_number("rolls", rolls, 0, 10**6)):
            p = p @ self.P
        return p

    def roll_distribution(self, rolls: int) -> np.ndarray:
        """(2, rolls + 1): the probability that the game is lost, and won, after exactly 0, 1, ..., `rolls` rolls.

        Time grows as rolls x entries of Q.
        """
        live, ended = self._first, [0 * self.R[0]]
        for _ in range(whole_number("rolls", rolls, 0, 10**6)):
            ended.append(live @ self.R)
            live = live @ self.Q
        return np.array(ended).T

    def to_dot(self) -> str:
        """The chain as a graph in Graphviz' language, with an arrow for each positive transition probability."""
        names, write = self.names, str if self.Q.dtype == object else "{:.4g}".format
        ways = zip(*self.P.nonzero(), strict=True)
        edges = [f'  "{names[i]}" -> "{names[j]}" [label="{write(self.P[i, j])}"];' for i, j in ways if i < len(self.R)]
        ends = [f'  "{name}" [shape=doublecircle];' for name in (LOST, WON)]
        return "\n".join(["digraph orchard {", "  rankdir=LR;", "  node [shape=box];", *ends, *edges, "}\n"])

    @property
    def _first(self) -> np.ndarray:
        return np.eye(1, len(self.R), dtype=int)[0]


def absorbing_chain(
    game: Game | str,
    strategy: Strategy | str = "max",
    exact: bool = False,
    dead_rolls: bool = True,
    players: Iterable[Strategy | str] | None = None,
) -> AbsorbingChain:
    """The Markov chain of `game`, or of the edition of that name.

    `exact=True` computes in fractions, for at most EXACT live states. `dead_rolls=False` gives the chain of the changes
    of state, in which no state leads to itself; what it calls rolls is then the number of changes. `players=("max",
    "random")` in place of a strategy: they roll by turns, the first one first, dead rolls included. There are fruit
    states x raven steps (x players) live states; the entries of Q, and with them time and memory, grow as those x
    (trees + baskets that can come of a state). ValueError if they would not fit, and for a strategy that the solver has
    yet to settle.
    """
    game, strategy = checked_game(game), checked_strategy(strategy, players)
    if any(part.best for player in strategy.turns for _, part in player.parts):
        raise ValueError(f"strategy must be one that does not look ahead, or settled, got {strategy.name!r}")
    if strategy.players and not dead_rolls:
        raise ValueError(
            "dead_rolls must be True where players take turns, as a dead roll passes the die on, got False"
        )
    lumped, turns = is_lumpable(game, strategy), len(strategy.turns)
    live = (count_states(game.fruits, lumped) - 1) * game.raven_steps * turns
    if exact and live > EXACT:
        raise ValueError(f"exact must be False for a chain of more than {EXACT} live states, got {live:,}")
    entries = game.trees + 2 + comb(game.trees + game.picks - 1, game.picks)
    states = checked_lattice(game.fruits, lumped, turns * game.raven_steps * (200 + 40 * entries))
    transitions = exact_transitions if exact else float_transitions
    Q, R = by_turns([transitions(game, player, states) for player in strategy.turns])
    if not dead_rolls:
        Q, R = _without_dead_rolls(Q, R)
    live_ones = live_states(game, states)
    if strategy.players:
        live_ones = list(product(live_ones, range(turns)))
    return AbsorbingChain(game, strategy, (*live_ones, LOST, WON), Q, R)


def _without_dead_rolls(Q: Matrix, R: np.ndarray) -> tuple[Matrix, np.ndarray]:
    """The chain if every roll changes something: without the diagonal of Q, each row divided by what is left."""
    stay, some = Q.diagonal(), 1 / (1 - Q.diagonal())
    if Q.dtype == object:
        return some[:, None] * (Q - np.diag(stay)), some[:, None] * R
    Q = csr_array(diags_array(some) @ (Q - diags_array(stay)))
    Q.eliminate_zeros()
    return Q, some[:, None] * R


def _solved(Q: Matrix, b: np.ndarray) -> np.ndarray:
    """(I - Q)^-1 b for a Q that is upper triangular, but for small squares on the diagonal if players take turns."""
    if Q.dtype != object:
        A, b = eye_array(Q.shape[0]) - Q, b.astype(float)
        below = tril(A, k=-1, format="csr")
        return splu(csc_array(A), permc_spec="NATURAL").solve(b) if below.nnz else spsolve_triangular(A, b, lower=False)
    A, x = np.eye(len(Q), dtype=int) - Q, b * Fraction(1)
    for j in range(len(A)):
        for i in j + 1 + np.flatnonzero(A[j + 1 :, j]):
            factor = A[i, j] / A[j, j]
            A[i], x[i] = A[i] - factor * A[j], x[i] - factor * x[j]
    for i in reversed(range(len(A))):
        later = i + 1 + np.flatnonzero(A[i, i + 1 :])
        x[i] = (x[i] - sum(A[i, j] * x[j] for j in later)) / A[i, i]
    return x
