"""The command line `orchard`: odds, simulations, games, advice, lengths and chains without opening a notebook.

Each question is a function (arguments) -> Answer: sentences for people and, with `--json`, facts for programs. Answers
go to stdout, everything else to stderr.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from random import randrange
from typing import NamedTuple, NoReturn

import numpy as np

from orchard.arguments import MOST_TREES, look_up, shown, whole_number
from orchard.rules import EDITIONS, Game, edition_name, face_name, tree_name
from orchard.solver import solve
from orchard.strategies import STRATEGIES, Best, checked_players, parts_of

EXAMPLES = """examples:
  orchard odds first-orchard --strategy random
  orchard odds --trees 4 --fruits 10 --raven 9 --picks 2 --strategy max --exact
  orchard odds --fruits 4,3,2 --colour-faces 1,1,3 --basket-faces 2 --players max,max,random
  orchard simulate orchard --games 1e8 --seed 1 --json
  orchard length orchard --strategy optimal
  orchard play first-orchard --seed 4
  orchard advise 4,3,0,1 --raven 2
  orchard chain two-by-two --dot | dot -Tsvg > chain.svg

exit status: 0 with an answer, 1 if it failed, 2 if the question makes no sense"""
QUANTILES = (5, 50, 95)  # percent


class Answer(NamedTuple):
    """What there is to say: to people line by line, to programs by name."""

    lines: list[str]
    facts: dict


# --- the questions ---


def answer_odds(given: argparse.Namespace) -> Answer:
    """the probability of winning, computed"""
    p = solve(given.game, given.strategy, exact=given.exact).win_probability
    return Answer([game_sentence(given), odds_sentence(p)], asked(given) | chance("win_probability", p))


def answer_simulate(given: argparse.Namespace) -> Answer:
    """how many of many games that are played are won"""
    from orchard.simulator import simulate

    with progress_bar(given.games) as progress:
        found = simulate(given.game, played(given), given.games, given.seed, progress=progress)
    low, high = found.confidence_interval()
    lines = [
        game_sentence(given),
        f"{found.wins:,} of {found.games:,} games are won: a share of {found.win_rate:.12g}.",
        f"Its standard error is {found.standard_error:.3g}, the 95 % interval {low:.6f} to {high:.6f}.",
        f"The same games again: --seed {found.seed}",
    ]
    counts = {"games": found.games, "wins": found.wins, "seed": found.seed, "win_rate": found.win_rate}
    return Answer(lines, asked(given) | counts | {"standard_error": found.standard_error, "interval_95": [low, high]})


def answer_length(given: argparse.Namespace) -> Answer:
    """how many rolls a game takes"""
    from orchard.lengths import length_distribution, mean_length

    ends = length_distribution(given.game, played(given), rest=1e-15)
    mean, share = mean_length(ends), ends.sum(axis=0)
    deviation = float(np.sqrt(share @ (np.arange(len(share)) - mean) ** 2))
    most_likely = int(share.argmax())
    # Rounding may leave a half a little below a half.
    quantiles = {percent: int(share.cumsum().searchsorted(percent / 100 - 1e-12)) for percent in QUANTILES}
    lines = [
        game_sentence(given),
        f"A game takes {in_words(mean)} rolls on average, with a standard deviation of {in_words(deviation)}.",
        f"The most likely length is {plural(most_likely, 'roll')}: {100 * share[most_likely]:.3g} % of all games.",
        *(f"At least {percent} % of all games are over after {plural(n, 'roll')}." for percent, n in quantiles.items()),
    ]
    facts = {"mean_rolls": mean, "standard_deviation": deviation, "most_likely": most_likely, "quantiles": quantiles}
    return Answer(lines, asked(given) | facts)


def answer_play(given: argparse.Namespace) -> Answer:
    """one game, told roll by roll"""
    from orchard.simulator import play

    seed = randrange(10**9) if given.seed is None else given.seed
    return Answer([str(play(given.game, played(given), seed)), f"The same game again: --seed {seed}"], {})


def answer_advise(given: argparse.Namespace) -> Answer:
    """what to pick from the basket: the probability of winning after each way to pick, best first"""
    solution = solve(given.game, given.strategy, exact=given.exact)
    ways = solution.value_of_picks(*given.game.start)
    best_first = {way_name(way): ways[way] for way in sorted(ways, key=ways.get, reverse=True)}
    lines = [f"Pick {way}: {odds_sentence(p)}" for way, p in best_first.items()]
    picks = {way: number(p) for way, p in best_first.items()}
    return Answer([game_sentence(given), *lines], asked(given) | {"picks": picks})


def answer_chain(given: argparse.Namespace) -> Answer:
    """the game as an absorbing Markov chain"""
    from orchard.markov import absorbing_chain

    chain = absorbing_chain(given.game, played(given), exact=given.exact)
    if given.dot:
        dot = chain.to_dot().rstrip()
        return Answer([dot], asked(given) | {"dot": dot})
    rolls, variance = chain.expected_rolls()[chain.start], chain.variance_of_rolls()[chain.start]
    p = chain.absorption_probabilities()[chain.start, 1]
    lines = [
        game_sentence(given),
        f"The chain has {len(chain.R):,} states in which the game goes on, and two that end it.",
        f"A game takes {in_words(rolls)} rolls on average, with variance {in_words(variance)}.",
        odds_sentence(p),
    ]
    sizes = {"live_states": len(chain.R), "expected_rolls": number(rolls), "variance_of_rolls": number(variance)}
    return Answer(lines, asked(given) | sizes | chance("win_probability", p))


# --- the answers ---


def played(given: argparse.Namespace):
    """The strategy to play by: one that looks ahead is solved first."""
    parts = (part for player in checked_players(given.strategy) for _, part in parts_of(player))
    if any(isinstance(part, Best) for part in parts):
        return solve(given.game, given.strategy).strategy
    return given.strategy


def asked(given: argparse.Namespace) -> dict:
    """What the question was, so that an answer can be read alone."""
    fields = ("fruits", "raven_steps", "basket_picks", "colour_faces", "basket_faces", "raven_faces")
    return {field: getattr(given.game, field) for field in fields} | {"strategy": given.strategy}


def game_sentence(given: argparse.Namespace) -> str:
    """The same, for people."""
    keys = [key for key, edition in EDITIONS.items() if edition == given.game]
    game = edition_name(keys[0]) if keys else rules_in_words(given.game)
    texts = [player.text for player in checked_players(given.strategy)]
    if len(texts) == 1:
        return f"{game}. We pick {texts[0]}."
    turns = "; ".join(f"player {number} picks {text}" for number, text in enumerate(texts, 1))
    return f"{game}. Players roll by turns: {turns}."


def rules_in_words(game: Game) -> str:
    """A game that is no edition."""
    trees = ", ".join(f"{tree_name(tree)} {fruit}" for tree, fruit in enumerate(game.fruits))
    words = f"Fruit: {trees}; raven {plural(game.raven_steps, 'step')} away"
    words += f"; {plural(game.basket_picks, 'pick')} from a basket"
    if set(game.colour_faces) == {1} and game.basket_faces == game.raven_faces == 1:
        return words
    faces = {face_name(tree): faces for tree, faces in enumerate(game.colour_faces)}
    faces |= {"basket": game.basket_faces, "raven": game.raven_faces}
    return f"{words}; die: {', '.join(f'{name} {faces}' for name, faces in faces.items())}"


def odds_sentence(p: float | Fraction) -> str:
    """A probability as people say it, and precisely: "63 of 100 games are won: ..."."""
    of = next((10**k for k in range(2, 13) if 1 <= round(p * 10**k) < 10**k), None)
    if of is None:
        games = "Almost no game is won" if p < 0.5 else "Almost every game is won"
        games = {0: "No game is won", 1: "Every game is won"}.get(p, games)
    else:
        games = f"{round(p * of):,} of {of:,} games are won"
    return f"{games}: the probability of winning is {in_words(p)}."


def in_words(value: float | Fraction) -> str:
    """A number with twelve digits, and as a fraction if it is one."""
    decimal = f"{float(value):.12g}"
    return f"{value}, or {decimal}" if isinstance(value, Fraction) and value.denominator > 1 else decimal


def way_name(way: tuple[int, ...]) -> str:
    return " and ".join(map(tree_name, way)) or "nothing"


def plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + "s" * (number != 1)


def number(value: float | Fraction) -> float | str:
    """What is written of a number: JSON knows no fractions."""
    return str(value) if isinstance(value, Fraction) else float(value)


def chance(name: str, value: float | Fraction) -> dict:
    """A named probability, and if it is a fraction its decimal value."""
    return {name: number(value)} | ({"decimal": float(value)} if isinstance(value, Fraction) else {})


@contextmanager
def progress_bar(games: int) -> Iterator[Callable[[int], object]]:
    """Whom to tell how many games were just played: a bar in a terminal once that takes more than a second."""
    if not sys.stderr.isatty():
        yield lambda games: None
        return
    from tqdm import tqdm

    with tqdm(total=games, unit=" games", unit_scale=True, delay=1, leave=False, file=sys.stderr) as bar:
        yield bar.update


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


def counts(argument: str) -> tuple[int, ...]:
    """Whole numbers, one a tree, with commas between them."""
    return tuple(count(0, each) for each in argument.split(","))


def names(argument: str) -> tuple[str, ...]:
    """The strategies of several players, with commas between them."""
    return tuple(argument.split(","))


def given_game(given: argparse.Namespace) -> Game:
    """The edition with what the options change in it; ValueError if there is no such game."""
    edition = look_up("edition", given.edition, EDITIONS)
    alike = len(set(edition.fruits)) == 1
    fruits = given.fruits or (edition.fruits[:1] if alike else edition.fruits)
    if len(fruits) == 1:
        fruits *= whole_number("trees", given.trees or edition.trees, 1, MOST_TREES)
    elif given.trees not in (None, len(fruits)):
        raise ValueError(f"--trees must be {len(fruits)} where the fruit of as many is listed, got {given.trees}")
    colours = given.colour_faces or (edition.colour_faces if len(fruits) == edition.trees else None)
    changed = {"raven_steps": given.raven, "basket_picks": given.picks}
    changed |= {"basket_faces": given.basket_faces, "raven_faces": given.raven_faces}
    kept = {name: getattr(edition, name) if value is None else value for name, value in changed.items()}
    return Game(fruits, colour_faces=colours, **kept)


def given_strategy(given: argparse.Namespace) -> str | tuple[str, ...]:
    """The name of the strategy, or of each player's; ValueError if there is none such."""
    if given.players and given.strategy is not None:
        raise ValueError("--players must stand without --strategy, whose place it takes")
    strategy = given.default_strategy if given.strategy is None else given.strategy
    checked_players(given.players or strategy)
    return given.players or strategy


