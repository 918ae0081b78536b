"""The notebooks as their readers meet them: in JupyterLab, and the board as a page of its own, in a real Chromium."""

import os
from collections.abc import Iterator

import pytest
from browser import CHROMIUM, Server, chromium, run_in_lab, serving, visiting
from playwright.sync_api import Browser, expect, sync_playwright

pytestmark = pytest.mark.skipif(not CHROMIUM and "CI" not in os.environ, reason="there is no Chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield chromium(playwright)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving("lab", tmp_path_factory.mktemp("lab")) as server:
        yield server


def test_a_notebook_runs_in_jupyterlab(browser: Browser, lab: Server):
    visit = visiting(browser, lab)
    run_in_lab(visit.page, lab, "2-exact-answer")
    expect(visit.page.locator(".jp-InputPrompt", has_text="[*]")).to_have_count(0, timeout=60_000)
    expect(visit.page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']")).to_have_count(0)
    visit.page.close()
    assert visit.trouble == []
