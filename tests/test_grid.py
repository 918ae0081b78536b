"""Pictures of pixels: not one changes where coordinates change in their last bits, as they do on other processors."""

import io

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends import backend_agg
from matplotlib.figure import Figure
from PIL import Image

from orchard.pages.plots import use_house_style

LAST_BITS = [1 + step * 2**-52 for step in (-3, -1, 1, 6)]


def straight_lines(ax: Axes) -> None:
    """Corners that are none: whether the line turns left or right hangs on the last bit."""
    x = np.geomspace(1, 1000, 40)
    for slope in (0.3, 0.5, 0.7):
        ax.loglog(x, x**-slope)
    ax.plot(x, x**-0.6, "o", markersize=3)


def everything(ax: Axes) -> None:
    """All kinds of things that a picture is made of."""
    ax.pcolormesh(np.arange(6).reshape(2, 3))
    ax.fill_between([0, 1, 2], [0, 2, 1])
    ax.scatter([1, 2], [1, 2], s=[30, 60])
    ax.plot([0, 1, 2], [0, 2, 1], "o-", label="$x^2$")
    ax.legend()


def pixels(draw, scale: float = 1) -> np.ndarray:
    """The picture, (300, 600, 4), with the place of its axes scaled."""
    figure, file = Figure(figsize=(6, 3), layout="none"), io.BytesIO()
    ax = figure.add_axes((1 / 12, 1 / 12, 10 / 12, 10 / 12))  # 500 by 250 pixels
    draw(ax)
    ax.set_position(np.array(ax.get_position().bounds) * scale)
    figure.savefig(file, format="png", dpi=100)
    return np.asarray(Image.open(file)).astype(int)


@pytest.fixture(autouse=True)
def house_style(monkeypatch):
    """The house style, for one test."""
    monkeypatch.setattr(backend_agg, "RendererAgg", backend_agg.RendererAgg)
    with plt.rc_context():
        use_house_style()
        yield


@pytest.mark.parametrize("draw", [straight_lines, everything])
def test_a_picture_does_not_change_with_the_last_bits_of_its_coordinates(draw):
    picture = pixels(draw)
    assert [scale for scale in LAST_BITS if not np.array_equal(pixels(draw, scale), picture)] == []
