"""The probability of winning: cases solved by hand, players in turn, best picks, bad input."""

from fractions import Fraction

import numpy as np
import pytest
from games import BEST, IGNORE, LOOKING, RULES, games, players, strategies
from hypothesis import example, given, settings
from hypothesis import strategies as st

from orchard import EDITIONS, STRATEGIES, Game, State, from_function, mixture, pick, solve

F = Fraction
FIRST, LARGE = EDITIONS["first-orchard"], EDITIONS["orchard"]


def exactly(game: Game, strategy) -> Fraction:
    return solve(game, strategy, exact=True).win_probability


# --- solved by hand ---


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(
    ("game", "expected"),
    [
        # One fruit, one step: colour and basket win, the raven loses, whatever the other, empty trees show.
        (Game((1,), 1), F(2, 3)),
        (Game((0, 0, 0, 1), 1), F(2, 3)),  # DataGenetics
        (Game((0, 0, 0, 1), 2), F(8, 9)),  # ... twice in a row: 1 - 1/9
        (Game((1,), 1, basket_picks=0), F(1, 2)),
        (Game((1,), 1, basket_faces=0), F(1, 2)),
        (Game((1,), 1, colour_faces=(0,)), F(1, 2)),
        (Game((1,), 1, colour_faces=(0,), basket_faces=0), F(0)),
        (Game((1,), 1, colour_faces=(3,), basket_faces=2, raven_faces=2), F(5, 7)),
        (Game((2,), 1), F(4, 9)),
        (Game((2,), 1, basket_picks=2), F(1, 3) + F(1, 3) * F(2, 3)),
        # Paternault: two trees of two, one or no fruit, two picks; his decimals as fractions.
        (Game((2, 2), 2, 2), F(2341, 3456)),
        (Game((2, 2), 1, 2), F(107, 288)),
        (Game((2,), 2, 2), F(22, 27)),
        (Game((1, 1), 2, 2), F(121, 144)),
        (Game((2,), 1, 2), F(5, 9)),
        (Game((1, 1), 1, 2), F(7, 12)),
        (Game((1,), 2, 2), F(8, 9)),
        (Game((1,), 1, 2), F(2, 3)),
    ],
    ids=str,
)
def test_small_games_solved_by_hand(game: Game, expected: Fraction, exact: bool):
    assert solve(game, "max", exact).win_probability == (expected if exact else pytest.approx(expected, abs=1e-15))


# --- floats and fractions ---


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_floats_are_right_to_12_digits_in_every_state_of_an_edition(edition: str, strategy: str):
    game = FIRST if edition.startswith("orchard") and strategy == "first" else EDITIONS[edition]
    floats, fractions = solve(game, strategy).values, solve(game, strategy, exact=True).values
    assert np.abs(floats - fractions.astype(float)).max() < 1e-12


@pytest.mark.parametrize("strategy", [*STRATEGIES.values(), *LOOKING], ids=lambda s: s.name)
def test_a_larger_game_than_the_random_ones(strategy):
    game = Game((6, 3, 5), 4, 3, (2, 1, 0), 2, 2)
    floats, fractions = solve(game, strategy).values, solve(game, strategy, exact=True).values
    assert np.abs(floats - fractions.astype(float)).max() < 1e-13


@pytest.mark.parametrize("exact", [True, False])
def test_values_at_the_end(exact: bool):
    solution = solve("two-by-two", "max", exact)
    assert (solution.value((0, 0), 1), solution.value((0, 0), 2)) == (1, 1)
    assert (solution.value((1, 2), 0), solution.value((2, 2), 0)) == (0, 0)
    assert type(solution.value((0, 0), 1)) is type(solution.value((1, 2), 0)) is type(solution.win_probability)


@given(games(), strategies)
def test_the_table_holds_the_value_of_every_position(game: Game, strategy):
    solution = solve(game, strategy, exact=True)
    table = solution.table()
    assert table.shape == (len(solution.states), game.raven_steps)
    positions = list(solution.positions)
    assert len(positions) == (len(solution.states) - 1) * game.raven_steps
    for fruits, raven_steps in positions:
        assert table[solution.states.index(fruits), raven_steps - 1] == solution.value(fruits, raven_steps)


# --- what is found best can be played ---

HALF_BEST = [mixture({"optimal": F(1, 2), other: F(1, 2)}) for other in ("min", "first")]


