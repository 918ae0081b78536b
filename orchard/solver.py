"""The probability to win from every state, by backward induction.

With `c_i` faces in the colour of tree `i`, `B` baskets, `W` ravens and `d` faces that change something, Bellman's
equation (source 003) with the dead rolls solved for reads

    d V(f, r) = W V(f, r-1) + sum_i c_i V(f - e_i, r) + B T_b(f, r)

over the trees with fruit; `T_k` is the value of a position in which `k` picks are still to be made:

    T_0 = V,    T_k(f, r) = sum_i w_i(f) T_{k-1}(f - e_i, r)    or its max or min over i    (T_k = 1 without fruit).

`solve` goes layer by layer of fruit left. All raven steps of a block of states are one product: with `S` for the two
sums, V(f, r) = sum_{k <= r} (W/d)^(r-k) S(f, k) / d.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import pairwise

import numpy as np

from orchard.baskets import best_baskets, checked_basket
from orchard.exact import ExactSolution, solve_exactly
from orchard.lattice import Lattice, checked_lattice
from orchard.rules import Game, checked_game, checked_state
from orchard.strategies import Strategy, checked_strategy, is_lumpable, tree_shares, used_parts

PickValue = Callable[[np.ndarray, slice], np.ndarray]


@dataclass(frozen=True, eq=False)
class Solution:
    """The probability to win `game` with `strategy`, from its start and from every later state.

    `values[i, r - 1]` is that from the fruit state `lattice.fruits[i]` with `r` raven steps left. For each part of the
    strategy, `pick_values[k]` is the same with `k` picks still to be made (one row longer: the last is no state).
    """

    game: Game
    strategy: Strategy
    lattice: Lattice = field(repr=False)
    values: np.ndarray = field(repr=False)
    pick_values: list[list[np.ndarray]] = field(repr=False)

    @property
    def win_probability(self) -> float:
        return float(self.values[-1, -1])

    def value(self, fruits: tuple[int, ...], raven_steps: int) -> float:
        """The probability to win from a state of this game; ValueError if it has no such state."""
        state = checked_state(self.game, fruits, raven_steps)
        if state.is_lost:
            return 0.0
        # Row 0 of the table, the orchard without fruit, is 1.
        return float(self.values[self.lattice.index(state.fruits), state.raven_steps - 1])

    def best_picks(
        self, fruits: tuple[int, ...], raven_steps: int, picks: int | None = None
    ) -> tuple[tuple[int, ...], ...]:
        """All best ways to use a basket of `picks` picks (by default the game's), if the game then goes on as solved.

        Each is the tuple of the trees to pick from, in any order; trees are counted from 0. If the strategy is `worst`,
        all worst ways. ValueError if the game has no such state, or is over in it.
        """
        state, picks = checked_basket(self.game, fruits, raven_steps, picks)
        return best_baskets(self.strategy, state.fruits, picks, lambda after: self.value(after, raven_steps))


def solve(game: Game | str, strategy: Strategy | str = "max", exact: bool = False) -> Solution | ExactSolution:
    """The probability to win from every state of `game`, or of the edition of that name, with `strategy`.

    Floats are right to 1e-12; `exact=True` gives fractions, some hundred times slower. Memory grows as fruit states x
    raven steps, time as that x trees (x picks). ValueError if the table would not fit into this machine's memory.
    """
    game, strategy = checked_game(game), checked_strategy(strategy)
    if any(part.plan for _, part in strategy.parts):
        raise ValueError(f"strategy must not be settled already, got {strategy.name!r}")
    return (solve_exactly if exact else _solve)(game, strategy)


def _solve(game: Game, strategy: Strategy) -> Solution:
    lumped = is_lumpable(game, strategy)
    states = checked_lattice(game.fruits, lumped, 8 * game.raven_steps * max(1, game.picks))
    baskets = [(float(p) * game.basket_faces, value_of_pick(part, states)) for p, part in used_parts(game, strategy)]
    colours = np.array(game.colour_faces, float)
    # One row more than there are states, always 0: where a pick from an empty tree leads.
    values = np.zeros((len(states) + 1, game.raven_steps))
    values[0] = 1
    tables = [[values, *(values.copy() for _ in range(game.picks - 1))] for _ in baskets]
    for rows, blocks in _layer_plan(game, strategy, states):
        after = values.take(states.after[:, rows], axis=0)
        total = (colours @ after.reshape(len(colours), -1)).reshape(-1, game.raven_steps)
        for (faces, pick_value), table in zip(baskets, tables, strict=True):
            total += faces * basket_value(pick_value, table, rows)
        for block, steps in blocks:
            np.matmul(total[block.start - rows.start : block.stop - rows.start], steps, out=values[block])
    return Solution(game, strategy, states, values[:-1], tables)


@lru_cache(maxsize=8)
def _layer_plan(game: Game, strategy: Strategy, states: Lattice) -> list[tuple[slice, list[tuple[slice, np.ndarray]]]]:
    """For each layer its rows, and for each block in it the matrix that solves the recurrence in the raven's steps."""
    steps = cache(partial(_raven_steps, game))  # one for each number of faces, however many blocks have it
    always = game.raven_faces + game.basket_faces * float(sum(p for p, _ in used_parts(game, strategy)))
    return [
        (
            slice(blocks[0].start, blocks[-1].stop),
            [(block, steps(always + _colour_faces(game, states.fruits[block.start]))) for block in blocks],
        )
        for blocks in states.layers
    ]


def _colour_faces(game: Game, fruits: np.ndarray) -> int:
    """How many faces of the die show a tree that has fruit."""
    return sum(faces for faces, fruit in zip(game.colour_faces, fruits, strict=True) if fruit)


@lru_cache(maxsize=64)
def _raven_steps(game: Game, faces: float) -> np.ndarray:
    """The matrix M with (S @ M)(r) = sum_{k <= r} (W/d)^(r-k) S(k) / d, for d = `faces`."""
    steps = np.arange(game.raven_steps)
    powers = (game.raven_faces / faces) ** steps / faces
    return np.triu(powers[np.abs(steps - steps[:, None])])


def basket_value(pick_value: PickValue, tables: list[np.ndarray], rows: slice) -> np.ndarray:
    """T_b of the states `rows`, from the tables of T_0 ... T_{b-1}; fills those rows of T_1 ... T_{b-1} on the way."""
    for fewer, more in pairwise(tables):
        more[rows] = pick_value(fewer, rows)
    return pick_value(tables[-1], rows)


@lru_cache(maxsize=16)
def value_of_pick(strategy: Strategy, states: Lattice) -> PickValue:
    """The function (T_{k-1}, rows) -> T_k(rows): a look-up if the strategy leaves no choice, else a mean or best."""
    after = states.after
    if strategy.best:
        # An empty tree stands for the fullest one, so that it is neither best nor worst.
        after = np.where(after == len(states), after.max(axis=0, initial=0, where=after < len(states)), after)
        best = np.max if strategy.best is max else np.min
        return lambda table, rows: best(table.take(after[:, rows], axis=0), axis=0)
    shares = tree_shares(strategy, states.fruits)
    only = states.only_successor(shares)
    if only is not None:
        return lambda table, rows: table.take(only[rows], axis=0)
    weights = shares.T / np.maximum(1, shares.sum(axis=1))
    return lambda table, rows: np.einsum("tm,tmr->mr", weights[:, rows], table.take(after[:, rows], axis=0))


def settled(game: Game | str, strategy: Strategy | str) -> Strategy:
    """The strategy, with what the solver found best in place of `optimal` or `worst`, so that it can be played."""
    game, strategy = checked_game(game), checked_strategy(strategy)
    if not any(part.best for _, part in strategy.parts):
        return strategy
    return planned(_solve(game, strategy))


def planned(solution: Solution) -> Strategy:
    """The strategy of a solution, with what was found best in place of `optimal` or `worst`."""
    strategy = solution.strategy
    parts = zip(used_parts(solution.game, strategy), solution.pick_values, strict=True)
    mixed = tuple((p, _planned(solution.game, part, solution.lattice, tables)) for (p, part), tables in parts)
    return Strategy(strategy.name, strategy.text, mixed=mixed, symmetric=strategy.symmetric)


def _planned(game: Game, strategy: Strategy, states: Lattice, pick_values: list[np.ndarray]) -> Strategy:
    if not strategy.best:
        return strategy
    plan = tuple(_best_tree(strategy, states, table) for table in pick_values)
    # The plan numbers the trees as the lattice does, labelled ones if another part tells them apart.
    return Strategy(strategy.name, strategy.text, plan=plan, symmetric=states.lumped, settled_for=game)


def _best_tree(strategy: Strategy, states: Lattice, table: np.ndarray) -> np.ndarray:
    """(n, R): the tree whose next state is best by `table`; of several the fullest, or the emptiest if it is the worst.

    Values that differ by rounding alone count as equal, or chance would choose.
    """
    sign = 1 if strategy.best is max else -1
    stock = states.fruits.T[:, :, None]
    value = np.where(stock > 0, sign * table.take(states.after, axis=0), -np.inf)
    best = value >= value.max(axis=0) - 1e-12 * np.abs(value.max(axis=0))
    return np.where(best, sign * stock, -np.inf).argmax(axis=0)
