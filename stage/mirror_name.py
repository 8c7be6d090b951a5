"""Where the name of a mirror stands: beside its dashes, where nothing parts it from them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stage.ink import Ink
from stage.labels import Crowd, Rectangle, Segment, inside
from stage.layout import Zone
from stage.spot_labels import RIM

CLEAR = 0.12
"""Air between the dashes' middle and the rim of the name, scene units."""

FARTHER = (0.0, 0.06, 0.14)
"""How much farther off the name may stand."""

STEP = 0.1
"""From one place along the line to the next, scene units."""

FROM_MARK = 0.3
"""How far the name keeps off a marked point or a tip, scene units."""

FROM_ORIGIN = 0.9
"""How far from the origin, where arrows begin, the name should be, scene units."""

APART = 1.6
"""What a line between the name and its dashes costs; places along the line cost far less."""

ON_FACE = 8.0
"""What it costs to cover the sheet: the rim would be a hole in it."""

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class NameSurroundings:
    """What stands around the name, in scene units."""

    segments: Crowd
    """Lines that nothing may cover."""
    boxes: Sequence[Rectangle]
    """What is written or drawn already."""
    lines: Crowd
    """The lines of the grid and others that may rather be covered."""
    marks: Sequence[Vector]
    """Marked points and tips, shape (2,)."""
    face: Vector
    """The corners of the sheet, shape (4, 2)."""


def place_name(
    ink: Ink, ends: tuple[Vector, Vector], origin: Vector, zone: Zone, around: NameSurroundings
) -> Rectangle:
    """Move a name beside a line with these ends, where it costs least; returns the box it takes.

    Its rim has the same distance from a line of any slope. The ends of the line are preferred.
    """
    start, end = ends
    length = float(np.hypot(*(end - start)))
    along = (end - start) / length
    normal = np.array([-along[1], along[0]])
    half = (ink.width / 2 + RIM, ink.height / 2 + RIM)
    reach = float(np.abs(normal) @ half)
    room = zone.inset(0.07)
    best, least = Rectangle(0.0, 0.0, *half), math.inf
    for far in np.arange(0.0, length, STEP):
        foot = start + far * along
        for side, more in ((side, more) for side in (1.0, -1.0) for more in FARTHER):
            x, y = foot + side * (reach + CLEAR + more) * normal
            box = Rectangle(float(x), float(y), *half)
            cost = 0.15 * min(far, length - far) + 2 * more
            cost += _outside(box, room)
            if cost < least:
                cost += _cost(box, foot, (start, along), origin, around)
            if cost < least:
                best, least = box, cost
    ink.move_to((best.x, best.y, 0.0))
    return best


def _outside(box: Rectangle, room: Zone) -> float:
    over = (
        max(0.0, room.left - (box.x - box.half_width))
        + max(0.0, box.x + box.half_width - room.right)
        + max(0.0, room.bottom - (box.y - box.half_height))
        + max(0.0, box.y + box.half_height - room.top)
    )
    return 200 * over


def _cost(
    box: Rectangle,
    foot: Vector,
    line: tuple[Vector, Vector],
    origin: Vector,
    around: NameSurroundings,
) -> float:
    """What a place costs; `line` is a point and a unit vector of the mirror, `foot` lies on it."""
    wide = Rectangle(box.x, box.y, box.half_width + CLEAR, box.half_height + CLEAR)
    cost = sum(
        60 * box.overlap(other, 0.1) + 4 * (box.overlap(other) > 0) for other in around.boxes
    )
    bold = around.segments.near(wide)
    cost += sum(3.0 + 4 * wide.covered(*one) for one in bold if wide.covered(*one))
    spans = _spans(box, line)
    ends = np.abs([point - (box.x, box.y) for span in spans for point in span]).max(axis=0)
    reach = np.maximum(ends, (wide.half_width, wide.half_height))
    for one in around.lines.near(Rectangle(box.x, box.y, float(reach[0]), float(reach[1]))):
        if under := box.covered(*one):
            cost += 0.9 + 2.5 * under
        elif wide.covered(*one):
            cost += 0.3
        # A line that lies on the mirror parts nothing from it.
        cost += APART * any(_cross(span, one) for span in spans)
    for point in around.marks:
        cost += 8 * max(0.0, FROM_MARK - box.distance(point))
    cost += 2 * max(0.0, FROM_ORIGIN - float(np.hypot(*(foot - origin))))
    on_sheet = inside(around.face, Rectangle(float(foot[0]), float(foot[1]), 0.0, 0.0), gap=0.0)
    points = [point for point, _ in spans]
    covers = any(
        inside(around.face, Rectangle(float(p[0]), float(p[1]), 0.0, 0.0), gap=0.0) for p in points
    )
    return cost + (2.0 if on_sheet else 0.0) + (ON_FACE if covers else 0.0)


def _spans(box: Rectangle, line: tuple[Vector, Vector]) -> list[Segment]:
    """From the box's middle and corners straight to the mirror, and short of it."""
    start, along = line
    middle, half = np.array([box.x, box.y]), np.array([box.half_width, box.half_height])
    found = []
    for signs in ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)):
        point = middle + half * signs
        foot = start + float((point - start) @ along) * along
        found.append((point, point + 0.9 * (foot - point)))
    return found


def _cross(one: Segment, other: Segment) -> bool:
    """Whether two segments cross each other."""
    (a, b), (c, d) = one, other
    sides = _side(a, b, c) * _side(a, b, d), _side(c, d, a) * _side(c, d, b)
    return sides[0] < 0 and sides[1] < 0


def _side(a: Vector, b: Vector, c: Vector) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
