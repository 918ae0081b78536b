"""Loaded dice: bounds against other roads to the same number, rules against the solver and against values by hand."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchard import Game, solve
from orchard.pages.studies.dice import Dice, bank_bound, fullest, slowest, values

RULES = [fullest, slowest]


@st.composite
def loaded(draw: st.DrawFn, least: int = 0) -> Game:
    """A game of two or three trees, with `least` faces a colour at least."""
    fruits = draw(st.lists(st.integers(0, 3), min_size=2, max_size=3).filter(any))
    faces = st.lists(st.integers(least, 4), min_size=len(fruits), max_size=len(fruits))
    steps, picks, baskets, ravens = (draw(st.integers(*ends)) for ends in ((1, 3), (1, 3), (0, 2), (1, 2)))
    return Game(fruits, steps, picks, draw(faces), baskets, ravens)


def dice(*games: Game) -> Dice:
    """The dice of games that are alike otherwise."""
    counts = zip(*((game.colour_faces, game.basket_faces, game.raven_faces) for game in games), strict=True)
    return Dice(games[0].fruits, games[0].raven_steps, games[0].basket_picks, *map(np.array, counts))


def at_start(game: Game, rule=None) -> float:
    return values(dice(game), rule)[-2, 0, -1]


def saver_wins(game: Game) -> Fraction:
    """The probability of winning if all picks are saved until they suffice, face by face and in fractions."""

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


@given(loaded(), st.integers(0, 3))
@settings(max_examples=8)
def test_the_bank_bound_is_what_a_saver_wins(game, picks):
    game = replace(game, basket_picks=picks)
    assert bank_bound(game) == pytest.approx(float(saver_wins(game)), abs=1e-12)
    assert bank_bound(game) >= solve(game, "optimal").win_probability - 1e-12


# --- many dice at once ---


@pytest.mark.parametrize(("rule", "strategy"), [(None, "optimal"), (slowest, "slowest")])
@given(game=loaded())
def test_play_is_that_of_the_solver_in_every_position(rule, strategy, game):
    solution = solve(game, strategy)
    expected = solution.table()[solution.states.index(dice(game).states.fruits.T)]
    assert values(dice(game), rule)[:-1, 0] == pytest.approx(expected, abs=1e-12)


@given(loaded(), st.sampled_from(RULES))
def test_with_a_fair_die_every_rule_is_the_fullest_tree(game, rule):
    fair = replace(game, colour_faces=None)
    assert at_start(fair, rule) == pytest.approx(solve(fair, "max").win_probability, abs=1e-12)


# --- rules ---


def picked(game: Game, rule) -> list[int]:
    """The trees that a rule picks from at the start, with one pick left, by the raven's steps."""
    die = dice(game)
    start = len(die.states) - 1
    return rule(die)(1, slice(start, start + 1))[0, 0].tolist()


@pytest.mark.parametrize(
    ("game", "rule", "tree"),
    [
        (Game((7, 4), 1, 1, (2, 1), 2), slowest, 1),  # 7/2 < 4/1
        (Game((1, 3, 4), 1, 1, (0, 0, 1)), slowest, 1),  # colours without a face take for ever
        (Game((2, 2, 1), 1, 1, (2, 1, 1)), fullest, 1),  # of equals the rarest colour
    ],
)
def test_what_a_rule_picks(game, rule, tree):
    assert picked(game, rule) == [tree]
