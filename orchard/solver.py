"""The probability of winning from every state, by backward induction: floats or fractions, one player or several.

Let V(f, r) be that probability with fruit f on the trees and the raven r steps away. Of the F faces of the die c_i show
colour i, W the raven, and B a basket that is used. D faces are wasted: the colours of empty trees, and baskets that are
left alone. A basket of one pick takes a fruit from tree i with chance w_i, or from the best or the
worst tree if the solver is to choose (max or min in place of sum_i w_i). Then Bellman's equation is, if sums run over
the trees that bear fruit,

    F V(f, r) = sum_i c_i V(f - e_i, r) + B sum_i w_i V(f - e_i, r) + W V(f, r - 1) + D V(f, r)

and V = 1 without fruit, V = 0 for r = 0. A basket of b picks takes them one after the other. Its first pick leads to
T_{b-1}(f - e_i, r) in place of V(f - e_i, r), where T_k is the value with k picks still to be made:

    T_k(f, r) = sum_i w_i T_{k-1}(f - e_i, r), or its max or min       T_0 = V       T_k = 1 without fruit

If a strategy mixes several, each has its part of B and T_k of its own. (Bellman's equation for this game: panadestein,
"A Markovian nursery game"; the circle of players is our own.)

*Pieces.* Count the fruit and the raven's steps of a state together as its pieces. Every state on the right, but for
that of a wasted roll, has one piece fewer. So `solve` goes from few pieces to many, and finds the values of all states
that have so many at once. The pieces and the fruit say where the raven is: from ((1, 2), 3), which has 6, the first
colour leads to (0, 2) with 5 pieces, so that r = 3, and the raven to (1, 2) with 5 pieces, so that r = 2.

*Wasted rolls* lead from a state to itself. Without them F - D faces are left, and with one player V = M, where

    (F - D) M(f, r) = sum_i c_i V(f - e_i, r) + B sum_i w_i V(f - e_i, r) + W V(f, r - 1)

With several, who roll in a circle, each has a B, w_i and D of their own, and on the right of player p's M_p stands
V_{p+1}, as T_0 too; a wasted roll hands on the die as well, so that V_p = (1 - d_p) M_p + d_p V_{p+1}, where d = D / F.
Hence

    V_p = sum_q E_pq M_q     E_{p, p+j} = d_p d_{p+1} ... d_{p+j-1} (1 - d_{p+j}) / (1 - d_0 d_1 ... of all players)

E_pq is the probability that q's is the first roll to take something if p is to roll.

*Fractions* of one player are whole numbers over scale^pieces, `scale` being a common multiple of the denominators of
all chances: every state on the right has one piece fewer, and scale x chance, a whole number, brings the missing
factor. Of several players they are Python's own, which is slower. All run through the same lines; where `scale` is not
needed it is 1.

*In the code* M_p of each player, and then each T_k, are *sums*, numbered from 0. What a sum adds up are its *terms*, a
move or one of its picks each. The trees that a term may take from are its *ways* (a colour and the raven have one way,
as has a pick that leaves no choice, or leaves it to the solver: to the best tree); all ways stand in one list. Every
way leads to a *row* of a table. There is a row for each sum: row p holds V_p (which E makes of the sums M), the rows
after the players' hold the T_k. With one player, four colours and two `random` picks:

    sum and row        its terms           their ways    lead to
    0   M (row: V)     the four colours    0 ... 3       row 0, V
                       the first pick      4 ... 7       row 1, T_1
                       the raven           8             row 0, V
    1   T_1            the second pick     9 ... 12      row 0, V

`_terms` lists the terms, `_targets` says where their ways lead, `_chances` divides the coefficients c_i, B w_i and W of
M by F - D, `_turns` is E, `_Equations.values` adds up, and `solve` goes through the pieces.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial, reduce
from itertools import accumulate, combinations_with_replacement, pairwise
from math import comb, lcm
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
    parts_of,
)
from orchard.transitions import Move, Take, moves, sees_raven

MOST_PICKS = 3 * 10**7  # picks that fractions follow in some minutes
AT_ONCE = 2**13  # states that are solved at once
BEST = {+1: np.maximum, -1: np.minimum}
ROUNDING = 1e-12  # floats that differ by less, relative to the best, count as equal


# --- the solution ---


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """The probability of winning `game`, from its start and from every later state, for each player to roll.

    `players`: their strategies as they were asked for. `strategy`: the same, made playable: each `Best` in it is a Rule
    that picks what was found best, of several best trees the fullest (for the worst, the emptiest), equally likely
    where they hold as much.
    `by_pieces` (steps, players, n): the values, times `scale` ** pieces: whole numbers for one player's fractions, else
    `scale` is 1. by_pieces[pieces % steps, player, i] belongs to fruit state i of `states`, with so many pieces. With
    l fruits a state has l + 1 ... l + steps pieces, consecutive numbers, so that pieces % steps tells them apart.
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
        """(n, players, steps): the values, times `scale` ** (fruit + raven steps)."""
        fruit_state = np.arange(len(self.states))[:, None]
        # NumPy puts the axes of the index arrays first: (n, steps, players).
        players_last = self.by_pieces[self._pieces % self.game.raven_steps, :, fruit_state]
        return players_last.swapaxes(1, 2)

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

        Each is the tuple of the trees to pick from, in ascending order; trees are counted from 0. If the strategy is
        `worst` (alone, not in a mixture), all worst ways. Fractions are compared exactly, floats up to rounding.
        ValueError if the game has no such state or player, or is over in it, or if there are over a million ways.
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
        following = self._after(self._checked_player(player))
        ways = basket_ways(state.fruits, picks)
        return {way: self._value(State(after, state.raven_steps), following) for way, after in ways.items()}

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
        """(picks, n, steps): T_0 ... T_{b-1} of a best or worst basket, after which player `following` rolls.

        Made anew, as `solve` keeps no more than two tables. Unlike there no value is multiplied by `scale` at a pick,
        so T_k is times scale ** (pieces - k), or, if k is more than the fruit, scale ** (raven steps): the same for all
        picks to be compared.
        """
        targets = targets_of_open_ways(self.states.after, self.states.fruits > 0)
        tables = [self.numerators[:, following]]
        for _ in range(1, self.game.picks):
            tables.append(reduce(BEST[sign], (tables[-1][target] for target in targets)))
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


