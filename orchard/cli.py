"""The command line `orchard`: odds, simulations, games, advice, lengths and chains without opening a notebook.

Each question is a function (arguments) -> Answer: sentences for people and, with `--json`, facts for programs. Answers
go to stdout, everything else to stderr.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from fractions import Fraction
from functools import partial
from math import floor, log10
from random import randrange
from threading import Timer
from time import monotonic
from typing import NamedTuple, NoReturn

import numpy as np

from orchard.arguments import MOST_TREES, look_up, shown, whole_number
from orchard.rules import EDITIONS, Game, edition_name, face_name, tree_name
from orchard.solver import solve
from orchard.strategies import STRATEGIES, Best, checked_players, parts_of

EXAMPLES = """examples:
  orchard editions
  orchard odds --strategy random
  orchard odds --trees 4 --fruits 10 --raven 9 --picks 2 --strategy max --exact
  orchard odds --fruits 4,3,2 --colour-faces 1,1,3 --basket-faces 2 --players max,max,random
  orchard simulate orchard --games 1e8 --seed 1 --json
  orchard length orchard --strategy optimal
  orchard play --seed 4
  orchard advise 4,3,0,1 --raven 2
  orchard chain two-by-two --dot | dot -Tsvg > chain.svg

exit status: 0 with an answer, 1 if it failed, 2 if the question makes no sense, 130 after Ctrl-C"""
DEFAULT_EDITION = "first-orchard"  # the rules as quoted: the raven passes five cards, and then is in the orchard
OTHER_TABLE = "for five: first-orchard-5"  # what many families play
QUANTILES = (5, 50, 95)  # percent
PATIENCE = 1, 5, 10  # seconds until a simulation knows its speed, until others say that they go on, and a long wait
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


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
    """how many of many games are won: they are played, or counted, which is quick for any number up to 1e18"""
    from orchard.simulator import simulate

    with patience():
        strategy = played(given)
    with progress_and_warning(given.games) if given.method == "played" else patience() as progress:
        found = simulate(given.game, strategy, given.games, given.seed, method=given.method, progress=progress)
    low, high = found.confidence_interval(method="wilson")  # Wald's has no width if all games end alike
    lines = [
        game_sentence(given),
        f"Of {found.games:,} games {given.method}, {found.wins:,} are won: a share of {found.win_rate:.12g}.",
        interval_sentence(found.standard_error, low, high),
        f"The same games again: --seed {found.seed}",
    ]
    counts = {"games": found.games, "wins": found.wins, "seed": found.seed, "win_rate": found.win_rate}
    counts["method"] = given.method
    return Answer(lines, asked(given) | counts | {"standard_error": found.standard_error, "interval_95": [low, high]})


def answer_length(given: argparse.Namespace) -> Answer:
    """how many rolls a game takes"""
    
    ends = length_distribution(given.game, played(given), rest=1e-15)
    mean, share = mean_length(ends), ends.sum(axis=0)
    deviation = float(np.sqrt(share @ (np.arange(len(share)) - mean) ** 2))
    most_likely = int(share.argmax())
    # Rounding may leave a half a little below a half.
    quantiles = {percent: int(share.cumsum().searchsorted(percent / 100 - 1e-12)) for percent in QUANTILES}
    lines = [
        game_sentence(given),
        f"A game takes {rolls_in_words(mean)} on average, with a standard deviation of {short(deviation)}.",
        f"The most likely length is {plural(most_likely, 'roll')}: {100 * share[most_likely]:.3g} % of all games.",
        *(f"At least {percent} % of all games are over after {plural(n, 'roll')}." for percent, n in quantiles.items()),
    ]
    facts = {"mean_rolls": mean, "standard_deviation": deviation, "most_likely": most_likely, "quantiles": quantiles}
    return Answer(lines, asked(given) | facts)


def answer_play(given: argparse.Namespace) -> Answer:
    """one game, told roll by roll"""
    from orchard.simulator import play

    seed = randrange(10**9) if given.seed is None else given.seed
    told = play(given.game, played(given), seed)
    return Answer([game_sentence(given), "", str(told), f"The same game again: --seed {seed}"], {})


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
        f"A game takes {rolls_in_words(rolls)} on average, with a standard deviation of {short(variance**0.5)}.",
        odds_sentence(p),
    ]
    sizes = {"live_states": len(chain.R), "expected_rolls": number(rolls), "variance_of_rolls": number(variance)}
    return Answer(lines, asked(given) | sizes | chance("win_probability", p))


def answer_editions(given: argparse.Namespace) -> Answer:
    """the games as sold, and others that have names, with their rules"""
    width = max(map(len, EDITIONS))
    lines = [f"{key:<{width}}  {edition_told(key)}" for key in EDITIONS]
    lines.append(f"Without a name it is {DEFAULT_EDITION}; options change its rules, see orchard odds --help.")
    return Answer(lines, {key: rules(edition) for key, edition in EDITIONS.items()})


# --- the answers ---


def played(given: argparse.Namespace):
    """The strategy to play by: one that looks ahead is solved first."""
    parts = (part for player in checked_players(given.strategy) for _, part in parts_of(player))
    if any(isinstance(part, Best) for part in parts):
        return solve(given.game, given.strategy).strategy
    return given.strategy


def asked(given: argparse.Namespace) -> dict:
    """What the question was, so that an answer can be read alone."""
    return rules(given.game) | {"strategy": given.strategy}


def rules(game: Game) -> dict:
    """A game, by the names of what makes it."""
    fields = ("fruits", "raven_steps", "basket_picks", "colour_faces", "basket_faces", "raven_faces")
    return {field: getattr(game, field) for field in fields}


def game_sentence(given: argparse.Namespace) -> str:
    """What the question was, for people; and that another table loses earlier, if nobody has said which it is."""
    keys = [key for key, edition in EDITIONS.items() if edition == given.game]
    game = f"{short_name(keys[0])}, {loss(given.game)}" if keys else rules_in_words(given.game)
    assumed = f" ({OTHER_TABLE})" if given.edition is None and given.raven is None else ""
    from_now = " from now" if "position" in given else ""
    game = game.replace(loss(given.game), f"{loss(given.game)}{from_now}{assumed}")
    texts = [player.text for player in checked_players(given.strategy)]
    if len(texts) == 1:
        return f"{game}. We pick {texts[0]}."
    turns = "; ".join(f"player {number} picks {text}" for number, text in enumerate(texts, 1))
    return f"{game}. Players roll by turns: {turns}."


def short_name(key: str) -> str:
    """The name of an edition, without the raven's rolls."""
    return edition_name(key).removesuffix(f", {EDITIONS[key].raven_steps} raven rolls")


