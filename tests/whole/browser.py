"""Chromium, as tests drive it, and the server that `make lab` starts."""

import os
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Page
from processes import ROOT, copied, wait_until

TOKEN = "told-to-the-user-alone"
OPTIONS = ["--no-browser", "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}"]


# --- a page ---


@contextmanager
def quiet_page(browser: Browser, *here: str, **options: object) -> Iterator[Page]:
    """An empty page, on which nothing may go wrong, nor anything be asked for but at these addresses."""
    page, trouble = browser.new_page(**options), []
    page.on("console", lambda message: is_error(message) and trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    for asks in ("request", "websocket"):
        page.on(asks, lambda asked: asked.url.startswith(here) or trouble.append(asked.url))
    yield page
    page.close()
    assert trouble == []


def is_error(message: ConsoleMessage) -> bool:
    """But that JupyterLab's widgets find none in a kernel, which it tells now and then, is no error."""
    return message.type == "error" and not message.text.startswith("Comm not found")


# --- a server ---


@dataclass(frozen=True)
class Server:
    """Where a server answers, and the folder that it shows."""

    address: str
    folder: Path


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """`make lab`, in a copy of the notebooks in `folder`: saving touches no real one, and Jupyter trusts none."""
    copied(folder, "notebooks", "tools", "site/board")
    port = free_port()
    env, log = own_folders(folder), folder / "log"
    with log.open("w") as told:
        words = [*make_lab(env), *OPTIONS, f"--port={port}"]
        process = subprocess.Popen(words, cwd=folder, env=env, stdout=told, stderr=told)
        try:
            wait_until(lambda: f":{port}/" in log.read_text() or process.poll() is not None)
            assert process.poll() is None, log.read_text()
            yield Server(f"http://127.0.0.1:{port}", folder)
        finally:
            process.terminate()
            process.wait(30)


def make_lab(env: dict[str, str]) -> list[str]:
    """What `make lab` runs, by this Python."""
    told = subprocess.check_output(["make", "--dry-run", "lab"], cwd=ROOT, env=env, text=True)
    words = shlex.split(told.replace("\\\n", " ").strip().splitlines()[-1])
    return ["env", *(sys.executable if word == ".venv/bin/python" else word for word in words)]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def own_folders(folder: Path) -> dict[str, str]:
    """An environment in which Jupyter knows no settings of this machine's user, and imports this repository."""
    others = ("JUPYTER", "IPYTHON", "XDG", "MAKE", "ORCHARD")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    return kept | {"HOME": str(folder), "PYTHONPATH": str(ROOT)}


# --- a page of a server ---


@contextmanager
def in_lab(browser: Browser, server: Server, notebook: str) -> Iterator[Page]:
    """A notebook in JupyterLab, when its kernel is there; the page may ask that server alone."""
    own = (server.address, server.address.replace("http", "ws"), "data:", "blob:")
    with quiet_page(browser, *own) as page:
        page.goto(f"{server.address}/lab/workspaces/auto-t/tree/notebooks/{notebook}.ipynb?token={TOKEN}&reset")
        # The kernel's own word, below the page: the indicator above it says "idle" before there is a kernel.
        page.locator("#jp-main-statusbar").get_by_text("| Idle").wait_for(timeout=300_000)
        yield page


def run_all_in_lab(page: Page) -> None:
    """Run > Run All Cells."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
