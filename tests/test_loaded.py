"""Loaded dice: bounds against other roads to the same number, rules against the solver and against values by hand."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchard import EDITIONS, Game, from_function, simulate, solve
from orchard.loaded import Dice, bank_bound, bottleneck, fullest, in_danger, look_ahead, slowest, values

RULES = [fullest, slowest, in_danger, look_ahead(in_danger)]

small_games = st.builds(
    Game,
    fruits=st.lists(st.integers(0, 3), min_size=2, max_size=3).filter(any),
    raven_steps=st.integers(1, 3),
    basket_picks=st.integers(1, 3),
    colour_faces=st.none(),
    basket_faces=st.integers(0, 2),
    raven_faces=st.integers(1, 2),
)


def loaded(game: Game, faces: tuple[int, ...]) -> Game:
    return Game(
        game.fruits,
        game.raven_steps,
        game.basket_picks,
        faces[: game.trees],
        game.basket_faces,
        game.raven_faces,
    )


def one_die(game: Game) -> Dice:
    counts = game.colour_faces, game.basket_faces, game.raven_faces
    return Dice(game.fruits, game.raven_steps, game.basket_picks, *(np.array([count]) for count in counts))


def at_start(game: Game, rule=None) -> float:
    return values(one_die(game), rule)[-2, 0, -1]


def saver_wins(game: Game) -> Fraction:
    """The probability of winning if picks may be saved, face by face and in fractions."""

    @cache
    def value(fruits: tuple[int, ...], saved: int, steps: int) -> Fraction:
        if sum(fruits) <= saved or steps == 0:
            return Fraction(sum(fruits) <= saved)
        faces = [(game.raven_faces, fruits, saved, steps - 1)]
        if game.basket_picks:
            faces.append((game.basket_faces, fruits, saved + game.basket_picks, steps))
        for tree, (fruit, count) in enumerate(zip(fruits, game.colour_faces, strict=True)):
            if fruit:
                faces.append((count, (*fruits[:tree], fruit - 1, *fruits[tree + 1 :]), saved, steps))
        return sum(count * value(*after) for count, *after in faces) / sum(count for count, *_ in faces)

    return value(game.fruits, 0, game.raven_steps)


# --- bounds ---


@pytest.mark.parametrize(("edition", "printed"), [("first-orchard", 0.6969), ("orchard", 0.7400)])
def test_the_bank_bound_of_the_editions(edition: str, printed: float):
    assert round(bank_bound(EDITIONS[edition]), 4) == printed
    assert bank_bound(EDITIONS[edition]) > solve(edition, "optimal").win_probability


def test_the_bank_bound_of_two_fruits_by_hand():
    """One tree of two fruits, one pick: two of colour or basket before the raven, whatever is saved."""
    assert bank_bound(Game((2,), 1)) == pytest.approx(float(Fraction(2, 3) ** 2), abs=1e-12)


@given(game=small_games, faces=st.tuples(*[st.integers(0, 3)] * 3))
def test_the_bank_bound_is_what_a_saver_wins(game: Game, faces: tuple):
    game = loaded(game, faces)
    assert bank_bound(game) == pytest.approx(float(saver_wins(game)), abs=1e-12)
    assert bank_bound(game) >= solve(game, "optimal").win_probability - 1e-12


@pytest.mark.parametrize("picks", [0, 1])
def test_without_baskets_nothing_can_be_saved(picks: int):
    game = Game((2, 3), 3, picks, (2, 1), basket_faces=1 - picks)
    assert bank_bound(game) == pytest.approx(solve(game, "optimal").win_probability, abs=1e-12)


def test_the_bottleneck_by_hand():
    assert bottleneck((1, 0.5), (4, 1), 1) == 1 / 4
    assert bottleneck((4, 4, 4, 4), (1, 1, 1, 1), 1) == 16 / 5
    assert bottleneck((3, 1), (0, 1), 1) == 3


@given(
    fruits=st.lists(st.integers(0, 9), min_size=1, max_size=4),
    faces=st.lists(st.integers(0, 5), min_size=4, max_size=4),
    picks=st.integers(1, 4),
)
def test_the_bottleneck_is_the_largest_of_all_sets_of_trees(fruits: list, faces: list, picks: int):
    trees = range(len(fruits))
    sets = [some for k in range(1, len(fruits) + 1) for some in combinations(trees, k)]
    most = max(Fraction(sum(fruits[i] for i in some), picks + sum(faces[i] for i in some)) for some in sets)
    time = bottleneck(tuple(fruits), tuple(faces[: len(fruits)]), picks)
    assert time == pytest.approx(float(most), abs=1e-12)
    late = sum(max(0, fruit - count * time) for fruit, count in zip(fruits, faces, strict=False))
    assert late == pytest.approx(picks * time, abs=1e-9)


# --- many dice at once ---


@given(game=small_games, faces=st.tuples(*[st.integers(1, 4)] * 3))
def test_best_play_is_that_of_the_solver_in_every_position(game: Game, faces: tuple):
    game = loaded(game, faces)
    solution, die = solve(game, "optimal", exact=True), one_die(game)
    table = values(die)
    for row, fruits in enumerate(die.states.fruits.T.tolist()):
        for steps in range(1, game.raven_steps + 1):
            if any(fruits):
                assert table[row, 0, steps - 1] == pytest.approx(float(solution.value(fruits, steps)), abs=1e-12)


@given(game=small_games, faces=st.tuples(*[st.integers(0, 4)] * 3), rule=st.sampled_from(RULES))
def test_no_rule_beats_best_play_anywhere(game: Game, faces: tuple, rule):
    die = one_die(loaded(game, faces))
    assert (values(die, rule) <= values(die) + 1e-12).all()


@given(game=small_games, faces=st.tuples(*[st.integers(1, 4)] * 3), rule=st.sampled_from(RULES[:3]))
def test_looking_ahead_never_hurts(game: Game, faces: tuple, rule):
    die = one_die(loaded(game, faces))
    assert (values(die, look_ahead(rule)) >= values(die, rule) - 1e-12).all()


@given(game=small_games, rule=st.sampled_from(RULES))
def test_with_a_fair_die_every_rule_is_the_fullest_tree(game: Game, rule):
    assert at_start(game, rule) == pytest.approx(solve(game, "max").win_probability, abs=1e-12)


def test_dice_are_solved_side_by_side():
    games = [Game((3, 2), 4, 2, faces, 2, ravens) for faces, ravens in [((3, 1), 1), ((1, 2), 3), ((5, 4), 2)]]
    counts = zip(*((game.colour_faces, game.basket_faces, game.raven_faces) for game in games), strict=True)
    together = values(Dice((3, 2), 4, 2, *map(np.array, counts)), slowest)
    assert together[-2, :, -1].tolist() == [at_start(game, slowest) for game in games]


# --- rules ---


@pytest.mark.parametrize("game", [Game((4, 4, 4), 4, 2, (3, 1, 2)), Game((5, 3), 3, 1, (2, 0))])
def test_the_slowest_tree_as_one_would_write_it(game: Game):
    def most_rolls(fruits: tuple[int, ...]) -> int:
        faces = game.colour_faces
        rolls = [(fruits[i] / faces[i] if faces[i] else np.inf, fruits[i], i) for i in range(game.trees) if fruits[i]]
        return max(rolls)[2]

    rule = from_function("slowest", most_rolls)
    assert at_start(game, slowest) == pytest.approx(solve(game, rule).win_probability, abs=1e-12)
    played = simulate(game, rule, games=40_000, seed=3)
    assert abs(played.win_rate - at_start(game, slowest)) < 4.5 * played.standard_error


def test_what_the_rules_cost_on_a_die_that_likes_two_colours():
    """Orchard, two colours at 4 : 1, basket and raven a sixth each: 3.195 points and 0.011."""
    game = Game((10,) * 4, 9, 2, (16, 16, 4, 4), 10, 10)
    best, full, slow = at_start(game), at_start(game, fullest), at_start(game, slowest)
    assert best == pytest.approx(solve(game, "optimal").win_probability, abs=1e-12)
    assert [round(100 * (best - rule), 3) for rule in (full, slow)] == [3.195, 0.011]


def test_where_most_rolls_to_empty_is_wrong_and_danger_right():
    """Two green faces, one yellow, two baskets, a raven; seven apples and four pears: 4/1 > 7/2, but apple is best."""
    die = one_die(Game((7, 4), 1, 1, (2, 1), 2))
    row = slice(len(die.states) - 1, len(die.states))
    assert slowest(die)(1, row).ravel().tolist() == [1]
    assert in_danger(die)(1, row).ravel().tolist() == [0]
    assert solve(Game((7, 4), 1, 1, (2, 1), 2), "optimal", exact=True).best_picks((7, 4), 1) == ((0,),)


def test_of_colours_without_a_face_the_fullest_tree():
    """They are in the same danger, and take as many rolls to empty: for ever."""
    die = one_die(Game((1, 3, 4), 2, 1, (0, 0, 1)))
    row = slice(len(die.states) - 1, len(die.states))
    assert [set(rule(die)(1, row).ravel().tolist()) for rule in (in_danger, slowest)] == [{1}, {1}]


def test_the_worst_loss_that_was_found():
    """Eight faces against one, eight baskets, five ravens: 0.882 points at (7, 1) with three steps to go."""
    die = Dice((12, 12), 10, 1, np.array([[8, 1]]), np.array([8]), np.array([5]))
    loss = 100 * (values(die) - values(die, slowest))[:, 0]
    row, step = np.unravel_index(loss.argmax(), loss.shape)
    assert (die.states.fruits[:, row].tolist(), step + 1, round(loss.max(), 3)) == ([7, 1], 3, 0.882)
