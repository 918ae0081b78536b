"""What one or two notebooks need: many games, dice of all kinds, large orchards, what others printed."""

from collections.abc import Collection
from dataclasses import fields

from orchard.arguments import wrong_value
from orchard.rules import Game

KNOWN = ("fruits", "raven_steps", "basket_picks", "colour_faces", "basket_faces", "raven_faces")


def refuse_other_rules(game: Game, known: Collection[str] = KNOWN) -> None:
    """ValueError if a game has a rule beside those that are `known` to a study, which tells the rules anew."""
    for name in other_rules(game, known):
        usual = getattr(type(game)(game.fruits), name)
        raise wrong_value(name, f"be {usual} here, where the rule is not known", getattr(game, name))


def other_rules(game: Game, known: Collection[str] = KNOWN) -> list[str]:
    """The fields of a game that are not known, and have another value than they have by themselves."""
    usual = type(game)(game.fruits)
    names = [field.name for field in fields(game) if field.name not in known]
    return [name for name in names if getattr(game, name) != getattr(usual, name)]
