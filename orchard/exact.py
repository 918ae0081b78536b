"""The probability to win from every state as a fraction: `turn` read literally, state by state.

It shares nothing with the float solver but the rules and the strategies, and is what the solver is held to.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm
from operator import mul

from orchard.baskets import best_baskets, checked_basket
from orchard.lattice import check_memory, check_time, count_states
from orchard.rules import Game, State, checked_state, pick, turn
from orchard.strategies import Strategy, basket_outcomes, is_lumpable, used_parts

LOST, WON = Fraction(0), Fraction(1)
TERMS = 10**7  # fractions take some minutes for so many
STATE_BYTES = 500  # that a state and its value take, with fractions as long as those of Orchard
Value = Callable[[State], Fraction]


@dataclass(frozen=True, eq=False)
class ExactSolution:
    """The probability to win `game` with `strategy`, from its start and from every later state, as fractions.

    `values` holds that of each state in which the game goes on; trees that are interchangeable are sorted in it.
    """

    game: Game
    strategy: Strategy
    values: dict[State, Fraction] = field(repr=False)
    lumped: bool = field(repr=False)

    @property
    def win_probability(self) -> Fraction:
        return self.value(*self.game.start)

    def value(self, fruits: tuple[int, ...], raven_steps: int) -> Fraction:
        """The probability to win from a state of this game; ValueError if it has no such state."""
        return known(self.values, self.lumped, checked_state(self.game, fruits, raven_steps))

    def best_picks(
        self, fruits: tuple[int, ...], raven_steps: int, picks: int | None = None
    ) -> tuple[tuple[int, ...], ...]:
        """As `Solution.best_picks`, the ties decided exactly."""
        state, picks = checked_basket(self.game, fruits, raven_steps, picks)
        # Not `self.value`, which would check each state again that a pick leads to.
        return best_baskets(
            self.strategy,
            state.fruits,
            picks,
            lambda after: known(self.values, self.lumped, State(after, state.raven_steps)),
        )


def solve_exactly(game: Game, strategy: Strategy) -> ExactSolution:
    """See `orchard.solve`. The cost grows as the number of states, and with the digits of the fractions."""
    lumped = is_lumpable(game, strategy)
    check_memory(f"fruits {game.fruits}", count_states(game.fruits, lumped), STATE_BYTES * game.raven_steps)
    check_baskets(game, strategy)
    values: dict[State, Fraction] = {}
    for state in going_on(game, lumped):
        values[state] = _mean(terms(game, strategy, state, lumped, lambda after: known(values, lumped, after)))
    return ExactSolution(game, strategy, values, lumped)


def check_baskets(game: Game, strategy: Strategy) -> None:
    """ValueError if emptying a basket in every state, in fractions, would be more than TERMS terms."""
    best = any(part.best for player in strategy.turns for _, part in player.parts)
    ways = (game.trees + 1) ** game.picks if best else comb(game.trees + game.picks, game.trees)
    states = count_states(game.fruits, is_lumpable(game, strategy)) * game.raven_steps
    check_time(f"{game}", states * ways, TERMS)


def going_on(game: Game, lumped: bool) -> Iterator[State]:
    """Every state in which the game goes on, each after all those it leads to."""
    for fruits in _fruit_states(game.fruits, lumped):
        yield from (State(fruits, raven_steps) for raven_steps in range(1, game.raven_steps + 1))


def known(values: dict[State, Fraction], lumped: bool, state: State) -> Fraction:
    fruits, raven_steps = state
    if raven_steps == 0:
        return LOST
    if not any(fruits):
        return WON
    return values[tuple(sorted(fruits)) if lumped else fruits, raven_steps]


def _fruit_states(fruits: tuple[int, ...], lumped: bool) -> list[tuple[int, ...]]:
    """All that the trees can hold while there is fruit, in an order in which every pick leads backwards."""
    order, layer = [], {tuple(sorted(fruits)) if lumped else fruits}
    while any(map(any, layer)):
        order += layer
        picked = (pick(State(f, 0), i).fruits for f in layer for i, fruit in enumerate(f) if fruit)
        layer = {tuple(sorted(f)) if lumped else f for f in picked}
    return order[::-1]


def terms(game: Game, strategy: Strategy, state: State, lumped: bool, value: Value) -> list[tuple[Fraction, Fraction]]:
    """The sum of Bellman's equation: (probability, value) of whatever one roll can change."""
    changes = []
    for p, after, picks in turn(game, state):
        if picks:
            for q, part in used_parts(game, strategy):
                changes += [(p * q * w, v) for w, v in _basket_values(part, state, picks, lumped, value)]
        elif after != state:
            changes.append((p, value(after)))
    return changes


def _basket_values(
    strategy: Strategy, state: State, picks: int, lumped: bool, value: Value
) -> list[tuple[Fraction, Fraction]]:
    """(probability, value) of what `picks` picks lead to; a single pair where the strategy is to do its best."""
    fruits, raven_steps = state
    if strategy.best:
        return [(Fraction(1), _best_value(strategy, state, picks, value))]
    outcomes = basket_outcomes(strategy, fruits, picks, lumped)
    return [(w, value(State(f, raven_steps))) for f, w in outcomes.items()]


def _best_value(strategy: Strategy, state: State, picks: int, value: Value) -> Fraction:
    """The best value that can be reached from `state` by `picks` picks."""
    if not picks:
        return value(state)
    trees = (i for i, fruit in enumerate(state.fruits) if fruit)
    return strategy.best(_best_value(strategy, pick(state, i), picks - 1, value) for i in trees)


def _mean(terms: list[tuple[Fraction, Fraction]]) -> Fraction:
    """The mean of `value` over the terms (weight, value), on one common denominator: one gcd instead of one a term."""
    unit, denominator = lcm(*(w.denominator for w, _ in terms)), lcm(*(v.denominator for _, v in terms))
    weights = [w.numerator * (unit // w.denominator) for w, _ in terms]
    numerators = [v.numerator * (denominator // v.denominator) for _, v in terms]
    return Fraction(sum(map(mul, weights, numerators)), sum(weights) * denominator)
