"""The parameters of a notebook: a cell of lines `name: type = value  # help: what is allowed (quick: value)`.

What is allowed is a range, `0 to 9`; a list of names, `max, min or random`; or so many of these, for a tuple,
`2 to 6 of max or min` or `4 of 0 to 10`. The range of a `str` is that of the number written in it. `quick` is the value
of a fast run.
"""

import ast
import json
import math
import re
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

from orchard.pages.output import CHECKOUT

FOR_OURS = "Tables and pictures show yours; the sentences were written for ours."
TYPES = {"bool": bool, "int": int, "float": float, "str": str, "tuple": tuple}
WRITTEN = {"bool": "True or False", "int": "a whole number", "float": "a number", "str": 'text in quotes, "max"'}
COMMENT = re.compile(r"#[^:]*?(?::\s+(?P<allowed>[^:]+?))?\s*(?:\(quick:\s*(?P<quick>.+)\))?\s*$")
RANGE = re.compile(r"(-?[\d_.]+) to (-?[\d_.]+)")
SEVERAL = re.compile(r"(\d+)(?: to (\d+))? of (.+)")


class RefusedError(ValueError):
    """A value that a notebook cannot be run with, and in one line what is allowed."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows of it: no calls, among which the line would be lost."""
        return [f"{type(self).__name__}: {self}"]


@dataclass(frozen=True)
class Parameter:
    """One line of the cell; `quick` is `value` again if the line has none."""

    name: str
    kind: str
    value: object
    allowed: str
    quick: object


def declared(source: str) -> dict[str, Parameter]:
    """The parameters, by name, of a cell that has nothing else."""
    try:
        return _read(source, ast.parse(source).body)
    except SyntaxError as error:
        raise RefusedError(f"the parameters cell is no Python: line {error.lineno}: {error.msg}") from None


def _read(source: str, statements: list[ast.stmt]) -> dict[str, Parameter]:
    lines = source.splitlines()
    read = [_parameter(node, lines[node.end_lineno - 1]) for node in statements]
    return {each.name: each for each in read}


def _parameter(node: ast.stmt, line: str) -> Parameter:
    """The parameter of a statement that ends with `line`."""
    said = COMMENT.search(line)
    allowed, fast = said.groups("") if said else ("", "")
    match node:
        case ast.AnnAssign(ast.Name(name), annotation, ast.expr() as value):
            kind = ast.unparse(annotation)
            committed = literal(name, ast.unparse(value), kind, allowed)
            quick = literal(name, fast, kind, allowed) if fast else committed
            return Parameter(name, kind, committed, allowed, quick)
    raise RefusedError(f"the parameters cell has `{line}`: allowed are lines `name: type = literal  # help: allowed`")


def literal(name: str, text: str, kind: str, allowed: str = "") -> object:
    """The Python literal `text`, fitted to `kind`."""
    try:
        return fitted(ast.literal_eval(text), kind)
    except Exception:  # literal_eval lets many kinds through
        written = WRITTEN.get(kind, 'values in brackets, (1, 2) or ("max",)')
        raise refusal(name, text, ", written as ".join(filter(None, (allowed, written)))) from None


def fitted(value: Any, kind: str) -> Any:
    """`value` as `kind` has it: 1e8 is an int, 3 a float, and a list, which papermill hands over, a tuple."""
    each = re.fullmatch(r"tuple\[(.+), \.\.\.\]", kind)
    if each and isinstance(value, tuple | list):
        return tuple(fitted(one, each[1]) for one in value)
    result = TYPES[kind](value)
    is_same = result == value and isinstance(value, bool) == (kind == "bool")
    if not is_same or result in (math.inf, -math.inf):  # repr(math.inf) is no literal
        raise ValueError(value)
    return result


def is_allowed(value: Any, allowed: str) -> bool:
    """Whether a value is one of those `allowed`; any is if nothing is said."""
    if several := SEVERAL.fullmatch(allowed):
        least, most, each = several.groups()
        return int(least) <= len(value) <= int(most or least) and all(is_allowed(one, each) for one in value)
    if ends := RANGE.fullmatch(allowed):
        least, most = map(float, ends.groups())
        return least <= _number(value) <= most
    return not allowed or value in listed(allowed)


def _number(value: object) -> float:
    """A number, perhaps written as text; nan, which no range has, if it is none."""
    try:
        return float(value)
    except ValueError:
        return math.nan


def listed(allowed: str) -> list[str]:
    """The names in "max, min or random"."""
    return re.split(r", | or ", allowed)


def refusal(name: str, value: object, allowed: str) -> RefusedError:
    """The error of a value that is not allowed, also for a notebook to raise."""
    return RefusedError(f"{name}={value}: allowed is {allowed}")


def checked(parameter: Parameter, value: object) -> object:
    """`value` fitted to its parameter; RefusedError if it is not allowed."""
    try:
        result = fitted(value, parameter.kind)
    except (TypeError, ValueError, KeyError):
        raise refusal(parameter.name, repr(value), f"{parameter.allowed} as {parameter.kind}".strip()) from None
    if not is_allowed(result, parameter.allowed):
        raise refusal(parameter.name, repr(value), parameter.allowed)
    return result


def check_parameters(notebook: MutableMapping[str, Any], page: str = "") -> None:
    """Holds the values of a running notebook, its `globals()`, to what its cell of parameters allows.

    That is the last cell run before this, as IPython's `In` has them, that declares some. Where the values are not the
    committed ones of the `page` of this name, it says so. RefusedError, which names each value that is not allowed.
    """
    refused = []
    for name, parameter in _latest(notebook["In"]).items():
        try:
            notebook[name] = checked(parameter, notebook[name])
        except RefusedError as error:
            refused.append(str(error))
    if refused:
        raise RefusedError("; ".join(refused))
    changed = [
        f"{name} from {value} to {notebook[name]!r}"
        for name, value in committed_values(page).items()
        if name in notebook and repr(notebook[name]) != value
    ]
    if changed:
        *first, last = changed
        print(f"You changed {', '.join(first) + ' and ' * bool(first) + last}. {FOR_OURS}")


def committed_values(page: str) -> dict[str, str]:
    """The values, as Python writes them, that `make figures` made a page of this checkout with; none without one."""
    path = CHECKOUT / "notebooks" / f"{page}.ipynb"
    if not path.is_file():
        return {}
    return json.loads(path.read_text(encoding="utf-8"))["metadata"].get("orchard", {}).get("parameters", {})


def _latest(sources: list[str]) -> dict[str, Parameter]:
    """Those of the last cell but this that declares some."""
    for source in reversed(sources[:-1]):
        if declarations := _declarations(source):
            return _read(source, declarations)
    raise RefusedError("the cell of parameters was not run: run it before this one")


def _declarations(source: str) -> list[ast.stmt]:
    """The statements `name: type = value` of a cell; none if it is no plain Python, as `%time x = 1`."""
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return []
    return [node for node in body if isinstance(node, ast.AnnAssign) and node.value]
