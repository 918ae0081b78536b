"""The Makefile, in a copy of what it looks at, whose Python only records what it is asked to do."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KEPT = ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL")  # not what a make above was told: MAKEFLAGS, GAMES, PARAMS, ...
FREE = {name: os.environ[name] for name in KEPT if name in os.environ}
LOOKED_AT = ("Makefile", "pyproject.toml", "requirements.lock", "requirements-site.lock", "requirements-peers.lock")

# A line at once, as several may be at work.
RECORDER = '#!/bin/sh\nline=; for word in "$@"; do line="$line[$word]"; done\necho "$line" >> calls\n'
VENV_MAKER = RECORDER + 'case "$*" in "-m venv "*) mkdir -p $3/bin; cp {inner} $3/bin/python;; esac\n'


def script(path: Path, text: str) -> Path:
    """An executable shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What `make` looks at, with two notebooks and a `python` that only records."""
    for name in LOOKED_AT:
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("notebooks/1-one.ipynb", "notebooks/2-two.ipynb", "data/published.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    shutil.copytree(ROOT / "tools" / "jupyter", tmp_path / "tools" / "jupyter")
    inner = script(tmp_path / "inner", RECORDER)
    script(tmp_path / "python", VENV_MAKER.format(inner=inner))
    return tmp_path


def make(folder: Path, words: str) -> subprocess.CompletedProcess[str]:
    """`make` there, with the recording python unless `words` name another."""
    command = ["make", f"PYTHON={folder / 'python'}", *shlex.split(words)]
    return subprocess.run(command, cwd=folder, env=FREE, capture_output=True, text=True, check=False)


def calls(folder: Path) -> list[str]:
    """What python was asked since the last look, one line a call, but for questions about its version."""
    log = folder / "calls"
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return [line for line in lines if not line.startswith("[-c]")]


def made(folder: Path, words: str) -> list[str]:
    """What python was asked by a `make` that went well."""
    result = make(folder, words)
    assert result.returncode == 0, result.stdout + result.stderr
    return calls(folder)


def refused(folder: Path, words: str) -> str:
    """The one line that a `make` says that refuses."""
    result = make(folder, words)
    assert result.returncode != 0
    (line,) = (result.stdout + result.stderr).splitlines()
    return line


def test_make_alone_prints_every_target_and_sets_nothing_up(copy):
    listed = {line.split()[1] for line in make(copy, "").stdout.splitlines() if line.startswith("make ")}
    (targets,) = re.findall(r"^\.PHONY: help (.*)", (copy / "Makefile").read_text(), flags=re.M)
    assert listed == set(targets.split())
    assert not (copy / ".venv").exists()


# --- the environment ---


def test_the_makefile_asks_for_the_pythons_that_pyproject_allows():
    allowed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    oldest, beyond = map(int, re.fullmatch(r">=3\.(\d+),<3\.(\d+)", allowed).groups())
    text = (ROOT / "Makefile").read_text()
    assert f"(3, {oldest}) <= sys.version_info[:2] < (3, {beyond})" in text
    assert {f"3.{oldest} to 3.{beyond - 1}"} == set(re.findall(r"\b3\.\d+ to 3\.\d+\b", text))


def python_of_version(minor: int) -> str:
    """A script that pretends to be another Python."""
    pretending = f"import sys; sys.version_info = (3, {minor}, 9); exec(sys.argv[1])"
    return f'case "$1" in -c) exec {sys.executable} -c "{pretending}" "$2";; *) echo Python 3.{minor}.9;; esac'


@pytest.mark.parametrize(
    ("python", "said"),
    [
        pytest.param(None, "not found", id="absent"),
        pytest.param(python_of_version(15), 'no Python 3.11 to 3.14 ("Python 3.15.9")', id="too new"),
        pytest.param('case "$2" in *ensurepip*) exit 1;; esac', "apt install python3-venv", id="without venv"),
    ],
)
def test_an_unfit_python_is_told_in_one_line(copy, python, said):
    other = copy / "other"
    if python:
        script(other, f"#!/bin/sh\n{python}\n")
    line = refused(copy, f"PYTHON={other} test")
    assert said in line
    assert f"PYTHON={other}" in line
    assert not (copy / ".venv").exists()


@pytest.mark.parametrize(
    ("target", "folder", "lock"),
    [
        ("test", ".venv", "requirements.lock"),
        ("verify", "build/peers-venv", "requirements-peers.lock"),
        ("bench", "build/peers-venv", "requirements-peers.lock"),
    ],
)
def test_set_up_happens_once_and_from_the_lock(copy, target, folder, lock):
    environment, locked, project, removed, run = made(copy, target)
    assert environment == f"[-m][venv][{folder}]"
    assert locked.endswith(f"[--require-hashes][-r][{lock}]")
    assert project.endswith("[--no-deps][--no-build-isolation][-e][.]")
    assert removed.endswith("[uninstall][--quiet][--yes][rfc3987-syntax]")
    assert made(copy, target) == [run]


def test_an_interrupted_set_up_does_not_pass_for_whole(copy):
    inner = (copy / "inner").read_text()
    script(copy / "inner", inner + 'case "$*" in *requirements.lock*) exit 1;; esac\n')
    assert make(copy, "test").returncode != 0
    assert not any("[pytest]" in call for call in calls(copy))
    script(copy / "inner", inner)
    assert "[-m][venv][.venv]" in made(copy, "test")


# --- what each target runs ---

NAMED = """figures NOTEBOOK=1-one PARAMS="games=1e6 fruits=(4,4) name='max'" """
RUNS = {
    "figures": "[tools/notebooks/figures.py][1-one][2-two]",
    "-j1 figures": "[tools/notebooks/figures.py][--jobs][1][1-one][2-two]",
    "-j3 figures": "[tools/notebooks/figures.py][--jobs][3][1-one][2-two]",
    "figures QUICK=1": "[tools/notebooks/figures.py][1-one][2-two][--quick]",
    NAMED: "[tools/notebooks/figures.py][1-one][--set][games=1e6][fruits=(4,4)][name=max]",
    "test": "[-m][pytest][-n][auto]",
    "whole": "[-m][pytest][-n][auto][--dist][loadfile][tests/whole][--ignore][tests/whole/test_exercises.py]",
    "exercises": "[-m][pytest][-n][auto][--dist][worksteal][tests/whole/test_exercises.py]",
    "proofs": "[tools/proofs.py]",
    "portable": "[tools/portable.py]",
    "lint": "[-m][ruff][format][--check][.]",
    "sweep": "[tools/sweep.py]",
    "sweep RANGES='trees=1-3 fruits=5' SCHEDULER=tcp://a:1": "[tools/sweep.py][--scheduler][tcp://a:1][trees=1-3][fruits=5]",
    "faults RUNS=8": "[-m][pytest][-vvx][tools/faults.py]",
    "fuzz EXAMPLES=9": "[-m][pytest][tests/test_bad_arguments.py]",
    "identity REPOSITORY=one/other": "[tools/identity.py][one/other]",
    "verify": "[tools/verify.py]",
    "verify GAMES=40 SEED=2": "[tools/verify.py][--games][40][--seed][2]",
    "bench": "[tools/bench/bench.py]",
    "bench ONLY='solver cold' ROUNDS=3": "[tools/bench/bench.py][--only][solver][cold][--rounds][3]",
}


@pytest.mark.parametrize("words", RUNS)
def test_a_target_runs_its_program(copy, words):
    assert made(copy, words)[-1] == RUNS[words]


def test_the_site_is_built_from_what_it_shows_in_an_environment_of_its_own(copy):
    (shown,) = re.findall(r"^SHOWN := (.*)", (copy / "Makefile").read_text(), flags=re.M)
    (copy / "README.md").touch()
    for name in {*shown.split(), "site/board"} - {"README.md"}:
        (copy / name).mkdir(exist_ok=True, parents=True)
    *_, locked, build, check = made(copy, "site")
    assert locked.endswith("[--require-hashes][-r][requirements-site.lock]")
    assert build.startswith("[-m][sphinx]")
    assert build.endswith("[build/site-source][build/site]")
    assert check == "[-m][pytest][site]"
    assert {path.name for path in (copy / "build/site-source").iterdir()} == {"board", *shown.split()}
    assert not (copy / ".venv").exists()


MISTAKES = {
    "figures NOTEBOOK=3-three": "allowed: 1-one 2-two",
    "figures PARAMS=games=5": "NOTEBOOK= one of: 1-one 2-two",
    "lock UV=no-such-uv": "UV=no-such-uv is not there",
    "identity": "REPOSITORY=owner/name",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_told_in_one_line(copy, words):
    assert MISTAKES[words] in refused(copy, words)


# --- make check ---


@pytest.fixture
def checked(copy: Path) -> Path:
    """The copy as a git repository, its environments there, in which `site` does nothing."""
    (copy / ".gitignore").write_text("build/\n.venv/\ncalls\n")
    (copy / "Makefile").write_text(re.sub(r"(?m)^site: .*\n(\t.*\n)*", "site:\n", (copy / "Makefile").read_text()))
    for words in ("init", "add --all", "-c user.name=x -c user.email=x@y commit -m x"):
        subprocess.run(["git", *words.split()], cwd=copy, capture_output=True, check=True)
    made(copy, "test verify")
    return copy


def when(folder: Path, asked: str, does: str) -> None:
    """Let the environment's python also do something when it is asked that."""
    python = folder / ".venv/bin/python"
    script(python, f'{python.read_text()}case "$*" in *{asked}*) {does};; esac\n')


