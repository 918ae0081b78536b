"""The live pictures of the website in a notebook, as `notebooks/explore.ipynb` shows them."""

import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape

import numpy as np

from orchard.arguments import whole_number, wrong_value
from orchard.pages.drawing import board_file
from orchard.pages.output import is_watched
from orchard.pages.studies import refuse_other_rules
from orchard.rules import Game, game_of, word_of

# --- the board ---

HEIGHT = 900  # pixels of the frame, until its page says how high it is
# JupyterLab runs it with the output: a page in a frame tells the page around it its height, and nothing else.
FIT = """<script>
window.orchardFrames ??= (addEventListener("message", ({ source, data }) => {
    const frame = [...document.querySelectorAll("iframe[srcdoc]")].find((each) => each.contentWindow === source);
    if (frame && data?.orchardBoard > 0) frame.style.height = `${data.orchardBoard}px`;
}), true);
</script>"""
PAGES = {"board": "index.html", "race": "race.html", "sweep": "sweep.html"}
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
class Board:
    """A page of the website's board, in a frame for JupyterLab; where no frame is shown, a picture of it.

    The picture knows the page, "board", "race" or "sweep", and the `address` of what it shows there. It is one of First
    Orchard, and so for another game there is none.
    """

    frame: str = field(repr=False)
    address: str
    page: str = field(default="board", repr=False)

    def _repr_mimebundle_(self, **asked: object) -> tuple[dict, dict]:
        frame = {"text/html": self.frame} if is_watched() else {}  # GitHub shows none
        if self.address.partition("&")[0] != _address(Game()):
            told = f"Run this cell in JupyterLab, or open site/board/{PAGES[self.page]}{self.address}"
            return {**frame, "text/plain": told}, {}
        picture = b64encode(board_file(f"{self.page}.png").read_bytes()).decode()
        return {**frame, "image/png": picture}, {"image/png": {self.page: self.address, "width": 390}}


def board(game: Game | str, rules: bool = False) -> Board:
    """A board to play on, from the start of the game; with `rules` it opens where the rules are changed.

    What is returned shows itself as the output of a cell. It computes in the browser alone, and its frame
    (`sandbox="allow-scripts"`) can neither read nor change the page around it. ValueError for a game larger than the
    board.
    """
    game = game_of(game)
    _check_size(game)
    opened = {"rules": ""} if rules else {}
    return _framed("board", "The Orchard board", _address(game, **opened))


def race(game: Game | str = "first-orchard", seed: int = 1) -> Board:
    """A race of four habits, one a lane: game after game of this seed with the same dice, unless one changes it there.

    ValueError for a game larger than the board, and for a seed not below 2**32.
    """
    game = game_of(game)
    _check_size(game)
    whole_number("seed", seed, 0, 2**32 - 1)
    return _framed("race", "A race of habits", _address(game, habits="max,random,min,ignore", seed=seed))


def if_it_fits(draw: Callable[..., Board], *asked: object, **named: object) -> Board | None:
    """What `draw` shows of a game; of one that is larger than the board none, and it prints why.

    >>> if_it_fits(board, "40,40")
    No picture: game must have fruits of at most 20 to be on the board, got '40,40'
    """
    try:
        return draw(*asked, **named)
    except ValueError as error:
        print(f"No picture: {error}")


def sweep(game: Game | str = "first-orchard") -> Board:
    """The chances in all positions, worked out before one's eyes from the last fruit to full trees.

    ValueError for a game with more than First Orchard's four trees of four fruits and six raven rolls, with unequal
    trees, or with a die that has not each face once.
    """
    game = game_of(game)
    fruits = game.fruits[0]
    plain = Game.uniform(game.trees, fruits, game.raven_steps, game.basket_picks)
    if game != plain or game.trees > 4 or fruits > 4 or game.raven_steps > 6 or game.basket_picks > 4:
        raise wrong_value("game", "be no larger than First Orchard, with equal trees and each face once", game)
    return _framed("sweep", "The backward sweep", _address(game, strategy="max"))


def _framed(page: str, title: str, address: str) -> Board:
    frame = f'<iframe width="100%" height="{HEIGHT}" style="border: 0" sandbox="allow-scripts" title="{title}"'
    return Board(f'{frame} srcdoc="{escape(_page(page, address))}"></iframe>{FIT}', address, page)


def _check_size(game: Game) -> None:
    """ValueError if there is more in the game than the board can show."""
    refuse_other_rules(game, SHOWN_AT_MOST)
    for rule, most in SHOWN_AT_MOST.items():
        if np.max(getattr(game, rule)) > most:
            raise wrong_value("game", f"have {rule} of at most {most} to be on the board", str(game))


def _address(game: Game, **more: object) -> str:
    """What follows the address of a page of the board, to show this game at its start, and what else it may say."""
    said = {"game": word_of(game), **more}
    return "#" + "&".join(f"{name}={value}" for name, value in said.items())


def _page(page: str, start: str) -> str:
    """A page of the board as one document that needs no other file; it begins as it would at the address `start`."""
    html = _read(PAGES[page])
    scripts = re.findall(r'<script defer src="([\w.]+)"></script>\n', html)
    html = re.sub("<script defer.*\n", "", html)
    for name in ("board.css", "live.css"):
        html = html.replace(f'<link rel="stylesheet" href="{name}">', f"<style>{_read(name)}</style>")
    html = html.replace("<body", f'<body data-address="{escape(start)}"', 1)
    inside = "".join(f"<script>{_read(name)}</script>\n" for name in scripts)
    return html.replace("</body>", f"{inside}</body>")


def _read(name: str) -> str:
    return board_file(name).read_text(encoding="utf-8")
