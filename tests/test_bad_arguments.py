"""Every public function, given what it was not made for, refuses it by name, and soon.

One table says what each argument may be, by its name, for a name means the same thing in every function; signatures say
who takes which. A call is made with good arguments of which some are replaced. It may answer only if what it got can be
meant as such an argument; else it raises a ValueError or a TypeError that names it. `make fuzz` tries more.
"""

import inspect
import math
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from operator import index

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import orchard
from orchard import EDITIONS, STRATEGIES, Best, Game, Mixture, Rule, State, cli, landscape, statistics
from orchard.printed import replayed

TRIED = Counter()
SMALL = Game((2, 1), 2)
STRATEGY_TYPES = str | Rule | Best | Mixture


# --- what an argument may be ---


def is_whole(value) -> bool:
    try:
        return not isinstance(value, bool | np.bool_) and isinstance(index(value), int)
    except TypeError:
        return False


def is_real(value) -> bool:
    """A number, or an array of numbers, and none of them is NaN."""
    if not isinstance(value, int | float | np.generic | np.ndarray | list | tuple | range):
        return False
    array = np.asarray(value)
    if array.dtype.kind == "O":  # whole numbers of more than 64 bits
        return all(map(is_whole, array.flat))
    return array.dtype.kind in "iuf" and not np.isnan(array).any()


def is_row(value) -> bool:
    return not isinstance(value, str | bytes | bytearray | set | frozenset | dict) and is_real(value)


def is_range(value) -> bool:
    return is_whole(value) or not isinstance(value, str | bytes | float | complex | bool)


def is_chance(value) -> bool:
    return isinstance(value, float | Fraction | np.floating) and 0 < value < 1


def is_strategy(value) -> bool:
    """One, or the players in turn."""
    if isinstance(value, tuple | list):
        return len(value) > 0 and all(isinstance(player, STRATEGY_TYPES) for player in value)
    return isinstance(value, STRATEGY_TYPES)


def is_game(value) -> bool:
    return isinstance(value, str | Game)


def is_text(value) -> bool:
    return isinstance(value, str)


def is_truth(value) -> bool:
    return isinstance(value, bool | np.bool_)


def whole_or_none(value) -> bool:
    return value is None or is_whole(value)


# For each name a good value, and what can be meant as one.
ARGUMENTS: dict[str, tuple[object, Callable[[object], bool]]] = {
    "game": (SMALL, is_game),
    "strategy": ("max", is_strategy),
    "exact": (False, is_truth),
    "wasted_rolls": (True, is_truth),
    "games": (10, is_whole),
    "seed": (1, whole_or_none),
    "samples": (2, is_whole),
    "threads": (1, whole_or_none),
    "method": (None, is_text),  # each function has methods of its own: left at its default
    "rng": (1, lambda value: value is None or is_whole(value)),
    "fruits": ((1, 1), is_row),
    "raven_steps": (1, is_whole),
    "basket_picks": (1, is_whole),
    "colour_faces": ((1, 1), lambda value: value is None or is_row(value)),
    "basket_faces": (1, is_whole),
    "raven_faces": (1, is_whole),
    "trees": (2, is_whole),
    "picks": (1, whole_or_none),
    "player": (0, is_whole),
    "rolls": (3, is_whole),
    "tree": (1, is_whole),
    "then": ("max", is_text),
    "level": (0.9, is_chance),
    "width": (0.1, is_chance),
    "rate": (0.5, is_chance),
    "other": (0.4, is_chance),
    "power": (0.8, is_chance),
    "wins": (5, is_whole),
    "target": (0.5, is_chance),
    "rest": (1e-6, is_chance),
    "runs": (3, is_whole),
    "digits": (3, is_whole),
}
RANGES = dict.fromkeys(("trees", "fruits", "raven_steps", "basket_picks"), (2, is_range))
RANGES["strategies"] = ("max", lambda value: isinstance(value, STRATEGY_TYPES | list | tuple))

FLOATS, FRACTIONS = orchard.solve(SMALL, "optimal"), orchard.solve(SMALL, ("optimal", "max"), exact=True)
CHAIN, PLAYED = orchard.absorbing_chain(SMALL), orchard.simulate(SMALL, games=100, seed=1)

