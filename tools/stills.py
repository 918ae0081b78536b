"""The pictures in site/board that stand for its pages where nothing runs, by Chromium: `python tools/stills.py`."""

from io import BytesIO
from pathlib import Path

from chromium import chromium
from PIL import Image
from playwright.sync_api import Browser

BOARD = Path(__file__).resolve().parents[1] / "site" / "board"
RACED = "place('exact').checked = true; [90, 70, 40, 30].forEach((n, i) => guesses[i] = n); drawLanes();"
RACED += " for (let i = 0; i < 3000; i++) playOne(); halt()"
SWEPT = "halt(260, cellAt([4, 3, 1, 0], 4))"
STILLS = {  # the page and its address, what is done there first, and what is the last to be seen
    "board": ("index.html#game=first-orchard&seed=103&moves=41443b", "", "#moves"),
    "race": ("race.html#game=first-orchard&seed=2", RACED, "#curve"),
    "sweep": ("sweep.html#game=first-orchard", SWEPT, "#tables"),
}


def take(browser: Browser, name: str, address: str, first: str, last: str) -> None:
    """A page photographed from its top to the end of its element `last`."""
    page = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=1.5, locale="en")
    page.goto(f"{BOARD.as_uri()}/{address}")
    page.evaluate(first)
    box = page.locator(last).bounding_box()
    page.wait_for_timeout(1000)  # until nothing moves
    clip = {"x": 0, "y": 0, "width": 390, "height": box["y"] + box["height"] + 6}
    picture = Image.open(BytesIO(page.screenshot(full_page=True, clip=clip))).convert("RGB")
    picture.quantize(256, kmeans=2).save(BOARD / f"{name}.png", optimize=True)  # they stand in notebooks, too


if __name__ == "__main__":
    with chromium() as browser:
        for name, still in STILLS.items():
            take(browser, name, *still)
