"""Every notebook by plain papermill, from a folder that has nothing to do with the repository, as a user may run it."""

import os
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import nbformat
import pytest
from parameters import overrides, parameters

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PAPERMILL = [sys.executable, "-m", "papermill", "--no-progress-bar", "--execution-timeout=300"]


def run(notebook: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """The notebook with its quick parameters; it writes where one run by hand in JupyterLab does."""
    known = parameters(nbformat.read(notebook, as_version=4))
    values = [word for name, value in overrides(known, (), quick=True).items() for word in ("-y", f"{name}: {value}")]
    env = {name: value for name, value in os.environ.items() if not name.startswith("ORCHARD")}
    env |= {"PYTHONPATH": str(ROOT), "IPYTHONDIR": str(folder)}
    command = [*PAPERMILL, str(notebook), str(folder / notebook.name), *values]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the user is."""
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def runs(folder: Path) -> dict[Path, Future]:
    """All of them, two at a time."""
    with ThreadPoolExecutor(2) as pool:
        return {notebook: pool.submit(run, notebook, folder) for notebook in NOTEBOOKS}


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_any_folder(runs: dict[Path, Future], notebook: Path):
    result = runs[notebook].result()
    assert result.returncode == 0, result.stderr[-2000:]


@pytest.mark.usefixtures("runs")
def test_they_write_nothing_where_they_are_run(folder: Path):
    left = {path.name for path in folder.iterdir()}
    assert left - {path.name for path in NOTEBOOKS} <= {"profile_default"}, "IPython's own"
