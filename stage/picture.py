"""Pictures from files as mobjects: turned as their camera says, scaled once and on whole pixels."""

from __future__ import annotations

import math
import warnings
from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

from stage.layout import Zone
from stage.look import Look
from stage.painter import PixelArray, Raster

COARSE = 4.0
"""From this enlargement on, pixels are shown as squares: nothing could make them sharp, and what is
drawn pixel by pixel is meant to be seen so."""

_HAIR = 1e-6

Pixels = npt.NDArray[np.uint8]
"""Shape (height, width, 4), RGBA, alpha not multiplied in."""


class PictureInk(Raster):
    """A picture in a zone, as large as it fits, its pixels on those of the frame."""

    def __init__(self, data: bytes, zone: Zone, look: Look) -> None:
        per_unit = look.width / look.frame_width
        picture = _upright(data)
        west, east = (look.width / 2 + x * per_unit for x in (zone.left, zone.right))
        north, south = (look.height / 2 - y * per_unit for y in (zone.top, zone.bottom))
        # Whole pixels inside the zone; a hair is allowed for edges that are meant to be whole.
        first, last = math.ceil(west - _HAIR), math.floor(east + _HAIR)
        upper, lower = math.ceil(north - _HAIR), math.floor(south + _HAIR)
        scale = min((last - first) / picture.width, (lower - upper) / picture.height)
        size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        super().__init__()
        self.pixels = _scaled(picture, size, scale)
        left, top = first + (last - first - size[0]) // 2, upper + (lower - upper - size[1]) // 2
        self.rows, self.columns = slice(top, top + size[1]), slice(left, left + size[0])
        across = [(column - look.width / 2) / per_unit for column in (left, left + size[0])]
        up = [(look.height / 2 - row) / per_unit for row in (top, top + size[1])]
        self.points = np.array([(a, b, 0.0) for b in up for a in across])

    def paint_onto(self, frame: PixelArray) -> None:
        """Lay the picture over the frame, whose colours have their alpha multiplied in."""
        below = frame[self.rows, self.columns].astype(np.uint32)
        alpha = self.pixels[..., 3:].astype(np.uint32)
        above = self.pixels.astype(np.uint32)
        above[..., 3] = 255
        frame[self.rows, self.columns] = (above * alpha + below * (255 - alpha) + 127) // 255

    def get_fill_opacity(self) -> float:
        """Full, for those who ask every thing on the stage what of it can be seen."""
        return 1.0

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
