"""What a game's chain knows of its start, and how many rolls a game takes."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from orchard.markov import AbsorbingChain, absorbing_chain
from orchard.rules import Game, edition_name
from orchard.solver import solve
from orchard.strategies import Asked


def later(ends: np.ndarray) -> np.ndarray:
    """P(longer than n rolls) for n = 0, 1, ..., from P(n rolls); summed from the end, where the terms are tiny."""
    at_least = ends[::-1].cumsum()[::-1]
    return at_least[1:]


def law_of_lengths(chain: AbsorbingChain) -> np.ndarray:
    """(2, k): the chance that a game is lost, and won, with 0, 1, ... rolls; 99 games in 100 at least are over by then.

    (By Cantelli's inequality fewer than one game in 101 lasts ten standard deviations longer than the mean.)
    """
    mean, variance = chain.expected_rolls()[chain.start], chain.variance_of_rolls()[chain.start]
    return chain.roll_distribution(int(mean + 10 * max(variance, 0) ** 0.5) + 1)


def nine_in_ten(ends: np.ndarray) -> tuple[int, int]:
    """The rolls within which a game of such a law ends, but for one game in twenty on either side, or fewer."""
    over = ends.sum(axis=0).cumsum() + 1e-9  # which is not missed by a last bit
    few, many = np.searchsorted(over, [0.05, 0.95])
    return int(few), int(many)


def chains(games: Sequence[Game | str], strategy: Asked) -> pd.DataFrame:
    """A row for each game: how large its chain is, and what it knows of the start; the solver's chance beside it.

    A standard deviation, the root of a difference of squares, has eight decimals.
    """
    known = {}
    for game in games:
        solution = solve(game, strategy)
        chain = absorbing_chain(solution.game, solution.strategy)
        known[edition_name(str(solution.game))] = {
            "live states": len(chain.R),
            "entries of Q": chain.Q.nnz,
            "win, chain": chain.absorption_probabilities()[chain.start, 1],
            "win, solver": solution.win_probability,
            "mean rolls": chain.expected_rolls()[chain.start],
            "standard deviation": round(max(chain.variance_of_rolls()[chain.start], 0) ** 0.5, 8),
        }
    return pd.DataFrame(known).T.astype({"live states": int, "entries of Q": int})


def bedtime(*games: str) -> pd.DataFrame:
    """A row for each game: by which roll, and minute at three rolls a minute, half of all games and 95 % are over."""
    going_on = [later(absorbing_chain(game).roll_distribution(200).sum(axis=0)) for game in games]
    table = pd.DataFrame(index=[edition_name(game) for game in games])
    table["typical rolls"] = [int((each <= 0.5).argmax()) for each in going_on]
    table["95% over by roll"] = [int((each <= 0.05).argmax()) for each in going_on]
    table["typical minutes"] = table["typical rolls"] / 3
    table["95% over by minute"] = table["95% over by roll"] / 3
    return table
