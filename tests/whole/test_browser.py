"""The notebooks as their readers meet them in JupyterLab, in a real Chromium."""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

from orchard import solve
from tests.whole.boards import WON, press, quiet_page
from tests.whole.processes import ROOT, commit, copied, wait_until

expect.set_options(timeout=120_000)  # a busy machine is no error


TOKEN = "told-to-the-user-alone"
OPTIONS = ["--no-browser", "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}"]


# --- a server ---


class Server(NamedTuple):
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


# --- what tests share ---


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """The notebook with the board, as somebody sees it who has never run it; then as the tests before left it."""
    with in_lab(browser, server, "explore") as page:
        yield page


# --- the board ---


@pytest.fixture(scope="module")
def board(page: Page) -> Frame:
    """The board, after its picture has been seen and all cells have been run."""
    still = page.locator(".jp-CodeCell").nth(3).locator("img")
    expect(still).to_have_attribute("alt", re.compile("The board in the browser"))
    expect(page.locator("iframe[srcdoc]")).to_have_count(0)
    run_all_in_lab(page)
    board = page.locator("iframe[srcdoc]").first.element_handle(timeout=120_000).content_frame()
    press(board.locator("#to-play"))
    return board


def test_whoever_runs_the_cells_can_play_a_whole_game(board):
    expect(board.locator("#chance")).to_have_text(f"{solve('first-orchard', 'optimal').win_probability:.1%}")
    for move in WON:
        press(board.locator(f"#moves [data-move='{move}']"))
    expect(board.locator("#end-head")).to_have_text("We win!")


# --- the server ---


def test_a_notebook_tried_at_other_values_in_lab_leaves_the_repository_as_it_is(browser, server):
    """Also if JupyterLab, which is told to save every second, would have had the time."""
    shutil.copy(ROOT / ".gitignore", server.folder)
    commit(server.folder, "notebooks")
    before = tables_and_pictures(server)
    save_every_second(server)
    with in_lab(browser, server, "5-landscape") as page:
        page.locator(".cm-line", has_text="strategy: str").click()
        page.keyboard.press("Home")
        page.keyboard.press("Shift+End")
        page.keyboard.type('strategy: str = "random"')
        run_all_in_lab(page)
        expect(page.locator(".jp-InputPrompt", has_text="[*]")).to_have_count(0, timeout=300_000)
        expect(page.locator(".jp-Cell.jp-mod-active")).to_contain_text("strategy: str")  # its answer is in sight
        expect(page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']")).to_have_count(0)
        expect(page.locator(".jp-OutputArea img").first).to_be_visible()
        page.wait_for_timeout(5_000)
        assert subprocess.check_output(["git", "status", "--porcelain", "notebooks"], cwd=server.folder) == b""
        assert page.locator(".jp-RenderedImage img:not([alt])").count() == 0
    assert tables_and_pictures(server) == before


def tables_and_pictures(server: Server) -> set[Path]:
    """The files that a notebook may write."""
    return {path for path in server.folder.rglob("*") if path.suffix in (".csv", ".svg", ".png")}


def test_to_open_and_save_a_notebook_changes_nothing(browser, server):
    name = "explore"  # whose outputs are of all kinds
    path = server.folder / "notebooks" / f"{name}.ipynb"
    shutil.copy(ROOT / "notebooks" / path.name, path)
    before, changed = path.read_bytes(), path.stat().st_mtime_ns
    with in_lab(browser, server, name) as page:
        page.locator(".jp-Notebook").first.click(position={"x": 5, "y": 5})  # on no cell that this would unfold
        page.keyboard.press("Control+s")
        wait_until(lambda: path.stat().st_mtime_ns > changed)
        wait_until(lambda: path.read_bytes() == before)  # the last byte may come late


def save_every_second(server: Server) -> None:
    """The shortest interval, which stays a user's setting if saving by itself is off."""
    name = "@jupyterlab/docmanager-extension:plugin"
    settings = json.dumps({"raw": json.dumps({"autosaveInterval": 1})}).encode()
    address = f"{server.address}/lab/api/settings/{name}?token={TOKEN}"
    urlopen(Request(address, settings, method="PUT")).close()
