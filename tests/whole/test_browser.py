"""The notebooks as their readers meet them in JupyterLab, in a real Chromium."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import nbformat
import pytest
from boards import press
from browser import TOKEN, Server, in_lab, run_all_in_lab, serving
from playwright.sync_api import Browser, Frame, Page, expect
from processes import ROOT, commit, wait_until
from session import curve, played

from orchard import solve

LANDSCAPE = ROOT / "notebooks" / "5-landscape.ipynb"
WON = "1342rb2141b4233r2b34r1"
expect.set_options(timeout=120_000)  # a busy machine is no error


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
    solution = solve("first-orchard", "optimal")
    for done, move in enumerate(WON, 1):
        press(board.locator(f"#moves [data-move='{move}']"))
        chance = curve(solution, played(WON[:done]))[-1]
        expect(board.locator("#chance")).to_have_text("100%" if chance == 1 else f"{chance:.1%}")
    expect(board.locator("#end-head")).to_have_text("We win!")


def test_its_frame_is_as_high_as_what_it_shows(board):
    for opened in ("#to-rules", "#uneven summary"):
        press(board.locator(opened))
        board.wait_for_function("document.documentElement.scrollHeight === innerHeight")


def test_the_board_cannot_reach_jupyterlab(board):
    for place in ("parent.document", "parent.jupyterapp", "top.location.href", "localStorage", "document.cookie"):
        refused = f"() => {{ try {{ {place}.length; return false; }} catch (error) {{ return error.name; }} }}"
        assert board.evaluate(refused) == "SecurityError", place


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
        expect(page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']")).to_have_count(0)
        expect(page.locator(".jp-OutputArea img").first).to_be_visible()
        page.wait_for_timeout(5_000)
        assert subprocess.check_output(["git", "status", "--porcelain", "notebooks"], cwd=server.folder) == b""
        told = [
            cell.metadata.mystnb.image.alt
            for cell in nbformat.read(LANDSCAPE, as_version=4).cells
            if any("image/png" in output.get("data", {}) for output in cell.get("outputs", ()))
        ]
        for picture, words in zip(page.locator(".jp-RenderedImage img").all(), told, strict=True):
            expect(picture).to_have_attribute("alt", words)
    assert tables_and_pictures(server) == before


def tables_and_pictures(server: Server) -> set[Path]:
    """The files that a notebook may write."""
    return {path for path in server.folder.rglob("*") if path.suffix in (".csv", ".svg", ".png")}


@pytest.mark.parametrize("name", ["explore", "3-markov-chain"])
def test_to_open_and_save_a_notebook_changes_nothing(browser, server, name):
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
