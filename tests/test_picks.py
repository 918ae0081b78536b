"""Strategies beyond the first ones, loaded dice, and the theorem of the fullest tree."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchard import EDITIONS, STRATEGIES, Game, Strategy, favourite, from_function, mixture, settled, simulate, solve
from orchard.published import published
from orchard.solver import solve as solve_one

F = Fraction
FIRST, LARGE = EDITIONS["first-orchard"], EDITIONS["orchard"]
LOADED = Game((3, 2, 3), 4, 2, (3, 1, 2))


def by_function(fruits: tuple[int, ...]) -> int:
    return max(range(len(fruits)), key=fruits.__getitem__)


def halves(fruits: tuple[int, ...]) -> list[F]:
    """Half of the time any tree, half of the time any fruit."""
    trees, left = sum(map(bool, fruits)), sum(fruits)
    return [F(1, 2 * trees) * bool(fruit) + F(fruit, 2 * left) for fruit in fruits]


ALL = [
    *STRATEGIES,
    favourite(0),
    favourite(1, "max"),
    mixture({"max": F(2, 3), "first": F(1, 3)}),
    mixture({"optimal": F(1, 2), "ignore": F(1, 2)}),
    from_function("written", halves),
    from_function("written, symmetric", halves, symmetric=True),
]


@pytest.mark.parametrize("strategy", ALL, ids=lambda s: getattr(s, "name", s))
@pytest.mark.parametrize("game", [Game((2, 3, 3), 3), LOADED], ids=["equal", "loaded"])
def test_floats_fractions_and_simulation_agree(game: Game, strategy):
    floats, exact = solve(game, strategy), solve(game, strategy, exact=True)
    for state, value in exact.values.items():
        assert floats.value(*state) == pytest.approx(float(value), abs=1e-13)
    simulation = simulate(game, strategy, games=40_000, seed=7)
    assert abs(simulation.win_rate - floats.win_probability) < 4 * simulation.standard_error


# --- what a strategy is ---


@pytest.mark.parametrize(
    ("strategy", "fruits", "shares"),
    [
        (STRATEGIES["first"], (0, 2, 3), (0, 1, 0)),
        (STRATEGIES["fruit"], (0, 2, 3), (0, 2, 3)),
        (favourite(2), (1, 2, 3), (0, 0, 1)),
        (favourite(2), (1, 2, 0), (1, 1, 0)),
        (favourite(2, "max"), (1, 2, 0), (0, 1, 0)),
        (from_function("halves", halves), (0, 1, 3), (0, 3, 5)),
        (from_function("fullest", by_function), (0, 1, 3), (0, 0, 1)),
        (from_function("numpy", lambda fruits: np.argmax(fruits)), (0, 1, 3), (0, 0, 1)),
    ],
)
def test_shares(strategy: Strategy, fruits: tuple, shares: tuple):
    assert tuple(strategy.shares(np.array([fruits]))[0]) == shares


def test_a_function_gives_what_the_name_gives():
    """On the labelled lattice and, declared symmetric, on the lumped one."""
    for symmetric in (False, True):
        strategy = from_function("fullest", by_function, symmetric)
        assert solve(LARGE, strategy).win_probability == pytest.approx(solve(LARGE).win_probability, abs=1e-13)


def test_a_favourite_is_as_good_as_any_other():
    values = [solve(FIRST, favourite(tree), exact=True).win_probability for tree in range(4)]
    assert len(set(values)) == 1


@pytest.mark.parametrize(
    ("strategy", "source"), [("first", "onsedetend-03"), ("first", "jahz19-03"), ("min", "neiser-01")]
)
def test_published_simulations(strategy: str, source: str):
    """Within four standard errors of what they printed; but neiser's emptiest tree is another rule."""
    row = published().loc[source]
    game = Game(tuple(map(int, row.fruits.split("-"))), int(row.raven_steps), int(row.basket_picks))
    value, printed = solve(game, strategy).win_probability, float(row.printed)
    off = abs(value - printed) / np.sqrt(value * (1 - value) / int(row.games))
    assert (off < 4) == (source != "neiser-01")


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (7, ValueError, r"odd must return a tree that has fruit.* got 7 for fruits \("),
        (-1, ValueError, "got -1"),
        ((F(1, 2), F(1, 4), 0, 0), ValueError, "that sum to 1"),
        ((F(3, 2), F(-1, 2), 0, 0), ValueError, "got .Fraction"),
        ((1, 0), ValueError, r"got \(1, 0\)"),
        ((0.5, 0.5, 0, 0), TypeError, "must return a tree or Fractions"),
        (None, TypeError, "got None"),
        ("max", TypeError, "got 'max'"),
    ],
)
def test_a_function_that_is_no_strategy(answer, error, message: str):
    with pytest.raises(error, match=message):
        solve(FIRST, from_function("odd", lambda fruits: answer))


