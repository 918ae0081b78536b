"""The package in processes of its own: the command line, a cold start, systems and processors that have less."""

import json
import os
import signal
import subprocess
import sys

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__

from tests.whole.processes import ROOT, python


def test_a_terminal_without_a_times_sign_gets_an_x(monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "cp437")
    assert python("-m", "orchard", "odds", "two-by-two").stdout.startswith("2 trees x 2 fruits, 2 raven rolls")


def test_a_reader_who_leaves_gets_no_traceback():
    command = [sys.executable, "-m", "orchard", "odds"]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=buffered) as running:
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1


def test_ctrl_c_ends_a_long_run_that_says_how_long_it_takes():
    command = [sys.executable, "-m", "orchard", "simulate", "--games", "1e12"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True) as running:
        told = running.stderr.readline() + running.stderr.readline()  # a bar begins a line of its own
        assert "/1.00T [" in told
        assert "games/s]" in told
        running.send_signal(signal.SIGINT)
        out, err = running.communicate()
    assert (out, err.splitlines()[-1]) == ("", "orchard: stopped")
    assert running.returncode == 130


LATE = {  # what keeps a cold start under a second; a clock would measure the other work of the machine
    "import orchard; orchard.solve('first-orchard-5')": "scipy concurrent.futures matplotlib pandas",
    "import orchard.cli; orchard.cli.main(['odds'])": "scipy.stats scipy.linalg scipy.sparse matplotlib pandas",
    "import orchard.pages.output, orchard.pages.studies.landscape, orchard.pages.studies.printed": (
        "matplotlib IPython ipywidgets papermill nbformat"
    ),
}


@pytest.mark.parametrize("code", LATE)
def test_what_takes_long_to_import_waits_until_it_is_needed(code):
    loaded = python("-c", f"{code}; import sys; print(*sys.modules)").stdout.split()
    assert "numpy" in loaded
    assert set(LATE[code].split()) & set(loaded) == set()


POSIX_MODULES = ["fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"]
POSIX_NAMES = {
    "os": "sysconf fork getuid geteuid getloadavg killpg sched_getaffinity sched_setaffinity setsid uname wait4 mkfifo",
    "signal": "SIGALRM SIGHUP SIGKILL SIGUSR1 alarm setitimer pthread_kill sigwait",
    "time": "tzset clock_gettime",
}

# What the package needs of others is imported first, and may need POSIX where there is POSIX. Then the modules are
# refused to everything that is imported, and the names are gone.
HIDDEN = """\
import asyncio, concurrent.futures, importlib, json, sys, threading
import numpy, pandas, psutil, scipy.sparse.linalg, scipy.stats, tqdm
if {notebooks}:
    import ipywidgets, matplotlib.pyplot, IPython.display
modules, names = json.loads({hidden!r})


class Refused:
    def find_spec(self, name, path=None, target=None):
        if name in modules:
            raise ModuleNotFoundError(f"hidden: {{name}}")


for name in modules:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Refused())
for module, gone in names.items():
    for name in gone.split():
        if hasattr(sys.modules[module], name):
            delattr(sys.modules[module], name)
"""
CORE = """\
from orchard import absorbing_chain, simulate, solve
from orchard.pages import output
from orchard.cli import main
from orchard.pages.studies.landscape import landscape

assert 0.63 < solve("first-orchard-5", "max").win_probability < 0.64
assert solve("two-by-two", "max", exact=True).win_probability < 1
assert 0.6 < simulate("orchard", "max", 10**5, seed=1).win_rate < 0.75
assert simulate("orchard", games=10**9, seed=1, method="counted").wins
assert absorbing_chain("two-by-two").expected_rolls()[0] > 2
assert len(landscape([1, 2], 2, 3)) == 2
assert main(["odds", "first-orchard-5", "--json"]) == 0
assert main(["play", "--seed", "1"]) == 0
assert output.output_folder().name == "interactive"
"""


@pytest.mark.parametrize(
    ("code", "notebooks"), [(CORE, False), ("import orchard.pages.explorer, orchard.pages.plots", True)]
)
def test_nothing_of_posix_is_needed(code, notebooks):
    hidden = HIDDEN.format(hidden=json.dumps([POSIX_MODULES, POSIX_NAMES]), notebooks=notebooks)
    python("-c", f"{hidden}\n{code}")


HOW_MANY = """
from itertools import product
from orchard import solve
from orchard.simulator import simulate
strategies, methods = ["max", "random", "optimal"], ["counted", "played"]
for edition, strategy, method in product(["two-by-two", "orchard"], strategies, methods):
    simulation = simulate(edition, solve(edition, strategy).strategy, games=300_000, seed=1, method=method)
    print(simulation.wins, simulation.rolls.tolist())
"""


def test_the_same_seed_gives_the_same_games_on_other_processors():
    """NumPy without all that it has for newer ones: its sums, its sorting and its functions take other ways."""
    plain = os.environ | {"NPY_DISABLE_CPU_FEATURES": " ".join(__cpu_dispatch__)}
    here, there = (python("-W", "ignore", "-c", HOW_MANY, env=env).stdout for env in (os.environ, plain))
    assert here == there
