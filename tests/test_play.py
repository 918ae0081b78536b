"""One game played and told roll by roll: each roll allowed by the rules, and all together as likely as they must be."""

from collections import Counter
from functools import cache
from itertools import cycle

import numpy as np
import pytest
from games import games, players, without_best
from hypothesis import given
from hypothesis import strategies as st
from literal import roll_outcomes
from samples import (
    FALSE_ALARM,
    SAMPLED,
    TWO,
    chi_square,
    literal_end,
)
from scipy import stats

from orchard import Game, State, pick
from orchard.rules import COLOUR_NAMES, TREE_NAMES
from orchard.simulator import Play, play
from orchard.strategies import checked_players, parts_of

likely = cache(roll_outcomes)


def face_index(face: str) -> int:
    """The number of the tree whose colour a face shows."""
    return COLOUR_NAMES.index(face) if face in COLOUR_NAMES else int(face.removeprefix("colour ")) - 1


def check_roll(game: Game, player, before: State, roll) -> None:
    """The roll does what its face says, and what the literal rules say can happen."""
    after = before
    for tree in roll.picked:
        after = pick(after, tree)
    if roll.face == "raven":
        assert (roll.picked, roll.after) == ((), State(before.fruits, before.raven_steps - 1))
    elif roll.face == "basket":
        chances = [p for p, _ in parts_of(player)]
        allowed = {min(game.basket_picks, sum(before.fruits))} if any(chances) else set()
        allowed |= {0} if sum(chances) < 1 else set()
        assert game.basket_faces
        assert len(roll.picked) in allowed
        assert roll.after == after
    else:
        tree = face_index(roll.face)
        assert game.colour_faces[tree]
        assert (roll.picked, roll.after) == ((tree,) if before.fruits[tree] else (), after)
    assert roll.after in likely(game, player, before)


def check_game(told: Play) -> None:
    """Each roll is one that the rules allow, from the start to an end."""
    before, turns = told.game.start, cycle(checked_players(told.strategy))
    for roll in told.rolls:
        assert any(before.fruits), "nothing is rolled after the last fruit"
        assert before.raven_steps > 0, "nor after the raven's last step"
        check_roll(told.game, next(turns), before, roll)
        before = roll.after
    assert before.is_won or before.is_lost
    assert told.won == before.is_won


@given(games(), players, st.integers(0, 2**32))
def test_each_roll_is_one_that_the_rules_allow(game: Game, strategy, seed: int):
    check_game(play(game, without_best(game, strategy), seed))


@pytest.mark.parametrize("name", SAMPLED)
def test_each_roll_of_many_games_is_one_that_the_rules_allow(name: str):
    (game, strategy), rng = SAMPLED[name], np.random.default_rng(6)
    for _ in range(50):
        check_game(play(game, strategy, rng))


@pytest.mark.parametrize("name", [name for name in SAMPLED if "First Orchard" not in name])
def test_games_are_won_and_last_as_they_should(name: str):
    (game, strategy), number, rng = SAMPLED[name], 1000, np.random.default_rng(1)
    ends = Counter((told.won, len(told.rolls)) for told in (play(game, strategy, rng) for _ in range(number)))
    counts = np.zeros((2, 1 + max(k for _, k in ends)), int)
    for (won, k), n in ends.items():
        counts[int(won), k] = n
    chances, _ = literal_end(game, strategy)
    statistic, freedom = chi_square(counts, number * chances)
    assert freedom == 0 or stats.chi2.sf(statistic, freedom) > FALSE_ALARM


def test_a_game_is_told_roll_by_roll():
    told = play("orchard", "max", 1)
    lines = str(told).splitlines()
    assert len(lines) == len(told.rolls) + 3  # the head, the start, and who wins
    assert [name in lines[0] for name in TREE_NAMES] == [True] * 4
    assert lines[1].split() == ["the", "start", "10", "10", "10", "10", "9"]
    assert lines[-1] == ("We win!" if told.won else "We lose.")
    for number, (line, roll) in enumerate(zip(lines[2:-1], told.rolls, strict=True), 1):
        assert line.split()[:2] == [str(number), roll.face]
        assert [int(word) for word in line.split()[-5:]] == [*roll.after.fruits, roll.after.raven_steps]
        assert all(TREE_NAMES[tree] in line for tree in roll.picked)
    assert len({len(line) for line in lines[:-1]}) == 1


def test_more_trees_than_have_names():
    told = play(Game.uniform(6, 1, 20), "max", 1)
    assert "tree 6" in str(told)
    assert {roll.face for roll in told.rolls} <= {*COLOUR_NAMES, "colour 5", "colour 6", "basket", "raven"}


def test_the_same_seed_plays_the_same_game():
    assert play(TWO, "random", 9) == play(TWO, "random", np.random.default_rng(9))
    assert len({str(play(TWO, "random", seed)) for seed in range(20)}) > 10


@pytest.mark.parametrize("strategy", ["optimal", ("max", "optimal")])
def test_a_choice_left_to_the_solver_is_refused(strategy):
    with pytest.raises(ValueError, match=r'solve\(game, "optimal"\)\.strategy'):
        play(TWO, strategy)
