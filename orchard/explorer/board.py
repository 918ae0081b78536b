"""The board of the website in a notebook: one page of HTML, in a frame that can reach nothing outside itself."""

import re
from dataclasses import replace
from html import escape
from pathlib import Path

from IPython.display import IFrame

from orchard.arguments import wrong_type, wrong_value, yes_or_no
from orchard.rules import Game, State, checked_game, checked_live_state

PACKAGE = Path(__file__).resolve().parents[1]
FILES = next(
    folder for folder in (PACKAGE / "board", PACKAGE.parent / "site" / "board") if folder.is_dir()
)  # a wheel's are inside
MOST = {"raven_steps": 20, "basket_picks": 4, "basket_faces": 6, "raven_faces": 6}  # of what the board can show
MOST_TREES = 6
MOST_FRUIT = 20
MOST_COLOUR_FACES = 6
HEIGHT = 900


def board(game: Game | str, state: State | None = None, guess: bool = False) -> IFrame:
    """A board to play on, from the start of the game or from `state`; with `guess` it hides the chances at the basket.

    What is returned shows itself as the output of a cell. It computes in the browser alone, and its frame
    (`sandbox="allow-scripts"`) can neither read nor change the page around it. ValueError for a game larger than the
    board, and for a state in which `game` cannot be or is over.
    """
    game = checked_game(game)
    if state is not None:
        game = begun(game, state)
    check_size(game)
    document = page(address(game, yes_or_no("guess", guess)))
    attributes = [f'srcdoc="{escape(document)}"', 'sandbox="allow-scripts"', 'title="The Orchard board"']
    return IFrame("", "100%", HEIGHT, extras=attributes)


def begun(game: Game, state: State) -> Game:
    """The game that starts where `game` is now."""
    if not isinstance(state, State):
        raise wrong_type("state", "be a State", state)
    fruits, raven_steps = checked_live_state(game, *state)
    return replace(game, fruits=fruits, raven_steps=raven_steps)


def check_size(game: Game) -> None:
    """ValueError if there is more in the game than the board can show."""
    if game.trees > MOST_TREES:
        raise wrong_value("game", f"have at most {MOST_TREES} trees on the board", game)
    if max(game.fruits) > MOST_FRUIT:
        raise wrong_value("game", f"have at most {MOST_FRUIT} fruit on a tree of the board", game)
    if max(game.colour_faces) > MOST_COLOUR_FACES:
        raise wrong_value("game", f"have at most {MOST_COLOUR_FACES} faces of a colour on the board", game)
    for rule, most in MOST.items():
        if getattr(game, rule) > most:
            raise wrong_value("game", f"have {rule} of at most {most} on the board", game)


def address(game: Game, guess: bool) -> str:
    """What follows the address of the board's page, to show this game at its start."""
    rules = {
        "fruits": ",".join(map(str, game.fruits)),
        "ravenSteps": game.raven_steps,
        "basketPicks": game.basket_picks,
        "colourFaces": ",".join(map(str, game.colour_faces)),
        "basketFaces": game.basket_faces,
        "ravenFaces": game.raven_faces,
    }
    parts = rules | ({"guess": 1} if guess else {})
    return "#" + "&".join(f"{name}={value}" for name, value in parts.items())


def page(start: str) -> str:
    """The board as one document that needs no other file; it begins as it would at the address `start`."""
    html = (FILES / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r'<script defer src="([\w.]+)"></script>\n', html)
    html = re.sub(r'<(?:script defer|link rel="icon").*\n', "", html)
    styles = f"<style>{read('board.css')}</style>"
    html = html.replace('<link rel="stylesheet" href="board.css">', styles)
    html = html.replace("<body>", f'<body data-address="{escape(start)}">')
    inside = "".join(f"<script>{read(name)}</script>\n" for name in scripts)
    return html.replace("</body>", f"{inside}</body>")


def read(name: str) -> str:
    """A file of the board."""
    return (FILES / name).read_text(encoding="utf-8")
