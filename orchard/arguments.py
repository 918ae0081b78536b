"""What an argument may be: checks, most of which return the plain value, and errors that say what is allowed.

Every error names the argument twice: in its message, for people, and as its attribute `argument`, for programs.
"""

import sys
from collections.abc import Iterable, Mapping, Set
from functools import cache
from itertools import islice
from numbers import Real
from operator import index

import numpy as np

MOST_TREES = 100
# Containers that are no sequence of whole numbers: text, raw bytes, mappings, sets.
NO_SEQUENCES = (str, bytes, bytearray, memoryview, Mapping, Set)


def shown(value) -> str:
    """`value` as a message shows it, of readable length."""
    return repr(value)[:200]


def wrong_value(argument: str, must: str, got) -> ValueError:
    """The error of an argument whose value is not allowed."""
    return _named(ValueError, argument, must, got)


def wrong_type(argument: str, must: str, got) -> TypeError:
    """The error of an argument of the wrong type."""
    return _named(TypeError, argument, must, got)


def _named(kind: type, argument: str, must: str, got):
    error = kind(f"{argument} must {must}, got {shown(got)}")
    error.argument = argument.partition("[")[0]  # an entry's error is its sequence's: fruits[2] belongs to fruits
    return error


def look_up(argument: str, name: str, table: Mapping, otherwise: str = ""):
    """`table[name]`, or an error that says which names there are, and what else is allowed."""
    if isinstance(name, str) and name in table:
        return table[name]
    names = f"be one of {', '.join(table)}{otherwise}"
    if not isinstance(name, str):
        raise wrong_type(argument, names, name)
    raise wrong_value(argument, names, name)


def whole_number(argument: str, value, least: int, most: int | None = None) -> int:
    """`value` as an int, `least` to `most`; TypeError for anything that is no whole number."""
    try:
        number = int(index(value))
    except TypeError:
        raise wrong_type(argument, "be a whole number", value) from None
    if number < least:
        raise wrong_value(argument, f"be at least {least}", number)
    if most is not None and number > most:
        raise wrong_value(argument, f"be at most {most:,}", number)
    return number


def number_of_games(value, least: int, most: int) -> int:
    """`value` as an int, `least` to `most`; it may be written 1e8, a float that is a whole number."""
    return whole_number("games", int(value) if isinstance(value, float) and value.is_integer() else value, least, most)


def whole_numbers(argument: str, values, most: int | None = None) -> tuple[int, ...]:
    """`values` as a tuple of ints, 0 to `most`: at least one of them, at most MOST_TREES."""
    if not is_sequence(values):
        raise wrong_type(argument, "be a sequence of whole numbers", values)
    entries = tuple(islice(values, MOST_TREES + 1))
    if not 1 <= len(entries) <= MOST_TREES:
        raise wrong_value(argument, f"have an entry for at least one tree, at most {MOST_TREES}", values)
    return tuple(whole_number(f"{argument}[{i}]", value, 0, most) for i, value in enumerate(entries))


def is_sequence(values) -> bool:
    """Whether `values` has entries in an order: a list, a range, an array of one axis, ..."""
    return isinstance(values, Iterable) and not isinstance(values, NO_SEQUENCES) and getattr(values, "ndim", 1) == 1


def yes_or_no(argument: str, value) -> bool:
    """`value` as a bool; TypeError for anything else, 0 and 1 among them."""
    if not isinstance(value, bool | np.bool_):
        raise wrong_type(argument, "be True or False", value)
    return bool(value)


def probability(argument: str, value) -> float:
    """`value` as a float strictly between 0 and 1."""
    if not isinstance(value, Real):
        raise wrong_type(argument, "be a number between 0 and 1", value)
    if not 0 < value < 1:
        raise wrong_value(argument, "be between 0 and 1", value)
    return float(value)


def check_memory(argument: str, entries: int, bytes_per_entry: int) -> None:
    """ValueError if a table would fill more than half of this machine's memory."""
    need, half = entries * bytes_per_entry, _memory() // 2
    if need > half:
        room = f"{half:,} bytes, half of this machine's memory"
        raise ValueError(f"{argument} must make a smaller game: this one needs {need:,} bytes, and allowed are {room}")


@cache
def _memory() -> int:
    """The bytes of memory that this machine has, or that a page of a browser may have."""
    if sys.platform == "emscripten":
        return 2**32  # what its addresses reach
    from psutil import virtual_memory  # not above: it takes a tenth of the time in which the package is imported

    return virtual_memory().total


def check_time(argument: str, steps: int, most: int) -> None:
    """ValueError if a computation would take more than `most` steps, some minutes."""
    if steps > most:
        raise ValueError(
            f"{argument} must make a smaller game: this one takes {steps:,} steps, and allowed are {most:,}"
        )
