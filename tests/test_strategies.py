"""What the basket's picks come from: the shares of each strategy, mixtures, and what several picks leave."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from games import BEST, LEFTMOST, PICKING, after_picks, forward, games, merged, one_roll, picking, states
from hypothesis import assume, given
from hypothesis import strategies as st

from orchard import STRATEGIES, Game, State, Strategy, mixture
from orchard.strategies import basket_outcomes, is_lumpable, pick_probabilities, used_parts

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize(
    ("name", "fruits", "expected"),
    [
        ("max", (3, 1, 0), (1, 0, 0)),
        ("max", (2, 0, 2), (HALF, 0, HALF)),
        ("min", (3, 1, 0), (0, 1, 0)),
        ("min", (2, 0, 2), (HALF, 0, HALF)),
        ("min", (0, 0, 5), (0, 0, 1)),
        ("random", (3, 1, 0), (HALF, HALF, 0)),
        ("random", (1, 1, 7), (THIRD, THIRD, THIRD)),
    ],
)
def test_where_the_next_fruit_comes_from(name: str, fruits: tuple, expected: tuple):
    assert pick_probabilities(STRATEGIES[name], fruits) == expected


@pytest.mark.parametrize("strategy", PICKING, ids=lambda s: s.name)
def test_shares_of_a_table_are_those_of_its_rows(strategy: Strategy):
    table = np.array(list(product(range(4), repeat=3))[1:])
    shares = strategy.shares(table)
    assert np.issubdtype(shares.dtype, np.integer) or shares.dtype == bool
    assert np.array_equal(shares, [strategy.shares(row) for row in table])
    assert np.array_equal(strategy.shares(table.reshape(3, 21, 3)), shares.reshape(3, 21, 3))
    assert not shares[table == 0].any(), "an empty tree gives nothing"
    assert shares.any(axis=1).all(), "some tree gives a fruit"


@pytest.mark.parametrize("strategy", [*PICKING, *STRATEGIES.values()], ids=lambda s: s.name)
def test_symmetric_strategies_do_not_tell_trees_apart(strategy: Strategy):
    def moves_with_its_tree(fruits: tuple) -> bool:
        shares = strategy.shares(np.array(fruits))
        orders = map(list, permutations(range(3)))
        return all(np.array_equal(strategy.shares(np.array(fruits)[order]), shares[order]) for order in orders)

    if strategy.shares:
        fruit = list(product(range(3), repeat=3))[1:]
        assert strategy.symmetric == all(map(moves_with_its_tree, fruit))


def test_a_name_is_its_strategys():
    assert all(name == strategy.name and strategy.text for name, strategy in STRATEGIES.items())


@pytest.mark.parametrize(
    ("faces", "strategy", "lumpable"),
    [
        (None, "max", True),
        ((2, 2), "max", True),
        ((1, 2), "max", False),
        (None, LEFTMOST, False),
        (None, mixture({"max": HALF, LEFTMOST: HALF}), False),
        (None, mixture({"max": HALF, "random": HALF}), True),
    ],
)
def test_trees_are_interchangeable_if_die_and_strategy_say_so(faces, strategy, lumpable: bool):
    strategy = STRATEGIES.get(strategy, strategy) if isinstance(strategy, str) else strategy
    assert is_lumpable(Game((2, 2), colour_faces=faces), strategy) == lumpable


# --- several picks ---


@given(st.data())
def test_outcomes_of_a_basket_are_those_of_its_picks(data: st.DataObject):
    game, strategy = data.draw(games()), data.draw(st.sampled_from(PICKING))
    state = data.draw(states(game))
    after = merged(game, strategy, after_picks(game, strategy, state, game.basket_picks))
    picks = min(game.basket_picks, sum(state.fruits))
    outcomes = basket_outcomes(strategy, state.fruits, picks, is_lumpable(game, strategy))
    assert {State(fruits, state.raven_steps): p for fruits, p in outcomes.items()} == after


def test_two_picks_of_the_fullest_tree_ask_twice():
    assert basket_outcomes(STRATEGIES["max"], (3, 2), 2, False) == {(2, 1): HALF, (1, 2): HALF}
    assert basket_outcomes(STRATEGIES["max"], (3, 2), 2, True) == {(1, 2): 1}
    assert basket_outcomes(STRATEGIES["min"], (3, 2), 2, False) == {(3, 0): 1}
    assert basket_outcomes(STRATEGIES["min"], (3, 1), 2, False) == {(2, 0): 1}
    assert basket_outcomes(STRATEGIES["random"], (3, 1), 2, False) == {(1, 1): HALF / 2, (2, 0): HALF / 2 + HALF}


# --- mixtures ---


def test_parts_of_a_mixture_of_mixtures():
    inner = mixture({"min": THIRD, "ignore": 1 - THIRD})
    outer = mixture({"max": HALF, inner: HALF})
    # `ignore` picks nothing, so it is no part, and the parts sum to less than 1.
    assert outer.parts == ((HALF, STRATEGIES["max"]), (Fraction(1, 6), STRATEGIES["min"]))
    assert STRATEGIES["ignore"].parts == ()
    assert [strategy.parts for strategy in BEST] == [((1, strategy),) for strategy in BEST]


def test_without_picks_no_part_is_used():
    assert used_parts(Game(basket_picks=0), STRATEGIES["max"]) == ()
    assert used_parts(Game(basket_picks=1), STRATEGIES["max"]) == ((1, STRATEGIES["max"]),)


@given(st.data())
def test_a_roll_by_a_mixture_is_the_mean_of_the_rolls_by_its_parts(data: st.DataObject):
    game, one, other = data.draw(games()), data.draw(picking), data.draw(forward)
    assume(one != other)
    p, state = data.draw(st.fractions(0, 1, max_denominator=9)), data.draw(states(game))
    by_one, by_other = one_roll(game, one, state), one_roll(game, other, state)
    mean = {s: p * by_one.get(s, 0) + (1 - p) * by_other.get(s, 0) for s in by_one | by_other}
    assert one_roll(game, mixture({one: p, other: 1 - p}), state) == {s: q for s, q in mean.items() if q}


@pytest.mark.parametrize(
    ("parts", "error", "message"),
    [
        ({}, ValueError, "parts must be probabilities that sum to 1, got $"),
        ({"max": HALF}, ValueError, "parts must be probabilities that sum to 1, got 1/2"),
        ({"max": Fraction(3, 2), "min": -HALF}, ValueError, "parts must be .* sum to 1, got 3/2, -1/2"),
        ({"max": 0.5, "min": 0.5}, TypeError, "parts must map a strategy to a Fraction, got 0.5 for 'max'"),
        ({"max": True}, TypeError, "parts must map a strategy to a Fraction, got True for 'max'"),
        ({"max": "1"}, TypeError, "parts must map a strategy to a Fraction, got '1' for 'max'"),
        ({"mx": 1}, ValueError, r"strategy must be one of .* got 'mx' \(did you mean max"),
        ({None: 1}, TypeError, "strategy must be one of .* got None"),
        ("max", TypeError, "parts must map strategies to probabilities, got 'max'"),
        (None, TypeError, "parts must map strategies to probabilities, got None"),
        ([("max", 1)], TypeError, "parts must map strategies to probabilities, got "),
    ],
)
def test_bad_mixtures(parts, error: type, message: str):
    with pytest.raises(error, match=message):
        mixture(parts)
