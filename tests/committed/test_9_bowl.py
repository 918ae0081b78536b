"""What the page on the bowl says of its committed values, held against what is committed."""

import ast
import re

import nbformat
import numpy as np
import pytest

from orchard import EDITIONS, Game, State, solve, turn
from orchard.pages.studies.dice import bank_bound
from tests.shown import ROOT, outputs, results

CELLS = nbformat.read(ROOT / "notebooks" / "9-bowl.ipynb", as_version=4).cells
PAGE = " ".join(outputs("9-bowl").split())
SAVED = results("9-saved")


@pytest.fixture(scope="module")
def functions() -> dict:
    """What the page defines, and what its exercise in code answers."""
    scope = {}
    for cell in CELLS:
        if cell.cell_type == "code":
            parts = ast.parse(cell.source).body
            defined = ast.Module([part for part in parts if isinstance(part, ast.FunctionDef)], [])
            exec(compile(defined, "9-bowl", "exec"), scope)  # noqa: S102  what the page defines
    (answer,) = (cell.source for cell in CELLS if "```python" in cell.source)
    exec(re.sub(r"^ {3}", "", re.search(r"```python\n(.*?)```", answer, re.S)[1], flags=re.M), scope)  # noqa: S102
    return scope


def test_games_won_of_100_with_a_bowl_and_without():
    assert (100 * SAVED).diff(axis=1).iloc[:, 1].round().astype(int).tolist() == [5, 7, 6, 5]
    for name, saved in SAVED["saved up"].items():
        assert abs(saved - bank_bound(EDITIONS[name])) < 1e-11


def test_three_faces_win_at_once_or_two():
    def wins_at_once(fruits: tuple, coins: int) -> int:
        game = EDITIONS["first-orchard"]
        after = [(sum(end.fruits), coins + picks) for _, end, picks in turn(game, State(fruits, 2))]
        return sum(fruit <= saved for fruit, saved in after)

    assert (wins_at_once((0, 0, 1, 2), 2), wins_at_once((0, 0, 0, 1), 0)) == (3, 2)


def test_no_game_is_won_at_once_and_lost_with_the_bowl():
    assert "only Jonas wins: 0" in PAGE
    assert "can be won: 8,237 games won by the bowl: 8,237 of these, could be won: 8,237" in PAGE
    assert "played: 82.4 games in 100 exactly: 82.187" in PAGE


@pytest.mark.parametrize("game", [EDITIONS["first-orchard"], Game((3, 1, 4), 3, 2), Game((2, 6), 4, 1)])
def test_who_foresees_all_rolls_wins_when_the_bowl_does_and_only_then(functions, game):
    rng = np.random.default_rng(1)
    ends = set()
    for _ in range(150):
        rolls = functions["all_rolls"](game, rng)
        bowl, picks = (functions["is_won"](functions["play"](game, rolls, waits)) for waits in (True, False))
        assert functions["foresees"](game, rolls) == functions["can_be_won"](game, rolls) == bowl >= picks
        ends.add((bowl, picks))
    assert ends == {(True, True), (True, False), (False, False)}


def test_what_the_exercises_find():
    assert abs(bank_bound(Game((1, 1, 0, 0), raven_steps=1)) - 25 / 48) < 1e-12
    assert solve(Game((1, 1, 0, 0), raven_steps=1)).win_probability == pytest.approx(1 / 2)
