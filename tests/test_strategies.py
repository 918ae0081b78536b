"""What the basket's picks come from: rules, mixtures, favourites and functions; and what is none of them."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from games import BEST, IGNORE, RULES, games, rules, states
from hypothesis import assume, given
from hypothesis import strategies as st
from literal import pick_outcomes, roll_outcomes

from orchard import STRATEGIES, Best, Game, Mixture, Rule, State, favourite, from_function, mixture, propagate, solve
from orchard.strategies import (
    STRATEGY_COLOURS,
    STRATEGY_WORDS,
    checked_players,
    is_lumpable,
    parts_of,
    pick_probabilities,
    strategy_colour,
    strategy_words,
    used_parts,
)

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
FIRST = STRATEGIES["first"]


def chances(strategy, fruits: tuple, faces: tuple | None = None) -> tuple:
    game = Game(tuple(max(1, fruit) for fruit in fruits), colour_faces=faces)
    return pick_probabilities(game, strategy, fruits, 1, 1)


def halves(fruits: tuple[int, ...]) -> list[Fraction]:
    """Half of the time any tree, half of the time any fruit."""
    trees, left = sum(map(bool, fruits)), sum(fruits)
    return [Fraction(1, 2 * trees) * bool(fruit) + Fraction(fruit, 2 * left) for fruit in fruits]


def fullest(fruits: tuple[int, ...]) -> int:
    return fruits.index(max(fruits))


# --- rules ---


@pytest.mark.parametrize(
    ("strategy", "fruits", "expected"),
    [
        (STRATEGIES["max"], (3, 1, 0), (1, 0, 0)),
        (STRATEGIES["max"], (2, 0, 2), (HALF, 0, HALF)),
        (STRATEGIES["min"], (3, 1, 0), (0, 1, 0)),
        (STRATEGIES["min"], (2, 0, 2), (HALF, 0, HALF)),
        (STRATEGIES["min"], (0, 0, 5), (0, 0, 1)),
        (STRATEGIES["random"], (3, 1, 0), (HALF, HALF, 0)),
        (STRATEGIES["random"], (1, 1, 7), (THIRD, THIRD, THIRD)),
        (STRATEGIES["fruit"], (0, 2, 3), (0, Fraction(2, 5), Fraction(3, 5))),
        (FIRST, (0, 2, 3), (0, 1, 0)),
        (favourite(2), (1, 2, 3), (0, 0, 1)),
        (favourite(2), (1, 2, 0), (HALF, HALF, 0)),
        (favourite(2, "max"), (1, 2, 0), (0, 1, 0)),
        (from_function("halves", halves), (0, 1, 3), (0, Fraction(3, 8), Fraction(5, 8))),
        (from_function("fullest", fullest), (0, 1, 3), (0, 0, 1)),
        (from_function("numpy", lambda fruits: np.argmax(fruits)), (0, 1, 3), (0, 0, 1)),
    ],
)
def test_where_the_next_fruit_comes_from(strategy: Rule, fruits: tuple, expected: tuple):
    assert chances(strategy, fruits) == expected


@pytest.mark.parametrize(
    ("fruits", "faces", "expected"),
    [
        ((3, 2), (2, 1), (0, 1)),  # 3/2 rolls against 2
        ((4, 2), (2, 1), (1, 0)),  # equally slow: the fuller
        ((2, 2), (1, 1), (HALF, HALF)),
        ((9, 1), (1, 0), (0, 1)),  # a tree without a face takes for ever
        ((1, 3, 2), (0, 0, 1), (0, 1, 0)),
        ((0, 1), (0, 5), (0, 1)),  # an empty tree is done
    ],
)
def test_the_slowest_tree(fruits: tuple, faces: tuple, expected: tuple):
    assert chances(STRATEGIES["slowest"], fruits, faces) == expected


def test_with_equal_colours_the_slowest_tree_is_the_fullest():
    for fruits in product(range(4), repeat=3):
        if any(fruits):
            assert chances(STRATEGIES["slowest"], fruits) == chances(STRATEGIES["max"], fruits)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_weights_of_a_table_are_those_of_its_rows(rule: Rule):
    game = Game((3, 3, 3), 2, 2, (1, 2, 2))
    table = np.array(list(product(range(4), repeat=3))[1:])
    weights = rule.weights(game, table, 1, 1)
    assert np.array_equal(weights, [rule.weights(game, row, 1, 1) for row in table])
    assert np.array_equal(rule.weights(game, table.reshape(3, 21, 3), 1, 1), weights.reshape(3, 21, 3))
    assert not weights[table == 0].any(), "an empty tree gives nothing"
    assert weights.any(axis=1).all(), "some tree gives a fruit"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_symmetric_rules_do_not_tell_trees_apart(rule: Rule):
    def weights(fruits: np.ndarray, raven_steps: int) -> np.ndarray:
        return rule.weights(Game((3, 3, 3), 3), fruits, raven_steps, 1)

    told_apart = [
        (fruits, raven_steps)
        for *fruits, raven_steps in product(range(3), range(3), range(3), range(1, 4))
        for order in map(list, permutations(range(3)))
        if any(fruits)
        and not np.array_equal(
            weights(np.array(fruits)[order], raven_steps), weights(np.array(fruits), raven_steps)[order]
        )
    ]
    assert rule.symmetric == (not told_apart), told_apart[:3]


def test_a_rule_may_look_at_the_raven():
    bold = from_function("bold", lambda fruits, raven_steps: fullest(fruits) if raven_steps > 1 else 0, sees_raven=True)
    game = Game((1, 3), 3)
    assert pick_probabilities(game, bold, (1, 3), 3, 1) == (0, 1)
    assert pick_probabilities(game, bold, (1, 3), 1, 1) == (1, 0)


def test_every_named_strategy_has_its_name_words_and_colour():
    assert all(name == strategy.name and strategy.text for name, strategy in STRATEGIES.items())
    without_words = set(STRATEGIES) - set(STRATEGY_WORDS)
    without_colour = set(STRATEGIES) - set(STRATEGY_COLOURS)
    assert (without_words, without_colour) == (set(), set())
    shared = [colour for colour, times in Counter(STRATEGY_COLOURS.values()).items() if times > 1]
    assert shared == []
    assert (strategy_words("mine"), strategy_colour("mine")) == ("mine", "#777777")


def test_strategies_can_be_hashed_and_compared():
    assert len({*STRATEGIES.values(), STRATEGIES["max"], favourite(1), favourite(1)}) == len(STRATEGIES) + 1
    assert mixture({"max": HALF, "min": HALF}) == mixture({"max": HALF, "min": HALF})
    settled = solve("two-by-two", "optimal").strategy
    assert hash(settled) == hash(settled)


@pytest.mark.parametrize(
    ("faces", "strategy", "lumpable"),
    [
        (None, STRATEGIES["max"], True),
        ((2, 2), STRATEGIES["max"], True),
        ((1, 2), STRATEGIES["max"], False),
        (None, STRATEGIES["optimal"], True),
        (None, FIRST, False),
        (None, mixture({"max": HALF, FIRST: HALF}), False),
        (None, mixture({"max": HALF, "random": HALF}), True),
    ],
)
def test_trees_are_interchangeable_if_die_and_strategy_say_so(faces, strategy, lumpable: bool):
    assert is_lumpable(Game((2, 2), colour_faces=faces), [strategy]) == lumpable


# --- several picks ---


def test_two_picks_of_the_fullest_tree_ask_twice():
    def after(name: str, fruits: tuple) -> dict:
        outcomes = pick_outcomes(Game(fruits, 1, 2), STRATEGIES[name], State(fruits, 1), 2)
        return {left: p for (left, _), p in outcomes.items()}

    assert after("max", (3, 2)) == {(2, 1): HALF, (1, 2): HALF}
    assert after("min", (3, 2)) == {(3, 0): 1}
    assert after("min", (3, 1)) == {(2, 0): 1}
    assert after("random", (3, 1)) == {(1, 1): HALF / 2, (2, 0): HALF / 2 + HALF}


def test_picks_left_never_exceed_the_fruit():
    asked = set()

    def noting(game, fruits, raven_steps, picks_left):
        counts, left = np.broadcast_arrays(fruits.sum(axis=-1), picks_left)
        asked.update((count, pick) for count, pick in zip(counts.flat, left.flat, strict=True) if count)
        return (fruits > 0).astype(int)

    solve(Game((2, 1), 2, 3), Rule("noting", "", noting))
    assert {left for _, left in asked} == {1, 2, 3}
    assert all(1 <= left <= count for count, left in asked)


# --- mixtures ---


def test_parts_of_a_mixture_are_flat():
    inner = mixture({"min": THIRD, "ignore": 1 - THIRD})
    outer = mixture({"max": HALF, inner: HALF, "random": 0})
    # `ignore` picks nothing, so it is no part, and the parts sum to less than 1.
    assert outer.parts == ((HALF, STRATEGIES["max"]), (Fraction(1, 6), STRATEGIES["min"]))
    assert parts_of(IGNORE) == ()
    assert [parts_of(strategy) for strategy in BEST] == [((1, strategy),) for strategy in BEST]


def test_without_picks_no_part_is_used():
    assert used_parts(Game(basket_picks=0), STRATEGIES["max"]) == ()
    assert used_parts(Game(basket_picks=1), STRATEGIES["max"]) == ((1, STRATEGIES["max"]),)


@given(st.data())
def test_a_roll_by_a_mixture_is_the_mean_of_the_rolls_by_its_parts(data: st.DataObject):
    game, one, other = data.draw(games()), data.draw(rules), data.draw(rules)
    assume(one != other)
    p, state = data.draw(st.fractions(0, 1, max_denominator=9)), data.draw(states(game))
    by_one, by_other = roll_outcomes(game, one, state), roll_outcomes(game, other, state)
    mean = {s: p * by_one.get(s, 0) + (1 - p) * by_other.get(s, 0) for s in by_one | by_other}
    assert roll_outcomes(game, mixture({one: p, other: 1 - p}), state) == {s: q for s, q in mean.items() if q}


@pytest.mark.parametrize(
    ("parts", "error", "message"),
    [
        ({}, ValueError, "parts must be probabilities that sum to 1, got ''"),
        ({"max": HALF}, ValueError, "parts must be probabilities that sum to 1, got '1/2'"),
        ({"max": Fraction(3, 2), "min": -HALF}, ValueError, "parts must be .* sum to 1, got '3/2, -1/2'"),
        ({"max": 0.5, "min": 0.5}, TypeError, "parts must map 'max' to a Fraction, got 0.5"),
        ({"max": True}, TypeError, "parts must map 'max' to a Fraction, got True"),
        ({"max": "1"}, TypeError, "parts must map 'max' to a Fraction, got '1'"),
        ({"mx": 1}, ValueError, r"strategy must be one of .* \(did you mean max\?\), got 'mx'"),
        ({None: 1}, TypeError, "strategy must be one of .* got None"),
        ("max", TypeError, "parts must map strategies to probabilities, got 'max'"),
        ([("max", 1)], TypeError, "parts must map strategies to probabilities, got "),
    ],
)
def test_what_is_no_mixture(parts, error: type, message: str):
    with pytest.raises(error, match=message):
        mixture(parts)


# --- players ---


def test_players_stand_where_a_strategy_may():
    assert checked_players("max") == (STRATEGIES["max"],)
    assert checked_players(["max", IGNORE]) == (STRATEGIES["max"], IGNORE)


@pytest.mark.parametrize(
    ("players", "error", "message"),
    [
        ((), ValueError, "strategy must hold at least one player"),
        (("max",) * 101, ValueError, "strategy must hold at least one player, at most 100"),
        (("max", "maxx"), ValueError, "did you mean max"),
        (("max", 3), TypeError, "strategy must be one of"),
        ((("max", "min"), "max"), TypeError, "strategy must be one of"),
    ],
)
def test_what_are_no_players(players, error, message: str):
    with pytest.raises(error, match=message):
        solve("two-by-two", players)


# --- what is no strategy ---


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (7, ValueError, r"^odd must return a tree that has fruit.* for fruits \(.*\), got 7"),
        (-1, ValueError, "got -1"),
        ((HALF, HALF / 2, 0, 0), ValueError, "that sum to 1"),
        ((Fraction(3, 2), -HALF, 0, 0), ValueError, "got .Fraction"),
        ((1, 0), ValueError, r"got \(1, 0\)"),
        ((0.5, 0.5, 0, 0), TypeError, "must return a tree or Fractions"),
        (None, TypeError, "got None"),
        ("max", TypeError, "got 'max'"),
    ],
)
def test_a_function_that_is_no_strategy(answer, error, message: str):
    with pytest.raises(error, match=message):
        solve("first-orchard", from_function("odd", lambda fruits: answer))


def test_a_function_that_picks_from_an_empty_tree():
    with pytest.raises(ValueError, match=r"for fruits \(0, .*\), raven_steps \d, got 0"):
        solve("first-orchard", from_function("stubborn", lambda fruits, raven: 0, sees_raven=True))
    with pytest.raises(TypeError, match="function must be"):
        from_function("odd", "max")


def always(value: int):
    return lambda game, fruits, raven_steps, picks_left: np.full_like(fruits, value)


@pytest.mark.parametrize("ask", [solve, propagate, lambda game, rule: solve(game, rule, exact=True)])
@pytest.mark.parametrize("value", [1, 0, -1])
def test_weights_divide_a_pick_among_trees_with_fruit(ask, value: int):
    with pytest.raises(ValueError, match=r"^strategy must divide a pick .* 'odd' does not for fruits \("):
        ask("two-by-two", Rule("odd", "", always(value)))


@pytest.mark.parametrize(
    "weights",
    [
        lambda game, fruits, raven_steps, picks_left: fruits.astype(float),
        lambda game, fruits, raven_steps, picks_left: fruits[..., :1],
        lambda game, fruits, raven_steps, picks_left: None,
        lambda game, fruits, raven_steps, picks_left: np.ones((5, 3, *fruits.shape), int) * fruits,
    ],
)
def test_weights_are_whole_numbers_that_broadcast(weights):
    with pytest.raises(TypeError, match=r"^strategy must give .*'odd' does not"):
        solve("two-by-two", Rule("odd", "", weights))


def test_a_rule_that_calls_itself_symmetric_must_be():
    liar = from_function("liar", lambda fruits: next(i for i, fruit in enumerate(fruits) if fruit), symmetric=True)
    with pytest.raises(ValueError, match=r"'liar' does not, got 'fruits \(1, 2\)'"):
        solve("two-by-two", liar)
    honest = from_function("honest", fullest, symmetric=True)  # which of several equally full trees does not matter
    assert solve("orchard", honest).win_probability == pytest.approx(solve("orchard").win_probability, abs=1e-14)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [((7,), ValueError), ((-1,), ValueError), (("cherry",), TypeError), ((0, "min"), ValueError)],
)
def test_a_favourite_must_be_a_tree(arguments: tuple, error):
    with pytest.raises(error, match=r"tree must|then must"):
        solve("first-orchard", favourite(*arguments))


def test_the_three_kinds_are_small_frozen_values():
    assert {type(strategy) for strategy in STRATEGIES.values()} == {Rule, Best, Mixture}
    for strategy in STRATEGIES.values():
        with pytest.raises(AttributeError):
            strategy.name = "other"
