"""What others did otherwise, done again, so that their numbers come out: their rules for the basket, their mistakes.

Nothing here is needed to solve the game; it answers why somebody printed another number.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce
from operator import add

import numpy as np

from orchard.arguments import whole_number
from orchard.preferences import from_function
from orchard.rules import Game, State, checked_game, pick, turn
from orchard.strategies import Strategy, basket_outcomes, checked_strategy

Queue = list[list[int]]


def backwards(
    game: Game | str, strategy: Strategy | str, won, lost, join: Callable, hasty: bool = False, lumped: bool = True
):
    """What `join` makes of a game, where the solver would take the mean.

    A won position is worth `won`, a lost one `lost`, any other `join(rolls, basket)`: `rolls` are the worths after the
    faces that change something, `basket` the pairs (probability, worth) of what the basket can lead to. `hasty` brings
    the raven nearer at every roll, as the recurrence printed in source 004 does. Equally coloured trees are kept sorted
    if `lumped`. Grows as the number of states.
    """
    game, strategy = checked_game(game), checked_strategy(strategy)
    if strategy.shares is None:
        raise ValueError(f"strategy must pick by the fruit on the trees alone, got {strategy.name!r}")

    @cache
    def worth(state: State):
        if state.is_won or state.is_lost:
            return won if state.is_won else lost
        rolls, basket = [], []
        for _, after, picks in turn(game, state):
            steps = min(after.raven_steps, state.raven_steps - hasty)
            if picks:
                outcomes = basket_outcomes(strategy, state.fruits, picks, lumped)
                basket = [(p, worth(State(fruits, steps))) for fruits, p in outcomes.items()]
            elif after != state:
                rolls.append(worth(State(tuple(sorted(after.fruits)) if lumped else after.fruits, steps)))
        return join(rolls, basket)

    return worth(State(tuple(sorted(game.fruits)) if lumped else game.fruits, game.raven_steps))


def mean(rolls: list, basket: list):
    """The mean over the faces that change something: with this `backwards` is the solver."""
    picked = added(p * worth for p, worth in basket)
    return (added(rolls) + picked) / (len(rolls) + 1)


def added(worths: Iterable):
    """Their sum, one after the other, as the programs replayed here add.

    Where a mean lies between two digits the last bit decides, and from Python 3.12 on `sum` gives another.
    """
    return reduce(add, worths, 0)


def rounded(game: Game | str, tree: Callable[[tuple[int, ...]], int], digits: int) -> float:
    """The probability to win if every position's is rounded to `digits` before it is used, as Noob1701's program does.

    `tree` says where to pick. The trees keep their order, for where a mean lies between two digits it decides.
    """
    strategy, digits = from_function("one tree", tree), whole_number("digits", digits, 0, 15)
    return backwards(game, strategy, 1.0, 0.0, lambda *faces: round(float(mean(*faces)), digits), lumped=False)


def paths(game: Game | str, strategy: Strategy | str) -> tuple[int, int]:
    """How many different games are won, and lost: sequences of changes of state, whatever their probability."""
    won, lost = np.array([[1, 0], [0, 1]], object)
    return tuple(backwards(game, strategy, won, lost, lambda rolls, basket: sum(rolls) + sum(v for _, v in basket)))


def frozen_draws(game: Game | str, runs: int, seed: int, digits: int = 15, lumped: bool = True) -> np.ndarray:
    """(runs,): what `runs` runs of a program print that draws the tree at random once a position and then remembers it.

    Such a program solves one of the many ways to pick that do not change from game to game, chosen at random.
    """
    rng, number = np.random.default_rng(whole_number("seed", seed, 0)), np.arange(whole_number("runs", runs, 1, 10**5))

    def join(rolls: list, basket: list):
        drawn = rng.choice(len(basket), size=runs, p=[float(p) for p, _ in basket])
        picked = (1, np.stack([worth for _, worth in basket])[drawn, number])
        return np.round(mean(rolls, [picked]), whole_number("digits", digits, 0, 15))

    return backwards(game, "random", np.ones(runs), np.zeros(runs), join, lumped=lumped)


def few_first(fruits: tuple[int, ...]) -> Queue:
    """neiser's `WenigeZuerst`: each tree is listed with its stock and with one less, the lists put in order, the least
    first, ties at random; the basket takes the first two entries that have fruit."""
    entries = [(fruit - less, tree) for less in (0, 1) for tree, fruit in enumerate(fruits)]
    return [[tree for n, tree in entries if n == stock] for stock in sorted({n for n, _ in entries})]


# Which trees a basket takes from, by the fruit on them: groups of trees, each shuffled. The cherries are the last tree.
QUEUES: dict[str, Callable[[tuple[int, ...]], Queue]] = {
    "WenigeZuerst": few_first,
    "VieleZuerst": lambda fruits: few_first(fruits)[::-1],
    "cherry lover": lambda fruits: [[len(fruits) - 1] * 2, [*range(len(fruits) - 1)] * 2],
}


def queue_outcomes(fruits: tuple[int, ...], queue: Queue, picks: int) -> dict[tuple[int, ...], float]:
    """What is left after `picks` picks in the order of the queue, each group in it shuffled, empty trees skipped."""
    if not picks or not queue:
        return {fruits: 1.0}
    group = [tree for tree in queue[0] if fruits[tree]]
    if not group:
        return queue_outcomes(fruits, queue[1:], picks)
    outcomes: dict[tuple[int, ...], float] = defaultdict(float)
    for i, tree in enumerate(group):
        rest = [group[:i] + group[i + 1 :], *queue[1:]]
        for after, p in queue_outcomes(pick(State(fruits, 1), tree).fruits, rest, picks - 1).items():
            outcomes[after] += p / len(group)
    return outcomes


def solve_queues(game: Game | str, players: Sequence[Callable[[tuple[int, ...]], Queue]]) -> float:
    """The probability to win if `players` roll by turns who choose all picks of a basket at once, by a queue each.

    A strategy of the package looks at the trees again before each pick; these rules do not. The last tree may be a
    favourite, the others must be interchangeable; ValueError unless the die has one face for each. Right to 1e-12.
    """
    game = checked_game(game)
    [whole_number("faces", each, 1, 1) for each in (*game.colour_faces, game.basket_faces, game.raven_faces)]
    # V_p = (sum of what follows) / faces + dead V_{p+1}: the die goes round without a change.
    passing = np.roll(np.eye(whole_number("number of players", len(players), 1, 100)), 1, axis=1)

    @cache
    def value(fruits: tuple[int, ...]) -> np.ndarray:
        table = np.full((game.raven_steps + 1, len(players)), float(not any(fruits)))
        if any(fruits):
            total = sum(at(pick(State(fruits, 1), tree).fruits) for tree, fruit in enumerate(fruits) if fruit)
            for p, queue in enumerate(players):
                left = queue_outcomes(fruits, queue(fruits), game.picks).items()
                total[:, p] += sum(q * at(after)[:, p] for after, q in left)
            around = np.linalg.inv(np.eye(len(players)) - fruits.count(0) / game.faces * passing) / game.faces
            for r in range(1, len(table)):
                table[r] = around @ (total[r] + passing @ table[r - 1])
        return table

    def at(fruits: tuple[int, ...]) -> np.ndarray:
        return value((*sorted(fruits[:-1]), fruits[-1])) @ passing.T

    return float(at(game.fruits)[-1, -1])
