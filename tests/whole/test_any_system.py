"""What a system other than Linux lacks, hidden: the package must do without it."""

import json

import pytest
from processes import python

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
