"""The runner, on tiny notebooks in a temporary folder that has the repository's layout: a test for each promise."""

import os
import pty
import re
import resource
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
import psutil
import pytest
from jupyter_client.channels import AsyncZMQSocketChannel
from nbformat.v4 import new_code_cell, new_notebook

from orchard.pages.parameters import RefusedError
from tests.whole.processes import wait_until
from tools.notebooks import execute

PARAMETERS = """\
games: int = 1_000  # how many: 10 to 1_000_000_000 (quick: 100)
strategy: str = "max"  # how to pick: a strategy
"""
GOOD = """\
import logging, os, pathlib, sys, time
logging.basicConfig(stream=sys.__stderr__)  # where a kernel writes that is stopped
out = pathlib.Path(os.environ["ORCHARD_OUTPUT"])
for folder in ("data/results", "figures"):
    (out / folder).mkdir(parents=True)
(out / "data/results/1-table.csv").write_text(f"{games},{strategy}\\n")
(out / "figures/1-line").write_text("new")
"""
CHATTER = """\
print('one', flush=True)
time.sleep(0.2)
print({'a', 'b', 'c', 'd'}, time.tzname, os.environ.get("PYTHONPATH"))
pathlib.Path("../running").touch()
"""
LOGGED = "logging.getLogger('tornado.general').error('chatter') or get_ipython().kernel.log.error('chatter') or 1 / 0"
KERNEL = 'pathlib.Path("../kernel.new").write_text(str(os.getpid()))\nos.rename("../kernel.new", "../kernel")\n'


def written(root: Path, *code: str, values: str = PARAMETERS) -> Path:
    """A page of these cells as notebooks/1-test.ipynb, beside the results of an earlier run."""
    for name in ("data/results/1-table.csv", "figures/1-line", "notebooks/1-test.ipynb"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("old")
    cells = [
        new_code_cell(values, id="p", metadata={"tags": ["parameters"]}),
        *(new_code_cell(source, id=f"c{i}") for i, source in enumerate(code)),
        new_code_cell("print(games)", id="a", metadata={"tags": ["answer"]}),
    ]
    record = {"orchard": {"parameters": {"games": 1000, "strategy": "max"}}}  # as an earlier run leaves it
    nbformat.write(new_notebook(cells=cells, metadata=record), root / name)
    return root / name


def committed(root: Path) -> dict[str, bytes]:
    """Every file of the folders that are committed, by name."""
    files = filter(Path.is_file, root.glob("[dfn]*/**/*"))
    return {str(path.relative_to(root)): path.read_bytes() for path in files}


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a run sets is forgotten after a test: names, and that nobody stops it while it moves its files."""
    monkeypatch.setattr(os, "environ", os.environ.copy())
    handlers = {sent: signal.getsignal(sent) for sent in (signal.SIGINT, signal.SIGTERM)}
    yield
    for sent, handler in handlers.items():
        signal.signal(sent, handler)


# --- values ---


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (["gmaes=50"], "gmaes=50: allowed is name=value, without blanks, once for each of games, strategy"),
        (["strategy"], "strategy: allowed is name=value, without blanks, once for each of games, strategy"),
        (["games=50", "games=60"], "games=60: allowed is name=value, without blanks, once for each of"),
        (["games=9"], "games='9': allowed is 10 to 1_000_000_000"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused_and_nothing_is_touched(tmp_path, settings, said):
    page = written(tmp_path, GOOD)
    before = committed(tmp_path)
    with pytest.raises(RefusedError, match=re.escape(said)):
        execute.run(page, settings)
    assert committed(tmp_path) == before


def test_values_that_somebody_tried_and_saved_are_not_used_unless_they_are_meant(tmp_path, capsys):
    """Other settings have a folder of their own, in whatever order they are given."""
    page = written(tmp_path, GOOD, values=PARAMETERS.replace('"max"', '"random"'))
    before = committed(tmp_path)
    for settings in ([], ["quick"], ["games=20"]):
        with pytest.raises(RefusedError, match=r"saved with strategy=random, .* `git restore notebooks/1-test\.ipynb`"):
            execute.run(page, settings)
    execute.run(page, ["strategy=min", "quick"])
    folder = tmp_path / "build/tweaked/1-test-quick-strategy=min"
    assert capsys.readouterr().out == f"100\n1-test: results are in {folder}\n"
    assert (folder / "data/results/1-table.csv").read_text() == "100,min\n"
    assert "games = 100" in (folder / "notebooks/1-test.ipynb").read_text()
    assert committed(tmp_path) == before
    notebook = nbformat.read(page, 4)
    del notebook.metadata["orchard"]  # as who means them is told to
    nbformat.write(notebook, page)
    execute.run(page, [])
    assert nbformat.read(page, 4).metadata.orchard.parameters["strategy"] == "random"


# --- whole runs ---


def test_two_runs_write_the_same_bytes_in_whatever_folder_and_a_terminal_shows_how_far_one_is(tmp_path):
    """The first after plain papermill, which leaves its own values; the other without git, its temporary path long."""
    temporary = tmp_path / ("t" * 100)
    temporary.mkdir()
    bare = os.environ | {"TMPDIR": str(temporary), "PATH": "/nowhere", "TZ": "Asia/Tokyo", "PYTHONPATH": "/nowhere"}
    root = tmp_path / """it's "our" 100 % copy"""
    page = written(root, GOOD, CHATTER)
    notebook = nbformat.read(page, 4)
    notebook.cells.insert(1, new_code_cell("games = 500", metadata={"tags": ["injected-parameters"]}))
    nbformat.write(notebook, page)
    execute.run(page, [])
    first = committed(root)
    assert first["data/results/1-table.csv"] == b"1000,max\n"
    *_, chatter, _ = nbformat.read(page, 4).cells
    assert chatter.outputs[0].text.startswith("one\n{")  # came in two pieces
    begun = time.time_ns()
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    os.set_blocking(ours, False)
    subprocess.run([sys.executable, execute.__file__, str(page)], stderr=theirs, env=bare, check=True, timeout=300)
    assert b"1-test: " in os.read(ours, 10_000)
    assert committed(root) == first
    left = [path for path in (root / "build").rglob("*") if path.is_file()]
    assert sorted(path.name for path in left) == ["1-test", "1-test.d"]
    times = {(root / name).stat().st_mtime_ns for name in ["build/stamps/1-test", *first]}
    assert begun < max(times) == min(times) < (root / "running").stat().st_mtime_ns, "when the run began"


# --- runs that are not whole ---


@pytest.mark.parametrize(
    ("settings", "code", "said"),
    [
        ([], LOGGED, "ZeroDivisionError: division by zero"),
        (["quick"], "sys.exit(0)", "not executed to its end"),
        ([], "os._exit(0)", "Kernel died"),
        ([], "print('x' * 500_000)", "File too large"),  # so is a full disk found out
    ],
)
def test_a_run_that_is_not_whole_says_in_one_line_which_cell_and_why_and_changes_nothing(
    tmp_path, settings, code, said
):
    page = written(tmp_path, GOOD, code)
    before = committed(tmp_path)
    done = subprocess.run(
        [sys.executable, execute.__file__, str(page), *settings],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000)),
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 1
    failed = tmp_path / "build" / "-".join(["1-test", *settings, "failed.ipynb"])
    begins = rf"In \[.\], at `{re.escape(code)}`"
    assert re.fullmatch(rf".*: {begins}: .*{said}.*; see {failed}\n", done.stderr), done.stderr
    assert failed.exists()
    assert committed(tmp_path) == before


