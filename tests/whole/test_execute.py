"""The runner, on tiny notebooks in a temporary folder that has the repository's layout."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import execute
import kernel
import nbformat
import psutil
import pytest
import zmq.asyncio
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from parameters import RefusedError, overrides, parameters
from processes import commit, wait_until

PARAMETERS = """\
games: int = 1_000  # how many: 10 to 1_000_000_000 (quick: 1e1)
level: float = 0.99  # how sure: 0 to 1
strategy: str = "max"  # how to pick: max, min or random
verbose: bool = False
fruits: tuple = (4, 4)  # on each tree: 0 to 10 (quick: (2, 2))
"""
RECORD = {"games": "1000", "level": "0.99", "strategy": "'max'", "verbose": "False", "fruits": "(4, 4)"}
GOOD = """\
import os, pathlib, sys, time
out = pathlib.Path(os.environ["ORCHARD_OUTPUT"])
for folder in ("data/results", "figures"):
    (out / folder).mkdir(parents=True)
(out / "data/results/1-table.csv").write_text(f"{games},{strategy},{fruits}\\n")
"""
DRAWING = """\
import matplotlib.pyplot as plt
figure, axes = plt.subplots()
axes.plot([1, 2])
axes.set_title("two")
axes.axvspan(0.2, 0.4, hatch="/")  # a hatch has an id of its own in SVG
figure.savefig(out / "figures/1-line.svg");
"""
WIDGET = "import ipywidgets\nipywidgets.IntSlider()"
CHATTER = "print(pathlib.Path.cwd().name, flush=True)\ntime.sleep(0.2)\nprint({'a', 'b', 'c', 'd'})"


def notebook(*code: str, parameter_cells: tuple[str, ...] = (PARAMETERS,)) -> nbformat.NotebookNode:
    """A small notebook with known cell ids."""
    tagged = {"tags": ["parameters"]}
    first = [new_code_cell(source, id=f"p{i}", metadata=tagged) for i, source in enumerate(parameter_cells)]
    rest = [new_code_cell(source, id=f"c{i}") for i, source in enumerate(code)]
    record = {"orchard": {"parameters": RECORD}}  # as an earlier run leaves it
    return new_notebook(cells=[new_markdown_cell("# Why?", id="title"), *first, *rest], metadata=record)


def written(root: Path, *code: str) -> Path:
    """The small notebook as the file notebooks/1-test.ipynb, beside results of an earlier run."""
    for name in ("data/results/1-table.csv", "figures/1-stale.png", "figures/10-other.png", "notebooks/1-test.ipynb"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("old")
    nbformat.write(notebook(*code), root / name)
    return root / name


def committed(root: Path) -> dict[str, bytes]:
    """Every file outside build/, by name."""
    names = {str(path.relative_to(root)): path for path in root.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in names.items() if not name.startswith("build/")}


def run(path: Path, *options: str) -> int:
    """The runner's status."""
    return execute.main([str(path), *options])


# --- parameters: read and refused without a kernel ---


