"""The controls for the rules of a game, which all three panels have."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import RLock

import ipywidgets as widgets

from orchard.explorer.odds import checked_size
from orchard.explorer.show import fold_out, html, named, problem, side_by_side
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
SLIDERS = {
    "trees": ("Trees", 1, 6),
    "each": ("Fruits on each tree", 1, 20),
    "raven_steps": ("Steps of the raven", 1, 20),
    "basket_picks": ("Picks from the basket", 0, 4),
    "basket_faces": ("Baskets on the die", 0, 6),
    "raven_faces": ("Ravens on the die", 1, 6),
}
TEXTS = {"fruits": "Fruits tree by tree", "colour_faces": "Faces of each colour"}
RULES = ("trees", "each", "raven_steps", "basket_picks")
WIDE = {"description_width": "11em"}


@dataclass(frozen=True)
class Controls:
    """The widgets by what they ask for, and the place beside each for what is wrong with it; how they are shown."""

    asking: dict[str, widgets.Widget]
    problems: dict[str, widgets.HTML]
    main: widgets.VBox
    more: widgets.VBox

    def __getitem__(self, name: str):
        return self.asking[name].value


def game_controls(edition: str, *main: str, more: str) -> Controls:
    """Controls set to an edition: the `main` ones, and a fold-out with the title `more` for the others."""
    asking = {name: named(widget, name.replace("_", "-")) for name, widget in _widgets().items()}
    problems = {name: html("problem", name.replace("_", "-") + "-problem") for name in asking}
    lines = {name: side_by_side(asking[name], problems[name]) for name in asking}
    rest = [line for name, line in lines.items() if name not in (*main, "edition", "strategy")]
    controls = Controls(asking, problems, widgets.VBox([lines[name] for name in main]), fold_out(more, rest))
    _fill(controls, EDITIONS[edition])
    return controls


def _widgets() -> dict[str, widgets.Widget]:
    looks = {"style": WIDE, "layout": widgets.Layout(width="min(100%, 420px)")}
    calm = {**looks, "continuous_update": False}
    editions = [(EDITION_NAMES[name], name) for name in EDITIONS]
    strategies = [(text, name) for name, text in STRATEGY_NAMES.items()]
    return {
        "edition": widgets.Dropdown(description="Game", options=[*editions, (OWN, OWN)], **looks),
        "strategy": widgets.Dropdown(description="Pick from the basket", options=strategies, **looks),
        **{
            name: widgets.IntSlider(description=text, min=least, max=most, **calm)
            for name, (text, least, most) in SLIDERS.items()
        },
        **{name: widgets.Text(description=text, **calm) for name, text in TEXTS.items()},
    }


def _fill(controls: Controls, game: Game) -> None:
    now = {"trees": game.trees, "each": max(game.fruits), **{name: _join(getattr(game, name)) for name in TEXTS}}
    for name in (*SLIDERS, *TEXTS):
        controls.asking[name].value = now[name] if name in now else getattr(game, name)


def _join(numbers) -> str:
    return ", ".join(map(str, numbers))


def _numbers(name: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        example = f"{name} must be whole numbers with commas between them, like 4, 4, 3, 4"
        raise ValueError(f"{example}; got {text!r}") from None


def game_of(controls: Controls) -> Game:
    """The game that is asked for; ValueError if it is impossible, or larger than the panels take on."""
    texts = {name: _numbers(name, controls[name]) for name in TEXTS}
    numbers = {name: controls[name] for name in SLIDERS if name not in ("trees", "each")}
    return checked_size(Game(**texts, **numbers), controls["strategy"])


def watch(controls: Controls, react: Callable[[Game | None, str], None]) -> None:
    """Call `react(game, problem)` now and after each change; the game is None if there is a problem."""
    following: list[bool] = []  # a change that we make ourselves, in the same thread, is not the user's
    turns = RLock()  # JupyterLab may tell of changes in two threads: then one waits for the other

    def changed(change: dict) -> None:
        with turns:
            if not following:
                following.append(True)
                try:
                    _follow(controls, change["owner"])
                    react(*checked(controls))
                finally:
                    following.clear()

    for widget in controls.asking.values():
        widget.observe(changed, "value")
    changed({"owner": None})


def _follow(controls: Controls, owner: widgets.Widget | None) -> None:
    """Bring the other controls in line with the one that was changed."""
    asking = controls.asking
    if owner is asking["edition"] and owner.value != OWN:
        _fill(controls, EDITIONS[owner.value])
    if owner in (asking["trees"], asking["each"]):
        asking["fruits"].value = _join([controls["each"]] * controls["trees"])
    trees = controls["fruits"].count(",") + 1
    if owner in (asking["trees"], asking["fruits"]) and trees != controls["colour_faces"].count(",") + 1:
        asking["colour_faces"].value = _join([1] * trees)


def checked(controls: Controls) -> tuple[Game | None, str]:
    """The game, or None and what is wrong, which is then also said beside the control that it is about."""
    for place in controls.problems.values():
        place.value = ""
    try:
        game, wrong = game_of(controls), ""
    except ValueError as error:
        name = str(error).replace("[", " ").partition(" ")[0]  # errors of `Game` begin with the argument's name
        game, at = None, name if name in controls.problems else "each"
        wrong = str(error).replace(name, f"“{controls.asking[at].description}”", 1) if at == name else str(error)
        controls.problems[at].value = problem(wrong)
    names = [name for name, edition in EDITIONS.items() if edition == game]
    controls.asking["edition"].value = names[0] if names else OWN
    if game:
        controls.asking["trees"].value, controls.asking["each"].value = game.trees, max(game.fruits)
    return game, wrong
