"""The home of the repository: named in every file by one command, and in none before."""

import tomllib
from pathlib import Path

import identity
import pytest
import yaml
from processes import ROOT, copied


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that are written."""
    monkeypatch.setattr(identity, "ROOT", tmp_path)
    return copied(tmp_path, *identity.FILES)


def told(folder: Path) -> tuple[str | None, bool, str | None]:
    """What pyproject.toml, README.md and CITATION.cff say of where this is."""
    urls = tomllib.loads((folder / "pyproject.toml").read_text())["project"].get("urls", {})
    citation = yaml.safe_load((folder / "CITATION.cff").read_text())
    return urls.get("Repository"), "[![checks]" in (folder / "README.md").read_text(), citation.get("repository-code")


def texts(folder: Path) -> list[str]:
    """The texts of the files that are written."""
    return [(folder / name).read_text() for name in identity.FILES]


def test_every_file_tells_the_same_home(copy):
    assert identity.main("Someone/orchard") == 0
    home = "https://github.com/Someone/orchard"
    assert told(copy) == (home, True, home)
    assert (copy / "README.md").read_text().count("](https://someone.github.io/orchard/board/index.html)") == 2


def test_a_new_home_takes_the_place_of_the_old_one(copy):
    identity.main("someone/orchard")
    once = texts(copy)
    identity.main("other/garden.game")
    assert "someone" not in "".join(texts(copy))
    identity.main("someone/orchard")
    assert texts(copy) == once


@pytest.mark.parametrize("name", ["orchard", "https://github.com/a/b", "a/b/c"])
def test_what_is_no_name_is_refused(copy, name, capsys):
    assert identity.main(name) == 2
    assert "owner/name" in capsys.readouterr().err
    assert told(copy) == told(ROOT)
