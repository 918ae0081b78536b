"""The probability of winning from every state, by backward induction: floats or fractions, one player or several.

Let V_p(f, r) be that probability with fruit f on the trees, the raven r steps away and player p to roll, and p + 1 the
player after p (with one player, p itself). The die has c_i faces in the colour of tree i, B baskets, W ravens, F faces
in all, D_p of which change nothing: colours of empty trees, and the basket if p leaves it alone. Bellman's equation is

    F V_p(f, r) = S_p(f, r) + D_p V_{p+1}(f, r) + W V_{p+1}(f, r-1)
    S_p(f, r)   = sum_i c_i V_{p+1}(f - e_i, r) + B T_b(f, r)            over the trees i that have fruit

with V = 1 where no fruit is left and V = 0 where r = 0. T_k is the value with k picks still to be made, then p + 1 to
roll: T_0 = V_{p+1}, and with the weights w_i of p's rule

    T_k(f, r) = sum_i w_i T_{k-1}(f - e_i, r) / sum_i w_i     or its max or min over i     (T_k = 1 without fruit).

(Bellman's equation for this game: panadestein, "A Markovian nursery game"; the circle of players is our own.)

S looks only at states with less fruit, so `solve` goes layer by layer of fruit left. Within a layer the circle of
players and the raven's steps are solved at once: with P the matrix that hands the die on, D = diag(D_p) and
E = (F - D P)^-1, which exists in closed form since wasted rolls only go round,

    V(f, r) = sum_{j < r} (W E P)^j E S(f, r - j)     E_{p, p+s} = F^(n-1-s) D_p ... D_{p+s-1} / (F^n - D_1 ... D_n)

is one matrix M for all states of a block, whose die has the same idle faces: V = S M.

Fractions are whole numbers over one common denominator a layer: with `unit` a common multiple of all F^n - D_1 ... D_n
and `share` one of all sum_i w_i, V(f, r) = N / (unit^(L + r - 1) share^L) where L fruits are left, and all the above
holds for the numerators N, times whole powers of `unit` and `share`. Floats and fractions run through the same lines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import combinations_with_replacement, pairwise
from math import comb, lcm, prod
from typing import NamedTuple

import numpy as np

from orchard.arguments import check_memory, check_time, whole_number, wrong_value, yes_or_no
from orchard.rules import Game, State, checked_game, checked_live_state, checked_state
from orchard.states import States, all_states, count_states
from orchard.strategies import Asked, Best, Mixture, Rule, Strategy, as_given, checked_players, is_lumpable
from orchard.transitions import Part, tabulate

MOST_PICKS = 3 * 10**7  # picks that fractions follow in some minutes
ROUNDING = 1e-12  # floats that differ by less, relative to the larger, count as equal


# --- the solution ---


@dataclass(frozen=True, eq=False)
class Solution:
    """The probability of winning `game`, from its start and from every later state, for each player to roll.

    `strategy` is what was asked for, made playable: each `Best` in it is a Rule that picks what was found best, of
    several best trees the fullest (for the worst, the emptiest), equally likely where they hold as much.
    `numerators` (n + 1, players, steps): the values, or whole numbers if exact, as the module says. Row i is fruit
    state i of `states`, column r - 1 the raven r steps away, and the last row, which is 0, no state. `pick_tables`:
    T_0 ... T_{b-1} of each `Best`, in the order of the players and their parts.
    """

    game: Game
    players: tuple[Strategy, ...]
    states: States = field(repr=False)
    numerators: np.ndarray = field(repr=False)
    pick_tables: tuple[tuple[np.ndarray, ...], ...] = field(repr=False)
    unit: int = field(default=1, repr=False)
    share: int = field(default=1, repr=False)

    @property
    def exact(self) -> bool:
        """Whether values are fractions."""
        return self.numerators.dtype == object

    @property
    def win_probability(self) -> float | Fraction:
        """That of the start, with the first player to roll."""
        return self._fraction(self.numerators[-2, 0, -1], self.game.fruits, self.game.raven_steps)  # the last state

    def value(self, fruits: tuple[int, ...], raven_steps: int, player: int = 0) -> float | Fraction:
        """The probability of winning from a state of this game; ValueError if it has no such state or player."""
        return self._value(checked_state(self.game, fruits, raven_steps), self._checked_player(player))

    def table(self, player: int = 0) -> np.ndarray:
        """(n, steps): the values of all fruit states (`states.fruits`) with the raven 1, 2, ... steps away."""
        numerators = self.numerators[:-1, self._checked_player(player)]
        if not self.exact:
            return numerators
        left = self.states.fruits.sum(axis=0).astype(object)[:, None]
        steps = np.arange(self.game.raven_steps).astype(object)
        return numerators * (Fraction(1) / (self.unit ** (left + steps) * self.share**left))

    @property
    def values(self) -> np.ndarray:
        """`table()` of the first player."""
        return self.table()

    @property
    def positions(self) -> Iterator[State]:
        """Every state in which the game goes on, each after all that it can lead to.

        Of those that differ by a permutation of interchangeable trees only one, the trees in the order of the start's.
        """
        order = np.argsort(np.argsort(self.game.fruits, kind="stable")) if self.states.lumped else slice(None)
        for fruits in map(tuple, self.states.fruits[order].T[1:].tolist()):
            yield from (State(fruits, r) for r in range(1, self.game.raven_steps + 1))

    def best_picks(
        self, fruits: tuple[int, ...], raven_steps: int, picks: int | None = None, player: int = 0
    ) -> tuple[tuple[int, ...], ...]:
        """All best ways to use a basket of `picks` picks (by default the game's), if the game then goes on as solved.

        Each is the tuple of the trees to pick from, in any order; trees are counted from 0. If the strategy is `worst`,
        all worst ways. Fractions are compared exactly, floats up to rounding. ValueError if the game has no such state,
        or is over in it.
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
        """The probability of winning after each way to use `player`'s basket, as the trees picked from, in order."""
        state = checked_live_state(self.game, fruits, raven_steps)
        picks = self.game.picks if picks is None else whole_number("picks", picks, 0)
        following = (self._checked_player(player) + 1) % len(self.players)
        ways = basket_ways(state.fruits, picks)
        return {way: self._value(State(left, state.raven_steps), following) for way, left in ways.items()}

    @cached_property
    def strategy(self) -> Strategy | tuple[Strategy, ...]:
        """What was asked for, with what was found in place of each `Best`: see the class."""
        tables = iter(self.pick_tables)
        return as_given(tuple(self._playable(player, tables) for player in self.players))

    def _playable(self, player: Strategy, tables: Iterator) -> Strategy:
        if isinstance(player, Mixture):
            return Mixture(player.name, player.text, tuple((p, self._playable(how, tables)) for p, how in player.parts))
        if isinstance(player, Rule):
            return player
        weights = partial(_best_weights, self.game, self.states, next(tables, ()), player.sign)
        return Rule(player.name, player.text, weights, symmetric=self.states.lumped)

    def _checked_player(self, player: int) -> int:
        if whole_number("player", player, 0) >= len(self.players):
            raise wrong_value("player", f"be one of the {len(self.players)}, from 0", player)
        return player

    def _value(self, state: State, player: int) -> float | Fraction:
        """The value of a state of this game."""
        if state.is_lost:
            return Fraction(0) if self.exact else 0.0
        return self._fraction(self.numerators[self.states.index(state.fruits), player, state.raven_steps - 1], *state)

    def _fraction(self, numerator: float | int, fruits: tuple[int, ...], raven_steps: int) -> float | Fraction:
        """The value of a state from what stands in its place."""
        if isinstance(numerator, float):
            return float(numerator)  # NumPy's is one too
        left = sum(fruits)
        return Fraction(numerator, self.unit ** (left + raven_steps - 1) * self.share**left)


def basket_ways(fruits: tuple[int, ...], picks: int) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Each way to use a basket, as the trees picked from, in order: what is left; ValueError for over a million."""
    picks = min(picks, sum(fruits))
    check_time("picks", comb(len(fruits) + picks - 1, picks), 10**6)
    ways = combinations_with_replacement(range(len(fruits)), picks)
    left = {way: tuple(fruit - way.count(i) for i, fruit in enumerate(fruits)) for way in ways}
    return {way: after for way, after in left.items() if min(after) >= 0}


def _best_weights(
    solved: Game, states: States, tables: np.ndarray, sign: int, game: Game, fruits, raven_steps, picks_left
) -> np.ndarray:
    """The weights of a Rule for the trees found best; `tables[k]` (n + 1, steps): the values with k picks to make."""
    if game != solved:
        raise wrong_value("strategy", f"be one for this game, not for {solved}", game)
    after = states.index(np.maximum(0, fruits[..., None, :] - np.eye(game.trees, dtype=np.int64)))
    left, raven = (np.asarray(each)[..., None] - 1 for each in (picks_left, raven_steps))
    value = np.where(fruits > 0, sign * tables[left, after, raven], -np.inf)
    best = value.max(axis=-1, keepdims=True)
    slack = 0 if tables.dtype == object else ROUNDING * np.abs(best)
    stock = np.where(value >= best - slack, sign * fruits, -np.inf)
    return (stock == stock.max(axis=-1, keepdims=True)).astype(np.uint8)


# --- solving ---


def solve(game: Game | str, strategy: Asked = "max", exact: bool = False) -> Solution:
    """The probability of winning from every state of `game`, or of the edition of that name, with `strategy`.

    A sequence of strategies, ("max", "max", "random"), is players who roll by turns: the first one rolls first, and
    every roll, a wasted one too, passes the die on. Floats are right to 1e-12; `exact=True` gives fractions. Memory
    grows as fruit states x raven steps (x players), time as that x trees (x picks). ValueError if that would not fit
    into this machine or, for fractions, take more than some minutes; TypeError or ValueError for an impossible game or
    strategy.

    >>> round(solve("first-orchard-6", "max").win_probability, 4)
    0.7685
    """
    game, players = checked_game(game), checked_players(strategy)
    plan = _plan(game, players, yes_or_no("exact", exact))
    values = np.zeros((len(plan.states) + 1, len(players), game.raven_steps), plan.number)
    values[0] = [plan.unit**r for r in range(game.raven_steps)]
    picks = [(pick, _pick_tables(values[:, pick.following], game.picks)) for pick in plan.picks]
    one_row_a_player, one_row = values.reshape(-1, values.shape[2]), values.reshape(len(values), -1)
    for layer in plan.layers:
        after = one_row_a_player.take(layer.looked_up, axis=0)
        gain = layer.faces.dot(after.reshape(len(after), -1)).reshape(-1, one_row.shape[1])
        for pick, tables in picks:
            gain.reshape(-1, *values.shape[1:])[:, pick.following] += _basket_value(pick, tables, layer.states, plan)
        for mine, states, matrix in layer.blocks:
            gain[mine].dot(matrix, one_row[states])
    best = tuple(np.stack(tables) for pick, tables in picks if pick.sign)
    return Solution(game, players, plan.states, values, best, plan.unit, plan.share)


def _check_size(game: Game, players: int, lumped: bool, exact: bool) -> None:
    """ValueError for a game whose solution would not fit into memory or, in fractions, take too long."""
    steps = game.raven_steps * players
    states = count_states(game.fruits, lumped)
    each = 500 if exact else 8
    check_memory("fruits", states, each * steps * (1 + game.picks) + 64 * game.trees)
    kinds = min(len(game.fruits) if lumped else 2**game.trees, game.faces)
    check_memory("raven_steps", kinds * steps**2, each)
    if exact:
        check_time("game", states * steps * game.trees * max(1, game.picks), MOST_PICKS)


def _pick_tables(values: np.ndarray, picks: int) -> list[np.ndarray]:
    """T_0, the values themselves, and T_1 ... of as many picks less one, still to be filled."""
    return [values, *(values.copy() for _ in range(picks - 1))]


class _Basket(NamedTuple):
    """What one part of one player's strategy does with a basket, after which player `following` rolls.

    `leads_to` (n,): where all its picks lead if they leave no choice; else `after` (t, n) says where each pick leads,
    and `weights`, by the picks left, are the probabilities of the trees, (t, n) or (t, n, steps), times the plan's
    `share`; there are none if the solver decides by `sign`. `faces`: how many faces of the die come to it, 1 where the
    last weights are multiples of that already.
    """

    following: int
    faces: int
    leads_to: np.ndarray | None
    after: np.ndarray
    sign: int
    weights: tuple[np.ndarray, ...]


class _Layer(NamedTuple):
    """All states with the same amount of fruit left: their slice, and what their values are made of.

    `looked_up` (k, m x players): the rows of the values that the colours bring, and baskets that leave no choice;
    `faces`: how many faces show each. `blocks`: a slice of the layer, of the states, and their matrix M.
    """

    states: slice
    looked_up: np.ndarray
    faces: np.ndarray
    blocks: tuple[tuple[slice, slice, np.ndarray], ...]


class _Plan(NamedTuple):
    """What a solution needs beside its values: `picks` are the baskets that leave a choice, or look at the raven."""

    states: States
    number: type
    unit: int
    share: int
    picks: tuple[_Basket, ...]
    layers: tuple[_Layer, ...]


def _basket_value(pick: _Basket, tables: list[np.ndarray], states: slice, plan: _Plan) -> np.ndarray:
    """(m, steps): faces x T_b of the states, from T_0 ... T_{b-1}; fills their rows of T_1 ... T_{b-1} on the way."""
    share = plan.share if pick.sign else 1  # weights are multiples of it already
    for left, (fewer, more) in enumerate(pairwise(tables), 1):
        more[states] = _times(plan.unit * share, _value_of_pick(pick, fewer, states, left))
    return _times(pick.faces * share, _value_of_pick(pick, tables[-1], states, len(tables)))


def _times(factor: int, values: np.ndarray) -> np.ndarray:
    """The values times a factor that is often 1."""
    return values if factor == 1 else factor * values


def _value_of_pick(pick: _Basket, table: np.ndarray, states: slice, left: int) -> np.ndarray:
    """(m, steps): T_left of the states, from the `table` of T_{left-1}."""
    after = table.take(pick.after[:, states], axis=0)
    if pick.sign:
        return after.max(axis=0) if pick.sign > 0 else after.min(axis=0)
    weights = pick.weights[left - 1][:, states]
    return np.einsum("tm,tmr->mr" if weights.ndim == 2 else "tmr,tmr->mr", weights, after)


# --- the plan ---


@lru_cache(maxsize=8)
def _plan(game: Game, players: tuple[Strategy, ...], exact: bool) -> _Plan:
    lumped, number = is_lumpable(game, players), object if exact else float
    _check_size(game, len(players), lumped, exact)
    states = all_states(game.fruits, game.colour_faces, lumped)
    parts = [tabulate(game, player, states) for player in players]
    # A die with `times` as many faces of each kind, so that each part of a strategy has whole faces of its own.
    times = lcm(*(part.probability.denominator for each in parts for part in each))
    share = lcm(*(_common_share(part) for each in parts for part in each)) if exact else 1
    baskets = [
        _basket(game, states, part, (player + 1) % len(players), times, share if exact else None)
        for player, each in enumerate(parts)
        for part in each
    ]
    looked_up = [basket for basket in baskets if basket.leads_to is not None]
    idle_faces = [times * game.basket_faces - sum(_faces(game, part, times) for part in each) for each in parts]
    matrices, unit = _matrices(game, states, times, idle_faces, exact)
    # A basket is as deep as it has picks, or there is fruit; of floats `share` and `unit` are 1, whatever the depth.
    faces, deepest = [], max(1, game.picks) if exact else 1
    for deep in range(1, deepest + 1):
        shown = [share * times * each for each in game.colour_faces]
        shown += [share**deep * unit ** (deep - 1) * basket.faces for basket in looked_up]
        faces.append(np.array(shown, number))
    rows = _rows(states, looked_up, len(players))
    layers = [
        _layer(blocks, faces[min(left, len(faces)) - 1], matrices, rows, len(players))
        for left, blocks in enumerate(states.layers, 1)
    ]
    to_pick = tuple(basket for basket in baskets if basket.leads_to is None)
    return _Plan(states, number, unit, share, to_pick, tuple(layers))


def _faces(game: Game, part: Part, times: int) -> int:
    """How many faces of a die with `times` as many of each kind come to a part of a strategy."""
    return times * game.basket_faces * part.probability.numerator // part.probability.denominator


def _common_share(part: Part) -> int:
    """A common multiple of all sums of weights, 1 if there are none."""
    if part.weights is None:
        return 1
    return lcm(*np.unique(part.weights[:, 1:].sum(axis=-1)).tolist())


def _basket(game: Game, states: States, part: Part, following: int, times: int, share: int | None) -> _Basket:
    """A part of a strategy, made ready; `share` as the plan has it, None for floats."""
    faces = _faces(game, part, times)
    if isinstance(part.how, Best):
        some = states.after < len(states)
        fullest = states.after.max(axis=0, initial=0, where=some)  # stands for an empty tree, which nobody picks from
        return _Basket(following, faces, None, np.where(some, states.after, fullest), part.how.sign, ())
    leads_to = _only_way(game, states, part)
    if leads_to is not None:
        return _Basket(following, faces, leads_to, states.after, 0, ())
    weights = [_probabilities(weights, share) for weights in part.weights]
    weights *= game.picks // len(weights)  # one for all picks, or one for each
    weights[-1] = faces * weights[-1]  # the first pick to be made is the last one summed up: once here, not every time
    return _Basket(following, 1, None, states.after, 0, tuple(weights))


def _only_way(game: Game, states: States, part: Part) -> np.ndarray | None:
    """(n,): where all picks of a basket lead, if they leave no choice and do not look at the raven."""
    if part.weights.shape[2] > 1:
        return None
    successors = [states.successor(weights[:, 0]) for weights in part.weights]
    if any(successor is None for successor in successors):
        return None
    leads_to = successors[-1]
    for left in range(game.picks - 1, 0, -1):
        leads_to = successors[min(left, len(successors)) - 1][leads_to]
    return leads_to


def _probabilities(weights: np.ndarray, share: int | None) -> np.ndarray:
    """(t, n) or (t, n, steps): weights (n, steps or 1, t) as probabilities, or as whole parts of `share`."""
    total = np.maximum(1, weights.sum(axis=-1, keepdims=True))
    chance = weights / total if share is None else share * weights.astype(object) // total
    return np.ascontiguousarray(np.moveaxis(chance if weights.shape[1] > 1 else chance[:, 0], -1, 0))


def _layer(
    blocks: Sequence[tuple[slice, int]], faces: np.ndarray, matrices: dict, rows: np.ndarray, players: int
) -> _Layer:
    first, last = blocks[0][0].start, blocks[-1][0].stop
    ready = [(slice(at.start - first, at.stop - first), at, matrices[shown]) for at, shown in blocks]
    return _Layer(slice(first, last), rows[:, first * players : last * players], faces, tuple(ready))


def _rows(states: States, looked_up: Sequence[_Basket], players: int) -> np.ndarray:
    """(k, n x players): the rows that each colour, and each basket that leaves no choice, brings to who rolls next."""
    leads_to = np.concatenate([states.after, *(basket.leads_to[None] for basket in looked_up)])
    rows = np.arange((len(states) + 1) * players).reshape(-1, players)[leads_to]
    nowhere = len(states) * players
    for row, basket in enumerate(looked_up, len(states.after)):
        for player in range(players):
            if player != basket.following:
                rows[row, :, player] = nowhere
    return rows.reshape(len(rows), -1)


def _matrices(
    game: Game, states: States, times: int, idle_faces: list[int], exact: bool
) -> tuple[dict[int, np.ndarray], int]:
    """The matrix M of each kind of block, named by the faces that show its fruit, and the common `unit`.

    M (players x steps, players x steps): row (q, k), the gain S before player q rolls next with k steps; column (p, r).
    """
    kinds = sorted({shown for blocks in states.layers for _, shown in blocks})
    faces, colours = times * game.faces, sum(game.colour_faces)
    dead = [[times * (colours - shown) + idle_of_one for idle_of_one in idle_faces] for shown in kinds]
    rounds = [faces ** len(idle_faces) - prod(each) for each in dead]
    unit = lcm(*rounds) if exact else 1
    once = [_once_around(faces, *each, unit, exact) for each in zip(dead, rounds, strict=True)]
    players, steps = len(idle_faces), game.raven_steps
    M = np.zeros((len(kinds), players, steps, players, steps), object if exact else float)
    first = M[:, :, 0]  # the gain comes at the first of the steps: power r in column r
    first[..., 0] = once
    nearer = times * game.raven_faces * first[..., 0]
    for r in range(1, steps):
        first[..., r] = first[..., r - 1] @ nearer
        M[:, :, 1:, :, r] = M[:, :, :-1, :, r - 1]  # what begins one step later comes to the same, one step later
    return dict(zip(kinds, M.reshape(-1, players * steps, players * steps), strict=True)), unit


def _once_around(faces: int, dead: list[int], round_: int, unit: int, exact: bool) -> list[list[int | float]]:
    """E as rows q, who rolls after the gain, and columns p: what player p expects of it before anybody's other roll."""
    players = range(len(dead))
    once = [[0] * len(dead) for _ in players]
    for p in players:
        passed = 1
        for s in players:
            chance = faces ** (len(dead) - 1 - s) * passed
            once[(p + s + 1) % len(dead)][p] = unit * chance // round_ if exact else chance / round_
            passed *= dead[(p + s) % len(dead)]
    return once
