"""The Chromium of this machine, a phone with the live pages, and Ctrl-C for what the tests start."""

import os
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.whole.boards import phone
from tools.chromium import CHROMIUM, chromium

# What a shell starts with & ignores Ctrl-C, and so would every process that a test starts and wants to end by it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Started once for the tests of a file; a machine without one skips them, unless CI says that all must run."""
    if not CHROMIUM and "CI" not in os.environ:
        pytest.skip("there is no Chromium")
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone on which nothing moves; an address that begins with # is one of the board."""
    with phone(browser) as page:
        yield page


@pytest.fixture
def moving(browser: Browser) -> Iterator[Page]:
    """A phone whose user lets things move."""
    with phone(browser, reduced_motion="no-preference") as page:
        yield page
