"""Boards as SVG, with the shapes of the website's board: a game in play, and orchards beside each other.

A drawing has paths, letters and a ground of its own, but no script, no style sheet and nothing of another file: so it
is shown wherever pictures are, on white and on black.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import cos, pi, sin, sqrt
from pathlib import Path
from textwrap import wrap

UNITS = 360  # as many units as pixels on a phone, where the smallest letters are those of SMALL
SHOWN = 640  # pixels, where there is room
SMALL, LARGE, TITLE = 9.5, 11, 12
PEN, GRASS, CARD, LINE, EDGE = "#2c2a25", "#e3eecf", "#fffdf7", "#b9ab8c", "#7fae5c"
SAND, WICKER, BROWN, STRUCK = "#e6d6b0", "#ecd3a4", "#7c5730", "#b3261e"
CHINA, GLAZE, GOLD, RIM = "#cfdcea", "#6b87a8", "#e9bf45", "#8f6a12"
PLURALS = ("apples", "pears", "cherries", "plums")


@dataclass(frozen=True)
class Drawing:
    """A picture, and what it shows in words."""

    words: str
    svg: str = field(repr=False)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        """What JupyterLab shows of a picture in a notebook that it does not trust."""
        return f"(A picture, which is here when this cell has run: {self.words}.)"


@dataclass(frozen=True)
class Orchard:
    """Trees under a caption, perhaps with `coins` and the faces of the die, those struck out that pick nothing.

    If it is `told` what faces do, such as "win", the raven is struck out, too.
    There is one face of each kind unless a `die` lists them; some may be `unused` although there is fruit. What hung on
    trees `compared` and is picked here leaves a stalk; what is here and not there has a ring.
    """

    caption: str
    fruits: Sequence[int]
    compared: Sequence[int] = ()
    faces: bool = False
    told: str = ""
    die: Sequence[int | str] = ()
    unused: Sequence[int | str] = ()
    coins: int = 0


def board_file(name: str) -> Path:
    """A file of the website's board: a checkout has them beside the package, a wheel inside."""
    package = Path(__file__).resolve().parents[1]
    folders = (package / "board", package.parent / "site" / "board")
    return next(filter(Path.is_dir, folders)) / name


def _shapes() -> dict[str, dict]:
    """What `shapes.js` holds: `tints` of fruit, the `looks` and the `parts` of shapes."""
    _, _, told = board_file("shapes.js").read_text(encoding="utf-8").partition("const SHAPES = ")
    return json.loads(told.rstrip(";\n"))


SHAPES = _shapes()
FRUIT = tuple(SHAPES["tints"])


def draw_board(
    start: tuple,
    state: tuple,
    names: Sequence[str] = PLURALS,
    face: int | str | None = None,
    title: str = "",
    coins: int | None = None,
) -> Drawing:
    """The position `state` (fruits, raven steps) of a game from `start`, and the `face` rolled last, if any.

    A face is the number of a tree, "basket" or "raven". Further lines of a name stand below the number of fruits.
    With `coins`, ten at most, there is a bowl that holds them, in place of the basket.
    """
    (most, steps), (fruits, left) = start, state
    picked = [whole - fruit for whole, fruit in zip(most, fruits, strict=True)]
    trees, y = _trees(0, _below(title), UNITS, Orchard("", fruits, most), names)
    holder, number = ("basket", sum(picked)) if coins is None else ("coins", coins)
    held = _basket(picked, y + 58) if coins is None else _bowl(coins, y + 58)
    told = [_text(118, y + 78, holder, SMALL, "end"), _text(118, y + 92, number, LARGE, "end")]
    parts = [*trees, *_path(steps, left, y), *held, *told]
    if face is not None:
        parts += [_die(face, 32, y + 80, 40), _text(32, y + 111, "die")]
    counts = ", ".join(f"{name}: {fruit}" for name, fruit in zip(names, fruits, strict=False))
    rolled = "" if face is None else f"; the die shows {_name(face)}"
    saved = f"{holder}{' in the bowl' * (coins is not None)}: {number}"
    return _drawing(f"{counts}; raven: {_to_go(left)}{rolled}; {saved}", title, parts, y + 120)


def draw_paths(cards: Mapping[str, int]) -> Drawing:
    """The raven before paths of so many cards, below each other, each under words of its own."""
    parts = []
    for row, (words, number) in enumerate(cards.items()):
        parts += [_text(10, 19 + 84 * row, words, TITLE, "start"), *_path(number + 1, number + 1, 22 + 84 * row)]
    told = "; ".join(f"{words}: {number} cards" for words, number in cards.items())
    return _drawing(told, "", parts, 84 * len(cards) + 8)


