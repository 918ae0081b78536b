"""The bound that no way of picking can beat, against another road to the same number."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings

from orchard import Game, solve
from orchard.pages.studies.dice import bank_bound
from tests.games import games


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


@given(games())
@settings(max_examples=8)
def test_the_bank_bound_is_what_a_saver_wins(game):
    assert bank_bound(game) == pytest.approx(float(saver_wins(game)), abs=1e-12)
    assert bank_bound(game) >= solve(game, "optimal").win_probability - 1e-12
