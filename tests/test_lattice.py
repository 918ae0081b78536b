"""The fruit states as arrays, against the same states found by brute force."""

from itertools import permutations, product

import numpy as np
import pytest
from games import PICKING
from hypothesis import given
from hypothesis import strategies as st

from orchard import Strategy
from orchard.lattice import Lattice, check_memory, checked_lattice, count_states, lattice

fruits = st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any).map(tuple)
lumping = st.booleans()


def brute_force(fruits: tuple[int, ...], lumped: bool) -> set[tuple[int, ...]]:
    every = product(*(range(f + 1) for f in fruits))
    return {tuple(sorted(state)) for state in every} if lumped else set(every)


def rows(states: Lattice) -> list[tuple[int, ...]]:
    return list(map(tuple, states.fruits.tolist()))


@given(fruits, lumping)
def test_holds_every_state_once(fruits: tuple, lumped: bool):
    states = lattice(fruits, lumped)
    assert len(states) == count_states(fruits, lumped)
    assert len(states) == len(set(rows(states)))
    assert set(rows(states)) == brute_force(fruits, lumped)
    assert states.lumped == lumped


@given(fruits, lumping)
def test_layers_go_from_no_fruit_to_the_start(fruits: tuple, lumped: bool):
    states = lattice(fruits, lumped)
    assert rows(states)[0] == (0,) * len(fruits)
    assert rows(states)[-1] == (tuple(sorted(fruits)) if lumped else fruits)
    assert len(states.layers) == sum(fruits)
    blocks = [block for layer in states.layers for block in layer]
    assert [i for block in blocks for i in range(block.start, block.stop)] == list(range(1, len(states)))
    for left, layer in enumerate(states.layers, 1):
        for block in layer:
            assert set(states.fruits[block].sum(axis=1)) == {left}
            assert len(np.unique(states.fruits[block] > 0, axis=0)) == 1, "fruit on the same trees"


@given(fruits, lumping)
def test_every_pick_leads_back_to_the_state_with_one_fruit_less(fruits: tuple, lumped: bool):
    states = lattice(fruits, lumped)
    place = {state: i for i, state in enumerate(rows(states))}
    for i, state in enumerate(rows(states)):
        for tree, fruit in enumerate(state):
            left = (*state[:tree], fruit - 1, *state[tree + 1 :])
            expected = place[tuple(sorted(left)) if lumped else left] if fruit else len(states)
            assert states.after[tree, i] == expected
            assert expected < i or not fruit


@given(fruits, lumping, st.data())
def test_index_finds_a_state(fruits: tuple, lumped: bool, data: st.DataObject):
    states = lattice(fruits, lumped)
    i = data.draw(st.integers(0, len(states) - 1))
    assert states.index(rows(states)[i]) == i
    if lumped:
        assert {states.index(order) for order in permutations(rows(states)[i])} == {i}


@given(fruits, lumping, st.sampled_from(PICKING))
def test_only_successor_is_there_if_no_state_leaves_a_choice(fruits: tuple, lumped: bool, strategy: Strategy):
    states = lattice(fruits, lumped)
    shares = strategy.shares(states.fruits)
    choices = [set(states.after[shares[i] > 0, i].tolist()) for i in range(1, len(states))]
    found = states.only_successor(shares)
    if max(map(len, choices)) > 1:
        assert found is None
    else:
        assert found.tolist() == [0, *(choice.pop() for choice in choices)]


def test_sizes_of_orchard():
    # C(14, 4) sorted tuples in place of 11^4
    assert count_states((10,) * 4, True) == len(lattice((10,) * 4, True)) == 1001
    assert count_states((10,) * 4, False) == len(lattice((10,) * 4, False)) == 14641


def test_counts_beyond_64_bits():
    assert count_states((10**30, 10**30), True) == (10**30 + 1) * (10**30 + 2) // 2
    assert count_states((2, 10**30), True) == 3 * 10**30  # 0, 1 or 2, and not less on the other
    assert count_states((10**30, 10**30), False) == (10**30 + 1) ** 2


def test_memory_is_asked_for_before_a_table_is_made():
    check_memory("it", 10**6, 8)
    with pytest.raises(ValueError, match=r"^it must be a smaller game: 1,000,000 states would need 10(,000){7} bytes"):
        check_memory("it", 10**6, 10**16)
    lattice.cache_clear()
    with pytest.raises(ValueError, match=r"^fruits .* must be a smaller game: 21 states would need"):
        checked_lattice((2, 6), False, 10**12)
    assert lattice.cache_info().misses == 0
    assert checked_lattice((2, 6), False, 8) is lattice((2, 6), False)
