"""What page 7 says of its committed values, held against what is committed."""

from fractions import Fraction
from itertools import combinations

from shown import outputs, results

from orchard import Game, absorbing_chain, from_function, solve

PAGE = " ".join(outputs("7-loaded-dice").split())
COST = results("7-cost")
AUDIT = results("7-audit")
RACES = results("7-races")


def test_the_smallest_worn_die():
    worn = solve(Game((2, 1), 1, 1, (3, 1)), "optimal", exact=True)
    assert [worn.value((2, 0), 1), worn.value((1, 1), 1)] == [Fraction(16, 25), Fraction(3, 5)]
    assert "pear: 16/25 apple: 3/5" in PAGE


def test_what_a_habit_costs_when_two_colours_of_orchard_are_four_times_as_likely():
    assert COST.loc["Orchard, 2"].round(3).tolist()[:2] == [3.195, 0.011]
    assert COST.fullest.idxmax() == "Orchard, 2"


def test_just_above_whole_ratios_the_slowest_tree_loses_a_quarter_of_a_game_in_100():
    die = Game((4, 4, 4, 4), 6, 1, (228, 228, 115, 57), 157, 157)
    best, slowest = (100 * solve(die, rule).win_probability for rule in ("optimal", "slowest"))
    assert COST.worst["First Orchard, 3"] - 0.02 < best - slowest < COST.worst["First Orchard, 3"]
    assert COST.worst.idxmax() == "First Orchard, 3"
    assert round(COST.worst.max(), 2) == 0.24


def test_adas_apple_wins_two_games_in_100_more_than_the_plum():
    solved = solve(Game((4, 4, 4, 4), raven_steps=6, colour_faces=(1, 1, 2, 2)), "optimal")
    left = {"apple": (2, 2, 1, 4), "pear": (3, 1, 1, 4), "plum": (3, 2, 1, 3), "cherry": (3, 2, 0, 4)}
    after = {pick: 100 * solved.value(fruits, 3) for pick, fruits in left.items()}
    assert max(after, key=after.get) == "apple"
    assert round(after["apple"] - after["plum"]) == 2
    assert after["apple"] - after["cherry"] > 5
    assert " ".join(f"{pick} {won:.1f}" for pick, won in after.items()) in PAGE


def test_the_best_play_is_neither_fastest_nor_by_eye():
    die = Game((2, 1), 3, basket_picks=1, colour_faces=(2, 1))
    quick = from_function("fuller, then blue", lambda fruits: 0 if fruits[0] > fruits[1] else 1)
    best, faster = (absorbing_chain(die, rule) for rule in (solve(die, "optimal").strategy, quick))
    assert best.absorption_probabilities()[0, 1] > faster.absorption_probabilities()[0, 1]
    assert best.expected_rolls()[0] > faster.expected_rolls()[0]


def test_a_tree_whose_colour_is_not_on_the_die_comes_first():
    faceless = Game((2, 1), 1, 1, (1, 0))
    best = solve(faceless, "optimal", exact=True)
    assert best.best_picks((2, 1), 1) == ((1,),)
    assert solve(faceless, "slowest", exact=True).win_probability == best.win_probability


def bottleneck(fruits: tuple, faces: tuple, picks: int) -> float:
    """The rolls, a face, in which the trees of some set can be emptied at the earliest: the latest of all sets."""
    sets = [some for k in range(1, len(fruits) + 1) for some in combinations(range(len(fruits)), k)]
    return max(sum(fruits[i] for i in some) / (picks + sum(faces[i] for i in some)) for some in sets)


def test_the_bottleneck():
    assert bottleneck((1, 0.5), (4, 1), 1) == 1 / 4
    assert Game((800, 400), 1000, 1, (4, 1)).faces * bottleneck((800, 400), (4, 1), 1) == 1400
    assert bottleneck((6, 9, 6), (1, 2, 6), 1) == 15 / 4


def test_in_growing_orchards_the_slowest_tree_wins_and_the_fullest_does_not():
    assert (RACES.slowest <= RACES.best + 1e-12).all()
    assert (RACES.best <= RACES.bowl).all()
    assert RACES.fullest.is_monotonic_decreasing
    assert RACES.slowest.is_monotonic_increasing


def test_the_audit_of_all_dice():
    assert "5,436 games" in PAGE
    assert len(AUDIT) == 4
    assert AUDIT["max"].round(2).tolist() == [15.58, 0.88, 0.78, 0.10]
    assert AUDIT["median"].round(3).tolist()[1:3] == [0.07, 0.073]


def test_a_wild_die_costs_the_slowest_tree_two_games_in_100():
    assert "fullest tree 2.24 slowest tree 2.04" in PAGE


def test_from_an_uneven_start_the_slowest_tree_can_lose_half_a_game_in_100():
    uneven = Game((11, 3), 8, 1, (4, 1), 4, 5)
    best, slowest = (100 * solve(uneven, rule).win_probability for rule in ("optimal", "slowest"))
    assert round(best - slowest, 2) == 0.55
