"""Pictures from files as mobjects: turned as their camera says, scaled once and on whole pixels."""

from __future__ import annotations

import warnings
from io import BytesIO

import numpy as np
import numpy.typing as npt
from manim import ImageMobject
from PIL import Image, ImageOps

from stage.layout import Zone
from stage.look import Look

COARSE = 4.0
"""From this enlargement on, pixels are shown as squares: nothing could make them sharp, and what is
drawn pixel by pixel is meant to be seen so."""

Pixels = npt.NDArray[np.uint8]
"""Shape (height, width, 4), RGBA, alpha not multiplied in."""


class PictureInk(ImageMobject):
    """A picture in a zone, as large as it fits, its pixels on those of the frame."""

    def __init__(self, data: bytes, zone: Zone, look: Look) -> None:
        per_unit = look.width / look.frame_width
        picture = _upright(data)
        scale = min(
            zone.width * per_unit / picture.width, zone.height * per_unit / picture.height
        )
        size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        super().__init__(_scaled(picture, size, scale))
        x, y = zone.center
        # A hair further in than the pixel's edge: Manim cuts the rest of a number off.
        left = round(look.width / 2 + x * per_unit - size[0] / 2) - look.width / 2 + 1e-4
        top = look.height / 2 - round(look.height / 2 - y * per_unit - size[1] / 2) - 1e-4
        right, bottom = left + size[0], top - size[1]
        corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
        self.points = np.array([(a / per_unit, b / per_unit, 0.0) for a, b in corners])
        self.opacity = 1.0

    def appear(self, t: float) -> None:
        """Let the picture show to a share of t from 0 to 1."""
        self.set_opacity(t)
        self.opacity = t

    def get_fill_opacity(self) -> float:
        """How much of it shows, for those who ask every thing on the stage."""
        return self.opacity

    def get_stroke_opacity(self) -> float:
        """A picture has no stroke."""
        return 0.0


def _upright(data: bytes) -> Image.Image:
    """The first frame of a picture in RGBA, turned as its EXIF orientation says."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # looked at while reading
        with Image.open(BytesIO(data)) as opened:
            picture = ImageOps.exif_transpose(opened)
            if picture.mode.startswith("I"):  # 16 bits of grey, which Pillow would cut at 255
                grey = np.asarray(picture, dtype=np.float64) / 257.0
                picture = Image.fromarray(np.clip(grey, 0, 255).round().astype(np.uint8))
            return picture.convert("RGBA")


def _scaled(picture: Image.Image, size: tuple[int, int], scale: float) -> Pixels:
    """The picture in another size; transparent pixels lend no colour to their neighbours."""
    if scale >= COARSE:
        return np.array(picture.resize(size, Image.Resampling.NEAREST))
    small = picture.convert("RGBa").resize(size, Image.Resampling.LANCZOS)
    return np.array(small.convert("RGBA"))