# Who is called, and what of the table is different for it.
CALLS: dict[str, tuple[Callable, dict]] = {
    "Game": (Game, {"fruits": ((2, 1), is_row)}),
    "Game.uniform": (Game.uniform, {"fruits": (1, is_whole)}),
    "solve": (orchard.solve, {}),
    "simulate": (orchard.simulate, {}),
    "play": (orchard.play, {}),
    "propagate": (orchard.propagate, {}),
    "absorbing_chain": (orchard.absorbing_chain, {}),
    "length_distribution": (orchard.length_distribution, {}),
    "to_prism": (orchard.to_prism, {"strategy": ("max", lambda value: value is None or is_strategy(value))}),
    "favourite": (orchard.favourite, {}),
    "Solution.value": (FLOATS.value, {}),
    "Solution.best_picks": (FLOATS.best_picks, {}),
    "Solution.value_of_picks": (FLOATS.value_of_picks, {}),
    "Solution.table": (FLOATS.table, {}),
    "Solution.value, in fractions and turns": (FRACTIONS.value, {}),
    "Solution.best_picks, in fractions and turns": (FRACTIONS.best_picks, {}),
    "AbsorbingChain.state_distribution": (CHAIN.state_distribution, {}),
    "AbsorbingChain.roll_distribution": (CHAIN.roll_distribution, {}),
    "Simulation.confidence_interval": (PLAYED.confidence_interval, {}),
    "confidence_interval": (statistics.confidence_interval, {}),
    "z_value": (statistics.z_value, {}),
    "sample_size": (statistics.sample_size, {}),
    "games_to_tell_apart": (statistics.games_to_tell_apart, {}),
    "landscape": (landscape.landscape, RANGES),
    "equal_odds": (landscape.equal_odds, RANGES),
    "smallest_raven_steps": (landscape.smallest_raven_steps, {}),
    "frozen_draws": (replayed.frozen_draws, {}),
}


# --- odd values ---

WHOLE = [0, -1, 2, 7, 10**13, 2**63, 2**64, 10**30, -(10**30), np.int64(3), np.uint8(200), np.array(3)]
REAL = [0.5, -0.5, 1.0, 1e308, 5e-324, -0.0, math.nan, math.inf, -math.inf, np.float64(0.25), np.float32(math.nan)]
OTHER_NUMBERS = [True, False, np.True_, 1j, Fraction(1, 3), Fraction(7), Decimal("0.5"), Decimal("NaN")]
TEXT = ["", "max", "optimal", "orchard", "٣", "\x00", "🍎" * 3, "a" * 100_000, "\udcff", "4", "nan", b"4", b"\xff"]
ROWS = [
    [],
    [4],
    (2, 1),
    [2, 1],
    [0, 0],
    [-1, 2],
    [1.5, 2],
    [None],
    ["a"],
    [[1]],
    [True, 2],
    [math.nan, 1],
    [10**30] * 2,
]
ROWS += [np.array([2, 1]), np.array([[2, 1]]), np.array([]), np.array(["a"]), np.array([2.0, 1.0]), range(3)]
ROWS += [range(10**9), [1] * 101, bytearray(b"21"), ("max", "min"), ("max",) * 101, ("max", None)]
ODD = [None, {}, {2: 1}, {2, 1}, frozenset({2, 1}), object(), max, Game, State((2, 1), 1), ..., slice(2)]
ODD += [
    EDITIONS["two-by-two"],
    STRATEGIES["max"],
    STRATEGIES["optimal"],
    np.dtype(int),
    np.array(None),
    memoryview(b"21"),
]
KNOWN = [*WHOLE, *REAL, *OTHER_NUMBERS, *TEXT, *ROWS, *ODD]

made = st.integers(max_value=12) | st.floats() | st.text(max_size=8) | st.binary(max_size=4) | st.fractions()
made |= st.complex_numbers() | st.datetimes() | st.lists(st.integers(-2, 6) | st.floats() | st.none(), max_size=4)
odd = st.sampled_from(range(len(KNOWN))).map(KNOWN.__getitem__) | made


def arguments_of(name: str) -> dict[str, tuple[object, Callable]]:
    """The arguments that a function takes, of those in the table."""
    function, special = CALLS[name]
    table = ARGUMENTS | special
    return {each: table[each] for each in inspect.signature(function).parameters if each in table}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore")
def test_odd_arguments_are_refused_by_name(name: str):
    function, _ = CALLS[name]
    table = arguments_of(name)
    good = {each: value for each, (value, _) in table.items() if value is not None}

    @given(st.dictionaries(st.sampled_from(sorted(table)), odd, min_size=1, max_size=2))
    def tried(replaced: dict[str, object]) -> None:
        TRIED["calls"] += 1
        try:
            function(**good | replaced)
        except (ValueError, TypeError) as error:
            TRIED["refused"] += 1
            # "strategies" are refused one by one, as a "strategy"; a die may have too few faces for as much fruit
            names = {"fruits": "colour_faces", "strategies": "strategy"}
            if not any(each in str(error) or names.get(each, each) in str(error) for each in replaced):
                pytest.fail(f"{error!r} names none of {list(replaced)}")
        else:
            strange = {each: value for each, value in replaced.items() if not table[each][1](value)}
            assert not strange, "was taken for an argument"

    tried()


