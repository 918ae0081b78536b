"""What is asked for, what is pinned, and what is imported: the same in every file."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = SETTINGS["project"]
CORE, EXTRAS, GROUPS = PROJECT["dependencies"], PROJECT["optional-dependencies"], SETTINGS["dependency-groups"]
NOTEBOOKS = [*CORE, *EXTRAS["notebooks"]]
LOCKS = {
    "requirements.lock": [*NOTEBOOKS, *EXTRAS["app"], *EXTRAS["dask"], *EXTRAS["dev"]],
    "requirements-site.lock": GROUPS["site"],
    "requirements-peers.lock": [*NOTEBOOKS, *EXTRAS["dev"], *EXTRAS["verify"], *GROUPS["bench"]],
}
PINNED = {name: re.findall(r"^([\w.-]+)==(\S+)", (ROOT / name).read_text(), flags=re.M) for name in LOCKS}
DRAWING = {"explorer", "plots"}  # the parts of the package that only notebooks use


def names(requirements: list[str]) -> set[str]:
    """The names in requirements."""
    return {Requirement(text).name.lower() for text in requirements}


# --- the same in every file ---


def test_conda_and_pip_users_get_the_same():
    listed = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    assert listed == [f"python{PROJECT['requires-python']}", *NOTEBOOKS, "pip", {"pip": ["-e .[notebooks]"]}]


def test_binder_has_an_allowed_python_and_the_pinned_versions():
    version = (ROOT / ".binder/runtime.txt").read_text().strip().removeprefix("python-")
    assert version in Requirement(f"python{PROJECT['requires-python']}").specifier
    assert (ROOT / ".binder/requirements.txt").read_text() == "-r ../requirements.lock\n"


def test_the_workflow_tries_every_allowed_python():
    jobs = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text())["jobs"]
    allowed = Requirement(f"python{PROJECT['requires-python']}").specifier
    expected = [f"3.{minor}" for minor in range(30) if f"3.{minor}" in allowed]
    assert jobs["check"]["strategy"]["matrix"]["python"] == expected


@pytest.mark.parametrize("workflow", ["check.yml", "site.yml"])
def test_actions_are_pinned_by_their_commit(workflow):
    used = re.findall(r"uses: \S+@(.*)", (ROOT / ".github/workflows" / workflow).read_text())
    assert used
    assert [version for version in used if not re.fullmatch(r"[0-9a-f]{40} # v\d+\.\d+\.\d+", version)] == []


def test_readme_names_every_allowed_python():
    allowed = Requirement(f"python{PROJECT['requires-python']}").specifier
    named = {version for version in re.findall(r"\b3\.\d+\b", (ROOT / "README.md").read_text()) if version in allowed}
    assert len(named) == sum(f"3.{minor}" in allowed for minor in range(30))


# --- locks ---


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_every_direct_dependency(lock):
    assert names(LOCKS[lock]) <= {name for name, _ in PINNED[lock]}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_one_version_of_each_for_all_pythons(lock):
    pinned = [name for name, _ in PINNED[lock]]
    assert sorted(set(pinned)) == sorted(pinned), "with another NumPy come other random numbers"


@pytest.mark.parametrize("lock", LOCKS)
def test_what_is_in_several_locks_has_one_version(lock):
    of_all = dict(PINNED["requirements.lock"])
    assert {name: version for name, version in PINNED[lock] if of_all.get(name, version) != version} == {}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_a_hash_for_everything_and_names_no_host(lock):
    text = (ROOT / lock).read_text()
    entries = re.split(r"\n(?=\S)", text.strip())
    assert [entry for entry in entries if not re.search(r"^\S+==.*\n    --hash=sha256:", entry)] == []
    assert re.findall(r"://|--(?:extra-)?index|--find-links", text) == []


# --- imports ---


def imported(code: str) -> set[str]:
    """The top-level modules that a piece of code imports, of others than Python itself and this package."""
    nodes = list(ast.walk(ast.parse(code)))
    whole = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    parts = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level]
    found = {name.partition(".")[0] for name in [*whole, *parts]}
    return {name.lower() for name in found} - sys.stdlib_module_names - {"orchard"}


def code_of(path: Path) -> str:
    """All code of a notebook, without IPython's magics."""
    cells = nbformat.read(path, as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    return re.sub(r"^\s*[%!].*$", "", code, flags=re.M)


@pytest.mark.parametrize("path", sorted((ROOT / "orchard").rglob("*.py")), ids=lambda path: path.stem)
def test_a_module_imports_what_its_part_of_the_package_asks_for(path):
    part = path.relative_to(ROOT / "orchard").parts[0]
    assert imported(path.read_text()) <= names(NOTEBOOKS if part in DRAWING else CORE)


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_imports_what_the_extra_for_notebooks_asks_for(path):
    assert imported(code_of(path)) <= names(NOTEBOOKS)
