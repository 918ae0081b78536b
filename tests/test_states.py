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


@given(fruits, lumping)
def test_layers_are_the_states_with_as_much_fruit_from_none_up(fruits: tuple, lumped: bool):
    states = made(fruits, lumped)
    left = states.fruits.sum(axis=0)
    assert [set(left[layer].tolist()) for layer in states.layers] == [{fruit} for fruit in range(sum(fruits) + 1)]
    assert sum(len(left[layer]) for layer in states.layers) == len(states)


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
    assert count_states((1000,) * 100, False) == 1001**100
    assert count_states((1000,) * 100, True) == comb(1100, 100)
    assert count_states((2, 1000), True) == 3 * 1000  # 0, 1 or 2, and not less on the other


def test_a_state_of_many_trees_has_a_number_though_its_code_has_over_64_bits():
    states = all_states((1,) * 100, True)
    assert states.fruits[:, states.index([1] * 30 + [0] * 70)].tolist() == [0] * 70 + [1] * 30
