"""Parameters that a notebook itself refuses before it computes: plain papermill passes on anything."""

import ast
from pathlib import Path

import matplotlib.pyplot as plt
import nbformat
import pandas as pd
import pytest
from document import code_cells
from nbformat import NotebookNode
from parameters import parameters

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("[2-9]*.ipynb"))  # the first one's parameters go straight into `simulate`
WRONG_TYPE = {"int": ["5", 1.5, None, (4,)], "float": ["0.5", None, (0.5,)], "str": [5, None, ("max",)]}
OUT_OF_RANGE = {
    "2-exact-answer": "edition='orchad' strategy='maxx' fruits=(5,1,2,0) fruits=(1,1) fruits=(1,1,1,-1) raven_steps=6 "
    "raven_steps=-1 fruits=range(10**9)",
    "3-markov-chain": "edition='first' strategy='' strategy='\\0'",
    "4-length": "strategy='m' games=1 games=10**13 seed=-1 sure=1.0 sure=0.0 sure=nan seconds_per_roll=-1.0 "
    "seconds_per_roll=nan",
    "5-basket-pick": "edition='x' games=0 games=-5 runs=1 seed=-1",
    "6-landscape": "trees=0 fruits=0 fruits=2000 trees=101 raven_steps=0 raven_steps=1025 strategy='x' basket_picks=-1 "
    "target=1.0 target=-0.5 target=nan wanted=(5,) wanted=() of_games=0",
    "7-printed": "number='half' fruits='4-4-x' raven_steps=0 basket_picks=-1 strategy='x' games=-1 runs=0",
}
TAKEN = [  # as what they can only mean: a row of strings is made of them, or one or several are allowed
    *("raven_steps='5'", "basket_picks='5'", "seconds_per_roll=(0.5,)", "strategy=('max',)", "basket_picks=(4,)"),
]


def of_wrong_types(path: Path) -> list[str]:
    """Each parameter with values that are not of its type."""
    known = parameters(nbformat.read(path, as_version=4))
    kinds = {name: ast.unparse(known[name].kind).partition("[")[0] for name in known}
    each = [
        f"{name}={wrong!r}" for name, kind in kinds.items() for wrong in WRONG_TYPE.get(kind, ["x", 5, None, {1, 2}])
    ]
    return [text for text in each if not (path.stem[0] in "467" and text in TAKEN)]


CASES = [
    pytest.param(path, text, id=f"{path.stem}, {text}")
    for path in NOTEBOOKS
    for text in [*of_wrong_types(path), *OUT_OF_RANGE.get(path.stem, "").split()]
]


def beginning(notebook: NotebookNode, more: int = 0) -> list[str]:
    """The cells from the imports to the one that sets the style, before anything is computed, and `more` after it."""
    cells = [cell.source for cell in code_cells(notebook)[1:]]
    styled = next(i for i, source in enumerate(cells) if "use_house_style()" in source)
    return cells[: styled + 1 + more]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("path", "setting"), CASES)
def test_a_notebook_refuses_parameters_before_it_computes(path: Path, setting: str, monkeypatch):
    """The cell that begins with what is allowed refuses them, or the first one after it."""
    monkeypatch.setenv("ORCHARD_OUTPUT", "/dev/null/nowhere")
    notebook = nbformat.read(path, as_version=4)
    name, _, value = setting.partition("=")
    values = {known.name: known.value for known in parameters(notebook).values()}
    values[name] = eval(value, {"nan": float("nan")})
    begin = "\n".join(beginning(notebook, more=1))
    with plt.rc_context(), pd.option_context("display.width", 80), pytest.raises((ValueError, TypeError)) as caught:
        exec(begin, values)  # as a kernel does
    assert name in str(caught.value) or "row 'yours'" in str(caught.value)


def test_the_committed_parameters_pass():
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        with plt.rc_context():
            exec("\n".join(beginning(notebook)), {name: p.value for name, p in parameters(notebook).items()})
