"""Every public function and the command line, given what they were not made for: they refuse it by name.

Each call is made with good arguments of which some are replaced. It may answer only if what it got can be meant as such
an argument; else it raises a ValueError or a TypeError that names the argument, and soon. `make fuzz` tries more.
"""

import inspect
import math
import resource
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain, count
from operator import index

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

import orchard
from orchard import EDITIONS, STRATEGIES, Game, State, baskets, cli, landscape, published, slips, statistics

SOON = 20  # seconds, of an example that takes a few milliseconds
TRIED = Counter()


@pytest.fixture(scope="module", autouse=True)
def limited() -> Iterator[None]:
    """Some memory and no more, so that what would fill the machine fails here."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (8 * 2**30, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


class HangsError(BaseException):
    """No answer came; no `except Exception` may swallow it."""


@contextmanager
def soon() -> Iterator[None]:
    """Fails if what is done takes longer than SOON."""

    def hangs(number: int, frame: object) -> None:
        raise HangsError

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(SOON)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# --- what an argument may be, and what it may not ---


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


MEANT: dict[str, Callable[[object], bool]] = {
    "whole": is_whole,
    "whole or bool": lambda value: isinstance(value, bool | np.bool_) or is_whole(value),  # a bool is an index
    "whole or none": lambda value: value is None or is_whole(value),
    "wholes": lambda value: not isinstance(value, str | bytes | bytearray | set | frozenset | dict) and is_real(value),
    "ranges": lambda value: is_whole(value) or not isinstance(value, str | bytes | float | complex | bool),
    "real": is_real,
    "chance": lambda value: isinstance(value, float | Fraction | np.floating) and 0 < value < 1,
    "name": lambda value: isinstance(value, str),
    "names": lambda value: isinstance(value, str | list | tuple | orchard.Strategy),
    "strategy": lambda value: isinstance(value, str | orchard.Strategy),
    "strategy or none": lambda value: value is None or isinstance(value, str | orchard.Strategy),
    "game": lambda value: isinstance(value, str | Game),
    "anything": lambda value: True,
}

WHOLE = [0, -1, 2, 7, 10**13, 2**63, 2**64, 10**30, -(10**30), np.int64(3), np.uint8(200), np.array(3)]
REAL = [0.5, -0.5, 1.0, 1e308, 5e-324, -0.0, math.nan, math.inf, -math.inf, np.float64(0.25), np.float32(math.nan)]
OTHER_NUMBERS = [True, False, np.True_, 1j, Fraction(1, 3), Fraction(7), Decimal("0.5"), Decimal("NaN")]
TEXT = [
    "",
    "max",
    "optimal",
    "orchard",
    "٣",
    "３",
    "\x00",
    "🍎" * 3,
    "a" * 100_000,
    "\udcff",
    "4",
    "nan",
    b"4",
    b"\xff",
]
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
ROWS += [range(10**9), [1] * 101, bytearray(b"21")]
ODD = [
    None,
    {},
    {2: 1},
    {2, 1},
    frozenset({2, 1}),
    object(),
    max,
    Game,
    State((2, 1), 1),
    ...,
    NotImplemented,
    slice(2),
]
ODD += [
    EDITIONS["two-by-two"],
    STRATEGIES["max"],
    STRATEGIES["optimal"],
    np.dtype(int),
    np.array(None),
    memoryview(b"21"),
]
KNOWN = [*WHOLE, *REAL, *OTHER_NUMBERS, *TEXT, *ROWS, *ODD]

made = (
    st.integers(max_value=12)
    | st.floats()
    | st.text(max_size=8)
    | st.binary(max_size=4)
    | st.fractions()
    | st.decimals()
)
made |= st.complex_numbers() | st.datetimes() | st.lists(st.integers(-2, 6) | st.floats() | st.none(), max_size=4)
odd = st.sampled_from(range(len(KNOWN))).map(KNOWN.__getitem__) | made


# --- what is called ---


@dataclass(frozen=True)
class Call:
    """A function, good arguments, what kind each is, and those whose name a refusal need not tell."""

    function: Callable
    good: dict[str, object]
    kinds: str
    nameless: tuple[str, ...] = ()

    @property
    def meant(self) -> dict[str, Callable[[object], bool]]:
        return {name: MEANT[kind.strip()] for name, kind in zip(self.good, self.kinds.split(","), strict=True)}


SMALL = Game((2, 1), 2)
EXACT, FLOAT = orchard.solve(SMALL, "optimal", exact=True), orchard.solve(SMALL, "optimal")
TURNS = orchard.solve(SMALL, players=("max", "random"))
CHAIN, PLAYED = orchard.absorbing_chain(SMALL), orchard.simulate(SMALL, games=100, seed=1)
AT = {"fruits": (1, 1), "raven_steps": 1}
PICKS = AT | {"picks": 1}
GAME = {"game": SMALL, "strategy": "max"}
DIE = {"colour_faces": (1, 1), "basket_faces": 1, "raven_faces": 1}
RULES = {"fruits": (2, 1), "raven_steps": 2, "basket_picks": 1} | DIE
RANGES = {"trees": 2, "fruits": [1, 2], "raven_steps": 2, "basket_picks": 1, "strategies": "max"}
OPTIONS = ("executor", "journal", "progress")


def call_function(function: object) -> orchard.Strategy:
    """A strategy that is asked once."""
    orchard.solve(SMALL, strategy := orchard.from_function("function", function))
    return strategy


def turn(state: object, fruits: object, raven_steps: object) -> object:
    """A turn from a state, or from one made of these."""
    return orchard.turn(SMALL, state or State(fruits, raven_steps))


def fullest(fruits: tuple[int, ...]) -> int:
    """The tree that `max` picks from, the first of several."""
    return fruits.index(max(fruits))


CALLS = {
    "Game": Call(Game, RULES, "wholes, whole, whole, anything, whole, whole", ("fruits",)),
    "Game.uniform": Call(
        Game.uniform, {"trees": 2, "fruits": 1, "raven_steps": 2, "basket_picks": 1}, "whole, whole, whole, whole"
    ),
    "turn": Call(orchard.turn, {"game": SMALL, "state": SMALL.start}, "game, anything"),
    "turn from a state": Call(
        lambda fruits, raven_steps: orchard.turn(SMALL, State(fruits, raven_steps)),
        AT,
        "wholes, whole or bool",
        tuple(AT),
    ),
    "pick": Call(orchard.pick, {"state": SMALL.start, "tree": 1}, "anything, whole"),
    "pick from a state": Call(
        lambda fruits, tree: orchard.pick(State(fruits, 1), tree),
        {"fruits": (1, 1), "tree": 1},
        "wholes, whole",
        ("fruits",),
    ),
    "solve": Call(orchard.solve, GAME | {"exact": False}, "game, strategy, anything", ("exact",)),
    "solve by turns": Call(
        lambda players: orchard.solve(SMALL, players=players), {"players": ("max", "min")}, "anything", ("players",)
    ),
    "settled": Call(orchard.settled, GAME, "game, strategy"),
    "simulate": Call(
        orchard.simulate,
        GAME | {"games": 10, "seed": 1, "samples": 2, "threads": 1},
        "game, strategy, whole, whole or none, whole, whole or none",
    ),
    "simulate by counting": Call(
        orchard.simulate,
        GAME | {"games": 10, "seed": 1, "samples": 2, "method": "cohort"},
        "game, strategy, whole, whole or none, whole, name",
    ),
    "simulate_in_parts": Call(
        lambda **given: next(orchard.simulate_in_parts(**given)),
        GAME | {"games": 10, "seed": 1},
        "game, strategy, whole, whole",
    ),
    "to_prism": Call(orchard.to_prism, GAME, "game, strategy or none"),
    "play": Call(orchard.play, GAME | {"rng": 1}, "game, strategy, anything", ("rng",)),
    "propagate": Call(orchard.propagate, GAME | {"exact": False}, "game, strategy, anything", ("exact",)),
    "absorbing_chain": Call(
        orchard.absorbing_chain,
        GAME | {"exact": False, "dead_rolls": True},
        "game, strategy, anything, anything",
        ("exact", "dead_rolls"),
    ),
    "mixture": Call(orchard.mixture, {"parts": {"max": Fraction(1, 2), "min": Fraction(1, 2)}}, "anything", ("parts",)),
    "mixture of": Call(
        lambda part, p: orchard.mixture({part: p, "min": 1 - Fraction(1, 2)}),
        {"part": "max", "p": Fraction(1, 2)},
        "strategy, anything",
        ("part", "p"),
    ),
    "taking_turns": Call(orchard.taking_turns, {"players": ("max", "min")}, "anything", ("players",)),
    "favourite": Call(orchard.favourite, {"tree": 1, "then": "max"}, "whole, name", ("tree", "then")),
    "from_function": Call(call_function, {"function": lambda fruits: fruits.index(max(fruits))}, "anything"),
    "from_function's answer": Call(
        lambda function: call_function(lambda fruits: function), {"function": (1, 0)}, "anything"
    ),
    "Solution.value": Call(FLOAT.value, AT, "wholes, whole"),
    "Solution.best_picks": Call(FLOAT.best_picks, PICKS, "wholes, whole, whole or none"),
    "ExactSolution.value": Call(EXACT.value, AT, "wholes, whole"),
    "ExactSolution.best_picks": Call(EXACT.best_picks, PICKS, "wholes, whole, whole or none"),
    "TurnsSolution.value": Call(TURNS.value, AT | {"player": 1}, "wholes, whole, whole"),
    "TurnsSolution.best_picks": Call(TURNS.best_picks, PICKS | {"player": 1}, "wholes, whole, whole or none, whole"),
    "AbsorbingChain.state_distribution": Call(CHAIN.state_distribution, {"rolls": 3}, "whole"),
    "AbsorbingChain.roll_distribution": Call(CHAIN.roll_distribution, {"rolls": 3}, "whole"),
    "Simulation.confidence_interval": Call(
        PLAYED.confidence_interval, {"level": 0.9, "method": "wilson"}, "chance, name"
    ),
    "standard_error": Call(statistics.standard_error, {"rate": 0.5, "games": 100}, "real, real", ("rate", "games")),
    "confidence_interval": Call(
        statistics.confidence_interval,
        {"wins": 5, "games": 10, "level": 0.9, "method": "exact"},
        "whole, whole, chance, name",
    ),
    "z_value": Call(statistics.z_value, {"level": 0.9}, "chance"),
    "sample_size": Call(statistics.sample_size, {"width": 0.1, "rate": 0.5, "level": 0.9}, "chance, chance, chance"),
    "games_to_tell_apart": Call(
        statistics.games_to_tell_apart,
        {"rate": 0.5, "other": 0.4, "level": 0.9, "power": 0.8},
        "chance, chance, chance, chance",
    ),
    "coverage": Call(
        statistics.coverage,
        {"rates": [0.2, 0.5], "games": 10, "level": 0.9, "method": "wald"},
        "real, whole, chance, name",
        ("rates",),  # what is ragged is no array
    ),
    "z_score": Call(
        statistics.z_score,
        {"estimate": 0.5, "error": 0.1, "other": 0.4, "other_error": 0.1},
        "real, real, real, real",
        ("estimate", "error", "other", "other_error"),  # arrays that do not fit together
    ),
    "numbers": Call(statistics.numbers, {"argument": "x", "values": 1.0}, "anything, real", ("argument", "values")),
    "landscape": Call(landscape.landscape, RANGES, "ranges, ranges, ranges, ranges, names", ("strategies",)),
    "sweep": Call(
        landscape.sweep,
        {"games": [SMALL], "strategies": "max"} | dict.fromkeys(OPTIONS),
        "anything, names, anything, anything, anything",
        ("games", "strategies", *OPTIONS),
    ),
    "smallest_raven_steps": Call(
        landscape.smallest_raven_steps, {"game": SMALL, "target": 0.5, "strategy": "max"}, "game, chance, strategy"
    ),
    "equal_odds": Call(
        landscape.equal_odds,
        {"trees": 2, "fruits": 1, "basket_picks": 1, "strategies": "max", "target": 0.5},
        "ranges, ranges, ranges, names, chance",
        ("strategies",),
    ),
    "save_table": Call(published.save_table, {"table": pd.DataFrame(), "name": "1-x"}, "anything, name", ("table",)),
    "save_figure": Call(published.save_figure, {"figure": Figure(), "name": "1-x"}, "anything, name", ("figure",)),
}
CALLS |= {
    "paths": Call(slips.paths, GAME, "game, strategy"),
    "rounded": Call(slips.rounded, {"game": SMALL, "tree": fullest, "digits": 3}, "game, anything, whole", ("tree",)),
    "frozen_draws": Call(
        slips.frozen_draws,
        {"game": SMALL, "runs": 3, "seed": 1, "digits": 3, "lumped": True},
        "game, whole, whole, whole, anything",
        ("lumped",),
    ),
    "solve_queues": Call(
        slips.solve_queues, {"game": SMALL, "players": [slips.few_first]}, "game, anything", ("game", "players")
    ),
}
REACHED = {  # public, and given nothing by a caller but what is called above
    *(
        "EDITIONS",
        "STRATEGIES",
        "State",
        "Strategy",
        "AbsorbingChain",
        "Play",
        "Propagation",
        "Simulation",
        "TurnsSolution",
    ),
    *("published", "published_matrix", "errata", "output_folder"),
    *("best_baskets", "basket_ways", "checked_basket"),
    *("backwards", "mean", "few_first", "queue_outcomes"),
}


def functions(module) -> set[str]:
    """The public functions that a module defines."""
    found = inspect.getmembers(module, inspect.isfunction)
    return {name for name, function in found if function.__module__ == module.__name__ and name[0] != "_"}


def test_every_public_name_is_tried():
    public = set(orchard.__all__).union(*map(functions, [baskets, landscape, published, slips, statistics]))
    assert public <= CALLS.keys() | REACHED
    for made in (FLOAT, EXACT, TURNS, CHAIN, PLAYED):
        methods = inspect.getmembers(type(made), inspect.isfunction)
        asked = {name for name, method in methods if name[0] != "_" and len(inspect.signature(method).parameters) > 1}
        assert {f"{type(made).__name__}.{name}" for name in asked} <= CALLS.keys()


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """What is saved, or kept in a journal, stays in a temporary folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ORCHARD_OUTPUT", str(tmp_path / "output"))


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore")
def test_odd_arguments_are_refused_by_name(name: str):
    call = CALLS[name]

    @given(st.dictionaries(st.sampled_from(sorted(call.good)), odd, min_size=1, max_size=2))
    def tried(replaced: dict[str, object]) -> None:
        TRIED["calls"] += 1
        try:
            with soon():
                call.function(**call.good | replaced)
        except (ValueError, TypeError) as error:
            TRIED["refused"] += 1
            if set(replaced).isdisjoint(call.nameless) and not any(each in str(error) for each in replaced):
                pytest.fail(f"{error!r} names none of {list(replaced)}")
        except OSError:
            assert "journal" in replaced  # a path that is a folder, or none
        else:
            strange = {each: value for each, value in replaced.items() if not call.meant[each](value)}
            assert not strange, "was taken for an argument"

    tried()


