"""A kernel for one run of a notebook, and a client that does not wait for ever."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty

import psutil
from jupyter_client.asynchronous import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync

SILENT = 60  # times that a kernel may be asked in vain for its heartbeat: it is asked once a second


class Channel(AsyncZMQSocketChannel):
    """A channel that looks again, every second, whether a message has come.

    On a busy machine the notice that one came gets lost now and then, and who waits for the notice alone waits for ever
    (https://github.com/jupyter/nbclient/issues/312).
    """

    async def get_msg(self, timeout: float | None = None) -> dict:
        """The next message; `Empty` after so many seconds without one."""
        while timeout is None:
            try:
                return await super().get_msg(1)
            except Empty:
                continue
        return await super().get_msg(timeout)


class Client(AsyncKernelClient):
    """A client that takes a kernel without a heartbeat for dead, and ends it with the `make` that wanted the run.

    It counts how often it asked in vain, not the time: while the whole run is stopped (Ctrl-Z) nobody asks. A cell that
    computes does not silence the heartbeat, which has a thread of its own, outside Python.
    """

    silent = 0

    async def is_alive(self) -> bool:
        """Asked once a second while a cell runs."""
        self.silent = 0 if self.hb_channel.is_beating() else self.silent + 1
        return self.silent < SILENT and is_wanted() and await super().is_alive()


class Kernel(AsyncKernelManager):
    """A kernel that remembers its connection, because papermill leaves it open."""

    def client(self, **options: object) -> AsyncKernelClient:
        self.connection = super().client(**options)
        self.connection.shell_channel_class = self.connection.iopub_channel_class = Channel
        return self.connection


def is_wanted() -> bool:
    """Whether the `make` that wanted the run, if one did, is still there: killed alone, it leaves others behind."""
    return psutil.pid_exists(int(os.environ.get("RUN_BY", os.getpid())))


def why_ended(manager: Kernel) -> str:
    """Why the runner itself gave up a kernel; empty if it did not."""
    if not is_wanted():
        return "make is gone"
    is_silent = hasattr(manager, "connection") and manager.connection.silent >= SILENT
    return f"the kernel has given no heartbeat for {SILENT} seconds" if is_silent else ""


def environment(staging: Path) -> dict[str, str]:
    """What a reproducible kernel sees: fixed dates and hashes, and nobody's personal start-up files."""
    return {
        "ORCHARD_OUTPUT": str(staging),
        "SOURCE_DATE_EPOCH": "0",
        "PYTHONHASHSEED": "0",
        "PYTHONSTARTUP": "",
        "IPYTHONDIR": str(staging.with_name("ipython")),
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "MATPLOTLIBRC": str(Path(__file__).with_name("matplotlibrc")),
    }


@contextmanager
def kernel(staging: Path) -> Iterator[Kernel]:
    """A kernel of the running interpreter that is gone at the end, with every process it started.

    It is spoken to through sockets in a folder of their own, whose paths must be short. A free TCP port that is found
    for a kernel may be another program's before the kernel takes it.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        own = KernelSpecManager(kernel_dirs=[])  # not those that a user has installed
        file = f"{folder}/kernel.json"
        manager = Kernel(client_factory=Client, kernel_spec_manager=own, transport="ipc", connection_file=file)
        manager.kernel_spec.env = environment(staging)
        try:
            yield manager
        finally:
            run_sync(manager.shutdown_kernel)(now=True)  # kills the kernel's whole process group
            if hasattr(manager, "connection"):
                manager.connection.stop_channels()
