"""The checks of arguments: what is just allowed and what just is not, and that each error names its argument."""

import math
import re
from functools import partial

import numpy as np
import pytest

from orchard import Game, absorbing_chain, arguments, simulate, solve
from orchard.arguments import (
    check_memory,
    check_time,
    look_up,
    number_of_games,
    whole_number,
)


def test_a_table_may_fill_half_of_the_memory_and_no_more(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(arguments, "_memory", lambda: 100)
    check_memory("fruits", entries=5, bytes_per_entry=10)
    message = "6 states would need 60 bytes, more than half of this machine's 100"
    with pytest.raises(ValueError, match=message) as caught:
        check_memory("fruits", entries=6, bytes_per_entry=10)
    assert caught.value.argument == "fruits"


@pytest.mark.parametrize(
    "method",
    [solve, absorbing_chain, simulate, partial(simulate, method="counted")],
    ids=["solve", "chain", "played", "counted"],
)
def test_a_game_that_does_not_fit_is_refused_at_once(method):
    with pytest.raises(ValueError, match=r"^fruits must be a smaller game: [0-9,]+ states would need"):
        method(Game.uniform(30, 30), "random")


def test_a_computation_may_take_so_many_steps():
    check_time("game", steps=10, most=10)
    with pytest.raises(ValueError, match="11 steps would take too long, allowed are 10"):
        check_time("game", steps=11, most=10)


@pytest.mark.parametrize("value", [1.0, True, "1", None, float("nan"), 1j, np.True_, (1,)])
def test_what_is_no_whole_number_is_told(value):
    with pytest.raises(TypeError, match=f"^games must be a whole number, got {re.escape(repr(value))}$"):
        whole_number("games", value, 0, 4)


@pytest.mark.parametrize("value", [2.5, math.inf, math.nan, "1e8", True, np.True_])
def test_a_number_of_games_may_be_written_1e8_but_is_whole(value):
    games = number_of_games(1e8, 1, 10**8)
    assert (games, type(games)) == (10**8, int)
    with pytest.raises(TypeError, match=r"^games must be a whole number, got"):
        number_of_games(value, 1, 10**8)


@pytest.mark.parametrize(("number", "must"), [(1, "be at least 2"), (5, "be at most 4")])
def test_a_number_beyond_a_range_is_told_where_it_ends(number: int, must: str):
    with pytest.raises(ValueError, match=f"^games must {must}, got {number}$"):
        whole_number("games", number, 2, 4)


def test_a_name_that_is_not_there_is_told_the_near_ones():
    methods = {"wald": 1, "exact": 2}
    assert look_up("method", "wald", methods) == 1
    with pytest.raises(ValueError, match=r"^method must be one of wald, exact \(did you mean wald\?\), got 'walt'$"):
        look_up("method", "walt", methods)
    with pytest.raises(TypeError, match=r"^method must be one of wald, exact, got None$"):
        look_up("method", None, methods)
