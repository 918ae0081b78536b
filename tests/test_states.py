"""The fruit states as arrays, against the same states found by brute force."""

from itertools import product
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from orchard.states import States, all_states, count_states

fruits = st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any).map(tuple)
lumping = st.booleans()


def made(fruits: tuple[int, ...], lumped: bool) -> States:
    return all_states(fruits, lumped)


def rows(states: States) -> list[tuple[int, ...]]:
    return list(map(tuple, states.fruits.T.tolist()))


@given(fruits, lumping)
def test_every_state_is_there_once(fruits: tuple, lumped: bool):
    every = product(*(range(f + 1) for f in fruits))
    expected = {tuple(sorted(state)) for state in every} if lumped else set(every)
    states = made(fruits, lumped)
    assert set(rows(states)) == expected
    assert len(states) == len(expected) == count_states(fruits, lumped)


@given(fruits, lumping, st.data())
def test_index_finds_every_state(fruits: tuple, lumped: bool, data: st.DataObject):
    states, trees = made(fruits, lumped), range(len(fruits))
    order = data.draw(st.permutations(trees)) if lumped else trees
    assert states.index(states.fruits.T[:, order]).tolist() == list(range(len(states)))


def test_states_are_counted_beyond_64_bits():
    assert count_states((1000,) * 100, False) == 1001**100
    assert count_states((1000,) * 100, True) == comb(1100, 100)
    assert count_states((2, 1000), True) == 3 * 1000  # 0, 1 or 2, and not less on the other
