"""The chance of winning many games: `solve` once for all that are positions of one large game."""

from collections.abc import Callable
from functools import partial
from itertools import product

import pandas as pd

from orchard.arguments import is_sequence, probability, whole_number, wrong_value
from orchard.rules import LARGEST, Game
from orchard.solver import solve
from orchard.strategies import Strategy, strategy_of

RANGES = ("trees", "fruits", "raven_steps", "basket_picks")
MARGIN = 1e-12  # of floats: a chance that exceeds a target by less is not above it


def landscape(trees, fruits, raven_steps, basket_picks=1, strategies="max", map: Callable = map) -> pd.DataFrame:
    """The chance of winning every uniform game in the ranges with every strategy: a row each.

    A range is a whole number or several. Columns: trees, fruits (on each), raven_steps, basket_picks, strategy,
    win_probability. `map` makes the solutions, perhaps that of an executor. TypeError or ValueError for an impossible
    game or strategy, and for a game too large for `solve`.
    """
    given = zip(RANGES, (trees, fruits, raven_steps, basket_picks), strict=True)
    ranges = [whole_range(name, values) for name, values in given]
    trees, fruits, raven_steps, basket_picks = ranges
    strategies = several("strategies", strategies, strategy_of)
    sizes = list(product(strategies, trees, basket_picks))
    solved = map(partial(chances_of_size, fruits, raven_steps), sizes)
    chances = dict(zip(sizes, solved, strict=True))
    rows = [
        (t, f, r, picks, strategy.name, chances[strategy, t, picks][f, r])
        for strategy in strategies
        for t, f, r, picks in product(*ranges)
    ]
    return pd.DataFrame(rows, columns=[*RANGES, "strategy", "win_probability"])


def chances_of_size(fruits, raven_steps, size: tuple[Strategy, int, int]) -> dict[tuple[int, int], float]:
    """{(fruits on each tree, raven steps): chance of winning} for a strategy, trees and picks."""
    strategy, trees, basket_picks = size
    solution = solve(Game.uniform(trees, max(fruits), max(raven_steps), basket_picks), strategy)
    return {(f, r): solution.value((f,) * trees, r) for f, r in product(fruits, raven_steps)}


def equal_odds(trees, fruits, basket_picks=1, strategies="max", target: float = 0.5, map: Callable = map):
    """The rows of `landscape` with the fewest raven steps for which the chance of winning is above `target`.

    TypeError or ValueError as for `landscape`, and where more than LARGEST raven steps are needed.
    """
    probability("target", target)
    game, steps = ["trees", "fruits", "basket_picks", "strategy"], 8
    while True:
        table = landscape(trees, fruits, range(1, steps + 1), basket_picks, strategies, map)
        enough = table[table.win_probability > target + MARGIN]
        fewest = enough.drop_duplicates(game)
        if len(fewest) == len(table.drop_duplicates(game)):
            return fewest.reset_index(drop=True)
        steps *= 2


def several(argument: str, values, checked: Callable) -> list:
    """The values in a range, each checked and taken once."""
    found = dict.fromkeys(checked(value) for value in (values if is_sequence(values) else [values]))
    if not found:
        raise wrong_value(argument, "hold at least one value", values)
    return list(found)


def whole_range(argument: str, values) -> list[int]:
    """The values in a range of whole numbers."""
    least = 0 if argument == "basket_picks" else 1
    return several(argument, values, partial(whole_number, argument, least=least, most=LARGEST))
