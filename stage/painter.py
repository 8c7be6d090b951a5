"""Things onto pixels: Manim's way of drawing, without the work that changes no pixel.

Colours, widths, joints and the order of fill and stroke are Manim's own; the picture is the same
to the last bit as that of Manim's camera. Three things are spared: a fill or stroke that is wholly
transparent (a grid's lines have such a fill), building a path anew that has not changed since the
picture before (formulas, labels), and the look at every thing's type and batch.
"""

from __future__ import annotations

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

    __slots__ = ("path", "points", "thing")

    def __init__(self, thing: VMobject) -> None:
        self.thing = thing  # held, so that its id is nobody else's meanwhile
        self.points = thing.points.copy()
        self.path: cairo.Path | None = None


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
        self._outline(thing, context)
        camera = self._camera
        if under is not None:
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

    def _outline(self, thing: VMobject, context: cairo.Context[cairo.ImageSurface]) -> None:
        known = self._outlines.get(id(thing))
        if known is None or not np.array_equal(known.points, thing.points):
            self._outlines[id(thing)] = _Outline(thing)
            self._camera.set_cairo_context_path(context, thing)
        elif known.path is None:
            self._camera.set_cairo_context_path(context, thing)
            known.path = context.copy_path()
        else:
            context.new_path()
            context.append_path(known.path)


def _stroke(thing: VMobject, background: bool) -> tuple[float, npt.NDArray[np.float64]] | None:
    """Width and colours of a stroke, or None if nothing of it can be seen."""
    width = thing.get_stroke_width(background)
    if width == 0:
        return None
    rgbas = thing.get_stroke_rgbas(background)
    return (width, rgbas) if rgbas[:, 3].any() else None
