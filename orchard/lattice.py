"""All fruit states of a game as arrays, in an order in which every pick leads backwards.

States are sorted into *layers* by the fruit left, and within a layer into *blocks* by which trees still have fruit.
If trees are interchangeable a state is a sorted tuple (1,001 for four trees of ten), else the full grid is used
(14,641); either way the arrays below look alike. Size and time to build grow as states x trees.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import comb, prod
from os import sysconf

import numpy as np


@dataclass(frozen=True, eq=False)
class Lattice:
    """The `n` fruit states of `t` trees.

    `fruits` (n, t): the fruit counts of each state, state 0 the one without fruit, the last one the start; sorted
    ascending within a row if `lumped`. `after` (t, n): the state after a pick from tree `i`, or `n` if it is empty.
    `layers`: for each number of fruits left from 1 up, the blocks (slices of states with fruit on the same trees).
    """

    fruits: np.ndarray
    after: np.ndarray
    layers: tuple[tuple[slice, ...], ...]
    lumped: bool

    def __len__(self) -> int:
        return len(self.fruits)

    def index(self, fruits: tuple[int, ...]) -> int:
        """The row of a fruit state, in any order of the trees if `lumped`."""
        key = sorted(fruits) if self.lumped else fruits
        blocks = self.layers[sum(key) - 1] if any(key) else (slice(0, 1),)
        first, last = blocks[0].start, blocks[-1].stop
        return first + int((self.fruits[first:last] == key).all(axis=1).argmax())

    def only_successor(self, shares: np.ndarray) -> np.ndarray | None:
        """The state after a pick by `shares` (n, t), for each state (0 for 0), if they leave no choice; else None."""
        possible = (shares.T > 0) & (self.after < len(self))
        last = np.where(possible, self.after, 0).max(axis=0)
        first = np.where(possible, self.after, len(self)).min(axis=0, initial=len(self))
        return last if np.array_equal(first[1:], last[1:]) else None


def checked_lattice(fruits: tuple[int, ...], lumped: bool, bytes_per_state: int) -> Lattice:
    """The lattice, unless it and `bytes_per_state` more for each of its states would not fit: ValueError."""
    check_memory(f"fruits {fruits}", count_states(fruits, lumped), bytes_per_state + 32 * len(fruits))
    return lattice(fruits, lumped)


def check_memory(what: str, states: int, bytes_per_state: int) -> None:
    """ValueError if a table would fill more than half of this machine's memory; asked before it is made."""
    need, have = states * bytes_per_state, sysconf("SC_PAGE_SIZE") * sysconf("SC_PHYS_PAGES")
    if need > have / 2:
        size = f"{states:,} states would need {need:,} bytes, more than half of this machine's {have:,}"
        raise ValueError(f"{what} must be a smaller game: {size}")


def check_time(what: str, steps: int, most: int) -> None:
    """ValueError if a computation would take more than `most` steps, some minutes; asked before it begins."""
    if steps > most:
        raise ValueError(f"{what} must be a smaller game: {steps:,} steps would take too long, allowed are {most:,}")


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
def lattice(fruits: tuple[int, ...], lumped: bool) -> Lattice:
    """All states from which no tree holds more than `fruits` (in any order of the trees, if `lumped`)."""
    states, after = _sorted_states(tuple(sorted(fruits))) if lumped else _grid_states(fruits)
    left, pattern = states.sum(axis=1), _pattern(states, lumped)
    order = np.lexsort((pattern, left))
    place = np.empty(len(states) + 1, np.intp)
    place[order] = np.arange(len(states))
    place[-1] = len(states)
    return Lattice(states[order], place[after[:, order]], _layers(left[order], pattern[order]), lumped)


def _pattern(states: np.ndarray, lumped: bool) -> np.ndarray:
    """A number that tells which trees have fruit; how many is enough where states are sorted."""
    has_fruit = states > 0
    return has_fruit.sum(axis=1) if lumped else has_fruit @ (1 << np.arange(states.shape[1]))


def _layers(left: np.ndarray, pattern: np.ndarray) -> tuple[tuple[slice, ...], ...]:
    changes = np.flatnonzero((np.diff(left) != 0) | (np.diff(pattern) != 0)) + 1
    layers = [[] for _ in range(left[-1] + 1)]
    for start, stop in pairwise([0, *changes.tolist(), len(left)]):
        layers[left[start]].append(slice(start, stop))
    return tuple(map(tuple, layers[1:]))


def _grid_states(fruits: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Every tuple up to `fruits`, in lexicographic order, and where each pick leads."""
    shape = tuple(f + 1 for f in fruits)
    states = np.indices(shape).reshape(len(shape), -1).T
    strides = np.cumprod((1, *shape[:0:-1]))[::-1]
    return states, np.where(states.T > 0, np.arange(len(states)) - strides[:, None], len(states))


def _sorted_states(bounds: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Every ascending tuple up to the ascending `bounds`, in lexicographic order, and where each pick leads.

    To keep a tuple sorted, a pick lowers the first of the trees that hold as much as the one picked from. That moves
    the tuple back past all those with the lower value there (`_completions` counts them), except the ones whose
    next tree now may be lower too.
    """
    states = np.zeros((1, 0), np.int64)
    for bound in bounds:
        lowest = states[:, -1] if states.shape[1] else np.zeros(1, np.int64)
        counts = bound - lowest + 1
        first = np.repeat(np.cumsum(counts) - counts - lowest, counts)
        states = np.column_stack([np.repeat(states, counts, axis=0), np.arange(len(first)) - first])
    completions = _completions(bounds)
    after = np.empty((len(bounds), len(states)), np.intp)
    for i, stock in enumerate(states.T):
        back = (completions[i + 1] - completions[i + 2])[np.maximum(stock - 1, 0)]
        after[i] = np.where(stock > 0, np.arange(len(states)) - back, len(states))
        if i:
            same = stock == states[:, i - 1]
            after[i, same] = after[i - 1, same]
    return states, after


def _completions(bounds: tuple[int, ...]) -> list[np.ndarray]:
    """`completions[i][v]`: in how many ways trees i, i+1, ... can be filled, ascending, with at least `v` each."""
    values = np.arange(bounds[-1] + 1)
    completions = [np.zeros(len(values), np.int64), np.ones(len(values), np.int64)]
    for bound in reversed(bounds):
        ways = np.where(values <= bound, completions[-1], 0)
        completions.append(np.cumsum(ways[::-1])[::-1])
    return completions[::-1]
