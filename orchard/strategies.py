"""What to pick when the die shows the basket: a strategy says from which tree the next fruit comes.

What people write is a function of one position, the fruit on the trees, to which `from_function` gives a name. A basket
of two picks asks it twice. Here the pick is from the fullest tree, and from the emptiest when the raven is near:

>>> def hasty_pick(fruits, raven_steps):
...     stocks = [fruit for fruit in fruits if fruit]
...     return fruits.index(max(stocks) if raven_steps > 1 else min(stocks))
>>> hasty = from_function("hasty", hasty_pick, symmetric=True, sees_raven=True)
>>> pick_probabilities(Game(), hasty, fruits=(4, 3, 0, 1), raven_steps=1, picks_left=1)
(Fraction(0, 1), Fraction(0, 1), Fraction(0, 1), Fraction(1, 1))

There are three kinds of strategy: a `Rule`, as this one is; `Best`, which leaves the choice to the solver; a `Mixture`,
which draws one of several at each basket roll. Players who take turns are a sequence of strategies, wherever a strategy
may stand. The methods ask for all positions of a game, so a rule answers for a whole table of them at once. That is for
speed alone: the named ones below could be functions of one position as well.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from inspect import signature
from itertools import islice
from math import ceil, lcm
from numbers import Rational
from operator import index

import numpy as np

from orchard.arguments import check_memory, look_up, shown, whole_number, wrong_type, wrong_value
from orchard.rules import Game, edition_name

MOST_PLAYERS = 100
COIN = 20  # tosses of a fair coin that agree by chance less than once in a million
Weights = Callable[[Game, np.ndarray, np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Rule:
    """What is picked by the position alone.

    `weights(game, fruits, raven_steps, picks_left)` gives each tree a weight: a whole number, 0 for an empty tree. The
    next fruit comes from tree `i` with probability `weights[i] / sum(weights)`. Where all are 0 the rule *declines*:
    the rest of the basket is left alone. `picks_left` counts this pick, too.

    In one position `fruits` and the weights are rows of one number a tree, the others plain numbers. For many at once
    all have the same axes in front of that: `fruits` and weights (..., trees), `raven_steps` and `picks_left` (...).
    An axis along which nothing changes has length 1, as NumPy broadcasts.

    A rule may read the game's die and picks, not its start: values of a smaller game are read off the solution of a
    larger one. `symmetric`: if trees with equally many faces change places, so do their weights.

    >>> import numpy as np
    >>> positions = np.array([[4, 3, 0, 4], [0, 2, 1, 0]])
    >>> STRATEGIES["max"].weights(Game(), positions, raven_steps=6, picks_left=1).tolist()
    [[1, 0, 0, 1], [0, 1, 0, 0]]
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
    """Weight 1 for each of the fullest trees."""
    return _chosen(fruits == fruits.max(axis=-1, keepdims=True))