def targets_of_open_ways(targets: np.ndarray, are_open: np.ndarray) -> np.ndarray:
    """The targets (ways, n), those of ways that are not open (to trees without fruit) replaced by an open one's.

    So the best of all is the best of those that are open.
    """
    an_open_one = (targets * are_open).max(axis=0)
    return np.where(are_open, targets, an_open_one)


def basket_ways(fruits: tuple[int, ...], picks: int) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Each way to use a basket, the trees picked from, ascending: what is left; ValueError for over a million."""
    picks = min(picks, sum(fruits))
    check_time("picks", comb(len(fruits) + picks - 1, picks), 10**6)
    ways = combinations_with_replacement(range(len(fruits)), picks)
    left = {way: tuple(fruit - way.count(i) for i, fruit in enumerate(fruits)) for way in ways}
    return {way: after for way, after in left.items() if min(after) >= 0}


def _best_weights(
    solved_game: Game, states: States, tables: np.ndarray, sign: int, game: Game, fruits, raven_steps, picks_left
) -> np.ndarray:
    """The weights of a Rule for the trees found best; `tables[k]` (n, steps): the values with k picks to make.

    Of fractions these are the numerators: whatever is picked, as many pieces are left, so denominators are equal.
    """
    if game != solved_game:
        raise wrong_value("strategy", f"be one for this game, not for {solved_game}", game)
    after = states.index(np.maximum(0, fruits[..., None, :] - np.eye(game.trees, dtype=np.int64)))
    picks_after = np.asarray(picks_left)[..., None] - 1
    steps_index = np.asarray(raven_steps)[..., None] - 1  # r = 1 is in column 0
    value = np.where(fruits > 0, sign * tables[picks_after, after, steps_index], -np.inf)
    best = value.max(axis=-1, keepdims=True)
    slack = 0 if tables.dtype == object else ROUNDING * np.abs(best)
    stock = np.where(value >= best - slack, sign * fruits, -np.inf)
    return (stock == stock.max(axis=-1, keepdims=True)).astype(np.uint8)


# --- solving ---


def solve(game: Game | str, strategy: Asked = "max", exact: bool = False) -> Solution:
    """The probability of winning from every state of `game`, or of the edition of that name, with `strategy`.

    A sequence of strategies, ("max", "max", "random"), is players who roll by turns: the first one rolls first, and
    every roll, a wasted one too, passes the die on. Floats are right to 1e-12; `exact=True` gives fractions. Memory
    grows as fruit states x (raven steps x players + trees x players x picks + players^2), time as fruit states x raven
    steps x (trees x players x picks + players^2); for a rule that looks at the raven memory grows as trees x raven
    steps, too. Of a mixture the picks of all parts count. ValueError if that would not fit into this machine or, for
    fractions, take more than some minutes; TypeError or ValueError for an impossible game or strategy.

    >>> round(solve("first-orchard", "max").win_probability, 4)
    0.7685
    """
    game, players = checked_game(game), checked_players(strategy)
    lumped, exact = is_lumpable(game, players), yes_or_no("exact", exact)
    _check_size(game, players, lumped, exact)
    states, steps = all_states(game.fruits, lumped), game.raven_steps
    rolls = [moves(game, player, states) for player in players]
    if any(map(sees_raven, rolls)):  # then a way has a chance for each of its steps; only the moves tell
        _check_size(game, players, lumped, exact, of_a_way=steps)
    equations, scale = _equations(rolls, states, exact)
    # The result: each entry is written once.
    by_pieces = np.zeros((steps, len(players), len(states)), equations.chances.dtype)
    for pieces in range(1, steps + 1):
        by_pieces[pieces % steps, :, 0] = scale**pieces  # V = 1 without fruit
    # What is looked up: the rows V_p and T_k of the states with so many pieces, and with one fewer. The two take turns.
    # V(f, 0) = 0 needs no line: of fruit f the values for r = 0, 2, 4, ... share a cell of one table, those for r = 1,
    # 3, ... one of the other. Both begin with 0, and r = 2 is written only after r = 1 has looked r = 0 up.
    tables = np.zeros((2, len(equations.ways_of_sum), len(states)), by_pieces.dtype)
    for pieces, now in _schedule(states, steps):
        before, here = tables[(pieces - 1) % 2], tables[pieces % 2]
        before[:, 0] = scale ** (pieces - 1)  # V = T_k = 1 without fruit
        here[:, now] = equations.values(before, pieces, now)
        by_pieces[pieces % steps, :, now] = here[: len(players), now]
    return Solution(game, players, states, by_pieces, scale)


def _check_size(game: Game, players: tuple[Strategy, ...], lumped: bool, exact: bool, of_a_way: int = 1) -> None:
    """ValueError for a game whose solution would not fit into memory or, in fractions, take too long.

    `of_a_way`: how many chances a way has, one, or one for each of the raven's steps if these matter.
    """
    states = count_states(game.fruits, lumped)
    parts = [part for player in players for _, part in parts_of(player)]
    choices = sum(isinstance(part, Best) for part in parts)
    # Of each fruit state, how many values, entries of E, and of the `_pick_tables`, made when asked for; what is
    # copied while one of these is made; and ways:
    values = game.raven_steps * len(players)
    entries_of_E = len(players) ** 2
    of_a_choice = game.raven_steps * game.picks
    copied = values + of_a_choice if choices else 0
    ways = len(players) * (game.trees + 1) + game.trees * game.picks * len(parts)
    bytes_of_value = 500 if exact else 8
    bytes_of_chance = 50  # held in several arrays while it is made
    numbers = values + entries_of_E + of_a_choice * choices
    check_memory("fruits", states, bytes_of_value * numbers + 8 * copied + bytes_of_chance * ways * of_a_way)
    if exact:
        most_picks = game.picks * max(len(parts_of(player)) for player in players)
        check_time("game", states * values * game.trees * max(1, most_picks), MOST_PICKS)


def _schedule(states: States, steps: int) -> Iterator[tuple[int, slice]]:
    """A number of pieces, from the fewest with which a game goes on, and the fruit states that can have so many.

    Many states come as several slices: what they look at then stays in the processor's cache.
    """
    fruit = int(states.left[-1])
    for pieces in range(2, fruit + steps + 1):
        fewest, most = max(1, pieces - steps), min(fruit, pieces - 1)  # fruit, as the raven has 1 to `steps` steps
        first, stop = states.starts[fewest], states.starts[most + 1]
        for start in range(first, stop, AT_ONCE):
            yield pieces, slice(start, min(start + AT_ONCE, stop))


# --- Bellman's equation ---


class _Choice(NamedTuple):
    """A way that is left to the solver: to the best of the `targets` (k, n)."""

    way: int
    targets: np.ndarray
    best: np.ufunc


class _Equations(NamedTuple):
    """How the rows of a table, V_p of each player and then each T_k, follow from the table with one piece fewer.

    `targets` (ways, n): where a way leads, as a flat index into a table (sums, n). It says nothing of the raven's
    steps, which follow from the pieces: a raven roll leads to the fruit from which it came. So does a wasted way, which
    has chance 0.
    `chances` (1 or steps, ways, n): of each way, times `scale`; if the raven's steps matter, chances[pieces % steps].
    `ways_of_sum`: the ways that each sum adds up, M_p of each player and then each T_k.
    `choices`: the ways whose target is the best of several.
    `E` (players, players, n), or None for a single player, of whom V = M.
    """

    targets: np.ndarray
    chances: np.ndarray
    ways_of_sum: list[slice]
    choices: list[_Choice]
    E: np.ndarray | None

    def values(self, before: np.ndarray, pieces: int, now: slice) -> np.ndarray:
        """The rows (sums, m) of the states `now` with so many pieces; `before`: the table with one fewer.

        Nothing here names the raven's steps: one piece fewer is a fruit fewer and as many steps, or the same fruit and
        a step fewer. (Chances that depend on them are in the order of the pieces: `_ordered_by_pieces`.)
        """
        # M = sum of c_i V(f - e_i, r), B w_i V(f - e_i, r) or B w_i T(f - e_i, r), W V(f, r - 1), all / (F - D);
        # T_k = sum of w_i T_{k-1}(f - e_i, r).
        summands = before.take(self.targets[:, now])  # the V and T_k on the right, one a way
        for way, targets, best in self.choices:  # max or min in place of sum_i w_i
            summands[way] = best.reduce(before.take(targets[:, now]))
        summands *= self.chances[pieces % len(self.chances), :, now]
        rows = np.array([np.add.reduce(summands[ways]) for ways in self.ways_of_sum])  # M_p and T_k
        if self.E is not None:
            players = len(self.E)
            rows[:players] = np.einsum("pqn,qn->pn", self.E[..., now], rows[:players])  # V_p
        return rows


class _Term(NamedTuple):
    """A part of a sum: a take, and the row of a table that it leads to.

    `factor` (n,): in an M_p the faces of its move, in a T_k 1; but 0 where nothing is left to take.
    """

    factor: np.ndarray
    take: Take
    row: int


def _terms(rolls: Sequence[Sequence[Move]], faces: Callable[[Move], float], dtype: type) -> list[list[_Term]]:
    """What each sum adds up: M_p the moves of player p's roll, with their faces; T_k the k-th last pick of a basket."""
    sums = [[] for _ in rolls]
    for player, roll in enumerate(rolls):
        next_player = (player + 1) % len(rolls)
        for move in (move for move in roll if move.takes):
            first, *later = move.takes
            row = next_player
            for take in reversed(later):  # the last take leads to V, the one before it to T_1, and so on
                sums.append([_Term(_takes_something(take, dtype), take, row)])  # factor 1
                row = len(sums) - 1
            sums[player].append(_Term(faces(move) * _takes_something(first, dtype), first, row))
    return sums


