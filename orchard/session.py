"""A game in play at the table: what was rolled, what was picked, and what both did to the chance to win.

With V the probability to win if every pick still to come is the best one, and T_k the same with k picks to be made
first, each roll moves the chance from V to T_k by luck, and each pick lowers it from T_k to T_{k-1}, by nothing if it
is a best one. So of a game that is over (won: 1, lost: 0)

    outcome - V(start) = sum over the rolls (after - before) - sum over the picks (before - after):

the die's luck and the cost of our picks add up to what happened, exactly.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from typing import NamedTuple

import numpy as np

from orchard.arguments import whole_number
from orchard.exact import ExactSolution
from orchard.rules import Game, State, pick, turn
from orchard.solver import Solution

Number = float | Fraction


class Step(NamedTuple):
    """A roll or a pick: the face (a tree's number, "basket" or "raven"; None for a pick), the tree that lost a fruit
    (None for none), where that led, and the picks still to be made there."""

    face: int | str | None
    tree: int | None
    after: State
    picks: int


@dataclass(frozen=True)
class Session:
    """A game in play. The die's k-th roll depends on `seed` and k alone: another pick is followed by the same rolls."""

    game: Game
    seed: int
    steps: tuple[Step, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "seed", whole_number("seed", self.seed, 0))

    @property
    def state(self) -> State:
        return self.steps[-1].after if self.steps else self.game.start

    @property
    def picks(self) -> int:
        """How many picks are to be made before the next roll."""
        return self.steps[-1].picks if self.steps else 0

    @property
    def rolls(self) -> int:
        return sum(step.face is not None for step in self.steps)

    @property
    def is_over(self) -> bool:
        return self.state.is_won or self.state.is_lost


def roll(session: Session) -> Session:
    """The die rolled once more; ValueError if picks are to be made first, or the game is over."""
    game, state = session.game, session.state
    if session.picks or session.is_over:
        raise ValueError(f"session must be one in which the die is to be rolled, got {session.picks} picks at {state}")
    faces = {**dict(enumerate(game.colour_faces)), "basket": game.basket_faces, "raven": game.raven_faces}
    die = [face for face, many in faces.items() for _ in range(many)]
    face = die[np.random.default_rng([session.seed, session.rolls]).integers(len(die))]
    _, after, picks = dict(zip(dict.fromkeys(die), turn(game, state), strict=True))[face]
    tree = face if after.fruits != state.fruits else None
    return replace(session, steps=(*session.steps, Step(face, tree, after, picks)))


def choose(session: Session, tree: int) -> Session:
    """One fruit of the basket picked from `tree`; ValueError if none is to be picked, or that tree is empty."""
    if not session.picks:
        raise ValueError(f"session must be one in which a fruit is to be picked, got {session.state}")
    after = pick(session.state, tree)
    return replace(session, steps=(*session.steps, Step(None, tree, after, session.picks - 1)))


def undo(session: Session) -> Session:
    """The game before its last roll or pick; rolling again shows the same face. At the start, the start."""
    return replace(session, steps=session.steps[:-1])


def replay(game: Game, seed: int, trees: Iterable[int]) -> Session:
    """The game of that seed, the picks from `trees` in turn, until it is over or no pick is left for a basket."""
    session, trees = Session(game, seed), iter(trees)
    while not session.is_over:
        tree = next(trees, None) if session.picks else None
        if session.picks and tree is None:
            break
        session = choose(session, tree) if session.picks else roll(session)
    return session


def value(solution: Solution | ExactSolution, state: State, picks: int = 0) -> Number:
    """T_k: the probability to win with `picks` picks to be made, all that follow being as good as can be.

    `solution` is that of the game and `optimal`. The cost grows as the ways to spread the picks over the trees.
    """
    trees = range(len(state.fruits))
    ways = combinations_with_replacement(trees, min(picks, sum(state.fruits)))
    left = ([fruit - way.count(tree) for tree, fruit in enumerate(state.fruits)] for way in ways)
    return max(solution.value(fruits, state.raven_steps) for fruits in left if min(fruits) >= 0)


def options(solution: Solution | ExactSolution, session: Session) -> dict[int, Number]:
    """For each tree that the next fruit of the basket may come from, the probability to win after that pick."""
    state = session.state
    trees = [tree for tree, fruit in enumerate(state.fruits) if fruit and session.picks]
    return {tree: value(solution, pick(state, tree), session.picks - 1) for tree in trees}


def curve(solution: Solution | ExactSolution, session: Session) -> tuple[Number, ...]:
    """The probability to win at the start and after each roll and each pick."""
    return tuple(value(solution, *at) for at in [(session.game.start, 0), *(step[2:] for step in session.steps)])


def luck_and_cost(solution: Solution | ExactSolution, session: Session) -> tuple[Number, Number]:
    """What the die's rolls added to the probability to win, and what our picks took from it."""
    changes = [after - before for before, after in pairwise(curve(solution, session))]
    rolled = [step.face is not None for step in session.steps]
    luck = sum(change for change, by_die in zip(changes, rolled, strict=True) if by_die)
    return luck, -sum(change for change, by_die in zip(changes, rolled, strict=True) if not by_die)