@given(games(), st.sampled_from([*BEST, *HALF_BEST]))
@example(Game((2, 2), 1, 2, (1, 0)), STRATEGIES["optimal"])  # the best first pick of two is not the best only pick
@example(Game((1, 2), 1, 1), HALF_BEST[1])
def test_the_strategy_of_a_solution_reaches_its_values(game: Game, strategy):
    exact = solve(game, strategy, exact=True)
    for solution in (exact, solve(game, strategy)):
        assert (solve(game, solution.strategy, exact=True).values == exact.values).all()


def test_the_strategy_of_a_solution_is_for_its_game_alone():
    best = solve("first-orchard", "optimal").strategy
    assert best.name == "optimal"
    with pytest.raises(ValueError, match=r"^strategy must be one for this game, not for Game"):
        solve("orchard", best)


def test_a_strategy_without_a_choice_stays_as_it_is():
    assert solve("orchard", "max").strategy is STRATEGIES["max"]
    assert solve("orchard", ("max", "ignore")).strategy == (STRATEGIES["max"], IGNORE)
    without_picks = Game(basket_picks=0)
    assert solve(without_picks, solve(without_picks, "optimal").strategy).win_probability > 0


def test_equally_full_trees_share_the_best_pick():
    best = solve("two-by-two", "optimal").strategy
    weights = best.weights(EDITIONS["two-by-two"], np.array([[2, 2], [1, 2], [1, 0]]), np.array([2, 2, 1]), 1)
    assert weights.tolist() == [[1, 1], [0, 1], [1, 0]]


# --- players in turn ---


def test_two_players_with_one_fruit_by_hand():
    """One tree empty, one fruit, one step: A uses the basket, B does not.

    A's roll wins with 2/4, loses with 1/4, is wasted with 1/4; B's wins with 1/4, loses with 1/4, is wasted with 2/4.
    Hence A = 1/2 + B/4 and B = 1/4 + A/2: A = 9/14, B = 4/7.
    """
    solution = solve(Game((1, 0), 1), ("max", "ignore"), exact=True)
    assert [solution.value((1, 0), 1, player) for player in (0, 1)] == [F(9, 14), F(4, 7)]


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("number", [2, 3])
def test_players_of_one_mind_are_one_player(name: str, number: int):
    for game in (FIRST, Game((3, 2, 2), 3, 2, (2, 1, 1), 2)):
        alone = solve(game, name).win_probability
        assert solve(game, (name,) * number).win_probability == pytest.approx(alone, abs=1e-13)


@given(games(), players)
def test_nobody_at_the_table_beats_the_best_or_falls_below_doing_nothing(game: Game, players: tuple):
    value = exactly(game, players)
    assert exactly(game, "ignore") <= value <= exactly(game, "optimal")


def test_taking_turns_is_not_quite_the_mixture():
    """twaclaw calls them equivalent; they differ in the fourth digit."""
    seatings = [("max", "max", "random"), ("random", "max", "max"), ("max", "random", "max")]
    values = [solve(FIRST, seating).win_probability for seating in seatings]
    mixed = solve(FIRST, mixture({"max": F(2, 3), "random": F(1, 3)})).win_probability
    assert values == pytest.approx([0.621187764, 0.621327995, 0.621188214], abs=1e-9)
    assert mixed == pytest.approx(0.621063394, abs=1e-9)


def test_best_picks_of_a_player_look_at_the_next_ones_turn():
    solution = solve(Game((2, 1), 1, 1, (3, 1)), ("optimal", "ignore"), exact=True)
    values = {(tree,): solution.value(pick(State((2, 1), 1), tree).fruits, 1, player=1) for tree in (0, 1)}
    assert solution.value_of_picks((2, 1), 1) == values
    assert solution.best_picks((2, 1), 1) == (max(values, key=values.get),)


def test_a_player_must_be_at_the_table():
    solution = solve(FIRST, ("max", "min"))
    for ask in (solution.value, lambda *at, player: solution.best_picks(*at, player=player)):
        with pytest.raises(ValueError, match="player must be one of the 2, from 0, got 2"):
            ask((1, 1, 1, 1), 1, player=2)


# --- labelled and interchangeable trees ---


def test_a_function_gives_what_the_name_gives():
    """On labelled trees and, declared symmetric, on sorted ones."""
    for symmetric in (False, True):
        strategy = from_function("fullest", lambda fruits: fruits.index(max(fruits)), symmetric)
        solution = solve(LARGE, strategy)
        assert len(solution.states) == (1001 if symmetric else 14641)
        assert solution.win_probability == pytest.approx(solve(LARGE).win_probability, abs=1e-13)