def edition_told(key: str) -> str:
    """An edition and its rules."""
    name, words = short_name(key), rules_in_words(EDITIONS[key])
    return words if name == key else f"{name}. {words}"


def loss(game: Game) -> str:
    """When a game is lost."""
    n = game.raven_steps
    return f"lost with the {ORDINALS[n - 1]} raven roll" if n <= len(ORDINALS) else f"lost with raven roll {n:,}"


def rules_in_words(game: Game) -> str:
    """A game that need be no edition."""
    trees = ", ".join(f"{tree_name(tree)} {fruit}" for tree, fruit in enumerate(game.fruits))
    words = f"Fruit: {trees}; {loss(game)}; a basket allows {plural(game.basket_picks, 'pick')}"
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
        if p == 0:  # floats below 1e-308 are 0 too
            games = "No game is won" if isinstance(p, Fraction) else "No game is won, or almost none"
    else:
        games = f"{round(p * of):,} of {of:,} games are won"
    return f"{games}: the probability of winning is {in_words(p)}."


def in_words(p: float | Fraction) -> str:
    """A probability with twelve digits, and as a fraction if it is one."""
    if not isinstance(p, Fraction):
        return decimal(p)
    return str(p) if p.denominator == 1 else f"{p}, or {decimal(p)}"


def decimal(p: float | Fraction) -> str:
    """A probability that is no certainty, and is never rounded to one: the raven may always come first."""
    digits, rest = f"{float(p):.12g}", float(1 - p)
    if float(p) == 0:
        return "less than 1e-300"
    if digits != "1":
        return digits
    # What floats leave of the rest are rounding errors.
    return f"1 - {rest:.3g}" if isinstance(p, Fraction) and rest else "more than 0.999999999999"


