"""All fruit states of a game as arrays: layer by layer of the fruit left, so that a pick leads one layer down.

Where trees are interchangeable (*lumped*) a state is an ascending tuple, and four trees of ten have 1,001 states; else
every tuple is a state of its own, and there are 14,641.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import prod

import numpy as np


@dataclass(frozen=True, eq=False)
class States:
    """The `n` fruit states of `t` trees, numbered from state 0, without fruit, to the start.

    Two lumped trees of two fruits: (0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2), in layers of 1, 1, 2, 1, 1 states.

    `fruits` (t, n): the fruit on each tree; if `lumped` ascending, so that the first tree is the emptiest.
    `after` (t, n): the number of the state after a pick from each tree; the same state if the tree is empty.
    `layers`: one slice of the numbers for each amount of fruit left, from none up.
    `codes` (n,): a whole number for each state, sorted; by_code[j] is the state with codes[j].
    `places` (t,): what a fruit on each tree adds to a code.
    """

    fruits: np.ndarray
    after: np.ndarray
    layers: list[slice]
    lumped: bool
    codes: np.ndarray
    by_code: np.ndarray
    places: np.ndarray

    def __len__(self) -> int:
        return self.fruits.shape[1]

    def index(self, fruits) -> np.ndarray:
        """The number of each fruit state (..., t), its trees in any order if `lumped`; nonsense for what is none."""
        fruits = np.sort(fruits, axis=-1) if self.lumped else np.asarray(fruits)
        return self.by_code[np.searchsorted(self.codes, fruits @ self.places)]


def count_states(fruits: tuple[int, ...], lumped: bool) -> int:
    """How many fruit states there are, without listing them."""
    if not lumped:
        return prod(most + 1 for most in fruits)
    ending = [1]  # ending[f]: how many ascending tuples of the trees so far end with f fruits
    for most in sorted(fruits):
        unreached = [0] * (most + 1 - len(ending))
        ending = list(accumulate(ending + unreached))
    return sum(ending)


@lru_cache(maxsize=8)
def all_states(fruits: tuple[int, ...], lumped: bool) -> States:
    """All states in which no tree holds more than `fruits`; if `lumped`, an ascending one for all its permutations."""
    most = sorted(fruits) if lumped else list(fruits)
    tuples, places = _tuples(most, lumped), _places(most)
    codes = places @ tuples  # ascending, as the tuples are
    left = tuples.sum(axis=0)
    order = left.argsort(kind="stable")
    by_code = order.argsort()
    after = np.empty_like(tuples)
    for tree, fruit in enumerate(tuples):
        after[tree] = by_code[np.searchsorted(codes, codes - places[[tree]] * (fruit > 0))]
        if lumped and tree:  # from (2, 2) to (1, 2), and not to (2, 1): the first of equal trees gives for all
            after[tree] = np.where(fruit == tuples[tree - 1], after[tree - 1], after[tree])
    ends = np.bincount(left).cumsum().tolist()
    layers = [slice(start, end) for start, end in pairwise([0, *ends])]
    # `take` leaves the numbers of each tree side by side in memory, so that sums over trees are fast.
    return States(tuples.take(order, axis=1), after.take(order, axis=1), layers, lumped, codes, by_code, places)


def _tuples(most: list[int], ascending: bool) -> np.ndarray:
    """(t, n): every tuple up to `most`, or every ascending one, in lexicographic order, made tree by tree."""
    tuples = np.zeros((1, 1), int)  # begun with a tree that holds nothing
    for bound in most:
        least = tuples[-1] if ascending else 0 * tuples[-1]
        may_follow = least[:, None] <= np.arange(bound + 1)
        tuple_so_far, fruit = may_follow.nonzero()
        tuples = np.vstack([tuples[:, tuple_so_far], fruit])
    return tuples[1:]


def _places(most: list[int]) -> np.ndarray:
    """(t,): place values that give every tuple up to `most` a code of its own, in lexicographic order."""
    places = [*accumulate((bound + 1 for bound in most[:0:-1]), int.__mul__, initial=1)][::-1]
    return np.array(places, int if places[0] * (most[0] + 1) < 2**63 else object)
