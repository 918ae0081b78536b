"""What is asked for and what is pinned: the same in every file."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.whole.processes import ROOT

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = SETTINGS["project"]
CORE, EXTRAS, GROUPS = PROJECT["dependencies"], PROJECT["optional-dependencies"], SETTINGS["dependency-groups"]
NOTEBOOKS = [*CORE, *EXTRAS["notebooks"]]
LOCKS = {
    "requirements.lock": [*NOTEBOOKS, *EXTRAS["dask"], *EXTRAS["dev"]],
    "site/requirements.lock": GROUPS["site"],
    "tools/requirements.lock": [*CORE, *EXTRAS["verify"], *GROUPS["bench"]],
}


def read(name: str) -> str:
    return (ROOT / name).read_text()


def pins(lock: str) -> list[tuple[str, str]]:
    """The names and the versions in a lock."""
    return re.findall(r"^([\w.-]+)==(\S+)", read(lock), flags=re.M)


# --- locks ---


@pytest.mark.parametrize("text", [*NOTEBOOKS, *EXTRAS["dev"]])
def test_a_lower_bound_is_the_version_that_make_lower_tries(text):
    asked = Requirement(text)
    tried = dict(reversed(pins("tests/lower.lock")))  # of several the first, which is for Python 3.11
    assert Version(tried[asked.name]) == Version(str(asked.specifier).removeprefix(">="))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_what_is_asked_for_and_names_no_host(lock):
    """That all have hashes and none comes twice pip sees to."""
    assert {Requirement(text).name.lower() for text in LOCKS[lock]} <= dict(pins(lock)).keys()
    assert re.findall(r"://|--(?:extra-)?index|--find-links", read(lock)) == []
