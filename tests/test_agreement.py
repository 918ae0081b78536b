"""Every method against the rules read literally, on random games, strategies of every kind, and players in turn."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from games import BEST, games, players, rules, states
from hypothesis import given
from hypothesis import strategies as st
from literal import roll_outcomes, values
from samples import FIRST_ORCHARD, SAMPLED, TWO

from orchard import Game, State, absorbing_chain, length_distribution, mixture, propagate, simulate, solve, to_prism
from orchard.states import all_states
from orchard.strategies import is_lumpable
from orchard.transitions import state_roll, tabulate

# --- the matrix: methods by games and strategies of every kind ---


def by_chain(game: Game, strategy, exact: bool = False):
    chain = absorbing_chain(game, strategy, exact=exact)
    return chain.absorption_probabilities()[chain.start, 1]


IN_FRACTIONS = {
    "solver": lambda game, strategy: solve(game, strategy, exact=True).win_probability,
    "chain": lambda game, strategy: by_chain(game, strategy, exact=True),
    "forward": lambda game, strategy: propagate(game, strategy, exact=True).win_probability,
}
IN_FLOATS = {
    "solver": lambda game, strategy: solve(game, strategy).win_probability,
    "chain": by_chain,
    "forward": lambda game, strategy: propagate(game, strategy).win_probability,
    "lengths": lambda game, strategy: length_distribution(game, strategy, rest=1e-14)[1].sum(),
}
TURNS = {name for name, (_, strategy) in SAMPLED.items() if isinstance(strategy, tuple)}
SLOW = {name for name, (game, _) in SAMPLED.items() if game == FIRST_ORCHARD}
LEFT_OUT = {"forward": TURNS}  # a method that knows one player only
TOO_SLOW = {"chain": SLOW, "forward": SLOW}  # in fractions


def cases(methods, *left_out: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Each method with each of the games that it is there for."""
    without = {method: set().union(*(each.get(method, set()) for each in left_out)) for method in methods}
    return [(method, name) for method in methods for name in SAMPLED if name not in without[method]]


@cache
def truth(name: str) -> Fraction:
    """The probability of winning, by the rules read literally."""
    return values(*SAMPLED[name])[0]


@pytest.mark.parametrize(("method", "name"), cases(IN_FRACTIONS, LEFT_OUT, TOO_SLOW))
def test_fractions_are_what_the_rules_read_literally_say(method: str, name: str):
    assert IN_FRACTIONS[method](*SAMPLED[name]) == truth(name)


@pytest.mark.parametrize(("method", "name"), cases(IN_FLOATS, LEFT_OUT))
def test_floats_are_what_the_rules_read_literally_say(method: str, name: str):
    assert IN_FLOATS[method](*SAMPLED[name]) == pytest.approx(float(truth(name)), abs=1e-13)


@pytest.mark.parametrize(("method", "name"), cases(["played", "cohort"]))
def test_samples_are_what_the_rules_read_literally_say(method: str, name: str):
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


@given(st.data())
def test_one_roll_as_arrays_is_one_roll_of_the_rules(data):
    game, strategy = data.draw(games()), data.draw(rules)
    table = all_states(game.fruits, game.colour_faces, is_lumpable(game, [strategy]))
    arrows = state_roll(game, tabulate(game, strategy, table), table, Fraction)
    state = data.draw(states(game))
    place = state.raven_steps * len(table) + int(table.index(state.fruits))
    found = {
        divmod(int(target), len(table)): weight
        for origin, target, weight in zip(*arrows, strict=True)
        if origin == place
    }
    expected = defaultdict(Fraction)
    for (fruits, raven_steps), p in roll_outcomes(game, strategy, state).items():
        expected[raven_steps, int(table.index(fruits))] += p
    assert found == dict(expected)


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
@pytest.mark.parametrize("method", [absorbing_chain, propagate, length_distribution, to_prism])
def test_what_looks_ahead_is_refused(method, strategy):
    message = r'^strategy must be one that does not look ahead, such as solve\(game, "(optimal|worst)"\).strategy, got '
    for game in (TWO, replace(TWO, basket_picks=0)):
        with pytest.raises(ValueError, match=message):
            method(game, strategy)
