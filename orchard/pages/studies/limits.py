"""Orchards too large for any table: games played without a raven, and the exact law of wasted rolls.

Let K be the rolls, the raven's apart, until all fruit is picked. A strategy that does not look at the raven wins with
probability I_p(K, raven_steps), an incomplete beta function, where p is the share of faces that show no raven.

If the die shows each colour and the basket once, and the one pick is from the fullest tree, K is `trees * fruits` plus
the wasted rolls, D. Let the colour of an empty tree go on counting, below zero. Then the *gaps* between the fullest
tree and the others are a Markov chain, and add up to D when the fullest tree comes down to 0.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
from scipy.sparse import csc_array, csr_array, eye_array
from scipy.sparse.linalg import SuperLU, splu
from scipy.special import betainc

from orchard.arguments import wrong_value
from orchard.pages.studies import refuse_other_rules
from orchard.rules import Game

GAPS_A_TREE = 28  # where a gap chain is cut off: chances beyond are below 1e-12
SETTLED = 1e-15  # what a law may still change by from fruit to fruit
CHUNK = 64  # rolls between two looks at which games are over
PICKED_FROM = {  # the tree where this is highest, by the fruit (trees, games); of equals any
    "max": lambda stock: stock,
    "min": lambda stock: np.where(stock > 0, -stock, np.iinfo(stock.dtype).min),
    "random": lambda stock: stock > 0,
    "first": lambda stock: (stock > 0) * np.arange(len(stock), 0, -1)[:, None],
}


def grown(game: Game, fruits: int) -> Game:
    """The game with `fruits` on its fullest tree, and on others in proportion, at least one where there was one."""
    most = max(game.fruits)
    return replace(game, fruits=tuple(-(-fruits * fruit // most) for fruit in game.fruits))


# --- The race ---


def won_race(needed, raven_steps, game: Game):
    """The chance that `needed` other rolls come before `raven_steps` of the raven; broadcasts."""
    refuse_other_rules(game)
    return betainc(needed, raven_steps, 1 - game.raven_faces / game.faces)


def more_games(games: int, size: int, fruits: int) -> int:
    """So many games of an orchard with `size` fruits on a tree take no longer than `games` with more, `fruits`."""
    return games * max(1, fruits // (10 * size))


@lru_cache(maxsize=64)
def rolls_needed(game: Game, strategy: str = "max", games: int = 10_000, seed: int = 0) -> np.ndarray:
    """(2, games): K of games that are played without a raven, and how many of these rolls were wasted.

    The strategy is `max`, `min`, `random` or `first`. ValueError if a tree can never become empty.
    """
    refuse_other_rules(game)
    no_basket = not (game.picks and game.basket_faces)
    if no_basket and any(f and not c for f, c in zip(game.fruits, game.colour_faces, strict=True)):
        raise wrong_value("game", "have a basket, or all its colours on the die", game)
    counts = np.zeros((2, games), np.int64)
    rng, playing = np.random.default_rng(seed), np.arange(games)
    shown = np.repeat(np.arange(game.trees + 1), [*game.colour_faces, game.basket_faces])
    stock = np.repeat(np.array([*game.fruits, 0], np.int32)[:, None], games, axis=1)  # of the basket none
    while playing.size:
        for rolled in shown[rng.integers(len(shown), size=(CHUNK, playing.size))]:
            counts[:, playing] += _roll(stock, rolled, game.picks, PICKED_FROM[strategy], rng)
        going_on = stock.any(axis=0)
        stock, playing = stock[:, going_on], playing[going_on]
    return counts


def _roll(stock: np.ndarray, rolled: np.ndarray, picks: int, choose, rng: np.random.Generator) -> np.ndarray:
    """One roll of each game, a colour or the basket (the last face): whether it was needed, and whether wasted."""
    needed, where = stock.any(axis=0), (rolled, np.arange(len(rolled)))
    hit = stock[where] > 0
    stock[where] -= hit
    basket = np.flatnonzero(rolled == len(stock) - 1)
    for _ in range(picks):
        lots = rng.random((len(stock) - 1, len(basket)), np.float32)
        tree = (choose(stock[:-1, basket]) + lots).argmax(axis=0)
        stock[tree, basket] -= stock[tree, basket] > 0
    wasted = needed & ~hit
    wasted[basket] = False
    return np.stack([needed, wasted])


# --- The gap chain ---


def laws_of_wasted_rolls(trees: int, fruits: Sequence[int]) -> list[np.ndarray]:
    """P(D = 0), P(D = 1), ... for each of `fruits` on a tree, in ascending order; for up to four trees."""
    dead, visits, drop = _gap_chain(trees)
    law = np.eye(1, len(dead))[0]
    drops, settled, laws = 0, False, []
    for wanted in fruits:
        while drops < wanted and not settled:
            before, law = law, visits.solve(law) @ drop
            settled = np.abs(law - before).sum() < SETTLED
            drops += 1
        laws.append(np.bincount(dead, law))
    return laws


def _gap_chain(trees: int) -> tuple[np.ndarray, SuperLU, csr_array]:
    """The gaps between the fullest tree and the others, each time that it drops by a fruit, and their sums (n,).

    `visits` solves for the visits to each state before the next drop; `drop` (n, n) leads from these to the state
    after it.
    """
    most = GAPS_A_TREE * trees
    others = combinations_with_replacement(range(most + 1), trees - 1)
    gaps = np.array(sorted(((0, *row) for row in others if sum(row) <= most), key=sum))
    dead = gaps.sum(axis=1)
    alone = (gaps[:, 1:] > 0).all(axis=1)
    first, *others = np.eye(trees, dtype=int)
    fullest = 2 / (trees + 1)  # its own colour, or the basket
    within = _moves(gaps, (dead < most) & ~alone, first, fullest)
    for other in others:
        within += _moves(gaps, dead < most, other, 1 / (trees + 1))
    # If the fullest tree is alone it drops, and the other gaps with it.
    drop = _moves(gaps, alone, first - 1, fullest)
    return dead, splu(csc_array((eye_array(len(gaps)) - within).T), permc_spec="NATURAL"), drop


def _moves(gaps: np.ndarray, where: np.ndarray, change: np.ndarray, probability: float) -> csr_array:
    """(n, n): a roll that adds `change` to the gaps of the states `where`, each an ascending row."""
    number = {tuple(row): n for n, row in enumerate(gaps.tolist())}
    rows, ends = np.flatnonzero(where), np.sort(gaps[where] + change, axis=1)
    columns = [number[tuple(end)] for end in ends.tolist()]
    return csr_array((np.full(len(rows), probability), (rows, columns)), shape=(len(gaps), len(gaps)))