# --- odd arguments that are meant well ---


def same(one: object, other: object) -> bool:
    return np.array_equal(one, other) if isinstance(one, np.ndarray) else one == other


WHOLE_TYPES = [int, np.int64, np.int32, np.uint16, np.array]
ROW_TYPES = [tuple, list, np.array, iter, lambda row: [np.int8(entry) for entry in row]]


@given(st.sampled_from(WHOLE_TYPES), st.sampled_from(ROW_TYPES), st.lists(st.integers(0, 3), min_size=1, max_size=3))
def test_other_types_of_numbers_give_the_same_results(whole, row, fruits):
    if not any(fruits):
        fruits = [*fruits, 1]
    plain = Game(tuple(fruits), 3, 2)
    game = Game(row(fruits), whole(3), whole(2), row([1] * len(fruits)), whole(1), whole(1))
    assert game == plain
    assert {type(n) for n in (*game.fruits, game.raven_steps, *game.colour_faces)} == {int}
    state = State(tuple(fruits), 3)
    assert orchard.turn(game, State(list(map(whole, fruits)), whole(3))) == orchard.turn(plain, state)
    for exact in (False, True):
        solution = orchard.solve(plain, exact=exact)
        assert solution.value(row(fruits), whole(2)) == solution.value(tuple(fruits), 2)
        assert solution.best_picks(row(fruits), whole(2), whole(1)) == solution.best_picks(tuple(fruits), 2, 1)
    played = [orchard.simulate(game, games=n, seed=s) for n, s in ((whole(50), whole(7)), (50, 7))]
    assert same(played[0].rolls, played[1].rolls)
    assert same(
        orchard.absorbing_chain(plain).roll_distribution(whole(5)), orchard.absorbing_chain(plain).roll_distribution(5)
    )


