"""The board of the website in a notebook: one page of HTML, in a frame that can reach nothing outside itself."""

import re
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

import numpy as np

from orchard.arguments import wrong_type, wrong_value, yes_or_no
from orchard.rules import Game, State, checked_game, checked_live_state

HEIGHT = 900  # pixels of the frame
SHOWN_AT_MOST = {  # what the board can show
    "trees": 6,
    "fruits": 20,
    "raven_steps": 20,
    "basket_picks": 4,
    "colour_faces": 6,
    "basket_faces": 6,
    "raven_faces": 6,
}


@dataclass(frozen=True)
class Frame:
    """A page within a page, which JupyterLab shows as the output of a cell."""

    html: str

    def _repr_html_(self) -> str:
        return self.html


def board(game: Game | str, state: State | None = None, guess: bool = False) -> Frame:
    """A board to play on, from the start of the game or from `state`; with `guess` it hides the chances at the basket.

    What is returned shows itself as the output of a cell. It computes in the browser alone, and its frame
    (`sandbox="allow-scripts"`) can neither read nor change the page around it. ValueError for a game larger than the
    board, and for a state in which `game` cannot be or is over.
    """
    game = checked_game(game)
    if state is not None:
        game = _begun(game, state)
    _check_size(game)
    document = _page(_address(game, yes_or_no("guess", guess)))
    frame = f'<iframe width="100%" height="{HEIGHT}" sandbox="allow-scripts" title="The Orchard board"'
    return Frame(f'{frame} srcdoc="{escape(document)}"></iframe>')


def _begun(game: Game, state: State) -> Game:
    """The game that starts where `game` is now."""
    if not isinstance(state, State):
        raise wrong_type("state", "be a State", state)
    fruits, raven_steps = checked_live_state(game, *state)
    return replace(game, fruits=fruits, raven_steps=raven_steps)


def _check_size(game: Game) -> None:
    """ValueError if there is more in the game than the board can show."""
    for rule, most in SHOWN_AT_MOST.items():
        if np.max(getattr(game, rule)) > most:
            raise wrong_value("game", f"have {rule} of at most {most} to be on the board", game)


def _address(game: Game, guess: bool) -> str:
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


def _page(start: str) -> str:
    """The board as one document that needs no other file; it begins as it would at the address `start`."""
    html = _read("index.html")
    scripts = re.findall(r'<script defer src="([\w.]+)"></script>\n', html)
    html = re.sub(r'<(?:script defer|link rel="icon").*\n', "", html)
    styles = f"<style>{_read('board.css')}</style>"
    html = html.replace('<link rel="stylesheet" href="board.css">', styles)
    html = html.replace("<body>", f'<body data-address="{escape(start)}">')
    inside = "".join(f"<script>{_read(name)}</script>\n" for name in scripts)
    return html.replace("</body>", f"{inside}</body>")


def _read(name: str) -> str:
    """A file of the board: a checkout has them beside the package, a wheel inside."""
    package = Path(__file__).resolve().parents[1]
    folders = (package / "board", package.parent / "site" / "board")
    return (next(filter(Path.is_dir, folders)) / name).read_text(encoding="utf-8")
