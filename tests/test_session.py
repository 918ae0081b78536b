"""A game in play: its rolls and picks are those of the rules, and luck and cost add up to what happened."""

from fractions import Fraction

import numpy as np
import pytest
from games import games
from hypothesis import given
from hypothesis import strategies as st

from orchard import EDITIONS, Game, State, pick, solve, turn
from orchard.session import Session, Step, best_value, choose, curve, luck_and_cost, options, replay, roll, undo

FIRST, TWO = EDITIONS["first-orchard"], EDITIONS["two-by-two"]
LOADED = Game((2, 1), 2, 2, colour_faces=(1, 3))
seeds = st.integers(0, 10**6)


def played(game: Game, seed: int, data: st.DataObject) -> Session:
    """A game to its end (but at most 60 rolls, as some have none) with any picks."""
    session = Session(game, seed)
    while not session.is_over and session.rolls < 60:
        trees = [tree for tree, fruit in enumerate(session.state.fruits) if fruit]
        session = choose(session, data.draw(st.sampled_from(trees))) if session.picks else roll(session)
    return session


def from_the_last_tree(game: Game, seed: int) -> Session:
    """A game to its end in which every pick is from the last tree that has fruit."""
    session = Session(game, seed)
    while not session.is_over:
        last = max(tree for tree, fruit in enumerate(session.state.fruits) if fruit)
        session = choose(session, last) if session.picks else roll(session)
    return session


@given(games(), seeds, st.data())
def test_every_step_is_one_of_the_rules(game: Game, seed: int, data: st.DataObject):
    state, picks = game.start, 0
    for step in played(game, seed, data).steps:
        if step.face is None:
            assert (step.after, step.picks < picks) == (pick(state, step.tree), True)
            assert step.picks == min(picks - 1, sum(step.after.fruits))
        else:
            assert picks == 0
            assert (step.after, step.picks) in [(after, left) for _, after, left in turn(game, state)]
        state, picks = step.after, step.picks


@given(games(), seeds, st.data())
def test_luck_less_cost_is_what_happened(game: Game, seed: int, data: st.DataObject):
    session, solution = played(game, seed, data), solve(game, "optimal")
    luck, cost = luck_and_cost(solution, session)
    now = float(session.state.is_won) if session.is_over else best_value(solution, session.state, session.picks)
    assert now - solution.win_probability == pytest.approx(luck - cost, abs=1e-11)
    assert curve(solution, session)[0] == solution.win_probability
    assert curve(solution, session)[-1] == pytest.approx(now)
    assert len(curve(solution, session)) == len(session.steps) + 1
    assert cost >= -1e-11


@pytest.mark.parametrize("game", [TWO, LOADED, Game((3, 0, 2), 2, 2, (1, 2, 1))], ids=str)
def test_luck_less_cost_is_what_happened_exactly(game: Game):
    solution, costs = solve(game, "optimal", exact=True), set()
    for seed in range(20):
        session = from_the_last_tree(game, seed)
        luck, cost = luck_and_cost(solution, session)
        assert session.state.is_won - solution.win_probability == Fraction(luck) - cost
        costs.add(cost)
    assert min(costs) == 0
    assert len(costs) > 1, "some of these picks cost something"


@given(games(), st.data())
def test_a_roll_is_worth_nothing_on_average(game: Game, data: st.DataObject):
    fruits = tuple(data.draw(st.integers(0, most)) for most in game.fruits)
    if not any(fruits):
        return
    state, solution = State(fruits, data.draw(st.integers(1, game.raven_steps))), solve(game, "optimal")
    mean = sum(float(p) * best_value(solution, after, picks) for p, after, picks in turn(game, state))
    assert mean == pytest.approx(best_value(solution, state), abs=1e-11)


@given(games(), seeds, st.data())
def test_the_best_option_costs_nothing_and_no_other_is_better(game: Game, seed: int, data: st.DataObject):
    session, solution = Session(game, seed), solve(game, "optimal")
    for step in played(game, seed, data).steps:
        values = options(solution, session)
        assert set(values) == {tree for tree, fruit in enumerate(session.state.fruits) if fruit and session.picks}
        if values:
            assert max(values.values()) == pytest.approx(best_value(solution, session.state, session.picks), abs=1e-12)
        session = Session(game, seed, (*session.steps, step))