def test_whole_numbers_of_numpy_do_not_overflow_in_fractions():
    mixed = orchard.mixture({"max": np.int64(1)})
    assert (
        orchard.solve("first-orchard", mixed, exact=True).win_probability
        == orchard.solve("first-orchard", "max", exact=True).win_probability
    )


@pytest.mark.parametrize("ask", [orchard.play, orchard.simulate, orchard.absorbing_chain])
@pytest.mark.parametrize("other", [Game((2, 1), 3), Game((4, 4), 2), Game((2, 1), 2, 2), Game((2, 1, 1), 2), "orchard"])
def test_a_settled_strategy_is_for_its_game_alone(ask, other):
    settled = orchard.settled(SMALL, "optimal")
    assert ask(SMALL, settled)
    with pytest.raises(
        ValueError, match=r"^strategy 'optimal' must be settled for this game, not for another, got Game"
    ):
        ask(other, settled)
    with pytest.raises((ValueError, TypeError), match="settled"):
        orchard.solve(SMALL, players=(settled, "max"))


def test_too_many_ways_to_use_a_basket_are_not_listed():
    game = Game.uniform(10, 10, 1, 50)
    with pytest.raises(
        ValueError, match=r"^picks 50 from \(10, .*\) must be a smaller game: [\d,]+ steps would take too"
    ):
        orchard.solve(game).best_picks(game.fruits, 1)


