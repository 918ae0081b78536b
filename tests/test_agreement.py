"""Every method against the rules read literally, on random games, strategies of every kind, and players in turn."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given

from orchard import Game, State, absorbing_chain, mixture, propagate, simulate, solve
from tests.games import BEST, games, players
from tests.literal import values
from tests.samples import FIRST_ORCHARD, SAMPLED, TWO

# --- the matrix: methods by games and strategies of every kind ---


def by_chain(game: Game, strategy, exact: bool) -> float | Fraction:
    chain = absorbing_chain(game, strategy, exact)
    return chain.absorption_probabilities()[chain.start, 1]


METHODS = {
    "solver": lambda game, strategy, exact: solve(game, strategy, exact).win_probability,
    "chain": by_chain,
    "forward": lambda game, strategy, exact: propagate(game, strategy, exact).win_probability,
}


def knows(method: str, name: str, exact: bool) -> bool:
    """Whether a method has an answer, and soon."""
    game, strategy = SAMPLED[name]
    if method == "forward" and (isinstance(strategy, tuple) or game == FIRST_ORCHARD):
        return False  # it knows one player only, and keeps all trees apart
    return not exact or method == "solver" or game != FIRST_ORCHARD


@cache
def truth(name: str) -> Fraction:
    """The probability of winning, by the rules read literally."""
    return values(*SAMPLED[name])[0]


@pytest.mark.parametrize(
    ("method", "name", "exact"), [case for case in product(METHODS, SAMPLED, [True, False]) if knows(*case)]
)
def test_methods_give_what_the_rules_read_literally_say(method, name, exact):
    found = METHODS[method](*SAMPLED[name], exact)
    assert found == (truth(name) if exact else pytest.approx(float(truth(name)), abs=1e-13))


@pytest.mark.parametrize("method", ["played", "counted"])
@pytest.mark.parametrize("name", SAMPLED)
def test_samples_are_what_the_rules_read_literally_say(name, method):
    found = simulate(*SAMPLED[name], 100_000, seed=1, method=method)
    assert found.win_rate == pytest.approx(float(truth(name)), abs=4 * found.standard_error)


# --- random games ---


@given(games(), players)
def test_fractions_are_those_of_the_rules_read_literally(game, strategy):
    solution = solve(game, strategy, exact=True)
    found = tuple(solution.value(*game.start, player=p) for p in range(len(strategy)))
    assert found == values(game, strategy)


@given(games(), players)
def test_floats_are_the_fractions_from_every_state(game, strategy):
    floats, fractions = solve(game, strategy), solve(game, strategy, exact=True)
    for p in range(len(strategy)):
        assert floats.table(p) == pytest.approx(fractions.table(p).astype(float), abs=1e-14)


@given(games(most_fruit=2), players.filter(lambda several: len(several) < 3))
def test_the_chain_in_fractions_is_won_as_often_from_every_state(game, strategy):
    solution = solve(game, strategy, exact=True)
    chain = absorbing_chain(game, solution.strategy, exact=True)
    for live, (lost, won) in zip(chain.states[:-2], chain.absorption_probabilities(), strict=True):
        state, player = (live, 0) if isinstance(live, State) else live
        assert won == solution.table(player)[solution.states.index(state.fruits), state.raven_steps - 1]
        assert lost + won == 1


# --- what the solver decides must be solved first ---


@pytest.mark.parametrize("strategy", [*BEST, mixture({"max": Fraction(1, 2), "optimal": Fraction(1, 2)})])
@pytest.mark.parametrize("method", [absorbing_chain, propagate])
def test_what_looks_ahead_is_refused(method, strategy):
    message = r'^strategy must be one that does not look ahead, such as solve\(game, "(optimal|worst)"\).strategy, got '
    for game in (TWO, replace(TWO, basket_picks=0)):
        with pytest.raises(ValueError, match=message):
            method(game, strategy)
