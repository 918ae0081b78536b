"""Sweeps on a cluster that loses a worker, and by `make sweep`."""

import os
import signal

import dask
import distributed
import pandas as pd
import pytest
import sweep as command
from pandas.testing import assert_frame_equal
from waiting import wait_until

from orchard import mixture
from orchard.studies.landscape import landscape

RANGES = {"trees": [3, 1, 2], "fruits": [1, 2, 3], "raven_steps": range(1, 5), "basket_picks": [0, 1, 2]}
STRATEGIES = ["max", "random", "optimal", mixture({"min": 1})]


@pytest.mark.filterwarnings("default")  # Dask's own, about the worker that it lost
def test_a_cluster_that_loses_a_worker_gives_the_same_table(tmp_path):
    workers = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "local_directory": tmp_path}
    with (
        dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}),  # imports once, not once a worker
        distributed.LocalCluster(processes=True, **workers) as cluster,
        distributed.Client(cluster) as client,
    ):
        lost, kept = cluster.workers.values()

        def kill_one(done: int, of: int) -> None:
            """After the first table; the sweep goes on when the cluster has noticed."""
            if done == 1:
                lost.close_gracefully()  # its nanny starts no other in its place
                os.kill(lost.pid, signal.SIGKILL)
                wait_until(lambda: list(client.scheduler_info()["workers"]) == [kept.worker_address])

        there = landscape(**RANGES, strategies=STRATEGIES, executor=client.get_executor(), progress=kill_one)
    assert_frame_equal(there, landscape(**RANGES, strategies=STRATEGIES), check_exact=True)


# --- make sweep ---


def test_the_command_writes_what_landscape_says_and_no_bar_where_nobody_looks(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["trees=1-2,4", "fruits=3", "raven_steps=5", "basket_picks=1", "strategies=max,min"]
    assert command.main(words) == 0
    expected = landscape([1, 2, 4], 3, 5, 1, ["max", "min"])
    assert_frame_equal(pd.read_csv("build/sweep/sweep.csv"), expected, rtol=0, atol=1e-15, check_dtype=False)
    assert capsys.readouterr() == ("build/sweep/sweep.csv: 6 games written\n", "")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("tree=3", "tree: allowed are trees fruits"),
        ("trees=1-a", "trees=1-a: allowed are whole numbers like 4 or 1-4,9"),
        ("trees=0-2", "trees must be at least 1, got 0"),
        ("strategies=maxx", "did you mean max?"),
    ],
)
def test_the_command_says_in_one_line_what_is_wrong(tmp_path, monkeypatch, capsys, word, said):
    monkeypatch.chdir(tmp_path)
    assert command.main([word]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
    assert not list(tmp_path.iterdir())
