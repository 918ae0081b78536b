"""What an argument may be: each check returns the plain value, or says which argument it was, and what is allowed."""

from difflib import get_close_matches
from numbers import Real
from operator import index


def look_up(argument: str, name: str, table: dict):
    """`table[name]`, or an error that says which names there are."""
    if not isinstance(name, str):
        raise TypeError(f"{argument} must be one of {', '.join(table)}, got {name!r}")
    if name not in table:
        raise ValueError(f"{argument} must be one of {', '.join(table)}, got {name!r}{_near(name, table)}")
    return table[name]


def _near(name: str, table: dict) -> str:
    near = get_close_matches(name, table)
    return f" (did you mean {' or '.join(near)}?)" if near else ""


def whole_number(argument: str, value, least: int) -> int:
    """`value` as an int, at least `least`; TypeError for anything that is no whole number, booleans among it."""
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise TypeError(f"{argument} must be a whole number, got {value!r}")
    if number < least:
        raise ValueError(f"{argument} must be at least {least}, got {number}")
    return number


def whole_numbers(argument: str, values) -> tuple[int, ...]:
    """`values` as a tuple of ints >= 0, at least one of them."""
    if isinstance(values, str | bytes | dict | set) or not hasattr(values, "__iter__"):
        raise TypeError(f"{argument} must be a sequence of whole numbers, got {values!r}")
    numbers = tuple(whole_number(f"{argument}[{i}]", value, 0) for i, value in enumerate(values))
    if not numbers:
        raise ValueError(f"{argument} must have an entry for at least one tree, got none")
    return numbers


def probability(argument: str, value) -> float:
    """`value` as a float strictly between 0 and 1."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{argument} must be a number between 0 and 1, got {value!r}")
    if not 0 < value < 1:
        raise ValueError(f"{argument} must be between 0 and 1, got {value!r}")
    return float(value)
