"""What the pages say of their committed values is true: it is executed where each has ended, with quick values."""

from pathlib import Path

import pytest
from pages import run

SAID = sorted((Path(__file__).parents[1] / "committed").glob("*.py"))


@pytest.mark.filterwarnings("default")  # of the tools that a notebook uses, which are others' code
@pytest.mark.parametrize("path", SAID, ids=lambda path: path.stem)
def test_what_a_page_says_of_its_committed_values_is_true(path: Path):
    run(path.stem, {}, then=path.read_text(encoding="utf-8"))
