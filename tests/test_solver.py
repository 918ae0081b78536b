"""The probability to win: cases solved by hand, Bellman's equation, laws, and floats against fractions."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest
from games import (
    BEST,
    FIRST,
    FRUIT,
    PICKING,
    any_strategy,
    forward,
    games,
    merged,
    one_roll,
    states,
)
from hypothesis import example, given, settings
from hypothesis import strategies as st

from orchard import EDITIONS, STRATEGIES, Game, State, Strategy, mixture, pick, settled, solve, turn
from orchard.exact import ExactSolution
from orchard.strategies import used_parts

IGNORE = STRATEGIES["ignore"]
OPTIMAL = STRATEGIES["optimal"]


def exactly(game: Game, strategy: Strategy | str) -> Fraction:
    return solve(game, strategy, exact=True).win_probability


@cache
def solved_edition(edition: str, strategy: str) -> ExactSolution:
    return solve(edition, strategy, exact=True)


# --- solved by hand ---


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(
    ("game", "expected"),
    [
        # One fruit, one step: colour and basket win, the raven loses, whatever the other, empty trees show.
        (Game((1,), 1), Fraction(2, 3)),
        (Game((0, 0, 0, 1), 1), Fraction(2, 3)),  # source 001
        (Game((0, 0, 0, 1), 2), Fraction(8, 9)),  # ... twice in a row: 1 - 1/9
        (Game((1,), 1, basket_picks=0), Fraction(1, 2)),
        (Game((1,), 1, basket_faces=0), Fraction(1, 2)),
        (Game((1,), 1, colour_faces=(0,)), Fraction(1, 2)),
        (Game((1,), 1, colour_faces=(0,), basket_faces=0), Fraction(0)),
        (Game((1,), 1, colour_faces=(3,), basket_faces=2, raven_faces=2), Fraction(5, 7)),
        (Game((2,), 1), Fraction(4, 9)),
        (Game((2,), 1, basket_picks=2), Fraction(1, 3) + Fraction(1, 3) * Fraction(2, 3)),
        # Source 004: two trees of two, one or no fruit, two picks; its decimals as fractions.
        (Game((2, 2), 2, 2), Fraction(2341, 3456)),
        (Game((2, 2), 1, 2), Fraction(107, 288)),
        (Game((2,), 2, 2), Fraction(22, 27)),
        (Game((1, 1), 2, 2), Fraction(121, 144)),
        (Game((2,), 1, 2), Fraction(5, 9)),
        (Game((1, 1), 1, 2), Fraction(7, 12)),
        (Game((1,), 2, 2), Fraction(8, 9)),
        (Game((1,), 1, 2), Fraction(2, 3)),
    ],
    ids=str,
)
def test_small_games_solved_by_hand(game: Game, expected: Fraction, exact: bool):
    assert solve(game, "max", exact).win_probability == (expected if exact else pytest.approx(expected, abs=1e-15))


@given(st.integers(1, 6), st.integers(1, 5), st.integers(0, 3), st.integers(0, 2), st.integers(1, 2))
def test_one_tree_is_a_race(fruits: int, steps: int, colours: int, baskets: int, ravens: int):
    # The game is won if the f-th fruit comes before the r-th raven: a negative binomial distribution.
    game = Game((fruits,), steps, 1, (colours,), baskets, ravens)
    p = Fraction(colours + baskets, game.faces)
    won = sum(comb(fruits - 1 + k, k) * p**fruits * (1 - p) ** k for k in range(steps))
    assert exactly(game, "max") == won


# --- Bellman's equation ---


@given(st.data())
def test_a_value_is_the_mean_of_the_values_after_one_roll(data: st.DataObject):
    game, strategy = data.draw(games()), data.draw(forward)
    solution, state = solve(game, strategy, exact=True), data.draw(states(game))
    mean = sum(p * solution.value(*after) for after, p in one_roll(game, strategy, state).items())
    assert solution.value(*state) == mean


def best_after_picks(solution: ExactSolution, state: State, picks: int) -> Fraction:
    if not picks or state.is_won:
        return solution.value(*state)
    trees = [i for i, fruit in enumerate(state.fruits) if fruit]
    return solution.strategy.best(best_after_picks(solution, pick(state, i), picks - 1) for i in trees)


@given(st.data())
def test_the_best_value_is_that_of_the_best_picks(data: st.DataObject):
    game, strategy = data.draw(games()), data.draw(st.sampled_from(BEST))
    solution, state = solve(game, strategy, exact=True), data.draw(states(game))
    mean = sum(p * best_after_picks(solution, after, picks) for p, after, picks in turn(game, state))
    assert solution.value(*state) == mean


# --- one method against another ---


@pytest.mark.parametrize(
    ("edition", "strategy"),
    # Without sorted trees Orchard has 131,760 states, some ten seconds: see test_forward.
    [pair for pair in product(EDITIONS, STRATEGIES) if pair[0][:7] != "orchard" or STRATEGIES[pair[1]].symmetric],
)
def test_floats_are_right_to_12_digits(edition: str, strategy: str):
    floats, fractions = solve(edition, strategy), solved_edition(edition, strategy)
    assert abs(floats.win_probability - fractions.win_probability) < 1e-12
    for (fruits, raven_steps), value in fractions.values.items():
        assert abs(floats.values[floats.lattice.index(fruits), raven_steps - 1] - value) < 1e-12


@given(games(), any_strategy)
@settings(max_examples=200)
def test_floats_are_fractions_in_every_state_of_random_games(game: Game, strategy: Strategy):
    floats, fractions = solve(game, strategy), solve(game, strategy, exact=True)
    assert floats.values.shape == (len(floats.lattice), game.raven_steps)
    for fruits, row in zip(floats.lattice.fruits.tolist(), floats.values, strict=True):
        for raven_steps, value in enumerate(row, 1):
            exact = fractions.values[tuple(fruits), raven_steps] if any(fruits) else 1
            assert abs(value - exact) < 1e-12


@pytest.mark.parametrize("exact", [True, False])
def test_values_at_the_end(exact: bool):
    solution = solve("two-by-two", "max", exact)
    assert (solution.value((0, 0), 1), solution.value((0, 0), 2)) == (1, 1)
    assert (solution.value((1, 2), 0), solution.value((2, 2), 0)) == (0, 0)
    assert type(solution.value((0, 0), 1)) is type(solution.value((1, 2), 0)) is type(solution.win_probability)


PLANNED = [*BEST, *(mixture({"optimal": Fraction(1, 2), other: Fraction(1, 2)}) for other in ("min", FIRST))]


@given(games(), st.sampled_from(PLANNED))
@example(Game((2, 2), 1, 2, (1, 0)), OPTIMAL)  # the best first pick of two is not the best only pick
@example(Game((1, 2), 1, 1), PLANNED[-1])
def test_a_settled_strategy_plays_what_was_found_best(game: Game, strategy: Strategy):
    plan, solution = settled(game, strategy), solve(game, strategy, exact=True)
    for state in solution.values:
        if all(f <= most for f, most in zip(state[0], game.fruits, strict=True)):
            chances = merged(game, strategy, one_roll(game, plan, State(*state)))
            assert solution.value(*state) == sum(p * known(solution, after) for after, p in chances.items())


def known(solution: ExactSolution, state: State) -> Fraction:
    """The value of a state whose trees may be sorted, so that the game's own order does not bound it."""
    return Fraction(state.is_won) if state.is_won or state.is_lost else solution.values[state]


