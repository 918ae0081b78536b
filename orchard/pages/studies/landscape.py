"""The chance of winning many games: `solve` once for all that are positions of one large game."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product

import pandas as pd

from orchard.arguments import is_sequence, whole_number, wrong_value
from orchard.rules import EDITIONS, LARGEST, Game, game_of
from orchard.solver import solve
from orchard.states import count_states
from orchard.strategies import Asked, Strategy, is_lumpable, players_of, strategy_of

RANGES = ("trees", "fruits", "raven_steps", "basket_picks")
LONGEST = 40  # raven rolls of the largest game of a map
MOST_VALUES = 8_000_000  # states times raven rolls of that game: some seconds, and 64 MB
SQUARES = 10  # of a map, across and down, that can be read


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
        for strategy, t, f, r, picks in product(strategies, *ranges)
    ]
    return pd.DataFrame(rows, columns=[*RANGES, "strategy", "win_probability"])


def chances_of_size(fruits, raven_steps, size: tuple[Strategy, int, int]) -> dict[tuple[int, int], float]:
    """{(fruits on each tree, raven steps): chance of winning} for a strategy, trees and picks."""
    strategy, trees, basket_picks = size
    solution = solve(Game.uniform(trees, max(fruits), max(raven_steps), basket_picks), strategy)
    return {(f, r): solution.value((f,) * trees, r) for f, r in product(fruits, raven_steps)}


# --- games near a game ---


def ten_changes(game: Game | str) -> dict[str, Game]:
    """What is changed, by one step: a rule or the trees; and the game that comes of it, if there is one.

    The tree more is like the first, the tree fewer is the last, the fruit fewer is one of the fullest tree.
    """
    game = game_of(game)
    fruits, faces, picks = game.fruits, game.colour_faces, game.basket_picks
    baskets, fullest = game.basket_faces, fruits.index(max(fruits))
    cards = game in (EDITIONS["first-orchard"], EDITIONS["first-orchard-5"])
    step = "card" if cards else "raven roll"
    more = {0: "a basket", 1: "a second basket"}.get(baskets, "one basket more")
    fewer = "no basket" if baskets == 1 else "one basket fewer"
    raven = "a second raven" if game.raven_faces == 1 else "one raven more"
    changed = {
        f"one {step} more": {"raven_steps": game.raven_steps + 1},
        f"one {step} fewer": {"raven_steps": game.raven_steps - 1},
        "two picks from a basket" if picks == 1 else "one pick more from a basket": {"basket_picks": picks + 1},
        f"{more} on the die": {"basket_faces": baskets + 1},
        f"{fewer} on the die": {"basket_faces": baskets - 1},
        f"{raven} on the die": {"raven_faces": game.raven_faces + 1},
        "one tree fewer": {"fruits": fruits[:-1], "colour_faces": faces[:-1]},
        "one tree more": {"fruits": (*fruits, fruits[0]), "colour_faces": (*faces, faces[0])},
        "one fruit fewer on one tree": {
            "fruits": tuple(fruit - (tree == fullest) for tree, fruit in enumerate(fruits))
        },
        "one fruit fewer on each tree": {"fruits": tuple(max(0, fruit - 1) for fruit in fruits)},
    }
    games = {}
    for words, rules in changed.items():
        with suppress(ValueError):  # of an impossible game
            games[words] = replace(game, **rules)
    return games


def resized(game: Game | str, trees: int, more: int) -> Game:
    """A game with so many trees, after its last its first again, each with so many fruits `more`."""
    game = game_of(game)
    numbers = [tree % game.trees for tree in range(trees)]
    fruits, faces = (tuple(row[number] for number in numbers) for row in (game.fruits, game.colour_faces))
    return replace(game, fruits=tuple(fruit + more for fruit in fruits), colour_faces=faces)


def all_games(game: Game | str, strategy: Asked, most: int = SQUARES) -> pd.DataFrame:
    """The chance of winning each game of the map around a game, all positions of the largest, solved once.

    A row for each number of raven rolls; a column for each (trees, fruits more than `game` has on each).
    """
    largest, down, across = map_around(game, strategy, most)
    solution = solve(largest, strategy)
    rolls, chances = range(1, largest.raven_steps + 1), {}
    for trees, more in product(down, across):
        fruits = resized(game, trees, more).fruits + (0,) * (largest.trees - trees)
        chances[trees, more] = [solution.value(fruits, each) for each in rolls]
    return pd.DataFrame(chances, rolls)


def map_around(game: Game | str, strategy: Asked, most: int = SQUARES) -> tuple[Game, range, range]:
    """The largest game of a map around a game, and what goes down and across: trees, and fruits more on each tree.

    It goes to `most` trees and fruits on a tree, and at least to the game itself; not so far if that took too long.
    """
    game = game_of(game)
    steps, lumped = max(LONGEST, game.raven_steps), is_lumpable(game, players_of(strategy))
    sizes = product(range(max(0, most - max(game.fruits)), -1, -1), range(max(most, game.trees), game.trees - 1, -1))
    fitting = (size for size in sizes if _is_quick(game, *size, steps, lumped))
    more, trees = next(fitting, (0, game.trees))
    down = range(max(1, trees - SQUARES + 1), trees + 1)
    across = range(max(min(0, 1 - min(game.fruits)), more - SQUARES + 1), more + 1)
    return replace(resized(game, trees, more), raven_steps=steps), down, across


def _is_quick(game: Game, more: int, trees: int, steps: int, lumped: bool) -> bool:
    """Whether a map may go as far."""
    try:
        fruits = resized(game, trees, more).fruits
    except ValueError:  # the die has too many faces
        return False
    return count_states(fruits, lumped) * steps <= MOST_VALUES


# --- arguments ---


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
