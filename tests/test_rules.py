"""The die and the picks, which everything else is held to; and what is no game, no state and no argument."""

from fractions import Fraction

import numpy as np
import pytest
from games import games, rules, states
from hypothesis import given
from hypothesis import strategies as st
from literal import roll_outcomes

from orchard import EDITIONS, Game, State, pick, solve, turn
from orchard.rules import edition_name, face_name, tree_name

TWO = EDITIONS["two-by-two"]


# --- a turn ---


@given(st.data())
def test_a_turn_has_an_outcome_for_each_kind_of_face(data: st.DataObject):
    game = data.draw(games())
    state = data.draw(states(game))
    outcomes = turn(game, state)
    assert all(p > 0 for p, _, _ in outcomes)
    kinds = sum(faces > 0 for faces in game.colour_faces) + (game.basket_faces > 0) + 1
    assert len(outcomes) == kinds


@given(st.data())
def test_a_turn_takes_one_thing_at_most_and_names_the_faces_in_order(data: st.DataObject):
    game = data.draw(games())
    state = data.draw(states(game))
    *colours, (p, after, picks) = turn(game, state)
    assert (p, after, picks) == (Fraction(game.raven_faces, game.faces), (state.fruits, state.raven_steps - 1), 0)
    if game.basket_faces:
        left = min(game.basket_picks, sum(state.fruits))
        assert colours.pop() == (Fraction(game.basket_faces, game.faces), state, left)
    shown = [i for i, faces in enumerate(game.colour_faces) if faces]
    for i, (p, after, picks) in zip(shown, colours, strict=True):
        lower = tuple(max(0, f - (i == j)) for j, f in enumerate(state.fruits))
        assert (p, after, picks) == (Fraction(game.colour_faces[i], game.faces), (lower, state.raven_steps), 0)


@given(st.data())
def test_a_roll_with_its_picks_never_adds_anything(data: st.DataObject):
    game, strategy = data.draw(games()), data.draw(rules)
    state = data.draw(states(game))
    for fruits, raven_steps in roll_outcomes(game, strategy, state):
        taken = [before - after for before, after in zip(state.fruits, fruits, strict=True)]
        assert min(taken) >= 0
        assert sum(taken) + state.raven_steps - raven_steps <= max(1, game.basket_picks)


def test_die_of_first_orchard():
    state = State((4, 0, 1, 2), 3)
    sixth = Fraction(1, 6)
    assert turn(EDITIONS["first-orchard"], state) == [
        (sixth, State((3, 0, 1, 2), 3), 0),
        (sixth, state, 0),  # no pear is left: a wasted roll
        (sixth, State((4, 0, 0, 2), 3), 0),
        (sixth, State((4, 0, 1, 1), 3), 0),
        (sixth, state, 1),
        (sixth, State((4, 0, 1, 2), 2), 0),
    ]
    assert turn("first-orchard", state) == turn(EDITIONS["first-orchard"], state)


def test_house_rules_change_the_die():
    game = Game((1, 3), 2, basket_picks=3, colour_faces=(0, 3), basket_faces=2, raven_faces=2)
    assert turn(game, State((1, 1), 1)) == [
        (Fraction(3, 7), State((1, 0), 1), 0),
        (Fraction(2, 7), State((1, 1), 1), 2),  # fewer fruits than picks
        (Fraction(2, 7), State((1, 1), 0), 0),
    ]


def test_without_a_basket_on_the_die_there_is_none():
    assert [picks for _, _, picks in turn(Game((1, 1), basket_faces=0), State((1, 1), 1))] == [0, 0, 0]


def test_ends_of_a_game():
    assert (State((0, 0), 1).is_won, State((0, 0), 1).is_lost) == (True, False)
    assert (State((0, 1), 0).is_won, State((0, 1), 0).is_lost) == (False, True)


def test_editions_are_those_of_the_sources():
    counts = {name: (set(g.fruits), g.trees, g.raven_steps, g.basket_picks, g.faces) for name, g in EDITIONS.items()}
    sold = {
        "first-orchard": ({4}, 4, 5, 1, 6),
        "first-orchard-6": ({4}, 4, 6, 1, 6),
        "orchard": ({10}, 4, 9, 2, 6),
        "orchard-10": ({10}, 4, 10, 2, 6),
        "two-by-two": ({2}, 2, 2, 2, 4),
    }
    assert counts.items() >= sold.items()


def test_a_game_takes_any_sequence_of_whole_numbers():
    game = Game(np.array([2, 0]), np.int64(3), colour_faces=[1, 2])
    assert game == Game((2, 0), 3, 1, (1, 2), 1, 1)
    assert [type(number) for number in (*game.fruits, game.raven_steps)] == [int] * 3
    assert Game.uniform(3, 2, 1, 0) == Game((2, 2, 2), 1, 0, (1, 1, 1))


# --- bad input: each names the argument, what it got, and nothing is done ---

COUNTS = ["raven_steps", "basket_picks", "basket_faces", "raven_faces"]


