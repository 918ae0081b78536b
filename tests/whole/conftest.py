"""Which tests stay together when all cores run them, and the Chromium that they share."""

from collections.abc import Iterator

import pytest
from browser import CHROMIUM
from playwright.sync_api import Browser, sync_playwright


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file's tests stay on one core, for they share a server or a build, unless they have a group of their own."""
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Started once for the tests of a file."""
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=quiet)
