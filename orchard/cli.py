"""The command line `orchard`: chances, simulations, games and advice.

A question is a function of what is given; it returns lines for people, and facts for `--json`.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from random import randrange

from orchard.pages.answer import edition_name, game_in_words, in_100, your_answer
from orchard.rules import EDITIONS, game_of, state_of, tree_name
from orchard.solver import solve
from orchard.strategies import STRATEGIES, players_of

EXAMPLES = """examples:
  orchard odds --strategy random
  orchard odds 4,3,2:raven=5:colours=1,1,3 --strategy max,max,random --exact
  orchard simulate orchard --games 1e8 --seed 1
  orchard play --seed 4
  orchard advise 4,3,0,1:raven=2"""
WORD = """a game in one word: the fruit on each tree, or a game's name, and rules; what is left out is First Orchard's:
  5,3,4:raven=4:picks=2    lost with the fourth raven roll; a basket is two picks
  orchard:raven=12:colours=2,1,1,1:baskets=2:ravens=1    and the die"""
STATUS = "exit status: 0 with an answer, 1 if it failed, 2 if the question makes no sense, 130 after Ctrl-C"
Answer = tuple[list[str], dict]


# --- the questions ---


def answer_odds(given: argparse.Namespace) -> Answer:
    """the chance of winning, computed"""
    p = solve(given.game, given.strategy, exact=given.exact).win_probability
    lines = [your_answer(given.word, given.strategy), f"The chance of winning is {in_digits(p)}."]
    return lines, {"win_probability": p}


def answer_simulate(given: argparse.Namespace) -> Answer:
    """how many of many games are won, and Wilson's interval for the chance"""
    from tqdm import tqdm

    from orchard.simulator import simulate

    strategy = solve(given.game, given.strategy).strategy
    with tqdm(total=given.games, unit=" games", unit_scale=True, delay=2, leave=False, file=sys.stderr) as bar:
        found = simulate(given.game, strategy, given.games, given.seed, method=given.method, progress=bar.update)
    low, high = found.confidence_interval()
    error = found.standard_error if found.games > 1 else None
    digits = len(str(found.games)) // 2 + 2  # worth showing: an error falls with the square root of the games
    lines = [
        question_in_words(given),
        f"Of {found.games:,} games {given.method}, {found.wins:,} are won: a share of {found.win_rate:.{digits}f}.",
        f"Wilson's 95 % interval is {low:.{digits}f} to {high:.{digits}f}.",
        f"The same games again: --seed {found.seed}",
    ]
    facts = {"games": found.games, "wins": found.wins, "win_rate": found.win_rate, "seed": found.seed}
    facts |= {"method": given.method, "standard_error": error, "interval_95": [low, high]}
    return lines, facts


def answer_play(given: argparse.Namespace) -> Answer:
    """one game, told roll by roll"""
    from orchard.simulator import play

    seed = randrange(10**9) if given.seed is None else given.seed
    told = play(given.game, solve(given.game, given.strategy).strategy, seed)
    return [question_in_words(given), str(told), f"The same game again: --seed {seed}"], {}


def answer_advise(given: argparse.Namespace) -> Answer:
    """what to pick from the basket: the chance of winning after each use of it, best first"""
    position = state_of(given.game, given.position)
    chances = solve(given.game, given.strategy, exact=given.exact).value_of_picks(*position)
    best_first = sorted(chances.items(), key=lambda item: -item[1])
    named = {" and ".join(map(tree_name, trees)) or "nothing": p for trees, p in best_first}
    fruits = ", ".join(f"{tree_name(tree)} {fruit}" for tree, fruit in enumerate(position.fruits))
    lines = [question_in_words(given, "After this basket we"), f"Left are: {fruits}, raven {position.raven_steps}."]
    lines += [
        f"Pick {trees}: the chance of winning is {in_digits(p)}: about {in_100(p)} games of 100."
        for trees, p in named.items()
    ]
    return lines, {"position": position, "picks": named}


def answer_editions(given: argparse.Namespace) -> Answer:
    """the games that have a name"""
    lines = [f"{key:<16} {edition_name(key)}" for key in EDITIONS]
    return lines, {key: asdict(game) for key, game in EDITIONS.items()}


# --- how an answer reads ---


def question_in_words(given: argparse.Namespace, we: str = "We") -> str:
    """The game, and who picks how."""
    picks = "; then ".join(player.text for player in players_of(given.strategy))
    return f"{game_in_words(given.game)}. {we} pick {picks}."


