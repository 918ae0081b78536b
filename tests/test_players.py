"""Players who take turns, each with a strategy of their own."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchard import (
    EDITIONS,
    STRATEGIES,
    Game,
    State,
    absorbing_chain,
    favourite,
    from_function,
    mixture,
    pick,
    simulate,
    solve,
    turn,
)
from orchard.strategies import basket_outcomes, is_lumpable, taking_turns, used_parts

FIRST = EDITIONS["first-orchard"]
SEATINGS = [
    ("max", "max", "random"),
    ("random", "max"),
    ("ignore", "max"),
    ("ignore", "ignore"),
    ("first", "fruit", "min"),
    (favourite(2), "max"),
    ("optimal", "random"),
    ("max", "worst", "ignore"),
    (mixture({"max": Fraction(1, 3), "ignore": Fraction(2, 3)}), "min"),
]
TINY = [Game((2, 1), 2), Game((2, 2), 2, 2), Game((2, 0, 1), 2, 1, (2, 1, 0)), Game((1, 3), 1, 3, basket_faces=2)]


def named(players: tuple) -> str:
    return "-".join(getattr(player, "name", player) for player in players)


def by_linear_equations(game: Game, players: tuple) -> float:
    """The probability to win, from one system of equations in all states (labelled trees, player to roll) at once."""
    turns = taking_turns(players).turns
    places, queue = {(game.start, 0): 0}, [(game.start, 0)]
    rows = []
    for state, player in queue:
        following, row = (player + 1) % len(turns), {}
        for p, after in _after_roll(game, turns[player], state):
            if after.is_won or after.is_lost:
                row[after.is_won] = row.get(after.is_won, 0) + p
                continue
            if (after, following) not in places:
                places[after, following] = len(queue)
                queue.append((after, following))
            place = places[after, following]
            row[f"to {place}"] = row.get(f"to {place}", 0) + p
        rows.append(row)
    P = np.array([[float(row.get(f"to {j}", 0)) for j in range(len(rows))] for row in rows])
    return np.linalg.solve(np.eye(len(rows)) - P, [float(row.get(True, 0)) for row in rows])[0]


def _after_roll(game: Game, strategy, state: State):
    """(probability, state) after one roll of one player."""
    for p, after, picks in turn(game, state):
        parts = used_parts(game, strategy) if picks else ()
        yield p * (1 - sum(q for q, _ in parts)), after
        for q, part in parts:
            for fruits, w in basket_outcomes(part, after.fruits, picks, False).items():
                yield p * q * w, State(fruits, after.raven_steps)


@pytest.mark.parametrize("players", [s for s in SEATINGS if not {"optimal", "worst"} & set(s)], ids=named)
@pytest.mark.parametrize("game", TINY, ids=str)
def test_values_solve_the_whole_chain(game: Game, players: tuple):
    if favourite(2) in players and game.trees < 3:
        players = (favourite(0), "max")
    expected = pytest.approx(by_linear_equations(game, players), rel=1e-12)
    assert solve(game, players=players).win_probability == expected
    assert float(solve(game, players=players, exact=True).win_probability) == expected


@pytest.mark.parametrize("players", SEATINGS, ids=named)
def test_exact_and_float_values_agree_in_every_state(players: tuple):
    game = Game((1, 2, 2), 3, 2)
    floats, fractions = solve(game, players=players), solve(game, players=players, exact=True)
    for player, solution in enumerate(fractions.turns):
        for state, value in solution.values.items():
            assert floats.value(*state, player) == pytest.approx(float(value), abs=1e-13)


@pytest.mark.parametrize("players", SEATINGS, ids=named)
@pytest.mark.parametrize("game", [Game((1, 2, 2), 2), Game((1, 2, 2), 2, 2, (2, 1, 1))], ids=["plain", "loaded"])
def test_the_markov_chain_takes_turns(game: Game, players: tuple):
    """In floats and fractions, from every state and player; and so do the lengths of simulated games."""
    solution = solve(game, players=players, exact=True)
    chain, exact = (absorbing_chain(game, players=players, exact=kind) for kind in (False, True))
    values = [solution.value(*state, player) for state, player in exact.states[:-2]]
    assert exact.absorption_probabilities()[:, 1].tolist() == values
    assert chain.absorption_probabilities()[:, 1] == pytest.approx(list(map(float, values)), abs=1e-12)
    assert chain.expected_rolls() == pytest.approx(exact.expected_rolls().astype(float), rel=1e-12)
    rolls = chain.expected_visits().sum()
    assert rolls == pytest.approx(chain.expected_rolls()[0], rel=1e-12)
    played = simulate(game, players=players, games=40_000, seed=9).rolls.sum(axis=0)
    spread = chain.variance_of_rolls()[0] ** 0.5
    assert abs(played @ np.arange(len(played)) / 40_000 - rolls) < 4 * spread / 200


def test_states_of_players_have_names_of_their_own():
    chain = absorbing_chain(Game((1, 1), 1), players=("max", "min"), exact=True)
    assert chain.names[:3] == ["11|1 player 0", "11|1 player 1", "1|1 player 0"]
    assert len(set(chain.names)) == len(chain.states)
    with pytest.raises(ValueError, match="dead_rolls must be True where players take turns"):
        absorbing_chain(FIRST, players=("max", "min"), dead_rolls=False)


def test_two_players_with_one_fruit_by_hand():
    """One tree empty, one fruit, one step: A uses the basket, B does not.

    A's roll wins with 2/4, loses with 1/4, is dead with 1/4; B's wins with 1/4, loses with 1/4, is dead with 2/4.
    Hence A = 1/2 + B/4 and B = 1/4 + A/2: A = 9/14, B = 4/7.
    """
    solution = solve(Game((1, 0), 1), players=("max", "ignore"), exact=True)
    assert [solution.value((1, 0), 1, player) for player in (0, 1)] == [Fraction(9, 14), Fraction(4, 7)]


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_players_of_one_mind_are_one_player(name: str, number: int):
    for game in (FIRST, Game((3, 2, 2), 3, 2, (2, 1, 1), 2)):
        assert solve(game, players=(name,) * number).win_probability == pytest.approx(
            solve(game, name).win_probability, abs=1e-13
        )


@given(
    fruits=st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any),
    steps=st.integers(1, 3),
    picks=st.integers(0, 2),
    players=st.lists(st.sampled_from(["max", "min", "random", "fruit", "first", "ignore"]), min_size=1, max_size=3),
)
@settings(max_examples=25, deadline=None)
def test_laws_of_taking_turns(fruits, steps, picks, players):
    """Each equation V_p = a_p + d_p V_{p+1} holds for every roll of the die, read from the rules; more so, V falls
    between what the best and what the worst of all players would reach."""
    game = Game(tuple(fruits), steps, picks)
    solution = solve(game, players=players, exact=True)
    for p, player in enumerate(taking_turns(players).turns):
        following = (p + 1) % len(players)
        rolls = _after_roll(game, player, game.start)
        mean = sum(q * (1 if s.is_won else solution.value(*s, following)) for q, s in rolls)
        assert solution.value(*game.start, p) == mean
    assert solution.win_probability <= solve(game, "optimal", exact=True).win_probability


def test_lumped_and_labelled_trees_agree():
    plain = from_function("labelled fullest", lambda fruits: max(range(len(fruits)), key=fruits.__getitem__))
    labelled, lumped = solve(FIRST, players=(plain, "random")), solve(FIRST, players=("max", "random"))
    assert not is_lumpable(FIRST, labelled.strategy)
    assert is_lumpable(FIRST, lumped.strategy)
    assert labelled.win_probability == pytest.approx(lumped.win_probability, abs=1e-13)


def test_taking_turns_is_not_quite_the_mixture():
    """Source 002 calls them equivalent; they differ in the fourth digit."""
    seatings = [solve(FIRST, players=p).win_probability for p in _rotations(("max", "max", "random"))]
    mixed = solve(FIRST, mixture({"max": Fraction(2, 3), "random": Fraction(1, 3)})).win_probability
    assert seatings == pytest.approx([0.621187764, 0.621327995, 0.621188214], abs=1e-9)
    assert mixed == pytest.approx(0.621063394, abs=1e-9)


def _rotations(players: tuple) -> list[tuple]:
    return [players[-i:] + players[:-i] for i in range(len(players))]


@pytest.mark.parametrize("players", SEATINGS, ids=named)
@pytest.mark.parametrize("game", [Game((3, 2, 3), 4), Game((2, 3, 2), 3, 2, (2, 1, 1))], ids=["plain", "loaded"])
def test_simulation_within_four_standard_errors(game: Game, players: tuple):
    simulation = simulate(game, players=players, games=40_000, seed=4)
    exact = solve(game, players=players).win_probability
    assert abs(simulation.win_rate - exact) < 4 * simulation.standard_error


def test_simulation_by_steps_takes_turns_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("orchard.batches.LARGEST", 0)
    simulation = simulate(FIRST, players=("ignore", "max"), games=40_000, seed=5)
    assert abs(simulation.win_rate - solve(FIRST, players=("ignore", "max")).win_probability) < 4 * (
        simulation.standard_error
    )


def test_who_begins_matters_in_the_simulation():
    """One fruit, one step: the first roll decides often, so that the two seatings differ by 1/14."""
    game, rates = Game((1, 0), 1), []
    for players in (("max", "ignore"), ("ignore", "max")):
        rates.append(simulate(game, players=players, games=40_000, seed=6).win_rate)
    assert rates == pytest.approx([9 / 14, 4 / 7], abs=4 * 0.5 / 200)


def test_a_player_who_may_choose_does_at_least_as_well_as_any_other():
    values = [solve(FIRST, players=(name, "random")).win_probability for name in ("optimal", "max", "random", "min")]
    assert values[0] == pytest.approx(values[1], abs=1e-14)  # the theorem, with a partner who knows nothing of it
    assert all(better > worse for better, worse in pairwise(values[1:]))


def test_best_picks_of_a_player_look_at_the_next_ones_turn():
    solution = solve(Game((2, 1), 1, 1, (3, 1)), players=("optimal", "ignore"), exact=True)
    best = solution.best_picks((2, 1), 1)
    values = [solution.value(pick(State((2, 1), 1), tree).fruits, 1, player=1) for tree in (0, 1)]
    assert best == ((values.index(max(values)),),)


@pytest.mark.parametrize(
    ("players", "error", "message"),
    [
        ((), ValueError, "players must be at least one"),
        ("max", TypeError, "players must be a sequence of strategies, got 'max'"),
        (3, TypeError, "players must be a sequence"),
        (("max", "maxx"), ValueError, "did you mean max"),
        (("max", 3), TypeError, "strategy must be one of"),
        ((taking_turns(("max",)),), ValueError, "players must be at least one, each with a strategy of their own"),
    ],
)
@pytest.mark.parametrize("function", [solve, simulate])
def test_impossible_players(function, players, error, message: str):
    with pytest.raises(error, match=message):
        function(FIRST, players=players)


def test_a_player_must_be_at_the_table():
    solution = solve(FIRST, players=("max", "min"))
    with pytest.raises(ValueError, match="player must be one of the 2, from 0, got 2"):
        solution.value((1, 1, 1, 1), 1, player=2)
    with pytest.raises(ValueError, match="beside"):
        solve(FIRST, "min", players=("max", "min"))
