"""Every method against the rules read literally, on random games, strategies of every kind, and players in turn."""

from collections import defaultdict
from fractions import Fraction

import pytest
from games import games, players, rules, states
from hypothesis import given
from hypothesis import strategies as st
from literal import roll_outcomes, values

from orchard import absorbing_chain, propagate, solve
from orchard.states import all_states
from orchard.strategies import is_lumpable
from orchard.transitions import state_roll, tabulate


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


@given(games(), players)
def test_the_strategy_found_best_reaches_what_was_found(game, strategy):
    solution = solve(game, strategy, exact=True)
    again = solve(game, solution.strategy, exact=True)
    assert again.win_probability == solution.win_probability


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
def test_the_chain_in_fractions_is_won_as_often(game, strategy):
    solution = solve(game, strategy, exact=True)
    chain = absorbing_chain(game, solution.strategy, exact=True)
    lost, won = chain.absorption_probabilities()[chain.start]
    assert won == solution.win_probability
    assert lost + won == 1


@given(games(), rules)
def test_the_chain_in_floats_is_the_one_in_fractions(game, strategy):
    floats = absorbing_chain(game, strategy)
    fractions = absorbing_chain(game, strategy, exact=True)
    assert floats.states == fractions.states
    assert floats.P.toarray() == pytest.approx(fractions.P.astype(float), abs=1e-15)


@given(games(most_fruit=2), rules)
def test_forward_propagation_meets_backward_induction(game, strategy):
    assert propagate(game, strategy, exact=True).win_probability == solve(game, strategy, exact=True).win_probability
