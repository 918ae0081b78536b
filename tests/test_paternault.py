"""The three proofs that Paternault left to the reader, in `proofs/paternault.md`: what they say, and where it ends."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
from games import BEST, IGNORE, LOOKING, RULES, games, one_or_mixed
from hypothesis import assume, given
from hypothesis import strategies as st
from literal import roll_outcomes, values

from orchard import Game, State, solve
from orchard.pages.studies.printed import published_matrix

ALIKE = one_or_mixed(st.sampled_from([rule for rule in [*RULES, *LOOKING] if rule.symmetric] + [IGNORE, *BEST]))


def equal_colours(game: Game) -> Game:
    return replace(game, colour_faces=game.colour_faces[:1] * game.trees)


@given(games(), ALIKE, st.data())
def test_trees_may_be_exchanged(game, rule, data):
    """Read literally, which sorts no trees."""
    game = equal_colours(game)
    fruits = data.draw(st.permutations(game.fruits))
    assert values(replace(game, fruits=fruits), rule) == values(game, rule)


def test_not_beside_a_favourite_colour():
    favourite = solve(Game((2, 2), raven_steps=1), "first", exact=True)
    assert favourite.value((2, 1), 1) == Fraction(13, 36)
    assert favourite.value((1, 2), 1) == Fraction(25, 72)


@given(games(), ALIKE)
def test_empty_trees_may_be_left_out(game, rule):
    game = equal_colours(game)
    assume(0 in game.fruits)
    bearing = [fruit for fruit in game.fruits if fruit]
    without = replace(game, fruits=bearing, colour_faces=game.colour_faces[: len(bearing)])
    assert values(without, rule) == values(game, rule)


def test_not_beside_players_who_take_turns():
    players = ("max", "ignore")
    assert values(Game((1,), raven_steps=1), players)[0] == Fraction(2, 3)
    assert values(Game((1, 0), raven_steps=1), players)[0] == Fraction(9, 14)


def test_the_fifth_power_is_the_thousandth_and_the_fourth_is_not():
    matrix = published_matrix().map(Fraction).to_numpy()
    fourth, fifth, last = (np.linalg.matrix_power(matrix, n) for n in (4, 5, 1000))
    assert (fifth == last).all()
    assert not fifth[:, :-2].any()
    assert (fourth != fifth).any()


@given(games(most_fruit=2), one_or_mixed(st.sampled_from(RULES)))
def test_a_game_takes_no_more_changes_than_it_has_fruit_and_raven_rolls_but_one(game, rule):
    going_on, start = {game.start}, sum(game.fruits) + game.raven_steps
    for _ in range(start - 1):
        ends = {end for state in going_on for end in changes(game, rule, state)}
        going_on = {end for end in ends if not end.is_won and not end.is_lost}
    assert not going_on


def changes(game: Game, rule, state: State) -> set[State]:
    return set(roll_outcomes(game, rule, state)) - {state}
