"""The theorems of proofs/, each tried on random games in fractions, and where they end.

The solver is this file's own and shares nothing with the package's: it is equation (2) of notebook 6, with habits in
place of the best pick. A habit says what an orchard is worth before one pick, if `after(tree)` is what it is worth
afterwards and `after(None)` what it is worth untouched.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod
from random import Random
from typing import NamedTuple

import literal
import numpy as np
import pytest

from orchard import Game, solve

Fruits = tuple[int, ...]
After = Callable[[int | None], Fraction]
Habit = Callable[[After, Fruits], Fraction]
SEEDS = range(20)


class Die(NamedTuple):
    """The faces of each colour, of the basket and of the raven, and the picks of a basket."""

    colours: Fruits
    baskets: int
    ravens: int
    picks: int


def values(die: Die, habit_of: Callable[[int, int, int], Habit], lost: int = 0) -> Callable[..., Fraction]:
    """The chance of having won within n rolls with r raven steps and `picks` to make first, by (2).

    `habit_of(n, r, picks)` is the habit of the player who rolls when n rolls are left after it. With `lost` = 1 a lost
    game counts too, so it is the chance of being over.
    """
    faces = sum(die.colours) + die.baskets + die.ravens

    @cache
    def value(fruits: Fruits, r: int, n: int, picks: int = 0) -> Fraction:
        if not any(fruits):
            return Fraction(1)
        if picks:
            return habit_of(n, r, picks)(lambda tree: value(less(fruits, tree), r, n, picks - 1), fruits)
        if r == 0 or n == 0:
            return Fraction(lost if r == 0 else 0)
        total = sum(c * value(less(fruits, tree), r, n - 1) for tree, c in enumerate(die.colours))
        total += die.baskets * value(fruits, r, n - 1, die.picks) + die.ravens * value(fruits, r - 1, n - 1)
        return total / faces

    return value


def less(fruits: Fruits, tree: int | None) -> Fruits:
    """A fruit less on the tree, if it has any."""
    return tuple(fruit - (i == tree and fruit > 0) for i, fruit in enumerate(fruits))


# --- habits ---


def bearing(fruits: Fruits) -> list[int]:
    return [tree for tree, fruit in enumerate(fruits) if fruit]


def best(after: After, fruits: Fruits) -> Fraction:
    return max(map(after, bearing(fruits)))


def worst(after: After, fruits: Fruits) -> Fraction:
    return min(map(after, bearing(fruits)))


def fullest(after: After, fruits: Fruits) -> Fraction:
    return after(max(bearing(fruits), key=fruits.__getitem__))


def emptiest(after: After, fruits: Fruits) -> Fraction:
    return after(min(bearing(fruits), key=fruits.__getitem__))


def first(after: After, fruits: Fruits) -> Fraction:
    return after(bearing(fruits)[0])


def nothing(after: After, fruits: Fruits) -> Fraction:
    return after(None)


def drawn(weight: Callable[[int], int]) -> Habit:
    """A tree by lot, with the weight of its stock; a bare one leaves the orchard as it is."""

    def habit(after: After, fruits: Fruits) -> Fraction:
        weights = list(map(weight, fruits))
        return sum(w * after(tree) for tree, w in enumerate(weights) if w) / sum(weights)

    return habit


tree_at_random, fruit_at_random, blind, squares = drawn(bool), drawn(int), drawn(lambda _: 1), drawn(lambda f: f * f)


def lottery(p: Fraction, one: Habit, other: Habit) -> Habit:
    return lambda after, fruits: p * one(after, fruits) + (1 - p) * other(after, fruits)


# --- games ---


def some_die(rng: Random, equal: bool = True) -> Die:
    trees = rng.choice((1, 2, 2, 3, 3))
    colours = [rng.choice((1, 2, 3))] * trees if equal else rng.choices((0, 1, 1, 2, 3), k=trees)
    return Die(tuple(colours), rng.choice((0, 1, 1, 2, 5)), rng.choice((1, 1, 2, 3)), rng.choice((1, 1, 2, 3)))


def positions(die: Die) -> Iterator[tuple[Fruits, int, int]]:
    """Fruits, raven steps and rolls of small games."""
    trees = len(die.colours)
    most = {1: 5, 2: 3, 3: 2}[trees]
    yield from product(product(range(most + 1), repeat=trees), (1, 2), (1, 4, 7))


def pairs(fruits: Fruits) -> Iterator[tuple[int, int]]:
    """All i, j with f_i >= f_j >= 1."""
    yield from ((i, j) for i, j in product(bearing(fruits), repeat=2) if fruits[i] >= fruits[j])


def test_the_solver_tends_to_what_the_rules_read_literally_give():
    game = Game((2, 2, 1), raven_steps=2, basket_picks=2)
    for name, habit in {"max": fullest, "random": tree_at_random, "fruit": fruit_at_random, "worst": worst}.items():
        within = values(Die((1, 1, 1), 1, 1, 2), lambda *_, habit=habit: habit)(game.fruits, 2, 60)
        assert 0 < literal.values(game, name)[0] - within < 1e-3


# --- the theorems ---


@pytest.mark.parametrize("lost", [0, 1], ids=["theorem 1", "theorem 3"])
@pytest.mark.parametrize(("habit", "picks"), [(fullest, best), (emptiest, worst)])
def test_the_fullest_tree_is_as_good_as_the_best_picks_and_the_emptiest_as_bad_as_the_worst(lost, habit, picks):
    for seed in range(8):
        die = some_die(Random(seed))
        always, decided = values(die, lambda *_: habit, lost), values(die, lambda *_: picks, lost)
        assert all(always(*at) == decided(*at) for at in positions(die))


@pytest.mark.parametrize("habit", [best, worst])
def test_theorem_4_a_fuller_tree_whose_colour_is_no_likelier_is_at_least_as_good(habit):
    for seed in SEEDS:
        die = some_die(Random(seed), equal=seed % 2 == 0)
        value = values(die, lambda *_: habit, lost=seed % 3 == 0)
        for fruits, *rest in positions(die):
            for i, j in pairs(fruits):
                if die.colours[i] <= die.colours[j]:
                    assert value(less(fruits, i), *rest, die.picks - 1) >= value(less(fruits, j), *rest, die.picks - 1)


def leftovers(fruits: Fruits, picks: int) -> set[Fruits]:
    """All that so many picks can leave, ascending."""
    ways = combinations_with_replacement(range(len(fruits)), min(picks, sum(fruits)))
    left = {tuple(fruit - way.count(tree) for tree, fruit in enumerate(fruits)) for way in ways}
    return {tuple(sorted(each)) for each in left if min(each) >= 0}


def test_theorem_2_one_leftover_is_best_that_of_the_fullest_tree():
    """Within n rolls too, if n is no less than the fruit."""
    for seed in SEEDS:
        die = some_die(Random(seed))
        value = values(die, lambda *_: best)
        for fruits, r, _ in positions(die):
            worth = {left: value(left, r, 12) for left in leftovers(fruits, die.picks)}
            left = fruits
            for _ in range(die.picks):
                left = less(left, left.index(max(left)))
            assert [each for each in worth if worth[each] == max(worth.values())] == [tuple(sorted(left))]


@pytest.mark.parametrize("habit", [best, worst])
def test_theorem_2_each_fuller_tree_is_strictly_better(habit):
    """From the last pick of a basket, well and badly; within n rolls too, if all can end in n."""
    for seed in range(10):
        die = some_die(Random(seed))
        value = values(die, lambda *_: habit)
        for fruits, r, _ in positions(die):
            for i, j in pairs(fruits):
                if fruits[i] > fruits[j]:
                    assert value(less(fruits, i), r, 9) > value(less(fruits, j), r, 9)


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
    for seed in range(100):
        rng = Random(seed)
        trees = rng.choice((2, 3))
        sets, picks = some_sets(rng, trees), rng.randint(1, 3)
        at = tuple(rng.randint(0, 3) for _ in range(trees)), rng.randint(1, 2), rng.randint(2, 5)
        assert of_sets(sets, picks, True)(*at) == of_sets(sets, picks, False)(*at)


def test_a_blind_hand_stands_between_the_fullest_tree_and_a_tree_at_random():
    order = [emptiest, tree_at_random, fruit_at_random, fullest]
    for seed in range(60):
        rng = Random(seed)
        die = some_die(rng)
        fruits = tuple(rng.randint(0, 4) for _ in die.colours)
        r = rng.randint(1, 3)
        won = [values(die, lambda *_, habit=habit: habit)(fruits, r, 7) for habit in order]
        assert won == sorted(won)


def test_an_empty_tree_may_be_left_out_where_one_rule_picks():
    for seed, name in product(range(5), ("max", "min", "random", "fruit", "first", "optimal", "worst")):
        rng = Random(seed)
        trees = rng.randint(1, 2)
        fruits, colours = rng.choices((1, 2), k=trees), rng.choices((1, 2), k=trees)
        rules = (2, rng.randint(1, 2)), (1, rng.randint(1, 2))
        games = [Game((*fruits, *more), *rules[0], (*colours, *(3,) * len(more)), *rules[1]) for more in ((), (0,))]
        assert len({solve(game, name, exact=True).win_probability for game in games}) == 1


def saved_as_coins(die: Die) -> Callable[..., Fraction]:
    """The chance of winning within n rolls if a basket pays a coin a pick, and coins buy all fruit that is left."""
    faces = sum(die.colours) + die.baskets + die.ravens

    @cache
    def value(fruits: Fruits, r: int, n: int, coins: int = 0) -> Fraction:
        if coins >= sum(fruits):
            return Fraction(1)
        if r == 0 or n == 0:
            return Fraction(0)
        total = sum(c * value(less(fruits, tree), r, n - 1, coins) for tree, c in enumerate(die.colours))
        total += die.baskets * value(fruits, r, n - 1, coins + die.picks) + die.ravens * value(
            fruits, r - 1, n - 1, coins
        )
        return total / faces

    return value


def test_baskets_saved_as_coins_win_at_least_as_often_as_any_way_of_picking():
    for seed in SEEDS:
        die = some_die(Random(seed), equal=False)
        value, bound = values(die, lambda *_: best), saved_as_coins(die)
        for at in positions(die):
            assert bound(*at) >= value(*at)


ANY_TABLE = [best, fullest, emptiest, blind, nothing]


def some_table(rng: Random, habits: list[Habit]) -> Callable[[int, int, int], Habit]:
    """Up to three players by turns; a habit may be a lottery, and another for each pick."""

    def some_habit() -> Habit:
        one, other = rng.choices(habits, k=2)
        return rng.choice((one, lottery(Fraction(rng.randint(1, 6), 7), one, other)))

    players = [[some_habit() for _ in range(4)] for _ in range(rng.randint(1, 3))]
    return lambda n, r, picks: players[n % len(players)][picks]


@pytest.mark.parametrize("lost", [0, 1])
def test_theorem_5_beside_habits_with_a_fruit_at_random_a_fuller_tree_is_at_least_as_good(lost):
    for seed in SEEDS:
        rng = Random(seed)
        die = some_die(rng)
        value = values(die, some_table(rng, [*ANY_TABLE, fruit_at_random]), lost)
        for (fruits, *rest), later in product(positions(die), (0, 1)):
            for i, j in pairs(fruits):
                assert value(less(fruits, i), *rest, later) >= value(less(fruits, j), *rest, later)


@pytest.mark.parametrize("lost", [0, 1])
def test_theorem_r_beside_habits_with_a_tree_at_random_a_fullest_tree_is_best(lost):
    """And (b'): for every w, the trees with more than w fruits are together at least as good as any with 1 to w."""
    for seed in SEEDS:
        rng = Random(seed)
        die = some_die(rng)
        value = values(die, some_table(rng, [*ANY_TABLE, tree_at_random, tree_at_random]), lost)
        for (fruits, *rest), later in product(positions(die), (0, 1)):
            after = [value(less(fruits, tree), *rest, later) for tree in range(len(fruits))]
            for j in bearing(fruits):
                assert after[fruits.index(max(fruits))] >= after[j]
                for w in range(fruits[j], max(fruits)):
                    assert sum(after[i] - after[j] for i, fruit in enumerate(fruits) if fruit > w) >= 0


# --- where they end ---


def test_beside_a_tree_at_random_a_less_full_tree_may_beat_one_that_is_fuller():
    value = values(Die((1, 1, 1), 3, 3, 6), lambda *_: tree_at_random)
    from_9, from_3, from_2 = (value(fruits, 1, 25) for fruits in ((8, 3, 2), (9, 2, 2), (9, 3, 1)))
    assert from_9 > from_2 > from_3


def test_beside_one_who_picks_by_squares_a_fullest_tree_may_not_be_best():
    value = values(Die((1, 1, 1), 3, 3, 5), lambda *_: squares)
    assert value((5, 5, 1), 1, 25) < value((6, 4, 1), 1, 25)


@pytest.mark.parametrize(("partners", "fruits", "better"), [(2, (4, 1, 2, 3), 3), (5, (0, 0, 4, 3), 3)])
def test_beside_partners_who_pick_in_a_fixed_order_a_fullest_tree_may_not_be_best(partners, fruits, better):
    """First Orchard, the raven a step away: you have picked, the partners roll, then you, and so on for 60 rolls."""
    rolls = 60

    def habit_of(n: int, r: int, picks: int) -> Habit:
        mine = (rolls - n) % (partners + 1) == 0
        return best if mine else first

    value = values(Die((1, 1, 1, 1), 1, 1, 1), habit_of)
    after = [value(less(fruits, tree), 1, rolls) for tree in bearing(fruits)]
    assert value(less(fruits, better), 1, rolls) == max(after) > value(less(fruits, fruits.index(4)), 1, rolls)


# --- large orchards: what the proofs of notebook 9 rest on ---

Stocks = tuple[int, ...]  # a tree whose fruit is gone goes into debt: below zero


def lowered(stocks: Stocks, tree: int) -> Stocks:
    return tuple(stock - (i == tree) for i, stock in enumerate(stocks))


def after_a_roll(stocks: Stocks, picks: int) -> list[Stocks]:
    """The equally likely stocks after a roll that is no raven: a colour each, and the basket, from the highest."""
    basket = stocks
    for _ in range(picks):
        basket = lowered(basket, basket.index(max(basket)))
    return [*(lowered(stocks, tree) for tree in range(len(stocks))), basket]


def unevenness(stocks: Stocks) -> tuple[int, Fraction]:
    """D, by how much the stocks are below the highest, and Y^2, their squares about the mean."""
    mean = Fraction(sum(stocks), len(stocks))
    return len(stocks) * max(stocks) - sum(stocks), sum((stock - mean) ** 2 for stock in stocks)


@pytest.mark.parametrize("picks", [1, 2, 4])
def test_a_basket_makes_stocks_more_even_than_colours_make_them_uneven(picks):
    """The lemma: Y <= D <= t Y, and how Y^2 changes on average; at most so if b > 1. On dice with c and B faces."""
    for seed in range(200):
        rng = Random(seed)
        t, c, B = rng.randint(1, 5), rng.randint(1, 4), rng.randint(1, 4)
        stocks = tuple(rng.randint(-6, 6) for _ in range(t))
        D, Y2 = unevenness(stocks)
        assert Y2 <= D**2 <= t**2 * Y2
        faces = [c] * t + [B]
        change = sum(
            n * (unevenness(after)[1] - Y2) for n, after in zip(faces, after_a_roll(stocks, picks), strict=True)
        )
        most = c * (t - 1) + B * (picks * Fraction(t - 1, t) - Fraction(2 * D, t))
        assert change == most if picks == 1 else change <= most


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


def test_a_drop_of_the_highest_stock_is_what_keeps_d_small():
    """One pick: D grows by 1, but for what a drop of the highest stock takes off, t each."""
    for seed in range(200):
        rng = Random(seed)
        stocks = tuple(rng.randint(-6, 6) for _ in range(rng.randint(1, 5)))
        for after in after_a_roll(stocks, picks=1):
            drop = max(stocks) - max(after)
            assert unevenness(after)[0] - unevenness(stocks)[0] == 1 - len(stocks) * drop


def test_a_game_from_the_fullest_tree_is_won_if_debts_reach_the_unevenness():
    """sum x_i <= -D at the last raven, played side by side with fruit that cannot go below zero."""
    ends = []
    for seed in range(300):
        rng = Random(seed)
        t, picks = rng.randint(1, 4), rng.randint(1, 3)
        fruits = stocks = (rng.randint(1, 5),) * t
        for face in rng.choices(range(t + 1), k=rng.randint(1, 30)):
            stocks = after_a_roll(stocks, picks)[face]
            for _ in range(1 if face < t else picks):
                fruits = less(fruits, face if face < t else fruits.index(max(fruits)))
        ends.append(not any(fruits))
        assert ends[-1] == (sum(stocks) <= -unevenness(stocks)[0])
    assert 50 < sum(ends) < 250


def test_the_formula_for_a_forgotten_basket_is_the_rules_read_literally():
    """The integral of notebook 9, term by term: over the trees that are late, and what is picked from each by then."""
    for t, f, r in product((1, 2, 3), (1, 2, 3), (1, 2, 4)):
        won = Fraction(0)
        for late in range(t + 1):
            for picked in product(range(f), repeat=late):
                ways = Fraction(factorial(r - 1 + sum(picked)), factorial(r - 1) * prod(map(factorial, picked)))
                won += (-1) ** late * comb(t, late) * ways / (1 + late) ** (r + sum(picked))
        assert won == literal.values(Game.uniform(t, f, r, 1), "ignore")[0]