def _takes_something(take: Take, dtype: type) -> np.ndarray:
    """(n,): 1 where a take takes a piece, as the raven's always does (a step), 0 where it is wasted.

    So the factors of an M add up to F - D.
    """
    takes_fruit = (take.target != np.arange(take.target.shape[1])).any(axis=0)
    return (takes_fruit | bool(take.raven)).astype(dtype)


def _equations(rolls: Sequence[Sequence[Move]], states: States, exact: bool) -> tuple[_Equations, int]:
    """The equations for players with these rolls, and the scale."""
    faces = _whole_faces(rolls) if exact else lambda move: float(move.faces)
    sums = _terms(rolls, faces, object if exact else float)
    terms = [term for of_sum in sums for term in of_sum]
    ways_of_sum = _slices([sum(_number_of_ways(term.take) for term in of_sum) for of_sum in sums])
    targets, choices = _targets(terms, len(states))
    # (sums, n): F - D in an M_p, 1 in a T_k. Without fruit T_k has 0, which would divide: it is never looked at.
    useful = np.maximum([sum(term.factor for term in of_sum) for of_sum in sums], 1)
    chances, scale = _chances(sums, useful, states, exact)
    if len(rolls) == 1:
        return _Equations(targets, chances, ways_of_sum, choices, None), scale
    # E has denominators of its own: from here on fractions, or floats, in place of whole numbers.
    one = Fraction(1) if exact else 1.0
    F = sum(map(faces, rolls[0]))  # all players roll the same die
    D = F - useful[: len(rolls)]  # (players, n)
    return _Equations(targets, chances * one / scale, ways_of_sum, choices, _turns(D * one / F)), 1


