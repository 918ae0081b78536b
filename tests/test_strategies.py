"""What the basket's picks come from: rules, mixtures, favourites and functions; and what is none of them."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from games import BEST, IGNORE, LOOKING, RULES
from literal import pick_outcomes

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
MAX, MIN, RANDOM, FIRST = (STRATEGIES[name] for name in ("max", "min", "random", "first"))


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
        (MAX, (3, 1, 0), (1, 0, 0)),
        (MAX, (2, 0, 2), (HALF, 0, HALF)),
        (MIN, (3, 1, 0), (0, 1, 0)),
        (MIN, (2, 0, 2), (HALF, 0, HALF)),
        (RANDOM, (3, 1, 0), (HALF, HALF, 0)),
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
    assert pick_probabilities(Game(fruits), strategy, fruits, 1, 1) == expected


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
    game = Game(fruits, colour_faces=faces)
    assert pick_probabilities(game, STRATEGIES["slowest"], fruits, 1, 1) == expected


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_weights_of_a_table_are_those_of_its_rows(rule: Rule):
    game = Game((3, 3, 3), 2, 2, (1, 2, 2))
    table = np.array(list(product(range(4), repeat=3))[1:])
    rows = [rule.weights(game, row, 1, 1) for row in table]
    assert np.array_equal(rule.weights(game, table.reshape(3, 21, 3), 1, 1).reshape(-1, 3), rows)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_symmetric_rules_do_not_tell_trees_apart(rule: Rule):
    table = np.array(list(product(range(3), repeat=3))[1:])[:, None]

    def weights(order: list[int]) -> np.ndarray:
        return rule.weights(Game((3, 3, 3), 3), table[..., order], np.arange(1, 4), 1)

    orders = map(list, permutations(range(3)))
    alike = all(np.array_equal(weights(order), weights([0, 1, 2])[..., order]) for order in orders)
    assert rule.symmetric == alike


def test_a_rule_may_look_at_the_raven():
    *_, by_raven = LOOKING
    assert pick_probabilities(Game(), by_raven, (1, 3), 2, 1) == (0, 1)
    assert pick_probabilities(Game(), by_raven, (1, 3), 1, 1) == (1, 0)


def test_every_named_strategy_has_its_name_words_and_colour():
    assert all(name == strategy.name and strategy.text for name, strategy in STRATEGIES.items())
    assert STRATEGY_WORDS.keys() == STRATEGY_COLOURS.keys() == STRATEGIES.keys()
    assert len(set(STRATEGY_COLOURS.values())) == len(STRATEGIES), "no two have the same colour"
    assert (strategy_words("mine"), strategy_colour("mine")) == ("mine", "#777777")


def test_strategies_are_small_frozen_values():
    assert {type(strategy) for strategy in STRATEGIES.values()} == {Rule, Best, Mixture}
    for strategy in STRATEGIES.values():
        with pytest.raises(AttributeError):
            strategy.name = "other"
    assert len({*STRATEGIES.values(), MAX, favourite(1), favourite(1)}) == len(STRATEGIES) + 1
    assert mixture({"max": HALF, "min": HALF}) == mixture({"max": HALF, "min": HALF})
    assert hash(solve("two-by-two", "optimal").strategy)


@pytest.mark.parametrize(
    ("faces", "strategy", "lumpable"),
    [
        ((2, 2), MAX, True),
        ((1, 2), MAX, False),
        (None, STRATEGIES["optimal"], True),
        (None, FIRST, False),
        (None, mixture({"max": HALF, FIRST: HALF}), False),
        (None, mixture({"max": HALF, "random": HALF}), True),
    ],
)
def test_trees_are_interchangeable_if_die_and_strategy_say_so(faces, strategy, lumpable: bool):
    assert is_lumpable(Game((2, 2), colour_faces=faces), [strategy]) == lumpable


# --- several picks ---


@pytest.mark.parametrize(
    ("rule", "fruits", "expected"),
    [
        (MAX, (3, 2), {(2, 1): HALF, (1, 2): HALF}),
        (RANDOM, (3, 1), {(1, 1): HALF / 2, (2, 0): HALF / 2 + HALF}),
    ],
)
def test_two_picks_ask_twice(rule: Rule, fruits: tuple, expected: dict):
    outcomes = pick_outcomes(Game(fruits, 1, 2), rule, State(fruits, 1), 2)
    assert {left: p for (left, _), p in outcomes.items()} == expected


def test_picks_left_never_exceed_the_fruit():
    asked = set()

    def noting(game, fruits, raven_steps, picks_left):
        counts, left = np.broadcast_arrays(fruits.sum(axis=-1), picks_left)
        asked.update(zip(counts[counts > 0].tolist(), left[counts > 0].tolist(), strict=True))
        return (fruits > 0).astype(int)

    solve(Game((2, 1), 2, 3), Rule("noting", "", noting))
    assert {left for _, left in asked} == {1, 2, 3}
    assert all(1 <= left <= count for count, left in asked)


# --- mixtures and players ---


def test_parts_of_a_mixture_are_flat():
    inner = mixture({"min": THIRD, "ignore": 1 - THIRD})
    outer = mixture({"max": HALF, inner: HALF, "random": 0})
    # `ignore` picks nothing, so it is no part, and the parts sum to less than 1.
    assert outer.parts == ((HALF, MAX), (Fraction(1, 6), MIN))
    assert parts_of(IGNORE) == used_parts(Game(basket_picks=0), MAX) == ()
    assert [parts_of(strategy) for strategy in BEST] == [((1, strategy),) for strategy in BEST]


def test_players_stand_where_a_strategy_may():
    assert checked_players("max") == (MAX,)
    assert checked_players(["max", IGNORE]) == (MAX, IGNORE)


# --- what is no strategy ---


@pytest.mark.parametrize(
    ("parts", "error", "message"),
    [
        ({}, ValueError, "parts must be probabilities that sum to 1, got ''"),
        ({"max": Fraction(3, 2), "min": -HALF}, ValueError, "parts must be .* sum to 1, got '3/2, -1/2'"),
        ({"max": 0.5, "min": 0.5}, TypeError, "parts must map 'max' to a Fraction, got 0.5"),
        ({"max": True}, TypeError, "parts must map 'max' to a Fraction, got True"),
        ({"mx": 1}, ValueError, r"strategy must be one of .* \(did you mean max\?\), got 'mx'"),
        ([("max", 1)], TypeError, "parts must map strategies to probabilities, got "),
    ],
)
def test_what_is_no_mixture(parts, error: type, message: str):
    with pytest.raises(error, match=message):
        mixture(parts)


@pytest.mark.parametrize(
    ("players", "error", "message"),
    [
        ((), ValueError, "strategy must hold at least one player"),
        (("max",) * 101, ValueError, "strategy must hold at least one player, at most 100"),
        (("max", "maxx"), ValueError, "did you mean max"),
        ((("max", "min"), "max"), TypeError, "strategy must be one of"),
    ],
)
def test_what_are_no_players(players, error: type, message: str):
    with pytest.raises(error, match=message):
        checked_players(players)


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (7, ValueError, r"^odd must return a tree that has fruit.* for fruits \(.*\), got 7"),
        ((HALF, HALF / 2, 0, 0), ValueError, "that sum to 1"),
        ((Fraction(3, 2), -HALF, 0, 0), ValueError, "got .Fraction"),
        ((1, 0), ValueError, r"got \(1, 0\)"),
        ((0.5, 0.5, 0, 0), TypeError, "must return a tree or Fractions"),
        (None, TypeError, "got None"),
    ],
)
def test_a_function_that_is_no_strategy(answer, error: type, message: str):
    with pytest.raises(error, match=message):
        solve("first-orchard", from_function("odd", lambda fruits: answer))


def test_a_function_that_picks_from_an_empty_tree():
    with pytest.raises(ValueError, match=r"for fruits \(0, .*\), raven_steps \d, got 0"):
        solve("first-orchard", from_function("stubborn", lambda fruits, raven: 0, sees_raven=True))
    with pytest.raises(TypeError, match="function must be"):
        from_function("odd", "max")


@pytest.mark.parametrize("ask", [solve, propagate])
@pytest.mark.parametrize("value", [1, 0, -1])
def test_weights_divide_a_pick_among_trees_with_fruit(ask, value: int):
    always = Rule("odd", "", lambda game, fruits, raven_steps, picks_left: np.full_like(fruits, value))
    with pytest.raises(ValueError, match=r"^strategy must divide a pick .* 'odd' does not for fruits \("):
        ask("two-by-two", always)


@pytest.mark.parametrize(
    "weights",
    [
        lambda fruits: fruits.astype(float),
        lambda fruits: fruits[..., :1],
        lambda fruits: None,
        lambda fruits: np.ones((5, 3, *fruits.shape), int) * fruits,
    ],
)
def test_weights_are_whole_numbers_that_broadcast(weights):
    odd = Rule("odd", "", lambda game, fruits, raven_steps, picks_left: weights(fruits))
    with pytest.raises(TypeError, match=r"^strategy must give .*'odd' does not"):
        solve("two-by-two", odd)


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
def test_a_favourite_must_be_a_tree(arguments: tuple, error: type):
    with pytest.raises(error, match=r"tree must|then must"):
        solve("first-orchard", favourite(*arguments))
