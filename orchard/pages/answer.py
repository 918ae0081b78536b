"""How often a game is won, in a sentence or two: on the command line, and on a page for the game of its first cell."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from orchard.rules import EDITIONS, Game, edition_name, game_of
from orchard.solver import solve
from orchard.strategies import STRATEGIES, Asked, Strategy, players_of

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PICKING = {  # how; a strategy that is missing here goes by its name
    "max": "from the fullest tree",
    "min": "from the emptiest tree",
    "random": "from a tree at random",
    "fruit": "any fruit",
    "first": "from the first tree that has fruit",
    "slowest": "from the slowest tree",
    "ignore": "no fruit",
    "optimal": "as well as can be",
    "worst": "as badly as can be",
}
SAME = 1e-11  # floats of one chance are at least as near


def your_answer(game: Game | str, strategy: Asked = "max") -> str:
    """How often a game is won, by a strategy or by players in turn, beside a tree at random and the best picks.

    ValueError or TypeError as from `solve`, which says how large a game may be.

    >>> your_answer("1:raven=1:picks=0")
    'Your game (one tree of 1; one raven roll loses; no picks): you win 50.0 games in 100, with nothing to pick.'
    """
    game, players = game_of(game), players_of(strategy)
    won, best = (solve(game, each).win_probability for each in (players, "optimal"))
    if not game.picks or not game.basket_faces:
        return f"{game_in_words(game)}: you win {in_100(won)} games in 100, with nothing to pick."
    other = "max" if {player.name for player in players} == {"random"} else "random"
    beside = f"{PICKING[other]} {in_100(solve(game, other).win_probability)}"
    ours = f"picking {picking_in_words(players)} you win {in_100(won)} games in 100"
    return f"{game_in_words(game)}: {ours}, {beside}. {_at_best(won, best)}"


def _at_best(won: float, best: float) -> str:
    """What the best picks win."""
    if best - won < SAME:
        return "Nobody wins more often."
    if in_100(best) == in_100(won):
        return "The best picks win a little more often, by less than one game in 1,000."
    return f"The best picks win {in_100(best)}."


def in_100(p: float | Fraction) -> str:
    """So many games of 100, with one decimal, and not 0 or 100 if only nearly none or all."""
    if 0.0005 <= p < 0.9995 or p in (0, 1):
        return f"{float(100 * p):.1f}"
    return "fewer than 0.1" if p < 0.5 else "more than 99.9"


def picking_in_words(players: Sequence[Strategy]) -> str:
    """How players pick who take turns."""
    known = [PICKING if STRATEGIES.get(player.name) == player else {} for player in players]
    words = [table.get(player.name, f"by {player.name!r}") for table, player in zip(known, players, strict=True)]
    return words[0] if len(words) == 1 else f"by turns {_listed(words)}"


def game_in_words(game: Game) -> str:
    """A game by the name under which it is sold, or by its rules; the die alone may go without saying.

    >>> from orchard import EDITIONS
    >>> game_in_words(EDITIONS["orchard"])
    'Orchard, 9 raven rolls'
    """
    if game in EDITIONS.values():
        return edition_name(str(game))
    row, alike = _listed(game.fruits), len(set(game.fruits)) == 1
    trees = f"{_counted(game.trees, 'tree')} of {game.fruits[0]}" if alike else f"trees of {row}"
    rolls = f"{_counted(game.raven_steps, 'raven roll')} {'loses' if game.raven_steps == 1 else 'lose'}"
    rules = [trees, rolls, _counted(game.basket_picks, "pick")]
    if game != replace(game, colour_faces=None, basket_faces=1, raven_faces=1):
        die = [f"colours {_listed(game.colour_faces)}", _counted(game.basket_faces, "basket")]
        rules.append(f"on the die {', '.join(die)} and {_counted(game.raven_faces, 'raven')}")
    return f"Your game ({'; '.join(rules)})"


def _counted(number: int, thing: str) -> str:
    """A number of things, in a word up to twelve."""
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {thing}{'s' * (number != 1)}"


def _listed(things: Sequence[object]) -> str:
    """Things with commas and an "and" between them."""
    *first, last = map(str, things)
    return f"{', '.join(first)} and {last}" if first else last
