"""Every method against the rules read literally, on random games, strategies of every kind, and players in turn.

Games that are played and counted are in test_simulator.
"""

import numpy as np
import pytest
from hypothesis import example, given, settings

from orchard import STRATEGIES, Game, State, absorbing_chain, solve
from orchard.pages.studies.forward import propagate
from tests.games import BY_WHIM, games, players, rules
from tests.literal import values
from tests.samples import HOUSE, literal_end


@pytest.mark.parametrize("name", STRATEGIES)
def test_named_strategies_are_what_is_said_anew(name):
    assert solve(HOUSE, name, exact=True).win_probability == values(HOUSE, name)[0]


@given(games(), players)
@example(Game((1, 2), 2, 2), (BY_WHIM,))  # declines the second pick, where it takes the first
@example(Game((2,), 2, 2), (BY_WHIM,))  # declines the first, where it would take a second
@settings(max_examples=50)
def test_fractions_are_those_of_the_rules_read_literally(game, strategy):
    solution = solve(game, strategy, exact=True)
    found = tuple(solution.value(*game.start, player=p) for p in range(len(strategy)))
    assert found == values(game, strategy)


@given(games(), players)
def test_floats_are_the_fractions_from_every_state(game, strategy):
    floats, fractions = solve(game, strategy), solve(game, strategy, exact=True)
    for p in range(len(strategy)):
        assert floats.values[p] == pytest.approx(fractions.values[p].astype(float), abs=1e-14)


@given(games(most_fruit=2), players.filter(lambda several: len(several) < 3))
@example(Game((2, 1), 2), (STRATEGIES["ignore"], STRATEGIES["max"]))  # who pass the die on at the start, too
def test_the_chain_in_fractions_is_won_as_often_from_every_state(game, strategy):
    solution = solve(game, strategy, exact=True)
    chain = absorbing_chain(game, solution.strategy, exact=True)
    assert chain.absorption_probabilities()[chain.start][1] == values(game, strategy)[0]
    for live, (lost, won) in zip(chain.states[:-2], chain.absorption_probabilities(), strict=True):
        state, player = (live, 0) if isinstance(live, State) else live
        assert won == solution.value(*state, player=player)
        assert lost + won == 1


# --- forward propagation, which knows one player only ---


@given(games(), rules)
@example(Game((2,), 1, 2), BY_WHIM)  # of which one fruit is left
@example(Game((2, 2), 2, 3), BY_WHIM)  # which leaves baskets alone after one pick, and after two
def test_games_end_where_the_rules_read_literally_say(game, strategy):
    final = propagate(game, strategy).final
    found = {State(tuple(fruits), r): p for (r, *fruits), p in np.ndenumerate(final) if p}
    assert found == pytest.approx(literal_end(game, strategy)[1], abs=1e-12)
