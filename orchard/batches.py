"""A batch of games played at once, in lockstep: what `simulate` spends its time in."""

from collections.abc import Callable
from functools import partial
from itertools import cycle

import numpy as np

from orchard.lattice import Lattice, checked_lattice
from orchard.rolltable import ROUND, RollTable, basket_ways, roll_table
from orchard.rules import Game
from orchard.strategies import Strategy, is_lumpable, tree_shares, used_parts

Outcomes = tuple[np.ndarray, np.ndarray]
BatchPlayer = Callable[[int, np.random.Generator], Outcomes]
Picker = Callable[[np.ndarray, np.ndarray, np.random.Generator], np.ndarray]

LARGEST = 2**25  # entries of a roll table beyond which games are played without one


def batch_player(game: Game, strategy: Strategy) -> BatchPlayer:
    """A function (games, rng) -> (counts, winners).

    `counts[0, k]` of the games were lost and `counts[1, k]` won after `k` rolls; `winners` are the numbers, from 0, of
    those won.
    """
    states = checked_lattice(game.fruits, is_lumpable(game, strategy), 8 * game.trees * (2 + game.picks))
    rows = len(states) * game.raven_steps * len(strategy.turns)
    if rows * game.faces * basket_ways(game, strategy, states) > LARGEST:
        return partial(play_by_steps, game, strategy, states)
    return partial(play_by_table, roll_table(game, strategy, states))


def play_by_table(table: RollTable, games: int, rng: np.random.Generator) -> Outcomes:
    """Play games in lockstep, `table.rolls` rolls at each look-up, and collect those that ended once in ROUND rolls."""
    at, game = np.full(games, table.start, np.int32), np.arange(games, dtype=np.int32)
    small = np.uint16 if table.ways <= 2**16 else np.uint32
    place = np.empty(games, np.int64)
    counts, winners = [np.zeros((2, 1), np.int64)], []
    while len(at):
        for way in rng.integers(table.ways, size=(ROUND // table.rolls, len(at)), dtype=small):
            np.add(at, way, out=place[: len(at)])
            table.places.take(place[: len(at)], out=at, mode="clip")
        live = at >= 2 * ROUND * table.ways
        ended, going = np.flatnonzero(~live), np.flatnonzero(live)
        row = at.take(ended) // np.int32(table.ways)
        # Rows count the rolls since the end of the game, so the last row is the first of these ROUND rolls.
        counts.append(np.bincount(row, minlength=2 * ROUND).reshape(2, ROUND)[:, ::-1])
        winners.append(game.take(ended[row >= ROUND]))
        at, game = at.take(going), game.take(going)
    return np.concatenate(counts, axis=1), np.concatenate(winners)


def play_by_steps(game: Game, strategy: Strategy, states: Lattice, games: int, rng: np.random.Generator) -> Outcomes:
    """Play games by looking up each roll, and each pick of a basket, on its own: for games too large for a table."""
    colour = np.repeat(np.arange(game.trees), game.colour_faces)
    pickers = cycle([_pickers(game, player, states) for player in strategy.turns])
    after = np.where(states.after < len(states), states.after, np.arange(len(states)))
    fruit, raven = np.full(games, len(states) - 1), np.full(games, game.raven_steps)
    number, counts, winners = np.arange(games), [(0, 0)], []
    while len(fruit):
        face = rng.integers(game.faces, size=len(fruit))
        picked = np.flatnonzero(face < len(colour))
        basket = np.flatnonzero((face >= len(colour)) & (face < len(colour) + game.basket_faces))
        fruit[picked] = after[colour[face[picked]], fruit[picked]]
        fruit[basket] = _empty_basket(next(pickers), fruit[basket], raven[basket], rng)
        raven -= face >= len(colour) + game.basket_faces
        won = fruit == 0
        counts.append((np.count_nonzero(raven == 0), np.count_nonzero(won)))
        winners.append(number[won])
        live = (raven > 0) & ~won
        fruit, raven, number = fruit[live], raven[live], number[live]
    return np.array(counts).T, np.concatenate(winners)


def _pickers(game: Game, strategy: Strategy, states: Lattice) -> list[tuple[float, list[Picker]]]:
    """For each part of the strategy its probability, and the functions that make its picks one after the other."""
    lefts = range(game.picks, 0, -1)
    return [(float(p), [_picker(part, states, left) for left in lefts]) for p, part in used_parts(game, strategy)]


def _empty_basket(
    pickers: list[tuple[float, list[Picker]]], fruit: np.ndarray, raven: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """The fruit states after a basket roll."""
    level, after = rng.random(len(fruit)), fruit.copy()
    for p, picks in pickers:
        mine = np.flatnonzero((level >= 0) & (level < p))
        for picker in picks:
            after[mine] = picker(after[mine], raven[mine], rng)
        level -= p
    return after


def _picker(strategy: Strategy, states: Lattice, left: int) -> Picker:
    """The function (fruit state, raven steps, rng) -> fruit state after a pick, with `left` picks to be made."""
    after = np.where(np.arange(len(states)) > 0, states.after, 0)
    if strategy.plan is not None:
        return lambda fruit, raven, rng: after[strategy.plan[left - 1][fruit, raven - 1], fruit]
    shares = tree_shares(strategy, states.fruits)
    only = states.only_successor(shares)
    if only is not None:
        return lambda fruit, raven, rng: only[fruit]
    edges = shares.cumsum(axis=1)
    totals = np.maximum(1, edges[:, -1])
    last = shares.shape[1] - 1

    def draw(fruit: np.ndarray, raven: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        tree = (rng.integers(totals[fruit])[:, None] >= edges[fruit]).sum(axis=1)
        return after[np.minimum(tree, last), fruit]

    return draw
