"""The length identity: on average a game takes faces / ravens rolls for each step that the raven makes."""

from fractions import Fraction
from itertools import product

import pytest

from orchard import EDITIONS, Game, absorbing_chain, from_function, solve
from orchard.endings import raven_steps_made

GAMES = [
    Game((3, 1, 2), raven_steps=3, basket_picks=2, colour_faces=(1, 2, 0), basket_faces=1, raven_faces=2),
    Game((2, 2), raven_steps=2, basket_picks=1, basket_faces=3),
    EDITIONS["two-by-two"],
]
BLIND = ["max", "min", "random", "fruit", "first", "slowest", "ignore"]  # none of these looks at the raven


def second_form(game: Game, strategy: str, exact: bool) -> Fraction | float:
    solution = solve(game, strategy, exact=exact)
    defeats = sum(1 - solution.value(game.fruits, steps) for steps in range(1, game.raven_steps + 1))
    return Fraction(game.faces, game.raven_faces) * defeats


@pytest.mark.parametrize(("game", "strategy"), [*product(GAMES, BLIND)])
def test_both_forms_in_fractions(game: Game, strategy: str):
    chain = absorbing_chain(game, strategy, exact=True)
    rolls = chain.expected_rolls()[0]
    assert (
        rolls == Fraction(game.faces, game.raven_faces) * raven_steps_made(chain) == second_form(game, strategy, True)
    )


@pytest.mark.parametrize(("edition", "strategy"), [*product(EDITIONS, [*BLIND, "optimal", "worst"])])
def test_both_forms_on_every_edition(edition: str, strategy: str):
    game, chain = EDITIONS[edition], absorbing_chain(edition, solve(edition, strategy).strategy)
    rolls = chain.expected_rolls()[0]
    assert abs(rolls - game.faces * raven_steps_made(chain)) < 1e-12
    assert abs(rolls - second_form(game, strategy, False)) < 1e-12


def test_the_second_form_fails_for_who_looks_at_the_raven():
    """Best play with two red faces, one blue, two red fruits and one blue; another wins less and is faster."""
    game = Game((2, 1), 3, 1, colour_faces=(2, 1))
    best = absorbing_chain(game, solve(game, "optimal").strategy)
    other = absorbing_chain(game, from_function("fuller, then blue", lambda fruits: 0 if fruits[0] > fruits[1] else 1))
    assert f"{best.expected_rolls()[0]:.6f}" == f"{5 * raven_steps_made(best):.6f}" == "4.354442"
    assert f"{second_form(game, 'optimal', False):.6f}" == "4.350137"
    assert f"{other.expected_rolls()[0]:.5f}" == "4.35164"
    assert f"{best.absorption_probabilities()[0, 1]:.6f}" == "0.911889"
    assert other.absorption_probabilities()[0, 1] < best.absorption_probabilities()[0, 1]


@pytest.mark.parametrize("edition", ["first-orchard", "first-orchard-6"])
def test_winning_more_often_can_take_longer(edition: str):
    """Fullest tree while some tree holds four fruits, then the emptiest, beats the reverse and lasts longer."""

    def careful(early: bool):
        def choose(fruits):
            fullest, emptiest = max(fruits), min(fruit for fruit in fruits if fruit)
            return fruits.index(fullest if (fullest == 4) == early else emptiest)

        return from_function("careful", choose, symmetric=True)

    game, early, late = EDITIONS[edition], careful(early=True), careful(early=False)
    assert solve(game, early, exact=True).win_probability > solve(game, late, exact=True).win_probability
    assert second_form(game, early, exact=True) > second_form(game, late, exact=True)
