"""What to pick when the die shows the basket: a strategy says from which tree the next fruit comes.

There are three kinds: a `Rule`, which goes by the position alone; `Best`, which leaves the choice to the solver; a
`Mixture`, which draws one of several at each basket roll. Players who take turns are a sequence of strategies, wherever
a strategy may stand. The methods ask for all positions of a game, so a rule answers for a whole table of them at once.
That is for speed alone: the named ones below could be functions of one position, as those that people write are, to
which `from_function` gives a name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Rational

import numpy as np

from orchard.arguments import look_up, shown, wrong_type, wrong_value
from orchard.rules import Game

Weights = Callable[[Game, np.ndarray, np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Rule:
    """What is picked by the position alone.

    `weights(game, fruits, raven_steps, picks_left)` gives each tree a weight: a whole number, or True for 1; 0 for an
    empty tree. The next fruit comes from tree `i` with probability `weights[i] / sum(weights)`. Where all are 0 the
    rule *declines*: the rest of the basket is left alone. `picks_left` counts this pick, too.

    In one position `fruits` and the weights are rows of one number a tree, the others plain numbers. For many at once
    all have the same axes in front of that: `fruits` and weights (..., trees), `raven_steps` and `picks_left` (...).
    An axis along which nothing changes has length 1, as NumPy broadcasts.

    A rule may read the game's die and picks, but not how much fruit and how many steps it begins with: so a smaller
    game is a part of the solution of a larger one. `symmetric`: if trees with equally many faces change places, so do
    their weights.

    >>> import numpy as np
    >>> positions = np.array([[4, 3, 0, 4], [0, 2, 1, 0]])
    >>> STRATEGIES["max"].weights(Game(), positions, raven_steps=6, picks_left=1).astype(int)
    array([[1, 0, 0, 1],
           [0, 1, 0, 0]])
    """

    name: str
    text: str
    weights: Weights = field(repr=False)
    symmetric: bool = False


@dataclass(frozen=True)
class Best:
    """The pick with the likeliest win (`sign` +1), or the least likely one (-1), which the solver finds.

    >>> STRATEGIES["optimal"].sign
    1
    """

    name: str
    text: str
    sign: int


@dataclass(frozen=True)
class Mixture:
    """A strategy that draws one of its `parts` at each basket roll: pairs (probability, Rule or Best).

    Where they sum to less than 1 the rest of the baskets is left alone; `ignore` has no parts. `mixture` makes them.

    >>> [(probability, part.name) for probability, part in mixture({"max": 1}).parts]
    [(Fraction(1, 1), 'max')]
    """

    name: str
    text: str
    parts: tuple[tuple[Fraction, Rule | Best], ...] = ()


Strategy = Rule | Best | Mixture
Asked = Strategy | str | Sequence[Strategy | str]  # what may be asked for: by name too, or players in turn


# --- the named ones ---


def fullest_tree(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for each of the fullest trees. (Where no tree has fruit, nobody looks at the weights.)"""
    return fruits == fruits.max(axis=-1, keepdims=True)


