"""The absorbing chain: textbook laws, the printed matrix, and agreement with the other methods."""

import re
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest
from games import games, rules
from hypothesis import given
from hypothesis import strategies as st

from orchard import (
    EDITIONS,
    Game,
    Rule,
    absorbing_chain,
    propagate,
    solve,
)
from orchard.printed import published, published_matrix

NAMES = ["22|2", "22|1", "21|2", "21|1", "2|2", "11|2", "2|1", "11|1", "1|2", "1|1", "lost", "won"]
LETTERS = dict(zip("ABCDEFGHIJKL", NAMES, strict=True))
PRINTED = published()


# --- Paternault's chain ---


@pytest.fixture(scope="module")
def toy():
    return absorbing_chain("two-by-two", "max", exact=True, wasted_rolls=False)


def test_the_printed_matrix_entry_by_entry(toy):
    matrix = published_matrix()
    place = [toy.names.index(LETTERS[letter]) for letter in matrix.index]
    assert list(matrix.columns) == list(matrix.index) == list(LETTERS)
    assert (toy.P[np.ix_(place, place)] == matrix.map(Fraction).to_numpy()).all()


@pytest.mark.parametrize("row", PRINTED.query("id.str.startswith('paternault') and fruits != '10-10-10-10'").index)
def test_the_printed_results_to_all_digits(toy, row):
    fruits, steps, printed = PRINTED.loc[row, ["fruits", "raven_steps", "printed"]]
    state = toy.names.index(f"{fruits.replace('-', '')}|{steps}")
    lost, won = toy.absorption_probabilities()[state]
    assert (f"{float(won):.12f}", lost + won) == (printed, 1)


def test_k_is_defeat_and_l_is_victory(toy):
    """The source's text has it the other way round, but its K is where the raven leads."""
    assert toy.P[toy.names.index("22|1"), toy.names.index("lost")] == Fraction(published_matrix().loc["B", "K"])
    assert toy.absorption_probabilities()[0, 1] == Fraction(2341, 3456) > Fraction(1, 2)


def test_the_quick_way_meets_the_clean_one(toy):
    far = absorbing_chain("two-by-two", wasted_rolls=False).state_distribution(1000)
    assert far[-2:] == pytest.approx(toy.absorption_probabilities()[0].astype(float), abs=1e-15)
    assert not far[:-2].any()


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


