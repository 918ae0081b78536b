"""A notebook by plain papermill, from a folder that has nothing to do with the repository, as a user may run it."""

import os
from pathlib import Path

import nbformat
import papermill
import pytest

from orchard.pages.parameters import chosen
from tests.shown import parameters
from tests.whole.processes import ROOT, python

PAPERMILL = ["-m", "papermill", "--no-progress-bar", "--execution-timeout=300"]


def test_a_notebook_runs_from_any_folder_and_writes_nothing_there(tmp_path: Path):
    notebook = ROOT / "notebooks" / "3-markov-chain.ipynb"  # reads data and saves tables and figures
    known = parameters(nbformat.read(notebook, as_version=4))
    values = [word for key, value in chosen(known, ["quick"]).items() for word in ("-y", f"{key}: {value}")]
    env = {key: value for key, value in os.environ.items() if not key.startswith("ORCHARD")}
    env |= {"PYTHONPATH": str(ROOT), "IPYTHONDIR": str(tmp_path)}
    python(*PAPERMILL, str(notebook), str(tmp_path / notebook.name), *values, folder=tmp_path, env=env)
    left = {path.name for path in tmp_path.iterdir()}
    assert left <= {notebook.name, "profile_default"}, "IPython's own"


@pytest.mark.parametrize("notebook", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_papermill_knows_all_parameters_of_a_notebook_with_their_types_and_help_and_raises_no_alarm(
    notebook: Path, caplog: pytest.LogCaptureFixture
):
    """Which it would for a type such as `tuple[int, ...]`, and for two equals signs in a line."""
    shown = papermill.inspect_notebook(notebook)
    known = parameters(nbformat.read(notebook, as_version=4))
    assert caplog.messages == []
    assert {name: type(each.value).__name__ for name, each in known.items()} == {
        name: each["inferred_type_name"] for name, each in shown.items()
    }
    assert all(each["help"] for each in shown.values())
