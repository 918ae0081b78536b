"""The Makefile, in a copy of the repository whose Python only records what it is asked to do."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLEAN = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "MFLAGS"}

RECORDER = '#!/bin/sh\nfor word in "$@"; do printf "[%s]" "$word" >> calls; done\necho >> calls\n'
VENV_MAKER = RECORDER + 'case "$*" in "-m venv "*) mkdir -p $3/bin; cp {inner} $3/bin/python;; esac\n'


def script(path: Path, text: str) -> Path:
    """An executable shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What `make` looks at, with two notebooks and a `python` that only records."""
    for name in (
        "Makefile",
        "requirements.lock",
        "requirements-site.lock",
        "requirements-peers.lock",
        "pyproject.toml",
    ):
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("notebooks/1-one.ipynb", "notebooks/2-two.ipynb", "orchard/rules.py", "data/published.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    inner = script(tmp_path / "inner", RECORDER)
    script(tmp_path / "python", VENV_MAKER.format(inner=inner))
    return tmp_path


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`make` there, with the recording python unless `words` name another."""
    command = ["make", f"PYTHON={folder / 'python'}", *words]
    return subprocess.run(command, cwd=folder, env=CLEAN, capture_output=True, text=True, check=False)


def calls(folder: Path) -> list[str]:
    """What python was asked since the last look, one line a call."""
    log = folder / "calls"
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return lines


def notebook_calls(folder: Path) -> list[str]:
    """The notebooks executed since the last look."""
    return sorted(line for line in calls(folder) if "execute.py" in line)


ONE, TWO = "[tools/execute.py][notebooks/1-one.ipynb]", "[tools/execute.py][notebooks/2-two.ipynb]"


def test_make_alone_prints_what_there_is(copy):
    result = make(copy)
    listed = {line.split()[1] for line in result.stdout.splitlines() if line.startswith("make ")}
    (targets,) = re.findall(r"^\.PHONY: help (.*)", (copy / "Makefile").read_text(), flags=re.M)
    assert listed == set(targets.split())
    assert result.returncode == 0
    assert not (copy / ".venv").exists()


PRETENDING = f'exec {sys.executable} -c "import sys; sys.version_info = (3, 10, 9); exec(sys.argv[1])"'


@pytest.mark.parametrize(
    ("python", "said"),
    [
        (None, "not found"),
        (f'case "$1" in -c) {PRETENDING} "$2";; *) echo Python 3.10.9;; esac', '("Python 3.10.9")'),
        ('case "$2" in *ensurepip*) exit 1;; esac', "apt install python3-venv"),
    ],
)
def test_an_unfit_python_is_told_in_one_line(copy, python, said):
    other = copy / "other"
    if python:
        script(other, f"#!/bin/sh\n{python}\n")
    result = make(copy, f"PYTHON={other}", "test")
    assert result.returncode != 0
    (line,) = (result.stdout + result.stderr).splitlines()
    assert said in line
    assert f"PYTHON={other}" in line
    assert not (copy / ".venv").exists()


def test_set_up_happens_once_and_from_the_lock(copy):
    assert make(copy, "test").returncode == 0
    *set_up, run = [line for line in calls(copy) if not line.startswith("[-c]")]
    assert set_up[0] == "[-m][venv][.venv]"
    assert set_up[1].endswith("[--require-hashes][-r][requirements.lock]")
    assert set_up[2].endswith("[--no-deps][--no-build-isolation][-e][.]")
    assert run == "[-m][pytest]"
    assert make(copy, "test").returncode == 0
    assert calls(copy) == ["[-m][pytest]"]


def test_the_site_is_built_apart_from_all_else(copy):
    shown = (
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "LICENSE",
        "CITATION.cff",
        "tests/test_laws.py",
        "benchmark/README.md",
    )
    for name in (*shown, "site/conf.py", "figures/1-one.png"):
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).touch()
    assert make(copy, "site").returncode == 0
    *_, set_up, build, check = calls(copy)
    assert set_up.endswith("[--require-hashes][-r][requirements-site.lock]")
    assert build.startswith("[-m][sphinx]")
    assert build.endswith("[build/site-source][build/site]")
    assert check == "[-m][pytest][site]"
    for name in (*shown, "conf.py", "notebooks/1-one.ipynb", "figures/1-one.png", "data/published.csv"):
        assert (copy / "build/site-source" / name).exists()
    assert not (copy / ".venv").exists()
    assert make(copy, "site").returncode == 0
    assert calls(copy) == [build, check]


