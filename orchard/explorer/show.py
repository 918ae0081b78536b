"""How the panels look: pictures with a text beside them for those who do not see them, percentages, styles."""

import io
from base64 import b64encode
from collections.abc import Callable
from html import escape
from threading import Lock

import ipywidgets as widgets
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from orchard.plots import STYLE
from orchard.plots.board import COLOURS

CSS = """<style>
.orchard-panel { border: 1px solid #bbb; border-radius: 8px; padding: 12px; max-width: 1100px; }
.orchard-panel .widget-html-content, .orchard-panel .widget-html > div { line-height: 1.45; white-space: normal; }
.orchard-panel .widget-html { height: auto; }
.orchard-panel button:focus-visible, .orchard-panel [role=slider]:focus-visible { outline: 3px solid #0072B2; }
.orchard-panel button { font-size: 15px; height: auto; min-height: 38px; line-height: 1.3; white-space: normal; }
.orchard-panel img { width: 100%; height: auto; display: block; }
.orchard-panel table { border-collapse: collapse; }
.orchard-panel td, .orchard-panel th { padding: 3px 12px 3px 0; text-align: left; border-bottom: 1px solid #ddd; }
.orchard-panel td { white-space: nowrap; }
.orchard-panel caption { text-align: left; padding-bottom: 4px; }
.orchard-status, .orchard-summary { font-size: 16px; }
.orchard-choices button { border-left: 8px solid #777; }
.orchard-up { color: #117733; } .orchard-down { color: #882255; }
.orchard-big { font-size: 30px; font-weight: bold; }
.orchard-wrong { color: #882255; font-weight: bold; }
</style>"""
DRAWING = Lock()  # Matplotlib's settings are the same for all threads
TREE_STYLES = "".join(f".orchard-choice-{i} {{ border-left-color: {c} !important; }}" for i, c in enumerate(COLOURS))


def panel(name: str, *children: widgets.Widget) -> widgets.VBox:
    """A panel that styles and tests find by its name."""
    return named(widgets.VBox([widgets.HTML(f"{CSS}<style>{TREE_STYLES}</style>"), *children]), "panel", name)


def named(widget: widgets.DOMWidget, *names: str) -> widgets.DOMWidget:
    """The widget itself, with class names "orchard-...": see `orchard.explorer`."""
    for name in names:
        widget.add_class(f"orchard-{name}")
    return widget


def side_by_side(*children: widgets.Widget, align: str = "center") -> widgets.Box:
    """A row that breaks where the page is narrow."""
    return widgets.Box(children, layout=widgets.Layout(flex_flow="row wrap", align_items=align))


def html(*names: str) -> widgets.HTML:
    """An empty place for text or a picture."""
    return named(widgets.HTML(layout=widgets.Layout(width="auto")), *names)


def button(text: str, name: str) -> widgets.Button:
    """A button as wide as its text."""
    return named(widgets.Button(description=text, layout=widgets.Layout(width="auto")), name)


def fold_out(title: str, children: list[widgets.Widget]) -> widgets.VBox:
    """A button that shows and hides the children, by mouse or key; an `Accordion` cannot be reached by keys."""
    opened = widgets.ToggleButton(
        description=f"▸ {title}", layout=widgets.Layout(width="auto", align_self="flex-start")
    )
    inside = widgets.VBox(children, layout=widgets.Layout(display="none"))

    def fold(_) -> None:
        inside.layout.display = "flex" if opened.value else "none"
        opened.description = f"{'▾' if opened.value else '▸'} {title}"

    opened.observe(fold, "value")
    return widgets.VBox([named(opened, "more"), inside], layout=widgets.Layout(align_items="stretch"))


def picture(draw: Callable[[Axes], Axes], size: tuple[float, float], text: str) -> str:
    """What `draw` draws on an axis of `size` inches, as HTML; `text` says what is to be seen."""
    quick = {"figure.constrained_layout.use": False}  # a layout by measuring takes twice as long
    with DRAWING, rc_context(STYLE | quick):
        figure, (width, height) = Figure(size), size
        ax = draw(figure.add_axes((0.95 / width, 0.55 / height, 1 - 1.1 / width, 1 - 0.85 / height)))
        ax.set_position(ax.get_position() if ax.axison else (0, 0, 1, 1))
        file = io.BytesIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    return f'<img alt="{escape(text)}" src="data:image/svg+xml;base64,{b64encode(file.getvalue()).decode()}">'


def beside(*pictures: str) -> str:
    """Pictures in a row that breaks where the page is narrow."""
    boxes = "".join(f'<div style="flex: 1 1 330px; max-width: 540px">{each}</div>' for each in pictures)
    return f'<div style="display: flex; flex-wrap: wrap; gap: 12px">{boxes}</div>'


def problem(error: object) -> str:
    """What is wrong, as HTML."""
    return f'<span class="orchard-wrong" role="alert">✗ {escape(str(error))}</span>' if error else ""


def percent(p: float, digits: int = 1) -> str:
    """A probability in percent: "63.1 %"; never rounded to certainty."""
    least = 10.0**-digits
    if 0 < p < 1 and not least / 2 <= 100 * p <= 100 - least / 2:
        return f"below {least:g} %" if p < 0.5 else f"above {100 - least:g} %"
    return f"{100 * p:.{digits}f} %"


def points(change: float) -> str:
    """A difference of probabilities in percentage points, with a sign that is no colour, as HTML."""
    sign, name = ("=", "same") if abs(change) < 5e-4 else ("▲", "up") if change > 0 else ("▼", "down")
    return f'<span class="orchard-{name}">{sign} {abs(100 * change):.1f}</span>'
