"""The probability of winning from every state, by backward induction: floats or fractions, one player or several.

Let V_p(s) be that probability in state s with player p to roll, and q the player after p (with one player, p itself). A
roll makes one of the moves of `orchard.transitions`. A move takes a piece, a fruit or a step of the raven's, in one of
several ways: with chance w_i one that leads to s_i. Bellman's equation says that a state is worth the mean of what can
follow it; F is the number of faces of the die:

    V_p(s) = sum over the moves of faces / F  sum_i w_i V_q(s_i)      V = 1 without fruit, V = 0 when the raven is there

A basket of b picks takes b pieces one after the other. Its first pick leads to T_{b-1}(s_i) in place of V_q(s_i), where
T_k is the value when k picks are still to be made:

    T_k(s) = sum_i w_i T_{k-1}(s_i)       or its max or min over i, if the solver is to choose       T_0 = V_q

(Bellman's equation for this game: panadestein, "A Markovian nursery game"; the circle of players is our own.)

*Pieces.* Count the pieces of a state, its fruit and the raven's steps together. Whatever a way takes, s_i has one piece
fewer than s. So `solve` goes from few pieces to many, and each time finds the values of all states that have so many at
once: V_p and T_k are the rows of a table, and each of them is a mean of entries with one piece fewer.

*Wasted rolls* take nothing: they lead from s to s, on D_p(s) faces. We leave them out. M_p(s) is the mean above over
the moves that take something, and E_pq the probability that, if p is to roll, q's is the first to take something:

    V_p = sum_q E_pq M_q     E_{p, p+j} = d_p d_{p+1} ... d_{p+j-1} (1 - d_{p+j}) / (1 - d_1 d_2 ...)     d = D / F

With one player E = 1 and V = M.

*Fractions* are whole numbers over scale^pieces, `scale` being a common multiple of the denominators of all chances.
Floats and fractions run through the same lines; for floats `scale` is 1.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial, reduce
from itertools import combinations_with_replacement
from math import comb, gcd, lcm
from typing import NamedTuple

import numpy as np

from orchard.arguments import check_memory, check_time, whole_number, wrong_value, yes_or_no
from orchard.rules import Game, State, checked_game, checked_live_state, checked_state
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
)
from orchard.transitions import Move, Take, moves

MOST_PICKS = 3 * 10**7  # picks that fractions follow in some minutes
AT_ONCE = 2**12  # states that are solved at once
BEST = {+1: np.maximum, -1: np.minimum}
ROUNDING = 1e-12  # floats that differ by less, relative to the larger, count as equal


# --- the solution ---


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """The probability of winning `game`, from its start and from every later state, for each player to roll.

    `strategy` is what was asked for, made playable: each `Best` in it is a Rule that picks what was found best, of
    several best trees the fullest (for the worst, the emptiest), equally likely where they hold as much.
    `by_pieces` (steps, players, n): the values or, if exact, whole numbers over `scale` ** pieces. That of fruit state
    i of `states` stands in column i of the row whose number is the pieces, modulo steps.
    """

    game: Game
    players: tuple[Strategy, ...]
    states: States
    by_pieces: np.ndarray
    scale: int = 1

    def __repr__(self) -> str:
        name = name_of(as_given(self.players))
        return f"Solution({self.game}, strategy={name!r}, win_probability={self.win_probability!r})"

    @property
    def exact(self) -> bool:
        """Whether values are fractions."""
        return self.by_pieces.dtype == object

    @property
    def win_probability(self) -> float | Fraction:
        """That of the start, with the first player to roll."""
        return self._value(self.game.start, 0)

    def value(self, fruits: tuple[int, ...], raven_steps: int, player: int = 0) -> float | Fraction:
        """The probability of winning from a state of this game; ValueError if it has no such state or player."""
        return self._value(checked_state(self.game, fruits, raven_steps), self._checked_player(player))

    def table(self, player: int = 0) -> np.ndarray:
        """(n, steps): the values of all fruit states (`states.fruits`) with the raven 1, 2, ... steps away."""
        numerators = self.numerators[:, self._checked_player(player)]
        if not self.exact:
            return numerators
        return numerators * (Fraction(1) / self.scale ** self._pieces.astype(object))

    @property
    def numerators(self) -> np.ndarray:
        """(n, players, steps): the values or, if exact, whole numbers over `scale` ** (fruit + raven steps)."""
        states = np.arange(len(self.states))[:, None]
        return np.moveaxis(self.by_pieces[self._pieces % self.game.raven_steps, :, states], -1, 1)

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
        following = self._after(self._checked_player(player))
        ways = basket_ways(state.fruits, picks)
        return {way: self._value(State(left, state.raven_steps), following) for way, left in ways.items()}

    @cached_property
    def strategy(self) -> Strategy | tuple[Strategy, ...]:
        """What was asked for, with what was found in place of each `Best`: see the class."""
        return as_given(tuple(self._playable(how, self._after(player)) for player, how in enumerate(self.players)))

    def _playable(self, how: Strategy, following: int) -> Strategy:
        if isinstance(how, Mixture):
            parts = tuple((p, self._playable(part, following)) for p, part in how.parts)
            return Mixture(how.name, how.text, parts)
        if isinstance(how, Rule):
            return how
        weights = partial(_best_weights, self.game, self.states, self._pick_tables(how.sign, following), how.sign)
        return Rule(how.name, how.text, weights, symmetric=self.states.lumped)

    def _pick_tables(self, sign: int, following: int) -> np.ndarray:
        """(picks, n, steps): T_0 ... T_{b-1} of a best or worst basket, after which player `following` rolls."""
        best = np.maximum if sign > 0 else np.minimum
        targets = open_ways(self.states.after, self.states.fruits > 0)
        tables = [self.numerators[:, following]]
        for _ in range(1, self.game.picks):
            tables.append(reduce(best, (tables[-1][target] for target in targets)))
        return np.stack(tables)

    def _after(self, player: int) -> int:
        """The player who rolls next."""
        return (player + 1) % len(self.players)

    def _checked_player(self, player: int) -> int:
        if whole_number("player", player, 0) >= len(self.players):
            raise wrong_value("player", f"be one of the {len(self.players)}, from 0", player)
        return player

    @property
    def _pieces(self) -> np.ndarray:
        """(n, steps): fruit and raven steps together."""
        return self.states.left[:, None] + np.arange(1, self.game.raven_steps + 1)

    def _value(self, state: State, player: int) -> float | Fraction:
        """The value of a state of this game."""
        if state.is_lost:
            return Fraction(0) if self.exact else 0.0
        pieces = sum(state.fruits) + state.raven_steps
        numerator = self.by_pieces[pieces % self.game.raven_steps, player, self.states.index(state.fruits)]
        return Fraction(numerator, self.scale**pieces) if self.exact else float(numerator)


def open_ways(targets: np.ndarray, are_open: np.ndarray) -> np.ndarray:
    """The targets (ways, n), with that of a way that is open in place of each that is not, where one is."""
    last = (targets * are_open).max(axis=0)
    return np.where(are_open, targets, last)


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
    lumped, exact = is_lumpable(game, players), yes_or_no("exact", exact)
    _check_size(game, players, lumped, exact)
    states, steps = all_states(game.fruits, lumped), game.raven_steps
    mean = _mean([moves(game, player, states) for player in players], states, exact)
    # A fruit state has one piece more for each step that the raven has left: modulo `steps` each has a row of its own.
    values = np.zeros((steps, len(players), len(states)), mean.chances.dtype)
    for pieces in range(1, steps + 1):
        values[pieces % steps, :, 0] = mean.scale**pieces  # without fruit the game is won
    # V and T_k of so many pieces, and of one fewer; still 0 where the raven has no step left: the game is lost.
    fronts = np.zeros((2, len(mean.targets), len(states)), values.dtype)
    for pieces, now in _fronts(states, steps):
        before, here = fronts[(pieces - 1) % 2], fronts[pieces % 2]
        before[:, 0] = mean.scale ** (pieces - 1)
        here[:, now] = mean.of(before, pieces, now)
        values[pieces % steps, :, now] = here[: len(players), now]
    return Solution(game, players, states, values, mean.scale)


def _check_size(game: Game, players: tuple[Strategy, ...], lumped: bool, exact: bool) -> None:
    """ValueError for a game whose solution would not fit into memory or, in fractions, take too long."""
    steps, states = game.raven_steps * len(players), count_states(game.fruits, lumped)
    each = 500 if exact else 8
    check_memory("fruits", states, each * (steps * (1 + game.picks) + len(players) ** 2) + 64 * game.trees)
    if exact:
        check_time("game", states * steps * game.trees * max(1, game.picks), MOST_PICKS)


def _fronts(states: States, steps: int) -> Iterator[tuple[int, slice]]:
    """A number of pieces, from the fewest with which a game goes on, and the fruit states that can have so many.

    Many states come as several slices: what they look at then stays in the processor's cache.
    """
    fruit = len(states.starts) - 2
    for pieces in range(2, fruit + steps + 1):
        first, stop = states.starts[max(1, pieces - steps)], states.starts[min(fruit, pieces - 1) + 1]
        for start in range(first, stop, AT_ONCE):
            yield pieces, slice(start, min(start + AT_ONCE, stop))


# --- the right-hand side of Bellman's equation ---


class _Choice(NamedTuple):
    """A way of a row that is left to the solver: the best of the `targets` (k, n), as in `_Mean`."""

    row: int
    way: int
    targets: np.ndarray
    best: np.ufunc


class _Mean(NamedTuple):
    """What each row of the values is a weighted mean of: first the M of each player, then each T_k.

    `targets` (rows, ways, n): where each way leads, in the flat values with one piece fewer. `chances` (1 or steps,
    rows, ways, n): how likely it is; by the pieces, modulo steps, if the raven's steps matter. `choices`: a row, and
    which of its ways is the best of several others. `turns` (players, players, n): E, or None for a single player.
    """

    targets: np.ndarray
    chances: np.ndarray
    choices: list[_Choice]
    turns: np.ndarray | None
    scale: int

    def of(self, before: np.ndarray, pieces: int, now: slice) -> np.ndarray:
        """(rows, m): the values of the states `now` with so many pieces, from those with one piece fewer."""
        after = before.take(self.targets[..., now])
        for row, way, targets, best in self.choices:
            after[row, way] = best.reduce(before.take(targets[:, now]), axis=0)
        mean = np.einsum("rwn,rwn->rn", self.chances[pieces % len(self.chances), ..., now], after)
        if self.turns is not None:
            players = len(self.turns)
            mean[:players] = np.einsum("pqn,qn->pn", self.turns[..., now], mean[:players])
        return mean


def _mean(rolls: Sequence[Sequence[Move]], states: States, exact: bool) -> _Mean:
    """The right-hand side for players with these rolls: weights, divided by their sum."""
    terms, players = _terms(rolls), len(rolls)
    share = _share(terms) if exact else 1
    targets, weights = _targets_and_weights(terms, states, share, exact)
    total = weights.sum(axis=2, keepdims=True)
    total[..., 0] = 1  # without fruit there is nothing to take, and nothing to solve
    scale = lcm(*set(total.ravel().tolist())) if exact else 1
    chances = scale * weights // total if exact else np.divide(weights, total, out=weights)
    choices = [_choice(term, states) for term in terms if term.take.sign]
    if players == 1:
        return _Mean(targets, chances, choices, None, scale)
    faces = int(share * sum(move.faces for move in rolls[0]))
    turns, unit = _turns(faces - total[0, :players, 0], faces, exact)
    chances[:, players:] *= unit  # E brings this factor to V; T_k is to have it too
    return _Mean(targets, chances, choices, turns, scale * unit)


class _Term(NamedTuple):
    """A take in the mean of a row: its ways among those of the row, its faces of the die, the row that it leads to."""

    row: int
    ways: slice
    faces: Fraction | int
    leads_to: int
    take: Take


def _terms(rolls: Sequence[Sequence[Move]]) -> list[_Term]:
    """What the rows are the means of: M of the moves of a player's roll, T_k of the k-th last pick of a basket."""
    terms, rows = [], len(rolls)
    for player, roll in enumerate(rolls):
        ways = 0
        for move in (move for move in roll if move.takes):
            first, *later = move.takes
            leads_to = (player + 1) % len(rolls)
            for take in reversed(later):  # the last take leads to V of the next player, the one before to T_1, ...
                terms.append(_Term(rows, slice(0, _ways(take)), 1, leads_to, take))
                leads_to = rows
                rows += 1
            terms.append(_Term(player, slice(ways, ways + _ways(first)), move.faces, leads_to, first))
            ways += _ways(first)
    return terms