@pytest.mark.parametrize(("name", "least"), [*zip(COUNTS, [1, 0, 0, 1], strict=True)])
def test_counts_have_a_least(name: str, least: int):
    assert getattr(Game(**{name: least}), name) == least
    with pytest.raises(ValueError, match=f"^{name} must be at least {least}, got {least - 1}$"):
        Game(**{name: least - 1})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"fruits": ()}, r"fruits must have an entry for at least one tree, at most 100, got \(\)"),
        ({"fruits": (0, 0)}, r"fruits must hold at least one fruit, got \(0, 0\)"),
        ({"fruits": (4, -1)}, r"fruits\[1\] must be at least 0, got -1"),
        ({"colour_faces": (1, 1)}, r"colour_faces must have one entry a tree \(4\), got \(1, 1\)"),
        ({"colour_faces": (1, 1, 1, -2)}, r"colour_faces\[3\] must be at least 0, got -2"),
        ({"colour_faces": ()}, r"colour_faces must have an entry for at least one tree, at most 100, got \(\)"),
    ],
)
def test_impossible_games(arguments: dict, message: str):
    with pytest.raises(ValueError, match=message):
        Game(**arguments)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"trees": 0}, ValueError, "trees must be at least 1, got 0"),
        ({"fruits": 0}, ValueError, "fruits must be at least 1, got 0"),
        ({"trees": 2.0}, TypeError, "trees must be a whole number, got 2.0"),
        ({"fruits": (4, 4)}, TypeError, "fruits must be a whole number"),
    ],
)
def test_impossible_uniform_games(arguments: dict, error: type, message: str):
    with pytest.raises(error, match=message):
        Game.uniform(**arguments)


@pytest.mark.parametrize(
    ("state", "error"),
    [
        (State((0, 0), 1), ValueError),  # won
        (State((1, 1), 0), ValueError),  # lost
        (State((1, 1), -1), ValueError),
        (State((-1, 2), 1), ValueError),
        (State((2,), 1), ValueError),
        (State((1, 1, 1), 1), ValueError),
        (State((1, 1), 1.0), TypeError),
        (((1, 1), 1), TypeError),
    ],
)
def test_turn_wants_a_state_in_which_the_game_goes_on(state, error: type):
    with pytest.raises(error, match=r"^state must be .*, got "):
        turn(TWO, state)


@pytest.mark.parametrize(
    ("tree", "error"),
    [(2, ValueError), (-1, ValueError), (0, ValueError), (1.0, TypeError)],
)
def test_pick_wants_a_tree_with_fruit(tree, error: type):
    with pytest.raises(error, match=r"^tree must be "):
        pick(State((0, 2), 1), tree)


def test_pick_takes_one_fruit():
    assert pick(State((1, 2), 1), np.int64(1)) == State((1, 1), 1)
    with pytest.raises(ValueError, match=r"^tree must be one that has fruit"):
        pick(State((-1, 2), 1), 0)
    with pytest.raises(TypeError, match=r"^state must be a State"):
        pick(None, True)


@pytest.mark.parametrize(
    ("name", "near"), [("orchad", "did you mean orchard"), ("first orchard", "did you mean first-orchard"), ("", "")]
)
def test_unknown_editions_name_the_near_ones(name: str, near: str):
    with pytest.raises(ValueError, match=f"^game must be one of .*first-orchard, .*{near}.*, got '{name}'$"):
        solve(name)


@pytest.mark.parametrize(("name", "near"), [("maxx", "max"), ("optimum", "optimal"), ("Random", "random")])
def test_unknown_strategies_name_the_near_ones(name: str, near: str):
    with pytest.raises(ValueError, match=rf"^strategy must be one of .* \(did you mean {near}\?\), got '{name}'$"):
        solve(TWO, name)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"raven_steps": 1025}, "raven_steps must be at most 1,024, got 1025"),
        ({"fruits": (1, 10**30)}, r"fruits\[1\] must be at most 1,024, got 1000000000000000000000000000000"),
        (
            {"fruits": range(10**9)},
            r"fruits must have an entry for at least one tree, at most 100, got range\(0, 1000000000\)",
        ),
        ({"basket_faces": 10**9}, "basket_faces must be at most 1,024, got 1000000000"),
        ({"colour_faces": (500,) * 4}, "colour_faces must leave the die at most 1,024 faces, got 2002"),
    ],
)
def test_no_game_is_larger_than_can_be_played(arguments: dict, said: str):
    with pytest.raises(ValueError, match=f"^{said}$"):
        Game(**arguments)
    assert Game((1024,) * 100, 1024, 10**30, (10,) * 100, 12, 12).faces == 1024


@pytest.mark.parametrize(
    ("wrong", "argument"),
    [
        ({"fruits": (1, -1)}, "fruits"),
        ({"fruits": None}, "fruits"),
        ({"colour_faces": (1,)}, "colour_faces"),
        ({"colour_faces": (500,) * 4}, "colour_faces"),
        ({"raven_steps": 0}, "raven_steps"),
        ({"basket_faces": 1.5}, "basket_faces"),
    ],
)
def test_an_error_carries_the_name_of_its_argument(wrong: dict, argument: str):
    with pytest.raises((ValueError, TypeError)) as caught:
        Game(**wrong)
    assert caught.value.argument == argument


def test_names_are_those_of_the_rule_booklet():
    assert [tree_name(i) for i in range(5)] == ["apple", "pear", "cherry", "plum", "tree 5"]
    assert [face_name(i) for i in (0, 1, 2, 3, 4, "raven")] == ["green", "yellow", "red", "blue", "colour 5", "raven"]
    assert (edition_name("orchard"), edition_name("mine")) == ("Orchard, 9 steps", "mine")
