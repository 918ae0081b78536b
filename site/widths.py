"""What does not fit into its column, at the widths of a phone, a tablet and a desk."""

import re
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


def too_wide(page: Page) -> list[tuple[str, str]]:
    """What does not fit on a page, each with the width and the kind before it; the page is left as a phone shows it."""
    page.add_style_tag(content="* { transition: none !important; }")  # the side bars glide in
    found = []
    for width in sorted(FIT, reverse=True):
        page.set_viewport_size({"width": width, "height": 844})
        asked = FIT[width] | {"type"}
        found += [(f"{width} {kind}", begins) for kind, begins in page.evaluate(MEASURE) if kind in asked]
    return found


def smallest_letter(drawing: Path) -> float:
    """The height of type in a drawing of Matplotlib's, which draws letters a hundred times as large, on a phone."""
    text = drawing.read_text(encoding="utf-8")
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', text)[1])
    scales = re.findall(
        r'<g (?:style="[^"]*" )?transform="translate\([^)]*\)(?: rotate\([^)]*\))? scale\(([\d.]+)', text
    )
    return 100 * min(map(float, scales)) * COLUMN / width
