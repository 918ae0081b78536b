"""The pages with any values of their parameters, their cells run one after the other in this process.

A kernel takes longer to start than most pages take to run with small samples.
"""

import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import matplotlib.pyplot as plt
import numpy as np
from document import code_cells, loaded, prepared
from parameters import overrides, parameters
from processes import ROOT

import orchard
from orchard.pages import output
from orchard.pages.parameters import RANGE, Parameter, RefusedError
from orchard.pages.studies.printed import replayed

PAGES = {path.stem: path for path in sorted((ROOT / "notebooks").glob("*.ipynb"))}
TEXTS = ["README.md", ".github/*.md", "CHANGELOG.md", "Makefile", "site/*.md", "tests/whole/drawn.txt"]


class PageError(Exception):
    """A page that did not run to its end; says with which values, and where."""


# --- what a parameter may be ---


def known(page: str) -> dict[str, Parameter]:
    """The parameters of a page by name."""
    return parameters(loaded(PAGES[page]))


def is_size(parameter: Parameter) -> bool:
    """Whether a parameter says how much is computed: it has another value in a quick run."""
    return parameter.quick != parameter.value


WORDS = {
    "a game": [*orchard.EDITIONS, "3,0,2:raven=2:picks=2:colours=2,1,1:baskets=2:ravens=1", "1:raven=1:picks=0"],
    "a strategy": [*orchard.STRATEGIES],
    "players": ["max,max,random", "worst", "slowest,fruit,ignore,optimal,first,min,min"],
}


def values(parameter: Parameter) -> list[Any]:
    """Every name of a list, both ends of a range, in a tuple for each of its entries, and words of a kind."""
    if ends := RANGE.fullmatch(parameter.allowed):
        return [number(end, parameter) for end in ends.groups()]
    return names(parameter)


def names(parameter: Parameter) -> list[Any]:
    """What a parameter that is no number may be."""
    for kind, words in WORDS.items():
        if parameter.allowed.startswith(kind):
            return [*words]
    if not parameter.allowed:
        return [False, True] if parameter.kind == "bool" else [parameter.value]
    return re.split(", | or ", parameter.allowed)


def drawn(parameter: Parameter, rng: np.random.Generator) -> Any:
    """One of all allowed values: of a range as often below its geometric mean as above it, of names each as often."""
    if parameter.kind == "tuple":
        return tuple(drawn(replace(parameter, kind="int", quick=0, value=0), rng) for _ in parameter.value)
    if ends := RANGE.fullmatch(parameter.allowed):
        least, most = map(float, ends.groups())
        most = parameter.quick if is_size(parameter) else most
        width = most - least
        value = least + (np.expm1(rng.uniform(0, np.log1p(width))) if width > 100 else rng.uniform(0, width))
        return number(f"{value:.0f}" if parameter.kind == "int" else f"{value:.6g}", parameter)
    found = names(parameter)
    return found[rng.integers(len(found))]


def number(text: str, parameter: Parameter) -> Any:
    """A number of a comment as its parameter has it."""
    if parameter.kind == "tuple":
        return (int(text),) * len(parameter.value)
    return {"int": int, "float": float}[parameter.kind](text)


def a_draw(page: str, rng: np.random.Generator) -> dict[str, Any]:
    """Values of all parameters together; sizes are at most those of a quick run."""
    return {each.name: drawn(each, rng) for each in known(page).values()}


# --- running a page ---


def remembered(function: Callable) -> Callable:
    """The function, which remembers what it was asked in a way that can be looked up."""
    kept = cache(function)

    def ask(*arguments, **options):
        try:
            return kept(*arguments, **options)
        except TypeError:  # a list, say
            return function(*arguments, **options)

    return ask


SLOW = [
    *((orchard, name) for name in ("absorbing_chain", "propagate", "simulate", "solve")),
    *((replayed, name) for name in ("backwards", "frozen_draws", "paths", "solve_queues")),
]
REMEMBERED = [(module, name, remembered(getattr(module, name))) for module, name in SLOW]


def run(page: str, changed: Mapping[str, Any], then: str = "") -> None:
    """Run a page to its end with quick values and those that are changed, and execute there what is asked of it.

    `RefusedError` if it refuses the values before it has computed anything, `PageError` if it fails otherwise. Figures
    are drawn and not saved, and what pages have in common is computed once.
    """
    scope = {"__name__": "__main__", "display": lambda *shown: None, "In": [""]}
    with TemporaryDirectory() as folder, light(folder):
        Path(folder, "figures").mkdir()  # which `save_figure` makes
        for source in [*sources(page, changed), then]:
            scope["In"].append(source)
            try:
                exec(source, scope)  # noqa: S102  what a kernel does
            except RefusedError as error:
                if "check_parameters" in source:
                    raise
                raise PageError(f"{command(page, changed)}\n{error!r}, which came too late, in\n{source}") from error
            except Exception as error:
                where = traceback.format_exc(limit=-1)
                raise PageError(f"{command(page, changed)}\n{where}in\n{source}") from error


def sources(page: str, changed: Mapping[str, Any]) -> list[str]:
    """The code cells of a page with quick values and those that are changed."""
    notebook = loaded(PAGES[page])
    quick = overrides(parameters(notebook), "", quick=True)
    return [cell.source for cell in code_cells(prepared(notebook, quick | changed))]


@contextmanager
def light(folder: str) -> Iterator[None]:
    """Results go to a folder, figures are drawn and not saved, slow functions are remembered, and no figure is left."""
    replaced = [*REMEMBERED, (output, "save_figure", lambda figure, *named, **options: figure.draw_without_rendering())]
    with ExitStack() as stack, plt.rc_context({"backend": "agg"}):
        stack.enter_context(patch.dict("os.environ", ORCHARD_OUTPUT=folder))
        for module, name, function in replaced:
            stack.enter_context(patch.object(module, name, function))
        yield
        plt.close("all")


def command(page: str, changed: Mapping[str, Any]) -> str:
    """What repeats a run of a page."""
    settings = " ".join(f"{name}={value!r}".replace("'", '"') for name, value in changed.items())
    return f"make figures QUICK=1 NOTEBOOK={page} PARAMS='{settings}'"


# --- every value that is written somewhere ---


def written() -> list[tuple[str, str]]:
    """The page and the settings of every `PARAMS=` in a text or on a page, whose own it is unless it names another."""
    found = set()
    for path in (path for pattern in TEXTS for path in ROOT.glob(pattern)):
        found.update(settings_in(path.read_text(encoding="utf-8")))
    for page, path in PAGES.items():
        for cell in loaded(path).cells:
            found.update(settings_in(cell.source if cell.cell_type == "markdown" else "", page))
    return sorted(found)


def settings_in(text: str, page: str = "") -> list[tuple[str, str]]:
    """The page and the settings of every `PARAMS=` in a text."""
    lines = re.findall(r"""(?:NOTEBOOK=(\S+) )?PARAMS=(?:"([^"…]+)"|'([^'…]+)')""", text)
    return [(named or page, double or single) for named, double, single in lines]
