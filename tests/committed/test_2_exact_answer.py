"""What page 2 says of its committed values, held against what is committed."""

import re
from fractions import Fraction
from functools import cache

from shown import outputs, results

from orchard import solve
from orchard.pages.studies.printed import published

PAGE = outputs("2-exact-answer")
WON = results("2-win-probability")
SIX = solve("first-orchard", "max", exact=True)
FIVE = solve("first-orchard-5", "max", exact=True)


def test_one_empty_tree_multiplies_by_six_fifths():
    """The five other faces of First Orchard with a pear, a cherry and a plum left, two raven rolls to lose."""
    raven, colours = SIX.value((0, 1, 1, 1), 1), 3 * SIX.value((0, 0, 1, 1), 2)
    basket = SIX.value((0, 0, 1, 1), 2)
    assert SIX.value((0, 1, 1, 1), 2) == Fraction(6, 5) * (raven + colours + basket) / 6


def test_plain_recursion_has_a_really_bad_day():
    """Calls of a function that remembers nothing, for the 3,120 positions of five raven rolls and their ends."""

    @cache
    def calls(fruits, raven_steps):
        if raven_steps == 0 or not any(fruits):
            return 1
        less = {i: (*fruits[:i], fruits[i] - 1, *fruits[i + 1 :]) for i in range(4) if fruits[i]}
        basket = calls(less[fruits.index(max(fruits))], raven_steps)
        return 1 + calls(fruits, raven_steps - 1) + sum(calls(after, raven_steps) for after in less.values()) + basket

    assert (5**4 - 1) * 5 == 3120
    assert calls((4, 4, 4, 4), 5) > 10**12


def test_the_exact_answers_are_the_fractions_shown():
    assert SIX.win_probability == Fraction(158790110629553964611971, 206624260800000000000000)
    assert FIVE.win_probability == Fraction(434845789256784110537, 688747536000000000000)
    assert f"{SIX.win_probability} = " in PAGE
    assert f"{FIVE.win_probability} = " in PAGE


def test_the_table_has_what_is_computed_in_fractions():
    assert round(WON.loc["first-orchard", "max"], 6) == 0.768497
    assert f"{WON.loc['first-orchard-5', 'max']:.6f}" == "0.631357"
    assert round(WON.loc["orchard", "max"], 6) == 0.684047
    assert solve("orchard-10", "ignore", exact=True).win_probability == Fraction(1, 5)


def test_an_apple_wins_five_games_in_100_more_than_a_pear():
    after = {"apples": (2, 1, 2, 0), "pears": (3, 0, 2, 0), "cherries": (3, 1, 1, 0)}
    won = {name: float(SIX.value(fruits, 3)) for name, fruits in after.items()}
    for fruit, chance in zip(("apple", "pear", "cherry"), won.values(), strict=True):
        assert re.search(rf"^{fruit} +{100 * chance:.1f}$", PAGE, flags=re.M)
    assert max(won, key=won.get) == "apples"
    assert round(100 * (won["apples"] - won["pears"])) == 5


def test_the_basket_is_worth_seven_games_in_100_of_which_the_pear_throws_five_away():
    before, apple, pear = (
        round(float(100 * SIX.value(fruits, 3))) for fruits in [(3, 1, 2, 0), (2, 1, 2, 0), (3, 0, 2, 0)]
    )
    assert (before, apple - before, apple - pear) == (68, 7, 5)


def test_eight_fruits_win_more_often_on_four_trees_than_on_one():
    orchard = solve("orchard")
    assert [round(100 * orchard.value(fruits, 4)) for fruits in [(8, 0, 0, 0), (2, 2, 2, 2)]] == [69, 87]


def test_the_lattice_gives_what_panadestein_prints_to_the_last_bit():
    printed = published().query("source.str.startswith('panadestein')").set_index("strategy").printed
    assert f"best_pick {printed['optimal']}\ntoddler {printed['random']}\n" in PAGE
    assert f"{float(FIVE.win_probability)}"[-1] == "3"


HERS = {"22|3": "3/8", "31|3": "3/8", "32|2": "1/4"}


def test_a_quarter_for_each_face_that_changes_something():
    assert all(re.search(rf"^{re.escape(state)} +{share}$", PAGE, flags=re.M) for state, share in HERS.items())
    assert Fraction(3, 8) == Fraction(1, 4) + Fraction(1, 4) / 2


def test_storms_table_2_is_found_again():
    assert results("2-table-2").round(5).to_numpy().tolist() == [[0.73822, 0.73632], [0.7685, 0.78193]]


def test_the_page_to_print():
    assert [round(float(SIX.value(fruits, 2)), 2) for fruits in [(4, 0, 0, 0), (1, 1, 1, 1)]] == [0.46, 0.65]
    three = [(3, 2, 1, 0), (2, 2, 1, 0), (3, 2, 0, 0)]
    assert [round(float(SIX.value(fruits, 3)), 2) for fruits in three] == [0.68, 0.75, 0.70]
    by_hand = {(2, 0, 0, 0): Fraction(4, 9), (1, 1, 0, 0): Fraction(1, 2)}
    assert [SIX.value(fruits, 1) for fruits in by_hand] == list(by_hand.values())
    assert results("2-first-orchard-values")["1"][["2 0 0 0", "1 1 0 0"]].round(2).tolist() == [0.44, 0.5]
    assert results("2-first-orchard-values").size == 414