def interval_sentence(error: float, low: float, high: float) -> str:
    """How well a share is known, in as many digits as that allows."""
    if error == 0:  # all games ended alike
        return f"So the 95 % interval is {low:.6g} to {high:.6g}."
    digits = 1 - floor(log10(error))
    return f"Its standard error is {error:.2g}, the 95 % interval {low:.{digits}f} to {high:.{digits}f}."


def rolls_in_words(rolls: float | Fraction) -> str:
    """A mean number of rolls: as a fraction too if it is one, and "1 roll"."""
    few = f"{short(rolls)} {'roll' if short(rolls) == '1' else 'rolls'}"
    return f"{rolls}, or {few}," if isinstance(rolls, Fraction) and rolls.denominator > 1 else few


def short(value: float | Fraction) -> str:
    """A number with two digits after the point, if it has any."""
    return f"{float(value):,.2f}".rstrip("0").removesuffix(".")


def time_in_words(seconds: float) -> str:
    """About how long: "3 hours"."""
    units = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}
    unit = next((unit for unit, length in units.items() if seconds >= 1.5 * length), "second")
    return plural(max(1, round(seconds / units[unit])), unit)


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
def progress_and_warning(games: int) -> Iterator[Callable[[int], object]]:
    """What to call with the number of games just played: it says how long all take, and in a terminal draws a bar."""
    from tqdm import tqdm

    shown = {"unit": " games", "unit_scale": True, "delay": PATIENCE[0], "leave": False, "file": sys.stderr}
    first = None  # the time of the first report, and its games: before it a table was made
    done = 0
    warned = False

    def tell(more: int) -> None:
        nonlocal first, done, warned
        now = monotonic()
        done += more
        first = first or (now, done)
        seconds = now - first[0]
        if seconds >= PATIENCE[0] and not warned:
            warned = True
            bar.clear()
            warn_of_a_long_run(games, seconds * (games - done) / (done - first[1]))
        bar.update(more)

    with tqdm(total=games, disable=not sys.stderr.isatty(), **shown) as bar:
        yield tell


def warn_of_a_long_run(games: int, seconds: float) -> None:
    """Says how long one will wait, if that is long, and what would not take so long."""
    if seconds > PATIENCE[2]:
        long = f"playing {games:,} games takes about {time_in_words(seconds)}"
        say(f"{long}; --method counted is as quick for many games as for few")


@contextmanager
def patience() -> Iterator[None]:
    """Says that a computation goes on, if it does not come to an end soon."""
    timer = Timer(PATIENCE[1], say, ["this is a large game: still computing (Ctrl-C stops)"])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def say(words: str) -> None:
    """What is no answer."""
    print(f"orchard: {words}", file=sys.stderr)


# --- the command line ---


def count(least: int, argument: str) -> int:
    """A whole number, which may be written as 1e8."""
    try:
        value = Decimal(argument) if argument.isascii() else Decimal("NaN")
        if least <= value < Decimal("1e40") and value == int(value):
            return int(value)
    except InvalidOperation:
        pass  # no number, or none that can be compared
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
    edition = look_up("edition", given.edition or DEFAULT_EDITION, EDITIONS)
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


def given_position(given: argparse.Namespace, game: Game) -> Game:
    """The game that goes on from the position; ValueError if the one that is asked about never comes there."""
    left, full = given.position, game.fruits
    begins = "at the start (--fruits: what a game of your own starts with)"
    if len(left) != len(full) or any(map(int.__gt__, left, full)):
        must = f"have an entry for each of {len(full)} trees, at most {written(full)}, as {begins}"
        raise ValueError(f"fruits must {must}, got {written(left)}")
    of_ones_own = given.fruits or given.trees  # nobody has said how long its raven's way was
    most = EDITIONS[given.edition or DEFAULT_EDITION].raven_steps
    if game.raven_steps > most and not of_ones_own:
        raise ValueError(f"--raven must be at most {most}, as {begins}, got {game.raven_steps}")
    return replace(game, fruits=left)