def emptiest_tree(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for each of the emptiest trees that still have fruit."""
    stock = np.where(fruits > 0, fruits, np.iinfo(fruits.dtype).max)
    return stock == stock.min(axis=-1, keepdims=True)


def any_tree(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for each tree that still has fruit."""
    return fruits > 0


def any_fruit(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """A weight for each fruit."""
    return fruits


def first_tree(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for the first tree that still has fruit."""
    has_fruit = fruits > 0
    return has_fruit & (has_fruit.cumsum(axis=-1) == 1)


def slowest_tree(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for the tree that takes the most rolls to empty: the largest fruit / faces.

    Of several the one with the rarest colour, which has least fruit.
    """
    stock = np.where(slowest_trees(game, fruits), fruits, np.inf)
    return stock == stock.min(axis=-1, keepdims=True)


def slowest_trees(game, fruits) -> np.ndarray:
    """Whether a tree takes the most rolls to empty, and none takes more."""
    crossed = fruits[..., :, None] * np.array(game.colour_faces)  # f_i / c_i >= f_j / c_j as f_i c_j >= f_j c_i
    return (crossed >= crossed.swapaxes(-1, -2)).all(axis=-1) & (fruits > 0)  # crossed[..., i, j]


# Each says what we pick, first in a phrase, then after a comma or a colon more exactly.
STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Rule("max", "from the fullest tree", fullest_tree, symmetric=True),
        Rule("min", "from the emptiest tree, of those that have fruit", emptiest_tree, symmetric=True),
        Rule("random", "from a tree at random, of those that have fruit", any_tree, symmetric=True),
        Rule("fruit", "any fruit, all equally likely", any_fruit, symmetric=True),
        Rule("first", "from the first tree that has fruit, in a favourite order", first_tree),
        Rule("slowest", "from the slowest tree (most fruit for each face of its colour)", slowest_tree, symmetric=True),
        Mixture("ignore", "not at all: the basket is a wasted roll"),
        Best("optimal", "as well as can be: whatever makes winning most likely", +1),
        Best("worst", "as badly as can be: whatever makes winning least likely", -1),
    )
}


# --- made to order ---


def mixture(parts: Mapping[Strategy | str, Fraction | int]) -> Mixture:
    """The strategy that draws one of several at each basket roll, with the given probabilities.

    ValueError if they do not sum to 1, or for an unknown name; TypeError for no strategy, Fraction or whole number.

    >>> from fractions import Fraction
    >>> mixture({"max": Fraction(2, 3), "ignore": Fraction(1, 3)}).name
    '2/3 max + 1/3 ignore'
    """
    if not isinstance(parts, Mapping):
        raise wrong_type("parts", "map strategies to probabilities", parts)
    drawn = [(_fraction(key, p), strategy_of(key)) for key, p in parts.items()]
    chances = [p for p, _ in drawn]
    if sum(chances) != 1 or min(chances) < 0:
        raise wrong_value("parts", "be probabilities that sum to 1", ", ".join(map(str, chances)))
    name = " + ".join(f"{p} {strategy.name}" for p, strategy in drawn)
    flat = tuple((p * q, part) for p, strategy in drawn if p for q, part in parts_of(strategy))
    return Mixture(name, "one of several, drawn at each basket roll", flat)


# --- players, and parts ---


def strategy_of(strategy: Strategy | str) -> Strategy:
    """The strategy itself, or the one of that name."""
    return strategy if isinstance(strategy, Strategy) else look_up("strategy", strategy, STRATEGIES)


def players_of(strategy: Asked) -> tuple[Strategy, ...]:
    """The strategy of each player, in the order in which the die goes round; of one, if one strategy is given.

    Names may stand in one string. ValueError for an unknown name, or no player; TypeError for no strategy.

    >>> [player.name for player in players_of("max,max,random")]
    ['max', 'max', 'random']
    """
    if isinstance(strategy, str):
        strategy = [name.strip() for name in strategy.split(",")]
    if isinstance(strategy, Strategy) or not isinstance(strategy, Sequence):
        return (strategy_of(strategy),)
    if not strategy:
        raise wrong_value("strategy", "hold at least one player", strategy)
    return tuple(strategy_of(player) for player in strategy)


def next_player(player: int, players: Sequence[Strategy]) -> int:
    """Who rolls after this player: after the last one the first."""
    return (player + 1) % len(players)


def as_given(players: tuple[Strategy, ...]) -> Strategy | tuple[Strategy, ...]:
    """The strategy of one player alone, else those of the players."""
    return players[0] if len(players) == 1 else players


def in_turn(players: Sequence[Strategy]) -> str:
    """The names of players, which `players_of` reads if they are those of STRATEGIES."""
    return ",".join(player.name for player in players)


def parts_of(strategy: Strategy) -> tuple[tuple[Fraction, Rule | Best], ...]:
    """What a basket roll draws from: pairs (probability, Rule or Best)."""
    return strategy.parts if isinstance(strategy, Mixture) else ((Fraction(1), strategy),)


def used_parts(game: Game, strategy: Strategy) -> tuple[tuple[Fraction, Rule | Best], ...]:
    """`parts_of` the strategy that matter in this game: none if its basket allows no pick."""
    return parts_of(strategy) if game.picks else ()


def is_lumpable(game: Game, players: Sequence[Strategy]) -> bool:
    """Whether the trees are interchangeable: equally likely colours, and no strategy that tells them apart."""
    if len(set(game.colour_faces)) > 1:
        return False
    return all(isinstance(part, Best) or part.symmetric for player in players for _, part in parts_of(player))


def _fraction(key: Strategy | str, p: Fraction | int) -> Fraction:
    if not isinstance(p, Rational):
        raise wrong_type("parts", f"map {shown(key)} to a Fraction", p)
    return Fraction(int(p.numerator), int(p.denominator))  # NumPy's whole numbers would overflow in a Fraction


def refuse_best(players: Sequence[Strategy]) -> None:
    """ValueError if a strategy leaves a choice to the solver."""
    for player in players:
        for _, part in parts_of(player):
            if isinstance(part, Best):
                hint = f'solve(game, "{part.name}").strategy'
                raise wrong_value("strategy", f"be one that does not look ahead, such as {hint}", player.name)
