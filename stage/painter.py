"""Things onto pixels: Manim's way of drawing, without the work that changes no pixel.

Colours, widths, joints and the order of fill and stroke are Manim's own; the picture is the same
to the last bit as that of Manim's camera, but for the rims of labels (stage.ink.halo), which leave
no gaps. Three things are spared: a fill or stroke that is wholly transparent (a grid's lines have
such a fill), building a path anew that has not changed since the picture before (formulas, labels),
and the look at every thing's type and batch.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import cast

import cairo
import numpy as np
import numpy.typing as npt
from manim import Camera, Mobject
from manim.camera.camera import CAP_STYLE_MAP, LINE_JOIN_MAP
from manim.mobject.types.vectorized_mobject import VMobject

PixelArray = npt.NDArray[np.uint8]
"""One frame, shape (height, width, 4), RGBA."""


class Raster(Mobject):
    """A thing that consists of pixels and lays them over a frame itself."""

    def paint_onto(self, frame: PixelArray) -> None:
        """Change the pixels of a frame, in place."""
        raise NotImplementedError


class _Outline:
    """A thing's points as it was last drawn, and its path if it has been drawn twice alike."""

    __slots__ = ("path", "points", "rim", "thing")

    def __init__(self, thing: VMobject) -> None:
        self.thing = thing  # held, so that its id is nobody else's meanwhile
        self.points = thing.points.copy()
        self.path: cairo.Path | None = None
        self.rim: npt.NDArray[np.float64] | None = None


class Painter:
    """Draws into a camera's pixels."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._outlines: dict[int, _Outline] = {}

    def paint(self, mobjects: Iterable[Mobject], still: PixelArray | None) -> PixelArray:
        """The camera's pixels: ``still`` (or else the ground) with these things drawn over it.

        Things are drawn in this order and without their parts. The array is used again for the
        next picture.
        """
        camera = self._camera
        if still is None:
            camera.reset()
        else:
            np.copyto(camera.pixel_array, still)
        context = camera.get_cairo_context(camera.pixel_array)
        for mobject in mobjects:
            if isinstance(mobject, VMobject) and not mobject.get_background_image():
                self._draw(mobject, context)
            elif isinstance(mobject, Raster):
                mobject.paint_onto(cast(PixelArray, camera.pixel_array))
            else:
                camera.capture_mobjects([mobject], include_submobjects=False)
        return cast(PixelArray, camera.pixel_array)

    def forget(self) -> None:
        """Lets go of remembered outlines: what was drawn may not be drawn again."""
        self._outlines.clear()

    def _draw(self, thing: VMobject, context: cairo.Context[cairo.ImageSurface]) -> None:
        fill = thing.get_fill_rgbas()
        filled = bool(fill[:, 3].any())
        under, over = _stroke(thing, True), _stroke(thing, False)
        if not filled and under is None and over is None:
            return
        outline = self._outline(thing, context)
        camera = self._camera
        if under is not None:
            if getattr(thing, "without_gaps", False):
                self._rim(outline, *under, context)
                self._outline(thing, context)
            else:
                camera.apply_stroke(context, thing, background=True)
        if filled:
            camera.set_cairo_context_color(context, fill, thing)
            context.fill_preserve()
        if over is not None:
            width, rgbas = over
            camera.set_cairo_context_color(context, rgbas, thing)
            context.set_line_width(width * camera.cairo_line_width_multiple)
            context.set_line_join(LINE_JOIN_MAP[thing.joint_type])
            context.set_line_cap(CAP_STYLE_MAP[thing.cap_style])
            context.stroke_preserve()

    def _outline(self, thing: VMobject, context: cairo.Context[cairo.ImageSurface]) -> _Outline:
        """Make the thing's path the context's, and remember it."""
        known = self._outlines.get(id(thing))
        if known is None or not np.array_equal(known.points, thing.points):
            known = self._outlines[id(thing)] = _Outline(thing)
            self._camera.set_cairo_context_path(context, thing)
        elif known.path is None:
            self._camera.set_cairo_context_path(context, thing)
            known.path = context.copy_path()
        else:
            context.new_path()
            context.append_path(known.path)
        return known

    def _rim(
        self,
        outline: _Outline,
        width: float,
        rgbas: npt.NDArray[np.float64],
        context: cairo.Context[cairo.ImageSurface],
    ) -> None:
        """Fill all that is within half a stroke's width of the convex hull of a thing.

        A line meets a convex shape in one piece, so none of it is left between two letters.
        """
        if outline.rim is None:
            outline.rim = convex_hull(outline.points[:, :2])
        reach = width * self._camera.cairo_line_width_multiple / 2
        corners = outline.rim
        along = np.roll(corners, -1, axis=0) - corners
        leave = np.arctan2(along[:, 1], along[:, 0]) - math.pi / 2  # outwards, across each side
        context.new_path()
        for (x, y), start, end in zip(corners, np.roll(leave, 1), leave, strict=True):
            context.arc(x, y, reach, start, end)
        context.close_path()
        self._camera.set_cairo_context_color(context, rgbas, outline.thing)
        context.fill()


def convex_hull(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The corners of the convex hull of points, shape (n, 2), anticlockwise, none on a side."""
    chains: list[list[tuple[float, float]]] = []
    ordered = sorted(set(map(tuple, _outermost(points).tolist())))
    for run in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for x, y in run:
            while len(chain) > 1:
                (a, b), (c, d) = chain[-2:]
                if (c - a) * (y - b) > (d - b) * (x - a):
                    break
                chain.pop()
            chain.append((x, y))
        chains.append(chain[:-1] if len(chain) > 1 else [])
    return np.array([*chains[0], *chains[1]] or ordered, dtype=np.float64).reshape(-1, 2)


def _outermost(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Points without those that lie inside the octagon of the farthest in eight directions.

    Akl and Toussaint, A fast convex hull algorithm (1978). Most points of set type lie inside.
    """
    if len(points) < 4:
        return points
    x, y = points.T
    farthest = [way.argmax() for way in (-y, x - y, x, x + y, y, y - x, -x, -x - y)]
    corners = points[farthest]
    along = np.roll(corners, -1, axis=0) - corners
    left_of = along[:, :1] * (y - corners[:, 1:]) - along[:, 1:] * (x - corners[:, :1])
    sides = along.any(axis=1)  # where two ways lead to one point there is none
    if not sides.any():
        return corners[:1]
    kept: npt.NDArray[np.float64] = points[~(left_of[sides] > 1e-9).all(axis=0)]
    return kept


def _stroke(thing: VMobject, background: bool) -> tuple[float, npt.NDArray[np.float64]] | None:
    """Width and colours of a stroke, or None if nothing of it can be seen."""
    width = thing.get_stroke_width(background)
    if width == 0:
        return None
    rgbas = thing.get_stroke_rgbas(background)
    return (width, rgbas) if rgbas[:, 3].any() else None
