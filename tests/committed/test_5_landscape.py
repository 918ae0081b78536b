"""What the page on changed games says of its committed values, held against what is committed."""

from dataclasses import replace

from orchard import EDITIONS, Game, absorbing_chain, solve
from tests.shown import ROOT, outputs, results

PAGE = " ".join(outputs("5-landscape").split())
GRID = results("5-win-probability").rename(columns=int)
FEWEST = results("5-fewest-raven-steps").rename(columns=int)
CHANGES = results("5-marginal-effects")


def won(name: str, habit: str, rolls: int) -> float:
    """Games won of 100 in an edition with so many raven rolls."""
    game = EDITIONS[name]
    return 100 * solve(Game(game.fruits, rolls, game.basket_picks), habit).win_probability


def test_three_changes_gain_more_than_a_raven_roll():
    better = CHANGES.index[CHANGES.points > CHANGES.points["one card more"]]
    assert set(better) == {"a second basket on the die", "one fruit fewer on each tree", "two picks from a basket"}


def test_each_raven_roll_of_first_orchard():
    committed = results("5-first-orchard")["won of 100"].loc[3:7].round().tolist()
    assert committed == [round(won("first-orchard-5", "max", rolls)) for rolls in range(3, 8)] == [28, 46, 63, 77, 86]


def test_five_more_fruits_on_each_of_four_trees_take_four_more_raven_rolls():
    def fewest(fruits: int, target: float = 0.5) -> int:
        won = (solve(Game.uniform(4, fruits, rolls)).win_probability for rolls in range(1, 20))
        return 1 + next(rolls for rolls, chance in enumerate(won) if chance > target)

    row = [fewest(fruits) for fruits in range(1, 11)]
    assert row == [2, 3, 4, 5, 6, 6, 7, 8, 9, 10]
    assert row[5:] == [rolls + 4 for rolls in row[:5]]
    assert fewest(11) == fewest(6) + 5
    assert [fewest(fruits + 5, 3 / 4) - fewest(fruits, 3 / 4) for fruits in range(1, 6)] == 5 * [5]


def test_a_tree_more_a_fruit_more_and_two_games_in_three():
    games = [Game.uniform(trees, fruits, rolls, 1) for trees, fruits, rolls in ((5, 4, 6), (4, 5, 6), (4, 4, 7))]
    assert [round(100 * solve(game).win_probability) for game in games] == [72, 64, 86]
    assert [round(won("first-orchard", "max", rolls)) for rolls in (5, 6)] == [63, 77]
    assert round(100 * solve("4,4,4,3:raven=5").win_probability, 1) == 66.6
    assert round(100 * solve("4,4,4,4,4,4:raven=6").win_probability) == 67


def test_how_many_raven_rolls_more_trees_need_to_win_more_than_half():
    enough = [
        next(rolls for rolls in range(1, 20) if solve(Game.uniform(trees, 4, rolls, 1)).win_probability > 0.5)
        for trees in range(1, 11)
    ]
    page = (ROOT / "notebooks/5-landscape.ipynb").read_text(encoding="utf-8")
    assert f"There the column of four fruits is {', '.join(map(str, enough))}." in page


def test_a_raven_roll_is_worth_more_than_the_pick():
    picking = [won("first-orchard-5", "max", rolls) - won("first-orchard-5", "min", rolls) for rolls in (5, 6)]
    assert [round(-CHANGES.points["one card fewer"] / each) for each in picking] == [2, 2]
    assert CHANGES.points["one card more"] > picking[1]
    assert won("first-orchard-5", "min", 6) > won("first-orchard-5", "max", 5)
    assert round(won("first-orchard", "min", 7)) == 81 > won("first-orchard", "max", 6)
    assert won("orchard", "min", 11) > won("orchard", "max", 9) > won("orchard", "min", 10)
    assert [round(won("orchard", "max", rolls)) for rolls in (8, 9, 10)] == [57, 68, 78]


def test_to_forget_the_basket_costs_three_and_seven_raven_rolls():
    for name, rolls, more in (("first-orchard-5", 5, 3), ("orchard", 9, 7)):
        enough, fewer = (won(name, "ignore", rolls + each) for each in (more, more - 1))
        assert enough >= won(name, "max", rolls) > fewer
    assert "first-orchard 1 3 orchard 2 7" in PAGE


def test_eleven_raven_rolls_undo_a_second_raven():
    sold, rules = EDITIONS["first-orchard"], {"raven_faces": 2, "raven_steps": 11}
    longer = solve(replace(sold, **rules))
    assert longer.value(sold.fruits, 10) < solve(sold).win_probability < longer.win_probability
    assert round(100 * longer.win_probability, 1) == 77.8


def test_the_corners_of_the_map():
    assert (100 * GRID.loc[[4, 10], [4, 10]]).round().to_numpy().tolist() == [[98, 68], [94, 36]]
    assert (FEWEST.loc[4, 10], FEWEST.loc[10, 4]) == (8, 5)


def test_fewest_steps_are_enough_and_one_fewer_is_not():
    for trees, fruits in ((1, 1), (4, 10), (10, 10)):
        rolls = int(FEWEST.loc[trees, fruits])
        solution = solve(Game.uniform(trees, fruits, rolls, 2))
        fewer, enough = (solution.value((fruits,) * trees, each) for each in (rolls - 1, rolls))
        assert fewer <= 0.5 < enough


def test_an_empty_tree_makes_the_same_game_longer():
    with_empty, without = Game((4, 4, 4, 0), raven_steps=6), Game((4, 4, 4), raven_steps=6)
    rolls = [absorbing_chain(each, "max").expected_rolls()[0] for each in (with_empty, without)]
    assert abs(rolls[0] / rolls[1] - 6 / 5) < 1e-12
    fractions = [solve(each, exact=True).win_probability for each in (with_empty, without)]
    assert fractions[0] == fractions[1]
    assert round(100 * float(fractions[0])) == round(100 * CHANGES.win_probability["one tree fewer"]) == 83
    assert PAGE.count(str(fractions[0].numerator)) == 2