def test_an_interrupted_set_up_does_not_pass_for_whole(copy):
    inner = (copy / "inner").read_text()
    script(copy / "inner", inner + 'case "$*" in *requirements.lock*) exit 1;; esac\n')
    assert make(copy, "test").returncode != 0
    assert "[-m][pytest]" not in calls(copy)
    script(copy / "inner", inner)
    assert make(copy, "test").returncode == 0
    assert "[-m][venv][.venv]" in calls(copy)


def test_a_notebook_is_executed_again_only_after_a_change(copy):
    assert make(copy, "-j2", "figures").returncode == 0
    assert notebook_calls(copy) == [ONE, TWO]
    assert "Nothing to be done for 'figures'" in make(copy, "figures").stdout.replace("`", "'")
    assert notebook_calls(copy) == []
    later = (copy / "build/stamps/2-two").stat().st_mtime + 2
    for changed, executed in (("notebooks/2-two.ipynb", [TWO]), ("orchard/rules.py", [ONE, TWO])):
        os.utime(copy / changed, (later, later))
        make(copy, "figures")
        assert notebook_calls(copy) == executed


def test_a_failed_notebook_gets_no_stamp(copy):
    make(copy, "test")
    script(copy / ".venv/bin/python", "#!/bin/sh\nexit 1\n")
    assert make(copy, "figures").returncode != 0
    assert not list(copy.glob("build/stamps/*"))


def test_other_values_are_always_run_and_leave_no_stamp(copy):
    words = ["figures", "NOTEBOOK=1-one", "PARAMS=games=1e6 fruits=(4,4) name='max'"]
    for _ in range(2):
        assert make(copy, *words).returncode == 0
        assert notebook_calls(copy) == [f"{ONE}[--set][games=1e6][fruits=(4,4)][name=max]"]
        assert make(copy, "figures", "QUICK=1").returncode == 0
        assert notebook_calls(copy) == [f"{ONE}[--quick]", f"{TWO}[--quick]"]
    assert not (copy / "build").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["figures", "NOTEBOOK=3-three"], "allowed: 1-one 2-two"),
        (["figures", "PARAMS=games=5"], "NOTEBOOK= one of: 1-one 2-two"),
        (["lock", "UV=no-such-uv"], "UV=no-such-uv is not there"),
    ],
)
def test_a_mistake_is_told_in_one_line(copy, words, said):
    result = make(copy, *words)
    assert result.returncode != 0
    (line,) = (result.stdout + result.stderr).splitlines()
    assert said in line


def test_a_sweep_gets_its_ranges_and_its_scheduler(copy):
    assert make(copy, "sweep", "RANGES=trees=1-3 raven_steps=5", "SCHEDULER=tcp://host:8786").returncode == 0
    assert calls(copy)[-1] == "[tools/sweep.py][--scheduler][tcp://host:8786][trees=1-3][raven_steps=5]"
    make(copy, "sweep")
    assert calls(copy)[-1] == "[tools/sweep.py]"


def test_storm_judges_apart_from_all_else(copy):
    assert make(copy, "verify", "GAMES=40", "SEED=2").returncode == 0
    *_, set_up, project, judged = calls(copy)
    assert set_up.endswith("[--require-hashes][-r][requirements-peers.lock]")
    assert project.endswith("[-e][.]")
    assert judged == "[tools/verify.py][--games][40][--seed][2]"
    assert not (copy / ".venv").exists()
    make(copy, "verify")
    assert calls(copy) == ["[tools/verify.py]"]


def test_a_benchmark_runs_where_the_others_are_installed(copy):
    assert make(copy, "bench", "ONLY=solver cold", "ROUNDS=3").returncode == 0
    assert calls(copy)[-1] == "[tools/bench.py][--only][solver][cold][--rounds][3]"
    assert not (copy / ".venv").exists()
    make(copy, "bench")
    assert calls(copy) == ["[tools/bench.py]"]


def test_faults_and_fuzz_pass_on_how_much(copy):
    assert make(copy, "faults", "RUNS=8", "SEED=3").returncode == 0
    assert calls(copy)[-1] == "[tools/faults.py][--runs][8][--seed][3]"
    assert make(copy, "faults").returncode == 0
    assert calls(copy) == ["[tools/faults.py]"]
    assert make(copy, "fuzz", "EXAMPLES=9").stdout.startswith("ORCHARD_EXAMPLES=9 ")
    assert calls(copy) == ["[-m][pytest][tests/test_fuzz.py]"]


def test_clean_removes_nothing_that_is_committed(copy):
    make(copy, "figures")
    before = {path for path in copy.rglob("*") if path.is_file()}
    assert make(copy, "clean").returncode == 0
    gone = {path.relative_to(copy).parts[0] for path in before if not path.exists()}
    assert gone == {".venv", "build"}
