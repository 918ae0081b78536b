"""The probability of winning many games at once: sweeps over trees, fruits, raven steps, picks, faces and strategies.

The table of one solution holds every later state, and so every smaller game with the same die: a game of fewer trees
is a state in which some trees are empty, and what an empty tree wastes is rolls, not chances. So a sweep solves one
table for each die, basket and strategy and reads all its games off it. That costs what its largest game costs,
C(t+f, t) fruit states for `t` trees of `f` fruits: memory grows as states x raven steps x picks, time as that x trees.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import replace
from itertools import count, islice, product, zip_longest
from typing import NamedTuple

import numpy as np
import pandas as pd

from orchard.arguments import is_sequence, probability, whole_number, wrong_type, wrong_value
from orchard.rules import Game, State, checked_game
from orchard.solver import solve
from orchard.strategies import STRATEGIES, Strategy, checked_strategy, is_lumpable, parts_of

RANGES = ("trees", "fruits", "raven_steps", "basket_picks")
GAME_COLUMNS = ("fruits", "raven_steps", "basket_picks", "colour_faces", "basket_faces", "raven_faces")
MOST_GAMES = 500_000  # in a sweep of ranges
MARGIN = 1e-12  # of the floats: a probability that exceeds a target by less does not count as above it
NAMED = tuple(STRATEGIES.values())  # none of these counts the trees

Progress = Callable[[int, int], None]


# --- sweeps ---


def landscape(trees, fruits, raven_steps, basket_picks=1, strategies="max", **options) -> pd.DataFrame:
    """The probability of winning every uniform game in the ranges with every strategy: one row each, in that order.

    A range is a whole number or several. Columns: trees, fruits (on each), raven_steps, basket_picks, strategy,
    win_probability. `options` are those of `sweep`.
    """
    ranges = map(_checked_range, RANGES, (trees, fruits, raven_steps, basket_picks))
    cells = list(islice(product(*ranges), MOST_GAMES + 1))
    if len(cells) > MOST_GAMES:
        raise wrong_value("trees", f"be, with the other ranges, at most {MOST_GAMES:,} games", "more")
    table = sweep([Game.uniform(*cell) for cell in cells], strategies, **options)
    uniform = pd.DataFrame(cells * (len(table) // len(cells)), columns=RANGES)
    return uniform.join(table[["strategy", "win_probability"]])


def sweep(games, strategies="max", executor: Executor | None = None, progress: Progress | None = None) -> pd.DataFrame:
    """The probability of winning every game with every strategy: one row each, in the order asked for.

    Columns: those of GAME_COLUMNS ("4-4-4-4" is the fruit on four trees), strategy, win_probability. Several strategies
    are no players in turn. Tables are solved on `executor`, any of concurrent.futures, by default threads;
    `progress(done, of)` is called as they are done. An error of `solve` ends the sweep.
    """
    games = [checked_game(game) for game in _several(games)]
    if len(games) > MOST_GAMES:
        raise wrong_value("games", f"be at most {MOST_GAMES:,}", "more")
    cells = [Cell(game, strategy) for strategy in _checked_strategies(strategies) for game in games]
    if executor is not None and not hasattr(executor, "submit"):
        raise wrong_type("executor", "have `submit`", executor)
    values = _solved(_tables(map(_placed, dict.fromkeys(cells))), executor, progress)
    rows = [(*_rule_texts(cell.game), cell.strategy.name, values[cell]) for cell in cells]
    return pd.DataFrame(rows, columns=[*GAME_COLUMNS, "strategy", "win_probability"])


# --- fewest raven steps ---


def equal_odds(trees, fruits, basket_picks=1, strategies="max", target: float = 0.5, **options) -> pd.DataFrame:
    """The rows of `landscape` with the fewest raven steps for which the win probability is above `target`."""
    probability("target", target)
    for steps in _powers_of_two():
        table = landscape(trees, fruits, range(1, steps + 1), basket_picks, strategies, **options)
        enough = table[table.win_probability > target + MARGIN]
        fewest = enough.drop_duplicates(["trees", "fruits", "basket_picks", "strategy"])
        if len(fewest) == len(table) // steps:
            return fewest.reset_index(drop=True)


def _powers_of_two() -> Iterator[int]:
    """How many raven steps to try: 8, 16, ..., until no game has as many."""
    return (2**k for k in count(3))


# --- one game with longer and shorter paths ---


def odds_by_raven_steps(game: Game | str, strategy: Strategy | str, most: int) -> np.ndarray:
    """(most,): the probability of winning with 1, 2, ... raven steps, a row of one table."""
    game, strategy = checked_game(game), checked_strategy(strategy)
    return solve(replace(game, raven_steps=whole_number("most", most, 1)), strategy).table()[-1]


# --- which games share a table ---


class Cell(NamedTuple):
    """What is asked for: a game, and how it is played."""

    game: Game
    strategy: Strategy


class Kind(NamedTuple):
    """What games have in common that can be read off one table; of colours that are all alike only one is named."""

    strategy: Strategy
    basket_picks: int
    colour_faces: tuple[int, ...]
    basket_faces: int
    raven_faces: int


class Placed(NamedTuple):
    """A cell, and where it stands in the table of its kind."""

    cell: Cell
    kind: Kind
    state: State


class Table(NamedTuple):
    """One table to solve: its kind, and the start of its largest game."""

    kind: Kind
    start: State

    @property
    def game(self) -> Game:
        """The largest game that is read off it."""
        _, picks, colours, baskets, ravens = self.kind
        fruits, raven_steps = self.start
        return Game(fruits, raven_steps, picks, colours * (len(fruits) // len(colours)), baskets, ravens)


def _placed(cell: Cell) -> Placed:
    """Empty trees are left out if the strategy is a named one: one made to order may count the trees."""
    game, strategy = cell
    fruits, faces = game.fruits, game.colour_faces
    if is_lumpable(game, [strategy]) and all(part in NAMED for _, part in parts_of(strategy)):
        fruits = tuple(sorted(filter(None, fruits), reverse=True))
        faces = faces[:1]
    kind = Kind(strategy, game.basket_picks, faces, game.basket_faces, game.raven_faces)
    return Placed(cell, kind, State(fruits, game.raven_steps))


def _tables(placed: Iterable[Placed]) -> dict[Table, list[Placed]]:
    """The tables to solve, and what is read off each.

    Games of one kind share a table if one of them holds all others, so that it costs no more than they do; else those
    of the same fruit share one.
    """
    kinds: dict[Kind, list[Placed]] = defaultdict(list)
    for one in placed:
        kinds[one.kind].append(one)
    tables: dict[Table, list[Placed]] = {}
    for kind, alike in kinds.items():
        for group in _groups(alike):
            tables[Table(kind, _largest(group))] = group
    return tables


def _groups(alike: list[Placed]) -> list[list[Placed]]:
    """Games of one kind, all together if one of them is the largest in all, else by their fruit."""
    if _largest(alike) in {one.state for one in alike}:
        return [alike]
    by_fruit: dict[tuple[int, ...], list[Placed]] = defaultdict(list)
    for one in alike:
        by_fruit[one.state.fruits].append(one)
    return list(by_fruit.values())


def _largest(placed: list[Placed]) -> State:
    """The smallest state that holds all of theirs."""
    fruits = zip_longest(*(one.state.fruits for one in placed), fillvalue=0)
    return State(tuple(map(max, fruits)), max(one.state.raven_steps for one in placed))


# --- reading them off ---


def _solved(
    tables: dict[Table, list[Placed]], executor: Executor | None, progress: Progress | None
) -> dict[Cell, float]:
    """The value of every cell."""
    values: dict[Cell, float] = {}
    with ExitStack() as stack:
        pool = executor or stack.enter_context(ThreadPoolExecutor(os.cpu_count()))
        futures = {pool.submit(_read_off, table, [one.state for one in tables[table]]): table for table in tables}
        stack.callback(_cancel, futures)
        for done, future in enumerate(as_completed(futures), 1):
            cells = (one.cell for one in tables[futures[future]])
            values.update(zip(cells, future.result(), strict=True))
            if progress:
                progress(done, len(futures))
    return values


def _cancel(futures: Iterable[Future]) -> None:
    """After an error, begin no other."""
    for future in futures:
        future.cancel()


def _read_off(table: Table, states: Sequence[State]) -> list[float]:
    """The probability of winning from each state: one solution."""
    solution = solve(table.game, table.kind.strategy)
    fruits = np.zeros((len(states), table.game.trees), np.int64)
    for row, state in zip(fruits, states, strict=True):
        row[: len(state.fruits)] = state.fruits
    steps = np.array([state.raven_steps for state in states])
    return solution.table()[solution.states.index(fruits), steps - 1].tolist()


def _rule_texts(game: Game) -> list[int | str]:
    """A game in the columns of a sweep."""
    return [_text(getattr(game, rule)) for rule in GAME_COLUMNS]


def _text(value: int | tuple[int, ...]) -> int | str:
    return "-".join(map(str, value)) if isinstance(value, tuple) else value


# --- arguments ---


def _checked_range(argument: str, values) -> list[int]:
    """A range: a whole number or several, each one that a game can have."""
    values = _several(values)
    if not 0 < len(values) <= MOST_GAMES or len(set(map(str, values))) < len(values):
        raise wrong_value(argument, f"hold at least one whole number, at most {MOST_GAMES:,}, all different", values)
    return [whole_number(argument, value, 0 if argument == "basket_picks" else 1) for value in values]


def _checked_strategies(strategies) -> list[Strategy]:
    """One strategy or several, which a sweep tells apart by their names."""
    checked = [checked_strategy(strategy) for strategy in _several(strategies)]
    names = [strategy.name for strategy in checked]
    if not names or len(set(names)) < len(names):
        raise wrong_value("strategies", "be one or several of different names", names)
    return checked


def _several(values) -> list:
    return list(islice(values, MOST_GAMES + 1)) if is_sequence(values) else [values]