def _ways(take: Take) -> int:
    """How many ways count in a mean: of those of a choice only the best."""
    return 1 if take.sign else len(take.target)


def _choice(term: _Term, states: States) -> _Choice:
    """The term, if it is left to the solver; a way that is closed stands for one that is open."""
    targets = term.leads_to * len(states) + open_ways(term.take.target, term.take.weights[0] > 0)
    return _Choice(term.row, term.ways.start, targets, BEST[term.take.sign])


def _share(terms: Sequence[_Term]) -> int:
    """A number of which all faces and chances take whole parts."""
    totals = {total for term in terms for total in term.take.totals.ravel().tolist()}
    return lcm(*totals) * lcm(*(term.faces.denominator for term in terms))


def _targets_and_weights(
    terms: Sequence[_Term], states: States, share: int, exact: bool
) -> tuple[np.ndarray, np.ndarray]:
    """`_Mean.targets` and, times `share`, faces x chances of each way."""
    rows, ways = max(term.row for term in terms) + 1, max(term.ways.stop for term in terms)
    steps, n = max(len(term.take.weights) for term in terms), len(states)
    targets = np.zeros((rows, ways, n), np.int64)
    weights = np.zeros((steps, rows, ways, n), object if exact else float)
    for term in terms:
        targets[term.row, term.ways] = term.leads_to * n + term.take.target[: _ways(term.take)]
        weights[:, term.row, term.ways] = _weights(term, states, share, exact)
    return targets, weights