def test_settings_take_the_place_of_quick_values_and_those_of_committed_ones():
    known = parameters(notebook())
    assert overrides(known, "", quick=True) == {"games": 10, "fruits": (2, 2)}
    assert overrides(known, "games=70", quick=True) == {"games": 70, "fruits": (2, 2)}
    several = overrides(known, " games = 1e8 fruits=(1, 2, 3) strategy='min' level=1 verbose=True ", quick=False)
    assert several == {"games": 10**8, "fruits": (1, 2, 3), "strategy": "min", "level": 1, "verbose": True}
    assert overrides(known, "strategy=min fruits=()", quick=False) == {"strategy": "min", "fruits": ()}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("game=5", "unknown parameter 'game': allowed are games, level, strategy, verbose, fruits"),
        ("games", "PARAMS=games: allowed is name=value"),
        ("more games=5", "PARAMS=more games=5: allowed is name=value"),
        ("games=(1", "PARAMS=games=(1: a quote or a bracket is not closed"),
        ("games=many", "games='many': allowed is 10 to 1_000_000_000, as in 1000"),
        ("games=9", "games=9: allowed is 10 to 1_000_000_000"),
        ("level=1e999", "level=inf: allowed is 0 to 1, as in 0.99"),
        ("strategy=5", "strategy='5': allowed is max, min or random"),
        ("strategy='m in'", "strategy='m in': allowed is max, min or random"),
        ("fruits=1", "fruits=1: allowed is 0 to 10, as in (4, 4)"),
        ("fruits=(1, 11)", "fruits=(1, 11): allowed is 0 to 10, as in (4, 4)"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused(settings, said):
    with pytest.raises(RefusedError, match=re.escape(said)):
        overrides(parameters(notebook()), settings, quick=False)


@pytest.mark.parametrize("cells", [(), (PARAMETERS, PARAMETERS)])
def test_one_cell_must_hold_the_parameters(cells):
    with pytest.raises(RefusedError, match=f"{len(cells)} cells are tagged"):
        parameters(notebook(parameter_cells=cells))


def test_a_refusal_is_one_line_and_touches_nothing(tmp_path, capsys):
    path = written(tmp_path, GOOD)
    before = committed(tmp_path)
    assert run(path, "--set", "gmaes=5") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{path}: refused: unknown parameter 'gmaes': allowed are games,")
    assert committed(tmp_path) == before
    assert not (tmp_path / "build").exists()


# --- values that somebody saved ---


def save_another_value(path: Path) -> None:
    """What JupyterLab does after somebody has typed a 70."""
    nbformat.write(notebook(GOOD, parameter_cells=(PARAMETERS.replace("1_000 ", "70 "),)), path)


@pytest.mark.parametrize("place", ["a clone", "an unpacked ZIP", "a clone of somebody else's"])
def test_values_that_are_saved_but_not_committed_are_not_published(place, tmp_path, monkeypatch, capsys):
    """Where git has nothing to say, or refuses to be asked ("dubious ownership"), the notebook says what it was."""
    path = written(tmp_path, GOOD)
    if place != "an unpacked ZIP":
        commit(tmp_path, ".")
    if place == "a clone of somebody else's":
        monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    save_another_value(path)
    before = committed(tmp_path)
    assert run(path) == 2
    assert "refused: the notebook was saved with games = 70 (committed: 1000)" in capsys.readouterr().err
    assert run(path, "--set", "level=0.9") == 0  # nothing of it is published
    assert "beside values that are saved in the notebook: games=70" in capsys.readouterr().out
    assert (tmp_path / "build/tweaked/data/results/1-table.csv").read_text() == "70,max,(4, 4)\n"
    assert committed(tmp_path) == before


def test_where_nothing_tells_what_was_committed_nothing_is_published(tmp_path, capsys):
    path = written(tmp_path, GOOD)
    unmarked = notebook(GOOD)
    del unmarked.metadata["orchard"]
    nbformat.write(unmarked, path)
    assert run(path) == 2
    assert "refused: neither git nor the notebook tells which values are committed" in capsys.readouterr().err
    commit(tmp_path, ".")
    assert run(path) == 0


def test_committed_values_may_be_new(tmp_path):
    path = written(tmp_path, GOOD)
    save_another_value(path)
    commit(tmp_path, ".")
    assert run(path) == 0
    assert nbformat.read(path, as_version=4).metadata.orchard.parameters["games"] == "70"


# --- whole runs ---


def foreign_kernel(folder: Path) -> str:
    """A JUPYTER_PATH whose `python3` is no Python at all."""
    spec = folder / "kernels" / "python3" / "kernel.json"
    spec.parent.mkdir(parents=True)
    spec.write_text(json.dumps({"argv": ["false"], "display_name": "wrong", "language": "python"}))
    return str(folder)


def test_two_good_runs_write_the_same_bytes(tmp_path_factory, tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", foreign_kernel(tmp_path_factory.mktemp("jupyter")))
    path = written(tmp_path, GOOD, DRAWING, WIDGET, CHATTER)
    assert run(path) == 0
    first = committed(tmp_path)
    assert sorted(first) == [
        "data/results/1-table.csv",
        "figures/1-line.svg",
        "figures/10-other.png",  # the stale figure of this notebook is gone, the other notebook's is not
        "notebooks/1-test.ipynb",
    ]
    assert first["data/results/1-table.csv"] == b"1000,max,(4, 4)\n"
    assert "papermill" not in path.read_text()
    *_, slider, chatter = nbformat.read(path, as_version=4).cells
    assert slider.outputs == []  # without the kernel it is dead
    (stream,) = chatter.outputs  # in two chunks
    assert stream.text.startswith("notebooks\n")
    assert not list((tmp_path / "build").rglob("*.*"))
    assert run(path) == 0
    assert committed(tmp_path) == first


def test_other_values_go_to_build(tmp_path):
    path = written(tmp_path, GOOD)
    before = committed(tmp_path)
    assert run(path, "--quick") == 0
    assert run(path, "--set", "games=1e6", "strategy=min") == 0
    assert committed(tmp_path) == before
    build = tmp_path / "build"
    assert (build / "quick/data/results/1-table.csv").read_text() == "10,max,(2, 2)\n"
    assert (build / "tweaked/data/results/1-table.csv").read_text() == "1000000,min,(4, 4)\n"
    tweaked = nbformat.read(build / "tweaked/notebooks/1-test.ipynb", as_version=4)
    assert tweaked.cells[2].source == "# Parameters\ngames = 1000000\nstrategy = 'min'"


# --- runs that are not whole ---


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("1 / 0", "cell In [3] `1 / 0`: ZeroDivisionError: division by zero"),
        ("sys.exit(0)", "cell In [3] `sys.exit(0)`: SystemExit: 0"),
    ],
)
def test_a_run_that_is_not_whole_changes_nothing(tmp_path, capfd, code, said):
    path = written(tmp_path, GOOD, code, "print('after')")
    before = committed(tmp_path)
    assert run(path) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert said in line
    assert line.endswith("1-test.ipynb")
    assert committed(tmp_path) == before
    assert (tmp_path / "build/failed/1-test.ipynb").exists()
    assert not list((tmp_path / "build/staging/committed/1-test").iterdir())


