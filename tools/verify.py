"""Holds solver and chain to Storm, a model checker that has never heard of this game: equal fractions, or an error.

    python tools/verify.py --games 300 --seed 1

Storm reads the text of `orchard.to_prism`, with labelled trees and wasted rolls, and solves it in exact arithmetic.
Compared are the best and the worst probability to win, and of every strategy its probability to win and its expected
rolls; for random games, and for the editions. It needs the extra `verify`.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import inf, prod
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import stormpy

from orchard import (
    EDITIONS,
    STRATEGIES,
    Game,
    Strategy,
    absorbing_chain,
    favourite,
    from_function,
    mixture,
    solve,
    to_prism,
)
from orchard.markov import MOST_EXACT
from orchard.states import count_states
from orchard.strategies import is_lumpable

BEST = {"optimal": 'Pmax=? [F "won"]', "worst": 'Pmin=? [F "won"]'}
WIN, ROLLS = 'P=? [F "won"]', 'R{"rolls"}=? [F "won" | "lost"]'
NAMED = [strategy for name, strategy in STRATEGIES.items() if name not in BEST]
LARGEST = 150  # labelled states in which a random game goes on, few enough for the exact chain

Comparison = tuple[str, Fraction, Fraction | float]  # what it is, ours, and Storm's


def storm(model: str, *questions: str) -> list[Fraction | float]:
    """Storm's answers about the initial state of a PRISM model, in exact arithmetic; infinite where it says so."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.prism"
        path.write_text(model)
        program = stormpy.parse_prism_program(str(path))
    properties = stormpy.parse_properties("; ".join(questions), program)
    built = stormpy.build_model[stormpy.Rational](program, properties)
    (start,) = built.initial_states
    answers = (str(stormpy.model_checking(built, p).get_value(start)) for p in properties)
    return [inf if answer == "inf" else Fraction(answer) for answer in answers]


def best_and_worst(game: Game) -> Iterator[Comparison]:
    """Of all that always pick: the model leaves every pick open."""
    for name, theirs in zip(BEST, storm(to_prism(game), *BEST.values()), strict=True):
        yield name, solve(game, name, exact=True).win_probability, theirs


def played(game: Game, strategy: Strategy) -> Iterator[Comparison]:
    """The probability to win, and the expected rolls if the chain can be had in fractions."""
    win, rolls = storm(to_prism(game, strategy), WIN, ROLLS)
    yield f"{strategy.name}, win", solve(game, strategy, exact=True).win_probability, win
    if (count_states(game.fruits, is_lumpable(game, [strategy])) - 1) * game.raven_steps <= MOST_EXACT:
        yield f"{strategy.name}, rolls", absorbing_chain(game, strategy, exact=True).expected_rolls()[0], rolls


def random_game(rng: Random) -> Game:
    """One to five trees, some of them empty; up to three picks; no, some or many faces of a kind."""
    trees = rng.randint(1, 5)
    fruits, steps = [rng.randint(0, 3) for _ in range(trees)], rng.randint(1, 4)
    if not any(fruits) or prod(f + 1 for f in fruits) * steps > LARGEST:
        return random_game(rng)
    faces = rng.choice([None, [rng.randint(0, 3) for _ in range(trees)]])
    return Game(fruits, steps, rng.randint(0, 3), faces, rng.randint(0, 3), rng.randint(1, 3))


def random_strategies(rng: Random, trees: int) -> list[Strategy]:
    """A mixture of two, a favourite tree, one that picks anything anywhere, and one that looks at the raven too."""
    part = Fraction(rng.randint(1, 5), 6)
    seed = rng.random()

    def anything(fruits: tuple[int, ...]) -> list[Fraction]:
        chances = Random(f"{seed}{fruits}")
        shares = [chances.randint(0, 3) * bool(fruit) for fruit in fruits]
        shares = shares if any(shares) else fruits
        return [Fraction(share, sum(shares)) for share in shares]

    def anything_by_raven(fruits: tuple[int, ...], raven_steps: int) -> int:
        return Random(f"{seed}{fruits}{raven_steps}").choice([tree for tree, fruit in enumerate(fruits) if fruit])

    free = from_function("anything", anything)
    watching = from_function("anything by raven", anything_by_raven, sees_raven=True)
    one, other = rng.sample([*NAMED, free], 2)
    liked = favourite(rng.randrange(trees), rng.choice(["random", "max"]))
    return [mixture({one: part, other: 1 - part}), liked, free, watching]


def editions() -> Iterator[tuple[Game, Comparison]]:
    """First Orchard by every strategy that has a name, and Orchard at its best and worst."""
    for edition in ("two-by-two", "first-orchard", "first-orchard-6", "orchard"):
        game = EDITIONS[edition]
        by_name = [] if edition == "orchard" else [played(game, strategy) for strategy in NAMED]
        yield from ((game, comparison) for each in (best_and_worst(game), *by_name) for comparison in each)


def random_ones(games: int, seed: int) -> Iterator[tuple[Game, Comparison]]:
    """So many games, each at its best and worst and by every strategy that does not look ahead."""
    rng = Random(seed)
    for _ in range(games):
        game = random_game(rng)
        strategies = [*NAMED, *random_strategies(rng, game.trees)]
        by_all = [best_and_worst(game), *(played(game, strategy) for strategy in strategies)]
        yield from ((game, comparison) for each in by_all for comparison in each)


def compared(name: str, comparisons: Iterable[tuple[Game, Comparison]]) -> None:
    """Prints how many fractions of how many games are equal; ends the program at the first that is not."""
    games = Counter()
    for game, (what, ours, theirs) in comparisons:
        if ours != theirs:
            sys.exit(f"{game}, {what}: {ours} here, {theirs} by Storm")
        games[game] += 1
    print(f"{name}: {games.total():,} fractions of {len(games):,} games are Storm's", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """0 if every fraction is Storm's."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=300, help="how many random games")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    arguments = parser.parse_args(argv)
    compared("editions", editions())
    compared(f"random games, seed {arguments.seed}", random_ones(arguments.games, arguments.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