def emptiest_tree(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for each of the emptiest trees that still have fruit."""
    stock = np.where(fruits > 0, fruits, np.iinfo(fruits.dtype).max)
    return _chosen(stock == stock.min(axis=-1, keepdims=True))


def any_tree(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for each tree that still has fruit."""
    return _chosen(fruits > 0)


def any_fruit(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """A weight for each fruit."""
    return fruits


def first_tree(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for the first tree that still has fruit."""
    has_fruit = fruits > 0
    return _chosen(has_fruit & (has_fruit.cumsum(axis=-1) == 1))


def slowest_tree(game, fruits, raven_steps, picks_left) -> np.ndarray:
    """Weight 1 for the tree that takes the most rolls to empty: the largest fruit / faces, of several the fullest."""
    crossed = fruits[..., :, None] * np.array(game.colour_faces)  # f_i / c_i >= f_j / c_j as f_i c_j >= f_j c_i
    longest = (crossed >= crossed.swapaxes(-1, -2)).all(axis=-1) & (fruits > 0)
    stock = np.where(longest, fruits, -1)
    return _chosen(stock == stock.max(axis=-1, keepdims=True))


def _chosen(trees: np.ndarray) -> np.ndarray:
    """Weight 1 for these trees, 0 for others."""
    return trees.view(np.uint8)


STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Rule("max", "from the fullest tree", fullest_tree, symmetric=True),
        Rule("min", "from the emptiest tree that has fruit", emptiest_tree, symmetric=True),
        Rule("random", "from a tree at random, of those that have fruit", any_tree, symmetric=True),
        Rule("fruit", "any fruit, all equally likely", any_fruit, symmetric=True),
        Rule("first", "from the first tree that has fruit, in a favourite order", first_tree),
        Rule("slowest", "from the tree that takes the most rolls to empty", slowest_tree, symmetric=True),
        Mixture("ignore", "nothing: the basket is a wasted roll"),
        Best("optimal", "the best: whatever makes winning most likely", +1),
        Best("worst", "the worst: whatever makes winning least likely", -1),
    )
}
# A few words for a label; a strategy that is missing here goes by its name.
STRATEGY_WORDS = {
    "max": "fullest tree",
    "min": "emptiest tree",
    "random": "tree at random",
    "fruit": "fruit at random",
    "first": "favourite order",
    "slowest": "slowest tree",
    "ignore": "forgets the basket",
    "optimal": "best pick",
    "worst": "worst pick",
}


def strategy_words(strategy: Strategy | str) -> str:
    """What a strategy picks, in a few words: a label where nobody knows `max`."""
    name = getattr(strategy, "name", strategy)
    return STRATEGY_WORDS.get(name, name)


# --- made to order ---


def from_function(name: str, function: Callable, symmetric: bool = False, sees_raven: bool = False) -> Rule:
    """The strategy that asks `function(fruits)`, or `function(fruits, raven_steps)` if it `sees_raven`, what to do.

    `fruits` is the tuple of the fruit counts. It returns the tree to pick from (0 is the first), or Fractions that sum
    to 1, one a tree, or `()` to leave the rest of this basket alone. If permuting the trees only permutes its answer,
    declare it `symmetric`: then it is called for far fewer positions.

    It is asked once for all games, so it must be *pure*: it draws nothing and remembers nothing. A draw is written as
    Fractions, or as a `mixture` if it is made once a basket. Each position is asked twice, in few positions up to 21
    times; ValueError if an answer differs (of a fair coin one in a million escapes). ValueError or TypeError for
    another answer, with the position; TypeError for another signature.

    >>> last = from_function("last", lambda fruits: max(i for i, fruit in enumerate(fruits) if fruit))
    >>> last.text
    'a function of the fruit'
    """
    if not callable(function):
        raise wrong_type("function", "be a function of the fruit counts", function)
    seen = ("fruits", "raven_steps")[: 1 + sees_raven]
    if not _takes(function, seen):
        raise wrong_type("function", f"take ({', '.join(seen)}), with sees_raven={sees_raven}", function)
    text = "a function of the fruit" + " and the raven's steps" * sees_raven
    return Rule(name, text, partial(_answers, name, function, sees_raven), symmetric)


def _answers(name: str, function: Callable, sees_raven: bool, game, fruits, raven_steps, picks_left) -> np.ndarray:
    """The weights of a Rule whose function is asked in each position of the table."""
    seen = np.asarray(raven_steps) if sees_raven else np.array(1)
    stocks, ravens = np.broadcast_arrays(fruits, seen[..., None])
    pairs = zip(stocks.reshape(-1, game.trees).tolist(), ravens[..., 0].ravel().tolist(), strict=True)
    positions = [(tuple(stock), raven)[: 1 + sees_raven] for stock, raven in pairs]
    weights = [_answer_weights(name, function, position) for position in positions]
    _ask_again(name, function, positions, weights)
    return np.array(weights, np.int64).reshape(stocks.shape)


def _ask_again(name: str, function: Callable, positions: list[tuple], weights: list[list[int]]) -> None:
    """ValueError if an answer differs when all positions are asked again, in another order."""
    with_choice = sum(sum(map(bool, fruits)) > 1 for fruits, *_ in positions)
    rng = np.random.default_rng(0)
    for _ in range(ceil(COIN / max(1, with_choice))):
        for i in rng.permutation(len(positions)).tolist():
            again = _answer_weights(name, function, positions[i])
            if again != weights[i]:
                must = f"answer alike whenever it is asked, for fruits {positions[i][0]}: {PURE}"
                raise wrong_value(name, must, f"{weights[i]}, then {again}")


def _answer_weights(name: str, function: Callable, position: tuple) -> list[int]:
    """Whole weights in the proportions of the function's answer, on a common denominator."""
    fruits = position[0]
    if not any(fruits):
        return [0] * len(fruits)
    answer = function(*position)
    chances = _chances(answer, len(fruits))
    if not chances:  # it declines
        return [0] * len(fruits)
    where = f"fruits {', raven_steps '.join(map(str, position))}"
    if not all(isinstance(p, Rational) for p in chances):
        raise wrong_type(name, f"return a tree, or Fractions, or () to decline, for {where}", answer)
    possible = all(p == 0 or (p > 0 and fruit) for p, fruit in zip(chances, fruits, strict=False))
    if len(chances) != len(fruits) or sum(chances) != 1 or not possible:
        raise wrong_value(name, f"return a tree that has fruit, or probabilities that sum to 1, for {where}", answer)
    unit = lcm(*(Fraction(p).denominator for p in chances))
    if unit >= 2**60:  # weights are added up in 64 bits
        raise wrong_value(name, f"return Fractions with a common denominator below 2**60 for {where}", answer)
    return [int(p * unit) for p in chances]


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


def favourite(tree: int, then: str = "random") -> Rule:
    """Pick from `tree` (0 is the first) as long as it has fruit, then by `random` or by `max`.

    TypeError or ValueError for anything else, and in a game that lacks the tree.

    >>> favourite(0, then="max").text
    'from tree 1 as long as it has fruit, then by max'
    """
    tree = whole_number("tree", tree, 0)
    look_up("then", then, AFTER_THE_FAVOURITE)
    return _favourite(tree, then)


AFTER_THE_FAVOURITE = {"random": any_tree, "max": fullest_tree}


@lru_cache(maxsize=64)  # so that the same favourite is the same strategy
def _favourite(tree: int, then: str) -> Rule:
    text = f"from tree {tree + 1} as long as it has fruit, then by {then}"
    return Rule(f"favourite {tree}, {then}", text, partial(_favourite_weights, tree, AFTER_THE_FAVOURITE[then]))


def _favourite_weights(tree: int, otherwise: Weights, game, fruits, raven_steps, picks_left) -> np.ndarray:
    if tree >= game.trees:
        raise wrong_value("tree", f"be one of the game's {game.trees}, from 0", tree)
    here = np.eye(game.trees, dtype=np.int64)[tree]
    return np.where(fruits[..., [tree]] > 0, here, otherwise(game, fruits, raven_steps, picks_left))


# --- players, and parts ---


def strategy_of(strategy: Strategy | str) -> Strategy:
    """The strategy itself, or the one of that name."""
    return strategy if isinstance(strategy, Strategy) else look_up("strategy", strategy, STRATEGIES)


def players_of(strategy: Asked) -> tuple[Strategy, ...]:
    """The strategy of each player, in the order in which the die goes round; of one, if one strategy is given.

    Names may stand in one string. ValueError for an unknown name, or more than MOST_PLAYERS; TypeError for no strategy.

    >>> [player.name for player in players_of("max,max,random")]
    ['max', 'max', 'random']
    """
    if isinstance(strategy, str):
        strategy = [name.strip() for name in strategy.split(",")]
    if isinstance(strategy, Strategy) or not isinstance(strategy, Sequence):
        return (strategy_of(strategy),)
    if not 1 <= len(strategy) <= MOST_PLAYERS:
        raise wrong_value("strategy", f"hold at least one player, at most {MOST_PLAYERS}", strategy)
    return tuple(strategy_of(player) for player in strategy)


def next_player(player: int, players: Sequence[Strategy]) -> int:
    """Who rolls after this player: after the last one the first."""
    return 0 if player == len(players) - 1 else player + 1


def as_given(players: tuple[Strategy, ...]) -> Strategy | tuple[Strategy, ...]:
    """A strategy if there is one for all, else those of the players."""
    return players[0] if len(players) == 1 else players


def in_few_words(game: Game, players: Sequence[Strategy]) -> str:
    """A game, and what each player picks: "First Orchard, 6 raven rolls, fullest tree"."""
    return f"{edition_name(str(game))}, {', then '.join(map(strategy_words, players))}"


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


# --- what a strategy is asked ---


def pick_probabilities(
    game: Game, rule: Rule, fruits: tuple[int, ...], raven_steps: int, picks_left: int
) -> tuple[Fraction, ...]:
    """The probability of each tree to give the next fruit in one position, exactly; all 0 where the rule declines.

    `picks_left` includes this pick.
    """
    weights = rule_weights(game, rule, np.array(fruits), np.array(raven_steps), np.array(picks_left)).tolist()
    return tuple(Fraction(weight, max(1, sum(weights))) for weight in weights)


def pick_weights(game: Game, rule: Rule, fruits: np.ndarray, lumped: bool) -> np.ndarray:
    """(picks or 1, n, steps + 1 or 1, t): the weights of a rule for the fruit states `fruits` (t, n) of a game.

    By the picks left, from 1 up (never more than there is fruit), and the raven's steps, from 0 up; an axis that the
    rule does not look at is 1. ValueError if trees are `lumped`, and it matters to the rule which is which.
    """
    weights, trees = _weights_for_all(game, rule, fruits), np.arange(game.trees)
    if lumped:
        moved_on, first_two_swapped = np.roll(trees, 1), np.append(trees[1::-1], trees[2:])
        for order in (moved_on, first_two_swapped):  # of which every other order can be made
            permuted = _weights_for_all(game, rule, fruits[order])
            _check_symmetry(rule, fruits.T, weights, permuted[..., order.argsort()])
    return weights


def _weights_for_all(game: Game, rule: Rule, fruits: np.ndarray) -> np.ndarray:
    """As `pick_weights`, unchecked."""
    raven_steps = np.maximum(1, np.arange(game.raven_steps + 1))  # nobody picks with 0 steps left
    fruit_left = np.maximum(1, fruits.sum(axis=0))[:, None]
    picks_left = np.minimum(np.arange(1, game.picks + 1)[:, None, None], fruit_left)
    weights = rule_weights(game, rule, fruits.T[:, None], raven_steps, picks_left)
    return weights if weights.ndim == 4 else weights[None]


def as_probabilities(weights: np.ndarray, number: type) -> np.ndarray:
    """Weights (..., t) as probabilities of the trees, floats or Fractions; all zero where nothing is picked."""
    total = np.maximum(1, weights.sum(axis=-1, keepdims=True))
    if number is float:
        return weights / total
    return weights.astype(object) * (Fraction(1) / total.astype(object))


# --- what is no strategy ---


def rule_weights(game: Game, rule: Rule, fruits: np.ndarray, raven_steps, picks_left) -> np.ndarray:
    """`rule.weights`, all zero where it declines and where no fruit is left.

    TypeError or ValueError for anything but whole weights, none below zero, and none for an empty tree.
    """
    weights = np.asarray(rule.weights(game, fruits, raven_steps, picks_left))
    if weights.shape[-1:] != fruits.shape[-1:] or weights.dtype.kind not in "iu":
        raise wrong_type("strategy", f"give whole weights, one a tree, as {rule.name!r} does not", weights)
    positions = np.broadcast(fruits[..., 0], raven_steps, picks_left).shape
    try:
        np.broadcast_to(weights[..., 0], positions)
    except ValueError:
        must = f"give weights that broadcast, as {rule.name!r} does not"
        raise wrong_type("strategy", must, weights.shape) from None
    check_memory("fruits", weights.size // game.trees, 25 * game.trees)  # three numbers for each
    weights = weights * fruits.any(axis=-1, keepdims=True)
    wrong = (((weights != 0) & (fruits == 0)) | (weights < 0)).any(axis=-1)
    if wrong.any():
        stock = tuple(np.broadcast_to(fruits, weights.shape)[wrong][0].tolist())
        must = f"divide a pick among the trees that have fruit, as {rule.name!r} does not for fruits {stock}"
        raise wrong_value("strategy", must, weights[wrong][0].tolist())
    return weights


def _check_symmetry(rule: Rule, fruits: np.ndarray, weights: np.ndarray, permuted: np.ndarray) -> None:
    """ValueError unless equally full trees of `fruits` (n, t) have the same share of a pick as when `permuted`."""
    if (weights == permuted).all():
        return
    equally_full = fruits[:, None, :, None] == fruits[:, None, None, :]
    shares = as_probabilities(weights, float)
    apart = shares - as_probabilities(permuted, float)
    differs = abs((equally_full @ apart[..., None])[..., 0]) > 1e-9
    if differs.any():
        state = int(np.argwhere(differs)[0][1])
        must = f"permute its weights with the trees, being symmetric, as {rule.name!r} does not"
        raise wrong_value("strategy", must, f"fruits {tuple(fruits[state].tolist())}")


# What a function that draws, or remembers, should do instead.
PURE = "to draw return Fractions, one a tree, or use `mixture`, and remember nothing"


def _takes(function: Callable, arguments: tuple) -> bool:
    """Whether it can be called so, as far as Python knows."""
    try:
        signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # a built-in one, of which Python does not know
        return True
    return True


def _chances(answer: object, trees: int) -> list:
    """The answer as a list of probabilities: a tree's number is a certain one."""
    try:
        chosen = index(answer)
    except TypeError:
        several = isinstance(answer, Sequence | np.ndarray) and getattr(answer, "ndim", 1)
        return list(islice(answer, trees + 1)) if several else [answer]
    return [int(tree == chosen) for tree in range(trees)]


def _fraction(key: Strategy | str, p: Fraction | int) -> Fraction:
    if isinstance(p, bool) or not isinstance(p, Rational):
        raise wrong_type("parts", f"map {shown(key)} to a Fraction", p)
    return Fraction(int(p.numerator), int(p.denominator))  # NumPy's whole numbers would overflow in a Fraction


def refuse_best(players: Sequence[Strategy]) -> None:
    """ValueError if a strategy leaves a choice to the solver."""
    for player in players:
        for _, part in parts_of(player):
            if isinstance(part, Best):
                hint = f'solve(game, "{part.name}").strategy'
                raise wrong_value("strategy", f"be one that does not look ahead, such as {hint}", player.name)
