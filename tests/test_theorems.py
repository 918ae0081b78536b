"""What proofs/ says, tried on random games in fractions.

The solver is this file's own and shares nothing with the package's: it is equation (2) of proofs/theorem1.md, with
habits in place of the best pick. A habit says what an orchard is worth before one pick, if `after(tree)` is what it is
worth afterwards.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from orchard import Game, State, solve
from orchard.pages.studies.printed import published_matrix
from tests import literal
from tests.games import BEST, IGNORE, LOOKING, RULES, games, one_or_mixed

Fruits = tuple[int, ...]
Habit = Callable[[Callable[[int], Fraction], Fruits], Fraction]


class Die(NamedTuple):
    """The faces of each colour, of the basket and of the raven, and the picks of a basket."""

    colours: Fruits
    baskets: int
    ravens: int
    picks: int


def values(die: Die, *habits: Habit, lost: int = 0) -> Callable[..., Fraction]:
    """The chance of having won within n rolls with r raven steps, by (2); with `lost` = 1 that of being over.

    With several habits players take turns: the basket of a roll that leaves n others belongs to habit n, counted round.
    """
    faces = sum(die.colours) + die.baskets + die.ravens

    @cache
    def value(fruits: Fruits, r: int, n: int, picks: int = 0) -> Fraction:
        if not any(fruits):
            return Fraction(1)
        if picks:
            habit = habits[n % len(habits)]
            return habit(lambda tree: value(less(fruits, tree), r, n, picks - 1), fruits)
        if r == 0 or n == 0:
            return Fraction(lost if r == 0 else 0)
        total = sum(c * value(less(fruits, tree), r, n - 1) for tree, c in enumerate(die.colours))
        total += die.baskets * value(fruits, r, n - 1, die.picks) + die.ravens * value(fruits, r - 1, n - 1)
        return total / faces

    return value


def less(fruits: Fruits, tree: int | None) -> Fruits:
    """A fruit less on the tree, if it has any; None is no tree."""
    return tuple(fruit - (i == tree and fruit > 0) for i, fruit in enumerate(fruits))


def bearing(fruits: Fruits) -> list[int]:
    return [tree for tree, fruit in enumerate(fruits) if fruit]


def best(after, fruits: Fruits) -> Fraction:
    return max(map(after, bearing(fruits)))


def worst(after, fruits: Fruits) -> Fraction:
    return min(map(after, bearing(fruits)))


def fullest(after, fruits: Fruits) -> Fraction:
    return after(max(bearing(fruits), key=fruits.__getitem__))


def emptiest(after, fruits: Fruits) -> Fraction:
    return after(min(bearing(fruits), key=fruits.__getitem__))


def first(after, fruits: Fruits) -> Fraction:
    return after(bearing(fruits)[0])


def leaves_it(after, fruits: Fruits) -> Fraction:
    return after(None)


def some_die(rng: Random) -> Die:
    trees = rng.choice((1, 2, 2, 3, 3))
    colours = (rng.choice((1, 2, 3)),) * trees
    return Die(colours, rng.choice((0, 1, 1, 2, 5)), rng.choice((1, 1, 2, 3)), rng.choice((1, 1, 2, 3)))


def positions(die: Die) -> Iterator[tuple[Fruits, int, int]]:
    """Fruits, raven steps and rolls of small games."""
    trees = len(die.colours)
    most = {1: 5, 2: 3, 3: 2}[trees]
    yield from product(product(range(most + 1), repeat=trees), (1, 2), (1, 4, 7))


@pytest.mark.parametrize("lost", [0, 1], ids=["theorem 1", "theorem 3"])
@pytest.mark.parametrize(("habit", "picks"), [(fullest, best), (emptiest, worst)])
def test_the_fullest_tree_is_as_good_as_the_best_picks_and_the_emptiest_as_bad_as_the_worst(lost, habit, picks):
    for seed in range(6):
        die = some_die(Random(seed))
        always, decided = values(die, habit, lost=lost), values(die, picks, lost=lost)
        assert all(always(*at) == decided(*at) for at in positions(die))


def test_theorem_o_of_equally_full_trees_the_last_in_the_common_order_is_best():
    better, later = 0, 0
    for seed in range(8):
        rng = Random(seed)
        die = Die((rng.choice((1, 1, 2)),) * 3, rng.choice((1, 2)), rng.choice((1, 2)), rng.choice((1, 1, 2)))
        tables = [(best, first), (best, first, first), (first, best, leaves_it, first, best), (best, *5 * [first])]
        value = values(die, *rng.choice(tables))
        for fruits, r, n in product(product(range(1, 4), repeat=3), (1, 2), (2, 4, 5, 6)):
            after = [value(less(fruits, tree), r, n, die.picks - 1) for tree in range(3)]
            for i, j in combinations(range(3), 2):
                if fruits[i] <= fruits[j] == max(fruits[i : j + 1]):
                    assert after[i] <= after[j]
                    better += after[i] < after[j]
            last = max(range(3), key=lambda tree: (fruits[tree], tree))
            later += after[last] < max(after)
    assert better > later > 0  # or the test asks little


def leftovers(fruits: Fruits, picks: int) -> set[Fruits]:
    """All that so many picks can leave, ascending."""
    ways = combinations_with_replacement(range(len(fruits)), min(picks, sum(fruits)))
    left = {tuple(fruit - way.count(tree) for tree, fruit in enumerate(fruits)) for way in ways}
    return {tuple(sorted(each)) for each in left if min(each) >= 0}


def test_theorem_2_one_leftover_is_best_that_of_the_fullest_tree():
    """Within n rolls too, if n is no less than the fruit."""
    for seed in range(10):
        die = some_die(Random(seed))
        value = values(die, best)
        for fruits, r, _ in positions(die):
            worth = {left: value(left, r, 12) for left in leftovers(fruits, die.picks)}
            left = fruits
            for _ in range(die.picks):
                left = less(left, left.index(max(left)))
            assert [each for each in worth if worth[each] == max(worth.values())] == [tuple(sorted(left))]


def some_sets(rng: Random, trees: int) -> list[tuple[Fruits, int]]:
    """Sets of trees that a roll may show, and on how many faces: for all sets of a size as many."""
    faces = [rng.randint(size == 1, 2) for size in range(trees + 1)]
    return [(shown, faces[size]) for size in range(trees + 1) for shown in combinations(range(trees), size)]


def of_sets(sets: list[tuple[Fruits, int]], picks: int, fullest: bool) -> Callable[..., Fraction]:
    """The chance of winning within n rolls if one fruit is taken from the set shown, or from all trees so many."""
    faces = 1 + sum(n for _, n in sets)

    @cache
    def value(fruits: Fruits, r: int, n: int, shown: Fruits = (), picks_left: int = 0) -> Fraction:
        trees = [tree for tree in shown if fruits[tree]] if picks_left else []
        if trees:
            allowed = [tree for tree in trees if not fullest or fruits[tree] == max(fruits[i] for i in trees)]
            return max(value(less(fruits, tree), r, n, shown, picks_left - 1) for tree in allowed)
        if not any(fruits) or r == 0 or n == 0:
            return Fraction(not any(fruits))
        total = value(fruits, r - 1, n - 1)
        for at, on in sets:
            total += on * value(fruits, r, n - 1, at, picks if len(at) == len(fruits) else 1)
        return total / faces

    return value


def test_theorem_1_prime_a_fullest_tree_of_a_random_set_that_treats_trees_alike_is_best():
    for seed in range(40):
        rng = Random(seed)
        trees = rng.choice((2, 3))
        sets, picks = some_sets(rng, trees), rng.randint(1, 3)
        at = tuple(rng.randint(0, 3) for _ in range(trees)), rng.randint(1, 2), rng.randint(2, 5)
        assert of_sets(sets, picks, True)(*at) == of_sets(sets, picks, False)(*at)


FAIR_DICE = [  # trees, faces of a colour, baskets, ravens, fruits
    *((1, 1, 1, 1, 60), (2, 1, 1, 1, 80), (2, 1, 2, 1, 60), (2, 2, 1, 1, 80), (2, 1, 1, 3, 80), (2, 3, 2, 1, 60)),
    *((3, 1, 1, 1, 40), (3, 1, 3, 2, 40), (3, 2, 3, 1, 40), (4, 1, 2, 1, 16)),
]


@pytest.mark.parametrize(("t", "c", "B", "W", "f"), FAIR_DICE)
def test_theorem_e_raven_rolls_that_make_a_game_even(t, c, B, W, f):
    """Against the package's solver, by the straight line between whole numbers."""
    m, d = Fraction(W, c * t + B), Fraction(c * t * (t - 1), 2 * B)
    formula = float(Fraction(1, 3) + m * (t * f + d - Fraction(1, 3)))
    rolls = range(1, int(1.2 * formula) + 3)
    solution = solve(Game((f,) * t, len(rolls), 1, (c,) * t, B, W), "max")
    won = [solution.value((f,) * t, r) for r in rolls]
    assert abs(np.interp(0.5, won, rolls) - formula) < 0.02