def draw_orchards(frames: Mapping[str, Sequence[Orchard]], title: str) -> Drawing:
    """Frames below each other, each with a heading and orchards side by side, their trees without names."""
    parts, y = _column(frames, 6, _below(title), UNITS - 12)
    return _drawing(_in_words(frames), title, parts, y)


def draw_branches(
    trunk: Mapping[str, Sequence[Orchard]], branches: Sequence[Mapping[str, Sequence[Orchard]]], title: str
) -> Drawing:
    """As `draw_orchards`, and below it what may come next: a column for each branch, and a key below the first."""
    parts, fork = _column(trunk, UNITS / 6, _below(title), UNITS * 2 / 3)
    wide, ends = (UNITS - 6 * (len(branches) + 1)) / len(branches), []
    for place, branch in enumerate(branches):
        x = 6 + (wide + 6) * place
        arrow = f'd="M{UNITS / 2} {fork - 6:.1f}v6H{x + wide / 2:.1f}v7m-4 -4l4 4l4 -4"'
        column, end = _column(branch, x, fork + 10, wide)
        parts += [f'<path {arrow} fill="none" stroke="{PEN}" stroke-width="1.5"/>', *column]
        ends.append(end)
    low = ends[0] + 18
    parts += [
        f'<circle cx="22" cy="{low:.1f}" r="9" fill="{CARD}" stroke="{PEN}" stroke-width="2"/>',
        _text(38, low + 3, "only this family has it", SMALL, "start"),
        _text(22, low + 27, "−1"),
        _text(38, low + 27, "a wasted roll: one is owed", SMALL, "start"),
    ]
    return _drawing("; ".join(map(_in_words, [trunk, *branches])), title, parts, max(*ends, low + 36))


def _column(frames: Mapping[str, Sequence[Orchard]], x: float, y: float, wide: float) -> tuple[list[str], float]:
    """Frames below each other, and where the next would begin."""
    alone = len(frames) == 1 and wide == UNITS - 12
    parts, size = [], SMALL if alone else LARGE  # below a title, one heading need not be bold
    for heading, orchards in frames.items():
        inside, end = _frame(heading, orchards, (x, y, wide), size)
        place = f'x="{x:g}" y="{y:.1f}" width="{wide:g}" height="{end - y:.1f}"'
        parts += [f'<rect {place} rx="10" fill="{CARD}"/>', *inside]
        y = end + 6
    return parts, y


def _in_words(frames: Mapping[str, Sequence[Orchard]]) -> str:
    shown = (each for row in frames.values() for each in row)
    return "; ".join(f"{each.caption}: {', '.join(map(str, each.fruits))}" for each in shown)


def _drawing(words: str, title: str, parts: Sequence[str], height: float) -> Drawing:
    """The parts on grass, with the title above them."""
    words = " ".join(words.split())
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {UNITS} {height:.1f}" width="{SHOWN}"'
        f' height="{SHOWN * height / UNITS:.0f}" role="img" aria-label="{escape(words)}"'
        ' font-family="system-ui, sans-serif">'
    )
    ground = f'<rect width="{UNITS}" height="{height:.1f}" rx="14" fill="{GRASS}"/>'
    lines = [_text(10, 19 + 16 * row, line, TITLE, "start") for row, line in enumerate(_lines(title))]
    return Drawing(words, "\n".join([head, ground, *lines, *parts, "</svg>\n"]))


def _lines(title: str) -> list[str]:
    return wrap(title, 49)


def _below(title: str) -> float:
    """Where what is below the title begins."""
    return 8 + 16 * len(_lines(title))


def _text(x: float, y: float, words: object, size: float = SMALL, anchor: str = "middle") -> str:
    """Letters that stand on y; larger ones are bold."""
    weight = ' font-weight="bold"' if size > SMALL else ""
    looks = f'font-size="{size}"{weight} text-anchor="{anchor}" fill="{PEN}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {looks}>{escape(str(words))}</text>'


def _shape(name: str, x: float, y: float, scale: float = 1) -> str:
    """A shape with its middle, or the corner of a tree, at (x, y)."""
    parts = (part.split(" ", 1) for part in SHAPES["parts"][name])
    paths = (f'<path {SHAPES["looks"][look]} d="{path}"/>' for look, path in parts)
    fill = f' fill="{SHAPES["tints"][name]}"' if name in FRUIT else ""
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.2f})"{fill}>{"".join(paths)}</g>'


def _fruit(tree: int) -> str:
    return FRUIT[tree % len(FRUIT)]


