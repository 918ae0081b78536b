"""What `make bench` times: questions of every kind that the package answers, and who else answers them."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

import peers

from orchard import EDITIONS, Game, absorbing_chain, simulate, solve
from orchard.pages.output import CHECKOUT
from orchard.pages.studies.landscape import equal_odds, landscape
from orchard.states import all_states
from orchard.ways import ways_of

OURS = "orchard"
MAPS = "100 games, 1-10 trees x 1-10 fruits"
NAMES = ("first-orchard", "first-orchard-5", "orchard", "orchard-10", "two-by-two")
GAMES = {name: EDITIONS[name] for name in NAMES}  # of the kept run, which knows no later ones


@dataclass(frozen=True)
class Case:
    """One question, who answers it, how far their answers may differ, and how many games that takes, if it takes any.

    A contender that answers None is not compared.
    """

    area: str
    what: str
    contenders: dict[str, peers.Answer]
    tolerance: float = 1e-8
    games: int = 0


def forget() -> None:
    """Empty the caches, so that a solution begins from nothing."""
    for cached in (all_states, ways_of):
        cached.cache_clear()


def won(*arguments, **options) -> float:
    """The probability to win, from nothing."""
    forget()
    return won_again(*arguments, **options)


def won_again(*arguments, **options) -> float:
    """The probability to win; after the first time the arrays of the game's states are there."""
    return float(solve(*arguments, **options).win_probability)


def solver() -> Iterator[Case]:
    """Floats for every state: the editions at their best and by `max`, and large games."""
    for name, game in GAMES.items():
        rivals = peers.jouets(game) | peers.storm(game, "max")
        yield Case("solver", f"{name}, max", {OURS: partial(won, game)} | rivals)
        yield Case("solver", f"{name}, max, again", {OURS: partial(won_again, game)})
    for name in ("first-orchard-5", "orchard"):
        rivals = peers.quantecon(EDITIONS[name]) | peers.storm(EDITIONS[name])
        yield Case("solver", f"{name}, optimal", {OURS: partial(won, EDITIONS[name], "optimal")} | rivals)
    for trees, fruits in [(4, 20), (4, 40), (4, 60), (10, 10)]:
        game = Game.uniform(trees, fruits, 9, 2)
        rivals = peers.jouets(game) if fruits == 20 else {}
        yield Case("solver", f"{trees} x {fruits}, max", {OURS: partial(won, game)} | rivals)


def exact() -> Iterator[Case]:
    """The probability to win as a fraction."""
    for name, strategy in [*product(GAMES, ["max"]), ("first-orchard-5", "optimal")]:
        yield Case("exact", f"{name}, {strategy}", {OURS: partial(won, EDITIONS[name], strategy, exact=True)})


def chain() -> Iterator[Case]:
    """The chain, the probability to win and the mean number of rolls."""

    def answer(game: Game) -> float:
        made = absorbing_chain(game)
        made.expected_rolls()
        return made.absorption_probabilities()[0, 1]

    for name, game in GAMES.items():
        yield Case("chain", f"{name}, max", {OURS: partial(answer, game)})


def share_won(*arguments, **options) -> float:
    """The share of games won in a simulation."""
    return simulate(*arguments, seed=1, **options).win_rate


def played() -> Iterator[Case]:
    """Games played on one core, and by all cores one in twenty-five of those of Marinček's Figure 1."""
    games = 4 * 10**6
    for name, game in GAMES.items():
        for strategy in ("max", "random"):
            rivals = peers.numba(game, strategy, games) if name in ("first-orchard-5", "orchard") else {}
            ours = {OURS: partial(share_won, name, strategy, games, threads=1)}
            yield Case("played", f"{name}, {strategy}", ours | rivals, 0.005, games)
    scenarios = list(product(("first-orchard", "orchard-10"), ("max", "random")))
    ours = {OURS: lambda: sum(share_won(*scenario, games) for scenario in scenarios)}
    yield Case("played", "the four scenarios of Figure 1, all cores", ours, games=4 * games)


def cohort() -> Iterator[Case]:
    """Games counted."""
    for name in ("first-orchard-5", "orchard"):
        for strategy, games in (("max", 10**8), ("random", 10**8), ("max", 10**18)):
            counted = {OURS: partial(share_won, name, strategy, games, method="counted")}
            yield Case("cohort", f"{name}, {strategy}, {games:.0e} games", counted, games=games)


def heatmap() -> Iterator[Case]:
    """A hundred games, and how many raven steps make each of them fair."""
    ten = range(1, 11)

    def answer(question: Callable, *numbers: int) -> None:
        forget()
        question(ten, ten, *numbers)

    yield Case("heatmap", MAPS, {OURS: partial(answer, landscape, 9, 2)})
    yield Case("heatmap", "equal odds, 1-10 trees x 1-10 fruits", {OURS: partial(answer, equal_odds, 2)})


def process(*words: str) -> None:
    """Run a new Python to its end."""
    subprocess.run([sys.executable, *words], cwd=CHECKOUT, check=True, stdout=subprocess.DEVNULL)


def cold() -> Iterator[Case]:
    """A new Python that imports the package, and one that answers a question of the command line."""
    imports = {f"import {name}": partial(process, "-c", f"import {name}") for name in ("orchard", "numpy", "sys")}
    yield Case("cold", "import orchard", {OURS: imports.pop("import orchard"), **imports})
    for line in ("orchard odds first-orchard-5", "orchard advise 4,3,0,1:raven=2"):
        yield Case("cold", line, {OURS: partial(process, "-m", *line.split())})


AREAS = {area.__name__: area for area in (solver, exact, chain, played, cohort, heatmap, cold)}
