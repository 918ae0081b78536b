"""Every public function, given what it was not made for, answers or refuses it by name, and soon.

One table has a good value for each argument, by its name, for a name means the same thing in every function;
signatures say who takes which. A call is made with good arguments of which some are replaced.
"""

import inspect
import math
from collections.abc import Callable
from dataclasses import make_dataclass
from decimal import Decimal
from fractions import Fraction
from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import orchard
from orchard import Game, State, absorbing_chain, mixture, pick, play, simulate, solve, turn
from orchard.pages import answer, explorer, statistics
from orchard.pages.studies import landscape
from orchard.pages.studies.dice import bank_bound
from orchard.pages.studies.forward import propagate
from orchard.pages.studies.limits import rolls_needed, won_race
from orchard.pages.studies.printed import replayed

SMALL = Game((2, 1), 2)
GOOD = {"game": SMALL, "strategy": "max", "strategies": "max", "exact": False, "wasted_rolls": True, "games": 10}
GOOD |= {"samples": 2, "rolls": 3, "player": 0, "tree": 1, "seed": 1, "rng": 1, "threads": 1}
GOOD |= {"trees": 2, "raven_steps": 1, "basket_picks": 1, "basket_faces": 1, "raven_faces": 1}
GOOD |= {"fruits": (1, 1), "colour_faces": (1, 1), "level": 0.9, "width": 0.1, "rate": 0.5, "other": 0.4}
SPECIAL = {"Game.uniform": {"fruits": 1}}
FLOATS = solve(SMALL, "optimal")
ELSEWHERE = {"turn", "pick", "mixture", "from_function"}  # tested with their own
CALLED = [
    *filter(inspect.isfunction, (getattr(orchard, name) for name in orchard.__all__ if name not in ELSEWHERE)),
    *(Game, Game.uniform, landscape.landscape),
    *(simulate(SMALL, games=100, seed=1).confidence_interval, absorbing_chain(SMALL).roll_distribution),
    *(FLOATS.value, FLOATS.best_picks, FLOATS.value_of_picks),
    *(statistics.sample_size, statistics.games_to_tell_apart),
]

# --- odd states ---


@pytest.mark.parametrize(
    ("state", "error", "named"),
    [
        (State((-1, 2), 1), ValueError, "fruits"),
        (State((1, 1), 1.5), TypeError, "raven_steps"),
        (State((1, 1), -1), ValueError, "raven_steps"),
        (State(("a", "b"), 1), TypeError, "fruits"),
        (State(3, 1), TypeError, "fruits"),
    ],
)
def test_a_state_that_cannot_be_is_refused_by_turn_and_pick(state: State, error: type, named: str):
    for ask in (lambda: turn("two-by-two", state), lambda: pick(state, 1)):
        with pytest.raises(error, match=f"^{named}"):
            ask()


# --- odd values ---

KNOWN = [10**13, 2**64, np.float32(math.nan), True, Decimal("NaN"), "optimal", "٣", "a" * 100_000, "\udcff", None]
KNOWN += [bytearray(b"21"), (2, 1), [-1, 2], [10**30] * 2, [1] * 101, range(10**9), ("max", "min"), ("max", None)]
KNOWN += [np.array([[2, 1]]), np.array([]), np.array([2.0, 1.0]), {2: 1}, Game, State((2, 1), 1)]
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


@pytest.mark.parametrize(("row", "whole"), [(iter, int), (list, np.array), (np.array, np.uint16)])
def test_other_types_of_whole_numbers_give_the_same_game(row, whole):
    game = Game(row((2, 1)), whole(3), whole(2), row((1, 1)), whole(1), whole(1))
    assert game == Game((2, 1), 3, 2)
    assert {type(n) for n in (*game.fruits, game.raven_steps, *game.colour_faces)} == {int}


# --- what is impossible: the argument by whose name it is refused, the function, and what it is given ---