def test_an_edit_during_the_run_is_not_overwritten(tmp_path, capsys):
    path = written(tmp_path, "import pathlib\nwith open('1-test.ipynb', 'a') as file:\n    file.write('\\n')")
    before = path.read_bytes()
    assert run(path) == 1
    assert "saved while it was executed" in capsys.readouterr().err
    assert path.read_bytes() == before + b"\n"


@pytest.mark.parametrize("moves", range(6))
def test_a_run_killed_between_two_files_leaves_each_whole(tmp_path, monkeypatch, moves):
    """Three results in place of two old ones, and the notebook: killed when it moves or removes one of these."""
    whole = execute.Run(written(tmp_path, "1"))
    before = committed(tmp_path)
    made = ["data/results/1-table.csv", "data/results/1-new.csv", "figures/1-a.svg", whole.notebook.name]
    monkeypatch.setattr(execute, "ignore_signals", lambda: None)
    with monkeypatch.context() as patch:
        left = iter(range(moves))

        def until(function):
            def move(*given, **named):
                next(left)  # StopIteration: killed
                function(*given, **named)

            return move

        patch.setattr(os, "replace", until(os.replace))
        patch.setattr(Path, "unlink", until(Path.unlink))
        with suppress(StopIteration, RuntimeError):
            execute.publish(whole, staged(tmp_path, made))
    after = committed(tmp_path)
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert len(changed) == min(moves, 5)
    assert {after[name] for name in changed & after.keys()} <= {b"new"}
    execute.publish(whole, staged(tmp_path, made))  # the next run
    assert {content for name, content in committed(tmp_path).items() if "/1-" in name} == {b"new"}


def staged(root: Path, names: list[str]) -> Path:
    """Results of a run that are not yet in their place."""
    for name in names:
        (root / "build/staged" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "build/staged" / name).write_text("new")
    return root / "build/staged"


def test_two_runs_of_a_notebook_come_one_after_the_other(tmp_path, capsys):
    whole, order = execute.Run(written(tmp_path, "1")), []

    def second() -> None:
        with execute.alone(whole):
            order.append("second")

    with execute.alone(whole), execute.alone(execute.Run(whole.notebook, "quick")):  # which writes elsewhere
        waiting = threading.Thread(target=second)
        waiting.start()
        waiting.join(0.2)
        order.append("first")
    waiting.join()
    assert order == ["first", "second"]
    assert "waiting for another run of it to end" in capsys.readouterr().out


# --- kernels that say nothing, and runs that nobody wants any more ---


def test_a_reply_whose_notice_is_lost_is_read_all_the_same(tmp_path, monkeypatch):
    """As on a busy machine (https://github.com/jupyter/nbclient/issues/312): who waits for the notice waits in vain."""
    poll = zmq.asyncio.Socket.poll

    async def deaf(socket: zmq.asyncio.Socket, timeout: float | None = None, *flags: int) -> int:
        if timeout is None:
            await asyncio.sleep(30)
            raise TimeoutError("nobody looked again")
        return await poll(socket, timeout, *flags)

    monkeypatch.setattr(zmq.asyncio.Socket, "poll", deaf)
    assert run(written(tmp_path, GOOD)) == 0