def test_more_picks_than_fruit_pick_it_all():
    assert best_value(solve(TWO, "optimal", exact=True), State((1, 1), 1), picks=3) == 1


def test_the_first_pick_of_two_is_worth_what_the_second_can_make_of_it():
    solution = solve(TWO, "optimal", exact=True)
    v = {fruits: solution.value(fruits, 2) for fruits in [(1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]}
    session = Session(TWO, 1, (Step("basket", None, State((2, 2), 2), 2),))
    assert options(solution, session) == dict.fromkeys((0, 1), max(v[2, 0], v[1, 1], v[0, 2]))
    session = choose(session, 0)
    assert options(solution, session) == {0: v[0, 2], 1: v[1, 1]}
    assert v[1, 1] > v[0, 2]
    assert luck_and_cost(solution, choose(session, 0)) == (v[1, 1] - solution.win_probability, v[1, 1] - v[0, 2])


@given(games(), seeds, st.data())
def test_the_same_seed_and_picks_are_the_same_game(game: Game, seed: int, data: st.DataObject):
    session = played(game, seed, data)
    if session.is_over:
        assert replay(game, seed, [step.tree for step in session.steps if step.face is None]) == session


def test_other_picks_are_followed_by_the_same_rolls():
    def faces(session: Session) -> list:
        return [step.face for step in session.steps if step.face is not None]

    one, other = (replay(FIRST, 1, [tree, *range(4)] * 3) for tree in (0, 3))
    common = min(one.rolls, other.rolls)
    assert one != other
    assert common > 10
    assert faces(one)[:common] == faces(other)[:common]


def test_a_replay_waits_where_a_pick_is_missing():
    session = replay(FIRST, 1, [])
    assert (session.picks, session.is_over) == (1, False)
    assert session.steps[-1].face == "basket"
    further = replay(FIRST, 1, [0])
    assert further.steps[: len(session.steps) + 1] == choose(session, 0).steps
    assert (further.picks, further.steps[-1].face) == (1, "basket")


@given(games(), seeds, st.data())
def test_undo_takes_back_one_step(game: Game, seed: int, data: st.DataObject):
    session = played(game, seed, data)
    before = undo(session)
    assert before.steps == session.steps[:-1]
    if session.steps[-1].face is not None:
        assert roll(before) == session
    else:
        assert choose(before, session.steps[-1].tree) == session
    assert undo(Session(game, seed)) == Session(game, seed)


def test_the_die_shows_each_face_as_often_as_it_has_it():
    game = Game((1, 1, 1), 3, 1, colour_faces=(1, 0, 3), basket_faces=2, raven_faces=4)
    shown = [roll(Session(game, seed)).steps[0].face for seed in range(4000)]
    chances = {0: 0.1, 1: 0.0, 2: 0.3, "basket": 0.2, "raven": 0.4}
    for face, p in chances.items():  # 4 standard errors: false alarm for one seed in 16,000
        assert abs(shown.count(face) / 4000 - p) <= 4 * np.sqrt(p * (1 - p) / 4000)


def test_a_move_that_the_rules_forbid_is_refused():
    waiting = replay(FIRST, 1, [])
    over = replay(TWO, 0, [0, 0, 1, 1])
    assert over.is_over
    with pytest.raises(ValueError, match=r"session must be one in which the die is to be rolled, got .1 picks to make"):
        roll(waiting)
    with pytest.raises(ValueError, match=r"state must be one"):
        roll(over)
    with pytest.raises(ValueError, match=r"session must be one in which a fruit is to be picked"):
        choose(Session(FIRST, 1), 0)
    with pytest.raises(ValueError, match=r"tree must be one that has fruit"):
        choose(waiting, 4)
    with pytest.raises(ValueError, match=r"seed must be at least 0, got -1"):
        roll(Session(FIRST, -1))
