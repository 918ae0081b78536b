"""Algorithm 1 of source 000, literally: one game played from its start to its end, and told roll by roll."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from orchard.arguments import whole_number
from orchard.lattice import lattice
from orchard.rules import COLOURS, TREES, Game, State, checked_game, pick
from orchard.strategies import Strategy, checked_strategy, is_lumpable, pick_probabilities, used_parts


@dataclass(frozen=True)
class Roll:
    """One roll of a game: the face of the die, the trees picked from, and the state after it."""

    face: str
    picked: tuple[int, ...]
    after: State


@dataclass(frozen=True)
class Play:
    """One game from its start to its end; `str` of it is a report, a line a roll."""

    game: Game
    strategy: Strategy
    rolls: tuple[Roll, ...]

    @property
    def won(self) -> bool:
        return self.rolls[-1].after.is_won

    def __str__(self) -> str:
        names = [tree_name(i) for i in range(self.game.trees)]
        head = f"roll  {'die':<8}{'':<24}" + "".join(f"{name:>8}" for name in names) + "   raven steps"
        lines = [_report(number, roll) for number, roll in enumerate(self.rolls, 1)]
        return "\n".join(
            [head, _report(0, Roll("", (), self.game.start)), *lines, "We win!" if self.won else "We lose."]
        )


def _report(number: int, roll: Roll) -> str:
    what = " and ".join(tree_name(i) for i in roll.picked) or {"raven": "one step", "": "the start"}.get(roll.face, "-")
    fruits = "".join(f"{fruit:>8}" for fruit in roll.after.fruits)
    return f"{number or '':>4}  {roll.face:<8}{what:<24}{fruits}{roll.after.raven_steps:>14}"


def tree_name(tree: int) -> str:
    """The name of a tree, as in the rule booklet for the first four."""
    return TREES[tree] if tree < len(TREES) else f"tree {tree + 1}"


def play(game: Game | str, strategy: Strategy | str = "max", rng: np.random.Generator | int | None = None) -> Play:
    """Play one game by Algorithm 1 of source 000; `rng` is a generator, or a seed that plays the same game again.

    `str` of the result tells the game roll by roll.
    """
    game, strategy = checked_game(game), checked_strategy(strategy)
    rng = np.random.default_rng(rng if isinstance(rng, np.random.Generator | None) else whole_number("rng", rng, 0))
    parts = used_parts(game, strategy)
    die = ["raven"] * game.raven_faces + ["basket"] * game.basket_faces + _colour_faces(game)
    state, rolls = game.start, []
    while not (state.is_won or state.is_lost):
        face = die[rng.integers(len(die))]
        picked: list[int] = []
        if face == "raven":
            state = State(state.fruits, state.raven_steps - 1)
        elif face == "basket":
            picked = _pick_from_basket(game, parts, state, rng)
        elif state.fruits[face] > 0:
            picked = [face]
        for tree in picked:
            state = pick(state, tree)
        rolls.append(Roll(face_name(face), tuple(picked), state))
    return Play(game, strategy, tuple(rolls))


def _colour_faces(game: Game) -> list[int]:
    return [tree for tree, faces in enumerate(game.colour_faces) for _ in range(faces)]


def face_name(face: int | str) -> str:
    """What a face shows: a tree's number stands for its colour."""
    return face if isinstance(face, str) else COLOURS[face] if face < len(COLOURS) else f"colour {face + 1}"


def _pick_from_basket(game: Game, parts: tuple, state: State, rng: np.random.Generator) -> list[int]:
    """The trees that the basket's fruits come from, fewer if the orchard is empty before all are picked."""
    part = _draw(parts, rng)
    picked: list[int] = []
    for left in range(game.picks if part else 0, 0, -1):
        if not state.is_won:
            picked.append(_tree_to_pick(game, part, state, left, rng))
            state = pick(state, picked[-1])
    return picked


def _tree_to_pick(game: Game, strategy: Strategy, state: State, left: int, rng: np.random.Generator) -> int:
    if strategy.plan is None:
        return _draw([(p, i) for i, p in enumerate(pick_probabilities(strategy, state.fruits))], rng)
    states = lattice(game.fruits, is_lumpable(game, strategy))
    tree = int(strategy.plan[left - 1][states.index(state.fruits), state.raven_steps - 1])
    # The plan counts the trees as the lattice does: from the emptiest up, where they are interchangeable.
    return sorted(range(game.trees), key=state.fruits.__getitem__)[tree] if states.lumped else tree


def _draw(choices, rng: np.random.Generator):
    """One of the (probability, what) pairs, or None with the probability that is left."""
    level = Fraction(rng.random())  # else rounding could use up all that is left before the last choice
    for p, what in choices:
        level -= p
        if level < 0:
            return what
    return None
