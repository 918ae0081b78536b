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
    """The `n` fruit states of `t` trees, numbered from state 0, without fruit, to the start. A column is a state.

    `fruits` (t, n): the fruit on each tree; if `lumped` ascending, so that the first row is of the emptiest tree.
    `after` (t, n): the number of the state after a pick from each tree; the same state if the tree is empty.
    `layers`: one slice of the numbers for each amount of fruit left, from none up.
    `codes` (n,): a whole number for each state, ascending, by which `index` finds it. `places` (t,): what one fruit on
    each tree adds to it; of (2, 2) 12 and 10. `rank` (t,): which row is each of the game's trees at the start.

    Two lumped trees of two fruits, in layers of 1, 1, 2, 1, 1 states:

    >>> states = all_states((2, 2), lumped=True)
    >>> for number, fruits in enumerate(states.fruits.T):
    ...     print(number, fruits, states.after[:, number], states.codes[number])
    0 [0 0] [0 0] 0
    1 [0 1] [1 0] 10
    2 [0 2] [2 1] 20
    3 [1 1] [1 1] 22
    4 [1 2] [2 3] 32
    5 [2 2] [4 4] 44
    """

    fruits: np.ndarray
    after: np.ndarray
    layers: tuple[slice, ...]
    lumped: bool
    codes: np.ndarray
    places: np.ndarray
    rank: np.ndarray

    def __len__(self) -> int:
        return self.fruits.shape[1]

    def of_game(self) -> list[tuple[int, ...]]:
        """The states as the game has them; of permutations of interchangeable trees one that it can come to.

        >>> all_states((3, 1), lumped=True).of_game()[-2:]
        [(2, 1), (3, 1)]
        """
        return list(map(tuple, self.fruits[self.rank].T.tolist()))

    def index(self, fruits) -> np.ndarray:
        """The number of each fruit state of an array (..., t), in which a row is a state; nonsense for what is none.

        Its trees may be in any order if `lumped`.
        """
        fruits = np.sort(fruits, axis=-1) if self.lumped else np.asarray(fruits)
        return np.searchsorted(self.codes, fruits @ self.places)


def count_states(fruits: tuple[int, ...], lumped: bool) -> int:
    """How many fruit states there are, without listing them."""
    if not lumped:
        return prod(most + 1 for most in fruits)
    ending = [1]  # ending[f]: how many ascending tuples of the trees so far end with f fruits; for (2, 2) [1, 1, 1]
    for most in sorted(fruits):
        unreached = [0] * (most + 1 - len(ending))
        ending = list(accumulate(ending + unreached))  # then [1, 2, 3]
    return sum(ending)


@lru_cache(maxsize=8)
def all_states(start: tuple[int, ...], lumped: bool) -> States:
    """All states in which no tree holds more than at the `start`; if `lumped`, one for all its permutations."""
    most = list(map(int, sorted(start) if lumped else start))  # Python's, which do not overflow
    tuples, places = _tuples(most, lumped), _places(most)
    order = (places @ tuples).argsort()
    fruits = tuples.take(order, axis=1)  # not tuples[:, order], which is transposed in memory: sums would be slow
    codes = places @ fruits
    # giver (t, n): the tree that gives when tree i is picked from. Of equally full ones it is the first: so (2, 2)
    # leads to (1, 2), and stays ascending. `as_full[j, i]` says where tree j holds as much as tree i.
    as_full = fruits[:, None] == fruits
    giver = as_full.argmax(axis=0) if lumped else np.arange(len(most))[:, None]
    codes_after = codes - places[giver] * (fruits > 0)
    after = np.searchsorted(codes, codes_after)
    ends = np.bincount(fruits.sum(axis=0, dtype=np.intp)).cumsum().tolist()
    layers = tuple(slice(first, end) for first, end in pairwise([0, *ends]))
    rank = np.argsort(np.argsort(start, kind="stable")) if lumped else np.arange(len(start))
    for shared in (fruits, after, codes, places, rank):  # by all who ask for these states
        shared.setflags(write=False)
    return States(fruits, after, layers, lumped, codes, places, rank)


def _tuples(most: list[int], ascending: bool) -> np.ndarray:
    """(t, n): every tuple up to `most`, or every ascending one, made tree by tree."""
    tuples = np.zeros((1, 1), np.int64)  # begun with a tree that holds nothing
    for bound in most:
        least = tuples[-1] if ascending else np.zeros_like(tuples[-1])
        may_follow = least[:, None] <= np.arange(bound + 1)
        tuple_so_far, fruit = may_follow.nonzero()
        tuples = np.vstack([tuples[:, tuple_so_far], fruit])
    return tuples[1:]


def _places(most: list[int]) -> np.ndarray:
    """(t,): place values by which codes ascend with the fruit left, and among equal amounts lexicographically.

    A code is the fruit left x base^t, plus the tuple read as a number in that base, which is below base^t.
    """
    base, trees = max(most) + 1, len(most)
    places = [base**trees + base**place for place in reversed(range(trees))]
    return np.array(places, np.int64 if sum(most) * places[0] < 2**63 else object)  # Python's whole numbers: slow
