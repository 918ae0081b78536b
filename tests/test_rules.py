"""The die and the picks, which everything else is held to; and games and positions in a word."""

from dataclasses import fields
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchard import EDITIONS, Game, State, game_of, turn
from orchard.rules import state_of
from tests.games import games, states
from tests.samples import SAMPLED


def test_the_games_that_methods_are_held_by_differ_in_each_field():
    """Or methods that all forget it would agree."""
    drawn = []

    @given(games())
    def draw(game: Game):
        drawn.append(game)

    draw()
    for tried in (drawn, [game for game, _ in SAMPLED.values()]):
        assert all(len({getattr(game, field.name) for game in tried}) > 1 for field in fields(Game))


@given(st.data())
def test_a_turn_takes_one_thing_at_most_and_names_the_faces_in_order(data: st.DataObject):
    game = data.draw(games())
    fruits, raven_steps = data.draw(states(game))
    state = State(fruits[::-1], raven_steps)  # on a tree may be more than at the start
    fruits = state.fruits
    lower = [tuple(max(0, f - (i == tree)) for i, f in enumerate(fruits)) for tree in range(game.trees)]
    faces = [
        *((n, (left, raven_steps), 0) for n, left in zip(game.colour_faces, lower, strict=True)),
        (game.basket_faces, state, min(game.basket_picks, sum(fruits))),
        (game.raven_faces, (fruits, raven_steps - 1), 0),
    ]
    assert turn(game, state) == [(Fraction(n, game.faces), after, picks) for n, after, picks in faces if n]


def test_editions_are_those_of_the_sources():
    sold = {
        "first-orchard-5": Game((4,) * 4, 5, 1),
        "first-orchard": Game((4,) * 4, 6, 1),
        "orchard": Game((10,) * 4, 9, 2),
        "orchard-10": Game((10,) * 4, 10, 2),
        "two-by-two": Game((2,) * 2, 2, 2),
    }
    assert EDITIONS.items() >= sold.items()
    assert Game() == EDITIONS["first-orchard"]


# --- in one word ---


@given(games(most_fruit=12, most_steps=12))
def test_the_word_of_a_game_says_that_game(game: Game):
    word = str(game)
    assert game_of(word) == game
    assert " " not in word


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("first orchard", "be one of first-orchard, .*, or a word such as 5,3,4:.*"),
        ("4,x", "have whole numbers, none below 0, with commas between them, as .* has, got '4,x'"),
        (
            "4,4:ravn=2",
            "have rules of these names alone, each once: raven, picks, colours, baskets, ravens, .*, got 'ravn=2'",
        ),
        ("4,4:raven=0", r"be possible, as .* is \(raven_steps must be at least 1, got 0\), got '4,4:raven=0'"),
    ],
)
def test_a_wrong_word_is_refused_by_the_part_that_is_wrong(word: str, said: str):
    with pytest.raises(ValueError, match=f"^game must {said}$") as caught:
        game_of(word)
    assert caught.value.argument == "game"


def test_a_position_is_a_word_too():
    assert state_of("orchard", "4,3,0,10:raven=2") == State((4, 3, 0, 10), 2)
    assert state_of("1,1:raven=3", "1,0") == State((1, 0), 3)
    with pytest.raises(ValueError, match=r"^position must have rules of these names alone, each once: raven, as "):
        state_of("orchard", "4,3,0,10:picks=2")
    for word in ("4,0,0,0:raven=7", "4,0,0,0:raven=1,2"):
        with pytest.raises(ValueError, match=r"^position must be one in which this game goes on \(raven_steps must "):
            state_of("first-orchard", word)
