"""What others did differently, done again so that their numbers come out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import product
from operator import add

import numpy as np

from orchard.arguments import wrong_value
from orchard.pages.studies import refuse_other_rules
from orchard.rules import Game, State, game_of, turn
from orchard.solver import go_round
from orchard.strategies import Rule, next_player, strategy_of
from orchard.weights import pick_probabilities

Fruits = tuple[int, ...]
Queue = list[list[int]]
KNOWN = ("fruits", "raven_steps", "basket_picks")  # and a die with each face once


# --- the game, but for how values are joined ---


def backwards(game: Game | str, strategy: Rule | str, won, lost, join: Callable, hasty: bool = False, lumped=True):
    """What a game is worth, where `join` does what in the solver a mean does.

    A won position is worth `won`, a lost one `lost`, any other `join(rolls, basket)`: the worths after the faces that
    change something, and the pairs (probability, worth) of the basket. If `hasty` the raven comes nearer at every roll,
    as in Paternault's printed recurrence. Trees are sorted if `lumped`.
    """
    game, rule = game_of(game), strategy_of(strategy)
    refuse_other_rules(game, KNOWN)
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


def basket_outcomes(game: Game, rule: Rule, fruits: Fruits, picks: int, ordered: Callable) -> dict[Fruits, Fraction]:
    """What is on the trees, `ordered`, after so many picks, and how likely."""
    if not picks:
        return {ordered(fruits): Fraction(1)}
    outcomes: dict[Fruits, Fraction] = defaultdict(Fraction)
    chances = pick_probabilities(game, rule, fruits, 1, picks)
    if not any(chances):
        raise wrong_value("strategy", "be a rule that never declines", rule.name)
    for tree, p in enumerate(chances):
        if p:
            for after, q in basket_outcomes(game, rule, _less(fruits, tree), picks - 1, ordered).items():
                outcomes[after] += p * q
    return outcomes


def _ascending(fruits: Fruits) -> Fruits:
    return tuple(sorted(fruits))


def _less(fruits: Fruits, tree: int) -> Fruits:
    return (*fruits[:tree], fruits[tree] - 1, *fruits[tree + 1 :])


def mean(rolls: list, basket: list):
    """The mean over the faces that change something, which makes `backwards` the solver."""
    picked = added(p * worth for p, worth in basket)
    return (added(rolls) + picked) / (len(rolls) + 1)


def added(worths: Iterable):
    """Their sum, rounded as `sum` did it before Python 3.12."""
    return reduce(add, worths, 0)


# --- slips that such a join explains ---


def rounded(game: Game | str, tree: Callable[[Fruits], int], digits: int) -> float:
    """The chance of winning if each position's is rounded to `digits`, as by Noob1701's program; `tree` picks."""

    def weights(game, fruits, raven_steps, picks_left) -> np.ndarray:
        return np.arange(game.trees) == tree(tuple(fruits.tolist()))

    def join(rolls: list, basket: list) -> float:
        return round(float(mean(rolls, basket)), digits)

    return backwards(game, Rule("one tree", "a function of the fruit", weights), 1.0, 0.0, join, lumped=False)


def paths(game: Game | str, strategy: Rule | str) -> tuple[int, int]:
    """How many games are won, and how many lost: sequences of rolls that change something.

    A basket's choice among equally full trees counts once.
    """

    def join(rolls: list, basket: list) -> np.ndarray:
        return added(rolls) + added(count for _, count in basket)

    won, lost = np.array([[1, 0], [0, 1]], object)
    return tuple(backwards(game, strategy, won, lost, join))


def frozen_draws(game: Game | str, runs: int, seed: int, digits: int = 15) -> np.ndarray:
    """(runs,): what Noob1701's program prints, which draws the tree once for each position, rounded to `digits`."""
    rng, number = np.random.default_rng(seed), np.arange(runs)

    def join(rolls: list, basket: list) -> np.ndarray:
        drawn = rng.choice(len(basket), size=runs, p=[float(p) for p, _ in basket])
        worths = np.stack([worth for _, worth in basket])
        return np.round(mean(rolls, [(1, worths[drawn, number])]), digits)

    return backwards(game, "random", np.ones(runs), np.zeros(runs), join, lumped=False)


# --- baskets that are planned before the first pick ---


def few_first(fruits: Fruits) -> Queue:
    """neiser's `WenigeZuerst`: each tree twice, with its fruit and with one fewer, least first, ties at random."""
    entries = [(fruit - less, tree) for less in (0, 1) for tree, fruit in enumerate(fruits)]
    return [[tree for n, tree in entries if n == stock] for stock in sorted({n for n, _ in entries})]


def many_first(fruits: Fruits) -> Queue:
    """neiser's `VieleZuerst`: the same list from its end."""
    return few_first(fruits)[::-1]


def cherries_first(fruits: Fruits) -> Queue:
    """neiser's cherry lover: both fruits from the last tree, else from any other."""
    *others, cherries = range(len(fruits))
    return [[cherries] * 2, others * 2]


# Groups of trees, each shuffled, from which a basket picks, by the fruit on them.
QUEUES: dict[str, Callable[[Fruits], Queue]] = {
    "WenigeZuerst": few_first,
    "VieleZuerst": many_first,
    "cherry lover": cherries_first,
}


def queue_outcomes(fruits: Fruits, queue: Queue, picks: int) -> dict[Fruits, float]:
    """What is left after so many picks along the queue, and how likely."""
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
    """The chance of winning, right to 1e-12, of players by turns who plan all picks of a basket, by a queue each.

    The last tree may be a favourite, the others must be interchangeable; the die has one face of each kind.
    """
    game = game_of(game)
    refuse_other_rules(game, KNOWN)
    chances: dict[Fruits, np.ndarray] = {}
    for fruits in _by_fruit_left(game.fruits):
        chances[fruits] = _chances(game, players, fruits, chances)
    return float(chances[fruits][-1, 0])


def _by_fruit_left(start: Fruits) -> list[Fruits]:
    every = product(*(range(fruit + 1) for fruit in _favourite_last(start)))
    return sorted((fruits for fruits in every if fruits == _favourite_last(fruits)), key=sum)


def _favourite_last(fruits: Fruits) -> Fruits:
    return (*_ascending(fruits[:-1]), fruits[-1])


def _chances(game: Game, players: Sequence[Callable], fruits: Fruits, chances: dict[Fruits, np.ndarray]) -> np.ndarray:
    """(raven steps + 1, players): the chance of winning, by who rolls next; `chances` are those with less fruit."""
    value = np.ones((game.raven_steps + 1, len(players)))
    if not any(fruits):
        return value
    colours = sum(chances[_favourite_last(_less(fruits, tree))] for tree, fruit in enumerate(fruits) if fruit)
    following = [next_player(player, players) for player in range(len(players))]
    led_to = colours[:, following]
    for player, queue in enumerate(players):
        for after, p in _planned(fruits, queue, game.picks).items():
            led_to[:, player] += p * chances[_favourite_last(after)][:, following[player]]
    value[0] = 0
    wasted = [fruits.count(0) / game.faces] * len(players)
    for r in range(1, len(value)):
        value[r] = go_round((led_to[r] + value[r - 1, following]) / game.faces, wasted)
    return value


@lru_cache(maxsize=10**5)
def _planned(fruits: Fruits, queue: Callable[[Fruits], Queue], picks: int) -> dict[Fruits, float]:
    return queue_outcomes(fruits, queue(fruits), picks)
