"""The rules read literally, in fractions: the oracle that every faster method is held to.

Written from `turn` and `pick` alone; no table, no sorted trees, nothing solved for but the rolls that change nothing.
What the named habits pick is said anew, and so is how weights become probabilities.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache

import numpy as np

from orchard import Best, Game, State, pick, turn
from orchard.rules import game_of
from orchard.strategies import STRATEGIES, parts_of, players_of, strategy_of

Chances = dict[State, Fraction]
# The shares of the trees in a pick.
HABITS = {
    "max": lambda fruits: [fruit == max(fruits) for fruit in fruits],
    "min": lambda fruits: [fruit == min(filter(None, fruits)) for fruit in fruits],
    "random": lambda fruits: [fruit > 0 for fruit in fruits],
    "fruit": lambda fruits: fruits,
    "first": lambda fruits: [fruit > 0 and not any(fruits[:tree]) for tree, fruit in enumerate(fruits)],
}


def pick_probabilities(game: Game, rule, state: State, picks_left: int) -> list[Fraction]:
    """The probability of each tree to give the next fruit; all 0 where none is left, or the rule declines."""
    if not any(state.fruits):
        return [Fraction(0)] * game.trees
    if rule is STRATEGIES.get(rule.name) and rule.name in HABITS:
        shares = HABITS[rule.name](state.fruits)
    else:
        shares = rule.weights(game, np.array(state.fruits), state.raven_steps, picks_left)
    shares = list(map(int, shares))
    return [Fraction(share, sum(shares) or 1) for share in shares]


def roll_outcomes(game: Game, strategy, state: State) -> Chances:
    """The probabilities of the states after one roll, wasted rolls included."""
    chances: Chances = defaultdict(Fraction)
    for p, after, picks in turn(game, state):
        parts = parts_of(strategy_of(strategy)) if picks else ()
        chances[after] += p * (1 - sum(q for q, _ in parts))
        for q, rule in parts:
            for left, w in pick_outcomes(game, rule, after, picks).items():
                chances[left] += p * q * w
    return {after: p for after, p in chances.items() if p}


def pick_outcomes(game: Game, rule, state: State, picks_left: int) -> Chances:
    """The probabilities of the states after the picks of a basket, the rest of which a rule may leave alone."""
    of_trees = pick_probabilities(game, rule, state, picks_left) if picks_left else ()
    if not any(of_trees):
        return {state: Fraction(1)}
    chances: Chances = defaultdict(Fraction)
    for tree, p in enumerate(of_trees):
        if p:
            for after, q in pick_outcomes(game, rule, pick(state, tree), picks_left - 1).items():
                chances[after] += p * q
    return dict(chances)


def values(game: Game | str, strategy) -> tuple[Fraction, ...]:
    """The probability of winning from the start, for each player to roll: Bellman's equation, state by state."""
    game, players = game_of(game), players_of(strategy)
    number = len(players)

    @cache
    def value(state: State, player: int) -> Fraction:
        """V_p = gain_p + wasted_p V_{p+1}, the player after the last being the first."""
        if state.is_won or state.is_lost:
            return Fraction(state.is_won)
        total, going_on = Fraction(0), Fraction(1)
        for following in range(player, player + number):
            gain, wasted = gain_and_wasted(state, following % number)
            total += going_on * gain
            going_on *= wasted
        return total / (1 - going_on)

    @cache
    def gain_and_wasted(state: State, player: int) -> tuple[Fraction, Fraction]:
        """What a roll adds to the value where it changes something, and the probability that it does not."""
        gain, wasted = Fraction(0), Fraction(0)
        following = (player + 1) % number
        for p, after, picks in turn(game, state):
            parts = [part for part in parts_of(players[player]) if picks_from(part[1], after, picks)]
            idle = p * (1 - sum(q for q, _ in parts))
            gain += p * sum(q * value_of_picks(how, after, picks, following) for q, how in parts)
            if after == state:
                wasted += idle
            else:
                gain += idle * value(after, following)
        return gain, wasted

    def picks_from(how, state: State, left: int) -> bool:
        """Whether another pick of the basket is made."""
        if not left or state.is_won:
            return False
        return isinstance(how, Best) or any(pick_probabilities(game, how, state, left))

    def value_of_picks(how, state: State, left: int, following: int) -> Fraction:
        if not picks_from(how, state, left):
            return value(state, following)
        trees = [tree for tree, fruit in enumerate(state.fruits) if fruit]
        after = {tree: value_of_picks(how, pick(state, tree), left - 1, following) for tree in trees}
        if isinstance(how, Best):
            return how.sign * max(how.sign * v for v in after.values())
        chances = pick_probabilities(game, how, state, left)
        return sum(chances[tree] * v for tree, v in after.items())

    return tuple(value(game.start, player) for player in range(number))
