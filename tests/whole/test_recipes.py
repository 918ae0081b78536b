"""The recipes: what they print is put into a copy, and does what they say."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import nbformat
import pytest

from tests.whole.processes import ROOT, copied, python

RECIPES = (ROOT / ".github" / "RECIPES.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """The recipe of this title."""
    _, found, rest = RECIPES.partition(f"## {title}\n")
    assert found
    return rest.partition("\n## ")[0]


def blocks(title: str, language: str = "python|text") -> list[str]:
    """The pieces of code in a recipe."""
    found = re.findall(rf"^ *```(?:{language})\n(.*?)^ *```", section(title), flags=re.DOTALL | re.MULTILINE)
    return [dedent(block) if language == "diff" else block for block in found]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of what a recipe changes or reads."""
    return copied(tmp_path, "orchard", "tests", "data", "tools", "site", "pyproject.toml")


def run(copy: Path, *words: str, status: int = 0) -> subprocess.CompletedProcess:
    """Python in the copy, which it imports the package from."""
    return python(*words, folder=copy, env={"PYTHONPATH": str(copy)}, status=status)


def insert(file: Path, before: str, piece: str) -> None:
    """Put a piece of code before the one place in a file that begins so."""
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, piece + before), encoding="utf-8")


def test_an_edition_is_an_entry(copy: Path):
    entry, *_ = blocks("An edition")
    insert(copy / "orchard" / "rules.py", '    "two-by-two": Game', entry)
    assert " 0.5301" in section("An edition").replace("\n", " ")
    assert "0.5301" in run(copy, "-m", "orchard", "odds", "three-trees").stdout
    run(copy, "-m", "pytest", "-p", "no:cacheprovider", "tests/test_rules.py")


def test_a_strategy_is_a_function_or_an_entry(copy: Path):
    tried, function, entry = blocks("A strategy")
    assert round(float(run(copy, "-c", tried).stdout), 4) == 0.7651
    strategies = copy / "orchard" / "strategies.py"
    insert(strategies, "\n\n# Each says what we pick", f"\n\n{function.rstrip()}\n")
    insert(strategies, '        Mixture("ignore"', entry)
    said = run(copy, "-m", "orchard", "odds", "--strategy", "hasty").stdout
    assert round(float(re.search(r"is (0\.\d+)", said)[1]), 4) == 0.7651


def cells(script: str) -> Iterator[nbformat.NotebookNode]:
    """The cells of a script that is split by `# %%`, with what stands behind it as the tag of a cell of code."""
    for piece in script.split("# %%")[1:]:
        head, _, source = piece.partition("\n")
        if "[markdown]" in head:
            yield nbformat.v4.new_markdown_cell(re.sub(r"^# ?", "", source.strip(), flags=re.MULTILINE))
        else:
            yield nbformat.v4.new_code_cell(source.strip(), metadata={"tags": head.split()})


def test_a_page_is_executed_and_refuses_what_it_does_not_allow(copy: Path):
    (script,) = blocks("A page")
    page = copy / "notebooks" / "99-won.ipynb"
    page.parent.mkdir()
    nbformat.write(nbformat.v4.new_notebook(cells=list(cells(script))), page)
    run(copy, "tools/notebooks/execute.py", str(page), "quick")
    assert (copy / "build" / "tweaked" / "99-won-quick" / "figures" / "99-won.svg").exists()
    refused = run(copy, "tools/notebooks/execute.py", str(page), "strategy=middle", status=1)
    assert "strategy='middle': strategy must be one of max, min, random," in refused.stderr


def test_a_rule_is_changed_in_the_steps_of_the_recipe(copy: Path):
    """After the last one alone the methods of the copy are what its rules say, read literally."""
    patches = blocks("A change of the rules", "diff")
    for patch, status in zip(patches, [1, 1, 1, 0], strict=True):
        subprocess.run(["git", "apply", "-"], input=patch, cwd=copy, text=True, check=True)
        agree = "-m pytest -x -p no:cacheprovider --hypothesis-profile=unshrunk tests/test_agreement.py"
        run(copy, *agree.split(), status=status)
