"""How many rolls a game takes, read off the probabilities of its lengths."""

import numpy as np

from orchard.markov import AbsorbingChain, absorbing_chain


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


def bedtime(*games: str):
    """A row for each game: by which roll, and minute at three rolls a minute, half of all games and 95 % are over."""
    import pandas as pd  # not above: the command line need not wait for it

    rolls = {}
    for game in games:
        over = absorbing_chain(game).roll_distribution(200).sum(axis=0).cumsum()
        rolls[game] = np.searchsorted(over, [0.5, 0.95])
    table = pd.DataFrame(rolls, ["typical rolls", "95% over by roll"]).T.rename_axis("edition")
    table[["typical minutes", "95% over by minute"]] = table / 3
    return table
