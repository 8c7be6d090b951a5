"""Labels at points of a picture: each stands where it covers least of what is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
import numpy.typing as npt
from manim import VGroup

from stage.ink import Ink, plate
from stage.labels import Rectangle, Segment, apart
from stage.layout import Zone

Array = npt.NDArray[np.float64]

AROUND = tuple(math.radians(degrees) for degrees in range(0, 360, 15))
"""Directions from a point to its label."""

FAVOURITE = math.radians(45)
"""Up and to the right, where a label is looked for first."""

FARTHER = (0.0, 0.06, 0.12, 0.2, 0.3)
"""How much farther off than need be a label may stand, scene units."""

PLATE = 0.06
"""How far a label's plate reaches beyond its type."""

LINE = 2.0
"""What a label pays for covering a unit of a line that is one of many."""

AXIS = 0.8
"""What it pays for a unit of an axis, or of another line that only gives room its shape."""

OWN = 4.0
"""What it pays for a unit of the line that its own point lies on."""

ENDING = 0.3
"""What it pays for the end of a line, hidden or left as a crumb beside the label."""

CRUMB = 0.15
"""Shortest piece of a line that may be left beside a label, scene units."""

BOLD = 0.06
"""Air between a label's plate and such a line, half the line's width included, scene units."""


def spot(center: Array, radius: float) -> Rectangle:
    """The box of a dot or ring."""
    return Rectangle(float(center[0]), float(center[1]), radius, radius)


def beside(anchor: Array, direction: float, half: tuple[float, float], gap: float) -> Array:
    """Centre of a box with half extents `half` whose border is a gap from a dot along a ray.

    Closer than beside an arrow (stage.labels.stand_off): a dot has no head to keep clear of.
    """
    unit = np.array([math.cos(direction), math.sin(direction)])
    reach = float(np.min(np.array(half) / np.maximum(np.abs(unit), 1e-9)))
    center: Array = anchor + unit * (reach + gap)
    return center


def stand_near(
    ink: Ink,
    anchors: Sequence[Array],
    *,
    zone: Zone,
    segments: Sequence[Segment],
    boxes: Sequence[Rectangle],
    lines: Sequence[Segment] = (),
    axes: Sequence[Segment] = (),
    gap: float = 0.13,
    favourite: float = FAVOURITE,
) -> Rectangle:
    """Move set type beside the one of its anchors, shape (2,), where it covers least.

    Of `segments` and `boxes` nothing should be covered, of `lines` as little as can be, of `axes`
    little. Earlier anchors and directions near `favourite` win ties. Returns the box it takes.
    """
    half = (ink.width / 2 + PLATE, ink.height / 2 + PLATE)
    room = zone.inset(0.07)
    best, least = Rectangle(0.0, 0.0, *half), math.inf
    for (rank, anchor), angle, far in product(enumerate(anchors), AROUND, FARTHER):
        x, y = beside(anchor, angle, half, gap + far)
        box = Rectangle(float(x), float(y), *half)
        cost = 0.03 * rank + 0.05 * (1 - math.cos(angle - favourite)) + far
        cost += _covers(box, room, segments, boxes)
        cost += sum(_hides(box, anchor, *line) for line in lines)
        cost += AXIS * sum(box.covered(*axis) for axis in axes)
        if cost < least:
            best, least = box, cost
    ink.move_to((best.x, best.y, 0.0))
    return best


def plated(inks: Iterable[Ink], ground: str) -> list[VGroup]:
    """Labels on plates of the ground's colour, so that no line runs through them."""
    return [VGroup(plate(ink, ground, PLATE).set_fill(opacity=1.0), ink) for ink in inks]


def _hides(box: Rectangle, anchor: Array, start: Array, end: Array) -> float:
    """What a label pays for what it hides of one line among many."""
    wide = Rectangle(box.x, box.y, box.half_width + BOLD, box.half_height + BOLD)
    length = wide.covered(start, end)
    if not length:
        return 0.0
    own = apart(anchor, start, end) < BOLD
    reach = np.array([wide.half_width, wide.half_height]) + CRUMB
    endings = sum(bool((np.abs(spot - (box.x, box.y)) < reach).all()) for spot in (start, end))
    return (OWN if own else LINE) * length + ENDING * endings


def _covers(
    box: Rectangle, room: Zone, segments: Sequence[Segment], boxes: Sequence[Rectangle]
) -> float:
    outside = (
        max(0.0, room.left - (box.x - box.half_width))
        + max(0.0, box.x + box.half_width - room.right)
        + max(0.0, room.bottom - (box.y - box.half_height))
        + max(0.0, box.y + box.half_height - room.top)
    )
    wide = Rectangle(box.x, box.y, box.half_width, box.half_height)
    lines = sum(wide.covered(start, end) for start, end in segments)
    return 200 * outside + 4 * lines + sum(60 * box.overlap(other) for other in boxes)
