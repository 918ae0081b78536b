"""The command line as a process of its own: what it prints where, its status, and what it needs to start."""

import json
import os
import subprocess
import sys
from pathlib import Path

from orchard import solve

ROOT = Path(__file__).resolve().parents[2]


def process(*words: str, **options) -> subprocess.CompletedProcess[str]:
    """`orchard` with these words, started cold."""
    return subprocess.run(
        [sys.executable, *words], stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False, timeout=60, **options
    )


def test_answer_as_a_process():
    result = process("-m", "orchard", "odds", "orchard", "--json", stdout=subprocess.PIPE)
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["win_probability"] == solve("orchard").win_probability


def test_refusal_as_a_process():
    result = process("-m", "orchard", "odds", "pear-orchard", stdout=subprocess.PIPE)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_a_reader_who_leaves_gets_no_traceback():
    command = [sys.executable, "-m", "orchard", "odds"]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=buffered) as running:
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1


def test_odds_need_nothing_that_is_slow_to_import():
    """What keeps them under a second from a cold start; a clock would measure the other work of the machine."""
    code = "import sys; from orchard.cli import main; main(['odds']); print(*sys.modules)"
    loaded = process("-c", code, stdout=subprocess.PIPE).stdout.split()
    assert "numpy" in loaded
    slow = {"matplotlib", "pandas", "IPython", "scipy.stats", "scipy.linalg", "scipy.sparse", "scipy.special"}
    assert slow & set(loaded) == set()
