"""Games that are counted instead of played: how many are in each state, divided anew at every roll.

All games begin in one state. A roll sends each game of a state its own way: the `n` games there are divided among the
ways by a multinomial split. Where games of several states meet, their counts add up; which game is which is never
asked. So the counts after each roll are random numbers with the very distribution that they have when every game is
played, and what they cost depends on how many states there are, and are occupied, hardly on how many games.

The counts stand in an array (fruit states, columns), and one entry of it is a *cell*. What a column is differs. Where
one player rolls, who does not look at the raven, games are counted *by fruit alone*: the raven's rolls between two
others are not played. A clock (`clock` in `orchard.transitions`) gives the chance that they lose the game, and how many
they were is drawn at the end. In all other games *the raven's steps are told apart*. If r raven rolls lose the game:

                       the raven's steps told apart             by fruit alone
    columns            r: with i + 1 steps left in column i     1
    ravens a column    1                                        r
    a tick             a roll                                   a roll of another face, and the ravens before it
    `nearer` games     come a column nearer, from 0 are lost    are lost: the raven's last step came first
    ravens not shown   none                                     0 to r - 1, drawn at the end for the games won

How exact: counts are whole numbers in 64 bits that always add up to the games. Chances are rounded to 53 bits, a few
times over. NumPy draws a multinomial split way by way, a binomial number of the games left for each, by the chance of
the way divided by what those before it left of 1. That rest is never small here, as the likeliest way comes last
(`_likeliest_last`), so nothing is lost. NumPy draws a binomial number in floats of 53 bits. Below 2^53 games (9 x
10^15) that makes no difference; of MOST_COUNTED games the largest parts come out as multiples of 64, where their
standard deviation is over 400 million.
"""

from collections.abc import Sequence
from itertools import cycle
from typing import NamedTuple

import numpy as np

from orchard.arguments import check_memory
from orchard.rules import Game, State
from orchard.states import States, checked_states
from orchard.strategies import Strategy, is_lumpable, parts_of
from orchard.transitions import Move, Take, clock, moves, raven_chance, ravens_in_a_clock

MOST_COUNTED = 10**18  # games: ten times as many would not fit into 64 bits with a sign
MOST_IN_SAMPLES = 10**9 - 1  # games that NumPy can divide into samples


class WaysOut(NamedTuple):
    """The ways out of each cell (cells, ways): how likely, the likeliest last, and the cell that each leads to.

    Cells are numbered fruit state x columns + column; of a whole roll the targets say more (`Turn`).
    """

    chance: np.ndarray
    target: np.ndarray

    @property
    def are_single(self) -> bool:
        """Whether every cell has only one."""
        return self.target.shape[1] == 1


class Turn(NamedTuple):
    """What a player does with a roll that is not the raven.

    There are m = fruit states x columns cells. A game may be done with the roll, or wait for the picks of basket b = 1,
    2, ... of the `baskets`, those whose picks leave a choice: then `roll` has the target b x m + cell. With m = 10,
    target 7 is cell 7, done, and 17 is cell 7, before the picks of the first basket. So targets fall into sets of m:
    set 0 is done, set b waits.
    """

    roll: WaysOut
    baskets: list[list[WaysOut]]


def most_counted(samples: int) -> int:
    """How many games can be counted in so many samples."""
    return MOST_COUNTED if samples == 1 else MOST_IN_SAMPLES


