"""The probability of winning from every state: Bellman's equation, solved from little fruit to much.

V_p(f, r) is that probability with fruit f on the trees, the raven r steps away, and player p to roll; q rolls next. Of
all rolls a share c_i shows colour i, B a basket, and W the raven. A share D_p(f, r) is wasted: on the colours of empty
trees, and on the baskets that p leaves alone. With sums over the trees i that have fruit, and e_i one fruit of tree i,

    V_p(f, r) = sum_i c_i V_q(f - e_i, r) + B T_b(f, r) + W V_q(f, r - 1) + D_p(f, r) V_q(f, r)

    V_p(f, 0) = 0: the raven is in the orchard       V_p(0, r) = 1 for r > 0: no fruit is left

The basket allows b picks. T_k(f, r) is the probability of winning while k of them are still to be made, and w_i the
probability that tree i gives the next fruit, which may depend on p, k, f and r:

    T_k(f, r) = sum_i w_i T_{k-1}(f - e_i, r)        T_0 = V_q        T_k(0, r) = 1 for r > 0

Where a player declines all w_i are 0. Whoever declines the first pick, k = b, has T_b(f, r) = 0, and the basket is a
part of D_p. Whoever declines a later one leaves the rest of the basket alone: T_k(f, r) = V_q(f, r). Where the solver
chooses, T_k(f, r) is the largest T_{k-1}(f - e_i, r), or the smallest. A strategy that mixes several has a share B and
the T_k for each of its parts. (For this game: panadestein, "A Markovian nursery game".)

In two-by-two with the fullest tree a last fruit is picked by a colour and the basket, and one roll in four is wasted:
V((0, 1), 1) = (1 + 1 + 0 + V((0, 1), 1)) / 4 = 2/3, V((0, 1), 2) = (1 + 1 + 2/3 + V((0, 1), 2)) / 4 = 8/9. The basket
leads from (1, 2) to (1, 1) and on to (0, 1), or to (1, 0), which is worth the same: T_2((1, 2), 2) = T_1((1, 1), 2) =
8/9. The colours lead to (0, 2) and (1, 1), the raven to V((1, 2), 1) = 65/144, so that V((1, 2), 2) =
(22/27 + 121/144 + 8/9 + 65/144) / 4 = 647/864. A player who stops when two fruits are left has T_1((1, 1), 2) =
V((1, 1), 2) instead.

Where the solver chooses: trees (1, 1), the raven one step away, one pick, two faces of the first colour, five in all.
The first tree's fruit leaves V((0, 1), 1) = 2/3, the second's V((1, 0), 1) = 3/4; so T_1((1, 1), 1) = 3/4, where the
fullest tree, drawn by lot, has 17/24, and V((1, 1), 1) = (2 x 2/3 + 3/4 + 3/4) / 5 = 17/30.

The states with the same amount of fruit are a layer. One fruit fewer is one layer down, so `solve` goes up from layer
to layer, and in each from the nearest raven to the farthest. What is left is V_q(f, r), of the same layer and raven:
`go_round`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import inf
from typing import NamedTuple

import numpy as np

from orchard.arguments import check_memory, check_time, whole_number, wrong_value, yes_or_no
from orchard.rules import Game, State, basket_uses, checked_live_state, checked_state, game_of
from orchard.states import States, all_states, count_states
from orchard.strategies import (
    Asked,
    Best,
    Mixture,
    Rule,
    Strategy,
    as_given,
    in_turn,
    is_lumpable,
    next_player,
    parts_of,
    players_of,
    used_parts,
)
from orchard.weights import as_probabilities, pick_weights

MOST_PICKS = 3 * 10**7  # picks that fractions follow in some minutes
ROUNDING = 1e-12  # floats that differ by less, relative to the best, count as equal
BEST = {+1: np.maximum, -1: np.minimum}


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """The probability of winning `game`, from its start and from every later state, for each player to roll.

    `players`: their strategies as asked for. `strategy`: the same, made playable: each `Best` in it is a Rule that
    picks what was found best, of several best trees the fullest (for the worst, the emptiest), else by lot.
    `values` (players, n, steps + 1): V by player, by each of the n fruit states of `states`, and by the raven's steps,
    from 0 to those of the start; floats or Fractions.
    """

    game: Game
    players: tuple[Strategy, ...]
    states: States
    values: np.ndarray

    def __repr__(self) -> str:
        return f"{self.game}, {in_turn(self.players)}: won with chance {float(self.win_probability):.6g}"

    @property
    def exact(self) -> bool:
        """Whether values are fractions."""
        return self.values.dtype == object

    @property
    def win_probability(self) -> float | Fraction:
        """That of the start, with the first player to roll."""
        return self.value(*self.game.start)

    def value(self, fruits: tuple[int, ...], raven_steps: int, player: int = 0) -> float | Fraction:
        """The probability of winning from a state of this game; ValueError if it has no such state or player."""
        state = checked_state(self.game, fruits, raven_steps)
        return self._value(state, whole_number("player", player, 0, len(self.players) - 1))

    @property
    def positions(self) -> Iterator[State]:
        """Every state in which the game goes on, each after all that it can lead to.

        Of permutations of interchangeable trees only one.
        """
        for fruits in self.states.of_game()[1:]:
            yield from (State(fruits, r) for r in range(1, self.game.raven_steps + 1))

    def best_picks(self, fruits: tuple[int, ...], raven_steps: int) -> tuple[tuple[int, ...], ...]:
        """All best uses of a basket that the first player rolls, if the game then goes on as solved.

        Each is the tuple of the trees to pick from, ascending, counted from 0. Errors as those of `value_of_picks`.

        >>> solve("1,1:raven=1:colours=2,1", "optimal").best_picks((1, 1), 1)  # keeps the likelier colour
        ((1,),)
        """
        values = self.value_of_picks(fruits, raven_steps)
        best = max(values.values())
        slack = 0 if self.exact else ROUNDING * best
        return tuple(trees for trees, value in values.items() if best - value <= slack)

    def value_of_picks(self, fruits: tuple[int, ...], raven_steps: int) -> dict[tuple[int, ...], float | Fraction]:
        """The probability of winning after each use of the first player's basket: the trees picked from, ascending.

        ValueError if the game has no such state, is over in it, or if too many uses would be tried.
        """
        state = checked_live_state(self.game, fruits, raven_steps)
        uses = basket_uses(state.fruits, self.game.picks)
        following = next_player(0, self.players)
        return {trees: self._value(State(after, state.raven_steps), following) for trees, after in uses.items()}

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
        has_fruit = self.states.fruits[:, 1:, None] > 0
        V_q = self.values[following]
        T = [V_q]  # T_0, ..., T_{b-1}: what may follow a pick. V is known, so all layers are filled at once.
        for _ in range(1, self.game.picks):
            T_k = V_q.copy()  # T_k(0, r) = 1
            T_k[1:] = _best_pick(how.sign, T[-1], self.states.after[:, 1:], has_fruit)
            T.append(T_k)
        weights = partial(_best_weights, self.game, self.states, np.stack(T), how.sign)
        return Rule(how.name, how.text, weights, symmetric=self.states.lumped)

    def _value(self, state: State, player: int) -> float | Fraction:
        """The value of a state of this game."""
        return self.values.item(player, self.states.index(state.fruits), state.raven_steps)


def _best_weights(
    solved_game: Game, states: States, T: np.ndarray, sign: int, game: Game, fruits, raven_steps, picks_left
) -> np.ndarray:
    """The weights of a Rule for the trees found best; T[k] (n, steps + 1): the values with k picks to make.

    Of each position the fruit (..., t), the raven's steps (...) and the picks left (...), this one included.
    """
    if game != solved_game:
        raise wrong_value("strategy", f"be one for this game, not for {solved_game}", game)
    after = states.index(np.maximum(0, fruits[..., None, :] - np.eye(game.trees, dtype=np.int64)))
    values = T[np.asarray(picks_left)[..., None] - 1, after, np.asarray(raven_steps)[..., None]]
    value = np.where(fruits > 0, sign * values, -np.inf)
    best = value.max(axis=-1, keepdims=True)
    slack = 0 if T.dtype == object else ROUNDING * np.abs(best)
    stock = np.where(value >= best - slack, sign * fruits, -np.inf)
    return stock == stock.max(axis=-1, keepdims=True)


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
    game, players, exact = game_of(game), players_of(strategy), yes_or_no("exact", exact)
    lumped = is_lumpable(game, players)
    _check_size(game, players, count_states(game.fruits, lumped), exact)
    states, kind = all_states(game.fruits, lumped), Fraction if exact else float
    V = np.full((len(players), len(states), game.raven_steps + 1), kind(0))  # V(f, 0) = 0
    V[:, 0, 1:] = kind(1)  # V(0, r) = 1
    # Each seat has V_q, those who roll next: V[...] is a view, not a copy, so what is put into V below is in it, too.
    seats = [_seat(game, player, states, V[next_player(p, players)], kind) for p, player in enumerate(players)]
    baskets = [basket for seat in seats for basket in seat.baskets]
    for layer in states.layers[1:]:
        fewer = states.after[:, layer]  # (t, m), m the states of the layer: the numbers of f - e_i
        for basket in baskets:
            basket.put_picks(layer, fewer)
        by_picks = [seat.by_picks(layer, fewer) for seat in seats]
        for r in range(1, game.raven_steps + 1):
            by_raven = [seat.W * seat.V_q[layer, r - 1] for seat in seats]
            a = [picked[:, r] + stepped for picked, stepped in zip(by_picks, by_raven, strict=True)]
            V[:, layer, r] = go_round(a, [seat.D[layer, r] for seat in seats])
        for basket in baskets:
            basket.put_declined(layer)
    if not exact:
        np.minimum(V, 1, out=V)  # which rounding may have missed
    V.setflags(write=False)
    return Solution(game, players, states, V)


def go_round(a: list[np.ndarray], D: list[np.ndarray]) -> list[np.ndarray]:
    """The V_p = a_p + D_p V_q of players in a circle. Put into one another they say V_0 = total + rest V_0.

    `rest` is the share of rounds of the table in which every roll is wasted. It is below 1, for dice have a raven.
    """
    total, rest = a[0], D[0]
    for a_p, D_p in zip(a[1:], D[1:], strict=True):
        total, rest = total + rest * a_p, rest * D_p
    V = [total / (1 - rest)] * len(a)  # V_0; the others are put in from the last one
    for p in reversed(range(1, len(a))):
        V[p] = a[p] + D[p] * V[next_player(p, a)]
    return V


# --- the letters of the equation ---


class _Basket(NamedTuple):
    """A player's basket, or a part of it if the strategy mixes several.

    `B`: its share of all rolls. `T`: T_0, ..., T_b (n, steps + 1), T_0 being V_q itself. `put_picks` fills a layer of
    the others, with 0 where the player declines. Once V_q is known `put_declined` makes that V_q, but not in T_b: of a
    basket declined from the start D has the share.
    `w` (b, t, n, steps + 1 or 1): the w_i of T_1, ..., T_b; where the solver chooses, whether tree i has fruit.
    `declines` (b, n, steps + 1 or 1): where all w_i are 0. `sign`: +1 or -1 where the solver chooses the largest or the
    smallest, else 0.
    """

    B: float | Fraction
    T: list[np.ndarray]
    w: np.ndarray
    declines: np.ndarray
    sign: int

    def put_picks(self, layer: slice, fewer: np.ndarray) -> None:
        """Put T_1, ..., T_b into a layer, with 0 where the player declines, for V_q is not known yet."""
        for before, T, w in zip(self.T[:-1], self.T[1:], self.w, strict=True):
            if self.sign:
                T[layer] = _best_pick(self.sign, before, fewer, w[:, layer])
            else:
                T[layer] = _weighted(w[:, layer], before, fewer)

    def put_declined(self, layer: slice) -> None:
        """Put V_q, which is known by now, into T_1, ..., T_{b-1} of a layer where the player declines."""
        for T, declines in zip(self.T[1:-1], self.declines[:-1], strict=True):
            np.copyto(T[layer], self.T[0][layer], where=declines[layer])


def _weighted(w: np.ndarray, T: np.ndarray, fewer: np.ndarray) -> np.ndarray:
    """(m, steps + 1): sum_i w_i T(f - e_i, r). Of an empty tree, where `fewer` is f itself, w_i is 0.

    `w` (t, m, steps + 1 or 1), which is broadcast. einsum: (w * T).sum(axis=0), without the product in memory.
    """
    return np.einsum("imr,imr->mr", w, T.take(fewer, axis=0))


def _best_pick(sign: int, T: np.ndarray, fewer: np.ndarray, has_fruit: np.ndarray) -> np.ndarray:
    """(m, steps + 1): the largest T(f - e_i, r) of the trees i that have fruit; the smallest for `sign` -1."""
    return BEST[sign].reduce(np.where(has_fruit, T.take(fewer, axis=0), -sign * inf), axis=0)


class _Seat(NamedTuple):
    """A player's part of the equation.

    `V_q` and `D` (n, steps + 1). `c` (t, n, 1): 0 where tree i is empty. `baskets`: one for each part of the strategy,
    or none if a basket allows no pick.
    """

    V_q: np.ndarray
    c: np.ndarray
    W: float | Fraction
    baskets: list[_Basket]
    D: np.ndarray

    def by_picks(self, layer: slice, fewer: np.ndarray) -> np.ndarray:
        """(m, steps + 1): sum_i c_i V_q(f - e_i, r) + B T_b(f, r)."""
        total = _weighted(self.c[:, layer], self.V_q, fewer)
        for basket in self.baskets:
            total += basket.B * basket.T[-1][layer]
        return total


def _seat(game: Game, player: Strategy, states: States, V_q: np.ndarray, kind: type) -> _Seat:
    face = kind(1) / game.faces
    # The trees of a lumped state are not those of the game, but then all colours have equally many faces.
    c, W = face * (np.array(game.colour_faces)[:, None] * (states.fruits > 0)), face * game.raven_faces
    baskets = [
        _basket(game, kind(share) * face * game.basket_faces, how, states, V_q, kind)
        for share, how in used_parts(game, player)
    ]
    used = sum(basket.B * ~basket.declines[-1] for basket in baskets)  # not declined at the first pick, which is T_b's
    D = 1 - W - c.sum(axis=0)[:, None] - used  # what is left: colours of empty trees, and baskets left alone
    return _Seat(V_q, c[..., None], W, baskets, np.broadcast_to(D, V_q.shape))


def _basket(game: Game, B: float | Fraction, how: Rule | Best, states: States, V_q: np.ndarray, kind: type) -> _Basket:
    if isinstance(how, Best):
        w, sign = states.fruits[None, :, :, None] > 0, how.sign
    else:
        weights = pick_weights(game, how, states.fruits, states.lumped)  # (picks or 1, n, steps + 1 or 1, t)
        w, sign = np.moveaxis(as_probabilities(weights, kind), -1, 1), 0  # (picks or 1, t, n, steps + 1 or 1)
    T = [V_q, *(V_q.copy() for _ in range(game.picks))]  # V_q(0, r) is 1 by now, and so T_k(0, r) is
    w = np.broadcast_to(w, (game.picks, *w.shape[1:]))
    return _Basket(B, T, w, (w == 0).all(axis=1), sign)


def _check_size(game: Game, players: tuple[Strategy, ...], states: int, exact: bool) -> None:
    """ValueError for a game whose solution would not fit into memory or, in fractions, take too long."""
    parts = sum(len(parts_of(player)) for player in players)
    values = (game.raven_steps + 1) * (len(players) + game.picks * parts)
    shares = game.trees * (len(players) + parts)
    # The bytes of each, measured: a fraction takes some hundred.
    check_memory("fruits", states, 500 * values + 200 * shares if exact else 24 * values + 50 * shares)
    if exact:
        check_time("game", states * values * game.trees, MOST_PICKS)
