"""What the page on the exact answer says of its committed values, held against what is committed."""

import re
from fractions import Fraction
from functools import cache

from orchard import solve
from orchard.pages.studies.forward import propagate
from tests.shown import outputs, results

PAGE = outputs("2-exact-answer")
WON = results("2-win-probability")
SIX = solve("first-orchard", "max", exact=True)


def test_one_empty_tree_multiplies_by_six_fifths():
    """The five other faces of First Orchard with a pear, a cherry and a plum left, two raven rolls to lose."""
    raven, colours = SIX.value((0, 1, 1, 1), 1), 3 * SIX.value((0, 0, 1, 1), 2)
    basket = SIX.value((0, 0, 1, 1), 2)
    assert SIX.value((0, 1, 1, 1), 2) == Fraction(6, 5) * (raven + colours + basket) / 6


def test_with_how_many_raven_rolls_left_a_game_is_won():
    """One that is won with `left` of six would be lost with so many fewer, and no fewer: a difference of chances."""
    won = [solve(f"first-orchard:raven={rolls}").win_probability if rolls else 0 for rolls in range(7)]
    for left in range(1, 7):
        assert f"won, raven rolls left {left}: {won[7 - left] - won[6 - left]:.3f}" in PAGE


def test_plain_recursion_has_a_really_bad_day():
    """It follows each of so many games, by faces that change something, which meet in few states."""

    @cache
    def games(fruits, raven_steps):
        if raven_steps == 0 or not any(fruits):
            return 1
        less = {i: (*fruits[:i], fruits[i] - 1, *fruits[i + 1 :]) for i in range(4) if fruits[i]}
        picked = [*less.values(), *(less[i] for i in less if fruits[i] == max(fruits))]
        return games(fruits, raven_steps - 1) + sum(games(after, raven_steps) for after in picked)

    assert f"\n{games((4, 4, 4, 4), 6):,} games\n" in PAGE
    states, live = 5**4 * 7 - 1, (5**4 - 1) * 6
    assert games.cache_info().currsize == states == 4374
    assert f"\n{states + live:,} answers in the cache\n" in PAGE  # in each live state a basket may be used, too
    assert (live, states - live) == (3744, 630)


def test_forwards_ends_at_the_same_fraction_after_at_most_21_changes():
    found = re.search(r"^backwards: (\S+)\nforwards:  (\S+)$", PAGE, flags=re.M)
    assert {*map(Fraction, found.groups())} == {SIX.win_probability}
    assert len(propagate("first-orchard").going_on) - 1 == 21


def test_what_is_drawn_once_is_wrong_in_the_third_digit():
    exact = float(solve("first-orchard", "random", exact=True).win_probability)
    assert f"averaged  {exact:.5f}" in PAGE
    runs = [float(printed) for printed in re.findall(r"^run \d +(\S+)$", PAGE, flags=re.M)]
    assert len(runs) == 4
    assert all(round(run, 3) != round(exact, 3) and abs(run - exact) < 0.002 for run in runs)


def test_the_table_has_what_is_computed_in_fractions():
    assert round(WON.loc["first-orchard", "max"], 6) == 0.768497
    assert f"{WON.loc['first-orchard-5', 'max']:.6f}" == "0.631357"
    assert round(WON.loc["orchard", "max"], 6) == 0.684047
    assert solve("orchard-10", "ignore", exact=True).win_probability == Fraction(1, 5)


def test_a_quarter_for_each_face_that_changes_something():
    """With an apple and a plum. The basket picks neither yet: a quarter is shared out in the next step."""
    rows = {"green": "(0, 0, 0, 1) 1 0", "blue": "(1, 0, 0, 0) 1 0", "basket": "(1, 0, 0, 1) 1 1"}
    for face, after in (rows | {"raven": "(1, 0, 0, 1) 0 0"}).items():
        fruits, _, left = after.rpartition(") ")
        pattern = rf"^{face} +1/4 +{re.escape(fruits)}\) +{' +'.join(left.split())}$"
        assert re.search(pattern, PAGE, flags=re.M)


def test_the_page_to_print():
    assert [round(float(SIX.value(fruits, 2)), 2) for fruits in [(4, 0, 0, 0), (1, 1, 1, 1)]] == [0.46, 0.65]
    assert round(float(SIX.value((3, 2, 1, 0), 3)), 2) == 0.68  # its example
    table = results("2-first-orchard-values")
    assert len(table) == 69
    assert table["1"][["2 0 0 0", "1 1 0 0"]].round(2).tolist() == [0.44, 0.5]  # by hand: 4/9, 1/2
    assert table.size == 414