# --- best picks ---


def test_best_picks_name_all_ties():
    assert solve(FIRST).best_picks((4, 4, 3, 1), 5) == ((0,), (1,))
    assert solve(LARGE, exact=True).best_picks((3, 3, 1, 0), 4) == ((0, 1),)
    assert solve(FIRST, "worst").best_picks((4, 4, 3, 1), 5) == ((3,),)
    assert solve(LARGE, "worst").best_picks((3, 3, 1, 0), 4) == ((0, 2), (1, 2))
    assert solve(LARGE).best_picks((0, 1, 0, 0), 4) == ((1,),)
    assert solve(LARGE).best_picks((2, 0, 0, 0), 4, picks=1) == ((0,),)


@given(games().filter(lambda game: game.basket_picks < 3))
@settings(max_examples=25)
def test_best_picks_in_floats_are_those_in_fractions(game: Game):
    floats, exact = solve(game, "optimal"), solve(game, "optimal", exact=True)
    for state in exact.positions:
        assert floats.best_picks(*state) == exact.best_picks(*state)
        values = exact.value_of_picks(*state)
        assert {values[way] for way in exact.best_picks(*state)} == {max(values.values())}


@pytest.mark.parametrize("state", [((0, 0, 0, 0), 1), ((1, 0, 0, 0), 0), ((5, 0, 0, 0), 1), ((1, 0, 0), 1)])
@pytest.mark.parametrize("exact", [False, True])
def test_no_best_picks_when_the_game_is_over(state: tuple, exact: bool):
    with pytest.raises(ValueError, match=r"fruits|raven_steps"):
        solve(Game((1, 1, 1, 1), 1), exact=exact).best_picks(*state)


# --- what is refused ---


@given(games(), st.sampled_from([*RULES, *BEST]), st.booleans())
def test_states_beyond_the_game_have_no_value(game: Game, strategy, exact: bool):
    solution = solve(game, strategy, exact)
    for fruits, raven_steps in [
        (game.fruits, game.raven_steps + 1),
        ((game.fruits[0] + 1, *game.fruits[1:]), 1),
        ((*game.fruits, 0), 1),
        ((0,) * game.trees, 0),
        ((-1, *game.fruits[1:]), 1),
        (game.fruits, -1),
    ]:
        with pytest.raises(ValueError, match="must "):
            solution.value(fruits, raven_steps)
    for fruits, raven_steps in [(game.fruits, 1.0), (game.fruits, True), (None, 1), ("1", 1), (1, 1)]:
        with pytest.raises(TypeError, match="must be a "):
            solution.value(fruits, raven_steps)


TOO_LARGE = [
    Game.uniform(4, 1024),
    Game.uniform(100, 1024),
    Game((1024,) * 4, colour_faces=(1, 2, 3, 4)),
    Game((1,) * 40, colour_faces=range(1, 41)),
]


@pytest.mark.parametrize("game", TOO_LARGE, ids=lambda game: f"{game.trees} trees of {game.fruits[0]:.0e}")
@pytest.mark.parametrize("exact", [False, True])
def test_a_game_too_large_is_refused_before_anything_is_made(game: Game, exact: bool):
    message = r"must be a smaller game: [\d,]+ states would need [\d,]+ bytes, more than half of this machine's [\d,]+$"
    with pytest.raises(ValueError, match=message):
        solve(game, exact=exact)


def test_too_many_players_for_too_many_steps_are_refused():
    with pytest.raises(ValueError, match=r"^raven_steps must be a smaller game"):
        solve(Game((2, 2), 1024), ("max",) * 100)


@pytest.mark.parametrize(
    ("game", "strategy"), [(Game.uniform(4, 60, 15), "max"), (Game.uniform(4, 40, 20, 8), "optimal")]
)
def test_no_exact_solution_is_begun_that_takes_long(game: Game, strategy: str):
    with pytest.raises(ValueError, match=r"^game must be a smaller game: [\d,]+ steps would take too long"):
        solve(game, strategy, exact=True)


@pytest.mark.parametrize("strategy", ["max", "random", "optimal"])
def test_a_basket_without_limit_takes_what_there_is(strategy: str):
    exact = exactly(Game((2, 1), 2, basket_picks=3), strategy)
    assert exactly(Game((2, 1), 2, basket_picks=10**9), strategy) == exact
    assert abs(solve(Game((2, 1), 2, basket_picks=10**9), strategy).win_probability - exact) < 1e-12
