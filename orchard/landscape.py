"""The probability to win of many games at once: sweeps over trees, fruits, raven steps, picks, faces and strategies.

The table of one solve holds every later state, and so every smaller game with the same die: a game of fewer trees is
a state in which some trees are empty, and what an empty tree wastes is rolls, not chances. So a sweep solves one table
for each die, basket and strategy and reads all its games off it. That costs what its largest game costs, C(t+f, t)
fruit states for `t` trees of `f` fruits: memory grows as states x raven steps x picks, time as that x trees. On one
core 10 trees of 10 fruits, 9 steps, two picks (184,756 states) took 0.35 s and 0.2 GB in all, 4 trees of 60 fruits,
40 steps (635,376 states) 2.5 s and 0.6 GB.
"""

import csv
import os
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from itertools import count, islice, product, zip_longest

import pandas as pd

from orchard.arguments import NO_SEQUENCES, probability, shown, whole_number
from orchard.rules import Game, State, checked_game
from orchard.solver import solve
from orchard.strategies import STRATEGIES, Strategy, checked_strategy, is_lumpable

Row = tuple[int | str, ...]
COLUMNS = ("fruits", "raven_steps", "basket_picks", "colour_faces", "basket_faces", "raven_faces", "strategy")
RANGES = ("trees", "fruits", "raven_steps", "basket_picks")
MOST = 500_000  # games in a sweep of ranges
ROUNDING = 1e-12  # of the floats: a probability that exceeds a target by less does not count as above it


