"""What goes wrong outside the code: a run killed between two files, folders and data that are not as they should be."""

import os
import shutil
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path

import execute
import pytest
from test_execute import committed, written


class KilledError(BaseException):
    """The process would be gone."""


def killed_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the process is killed when it moves or removes its `number`th file."""
    moves = count()

    def until(function: Callable) -> Callable:
        def move(*arguments: object, **options: object) -> None:
            if next(moves) == number:
                raise KilledError
            function(*arguments, **options)

        return move

    monkeypatch.setattr(os, "replace", until(os.replace))
    monkeypatch.setattr(Path, "unlink", until(Path.unlink))


NEW = {"data/results/1-table.csv", "data/results/1-new.csv", "figures/1-a.svg", "figures/1-a.png"}


def staged(run: execute.Run) -> Path:
    """Results of a run, not yet in their place: two in each folder, and the notebook."""
    folder = run.root / "build/staged"
    for name in [*NEW, run.notebook.name]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("new")
    return folder


@pytest.mark.parametrize("moves", range(6))
def test_a_run_killed_between_two_files_leaves_each_whole(tmp_path, monkeypatch, moves):
    run = execute.Run(written(tmp_path, "1"))
    before = committed(tmp_path)
    monkeypatch.setattr(execute, "ignore_signals", lambda: None)
    folder = staged(run)
    with monkeypatch.context() as patch:
        killed_at(moves, patch)
        with pytest.raises(KilledError):
            execute.publish(run, folder)
    after = committed(tmp_path)
    assert len([name for name in before.keys() | after.keys() if before.get(name) != after.get(name)]) == moves
    assert all(content in (b"new", before.get(name)) for name, content in after.items())
    assert after.keys() <= before.keys() | NEW
    execute.publish(run, staged(run))  # the next run
    assert {content for name, content in committed(tmp_path).items() if "/1-" in name} == {b"new"}
    assert "figures/1-stale.png" not in committed(tmp_path)


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path):
    staging = tmp_path / "build/staging/committed"
    scrap, other = (staging / name / "tmp123/results/figures" for name in ("1-test", "2-test"))
    for folder in (scrap, other):
        folder.mkdir(parents=True)
    with execute.staging_folder(execute.Run(written(tmp_path, "1"))):
        assert (scrap.exists(), other.exists()) == (False, True)


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


@pytest.mark.parametrize("folder", ["figures", "data/results", "notebooks"])
def test_a_folder_that_cannot_be_written_to_is_told_before_anything_is_computed(tmp_path, monkeypatch, capsys, folder):
    path = written(tmp_path, "raise RuntimeError('computed')")
    access = os.access
    monkeypatch.setattr(os, "access", lambda where, mode: Path(where) != tmp_path / folder and access(where, mode))
    assert execute.main([str(path)]) == 1
    said = f"{path}: failed: {os.path.relpath(tmp_path / folder)} is not writable\n"
    assert capsys.readouterr().err == said


def test_a_folder_that_is_a_file_is_told_in_a_line(tmp_path, capsys):
    path = written(tmp_path, "1")
    shutil.rmtree(tmp_path / "figures")
    (tmp_path / "figures").touch()
    assert execute.main([str(path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "File exists" in line
