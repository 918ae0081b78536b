"""What page 5 says of its committed values, held against what is committed."""

from fractions import Fraction

from shown import outputs, results

from orchard import Game, from_function, solve

PAGE = " ".join(outputs("5-basket-pick").split())
WON = results("5-strategies")
SOLD = ["first-orchard", "first-orchard-5", "orchard", "orchard-10"]


def test_games_won_of_100_by_each_habit():
    assert (100 * WON.loc[SOLD, ["max", "random", "min", "ignore"]]).round().astype(int).to_numpy().tolist() == [
        [77, 74, 70, 46],
        [63, 60, 55, 33],
        [68, 63, 53, 13],
        [78, 74, 64, 20],
    ]
    assert round(100 * WON.ignore["first-orchard-5"], 2) == 32.60


def test_two_plums_on_two_trees_are_better_than_on_one():
    tiny = solve(Game((2, 1, 0, 0), 1), "optimal", exact=True)
    assert (tiny.value((1, 1, 0, 0), 1), tiny.value((2, 0, 0, 0), 1)) == (Fraction(1, 2), Fraction(4, 9))


def slip(k: int):
    """Pick from the fullest tree, but from the emptiest with exactly k fruits left."""

    def tree(fruits):
        rule = min if sum(fruits) == k else max
        return fruits.index(rule(fruit for fruit in fruits if fruit))

    return from_function(f"slip at {k}", tree, symmetric=True)


def test_the_dearest_slip_is_with_five_fruits_left():
    lost = {
        k: 100 * (WON["max"]["first-orchard"] - solve("first-orchard", slip(k)).win_probability) for k in range(2, 16)
    }
    dearest = max(lost, key=lost.get)
    assert (dearest, round(lost[dearest], 2)) == (5, 0.56)


def test_ada_does_better_with_a_plum():
    solved = solve("first-orchard", "optimal")
    apple, plum = (100 * solved.value(fruits, 3) for fruits in [(0, 3, 2, 4), (1, 3, 2, 3)])
    assert (round(apple), round(plum), round(plum - apple, 1)) == (50, 55, 5.2)
    assert (f"apple {apple:.1f}" in PAGE, f"plum {plum:.1f}" in PAGE) == (True, True)
    assert solved.best_picks((1, 3, 2, 4), 3) == ((3,),)


def test_the_worst_pick_of_all_loses_nearly_nine_games_in_100():
    solved = solve("first-orchard", "optimal")
    lost = solved.value((0, 0, 1, 3), 2) - solved.value((0, 0, 0, 4), 2)
    assert round(100 * lost, 2) == 8.65


def test_a_favourite_colour_may_beat_a_lot_from_unequal_trees():
    game = Game((2, 1), raven_steps=1)
    assert solve(game, "first", exact=True).win_probability == Fraction(13, 36)
    assert solve(game, "random", exact=True).win_probability == Fraction(17, 48)
