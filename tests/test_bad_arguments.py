"""Every public function, given what it was not made for, answers or refuses it by name, and soon.

One table has a good value for each argument, by its name, for a name means the same thing in every function;
signatures say who takes which. A call is made with good arguments of which some are replaced.
"""

import inspect
import math
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
from orchard import (
    EDITIONS,
    STRATEGIES,
    Game,
    State,
    absorbing_chain,
    mixture,
    pick,
    play,
    simulate,
    solve,
    statistics,
    turn,
)
from orchard.pages.studies import landscape

SMALL = Game((2, 1), 2)
GOOD = {"game": SMALL, "strategy": "max", "strategies": "max", "exact": False, "wasted_rolls": True, "games": 10}
GOOD |= {"samples": 2, "rolls": 3, "wins": 5, "player": 0, "tree": 1, "seed": 1, "rng": 1, "threads": 1, "picks": 1}
GOOD |= {"trees": 2, "raven_steps": 1, "basket_picks": 1, "basket_faces": 1, "raven_faces": 1}
GOOD |= {"fruits": (1, 1), "colour_faces": (1, 1), "level": 0.9, "width": 0.1, "rate": 0.5, "other": 0.4}
GOOD |= {"power": 0.8, "target": 0.5, "then": "max"}
SPECIAL = {"Game.uniform": {"fruits": 1}}
FLOATS = solve(SMALL, "optimal")
ELSEWHERE = {"turn", "pick", "mixture", "from_function"}  # tested with their own
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


# --- what is refused, and in which words ---

START = State((4, 4, 4, 4), 6)
REFUSED = [
    (Game, {"trees": 5}, "trees must be given to Game.uniform, as Game has the fruit on each tree, got 5"),
    (Game, {"fruits": ()}, r"fruits must have an entry for at least one tree, at most 100, got \(\)"),
    (Game, {"fruits": range(10**9)}, "fruits must have an entry for .*, at most 100, got range.*"),
    (Game, {"fruits": (0, 0)}, r"fruits must hold at least one fruit, got \(0, 0\)"),
    (Game, {"fruits": (4, -1)}, r"fruits\[1\] must be at least 0, got -1"),
    (Game, {"fruits": (1, 10**30)}, r"fruits\[1\] must be at most 1,024, got 10+"),
    (Game, {"colour_faces": (1, 1)}, r"colour_faces must have one entry a tree \(4\), got \(1, 1\)"),
    (Game, {"colour_faces": (500,) * 4}, "colour_faces must leave the die at most 1,024 faces, got 2002"),
    (Game, {"raven_steps": 1025}, "raven_steps must be at most 1,024, got 1025"),
    (Game, {"basket_faces": 1.5}, r"basket_faces must be a whole number, got 1\.5"),
    (turn, {"game": SMALL, "state": START}, "state must be .*, got .*"),
    (turn, {"game": SMALL, "state": State((0, 0), 1)}, "state must be .*, got .*"),
    (pick, {"state": State((0, 2), 1), "tree": 0}, "tree must be one that has fruit.*"),
    (pick, {"state": None, "tree": 0}, "state must be a State.*"),
    (solve(SMALL).value, {"fruits": (3, 1), "raven_steps": 1}, "fruits must have an entry a tree, at most .*"),
    (solve(SMALL).best_picks, {"fruits": (2, 1), "raven_steps": 3}, "raven_steps must be .*, got 3"),
    (play, {"game": SMALL, "strategy": "optimal"}, r'strategy must .* solve\(game, "optimal"\)\.strategy.*'),
    (simulate, {"game": SMALL, "samples": 3, "games": 1000}, "samples must divide the 1000 games .*, got 3"),
    (simulate, {"game": SMALL, "method": "count"}, r"method must be one of played, counted \(did you mean counted.*"),
    (simulate, {"game": SMALL, "method": "counted", "threads": 1}, "threads must be left out with method.*"),
    (absorbing_chain, {"game": Game((501,), 1), "exact": True}, "exact must be False for a chain of more than 500 .*"),
    (
        absorbing_chain,
        {"game": SMALL, "strategy": ("max", "min"), "wasted_rolls": False},
        "wasted_rolls must be True .*",
    ),
    (mixture, {"parts": {}}, "parts must be probabilities that sum to 1, got ''"),
    (mixture, {"parts": {"mx": 1}}, r"strategy must be one of .* \(did you mean max\?\), got 'mx'"),
    (landscape.landscape, {"trees": range(0), "fruits": 1, "raven_steps": 1}, "trees must hold at least one value.*"),
    (statistics.confidence_interval, {"wins": 3, "games": 2}, "wins must be at most the 2 games, got 3"),
    (statistics.games_to_tell_apart, {"rate": 0.5, "other": 0.5}, "other must differ from rate.*"),
]


@pytest.mark.parametrize(("function", "given", "said"), REFUSED)
def test_what_is_impossible_is_refused_by_its_name(function: Callable, given: dict, said: str):
    with pytest.raises((ValueError, TypeError), match=f"^{said}$"):
        function(**given)


@pytest.mark.parametrize(
    "method",
    [solve, absorbing_chain, simulate, partial(simulate, method="counted")],
    ids=["solve", "chain", "played", "counted"],
)
def test_a_game_that_does_not_fit_is_refused_at_once(method):
    with pytest.raises(ValueError, match=r"^fruits must be a smaller game: [0-9,]+ states would need"):
        method(Game.uniform(30, 30), "random")