def _name(face: int | str) -> str:
    return _fruit(face) if isinstance(face, int) else face


def _spots(most: int) -> list[tuple[float, float]]:
    """Where fruit hangs on a tree of 90 by 96: spread as a sunflower spreads its seeds, as on the website's board."""
    turns = [(sqrt((i + 0.5) / most), 0.8 + i * pi * (3 - sqrt(5))) for i in range(most)]
    seeds = [(31 * out * cos(angle), 25 * out * sin(angle)) for out, angle in turns]
    middle = [sum(axis) / most for axis in zip(*seeds, strict=True)]
    return [(45 + x - middle[0], 38 + y - middle[1]) for x, y in seeds]


def _tree(tree: int, fruit: int, other: int) -> list[str]:
    """A tree with its fruit, stalks for those that the other has besides, and rings around those that it has not."""
    fruit, other = max(fruit, 0), max(other, 0)  # a tree in debt is bare
    spots = _spots(max(fruit, other))
    size = min(0.92, 2.2 / sqrt(len(spots) or 1))
    stalks = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.8" fill="{EDGE}"/>' for x, y in spots[fruit:]]
    rings = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{13 * size + 2:.1f}" fill="{CARD}" stroke="{PEN}" stroke-width="2"/>'
        for x, y in spots[other:fruit]
    ]
    return [_shape("tree", 0, 0), *stalks, *rings, *(_shape(_fruit(tree), x, y, size) for x, y in spots[:fruit])]


def _trees(x: float, y: float, wide: float, orchard: Orchard, names: Sequence[str] = ()) -> tuple[list[str], float]:
    """The trees of an orchard in a field from x on, with names and numbers, and where the field ends below."""
    fruits, compared = orchard.fruits, orchard.compared or orchard.fruits
    names = names or [""] * len(fruits)
    room = min(96, (wide - 8) / len(fruits))
    scale, left = (room - 4) / 90, x + (wide - room * len(fruits)) / 2
    size = LARGE if room > 70 else SMALL
    parts, low = [], y + 96 * scale + size
    for tree, (fruit, other) in enumerate(zip(fruits, compared, strict=True)):
        corner = left + room * tree + 2
        parts += [
            f'<g transform="translate({corner:.1f} {y:.1f}) scale({scale:.3f})">',
            *_tree(tree, fruit, other),
            "</g>",
        ]
        name, *more = names[tree].split("\n")
        number = f"{fruit}".replace("-", "−")
        parts.append(_text(corner + 45 * scale, low, f"{name}: {number}" if name else number, size))
        parts += [_text(corner + 45 * scale, low + 12 * row, line) for row, line in enumerate(more, 1)]
    return parts, low + 4 + 12 * max(name.count("\n") for name in names)


def _to_go(left: int) -> str:
    return {0: "in the orchard", 1: "1 raven roll to go"}.get(left, f"{left} raven rolls to go")


def _path(steps: int, left: int, y: float) -> list[str]:
    """The raven on its way over the cards, from in front of the first into the orchard."""
    gap = min(44, 338 / (steps + 1))
    last = UNITS - 10 - gap / 2
    first, x = last - gap * steps, last - gap * left
    ends = f"M{max(12, first - 14):.1f} {y + 44:.1f}H{last:.1f}"
    way = f'<path d="{ends}" stroke="{SAND}" stroke-width="10" stroke-linecap="round"/>'
    cards = [_card(first + gap * step, y + 36, min(34, 0.86 * gap)) for step in range(1, steps)]
    numbers = [_text(first + gap * step, y + 48, step) for step in range(1, steps) if gap > 16]
    gate = [_shape("tree", last - 16, y + 17, 0.36), _shape("berries", last, y + 33.6, 1.4)]
    raven = _shape("raven", x, y + (28 if left == steps else 19), 1.4)
    anchor, beside = ("end", x - 22) if x > 150 else ("start", x + 22)
    return [way, *cards, *numbers, *gate, raven, _text(beside, y + 28, _to_go(left), LARGE, anchor)]


def _card(x: float, y: float, wide: float) -> str:
    looks = f'height="16" rx="4" fill="{CARD}" stroke="{LINE}"'
    return f'<rect x="{x - wide / 2:.1f}" y="{y:.1f}" width="{wide:.1f}" {looks}/>'


