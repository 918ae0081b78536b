"""The rules of the game, once: the specification that every other module is held to.

A game is `t` trees with their fruit, a raven some steps away from the orchard, and a die. Each face of the die
shows a tree's colour, the basket or the raven:

* colour: pick one fruit of that tree; if it is empty nothing happens (a *dead roll*, but a roll all the same);
* basket: pick `basket_picks` fruits, one after the other, from trees of one's choice, as long as any is left;
* raven: it comes one step nearer.

The players win as soon as no fruit is left, and lose as soon as the raven has no step left.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import index
from typing import NamedTuple, Self

from orchard import arguments
from orchard.arguments import NO_SEQUENCES, look_up, shown, whole_number, whole_numbers

LARGEST = 1024  # the most fruit on a tree, steps of the raven, faces of a die: no game takes over a million rolls
TREES = ("apple", "pear", "cherry", "plum")
COLOURS = ("green", "yellow", "red", "blue")


class State(NamedTuple):
    """A position: the fruit on each tree, and the steps that the raven still has to go."""

    fruits: tuple[int, ...]
    raven_steps: int

    @property
    def is_won(self) -> bool:
        return not any(self.fruits)

    @property
    def is_lost(self) -> bool:
        return self.raven_steps == 0


@dataclass(frozen=True)
class Game:
    """A game's start and its die.

    `fruits` holds the fruit on each tree (an empty tree is allowed), `raven_steps` the raven's way to the orchard,
    `basket_picks` the fruits a basket roll allows. The die has `colour_faces[i]` faces in the colour of tree `i`
    (one each by default), `basket_faces` baskets and `raven_faces` ravens, all equally likely. There are at most 100
    trees; fruit on a tree, raven steps and faces are at most LARGEST.

    Raises TypeError for an argument of the wrong type, ValueError for an impossible game.
    """

    fruits: tuple[int, ...] = (4, 4, 4, 4)
    raven_steps: int = 5
    basket_picks: int = 1
    colour_faces: tuple[int, ...] | None = None
    basket_faces: int = 1
    raven_faces: int = 1

    def __post_init__(self):
        fruits = whole_numbers("fruits", self.fruits, LARGEST)
        if not any(fruits):
            raise ValueError(f"fruits must hold at least one fruit, got {fruits}")
        faces = (1,) * len(fruits)
        if self.colour_faces is not None:
            faces = whole_numbers("colour_faces", self.colour_faces, LARGEST)
        if len(faces) != len(fruits):
            raise ValueError(f"colour_faces must have one entry a tree ({len(fruits)}), got {faces}")
        object.__setattr__(self, "fruits", fruits)
        object.__setattr__(self, "colour_faces", faces)
        # Without a raven on the die nothing could be lost, and a game without colours might never end.
        minima = {"raven_steps": 1, "basket_picks": 0, "basket_faces": 0, "raven_faces": 1}
        for name, least in minima.items():
            most = None if name == "basket_picks" else LARGEST
            object.__setattr__(self, name, whole_number(name, getattr(self, name), least, most))
        whole_number("colour_faces and all other faces", self.faces, 1, LARGEST)

    @classmethod
    def uniform(cls, trees: int = 4, fruits: int = 4, raven_steps: int = 5, basket_picks: int = 1) -> Self:
        """`trees` trees with `fruits` fruits each, and a die with one face a colour, one basket and one raven."""
        each = whole_number("fruits", fruits, 1)
        return cls((each,) * whole_number("trees", trees, 1, arguments.TREES), raven_steps, basket_picks)

    @property
    def trees(self) -> int:
        return len(self.fruits)

    @property
    def picks(self) -> int:
        """How many picks a basket can be used for: `basket_picks`, but never more than there is fruit."""
        return min(self.basket_picks, sum(self.fruits))

    @property
    def faces(self) -> int:
        """The number of faces of the die."""
        return sum(self.colour_faces) + self.basket_faces + self.raven_faces

    @property
    def start(self) -> State:
        return State(self.fruits, self.raven_steps)


EDITIONS = {
    "first-orchard": Game.uniform(trees=4, fruits=4, raven_steps=5, basket_picks=1),
    "first-orchard-6": Game.uniform(trees=4, fruits=4, raven_steps=6, basket_picks=1),
    "orchard": Game.uniform(trees=4, fruits=10, raven_steps=9, basket_picks=2),
    "orchard-10": Game.uniform(trees=4, fruits=10, raven_steps=10, basket_picks=2),
    "two-by-two": Game.uniform(trees=2, fruits=2, raven_steps=2, basket_picks=2),
}


def turn(game: Game | str, state: State) -> list[tuple[Fraction, State, int]]:
    """What one roll of the die can do: a list of (probability, next state, picks still to choose).

    One entry for each kind of face that the die has: the colours in the order of the trees, the basket, the raven.
    Only the basket leaves picks to choose; make them one by one with `pick`. ValueError if the game is over, or if
    `state` is none of this game's.
    """
    game = checked_game(game)
    fruits, raven_steps = state = _whole(state)
    if len(fruits) != game.trees or not any(fruits) or min(fruits) < 0 or raven_steps < 1:
        raise ValueError(f"state must be one of {game.trees} trees in which the game goes on, got {state}")
    *colours, basket, raven = _face_probabilities(game)
    outcomes = [(p, pick(state, i) if fruits[i] else state, 0) for i, p in enumerate(colours) if p]
    if basket:
        outcomes.append((basket, state, min(game.basket_picks, sum(fruits))))
    outcomes.append((raven, State(fruits, raven_steps - 1), 0))
    return outcomes


def pick(state: State, tree: int) -> State:
    """The state after one fruit is picked from `tree` (0 is the first); ValueError if that tree is empty."""
    plain = type(tree) is int and type(state) is State and type(state.fruits) is tuple
    if not plain or {*map(type, state.fruits)} != {int}:  # asked first: exact solutions pick very often
        state, tree = _whole(state), whole_number("tree", tree, 0)
    fruits = state.fruits
    if not 0 <= tree < len(fruits) or fruits[tree] < 1:
        raise ValueError(f"tree must be one that has fruit in {fruits}, got {tree!r}")
    return State((*fruits[:tree], fruits[tree] - 1, *fruits[tree + 1 :]), state.raven_steps)


def _whole(state: State) -> State:
    """The state itself; TypeError if it is none, or holds anything but whole numbers."""
    try:
        if len(state.fruits) <= arguments.TREES and not isinstance(state.fruits, NO_SEQUENCES):
            return State(tuple(map(index, state.fruits)), index(state.raven_steps))
    except (AttributeError, TypeError):
        pass
    raise TypeError(f"state must be a State of whole numbers, got {shown(state)}")


@lru_cache(maxsize=64)
def _face_probabilities(game: Game) -> tuple[Fraction, ...]:
    """The probability of each colour, then of the basket and of the raven."""
    return tuple(Fraction(n, game.faces) for n in (*game.colour_faces, game.basket_faces, game.raven_faces))


def checked_game(game: Game | str) -> Game:
    """The game itself, or the edition of that name; ValueError names the near ones."""
    return game if isinstance(game, Game) else look_up("game", game, EDITIONS)


def checked_state(game: Game, fruits: tuple[int, ...], raven_steps: int) -> State:
    """A state that the game can be in, at its start or later; ValueError if there is none such."""
    state = State(whole_numbers("fruits", fruits), whole_number("raven_steps", raven_steps, 0))
    if len(state.fruits) != game.trees or any(f > most for f, most in zip(state.fruits, game.fruits, strict=True)):
        raise ValueError(f"fruits must have an entry a tree, at most {game.fruits}, got {state.fruits}")
    if raven_steps > game.raven_steps or (state.is_won and state.is_lost):
        least = 1 if state.is_won else 0
        raise ValueError(f"raven_steps must be {least} to {game.raven_steps} with {state.fruits}, got {raven_steps}")
    return state