def test_a_function_that_picks_from_an_empty_tree():
    with pytest.raises(ValueError, match=r"got 0 for fruits \(0, "):
        solve(FIRST, from_function("stubborn", lambda fruits: 0))
    with pytest.raises(TypeError, match="function must be"):
        from_function("odd", "max")


@pytest.mark.parametrize("function", [lambda g, s: solve(g, s), lambda g, s: solve(g, s, exact=True), simulate])
def test_shares_must_divide_a_pick_among_trees_with_fruit(function):
    for shares in (np.ones_like, np.zeros_like, lambda fruits: -fruits):
        with pytest.raises(ValueError, match=r"shares of 'odd' must divide .* for fruits \("):
            function(FIRST, Strategy("odd", "", shares))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [((7,), ValueError), ((-1,), ValueError), (("cherry",), TypeError), ((0, "min"), ValueError)],
)
def test_a_favourite_must_be_a_tree(arguments: tuple, error):
    with pytest.raises(error, match=r"tree must|then must"):
        solve(FIRST, favourite(*arguments))


def test_a_mixture_must_be_one():
    with pytest.raises(ValueError, match="sum to 1"):
        mixture({"max": F(2, 3), "random": F(2, 3)})
    with pytest.raises(ValueError, match="sum to 1"):
        mixture({})


# --- best picks ---


def test_best_picks_name_all_ties():
    assert solve(FIRST).best_picks((4, 4, 3, 1), 5) == ((0,), (1,))
    assert solve(LARGE, exact=True).best_picks((3, 3, 1, 0), 4) == ((0, 1),)
    assert solve(FIRST, "worst").best_picks((4, 4, 3, 1), 5) == ((3,),)
    assert solve(LARGE, "worst").best_picks((3, 3, 1, 0), 4) == ((0, 2), (1, 2))
    assert solve(LARGE).best_picks((0, 1, 0, 0), 4) == ((1,),)
    assert solve(LARGE).best_picks((2, 0, 0, 0), 4, picks=1) == ((0,),)


@given(
    fruits=st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any).map(sorted),
    faces=st.lists(st.integers(0, 3), min_size=3, max_size=3),
    picks=st.integers(1, 2),
)
@settings(max_examples=25, deadline=None)
def test_best_picks_are_those_of_optimal_play(fruits, faces, picks):
    """To play by them is to play `optimal`; floats and fractions name the same ones."""
    game = Game(tuple(fruits), 2, picks, tuple(faces[: len(fruits)]))
    floats, exact = solve(game, "optimal"), solve(game, "optimal", exact=True)
    assert floats.win_probability == pytest.approx(float(exact.win_probability), abs=1e-13)
    for state in exact.values:
        assert floats.best_picks(*state) == exact.best_picks(*state)
    if picks == 1:
        plan = from_function("plan", lambda left: exact.best_picks(left, 2)[0][0])
        steps = solve(Game(tuple(fruits), 2, 1, game.colour_faces), plan, exact=True)
        assert steps.win_probability <= exact.win_probability


@pytest.mark.parametrize("state", [((0, 0, 0, 0), 1), ((1, 0, 0, 0), 0), ((5, 0, 0, 0), 1), ((1, 0, 0), 1)])
@pytest.mark.parametrize("exact", [False, True])
def test_no_best_picks_when_the_game_is_over(state: tuple, exact: bool):
    with pytest.raises(ValueError, match=r"fruits|raven_steps"):
        solve(Game((1, 1, 1, 1), 1), exact=exact).best_picks(*state)


# --- the theorem and its limits ---


def finite_horizon(game: Game, best, rolls: int):
    """Tables T_0, ..., T_b of the chance to win within 0, 1, ... rolls, times faces^rolls: whole numbers."""
    trees, steps = range(game.trees), range(game.raven_steps + 1)
    states = [(f, r) for f in product(*(range(n + 1) for n in game.fruits)) for r in steps]
    tables = [{(f, r): int(not any(f)) for f, r in states}]
    for _ in range(rolls):
        for _ in range(game.basket_picks):
            T = tables[-1]
            tables.append(
                {(f, r): best(T[less(f, i), r] for i in trees if f[i]) if any(f) else T[f, r] for f, r in states}
            )
        yield tables
        V, T = tables[0], tables[-1]
        tables = [{}]
        for f, r in states:
            colours = sum(game.colour_faces[i] * V[less(f, i) if f[i] else f, r] for i in trees)
            rolled = colours + game.basket_faces * T[f, r] + game.raven_faces * (V[f, r - 1] if r else 0)
            tables[0][f, r] = game.faces * V[f, r] if not any(f) else rolled if r else 0


def less(fruits: tuple[int, ...], tree: int) -> tuple[int, ...]:
    return (*fruits[:tree], fruits[tree] - 1, *fruits[tree + 1 :])


def swapped(fruits: tuple[int, ...], i: int, j: int) -> tuple[int, ...]:
    fruits = list(fruits)
    fruits[i], fruits[j] = fruits[j], fruits[i]
    return tuple(fruits)


