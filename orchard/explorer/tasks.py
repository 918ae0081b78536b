"""Work that must not keep the widgets waiting: done in another thread, shown when it is ready."""

import asyncio
from collections.abc import Callable


def later(compute: Callable, show: Callable, at_once: bool = False) -> asyncio.Task | None:
    """`show(compute())`: at once if asked to, or if nothing else goes on; else in time, and the task that does it."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        at_once = True
    if at_once:
        show(compute())
        return None
    return loop.create_task(_shown(compute, show))


async def _shown(compute: Callable, show: Callable) -> None:
    show(await asyncio.get_running_loop().run_in_executor(None, compute))