def written(row: Sequence[int]) -> str:
    """Whole numbers as the command line has them."""
    return ",".join(map(str, row))


def given_strategy(given: argparse.Namespace) -> str | tuple[str, ...]:
    """The name of the strategy, or of each player's; ValueError if there is none such."""
    if given.players and given.strategy is not None:
        raise ValueError("--players must stand without --strategy, whose place it takes")
    strategy = given.default_strategy if given.strategy is None else given.strategy
    checked_players(given.players or strategy)
    return given.players or strategy


OPTIONS = {
    "edition": {"nargs": "?", "help": f"{', '.join(EDITIONS)} (default: {DEFAULT_EDITION})"},
    "position": {"type": counts, "metavar": "fruits", "help": "what is on each tree now: 4,3,0,1"},
    "--trees": {"type": partial(count, 1), "metavar": "N", "help": "how many trees, if not as in the edition"},
    "--fruits": {"type": counts, "metavar": "N", "help": "fruits on each tree at the start, or tree by tree: 4,3,0,1"},
    "--raven": {"type": partial(count, 1), "metavar": "N", "help": "raven rolls that lose the game"},
    "--picks": {"type": partial(count, 0), "metavar": "N", "help": "picks that a basket allows"},
    "--colour-faces": {"type": counts, "metavar": "N,N,...", "help": "faces of each colour, tree by tree: 3,1,1,1"},
    "--basket-faces": {"type": partial(count, 0), "metavar": "N", "help": "baskets on the die"},
    "--raven-faces": {"type": partial(count, 1), "metavar": "N", "help": "ravens on the die"},
    "--strategy": {"metavar": "NAME", "help": "what to pick, one of those below (default: {default})"},
    "--players": {"type": names, "metavar": "NAME,...", "help": "strategies of players who roll by turns"},
    "--games": {"type": partial(count, 2), "default": 10**6, "metavar": "N", "help": "how many (default: 1e6)"},
    "--method": {"choices": ("played", "counted"), "default": "played", "help": "default: %(default)s"},
    "--seed": {"type": partial(count, 0), "metavar": "N", "help": "for the same result again; else a fresh one"},
    "--exact": {"action": "store_true", "help": "in fractions"},
    "--json": {"action": "store_true", "help": "as JSON, for programs"},
    "--dot": {"action": "store_true", "help": "as a graph, for Graphviz"},
}
# What the package calls what an option gives.
OPTION_OF = {"fruits": "--fruits", "raven_steps": "--raven", "basket_picks": "--picks", "rng": "--seed"}
RULE_OPTIONS = ["--raven", "--picks", "--colour-faces", "--basket-faces", "--raven-faces", "--strategy", "--players"]
GAME_OPTIONS = ["edition", "--trees", "--fruits", *RULE_OPTIONS]


class Question(NamedTuple):
    """What a subcommand does, and its options."""

    answer: Callable[[argparse.Namespace], Answer]
    options: list[str]
    default_strategy: str = "max"


QUESTIONS = {
    "odds": Question(answer_odds, [*GAME_OPTIONS, "--exact", "--json"]),
    "simulate": Question(answer_simulate, [*GAME_OPTIONS, "--games", "--method", "--seed", "--json"]),
    "length": Question(answer_length, [*GAME_OPTIONS, "--json"]),
    "play": Question(answer_play, [*GAME_OPTIONS, "--seed"]),
    "advise": Question(answer_advise, ["position", *GAME_OPTIONS, "--exact", "--json"], "optimal"),
    "chain": Question(answer_chain, [*GAME_OPTIONS, "--exact", "--json", "--dot"]),
    "editions": Question(answer_editions, ["--json"]),
}


def command_line() -> argparse.ArgumentParser:
    """The command line: a subcommand a question."""
    layout = {"formatter_class": argparse.RawDescriptionHelpFormatter, "epilog": epilog(), "allow_abbrev": False}
    about = "The game of Orchard: its odds, simulations of it, and what to pick."
    top = argparse.ArgumentParser("orchard", description=about, **layout)
    top.error = partial(refuse, top.prog)
    top.add_argument("--version", action="store_true", help="the version of this package")
    subcommands = top.add_subparsers(metavar="question", dest="question")
    for name, question in QUESTIONS.items():
        text = question.answer.__doc__
        one = subcommands.add_parser(name, help=text, description=text, **layout)
        one.error = partial(refuse, one.prog)
        for option in question.options:
            told = OPTIONS[option]["help"].replace("{default}", question.default_strategy)
            one.add_argument(option, **OPTIONS[option] | {"help": told})
        one.set_defaults(answer=question.answer, default_strategy=question.default_strategy)
    return top


