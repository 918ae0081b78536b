"""One list of moves: whoever reads it shares its faults, and each judge alone notices every one of them.

Solver, Markov chain, lengths, counted and played games read `orchard.transitions.moves`. Here its lines are broken, one
at a time. All readers then say the same wrong thing; the rules read literally, forward propagation and Algorithm 1,
which roll dice of their own, each say another.
"""

from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path

import literal
import numpy as np
import pytest

from orchard import (
    Game,
    Rule,
    absorbing_chain,
    length_distribution,
    lengths,
    markov,
    mixture,
    play,
    propagate,
    simulate,
    solve,
    solver,
    transitions,
)
from orchard.simulator import counted, played, table


def _by_picks(game, fruits, raven_steps, picks_left):
    """The first pick from the last tree, the second one too where that leaves it an even number of fruits."""
    even = (fruits[..., -1] % 2 == 0) | (np.asarray(picks_left) > 1)
    last = (fruits[..., -1] > 0) & (even | (fruits[..., 0] == 0))
    return np.stack([~last & (fruits[..., 0] > 0), last], axis=-1).astype(int)


GAME = Game((3, 4), 3, 2, (5, 1), 2, 2)
BY_PICKS = Rule("by picks", "looks at fruit and picks", _by_picks)
RATHER_LAST = Rule("rather last", "rather from the last tree", lambda game, fruits, *_: fruits * np.array([1, 20]))
MIXED = mixture({RATHER_LAST: Fraction(4, 5), "ignore": Fraction(1, 5)})
CODE = Path(transitions.__file__).read_text()
# What is broken: a piece of the code, and what stands there instead.
FAULTS = {
    "faces of a colour": ("Fraction(faces)", "Fraction(3 * faces if tree else faces)"),
    "target of a colour": ("_sure(states.after[tree])", "_sure(states.after[0])"),
    "a bare tree's wasted roll": (
        "_sure(states.after[tree])",
        "_sure(np.where(states.fruits[tree] > 0, states.after[tree], states.after[tree - 1]))",
    ),
    "faces of the basket": ("game.basket_faces * p", "5 * game.basket_faces * p"),
    "number of picks": ("_picks(game, how, states)) for", "_picks(game, how, states)[:1]) for"),
    "order of picks": ("tuple(takes[::-1])", "tuple(takes)"),
    "chances of a pick": ("each.transpose(1, 2, 0)", "each.transpose(1, 2, 0) * np.array([[30], [1]])"),
    "target of a pick": (
        "return Take(states.after,",
        "return Take(np.where(states.fruits[::-1] > 0, states.after[::-1], states.after),",
    ),
    "a basket left alone": ("game.basket_faces * idle), ()", "game.basket_faces * idle), (_sure(states.after[1]),)"),
    "faces of the raven": ("Fraction(game.raven_faces)", "Fraction(2 * game.raven_faces)"),
    "step of the raven": ("raven=1)", "raven=0)"),
}
STRATEGY = dict.fromkeys(FAULTS, MIXED) | {"order of picks": BY_PICKS}
READERS = {
    "solver": lambda strategy: solve(GAME, strategy).win_probability,
    "chain": lambda strategy: absorbing_chain(GAME, strategy).absorption_probabilities()[0, 1],
    "lengths": lambda strategy: length_distribution(GAME, strategy, rest=1e-12)[1].sum(),
    "counted": lambda strategy: simulate(GAME, strategy, 10**12, seed=1, method="counted").win_rate,
    "played": lambda strategy: simulate(GAME, strategy, 10**6, seed=1).win_rate,
}
PRECISION = {"counted": 5e-6, "played": 3e-3}


@pytest.fixture(params=FAULTS)
def fault(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a fault, which for the time of a test the list has."""
    right, wrong = FAULTS[request.param]
    assert CODE.count(right) == 1
    broken = {"__name__": "broken"}
    exec(compile(CODE.replace(right, wrong), "broken", "exec"), broken)  # noqa: S102  our own code, broken here
    for reader in (solver, markov, lengths, counted, table, played):
        monkeypatch.setattr(reader, "moves", broken["moves"])
    lengths._lengths.cache_clear()
    yield request.param
    lengths._lengths.cache_clear()


def test_all_readers_say_the_same_wrong_thing(fault: str):
    found = {name: read(STRATEGY[fault]) for name, read in READERS.items()}
    assert found == {name: pytest.approx(found["solver"], abs=PRECISION.get(name, 1e-11)) for name in READERS}


def test_the_rules_read_literally_notice_it_alone(fault: str):
    assert abs(solve(GAME, STRATEGY[fault]).win_probability - float(literally(STRATEGY[fault]))) > 1e-3


def test_forward_propagation_notices_it_alone(fault: str):
    forward = propagate(GAME, STRATEGY[fault]).win_probability
    assert abs(solve(GAME, STRATEGY[fault]).win_probability - forward) > 1e-3


def test_algorithm_1_notices_it_alone(fault: str):
    wins, games = algorithm_1(STRATEGY[fault])
    p = solve(GAME, STRATEGY[fault]).win_probability
    assert abs(wins - games * p) > 4 * sqrt(games * p * (1 - p))


@pytest.mark.parametrize("strategy", [MIXED, BY_PICKS], ids=["mixed", "by picks"])
def test_without_a_fault_nobody_notices_anything(strategy):
    p = solve(GAME, strategy).win_probability
    wins, games = algorithm_1(strategy)
    assert p == pytest.approx(float(literally(strategy)), abs=1e-12)
    assert p == pytest.approx(propagate(GAME, strategy).win_probability, abs=1e-12)
    assert abs(wins - games * p) < 4 * sqrt(games * p * (1 - p))


@cache
def literally(strategy) -> Fraction:
    """The probability of winning by the rules read literally."""
    return literal.values(GAME, strategy)[0]


@cache
def algorithm_1(strategy) -> tuple[int, int]:
    """The wins of so many games played by Algorithm 1."""
    rng, games = np.random.default_rng(1), 10_000
    return sum(play(GAME, strategy, rng).won for _ in range(games)), games
