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
    game, state, seed = session.game, session.state, whole_number("seed", session.seed, 0)
    if session.picks:
        raise ValueError(f"session must be one in which the die is to be rolled, got {session.picks} picks at {state}")
    faces = [*enumerate(game.colour_faces), ("basket", game.basket_faces), ("raven", game.raven_faces)]
    die = [face for face, many in faces for _ in range(many)]
    face = die[np.random.default_rng([seed, session.rolls]).integers(len(die))]
    _, after, picks = dict(zip(dict.fromkeys(die), turn(game, state), strict=True))[face]
    step = Step(face, face if after.fruits != state.fruits else None, after, picks)
    return replace(session, steps=(*session.steps, step))


def choose(session: Session, tree: int) -> Session:
    """One fruit of the basket picked from `tree`; ValueError if none is to be picked, or that tree is empty."""
    if not session.picks:
        raise ValueError(f"session must be one in which a fruit is to be picked, got {session.state}")
    step = Step(None, tree, pick(session.state, tree), session.picks - 1)
    return replace(session, steps=(*session.steps, step))


def undo(session: Session) -> Session:
    """The game before its last roll or pick; rolling again shows the same face. At the start, the start."""
    return replace(session, steps=session.steps[:-1])


def replay(game: Game, seed: int, trees: Iterable[int]) -> Session:
    """The game of that seed with the picks from `trees`, until it is over or a basket comes for which none is left."""
    session, left = Session(game, seed), list(trees)[::-1]
    while not session.is_over and (left or not session.picks):
        session = choose(session, left.pop()) if session.picks else roll(session)
    return session


def value(solution: Solution | ExactSolution, state: State, picks: int = 0) -> float | Fraction:
    """T_k: the probability to win with `picks` picks to be made, if they and all that follow are as good as can be.

    `solution` is that of the game with `optimal`. The cost grows as the ways to spread the picks over the trees.
    """
    ways = combinations_with_replacement(range(len(state.fruits)), min(picks, sum(state.fruits)))
    left = ([fruit - way.count(tree) for tree, fruit in enumerate(state.fruits)] for way in ways)
    return max(solution.value(fruits, state.raven_steps) for fruits in left if min(fruits) >= 0)


def options(solution: Solution | ExactSolution, session: Session) -> dict[int, float | Fraction]:
    """For each tree that the next fruit of the basket may come from, the probability to win after that pick."""
    state, picks = session.state, session.picks
    trees = [tree for tree, fruit in enumerate(state.fruits) if fruit and picks]
    return {tree: value(solution, pick(state, tree), picks - 1) for tree in trees}


def curve(solution: Solution | ExactSolution, session: Session) -> tuple[float | Fraction, ...]:
    """The probability to win at the start and after each roll and each pick."""
    return tuple(value(solution, *at) for at in [(session.game.start, 0), *(step[2:] for step in session.steps)])


def luck_and_cost(solution: Solution | ExactSolution, session: Session) -> tuple[float | Fraction, float | Fraction]:
    """What the die's rolls added to the probability to win, and what our picks took from it."""
    changes = [after - before for before, after in pairwise(curve(solution, session))]
    picks = [change for step, change in zip(session.steps, changes, strict=True) if step.face is None]
    return sum(changes) - sum(picks), -sum(picks)