def test_every_public_function_is_tried_or_has_tests_of_its_own():
    elsewhere = {"turn", "pick", "mixture", "from_function", "simulate_in_parts", "mean_length"}
    types = {name for name in orchard.__all__ if not inspect.isfunction(getattr(orchard, name))}
    assert set(orchard.__all__) - types - elsewhere <= CALLS.keys() | {"Game"}


@given(st.sampled_from(["state", "tree", "fruits", "raven_steps"]), odd)
def test_turn_and_pick_refuse_what_is_no_state(what: str, value: object):
    fruits, raven_steps = ((1, 1), value) if what == "raven_steps" else (value, 1)
    state = value if what == "state" else State(fruits, raven_steps) if what != "tree" else SMALL.start
    for ask in (lambda: orchard.turn(SMALL, state), lambda: orchard.pick(state, value if what == "tree" else 0)):
        try:
            ask()
        except (ValueError, TypeError) as error:
            if not any(name in str(error) for name in ("state", "tree")):
                pytest.fail(f"{error!r} names neither state nor tree")


@given(odd)
def test_a_function_may_answer_anything_and_is_refused(value: object):
    strategy = orchard.from_function("odd", lambda fruits: value)
    try:
        orchard.solve(SMALL, strategy)
    except (ValueError, TypeError) as error:
        if "odd" not in str(error):
            pytest.fail(f"{error!r} does not name the function")


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
    solution = orchard.solve(plain, exact=True)
    assert solution.value(row(fruits), whole(2)) == solution.value(tuple(fruits), 2)
    assert solution.best_picks(row(fruits), whole(2), whole(1)) == solution.best_picks(tuple(fruits), 2, 1)
    played = [orchard.simulate(game, games=n, seed=s) for n, s in ((whole(50), whole(7)), (50, 7))]
    assert np.array_equal(played[0].rolls, played[1].rolls)


def test_whole_numbers_of_numpy_do_not_overflow_in_fractions():
    mixed = orchard.mixture({"max": np.int64(1)})
    both = [orchard.solve("first-orchard", each, exact=True).win_probability for each in (mixed, "max")]
    assert both[0] == both[1]


def test_too_many_ways_to_use_a_basket_are_not_listed():
    game = Game.uniform(10, 10, 1, 50)
    with pytest.raises(ValueError, match=r"^picks must be a smaller game: [\d,]+ steps would take too long"):
        orchard.solve(game).best_picks(game.fruits, 1)


# --- the command line ---

VALUES = [
    "0",
    "1",
    "2",
    "-1",
    "1e1",
    "1e9",
    "1e400",
    "٣",
    "1_0",
    " 2 ",
    "+3",
    "0x10",
    "nan",
    "inf",
    "",
    "2,1",
    "4,3,0,1",
]
VALUES += ["0,0", ",", "1,", "1,,2", "9" * 5000, "\x00", "🍎", "\udcff", "a" * 10_000, "1" + ",1" * 200, "1025", "max"]
WORDS = [*cli.QUESTIONS, *EDITIONS, *STRATEGIES, *cli.OPTIONS, "--help", "-h", "--", "-"]
texts = st.text(max_size=6)
options = st.sampled_from([option for option in cli.OPTIONS if option.startswith("-")])
pairs = st.tuples(options, st.sampled_from(VALUES) | texts).map(list)
words = st.lists(st.sampled_from(WORDS + VALUES) | texts, max_size=1)
command_lines = st.builds(
    lambda first, rest: [first, *(word for several in rest for word in several)],
    st.sampled_from(list(cli.QUESTIONS)) | texts,
    st.lists(words | pairs, max_size=5),
)


@given(command_lines)
def test_a_command_line_is_answered_or_refused(words: list[str]):
    TRIED["lines"] += 1
    words = [word.replace("1e9", "1e1") for word in words]  # so many games, or picks, may well take minutes
    errors = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.print", lambda *said, file=None, **_: errors.append(said[0]) if file else None)
        patch.setattr("sys.stdout.write", lambda text: None, raising=False)
        try:
            code = cli.main(words)
        except SystemExit as left:
            code = left.code
    assert code in (0, 1, 2)
    assert code == 0 or errors
    assert all(len(str(line).splitlines()) == 1 and len(line) < 1_200 for line in errors)


@pytest.mark.parametrize("number", ["٣", "３", "1e17", "9007199254740993.0", "1.5", "", " ", "nan", "-1", "9" * 5000])
def test_numbers_that_are_not_plain_are_refused(capsys, number):
    """Digits of other scripts are numbers to Python, and a float above 2^53 is not the number that was written."""
    with pytest.raises(SystemExit) as left:
        cli.main(["play", f"--seed={number}"])
    assert left.value.code == 2
    assert len(capsys.readouterr().err) < 400
