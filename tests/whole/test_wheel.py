"""The wheel, installed with nothing but what it asks for, and used from a folder that has nothing of the repository."""

import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution, distribution, packages_distributions, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
BUILT_FROM = ("orchard", "data", "site/board", "pyproject.toml", "README.md", "LICENSE")
NO_CACHES = shutil.ignore_patterns("__pycache__", "results")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in BUILT_FROM:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / "source" / name, ignore=NO_CACHES)
        else:
            shutil.copy(ROOT / name, folder / "source" / name)
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(folder), str(folder / "source")]
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


def run(env: dict[str, str], folder: Path, *words: str) -> str:
    """What Python says there, in a process that knows nothing of this one."""
    done = subprocess.run([sys.executable, *words], cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_wheel_holds_every_module_and_the_data_it_reads(wheel):
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "orchard").rglob("*.py")}
    data = {f"orchard/data/{path.name}" for path in (ROOT / "data").glob("*.csv")}
    files = (path for path in (ROOT / "site" / "board").iterdir() if path.suffix in (".html", ".css", ".js", ".png"))
    board = {f"orchard/board/{path.name}" for path in files}
    assert held == modules | data | board | {"orchard/py.typed", "orchard/data/LICENSE"}


@pytest.mark.parametrize("extra", ["", "notebooks"])
def test_a_module_imports_what_its_part_of_the_package_asks_for(wheel, tmp_path, extra):
    env, files = fresh(tmp_path, wheel, extra), (ROOT / "orchard").rglob("[!_]*.py")
    paths = [path.relative_to(ROOT).with_suffix("") for path in files if extra or not drawing(path)]
    names = ", ".join(".".join(path.parts) for path in paths)
    assert str(tmp_path) in run(env, tmp_path, "-c", f"import orchard, {names}\nprint(orchard.__file__)")


@pytest.mark.parametrize("module", ["plots", "explorer"])
def test_without_its_extra_a_module_says_which_one_it_needs(core, tmp_path, module):
    code = f"try:\n    import orchard.{module}\nexcept ImportError as error:\n    print(error)"
    assert 'pip install "orchard-notebooks[notebooks]"' in run(core, tmp_path, "-c", code)


def test_the_package_tells_its_version(core, tmp_path):
    assert run(core, tmp_path, "-c", "import orchard; print(orchard.__version__)").strip() == version(
        "orchard-notebooks"
    )


def drawing(path: Path) -> bool:
    return path.relative_to(ROOT / "orchard").parts[0] in ("explorer.py", "plots")


def test_published_numbers_are_read(core, tmp_path):
    names = "published, published_matrix, errata"
    code = f"from orchard.studies.printed import {names}\nprint(len(published()), len(errata()))"
    printed, slips = run(core, tmp_path, "-c", code).split()
    assert int(printed) > 90
    assert int(slips) > 3


def test_odds_are_told(core, tmp_path):
    assert "0.6313" in run(core, tmp_path, "-m", "orchard", "odds", "first-orchard-5")


def test_the_example_of_a_cluster_runs(wheel, tmp_path):
    recipes = (ROOT / ".github" / "RECIPES.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(from distributed.*?)```", recipes, flags=re.S)
    (tmp_path / "example.py").write_text(example)
    assert run(fresh(tmp_path / "with dask", wheel, "dask"), tmp_path, "example.py") == "72 games\n"
