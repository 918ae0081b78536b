"""The theorem of the fullest tree: every statement of its proof, in whole numbers; and dice for which it fails."""

from fractions import Fraction
from itertools import product

import pytest

from orchard import Game, solve

F = Fraction


def finite_horizon(game: Game, best, rolls: int):
    """Tables T_0, ..., T_b of the chance to win within 0, 1, ... rolls, times faces^rolls: whole numbers."""
    trees, steps = range(game.trees), range(game.raven_steps + 1)
    states = [(f, r) for f in product(*(range(n + 1) for n in game.fruits)) for r in steps]
    tables = [{(f, r): int(not any(f)) for f, r in states}]
    for _ in range(rolls):
        for _ in range(game.basket_picks):
            T = tables[-1]
            tables.append(
                {(f, r): best(T[without(f, i), r] for i in trees if f[i]) if any(f) else T[f, r] for f, r in states}
            )
        yield tables
        V, T = tables[0], tables[-1]
        tables = [{}]
        for f, r in states:
            colours = sum(game.colour_faces[i] * V[without(f, i) if f[i] else f, r] for i in trees)
            rolled = colours + game.basket_faces * T[f, r] + game.raven_faces * (V[f, r - 1] if r else 0)
            tables[0][f, r] = game.faces * V[f, r] if not any(f) else rolled if r else 0


def without(fruits: tuple[int, ...], tree: int) -> tuple[int, ...]:
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
                failures["fewer"] += sum(T[without(f, i), r] < T[f, r] for i, fruit in enumerate(f) if fruit)
                for i, j in pairs:
                    failures["fuller"] += f[i] >= f[j] >= 1 and T[without(f, i), r] < T[without(f, j), r]
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


@pytest.mark.parametrize("game", [Game((3,) * 4, 3, picks) for picks in (1, 2, 3)] + [Game((4,) * 3, 2, 2, None, 3, 2)])
def test_fullest_is_best_and_emptiest_is_worst(game: Game):
    for ours, best in (("max", "optimal"), ("min", "worst")):
        assert (solve(game, ours, exact=True).values == solve(game, best, exact=True).values).all()


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
    values = [solution.value(without(game.fruits, tree), steps) for tree in (0, 1)]
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
def test_the_slowest_tree_is_not_always_best_either(game: Game, best: tuple):
    assert solve(game, "optimal", exact=True).best_picks(*game.start) == (best,)
