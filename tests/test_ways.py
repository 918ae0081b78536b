"""The list of ways against the rules; and that each judge alone notices a fault in any line of it, or of the solver.

Markov chain, played and counted games read `orchard.ways`, the solver has its own equation. Here their lines are
broken, one at a time. The rules read literally, forward propagation and Algorithm 1, which roll dice of their own,
each say another number than what is broken.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from pathlib import Path

import literal
import numpy as np
import pytest
from games import games, players, without_best
from hypothesis import given
from hypothesis import strategies as st

from orchard import Game, Rule, State, absorbing_chain, markov, mixture, play, propagate, solve, solver, ways
from orchard.simulator import counted, played
from orchard.ways import ways_of

# --- the list ---


@given(games(), players, st.data())
def test_the_ways_of_a_row_are_a_roll_of_the_rules(game, strategy, data):
    strategy = without_best(game, strategy)
    turns = strategy if isinstance(strategy, tuple) else (strategy,)
    found = ways_of(game, turns, Fraction)
    live = found.live_states()
    rows = {place: row for row, place in enumerate(product(live, range(len(turns))))}
    state, player = data.draw(st.sampled_from(list(rows)))
    expected = defaultdict(Fraction)
    for after, p in literal.roll_outcomes(game, turns[player], state).items():
        fruits = tuple(sorted(after.fruits)) if found.states.lumped else after.fruits
        following = rows.get((State(fruits, after.raven_steps), (player + 1) % len(turns)))
        expected[len(rows) + int(after.is_won) if after.is_won or after.is_lost else following] += p
    of_row = found.origin == rows[state, player]
    given_ways = defaultdict(Fraction)
    for target, chance in zip(found.target[of_row].tolist(), found.chance[of_row], strict=True):
        given_ways[target] += chance
    assert given_ways == expected


@given(games(), players)
def test_the_start_comes_first_and_no_roll_leads_back(game, strategy):
    strategy = without_best(game, strategy)
    found = ways_of(game, strategy if isinstance(strategy, tuple) else (strategy,))
    assert found.live_states()[0].fruits == (tuple(sorted(game.fruits)) if found.states.lumped else game.fruits)
    assert (found.target // found.players >= found.origin // found.players).all()
    assert (np.diff(found.origin) >= 0).all()


# --- faults ---


def _by_picks(game, fruits, raven_steps, picks_left):
    """The first pick from the last tree, the second one too where that leaves it an even number of fruits."""
    even = (fruits[..., -1] % 2 == 0) | (np.asarray(picks_left) > 1)
    last = (fruits[..., -1] > 0) & (even | (fruits[..., 0] == 0))
    return np.stack([~last & (fruits[..., 0] > 0), last], axis=-1).astype(int)


GAME = Game((3, 4), 3, 2, (5, 1), 2, 2)
BY_PICKS = Rule("by picks", "looks at fruit and picks", _by_picks)
RATHER_LAST = Rule("rather last", "rather from the last tree", lambda game, fruits, *_: fruits * np.array([1, 20]))
MIXED = mixture({RATHER_LAST: Fraction(4, 5), "ignore": Fraction(1, 5)})
# What is broken: a piece of the code, and what stands there instead.
OF_THE_LIST = {
    "faces of a colour": ("raven, kind(faces)", "raven, kind(3 * faces if tree else faces)"),
    "target of a colour": ("here, states.after[tree, stock]", "here, states.after[0, stock]"),
    "faces of the basket": ("kind(p * game.basket_faces)", "kind(5 * p * game.basket_faces)"),
    "number of picks": ("reversed(range(game.picks))", "reversed(range(1))"),
    "order of picks": ("for picks_after in reversed(range", "for picks_after in (range"),
    "chances of a pick": ("chances = as_prob", "weights[..., 0] *= 30; chances = as_prob"),
    "target of a pick": ("states.after[tree, stock[way]]", "states.after[1 - tree, stock[way]]"),
    "a basket left alone": ("yield here, stock, raven, ", "yield here, states.after[1, stock], raven, "),
    "faces of the raven": ("kind(game.raven_faces)", "kind(2 * game.raven_faces)"),
    "step of the raven": ("stock, raven - 1,", "stock, raven,"),
    "which end is which": ("[rows, rows + 1]", "[rows + 1, rows]"),
}
OF_THE_SOLVER = {
    "c": ("[:, None] * (states.fruits > 0)", "[:, None] * (states.fruits > 0) / 3"),
    "V_q(f - e_i, r)": ("V[p + 1, below].take(picked", "V[p + 1, below].take(picked[::-1]"),
    "B": ("number(times * share * game.basket_faces)", "number(times * share * game.basket_faces) / 5"),
    "W": ("number(times * game.raven_faces)", "number(2 * times * game.raven_faces)"),
    "D": ("(F - W - c.sum(axis=0))", "(F - c.sum(axis=0))"),
    "V_q(f, r - 1)": ("die.W * before[1:]", "die.W * now[1:]"),
    "V = 1": ("V[:, 0, 1:] = one", "V[:, 0, 2:] = one"),
    "b": ("T[p][part][-1].T", "T[p][part][0].T"),
    "w of each pick": ("zip(self.weights[:, :, layer]", "zip(self.weights[::-1, :, layer]"),
    "T_k(f - e_i, r)": ("T_k.take(picked", "T_k.take(picked[::-1]"),
}
FAULTS = [(ways, *fault) for fault in OF_THE_LIST.items()] + [(solver, *fault) for fault in OF_THE_SOLVER.items()]
LOOKING_AT_PICKS = {"order of picks", "w of each pick"}


class Fault:
    """A method whose code has a fault, and the strategy that it is tried with."""

    def __init__(self, module, name: str, replaced: tuple[str, str]):
        code = Path(module.__file__).read_text()
        assert code.count(replaced[0]) == 1
        self.broken = {"__name__": "broken"}
        exec(compile(code.replace(*replaced), "broken", "exec"), self.broken)  # noqa: S102  our own code, broken here
        self.is_of_the_list = module is ways
        self.strategy = BY_PICKS if name in LOOKING_AT_PICKS else MIXED

    def won(self) -> float:
        """The probability of winning that it gives."""
        if not self.is_of_the_list:
            return self.broken["solve"](GAME, self.strategy).win_probability
        return absorbing_chain(GAME, self.strategy).absorption_probabilities()[0, 1]


@pytest.fixture(params=FAULTS, ids=lambda fault: f"{fault[0].__name__}: {fault[1]}")
def fault(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Fault:
    made = Fault(*request.param)
    if made.is_of_the_list:
        for reader in (markov, counted, played):
            monkeypatch.setattr(reader, "ways_of", made.broken["ways_of"])
    return made


def test_the_rules_read_literally_notice_it_alone(fault: Fault):
    assert abs(fault.won() - float(literally(fault.strategy))) > 1e-3


def test_forward_propagation_notices_it_alone(fault: Fault):
    assert abs(fault.won() - propagate(GAME, fault.strategy).win_probability) > 1e-3


def test_algorithm_1_notices_it_alone(fault: Fault):
    wins, games = algorithm_1(fault.strategy)
    p = min(1, max(0, fault.won()))
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
    rng, games = np.random.default_rng(1), 3_000
    return sum(play(GAME, strategy, rng).won for _ in range(games)), games
