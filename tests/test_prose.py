"""Every number in prose is one that was computed: in README among the results, in a notebook among its own outputs.

Numbers of three or more digits and percentages count. They are compared at the precision at which they are written, so
that a typing error, or a result that changes, turns a test red. Constants of the cell of parameters count as outputs
too, for a page starts from them, and those of the `assert` statements in its test in `tests/committed`.
"""

import ast
import re
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import NamedTuple

import nbformat
import pytest
from nbformat import NotebookNode
from shown import holding

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
RESULTS = sorted((ROOT / "data" / "results").glob("*.csv"))
FRONT = {"README": ROOT / "README.md", "front page": ROOT / "site" / "index.md"}
TEXTS = [*FRONT, *(path.stem for path in NOTEBOOKS)]

EVERYWHERE = {
    "100": "games of a hundred",
    "1,000": "games of a thousand",
    "5": "a level of significance",
    "95": "a level of confidence",
    "99": "a level of confidence",
}
EXCEPTIONS = {
    "README": {"416": "the live states and two ends: test_readme"},
    "4-length": {
        "300": "how far Checks looks",
    },
    "7-loaded-dice": {"199": "given by the cell that follows"},
    "8-landscape": {"99.5": "half a unit below 100"},
    "printed": {"53.2": "given by an exercise", "62": "given by an exercise"},
}

NUMBER = re.compile(r"(?<![\w.,/^])[−-]?(\d+(?:,\d{3})*(?:\.\d+)?)(?!\d|[.,]\d|\w)(\s?(?:%|percent\b))?")
PLAIN = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?")


NOT_READ = [  # code, formulas, pictures, the targets of links, and versions of Python
    r"```.*?```",
    r"`[^`]*`",
    r"\$\$.*?\$\$",
    r"\$[^$\n]*\$",
    r"\]\([^)]*\)",
    r"https?://\S+",
    r"<(?:img|iframe)[^>]*>",
    r"Python 3\.\d+(?:(?:, | or | and | to )3\.\d+)*",
]


class Written(NamedTuple):
    """A number as prose has it, without its sign."""

    digits: str
    percent: bool


def numbers(markdown: str) -> list[Written]:
    """What a reader sees of its numbers of three or more digits that are no years, and of its percentages."""
    text = re.sub("|".join(NOT_READ), " ", markdown, flags=re.DOTALL)
    found = [Written(digits, bool(percent)) for digits, percent in NUMBER.findall(text)]
    long = [n for n in found if sum(map(str.isdigit, n.digits)) >= 3 and not re.fullmatch(r"(19|20)\d\d", n.digits)]
    return [n for n in found if n.percent or n in long]


def says(written: Written, computed: frozenset[str]) -> bool:
    """Whether one of the computed numbers is this one, at the precision at which it is written."""
    digits = written.digits.replace(",", "")
    return digits in rounded(computed, len(digits.partition(".")[2]), written.percent)


@cache
def rounded(computed: frozenset[str], decimals: int, percent: bool) -> set[str]:
    """The computed numbers of at least so many decimals, rounded; for a percentage also a hundred times a share."""
    result = set()
    for number in map(Decimal, computed):
        known = max(0, -number.as_tuple().exponent)
        if known >= decimals:
            result.add(f"{number:.{decimals}f}")
        if percent and known >= decimals + 2 and number <= 1:
            result.add(f"{100 * number:.{decimals}f}")
    return result - {f"{0:.{decimals}f}"}  # what is merely small says nothing


def plain(text: str) -> set[str]:
    """All numbers in an output, without their signs and commas."""
    return {number.replace(",", "") for number in PLAIN.findall(text)}


def of_output(output: NotebookNode) -> set[str]:
    data = output.get("data", {})
    shown = " ".join([output.get("text", ""), data.get("text/plain", ""), data.get("text/html", "")])
    return plain(re.sub(r"<style.*?</style>|<[^>]+>", " ", shown, flags=re.DOTALL))


def constants(source: str, only: type[ast.AST]) -> set[str]:
    """The numbers in the statements of a kind, and in their texts."""
    statements = [node for node in ast.walk(ast.parse(source)) if isinstance(node, only)]
    inside = [node for statement in statements for node in ast.walk(statement) if isinstance(node, ast.Constant)]
    return set().union(*(plain(str(node.value)) for node in inside))


class Section(NamedTuple):
    """What a text says between two headings, and what it may quote there."""

    written: list[Written]
    computed: frozenset[str]


@cache
def sections(name: str) -> list[Section]:
    """README and the site's front page as one, which quote the tables of results; a notebook by its headings.

    A section quotes its own outputs; the first, which tells the answer, those of all.
    """
    if name in FRONT:
        results = set().union(*(plain(path.read_text(encoding="utf-8").replace(",", " ")) for path in RESULTS))
        return [Section(numbers(FRONT[name].read_text(encoding="utf-8")), frozenset(results))]
    test = holding(name)
    given = constants(test.read_text(encoding="utf-8"), ast.Assert) if test.exists() else set()
    parts: list[tuple[list[Written], set[str]]] = []
    for cell in nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4).cells:
        if cell.cell_type == "markdown":
            for text in re.split(r"^(?=## )", cell.source, flags=re.MULTILINE):
                if text.startswith("## ") or not parts:
                    parts.append(([], set()))
                parts[-1][0].extend(numbers(text))
        if cell.cell_type == "code":
            if "parameters" in cell.metadata.get("tags", ()):
                given |= constants(cell.source, ast.AST)
            parts[-1][1].update(*map(of_output, cell.outputs))
    everything = set().union(*(computed for _, computed in parts))
    parts[0][1].update(everything)
    return [Section(written, frozenset(given | computed)) for written, computed in parts]


def checked(name: str) -> list[tuple[Written, frozenset[str]]]:
    """The numbers of a text that are no exceptions, each with what it may quote."""
    exceptions = EVERYWHERE | EXCEPTIONS.get(name, {})
    return [(n, part.computed) for part in sections(name) for n in part.written if n.digits not in exceptions]


@pytest.mark.parametrize("name", TEXTS)
def test_every_number_in_prose_was_computed(name: str):
    assert [written for written, computed in checked(name) if not says(written, computed)] == []