def test_a_kernel_without_a_heartbeat_ends_the_run(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(kernel, "SILENT", 3)
    path = written(tmp_path, "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)")
    before = committed(tmp_path)
    assert run(path) == 1
    assert "the kernel has given no heartbeat for 3 seconds" in capsys.readouterr().err
    assert committed(tmp_path) == before


def test_a_cell_that_lets_nothing_else_run_is_alive(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel, "SILENT", 3)
    busy = "end = time.monotonic() + 5\nwhile time.monotonic() < end:\n    sum(range(10**8))"
    assert run(written(tmp_path, GOOD, busy)) == 0


def test_a_run_ends_with_the_make_that_wanted_it(tmp_path, monkeypatch, capsys):
    """Killed alone, it leaves the makes and the runs below it to themselves."""
    path = written(tmp_path, GOOD)
    with subprocess.Popen(["true"]) as gone:
        pass
    monkeypatch.setenv("RUN_BY", str(gone.pid))
    assert run(path) == 1
    assert "make is gone" in capsys.readouterr().err
    monkeypatch.setenv("RUN_BY", str(os.getpid()))
    assert run(path) == 0


def test_a_signal_is_not_lost_in_a_task_that_nobody_awaits():
    async def step() -> None:
        signal.raise_signal(signal.SIGTERM)

    async def wait() -> None:
        task = asyncio.create_task(step())
        await asyncio.sleep(0.1)
        task.exception()

    with pytest.raises(execute.Stopped, match="SIGTERM"), execute.stoppable():
        asyncio.run(wait())


PARENT = """\
import os, pathlib, subprocess, time
child = subprocess.Popen(["sleep", "100"])
pathlib.Path("../pids.new").write_text(f"{os.getpid()} {child.pid}")
os.rename("../pids.new", "../pids")
"""


def begun(root: Path) -> list[int]:
    """The kernel of `PARENT` and its child, when they are there."""
    wait_until((root / "pids").exists)
    return [int(pid) for pid in (root / "pids").read_text().split()]


def test_a_run_that_is_stopped_as_a_whole_goes_on(tmp_path):
    """Ctrl-Z and `fg`: nobody asked for a heartbeat in between."""
    path = written(tmp_path, PARENT, "time.sleep(3)")
    shortly = f"import kernel, execute; kernel.SILENT = 3; raise SystemExit(execute.main([{str(path)!r}]))"
    command = [sys.executable, "-c", shortly]
    with subprocess.Popen(command, cwd=Path(kernel.__file__).parent, stderr=subprocess.PIPE, text=True) as running:
        both = [running.pid, begun(tmp_path)[0]]
        for sent in (signal.SIGSTOP, signal.SIGCONT):
            for pid in both:
                os.kill(pid, sent)
            time.sleep(6 if sent == signal.SIGSTOP else 0)
        stderr = running.communicate(timeout=60)[1]
    assert (running.returncode, stderr) == (0, "")


def is_running(pid: int) -> bool:
    """Whether a process is still doing anything."""
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    return False


@pytest.mark.parametrize(
    ("last_line", "sent", "said"),
    [
        ("os.kill(os.getpid(), 9)", None, "Kernel died"),
        ("time.sleep(100)", signal.SIGTERM, "SIGTERM"),
        ("time.sleep(100)", signal.SIGINT, "SIGINT"),
        ("time.sleep(100)", signal.SIGHUP, "SIGHUP"),
    ],
)
def test_a_run_that_is_cut_short_leaves_no_process_and_no_change(tmp_path, last_line, sent, said):
    path = written(tmp_path, PARENT + last_line)
    before = committed(tmp_path)
    command = [sys.executable, execute.__file__, str(path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        pids = begun(tmp_path)
        if sent:
            running.send_signal(sent)
        stderr = running.communicate(timeout=300)[1]
    assert running.returncode == 1
    assert [pid for pid in pids if is_running(pid)] == []
    partial = os.path.relpath(tmp_path / "build" / "failed" / "1-test.ipynb")
    cell = "`import os, pathlib, subprocess, time`"
    assert re.sub(r"In \[[ 2]\]", "", stderr) == f"{path}: failed: cell  {cell}: {said}; see {partial}\n"
    (tmp_path / "pids").unlink()
    assert committed(tmp_path) == before