def test_a_sweep_has_limits():
    for ranges in [(range(10**9), 1, 1), (1, range(1, 1001), range(1, 1001), range(2)), (count(1), 1, 1)]:
        with soon(), pytest.raises(ValueError, match=r"must be at most|at most 500000"):
            landscape.landscape(*ranges)


# --- the command line ---

WORDS = ["odds", "simulate", "play", "advise", "chain", *EDITIONS, *STRATEGIES, *cli.OPTIONS, "--help", "-h", "--", "-"]
VALUES = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "1e1",
    "1e9",
    "1e400",
    "1e22",
    "٣",
    "３",
    "1_0",
    " 2 ",
    "+3",
    "0x10",
    "nan",
    "inf",
    "",
]
VALUES += [
    "2,1",
    "4,3,0,1",
    "0,0",
    ",",
    "1,",
    "1,,2",
    "9" * 5000,
    "0" * 5000 + "1",
    "\x00",
    "🍎",
    "\udcff",
    "a" * 10_000,
]
VALUES += ["1" + ",1" * 200, "1025", "1024,1024,1024,1024", "9007199254740993.0", "max", "--fruits=2", "--games=1e13"]
texts = st.text(max_size=6)
option = st.tuples(st.sampled_from([o for o in cli.OPTIONS if o[0] == "-"]), st.sampled_from(VALUES) | texts).map(list)
command_lines = st.tuples(
    st.sampled_from(WORDS[:5]) | texts,
    st.lists(st.lists(st.sampled_from(WORDS + VALUES) | texts, max_size=1) | option, max_size=5),
).map(lambda drawn: [drawn[0], *chain.from_iterable(drawn[1])])


