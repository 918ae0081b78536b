"""Every number in prose is one that was computed: in README among the results, in a notebook among its own outputs.

Numbers of three or more digits and percentages count. They are compared at the precision at which they are written, so
that a typing error, or a result that changes, turns a test red. Constants of `assert` statements and of the cell of
parameters count as outputs too: the first were compared when the notebook ran, the second are what it started from.
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

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
RESULTS = sorted((ROOT / "data" / "results").glob("*.csv"))
TEXTS = ["README", *(path.stem for path in NOTEBOOKS)]

EVERYWHERE = {
    "100": "games of a hundred",
    "1,000": "games of a thousand",
    "5": "a level of significance",
    "95": "a level of confidence",
    "99": "a level of confidence",
}
EXCEPTIONS = {
    "README": {"9,002": "the live states and two ends: test_readme"},
    "4-length": {
        "9,000": "the live states of Orchard, a table of notebook 3",
        "300": "how far Checks looks",
        "0.07": "asserted in Checks, in another unit",
    },
    "7-loaded-dice": {"199": "given by the cell that follows"},
    "9-large-orchards": {
        "0.9375": "15/16",
        "870": "0.87 times a thousand, asserted in Checks",
        "98.5": "0.985, asserted in Checks",
    },
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
    r"<img[^>]*>",
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
    """README as one, which quotes the tables of results; a notebook by its headings.

    A section quotes its own outputs; the first, which tells the answer, those of all.
    """
    if name == "README":
        results = set().union(*(plain(path.read_text(encoding="utf-8").replace(",", " ")) for path in RESULTS))
        return [Section(numbers((ROOT / "README.md").read_text(encoding="utf-8")), frozenset(results))]
    given: set[str] = set()
    parts: list[tuple[list[Written], set[str]]] = []
    for cell in nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4).cells:
        if cell.cell_type == "markdown":
            for text in re.split(r"^(?=## )", cell.source, flags=re.MULTILINE):
                if text.startswith("## ") or not parts:
                    parts.append(([], set()))
                parts[-1][0].extend(numbers(text))
        if cell.cell_type == "code":
            is_input = "parameters" in cell.metadata.get("tags", ())
            given |= constants(cell.source, ast.AST if is_input else ast.Assert)
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


@pytest.mark.parametrize("name", EXCEPTIONS)
def test_every_exception_is_still_needed(name: str):
    for digits in EXCEPTIONS[name]:
        places = [(n, part.computed) for part in sections(name) for n in part.written if n.digits == digits]
        assert places, f"{digits} is no longer in {name}"
        assert not all(says(*place) for place in places), f"{digits} is computed by now"


# --- the test tested ---


def misprints(written: Written) -> list[Written]:
    """The same number with each other last digit."""
    *front, last = written.digits
    return [Written("".join(front) + other, written.percent) for other in "0123456789" if other != last]


def test_a_wrong_last_digit_is_noticed_nine_times_in_ten():
    places = [place for name in TEXTS for place in checked(name)]
    noticed = [not says(wrong, computed) for written, computed in places for wrong in misprints(written)]
    assert noticed
    assert sum(noticed) / len(noticed) >= 0.9, f"{sum(noticed)} of {len(noticed)}"


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("8.65 points, 47 of 68, 69 %", [("8.65", False), ("69", True)]),
        ("In 2004: 65.155 percent of 1,234,567", [("65.155", True), ("1,234,567", False)]),
        ("`games = 500` of [3.14](http://x.org/271) and $p = 0.123$", [("3.14", False)]),
        ("Python 3.11, 3.12 or 3.14 to the digit 3.14", [("3.14", False)]),
        ("notebook 12 has 1/100 and 10^12", []),
    ],
)
def test_what_counts_as_a_number(markdown: str, found: list):
    assert numbers(markdown) == [Written(*each) for each in found]


@pytest.mark.parametrize(
    ("written", "is_said"),
    [
        (Written("0.631", False), True),
        (Written("63.14", True), True),
        (Written("3,120", False), True),
        (Written("0.632", False), False),
        (Written("40.10", False), False),
        (Written("63.14", False), False),
        (Written("434,845,789,256,784,110,537", False), True),  # more digits than a float has
        (Written("434,845,789,256,784,110,538", False), False),
    ],
)
def test_precision_is_that_of_the_prose(written: Written, is_said: bool):
    assert says(written, frozenset({"0.631357", "40.1", "3120", "434845789256784110537"})) == is_said