def test_wasted_rolls_are_rolls():
    """One fruit, a tree that is empty from the start: every fourth roll does nothing, until it is over."""
    game = Game((0, 1), 1)
    chain, changes = (absorbing_chain(game, exact=True, wasted_rolls=dead) for dead in (True, False))
    assert chain.P.tolist()[0] == [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
    assert changes.P.tolist()[0] == [0, Fraction(1, 3), Fraction(2, 3)]
    assert (chain.expected_rolls()[0], changes.expected_rolls()[0]) == (Fraction(4, 3), 1)


# --- laws, for all games ---


@given(games(most_fruit=2), rules, st.booleans())
def test_float_and_exact_chains_agree(game, strategy, wasted_rolls):
    one = absorbing_chain(game, strategy, wasted_rolls=wasted_rolls)
    other = absorbing_chain(game, strategy, exact=True, wasted_rolls=wasted_rolls)
    assert one.states == other.states
    np.testing.assert_allclose(one.P.toarray(), other.P.astype(float), rtol=1e-14, atol=1e-16)
    assert (one.P.toarray() != 0).tolist() == (other.P != 0).tolist()
    for name in ("absorption_probabilities", "expected_rolls", "variance_of_rolls", "expected_visits"):
        np.testing.assert_allclose(getattr(one, name)(), getattr(other, name)().astype(float), rtol=1e-12, atol=1e-12)


@given(games(most_fruit=2), rules, st.booleans())
def test_textbook_laws(game, strategy, wasted_rolls):
    chain = absorbing_chain(game, strategy, exact=True, wasted_rolls=wasted_rolls)
    n, N, Q = len(chain.R), chain.fundamental_matrix(), chain.Q
    assert (chain.P.sum(axis=1) == 1).all()
    assert not np.tril(Q, -1).any()
    assert wasted_rolls or not Q.diagonal().any()
    assert (N @ (np.eye(n, dtype=int) - Q) == np.eye(n, dtype=int)).all()
    assert (chain.absorption_probabilities() == N @ chain.R).all()
    assert (chain.absorption_probabilities().sum(axis=1) == 1).all()
    assert (N.sum(axis=1) == chain.expected_rolls()).all()
    assert (N[chain.start] == chain.expected_visits()).all()


@given(games(most_fruit=2), rules, st.integers(0, 6))
def test_distributions_are_powers_of_the_matrix(game, strategy, rolls):
    chain = absorbing_chain(game, strategy)
    at = chain.state_distribution(rolls)
    np.testing.assert_allclose(at, np.linalg.matrix_power(chain.P.toarray(), rolls)[0], atol=1e-15)
    np.testing.assert_allclose(chain.roll_distribution(rolls).sum(axis=1), at[-2:], atol=1e-15)


@given(games(most_fruit=2), rules)
def test_moments_are_those_of_the_distribution(game, strategy):
    chain = absorbing_chain(game, strategy)
    mean, variance = chain.expected_rolls()[0], chain.variance_of_rolls()[0]
    lengths = chain.roll_distribution(int(mean + 60 * max(1, variance) ** 0.5)).sum(axis=0)
    k = np.arange(len(lengths))
    assert (lengths.sum(), k @ lengths) == pytest.approx((1, mean), rel=1e-9)
    assert k**2 @ lengths - mean**2 == pytest.approx(variance, rel=1e-6, abs=1e-9)


@given(games(most_fruit=2), rules)
def test_forward_propagation_and_the_chain_of_changes_agree(game, strategy):
    """The paper's method knows how many changes of state a game takes, and keeps its trees unsorted."""
    changes = absorbing_chain(game, strategy, wasted_rolls=False)
    going_on = propagate(game, strategy).going_on
    ended = changes.roll_distribution(len(going_on) - 1).sum(axis=0)
    np.testing.assert_allclose(1 - ended.cumsum(), [float(p) for p in going_on], atol=1e-14)


@given(games(most_fruit=2).filter(lambda game: all(game.colour_faces)), rules)
def test_the_longest_game_in_changes_of_state(game, strategy):
    """Each takes a fruit or a raven step, of which one at least is left over: r + F - 1, and as many there can be."""
    longest = game.raven_steps + sum(game.fruits) - 1
    ended = absorbing_chain(game, strategy, wasted_rolls=False).roll_distribution(longest + 3).sum(axis=0)
    assert np.flatnonzero(ended)[-1] == longest


# --- the editions ---


def test_recommend_games_printed_figures():
    """All right, and not by chance: nine ravens lose, only twenty baskets win in twenty rolls."""
    chain = absorbing_chain("orchard", "max")
    rolls = chain.roll_distribution(20)
    printed = PRINTED[PRINTED.index.str.startswith("recommend")].set_index("quantity").printed
    lost, won = np.flatnonzero(rolls[0])[0], np.flatnonzero(rolls[1])[0]
    assert (lost, str(won)) == (9, printed["shortest_win_rolls"])
    assert (rolls[0, 9], 1e-7) == pytest.approx((6**-9, float(printed["p_loss_in_9_rolls"])), rel=0.01)
    assert int(printed["one_over_p_win_in_20_rolls"]) == 6**20 == pytest.approx(1 / rolls[1, 20], rel=1e-13)
    assert f"{chain.expected_rolls()[0]:.0f}" == printed["mean_rolls"]
    assert f"{chain.variance_of_rolls()[0] ** 0.5:.1f}" == printed["sd_rolls"]


@lru_cache
def ways_to_win(fruits):
    """In how many ways rolls that each pick one fruit can empty the trees, the basket taking from the fullest."""
    if not any(fruits):
        return 1
    chosen = [i for i, f in enumerate(fruits) if f] + [fruits.index(max(fruits))]
    return sum(ways_to_win(tuple(sorted((*fruits[:i], fruits[i] - 1, *fruits[i + 1 :])))) for i in chosen)


@pytest.mark.parametrize("edition", ["first-orchard", "first-orchard-6"])
def test_shortest_wins_of_first_orchard_counted(edition):
    wins = absorbing_chain(edition, "max").roll_distribution(16)[1]
    assert np.flatnonzero(wins).tolist() == [16]
    assert ways_to_win((4, 4, 4, 4)) == pytest.approx(wins[16] * 6**16, rel=1e-12)


@pytest.mark.parametrize("edition", ["first-orchard", "two-by-two"])
def test_final_states_are_those_of_forward_propagation(edition):
    """Where the raven stands when we win, and how much hangs when we lose: visits times the last roll."""
    chain, final = absorbing_chain(edition), propagate(edition).final
    last = chain.expected_visits()[:, None] * chain.R
    steps, left = np.array([(s.raven_steps, sum(s.fruits)) for s in chain.states[:-2]]).T
    won = final[(slice(None), *(0,) * EDITIONS[edition].trees)]
    hanging = np.indices(final[0].shape).sum(axis=0).ravel()
    np.testing.assert_allclose(np.bincount(steps, last[:, 1]), won, atol=1e-15)
    np.testing.assert_allclose(np.bincount(left, last[:, 0]), np.bincount(hanging, final[0].ravel()), atol=1e-15)


def test_a_strategy_that_returns_its_argument_does_no_harm():
    """What `weights` gets are the states themselves, which is kept for later."""
    before = absorbing_chain("two-by-two").P.toarray()
    absorbing_chain("two-by-two", Rule("itself", "", lambda game, fruits, raven_steps, picks_left: fruits))
    assert (absorbing_chain("two-by-two").P.toarray() == before).all()
    assert absorbing_chain("two-by-two").names[-3] == "1|1"


# --- players in turn ---


def test_players_in_turn_have_states_of_their_own():
    chain = absorbing_chain(Game((1, 1), 1), ("max", "min"), exact=True)
    assert chain.names[:3] == ["11|1 player 0", "11|1 player 1", "1|1 player 0"]
    assert len(set(chain.names)) == len(chain.states)
    with pytest.raises(ValueError, match="wasted_rolls must be True where players take turns"):
        absorbing_chain("first-orchard", ("max", "min"), wasted_rolls=False)


# --- names ---


def test_dot_names_every_state_and_every_transition(toy):
    dot = toy.to_dot()
    arrows = re.findall(r'^  "(.+)" -> "(.+)" \[label="(\S+)"\];$', dot, flags=re.M)
    P = {(i, j): Fraction(p) for i, j, p in arrows}
    expected = {
        (toy.names[i], toy.names[j]): toy.P[i, j] for i, j in zip(*toy.P.nonzero(), strict=True) if i < len(toy.R)
    }
    assert expected == P
    assert (dot.startswith("digraph"), dot.count("{"), dot.count("}")) == (True, 1, 1)
    assert '"22|2" -> "21|2" [label="0.5"]' in absorbing_chain("two-by-two").to_dot()


def test_names_tell_states_apart():
    """Ten fruits on one tree are no tree of one and an empty one; trees that are no equals keep their places."""
    assert absorbing_chain(Game((1, 10), 2)).names[0] == "10,1|2"
    assert absorbing_chain(Game((2, 1), 2, colour_faces=(2, 1))).names[:3] == ["21|2", "11|2", "20|2"]
    for game in (Game((11, 1), 1), Game((2, 0, 2), 2, colour_faces=(1, 1, 2)), EDITIONS["orchard"]):
        names = absorbing_chain(game).names
        assert len(set(names)) == len(names)


# --- bad input ---


def test_too_large_for_the_form_asked():
    with pytest.raises(ValueError, match=r"exact must be False for a chain of more than 500 live states, got 9000"):
        absorbing_chain("orchard", exact=True)
    with pytest.raises(ValueError, match="500 live states, got 501"):
        absorbing_chain(Game((501,), 1), exact=True)
    assert len(absorbing_chain(Game((500,), 1), exact=True).R) == 500
    with pytest.raises(ValueError, match=r"fundamental_matrix .* 3,000 live states, got 9000"):
        absorbing_chain("orchard").fundamental_matrix()
    with pytest.raises(ValueError, match=r"fruits must be a smaller game: [0-9,]+ states"):
        absorbing_chain(Game.uniform(30, 30))


def test_a_chain_just_small_enough_has_its_fundamental_matrix(monkeypatch: pytest.MonkeyPatch):
    chain = absorbing_chain("two-by-two")
    monkeypatch.setattr("orchard.markov.WHOLE", len(chain.R))
    assert np.allclose(chain.fundamental_matrix()[0], chain.expected_visits(), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["optimal", "worst"])
def test_a_strategy_that_looks_ahead_must_be_solved_first(name):
    with pytest.raises(ValueError, match=rf'^strategy must be .*solve\(game, "{name}"\).strategy, got '):
        absorbing_chain("two-by-two", name)
    assert absorbing_chain("two-by-two", solve("two-by-two", name).strategy).R.shape == (10, 2)
