"""Work that may take long: it goes on beside the widgets, and can be stopped."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass

import numpy as np

from orchard.explorer.controls import QUICK
from orchard.lengths import length_distribution
from orchard.rules import Game
from orchard.solver import solve
from orchard.studies.landscape import count_positions
from orchard.transitions import moves, sees_raven


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


def known_lengths(game: Game, strategy: str) -> np.ndarray | None:
    """`length_distribution`; None for a large game in which picks look at the raven, which would take too long."""
    solution = solve(game, strategy)
    large = count_positions(game, strategy) > QUICK
    if large and sees_raven(moves(game, solution.strategy, solution.states)):
        return None
    return length_distribution(game, solution.strategy)
