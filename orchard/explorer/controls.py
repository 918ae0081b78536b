"""The controls for the rules of a game, which all three panels have."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import RLock

import ipywidgets as widgets

from orchard.arguments import wrong_value
from orchard.explorer.show import fold_out, html, named, problem, side_by_side
from orchard.rules import EDITIONS, Game, edition_name
from orchard.strategies import STRATEGIES
from orchard.studies.landscape import count_positions

MOST_POSITIONS = 4_000_000  # positions of a game that the panels take on: all of 4 x 20 fruits, whatever the die
MOST_FACES = 60  # of a die: with more, games may last too long for their length to be worked out
QUICK = 150_000  # positions up to which a dozen tables take a tenth of a second
OWN = "own rules"
SLIDERS = {
    "trees": ("Trees", 1, 6),
    "each": ("Fruit on each tree", 1, 20),
    "raven_steps": ("Raven steps", 1, 20),
    "basket_picks": ("Picks from the basket", 0, 4),
    "basket_faces": ("Baskets on the die", 0, 6),
    "raven_faces": ("Ravens on the die", 1, 6),
}
FIELDS = ("raven_steps", "basket_picks", "basket_faces", "raven_faces")  # of a game, a slider each
TEXTS = {"fruits": "Fruit tree by tree", "colour_faces": "Faces of each colour"}
MAIN_RULES = ("trees", "each", "raven_steps", "basket_picks")
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
    editions = [(edition_name(key), key) for key in EDITIONS]
    strategies = [(strategy.text, name) for name, strategy in STRATEGIES.items()]
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
    """Set the controls to a game."""
    _slide(controls, trees=game.trees, each=max(game.fruits))
    _slide(controls, **{name: getattr(game, name) for name in FIELDS})
    for name in TEXTS:
        controls.asking[name].value = _join(getattr(game, name))


def _slide(controls: Controls, **values: int) -> None:
    """Set sliders, which are made longer for a game that goes beyond them."""
    for name, value in values.items():
        slider = controls.asking[name]
        slider.max = max(slider.max, value)
        slider.min = min(slider.min, value)
        slider.value = value


def _join(numbers) -> str:
    return ", ".join(map(str, numbers))


def _numbers(name: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise wrong_value(name, "be whole numbers with commas between them, like 4, 4, 3, 4", text) from None


def asked_game(controls: Controls) -> Game:
    """The game that is asked for; ValueError if it is impossible, or larger than the panels take on."""
    texts = {name: _numbers(name, controls[name]) for name in TEXTS}
    game = Game(**texts, **{name: controls[name] for name in FIELDS})
    if game.faces > MOST_FACES:
        raise wrong_value("colour_faces", f"leave the die at most {MOST_FACES} faces", game.faces)
    if (size := count_positions(game, controls["strategy"])) > MOST_POSITIONS:
        raise ValueError(
            f"This game has {size:,} positions; the board takes on {MOST_POSITIONS:,}. Take fewer trees or fruits."
        )
    return game


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


def _follow(controls: Controls, owner: "widgets.Widget | None") -> None:  # in quotes for who has no widgets
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
        game = asked_game(controls)
    except ValueError as error:
        return None, _told(controls, error)
    _slide(controls, trees=game.trees, each=max(game.fruits))
    keys = [key for _, key in controls.asking["edition"].options if EDITIONS.get(key) == game]
    controls.asking["edition"].value = keys[0] if keys else OWN
    return game, ""


def _told(controls: Controls, error: ValueError) -> str:
    """What is wrong, in the words of the controls, beside the one that it is about, or the amount of fruit."""
    argument, said = getattr(error, "argument", None), str(error)
    if argument in controls.problems:
        said = said.replace(argument, f"“{controls.asking[argument].description}”", 1)
    at = argument if argument in controls.problems else "each"
    controls.problems[at].value = problem(said)
    controls.asking["edition"].value = OWN
    return said
