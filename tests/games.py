"""Random small games and strategies of every kind, for laws that hold for all games."""

from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
from hypothesis import strategies as st

from orchard import STRATEGIES, Best, Game, Rule, State, Strategy, from_function, mixture, solve
from orchard.strategies import players_of

RULES = [strategy for strategy in STRATEGIES.values() if isinstance(strategy, Rule)]
BEST = [strategy for strategy in STRATEGIES.values() if isinstance(strategy, Best)]
IGNORE = STRATEGIES["ignore"]


def _by_picks(game, fruits, raven_steps, picks_left):
    """The last pick from any tree, those before from any fruit."""
    return np.where(np.asarray(picks_left)[..., None] == 1, (fruits > 0).astype(int), fruits)


def _by_whim(game, fruits, raven_steps, picks_left):
    """Any tree, but a third of all positions it declines, at the first pick or at a later one."""
    whim = (fruits.sum(axis=-1) + raven_steps + np.asarray(picks_left)) % 3
    return (fruits > 0) * np.minimum(1, whim)[..., None]


def _by_raven(fruits: tuple[int, ...], raven_steps: int) -> list[Fraction]:
    """A fullest tree while the raven is far, an emptiest when it is near; of several each is as likely."""
    stocks = [fruit for fruit in fruits if fruit]
    stock = max(stocks) if raven_steps > 1 else min(stocks)
    return [Fraction(fruit == stock, fruits.count(stock)) for fruit in fruits]


LOOKING = BY_PICKS, BY_RAVEN, BY_WHIM = (  # rules that look at more than the fruit
    Rule("by picks", "looks at fruit and picks", _by_picks, symmetric=True),
    from_function("by raven", _by_raven, symmetric=True, sees_raven=True),
    Rule("by whim", "declines now and then", _by_whim, symmetric=True),
)


@cache
def anything(seed: int, declines: bool = False) -> Rule:
    """A strategy that picks from wherever it likes, likely in one way here and in another there, or also declines."""

    def chances(fruits: tuple[int, ...]) -> list[Fraction]:
        rng = Random(f"{seed}{fruits}")
        shares = [fruit and rng.choice((0, 0, 1, 2)) for fruit in fruits]
        if not any(shares):
            shares = () if declines else fruits
        return [Fraction(share, sum(shares)) for share in shares]

    return from_function(f"anything {seed}{' or nothing' * declines}", chances)


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


def one_or_mixed(parts: st.SearchStrategy[Strategy]) -> st.SearchStrategy[Strategy]:
    """One of the parts, or a mixture of two."""
    share = st.integers(0, 6).map(lambda n: Fraction(n, 6))
    two = st.lists(parts, min_size=2, max_size=2, unique_by=lambda part: part.name)
    return parts | st.builds(lambda pair, p: mixture({pair[0]: p, pair[1]: 1 - p}), two, share)


picking = st.sampled_from([*RULES, *LOOKING, IGNORE]) | st.builds(anything, st.integers(0, 999), st.booleans())
rules = one_or_mixed(picking)
strategies = one_or_mixed(picking | st.sampled_from(BEST))
players = st.lists(strategies, min_size=1, max_size=3).map(tuple)


def without_best(game: Game, strategy) -> tuple[Strategy, ...]:
    """The players, with the solver's answer in place of what is left to it."""
    return players_of(solve(game, strategy).strategy)


def states(game: Game) -> st.SearchStrategy[State]:
    """A state of the game in which it goes on."""
    fruits = st.tuples(*(st.integers(0, most) for most in game.fruits)).filter(any)
    return st.builds(State, fruits, st.integers(1, game.raven_steps))