def status(words: list[str]) -> int:
    """The exit status of a command line."""
    try:
        return cli.main(words)
    except SystemExit as left:
        return left.code


def costly(words: list[str]) -> bool:
    """A question that may well take minutes, and gigabytes: so many games, or the chain of so many picks."""
    return "1e9" in words and ("simulate" in words or "chain" in words)


@given(command_lines)
def test_a_command_line_is_answered_or_refused(words: list[str]):
    capture = {"out": [], "err": []}
    TRIED["lines"] += 1
    if costly(words):
        words = [word.replace("1e9", "1e1") for word in words]
    with pytest.MonkeyPatch.context() as patch, soon():
        patch.setattr("builtins.print", lambda *said, file=None, **_: capture["err" if file else "out"].append(said))
        patch.setattr("sys.stdout.write", lambda text: None, raising=False)
        code = status(words)
    assert code in (0, 1, 2)
    assert (code == 0) == (not capture["err"]) or code == 0
    assert all(len(str(line[0]).splitlines()) == 1 and len(line[0]) < 1_200 for line in capture["err"])


@pytest.mark.parametrize("number", ["٣", "３", "1e17", "9007199254740993.0", "1.5", "", " ", "nan", "-1", "9" * 5000])
def test_numbers_that_are_not_plain_are_refused(capsys, number):
    """Digits of other scripts are numbers to Python, and a float above 2^53 is not the number that was written."""
    with pytest.raises(SystemExit) as left:
        cli.main(["play", f"--seed={number}"])
    assert left.value.code == 2
    assert len(capsys.readouterr().err) < 400
