"""The rules of the game: the specification. Solver, ways and Algorithm 1 tell them again, and are held to `turn`.

A game is `t` trees with their fruit, a raven some steps away from the orchard, and a die. Each face of the die
shows a tree's colour, the basket or the raven:

* colour: pick one fruit of that tree; if it is empty nothing happens (a *wasted roll*, but a roll all the same);
* basket: pick `basket_picks` fruits, one after the other, from trees of one's choice, as long as any is left;
* raven: it comes one step nearer.

The players win as soon as no fruit is left, and lose as soon as the raven has no step left.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple, Self

from orchard.arguments import MOST_TREES, check_time, look_up, whole_number, whole_numbers, wrong_type, wrong_value

LARGEST = 1024  # the most fruit on a tree, steps of the raven, faces of a die
TREE_NAMES = ("apple", "pear", "cherry", "plum")  # in the order of the rule booklet
COLOUR_NAMES = ("green", "yellow", "red", "blue")


class State(NamedTuple):
    """A position: the fruit on each tree, and the steps that the raven still has to go.

    >>> State((0, 0), 2).is_won
    True
    """

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
    trees; fruit on a tree and all other numbers are at most LARGEST. `str(game)` is the word that `game_of` reads.

    >>> print(Game((5, 3, 4), raven_steps=4, basket_picks=2))
    5,3,4:raven=4:picks=2
    """

    fruits: tuple[int, ...] = (4, 4, 4, 4)
    raven_steps: int = 6
    basket_picks: int = 1
    colour_faces: tuple[int, ...] | None = None
    basket_faces: int = 1
    raven_faces: int = 1

    def __post_init__(self):
        fruits = whole_numbers("fruits", self.fruits, LARGEST)
        if not any(fruits):
            raise wrong_value("fruits", "hold at least one fruit", fruits)
        faces = (1,) * len(fruits)
        if self.colour_faces is not None:
            faces = whole_numbers("colour_faces", self.colour_faces, LARGEST)
        if len(faces) != len(fruits):
            raise wrong_value("colour_faces", f"have one entry a tree ({len(fruits)})", faces)
        object.__setattr__(self, "fruits", fruits)
        object.__setattr__(self, "colour_faces", faces)
        # Without a raven on the die a game might never end.
        minima = {"raven_steps": 1, "basket_picks": 0, "basket_faces": 0, "raven_faces": 1}
        for name, least in minima.items():
            object.__setattr__(self, name, whole_number(name, getattr(self, name), least, LARGEST))
        if self.faces > LARGEST:
            raise wrong_value("colour_faces", f"leave the die at most {LARGEST:,} faces", self.faces)

    @classmethod
    def uniform(cls, trees: int = 4, fruits: int = 4, raven_steps: int = 6, basket_picks: int = 1) -> Self:
        """`trees` trees with `fruits` fruits each, and a die with one face a colour, one basket and one raven."""
        return cls((fruits,) * whole_number("trees", trees, 1, MOST_TREES), raven_steps, basket_picks)

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

    def __str__(self) -> str:
        """An edition's name, or its `word_of`."""
        return next((name for name, edition in EDITIONS.items() if edition == self), word_of(self))


EDITIONS = {
    "first-orchard": Game.uniform(trees=4, fruits=4, raven_steps=6, basket_picks=1),
    "first-orchard-5": Game.uniform(trees=4, fruits=4, raven_steps=5, basket_picks=1),
    "orchard": Game.uniform(trees=4, fruits=10, raven_steps=9, basket_picks=2),
    "orchard-10": Game.uniform(trees=4, fruits=10, raven_steps=10, basket_picks=2),
    "two-by-two": Game.uniform(trees=2, fruits=2, raven_steps=2, basket_picks=2),
}

RULES = {  # what each is called in a word
    "raven": "raven_steps",
    "picks": "basket_picks",
    "colours": "colour_faces",
    "baskets": "basket_faces",
    "ravens": "raven_faces",
}
EXAMPLES = {"game": "5,3,4:raven=4:picks=2", "position": "4,3,0,1:raven=2"}


