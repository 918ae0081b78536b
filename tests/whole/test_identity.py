"""The home of the repository: named in every file by one command, and in none before."""

import shutil
import tomllib
from pathlib import Path

import identity
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that are written."""
    for name in identity.WRITTEN:
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.setattr(identity, "ROOT", tmp_path)
    return tmp_path


def told(folder: Path) -> tuple[str | None, bool, str | None]:
    """What pyproject.toml, README.md and CITATION.cff say of where this is."""
    urls = tomllib.loads((folder / "pyproject.toml").read_text())["project"].get("urls", {})
    citation = yaml.safe_load((folder / "CITATION.cff").read_text())
    return urls.get("Repository"), "[![checks]" in (folder / "README.md").read_text(), citation.get("repository-code")


def test_every_file_tells_the_same_home(copy):
    assert identity.main("someone/orchard") == 0
    home = "https://github.com/someone/orchard"
    assert told(copy) == (home, True, home)


def test_the_board_is_one_click_away(copy):
    identity.main("Someone/orchard")
    assert "](https://someone.github.io/orchard/board/index.html)" in (copy / "README.md").read_text()


def test_a_new_home_takes_the_place_of_the_old_one(copy):
    identity.main("someone/orchard")
    once = {name: (copy / name).read_text() for name in identity.WRITTEN}
    identity.main("other/garden.game")
    assert not any("someone" in (copy / name).read_text() for name in identity.WRITTEN)
    identity.main("someone/orchard")
    assert {name: (copy / name).read_text() for name in identity.WRITTEN} == once


def test_nothing_else_is_changed(copy):
    identity.main("someone/orchard")
    for name in identity.WRITTEN:
        left = [line for line in (copy / name).read_text().splitlines() if "github" not in line]
        before = [line for line in (ROOT / name).read_text().splitlines() if "github" not in line]
        assert [line for line in left if line and line != "[project.urls]"] == [line for line in before if line]


def test_the_repository_tells_of_all_or_of_none():
    where, badges, code = told(ROOT)
    assert (where, badges) == (code, bool(code))


@pytest.mark.parametrize("name", ["orchard", "https://github.com/a/b", "a/b/c", ""])
def test_what_is_no_name_is_refused(copy, name, capsys):
    assert identity.main(name) == 2
    assert "owner/name" in capsys.readouterr().err
    assert told(copy) == told(ROOT)
