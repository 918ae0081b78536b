"""Players who take turns, each with a strategy of their own: the die goes round, whatever it shows.

A dead roll leaves the orchard as it is but passes the die, so in one position the values V_p, with player p of n to
roll, depend on each other in a circle: with `d_p` the probability that p's roll is dead, and `a_p` the mean value of
all else it can lead to (with the next player to roll),

    V_p = a_p + d_p V_{p+1},    V_n = V_0.

Inserting one into the next once around gives V_0 = (a_0 + d_0 a_1 + d_0 d_1 a_2 + ...) / (1 - d_0 d_1 ... d_{n-1}).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

import numpy as np

from orchard import solver
from orchard.arguments import whole_number
from orchard.baskets import best_baskets, checked_basket
from orchard.exact import ExactSolution, check_baskets, going_on, known, terms
from orchard.lattice import Lattice, checked_lattice
from orchard.rules import Game, State, checked_game
from orchard.solver import Solution, basket_value, planned, value_of_pick
from orchard.strategies import Strategy, checked_strategy, is_lumpable, used_parts


@dataclass(frozen=True, eq=False)
class TurnsSolution:
    """The probability to win from every state, for each player to roll.

    `turns[p]` is the solution with player `p` to roll, and `strategy.turns[p]` that player's strategy; player 0 begins.
    """

    game: Game
    strategy: Strategy
    turns: tuple[Solution | ExactSolution, ...] = field(repr=False)

    @property
    def win_probability(self) -> float | Fraction:
        return self.turns[0].win_probability

    def value(self, fruits: tuple[int, ...], raven_steps: int, player: int = 0) -> float | Fraction:
        """The probability to win from a state with `player` to roll; ValueError if there is no such state or player."""
        return self.turns[self._checked_player(player)].value(fruits, raven_steps)

    def best_picks(
        self, fruits: tuple[int, ...], raven_steps: int, picks: int | None = None, player: int = 0
    ) -> tuple[tuple[int, ...], ...]:
        """As `Solution.best_picks`, for the basket of `player`, after whom the next one rolls."""
        state, picks = checked_basket(self.game, fruits, raven_steps, picks)
        strategy, after = self.strategy.turns[self._checked_player(player)], (player + 1) % len(self.turns)
        return best_baskets(strategy, state.fruits, picks, lambda left: self.value(left, raven_steps, after))

    def _checked_player(self, player: int) -> int:
        if whole_number("player", player, 0) >= len(self.turns):
            raise ValueError(f"player must be one of the {len(self.turns)}, from 0, got {player}")
        return player


def solve(
    game: Game | str,
    strategy: Strategy | str = "max",
    exact: bool = False,
    players: Iterable[Strategy | str] | None = None,
) -> Solution | ExactSolution | TurnsSolution:
    """The probability to win from every state of `game`, or of the edition of that name, with `strategy`.

    `players=("max", "max", "random")` in place of a strategy: they roll by turns, the first one first, and every roll
    (dead ones too) passes the die on. Floats are right to 1e-12; `exact=True` gives fractions, some hundred times
    slower. Memory grows as fruit states x raven steps (x players), time as that x trees (x picks). ValueError if the
    table would not fit into this machine's memory, TypeError or ValueError for an impossible game or strategy.
    """
    game, strategy = checked_game(game), checked_strategy(strategy, players)
    if not strategy.players:
        return solver.solve(game, strategy, exact)
    if any(part.plan for player in strategy.players for _, part in player.parts):
        raise ValueError(f"players must not be settled already, got {strategy.name!r}")
    return TurnsSolution(game, strategy, (_solve_exactly if exact else _solve)(game, strategy))


def settled(game: Game | str, strategy: Strategy | str, players: Iterable[Strategy | str] | None = None) -> Strategy:
    """The strategy, with what the solver found best in place of each `optimal` or `worst`, so that it can be played."""
    game, strategy = checked_game(game), checked_strategy(strategy, players)
    if not strategy.players:
        return solver.settled(game, strategy)
    if not any(part.best for player in strategy.players for _, part in player.parts):
        return strategy
    plans = tuple(planned(turn) for turn in _solve(game, strategy))
    return Strategy(strategy.name, strategy.text, symmetric=strategy.symmetric, players=plans)


def _solve(game: Game, strategy: Strategy) -> tuple[Solution, ...]:
    lumped, n, steps = is_lumpable(game, strategy), len(strategy.players), game.raven_steps
    states = checked_lattice(game.fruits, lumped, 8 * steps * n * max(2, game.picks + 1))
    values = np.zeros((n, len(states) + 1, steps))
    values[:, 0] = 1
    following = np.roll(values, -1, axis=0)  # of the player after p; a copy, so it is filled alongside
    parts = [used_parts(game, player) for player in strategy.players]
    tables = [
        [[v, *(v.copy() for _ in range(game.picks - 1))] for _ in used]
        for v, used in zip(following, parts, strict=True)
    ]
    raven = game.raven_faces / game.faces
    for blocks in states.layers:
        rows = slice(blocks[0].start, blocks[-1].stop)
        dead = np.stack([_dead(game, ps, states.fruits[rows]) for ps in parts])
        gains = np.stack([_gain(game, states, *at, rows) for at in zip(parts, tables, following, strict=True)])
        for r in range(steps):
            gain = gains[:, :, r] + (raven * following[:, rows, r - 1] if r else 0)
            values[:, rows, r] = around_the_table(gain, dead)
            following[:, rows, r] = np.roll(values[:, rows, r], -1, axis=0)
    return tuple(
        Solution(game, player, states, v[:-1], table)
        for player, v, table in zip(strategy.players, values, tables, strict=True)
    )


def _gain(game: Game, states: Lattice, parts, tables, following: np.ndarray, rows: slice) -> np.ndarray:
    """(m, R): what colours and baskets add to the value of the states `rows`, one player rolling, `following` next."""
    colours = np.array(game.colour_faces, float)
    gain = np.tensordot(colours, following.take(states.after[:, rows], axis=0), 1)
    for (p, part), table in zip(parts, tables, strict=True):
        gain += float(p) * game.basket_faces * basket_value(value_of_pick(part, states), table, rows)
    return gain / game.faces


def _dead(game: Game, parts, fruits: np.ndarray) -> np.ndarray:
    """The probability of a roll that changes nothing: the colour of an empty tree, or a basket left alone."""
    idle = float(1 - sum(p for p, _ in parts))
    return ((fruits == 0) @ np.array(game.colour_faces) + idle * game.basket_faces) / game.faces


def _solve_exactly(game: Game, strategy: Strategy) -> tuple[ExactSolution, ...]:
    lumped, n = is_lumpable(game, strategy), len(strategy.players)
    check_baskets(game, strategy)
    values: tuple[dict[State, Fraction], ...] = tuple({} for _ in range(n))
    after = [partial(known, values[(p + 1) % n], lumped) for p in range(n)]
    for state in going_on(game, lumped):
        changes = [terms(game, player, state, lumped, v) for player, v in zip(strategy.players, after, strict=True)]
        dead = [1 - sum(p for p, _ in terms_of_one) for terms_of_one in changes]
        gain = [sum(p * v for p, v in terms_of_one) for terms_of_one in changes]
        for value, v in zip(values, around_the_table(gain, dead), strict=True):
            value[state] = v
    return tuple(ExactSolution(game, p, v, lumped) for p, v in zip(strategy.players, values, strict=True))


def around_the_table(gain: Sequence, dead: Sequence) -> list:
    """The solution V of V_p = gain_p + dead_p V_{p+1}, the player after the last being the first."""
    total, chance = 0, 1
    for a, d in zip(gain, dead, strict=True):
        total, chance = total + chance * a, chance * d
    values = [total / (1 - chance)]
    for a, d in list(zip(gain, dead, strict=True))[:0:-1]:
        values.append(a + d * values[-1])
    return [values[0], *values[:0:-1]]
