"""Which ways to use a basket are best, once the values of all states are known."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

from orchard.arguments import whole_number
from orchard.lattice import check_time
from orchard.rules import Game, State, checked_state
from orchard.strategies import Strategy


def best_baskets(
    strategy: Strategy, fruits: tuple[int, ...], picks: int, value: Callable[[tuple[int, ...]], float | Fraction]
) -> tuple[tuple[int, ...], ...]:
    """All ways to pick that lead to the best `value` (the least for `worst`), each as the trees picked from, in order.

    Fractions are compared exactly; floats that differ by rounding alone count as equal.
    """
    values = {way: value(after) for way, after in basket_ways(fruits, picks).items()}
    best = (strategy.best or max)(values.values())
    slack = 0 if isinstance(best, Fraction) else 1e-12 * best
    return tuple(way for way, v in values.items() if abs(v - best) <= slack)


def basket_ways(fruits: tuple[int, ...], picks: int) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Each way to use a basket, as the trees picked from, in order: what is left; ValueError for over a million."""
    picks = min(picks, sum(fruits))
    check_time(f"picks {picks} from {fruits}", comb(len(fruits) + picks - 1, picks), 10**6)
    ways = combinations_with_replacement(range(len(fruits)), picks)
    left = {way: tuple(f - way.count(i) for i, f in enumerate(fruits)) for way in ways}
    return {way: after for way, after in left.items() if min(after) >= 0}


def checked_basket(game: Game, fruits: tuple[int, ...], raven_steps: int, picks: int | None) -> tuple[State, int]:
    """A state of the game in which it goes on, and how many picks a basket allows, unless `picks` says so."""
    state = checked_state(game, fruits, raven_steps)
    if state.is_won or state.is_lost:
        raise ValueError(f"fruits and raven_steps must be of a state in which the game goes on, got {state}")
    return state, game.picks if picks is None else whole_number("picks", picks, 0)
