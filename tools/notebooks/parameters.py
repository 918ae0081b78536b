"""The parameters of a notebook: one cell of `name: type = value  # help (quick: value)` lines, read only."""

import ast
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nbformat import NotebookNode

KINDS = {"bool": bool, "int": int, "float": float, "str": str, "tuple": tuple}


class RefusedError(Exception):
    """A run that may not start; says in one line why."""


@dataclass(frozen=True)
class Parameter:
    """One line of the parameters cell; `quick` is its value in a quick run."""

    name: str
    kind: str
    value: object
    quick: object


def has_tag(cell: NotebookNode, tag: str) -> bool:
    """Whether a cell carries a tag."""
    return tag in cell.metadata.get("tags", ())


def position(notebook: NotebookNode) -> int:
    """Where the one parameters cell stands."""
    found = [i for i, cell in enumerate(notebook.cells) if has_tag(cell, "parameters")]
    if len(found) != 1:
        raise RefusedError(f"{len(found)} cells are tagged 'parameters': allowed is exactly one")
    return found[0]


def parameters(notebook: NotebookNode) -> dict[str, Parameter]:
    """The parameters of a notebook by name."""
    source = notebook.cells[position(notebook)].source
    try:
        body = ast.parse(source).body
    except SyntaxError as error:
        raise RefusedError(f"the parameters cell is no Python: line {error.lineno}: {error.msg}") from None
    lines = source.splitlines()
    read = [parameter(node, lines[node.end_lineno - 1]) for node in body]
    return {each.name: each for each in read}


def parameter(node: ast.stmt, line: str) -> Parameter:
    """A statement of the parameters cell, read, with the quick value that its last line ends with."""
    match node:
        case ast.AnnAssign(ast.Name(name), annotation, ast.expr() as value):
            kind = ast.unparse(annotation)
            committed = literal(name, ast.unparse(value), kind)
            quick = re.search(r"#.*\(quick:\s*(.+)\)\s*$", line)
            return Parameter(name, kind, committed, literal(name, quick[1], kind) if quick else committed)
    raise RefusedError(f"the parameters cell has `{line}`: allowed are lines `name: type = literal  # help`")


def literal(name: str, text: str, kind: str) -> object:
    """The Python literal `text`, fitted to `kind`."""
    try:
        return fitted(ast.literal_eval(text), kind)
    except Exception:  # literal_eval lets many kinds through
        raise RefusedError(f"{name}={text}: allowed is a literal of type {kind}") from None


def fitted(value: Any, kind: str) -> Any:
    """`value` as `kind` has it: 1e8 is an int, 3 a float."""
    each = re.fullmatch(r"tuple\[(.+), \.\.\.\]", kind)
    if each and isinstance(value, tuple):
        return tuple(fitted(one, each[1]) for one in value)
    result = KINDS[kind](value)
    is_same = result == value and isinstance(value, bool) == (kind == "bool")
    if not is_same or result in (math.inf, -math.inf):  # repr(math.inf) is no literal
        raise ValueError(value)
    return result


def refuse_others(saved: Mapping[str, Parameter], committed: Mapping[str, Parameter]) -> None:
    """Refuse values that somebody tried and saved: what is published has the committed ones."""
    for name in saved.keys() & committed.keys():
        ours, theirs = saved[name].value, committed[name].value
        if ours != theirs:
            raise RefusedError(
                f"{name} = {ours!r} is saved in the notebook, {theirs!r} is committed: "
                f'to try a value, give it as PARAMS="{name}=…"; to publish it, commit it first; to undo it, git restore'
            )


def overrides(known: Mapping[str, Parameter], settings: Sequence[str], quick: bool) -> dict[str, object]:
    """The values that replace committed ones: the quick ones if asked for, then every `name=value`."""
    faster = {each.name: each.quick for each in known.values() if quick and each.quick != each.value}
    return faster | dict(setting(known, text) for text in settings)


def setting(known: Mapping[str, Parameter], text: str) -> tuple[str, object]:
    """One `name=value`, read and fitted to what the notebook knows."""
    name, _, value = text.partition("=")
    if name not in known:
        raise RefusedError(f"unknown parameter {name!r}: allowed are {', '.join(known)}")
    kind = known[name].kind
    if kind == "str" and re.fullmatch(r"[A-Za-z][\w-]*", value):  # the shell takes quotes away
        return name, value
    return name, literal(name, value, kind)