def epilog() -> str:
    """What is below every help: what the strategies mean, and examples."""
    width = max(map(len, STRATEGIES))
    meanings = [f"  {name:<{width}}  {strategy.text}" for name, strategy in STRATEGIES.items()]
    return "\n".join(["strategies, what to pick when the die shows the basket:", *meanings, "", EXAMPLES])


def refuse(command: str, message: str) -> NoReturn:
    """What takes the place of argparse's own report, which is of several lines."""
    words = " ".join(message.split())[:1000]
    print(f"{command}: {words}{hint(words)} (see {command} --help)", file=sys.stderr)
    raise SystemExit(2)


def hint(message: str) -> str:
    """What was meant where argparse knows a word not: an option, or a question."""
    options = [option for option in OPTIONS if option.startswith("--")]
    unknown = re.search(r"(?:unrecognized arguments: |invalid choice: ')([\w-]+)", message)
    meant = get_close_matches(unknown[1], [*QUESTIONS, *options], 1) if unknown else []
    return f"; did you mean {meant[0]}?" if meant and meant[0] != unknown[1] else ""


def in_own_words(error: Exception, given: argparse.Namespace) -> str:
    """An error of the package, which names its arguments, with the options that give them."""
    message = str(error)
    _, too_large, size = message.partition(" must be a smaller game: ")
    if too_large:
        return f"this game is too large: {size}"
    argument = getattr(error, "argument", "")
    option = OPTION_OF.get(argument, f"--{argument.replace('_', '-')}")
    if argument == "strategy" and given.players:
        option = "--players"
    if option in OPTIONS and not (argument == "fruits" and "position" in given):
        message = re.sub(rf"^{argument}(\[\d+\])?", option, message)
    message = message.replace("must be False", "must be left out")
    if argument == "strategy":
        message += f" (orchard {given.question} --help says what they mean)"
    if argument == "games" and given.method == "played":
        message += " (--method counted takes up to 1e18)"
    return re.sub(r"\((\d+(?:, \d+)+)\)", lambda row: row[1].replace(" ", ""), message)  # (1, 2) is 1,2


def version() -> str:
    """The version of the installed distribution that brings this command."""
    from importlib.metadata import entry_points

    commands = [command for command in entry_points(group="console_scripts") if command.value == "orchard.cli:main"]
    return commands[0].dist.version if commands else "(not installed)"


def answered(given: argparse.Namespace) -> Answer:
    """The answer to one question."""
    if "edition" in given:
        given.game, given.strategy = given_game(given), given_strategy(given)
    if "position" in given:
        given.game = given_position(given, given.game)
    with patience() if given.answer is not answer_simulate else nullcontext():
        return given.answer(given)


def respond(argv: Sequence[str] | None) -> int:
    """Answer one question, or say why not."""
    top = command_line()
    given = top.parse_args(argv)
    if given.version:
        print(f"orchard {version()}")
        return 0
    if given.question is None:
        top.error(f"a question is required, one of {', '.join(QUESTIONS)}")
    try:
        answer = answered(given)
        print(json.dumps(answer.facts) if getattr(given, "json", False) else "\n".join(answer.lines), flush=True)
    except (ValueError, TypeError) as error:
        say(in_own_words(error, given))
        return 2
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Answer one question: 0, or 1 if that failed, 2 if there is no such game, 130 if one does not want to wait."""
    try:
        try:
            return respond(argv)
        finally:
            print(end="", flush=True)  # here, where a reader who has left can be noticed
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would complain when it closes it
        return 1
    except KeyboardInterrupt:
        say("stopped")
        return 130
    except (OSError, MemoryError) as error:
        say(f"{type(error).__name__}{f': {error}' if str(error) else ''}")
        return 1