# --- what Paternault leaves to the reader: proofs/paternault.md ---

ALIKE = one_or_mixed(st.sampled_from([rule for rule in [*RULES, *LOOKING] if rule.symmetric] + [IGNORE, *BEST]))


def equal_colours(game: Game) -> Game:
    return replace(game, colour_faces=game.colour_faces[:1] * game.trees)


@given(games(), ALIKE, st.data())
def test_trees_may_be_exchanged(game, rule, data):
    """Read literally, which sorts no trees."""
    game = equal_colours(game)
    fruits = data.draw(st.permutations(game.fruits))
    assert literal.values(replace(game, fruits=fruits), rule) == literal.values(game, rule)


def test_not_beside_a_favourite_colour():
    favourite = solve(Game((2, 2), raven_steps=1), "first", exact=True)
    assert favourite.value((2, 1), 1) == Fraction(13, 36)
    assert favourite.value((1, 2), 1) == Fraction(25, 72)


@given(games(), ALIKE)
def test_empty_trees_may_be_left_out(game, rule):
    game = equal_colours(game)
    assume(0 in game.fruits)
    bearing = [fruit for fruit in game.fruits if fruit]
    without = replace(game, fruits=bearing, colour_faces=game.colour_faces[: len(bearing)])
    assert literal.values(without, rule) == literal.values(game, rule)


def test_not_beside_players_who_take_turns():
    players = ("max", "ignore")
    assert literal.values(Game((1,), raven_steps=1), players)[0] == Fraction(2, 3)
    assert literal.values(Game((1, 0), raven_steps=1), players)[0] == Fraction(9, 14)


def test_the_fifth_power_is_the_thousandth_and_the_fourth_is_not():
    matrix = published_matrix().map(Fraction).to_numpy()
    fourth, fifth, last = (np.linalg.matrix_power(matrix, n) for n in (4, 5, 1000))
    assert (fifth == last).all()
    assert not fifth[:, :-2].any()
    assert (fourth != fifth).any()


@given(games(most_fruit=2), one_or_mixed(st.sampled_from(RULES)))
def test_a_game_takes_no_more_changes_than_it_has_fruit_and_raven_rolls_but_one(game, rule):
    going_on, start = {game.start}, sum(game.fruits) + game.raven_steps
    for _ in range(start - 1):
        ends = {end for state in going_on for end in changes(game, rule, state)}
        going_on = {end for end in ends if not end.is_won and not end.is_lost}
    assert not going_on


def changes(game: Game, rule, state: State) -> set[State]:
    return set(literal.roll_outcomes(game, rule, state)) - {state}