def tree_name(tree: int) -> str:
    """The name of a tree (0 is the first): as in the rule booklet for the first four."""
    return TREE_NAMES[tree] if tree < len(TREE_NAMES) else f"tree {tree + 1}"


def face_name(face: int | str) -> str:
    """What a face of the die shows: a tree's number stands for its colour."""
    if isinstance(face, str):
        return face
    return COLOUR_NAMES[face] if face < len(COLOUR_NAMES) else f"colour {face + 1}"


def game_of(game: Game | str) -> Game:
    """The game that a word says, `5,3,4:raven=4:picks=2:colours=2,1,1:baskets=2:ravens=1`; a Game is returned as it is.

    A word begins with an edition's name, or the fruit on each tree; rules follow, each with its name. What is left out
    is the edition's, or First Orchard's with one face a colour. ValueError for a wrong word, with the part that is
    wrong and an example; TypeError for what is neither.

    >>> game_of("orchard:raven=10") == EDITIONS["orchard-10"]
    True
    """
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise wrong_type("game", f"be a Game, or a word such as {EXAMPLES['game']}", game)
    head, rules = _read("game", game, RULES)
    if "," in head or head[:1].isdecimal():
        edition, rules = Game(), {"fruits": _numbers("game", head, head), "colour_faces": None} | rules
    else:
        edition = look_up("game", head, EDITIONS, f", or a word such as {EXAMPLES['game']}")
    try:
        return replace(edition, **rules)
    except (ValueError, TypeError) as error:
        raise wrong_value("game", f"be possible, as {EXAMPLES['game']} is ({error})", game) from None


def word_of(game: Game) -> str:
    """The fruit and those rules that are not First Orchard's.

    >>> word_of(EDITIONS["orchard"])
    '10,10,10,10:raven=9:picks=2'
    """
    usual, words = Game(game.fruits), [_row(game.fruits)]
    for name, rule in RULES.items():
        value = getattr(game, rule)
        if value != getattr(usual, rule):
            words.append(f"{name}={_row(value)}")
    return ":".join(words)


def state_of(game: Game | str, position: str) -> State:
    """The state that a word says, `4,3,0,1:raven=2`, without its raven that of the game's start.

    ValueError for another word, and for a state in which the game cannot be or is over; TypeError for no word.

    >>> state_of("first-orchard", "4,3,0,1:raven=2")
    State(fruits=(4, 3, 0, 1), raven_steps=2)
    """
    if not isinstance(position, str):
        raise wrong_type("position", f"be a word such as {EXAMPLES['position']}", position)
    game = game_of(game)
    head, rules = _read("position", position, ["raven"])
    fruits, raven_steps = _numbers("position", head, head), rules.get("raven_steps", game.raven_steps)
    try:
        return checked_live_state(game, fruits, raven_steps)
    except (TypeError, ValueError) as error:
        raise wrong_value("position", f"be one in which this game goes on ({error})", position) from None


def _read(argument: str, word: str, names: Collection[str]) -> tuple[str, dict[str, int | tuple[int, ...]]]:
    """What a word begins with, and its rules by the names that Game has for them."""
    head, *parts = (part.strip() for part in word.split(":"))
    rules = {}
    for part in parts:
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in names or RULES[name] in rules:
            must = f"have rules of these names alone, each once: {', '.join(names)}, as {EXAMPLES[argument]} has"
            raise wrong_value(argument, must, part)
        row = _numbers(argument, value, part)
        rules[RULES[name]] = row if name == "colours" or len(row) > 1 else row[0]
    return head, rules


def _numbers(argument: str, text: str, part: str) -> tuple[int, ...]:
    """Whole numbers with commas between them, in a part of a word."""
    if not re.fullmatch(r"[0-9]{1,4300}(\s*,\s*[0-9]{1,4300})*", text):
        must = f"have whole numbers, none below 0, with commas between them, as {EXAMPLES[argument]} has"
        raise wrong_value(argument, must, part)
    return tuple(map(int, text.split(",")))


def _row(numbers: int | tuple[int, ...]) -> str:
    """A number, or numbers with commas between them."""
    return ",".join(map(str, numbers)) if isinstance(numbers, tuple) else str(numbers)


