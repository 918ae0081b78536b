"""What others did differently, done again so that their numbers come out: their rules for the basket, their mistakes.

Nothing here is needed to solve the game; it answers why somebody printed another number.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import pairwise, product
from operator import add
from typing import NamedTuple

import numpy as np

from orchard.arguments import whole_number, wrong_value
from orchard.rules import Game, State, checked_game, turn
from orchard.strategies import Rule, checked_strategy, from_function, pick_probabilities, rule_weights

Fruits = tuple[int, ...]
Queue = list[list[int]]


# --- the game, but for how the values of what follows are joined ---


def backwards(game: Game | str, strategy: Rule | str, won, lost, join: Callable, hasty: bool = False, lumped=True):
    """What `join` makes of a game, where the solver would take the mean.

    A won position is worth `won`, a lost one `lost`, any other `join(rolls, basket)`: `rolls` are the worths after the
    faces that change something, `basket` the pairs (probability, worth) of what the basket can lead to. `hasty` brings
    the raven nearer at every roll, as the recurrence printed by Paternault does. Equally coloured trees are kept
    sorted if `lumped`. Time grows as the number of states.
    """
    game = checked_game(game)
    rule = _checked_rule(game, strategy)
    ordered = _ascending if lumped else tuple

    @cache
    def outcomes(fruits: Fruits, picks: int) -> tuple[tuple[Fruits, Fraction], ...]:
        return tuple(basket_outcomes(game, rule, fruits, picks, ordered).items())

    @cache
    def worth(state: State):
        if state.is_won or state.is_lost:
            return won if state.is_won else lost
        rolls, basket = [], []
        for _, after, picks in turn(game, state):
            steps = min(after.raven_steps, state.raven_steps - hasty)
            if picks:
                basket = [(p, worth(State(fruits, steps))) for fruits, p in outcomes(state.fruits, picks)]
            elif after != state:
                rolls.append(worth(State(ordered(after.fruits), steps)))
        return join(rolls, basket)

    return worth(State(ordered(game.fruits), game.raven_steps))


def _checked_rule(game: Game, strategy: Rule | str) -> Rule:
    """A rule that looks at the fruit alone."""
    rule = checked_strategy(strategy)
    if isinstance(rule, Rule):
        raven_steps = np.arange(1, game.raven_steps + 1)
        weights = rule_weights(game, rule, np.array([game.fruits]), raven_steps, np.array(1))
        if (weights == weights[0]).all():
            return rule
    raise wrong_value("strategy", "be a rule that picks by the fruit on the trees alone", rule.name)


def basket_outcomes(game: Game, rule: Rule, fruits: Fruits, picks: int, ordered: Callable) -> dict[Fruits, Fraction]:
    """What is on the trees, `ordered`, after `picks` picks from `fruits`, and how likely."""
    if not picks:
        return {ordered(fruits): Fraction(1)}
    outcomes: dict[Fruits, Fraction] = defaultdict(Fraction)
    for tree, p in enumerate(pick_probabilities(game, rule, fruits, 1, picks)):
        if p:
            for after, q in basket_outcomes(game, rule, _less(fruits, tree), picks - 1, ordered).items():
                outcomes[after] += p * q
    return outcomes


def _ascending(fruits: Fruits) -> Fruits:
    return tuple(sorted(fruits))


def _less(fruits: Fruits, tree: int) -> Fruits:
    """The fruit after a pick from `tree`, which has some."""
    return (*fruits[:tree], fruits[tree] - 1, *fruits[tree + 1 :])


def mean(rolls: list, basket: list):
    """The mean over the faces that change something: with this `backwards` is the solver."""
    picked = added(p * worth for p, worth in basket)
    return (added(rolls) + picked) / (len(rolls) + 1)


def added(worths: Iterable):
    """Their sum, one after the other, as the programs replayed here add.

    Where a mean lies between two digits the last bit decides, and from Python 3.12 on `sum` gives another.
    """
    return reduce(add, worths, 0)


# --- slips that such a join explains ---


def rounded(game: Game | str, tree: Callable[[Fruits], int], digits: int) -> float:
    """The probability of winning if each position's is rounded to `digits` before it is used, as in Noob1701's program.

    `tree` says where to pick. The trees keep their order, which decides where a mean lies between two digits.
    """
    rule, digits = from_function("one tree", tree), whole_number("digits", digits, 0, 15)

    def join(rolls: list, basket: list) -> float:
        return round(float(mean(rolls, basket)), digits)

    return backwards(game, rule, 1.0, 0.0, join, lumped=False)


def paths(game: Game | str, strategy: Rule | str) -> tuple[int, int]:
    """How many different games are won, and lost: sequences of changes of state, whatever their probability."""

    def join(rolls: list, basket: list) -> np.ndarray:
        return added(rolls) + added(count for _, count in basket)

    won, lost = np.array([[1, 0], [0, 1]], object)
    return tuple(backwards(game, strategy, won, lost, join))


def frozen_draws(game: Game | str, runs: int, seed: int, digits: int = 15, lumped: bool = True) -> np.ndarray:
    """(runs,): what `runs` runs of a program print that draws the tree once for each position and then remembers it.

    Such a program solves one of the many ways to pick that do not change from game to game, chosen at random.
    """
    rng = np.random.default_rng(whole_number("seed", seed, 0))
    number, digits = np.arange(whole_number("runs", runs, 1, 10**5)), whole_number("digits", digits, 0, 15)

    def join(rolls: list, basket: list) -> np.ndarray:
        drawn = rng.choice(len(basket), size=runs, p=[float(p) for p, _ in basket])
        worths = np.stack([worth for _, worth in basket])
        return np.round(mean(rolls, [(1, worths[drawn, number])]), digits)

    return backwards(game, "random", np.ones(runs), np.zeros(runs), join, lumped=lumped)


# --- baskets that are planned before the first pick ---


def few_first(fruits: Fruits) -> Queue:
    """neiser's `WenigeZuerst`: each tree is listed with its fruit and with one fewer, the least first, ties at random.

    The basket takes the first two entries that have fruit.
    """
    entries = [(fruit - less, tree) for less in (0, 1) for tree, fruit in enumerate(fruits)]
    return [[tree for n, tree in entries if n == stock] for stock in sorted({n for n, _ in entries})]


def many_first(fruits: Fruits) -> Queue:
    """neiser's `VieleZuerst`: the same list from its end."""
    return few_first(fruits)[::-1]


