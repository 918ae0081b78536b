"""Pictures of pixels that do not hang on the last bit of a coordinate, which differs from processor to processor.

Agg, which draws for Matplotlib, rounds coordinates to 1/256 of a pixel, and those of letters to 1/64; what lies halfway
comes out in another shade. Here they are rounded before, a little off the middle, where neat numbers lie.
"""

from collections.abc import Callable

import numpy as np
from matplotlib.backends import backend_agg
from matplotlib.path import Path
from matplotlib.transforms import IdentityTransform, Transform

OUTLINES, LETTERS = 256, 64  # steps a pixel
OFF_CENTRE = 0.001  # of a step
AS_IT_IS = IdentityTransform()


def on_grid(coordinates: np.ndarray, steps: int = OUTLINES) -> np.ndarray:
    """Coordinates in pixels, rounded to `steps` a pixel."""
    return np.round(coordinates * steps + OFF_CENTRE) / steps


def path_on_grid(path: Path, transform: Transform) -> Path:
    """The path in pixels, on the grid."""
    result = Path(on_grid(transform.transform(path.vertices)), path.codes)
    result.should_simplify, result.simplify_threshold = path.should_simplify, path.simplify_threshold
    return result


class GridRenderer(backend_agg.RendererAgg):
    """Matplotlib's renderer for PNG, with coordinates on the grid."""

    def draw_path(self, gc, path, transform, rgbFace=None):
        super().draw_path(gc, path_on_grid(path, transform), AS_IT_IS, rgbFace)

    def draw_text(self, gc, x, y, *words, **options):
        super().draw_text(gc, *on_grid(np.array([x, y]), LETTERS).tolist(), *words, **options)

    def _update_methods(self):  # in which Matplotlib takes the other functions from Agg as they are
        super()._update_methods()
        self.draw_markers = _markers(self._renderer.draw_markers)
        self.draw_path_collection = _collection(self._renderer.draw_path_collection)


def _markers(draw: Callable) -> Callable:
    """Agg's function for one shape at many places."""

    def drawn(gc, marker, marker_transform, path, transform, *face):
        shape, places = path_on_grid(marker, marker_transform), path_on_grid(path, transform)
        draw(gc, shape, AS_IT_IS, places, AS_IT_IS, *face)

    return drawn


def _collection(draw: Callable) -> Callable:
    """Agg's function for many shapes with offsets, some with a transform of their own."""

    def drawn(gc, transform, paths, transforms, offsets, offset_transform, *looks, **options):
        if not len(transforms):
            paths, transform = [path_on_grid(path, transform) for path in paths], AS_IT_IS
        places = on_grid(offset_transform.transform(offsets))
        draw(gc, transform, paths, transforms, places, AS_IT_IS, *looks, **options)

    return drawn


def draw_on_grid() -> None:
    """Draw PNGs on the grid from here on, for which Matplotlib has no setting."""
    backend_agg.RendererAgg = GridRenderer