def landscape(trees, fruits, raven_steps, basket_picks=1, strategies="max", **options) -> pd.DataFrame:
    """The probability to win of every uniform game in the ranges with every strategy: one row each, in that order.

    A range is a whole number or several. Columns: trees, fruits (on each), raven_steps, basket_picks, strategy,
    win_probability. `options` are those of `sweep`.
    """
    ranges = map(_whole_numbers, RANGES, (trees, fruits, raven_steps, basket_picks))
    cells = list(islice(product(*ranges), MOST + 1))
    if len(cells) > MOST:
        raise ValueError(f"trees, fruits, raven_steps and basket_picks must be at most {MOST} games together, got more")
    frame = sweep([Game.uniform(*cell) for cell in cells], strategies, **options)
    uniform = pd.DataFrame(cells * (len(frame) // len(cells)), columns=RANGES)
    return uniform.join(frame[["strategy", "win_probability"]])


def sweep(games, strategies="max", executor=None, journal=None, progress=None) -> pd.DataFrame:
    """The probability to win of every game with every strategy: one row each, in the order asked for.

    Tables are solved on `executor`, any of concurrent.futures, by default threads; `progress(done, of)` is called as
    they are done. What is done is written to the CSV file `journal` at once, and what that holds already, from this
    sweep or another, is not computed again (strategies are known by their names). An error of `solve` ends the sweep.
    """
    games, strategies = [checked_game(game) for game in _several(games)], _strategies(strategies)
    cells = {_row(game, strategy): (game, strategy) for strategy in strategies for game in games}
    if not hasattr(executor or Executor, "submit") or not isinstance(journal, str | os.PathLike | None):
        raise TypeError(
            f"executor must have `submit`, and journal be a path, got {shown(executor)} and {shown(journal)}"
        )
    known = _recorded(journal) if journal else {}
    tables = _tables(cell for row, cell in cells.items() if row not in known)
    with ExitStack() as stack:
        pool = executor or stack.enter_context(ThreadPoolExecutor(os.cpu_count()))
        file = stack.enter_context(open(journal or os.devnull, "a", encoding="utf-8", newline=""))
        futures = [pool.submit(_read_off, *table, states) for table, states in tables.items()]
        stack.callback(lambda: [future.cancel() for future in futures])  # after an error, begin no other
        for done, future in enumerate(as_completed(futures), 1):
            known |= future.result()
            csv.writer(file, lineterminator="\n").writerows((*row, value) for row, value in future.result().items())
            file.flush()
            if progress:
                progress(done, len(futures))
    rows = [_row(game, strategy) for strategy in strategies for game in games]
    return pd.DataFrame([(*row, known[row]) for row in rows], columns=[*COLUMNS, "win_probability"])


def smallest_raven_steps(game: Game | str, target: float = 0.5, strategy: Strategy | str = "max") -> int:
    """The fewest raven steps with which `game` is won with a probability above `target`."""
    game, target = checked_game(game), probability("target", target)
    for steps in (2**k for k in count(3)):
        values = solve(replace(game, raven_steps=steps), strategy).values[-1]
        if not values.any():
            raise ValueError(f"game must be one that can be won, got {game} with strategy {strategy!r}")
        if values[-1] > target + ROUNDING:
            return int((values > target + ROUNDING).argmax()) + 1


def equal_odds(trees, fruits, basket_picks=1, strategies="max", target: float = 0.5, **options) -> pd.DataFrame:
    """The rows of `landscape` with the fewest raven steps for which the win probability is above `target`."""
    probability("target", target)
    for steps in (2**k for k in count(3)):
        table = landscape(trees, fruits, range(1, steps + 1), basket_picks, strategies, **options)
        enough = table[table.win_probability > target + ROUNDING]
        fewest = enough.drop_duplicates(["trees", "fruits", "basket_picks", "strategy"])
        if len(fewest) == len(table) // steps:
            return fewest.reset_index(drop=True)


def _whole_numbers(argument: str, values) -> list[int]:
    """A range: a whole number or several, each one that a game can have."""
    values = _several(values)
    if not 0 < len(values) <= MOST or len(set(map(str, values))) < len(values):
        raise ValueError(
            f"{argument} must hold at least one whole number, at most {MOST}, all different, got {shown(values)}"
        )
    return [whole_number(argument, value, 0 if argument == "basket_picks" else 1) for value in values]


def _strategies(strategies) -> list[Strategy]:
    """One strategy or several, which a sweep tells apart by their names."""
    checked = [checked_strategy(strategy) for strategy in _several(strategies)]
    names = [strategy.name for strategy in checked]
    if not names or len(set(names)) < len(names):
        raise ValueError(f"strategies must be one or several of different names, got {names}")
    return checked


def _several(values) -> list:
    several = isinstance(values, Iterable) and not isinstance(values, NO_SEQUENCES) and getattr(values, "ndim", 1)
    return list(islice(values, MOST + 1)) if several else [values]


def _row(game: Game, strategy: Strategy) -> Row:
    """A game and a strategy in the columns of a sweep; "4-4-4-4" is the fruit on four trees."""
    values = (vars(game).get(column, strategy.name) for column in COLUMNS)
    return tuple("-".join(map(str, value)) if isinstance(value, tuple) else value for value in values)


def _recorded(journal) -> dict[Row, float]:
    """What a journal holds; it is begun if there is none, and a last line that was cut short is cut off."""
    head = ",".join([*COLUMNS, "win_probability\n"]).encode()
    with open(journal, "ab+") as file:
        file.seek(0)
        held = file.read()
        if not (held.startswith(head) or head.startswith(held)):
            raise ValueError(f"journal must be a new file or that of an earlier sweep, got {journal}")
        whole = held[: held.rfind(b"\n") + 1]
        file.truncate(len(whole))
        file.write(b"" if whole else head)
    lines = csv.reader(whole.decode().splitlines()[1:])
    return {(f, int(r), int(p), c, int(b), int(w), s): float(value) for f, r, p, c, b, w, s, value in lines}


def _tables(cells: Iterable[tuple[Game, Strategy]]) -> dict[tuple, dict[Row, State]]:
    """For each table to solve, named by kind and fruit, the state to read off for each row.

    Games of one kind share a table if one of them holds all others, so that it costs no more than they do.
    """
    placed = [(*_kind(*cell), cell[0].raven_steps, _row(*cell)) for cell in cells]
    starts, tables = defaultdict(set), defaultdict(dict)
    for kind, fruits, raven_steps, _ in placed:
        starts[kind].add((raven_steps, *fruits))
    most = {kind: tuple(map(max, zip_longest(*each, fillvalue=0))) for kind, each in starts.items()}
    for kind, fruits, raven_steps, row in placed:
        stock = most[kind][1:] if most[kind] in starts[kind] else fruits
        tables[kind, stock][row] = State(fruits + (0,) * (len(stock) - len(fruits)), raven_steps)
    return tables


def _kind(game: Game, strategy: Strategy) -> tuple[tuple, tuple[int, ...]]:
    """What games must have in common to be read off one table, and the fruit of this one as it stands there.

    Empty trees are left out only if the strategy is a named one: one made to order may count the trees.
    """
    fruits, faces = game.fruits, game.colour_faces
    if is_lumpable(game, strategy) and all(part in STRATEGIES.values() for _, part in strategy.parts):
        fruits, faces = tuple(sorted(filter(None, fruits), reverse=True)), faces[:1]
    return (strategy, game.basket_picks, faces, game.basket_faces, game.raven_faces), fruits


def _read_off(kind: tuple, stock: tuple[int, ...], states: dict[Row, State]) -> dict[Row, float]:
    """The probability to win of each row of a table, the largest game of which has the fruit `stock`: one solve."""
    strategy, picks, faces, *others = kind
    steps = max(raven_steps for _, raven_steps in states.values())
    solution = solve(Game(stock, steps, picks, faces * (len(stock) // len(faces)), *others), strategy)
    index = cache(solution.lattice.index)
    return {row: float(solution.values[index(fruits), steps - 1]) for row, (fruits, steps) in states.items()}
