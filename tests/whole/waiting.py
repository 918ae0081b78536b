"""Waiting for other processes, as long as a busy machine needs."""

import time
from collections.abc import Callable


def wait_until(holds: Callable[[], object], seconds: float = 300) -> None:
    """Until something holds; an error if that takes too long."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not so within {seconds} s"
        time.sleep(0.05)
