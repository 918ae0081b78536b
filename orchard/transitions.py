"""Where one roll leads from every state, and how likely: the matrices Q and R of `orchard.markov`, from the rules.

Twice, so that one can be held against the other: in floats and sparse, for all states at once; and in fractions,
state by state, as `turn` says it.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from operator import matmul

import numpy as np
from scipy.sparse import block_diag, csr_array, eye_array, kron

from orchard.lattice import Lattice
from orchard.rules import Game, State, turn
from orchard.strategies import Strategy, basket_outcomes, tree_shares, used_parts


def live_states(game: Game, states: Lattice) -> list[State]:
    """The states in which the game goes on: those with more raven steps first, among equal ones those with more fruit.

    Every change of state leads to a later one; the first is the start. Interchangeable trees are sorted.
    """
    fruits = list(map(tuple, states.fruits[:0:-1].tolist()))
    return [State(f, r) for r in range(game.raven_steps, 0, -1) for f in fruits]


def float_transitions(game: Game, strategy: Strategy, states: Lattice) -> tuple[csr_array, np.ndarray]:
    """Q (n, n) and R (n, 2): a block a raven step for what happens to the fruit, and right of each the raven's step.

    The blocks are all equal, unless the strategy looks at the raven.
    """
    steps, live, raven = game.raven_steps, len(states) - 1, game.raven_faces / game.faces
    different = range(steps, 0, -1) if any(part.plan for _, part in strategy.parts) else [steps]
    fruit = [fruit_roll(game, strategy, states, r)[:0:-1, ::-1] for r in different] * (steps // len(different))
    Q = csr_array(block_diag([f[:, :-1] for f in fruit]) + raven * kron(eye_array(steps, k=1), eye_array(live)))
    Q.eliminate_zeros()
    lost = np.repeat(raven * np.eye(1, steps, steps - 1), live)
    return Q, np.column_stack([lost, np.concatenate([f[:, [-1]].toarray() for f in fruit])])


def fruit_roll(game: Game, strategy: Strategy, states: Lattice, raven_steps: int) -> csr_array:
    """(n, n): the probability that a roll that is no raven takes one fruit state to another."""
    idle = float(1 - sum(p for p, _ in used_parts(game, strategy)))
    basket = sum(
        (float(p) * _basket(game, part, states, raven_steps) for p, part in used_parts(game, strategy)),
        idle * eye_array(len(states)),
    )
    colours = _picked(states, np.tile(game.colour_faces, (len(states), 1)))
    return csr_array((colours + game.basket_faces * basket) / game.faces)


def _basket(game: Game, strategy: Strategy, states: Lattice, raven_steps: int) -> csr_array:
    """(n, n): the probability that the picks of a basket take one fruit state to another: a product, factor by pick."""
    if strategy.plan is None:
        shares = [tree_shares(strategy, states.fruits)] * game.picks
    else:
        trees = (strategy.plan[k - 1][:, raven_steps - 1] for k in range(game.picks, 0, -1))
        shares = [np.eye(states.fruits.shape[1])[tree] for tree in trees]
    nothing = np.zeros(states.fruits.shape)
    nothing[0, 0] = 1  # with no fruit left any tree will do: none is picked
    weights = ((share + nothing) / (share + nothing).sum(axis=1, keepdims=True) for share in shares)
    return reduce(matmul, (_picked(states, w) for w in weights))


def _picked(states: Lattice, weights: np.ndarray) -> csr_array:
    """The matrix of a pick from tree `t` with probability `weights[:, t]`; a state stays where that tree is empty."""
    n, trees = weights.shape
    after = np.where(states.after < n, states.after, np.arange(n))
    matrix = csr_array((weights.T.ravel(), (np.tile(np.arange(n), trees), after.ravel())), shape=(n, n))
    matrix.eliminate_zeros()
    return matrix


def by_turns(chains: list[tuple[csr_array | np.ndarray, np.ndarray]]) -> tuple[csr_array | np.ndarray, np.ndarray]:
    """Q and R of the states with player 0 to roll, 1, ...: every roll of player p leads to one of player p + 1."""
    if len(chains) == 1:
        return chains[0]
    passes = np.roll(np.eye(len(chains), dtype=int), 1, axis=1)
    to_next = [np.where(np.arange(len(chains))[:, None] == p, passes, 0) for p in range(len(chains))]
    kronecker = np.kron if chains[0][0].dtype == object else kron
    Q = sum(kronecker(Q, passed) for (Q, _), passed in zip(chains, to_next, strict=True))
    return Q if Q.dtype == object else csr_array(Q), np.stack([R for _, R in chains], axis=1).reshape(-1, 2)


def exact_transitions(game: Game, strategy: Strategy, states: Lattice) -> tuple[np.ndarray, np.ndarray]:
    """Q (n, n) and R (n, 2) as arrays of fractions."""
    live = live_states(game, states)
    number = {state: i for i, state in enumerate(live)}
    Q, R = np.full((len(live), len(live)), Fraction(0)), np.full((len(live), 2), Fraction(0))
    for i, state in enumerate(live):
        for p, after in _outcomes(game, strategy, states, state):
            if after.is_lost or after.is_won:
                R[i, int(after.is_won)] += p
            else:
                Q[i, number[after]] += p
    return Q, R


def _outcomes(game: Game, strategy: Strategy, states: Lattice, state: State) -> Iterator[tuple[Fraction, State]]:
    """(probability, next state) of a roll, with the trees in the lattice's order."""
    for p, (fruits, raven_steps), picks in turn(game, state):
        parts = used_parts(game, strategy) if picks else ()
        yield p * (1 - sum(q for q, _ in parts)), State(tuple(sorted(fruits)) if states.lumped else fruits, raven_steps)
        for q, part in parts:
            for left, w in _after_basket(part, states, state, picks).items():
                yield p * q * w, State(left, raven_steps)


def _after_basket(strategy: Strategy, states: Lattice, state: State, picks: int) -> dict[tuple[int, ...], Fraction]:
    """What is on the trees after a basket, and how likely."""
    if strategy.plan is None:
        return basket_outcomes(strategy, state.fruits, picks, states.lumped)
    at = states.index(state.fruits)
    for left in range(picks, 0, -1):
        at = states.after[strategy.plan[left - 1][at, state.raven_steps - 1], at]
    return {tuple(states.fruits[at].tolist()): Fraction(1)}
