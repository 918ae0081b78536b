"""The controls for the rules of a game, which all three panels have."""

from collections.abc import Callable
from dataclasses import dataclass

import ipywidgets as widgets

from orchard.explorer.odds import checked_size
from orchard.explorer.show import html, named, problem, side_by_side
from orchard.plots import EDITION_NAMES
from orchard.rules import EDITIONS, Game

OWN = "own rules"
STRATEGY_NAMES = {
    "max": "from the fullest tree",
    "random": "from any tree, by chance",
    "fruit": "any fruit, by chance",
    "min": "from the emptiest tree",
    "first": "from the first tree that has fruit",
    "ignore": "nothing: forget the basket",
    "optimal": "the best pick there is",
    "worst": "the worst pick there is",
}
WIDE = {"description_width": "11em"}


@dataclass(frozen=True)
class Controls:
    """The widgets by what they ask for; `problems` holds the place beside each for what is wrong with it."""

    asking: dict[str, widgets.Widget]
    problems: dict[str, widgets.HTML]
    more: widgets.Accordion

    def __getitem__(self, name: str):
        return self.asking[name].value


def _slider(text: str, least: int, most: int) -> widgets.IntSlider:
    layout = widgets.Layout(width="min(100%, 420px)")
    return widgets.IntSlider(description=text, min=least, max=most, style=WIDE, layout=layout, continuous_update=False)


def _text(text: str) -> widgets.Text:
    return widgets.Text(
        description=text, style=WIDE, layout=widgets.Layout(width="min(100%, 420px)"), continuous_update=False
    )


def _choice(text: str, options: list[tuple[str, str]]) -> widgets.Dropdown:
    return widgets.Dropdown(
        description=text, options=options, style=WIDE, layout=widgets.Layout(width="min(100%, 420px)")
    )


def game_controls(edition: str = "first-orchard") -> Controls:
    """Controls set to an edition."""
    editions = [(EDITION_NAMES[name], name) for name in EDITIONS]
    asking = {
        "edition": _choice("Game", [*editions, (OWN, OWN)]),
        "strategy": _choice("Pick from the basket", [(text, name) for name, text in STRATEGY_NAMES.items()]),
        "trees": _slider("Trees", 1, 6),
        "each": _slider("Fruits on each tree", 1, 20),
        "raven_steps": _slider("Steps of the raven", 1, 20),
        "basket_picks": _slider("Picks from the basket", 0, 6),
        "fruits": _text("Fruits tree by tree"),
        "colour_faces": _text("Faces of each colour"),
        "basket_faces": _slider("Baskets on the die", 0, 6),
        "raven_faces": _slider("Ravens on the die", 1, 6),
    }
    for name, widget in asking.items():
        named(widget, name.replace("_", "-"))
    problems = {name: html("problem") for name in asking}
    rare = ["fruits", "colour_faces", "basket_faces", "raven_faces"]
    more = widgets.Accordion([_lines(asking, problems, rare)], titles=["More: unequal trees, another die"])
    controls = Controls(asking, problems, named(more, "more"))
    asking["edition"].value = edition
    _fill(controls, EDITIONS[edition])
    return controls


def _lines(asking: dict, problems: dict, names: list[str]) -> widgets.VBox:
    return widgets.VBox([side_by_side(asking[name], problems[name]) for name in names])


def main_lines(controls: Controls, *names: str) -> widgets.VBox:
    """Some of the controls, each with its problem, one below the other."""
    return _lines(controls.asking, controls.problems, list(names))


def _fill(controls: Controls, game: Game) -> None:
    values = {name: getattr(game, name) for name in ("raven_steps", "basket_picks", "basket_faces", "raven_faces")}
    values |= {"trees": game.trees, "each": max(game.fruits)}
    values |= {"fruits": _join(game.fruits), "colour_faces": _join(game.colour_faces)}
    for name, value in values.items():
        controls.asking[name].value = value


def _join(numbers) -> str:
    return ", ".join(map(str, numbers))


def _numbers(field: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.replace(";", ",").split(","))
    except ValueError:
        raise ValueError(
            f"{field} must be whole numbers with commas between them, like 4, 4, 4, 4; got {text!r}"
        ) from None


def game_of(controls: Controls) -> Game:
    """The game that the controls ask for; ValueError says what is wrong, beginning with the control's name."""
    fruits, faces = (_numbers(field, controls[field]) for field in ("fruits", "colour_faces"))
    rest = {name: controls[name] for name in ("raven_steps", "basket_picks", "basket_faces", "raven_faces")}
    return checked_size(Game(fruits, colour_faces=faces, **rest), controls["strategy"])


def watch(controls: Controls, react: Callable[[Game | None, str], None]) -> None:
    """Call `react(game, problem)` at once, and again after each change; the game is None if there is a problem."""
    busy: list[bool] = []

    def changed(change) -> None:
        if busy:
            return
        busy.append(True)
        try:
            _follow(controls, change and change["owner"])
            react(*_checked(controls))
        finally:
            busy.clear()

    for widget in controls.asking.values():
        widget.observe(changed, "value")
    changed(None)


def _follow(controls: Controls, owner: widgets.Widget | None) -> None:
    """Bring the other controls in line with the one that changed."""
    asking = controls.asking
    if owner is asking["edition"] and owner.value != OWN:
        _fill(controls, EDITIONS[owner.value])
    elif owner in (asking["trees"], asking["each"]):
        asking["fruits"].value = _join([asking["each"].value] * asking["trees"].value)
    if owner is asking["trees"]:
        asking["colour_faces"].value = _join([1] * owner.value)
    if owner is not asking["strategy"]:
        _name_edition(controls)


def _name_edition(controls: Controls) -> None:
    try:
        game = game_of(controls)
    except ValueError:
        game = None
    names = [name for name, edition in EDITIONS.items() if edition == game]
    controls.asking["edition"].value = names[0] if names else OWN
    if game:
        controls.asking["trees"].value, controls.asking["each"].value = game.trees, max(game.fruits)


def _checked(controls: Controls) -> tuple[Game | None, str]:
    """The game, or what is wrong, which is then also said beside the control that it is about."""
    for place in controls.problems.values():
        place.value = ""
    try:
        return game_of(controls), ""
    except ValueError as error:
        words = str(error)
        field = words.split()[0].partition("[")[0]
        controls.problems[field if field in controls.problems else "each"].value = problem(words)
        return None, words
