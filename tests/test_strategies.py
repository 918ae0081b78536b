"""What the basket's picks come from: rules, mixtures, favourites and functions; and what is none of them."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from orchard import STRATEGIES, Game, Rule, State, favourite, from_function, mixture, propagate, solve
from orchard.strategies import players_of
from orchard.weights import pick_probabilities
from tests.games import LOOKING
from tests.literal import pick_outcomes
from tests.samples import FIRST_ORCHARD

HALF = Fraction(1, 2)
IGNORED = solve("two-by-two", "ignore", exact=True).win_probability
MAX, MIN, RANDOM, FIRST = (STRATEGIES[name] for name in ("max", "min", "random", "first"))


def any_fruit(fruits: tuple[int, ...]) -> list[Fraction]:
    return [Fraction(fruit, sum(fruits)) for fruit in fruits]


def fullest(fruits: tuple[int, ...]) -> int:
    return fruits.index(max(fruits))


# --- rules ---


@pytest.mark.parametrize(
    ("strategy", "fruits", "expected"),
    [
        (MAX, (3, 1, 3, 0), (HALF, 0, HALF, 0)),
        (MIN, (3, 1, 1, 0), (0, HALF, HALF, 0)),
        (RANDOM, (3, 1, 0), (HALF, HALF, 0)),
        (STRATEGIES["fruit"], (0, 2, 3), (0, Fraction(2, 5), Fraction(3, 5))),
        (FIRST, (0, 2, 3), (0, 1, 0)),
        (favourite(2), (1, 2, 3), (0, 0, 1)),
        (favourite(2), (1, 2, 0), (HALF, HALF, 0)),
        (favourite(2, "max"), (1, 2, 0), (0, 1, 0)),
        (from_function("any fruit", any_fruit), (0, 2, 3), (0, Fraction(2, 5), Fraction(3, 5))),
        (from_function("fullest", fullest), (0, 1, 3), (0, 0, 1)),
    ],
)
def test_where_the_next_fruit_comes_from(strategy: Rule, fruits: tuple, expected: tuple):
    assert pick_probabilities(Game(fruits), strategy, fruits, 1, 1) == expected


@pytest.mark.parametrize(
    ("fruits", "faces", "expected"),
    [
        ((3, 2), (2, 1), (0, 1)),  # 3/2 rolls against 2
        ((4, 2), (2, 1), (1, 0)),  # equally slow: the fuller
        ((9, 1), (1, 0), (0, 1)),  # a tree without a face takes for ever
    ],
)
def test_the_slowest_tree(fruits: tuple, faces: tuple, expected: tuple):
    game = Game(fruits, colour_faces=faces)
    assert pick_probabilities(game, STRATEGIES["slowest"], fruits, 1, 1) == expected


def test_a_rule_may_look_at_the_raven():
    _, _, by_raven, _ = LOOKING
    assert pick_probabilities(Game((1, 3)), by_raven, (1, 3), 2, 1) == (0, 1)
    assert pick_probabilities(Game((1, 3)), by_raven, (1, 3), 1, 1) == (1, 0)


# --- several picks ---


def test_two_picks_ask_twice():
    outcomes = pick_outcomes(Game((3, 1)), RANDOM, State((3, 1), 1), 2)
    assert outcomes == {State((1, 1), 1): HALF / 2, State((2, 0), 1): HALF / 2 + HALF}


# --- players ---


@pytest.mark.parametrize("given", ["max,min,random", "max, min , random", ("max", STRATEGIES["min"], "random")])
def test_players_stand_in_a_string_or_a_sequence(given):
    assert [player.name for player in players_of(given)] == ["max", "min", "random"]
    assert solve("two-by-two", given).win_probability == solve("two-by-two", ("max", "min", "random")).win_probability


# --- a function that draws, remembers, or declines ---


def any_with_fruit(fruits: tuple[int, ...]) -> list[int]:
    return [tree for tree, fruit in enumerate(fruits) if fruit]


@pytest.mark.parametrize("game", [Game((2, 1), 1), Game((1, 1), 1), FIRST_ORCHARD])
@pytest.mark.parametrize("sees_raven", [False, True])
def test_a_function_that_draws_is_refused(game: Game, sees_raven: bool):
    for seed in range(100 if game.trees == 2 else 1):
        rng = Random(seed)
        draws = from_function(
            "draws", lambda fruits, *_, rng=rng: rng.choice(any_with_fruit(fruits)), False, sees_raven
        )
        with pytest.raises(ValueError, match=r"^draws must answer alike .* Fractions, one a tree, or use `mixture`"):
            solve(game, draws)


def test_what_a_draw_is_worth_if_it_is_written_as_fractions():
    weighs = from_function("weighs", lambda fruits: [Fraction(bool(f), len(any_with_fruit(fruits))) for f in fruits])
    assert solve(Game((2, 1), 1), weighs, exact=True).win_probability == Fraction(17, 48)
    assert solve(FIRST_ORCHARD, weighs).win_probability == pytest.approx(0.738222, abs=5e-7)


def test_a_function_that_declines_leaves_the_rest_of_the_basket_alone():
    """By hand: with one fruit left 1/2, one colour of three faces; with two (1/2 + 1/2 + 1/2 + 0) / 4."""
    while_two_bear = from_function("while two bear", lambda fruits: 0 if all(fruits) else ())
    assert solve(Game((1, 1), 1, 2), while_two_bear, exact=True).win_probability == Fraction(3, 8)


def test_whoever_always_declines_forgets_the_basket():
    never, zero = from_function("never", lambda fruits: ()), Rule("zero", "", lambda game, fruits, *_: 0 * fruits)
    for strategy in (never, zero, mixture({never: HALF, "ignore": HALF})):
        assert solve("two-by-two", strategy, exact=True).win_probability == IGNORED


@pytest.mark.parametrize("method", [solve, propagate])
@pytest.mark.parametrize(
    "weights",
    [
        np.ones_like,  # for empty trees too
        np.negative,
        np.sqrt,  # no whole numbers
        lambda fruits: (fruits > 0) * np.int64(2**62),  # which do not add up in 64 bits
        lambda fruits: fruits[..., :1],
    ],
)
def test_weights_divide_a_pick_among_trees_with_fruit(weights, method):
    odd = Rule("odd", "", lambda game, fruits, raven_steps, picks_left: weights(fruits))
    with pytest.raises((ValueError, TypeError), match=r"^strategy must (divide|give) .*'odd' does not"):
        method("two-by-two", odd)


def test_a_rule_that_calls_itself_symmetric_must_be():
    liar = from_function("liar", lambda fruits: next(i for i, fruit in enumerate(fruits) if fruit), symmetric=True)
    with pytest.raises(ValueError, match=r"'liar' does not, got 'fruits \(1, 2\)'"):
        solve("two-by-two", liar)
    middle = from_function("middle", lambda f: 1 if f[1] else 0 if f[0] else 2, symmetric=True)  # alike if reversed
    with pytest.raises(ValueError, match=r"'middle' does not, got"):
        solve(Game((2, 2, 2), 2), middle)
    moody = from_function("moody", lambda f: 2 if f[0] > f[1] > f[2] > 0 else fullest(f), symmetric=True)
    with pytest.raises(ValueError, match=r"'moody' does not, got"):  # in one order of six
        solve(Game((3, 3, 3), 3, 2), moody)
    honest = from_function("honest", fullest, symmetric=True)  # which of several equally full trees does not matter
    assert solve("orchard", honest).win_probability == pytest.approx(solve("orchard").win_probability, abs=1e-14)
