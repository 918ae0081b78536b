"""The wheel, and what it does unpacked in a folder that has nothing of the repository."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy."""
    folder = tmp_path_factory.mktemp("wheel")
    left = shutil.ignore_patterns(".*", "__pycache__", "build", "figures", "notebooks", "results", "site", "tests")
    shutil.copytree(ROOT, folder / "source", ignore=left)
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", folder, folder / "source"]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to import it from."""
    folder = tmp_path_factory.mktemp("unpacked")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def run(unpacked: Path, folder: Path, *words: str) -> str:
    """What Python says in a folder, if it imports the package from the other one."""
    env = {"PYTHONPATH": str(unpacked)}
    return subprocess.check_output([sys.executable, *words], cwd=folder, env=env, text=True)


def test_the_wheel_holds_every_module_and_the_data_it_reads(wheel):
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "orchard").rglob("*.py")}
    data = {f"orchard/data/{path.name}" for path in (ROOT / "data").glob("*.csv")}
    assert held == modules | data


def test_published_numbers_are_read_from_the_wheel(unpacked, tmp_path):
    code = "from orchard import printed\nprint(printed.__file__, len(printed.published()), len(printed.errata()))"
    where, numbers, slips = run(unpacked, tmp_path, "-c", code).split()
    assert Path(where).is_relative_to(unpacked)
    assert int(numbers) > 90
    assert int(slips) > 3


def test_odds_are_told(unpacked, tmp_path):
    assert "0.6313" in run(unpacked, tmp_path, "-m", "orchard", "odds", "first-orchard")