def test_check_begins_with_the_test_command_and_does_the_rest(checked):
    first, *others = made(checked, "check")
    assert first == RUNS["test"]
    for part in ("whole", "exercises", "lint", "figures"):
        assert RUNS[part] in others


@pytest.mark.parametrize("changed", ["notebooks/1-one.ipynb", "new.txt"])
def test_check_fails_if_it_changes_a_file(checked, changed):
    (checked / changed).write_text("before")  # what is not committed does not matter
    when(checked, "figures", f"echo changed >{changed}")
    result = make(checked, "check")
    assert result.returncode != 0
    assert "make check changed files" in result.stdout


def test_check_ends_with_the_first_part_that_fails(checked):
    when(checked, "figures.py", "exit 1")
    assert make(checked, "check").returncode != 0
    assert calls(checked)[-1] == RUNS["figures"]


@pytest.mark.parametrize("part", ["loadfile", "worksteal"])
def test_check_fails_if_a_part_beside_others_does(checked, part):
    when(checked, part, "exit 1")
    assert make(checked, "check").returncode != 0


def test_clean_removes_nothing_that_is_committed(copy):
    committed = {path for path in copy.rglob("*") if path.is_file()}
    made(copy, "figures")
    for scrap in ("orchard/plots/__pycache__/a.pyc", "notebooks/.ipynb_checkpoints/a.ipynb", "build/a"):
        (copy / scrap).parent.mkdir(parents=True, exist_ok=True)
        (copy / scrap).touch()
    made(copy, "clean")
    assert {path for path in copy.rglob("*") if path.is_file()} == committed
