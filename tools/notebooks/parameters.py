"""The parameters of a notebook's file, and the values that a run puts in their place."""

import ast
import re
from collections.abc import Iterator, Mapping

from nbformat import NotebookNode

from orchard.parameters import Parameter, RefusedError, checked, declared


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
    return declared(notebook.cells[position(notebook)].source)


def refuse_others(saved: Mapping[str, str], committed: Mapping[str, str]) -> None:
    """Refuse values that somebody tried and saved: what is published has the committed ones."""
    for name in saved.keys() & committed.keys():
        if saved[name] != committed[name]:
            raise RefusedError(
                f"{name} = {saved[name]} is saved in the notebook, {committed[name]} is committed: to undo it, "
                f'`git restore notebooks`, or unpack the ZIP again; to try a value, give it as PARAMS="{name}=…"; '
                "to publish it, commit it first"
            )


def overrides(known: Mapping[str, Parameter], settings: str, quick: bool) -> dict[str, object]:
    """The values that replace committed ones: the quick ones if asked for, then every `name=value` of `settings`."""
    faster = {each.name: each.quick for each in known.values() if quick and each.quick != each.value}
    return faster | {name: setting(known, name, text) for name, text in split(settings)}


def split(settings: str) -> Iterator[tuple[str, str]]:
    """Names and texts of `games=200 players=("max", "random")`: a value ends before the next name."""
    for each in re.split(r"\s+(?=\w+\s*=)", settings.strip()) if settings else ():
        name, equals, text = map(str.strip, each.partition("="))
        if not equals:
            raise RefusedError(f"PARAMS={settings}: allowed is name=value, with blanks between several")
        yield name, text


def setting(known: Mapping[str, Parameter], name: str, text: str) -> object:
    """One value, read and held to what the notebook allows."""
    if name not in known:
        raise RefusedError(f"unknown parameter {name!r}: allowed are {', '.join(known)}")
    try:
        value = ast.literal_eval(text)
    except Exception:  # it lets many kinds through
        value = text
    is_bare = known[name].kind == "str" and not isinstance(value, str)  # the shell takes the quotes away
    return checked(known[name], text if is_bare else value)