def _whole_faces(rolls: Sequence[Sequence[Move]]) -> Callable[[Move], int]:
    """How many faces each move has on a die with so many times the faces that all are whole."""
    times = lcm(*(move.faces.denominator for roll in rolls for move in roll))
    return lambda move: int(times * move.faces)


def _slices(lengths: Sequence[int]) -> list[slice]:
    """Slices of these lengths, one after the other."""
    return [slice(*ends) for ends in pairwise(accumulate(lengths, initial=0))]


def _number_of_ways(take: Take) -> int:
    """How many ways a take has in a sum; a choice has only one, the best."""
    return 1 if take.sign else len(take.target)


def _targets(terms: Sequence[_Term], n: int) -> tuple[np.ndarray, list[_Choice]]:
    """(ways, n): where all ways lead, as in `_Equations`; and those of them that are left to the solver."""
    targets, choices = [], []
    for _, take, row in terms:
        if take.sign:
            options = row * n + targets_of_open_ways(take.target, take.weights[0] > 0)
            choices.append(_Choice(len(targets), options, BEST[take.sign]))
            targets.append(options[0])  # a stand-in: `values` puts the best one's in its place
        else:
            targets.extend(row * n + take.target)
    return np.array(targets), choices


def _chances(
    sums: Sequence[Sequence[_Term]], useful: np.ndarray, states: States, exact: bool
) -> tuple[np.ndarray, int]:
    """(1 or steps, ways, n): the chances of all ways, as in `_Equations`, and the scale: 1 but for fractions."""
    quotients = [_chance(term, row) for of_sum, row in zip(sums, useful, strict=True) for term in of_sum]
    scale = lcm(*{each for _, below in quotients for each in below.ravel().tolist()}) if exact else 1
    chances = [scale * above // below if exact else above / below for above, below in quotients]
    steps = max(map(len, chances))
    if steps > 1:
        chances = [_ordered_by_pieces(np.broadcast_to(each, (steps, *each.shape[1:])), states.left) for each in chances]
    return np.concatenate(chances, axis=1), scale


def _chance(term: _Term, useful: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The coefficient of each way of a term / the `useful` faces (n,) of its sum: numerators and denominators.

    (1 or steps, ways, n), and (1 or steps, 1, n).
    """
    factor, take, _ = term
    if take.sign:  # the best way's, whichever that is
        return factor[None, None], useful[None, None]
    return factor * take.weights, take.totals * useful


def _ordered_by_pieces(chances: np.ndarray, left: np.ndarray) -> np.ndarray:
    """The chances (steps, ways, n) in the order of pieces % steps, from that of the raven's steps, 1 and up.

    Entry pieces % steps holds those for r = pieces - fruit left, which stand in chances[r - 1]; r is known modulo
    steps, and that is enough, as it is one of 1 ... steps.
    """
    steps = len(chances)
    r_less_1 = (np.arange(steps)[:, None] - left - 1) % steps
    return np.take_along_axis(chances, r_less_1[:, None], axis=0)


# --- players who take turns ---


def _turns(d: np.ndarray) -> np.ndarray:
    """E (players, players, n), as in the module's docstring, if d (players, n) of each player's rolls are wasted."""
    players = len(d)
    somebody = 1 - d.prod(axis=0)
    E = np.empty((players, *d.shape), d.dtype)
    for p in range(players):
        passed = 1
        for j in range(players):
            q = (p + j) % players
            E[p, q] = passed * (1 - d[q]) / somebody
            passed = passed * d[q]
    return E
