"""The parameters of a notebook: a cell of lines `name: type = value  # help: what is allowed (quick: value)`.

Allowed is a range, `0 to 9`; or what the package reads, if it begins with one of READERS, `a game, such as 5,3,4`; or
every text, if nothing is said. `quick` is the value of a fast run.
"""

import ast
import re
from dataclasses import dataclass

from orchard.pages.output import RefusedError
from orchard.rules import game_of
from orchard.strategies import players_of, strategy_of

READERS = {"a game": game_of, "a strategy": strategy_of, "players": players_of}
LINE = re.compile(r"(\w+): (?:int|float|str) = (.+?)(?:  #[^:]*?(?:: (.+?))? *(?:\(quick: (.+)\))?)?")
# papermill cannot read a line with two equals signs: a value that has one stands on a line of its own, in brackets.
BRACKETS = re.compile(r"\((  #.*)\n    (.+)\n\)")
RANGE = re.compile(r"(-?[\d_.]+) to (-?[\d_.]+)")


@dataclass(frozen=True)
class Parameter:
    """One line of the cell; a value that is no literal is its text, and `quick` is `value` if the line has none."""

    name: str
    value: object
    allowed: str
    quick: object


def declared(source: str) -> dict[str, Parameter]:
    """The parameters of a cell, by name; RefusedError for a line that gives a value in another form, or again."""
    known = {}
    for line in BRACKETS.sub(r"\2\1", source).splitlines():
        if (found := LINE.fullmatch(line)) and found[1] not in known:
            name, value, allowed, quick = found.groups("")
            known[name] = Parameter(name, _literal(value), allowed, _literal(quick or value))
        elif re.match(r"\w+ ?[:=]", line):
            raise RefusedError(f"the parameters cell has `{line}`: allowed is `name: type = value`, once for a name")
    return known


def _literal(text: str) -> object:
    """The value that a text is in Python, or the text."""
    try:
        return ast.literal_eval(text)
    except Exception:  # it lets many kinds through
        return text


def checked(parameter: Parameter, value: object) -> object:
    """`value`, if its parameter allows it, else RefusedError; a number may come as text, and an int as 1e8."""
    name, allowed, kind = parameter.name, parameter.allowed, type(parameter.value)
    read = next((READERS[words] for words in READERS if allowed.startswith(words)), None)
    try:
        if read:
            read(value)
            return value
        given = value if kind is str else float(value)
        if kind(given) == given and _is_within(given, allowed):
            return kind(given)
    except (TypeError, ValueError, OverflowError) as error:
        if read:
            raise RefusedError(f"{name}={value!r}: {error}") from None
    # In JupyterLab the wrong value may stand in the cell itself, and is no example.
    example = "" if value == parameter.value else f", as in {parameter.value!r}"
    raise refusal(name, repr(value), f"{allowed or 'text'}{example}")


def _is_within(number, allowed: str) -> bool:
    """Whether a number is within a range, if one is given."""
    ends = RANGE.fullmatch(allowed)
    return not ends or float(ends[1]) <= number <= float(ends[2])


def refusal(name: str, value: object, allowed: object) -> RefusedError:
    """The error of a value that is not allowed, also for a notebook to raise."""
    return RefusedError(f"{name}={value}: allowed is {allowed}")


def chosen(known: dict[str, Parameter], settings: list[str]) -> dict[str, object]:
    """The values of settings `name=value`, and if one is `quick` those of all other parameters for a fast run.

    Of a parameter that has none for a fast run it is the saved one.
    """
    values = {}
    for setting in [each for each in settings if each != "quick"]:
        name, equals, text = setting.partition("=")
        if not equals or name not in known or name in values:
            raise RefusedError(f"{setting}: allowed is name=value, without blanks, once for each of {', '.join(known)}")
        values[name] = checked(known[name], text)
    if "quick" in settings:
        return {name: each.quick for name, each in known.items()} | values
    return values
