"""JupyterLab and Voila as `make lab` and `make app` start them, on a copy of the notebooks, and a Chromium to look."""

import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, Playwright

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "told-to-the-user-alone"
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", MAC))), None)
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
OPTIONS = {
    "lab": ["--no-browser", "--allow-root", "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}"],
    "app": ["--no-browser", "--Voila.port_retries=0", f"--Voila.token={TOKEN}"],
}


@dataclass(frozen=True)
class Server:
    """Where a server answers, and what kind of one it is."""

    kind: str
    address: str
    folder: Path


def command(target: str) -> list[str]:
    """What `make` runs for a target, by this Python."""
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name}  # of the make that runs the tests
    told = subprocess.run(["make", "--dry-run", target], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    words = shlex.split(told.stdout.replace("\\\n", " ").strip().splitlines()[-1])
    return ["env", *(sys.executable if word == ".venv/bin/python" else word for word in words)]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def own_folders(folder: Path) -> dict[str, str]:
    """An environment in which Jupyter knows no settings of this machine's user, and imports this repository."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "MAKE", "ORCHARD"))}
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    lab = ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")
    return kept | {name: str(folder / name) for name in names + lab} | {"PYTHONPATH": str(ROOT)}


def answers(address: str) -> bool:
    """Whether somebody is there."""
    try:
        with urlopen(address, timeout=5):
            return True
    except URLError:
        return False


@contextmanager
def serving(kind: str, folder: Path) -> Iterator[Server]:
    """`make lab` or `make app`, in a copy of the notebooks in `folder`, whose saving cannot touch the real ones."""
    for part in ("notebooks", "tools"):
        shutil.copytree(ROOT / part, folder / part)
    port = free_port()
    server = Server(kind, f"http://127.0.0.1:{port}", folder)
    with (folder / "log").open("w") as log:
        options = {"cwd": folder, "env": own_folders(folder), "stdout": log, "stderr": subprocess.STDOUT}
        process = subprocess.Popen([*command(kind), *OPTIONS[kind], f"--port={port}"], **options)
        try:
            _wait(lambda: answers(f"{server.address}/?token={TOKEN}") or process.poll() is not None, 300)
            assert process.poll() is None, (folder / "log").read_text()
            yield server
        finally:
            process.terminate()
            process.wait(30)


def _wait(condition, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not so within {seconds} s"
        time.sleep(0.1)


@dataclass(frozen=True)
class Visit:
    """A page that is looked at, and all that went wrong on it."""

    page: Page
    trouble: list[str] = field(default_factory=list)


def visiting(browser: Browser, server: Server, width: int = 1280) -> Visit:
    """An empty page that notes every error on it, and every request to anywhere but the server."""
    visit = Visit(browser.new_page(viewport={"width": width, "height": 900}))
    here = (server.address, server.address.replace("http", "ws"), "data:", "blob:")
    note = visit.trouble.append
    visit.page.on("console", lambda message: message.type == "error" and note(message.text))
    visit.page.on("pageerror", lambda error: note(str(error)))
    visit.page.on("request", lambda asked: asked.url.startswith(here) or note(asked.url))
    visit.page.on("websocket", lambda socket: socket.url.startswith(here) or note(socket.url))
    return visit


def chromium(playwright: Playwright) -> Browser:
    """The Chromium of this machine."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)


def run_in_lab(page: Page, server: Server, notebook: str) -> None:
    """Open a notebook in JupyterLab, choose Run > Run All Cells, and wait until all have run."""
    page.goto(f"{server.address}/lab/workspaces/auto-t/tree/notebooks/{notebook}.ipynb?token={TOKEN}&reset")
    # The kernel's own word, below the page: the indicator above it says "idle" before there is a kernel.
    page.locator("#jp-main-statusbar").get_by_text("| Idle").wait_for(timeout=300_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()


def board_in(page: Page, server: Server) -> None:
    """Open the interactive board, and wait until its last panel is there."""
    if server.kind == "lab":
        run_in_lab(page, server, "explore")
    else:
        page.goto(f"{server.address}/?token={TOKEN}")
    page.locator(".orchard-play .orchard-roll").wait_for(timeout=300_000)
