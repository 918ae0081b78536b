"""What proofs/ says, tried in fractions on small games: a test a theorem."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from random import Random

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from orchard import Game, absorbing_chain, pick, solve
from orchard.pages.studies.printed import published_matrix
from tests import literal
from tests.games import BEST, IGNORE, LOOKING, RULES, games, one_or_mixed, picking

Fruits = tuple[int, ...]

MANY = settings(max_examples=100)  # a rule that breaks a theorem may break it for few games


def equal_colours(game: Game) -> Game:
    return replace(game, colour_faces=game.colour_faces[:1] * game.trees)


fair = games(most_fruit=2).map(equal_colours)


@MANY
@given(fair)
@example(Game((3,) * 4, 3, 2))
def test_the_fullest_tree_is_as_good_as_the_best_picks_and_the_emptiest_as_bad_as_the_worst(game):
    """Theorem 1, from every state; and the blind hand, the order of those in between."""
    habits = ("worst", "min", "random", "fruit", "max", "optimal")
    worst, *between, best = (solve(game, habit, exact=True).values for habit in habits)
    assert (between[0] == worst).all()
    assert (between[-1] == best).all()
    assert all((one <= other).all() for one, other in pairwise(between))


@MANY
@given(games(most_fruit=2, most_steps=2).map(equal_colours), picking)
def test_theorem_3_games_from_the_fullest_tree_are_over_first(game, strategy):
    """Within any number of rolls more of them are."""
    over = [
        absorbing_chain(game, habit, exact=True).roll_distribution(9).sum(axis=0).cumsum()
        for habit in ("max", strategy)
    ]
    assert (over[0] >= over[1]).all()


@MANY
@given(games().map(equal_colours))
def test_theorem_2_one_leftover_is_best_that_of_the_fullest_tree(game):
    assume(any(game.colour_faces))
    solution = solve(game, "optimal", exact=True)
    for state in solution.positions:
        after = [
            sorted(fruit - use.count(tree) for tree, fruit in enumerate(state.fruits))
            for use in solution.best_picks(*state)
        ]
        left = state
        for _ in range(min(game.picks, sum(state.fruits))):
            left = pick(left, left.fruits.index(max(left.fruits)))
        assert all(each == sorted(left.fruits) for each in after)


@pytest.mark.parametrize("partners", [["first"], ["first", "first"], ["ignore", "first", "optimal"]])
def test_theorem_o_of_equally_full_trees_the_last_in_the_common_order_is_best(partners):
    solution = solve(Game((3, 3, 3), 2), ("optimal", *partners), exact=True)
    for fruits, r in product(product(range(1, 4), repeat=3), (1, 2)):
        worth = {tree: value for (tree,), value in solution.value_of_picks(fruits, r).items()}
        for i, j in combinations(worth, 2):
            if fruits[i] <= fruits[j] == max(fruits[i : j + 1]):
                assert worth[i] <= worth[j]


@pytest.mark.parametrize("seed", range(20))
def test_theorem_1_prime_a_fullest_tree_of_a_random_set_that_treats_trees_alike_is_best(seed):
    rng = Random(seed)
    trees, picks = rng.choice((2, 3)), rng.randint(1, 3)
    faces = [rng.randint(size == 1, 2) for size in range(trees + 1)]  # of each set of so many trees
    sets = [shown for size in range(trees + 1) for shown in combinations(range(trees), size)]

    @cache
    def value(fruits: Fruits, r: int, n: int, shown: Fruits = (), picks_left: int = 0) -> Fraction:
        """The chance of winning within n rolls by the best picks from the set shown."""
        bearing = [tree for tree in shown if fruits[tree]] if picks_left else []
        if bearing:
            left = {i: tuple(f - (i == tree) for tree, f in enumerate(fruits)) for i in bearing}
            worth = {tree: value(left[tree], r, n, shown, picks_left - 1) for tree in bearing}
            fullest = max(bearing, key=fruits.__getitem__)
            assert worth[fullest] == max(worth.values())
            return worth[fullest]
        if not any(fruits) or r == 0 or n == 0:
            return Fraction(not any(fruits))
        total = value(fruits, r - 1, n - 1)
        for each in sets:
            total += faces[len(each)] * value(fruits, r, n - 1, each, picks if len(each) == trees else 1)
        return total / (1 + sum(faces[len(each)] for each in sets))

    value(tuple(rng.randint(0, 3) for _ in range(trees)), rng.randint(1, 2), rng.randint(2, 5))


@pytest.mark.parametrize(
    ("t", "c", "B", "W", "f"),  # trees, faces of a colour, baskets, ravens, fruits
    [(1, 1, 1, 1, 60), (2, 1, 2, 1, 60), (2, 1, 1, 3, 80), (3, 2, 3, 1, 40), (4, 1, 2, 1, 16)],
)
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


@MANY
@given(games(), ALIKE, st.data())
def test_trees_may_be_exchanged(game, rule, data):
    """With their colours. Read literally, which sorts no trees."""
    order = data.draw(st.permutations(range(game.trees)))
    moved = {name: [getattr(game, name)[tree] for tree in order] for name in ("fruits", "colour_faces")}
    assert literal.values(replace(game, **moved), rule) == literal.values(game, rule)


@MANY
@given(fair, ALIKE)
def test_empty_trees_may_be_left_out(game, rule):
    assume(0 in game.fruits)
    bearing = [fruit for fruit in game.fruits if fruit]
    without = replace(game, fruits=bearing, colour_faces=game.colour_faces[: len(bearing)])
    assert literal.values(without, rule) == literal.values(game, rule)


def test_not_beside_players_who_take_turns():
    """One fruit, one step: A uses the basket, B does not. Beside an empty tree A = 1/2 + B/4 and B = 1/4 + A/2."""
    alone, beside = (solve(Game(fruits, 1), ("max", "ignore"), exact=True) for fruits in ((1,), (1, 0)))
    assert alone.win_probability == Fraction(2, 3)
    assert [beside.value((1, 0), 1, player) for player in (0, 1)] == [Fraction(9, 14), Fraction(4, 7)]


def test_the_fifth_power_is_the_thousandth_and_the_fourth_is_not():
    matrix = published_matrix().map(Fraction).to_numpy()
    fourth, fifth, last = (np.linalg.matrix_power(matrix, n) for n in (4, 5, 1000))
    assert (fifth == last).all()
    assert not fifth[:, :-2].any()
    assert (fourth != fifth).any()
