"""The Chromium of this machine, and Ctrl-C for what the tests start."""

import signal
from collections.abc import Iterator

import pytest
from browser import CHROMIUM
from playwright.sync_api import Browser, sync_playwright

# What a shell starts with & ignores Ctrl-C, and so would every process that a test starts and wants to end by it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Started once for the tests of a file."""
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=quiet)
