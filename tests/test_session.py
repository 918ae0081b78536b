"""A game in play: its rolls and picks are those of the rules, and luck and cost add up to what happened."""

from dataclasses import replace

import numpy as np
import pytest
from games import games, states
from hypothesis import given
from hypothesis import strategies as st
from samples import FIRST_ORCHARD, TWO, is_fair

from orchard import Game, State, pick, solve, turn
from orchard.studies.session import Session, Step, best_value, choose, curve, luck_and_cost, options, replay, roll, undo


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    """A game to its end (but at most 60 rolls, as some have none) with any picks."""
    session = Session(draw(games()), draw(st.integers(0, 10**6)))
    while not session.is_over and session.rolls < 60:
        trees = [tree for tree, fruit in enumerate(session.state.fruits) if fruit]
        session = choose(session, draw(st.sampled_from(trees))) if session.picks else roll(session)
    return session


@given(sessions())
def test_every_step_is_one_of_the_rules(session: Session):
    state, picks = session.game.start, 0
    for step in session.steps:
        if picks:
            allowed = [(pick(state, step.tree), picks - 1)]
        else:
            allowed = [(after, left) for _, after, left in turn(session.game, state)]
        assert (step.after, step.picks) in allowed
        assert (step.face is None) == (picks > 0)
        state, picks = step.after, step.picks


@given(sessions())
def test_luck_less_cost_is_what_happened(session: Session):
    solution = solve(session.game, "optimal", exact=True)
    start, *_, now = chances = curve(solution, session)
    luck, cost = luck_and_cost(solution, session)
    assert len(chances) == len(session.steps) + 1
    assert start == solution.win_probability
    assert now == session.state.is_won or not session.is_over
    assert now - start == luck - cost


@given(sessions())
def test_a_pick_costs_what_the_best_one_is_better(session: Session):
    solution, lost = solve(session.game, "optimal", exact=True), 0
    for number, step in enumerate(session.steps):
        before = replace(session, steps=session.steps[:number])
        values = options(solution, before)
        assert set(values) == {tree for tree, fruit in enumerate(before.state.fruits) if fruit and before.picks}
        if values:
            lost += max(values.values()) - values[step.tree]
    _, cost = luck_and_cost(solution, session)
    assert cost == lost


@given(games(), st.data())
def test_a_roll_is_worth_nothing_on_average(game: Game, data: st.DataObject):
    state, solution = data.draw(states(game)), solve(game, "optimal", exact=True)
    mean = sum(p * best_value(solution, after, picks) for p, after, picks in turn(game, state))
    assert mean == best_value(solution, state)


def test_more_picks_than_fruit_pick_it_all():
    assert best_value(solve(TWO, "optimal", exact=True), State((1, 1), 1), picks=3) == 1


def test_the_first_pick_of_two_is_worth_what_the_second_can_make_of_it():
    solution = solve(TWO, "optimal", exact=True)
    even, lopsided = (solution.value(fruits, 2) for fruits in [(1, 1), (0, 2)])
    assert even > lopsided
    session = Session(TWO, 1, (Step("basket", None, TWO.start, 2),))
    assert options(solution, session) == {0: even, 1: even}
    session = choose(session, 0)
    assert options(solution, session) == {0: lopsided, 1: even}
    luck, cost = luck_and_cost(solution, choose(session, 0))
    assert (luck, cost) == (even - solution.win_probability, even - lopsided)


@given(sessions().filter(lambda session: session.is_over))
def test_the_same_seed_and_picks_are_the_same_game(session: Session):
    assert replay(session.game, session.seed, [step.tree for step in session.steps if step.face is None]) == session


def test_other_picks_are_followed_by_the_same_rolls():
    waiting = replay(FIRST_ORCHARD, 1, [])
    assert len({roll(choose(waiting, tree)).steps[-1].face for tree in range(4)}) == 1


def test_a_replay_waits_where_a_pick_is_missing():
    session, further = replay(FIRST_ORCHARD, 1, []), replay(FIRST_ORCHARD, 1, [0])
    assert further.steps[: len(session.steps) + 1] == choose(session, 0).steps
    assert [(waiting.picks, waiting.steps[-1].face) for waiting in (session, further)] == [(1, "basket")] * 2


@given(sessions())
def test_undo_takes_back_one_step(session: Session):
    before, last = undo(session), session.steps[-1]
    assert before.steps == session.steps[:-1]
    assert session == (choose(before, last.tree) if last.face is None else roll(before))


def test_undo_at_the_start_is_the_start():
    assert undo(Session(TWO, 1)) == Session(TWO, 1)


def test_the_die_shows_each_face_as_often_as_it_has_it():
    game = Game((1, 1, 1), 3, 1, colour_faces=(1, 0, 3), basket_faces=2, raven_faces=4)
    chances = {0: 0.1, 1: 0.0, 2: 0.3, "basket": 0.2, "raven": 0.4}
    shown = [roll(Session(game, seed)).steps[0].face for seed in range(4000)]
    assert is_fair([np.array([shown.count(face) for face in chances])], np.array(list(chances.values())))


def test_a_move_that_the_rules_forbid_is_refused():
    with pytest.raises(ValueError, match=r"session must be one in which the die is to be rolled, got .1 picks to make"):
        roll(replay(FIRST_ORCHARD, 1, []))
    with pytest.raises(ValueError, match=r"session must be one in which a fruit is to be picked"):
        choose(Session(FIRST_ORCHARD, 1), 0)
    with pytest.raises(ValueError, match=r"seed must be at least 0, got -1"):
        roll(Session(FIRST_ORCHARD, -1))