def cherries_first(fruits: Fruits) -> Queue:
    """neiser's cherry lover: both fruits from the last tree, then from any of the others."""
    *others, cherries = range(len(fruits))
    return [[cherries] * 2, others * 2]


# Which trees a basket takes from, by the fruit on them: groups of trees, each shuffled.
QUEUES: dict[str, Callable[[Fruits], Queue]] = {
    "WenigeZuerst": few_first,
    "VieleZuerst": many_first,
    "cherry lover": cherries_first,
}


def queue_outcomes(fruits: Fruits, queue: Queue, picks: int) -> dict[Fruits, float]:
    """What is left after `picks` picks in the order of the queue, each group in it shuffled, empty trees skipped."""
    if not picks or not queue:
        return {fruits: 1.0}
    group = [tree for tree in queue[0] if fruits[tree]]
    if not group:
        return queue_outcomes(fruits, queue[1:], picks)
    outcomes: dict[Fruits, float] = defaultdict(float)
    for i, tree in enumerate(group):
        rest = [group[:i] + group[i + 1 :], *queue[1:]]
        for after, p in queue_outcomes(_less(fruits, tree), rest, picks - 1).items():
            outcomes[after] += p / len(group)
    return outcomes


def solve_queues(game: Game | str, players: Sequence[Callable[[Fruits], Queue]]) -> float:
    """The probability of winning if `players` roll by turns who plan all picks of a basket at once, by a queue each.

    A strategy of the package looks at the trees again before each pick; these rules do not. The last tree may be a
    favourite, the others must be interchangeable; ValueError unless the die has one face for each. Right to 1e-12.
    """
    game = checked_game(game)
    for each in (*game.colour_faces, game.basket_faces, game.raven_faces):
        whole_number("faces", each, 1, 1)
    whole_number("number of players", len(players), 1, 100)
    layers = _layers(game.fruits)
    colours, *baskets = (_led_to(game.fruits, queue, game.picks) for queue in (None, *players))
    # V_p = (sum of what follows + V_{p+1} for each bare tree) / faces: the die goes round without a change.
    alone = np.eye(len(players))
    passing = np.roll(alone, 1, axis=1)
    around = np.array([np.linalg.inv(alone - bare / game.faces * passing) / game.faces for bare in range(game.trees)])
    # (positions, steps + 1, players): the values, by who rolled last.
    passed_on = np.ones((layers[-1].stop, game.raven_steps + 1, len(players)))
    for layer in layers[1:]:
        gain = np.einsum("mk,mkrp->mrp", colours.weights[layer], passed_on[colours.rows[layer]])
        for player, basket in enumerate(baskets):
            picked = passed_on[basket.rows[layer], :, player]
            gain[..., player] += np.einsum("mk,mkr->mr", basket.weights[layer], picked)
        once = around[game.trees - np.count_nonzero(colours.weights[layer], axis=1)]
        value = np.zeros_like(gain)
        for r in range(1, gain.shape[1]):
            value[:, r] = np.einsum("mpq,mq->mp", once, gain[:, r] + value[:, r - 1] @ passing.T)
        passed_on[layer] = value @ passing.T
    return float(passed_on[-1, -1, -1])


class _LedTo(NamedTuple):
    """Where something leads from each position: to `rows` (n, k), as likely as `weights` (n, k) say."""

    rows: np.ndarray
    weights: np.ndarray


@lru_cache(maxsize=8)
def _positions(start: Fruits) -> dict[Fruits, int]:
    """The number of each position up to `start`, by the fruit left; the trees are sorted but for the last one."""
    *others, favourite = start
    grid = product(*(range(fruit + 1) for fruit in [*sorted(others), favourite]))
    sorted_ones = (fruits for fruits in grid if fruits == _favourite_last(fruits))
    return {fruits: number for number, fruits in enumerate(sorted(sorted_ones, key=sum))}


def _favourite_last(fruits: Fruits) -> Fruits:
    return (*_ascending(fruits[:-1]), fruits[-1])


def _layers(start: Fruits) -> list[slice]:
    """The positions with no fruit left, with one, ..."""
    ends = np.bincount([sum(fruits) for fruits in _positions(start)]).cumsum().tolist()
    return [slice(first, last) for first, last in pairwise([0, *ends])]


@lru_cache(maxsize=32)
def _led_to(start: Fruits, queue: Callable[[Fruits], Queue] | None, picks: int) -> _LedTo:
    """Where a basket leads that is used by `queue`, or the colours of the die, each with weight 1, if there is none."""
    number, found = _positions(start), []
    for fruits in number:
        if queue is None or not any(fruits):  # nothing is left to be picked
            outcomes = [(_less(fruits, tree), 1.0) for tree, fruit in enumerate(fruits) if fruit]
        else:
            outcomes = queue_outcomes(fruits, queue(fruits), picks).items()
        found.append([(number[_favourite_last(after)], p) for after, p in outcomes])
    width = max(map(len, found))
    padded = np.array([[*each, *[(0, 0.0)] * (width - len(each))] for each in found])
    return _LedTo(padded[..., 0].astype(int), padded[..., 1])
