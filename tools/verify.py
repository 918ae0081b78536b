"""Holds solver and chain to Storm, a model checker that has never heard of this game: equal fractions, or an error.

    python tools/verify.py --games 300 --seed 1

Storm reads the text of `to_prism`, with labelled trees and wasted rolls, and solves it in exact arithmetic.
Compared are the best and the worst probability to win, and of every strategy its probability to win and its expected
rolls; for random games, and for the editions. It needs the extra `verify`.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod
from random import Random

import stormpy
from prism import ask_storm, to_prism

from orchard import (
    EDITIONS,
    STRATEGIES,
    Game,
    Strategy,
    absorbing_chain,
    from_function,
    mixture,
    solve,
)
from orchard.markov import MOST_EXACT

BEST = {"optimal": 'Pmax=? [F "won"]', "worst": 'Pmin=? [F "won"]'}
WIN, ROLLS = 'P=? [F "won"]', 'R{"rolls"}=? [F "won" | "lost"]'
NAMED = [strategy for name, strategy in STRATEGIES.items() if name not in BEST]
LARGEST = 150  # labelled states in which a random game goes on, few enough for the exact chain


def comparisons(game: Game, strategies: Iterable[Strategy]) -> Iterator[tuple[str, Fraction, stormpy.Rational]]:
    """What is compared, our answer and Storm's.

    First the best and the worst that one can do, for the model leaves every pick open; then each strategy.
    """
    answers = ask_storm(to_prism(game), BEST.values(), stormpy.Rational)
    for name, theirs in zip(BEST, answers, strict=True):
        yield name, solve(game, name, exact=True).win_probability, theirs
    for strategy in strategies:
        win, rolls = ask_storm(to_prism(game, strategy), [WIN, ROLLS], stormpy.Rational)
        yield f"{strategy.name}, win", solve(game, strategy, exact=True).win_probability, win
        if len(absorbing_chain(game, strategy).R) <= MOST_EXACT:
            yield f"{strategy.name}, rolls", absorbing_chain(game, strategy, exact=True).expected_rolls()[0], rolls


def random_game(rng: Random) -> Game:
    """One to five trees, some of them empty; up to three picks; no, some or many faces of a kind."""
    trees = rng.randint(1, 5)
    fruits, steps = [rng.randint(0, 3) for _ in range(trees)], rng.randint(1, 4)
    if not any(fruits) or prod(f + 1 for f in fruits) * steps > LARGEST:
        return random_game(rng)
    faces = rng.choice([None, [rng.randint(0, 3) for _ in range(trees)]])
    return Game(fruits, steps, rng.randint(0, 3), faces, rng.randint(0, 3), rng.randint(1, 3))


def random_strategies(rng: Random) -> list[Strategy]:
    """A mixture of two, one that picks anything anywhere, and one that looks at the raven too."""
    part = Fraction(rng.randint(1, 5), 6)
    seed = rng.random()

    def anything(fruits: tuple[int, ...], raven_steps: int = 0) -> list[Fraction]:
        chances = Random(f"{seed}{fruits}{raven_steps}")
        shares = [chances.randint(0, 3) * bool(fruit) for fruit in fruits]
        return [Fraction(share, sum(shares)) for share in shares] if any(shares) else []  # it declines

    free = from_function("anything", anything)
    watching = from_function("anything by raven", anything, sees_raven=True)
    one, other = rng.sample([*NAMED, free], 2)
    return [mixture({one: part, other: 1 - part}), free, watching]


def compare(name: str, games: Iterable[tuple[Game, list[Strategy]]]) -> None:
    """Prints how many fractions of how many games are equal; ends the program at the first that is not."""
    equal = Counter()
    for game, strategies in games:
        for what, ours, theirs in comparisons(game, strategies):
            if str(ours) != str(theirs):  # both in lowest terms
                sys.exit(f"{game}, {what}: {ours} here, {theirs} by Storm")
            equal[game] += 1
    print(f"{name}: {equal.total():,} fractions of {len(equal):,} games are Storm's", flush=True)


def main() -> None:
    """The editions, at their best and worst and but for the largest by every name, and the random games."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    small = [(EDITIONS[name], NAMED) for name in ("two-by-two", "first-orchard-5", "first-orchard")]
    compare("editions", [*small, (EDITIONS["orchard"], [])])
    rng = Random(given.seed)
    games = (random_game(rng) for _ in range(given.games))
    played = ((game, [*NAMED, *random_strategies(rng)]) for game in games)
    compare(f"random games, seed {given.seed}", played)


if __name__ == "__main__":
    main()
