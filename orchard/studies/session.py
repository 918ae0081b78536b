"""A game in play at the table: what was rolled, what was picked, and what both did to the odds.

With V the probability of winning if every pick still to come is the best one, and T_k the same with k picks to be made
first, each roll moves the chance from V to T_k by luck, and each pick lowers it from T_k to T_{k-1}, by nothing if it
is a best one. So of a game that is over (won: 1, lost: 0)

    outcome - V(start) = sum over the rolls (after - before) - sum over the picks (before - after):

the die's luck and the cost of our picks add up to what happened, exactly.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from orchard.arguments import whole_number, wrong_value
from orchard.rules import Game, State, checked_game, pick, turn
from orchard.solver import Solution, basket_ways


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
    if session.picks:
        raise wrong_value("session", "be one in which the die is to be rolled", f"{session.picks} picks to make")
    rng = np.random.default_rng([whole_number("seed", session.seed, 0), session.rolls])
    outcomes = dict(zip(_faces(session.game), turn(session.game, session.state), strict=True))
    faces = [face for face, many in _faces(session.game).items() for _ in range(many)]
    face = faces[rng.integers(len(faces))]
    _, after, picks = outcomes[face]
    picked_from = face if after.fruits != session.state.fruits else None
    return _with_step(session, Step(face, picked_from, after, picks))


def _faces(game: Game) -> dict[int | str, int]:
    """How often each face is on the die, in the order in which `turn` lists them."""
    faces = dict(enumerate(game.colour_faces)) | {"basket": game.basket_faces, "raven": game.raven_faces}
    return {face: many for face, many in faces.items() if many}


def choose(session: Session, tree: int) -> Session:
    """One fruit of the basket picked from `tree`; ValueError if none is to be picked, or that tree is empty."""
    if not session.picks:
        raise wrong_value("session", "be one in which a fruit is to be picked", session.state)
    return _with_step(session, Step(None, tree, pick(session.state, tree), session.picks - 1))


def _with_step(session: Session, step: Step) -> Session:
    return replace(session, steps=(*session.steps, step))


def undo(session: Session) -> Session:
    """The game before its last roll or pick; rolling again shows the same face. At the start, the start."""
    return replace(session, steps=session.steps[:-1])


def replay(game: Game | str, seed: int, trees: Iterable[int]) -> Session:
    """The game of that seed with the picks from `trees`, until it is over or a basket comes for which none is left."""
    session, left = Session(checked_game(game), seed), list(trees)[::-1]
    while not session.is_over and (left or not session.picks):
        session = choose(session, left.pop()) if session.picks else roll(session)
    return session


def best_value(solution: Solution, state: State, picks: int = 0) -> float | Fraction:
    """T_k: the probability of winning with `picks` picks to be made, if all picks from here on are as good as can be.

    `solution` is that of the game with `optimal`. Time grows as the ways to spread the picks over the trees.
    """
    return max(solution.value(fruits, state.raven_steps) for fruits in basket_ways(state.fruits, picks).values())


def options(solution: Solution, session: Session) -> dict[int, float | Fraction]:
    """For each tree that the next fruit of the basket may come from, the probability of winning after that pick."""
    state, picks = session.state, session.picks
    trees = [tree for tree, fruit in enumerate(state.fruits) if fruit and picks]
    return {tree: best_value(solution, pick(state, tree), picks - 1) for tree in trees}


def curve(solution: Solution, session: Session) -> tuple[float | Fraction, ...]:
    """The probability of winning at the start and after each roll and each pick."""
    start = best_value(solution, session.game.start)
    return (start, *(best_value(solution, step.after, step.picks) for step in session.steps))


def luck_and_cost(solution: Solution, session: Session) -> tuple[float | Fraction, float | Fraction]:
    """What the die's rolls added to the probability of winning, and what our picks took from it."""
    luck = cost = 0 * solution.win_probability  # exact if the solution is
    for step, (before, after) in zip(session.steps, pairwise(curve(solution, session)), strict=True):
        if step.face is None:
            cost += before - after
        else:
            luck += after - before
    return luck, cost
