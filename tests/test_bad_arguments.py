"""Every public function, given what it was not made for, answers or refuses it by name, and soon.

One table has a good value for each argument, by its name, for a name means the same thing in every function;
signatures say who takes which. A call is made with good arguments of which some are replaced.
"""

import inspect
import math
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import orchard
from orchard import EDITIONS, STRATEGIES, Game, State, absorbing_chain, arguments, simulate, solve, statistics
from orchard.arguments import check_memory, check_time, look_up, number_of_games, probability, whole_number
from orchard.pages.studies import landscape

SMALL = Game((2, 1), 2)
GOOD = {"game": SMALL, "strategy": "max", "strategies": "max", "exact": False, "wasted_rolls": True, "games": 10}
GOOD |= {"samples": 2, "rolls": 3, "wins": 5, "player": 0, "tree": 1, "seed": 1, "rng": 1, "threads": 1, "picks": 1}
GOOD |= {"trees": 2, "raven_steps": 1, "basket_picks": 1, "basket_faces": 1, "raven_faces": 1}
GOOD |= {"fruits": (1, 1), "colour_faces": (1, 1), "level": 0.9, "width": 0.1, "rate": 0.5, "other": 0.4}
GOOD |= {"power": 0.8, "target": 0.5, "then": "max"}
SPECIAL = {"Game.uniform": {"fruits": 1}}
FLOATS = solve(SMALL, "optimal")
ELSEWHERE = {"turn", "pick", "mixture", "from_function", "mean_length"}  # tested with their own
CALLED = [
    *filter(inspect.isfunction, (getattr(orchard, name) for name in orchard.__all__ if name not in ELSEWHERE)),
    *(Game, Game.uniform, landscape.landscape, landscape.equal_odds),
    *(simulate(SMALL, games=100, seed=1).confidence_interval, absorbing_chain(SMALL).roll_distribution),
    *(FLOATS.value, FLOATS.best_picks, FLOATS.value_of_picks, FLOATS.table),
    *(statistics.confidence_interval, statistics.sample_size, statistics.games_to_tell_apart),
]

# --- odd values ---

KNOWN = [10**13, 2**64, np.int64(3), np.uint8(200), np.array(3), np.float32(math.nan), True, np.True_, Fraction(7)]
KNOWN += [Decimal("NaN"), "optimal", "٣", "\x00", "a" * 100_000, "\udcff", "4", bytearray(b"21"), (2, 1), [-1, 2]]
KNOWN += [["a"], [[1]], [10**30] * 2, [1] * 101, range(10**9), np.array([[2, 1]]), np.array([]), np.array([2.0, 1.0])]
KNOWN += [("max", "min"), ("max", None), None, {2: 1}, object(), max, Game, State((2, 1), 1), slice(2)]
KNOWN += [EDITIONS["two-by-two"], STRATEGIES["optimal"]]
made = st.integers(max_value=12) | st.floats() | st.text(max_size=8) | st.fractions() | st.complex_numbers()
odd = st.sampled_from(range(len(KNOWN))).map(KNOWN.__getitem__) | made


def answers_or_refuses(names: set[str], function: Callable, *given: object, **named: object) -> None:
    """If a function refuses what it is given, the error names one of these."""
    try:
        function(*given, **named)
    except (ValueError, TypeError) as error:
        if not any(name in str(error) for name in names):
            pytest.fail(f"{error!r} names none of {names}")


@pytest.mark.parametrize("function", CALLED, ids=attrgetter("__qualname__"))
@pytest.mark.filterwarnings("ignore")
def test_odd_arguments_are_refused_by_name(function: Callable):
    known = GOOD | SPECIAL.get(function.__qualname__, {})
    good = {name: known[name] for name in inspect.signature(function).parameters if name in known}
    # "strategies" are refused one by one, as a "strategy"; a die may have too few faces for as much fruit
    also = {"fruits": "colour_faces", "strategies": "strategy"}

    @given(st.dictionaries(st.sampled_from(sorted(good)), odd, min_size=1, max_size=2))
    def tried(replaced: dict[str, object]) -> None:
        names = replaced.keys() | {also[name] for name in replaced.keys() & also}
        answers_or_refuses(names, function, **good | replaced)

    tried()


@given(odd)
def test_a_function_may_answer_anything_and_is_refused(value: object):
    answers_or_refuses({"odd"}, solve, SMALL, orchard.from_function("odd", lambda fruits: value))


# --- odd arguments that are meant well ---


@pytest.mark.parametrize("whole", [int, np.int64, np.uint16, np.array])
@pytest.mark.parametrize("row", [tuple, list, np.array, iter])
def test_other_types_of_whole_numbers_give_the_same_game(whole, row):
    game = Game(row((2, 1)), whole(3), whole(2), row((1, 1)), whole(1), whole(1))
    assert game == Game((2, 1), 3, 2)
    assert {type(n) for n in (*game.fruits, game.raven_steps, *game.colour_faces)} == {int}


# --- the checks themselves: what is just allowed and what just is not ---


def test_a_table_may_fill_half_of_the_memory_and_a_computation_take_so_many_steps(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(arguments, "_memory", lambda: 100)
    check_memory("fruits", entries=5, bytes_per_entry=10)
    check_time("game", steps=10, most=10)
    with pytest.raises(ValueError, match="6 states would need 60 bytes, more than half of this machine's 100"):
        check_memory("fruits", entries=6, bytes_per_entry=10)
    with pytest.raises(ValueError, match="11 steps would take too long, allowed are 10"):
        check_time("game", steps=11, most=10)


@pytest.mark.parametrize(
    "method",
    [solve, absorbing_chain, simulate, partial(simulate, method="counted")],
    ids=["solve", "chain", "played", "counted"],
)
def test_a_game_that_does_not_fit_is_refused_at_once(method):
    with pytest.raises(ValueError, match=r"^fruits must be a smaller game: [0-9,]+ states would need"):
        method(Game.uniform(30, 30), "random")


@pytest.mark.parametrize("value", [1.0, True, "1", None, math.nan, 1j, np.True_, (1,), 5, 1])
def test_what_is_no_whole_number_of_the_range_is_told(value):
    with pytest.raises((ValueError, TypeError), match=f"^games must .*, got {re.escape(repr(value))}$"):
        whole_number("games", value, 2, 4)


@pytest.mark.parametrize("value", [2.5, math.inf, math.nan, "1e8", True])
def test_a_number_of_games_may_be_written_1e8_but_is_whole(value):
    games = number_of_games(1e8, 1, 10**8)
    assert (games, type(games)) == (10**8, int)
    with pytest.raises(TypeError, match=r"^games must be a whole number, got"):
        number_of_games(value, 1, 10**8)


@pytest.mark.parametrize("value", [0, 1, 0.0, 1.0, -0.5, math.nan, True, "0.5"])
def test_a_probability_lies_strictly_between_0_and_1(value):
    assert probability("level", Fraction(1, 4)) == 0.25
    with pytest.raises((ValueError, TypeError), match=r"^level must be .*between 0 and 1, got"):
        probability("level", value)


def test_a_name_that_is_not_there_is_told_the_near_ones():
    methods = {"wald": 1, "exact": 2}
    assert look_up("method", "wald", methods) == 1
    with pytest.raises(ValueError, match=r"^method must be one of wald, exact \(did you mean wald\?\), got 'walt'$"):
        look_up("method", "walt", methods)
