"""The pages with any values of their parameters, and the exercises at their ends, in this process.

Every value that a page allows runs to its end, without a warning, and to pictures that can be read: those that are
written somewhere, and some that are drawn. (A kernel takes longer to start than most pages take to run with small
samples.) An exercise is a Markdown cell whose metadata says what to change and what one should then see:

    "orchard": {"exercise": {"parameters": {"edition": "first-orchard"}, "expect": "round(most, 2) == 8.65"}}

`parameters` are those of the notebook's parameters cell, as JSON has them (a list for a tuple); the others are the
quick ones. `expect` is a Python expression that is true after the last cell, evaluated among the notebook's own names.
The notebook's own checks must hold as well.
"""

import json
import re
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from matplotlib.axis import Tick
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.spines import Spine
from matplotlib.text import Text

import orchard
from orchard.pages import output
from orchard.pages.parameters import Parameter, RefusedError, checked, chosen
from orchard.pages.studies import forward
from orchard.pages.studies.printed import replayed
from tests.shown import code_cells, parameters, tagged
from tests.whole.processes import ROOT

# Of the tools that a notebook uses, warnings are others' affair.
pytestmark = pytest.mark.filterwarnings("default")
PAGES = {path.stem: path for path in sorted((ROOT / "notebooks").glob("*.ipynb"))}
TEXTS = ["README.md", ".github/*.md", "CHANGELOG.md", "Makefile", "tools/*.mk", "site/*.md", "tests/whole/drawn.txt"]


class PageError(Exception):
    """A page that did not run to its end; says with which values, and where."""


# --- what a parameter may be ---


def known(page: str) -> dict[str, Parameter]:
    """The parameters of a page by name."""
    return parameters(nbformat.read(PAGES[page], as_version=4))


def is_size(parameter: Parameter) -> bool:
    """Whether a parameter says how much is computed: it has another value in a quick run."""
    return parameter.quick != parameter.value


WORDS = {
    "a game": [*orchard.EDITIONS, "3,0,2:raven=2:picks=2:colours=2,1,1:baskets=2:ravens=1", "1:raven=1:picks=0"],
    "a strategy": [*orchard.STRATEGIES],
    "players": ["max,max,random", "worst", "slowest,fruit,ignore,optimal,first,min,min"],
}


def values(parameter: Parameter) -> list[Any]:
    """Both ends of a range, and words of a kind."""
    if parameter.kind != "str":
        return [checked(parameter, end) for end in parameter.allowed.split(" to ")]
    return [*next((words for kind, words in WORDS.items() if parameter.allowed.startswith(kind)), [parameter.value])]


def drawn(parameter: Parameter, rng: np.random.Generator) -> Any:
    """One of all allowed values: of a range as often below its geometric mean as above it, of names each as often."""
    if parameter.kind != "str":
        least, most = map(float, parameter.allowed.split(" to "))
        most = parameter.quick if is_size(parameter) else most
        width = most - least
        value = least + (np.expm1(rng.uniform(0, np.log1p(width))) if width > 100 else rng.uniform(0, width))
        return round(value) if parameter.kind == "int" else round(value, 6)
    found = values(parameter)
    return found[rng.integers(len(found))]


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
    *((orchard, name) for name in ("absorbing_chain", "simulate", "solve")),
    (forward, "propagate"),
    *((replayed, name) for name in ("backwards", "frozen_draws", "paths", "solve_queues")),
]
REMEMBERED = [(module, name, remembered(getattr(module, name))) for module, name in SLOW]