def _weights(term: _Term, states: States, share: int, exact: bool) -> np.ndarray:
    """(1 or steps, ways, n): share x faces x chances, and 0 where nothing is taken."""
    take = term.take
    faces = int(share * term.faces) if exact else float(term.faces)
    if take.sign:
        return np.array(faces)
    takes_something = (take.target != np.arange(len(states))) | (take.raven > 0)
    weights = (take.weights * takes_something).astype(object if exact else float)
    weights = _quotient(faces * weights, take.totals, exact)
    return _by_pieces(weights, states.left) if take.sees_raven else weights


def _by_pieces(weights: np.ndarray, left: np.ndarray) -> np.ndarray:
    """The weights (steps, ways, n) in the order of the pieces, modulo steps, instead of the raven's steps."""
    steps = len(weights)
    raven = (np.arange(steps)[:, None] - left - 1) % steps
    return np.take_along_axis(weights, raven[:, None], axis=0)


def _quotient(whole: np.ndarray, parts: np.ndarray | int, exact: bool) -> np.ndarray:
    """Whole numbers by whole numbers of which they are multiples, or floats by floats."""
    return whole // parts if exact else whole / parts


# --- players who take turns ---


def _turns(wasted: np.ndarray, faces: int, exact: bool) -> tuple[np.ndarray, int]:
    """E (players, players, n) if D = `wasted` (players, n) of F = `faces` take nothing; if exact in parts of a `unit`.

    E_pq is the probability that q's is the first roll to take something, if p is to roll.
    """
    common = gcd(faces, *wasted.ravel().tolist()) if exact else faces
    F, D = _quotient(faces, common, exact), _quotient(wasted, common, exact)  # of floats F is 1
    players = len(D)
    somebody = F**players - D.prod(axis=0)
    unit = lcm(*set(somebody.tolist())) if exact else 1
    E = np.empty((players, *D.shape), D.dtype)
    for p in range(players):
        passed = F ** (players - 1)
        for j in range(players):
            q = (p + j) % players
            E[p, q] = _quotient(unit * passed * (F - D[q]), somebody, exact)
            passed = _quotient(passed * D[q], F, exact)
    return E, unit
