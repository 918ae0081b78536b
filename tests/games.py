"""Random small games and strategies, for laws that hold for all games; and what one roll does, straight from the rules.

`one_roll` is written from `turn` and `pick` alone: the tests hold every faster method to it.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
from hypothesis import strategies as st

from orchard import STRATEGIES, Game, State, Strategy, from_function, mixture, pick, turn
from orchard.lattice import lattice
from orchard.strategies import is_lumpable, pick_probabilities, used_parts

Chances = dict[State, Fraction]


# Those that always pick, and do not ask the solver; `ignore` never picks, `optimal` and `worst` ask.
PICKING = [strategy for strategy in STRATEGIES.values() if strategy.shares]
FIRST, FRUIT = STRATEGIES["first"], STRATEGIES["fruit"]
BEST = [STRATEGIES["optimal"], STRATEGIES["worst"]]


@st.composite
def games(draw: st.DrawFn, most_fruit: int = 3, most_steps: int = 3) -> Game:
    """One to three trees, some of them empty; no, some or unequal colours; up to three picks."""
    fruits = draw(st.lists(st.integers(0, most_fruit), min_size=1, max_size=3).filter(any))
    faces = st.lists(st.integers(0, 2), min_size=len(fruits), max_size=len(fruits))
    return Game(
        fruits,
        raven_steps=draw(st.integers(1, most_steps)),
        basket_picks=draw(st.integers(0, 3)),
        colour_faces=draw(st.none() | faces),
        basket_faces=draw(st.integers(0, 2)),
        raven_faces=draw(st.integers(1, 2)),
    )


def _mixtures(parts: st.SearchStrategy[Strategy]) -> st.SearchStrategy[Strategy]:
    shares = st.integers(0, 6).map(lambda n: Fraction(n, 6))
    two = st.lists(parts, min_size=2, max_size=2, unique_by=lambda part: part.name)
    return st.tuples(two, shares).map(lambda drawn: mixture({drawn[0][0]: drawn[1], drawn[0][1]: 1 - drawn[1]}))


def strategies(*parts: Strategy) -> st.SearchStrategy[Strategy]:
    """One of the parts, or a mixture of two."""
    one = st.sampled_from(parts)
    return one | _mixtures(one)


@cache
def anything(seed: int) -> Strategy:
    """A strategy that picks from wherever it likes, likely in one way here and in another there."""

    def chances(fruits: tuple[int, ...]) -> list[Fraction]:
        rng = Random(f"{seed}{fruits}")
        shares = [fruit and rng.choice((0, 0, 1, 2)) for fruit in fruits]
        shares = shares if any(shares) else fruits
        return [Fraction(share, sum(shares)) for share in shares]

    return from_function(f"anything {seed}", chances)


picking = strategies(*PICKING) | st.integers(0, 999).map(anything)
forward = strategies(*PICKING, STRATEGIES["ignore"])
any_strategy = strategies(*PICKING, STRATEGIES["ignore"], *BEST)


def states(game: Game) -> st.SearchStrategy[State]:
    """A state of the game in which it goes on."""
    fruits = st.tuples(*(st.integers(0, most) for most in game.fruits)).filter(any)
    return st.builds(State, fruits, st.integers(1, game.raven_steps))


def one_roll(game: Game, strategy: Strategy, state: State) -> Chances:
    """The probabilities of the states after one roll, dead rolls included."""
    chances = defaultdict(Fraction)
    for p, after, picks in turn(game, state):
        parts = used_parts(game, strategy) if picks else ()
        chances[after] += p * (1 - sum(q for q, _ in parts))
        for q, part in parts:
            for left, r in after_picks(game, part, after, game.picks).items():
                chances[left] += p * q * r
    return {after: p for after, p in chances.items() if p}


def after_picks(game: Game, strategy: Strategy, state: State, left: int) -> Chances:
    if not left or state.is_won:
        return {state: Fraction(1)}
    chances = defaultdict(Fraction)
    for tree, p in enumerate(_tree_chances(game, strategy, state, left)):
        if p:
            for after, q in after_picks(game, strategy, pick(state, tree), left - 1).items():
                chances[after] += p * q
    return chances


def _tree_chances(game: Game, strategy: Strategy, state: State, left: int) -> tuple[Fraction, ...]:
    """The probability of each tree to be picked from; a settled strategy has a plan in the lattice's order of trees."""
    if not strategy.plan:
        return pick_probabilities(strategy, state.fruits)
    rows = lattice(game.fruits, is_lumpable(game, strategy))
    order = sorted(range(game.trees), key=lambda i: state.fruits[i]) if rows.lumped else range(game.trees)
    chosen = order[strategy.plan[left - 1][rows.index(state.fruits), state.raven_steps - 1]]
    return tuple(Fraction(tree == chosen) for tree in range(game.trees))


def merged(game: Game, strategy: Strategy, chances: Chances) -> Chances:
    """The same with trees that are interchangeable in ascending order."""
    if not is_lumpable(game, strategy):
        return chances
    together = defaultdict(Fraction)
    for (fruits, raven_steps), p in chances.items():
        together[State(tuple(sorted(fruits)), raven_steps)] += p
    return dict(together)


def length_distribution(game: Game, strategy: Strategy, least: float = 1e-13) -> np.ndarray:
    """(2, k): the probability to lose, and to win, with roll k, until at most `least` of all games still go on."""
    chances, known, ended = {game.start: 1.0}, {}, [(0.0, 0.0)]
    while chances:
        after = defaultdict(float)
        for state, p in chances.items():
            if state not in known:
                known[state] = [
                    (s, float(q)) for s, q in merged(game, strategy, one_roll(game, strategy, state)).items()
                ]
            for next_state, q in known[state]:
                after[next_state] += p * q
        lost = sum(p for state, p in after.items() if state.is_lost)
        won = sum(p for state, p in after.items() if state.is_won)
        ended.append((lost, won))
        chances = {state: p for state, p in after.items() if not (state.is_won or state.is_lost)}
        if sum(chances.values()) < least:
            break
    return np.array(ended).T


def chi_square(counts: np.ndarray, expected: np.ndarray) -> tuple[float, int]:
    """The statistic and its degrees of freedom; cells that expect less than 10 are taken together."""
    assert not counts[expected == 0].any(), "what cannot happen did not"
    few = expected < 10
    counts, expected = ([*table[~few], table[few].sum()] for table in (counts, expected))
    if expected[-1] < 10:
        counts[-2:], expected[-2:] = [sum(counts[-2:])], [sum(expected[-2:])]
    return sum((n - m) ** 2 / m for n, m in zip(counts, expected, strict=True)), len(counts) - 1


def same_length(counts: np.ndarray, expected: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    length = max(counts.shape[1], expected.shape[1])
    return tuple(np.pad(table, ((0, 0), (0, length - table.shape[1]))) for table in (counts, expected))