def turn(game: Game | str, state: State) -> list[tuple[Fraction, State, int]]:
    """What one roll of the die can do: a list of (probability, next state, picks still to choose).

    One entry for each kind of face that the die has: the colours in the order of the trees, the basket, the raven.
    Only the basket leaves picks to choose; make them one by one with `pick`. ValueError for an impossible game, if the
    game is over, or if `state` has other trees; TypeError for what is no game or no State.

    >>> for probability, state, picks in turn("two-by-two", State((2, 0), 1)):
    ...     print(probability, *state, picks)
    1/4 (1, 0) 1 0
    1/4 (2, 0) 1 0
    1/4 (2, 0) 1 2
    1/4 (2, 0) 0 0
    """
    game, state = game_of(game), _a_state(state)
    fruits, raven_steps = state
    if len(fruits) != game.trees or not any(fruits) or raven_steps < 1:
        raise wrong_value("state", f"be one of {game.trees} trees in which the game goes on", state)
    outcomes = []
    for tree, faces in enumerate(game.colour_faces):
        after = _without(state, tree) if fruits[tree] else state
        outcomes.append((Fraction(faces, game.faces), after, 0))
    outcomes.append((Fraction(game.basket_faces, game.faces), state, min(game.basket_picks, sum(fruits))))
    outcomes.append((Fraction(game.raven_faces, game.faces), State(fruits, raven_steps - 1), 0))
    return [outcome for outcome in outcomes if outcome[0]]


def pick(state: State, tree: int) -> State:
    """The state after one fruit is picked from `tree` (0 is the first).

    ValueError if that tree is empty or not there; TypeError for what is no State, or no whole number.

    >>> pick(State((2, 1), 3), 1)
    State(fruits=(2, 0), raven_steps=3)
    """
    state, tree = _a_state(state), whole_number("tree", tree, 0)
    fruits = state.fruits
    if tree >= len(fruits) or fruits[tree] < 1:
        raise wrong_value("tree", f"be one that has fruit in {fruits}", tree)
    return _without(state, tree)


def basket_uses(fruits: tuple[int, ...], picks: int) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Each use of a basket, the trees picked from, ascending: what is left; ValueError if too many are tried."""
    picks = min(picks, sum(fruits))
    check_time("picks", comb(len(fruits) + picks - 1, picks), 10**6)
    uses = combinations_with_replacement(range(len(fruits)), picks)
    left = {trees: tuple(fruit - trees.count(i) for i, fruit in enumerate(fruits)) for trees in uses}
    return {trees: after for trees, after in left.items() if min(after) >= 0}


def _without(state: State, tree: int) -> State:
    """The state with one fruit fewer on `tree`."""
    fruits = state.fruits
    return State((*fruits[:tree], fruits[tree] - 1, *fruits[tree + 1 :]), state.raven_steps)


def _a_state(state: State) -> State:
    """The state itself, in ints; TypeError if it is none, ValueError if a number in it is impossible."""
    if not isinstance(state, State):
        raise wrong_type("state", "be a State", state)
    return State(whole_numbers("fruits", state.fruits), whole_number("raven_steps", state.raven_steps, 0))


def checked_state(game: Game, fruits: tuple[int, ...], raven_steps: int) -> State:
    """A state that the game can be in, at its start or later; ValueError if there is none such."""
    fruits = whole_numbers("fruits", fruits)
    if len(fruits) != game.trees or any(fruit > most for fruit, most in zip(fruits, game.fruits, strict=True)):
        raise wrong_value("fruits", f"have an entry a tree, at most {game.fruits}", fruits)
    return State(fruits, whole_number("raven_steps", raven_steps, 0, game.raven_steps))


def checked_live_state(game: Game, fruits: tuple[int, ...], raven_steps: int) -> State:
    """A state of the game in which it goes on."""
    state = checked_state(game, fruits, raven_steps)
    if state.is_won or state.is_lost:
        raise wrong_value("fruits", "have fruit left, and raven_steps too, so that the game goes on", state)
    return state
