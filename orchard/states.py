"""All fruit states of a game as arrays, in an order in which every pick leads backwards.

States are sorted into *layers* by the fruit left, and within a layer into *blocks* by how many faces of the die show a
tree that has fruit. If trees are interchangeable a state is an ascending tuple (1,001 for four trees of ten), else the
full grid is used (14,641); either way the arrays below look alike. Size and time to build grow as states x trees.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb, prod

import numpy as np

from orchard.arguments import check_memory

Block = tuple[slice, int]


@dataclass(frozen=True, eq=False)
class States:
    """The `n` fruit states of `t` trees.

    `fruits` (t, n): the fruit counts; state 0 has none, the last one is the start; ascending if `lumped`.
    `after` (t, n): the state after a pick from tree `i`, or `n` if it is empty.
    `layers`: for each number of fruits left, from 1 up, its blocks: the states, and how many faces show their fruit.
    `place` (n + 1,): the state at each place of the lexicographic order, which `completions` count (see `index`).
    """

    fruits: np.ndarray
    after: np.ndarray
    layers: tuple[tuple[Block, ...], ...]
    lumped: bool
    place: np.ndarray
    completions: np.ndarray | None

    def __len__(self) -> int:
        return self.fruits.shape[1]

    @cached_property
    def colour(self) -> np.ndarray:
        """(t, n): where the colour of each tree leads: the state after a pick, or the same one if the tree is empty."""
        return np.where(self.after < len(self), self.after, np.arange(len(self)))

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
            return self.place[np.ravel_multi_index(np.moveaxis(fruits, -1, 0), self.fruits[:, -1] + 1)]
        before = np.concatenate([np.zeros_like(fruits[..., :1]), fruits[..., :-1]], axis=-1)
        tree = np.arange(fruits.shape[-1])
        return self.place[(self.completions[tree, before] - self.completions[tree, fruits]).sum(axis=-1)]

    def successor(self, weights: np.ndarray) -> np.ndarray | None:
        """(n,): the state after a pick by `weights` (n, t), 0 for 0, if they leave no choice; None if they do."""
        chosen = weights.T.astype(bool)
        last = np.maximum.reduce(chosen * self.after)
        return None if np.count_nonzero(chosen & (self.after != last)) else last


def checked_states(fruits: tuple[int, ...], faces: tuple[int, ...], lumped: bool, bytes_per_state: int) -> States:
    """The states, unless they and `bytes_per_state` more for each of them would not fit: ValueError."""
    check_memory("fruits", count_states(fruits, lumped), bytes_per_state + 32 * len(fruits))
    return all_states(fruits, faces, lumped)


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
def all_states(fruits: tuple[int, ...], faces: tuple[int, ...], lumped: bool) -> States:
    """All states in which no tree holds more than `fruits` (in any order of the trees, if `lumped`).

    `faces`: how many faces of the die show each tree's colour.
    """
    bounds = sorted(fruits)
    completions = _completions(bounds) if lumped else None
    states, after = _ascending_states(bounds, completions) if lumped else _grid_states(fruits)
    n, kinds = states.shape[1], sum(faces) + 1
    key = np.add.reduce(states) * kinds + np.dot(faces, states > 0)
    order = key.argsort(kind="stable")
    place = np.arange(n + 1)
    place[order] = np.arange(n)
    layers = _layers(key[order], kinds, sum(fruits))
    # `take` leaves the states of a tree side by side in memory, as indexing would not: reductions over trees are fast.
    fruits, after = states.take(order, axis=1), place[after.take(order, axis=1)]
    return States(fruits, after, layers, lumped, place, completions)


def _layers(key: np.ndarray, kinds: int, most: int) -> tuple[tuple[Block, ...], ...]:
    """The blocks of equal `key` = fruit left * kinds + faces that show it; state 0 is in none."""
    starts = (key[1:] != key[:-1]).nonzero()[0] + 1
    layers: list[list[Block]] = [[] for _ in range(most)]
    for start, stop, kind in zip(starts.tolist(), [*starts[1:].tolist(), len(key)], key[starts].tolist(), strict=True):
        left, shown = divmod(kind, kinds)
        layers[left - 1].append((slice(start, stop), shown))
    return tuple(map(tuple, layers))


def _grid_states(fruits: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Every tuple up to `fruits`, in lexicographic order, and where each pick leads."""
    shape = tuple(f + 1 for f in fruits)
    states = np.indices(shape).reshape(len(shape), -1)
    strides = np.cumprod((1, *shape[:0:-1]))[::-1]
    n = states.shape[1]
    return states, np.where(states > 0, np.arange(n) - strides[:, None], n)


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
    back = completions[1:-1] - completions[2:]
    after = np.arange(n) - back[tree, states - 1]
    after[0, : completions[1, 0]] = n  # the first tree is bare in the first ones; equal trees take it over from it
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
