"""The probability of winning from every state: Bellman's equation, solved from little fruit to much.

V_p(f, r) is that probability with fruit f on the trees, the raven r steps away, and player p to roll. Player q rolls
next: p + 1, and after the last player 0. Of the F faces of the die c_i show colour i, W the raven and B the basket,
which allows b picks. D_p of them, in (f, r), are wasted: the colours of empty trees, and baskets left alone. With sums
over trees i with fruit,

    F V_p(f, r) = sum_i c_i V_q(f - e_i, r) + B T_b(f, r) + W V_q(f, r - 1) + D_p V_q(f, r)

    V_p(f, 0) = 0: the raven is in the orchard       V_p(0, r) = 1 for r > 0: no fruit is left

where e_i is a fruit of tree i. T_k(f, r) is the probability of winning while k picks are still to be made, each from
tree i with probability w_i / sum_i w_i:

    T_k(f, r) = sum_i w_i T_{k-1}(f - e_i, r) / sum_i w_i       T_0 = V_q       T_k(0, r) = 1 for r > 0

Where a strategy declines all w_i are 0. A first pick declined is a wasted basket; after it, T_k(f, r) = V_q(f, r).
Where the solver chooses, T_k is the largest T_{k-1}(f - e_i, r), or the smallest. A strategy that mixes several has for
each of its parts a T_k, and a B: its share of the baskets. (For this game: panadestein, "A Markovian nursery game".)

In two-by-two with the fullest tree T_1((1, 2), 2) = V((1, 1), 2) = 121/144, T_2((1, 2), 2) = V((0, 1), 2) = 8/9, and
V((1, 2), 2) = (22/27 + 121/144 + 8/9 + 65/144) / 4 = 647/864: the colours lead to (0, 2) and (1, 1), the basket to
(0, 1), and the raven to V((1, 2), 1) = 65/144.

*Layers.* The states with the same amount of fruit are a layer. A pick leads one layer down, so `solve` goes through the
layers, and in each from the nearest raven to the farthest.

*Wasted rolls.* Let a_p be the right side without D_p V_q: F V_p = a_p + D_p V_q. Put one equation into the other, once
round the circle of players:

    S = a_0 + D_0/F (a_1 + D_1/F (a_2 + ...))       U = F - D_0 (D_1/F) (D_2/F) ...       V_0 = S / U

With one player that is V = a / (F - D). The others' follow from V_0, the last player's first.

*Fractions* are stored as V `one`, a whole number, with a common denominator `one`. From (f, r) at most fruit + steps
changes follow one another, and each divides by one U and one sum of weights. So no division leaves a remainder with

    one = (lcm(U) lcm(sums of w)) ^ (fruit + steps)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial, reduce
from itertools import pairwise
from math import lcm
from typing import NamedTuple

import numpy as np

from orchard.arguments import check_memory, check_time, whole_number, wrong_value, yes_or_no
from orchard.rules import Game, State, basket_ways, checked_game, checked_live_state, checked_state
from orchard.states import States, all_states, count_states
from orchard.strategies import (
    Asked,
    Best,
    Mixture,
    Rule,
    Strategy,
    as_given,
    checked_players,
    is_lumpable,
    name_of,
    next_player,
    parts_of,
    pick_weights,
    used_parts,
)

MOST_PICKS = 3 * 10**7  # picks that fractions follow in some minutes
ROUNDING = 1e-12  # floats that differ by less, relative to the best, count as equal
BEST = {+1: np.maximum, -1: np.minimum}


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """The probability of winning `game`, from its start and from every later state, for each player to roll.

    `players`: their strategies as asked for. `strategy`: the same, made playable: each `Best` in it is a Rule that
    picks what was found best, of several best trees the fullest (for the worst, the emptiest), else by lot.
    `values` (players, n, steps + 1): V times `one`, by player, fruit state of `states`, and raven steps; whole numbers
    for fractions, else `one` is 1.
    """

    game: Game
    players: tuple[Strategy, ...]
    states: States
    values: np.ndarray
    one: float | int = 1.0

    def __repr__(self) -> str:
        name = name_of(as_given(self.players))
        return f"Solution({self.game}, strategy={name!r}, win_probability={self.win_probability!r})"

    @property
    def exact(self) -> bool:
        """Whether values are fractions."""
        return self.values.dtype == object

    @property
    def win_probability(self) -> float | Fraction:
        """That of the start, with the first player to roll."""
        return self._value(self.game.start, 0)

    def value(self, fruits: tuple[int, ...], raven_steps: int, player: int = 0) -> float | Fraction:
        """The probability of winning from a state of this game; ValueError if it has no such state or player."""
        return self._value(checked_state(self.game, fruits, raven_steps), self._checked_player(player))

    def table(self, player: int = 0) -> np.ndarray:
        """(n, steps): the values of all fruit states (`states.fruits`) with the raven 1, 2, ... steps away."""
        values = self.values[self._checked_player(player), :, 1:]
        return values * Fraction(1, self.one) if self.exact else values

    @property
    def positions(self) -> Iterator[State]:
        """Every state in which the game goes on, each after all that it can lead to.

        Of permutations of interchangeable trees only one.
        """
        order = np.argsort(np.argsort(self.game.fruits, kind="stable")) if self.states.lumped else slice(None)
        for fruits in map(tuple, self.states.fruits[order].T[1:].tolist()):
            yield from (State(fruits, r) for r in range(1, self.game.raven_steps + 1))

    def best_picks(
        self, fruits: tuple[int, ...], raven_steps: int, picks: int | None = None, player: int = 0
    ) -> tuple[tuple[int, ...], ...]:
        """All best ways to use a basket of `picks` picks (by default the game's), if the game then goes on as solved.

        Each is the tuple of the trees to pick from, ascending, counted from 0. If the strategy is `worst`, all worst
        ways. ValueError if the game has no such state or player, is over in it, or if too many ways would be tried.
        """
        values = self.value_of_picks(fruits, raven_steps, picks, player)
        strategy = self.players[player]
        sign = strategy.sign if isinstance(strategy, Best) else 1
        best = max(sign * value for value in values.values())
        slack = 0 if self.exact else ROUNDING * abs(best)
        return tuple(way for way, value in values.items() if best - sign * value <= slack)

    def value_of_picks(
        self, fruits: tuple[int, ...], raven_steps: int, picks: int | None = None, player: int = 0
    ) -> dict[tuple[int, ...], float | Fraction]:
        """The probability of winning after each way to use `player`'s basket: the trees picked from, ascending."""
        state = checked_live_state(self.game, fruits, raven_steps)
        picks = self.game.picks if picks is None else whole_number("picks", picks, 0)
        following = next_player(self._checked_player(player), self.players)
        ways = basket_ways(state.fruits, picks)
        return {way: self._value(State(after, state.raven_steps), following) for way, after in ways.items()}

    @cached_property
    def strategy(self) -> Strategy | tuple[Strategy, ...]:
        """What was asked for, with what was found in place of each `Best`: see the class."""
        following = [next_player(player, self.players) for player in range(len(self.players))]
        return as_given(tuple(map(self._playable, self.players, following)))

    def _playable(self, how: Strategy, following: int) -> Strategy:
        """A strategy after whose basket player `following` rolls, without anything left to the solver."""
        if isinstance(how, Mixture):
            return Mixture(how.name, how.text, tuple((p, self._playable(part, following)) for p, part in how.parts))
        if isinstance(how, Rule):
            return how
        after, T = _always_below(self.states), [self.values[following]]
        for _ in range(1, self.game.picks):
            T.append(BEST[how.sign].reduce(T[-1][after]))
        weights = partial(_best_weights, self.game, self.states, np.stack(T), how.sign)
        return Rule(how.name, how.text, weights, symmetric=self.states.lumped)

    def _checked_player(self, player: int) -> int:
        return whole_number("player", player, 0, len(self.players) - 1)

    def _value(self, state: State, player: int) -> float | Fraction:
        """The value of a state of this game."""
        value = self.values[player, self.states.index(state.fruits), state.raven_steps]
        return Fraction(value, self.one) if self.exact else float(value)


def _best_weights(
    solved_game: Game, states: States, T: np.ndarray, sign: int, game: Game, fruits, raven_steps, picks_left
) -> np.ndarray:
    """The weights of a Rule for the trees found best; T[k] (n, steps + 1): the values with k picks to make."""
    if game != solved_game:
        raise wrong_value("strategy", f"be one for this game, not for {solved_game}", game)
    after = states.index(np.maximum(0, fruits[..., None, :] - np.eye(game.trees, dtype=int)))
    values = T[np.asarray(picks_left)[..., None] - 1, after, np.asarray(raven_steps)[..., None]]
    value = np.where(fruits > 0, sign * values, -np.inf)
    best = value.max(axis=-1, keepdims=True)
    slack = 0 if T.dtype == object else ROUNDING * np.abs(best)
    stock = np.where(value >= best - slack, sign * fruits, -np.inf)
    return (stock == stock.max(axis=-1, keepdims=True)).astype(np.uint8)


# --- solving ---


def solve(game: Game | str, strategy: Asked = "max", exact: bool = False) -> Solution:
    """The probability of winning from every state of `game`, or of the edition of that name, with `strategy`.

    A sequence of strategies, ("max", "max", "random"), is players who roll by turns: every roll, a wasted one too,
    passes the die on. Floats are right to 1e-12; `exact=True` gives fractions. Memory grows as fruit states x raven
    steps x players, time as that x trees x picks. ValueError if the solution would not fit into this machine or, in
    fractions, take more than some minutes; TypeError or ValueError for an impossible game or strategy.

    >>> round(solve("first-orchard", "max").win_probability, 4)
    0.7685
    """
    game, players, exact = checked_game(game), checked_players(strategy), yes_or_no("exact", exact)
    lumped = is_lumpable(game, players)
    _check_size(game, players, count_states(game.fruits, lumped), exact)
    states = all_states(game.fruits, lumped)
    die = _die(game, players, states, exact)
    one = _common_denominator(die, sum(game.fruits) + game.raven_steps) if exact else 1.0
    # One row more than players: the last repeats V[0], so that V[p + 1] is always V_q, the next player's.
    V = np.zeros((len(players) + 1, len(states), game.raven_steps + 1), die.c.dtype)  # V = 0 for r = 0
    V[:, 0, 1:] = one  # V = 1 without fruit
    no_fruit = V[0, :1]  # (1, steps + 1): V and all T_k where no fruit is left, alike for all players
    T = [[[no_fruit] * game.picks for _ in of_player] for of_player in die.baskets]  # T_1 ... T_b, a layer below
    after = _always_below(states)
    for below, layer in pairwise(states.layers):
        picked = after[:, layer] - below.start  # (t, m), m the states of the layer: where f - e_i stands below
        by_raven = np.zeros((game.raven_steps + 1, len(V), layer.stop - layer.start), V.dtype)
        for p, baskets in enumerate(die.baskets):
            V_q = V[p + 1, below].take(picked, axis=0)  # (t, m, steps + 1): V_q(f - e_i, r)
            total = np.einsum("im,imr->rm", die.c[:, layer], V_q)  # sum_i c_i V_q(f - e_i, r), + B T_b(f, r)
            for part, basket in enumerate(baskets):
                T_below = T[p][part][:-1]  # T_1 ... T_{b-1} of the layer below
                options = [V_q, *(T_k.take(picked, axis=0) for T_k in T_below)]  # T_0 ... T_{b-1} at f - e_i
                T[p][part] = basket.values(layer, options)  # T_1 ... T_b at f, in this layer
                total += basket.faces * T[p][part][-1].T
            by_raven[1:, p] = total[1:]  # and V = 0 for r = 0
        D, U = die.D[1:, :, layer], die.U[1:, layer]
        for before, now, D_r, U_r in zip(by_raven[:-1], by_raven[1:], D, U, strict=True):
            now[:-1] += die.W * before[1:]  # (players + 1, m), the raven one step farther each time
            _go_round(now, D_r, die.F, U_r)
        V[:, layer] = by_raven.transpose(1, 2, 0)
        for p, baskets in enumerate(die.baskets):
            for basket, T_p in zip(baskets, T[p], strict=True):
                basket.put_declined(layer, T_p, V[p + 1, layer])
    return Solution(game, players, states, V[:-1], one)


def _go_round(a: np.ndarray, D: np.ndarray, F, U: np.ndarray) -> None:
    """Put V_p in the place of a_p (players + 1, m), the last of which becomes V_0 again: see *Wasted rolls*."""
    last = len(D) - 1
    S = a[last]
    for p in reversed(range(last)):
        S = a[p] + _quotient(D[p] * S, F)
    a[0] = a[last + 1] = _quotient(S, U)
    for p in range(last, 0, -1):
        a[p] = _quotient(a[p] + D[p] * a[p + 1], F)


def _quotient(a: np.ndarray, b) -> np.ndarray:
    """a / b; for fractions these are whole numbers, and nothing remains."""
    return a // b if a.dtype == object else a / b


def _always_below(states: States) -> np.ndarray:
    """(t, n): `states.after`, but that an empty tree has the target of one with fruit, so that all lie a layer below.

    It has weight 0 in a mean, and is one more of the same in a maximum.
    """
    bears = states.fruits > 0
    of_one_that_bears = np.where(bears, states.after, 0).max(axis=0)
    return np.where(bears, states.after, of_one_that_bears)


# --- the letters of the equation ---


class _Basket(NamedTuple):
    """A part of a strategy: the faces B that it has of the basket, and how it picks.

    `weights` (picks, t, n, steps + 1 or 1) are w_i, and `totals` (picks, n, steps + 1 or 1) their sums, or 1.
    `declined`, of the latter shape: where no pick is made though there is fruit; None if nowhere.
    `sign` is +1 or -1 if the solver chooses the best or the worst, else 0.
    """

    faces: float
    weights: np.ndarray
    totals: np.ndarray
    declined: np.ndarray | None
    sign: int

    def used(self) -> np.ndarray | float:
        """The faces (n, steps + 1 or 1) of a basket from which a pick is made."""
        return self.faces if self.declined is None else self.faces * ~self.declined[-1]

    def put_declined(self, layer: slice, T: list[np.ndarray], V_q: np.ndarray) -> None:
        """Put V_q (m, steps + 1) of a layer into its T_1, T_2, ... where the pick is declined."""
        if self.declined is not None:
            for T_k, declined in zip(T, self.declined[:, layer], strict=True):
                np.copyto(T_k, V_q, where=declined)

    def values(self, layer: slice, options: list[np.ndarray]) -> list[np.ndarray]:
        """T_1, T_2, ... (m, steps + 1) of a layer, from T_0(f - e_i, r), T_1(f - e_i, r), ... (t, m, steps + 1)."""
        if self.sign:
            return [BEST[self.sign].reduce(option) for option in options]
        by_picks = zip(self.weights[:, :, layer], self.totals[:, layer], options, strict=True)
        return [_quotient(np.einsum("imr,imr->mr", w, option), total) for w, total, option in by_picks]


class _Die(NamedTuple):
    """F and W; c (t, n), 0 for an empty tree; D (steps + 1, players, n), U (steps + 1, n); each player's baskets."""

    F: float
    W: float
    c: np.ndarray
    D: np.ndarray
    U: np.ndarray
    baskets: list[list[_Basket]]


def _die(game: Game, players: Sequence[Strategy], states: States, exact: bool) -> _Die:
    """The die; for fractions all its faces are multiplied by `times`, so that every B is whole.

    And so that the divisions by F, one for each player but the last, leave no remainder.
    """
    number = int if exact else float
    parts = [used_parts(game, player) for player in players]
    times = 1
    if exact:
        times = lcm(*(share.denominator for of_player in parts for share, _ in of_player))
        times *= (times * game.faces) ** (len(players) - 1)
    F, W = number(times * game.faces), number(times * game.raven_faces)
    c = np.array(game.colour_faces, object if exact else float)[:, None] * (states.fruits > 0) * number(times)
    baskets = [
        [_basket(game, how, states, number(times * share * game.basket_faces), c.dtype) for share, how in of_player]
        for of_player in parts
    ]
    rest = (F - W - c.sum(axis=0))[:, None]  # (n, 1): baskets, and colours of empty trees
    of_players = np.broadcast_arrays(*(rest - sum(basket.used() for basket in of_player) for of_player in baskets))
    U = F - reduce(lambda product, D_p: _quotient(D_p * product, F), of_players)
    D, U, _ = np.broadcast_arrays(np.array(of_players), U, np.zeros(game.raven_steps + 1))
    return _Die(F, W, c, D.transpose(2, 0, 1), U[0].T, baskets)


def _common_denominator(die: _Die, pieces: int) -> int:
    """That of all values of a game with so many fruits and raven steps: see the top."""
    totals = {total for of_player in die.baskets for basket in of_player for total in basket.totals.flat}
    return (lcm(*set(die.U.flat)) * lcm(*totals)) ** pieces


def _basket(game: Game, how: Rule | Best, states: States, faces: float, dtype: type) -> _Basket:
    if isinstance(how, Best):
        unused = np.ones((1, 1, 1, 1), dtype)
        return _Basket(faces, unused, unused[0], None, how.sign)
    weights = np.moveaxis(pick_weights(game, how, states.fruits, states.lumped), -1, 1).astype(dtype, order="C")
    totals = weights.sum(axis=1)
    declined = (totals == 0) & states.fruits.any(axis=0)[:, None]
    weights, totals, declined = (
        np.broadcast_to(w, (game.picks, *w.shape[1:])) for w in (weights, np.maximum(1, totals), declined)
    )
    return _Basket(faces, weights, totals, declined if declined.any() else None, 0)


def _check_size(game: Game, players: tuple[Strategy, ...], states: int, exact: bool) -> None:
    """ValueError for a game whose solution would not fit into memory or, in fractions, take too long."""
    parts = sum(len(parts_of(player)) for player in players)
    values = (game.raven_steps + 1) * (len(players) + game.picks * parts)
    check_memory("fruits", states, (500 if exact else 24) * values + 50 * game.trees * (len(players) + parts))
    if exact:
        check_time("game", states * values * game.trees, MOST_PICKS)