def test_a_reply_that_is_lost_ends_the_run_after_a_time(tmp_path, monkeypatch):
    receive, lost = AsyncZMQSocketChannel.get_msg, []

    async def lossy(channel, timeout=None):
        message = await receive(channel, timeout)
        if message["msg_type"] == "execute_reply" and not lost:
            lost.append(message)
            return await receive(channel, timeout)
        return message

    monkeypatch.setattr(AsyncZMQSocketChannel, "get_msg", lossy)
    monkeypatch.setattr(execute, "CELL_SECONDS", 2)
    page = written(tmp_path, GOOD)
    before = committed(tmp_path)
    with pytest.raises(RuntimeError, match=r"In \[1\], .* A cell timed out .* after 2 seconds"):
        execute.run(page, [])
    assert committed(tmp_path) == before


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_a_run_that_is_killed_leaves_no_kernel_and_changes_nothing(tmp_path, sent):
    page = written(tmp_path, GOOD, f"{KERNEL}time.sleep(100)")
    before = committed(tmp_path)
    with subprocess.Popen([sys.executable, execute.__file__, str(page)], stderr=subprocess.DEVNULL) as running:
        wait_until((tmp_path / "kernel").exists)
        running.send_signal(sent)
    assert running.returncode != 0
    kernel = int((tmp_path / "kernel").read_text())
    wait_until(lambda: not psutil.pid_exists(kernel) or psutil.Process(kernel).status() == psutil.STATUS_ZOMBIE, 60)
    assert sent == signal.SIGKILL or not [path for path in (tmp_path / "build").iterdir() if path.is_dir()]
    assert committed(tmp_path) == before