def test_settled_leaves_alone_what_does_not_look_ahead():
    assert settled("orchard", "max") is STRATEGIES["max"]
    assert used_parts(EDITIONS["orchard"], settled(Game(basket_picks=0), "optimal")) == ()


@pytest.mark.parametrize("exact", [True, False])
def test_a_settled_strategy_is_not_solved_again(exact: bool):
    with pytest.raises(ValueError, match=r"^strategy must not be settled already, got 'optimal'"):
        solve("two-by-two", settled("two-by-two", "optimal"), exact)


# --- in larger games ---


@pytest.mark.parametrize("edition", EDITIONS)
def test_to_pick_from_the_fullest_tree_is_optimal_in_every_edition(edition: str):
    value = {name: solved_edition(edition, name).win_probability for name in ("max", "optimal", "min", "worst")}
    assert value["max"] == value["optimal"]
    assert value["min"] == value["worst"]


@pytest.mark.parametrize("strategy", [*PICKING, IGNORE, *BEST], ids=lambda s: s.name)
def test_a_larger_game_than_the_random_ones(strategy: Strategy):
    game = Game((6, 3, 5), 4, 3, (2, 1, 0), 2, 2)
    floats, fractions = solve(game, strategy), solve(game, strategy, exact=True)
    assert np.allclose(
        [floats.value(*s) for s in fractions.values], [*map(float, fractions.values.values())], atol=1e-13
    )


def test_shares_decide_how_likely_a_tree_is():
    # One step, only the first tree's colour on the die. V(1,0) = 2/3, V(2,0) = 4/9, V(0,1) = 1/2, and in (1,1) both
    # trees are equally likely: V(1,1) = (1/2 + (1/2 + 2/3)/2)/3 = 13/36. In (2,1) the first is twice as likely:
    # V(2,1) = (13/36 + (2/3) 13/36 + (1/3) 4/9)/3 = 1/4.
    game = Game((2, 1), 1, 1, (1, 0))
    assert exactly(game, FRUIT) == Fraction(1, 4)
    assert solve(game, FRUIT).win_probability == pytest.approx(1 / 4, abs=1e-15)
