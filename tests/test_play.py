"""One game played and told roll by roll: each roll allowed by the rules, and all together as likely as they must be."""

from itertools import cycle

import numpy as np
import pytest
from games import games, players, without_best
from hypothesis import given
from hypothesis import strategies as st
from literal import roll_outcomes
from samples import SAMPLED, is_fair, literal_end

from orchard import Game, State
from orchard.rules import TREE_NAMES, face_name
from orchard.simulator import play
from orchard.simulator.algorithm import Roll
from orchard.strategies import players_of


def check_roll(game: Game, player, before: State, roll: Roll) -> None:
    """The roll does what its face says, and what the literal rules say can happen."""
    left = tuple(fruit - roll.picked.count(tree) for tree, fruit in enumerate(before.fruits))
    assert roll.after == (left, before.raven_steps - (roll.face == "raven"))
    assert roll.after in roll_outcomes(game, player, before)
    if roll.face != "basket":
        trees = [tree for tree, faces in enumerate(game.colour_faces) if faces]
        picks = {face_name(tree): (tree,) if before.fruits[tree] else () for tree in trees}
        assert roll.picked == (picks | {"raven": ()})[roll.face]


@given(games(), players, st.integers(0, 2**32))
def test_each_roll_is_one_that_the_rules_allow(game: Game, strategy, seed: int):
    told, before = play(game, without_best(game, strategy), seed), game.start
    for roll, player in zip(told.rolls, cycle(players_of(told.strategy)), strict=False):
        check_roll(game, player, before, roll)
        before = roll.after
    assert before.is_won or before.is_lost
    assert told.won == before.is_won


@pytest.mark.parametrize("name", [name for name in SAMPLED if "First Orchard" not in name])
def test_games_are_won_and_last_as_they_should(name: str):
    (game, strategy), rng = SAMPLED[name], np.random.default_rng(1)
    games = [play(game, strategy, rng) for _ in range(600)]
    ends = [int(told.won) for told in games], [len(told.rolls) for told in games]
    counts = np.zeros((2, 1 + max(ends[1])), int)
    np.add.at(counts, ends, 1)
    chances, _ = literal_end(game, strategy)
    assert is_fair([counts], chances)


def test_a_game_is_told_roll_by_roll():
    told = play("orchard", "max", 1)
    head, start, *lines, end = str(told).splitlines()
    assert head.split() == ["roll", "die", *TREE_NAMES, "raven", "steps"]
    assert start.split() == ["the", "start", "10", "10", "10", "10", "9"]
    assert end == ("We win!" if told.won else "We lose.")
    for number, (line, roll) in enumerate(zip(lines, told.rolls, strict=True), 1):
        assert line.split()[:2] == [str(number), roll.face]
        assert line.split()[-5:] == [str(left) for left in (*roll.after.fruits, roll.after.raven_steps)]
        assert all(TREE_NAMES[tree] in line for tree in roll.picked)
    assert {len(line) for line in (start, *lines)} == {len(head)}
