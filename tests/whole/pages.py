"""The pages with any values of their parameters, their cells run one after the other in this process.

A kernel takes longer to start than most pages take to run with small samples.
"""

import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
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
from orchard.pages.parameters import RANGE, SEVERAL, Parameter, RefusedError, listed
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


def values(allowed: str, kind: str) -> list[Any]:
    """Every name of a list, both ends of a range, and of a tuple the shortest and the longest, of all these."""
    if several := SEVERAL.fullmatch(allowed):
        least, most = int(several[1]), int(several[2] or several[1])
        inner = values(several[3], kind_of_one(kind))
        ends = [tuple(inner[(start + i) % len(inner)] for i in range(n)) for n in (least, most) for start in (0, 1)]
        return [*ends, *((one,) * max(least, 1) for one in inner)]
    if ends := RANGE.fullmatch(allowed):
        return [number(end, kind) for end in ends.groups()]
    return listed(allowed) if allowed else [False, True]


def drawn(allowed: str, kind: str, rng: np.random.Generator) -> Any:
    """One of all allowed values: of a range as often below its geometric as above it, of a list each as often."""
    if several := SEVERAL.fullmatch(allowed):
        size = rng.integers(int(several[1]), int(several[2] or several[1]) + 1)
        return tuple(drawn(several[3], kind_of_one(kind), rng) for _ in range(size))
    if ends := RANGE.fullmatch(allowed):
        least, most = map(float, ends.groups())
        width = most - least
        value = least + (np.expm1(rng.uniform(0, np.log1p(width))) if width > 100 else rng.uniform(0, width))
        return number(f"{value:.0f}" if kind == "int" else f"{value:.6g}", kind)
    return str(rng.choice(listed(allowed))) if allowed else bool(rng.integers(2))


def kind_of_one(kind: str) -> str:
    """The type of each value in a tuple."""
    return kind.removeprefix("tuple[").removesuffix(", ...]")


def number(text: str, kind: str) -> Any:
    """A number of a comment as its parameter has it."""
    return text if kind == "str" else {"int": int, "float": float}[kind](text)


def a_draw(page: str, rng: np.random.Generator) -> dict[str, Any]:
    """Values of all parameters together; sizes are at most those of a quick run."""
    return {each.name: drawn(small(each), each.kind, rng) for each in known(page).values()}


def small(parameter: Parameter) -> str:
    """What a parameter allows, for a size up to its quick value."""
    return RANGE.sub(rf"\1 to {parameter.quick}", parameter.allowed) if is_size(parameter) else parameter.allowed


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
