"""Tests that share a server or a build stay on one core; the others go wherever there is room."""

import pytest

SHARING = ("test_board_page", "test_browser", "test_wheel")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.stem in SHARING:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
