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
from waiting import wait_until

PARAMETERS = """\
games: int = 1_000  # how many: 10 to 1_000_000_000 (quick: 1e1)
level: float = 0.99  # how sure: 0 to 1
strategy: str = "max"  # how to pick: max, min or random
verbose: bool = False
fruits: tuple[int, ...] = (4, 4)  # on each tree: 0 to 3 of 0 to 10 (quick: (2, 2))
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
    first = [
        new_code_cell(source, id=f"p{i}", metadata={"tags": ["parameters"]}) for i, source in enumerate(parameter_cells)
    ]
    rest = [new_code_cell(source, id=f"c{i}") for i, source in enumerate(code)]
    return new_notebook(
        cells=[new_markdown_cell("# Why?", id="title"), *first, *rest],
        metadata={"orchard": {"parameters": RECORD}},  # as an earlier run leaves it
    )


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


# --- parameters: read and refused without a kernel ---


def test_parameters_are_read_with_their_quick_values_which_give_way_to_settings():
    known = parameters(notebook())
    assert [parameter.value for parameter in known.values()] == [1000, 0.99, "max", False, (4, 4)]
    assert overrides(known, "", quick=True) == {"games": 10, "fruits": (2, 2)}
    assert overrides(known, "games=70", quick=True) == {"games": 70, "fruits": (2, 2)}


FITTING = {
    "games=100_000": 100_000,
    " games = 10 ": 10,
    "games=1e8": 10**8,
    "level=1": 1.0,
    "strategy='min'": "min",
    "strategy=min": "min",
    "verbose=True": True,
    "strategy='min' ": "min",
    "fruits=(1, 2, 3)": (1, 2, 3),
    "fruits=()": (),
}


@pytest.mark.parametrize(("setting", "value"), FITTING.items())
def test_a_setting_is_fitted_to_its_type(setting, value):
    (chosen,) = overrides(parameters(notebook()), setting, quick=False).values()
    assert chosen == value
    assert type(chosen) is type(value)


REFUSED = {
    "game=5": "unknown parameter 'game': allowed are games, level, strategy, verbose, fruits",
    "games": "PARAMS=games: allowed is name=value",
    "more games=5": "PARAMS=more games=5: allowed is name=value",
    "games=many": "games='many': allowed is 10 to 1_000_000_000 as int",
    "games=9": "games=9: allowed is 10 to 1_000_000_000",
    "games=1e10": "games=10000000000.0: allowed is 10 to 1_000_000_000",
    "games=1.5": "games=1.5: allowed is 10 to 1_000_000_000 as int",
    "games=True": "as int",
    "games=(1,)": "as int",
    "level=1e999": "as float",
    "level=False": "as float",
    "level=1.5": "level=1.5: allowed is 0 to 1",
    "strategy=5": "strategy='5': allowed is max, min or random",
    "strategy='m in'": "strategy='m in': allowed is max, min or random",
    "verbose=1": "as bool",
    "fruits=[1,2]": "as tuple[int, ...]",
    "fruits=(1,'x')": "as tuple[int, ...]",
    "fruits=3": "as tuple[int, ...]",
    "fruits=(1, 11)": "fruits=(1, 11): allowed is 0 to 3 of 0 to 10",
    "fruits=(1, 1, 1, 1)": "fruits=(1, 1, 1, 1): allowed is 0 to 3 of 0 to 10",
}


@pytest.mark.parametrize(("settings", "said"), REFUSED.items())
def test_a_setting_that_does_not_fit_is_refused(settings, said):
    with pytest.raises(RefusedError, match=re.escape(said)):
        overrides(parameters(notebook()), settings, quick=False)


UNCLEAR = {
    (): "0 cells are tagged",
    ("a: int = 1", "b: int = 2"): "2 cells are tagged",
    ("a = 1",): "has `a = 1`",
    ("a: int = len('x')",): "a=len('x')",
    ("a: int = 1  # (quick: 'x')",): "a='x': allowed is a literal of type int",
    ("a: int =",): "no Python: line 1",
}


@pytest.mark.parametrize(("cells", "said"), UNCLEAR.items())
def test_an_unclear_parameters_cell_is_refused(cells, said):
    with pytest.raises(RefusedError, match=re.escape(said)):
        parameters(notebook(parameter_cells=cells))


def test_a_refusal_is_one_line_and_touches_nothing(tmp_path, capsys):
    path = written(tmp_path, GOOD)
    before = committed(tmp_path)
    assert execute.main([str(path), "--set", "gmaes=5"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{path}: refused: unknown parameter 'gmaes': allowed are games,")
    assert committed(tmp_path) == before
    assert not (tmp_path / "build").exists()


def commit(root: Path) -> None:
    """Make a repository of a folder, with all that is there in its first commit."""
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words], cwd=root, check=True)


def save_another_value(path: Path) -> None:
    """What JupyterLab does after somebody has typed a 70."""
    nbformat.write(notebook(GOOD, parameter_cells=(PARAMETERS.replace("1_000 ", "70 "),)), path)


@pytest.mark.parametrize("is_repository", [True, False])
def test_values_that_are_saved_but_not_committed_are_not_published(is_repository, tmp_path, capsys):
    """Neither in a clone nor in an unpacked ZIP, where the notebook itself says what it was run with."""
    path = written(tmp_path, GOOD)
    if is_repository:
        commit(tmp_path)
    original = path.read_bytes()
    save_another_value(path)
    before = committed(tmp_path)
    assert execute.main([str(path)]) == 2
    assert "refused: games = 70 is saved in the notebook, 1000 " in capsys.readouterr().err
    assert committed(tmp_path) == before
    assert execute.main([str(path), "--set", "level=0.9"]) == 0  # nothing of it is published
    assert (tmp_path / "build/tweaked/data/results/1-table.csv").read_text() == "70,max,(4, 4)\n"
    path.write_bytes(original)
    assert execute.main([str(path)]) == 0, capsys.readouterr().err


def test_a_repository_of_somebody_else_is_no_way_around(tmp_path, monkeypatch, capsys):
    """Git then refuses to be asked: "dubious ownership"."""
    path = written(tmp_path, GOOD)
    commit(tmp_path)
    save_another_value(path)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    assert execute.main([str(path)]) == 2
    assert "refused: games = 70 is saved in the notebook, 1000 " in capsys.readouterr().err


def test_where_nothing_tells_what_was_committed_nothing_is_published(tmp_path, capsys):
    path = written(tmp_path, GOOD)
    unmarked = notebook(GOOD)
    del unmarked.metadata["orchard"]
    nbformat.write(unmarked, path)
    assert execute.main([str(path)]) == 2
    assert "refused: neither git nor the notebook tells which values are committed" in capsys.readouterr().err
    commit(tmp_path)
    assert execute.main([str(path)]) == 0, capsys.readouterr().err


def test_committed_values_may_be_new(tmp_path, capsys):
    path = written(tmp_path, GOOD)
    save_another_value(path)
    commit(tmp_path)
    assert execute.main([str(path)]) == 0, capsys.readouterr().err
    assert nbformat.read(path, as_version=4).metadata.orchard.parameters["games"] == "70"


# --- whole runs ---


def foreign_kernel(folder: Path) -> str:
    """A JUPYTER_PATH whose `python3` is no Python at all."""
    spec = folder / "kernels" / "python3" / "kernel.json"
    spec.parent.mkdir(parents=True)
    spec.write_text(json.dumps({"argv": ["false"], "display_name": "wrong", "language": "python"}))
    return str(folder)


def test_two_good_runs_write_the_same_bytes(tmp_path_factory, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("JUPYTER_PATH", foreign_kernel(tmp_path_factory.mktemp("jupyter")))
    path = written(tmp_path, GOOD, DRAWING, WIDGET, CHATTER)
    assert execute.main([str(path)]) == 0, capsys.readouterr().err
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

    assert execute.main([str(path)]) == 0, capsys.readouterr().err
    assert committed(tmp_path) == first


def test_other_values_go_to_build(tmp_path):
    path = written(tmp_path, GOOD)
    before = committed(tmp_path)
    assert execute.main([str(path), "--quick"]) == 0
    assert execute.main([str(path), "--set", "games=1e6", "strategy=min"]) == 0
    assert committed(tmp_path) == before
    build = tmp_path / "build"
    assert (build / "quick/data/results/1-table.csv").read_text() == "10,max,(2, 2)\n"
    assert (build / "tweaked/data/results/1-table.csv").read_text() == "1000000,min,(4, 4)\n"
    tweaked = nbformat.read(build / "tweaked/notebooks/1-test.ipynb", as_version=4)
    assert tweaked.cells[2].id == "injected-parameters"
    assert tweaked.cells[2].source == "# Parameters\ngames = 1000000\nstrategy = 'min'"


# --- runs that are not whole ---

FAILURES = {
    "raises": ("1 / 0", "cell In [3] `1 / 0`: ZeroDivisionError: division by zero"),
    "leaves": ("sys.exit(0)", "cell In [3] `sys.exit(0)`: SystemExit: 0"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_run_that_is_not_whole_changes_nothing(tmp_path, capfd, failure):
    code, said = FAILURES[failure]
    path = written(tmp_path, GOOD, code, "print('after')")
    before = committed(tmp_path)
    assert execute.main([str(path)]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert said in line
    assert line.endswith("1-test.ipynb")
    assert committed(tmp_path) == before
    assert (tmp_path / "build/failed/1-test.ipynb").exists()
    assert not list((tmp_path / "build/staging/committed/1-test").iterdir())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_stops_a_run(number):
    before = signal.signal(number, lambda *_: None)  # else it would end the tests, should the runner not take it
    with pytest.raises(execute.Stopped, match=number.name), execute.stoppable():
        signal.raise_signal(number)
    signal.signal(number, before)


def test_an_edit_during_the_run_is_not_overwritten(tmp_path, capsys):
    path = written(tmp_path, "import pathlib\nwith open('1-test.ipynb', 'a') as file:\n    file.write('\\n')")
    before = path.read_bytes()
    assert execute.main([str(path)]) == 1
    assert "saved while it was executed" in capsys.readouterr().err
    assert path.read_bytes() == before + b"\n"


@pytest.mark.parametrize("moves", range(6))
def test_a_run_killed_between_two_files_leaves_each_whole(tmp_path, monkeypatch, moves):
    """Three results in place of two old ones, and the notebook: killed when it moves or removes one of these."""
    run = execute.Run(written(tmp_path, "1"))
    before = committed(tmp_path)
    made = ["data/results/1-table.csv", "data/results/1-new.csv", "figures/1-a.svg", run.notebook.name]
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
            execute.publish(run, staged(tmp_path, made))
    after = committed(tmp_path)
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert len(changed) == min(moves, 5)
    assert {after[name] for name in changed & after.keys()} <= {b"new"}
    execute.publish(run, staged(tmp_path, made))  # the next run
    assert {content for name, content in committed(tmp_path).items() if "/1-" in name} == {b"new"}


def staged(root: Path, names: list[str]) -> Path:
    """Results of a run that are not yet in their place."""
    for name in names:
        (root / "build/staged" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "build/staged" / name).write_text("new")
    return root / "build/staged"


def test_two_runs_of_a_notebook_come_one_after_the_other(tmp_path, capsys):
    run, order = execute.Run(written(tmp_path, "1")), []

    def second() -> None:
        with execute.alone(run):
            order.append("second")

    with execute.alone(run), execute.alone(execute.Run(run.notebook, "quick")):  # which writes elsewhere
        waiting = threading.Thread(target=second)
        waiting.start()
        waiting.join(0.2)
        order.append("first")
    waiting.join()
    assert order == ["first", "second"]
    assert "waiting for another run of it to end" in capsys.readouterr().out


PARENT = """\
import os, pathlib, subprocess, time
child = subprocess.Popen(["sleep", "100"])
pathlib.Path("../pids.new").write_text(f"{os.getpid()} {child.pid}")
os.rename("../pids.new", "../pids")
"""
ENDS = {
    "killed from within": ("os.kill(os.getpid(), 9)", None, "Kernel died"),
    "terminated": ("time.sleep(100)", signal.SIGTERM, "SIGTERM"),
}


def test_a_reply_whose_notice_is_lost_is_read_all_the_same(tmp_path, monkeypatch, capsys):
    """As on a busy machine (https://github.com/jupyter/nbclient/issues/312): who waits for the notice waits in vain."""
    poll = zmq.asyncio.Socket.poll

    async def deaf(socket: zmq.asyncio.Socket, timeout: float | None = None, *flags: int) -> int:
        if timeout is None:
            await asyncio.sleep(30)
            raise TimeoutError("nobody looked again")
        return await poll(socket, timeout, *flags)

    monkeypatch.setattr(zmq.asyncio.Socket, "poll", deaf)
    assert execute.main([str(written(tmp_path, GOOD))]) == 0, capsys.readouterr().err


def test_a_kernel_without_a_heartbeat_ends_the_run(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(kernel, "SILENT", 3)
    path = written(tmp_path, "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)")
    before = committed(tmp_path)
    assert execute.main([str(path)]) == 1
    assert "the kernel has given no heartbeat for 3 seconds" in capsys.readouterr().err
    assert committed(tmp_path) == before


def test_a_run_ends_with_the_make_that_wanted_it(tmp_path, monkeypatch, capsys):
    """Killed alone, it leaves the makes and the runs below it to themselves."""
    with subprocess.Popen(["true"]) as gone:
        pass
    monkeypatch.setenv("RUN_BY", str(gone.pid))
    assert execute.main([str(written(tmp_path, GOOD))]) == 1
    assert "make is gone" in capsys.readouterr().err
    monkeypatch.setenv("RUN_BY", str(os.getpid()))
    assert execute.main([str(tmp_path / "notebooks/1-test.ipynb")]) == 0


def test_a_cell_that_lets_nothing_else_run_is_alive(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(kernel, "SILENT", 3)
    path = written(tmp_path, GOOD, "end = time.monotonic() + 5\nwhile time.monotonic() < end:\n    sum(range(10**8))")
    assert execute.main([str(path)]) == 0, capsys.readouterr().err


def test_a_run_that_is_stopped_as_a_whole_goes_on(tmp_path):
    """Ctrl-Z and `fg`: nobody asked for a heartbeat in between."""
    path = written(tmp_path, PARENT, "time.sleep(3)")
    shortly = f"import kernel, execute; kernel.SILENT = 3; raise SystemExit(execute.main([{str(path)!r}]))"
    command = [sys.executable, "-c", shortly]
    with subprocess.Popen(command, cwd=Path(kernel.__file__).parent, stderr=subprocess.PIPE, text=True) as run:
        wait_until((tmp_path / "pids").exists)
        pids = [run.pid, int((tmp_path / "pids").read_text().split()[0])]
        for sent in (signal.SIGSTOP, signal.SIGCONT):
            for pid in pids:
                os.kill(pid, sent)
            time.sleep(6 if sent == signal.SIGSTOP else 0)
        stderr = run.communicate(timeout=60)[1]
    assert (run.returncode, stderr) == (0, "")


def is_running(pid: int) -> bool:
    """Whether a process is still doing anything."""
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    return False


def test_a_signal_is_not_lost_in_a_task_that_nobody_awaits():
    async def step() -> None:
        signal.raise_signal(signal.SIGTERM)

    async def wait() -> None:
        task = asyncio.create_task(step())
        await asyncio.sleep(0.1)
        task.exception()

    with pytest.raises(execute.Stopped, match="SIGTERM"), execute.stoppable():
        asyncio.run(wait())


@pytest.mark.parametrize("end", ENDS)
def test_a_run_that_is_cut_short_leaves_no_process_and_no_change(tmp_path, end):
    last_line, sent, said = ENDS[end]
    path = written(tmp_path, PARENT + last_line)
    before = committed(tmp_path)
    command = [sys.executable, execute.__file__, str(path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
        wait_until((tmp_path / "pids").exists)
        if sent:
            run.send_signal(sent)
        stderr = run.communicate(timeout=300)[1]
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    partial = os.path.relpath(tmp_path / "build" / "failed" / "1-test.ipynb")
    cell = "`import os, pathlib, subprocess, time`"
    assert (run.returncode, len(pids), any(map(is_running, pids))) == (1, 2, False)
    assert re.sub(r"In \[[ 2]\]", "", stderr) == f"{path}: failed: cell  {cell}: {said}; see {partial}\n"
    (tmp_path / "pids").unlink()
    assert committed(tmp_path) == before
