"""What page 10 says of its committed values, held against what is committed."""

from fractions import Fraction
from itertools import product

from shown import outputs, results

from orchard import Game, from_function, solve

PAGE = " ".join(outputs("10-partners").split())
WON = results("10-beside")
TURNS = results("10-turns")


def test_the_fullest_tree_is_best_beside_every_partner():
    assert (WON.idxmax(axis=1) == "max").all()


def test_the_clumsier_the_partner_the_more_our_pick_matters():
    gain = 100 * (WON["max"] - WON["min"])
    assert (gain.idxmin(), gain.idxmax()) == ("max", "ignore")
    assert (round(gain["max"]), gain["random"] > gain["max"], 1.7 < gain["ignore"] / gain["max"] < 2) == (3, True, True)
    assert (100 * WON.loc[["max", "random", "ignore"]]).round().astype(int).to_numpy().tolist() == [
        [77, 75, 74],
        [75, 74, 72],
        [65, 63, 60],
    ]


def test_beside_a_tree_at_random_a_fuller_tree_is_not_always_better():
    anyhow = solve(Game((9, 3, 2), 1, 6, None, 3, 3), "random", exact=True)
    from_the_3, from_the_2, from_the_9 = (anyhow.value(left, 1) for left in [(9, 2, 2), (9, 3, 1), (8, 3, 2)])
    assert from_the_3 < from_the_2 < from_the_9
    for words, value in {"9": from_the_9, "3": from_the_3, "2": from_the_2}.items():
        assert f"from the {words}: {100 * float(value):.2f}: " in PAGE


def test_the_audits_find_what_is_false():
    assert "a family of four habits a fullest tree 8784 0 each fuller tree 4806 1" in PAGE
    assert "all trees at random a fullest tree 8784 0 each fuller tree 4806 6" in PAGE
    assert "a fullest tree 8784 0 each fuller tree 4806 2 the fuller trees together 7857 0" in PAGE
    assert "576 games, 2,645,568 comparisons, 0 counterexamples" in PAGE


def test_the_fullest_tree_is_the_best_reply_in_a_small_game():
    three = Game((3, 3, 3), 3, 2)
    for partner in ["max", "min", "random", "fruit", "ignore"]:
        fullest, best_reply = (solve(three, (me, partner), exact=True).win_probability for me in ("max", "optimal"))
        assert fullest == best_reply


def test_whoever_may_pass_wins_less():
    passing = Fraction(2, 5) * Fraction(3, 4) + Fraction(2, 5) * Fraction(4, 5) * Fraction(3, 4)
    assert passing == Fraction(27, 50) < Fraction(3, 4) ** 2 == Fraction(9, 16)


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
    assert "{1: 0, 2: 9, 5: 216} for example (4, 1, 2, 3, 1)" in PAGE
    best = solve("first-orchard", ("optimal", "first", "first"))
    assert best.best_picks((4, 1, 2, 3), 1) == ((3,),)


def test_who_sits_where_changes_the_fourth_digit():
    assert TURNS.round(6).iloc[0, 1:].tolist() == [0.621063, 0.619782]
    assert TURNS["by turns"].idxmax() == "tree at random, fullest tree, fullest tree"
    for players, by_turns in TURNS["by turns"].items():
        habits = tuple({"fullest tree": "max", "tree at random": "random"}[habit] for habit in players.split(", "))
        assert abs(solve("first-orchard-5", habits).win_probability - by_turns) < 1e-11


def test_fifty_million_games_would_not_tell_turns_from_lots():
    needed = [238_825_671, 237_108_201, 52_759_380]
    assert all(f"{games:,}" in PAGE for games in needed)
    assert min(needed) > 50_000_000


def lost_by_a_fullest_tree(partners: int) -> list[float]:
    """What a fullest tree loses of 100 games against the best, in each position of First Orchard in which it does."""
    solution, lost = solve("first-orchard", ("optimal", *["first"] * partners)), []
    for *fruits, steps in product(*[range(5)] * 4, range(1, 7)):
        if any(fruits):
            after = {tree: won for (tree,), won in solution.value_of_picks(tuple(fruits), steps).items()}
            fullest = max(won for tree, won in after.items() if fruits[tree] == max(fruits))
            lost.append(100 * (max(after.values()) - fullest))
    return [each for each in lost if each > 1e-9]


def test_beside_a_fixed_order_little_is_lost():
    few, many = lost_by_a_fullest_tree(2), lost_by_a_fullest_tree(5)
    assert (len(few), len(many), round(max(few), 3), round(max(many), 2)) == (9, 216, 0.024, 0.52)
    after = solve("first-orchard", ("optimal", "first", "first")).value_of_picks((4, 1, 2, 3), 1)
    assert round(100 * (after[(3,)] - after[(0,)]), 4) == 0.0008
    reply, by_lot = (solve("first-orchard", (me, "first")).win_probability for me in ("optimal", "max"))
    assert round(100 * (reply - by_lot), 2) == 0.19
