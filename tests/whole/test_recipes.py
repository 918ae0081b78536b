"""The recipe of a rule variation: what it prints is applied to a copy, step by step."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parents[2]


def patches() -> list[str]:
    """The steps of the recipe."""
    recipes = (ROOT / "RECIPES.md").read_text(encoding="utf-8")
    section = recipes.partition("## A rule variation\n")[2].partition("\n## ")[0]
    return [dedent(patch) for patch in re.findall(r"```diff\n(.*?) *```", section, flags=re.DOTALL)]


def methods_agree(copy: Path) -> bool:
    """Whether the copy's methods are what its rules say, read literally."""
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/test_agreement.py"]
    done = subprocess.run(words, cwd=copy, env={"PYTHONPATH": str(copy)}, capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.returncode == 0


def test_a_rule_is_changed_in_the_steps_of_the_recipe(tmp_path: Path):
    for folder in ("orchard", "tests", "data", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    agreed = []
    for patch in patches():
        subprocess.run(["git", "apply", "-"], input=patch, cwd=tmp_path, text=True, check=True)
        agreed.append(methods_agree(tmp_path))
    assert agreed == [False, False, False, True]
