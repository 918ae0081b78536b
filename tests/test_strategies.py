"""What the basket's picks come from: rules and functions; and what is none of them."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from orchard import STRATEGIES, Game, Rule, from_function, mixture, solve
from orchard.weights import pick_probabilities
from tests.games import BY_RAVEN

HALF = Fraction(1, 2)
SLOWEST = STRATEGIES["slowest"]


def any_fruit(fruits: tuple[int, ...]) -> list[Fraction]:
    return [Fraction(fruit, sum(fruits)) for fruit in fruits]


def fullest(fruits: tuple[int, ...]) -> int:
    return fruits.index(max(fruits))


# --- rules ---


@pytest.mark.parametrize(
    ("game", "strategy", "expected"),
    [
        (Game((3, 1, 3, 0)), STRATEGIES["max"], (HALF, 0, HALF, 0)),
        (Game((0, 2, 3)), from_function("any fruit", any_fruit), (0, Fraction(2, 5), Fraction(3, 5))),
        (Game((0, 1, 3)), from_function("fullest", fullest), (0, 0, 1)),
        (Game((3, 2), colour_faces=(2, 1)), SLOWEST, (0, 1)),  # 3/2 rolls against 2
        (Game((4, 2), colour_faces=(2, 1)), SLOWEST, (0, 1)),  # equally slow: the rarer colour
        (Game((9, 1), colour_faces=(1, 0)), SLOWEST, (0, 1)),  # a tree without a face takes for ever
    ],
)
def test_where_the_next_fruit_comes_from(game: Game, strategy: Rule, expected: tuple):
    assert pick_probabilities(game, strategy, game.fruits, 1, 1) == expected


def test_a_rule_may_look_at_the_raven():
    assert pick_probabilities(Game((1, 3)), BY_RAVEN, (1, 3), 2, 1) == (0, 1)
    assert pick_probabilities(Game((1, 3)), BY_RAVEN, (1, 3), 1, 1) == (1, 0)


def test_a_mixture_of_a_mixture_has_the_product_of_their_shares():
    half = mixture({"max": HALF, "min": HALF})
    assert [share for share, _ in mixture({half: HALF, "random": HALF}).parts] == [HALF**2, HALF**2, HALF]


# --- a function that draws, declines, or says what is not so ---


@pytest.mark.parametrize("game", [Game((1, 1), 1), Game()])
def test_a_function_that_draws_is_refused(game: Game):
    for seed in range(9):  # of so many coins some are asked twice with the same answer
        rng = Random(seed)
        draws = from_function("draws", lambda f, rng=rng: rng.choice([i for i, fruit in enumerate(f) if fruit]))
        with pytest.raises(ValueError, match=r"^draws must answer alike .* Fractions, one a tree, or use `mixture`"):
            solve(game, draws)


def test_a_function_that_declines_leaves_the_rest_of_the_basket_alone():
    """By hand: with one fruit left 1/2, one colour of three faces; with two (1/2 + 1/2 + 1/2 + 0) / 4."""
    while_two_bear = from_function("while two bear", lambda fruits: 0 if all(fruits) else ())
    assert solve(Game((1, 1), 1, 2), while_two_bear, exact=True).win_probability == Fraction(3, 8)


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
def test_weights_divide_a_pick_among_trees_with_fruit(weights):
    odd = Rule("odd", "", lambda game, fruits, raven_steps, picks_left: weights(fruits))
    with pytest.raises((ValueError, TypeError), match=r"^strategy must (divide|give) .*'odd' does not"):
        solve("two-by-two", odd)


@pytest.mark.parametrize(
    ("game", "pick"),
    [
        (Game((2, 2, 2), 2), lambda f: 1 if f[1] else 0 if f[0] else 2),  # alike if reversed
        (Game((3, 3, 3), 3, 2), lambda f: 2 if f[0] > f[1] > f[2] > 0 else fullest(f)),  # not so in one order of six
    ],
)
def test_a_rule_that_calls_itself_symmetric_must_be(game, pick):
    with pytest.raises(ValueError, match=r"'liar' does not, got 'fruits "):
        solve(game, from_function("liar", pick, symmetric=True))


def test_which_of_several_equally_full_trees_a_symmetric_rule_names_does_not_matter():
    honest = from_function("honest", fullest, symmetric=True)
    assert solve("orchard", honest).win_probability == pytest.approx(solve("orchard").win_probability, abs=1e-14)
