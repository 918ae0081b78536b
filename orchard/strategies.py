"""What to pick when the die shows the basket.

A strategy looks at the fruit on the trees and gives each tree a *share*: a whole number, zero for an empty tree. The
next fruit comes from tree `i` with probability `shares[i] / sum(shares)`; a basket of two picks asks twice. Shares
are whole numbers so that exact arithmetic stays exact, and are computed for a whole table of states at once.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from numbers import Rational

import numpy as np

from orchard.arguments import look_up, shown, whole_number
from orchard.rules import Game, State, pick

DEEPEST = 200  # picks of a basket that are followed one by one, in fractions
Shares = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Strategy:
    """A way to pick from the basket.

    `shares` maps fruit counts, an int array (..., trees), to shares of the same shape. A strategy without shares is
    either decided by the solver (`best` is `max` or `min`, of the probability to win) or leaves the basket unused.
    `symmetric`: permuting the trees permutes the shares, so equally coloured trees may be treated as interchangeable.
    """

    name: str
    text: str
    shares: Shares | None = None
    best: Callable | None = None
    symmetric: bool = True
    mixed: tuple[tuple[Fraction, "Strategy"], ...] = ()
    plan: tuple[np.ndarray, ...] | None = None
    players: tuple["Strategy", ...] = ()
    settled_for: Game | None = None

    @property
    def turns(self) -> tuple["Strategy", ...]:
        """The strategy of each player, in the order in which the die goes round."""
        return self.players or (self,)

    @property
    def parts(self) -> tuple[tuple[Fraction, "Strategy"], ...]:
        """What a basket roll draws from: pairs (probability, strategy that picks), which sum to 1 less if it idles."""
        if self.players:
            raise ValueError(f"strategy must be one that all players share here, got {self.name!r} by turns")
        if self.mixed:
            return tuple((p * q, part) for p, mixed in self.mixed for q, part in mixed.parts)
        return ((Fraction(1), self),) if self.shares or self.best or self.plan else ()


def fullest(fruits: np.ndarray) -> np.ndarray:
    """Share 1 for each of the fullest trees."""
    return _one(fruits == fruits.max(axis=-1, keepdims=True))


def emptiest(fruits: np.ndarray) -> np.ndarray:
    """Share 1 for each of the emptiest trees that still have fruit."""
    stock = np.where(fruits > 0, fruits, np.iinfo(fruits.dtype).max)
    return _one(stock == stock.min(axis=-1, keepdims=True))


def any_tree(fruits: np.ndarray) -> np.ndarray:
    """Share 1 for each tree that still has fruit."""
    return _one(fruits > 0)


def first_tree(fruits: np.ndarray) -> np.ndarray:
    """Share 1 for the first tree that still has fruit."""
    has_fruit = fruits > 0
    return _one(has_fruit & (has_fruit.cumsum(axis=-1) == 1))


def each_fruit(fruits: np.ndarray) -> np.ndarray:
    """A share for each fruit."""
    return fruits.astype(np.int64)


def _one(chosen: np.ndarray) -> np.ndarray:
    return chosen.astype(np.int64)


STRATEGIES = {
    strategy.name: strategy
    for strategy in (
        Strategy("max", "from the fullest tree", fullest),
        Strategy("min", "from the emptiest tree that has fruit", emptiest),
        Strategy("random", "from any tree that has fruit, all equally likely", any_tree),
        Strategy("fruit", "any fruit, all equally likely", each_fruit),
        Strategy("first", "from the first tree that has fruit, in a fixed order", first_tree, symmetric=False),
        Strategy("ignore", "nothing: the basket is a dead roll"),
        Strategy("optimal", "whatever makes winning most likely", best=max),
        Strategy("worst", "whatever makes winning least likely", best=min),
    )
}


def checked_strategy(strategy: Strategy | str, players: Iterable[Strategy | str] | None = None) -> Strategy:
    """The strategy itself, or the one of that name; or the `players` by turns, who stand in place of a strategy."""
    if players is None:
        return strategy if isinstance(strategy, Strategy) else look_up("strategy", strategy, STRATEGIES)
    if strategy not in ("max", STRATEGIES["max"]):
        raise ValueError(f"players must stand in place of a strategy, got {strategy!r} beside {players!r}")
    return taking_turns(players)


def taking_turns(players: Iterable[Strategy | str]) -> Strategy:
    """The die going round: each player has a strategy, the first one rolls first, each roll (a dead one too) is a turn.

    ValueError if there is no player, or one who is several.
    """
    if isinstance(players, str | Strategy) or not isinstance(players, Iterable):
        raise TypeError(f"players must be a sequence of strategies, got {shown(players)}")
    turns = tuple(checked_strategy(player) for player in players)
    if not turns or any(player.players for player in turns):
        raise ValueError(f"players must be at least one, each with a strategy of their own, got {turns}")
    names = ", ".join(player.name for player in turns)
    return Strategy(names, "by turns", symmetric=all(player.symmetric for player in turns), players=turns)


def mixture(parts: dict[Strategy | str, Fraction | int]) -> Strategy:
    """The strategy that draws one of several at each basket roll, with the given probabilities, which must sum to 1."""
    if not isinstance(parts, dict):
        raise TypeError(f"parts must map strategies to probabilities, got {shown(parts)}")
    mixed = tuple((_fraction(name, p), checked_strategy(name)) for name, p in parts.items())
    if sum(p for p, _ in mixed) != 1 or any(p < 0 for p, _ in mixed):
        raise ValueError(f"parts must be probabilities that sum to 1, got {', '.join(str(p) for p, _ in mixed)}")
    name = " + ".join(f"{p} {part.name}" for p, part in mixed)
    return Strategy(
        name,
        "one of several, drawn at each basket roll",
        mixed=mixed,
        symmetric=all(part.symmetric for _, part in mixed),
    )


def _fraction(name: Strategy | str, p: Fraction | int) -> Fraction:
    if isinstance(p, bool) or not isinstance(p, Rational):
        raise TypeError(f"parts must map a strategy to a Fraction, got {shown(p)} for {shown(name)}")
    return Fraction(int(p.numerator), int(p.denominator))  # NumPy's whole numbers would overflow in a Fraction


def is_lumpable(game: Game, strategy: Strategy) -> bool:
    """Whether the trees are interchangeable: equally likely colours, and a strategy that does not tell them apart."""
    return strategy.symmetric and len(set(game.colour_faces)) == 1


def used_parts(game: Game, strategy: Strategy) -> tuple[tuple[Fraction, Strategy], ...]:
    """`strategy.parts`, or none in a game whose basket allows no pick; ValueError if it is settled for another game."""
    if any(part.plan and part.settled_for != game for _, part in strategy.parts):
        raise ValueError(f"strategy {strategy.name!r} must be settled for this game, not for another, got {game}")
    return strategy.parts if game.picks else ()


def tree_shares(strategy: Strategy, fruits: np.ndarray) -> np.ndarray:
    """`strategy.shares(fruits)`; ValueError names a state in which they are no probability over trees with fruit."""
    shares = np.asarray(strategy.shares(fruits))
    if shares.shape != fruits.shape or shares.dtype.kind not in "iu":
        raise TypeError(f"shares of {strategy.name!r} must be whole numbers, one a tree, got {shown(shares)}")
    wrong = fruits.any(-1) & (np.where(fruits > 0, shares < 0, shares != 0).any(-1) | (shares.sum(-1) == 0))
    if wrong.any():
        got = f"{shares[wrong][0].tolist()} for fruits {tuple(fruits[wrong][0].tolist())}"
        raise ValueError(f"shares of {strategy.name!r} must divide a pick among trees that have fruit, got {got}")
    return shares


def pick_probabilities(strategy: Strategy, fruits: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The probability of each tree to give the next fruit, exactly, in a position with `fruits` on the trees."""
    shares = tree_shares(strategy, np.array([fruits]))[0].tolist()
    return tuple(Fraction(share, sum(shares)) for share in shares)


@lru_cache(maxsize=2**16)
def basket_outcomes(
    strategy: Strategy, fruits: tuple[int, ...], picks: int, lumped: bool
) -> dict[tuple[int, ...], Fraction]:
    """What is on the trees after `picks` picks from `fruits`, and how likely; in ascending order if `lumped`."""
    if not whole_number("basket_picks", picks, 0, DEEPEST):
        return {tuple(sorted(fruits)) if lumped else fruits: Fraction(1)}
    outcomes: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for tree, p in enumerate(pick_probabilities(strategy, fruits)):
        if p:
            left = pick(State(fruits, 1), tree).fruits
            for after, q in basket_outcomes(strategy, left, picks - 1, lumped).items():
                outcomes[after] += p * q
    return dict(outcomes)