def run(page: str, changed: Mapping[str, Any], then: str = "") -> None:
    """Run a page to its end with quick values and those that are changed, and execute there what is asked of it.

    `RefusedError` if it refuses the values before it has computed anything, `PageError` if it fails otherwise, warns or
    draws what cannot be read. Figures are drawn and not saved, and what pages have in common is computed once.
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
    notebook = nbformat.read(PAGES[page], as_version=4)
    values = chosen(parameters(notebook), ["quick"]) | changed
    injected = "\n".join(["# Parameters", *(f"{name} = {value!r}" for name, value in values.items())])
    (own,) = tagged(notebook, "parameters")
    return [source for cell in code_cells(notebook) for source in [cell.source, *[injected] * (cell is own)]]


@contextmanager
def light(folder: str) -> Iterator[None]:
    """Results go to a folder, figures are looked at, not saved; slow functions are remembered, warnings are errors."""
    replaced = [*REMEMBERED, (output, "save_figure", look_at)]
    with ExitStack() as stack, plt.rc_context({"backend": "agg"}), warnings.catch_warnings():
        warnings.simplefilter("error")
        stack.enter_context(patch.dict("os.environ", ORCHARD_OUTPUT=folder))
        for module, name, function in replaced:
            stack.enter_context(patch.object(module, name, function))
        yield
        plt.close("all")


def command(page: str, changed: Mapping[str, Any]) -> str:
    """What repeats a run of a page."""
    settings = " ".join(f"{name}={value}".replace(" ", "") for name, value in changed.items())
    return f'make figures QUICK=1 NOTEBOOK={page} PARAMS="{settings}"'


# --- looking at a figure ---

SEEN = 60  # of 255, by which a pixel must differ
BAR = 10  # points: a thicker line is a bar, on which words may stand


def look_at(figure: Figure, name: str, **options: Any) -> None:
    """Draw a figure; AssertionError if text is cut off, or lies on other text or on a line that is seen around it."""
    texts, lines = drawn_in(figure)
    faults = [*cut_off(figure, texts), *over_each_other(figure, texts), *crossed(figure, texts, lines)]
    assert not faults, f"{name}: {'; '.join(faults)}"


def drawn_in(figure: Figure) -> tuple[list[Text], list[Line2D | LineCollection | Spine]]:
    """The texts and the lines, but for ticks and grids, that are seen in a figure; their layout is then final."""
    drawn: dict[Any, None] = {}
    with ExitStack() as stack:
        for kind in (Text, Line2D, LineCollection, Spine):
            stack.enter_context(patch.object(kind, "draw", noted(kind.draw, drawn)))
        figure.draw_without_rendering()
    figure.set_layout_engine("none")
    ticks = {part for tick in figure.findobj(Tick) for part in tick.findobj(Line2D)}
    texts = [each for each in drawn if isinstance(each, Text) and each.get_visible() and each.get_text().strip()]
    lines = [each for each in drawn if not isinstance(each, Text) and each not in ticks]
    return texts, [line for line in lines if line.get_visible() and np.max(line.get_linewidth()) < BAR]


def noted(draw: Callable, drawn: dict[Any, None]) -> Callable:
    """A method that draws, and notes what."""

    def also_note(self, renderer, *arguments, **options):
        drawn[self] = None
        return draw(self, renderer, *arguments, **options)

    return also_note


def cut_off(figure: Figure, texts: list[Text]) -> list[str]:
    """What is partly outside of the figure."""
    wide, high = figure.bbox.size
    boxes = {text: text.get_window_extent() for text in texts}
    return [
        f"{text.get_text()!r} is cut off"
        for text, box in boxes.items()
        if min(box.min) < -1 or box.x1 > wide + 1 or box.y1 > high + 1
    ]


def over_each_other(figure: Figure, texts: list[Text]) -> list[str]:
    """Pairs of texts of which a pixel is the same; the ground that a text has been given counts as text."""
    ends = np.array([text.get_window_extent().extents for text in texts]).reshape(-1, 4)
    low, high = ends[:, :2], ends[:, 2:]
    meet = (np.minimum(high[:, None], high) > np.maximum(low[:, None], low)).all(axis=2)
    pairs = np.argwhere(np.triu(meet, 1))
    inks = {each: pixels(figure, texts[each])[..., 3] > SEEN for each in np.unique(pairs)}
    return [
        f"{texts[one].get_text()!r} is over {texts[other].get_text()!r}"
        for one, other in pairs
        if (inks[one] & inks[other]).any()
    ]


def crossed(figure: Figure, texts: list[Text], lines: list[Line2D | LineCollection | Spine]) -> list[str]:
    """Texts with a line behind or on them, which is seen: no patch and no ground of their own lies between."""
    if not lines:
        return []
    for text in texts:
        text.set_alpha(0)  # which leaves its ground
    whole = pixels(figure, figure)
    for line in lines:
        line.set(linestyle="none") if isinstance(line, Line2D) else line.set_visible(False)  # markers stay
    strokes = np.abs(whole - pixels(figure, figure)).max(axis=2) > SEEN
    for text in texts:
        text.set(alpha=1, bbox=None)
        if getattr(text, "arrow_patch", None):
            text.arrow_patch.set_visible(False)
    return [
        f"a line crosses {text.get_text()!r}"
        for text in texts
        if strokes.any() and (strokes & (pixels(figure, text)[..., 3] > SEEN)).any()
    ]


def pixels(figure: Figure, drawn: Any) -> np.ndarray:
    """(height, width, 4): a part of a figure, or all of it, drawn alone."""
    renderer = RendererAgg(*figure.bbox.size, figure.dpi)
    drawn.draw(renderer)
    return np.asarray(renderer.buffer_rgba()).astype(int)


# --- every value that is written somewhere ---


def written() -> list[tuple[str, str]]:
    """The page and the settings of every `PARAMS=` in a text or on a page, whose own it is unless it names another."""
    found = set()
    for path in (path for pattern in TEXTS for path in ROOT.glob(pattern)):
        found.update(settings_in(path.read_text(encoding="utf-8")))
    for page, path in PAGES.items():
        for cell in nbformat.read(path, as_version=4).cells:
            found.update(settings_in(cell.source if cell.cell_type == "markdown" else "", page))
    return sorted(found)


def settings_in(text: str, page: str = "") -> list[tuple[str, str]]:
    """The page and the settings of every `PARAMS=` in a text."""
    lines = re.findall(r"""(?:NOTEBOOK=(\S+) )?PARAMS=(?:"([^"…]+)"|'([^'…]+)')""", text)
    return [(named or page, double or single) for named, double, single in lines]


