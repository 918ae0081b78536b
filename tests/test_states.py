"""The fruit states as arrays, against the same states found by brute force."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchard.states import States, all_states, checked_states, count_states

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


@given(fruits, lumping)
def test_states_are_sorted_by_the_fruit_left_and_the_trees_that_bear_it(fruits: tuple, lumped: bool):
    states = made(fruits, lumped)
    keys = [(sum(state), np.count_nonzero(state)) for state in rows(states)]
    assert keys == sorted(keys)
    assert [left for left, count in enumerate(np.diff(states.starts)) for _ in range(count)] == states.left.tolist()


@given(fruits, lumping)
def test_every_pick_leads_back_to_the_state_with_one_fruit_fewer(fruits: tuple, lumped: bool):
    states = made(fruits, lumped)
    place = {state: i for i, state in enumerate(rows(states))}
    for (i, state), tree in product(enumerate(rows(states)), range(len(fruits))):
        left = (*state[:tree], state[tree] - 1, *state[tree + 1 :])
        assert states.after[tree, i] == (place[tuple(sorted(left)) if lumped else left] if state[tree] else i)


@given(fruits, lumping, st.data())
def test_index_finds_every_state(fruits: tuple, lumped: bool, data: st.DataObject):
    states, trees = made(fruits, lumped), range(len(fruits))
    order = data.draw(st.permutations(trees)) if lumped else trees
    assert states.index(states.fruits.T[:, order]).tolist() == list(range(len(states)))


def test_states_are_counted_beyond_64_bits():
    assert count_states((10**30, 10**30), True) == (10**30 + 1) * (10**30 + 2) // 2
    assert count_states((2, 10**30), True) == 3 * 10**30  # 0, 1 or 2, and not less on the other
    assert count_states((10**30, 10**30), False) == (10**30 + 1) ** 2


def test_memory_is_asked_for_before_states_are_made():
    all_states.cache_clear()
    with pytest.raises(ValueError, match=r"^fruits must be a smaller game: 21 states would need"):
        checked_states((2, 6), False, 10**12)
    assert all_states.cache_info().misses == 0
    assert len(checked_states((2, 6), False, 8)) == 21