def count_games(
    game: Game, players: Sequence[Strategy], games: int, rng: np.random.Generator
) -> tuple[np.ndarray, dict[State, int]]:
    """How many games were lost, and won, after exactly 0, 1, 2, ... rolls (2, rolls), and how many ended in each state.

    `players` have rules: none leaves a choice to the solver (`Best`). States have their trees in ascending order where
    these are interchangeable. Time grows as rolls x (occupied cells x trees + cells), memory as cells x trees, if all
    baskets that a turn may use count, and neither with `games`, at most MOST_COUNTED.
    """
    states = checked_states(game.fruits, is_lumpable(game, players), 128 * (game.trees + 2))  # bytes of its moves
    rolls = [moves(game, player, states) for player in players]
    ravens_a_column = ravens_in_a_clock(game, rolls)
    columns = game.raven_steps // ravens_a_column
    check_memory("fruits", len(states), (columns + 1) * _bytes_of_a_cell(game, players))
    turns = cycle([_turn(roll, len(states), columns) for roll in rolls])
    ticks = clock(raven_chance(rolls[0]), ravens_a_column)  # all players roll the same die
    lost, won, chances_of_ravens, lost_with = [], [], [], np.zeros(len(states), np.int64)
    going = np.zeros((len(states), columns), np.int64)  # games that go on
    going[-1, -1] = games
    while going.any():  # each time for a tick, whichever way games are counted
        chance_nearer, of_ravens = next(ticks)
        nearer = rng.binomial(going, chance_nearer)
        going = _rolled(going - nearer, next(turns), rng)  # those who rolled a raven have had their turn as well
        going[:, :-1] += nearer[:, 1:]  # by fruit alone there is no column nearer: all are lost
        lost_with += nearer[:, 0]
        lost.append(nearer[:, 0].sum())
        won.append(going[0].copy())  # state 0 has no fruit
        chances_of_ravens.append(of_ravens)
        going[0] = 0
    counts, won_with = _with_ravens(*map(np.array, (lost, won, chances_of_ravens)), rng)
    return counts, _final_states(states, lost_with, won_with)


def _bytes_of_a_cell(game: Game, players: Sequence[Strategy]) -> int:
    """How many bytes its ways out take while they are made, of every roll and of the picks of every basket."""
    picks = game.picks * sum(len(parts_of(player)) for player in players)
    return 64 * (game.trees + 2) * len(players) + 32 * game.trees * picks


def _rolled(going: np.ndarray, turn: Turn, rng: np.random.Generator) -> np.ndarray:
    """How many games are in each cell after a roll without the raven, and after the picks if it was the basket."""
    after, *waiting = _split(going.ravel(), turn.roll, 1 + len(turn.baskets), rng)
    for counts, picks in zip(waiting, turn.baskets, strict=True):
        for ways in picks:
            (counts,) = _split(counts, ways, 1, rng)
        after = after + counts
    return after.reshape(going.shape)


def _split(counts: np.ndarray, ways: WaysOut, sets: int, rng: np.random.Generator) -> np.ndarray:
    """(sets, cells): how many games come to each cell of each set, if `counts` (cells,) go the ways of their cells."""
    occupied = np.flatnonzero(counts)
    arrived = np.zeros(sets * len(counts), np.int64)
    split = rng.multinomial(counts[occupied], ways.chance[occupied])
    np.add.at(arrived, ways.target[occupied].ravel(), split.ravel())
    return arrived.reshape(sets, -1)


def wins_of_samples(wins: int, size: int, samples: int, rng: np.random.Generator) -> np.ndarray:
    """The wins in each of `samples` samples of `size` games, if `wins` of all these games were won.

    Any choice of so many games is as likely as any other to be those won: multivariate hypergeometric numbers.
    """
    return rng.multivariate_hypergeometric(np.full(samples, size), wins) if samples > 1 else np.array([wins])