def lemma_violations(game: Game, best, likely: bool = False) -> dict[str, int]:
    """How often each statement of the proof fails; (3) and (4) for colours i no likelier than j, or else likelier."""
    failures = {"fewer": 0, "more picks": 0, "fuller": 0, "swap": 0}
    faces, pairs = game.colour_faces, [(i, j) for i in range(game.trees) for j in range(game.trees) if i != j]
    pairs = [(i, j) for i, j in pairs if (faces[i] > faces[j] if likely else faces[i] <= faces[j])]
    for tables in finite_horizon(game, best, 12):
        for T, fewer in zip(tables, [tables[0], *tables], strict=False):
            for f, r in [state for state in T if state[1]]:
                failures["more picks"] += best is max and T[f, r] < fewer[f, r]
                failures["fewer"] += sum(T[less(f, i), r] < T[f, r] for i, fruit in enumerate(f) if fruit)
                for i, j in pairs:
                    failures["fuller"] += f[i] >= f[j] >= 1 and T[less(f, i), r] < T[less(f, j), r]
                    failures["swap"] += f[i] < f[j] and T[f, r] < T[swapped(f, i, j), r]
    return failures


@pytest.mark.parametrize("best", [max, min])
@pytest.mark.parametrize("picks", [1, 2, 3])
@pytest.mark.parametrize("faces", [(1, 1), (1, 2), (1, 3), (0, 1), (1, 1, 2)])
def test_every_statement_of_the_proof(faces: tuple, picks: int, best):
    most = 4 if len(faces) == 2 else 2
    game = Game((most,) * len(faces), 2, picks, faces, basket_faces=1 + (picks == 2), raven_faces=1 + (picks == 3))
    assert not any(lemma_violations(game, best).values())


def test_the_statements_can_fail():
    """The check sees it: among likelier colours the fuller tree is not always the better one."""
    assert lemma_violations(Game((4, 4), 2, 1, (3, 1)), max, likely=True)["fuller"] > 0


def violations(solution, rule) -> int:
    """In how many states no best use of the basket takes its fruit by the rule."""
    states = (state for state in solution.values if solution.game.basket_picks)
    return sum(not {tuple(sorted(way)) for way in rule(*state)} & set(solution.best_picks(*state)) for state in states)


@pytest.mark.parametrize("game", [Game((3,) * 4, 3, picks) for picks in (1, 2, 3)] + [Game((4,) * 3, 2, 2, None, 3, 2)])
def test_fullest_is_best_and_emptiest_is_worst(game: Game):
    for ours, best in (("max", "optimal"), ("min", "worst")):
        assert solve(game, ours, exact=True).values == solve(game, best, exact=True).values


COUNTEREXAMPLES = [
    # game, the value after a pick from the first and from the second tree
    (Game((2, 1), 1, 1, (3, 1)), F(3, 5), F(16, 25)),
    (Game((2, 1), 1, 1, (1, 0)), F(7, 18), F(4, 9)),
    (Game((3, 2), 1, 1, (2, 1)), None, None),
    (Game((2, 1), 3, 1, (2, 1)), None, None),
]


@pytest.mark.parametrize(("game", "fullest", "other"), COUNTEREXAMPLES, ids=str)
def test_with_loaded_dice_the_fullest_tree_can_be_wrong(game: Game, fullest: F | None, other: F | None):
    solution = solve(game, "optimal", exact=True)
    steps = game.raven_steps
    values = [solution.value(less(game.fruits, tree), steps) for tree in (0, 1)]
    assert solution.best_picks(*game.start) == ((1,),)
    assert values[0] < values[1]
    assert fullest is None or values == [fullest, other]


@pytest.mark.parametrize(
    ("game", "best"),
    [
        (Game((3, 1), 1, 1, (4, 1), basket_faces=3), (0,)),  # f/p says the second: 3/4 < 1/1
        (Game((3, 1), 2, 1, (5, 2)), (1,)),  # f/p says the first: 3/5 > 1/2
        (Game((7, 4), 1, 1, (2, 1), basket_faces=2), (0,)),  # six faces: 7/2 < 4/1
        (Game((11, 6), 1, 1, (2, 1)), (0,)),  # five faces: 11/2 < 6/1
    ],
)
def test_most_rolls_to_clear_is_no_rule_either(game: Game, best: tuple):
    assert solve(game, "optimal", exact=True).best_picks(*game.start) == (best,)


def test_optimal_on_the_labelled_lattice_is_played_as_solved():
    simulation = simulate(LOADED, "optimal", games=60_000, seed=8)
    assert abs(simulation.win_rate - solve(LOADED, "optimal").win_probability) < 4 * simulation.standard_error
    assert settled(LOADED, "optimal").parts[0][1].plan is not None
    assert solve_one(LOADED, "optimal").win_probability > solve(LOADED, "max").win_probability + 1e-6
