"""The command line as a process of its own: what it prints where, its status, and what it needs to start."""

import os
import signal
import subprocess
import sys

import pytest
from processes import ROOT, python


def test_refusal_as_a_process():
    result = python("-m", "orchard", "odds", "pear-orchard", status=2)
    assert (result.stdout, result.stderr.count("\n")) == ("", 1)


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_a_terminal_without_a_times_sign_gets_an_x(encoding, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    for question in ("odds", "simulate", "play"):
        assert python("-m", "orchard", question, "two-by-two").stdout.startswith("2 trees x 2 fruits, 2 raven rolls")


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
