"""Labels at points of a picture: each stands where it covers least of what is drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
import numpy.typing as npt

from stage.ink import Ink
from stage.labels import Crowd, Rectangle, Segment, apart
from stage.layout import Zone

Array = npt.NDArray[np.float64]

AROUND = tuple(math.radians(step * 7.5) for step in range(48))
"""Directions from a point to its label."""

FAVOURITE = math.radians(45)
"""Up and to the right, where a label is looked for first."""

FARTHER = (0.0, 0.05, 0.1, 0.15, 0.2, 0.26, 0.33, 0.42)
"""How much farther off than need be a label may stand, scene units."""

RIM = 0.035
"""How far a label's rim reaches beyond the box of its type, whose corners are empty."""

LINE = (0.9, 2.5)
"""What a label pays for touching a line that is one of many, and for a unit that it covers."""

AXIS = 0.8
"""What it pays for a unit of an axis, or of another line that only gives room its shape."""

AXIS_HALF = 0.03
"""Half of its width, scene units: of an axis that is cut along it, a hairline would be left."""

OWN = (0.4, 0.6)
"""The same for the line that its own point lies on: as on a map, it may stand on its own line."""

ENDING = 0.3
"""What it pays for the end of a line, hidden or left as a crumb beside the label."""

CRUMB = 0.15
"""Shortest piece of a line that may be left beside a label, scene units."""

BOLD = 0.05
"""Air between a label's rim and such a line, half the line's width included, scene units."""


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
    half = (ink.width / 2 + RIM, ink.height / 2 + RIM)
    room = zone.inset(0.07)
    bold, many, few = Crowd(segments), Crowd(lines), Crowd(axes)
    best, least = Rectangle(0.0, 0.0, *half), math.inf
    for (rank, anchor), angle, far in product(enumerate(anchors), AROUND, FARTHER):
        cost = 0.03 * rank + 0.05 * (1 - math.cos(angle - favourite)) + far
        if cost >= least:
            continue
        x, y = beside(anchor, angle, half, gap + far)
        box = Rectangle(float(x), float(y), *half)
        cost += _covers(box, room, bold, boxes)
        if cost >= least:
            continue
        for line in many.near(box, BOLD):
            cost += _hides(box, anchor, *line)
            if cost >= least:
                break
        if cost >= least:
            continue
        wide = Rectangle(box.x, box.y, half[0] + AXIS_HALF, half[1] + AXIS_HALF)
        cost += AXIS * sum(wide.covered(*axis) for axis in few.near(wide))
        if cost < least:
            best, least = box, cost
    ink.move_to((best.x, best.y, 0.0))
    return best


def lies_free(box: Rectangle, segments: Sequence[Segment], boxes: Sequence[Rectangle] = ()) -> bool:
    """Whether a label's box lies on none of these lines, and on none of these boxes."""
    clear = not any(box.covered(start, end) for start, end in segments)
    return clear and not any(box.overlap(other, gap=0.0) for other in boxes)


def _off(box: Rectangle, start: Array, end: Array) -> float:
    """The distance of a box from a segment; 0 if they meet."""
    if box.covered(start, end):
        return 0.0
    across, up = box.half_width, box.half_height
    corners = (np.array([box.x + x, box.y + y]) for x in (-across, across) for y in (-up, up))
    return min(
        *(apart(corner, start, end) for corner in corners),
        *(box.distance(point) for point in (start, end)),
    )


def _hides(box: Rectangle, anchor: Array, start: Array, end: Array) -> float:
    """What a label pays for what it hides of one line among many."""
    share = 1.0 - _off(box, start, end) / BOLD
    if share <= 0:
        return 0.0
    wide = Rectangle(box.x, box.y, box.half_width + BOLD, box.half_height + BOLD)
    length = box.covered(start, end)
    own = apart(anchor, start, end) < BOLD
    reach = np.array([wide.half_width, wide.half_height]) + CRUMB
    endings = sum(bool((np.abs(spot - (box.x, box.y)) < reach).all()) for spot in (start, end))
    touching, unit = OWN if own else LINE
    return touching * share + unit * length + ENDING * endings


def _covers(box: Rectangle, room: Zone, crowd: Crowd, boxes: Sequence[Rectangle]) -> float:
    outside = (
        max(0.0, room.left - (box.x - box.half_width))
        + max(0.0, box.x + box.half_width - room.right)
        + max(0.0, room.bottom - (box.y - box.half_height))
        + max(0.0, box.y + box.half_height - room.top)
    )
    lines = sum(box.covered(start, end) for start, end in crowd.near(box))
    return 200 * outside + 4 * lines + sum(60 * box.overlap(other) for other in boxes)
