"""A game in play, by the rules in Python: the judge of the board.

With V the probability of winning if every pick still to come is the best one, and T_k the same with k picks to be made
first, each roll moves the chance from V to T_k by luck, and each pick lowers it from T_k to T_{k-1}, by nothing if it
is a best one. So of a game that is over (won: 1, lost: 0)

    outcome - V(start) = sum over the rolls (after - before) - sum over the picks (before - after).
"""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from orchard import EDITIONS, Game, State, pick, turn
from orchard.rules import basket_uses
from orchard.solver import Solution

FACES = "1234br"  # as the board's address writes them: four trees, the basket, the raven


class Step(NamedTuple):
    """The face of a roll, or None for a pick; where that led; and the picks still to be made there."""

    face: str | None
    after: State
    picks: int


@dataclass(frozen=True)
class Session:
    """A game and what has happened in it."""

    game: Game
    steps: tuple[Step, ...] = ()

    @property
    def state(self) -> State:
        return self.steps[-1].after if self.steps else self.game.start

    @property
    def picks(self) -> int:
        """How many picks are to be made before the next roll."""
        return self.steps[-1].picks if self.steps else 0

    @property
    def is_over(self) -> bool:
        return self.state.is_won or self.state.is_lost


def played(moves: str, edition: str = "first-orchard") -> Session:
    """The game of four trees after these moves: the faces rolled, and after a basket the trees picked from."""
    session = Session(EDITIONS[edition])
    for move in moves:
        session = replace(session, steps=(*session.steps, _step(session, move)))
    return session


def _step(session: Session, move: str) -> Step:
    if session.picks:
        return Step(None, pick(session.state, int(move) - 1), session.picks - 1)
    _, after, picks = turn(session.game, session.state)[FACES.index(move)]
    return Step(move, after, picks)


def best_value(solution: Solution, state: State, picks: int = 0) -> float:
    """T_k, from the solution of the game with `optimal`."""
    return max(solution.value(fruits, state.raven_steps) for fruits in basket_uses(state.fruits, picks).values())


def options(solution: Solution, session: Session) -> dict[int, float]:
    """For each tree that the next fruit of the basket may come from, the probability of winning after that pick."""
    state, picks = session.state, session.picks
    trees = [tree for tree, fruit in enumerate(state.fruits) if fruit and picks]
    return {tree: best_value(solution, pick(state, tree), picks - 1) for tree in trees}


def curve(solution: Solution, session: Session) -> tuple[float, ...]:
    """The probability of winning at the start and after each roll and each pick."""
    start = best_value(solution, session.game.start)
    return (start, *(best_value(solution, step.after, step.picks) for step in session.steps))


def luck_and_cost(solution: Solution, session: Session) -> tuple[float, float]:
    """What the die's rolls added to the probability of winning, and what our picks took from it."""
    changes = [after - before for before, after in pairwise(curve(solution, session))]
    luck = sum(change for change, step in zip(changes, session.steps, strict=True) if step.face)
    cost = -sum(change for change, step in zip(changes, session.steps, strict=True) if not step.face)
    return luck, cost
