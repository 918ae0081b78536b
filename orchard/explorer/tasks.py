"""Work that may take long: it goes on beside the widgets, and can be stopped."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass

import numpy as np

from orchard.lengths import length_distribution
from orchard.rules import Game
from orchard.solver import solve


@dataclass
class Job:
    """The one thing that a panel has going on in the background, if any."""

    task: asyncio.Task | None = None

    def begin(self, work: Coroutine) -> None:
        """Do this in place of what was going on; in plain Python, where nothing else goes on, to its end."""
        self.stop()
        try:
            self.task = asyncio.get_running_loop().create_task(work)
        except RuntimeError:
            asyncio.run(work)

    def stop(self, *_) -> None:
        """Stop at once: what a thread is computing just then is thrown away."""
        if self.task:
            self.task.cancel()


def lengths(game: Game, strategy: str) -> np.ndarray | None:
    """`length_distribution` of the game as it is played; None if it would take too long."""
    try:
        return length_distribution(game, solve(game, strategy).strategy)
    except ValueError:
        return None