def in_digits(p: float | Fraction) -> str:
    """A chance in twelve digits, after the fraction if it is one."""
    fraction = f"{p}, or " if isinstance(p, Fraction) else ""
    return f"{fraction}{float(p):.12g}"


# --- what is given ---


def number(text: str) -> int | float:
    """A number of games, which may be written 1e8."""
    return int(text) if text.isdecimal() else float(text)


PICKS = "what to pick, one of those below, or several for players by turns (default: %(default)s)"
GAME = f"{', '.join(EDITIONS)}, or one of your own as below (default: %(default)s)"
METHOD = "counted games are as quick for 1e18 games as for few (default: %(default)s)"
ARGUMENTS = {
    "position": {"help": "what is on each tree now, and the raven's steps: 4,3,0,1:raven=2"},
    "game": {"nargs": "?", "default": "first-orchard", "help": GAME},
    "--strategy": {"default": "max", "metavar": "NAME,...", "help": PICKS},
    "--games": {"type": number, "default": 10**6, "metavar": "N", "help": "how many (default: 1e6)"},
    "--method": {"choices": ["played", "counted"], "default": "played", "help": METHOD},
    "--seed": {"type": int, "metavar": "N", "help": "for the same result again"},
    "--exact": {"action": "store_true", "help": "in fractions"},
    "--json": {"action": "store_true", "help": "for programs"},
}
QUESTIONS = {
    answer_odds: ("game", "--strategy", "--exact", "--json"),
    answer_simulate: ("game", "--strategy", "--games", "--method", "--seed", "--json"),
    answer_play: ("game", "--strategy", "--seed"),
    answer_advise: ("position", "game", "--strategy", "--exact", "--json"),
    answer_editions: ("--json",),
}


def command_line() -> argparse.ArgumentParser:
    """The command line: a subcommand a question."""
    picks = [f"  {name:<10} {strategy.text}" for name, strategy in STRATEGIES.items()]
    epilog = "\n".join(
        [WORD, "", "strategies, what to pick when the die shows the basket:", *picks, "", EXAMPLES, "", STATUS]
    )
    layout = {"epilog": epilog, "formatter_class": argparse.RawDescriptionHelpFormatter}
    top = argparse.ArgumentParser("orchard", description="The game of Orchard: chances, games and advice.", **layout)
    questions = top.add_subparsers(metavar="question")
    for answer, arguments in QUESTIONS.items():
        name = answer.__name__.removeprefix("answer_")
        command = questions.add_parser(name, help=answer.__doc__, description=answer.__doc__, **layout)
        for argument in arguments:
            command.add_argument(argument, **ARGUMENTS[argument])
        command.set_defaults(answer=answer)
    questions.choices["advise"].set_defaults(strategy="optimal")
    return top


def respond(given: argparse.Namespace) -> None:
    """Print an answer."""
    facts = {}
    if "game" in given:
        given.word, given.game = given.game, game_of(given.game)
        facts = asdict(given.game) | {"strategy": given.strategy}
    lines, found = given.answer(given)
    as_json = getattr(given, "json", False)
    answer = json.dumps(facts | found, default=str) if as_json else "\n".join(lines)  # fractions as text
    print(legible(answer, sys.stdout.encoding), flush=True)


def legible(text: str, encoding: str) -> str:
    """A text in the signs that a terminal has: an x for a ×, a question mark for others that it lacks."""
    lacks_times = "?" in "×".encode(encoding, "replace").decode(encoding)
    return (text.replace("×", "x") if lacks_times else text).encode(encoding, "replace").decode(encoding)


OPTIONS = {"rng": "--seed", "seed": "--seed", "games": "--games", "strategy": "--strategy"}


def refusal(error: Exception) -> str:
    """An error in the words of the command line, where another argument than these is a rule of the game."""
    argument = getattr(error, "argument", "")
    named = argument if argument in ARGUMENTS else OPTIONS.get(argument, "game")
    return str(error).replace(argument, named, 1) if argument else str(error)


def say(words: object) -> None:
    """What is no answer."""
    print(f"orchard: {words}", file=sys.stderr)


def main(argv: Sequence[str] | None = None) -> int:
    """Answer a question; the exit status is that of STATUS."""
    line = command_line()
    given = line.parse_args(argv)
    if "answer" not in given:
        line.print_help()
        return 0
    try:
        respond(given)
    except (ValueError, TypeError) as error:
        say(refusal(error))
        return 2
    except KeyboardInterrupt:
        say("stopped")
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would complain when it closes it
        return 1
    except (OSError, MemoryError) as error:
        say(repr(error))
        return 1
    return 0
