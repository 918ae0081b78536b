"""Parameters that nobody can mean end the run of a notebook with an error that names them, and leave results alone.

A misspelt name and a value of a wrong type are refused before the first cell, an impossible value by a cell that uses
it: what the notebook calls says what is allowed.
"""

import ast
from pathlib import Path

import execute
import matplotlib.pyplot as plt
import nbformat
import pandas as pd
import pytest
from document import code_cells
from parameters import Parameter, RefusedError, overrides, parameters

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
WRONG_TYPE = {"int": ["'5'", "1.5", "None", "(4,)"], "float": ["'0.5'", "None", "(0.5,)"], "str": ["5", "('max',)"]}
IMPOSSIBLE = {
    "1-simulation": "samples=0 games=0 games=-5 seed=-1",
    "2-exact-answer": "edition='orchad' strategy='maxx' fruits=(5,1,2,0) fruits=(1,1) fruits=(1,1,1,-1) raven_steps=6 "
    "raven_steps=-1 fruits=range(10**9)",
    "3-markov-chain": "edition='first' strategy='' strategy='\\0'",
    "4-length": "strategy='m' games=10**13 seed=-1",
    "5-basket-pick": "edition='x' games=0 games=-5 seed=-1",
    "6-theorem": "edition='x'",
    "7-loaded-dice": "seed=-1",
    "8-landscape": "trees=0 trees=101 fruits=0 fruits=2000 raven_steps=0 raven_steps=1025 strategy='x' basket_picks=-1 "
    "target=1.0 target=-0.5",
    "9-large-orchards": "trees=0 fruits=0 games=0 seed=-1",
    "explore": "edition='x' seed=-1",
    "printed": "number='half' fruits='4-4-x' raven_steps=0 basket_picks=-1 strategy='x' games=-1",
}
ALSO_CALLED = {"edition": "game", "samples": "games", "seed": "rng"}  # by the functions that they are handed to


def known(path: Path) -> dict[str, Parameter]:
    """The parameters of a notebook."""
    return parameters(nbformat.read(path, as_version=4))


def of_wrong_types(parameter: Parameter) -> list[str]:
    """A parameter with values that are not of its type, as one would type them."""
    kind = ast.unparse(parameter.kind).partition("[")[0]
    return [f"{parameter.name}={wrong}" for wrong in WRONG_TYPE.get(kind, ["'x'", "5", "None"])]


EVERY = [
    pytest.param(path, each, id=f"{path.stem}, {each.name}") for path in NOTEBOOKS for each in known(path).values()
]
CASES = [
    pytest.param(path, setting, id=f"{path.stem}, {setting}")
    for path in NOTEBOOKS
    for setting in IMPOSSIBLE.get(path.stem, "").split()
]


@pytest.mark.parametrize(("path", "parameter"), EVERY)
def test_a_misspelt_name_is_refused(path: Path, parameter: Parameter):
    for wrong in (parameter.name + "x", parameter.name[:-1]):
        with pytest.raises(RefusedError, match=parameter.name):
            overrides(known(path), [f"{wrong}=1"], quick=False)


@pytest.mark.parametrize(("path", "parameter"), EVERY)
def test_a_wrong_type_is_refused(path: Path, parameter: Parameter):
    for setting in of_wrong_types(parameter):
        with pytest.raises(RefusedError, match=f"{parameter.name}=.*: allowed is"):
            overrides(known(path), [setting], quick=False)


def run(path: Path, setting: str) -> None:
    """The cells of a notebook one after the other, as a kernel does, at quick values but for one."""
    name, _, value = setting.partition("=")
    values = {each.name: each.quick for each in known(path).values()} | {name: eval(value)}
    with plt.rc_context(), pd.option_context("display.width", 80):
        for cell in code_cells(nbformat.read(path, as_version=4))[1:]:
            exec(cell.source, values)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("path", "setting"), CASES)
def test_an_impossible_value_ends_the_run(path: Path, setting: str, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("ORCHARD_OUTPUT", str(tmp_path))
    with pytest.raises((ValueError, TypeError)) as caught:
        run(path, setting)
    plt.close("all")
    name = setting.partition("=")[0]
    assert str(caught.value).startswith((name, ALSO_CALLED.get(name, name), "row 'yours'"))


def test_results_of_earlier_runs_stay(tmp_path: Path, capsys):
    """Through the runner, with a kernel."""
    path = tmp_path / "notebooks" / "2-exact-answer.ipynb"
    path.parent.mkdir()
    path.write_bytes((ROOT / "notebooks" / path.name).read_bytes())
    earlier = [tmp_path / "build/tweaked" / name for name in (f"notebooks/{path.name}", "figures/2-a.png")]
    for file in earlier:
        file.parent.mkdir(parents=True)
        file.write_text("earlier")
    assert execute.main([str(path), "--set", "edition=orchad"]) == 1
    assert "game must be one of" in capsys.readouterr().err
    assert [file.read_text() for file in earlier] == ["earlier", "earlier"]
