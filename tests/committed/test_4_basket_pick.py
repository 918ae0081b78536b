"""What the page on picks says of its committed values, held against what is committed."""

from orchard import absorbing_chain, from_function, solve
from orchard.pages.studies.picks import lost_by_a_wrong_basket
from tests.shown import outputs, results

PAGE = " ".join(outputs("4-basket-pick").split())
WON = results("4-strategies")
WON_BY_TURNS = results("4-turns")
SOLVED = solve("first-orchard", "optimal")
LOST = dict(zip(SOLVED.positions, 100 * lost_by_a_wrong_basket(SOLVED), strict=True))  # games of 100


def baskets_in(strategy):
    """How often a game has a basket roll in each state, on average."""
    chain = absorbing_chain("first-orchard", strategy)
    return dict(zip(chain.states, chain.expected_visits() / 6, strict=False))


def test_ada_does_better_with_a_plum():
    apple, plum = (100 * SOLVED.value(fruits, 3) for fruits in [(0, 3, 2, 4), (1, 3, 2, 3)])
    assert (round(apple), round(plum), round(plum - apple, 1)) == (50, 55, 5.2)
    assert f"apples {apple:.1f} in 100 won: 1, pears 53.9 in 100 won: 3, " in PAGE
    assert f", plums {plum:.1f} in 100 won: 4;" in PAGE
    assert SOLVED.best_picks((1, 3, 2, 4), 3) == ((3,),)


def test_the_worst_pick_of_all_loses_nearly_nine_games_in_100_with_five_fruits_left():
    worst = max(LOST, key=LOST.get)
    assert (worst, round(LOST[worst], 2)) == (((0, 0, 1, 4), 2), 8.65)
    at_most = [max(points for state, points in LOST.items() if sum(state.fruits) == left) for left in (3, 4, 15)]
    assert [round(points, 1) for points in at_most] == [5.6, 7.9, 1.2]


def test_a_wrong_pick_costs_two_games_in_100_on_average_and_near_the_end_up_to_three():
    often = baskets_in("max")
    chosen = [[state for state in LOST if LOST[state] > 1e-9 and sum(state.fruits) == left] for left in range(3, 16)]
    weights = [sum(often.get(state, 0) for state in states) for states in chosen]
    totals = [sum(often.get(state, 0) * LOST[state] for state in states) for states in chosen]
    means = [total / weight for total, weight in zip(totals, weights, strict=True)]
    assert 2 < min(means[:10]) < max(means[:10]) < 3
    cost = f"{sum(totals) / sum(weights):.3f}"
    assert f"baskets in a game, and 2.493 matter a mistake costs {cost} games in 100 on average" in PAGE


def test_how_often_a_basket_comes_up_on_the_worst_board():
    often = 10_000 * baskets_in("max")[max(LOST, key=LOST.get)]
    assert f"10,000 well-played games have {often:.1f} such baskets." in PAGE


def test_a_favourite_order_costs_four_games_in_100_and_any_fruit_two():
    costs = 100 * (WON["max"] - WON[["first", "fruit"]].T).loc[:, "first-orchard"]
    assert costs.round().to_list() == [4, 2]


def test_by_turns_with_the_fullest_tree_a_favourite_order_costs_less_than_two_and_the_other_habit_wins_76():
    fullest = WON.loc["first-orchard", "max"]
    for players in (("first", "max"), ("max", "first")):
        assert 1.5 < 100 * (fullest - solve("first-orchard", players).win_probability) < 2
    spared = solve("first-orchard", (from_function("spared", spare_the_last), "max")).win_probability
    assert f"wins 75.1 games in 100, and by turns with the fullest tree {100 * spared:.1f}." in PAGE


def test_a_pick_matters_unless_the_trees_with_fruit_are_equally_full():
    for (fruits, _), points in LOST.items():
        assert (points > 1e-9) == (len({fruit for fruit in fruits if fruit}) > 1)


def test_who_is_always_wrong_loses_just_what_her_mistakes_cost_in_her_own_games():
    wrong = solve("first-orchard", "worst")
    lost = 100 * (SOLVED.win_probability - wrong.win_probability)
    often = baskets_in(wrong.strategy)
    assert abs(sum(often.get(state, 0) * LOST[state] for state in LOST) - lost) < 1e-9
    well_played = baskets_in("max")
    expected = sum(well_played.get(state, 0) * LOST[state] for state in LOST)
    assert f"the guess: {expected:.2f} games in 100 the truth: {lost:.2f} games in 100" in PAGE
    assert f"2.655 baskets matter, and cost 2.551 games in 100 each together {lost:.2f} games in 100" in PAGE


def test_turns_are_hardly_better_than_lots():
    turns = solve("first-orchard-5", ("max", "max", "random")).win_probability
    lots = WON_BY_TURNS.loc["twaclaw (5 raven rolls)", "by lots"]
    assert round(100 * (turns - lots), 2) == 0.01
    assert f"twaclaw (5 raven rolls) {100 * turns:.3f} {100 * lots:.3f}" in PAGE
    for players in (("max", "random", "max"), ("random", "max", "max")):
        assert solve("first-orchard-5", players).win_probability > lots
    # She rolls every third time: the next basket is hers if the others' two rolls, or any threes of rolls, bring none.
    again = (5 / 6) ** 2 / 6 / (1 - (5 / 6) ** 3)
    assert (round(100 * again), round(100 / 3)) == (27, 33)


def spare_the_last(fruits):
    bearing = [tree for tree, fruit in enumerate(fruits) if fruit]
    return next((tree for tree in bearing if fruits[tree] > 1), bearing[0])


def test_to_spare_the_last_fruits_is_hardly_better_than_a_fruit_at_random_which_costs_two_games_in_100():
    spared = 100 * solve("first-orchard", from_function("spared", spare_the_last)).win_probability
    fullest, fruit = 100 * WON.loc["first-orchard", ["max", "fruit"]]
    assert (round(spared, 1), round(fruit, 1), round(fullest - fruit)) == (75.1, 74.9, 2)


def test_to_forget_the_basket_costs_thirty_games_in_100_and_in_orchard_more_than_fifty():
    costs = 100 * (WON["max"] - WON["ignore"])
    assert (
        30 < costs[["first-orchard", "first-orchard-5"]].min() < costs[["first-orchard", "first-orchard-5"]].max() < 31
    )
    assert costs[["orchard", "orchard-10"]].min() > 50
