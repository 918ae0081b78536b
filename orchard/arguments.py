"""What an argument may be: each check returns the plain value, or says which argument it was, and what is allowed."""

from collections.abc import Iterable, Mapping, Set
from difflib import get_close_matches
from itertools import islice
from numbers import Real
from operator import index

TREES = 100  # the most trees
# What holds several values, but none that are entries in an order, or whole numbers.
NO_SEQUENCES = (str, bytes, bytearray, memoryview, Mapping, Set)


def shown(value) -> str:
    """`value` as a message shows it, of readable length."""
    return repr(value)[:200]


def look_up(argument: str, name: str, table: dict):
    """`table[name]`, or an error that says which names there are."""
    if not isinstance(name, str):
        raise TypeError(f"{argument} must be one of {', '.join(table)}, got {shown(name)}")
    if name not in table:
        raise ValueError(f"{argument} must be one of {', '.join(table)}, got {shown(name)}{_near(name, table)}")
    return table[name]


def _near(name: str, table: dict) -> str:
    near = get_close_matches(name, table)
    return f" (did you mean {' or '.join(near)}?)" if near else ""


def whole_number(argument: str, value, least: int, most: int | None = None) -> int:
    """`value` as an int, `least` to `most`; TypeError for anything that is no whole number, booleans among it."""
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise TypeError(f"{argument} must be a whole number, got {shown(value)}")
    if number < least:
        raise ValueError(f"{argument} must be at least {least}, got {shown(number)}")
    if most is not None and number > most:
        raise ValueError(f"{argument} must be at most {most:,}, got {shown(number)}")
    return number


def whole_numbers(argument: str, values, most: int | None = None) -> tuple[int, ...]:
    """`values` as a tuple of ints, 0 to `most`: at least one of them, at most TREES."""
    several = isinstance(values, Iterable) and not isinstance(values, NO_SEQUENCES)
    if not several or getattr(values, "ndim", 1) != 1:
        raise TypeError(f"{argument} must be a sequence of whole numbers, got {shown(values)}")
    entries = tuple(islice(values, TREES + 1))
    if not 1 <= len(entries) <= TREES:
        raise ValueError(f"{argument} must have an entry for at least one tree, at most {TREES}, got {shown(values)}")
    return tuple(whole_number(f"{argument}[{i}]", value, 0, most) for i, value in enumerate(entries))


def probability(argument: str, value) -> float:
    """`value` as a float strictly between 0 and 1."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{argument} must be a number between 0 and 1, got {shown(value)}")
    if not 0 < value < 1:
        raise ValueError(f"{argument} must be between 0 and 1, got {shown(value)}")
    return float(value)
