"""All fruit states of a game as arrays, in an order in which every pick leads backwards.

States are sorted by the fruit left, those that agree in it by how many trees still bear fruit. If trees are
interchangeable a state is an ascending tuple (1,001 for four trees of ten), else the full grid is used (14,641); either
way the arrays below look alike. Size and time to build grow as states x trees.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb, prod

import numpy as np

from orchard.arguments import check_memory


@dataclass(frozen=True, eq=False)
class States:
    """The `n` fruit states of `t` trees.

    `fruits` (t, n): the fruit counts; state 0 has none, the last one is the start; ascending if `lumped`.
    `after` (t, n): the state after a pick from tree `i`, the same one if it is empty.
    `starts` (fruit + 2,): the states with `l` fruits left are those from starts[l] up to starts[l + 1].
    `by_rank` (n,): the state of each rank in lexicographic order, which `completions` count (see `index`).
    """

    fruits: np.ndarray
    after: np.ndarray
    starts: tuple[int, ...]
    lumped: bool
    by_rank: np.ndarray
    completions: np.ndarray | None

    def __len__(self) -> int:
        return self.fruits.shape[1]

    @cached_property
    def left(self) -> np.ndarray:
        """(n,): how much fruit is left."""
        return np.add.reduce(self.fruits)

    def sorted_if_lumped(self, fruits):
        """The fruit counts (..., t) in the order in which a state holds them."""
        return np.sort(fruits, axis=-1) if self.lumped else np.asarray(fruits)

    def index(self, fruits) -> np.ndarray:
        """The number of each fruit state (..., t), its trees in any order if `lumped`.

        Ascending tuples that come before `f` in lexicographic order agree with it up to some tree `i` and then hold
        less there, from f_{i-1} on: completions[i, f_{i-1}] - completions[i, f_i] of them.
        """
        fruits = self.sorted_if_lumped(fruits)
        if self.completions is None:
            return self.by_rank[np.ravel_multi_index(np.moveaxis(fruits, -1, 0), self.fruits[:, -1] + 1)]
        before = np.concatenate([np.zeros_like(fruits[..., :1]), fruits[..., :-1]], axis=-1)
        tree = np.arange(fruits.shape[-1])
        return self.by_rank[(self.completions[tree, before] - self.completions[tree, fruits]).sum(axis=-1)]


def checked_states(fruits: tuple[int, ...], lumped: bool, bytes_per_state: int) -> States:
    """The states, unless they and `bytes_per_state` more for each of them would not fit: ValueError."""
    check_memory("fruits", count_states(fruits, lumped), bytes_per_state + 32 * len(fruits))
    return all_states(fruits, lumped)


def count_states(fruits: tuple[int, ...], lumped: bool) -> int:
    """How many fruit states there are, without listing them, as a game that is refused may have any number.

    The ascending tuples up to ascending bounds b_i are det[C(b_i + 1, j - i + 1)] in number. The matrix has ones
    below its diagonal and zeros below those, so its leading minors follow from one another.
    """
    if not lumped:
        return prod(f + 1 for f in fruits)
    bounds, minors = sorted(fruits), [1]
    for j in range(len(bounds)):
        minors.append(sum((-1) ** (j - i) * comb(bounds[i] + 1, j - i + 1) * minors[i] for i in range(j + 1)))
    return minors[-1]


@lru_cache(maxsize=8)
def all_states(fruits: tuple[int, ...], lumped: bool) -> States:
    """All states in which no tree holds more than `fruits` (in any order of the trees, if `lumped`)."""
    bounds = sorted(fruits)
    completions = _completions(bounds) if lumped else None
    states, after = _ascending_states(bounds, completions) if lumped else _grid_states(fruits)
    trees, n = states.shape
    left, bearing = np.add.reduce(states), np.add.reduce(states > 0)
    order = (left * (trees + 1) + bearing).argsort(kind="stable")
    by_rank = np.empty(n, np.int64)
    by_rank[order] = np.arange(n)
    starts = (0, *np.bincount(left).cumsum().tolist())
    # `take` leaves the states of a tree side by side in memory, as indexing would not: reductions over trees are fast.
    return States(states.take(order, axis=1), by_rank[after.take(order, axis=1)], starts, lumped, by_rank, completions)


def _grid_states(fruits: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Every tuple up to `fruits`, in lexicographic order, and where each pick leads."""
    shape = tuple(f + 1 for f in fruits)
    states = np.indices(shape).reshape(len(shape), -1)
    strides = np.cumprod((1, *shape[:0:-1]))[::-1]
    return states, np.arange(states.shape[1]) - strides[:, None] * (states > 0)


def _ascending_states(bounds: list[int], completions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Every ascending tuple up to the ascending `bounds`, in lexicographic order, and where each pick leads.

    To keep a tuple ascending, a pick lowers the first of the trees that hold as much as the one picked from. That moves
    the tuple back past all those with the lower value there (`_completions` counts them), except the ones whose
    next tree now may be lower too.
    """
    columns = [np.arange(bounds[0] + 1)]
    for bound in bounds[1:]:
        counts = bound + 1 - columns[-1]
        ends = counts.cumsum().repeat(counts)
        columns = [column.repeat(counts) for column in columns]
        columns.append(np.arange(bound + 1, bound + 1 + len(ends)) - ends)
    states = np.array(columns)
    n, tree = states.shape[1], np.arange(len(bounds))[:, None]
    with_value = completions[1:-1] - completions[2:]
    after = np.arange(n) - with_value[tree, states - 1] * (states > 0)
    for i, same in enumerate(states[1:] == states[:-1], 1):
        np.copyto(after[i], after[i - 1], where=same)
    return states, after


def _completions(bounds: list[int]) -> np.ndarray:
    """(t + 2, most + 1): in how many ways trees i, i+1, ... can be filled, ascending, with at least `v` each."""
    none = [0] * (bounds[-1] + 1)
    completions = [none, [1] * len(none)]
    for bound in reversed(bounds):
        descending = accumulate(completions[-1][bound::-1])
        completions.append([*descending][::-1] + none[bound + 1 :])
    return np.array(completions[::-1])
