"""Every public function, given what it was not made for, refuses it by name, and soon.

One table says what each argument may be, by its name, for a name means the same thing in every function; signatures say
who takes which. A call is made with good arguments of which some are replaced. It may answer only if what it got can be
meant as such an argument; else it raises a ValueError or a TypeError that names it.
"""

import inspect
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from operator import attrgetter, index

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import orchard
from orchard import EDITIONS, STRATEGIES, Best, Game, Mixture, Rule, State, statistics
from orchard.studies import landscape
from orchard.studies.printed import replayed

SMALL = Game((2, 1), 2)


# --- what an argument may be ---


def is_whole(value) -> bool:
    try:
        return not isinstance(value, bool | np.bool_) and isinstance(index(value), int)
    except TypeError:
        return False


def is_number_of_games(value) -> bool:
    """A whole number, which may be written 1e8."""
    return is_whole(value) or (isinstance(value, float) and value.is_integer())


def is_row(value) -> bool:
    return isinstance(value, list | tuple | range | np.ndarray) and all(map(is_whole, value))


def is_range(value) -> bool:
    return is_whole(value) or is_row(value)


def is_chance(value) -> bool:
    return isinstance(value, float | Fraction | np.floating) and 0 < value < 1


def is_strategy(value) -> bool:
    """One, or the players in turn."""
    if isinstance(value, tuple | list):
        return len(value) > 0 and all(isinstance(player, str | Rule | Best | Mixture) for player in value)
    return isinstance(value, str | Rule | Best | Mixture)


def of(*types: type) -> Callable:
    return lambda value: isinstance(value, types)


def or_none(meant: Callable) -> Callable:
    return lambda value: value is None or meant(value)


# What can be meant as an argument of each name, and a good one.
MEANT: dict[Callable, dict[str, object]] = {
    of(str, Game): {"game": SMALL},
    is_strategy: {"strategy": "max"},
    of(bool, np.bool_): {"exact": False, "wasted_rolls": True},
    is_number_of_games: {"games": 10},
    is_whole: {"samples": 2, "rolls": 3, "wins": 5, "runs": 3, "digits": 3, "player": 0, "tree": 1}
    | {"trees": 2, "raven_steps": 1, "basket_picks": 1, "basket_faces": 1, "raven_faces": 1},
    or_none(is_whole): {"seed": 1, "rng": 1, "threads": 1, "picks": 1},
    is_row: {"fruits": (1, 1)},
    or_none(is_row): {"colour_faces": (1, 1)},
    is_chance: {"level": 0.9, "width": 0.1, "rate": 0.5, "other": 0.4, "power": 0.8, "target": 0.5, "rest": 1e-6},
    of(str): {"then": "max", "method": None},  # each function has methods of its own: left at its default
}
ARGUMENTS = {name: (good, meant) for meant, names in MEANT.items() for name, good in names.items()}

# Where a name means something else.
RANGES = dict.fromkeys(("trees", "fruits", "raven_steps", "basket_picks"), (2, is_range))
RANGES["strategies"] = ("max", is_strategy)
SPECIAL = {
    "Game.uniform": {"fruits": (1, is_whole)},
    "landscape": RANGES,
    "equal_odds": RANGES,
}

FLOATS, FRACTIONS = orchard.solve(SMALL, "optimal"), orchard.solve(SMALL, ("optimal", "max"), exact=True)
CHAIN, PLAYED = orchard.absorbing_chain(SMALL), orchard.simulate(SMALL, games=100, seed=1)
ELSEWHERE = {"turn", "pick", "mixture", "from_function", "simulate_in_parts", "mean_length"}  # tested with their own
PUBLIC = [getattr(orchard, name) for name in orchard.__all__ if name not in ELSEWHERE]
CALLED = [
    *filter(inspect.isfunction, PUBLIC),
    Game,
    Game.uniform,
    PLAYED.confidence_interval,
    CHAIN.roll_distribution,
    FLOATS.value,
    FLOATS.best_picks,
    FLOATS.value_of_picks,
    FLOATS.table,
    FRACTIONS.value,
    FRACTIONS.best_picks,
    statistics.confidence_interval,
    statistics.z_value,
    statistics.sample_size,
    statistics.games_to_tell_apart,
    landscape.landscape,
    landscape.equal_odds,
    replayed.frozen_draws,
]


# --- odd values ---

