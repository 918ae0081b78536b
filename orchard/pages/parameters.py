"""The parameters of a notebook: a cell of lines `name: kind = value  # help: what is allowed (quick: value)`.

    games: int = 1_000  # that are played: 100 to 1e6 (quick: 200)
    game: str = "orchard"  # yours: a game, such as 5,3,4
    number: str = "0.65"  # the chance that you read

A number has a range. A text is held to what the package reads if its comment says so with one of READERS, or if that is
its name; else it may be any. `quick` is the value of a fast run.
"""

import ast
import re
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal

from orchard.pages.output import RefusedError
from orchard.rules import game_of
from orchard.strategies import players_of, strategy_of

READERS = {"game": game_of, "strategy": strategy_of, "players": players_of}
# A line of the cell. (?x): blanks of the pattern do not count; [ ] is one that does.
LINE = re.compile(
    rf"""(?x)
    (?P<name> \w+ ) :[ ]
    (?P<kind> (?:int|float) (?= .* :[ ]\S+[ ]to[ ] )          # a number has a range
            | str (?! .* :[ ]\S+[ ]to[ ] ) )                 # and a text has none
    [ ]=[ ] (?P<value> "[^"]*" | [^\#";][^\#;]*? )            # in quotes, or one without # and ;
    (?: [ ]+ \# [^:]*?                                       # help
        (?: :[ ] (?P<allowed> (?:a[ ])? (?:{"|".join(READERS)})\b .*? | [-\d_.e]+[ ]to[ ][-\d_.e]+ ) )?
        (?: [ ]* \(quick:[ ]* (?P<quick> .+ ) \) )?
    )?
    """
)
# papermill cannot read a line with two equals signs: a value that has one stands on a line of its own, in brackets:
# game: str = (  # yours: a game, such as 5,3,4
#     "orchard:raven=5"
# )
BRACKETS = re.compile(r"\((  #.*)\n    (.+)\n\)")


@dataclass(frozen=True)
class Parameter:
    """One line of the cell; a value that is no literal is its text, and `quick` is `value` if the line has none."""

    name: str
    kind: str
    value: object
    allowed: str
    quick: object


def declared(source: str) -> dict[str, Parameter]:
    """The parameters of a cell, by name; RefusedError for a name that is set in another form, or again.

    Other lines are left alone: a cell may import and define, for a strategy of one's own.
    """
    known = {}
    for line in BRACKETS.sub(r"\2\1", source).splitlines():
        if (found := LINE.fullmatch(line)) and found[1] not in known:
            name, kind, value, allowed, quick = found.groups("")
            allowed = allowed or (name if name in READERS else "")  # somebody retyped the line without its comment
            known[name] = Parameter(name, kind, _literal(value), allowed, _literal(quick or value))
        elif re.match(r"\w+ *\W?[:=]", line):
            raise RefusedError(
                f"the parameters cell has `{line}`: keep its type and its comment, which says what is allowed, "
                "as `name: int = 3  # help: 0 to 9`, once for a name"
            )
    return known


def _literal(text: str) -> object:
    """The value that a text is in Python, or the text."""
    try:
        return ast.literal_eval(text)
    except Exception:  # it lets many kinds through
        return text


def checked(parameter: Parameter, value: object) -> object:
    """`value`, if its parameter allows it, else RefusedError; a number may come as text, and an int as 1e8."""
    name, allowed = parameter.name, parameter.allowed
    try:
        for words, read in READERS.items():
            if allowed.removeprefix("a ").startswith(words):
                read(value)
                return value
    except (TypeError, ValueError) as error:
        raise RefusedError(f"{name}={value!r}: {error}") from None
    if (fits := _converted(parameter, value)) is None:
        raise refusal(name, repr(value), allowed or "any text, by papermill with -r")
    return fits


def _converted(parameter: Parameter, value: object) -> object:
    """`value` in the kind of its parameter; None if it has none, or is outside a range."""
    if parameter.kind == "str":
        return value if isinstance(value, str) else None
    with suppress(ArithmeticError):  # of what is no number, too
        exact = Decimal(str(value))  # a large int keeps all its digits
        low, high = map(Decimal, parameter.allowed.split(" to "))
        if low <= exact <= high and (parameter.kind == "float" or exact == exact.to_integral_value()):
            return float(exact) if parameter.kind == "float" else int(exact)
    return None


def refusal(name: str, value: object, allowed: object) -> RefusedError:
    """The error of a value that is not allowed, also for a notebook to raise."""
    return RefusedError(f"{name}={value}: allowed is {allowed}")


def chosen(known: dict[str, Parameter], settings: list[str]) -> dict[str, object]:
    """The values of settings `name=value`, and if one is `quick` those of all other parameters for a fast run.

    Of a parameter that has none for a fast run it is the saved one.
    """
    values = {}
    for setting in settings:
        if setting == "quick":
            continue
        name, equals, text = setting.partition("=")
        if not equals or name not in known or name in values:
            raise RefusedError(f"{setting}: allowed is name=value, without blanks, once for each of {', '.join(known)}")
        values[name] = checked(known[name], text)
    if "quick" in settings:
        return {name: checked(each, each.quick) for name, each in known.items()} | values
    return values
