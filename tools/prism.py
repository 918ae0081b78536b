"""The game as a model in the language of PRISM, and the answers of a model checker, Storm.

The rules in another language: labelled trees, wasted rolls that are rolls, one pick after another. A position while a
basket's picks are being made is a state too. Nothing is lumped and nothing solved for.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from tempfile import NamedTemporaryFile

import numpy as np

from orchard.pages.studies import refuse_other_rules
from orchard.rules import TREE_NAMES, Game, game_of
from orchard.strategies import (
    Rule,
    Strategy,
    any_fruit,
    any_tree,
    emptiest_tree,
    first_tree,
    fullest_tree,
    refuse_best,
    strategy_of,
    used_parts,
)
from orchard.weights import rule_weights

Parts = list[tuple[Fraction, Rule | None]]  # what a basket draws from; None for picks that are left open

# The weight of a tree in the next pick, from its name, those of the other trees, and those of the trees before it.
WEIGHTS: dict[Callable, Callable[[str, list[str], list[str]], str]] = {
    fullest_tree: lambda tree, others, before: _one_if(tree, [f"{tree} >= {other}" for other in others]),
    emptiest_tree: lambda tree, others, before: _one_if(tree, [f"({o} = 0 | {tree} <= {o})" for o in others]),
    any_tree: lambda tree, others, before: _one_if(tree, []),
    first_tree: lambda tree, others, before: _one_if(tree, [f"{other} = 0" for other in before]),
    any_fruit: lambda tree, others, before: tree,
}


def _one_if(tree: str, conditions: list[str]) -> str:
    return f"({' & '.join([f'{tree} > 0', *conditions])} ? 1 : 0)"


def to_prism(game: Game | str, strategy: Strategy | str | None = None) -> str:
    """The text of `game`, or of the edition of that name, as a PRISM model: played with `strategy`, a Markov chain.

    Without a strategy every pick is left open, a Markov decision process: Pmax=? [F "won"] is then the probability to
    win of `optimal`, Pmin=? that of `worst`. R{"rolls"}=? [F "won"|"lost"] is the expected number of rolls.

    The text grows as trees x trees; with a strategy that has no short form, as labelled fruit states x trees, times
    the raven's steps and the picks if it looks at them. TypeError or ValueError for an impossible game or strategy,
    ValueError for what looks ahead (`optimal`, `worst`).

    >>> "  raven : [0..2] init 2;" in to_prism("two-by-two", "max")
    True
    """
    game, strategy = game_of(game), None if strategy is None else strategy_of(strategy)
    refuse_other_rules(game)
    parts: Parts = [(Fraction(1), None)] if strategy is None else _checked_parts(game, strategy)
    few = game.trees <= len(TREE_NAMES)
    trees = list(TREE_NAMES[: game.trees]) if few else [f"tree{i + 1}" for i in range(game.trees)]
    return "\n".join(
        [
            f"// {game}",
            f"// Picks are made by {strategy.name!r}." if strategy else "// Picks are left open.",
            "dtmc" if strategy else "mdp",
            "",
            f"formula fruit = {' + '.join(trees)};",
            "formula over = fruit = 0 | raven = 0;",
            *_share_formulas(trees, parts),
            "",
            "module orchard",
            *_variables(game, trees, parts),
            "",
            "  // A roll: the colours of the trees, the basket, the raven. That of an empty tree is a wasted roll.",
            _command("[roll] picks = 0 & !over", _roll(game, trees, parts)),
            "",
            "  // A pick from the basket.",
            *_picks(game, trees, parts),
            "",
            "  // The end lasts.",
            "  [] over -> true;",
            "endmodule",
            "",
            'label "won" = fruit = 0;',
            'label "lost" = raven = 0;',
            "",
            "// One for each roll, wasted ones too, and none for a pick.",
            'rewards "rolls"',
            "  [roll] true : 1;",
            "endrewards",
            "",
        ]
    )


def _checked_parts(game: Game, strategy: Strategy) -> Parts:
    refuse_best([strategy])
    return [(p, part) for p, part in used_parts(game, strategy) if p]


def _share_formulas(trees: list[str], parts: Parts) -> Iterator[str]:
    """The shares of each strategy that has a short form, `apple_1` of the first one, and their sum."""
    for k, (_, part) in enumerate(parts, 1):
        if part and part.weights in WEIGHTS:
            yield f"\n// The share of each tree in a pick by {part.name!r}, and their sum, or 1."
            form = WEIGHTS[part.weights]
            shares = [form(tree, trees[:i] + trees[i + 1 :], trees[:i]) for i, tree in enumerate(trees)]
            yield from (f"formula {tree}_{k} = {share};" for tree, share in zip(trees, shares, strict=True))
            yield f"formula shares_{k} = max(1, {' + '.join(f'{tree}_{k}' for tree in trees)});"


def _variables(game: Game, trees: list[str], parts: Parts) -> list[str]:
    """Each with two values at least, or PRISM would refuse it, even for a tree that is empty from the start."""
    return [
        "  // The fruit on each tree.",
        *(f"  {tree} : [0..{max(1, most)}] init {most};" for tree, most in zip(trees, game.fruits, strict=True)),
        f"  raven : [0..{game.raven_steps}] init {game.raven_steps};  // the steps it still has to go",
        f"  picks : [0..{max(1, game.picks)}] init 0;  // still to be made from the basket",
        *(
            [f"  part : [0..{len(parts)}] init 0;  // the strategy drawn for the basket, 0 if none"]
            if parts[1:]
            else []
        ),
    ]


def _roll(game: Game, trees: list[str], parts: Parts) -> list[tuple[Fraction, str]]:
    """(probability, update) of each kind of face, and of each strategy that a basket draws."""
    colours = [(n, _one_less(tree)) for n, tree in zip(game.colour_faces, trees, strict=True)]
    drawn = [f" & (part' = {k + 1})" if parts[1:] else "" for k in range(len(parts))]
    baskets = [(p, f"(picks' = min({game.picks}, fruit)){draw}") for (p, _), draw in zip(parts, drawn, strict=True)]
    baskets.append((1 - sum(p for p, _ in parts), "true"))
    faces = [*colours, *((p * game.basket_faces, update) for p, update in baskets)]
    return [(Fraction(n, game.faces), update) for n, update in (*faces, (game.raven_faces, "(raven' = raven - 1)"))]


def _picks(game: Game, trees: list[str], parts: Parts) -> Iterator[str]:
    for k, (_, part) in enumerate(parts, 1):
        drawn, done = (f" & part = {k}", " & (part' = (picks > 1 ? part : 0))") if parts[1:] else ("", "")
        picked = [f"{_one_less(tree)} & (picks' = picks - 1){done}" for tree in trees]
        declined = "(picks' = 0)" + " & (part' = 0)" * bool(parts[1:])
        for here, chances in _tree_chances(game, trees, part, k):
            updates = zip(chances, picked, strict=True) if any(chances) else [(1, declined)]
            yield _command(f"[] picks > 0{drawn}{here}", updates)


def _tree_chances(game: Game, trees: list[str], part: Strategy | None, k: int) -> Iterator[tuple[str, list]]:
    """(guard, chance of each tree) of the commands: one a tree if open, one in all for a short form, or one a state."""
    if part is None:
        yield from ((f" & {tree} > 0", [int(tree == other) for other in trees]) for tree in trees)
    elif part.weights in WEIGHTS:
        yield "", [f"{tree}_{k} / shares_{k}" for tree in trees]
    else:
        yield from _chances_of_each_position(game, trees, part)


def _chances_of_each_position(game: Game, trees: list[str], rule: Rule) -> Iterator[tuple[str, list[Fraction]]]:
    """The same, one a position: the fruit on the trees, and the raven and the picks left if the rule looks at them."""
    shape = [f + 1 for f in game.fruits]
    fruits = np.indices(shape).reshape(game.trees, -1).T[1:, None]
    raven, picks = np.arange(1, game.raven_steps + 1), np.arange(1, game.picks + 1)[:, None, None]
    weights = rule_weights(game, rule, fruits, raven, np.minimum(picks, fruits.sum(axis=-1)))
    weights = weights if weights.ndim == 4 else weights[None]
    for left, state, step in np.ndindex(weights.shape[:3]):
        here = [f"{tree} = {fruit}" for tree, fruit in zip(trees, fruits[state, 0].tolist(), strict=True)]
        here += [f"raven = {step + 1}"] * (weights.shape[2] > 1) + [f"picks = {left + 1}"] * (weights.shape[0] > 1)
        share = weights[left, state, step].tolist()
        yield "".join(f" & {each}" for each in here), [Fraction(each, max(1, sum(share))) for each in share]


def _one_less(tree: str) -> str:
    return f"({tree}' = max({tree} - 1, 0))"


def _command(guard: str, updates: Iterable[tuple[Fraction | int | str, str]]) -> str:
    return f"  {guard} ->\n      " + "\n    + ".join(f"{p} : {update}" for p, update in updates if p) + ";"


def ask_storm(text: str, questions: Iterable[str], number: type) -> list:
    """Storm's answers about the initial state of a PRISM model, in floats or in `stormpy.Rational`."""
    import stormpy

    with NamedTemporaryFile("w", suffix=".prism") as file:
        print(text, file=file, flush=True)
        program = stormpy.parse_prism_program(file.name)
    asked = stormpy.parse_properties("; ".join(questions), program)
    model = stormpy.build_model[number](program, asked)
    (start,) = model.initial_states
    return [stormpy.model_checking(model, one).get_value(start) for one in asked]