def _die(face: int | str, x: float, y: float, size: float, *, useful: bool = True) -> str:
    """A face of the die in the colour of what it shows; struck out where it picks nothing."""
    colour = SHAPES["tints"].get(_name(face), SAND)
    corner = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:.1f}" height="{size:.1f}" rx="{size / 4:.1f}"'
    tile = f'<rect {corner} fill="{colour}" stroke="#000" stroke-opacity=".27" stroke-width="1.5"/>'
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.4 * size:.1f}" fill="{CARD}"/>'
    shown = f"{tile}{disc}{_shape(_name(face), x, y, size / 40)}"
    if useful:
        return shown
    low, high = x - 0.55 * size, y + 0.55 * size
    line = f'd="M{low:.1f} {high:.1f}l{1.1 * size:.1f} {-1.1 * size:.1f}"'
    return f'<g opacity=".45">{shown}</g><path {line} stroke="{STRUCK}" stroke-width="3" stroke-linecap="round"/>'


def _basket(picked: Sequence[int], y: float) -> list[str]:
    trees = [tree for tree, many in enumerate(picked) for _ in range(many)]
    rows = 2 if len(trees) <= 20 else 4
    columns = max(10, -(-len(trees) // rows))
    wide, high = 188 / columns, 40 / rows
    bowl = f'<path d="M126 {y:.1f}h226l-14 46h-198z" fill="{WICKER}" stroke="{BROWN}" stroke-linejoin="round"/>'
    fruit = [
        _shape(_fruit(tree), 146 + wide * (i // rows + 0.5), y + 3 + high * (i % rows + 0.5), min(wide, high) / 25)
        for i, tree in enumerate(trees)
    ]
    return [bowl, *fruit]


def _bowl(coins: int, y: float) -> list[str]:
    edge = "c-4 30 -40 46 -76 46h-74c-36 0 -72 -16 -76 -46z"
    bowl = f'<path d="M126 {y:.1f}h226{edge}" fill="{CHINA}" stroke="{GLAZE}"/>'
    return [bowl, *_coins(coins, 239, y + 22)]


def _coins(coins: int, x: float, y: float) -> list[str]:
    """A row of coins about (x, y)."""
    looks = f'r="8.8" fill="{GOLD}" stroke="{RIM}" stroke-width="1.5"'
    middles = [x + 22 * (coin - (coins - 1) / 2) for coin in range(coins)]
    return [f'<circle cx="{middle:.1f}" cy="{y:.1f}" {looks}/>' for middle in middles]


def _frame(
    heading: str, orchards: Sequence[Orchard], where: tuple[float, float, float], size: float
) -> tuple[list[str], float]:
    """From a corner (x, y) on, so wide, and where it ends below."""
    left, y, room = where
    wide, parts, end = (room - 8) / len(orchards), [_text(left + room / 2, y + 15, heading, size)], y
    for place, orchard in enumerate(orchards):
        x = left + 4 + wide * place
        parts += [_text(x + wide / 2, y + 29 + 12 * row, line) for row, line in enumerate(orchard.caption.split("\n"))]
        trees, end = _trees(x, y + 24 + 12 * (orchard.caption.count("\n") + 1), wide, orchard)
        parts += [*trees, *_coins(orchard.coins, x + wide - 34, y + 20)]
        if orchard.faces:
            faces, end = _faces(orchard, x, end + 4, wide)
            parts += faces
    return parts, end + 4


def _faces(orchard: Orchard, x: float, y: float, wide: float) -> tuple[list[str], float]:
    """A face for each tree, the basket and the raven, those that are wasted struck out, and how many do what."""
    shown = orchard.die or [*range(len(orchard.fruits)), "basket", "raven"]
    useful = [_is_useful(face, orchard) for face in shown]
    ravens = shown.count("raven")
    picks = sum(face != "raven" for face, picks in zip(shown, useful, strict=True) if picks)
    gap = min(40, (wide - 8) / len(shown))
    left = x + wide / 2 - gap * (len(shown) - 1) / 2
    dice = [_die(face, left + gap * i, y + gap / 2, gap - 5, useful=useful[i]) for i, face in enumerate(shown)]
    told = (
        f"{picks} of {len(shown)} faces {orchard.told}"
        if orchard.told
        else f"{_do(picks, 'pick')}, {ravens} lose{'s' * (ravens == 1)}"
    )
    return [*dice, _text(x + wide / 2, y + gap + 12, told, LARGE)], y + gap + 18


def _do(faces: int, verb: str) -> str:
    return f"1 face {verb}s" if faces == 1 else f"{faces} faces {verb}"


def _is_useful(face: int | str, orchard: Orchard) -> bool:
    """Whether a face is not struck out: it picks fruit, or is the raven's."""
    if face == "raven":
        return not orchard.told
    bears = any(orchard.fruits) if face == "basket" else orchard.fruits[face] > 0
    return bears and face not in orchard.unused
