"""The wheel, installed with nothing but what it asks for, and used from a folder that has nothing of the repository."""

import re
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.whole.processes import ROOT, copied, python

BUILT_FROM = ("orchard", "data", "site/board", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy."""
    folder = tmp_path_factory.mktemp("wheel")
    source = copied(folder / "source", *BUILT_FROM)
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(folder), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def normal(name: str) -> str:
    """A distribution's name in its one spelling."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(requirements: list[str], extras: set[str]) -> set[str]:
    """The distributions that these ask for, directly or through others, as this environment has them."""
    found, left = set(), [(Requirement(text), extras) for text in requirements]
    while left:
        asked, chosen = left.pop()
        name = normal(asked.name)
        markers = [{"extra": extra} for extra in chosen or {""}]
        if name not in found and (not asked.marker or any(map(asked.marker.evaluate, markers))):
            found.add(name)
            left += [(Requirement(text), asked.extras) for text in distribution(name).requires or ()]
    return found


def fresh(folder: Path, wheel: Path, extra: str) -> dict[str, str]:
    """What a process needs to import the wheel from there, and all that it asks for with this extra, and no more."""
    zipfile.ZipFile(wheel).extractall(folder)
    asked = needed(Distribution.at(next(folder.glob("*.dist-info"))).requires, {extra})
    hidden = [name for name, owners in packages_distributions().items() if not asked & set(map(normal, owners))]
    hidden.remove("orchard")
    (folder / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({hidden}))\n")
    return {"PYTHONPATH": str(folder)}


@pytest.fixture(scope="session")
def core(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The same without an extra."""
    return fresh(tmp_path_factory.mktemp("core"), wheel, "")


def test_the_wheel_holds_every_module_and_the_data_it_reads(wheel):
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    package = [*(ROOT / "orchard").rglob("*.py"), *(ROOT / "orchard").rglob("*.toml")]
    modules = {path.relative_to(ROOT).as_posix() for path in package}
    data = {f"orchard/data/{path.name}" for path in (ROOT / "data").glob("*.csv")}
    files = (path for path in (ROOT / "site" / "board").iterdir() if path.suffix in (".html", ".css", ".js", ".png"))
    board = {f"orchard/board/{path.name}" for path in files}
    assert held == modules | data | board | {"orchard/py.typed", "orchard/data/LICENSE"}


@pytest.mark.parametrize("extra", ["", "notebooks"])
def test_a_module_imports_what_its_part_of_the_package_asks_for(wheel, tmp_path, extra):
    files = [path for path in (ROOT / "orchard").rglob("[!_]*.py") if extra or "plots" not in path.parts]
    names = ", ".join(".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files)
    code = f"import orchard, {names}\nprint(orchard.__file__)"
    assert str(tmp_path) in python("-c", code, folder=tmp_path, env=fresh(tmp_path, wheel, extra)).stdout


WITHOUT = "try:\n    import orchard.pages.plots\nexcept ImportError as error:\n    print(error)"
PUBLISHED = (
    "from orchard.pages.studies.printed import published, errata\nprint(min(len(published()), 30 * len(errata())) > 90)"
)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-c", WITHOUT], 'pip install "orchard-notebooks[notebooks]"'),
        (["-c", PUBLISHED], "True"),
        (["-m", "orchard", "odds", "first-orchard-5"], "0.6313"),
    ],
)
def test_without_an_extra_it_answers_or_says_what_it_needs(core, tmp_path, words, told):
    assert told in python(*words, folder=tmp_path, env=core).stdout


def test_the_example_of_a_cluster_runs(wheel, tmp_path):
    recipes = (ROOT / ".github" / "RECIPES.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(from distributed.*?)```", recipes, flags=re.S)
    (tmp_path / "example.py").write_text(example)
    env = fresh(tmp_path / "with dask", wheel, "dask")
    assert python("example.py", folder=tmp_path, env=env).stdout == "72 games\n"
