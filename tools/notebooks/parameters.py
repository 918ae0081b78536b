"""The parameters of a notebook's file, and the values that a run puts in their place."""

import ast
import io
import tokenize
from collections.abc import Iterator, Mapping
from itertools import pairwise

from nbformat import NotebookNode

from orchard.pages.parameters import Parameter, RefusedError, checked, declared


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
    if changed := others(saved, committed):
        told = ", ".join(f"{name} = {saved[name]} (committed: {committed[name]})" for name in changed)
        raise RefusedError(
            f"the notebook was saved with {told}: to undo it, `git restore notebooks`, or unpack the ZIP again; "
            f'to try values, give them as PARAMS="{changed[0]}=…"; to publish them, commit them first'
        )


def others(saved: Mapping[str, str], committed: Mapping[str, str]) -> list[str]:
    """The parameters that were saved with other values than the committed ones."""
    return [name for name in saved if saved[name] != committed.get(name, saved[name])]


def overrides(known: Mapping[str, Parameter], settings: str, quick: bool) -> dict[str, object]:
    """The values that replace committed ones: the quick ones if asked for, then every `name=value` of `settings`."""
    faster = {each.name: each.quick for each in known.values() if quick and each.quick != each.value}
    return faster | {name: setting(known, name, text) for name, text in split(settings)}


def split(settings: str) -> Iterator[tuple[str, str]]:
    """Names and texts of `games=200 players=("max", "random")`: a value ends before the next name outside brackets."""
    names = list(_names(settings))
    if settings[: names[0][0] if names else None].strip():
        raise RefusedError(f"PARAMS={settings}: allowed is name=value, with blanks between several")
    names.append((len(settings), None))
    for (start, end), (following, _) in pairwise(names):
        yield settings[start:end], settings[end:following].lstrip(" =").rstrip()


def _names(settings: str) -> Iterator[tuple[int, int]]:
    """Where the names before an equals sign begin and end."""
    depth, before = 0, None
    for token in _tokens(settings):
        depth += (token.string in "([{") - (token.string in ")]}") if token.type == tokenize.OP else 0
        is_first = (
            before and not settings[: before.start[1]][-1:].strip()
        )  # in game=4,4:raven=5 it has another before it
        if token.string == "=" and depth == 0 and is_first and before.type == tokenize.NAME:
            yield before.start[1], before.end[1]
        before = token


def _tokens(settings: str) -> list[tokenize.TokenInfo]:
    """The settings as Python's tokens."""
    try:
        return list(tokenize.generate_tokens(io.StringIO(settings).readline))
    except (tokenize.TokenError, SyntaxError):
        raise RefusedError(f"PARAMS={settings}: a quote or a bracket is not closed") from None


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
