"""The laws that hold for all games, tried on random ones: each of them exactly, in fractions.

A strategy is called *orderly* here if less fruit leaves it no worse off: whenever orchard f has no tree fuller than
orchard g, each pick of it from g can be answered by one from f so that this stays so (from the same tree, or where g's
tree is the fuller one from any). The best and the worst of all picks are orderly too, and so is any mixture of orderly
strategies. `min` is not, `slowest` is not known to be, and another need not be."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchard import Game, absorbing_chain, solve
from orchard.pages.studies.forward import propagate
from orchard.states import all_states, count_states
from tests.games import BEST, IGNORE, RULES, anything, games, one_or_mixed, rules, states

orderly = [rule for rule in RULES if rule.name in ("max", "random", "fruit", "first")] + BEST
orderly = one_or_mixed(st.sampled_from(orderly)) | st.just(IGNORE)
picking = one_or_mixed(st.sampled_from(RULES) | st.integers(0, 999).map(anything))
everything = picking | st.sampled_from([IGNORE, *BEST]) | st.builds(anything, st.integers(0, 999), st.just(True))


def exactly(game: Game, strategy) -> Fraction:
    return solve(game, strategy, exact=True).win_probability


# --- more of something ---


def one_more(game: Game, name: str) -> list[Game]:
    """The games with one more of it: on each of the trees, where there is one for each."""
    value = getattr(game, name)
    if isinstance(value, int):
        return [replace(game, **{name: value + 1})]
    return [replace(game, **{name: [n + (i == tree) for i, n in enumerate(value)]}) for tree in range(game.trees)]


def is_in_order(game: Game, strategy, name: str) -> bool:
    """Whether one more of it never helps, if it is fruit or a raven's face, and never hurts, if it is another rule."""
    sign = -1 if name in ("fruits", "raven_faces") else 1
    return all(sign * exactly(more, strategy) >= sign * exactly(game, strategy) for more in one_more(game, name))


@pytest.mark.parametrize("name", ["raven_steps", "raven_faces"])
@given(games(), everything)
def test_a_slower_raven_never_hurts(name, game, strategy):
    """Let both games roll and pick the same: whoever has more steps, or loses fewer, lives as long."""
    assert is_in_order(game, strategy, name)


@pytest.mark.parametrize("name", ["fruits", "basket_picks", "basket_faces", "colour_faces"])
@given(games(most_fruit=2), orderly)
def test_less_fruit_and_more_ways_to_pick_never_hurt_an_orderly_strategy(name, game, strategy):
    """It answers each pick of the other game, and is never behind; so with a face that did nothing and now picks."""
    assert is_in_order(game, strategy, name)


# --- one strategy against another ---


@given(games(), picking)
def test_optimal_and_worst_bound_all_that_always_pick_and_to_leave_the_basket_is_worse(game, strategy):
    """Mixtures too: what is drawn at one basket is no better than the best of what could be picked there."""
    ascending = [exactly(game, each) for each in (IGNORE, "worst", strategy, "optimal")]
    assert ascending == sorted(ascending)


# --- symmetry, and what makes no difference ---


@pytest.mark.parametrize(("trees", "fruits"), [(1, 5), (2, 1), (4, 4)])
def test_with_the_basket_ignored_the_raven_is_one_of_equals(trees, fruits):
    """With as many raven steps as fruits on each of t trees, the game is won with probability 1/(t + 1).

    Go on rolling for ever: each of the trees and the raven waits for its own face to come up `fruits` times. They are
    exchangeable, so the raven is the last of the t + 1 to be done with probability 1/(t + 1); and just then it is won.
    """
    assert exactly(Game.uniform(trees, fruits, raven_steps=fruits), IGNORE) == Fraction(1, trees + 1)


@given(games(), everything, st.integers(2, 3))
def test_only_the_ratio_of_the_faces_matters(game, strategy, times):
    """A die of twelve faces, two of each kind, is a die of six."""
    more = {name: times * getattr(game, name) for name in ("basket_faces", "raven_faces")}
    colours = [times * faces for faces in game.colour_faces]
    assert exactly(replace(game, colour_faces=colours, **more), strategy) == exactly(game, strategy)


@given(st.data())
def test_the_value_of_a_later_state_is_that_of_the_game_that_starts_there(data):
    """The past makes no difference; in floats neither."""
    game, strategy, exact = data.draw(games()), data.draw(everything), data.draw(st.booleans())
    state = data.draw(states(game))
    later = solve(replace(game, fruits=state.fruits, raven_steps=state.raven_steps), strategy, exact)
    value = solve(game, strategy, exact).value(*state)
    assert value == (later.win_probability if exact else pytest.approx(later.win_probability, abs=1e-12))


# --- the length identity ---

BLIND = ["max", "min", "random", "fruit", "first", "slowest", "ignore"]  # none of these looks at the raven


@given(games(most_fruit=2), st.sampled_from(BLIND))
def test_a_game_takes_so_many_rolls_for_each_step_of_the_raven(game, strategy):
    """On average; and the steps that it makes are the sum of the odds of losing with 1, 2, ... steps."""
    solution = solve(game, strategy, exact=True)
    steps = sum(1 - solution.value(game.fruits, steps) for steps in range(1, game.raven_steps + 1))
    chain = absorbing_chain(game, strategy, exact=True)
    assert chain.expected_rolls()[0] == Fraction(game.faces, game.raven_faces) * steps


@given(games(), rules)
def test_the_longest_game_takes_every_fruit_and_step_but_one(game, strategy):
    """Each change takes a step or a fruit, and no game ends with neither left. Some trees may need all baskets.

    (The paper prints r0 + f0 - 1 with f0 the fruit of one tree.)
    """
    going_on = propagate(game, strategy, exact=True).going_on
    changes, most = len(going_on) - 1, game.raven_steps + sum(game.fruits) - 1
    without_baskets = all(faces or not fruit for faces, fruit in zip(game.colour_faces, game.fruits, strict=True))
    assert changes == most if without_baskets else changes <= most
    assert (going_on[0], going_on[-1]) == (1, 0)
    assert list(going_on) == sorted(going_on, reverse=True)


@given(games(), st.booleans())
def test_there_are_as_many_states_as_are_counted_before_they_are_listed(game, lumped):
    assert count_states(game.fruits, lumped) == len(all_states(game.fruits, lumped))
