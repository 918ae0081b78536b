"""What others have made that answers the same questions, each behind a function without arguments, to be timed.

Every one gives the probability to win, so that what is timed is also compared. They need the extra `verify` and the
dependency group `bench`; one that is not installed is left out.
"""

import os
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from scipy.sparse import csr_array, vstack

from orchard import Game, Rule, absorbing_chain

Answer = Callable[[], float]

os.environ.setdefault("VERGER_CACHE_SIZE", "")  # jouets: no limit to what it remembers


def installed(*modules: str) -> bool:
    """Whether all these can be imported."""
    return all(find_spec(module) for module in modules)


def jouets(game: Game, strategy: str = "max") -> dict[str, Answer]:
    """L. Paternault's recursion on sorted tuples, with a cache; it knows only baskets of two picks."""
    if not installed("jouets") or game.basket_picks != 2:
        return {}
    from jouets.verger import STRATEGIES, probabilite

    def answer() -> float:
        probabilite.cache_clear()
        return probabilite(game.raven_steps, STRATEGIES[strategy], *game.fruits)

    return {"jouets": answer}


def storm(game: Game, strategy: str) -> dict[str, Answer]:
    """The model checker Storm, in floats, on our PRISM model: read, built and checked."""
    if not installed("stormpy", "orchard.judges.prism"):
        return {}
    import stormpy

    from orchard import to_prism

    best = strategy == "optimal"
    text, question = to_prism(game, None if best else strategy), f'P{"max" if best else ""}=? [F "won"]'

    def answer() -> float:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "model.prism"
            path.write_text(text)
            program = stormpy.parse_prism_program(str(path))
        (asked,) = stormpy.parse_properties(question, program)
        model = stormpy.build_model(program, [asked])
        return stormpy.model_checking(model, asked).get_value(model.initial_states[0])

    return {"Storm": answer}


def quantecon(game: Game) -> dict[str, Answer]:
    """QuantEcon's DiscreteDP by backward induction, on our transition matrices, which are made beforehand."""
    if not installed("quantecon"):
        return {}
    from quantecon.markov import DiscreteDP, backward_induction

    rewards, matrix, states, actions = _decisions(game)
    longest = game.raven_steps + sum(game.fruits)

    def answer() -> float:
        problem = DiscreteDP(rewards, matrix, 1 - 1e-15, states, actions)
        return backward_induction(problem, longest)[0][0, 0]

    answer()  # compiles it
    return {"quantecon": answer}


def _decisions(game: Game) -> tuple[np.ndarray, csr_array, np.ndarray, np.ndarray]:
    """Rewards, transitions, states and actions of all pairs (state, trees to pick from), won being worth 1.

    Two states more are the ends. A tree that is empty stands for the fullest one.
    """
    plans = list(product(range(game.trees), repeat=game.picks))
    fixed = [Rule("fixed", "", partial(_planned_weights, plan), symmetric=True) for plan in plans]
    chains = [absorbing_chain(game, strategy, wasted_rolls=False) for strategy in fixed]
    matrix, n = vstack([chain.P for chain in chains]).tocsr(), len(chains[0].states)
    rewards = np.concatenate([np.append(chain.R[:, 1], [0, 0]) for chain in chains])
    states, actions = np.tile(np.arange(n), len(plans)), np.repeat(np.arange(len(plans)), n)
    order = np.lexsort((actions, states))
    return rewards[order], matrix[order], states[order], actions[order]


def _planned_weights(plan: tuple[int, ...], game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for the tree that stands at place plan[picks left - 1] in ascending order, or is the fullest."""
    order = fruits.argsort(axis=-1, kind="stable")
    place = np.array(plan)[np.broadcast_to(picks_left, np.broadcast_shapes(np.shape(picks_left), order.shape[:-1])) - 1]
    place = place[..., None]
    order, fruits = np.broadcast_arrays(order, np.broadcast_to(fruits, (*place.shape[:-1], game.trees)))
    tree = np.take_along_axis(order, place, axis=-1)
    empty = np.take_along_axis(fruits, tree, axis=-1) == 0
    return (np.where(empty, order[..., -1:], tree) == np.arange(game.trees)).astype(np.uint8)


def numba(game: Game, strategy: str, games: int) -> dict[str, Answer]:
    """The rules acted out literally, game after game and roll after roll, in compiled code: a share of games won."""
    if not installed("numba") or strategy not in ("max", "random"):
        return {}
    from numba import njit

    @njit
    def fullest(stock: np.ndarray) -> int:
        return stock.argmax()

    @njit
    def any_tree(stock: np.ndarray) -> int:
        number = np.random.randint(np.count_nonzero(stock))  # noqa: NPY002 (numba's own)
        for tree in range(len(stock)):
            number -= stock[tree] > 0
            if number < 0:
                return tree
        return -1

    choose = {"max": fullest, "random": any_tree}[strategy]

    @njit
    def wins(fruits: np.ndarray, raven_steps: int, picks: int, games: int) -> int:
        trees, total, won = len(fruits), fruits.sum(), 0
        for _ in range(games):
            stock, left, raven = fruits.copy(), total, raven_steps
            while left and raven:
                face = np.random.randint(trees + 2)  # noqa: NPY002 (numba's own)
                if face < trees:
                    if stock[face]:
                        stock[face] -= 1
                        left -= 1
                elif face == trees:
                    for _ in range(min(picks, left)):
                        stock[choose(stock)] -= 1
                        left -= 1
                else:
                    raven -= 1
            won += left == 0
        return won

    fruits = np.array(game.fruits)
    wins(fruits, game.raven_steps, game.picks, 1)  # compiles it
    return {"numba, literally": lambda: wins(fruits, game.raven_steps, game.picks, games) / games}