OPTIONS = {
    "edition": {"nargs": "?", "default": "first-orchard", "help": f"{', '.join(EDITIONS)} (default: %(default)s)"},
    "fruits": {"type": counts, "help": "what is on each tree, 4,3,0,1"},
    "--trees": {"type": partial(count, 1), "metavar": "N", "help": "how many trees, if not as in the edition"},
    "--fruits": {"type": counts, "metavar": "N", "help": "fruits on each tree, or tree by tree: 4,3,0,1"},
    "--raven": {"type": partial(count, 1), "metavar": "N", "help": "steps that the raven has to go"},
    "--picks": {"type": partial(count, 0), "metavar": "N", "help": "picks that a basket allows"},
    "--colour-faces": {"type": counts, "metavar": "N,N,...", "help": "faces of each colour, tree by tree: 3,1,1,1"},
    "--basket-faces": {"type": partial(count, 0), "metavar": "N", "help": "baskets on the die"},
    "--raven-faces": {"type": partial(count, 1), "metavar": "N", "help": "ravens on the die"},
    "--strategy": {"metavar": "NAME", "help": f"what to pick: {', '.join(STRATEGIES)}"},
    "--players": {"type": names, "metavar": "NAME,...", "help": "strategies of players who roll by turns"},
    "--games": {"type": partial(count, 2), "default": 10**6, "metavar": "N", "help": "how many (default: 1e6)"},
    "--seed": {"type": partial(count, 0), "metavar": "N", "help": "for the same result again; else a fresh one"},
    "--exact": {"action": "store_true", "help": "in fractions"},
    "--json": {"action": "store_true", "help": "as JSON, for programs"},
    "--dot": {"action": "store_true", "help": "as a graph, for Graphviz"},
}
RULE_OPTIONS = ["--raven", "--picks", "--colour-faces", "--basket-faces", "--raven-faces", "--strategy", "--players"]
GAME_OPTIONS = ["edition", "--trees", "--fruits", *RULE_OPTIONS]


