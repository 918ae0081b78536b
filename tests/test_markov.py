"""The absorbing chain: the printed matrix, textbook laws, and how long games take."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchard import Game, absorbing_chain
from orchard.pages.studies.forward import propagate
from orchard.pages.studies.printed import published_matrix
from tests.games import games, players, rules, without_best
from tests.samples import literal_end

NAMES = ["22|2", "22|1", "21|2", "21|1", "2|2", "11|2", "2|1", "11|1", "1|2", "1|1", "lost", "won"]


# --- Paternault's chain ---


@pytest.fixture(scope="module")
def toy():
    return absorbing_chain("two-by-two", "max", exact=True, wasted_rolls=False)


def test_the_printed_matrix_entry_by_entry(toy):
    """The source's text has K for victory and L for defeat, but its K is where the raven leads."""
    matrix = published_matrix()
    assert list(matrix.columns) == list(matrix.index) == list("ABCDEFGHIJKL")
    place = [toy.names.index(name) for name in NAMES]
    assert (toy.P[np.ix_(place, place)] == matrix.map(Fraction).to_numpy()).all()


# --- solved by hand ---


def test_one_tree_one_fruit_by_hand():
    """Three faces: fruit, basket, raven. It ends at the first roll, or, with two raven steps, perhaps at the second."""
    chain = absorbing_chain(Game((1,), 2), exact=True)
    third = Fraction(1, 3)
    assert chain.names == ["1|2", "1|1", "lost", "won"]
    assert chain.P.tolist() == [[0, third, 0, 2 * third], [0, 0, third, 2 * third], [0, 0, 1, 0], [0, 0, 0, 1]]
    assert chain.fundamental_matrix().tolist() == [[1, third], [0, 1]]
    assert chain.expected_rolls().tolist() == [4 * third, 1]
    assert chain.variance_of_rolls().tolist() == [2 * third * third, 0]
    assert chain.roll_distribution(3).tolist() == [[0, 0, third**2, 0], [0, 2 * third, 2 * third**2, 0]]


# --- laws, for all games ---


@given(games(most_fruit=2, most_steps=2), rules, st.booleans())
def test_textbook_laws(game, strategy, wasted_rolls):
    """In fractions; and floats are near these."""
    floats, chain = (absorbing_chain(game, strategy, exact, wasted_rolls) for exact in (False, True))
    n, N, Q, B = len(chain.R), chain.fundamental_matrix(), chain.Q, chain.absorption_probabilities()
    assert (chain.P.sum(axis=1) == 1).all()
    assert wasted_rolls or not Q.diagonal().any()
    assert (N @ (np.eye(n, dtype=int) - Q) == np.eye(n, dtype=int)).all()
    assert (N @ chain.R == B).all()
    assert (N.sum(axis=1) == chain.expected_rolls()).all()
    assert (N[chain.start] == chain.expected_visits()).all()
    for name in ("absorption_probabilities", "expected_rolls", "variance_of_rolls", "expected_visits"):
        found, exact = getattr(floats, name)(), getattr(chain, name)().astype(float)
        np.testing.assert_allclose(found, exact, rtol=1e-12, atol=1e-12)


@given(games(most_fruit=2), rules)
def test_forward_propagation_and_the_chain_of_changes_agree(game, strategy):
    """The paper's method knows how many changes of state a game takes, and keeps its trees unsorted."""
    changes = absorbing_chain(game, strategy, wasted_rolls=False)
    going_on = propagate(game, strategy).going_on
    ended = changes.roll_distribution(len(going_on) - 1).sum(axis=0)
    np.testing.assert_allclose(1 - ended.cumsum(), going_on, atol=1e-14)


@given(games(), players)
def test_lengths_are_those_of_the_rules_read_literally(game, strategy):
    strategy = without_best(game, strategy)
    expected, _ = literal_end(game, strategy)
    found = absorbing_chain(game, strategy).roll_distribution(expected.shape[1] - 1)
    assert found == pytest.approx(expected, abs=1e-12)
