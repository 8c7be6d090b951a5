"""What is written in a picture: numbers that it tells, characters that no font has."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from film.gate_geometry import Array
from stage.typesetting import outlines


def numbers(says: str) -> tuple[float, ...] | None:
    """The numbers in a formula in LaTeX syntax, in order; None if there is more to it."""
    plain = says.replace("{,}", "").replace("−", "-").replace(" ", "").replace("\\,", "")
    if re.search(r"\\(?!d?t?frac)[a-z]", plain):
        return None
    found = []
    pattern = r"(-?)(?:\\[dt]?frac\{(-?[\d.]+)\}\{([\d.]+)\}|(\d[\d.]*))"
    for sign, above, below, value in re.findall(pattern, plain):
        size = float(value.rstrip(".")) if value else float(above) / float(below)
        found.append(-size if sign else size)
    return tuple(found)


def agree(said: float, drawn: float) -> bool:
    """Equal as far as four significant digits and three places can say."""
    return abs(said - drawn) <= max(5.1e-4 * abs(drawn), 5.1e-4)


@lru_cache(maxsize=4096)
def has_empty_box(source: str) -> bool:
    """Whether Typst set the empty box of a missing character somewhere in a source."""
    empty = _empty_boxes()
    for outline in outlines(source).outlines:
        shape = _shape(outline.points)
        if any(shape.shape == box.shape and np.allclose(shape, box, atol=0.005) for box in empty):
            return True
    return False


@lru_cache(maxsize=1)
def _empty_boxes() -> tuple[Array, ...]:
    """The empty boxes of the text font and of the mathematics font."""
    absent = "\U0010fffd"
    sources = (absent, f"#text(weight: 700)[{absent}]", f"${absent}$")
    return tuple(_shape(outlines(source).outlines[0].points) for source in sources)


def _shape(points: Array) -> Array:
    """An outline without its place and size."""
    low, high = points.min(axis=0), points.max(axis=0)
    shape: Array = (points - low) / max(float((high - low).max()), 1e-9)
    return shape
