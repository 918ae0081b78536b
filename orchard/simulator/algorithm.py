"""Algorithm 1 of Marinček's paper, for every strategy: one game played to its end, and told roll by roll."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle

import numpy as np

from orchard.arguments import whole_number
from orchard.rules import Game, State, face_name, game_of, pick, tree_name
from orchard.strategies import Asked, Strategy, as_given, players_of, refuse_best, used_parts
from orchard.weights import pick_probabilities


@dataclass(frozen=True)
class Roll:
    """One roll of a game: the face of the die, the trees picked from, and the state after it."""

    face: str
    picked: tuple[int, ...]
    after: State


@dataclass(frozen=True)
class Play:
    """One game from its start to its end; `str` of it is a report, a line a roll.

    >>> game = play("two-by-two", rng=1)
    >>> game.won == (not any(game.rolls[-1].after.fruits))
    True
    """

    game: Game
    strategy: Strategy | tuple[Strategy, ...]
    rolls: tuple[Roll, ...]

    @property
    def won(self) -> bool:
        return self.rolls[-1].after.is_won

    def __str__(self) -> str:
        trees = "".join(f"{tree_name(tree):>8}" for tree in range(self.game.trees))
        head = f"roll  {'die':<10}{'':<24}{trees}   raven steps"
        start = _line("", "", "the start", self.game.start)
        rolls = [_line(number, roll.face, _told(roll), roll.after) for number, roll in enumerate(self.rolls, 1)]
        end = "We win!" if self.won else "We lose."
        return "\n".join([head, start, *rolls, end])


def _told(roll: Roll) -> str:
    if roll.face == "raven":
        return "one step"
    return " and ".join(map(tree_name, roll.picked)) or "-"


def _line(number: int | str, face: str, what: str, state: State) -> str:
    fruits = "".join(f"{fruit:>8}" for fruit in state.fruits)
    return f"{number:>4}  {face:<10}{what:<24}{fruits}{state.raven_steps:>14}"


def play(
    game: Game | str,
    strategy: Asked = "max",
    rng: np.random.Generator | int | None = None,
) -> Play:
    """Play one game; `rng` is a generator, or a seed that plays the same game again.

    A sequence of strategies is players who roll by turns. TypeError or ValueError for an impossible game, strategy or
    `rng`, and for a strategy that looks ahead, a `Best`.

    >>> print(play("two-by-two", "max", rng=1))
    roll  die                                  apple    pear   raven steps
                    the start                      2       2             2
       1  basket    apple and pear                 1       1             2
       2  green     apple                          0       1             2
       3  raven     one step                       0       1             1
       4  basket    pear                           0       0             1
    We win!
    """
    game, players = game_of(game), players_of(strategy)
    refuse_best(players)
    rng = _checked_generator(rng)
    die = _die(game)
    state = game.start
    rolls: list[Roll] = []
    turns = cycle(players)
    while not (state.is_won or state.is_lost):
        face = die[rng.integers(len(die))]
        player = next(turns)  # a wasted roll, too, passes the die on
        picked = _picked(game, player, face, state, rng)
        state = _after(state, face, picked)
        rolls.append(Roll(face_name(face), tuple(picked), state))
    return Play(game, as_given(players), tuple(rolls))


def _checked_generator(rng: np.random.Generator | int | None) -> np.random.Generator:
    if rng is None or isinstance(rng, np.random.Generator):
        return np.random.default_rng(rng)
    return np.random.default_rng(whole_number("rng", rng, 0))


def _die(game: Game) -> list[int | str]:
    """The faces of the die; a tree's number stands for its colour."""
    colours = [tree for tree, faces in enumerate(game.colour_faces) for _ in range(faces)]
    return ["raven"] * game.raven_faces + ["basket"] * game.basket_faces + colours


def _picked(game: Game, strategy: Strategy, face: int | str, state: State, rng: np.random.Generator) -> list[int]:
    """The trees that a roll takes a fruit from, one after the other."""
    if face == "raven":
        return []
    if face == "basket":
        return _picked_with_basket(game, strategy, state, rng)
    return [face] if state.fruits[face] > 0 else []


def _after(state: State, face: int | str, picked: list[int]) -> State:
    if face == "raven":
        return State(state.fruits, state.raven_steps - 1)
    for tree in picked:
        state = pick(state, tree)
    return state


def _picked_with_basket(game: Game, strategy: Strategy, state: State, rng: np.random.Generator) -> list[int]:
    """The trees that the basket's fruits come from, as long as the strategy does not leave the rest alone."""
    rule = _drawn(used_parts(game, strategy), rng)
    if rule is None:
        return []
    picked: list[int] = []
    for left in range(min(game.picks, sum(state.fruits)), 0, -1):
        chances = pick_probabilities(game, rule, state.fruits, state.raven_steps, left)
        tree = _drawn([(p, tree) for tree, p in enumerate(chances)], rng)
        if tree is None:
            break
        picked.append(tree)
        state = pick(state, tree)
    return picked


def _drawn(choices: Sequence[tuple[Fraction, object]], rng: np.random.Generator):
    """One of the (probability, what) pairs, or None with the probability that they leave."""
    level = Fraction(rng.random())  # in floats, rounding could leave something after the last choice
    for p, what in choices:
        level -= p
        if level < 0:
            return what
    return None
