"""The parameters of a notebook: a cell of lines `name: type = value  # help: what is allowed (quick: value)`.

Allowed is a range, `0 to 9`, of a number or of each in a tuple; one of some names, `raven, basket or colour`; or what
the package reads, if it begins with one of READERS, `a game, such as 5,3,4`. `quick` is the value of a fast run.
"""

import ast
import builtins
import json
import re
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path

from orchard.pages.output import CHECKOUT, RefusedError, output_folder
from orchard.rules import game_of
from orchard.strategies import players_of, strategy_of

READERS = {"a game": game_of, "a strategy": strategy_of, "players": players_of}
LINE = re.compile(r"(\w+): (bool|int|float|str|tuple) = (.+?)(?:  #[^:]*?(?:: (.+?))? *(?:\(quick: (.+)\))?)?")
# papermill cannot read a line with two equals signs: a value that has one stands on a line of its own, in brackets.
BRACKETS = re.compile(r"\((  #.*)\n    (.+)\n\)")
RANGE = re.compile(r"(-?[\d_.]+) to (-?[\d_.]+)")


@dataclass(frozen=True)
class Parameter:
    """One line of the cell; a value that is no literal is its text, and `quick` is `value` if the line has none."""

    name: str
    kind: str
    value: object
    allowed: str
    quick: object


def declared(source: str) -> dict[str, Parameter]:
    """The parameters of a cell, by name; RefusedError for a line that gives a value in another form, or again."""
    known = {}
    for line in BRACKETS.sub(r"\2\1", source).splitlines():
        if (found := LINE.fullmatch(line)) and found[1] not in known:
            name, kind, value, allowed, quick = found.groups("")
            known[name] = Parameter(name, kind, _literal(value), allowed, _literal(quick or value))
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
    """`value`, which may be given as text, of its parameter's type; RefusedError if it is not allowed.

    1e8 is an int, 3 a float, and a list, which papermill hands over, a tuple.
    """
    name, kind, allowed = parameter.name, getattr(builtins, parameter.kind), parameter.allowed
    try:
        if read := next((READERS[words] for words in READERS if allowed.startswith(words)), None):
            read(value)
            return value
        given = _literal(value) if isinstance(value, str) and kind is not str else value
        result = kind(given)
        if (kind is tuple or result == given) and _is_allowed(result, allowed):
            return result
    except (TypeError, ValueError, OverflowError) as error:
        if read:
            raise RefusedError(f"{name}={value!r}: {error}") from None
    raise refusal(name, repr(value), f"{allowed or parameter.kind}, as in {parameter.value!r}")


def _is_allowed(value, allowed: str) -> bool:
    """Whether a value, or each in a tuple, is within the range, or one of the names; any is if nothing is said."""
    if ends := RANGE.fullmatch(allowed):
        least, most = map(float, ends.groups())
        return all(least <= each <= most for each in (value if isinstance(value, tuple) else [value]))
    return not allowed or value in re.split(", | or ", allowed)


def refusal(name: str, value: object, allowed: object) -> RefusedError:
    """The error of a value that is not allowed, also for a notebook to raise."""
    return RefusedError(f"{name}={value}: allowed is {allowed}")


def check_parameters(notebook: MutableMapping[str, object], page: str = "") -> None:
    """Holds the values of a running notebook, its `globals()`, to the last cell before this one that declares some.

    RefusedError has, in one line, each value that is not allowed, and each name that papermill was given and no line
    declares. It prints which values are not those of the `page` as committed.
    """
    ran = notebook["In"][:-1]
    cells = [cell for cell in ran if any(map(LINE.fullmatch, cell.splitlines()))]
    if not cells:
        raise RefusedError("the cell of parameters was not run: run it before this one")
    known = declared(cells[-1])
    given = "\n".join(cell for cell in ran if cell.startswith("# Parameters\n"))  # as papermill begins its own
    unknown = [name for name in re.findall(r"^(\w+) =", given, re.M) if name not in known]
    refused = [f"unknown parameter {name!r}: allowed are {', '.join(known)}" for name in unknown]
    committed = committed_values(page)
    refused += [  # or a value of an earlier run would be taken for it
        f"{name} is no longer in the cell of parameters, which has {', '.join(known)}"
        for name in committed
        if name in notebook and name not in known
    ]
    for name, parameter in known.items():
        try:
            notebook[name] = checked(parameter, notebook[name])
        except RefusedError as error:
            refused.append(str(error))
    output_folder()  # which refuses one that nothing can be written to, before anything is computed
    if refused:
        raise RefusedError("; ".join(refused))
    changed = [
        f"{name} from {before} to {now}"
        for name, before in committed.items()
        if name in known and (now := _said(notebook[name])) != before
    ]
    if changed:
        print(f"You changed {', '.join(changed)}.")


def _said(value: object) -> str:
    """A value, or each of a tuple, in one word; a strategy's is its name."""
    return ",".join(map(_said, value)) if isinstance(value, tuple) else str(getattr(value, "name", value))


def committed_values(page: str) -> dict[str, str]:
    """The values that `make figures` made a page with, each in one word; none without that page.

    It is in this checkout or, where only the package is installed, beside the one that runs.
    """
    folder = CHECKOUT / "notebooks" if (CHECKOUT / "notebooks").is_dir() else Path.cwd()
    try:
        notebook = json.loads((folder / f"{page}.ipynb").read_text(encoding="utf-8"))
        recorded = notebook["metadata"]["orchard"]["parameters"]
    except (OSError, KeyError):
        return {}
    return {name: _said(_literal(text)) for name, text in recorded.items()}
