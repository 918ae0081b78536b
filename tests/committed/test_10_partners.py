"""What page 10 says of its committed values, held against what is committed."""

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
from shown import outputs, results

from orchard import Game, from_function, solve

PAGE = " ".join(outputs("10-partners").split())
WON = results("10-beside")
ENDS = results("10-ends")


def test_the_fullest_tree_is_best_beside_every_partner():
    assert (WON.idxmax(axis=1) == "max").all()


def test_the_clumsier_the_partner_the_more_our_pick_matters():
    gain = 100 * (WON["max"] - WON["min"])
    assert (gain.idxmin(), gain.idxmax()) == ("max", "ignore")
    assert gain[["max", "random", "ignore"]].round(1).tolist() == [3.0, 3.4, 5.7]


def test_beside_a_tree_at_random_a_fuller_tree_is_not_always_better():
    anyhow = solve(Game((9, 3, 2), 1, 6, None, 3, 3), "random", exact=True)
    from_the_3, from_the_2, from_the_9 = (anyhow.value(left, 1) for left in [(9, 2, 2), (9, 3, 1), (8, 3, 2)])
    assert from_the_3 < from_the_2 < from_the_9
    for words, value in {"9": from_the_9, "3": from_the_3, "2": from_the_2}.items():
        assert f"from the {words}: {100 * float(value):.2f}: " in PAGE


def squares(fruits: tuple[int, ...]) -> list[Fraction]:
    return [Fraction(fruit**2, sum(f**2 for f in fruits)) for fruit in fruits]


def test_beside_a_partner_who_is_too_eager_the_second_tree_is_better():
    game = Game((6, 5, 1), 1, 5, None, 3, 3)
    eager = solve(game, from_function("squares", squares, symmetric=True), exact=True)
    after_fullest, after_second = eager.value((5, 5, 1), 1), eager.value((6, 4, 1), 1)
    assert after_fullest < after_second
    assert f"from the 6: {100 * float(after_fullest):.5f}: 5, 5, 1" in PAGE
    assert f"from the 5: {100 * float(after_second):.5f}: 6, 4, 1" in PAGE


def test_beside_two_partners_of_a_fixed_order_the_fullest_tree_can_fail():
    assert ENDS.fails.tolist() == [0, 0, 9, 216]
    assert set(ENDS.positions) == {3744}
    assert "apples: 4, pears: 2, cherries: 2, plums: 3; raven: 3 raven rolls to go" in PAGE
    best = solve("first-orchard", ("optimal", *5 * ["first"]))
    assert best.best_picks((4, 2, 2, 3), 3) == ((3,),)


def lost_by_fullest_trees(partners: int) -> np.ndarray:
    """What the best and the worst fullest tree lose of 100 games against the best, in each position."""
    solution, lost = solve("first-orchard", ("optimal", *["first"] * partners)), []
    for *fruits, steps in product(*[range(5)] * 4, range(1, 7)):
        if any(fruits):
            after = {tree: won for (tree,), won in solution.value_of_picks(tuple(fruits), steps).items()}
            fullest = [won for tree, won in after.items() if fruits[tree] == max(fruits)]
            lost.append([max(after.values()) - max(fullest), max(after.values()) - min(fullest)])
    return 100 * np.array(lost)


def test_beside_a_fixed_order_which_of_equally_full_trees_costs_more_than_the_exception():
    lost = {n: lost_by_fullest_trees(n) for n in (1, 2, 5)}
    assert [int((lost[n][:, 0] > 1e-9).sum()) for n in lost] == [0, 9, 216]
    most = [each.max(axis=0) for each in lost.values()]
    assert np.allclose(ENDS[["costs", "equals"]], [[0, 0], *most], rtol=0, atol=1e-8)
    assert ENDS.costs.round(3).tolist() == [0, 0, 0.024, 0.516]
    assert ENDS["equals"].round(2).tolist() == [0, 1.31, 1.95, 2.64]


def last_of_the_fullest(fruits: tuple[int, ...]) -> int:
    return max(range(len(fruits)), key=lambda tree: (fruits[tree], tree))


def test_beside_one_partner_of_a_fixed_order_the_last_of_the_fullest_trees_is_best():
    best, last = (
        solve("first-orchard", (me, "first")).win_probability
        for me in ("optimal", from_function("last of the fullest", last_of_the_fullest))
    )
    assert abs(best - last) < 1e-12
    assert "the first 74.93 by lot 75.19 the last 75.38 best picks 75.38" in PAGE


@cache
def won_by_turns(fruits: tuple[int, int], mine: bool, forgets: bool, rolls: int = 100) -> float:
    """Two colours, two baskets, a raven that ends the game; `forgets`: a partner, if the trees are equal."""
    if not any(fruits):
        return 1
    if not rolls:
        return 0
    after = {tree: (fruits[0] - (tree == 0), fruits[1] - (tree == 1)) for tree in (0, 1) if fruits[tree]}
    chance = {tree: won_by_turns(left, not mine, forgets, rolls - 1) for tree, left in after.items()}
    missed = won_by_turns(fruits, not mine, forgets, rolls - 1)
    fullest = chance[max(after, key=lambda tree: fruits[tree])]
    basket = missed if forgets and not mine and fruits[0] == fruits[1] else fullest
    return (sum(chance.get(tree, missed) for tree in (0, 1)) + 2 * basket) / 5


def test_a_partner_who_forgets_equal_trees_makes_the_fullest_tree_wrong():
    assert abs(won_by_turns((0, 2), False, True) - 9 / 16) < 1e-12
    assert abs(won_by_turns((1, 1), False, True) - 27 / 50) < 1e-12
    assert abs(won_by_turns((1, 1), False, False) - 3 / 5) < 1e-12
