"""What does not fit into its column, at the widths of a phone, a tablet and a desk."""

import re
from collections import Counter
from pathlib import Path

from playwright.sync_api import Page

FIT = {390: {"table"}, 768: {"table", "code"}, 1280: {"table", "code"}}  # on a phone code may scroll
SMALLEST_LETTER = 9  # pixels, in a picture on a phone
COLUMN = 358  # pixels of the text on a phone

# A table or a box of code by its beginning, if it is wider than its column or its type is too small.
MEASURE = """() => {
    const found = [];
    for (const table of document.querySelectorAll('article table:not(mjx-container *)')) {
        const column = table.closest('.cell_output, .pst-scrollable-table-container') ?? table.parentElement;
        const isWide = table.offsetWidth > column.clientWidth + 1;
        if (isWide) found.push(['table', table.innerText.replace(/\\s+/g, ' ').trim().slice(0, 60)]);
    }
    for (const box of document.querySelectorAll('article pre')) {
        const begins = box.innerText.trim().slice(0, 60);
        if (box.scrollWidth > box.clientWidth + 1) found.push(['code', begins]);
        if (parseFloat(getComputedStyle(box).fontSize) < 12) found.push(['type', begins]);
    }
    return found;
}"""

# How many do not fit yet, by page, width and kind. One that fits is to be taken out.
LISTED: dict[str, dict[str, int]] = {
    "notebooks/10-partners.html": {"1280 code": 15, "768 code": 11},
    "notebooks/11-how-many-games.html": {"1280 code": 12, "768 code": 11},
    "notebooks/5-basket-pick.html": {"1280 code": 19, "768 code": 18, "390 table": 1},
    "notebooks/6-theorem.html": {"1280 code": 14, "768 code": 12},
    "notebooks/7-loaded-dice.html": {"1280 code": 22, "768 code": 21, "390 table": 2},
    "notebooks/8-landscape.html": {"1280 code": 18, "768 code": 14},
    "notebooks/9-large-orchards.html": {"1280 code": 20, "768 code": 14, "390 table": 1},
    "notebooks/explore.html": {"1280 code": 2, "768 code": 2},
    "notebooks/printed.html": {"1280 code": 17, "768 code": 14, "390 table": 4},
}

# Drawings with letters that are smaller yet. One that has none is to be taken out.
SMALL = {
    "10-beside",
    "11-law-of-large-numbers",
    "11-lists",
    "2-first-orchard-values",
    "5-at-a-glance",
    "5-board",
    "5-saved",
    "5-two-ways-to-go-on",
    "5-way-to-the-best",
    "5-worst-picks",
    "6-ahead",
    "6-board",
    "6-exchange",
    "7-audit",
    "7-board",
    "7-cost",
    "7-eight-faces",
    "7-emptying",
    "8-board",
    "8-equal-odds",
    "8-fewest-raven-steps",
    "8-marginal-effects",
    "8-raven-steps",
    "8-win-probability",
    "9-board",
    "9-race",
    "9-step",
    "9-trees",
    "printed-against-exact",
    "printed-board",
    "printed-frozen-draws",
    "printed-luck",
}


def too_wide(page: Page) -> list[tuple[str, str]]:
    """What does not fit on a page, each with the width and the kind before it; the page is left as a phone shows it."""
    page.add_style_tag(content="* { transition: none !important; }")  # the side bars glide in
    found = []
    for width in sorted(FIT, reverse=True):
        page.set_viewport_size({"width": width, "height": 844})
        asked = FIT[width] | {"type"}
        found += [(f"{width} {kind}", begins) for kind, begins in page.evaluate(MEASURE) if kind in asked]
    return found


def counted(found: list[tuple[str, str]]) -> dict[str, int]:
    """How many of each kind at each width do not fit."""
    return dict(Counter(kind for kind, _ in found))


def smallest_letter(drawing: Path) -> float:
    """The height of type in a drawing of Matplotlib's, which draws letters a hundred times as large, on a phone."""
    text = drawing.read_text(encoding="utf-8")
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', text)[1])
    scales = re.findall(
        r'<g (?:style="[^"]*" )?transform="translate\([^)]*\)(?: rotate\([^)]*\))? scale\(([\d.]+)', text
    )
    return 100 * min(map(float, scales)) * COLUMN / width
