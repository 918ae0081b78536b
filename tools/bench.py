"""Times this package beside others that answer the same questions: `make bench` writes build/benchmark.csv.

In every round each contender has a turn, right after the others, so that whatever else the machine does meets them all;
ratios are taken within a round. Their answers must agree. Who is not installed is left out.
"""

import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from prism import ask_storm, to_prism
from scipy.sparse import vstack

from orchard import EDITIONS, Game, Rule, absorbing_chain, simulate, solve
from orchard.states import all_states

Answer = Callable[[], float]  # the probability of winning

ROUNDS, TURN = 5, 0.05  # seconds of a turn: what is quicker is repeated
GAMES = 4 * 10**6
FIRST_ORCHARD, ORCHARD, LARGE = EDITIONS["first-orchard"], EDITIONS["orchard"], Game.uniform(4, 20, 9, 2)
OUTPUT = Path("build/benchmark.csv")


def solved(game: Game, strategy: str) -> float:
    """Our odds in every position, from nothing."""
    all_states.cache_clear()
    return solve(game, strategy).win_probability


def played(game: Game, strategy: str) -> float:
    """Our share of games won, on one core."""
    return simulate(game, strategy, GAMES, seed=1, threads=1).win_rate


# --- the others ---


def jouets(game: Game, strategy: str) -> Answer:
    """L. Paternault's recursion on sorted tuples, with a cache; it knows only baskets of two picks, and `max` here."""
    from jouets.verger import STRATEGIES, probabilite

    def answer() -> float:
        probabilite.cache_clear()
        return probabilite(game.raven_steps, STRATEGIES["max"], *game.fruits)

    return answer


def storm(game: Game, strategy: str) -> Answer:
    """The model checker Storm, in floats, on our PRISM model: read, built and checked."""
    text = to_prism(game, None if strategy == "optimal" else strategy)
    return lambda: ask_storm(text, ['Pmax=? [F "won"]'], float)[0]


def quantecon(game: Game, strategy: str) -> Answer:
    """The best by QuantEcon's DiscreteDP and backward induction, on our transition matrices, which are made beforehand.

    An action is a plan which trees to pick from; one that is empty stands for the fullest. To win is worth 1.
    """
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

    return answer


def _planned_weights(plan: tuple[int, ...], game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for the tree that stands at place plan[picks left - 1] in ascending order, or is the fullest."""
    place = fruits.argsort(axis=-1, kind="stable").argsort(axis=-1)
    wanted = np.array(plan)[np.asarray(picks_left)[..., None] - 1]
    bare = np.count_nonzero(fruits == 0, axis=-1, keepdims=True)  # these come first
    return (place == np.where(wanted < bare, game.trees - 1, wanted)).astype(np.uint8)


def numba(game: Game, strategy: str) -> Answer:
    """The rules acted out literally with the fullest tree, game after game and roll after roll, in compiled code."""
    from numba import njit

    @njit
    def wins(fruits: np.ndarray, raven_steps: int, picks: int, games: int) -> int:
        won = 0
        for _ in range(games):
            stock, left, raven = fruits.copy(), fruits.sum(), raven_steps
            while left and raven:
                face = np.random.randint(len(stock) + 2)  # noqa: NPY002 (numba's own)
                if face < len(stock):
                    left -= stock[face] > 0
                    stock[face] -= stock[face] > 0
                elif face == len(stock):
                    for _ in range(min(picks, left)):
                        stock[stock.argmax()] -= 1
                        left -= 1
                else:
                    raven -= 1
            won += left == 0
        return won

    return lambda: wins(np.array(game.fruits), game.raven_steps, game.picks, GAMES) / GAMES


# --- what is asked ---

ODDS, PLAYED = ("the odds", solved, 1e-8), ("four million games", played, 0.002)  # how far answers may differ
ASKED = [
    (ODDS, "First Orchard", FIRST_ORCHARD, "max", [storm]),
    (ODDS, "First Orchard", FIRST_ORCHARD, "optimal", [quantecon, storm]),
    (ODDS, "Orchard", ORCHARD, "max", [jouets, storm]),
    (ODDS, "Orchard", ORCHARD, "optimal", [quantecon, storm]),
    (ODDS, "4 x 20", LARGE, "max", [jouets]),
    (PLAYED, "First Orchard", FIRST_ORCHARD, "max", [numba]),
    (PLAYED, "Orchard", ORCHARD, "max", [numba]),
]


def turn(work: Answer, times: int = 1) -> float:
    """Seconds that it takes, the mean of so many times."""
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times


def measured(contenders: dict[str, Answer], tolerance: float) -> pd.DataFrame:
    """(rounds, contenders): seconds; ValueError if somebody's answer is not that of the first."""
    answers = {who: work() for who, work in contenders.items()}  # this first time may import or compile something
    ours = next(iter(answers.values()))
    if wrong := {who: answer for who, answer in answers.items() if abs(answer - ours) > tolerance}:
        raise ValueError(f"{wrong} where ours is {ours}")
    times = {who: max(1, int(TURN / turn(work))) for who, work in contenders.items()}
    return pd.DataFrame([{who: turn(work, times[who]) for who, work in contenders.items()} for _ in range(ROUNDS)])


def main() -> None:
    """One table: how long each takes, and how many times as long as we do."""
    rows = []
    for (what, ours, tolerance), name, game, strategy, others in ASKED:
        there = [make for make in others if find_spec({"storm": "stormpy"}.get(make.__name__, make.__name__))]
        contenders = {"orchard": partial(ours, game, strategy)} | {
            make.__name__: make(game, strategy) for make in there
        }
        seconds = measured(contenders, tolerance)
        ratio = seconds.div(seconds.orchard, axis=0).median()
        question = f"{what} of {name}, {strategy}"
        rows += [(question, who, seconds[who].median(), ratio[who]) for who in contenders]
        print(
            *(f"{each[0]}: {each[1]} {each[2]:.4g} s, {each[3]:.3g} x" for each in rows[-len(contenders) :]), sep="\n"
        )
    OUTPUT.parent.mkdir(exist_ok=True)
    table = pd.DataFrame(rows, columns=["question", "who", "seconds", "times ours"])
    table.insert(0, "day", time.strftime("%Y-%m-%d"))
    table.to_csv(OUTPUT, index=False, float_format="%.3g", lineterminator="\n")


if __name__ == "__main__":
    main()