def _with_ravens(
    lost: np.ndarray, won: np.ndarray, chances_of_ravens: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """(2, rolls): games lost and won after exactly 0, 1, 2, ... rolls; and those won by the raven's steps left.

    At the first, second, ... tick `lost` games (ticks,) were lost and `won` (ticks, columns) were won. By then j = 0,
    1, ... ravens had come that their columns do not show, with `chances_of_ravens` (ticks, ravens a column). That
    number is drawn here for the games won:

                         the raven's steps told apart       by fruit alone
        chances of j     j = 0, for certain                 P(N = j | N < r), as in `clock`
        rolls made       at tick t, from 0: t + 1           t + 1 of another face, and j ravens
        steps left       the column's                       r - j
        a lost game      t rolls, and this raven            t rolls of another face, and r ravens
    """
    (ticks, columns), ravens_a_column = won.shape, chances_of_ravens.shape[1]
    every_j = np.arange(ravens_a_column)[:, None].repeat(ticks, axis=1)
    chance, j = _likeliest_last(chances_of_ravens.T, every_j)  # (ticks, k): chance[t, i] that there were j[t, i]
    winners = rng.multinomial(won.T, chance)  # (columns, ticks, k): those at [:, t, i] had j[t, i] ravens
    counts = np.zeros((2, ticks + ravens_a_column), np.int64)
    counts[0, ravens_a_column:] = lost  # at tick t by t + ravens_a_column rolls
    rolls_made = np.arange(1, ticks + 1)[:, None] + j
    np.add.at(counts[1], rolls_made, winners.sum(axis=0))
    # (columns, ticks, k): where the raven's steps are told apart i + 1, as j = 0; by fruit alone r - j.
    steps_left = ravens_a_column * np.arange(1, columns + 1)[:, None, None] - j
    won_with = np.zeros(columns * ravens_a_column + 1, np.int64)
    np.add.at(won_with, steps_left, winners)
    return counts, won_with


def _final_states(states: States, lost_with: np.ndarray, won_with: np.ndarray) -> dict[State, int]:
    """How many games ended in each state: lost ones by the fruit left, won ones by the raven's steps left."""
    none = tuple(states.fruits[:, 0].tolist())
    won = {State(none, left): games for left, games in enumerate(won_with.tolist()) if games}
    lost = zip(states.fruits.T.tolist(), lost_with.tolist(), strict=True)
    return won | {State(tuple(fruits), 0): games for fruits, games in lost if games}


# --- a roll of another face ---


def _turn(roll: Sequence[Move], n: int, columns: int) -> Turn:
    """The turn of a player with this roll, from `n` fruit states x columns cells."""
    m = n * columns
    cells = np.arange(m)
    faces, leads_to, baskets = [], [], []
    for move in roll:
        if move.brings_raven:
            continue
        picks = [_ways_of(take, columns) for take in move.takes]
        if all(ways.are_single for ways in picks):  # also of a basket left alone: it has none
            leads_to.append(_followed(picks, cells))
        else:
            baskets.append(picks)
            leads_to.append(len(baskets) * m + cells)
        faces.append(float(move.faces))
    return Turn(_ways_out(np.tile(np.array(faces)[:, None], m), np.array(leads_to)), baskets)


def _ways_of(take: Take, columns: int) -> WaysOut:
    """The ways of a take, from each cell."""
    fruit, column = np.divmod(np.arange(take.target.shape[1] * columns), columns)
    weights = take.weights[column if take.sees_raven else 0, :, fruit]  # (cells, ways); column i is r = i + 1
    return _ways_out(weights.T.astype(float), take.target[:, fruit] * columns + column)


def _followed(picks: Sequence[WaysOut], cells: np.ndarray) -> np.ndarray:
    """Where picks that leave no choice lead, one after the other."""
    for ways in picks:
        cells = ways.target[cells, 0]
    return cells


def _ways_out(weights: np.ndarray, targets: np.ndarray) -> WaysOut:
    """The ways with these weights and targets, given as (ways, cells); as few as possible.

    A way that is merged into another keeps its target, but has weight 0, and is cut off if no cell needs its place.
    """
    return WaysOut(*_likeliest_last(_merged(weights, targets), targets))


def _likeliest_last(weights: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The chances and labels (cells, k) of ways with these weights and labels (ways, cells): the likeliest last.

    NumPy lets the last way have what the others leave over. If that were one of chance 0, a rounding could send games
    where none can go; and the likeliest leaves the most (see the module). Of each cell the k ways with the most weight
    are kept, where k is the largest number of ways with any weight that a cell has.
    """
    k = max(1, np.count_nonzero(weights, axis=0).max())
    order = np.argsort(weights, axis=0, kind="stable")[-k:]
    weights = np.take_along_axis(weights, order, axis=0).T.copy()
    total = weights.sum(axis=1, keepdims=True)  # 0 if the die shows nothing but ravens
    chance = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    return chance, np.take_along_axis(labels, order, axis=0).T.copy()


def _merged(weights: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """The weights (ways, cells), those of ways from a cell to the same target added up in the last of them.

    Fewer ways are faster to split, and a take that leaves no choice is then known by its single ways (`are_single`).
    """
    weights = weights.copy()
    for way, target in enumerate(targets):
        same = targets[:way] == target
        weights[way] += (same * weights[:way]).sum(axis=0)
        weights[:way][same] = 0
    return weights