THIRDS = orchard.from_function("thirds", lambda fruits: [Fraction(fruit > 0, 3) for fruit in fruits])  # sum to less
REFUSED = [
    *(("fruits", Game, {"fruits": fruits}) for fruits in ((), (0, 0), (4, -1), (1, 10**30))),
    *(("colour_faces", Game, {"colour_faces": faces}) for faces in ((1, 1), (500,) * 4)),
    *(("raven_steps", Game, {"raven_steps": steps}) for steps in (0, 1025, 1.5)),
    ("raven_faces", Game, {"raven_faces": 0}),
    *(("state", turn, {"game": SMALL, "state": state}) for state in (State((4, 4, 4), 6), State((0, 0), 1))),
    ("tree", pick, {"state": State((0, 2), 1), "tree": 0}),
    ("fruits", FLOATS.value, {"fruits": (3, 1), "raven_steps": 1}),
    ("raven_steps", FLOATS.best_picks, {"fruits": (2, 1), "raven_steps": 3}),
    ("player", FLOATS.value, {"fruits": (2, 1), "raven_steps": 1, "player": 1}),
    ("thirds", solve, {"game": SMALL, "strategy": THIRDS}),
    ("strategy", play, {"game": SMALL, "strategy": "optimal"}),
    ("strategy", propagate, {"game": SMALL, "strategy": "worst"}),
    ("strategy", absorbing_chain, {"game": SMALL, "strategy": mixture({"max": 0, "optimal": 1})}),
    ("strategy", solve, {"game": "orchard", "strategy": FLOATS.strategy}),  # which is for another game
    ("samples", simulate, {"game": SMALL, "samples": 3, "games": 1000}),
    ("method", simulate, {"game": SMALL, "method": "count"}),
    ("samples", simulate, {"game": SMALL, "method": "counted", "samples": 2}),
    ("exact", absorbing_chain, {"game": Game((501,), 1), "exact": True}),
    ("wasted_rolls", absorbing_chain, {"game": SMALL, "strategy": ("max", "min"), "wasted_rolls": False}),
    ("level", simulate(SMALL, games=10, seed=1).confidence_interval, {"level": 0}),
    ("parts", mixture, {"parts": {"max": Fraction(1, 2)}}),
    ("trees", landscape.landscape, {"trees": range(0), "fruits": 1, "raven_steps": 1}),
    ("other", statistics.games_to_tell_apart, {"rate": 0.5, "other": 0.5}),
    ("game", rolls_needed, {"game": Game((1, 1), colour_faces=(1, 0), basket_faces=0)}),  # which never ends
    # too large for this machine, or for some minutes
    ("fruits", solve, {"game": Game.uniform(100, 1024)}),
    ("game", solve, {"game": Game.uniform(4, 60, 15), "exact": True}),
    ("fruits", absorbing_chain, {"game": Game.uniform(30, 30), "strategy": "random"}),
    *(("fruits", simulate, {"game": Game.uniform(30, 30), "method": method}) for method in ("played", "counted")),
]


@pytest.mark.parametrize(("name", "function", "given"), REFUSED)
def test_what_is_impossible_is_refused_at_once_and_by_its_name(name: str, function: Callable, given: dict):
    with pytest.raises((ValueError, TypeError), match=rf"^{name}\S* must "):
        function(**given)


# --- a rule that is new ---

NEW = make_dataclass("NewGame", [("swoops", int, 0)], bases=(Game,), frozen=True)
TOLD_ANEW = [
    *(bank_bound, rolls_needed, lambda game: won_race(5, 3, game)),
    *(lambda game: replayed.paths(game, "max"), lambda game: replayed.solve_queues(game, [replayed.many_first])),
    *(explorer.board, explorer.race, answer.your_theorem, answer.your_bowl),
    lambda game: answer.your_waste(game, fruits=10, games=5),
]


@pytest.mark.parametrize("function", TOLD_ANEW)
def test_a_rule_is_refused_where_it_is_not_known_and_told_where_it_is(function: Callable):
    function(NEW((2, 2)))
    with pytest.raises(ValueError, match=r"^swoops must be 0 here, where the rule is not known, got 1"):
        function(NEW((2, 2), swoops=1))
    assert "; swoops 1)" in answer.game_in_words(NEW((2, 2), swoops=1))