class Question(NamedTuple):
    """What a subcommand does, and its options."""

    answer: Callable[[argparse.Namespace], Answer]
    options: list[str]
    default_strategy: str = "max"


QUESTIONS = {
    "odds": Question(answer_odds, [*GAME_OPTIONS, "--exact", "--json"]),
    "simulate": Question(answer_simulate, [*GAME_OPTIONS, "--games", "--seed", "--json"]),
    "length": Question(answer_length, [*GAME_OPTIONS, "--json"]),
    "play": Question(answer_play, [*GAME_OPTIONS, "--seed"]),
    "advise": Question(answer_advise, ["fruits", "edition", *RULE_OPTIONS, "--exact", "--json"], "optimal"),
    "chain": Question(answer_chain, [*GAME_OPTIONS, "--exact", "--json", "--dot"]),
}


def command_line() -> argparse.ArgumentParser:
    """The command line: a subcommand a question."""
    layout = {"formatter_class": argparse.RawDescriptionHelpFormatter, "epilog": EXAMPLES, "allow_abbrev": False}
    about = "The game of Orchard: its odds, simulations of it, and what to pick."
    top = argparse.ArgumentParser("orchard", description=about, **layout)
    top.error = partial(refuse, top.prog)
    subcommands = top.add_subparsers(metavar="question", required=True)
    for name, question in QUESTIONS.items():
        text = question.answer.__doc__
        one = subcommands.add_parser(name, help=text, description=text, **layout)
        one.error = partial(refuse, one.prog)
        for option in question.options:
            one.add_argument(option, **OPTIONS[option])
        one.set_defaults(answer=question.answer, default_strategy=question.default_strategy)
        if "--trees" not in question.options:
            one.set_defaults(trees=None)
    return top


def refuse(command: str, message: str) -> NoReturn:
    """What takes the place of argparse's own report, which is of several lines."""
    print(f"{command}: {' '.join(message.split())[:1000]} (see {command} --help)", file=sys.stderr)
    raise SystemExit(2)


def main(argv: Sequence[str] | None = None) -> int:
    """Answer one question: 0, or 1 if that failed, or 2 if there is no such game."""
    given = command_line().parse_args(argv)
    try:
        given.game, given.strategy = given_game(given), given_strategy(given)
        answer = given.answer(given)
        print(json.dumps(answer.facts) if getattr(given, "json", False) else "\n".join(answer.lines), flush=True)
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
