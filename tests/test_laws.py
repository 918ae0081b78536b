"""The laws that hold for all games, tried on random ones: each of them exactly, in fractions.

A strategy is called *orderly* here if less fruit leaves it no worse off: whenever orchard f has no tree fuller than
orchard g, each pick of it from g can be answered by one from f so that this stays so (from the same tree, or where g's
tree is the fuller one from any). The best and the worst of all picks are orderly too, and so is any mixture of orderly
strategies. `min` is not, `slowest` is not known to be, and a reader's own function need not be.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from games import BEST, IGNORE, RULES, anything, games, one_or_mixed, states
from hypothesis import assume, given
from hypothesis import strategies as st
from literal import roll_outcomes

from orchard import (
    STRATEGIES,
    Best,
    Game,
    Mixture,
    Strategy,
    absorbing_chain,
    favourite,
    from_function,
    mixture,
    propagate,
    solve,
    turn,
)
from orchard.strategies import is_lumpable, parts_of

MAX, MIN, FIRST, FRUIT, SLOWEST = (STRATEGIES[name] for name in ("max", "min", "first", "fruit", "slowest"))
OPTIMAL, WORST = BEST
HALF = Fraction(1, 2)
FAVOURITES = [favourite(0), favourite(0, "max")]
orderly = one_or_mixed(st.sampled_from([rule for rule in RULES if rule not in (MIN, SLOWEST)] + FAVOURITES + BEST))
orderly |= st.just(IGNORE)
picking = one_or_mixed(st.sampled_from(RULES) | st.integers(0, 999).map(anything))
named = one_or_mixed(st.sampled_from([*RULES, IGNORE, *BEST]))
everything = named | picking | st.sampled_from(FAVOURITES)


def exactly(game: Game, strategy: Strategy | str) -> Fraction:
    return solve(game, strategy, exact=True).win_probability


def one_more(game: Game, name: str) -> list[Game]:
    """The games with one more of it: on each of the trees, where there is one for each."""
    value = getattr(game, name)
    if isinstance(value, int):
        return [replace(game, **{name: value + 1})]
    return [replace(game, **{name: [n + (i == tree) for i, n in enumerate(value)]}) for tree in range(game.trees)]


def equal_colours(game: Game) -> Game:
    return replace(game, colour_faces=game.colour_faces[:1] * game.trees)


# --- probabilities are probabilities ---


@given(st.data())
def test_probabilities_sum_to_one(data: st.DataObject):
    """Those of the faces, of what a roll and its picks lead to, and of all ends of the game."""
    game, strategy = data.draw(games(most_fruit=2)), data.draw(picking | st.just(IGNORE))
    state = data.draw(states(game))
    assert sum(p for p, _, _ in turn(game, state)) == 1
    assert sum(roll_outcomes(game, strategy, state).values()) == 1
    assert (absorbing_chain(game, strategy, exact=True).P.sum(axis=1) == 1).all()
    final = propagate(game, strategy, exact=True).final
    lost, won = final[0].sum(), final[(slice(1, None), *(0,) * game.trees)].sum()
    assert (lost + won, final.sum()) == (1, 1), "the game ends lost or won, nowhere else"
    assert final[(0, *(0,) * game.trees)] == 0, "and never both"


# --- one method against another ---


@given(games(most_fruit=2), named)
def test_sorted_trees_and_labelled_trees_are_equal(game: Game, strategy: Strategy):
    """Where colours are equally likely and a strategy does not tell trees apart: every value, and the mean length."""
    game = equal_colours(game)
    assume(is_lumpable(game, [strategy]) and parts_of(strategy))
    labelled = told_apart(strategy)
    assert not is_lumpable(game, [labelled])
    one, other = solve(game, strategy, exact=True), solve(game, labelled, exact=True)
    assert len(one.states) <= len(other.states)
    assert all(one.value(*state) == other.value(*state) for state in other.positions)
    lengths = [absorbing_chain(game, solution.strategy, exact=True).expected_rolls()[0] for solution in (one, other)]
    assert lengths[0] == lengths[1]


def told_apart(strategy: Strategy) -> Mixture:
    """The same strategy in a form that keeps the trees labelled: mixed, never, with one that tells them apart."""
    return Mixture(strategy.name, strategy.text, (*parts_of(strategy), (Fraction(0), FIRST)))


# --- more of something ---


@given(games(), everything)
def test_more_raven_steps_never_hurt(game: Game, strategy: Strategy):
    """Let both games roll and pick the same: whoever has more steps lives as long. True of every strategy."""
    solution = solve(game, strategy, exact=True)
    values = [solution.value(game.fruits, raven_steps) for raven_steps in range(game.raven_steps + 1)]
    assert values == sorted(values)


@given(games(), everything)
def test_more_raven_faces_never_help(game: Game, strategy: Strategy):
    """A face that does nothing may be added to any die; making it a raven takes a step. True of every strategy."""
    assert exactly(*one_more(game, "raven_faces"), strategy) <= exactly(game, strategy)


@given(games(most_fruit=2), orderly)
def test_more_fruit_never_helps_an_orderly_strategy(game: Game, strategy: Strategy):
    """Whoever has less fruit answers each pick of the other, and is never behind."""
    assert all(exactly(more, strategy) <= exactly(game, strategy) for more in one_more(game, "fruits"))


@pytest.mark.parametrize("name", ["basket_picks", "basket_faces", "colour_faces"])
@given(games(most_fruit=2), orderly)
def test_more_ways_to_pick_never_hurt_an_orderly_strategy(name: str, game: Game, strategy: Strategy):
    """One more pick leaves less fruit; and so does a face that did nothing and now picks."""
    assert all(exactly(game, strategy) <= exactly(more, strategy) for more in one_more(game, name))


@given(games(most_fruit=2))
def test_with_equal_colours_min_is_orderly_too(game: Game):
    """As it is then the worst of all strategies; see below."""
    game = equal_colours(game)
    assert all(exactly(more, MIN) <= exactly(game, MIN) for more in one_more(game, "fruits"))
    for name in ("basket_picks", "basket_faces"):
        assert all(exactly(game, MIN) <= exactly(more, MIN) for more in one_more(game, name))


def test_with_a_loaded_die_more_fruit_can_help_min():
    """The second tree needs baskets, and a third fruit on the first one is what makes `min` see that."""
    game = Game((2, 2), 1, 1, (6, 0))
    assert exactly(game, MIN) == Fraction(841, 4096)
    assert exactly(replace(game, fruits=(3, 2)), MIN) == Fraction(6745, 32768) > Fraction(841, 4096)


def test_more_fruit_can_help_a_strategy_that_knows_better_with_more():
    """The first tree needs baskets; this strategy uses them for it, except in (2, 1)."""
    odd = from_function("odd", lambda fruits: 1 if fruits in ((2, 1), (0, fruits[1])) else 0)
    game = Game((2, 1), 1, 1, (0, 3))
    assert exactly(game, odd) == Fraction(1, 5)
    assert exactly(replace(game, fruits=(2, 2)), odd) == Fraction(251, 1250) > Fraction(1, 5)


def test_a_likelier_colour_can_hurt_a_strategy_that_loses_its_head():
    """The second tree needs baskets; this strategy uses them for it as long as the third has fruit."""
    rattled = from_function("rattled", lambda f: 1 if f[1] and (f[2] or not f[0]) else 0 if f[0] else 2)
    game = Game((1, 1, 1), 2, 1, (1, 0, 4))
    more = replace(game, colour_faces=(1, 0, 5))
    assert exactly(more, rattled) == Fraction(124127, 197568) < exactly(game, rattled) == Fraction(23315, 37044)


# --- one strategy against another ---


@given(games(), picking | st.sampled_from(FAVOURITES))
def test_optimal_and_worst_bound_all_that_always_pick(game: Game, strategy: Strategy):
    """Mixtures too: what is drawn at one basket is no better than the best of what could be picked there."""
    assert exactly(game, WORST) <= exactly(game, strategy) <= exactly(game, OPTIMAL)


@given(games(), everything)
def test_to_leave_the_basket_is_no_better_than_any_pick(game: Game, strategy: Strategy):
    """Less fruit is never worse where the basket is left alone, so that any pick at all is an improvement."""
    assert exactly(game, IGNORE) <= exactly(game, strategy) <= exactly(game, OPTIMAL)


@given(games(most_fruit=2))
def test_with_equal_colours_max_is_optimal_and_min_is_worst(game: Game):
    """From every state; notebook 6 proves it."""
    game = equal_colours(game)
    for ours, best in ((MAX, OPTIMAL), (MIN, WORST)):
        assert (solve(game, ours, exact=True).values == solve(game, best, exact=True).values).all()


# --- mixtures ---


def test_a_mixture_need_not_lie_between_its_parts():
    """To favour one tree, whichever, leaves the other full; to favour each at times keeps them level. Or spoils it."""
    last = from_function("last", lambda fruits: max(i for i, fruit in enumerate(fruits) if fruit))
    level, loaded = Game((2, 2), 1), Game((2, 1), 1, 1, (1, 0))
    assert exactly(level, FIRST) == exactly(level, last) == Fraction(19, 72)
    assert exactly(level, mixture({FIRST: HALF, last: HALF})) == Fraction(17, 64) > Fraction(19, 72)
    one, other = (from_function(name, order) for name, order in (("1", first_but(0)), ("2", first_but(1))))
    assert exactly(loaded, one) == exactly(loaded, other) == Fraction(7, 27)
    assert exactly(loaded, mixture({one: HALF, other: HALF})) == Fraction(55, 216) < Fraction(7, 27)


def first_but(tree: int):
    """From `tree` while both have one fruit, from the other one before that, from what is left afterwards."""
    return lambda fruits: (tree if fruits == (1, 1) else 1 - tree) if all(fruits) else fruits.index(max(fruits))


sixths = st.lists(st.integers(0, 6), min_size=2, max_size=2, unique=True).map(sorted)


@given(games(most_fruit=2), orderly, sixths)
def test_the_more_often_the_basket_is_used_the_better(game: Game, strategy: Strategy, sixths: list[int]):
    """A mixture with `ignore` lies between its parts, if the other one is orderly: a pick improves on a wasted roll."""
    assume(strategy is not IGNORE)
    values = [
        exactly(game, IGNORE),
        *(exactly(game, often(n, strategy, IGNORE)) for n in sixths),
        exactly(game, strategy),
    ]
    assert values == sorted(values)


@given(games(most_fruit=2), sixths, st.sampled_from([(MIN, MAX), (MIN, FRUIT), (FRUIT, MAX)]))
def test_with_equal_colours_the_more_often_from_fuller_trees_the_better(game: Game, sixths: list[int], parts: tuple):
    """A mixture of two of `max`, `fruit` and `min` lies between its parts.

    A pick by any of the three, and a roll, keep what the proof of notebook 6 asks of the values: that less fruit, and
    the same fruit spread more evenly, is never worse. So it holds of their mixtures, where hence a pick from a fuller
    tree is never worse; and to make it more often is to improve every single basket.
    """
    game, (worse, better) = equal_colours(game), parts
    values = [exactly(game, worse), *(exactly(game, often(n, better, worse)) for n in sixths), exactly(game, better)]
    assert values == sorted(values)


def often(n: int, one: Strategy, other: Strategy) -> Strategy:
    """The first one n times out of six, else the other."""
    return mixture({one: Fraction(n, 6), other: 1 - Fraction(n, 6)})


# --- symmetry, and what makes no difference ---


@pytest.mark.parametrize(("trees", "fruits"), [(1, 1), (1, 5), (2, 2), (2, 5), (3, 2), (4, 4), (5, 1)])
def test_with_the_basket_ignored_the_raven_is_one_of_equals(trees: int, fruits: int):
    """With as many raven steps as fruits on each of t trees, the game is won with probability 1/(t + 1).

    Go on rolling for ever: each of the trees and the raven waits for its own face to come up `fruits` times. They are
    exchangeable, so the raven is the last of the t + 1 to be done with probability 1/(t + 1); and just then it is won.
    """
    game = Game.uniform(trees, fruits, raven_steps=fruits)
    assert exactly(game, "ignore") == Fraction(1, trees + 1)
    assert exactly(replace(game, basket_faces=0), "max") == exactly(replace(game, basket_picks=0), "max")
    if trees * fruits < 12:
        assert absorbing_chain(game, "ignore", exact=True).absorption_probabilities()[0, 1] == Fraction(1, trees + 1)


@given(st.data())
def test_trees_may_change_places_with_their_colours(data: st.DataObject):
    """For a strategy that does not tell trees apart."""
    game, strategy = data.draw(games()), data.draw(named)
    assume(all(isinstance(part, Best) or part.symmetric for _, part in parts_of(strategy)))
    order = data.draw(st.permutations(range(game.trees)))
    moved = replace(game, **{name: [getattr(game, name)[i] for i in order] for name in ("fruits", "colour_faces")})
    assert exactly(moved, strategy) == exactly(game, strategy)


@given(games())
def test_a_basket_that_is_not_used_may_as_well_not_be_there(game: Game):
    """Nor one that allows no pick."""
    without = replace(game, basket_faces=0)
    assert exactly(game, IGNORE) == exactly(without, OPTIMAL) == exactly(replace(game, basket_picks=0), OPTIMAL)


@given(games(), named, st.integers(2, 3))
def test_only_the_ratio_of_the_faces_matters(game: Game, strategy: Strategy, times: int):
    """A die of twelve faces, two of each kind, is a die of six."""
    names = ("basket_faces", "raven_faces")
    more = {name: times * getattr(game, name) for name in names}
    more["colour_faces"] = [times * n for n in game.colour_faces]
    assert exactly(replace(game, **more), strategy) == exactly(game, strategy)


@given(games(), named)
def test_an_empty_tree_may_as_well_not_be_there(game: Game, strategy: Strategy):
    """With equal colours; it leaves wasted rolls, which change how long a game takes and nothing else."""
    game = equal_colours(game)
    fruits = [f for f in game.fruits if f]
    fewer = replace(game, fruits=fruits, colour_faces=game.colour_faces[: len(fruits)])
    assert exactly(fewer, strategy) == exactly(game, strategy)


@given(st.data())
def test_the_value_of_a_later_state_is_that_of_the_game_that_starts_there(data: st.DataObject):
    """The past makes no difference; in floats neither."""
    game, strategy, exact = data.draw(games()), data.draw(everything), data.draw(st.booleans())
    state = data.draw(states(game))
    later = solve(replace(game, fruits=state.fruits, raven_steps=state.raven_steps), strategy, exact)
    value = solve(game, strategy, exact).value(*state)
    assert value == (later.win_probability if exact else pytest.approx(later.win_probability, abs=1e-12))