NUMBERS = [10**13, 2**64, np.int64(3), np.uint8(200), np.array(3), np.float64(0.25), np.float32(math.nan)]
NUMBERS += [True, np.True_, Fraction(1, 3), Fraction(7), Decimal("0.5"), Decimal("NaN")]
TEXTS = ["max", "optimal", "orchard", "٣", "\x00", "🍎", "a" * 100_000, "\udcff", "4", "nan", bytearray(b"21")]
ROWS = [(2, 1), [0, 0], [-1, 2], ["a"], [[1]], [True, 2], [10**30] * 2, [1] * 101, range(3), range(10**9)]
ROWS += [np.array([2, 1]), np.array([[2, 1]]), np.array([]), np.array(["a"]), np.array([2.0, 1.0]), np.array(None)]
ROWS += [("max", "min"), ("max",) * 101, ("max", None)]
ODD = [None, {2: 1}, {2, 1}, object(), max, Game, State((2, 1), 1), ..., slice(2), np.dtype(int), memoryview(b"21")]
ODD += [EDITIONS["two-by-two"], STRATEGIES["max"], STRATEGIES["optimal"]]
KNOWN = [*NUMBERS, *TEXTS, *ROWS, *ODD]

made = st.integers(max_value=12) | st.floats() | st.text(max_size=8) | st.binary(max_size=4) | st.fractions()
made |= st.complex_numbers() | st.datetimes() | st.lists(st.integers(-2, 6) | st.floats() | st.none(), max_size=4)
odd = st.sampled_from(range(len(KNOWN))).map(KNOWN.__getitem__) | made


def answers(names: set[str], function: Callable, *given: object, **named: object) -> bool:
    """Whether a function answers; if it refuses what it is given, the error names one of these."""
    try:
        function(*given, **named)
    except (ValueError, TypeError) as error:
        if not any(name in str(error) for name in names):
            pytest.fail(f"{error!r} names none of {names}")
        return False
    return True


@pytest.mark.parametrize("function", CALLED, ids=attrgetter("__qualname__"))
@pytest.mark.filterwarnings("ignore")
def test_odd_arguments_are_refused_by_name(function: Callable):
    known = ARGUMENTS | SPECIAL.get(function.__qualname__, {})
    taken = {name: known[name] for name in inspect.signature(function).parameters if name in known}
    good = {name: value for name, (value, _) in taken.items() if value is not None}
    # "strategies" are refused one by one, as a "strategy"; a die may have too few faces for as much fruit
    also = {"fruits": "colour_faces", "strategies": "strategy"}

    @given(st.dictionaries(st.sampled_from(sorted(taken)), odd, min_size=1, max_size=2))
    def tried(replaced: dict[str, object]) -> None:
        names = replaced.keys() | {also[name] for name in replaced.keys() & also}
        if answers(names, function, **good | replaced):
            strange = {name: value for name, value in replaced.items() if not taken[name][1](value)}
            assert not strange, "was taken for an argument"

    tried()


@given(odd)
def test_a_function_may_answer_anything_and_is_refused(value: object):
    answers({"odd"}, orchard.solve, SMALL, orchard.from_function("odd", lambda fruits: value))


# --- odd arguments that are meant well ---

WHOLE_TYPES = [int, np.int64, np.int32, np.uint16, np.array]
ROW_TYPES = [tuple, list, np.array, iter, lambda row: [np.int8(entry) for entry in row]]


@given(st.sampled_from(WHOLE_TYPES), st.sampled_from(ROW_TYPES), st.lists(st.integers(0, 3), min_size=1, max_size=3))
def test_other_types_of_whole_numbers_give_the_same_results(whole, row, fruits):
    fruits = fruits if any(fruits) else [*fruits, 1]
    plain = Game(tuple(fruits), 3, 2)
    game = Game(row(fruits), whole(3), whole(2), row([1] * len(fruits)), whole(1), whole(1))
    assert game == plain
    assert {type(n) for n in (*game.fruits, game.raven_steps, *game.colour_faces)} == {int}
    assert orchard.turn(game, State(list(map(whole, fruits)), whole(3))) == orchard.turn(plain, plain.start)


def test_whole_numbers_of_numpy_do_not_overflow_in_fractions():
    mixed = orchard.mixture({"max": np.int64(1)})
    assert orchard.solve(SMALL, mixed, exact=True).win_probability == orchard.solve(SMALL, exact=True).win_probability


def test_too_many_ways_to_use_a_basket_are_not_listed():
    game = Game.uniform(20, 2, 1, 20)
    with pytest.raises(ValueError, match=r"^picks must be a smaller game: [\d,]+ steps would take too long"):
        orchard.solve(game).best_picks(game.fruits, 1)
