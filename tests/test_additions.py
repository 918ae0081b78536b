"""An edition and a strategy that nobody planned for, added at run time: everything takes them as it takes the others.

The edition has three trees that bear different numbers of fruit, the strategy looks at the raven. They are added as the
recipes of RECIPES.md say, an entry each, without a colour or a name for people.
"""

from fractions import Fraction

import pytest
from literal import values

from orchard import (
    EDITIONS,
    STRATEGIES,
    Game,
    absorbing_chain,
    from_function,
    propagate,
    simulate,
    solve,
)
from orchard.cli import main

EDITION, STRATEGY = ADDED = "lopsided", "timid"


def timid_pick(fruits: tuple[int, ...], raven_steps: int) -> int:
    """The fullest tree while the raven is far away; when it is near, whatever comes first."""
    if raven_steps > 1:
        return fruits.index(max(fruits))
    return next(tree for tree, fruit in enumerate(fruits) if fruit)


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two entries."""
    monkeypatch.setitem(EDITIONS, EDITION, Game((2, 2, 1), raven_steps=3, basket_picks=2))
    monkeypatch.setitem(STRATEGIES, STRATEGY, from_function(STRATEGY, timid_pick, sees_raven=True))


@pytest.fixture
def truth(added) -> Fraction:
    """The probability of winning, by the rules read literally."""
    return values(*ADDED)[0]


# --- the methods ---


def test_methods_in_fractions(truth: Fraction):
    chain = absorbing_chain(*ADDED, exact=True)
    assert solve(*ADDED, exact=True).win_probability == truth
    assert propagate(*ADDED, exact=True).win_probability == truth
    assert chain.absorption_probabilities()[chain.start, 1] == truth
    assert '"221|3" -> "221|2"' in chain.to_dot()


@pytest.mark.parametrize("method", ["played", "counted"])
def test_both_simulators(truth: Fraction, method: str):
    found = simulate(*ADDED, 100_000, seed=1, method=method)
    assert found.win_rate == pytest.approx(float(truth), abs=4 * found.standard_error)


# --- the command line ---


@pytest.mark.parametrize("question", ["simulate --games 1000 --seed 1", "odds", "advise 2,2,1"])
def test_the_command_line(question: str, capsys: pytest.CaptureFixture):
    assert main([*question.split(), EDITION, "--strategy", STRATEGY]) == 0
    said = capsys.readouterr().out
    assert said.startswith("lopsided. We pick a function of the fruit and the raven's steps.")
