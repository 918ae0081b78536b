"""The command line `orchard`: odds, simulations, games, advice and Markov chains without opening a notebook.

Each subcommand is a function (arguments) -> answer: a dictionary, printed as lines "name  value" or with `--json` as
JSON, or a text that is printed as it is. Answers go to stdout, everything else to stderr.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from random import randrange
from typing import NoReturn

import orchard
from orchard import EDITIONS, STRATEGIES, Game
from orchard.algorithm import tree_name
from orchard.arguments import TREES, look_up, shown, whole_number
from orchard.baskets import basket_ways

EXAMPLES = """examples:
  orchard odds first-orchard --strategy random
  orchard odds --trees 4 --fruits 10 --raven 9 --picks 2 --strategy max --exact
  orchard simulate orchard --games 1e8 --seed 1 --json
  orchard play first-orchard --seed 4
  orchard advise 4,3,0,1 --raven 2
  orchard chain two-by-two --dot | dot -Tsvg > chain.svg

exit status: 0 with an answer, 1 if it failed, 2 if the question makes no sense"""


# --- the questions ---


def odds(given: argparse.Namespace) -> dict:
    """the probability to win, computed"""
    solution = orchard.solve(given.game, given.strategy, exact=given.exact)
    return asked(given) | chance("win_probability", solution.win_probability)


def simulate(given: argparse.Namespace) -> dict:
    """how many are won of many games that are played"""
    if sys.stderr.isatty():
        print(f"playing {given.games:,} games; Ctrl-C stops", file=sys.stderr)
    played = orchard.simulate(given.game, given.strategy, given.games, given.seed)
    counts = {"games": played.games, "wins": played.wins, "seed": played.seed, "win_rate": played.win_rate}
    errors = {"standard_error": played.standard_error, "interval_95": played.confidence_interval()}
    return asked(given) | counts | errors


def play(given: argparse.Namespace) -> str:
    """one game, told roll by roll"""
    seed = randrange(10**9) if given.seed is None else given.seed
    return f"{orchard.play(given.game, given.strategy, seed)}\n(the same game again: --seed {seed})"


def advise(given: argparse.Namespace) -> dict:
    """what to pick from the basket: the probability to win after each way to pick, best first"""
    solution = orchard.solve(given.game, given.strategy, exact=given.exact)
    fruits, raven_steps = given.game.start
    ways = {way: solution.value(after, raven_steps) for way, after in basket_ways(fruits, given.game.picks).items()}
    best_first = sorted(ways, key=ways.get, reverse=True)
    picks = {" and ".join(map(tree_name, way)) or "nothing": number(ways[way]) for way in best_first}
    return asked(given) | ({"picks": picks} if given.json else picks)


def chain(given: argparse.Namespace) -> dict | str:
    """the game as an absorbing Markov chain"""
    made = orchard.absorbing_chain(given.game, given.strategy, exact=given.exact)
    if given.dot:
        return made.to_dot().rstrip()
    rolls, variance = made.expected_rolls()[made.start], made.variance_of_rolls()[made.start]
    sizes = {"live_states": len(made.R), "expected_rolls": number(rolls), "variance_of_rolls": number(variance)}
    return asked(given) | sizes | chance("win_probability", made.absorption_probabilities()[made.start, 1])


# --- the answers ---


def asked(given: argparse.Namespace) -> dict:
    """What the question was, so that an answer can be read alone."""
    game = given.game
    start = {"fruits": game.fruits, "raven_steps": game.raven_steps, "basket_picks": game.basket_picks}
    return start | {"strategy": given.strategy}


def number(value: float | Fraction) -> float | str:
    """What is printed of a number: JSON knows no fractions."""
    return str(value) if isinstance(value, Fraction) else float(value)


def chance(name: str, value: float | Fraction) -> dict:
    """A named probability, and if it is a fraction its decimal value."""
    return {name: number(value)} | ({"decimal": float(value)} if isinstance(value, Fraction) else {})


def lines(answer: dict) -> str:
    """An answer as text: a line for each entry, the values below each other."""
    width = 2 + max(map(len, answer))
    return "\n".join(f"{name.replace('_', ' '):<{width}}{text(value)}" for name, value in answer.items())


def text(value: object) -> str:
    """A value without spaces, so that it is the last word of its line."""
    if isinstance(value, tuple):
        return ",".join(map(text, value))
    return f"{value:.12g}" if isinstance(value, float) else str(value)


# --- the command line ---


def count(least: int, argument: str) -> int:
    """A whole number, which may be written as 1e8."""
    try:
        value = int(argument) if argument.isdecimal() else float(argument)
        exact = isinstance(value, int) or value < 2**53
        if argument.isascii() and exact and value >= least and value == int(value):
            return int(value)
    except (ValueError, OverflowError):
        pass
    raise argparse.ArgumentTypeError(
        f"must be a whole number, at least {least}, like 100 or 1e8, got {shown(argument)}"
    )


def trees(argument: str) -> tuple[int, ...]:
    """The fruit on each tree, with commas between them."""
    return tuple(count(0, fruit) for fruit in argument.split(","))


def game_of(given: argparse.Namespace) -> Game:
    """The edition with what the options change in it; ValueError if there is no such game."""
    edition = look_up("edition", given.edition, EDITIONS)
    fruits = given.fruits or edition.fruits[:1]
    if len(fruits) == 1:
        fruits *= whole_number("trees", given.trees or edition.trees, 1, TREES)
    elif given.trees not in (None, len(fruits)):
        raise ValueError(f"--trees must be {len(fruits)} if --fruits lists as many, got {given.trees}")
    raven = edition.raven_steps if given.raven is None else given.raven
    picks = edition.basket_picks if given.picks is None else given.picks
    return Game(fruits, raven, picks)


OPTIONS = {
    "edition": {"nargs": "?", "default": "first-orchard", "help": f"{', '.join(EDITIONS)} (default: %(default)s)"},
    "fruits": {"type": trees, "help": "what is on each tree, 4,3,0,1"},
    "--trees": {"type": partial(count, 1), "metavar": "N", "help": "how many trees, if not as in the edition"},
    "--fruits": {"type": trees, "metavar": "N", "help": "fruits on each tree, or tree by tree: 4,3,0,1"},
    "--raven": {"type": partial(count, 1), "metavar": "N", "help": "steps that the raven has to go"},
    "--picks": {"type": partial(count, 0), "metavar": "N", "help": "picks that a basket allows"},
    "--strategy": {"default": "max", "metavar": "NAME", "help": f"{', '.join(STRATEGIES)} (default: %(default)s)"},
    "--games": {"type": partial(count, 2), "default": 10**6, "metavar": "N", "help": "how many (default: 1e6)"},
    "--seed": {"type": partial(count, 0), "metavar": "N", "help": "for the same result again; else a fresh one"},
    "--exact": {"action": "store_true", "help": "in fractions"},
    "--json": {"action": "store_true", "help": "as JSON"},
    "--dot": {"action": "store_true", "help": "as a graph, for Graphviz"},
}
GAME = ["edition", "--trees", "--fruits", "--raven", "--picks", "--strategy"]
QUESTIONS = {
    odds: [*GAME, "--exact", "--json"],
    simulate: [*GAME, "--games", "--seed", "--json"],
    play: [*GAME, "--seed"],
    advise: ["fruits", "edition", "--raven", "--picks", "--strategy", "--exact", "--json"],
    chain: [*GAME, "--exact", "--json", "--dot"],
}


def command_line() -> argparse.ArgumentParser:
    """The command line: a subcommand a question."""
    layout = {"formatter_class": argparse.RawDescriptionHelpFormatter, "epilog": EXAMPLES, "allow_abbrev": False}
    top = argparse.ArgumentParser("orchard", description=orchard.__doc__, **layout)
    top.error = partial(refuse, top.prog)
    questions = top.add_subparsers(metavar="question", required=True)
    for answer, options in QUESTIONS.items():
        one = questions.add_parser(answer.__name__, help=answer.__doc__, description=answer.__doc__, **layout)
        one.error = partial(refuse, one.prog)
        for option in options:
            one.add_argument(option, **OPTIONS[option])
        one.set_defaults(answer=answer)
        if answer is advise:
            one.set_defaults(strategy="optimal", trees=None)
    return top


def refuse(command: str, message: str) -> NoReturn:
    """What takes the place of argparse's own report, which is of several lines."""
    print(f"{command}: {' '.join(message.split())[:1000]} (see {command} --help)", file=sys.stderr)
    raise SystemExit(2)


def main(argv: Sequence[str] | None = None) -> int:
    """Answer one question: 0, or 1 if that failed, or 2 if there is no such game."""
    given = command_line().parse_args(argv)
    try:
        given.game = game_of(given)
        answer = given.answer(given)
        if not isinstance(answer, str):
            answer = json.dumps(answer) if given.json else lines(answer)
        print(answer, flush=True)
    except (ValueError, TypeError) as error:
        print(f"orchard: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would complain when it closes it
        return 1
    except (OSError, MemoryError, KeyboardInterrupt) as error:
        print(f"orchard: {type(error).__name__}{f': {error}' if str(error) else ''}", file=sys.stderr)
        return 1
    return 0
