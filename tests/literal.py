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
    """The probability of each tree to give the next fruit; all 0 where the rule declines."""
    if rule is STRATEGIES.get(rule.name) and rule.name in HABITS:
        shares = HABITS[rule.name](state.fruits)
    else:
        shares = rule.weights(game, np.array(state.fruits), state.raven_steps, picks_left)
    shares = list(map(int, shares))
    return [Fraction(share, sum(shares) or 1) for share in shares]


def roll_outcomes(game: Game, strategy, state: State, worth=None) -> Chances:
    """The probabilities of the states after one roll, wasted rolls included; the best picks are for what is `worth`."""
    chances: Chances = defaultdict(Fraction)
    for p, after, picks in turn(game, state):
        parts = parts_of(strategy_of(strategy)) if picks else ()
        chances[after] += p * (1 - sum(q for q, _ in parts))
        for q, how in parts:
            for left, w in pick_outcomes(game, how, after, picks, worth).items():
                chances[left] += p * q * w
    return {after: p for after, p in chances.items() if p}


def pick_outcomes(game: Game, how, state: State, picks_left: int, worth) -> Chances:
    """The probabilities of the states after the picks of a basket, the rest of which a rule may leave alone."""
    if not picks_left or state.is_won:
        return {state: Fraction(1)}

    def after(tree: int) -> Chances:
        return pick_outcomes(game, how, pick(state, tree), picks_left - 1, worth)

    if isinstance(how, Best):
        of_each = [after(tree) for tree, fruit in enumerate(state.fruits) if fruit]
        return max(of_each, key=lambda left: how.sign * sum(p * worth(end) for end, p in left.items()))
    of_trees = pick_probabilities(game, how, state, picks_left)
    chances: Chances = defaultdict(Fraction, {state: 1 - sum(of_trees)})
    for tree, p in enumerate(of_trees):
        if p:
            for end, q in after(tree).items():
                chances[end] += p * q
    return chances


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

        def worth(after: State) -> Fraction:
            return value(after, (player + 1) % number)

        outcomes = roll_outcomes(game, players[player], state, worth)
        wasted = outcomes.pop(state, Fraction(0))
        return sum(p * worth(after) for after, p in outcomes.items()), wasted

    return tuple(value(game.start, player) for player in range(number))
