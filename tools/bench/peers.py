"""What others have made that answers the same questions, each behind a function without arguments, to be timed.

Every one gives the probability to win, so that what is timed is also compared. They need the extra `verify` and the
dependency group `bench`; one that is not installed is left out.
"""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import product

import numpy as np
from prism import ask_storm, to_prism
from scipy.sparse import vstack

from orchard import Game, Rule, absorbing_chain

Answer = Callable[[], float | None]


def jouets(game: Game) -> dict[str, Answer]:
    """L. Paternault's recursion on sorted tuples, with a cache; it knows only baskets of two picks."""
    if not find_spec("jouets") or game.basket_picks != 2:
        return {}
    from jouets.verger import STRATEGIES, probabilite

    def answer() -> float:
        probabilite.cache_clear()
        return probabilite(game.raven_steps, STRATEGIES["max"], *game.fruits)

    return {"jouets": answer}


def storm(game: Game, strategy: str | None = None) -> dict[str, Answer]:
    """The model checker Storm, in floats, on our PRISM model: read, built and checked; without a strategy, the best."""
    if not find_spec("stormpy"):
        return {}
    text = to_prism(game, strategy)
    return {"Storm": lambda: ask_storm(text, ['Pmax=? [F "won"]'], float)[0]}


def quantecon(game: Game) -> dict[str, Answer]:
    """QuantEcon's DiscreteDP by backward induction, on our transition matrices, which are made beforehand.

    An action is a plan which trees to pick from; one that is empty stands for the fullest. To win is worth 1.
    """
    if not find_spec("quantecon"):
        return {}
    from quantecon.markov import DiscreteDP, backward_induction

    plans = product(range(game.trees), repeat=game.picks)
    rules = [Rule("planned", "", partial(_planned_weights, plan), symmetric=True) for plan in plans]
    chains = [absorbing_chain(game, rule, wasted_rolls=False) for rule in rules]
    wins = np.array([np.append(chain.R[:, 1], [0, 0]) for chain in chains])  # the last two states are the ends
    states, actions = np.divmod(np.arange(wins.size), len(chains))
    matrix = vstack([chain.P for chain in chains]).tocsr()[actions * wins.shape[1] + states]
    rewards, longest = wins[actions, states], game.raven_steps + sum(game.fruits)

    def answer() -> float:
        problem = DiscreteDP(rewards, matrix, 1 - 1e-15, states, actions)
        return backward_induction(problem, longest)[0][0, 0]

    answer()  # compiles it
    return {"quantecon": answer}


def _planned_weights(plan: tuple[int, ...], game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for the tree that stands at place plan[picks left - 1] in ascending order, or is the fullest."""
    place = fruits.argsort(axis=-1, kind="stable").argsort(axis=-1)
    wanted = np.array(plan)[np.asarray(picks_left)[..., None] - 1]
    bare = np.count_nonzero(fruits == 0, axis=-1, keepdims=True)  # these come first
    return (place == np.where(wanted < bare, game.trees - 1, wanted)).astype(np.uint8)


def numba(game: Game, strategy: str, games: int) -> dict[str, Answer]:
    """The rules acted out literally, game after game and roll after roll, in compiled code: a share of games won."""
    if not find_spec("numba"):
        return {}
    from numba import njit

    fullest = strategy == "max"

    @njit
    def choose(stock: np.ndarray) -> int:
        if fullest:
            return stock.argmax()
        number = np.random.randint(np.count_nonzero(stock))  # noqa: NPY002 (numba's own)
        for tree in range(len(stock)):
            number -= stock[tree] > 0
            if number < 0:
                return tree
        return -1

    @njit
    def wins(fruits: np.ndarray, raven_steps: int, picks: int, games: int) -> int:
        won = 0
        for _ in range(games):
            stock, left, raven = fruits.copy(), fruits.sum(), raven_steps
            while left and raven:
                face = np.random.randint(len(stock) + 2)  # noqa: NPY002 (numba's own)
                if face < len(stock):
                    if stock[face]:
                        stock[face] -= 1
                        left -= 1
                elif face == len(stock):
                    for _ in range(min(picks, left)):
                        stock[choose(stock)] -= 1
                        left -= 1
                else:
                    raven -= 1
            won += left == 0
        return won

    start = np.array(game.fruits), game.raven_steps, game.picks
    wins(*start, 1)  # compiles it
    return {"numba, literally": lambda: wins(*start, games) / games}
