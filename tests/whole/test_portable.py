"""Where another Python is found, and what goes into the copy; the comparison itself is `make portable`."""

import shutil
import subprocess
import sys
from pathlib import Path

import portable
import pytest


def pretend(monkeypatch: pytest.MonkeyPatch, *commands: str) -> None:
    """Only these commands are whole Pythons."""
    monkeypatch.setattr(portable, "is_whole", lambda command: command in commands)


def test_the_newest_other_python_is_chosen(monkeypatch):
    pretend(monkeypatch, "python3.10", "python3.12", "python3.13", "python3.15")
    assert portable.other_python(own=11) == (13, "python3.13")
    assert portable.other_python(own=13) == (12, "python3.12")


def test_a_python_of_pyenv_is_found_beside_those_on_path(monkeypatch, tmp_path):
    python = tmp_path / ".pyenv/versions/3.13.0/bin/python"
    python.parent.mkdir(parents=True)
    python.touch()
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    pretend(monkeypatch, str(python), "python3.12")
    assert portable.other_python(own=11) == (13, str(python))


def test_a_command_that_is_not_there_or_fails_is_no_python(tmp_path):
    assert not portable.is_whole(str(tmp_path / "python3.13"))
    assert not portable.is_whole("false")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a notebook, a figure, and what is made beside them."""
    root = tmp_path / "repository"
    for name in ("notebooks/1-one.ipynb", "figures/1-one.svg", "build/scrap", ".venv/ready"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text(name)
    shutil.copy(portable.ROOT / "pyproject.toml", root)
    monkeypatch.setattr(portable, "ROOT", root)
    return root


def test_the_copy_is_the_repository_as_it_is_now_with_its_own_environment(repository):
    copy = repository / "build/python3.13"
    for name in (".venv/own", "notebooks/0-gone.ipynb", "stale"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).touch()
    portable.renew(copy)
    found = {path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()}
    assert found == {".venv/own", "pyproject.toml", "notebooks/1-one.ipynb", "figures/1-one.svg"}


@pytest.mark.parametrize(
    ("guilty", "told"),
    [
        ("processor", ["because of the processor:", "  figures/1-one.svg", "portable: because of Python 3.13:"]),
        ("python", ["because of the processor:", "portable: because of Python 3.13:", "  figures/1-one.svg"]),
    ],
)
def test_other_bytes_are_named_and_whether_python_or_the_processor_makes_them(
    repository, monkeypatch, capsys, guilty, told
):
    def make(command: list[str], cwd: Path, env: dict[str, str], **_: object) -> None:
        if guilty == "python" or env.get("OPENBLAS_CORETYPE") == "Prescott":
            (cwd / "figures/1-one.svg").write_text("other")

    pretend(monkeypatch, "python3.12", "python3.13")
    monkeypatch.setattr(subprocess, "run", make)
    assert portable.main() == 1
    assert "\n".join(told) in capsys.readouterr().out


def test_without_another_python_this_one_is_tried_as_on_an_old_processor(repository, monkeypatch, capsys):
    ran = []
    pretend(monkeypatch)
    monkeypatch.setattr(
        subprocess, "run", lambda command, env, **_: ran.append((command[-1], env["OPENBLAS_CORETYPE"]))
    )
    assert portable.main() == 0
    assert ran == [(f"PYTHON={sys.executable}", "Prescott")]