# --- every value ---


@pytest.mark.parametrize("page", PAGES)
def test_every_value_of_a_comment_runs(page: str):
    """In as few runs as that takes, each large size beside the least of others; what is left free is drawn.

    Keep what ever fails as a line of `drawn.txt`, in the words that are printed.
    """
    rng = np.random.default_rng(1)
    left = {name: values(each) for name, each in known(page).items()}
    least = {name: found[0] for name, found in left.items() if isinstance(found[-1], int) and found[-1] > 1000}
    for size in [name for name, each in known(page).items() if is_size(each)]:
        run_together(page, least | {size: left[size].pop()}, {}, rng)
    while any(left.values()):
        run_together(page, {name: each.pop() for name, each in left.items() if each}, a_draw(page, rng), rng)


def run_together(page: str, asked: dict, others: dict, rng: np.random.Generator) -> None:
    """Run a page with these values, or where two limit each other with one after the other beside others."""
    try:
        run(page, others | asked)
    except RefusedError:
        for name, value in asked.items():
            run_with_any(page, name, value, rng)


def run_with_any(page: str, name: str, value: object, rng: np.random.Generator) -> None:
    """Run a page with one value beside others that it goes with."""
    for _ in range(200):
        try:
            return run(page, a_draw(page, rng) | {name: value})
        except RefusedError as error:
            why = error
    pytest.fail(f"{name}={value!r} is never accepted: {why}")


@pytest.mark.parametrize(("page", "settings"), written())
def test_what_a_text_tells_to_try_runs(page: str, settings: str):
    run(page, chosen(known(page), settings.split()))


# --- exercises ---


def exercises() -> list[Any]:
    """Every exercise of every notebook, with its place in it."""
    found = []
    for page, path in PAGES.items():
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        told = [cell["metadata"].get("orchard", {}).get("exercise") for cell in cells]
        for number, exercise in enumerate(filter(None, told), 1):
            found.append(pytest.param(page, exercise, id=f"{page}-{number}"))
    return found


def from_json(value: Any) -> Any:
    """A value of a parameter: JSON knows no tuples."""
    return tuple(map(from_json, value)) if isinstance(value, list) else value


@pytest.mark.parametrize(("page", "exercise"), exercises())
def test_one_sees_what_the_exercise_promises(page: str, exercise: dict):
    changed = {name: from_json(value) for name, value in exercise["parameters"].items()}
    run(page, changed, then=f"assert {exercise['expect']}")
