"""Labels at arrow tips that keep clear of arrows, edges, each other and the zone's border.

A label stands off its tip at an angle measured from its arrow. At rest the angle is chosen among
candidates by what the label would cover; during a motion it turns evenly from the angle before to
the angle after, at most a right angle from the arrow, so it never crosses its own arrow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stage.layout import Zone

GAP = 0.15
"""Scene units between a tip and its label."""

ANGLES = tuple(
    math.radians(degrees)
    for degrees in (0, 25, -25, 50, -50, 75, -75, 88, -88, 100, -100, 130, -130)
)
"""Candidates in order of preference, from the arrow's direction."""

ASIDE = max(ANGLES)
"""The farthest from an arrow's direction that a label is tried, in radians."""

TOUCH = 0.05
"""Scene units around a label in which what lies there counts as covered."""

ON_FACE = 1.5
"""What it costs a label to lie on a face: its rim has the ground's colour, and shows there."""

Segment = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """An upright box by its centre and half extents, scene units."""

    x: float
    y: float
    half_width: float
    half_height: float

    def overlap(self, other: Rectangle, gap: float = 0.05) -> float:
        """Area of overlap when both keep `gap` between them."""
        across = self.half_width + other.half_width + gap - abs(self.x - other.x)
        up = self.half_height + other.half_height + gap - abs(self.y - other.y)
        return max(0.0, across) * max(0.0, up)

    def distance(self, point: npt.NDArray[np.float64]) -> float:
        """From the box to a point outside it; 0 inside."""
        across = max(0.0, abs(float(point[0]) - self.x) - self.half_width)
        return math.hypot(across, max(0.0, abs(float(point[1]) - self.y) - self.half_height))

    def within(self, zone: Zone) -> bool:
        """Whether all of the box lies in a zone, to a thousandth of a unit."""
        across = min(self.x - self.half_width - zone.left, zone.right - self.x - self.half_width)
        up = min(self.y - self.half_height - zone.bottom, zone.top - self.y - self.half_height)
        return min(across, up) > -1e-3

    def covered(self, start: npt.NDArray[np.float64], end: npt.NDArray[np.float64]) -> float:
        """Length of the segment that lies inside the box (Liang-Barsky)."""
        # In plain numbers: arrays of two take seven times as long, and this is asked most of all.
        (x, y), (x1, y1) = start.tolist(), end.tolist()
        low, high = 0.0, 1.0
        for at, along, middle, half in (
            (x, x1 - x, self.x, self.half_width),
            (y, y1 - y, self.y, self.half_height),
        ):
            if abs(along) < 1e-12:
                if abs(at - middle) > half:
                    return 0.0
                continue
            one, two = (middle - half - at) / along, (middle + half - at) / along
            low, high = max(low, min(one, two)), min(high, max(one, two))
            if high <= low:
                return 0.0
        return (high - low) * math.hypot(x1 - x, y1 - y)


class Crowd:
    """Segments of which those that come near a box are found at once: most of them lie far off."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = tuple(segments)
        ends = np.array(self._segments, dtype=float).reshape(-1, 2, 2)
        self._low, self._high = ends.min(axis=1), ends.max(axis=1)

    def near(self, box: Rectangle, gap: float = 0.0) -> list[Segment]:
        """Those that may lie in a box with a gap around it, and some that pass its corners."""
        if not self._segments:
            return []
        middle = np.array([box.x, box.y])
        reach = np.array([box.half_width + gap, box.half_height + gap])
        meets = ((self._low <= middle + reach) & (self._high >= middle - reach)).all(axis=1)
        return [self._segments[k] for k in np.flatnonzero(meets)]


def stand_off(
    tip: npt.NDArray[np.float64], direction: float, half: tuple[float, float], gap: float = GAP
) -> npt.NDArray[np.float64]:
    """Centre of a label with half extents `half` that clears its tip in a direction (radians)."""
    unit = np.array([math.cos(direction), math.sin(direction)])
    # To where the box's edge, not its corner, is a gap away: an arrow's head has a width.
    reach = min(
        (half[0] + gap) / max(abs(unit[0]), 1e-9),
        (half[1] + gap) / max(abs(unit[1]), 1e-9),
    )
    center: npt.NDArray[np.float64] = tip + unit * reach
    return center


def with_corners(aim: float, half: tuple[float, float], gap: float = GAP) -> tuple[float, ...]:
    """`ANGLES` and those at which a corner of the label is nearest to its tip, from `aim`.

    There the label keeps the gap from the level and from the upright line through the tip: axes,
    grid lines and sides of squares mostly are such lines. Sorted by distance from the arrow.
    """
    slope = math.atan2(half[1] + gap, half[0] + gap)
    corners = (slope, math.pi - slope, slope - math.pi, -slope)
    turns = (math.remainder(corner - aim, 2 * math.pi) for corner in corners)
    return tuple(sorted((*ANGLES, *(t for t in turns if abs(t) <= ASIDE)), key=abs))


def apart(
    point: npt.NDArray[np.float64],
    start: npt.NDArray[np.float64],
    end: npt.NDArray[np.float64],
) -> float:
    """The distance of a point from a segment."""
    (x, y), (x0, y0), (x1, y1) = point.tolist(), start.tolist(), end.tolist()
    x, y, right, up = x - x0, y - y0, x1 - x0, y1 - y0
    share = min(1.0, max(0.0, (x * right + y * up) / max(right * right + up * up, 1e-12)))
    return math.hypot(x - share * right, y - share * up)


def sides(corners: npt.NDArray[np.float64]) -> list[Segment]:
    """The sides of a polygon with these corners, shape (n, 2) or (n, 3), the last side too."""
    return list(zip(corners, np.roll(corners, -1, axis=0), strict=True))


def heading(vector: npt.NDArray[np.float64], fallback: float = 0.0) -> float:
    """Direction of a vector in radians; `fallback` where it vanishes."""
    if float(np.hypot(*vector)) < 1e-9:
        return fallback
    return math.atan2(float(vector[1]), float(vector[0]))


def best_angle(
    tip: npt.NDArray[np.float64],
    direction: float,
    half: tuple[float, float],
    *,
    segments: Sequence[Segment],
    boxes: Sequence[Rectangle],
    zone: Zone,
    face: npt.NDArray[np.float64] | None = None,
    angles: Sequence[float] = ANGLES,
    faint: Sequence[Segment] = (),
    clear: float = TOUCH,
) -> float:
    """The candidate angle at which the label covers least; earlier candidates win ties.

    `face` is a convex polygon, shape (n, 2), on which a label should rather not lie. Of less
    account are `faint` lines, and lines that are nearer than `clear` (scene units) to the label.
    """
    costs = []
    crowd, dim = Crowd(segments), Crowd(faint)
    for rank, angle in enumerate(angles):
        x, y = stand_off(tip, direction + angle, half)
        box = Rectangle(float(x), float(y), half[0] + TOUCH, half[1] + TOUCH)
        wide = Rectangle(float(x), float(y), half[0] + clear, half[1] + clear)
        outside = (
            max(0.0, zone.left - (x - half[0]))
            + max(0.0, (x + half[0]) - zone.right)
            + max(0.0, zone.bottom - (y - half[1]))
            + max(0.0, (y + half[1]) - zone.top)
        )
        cost = 30 * float(outside) + 0.02 * rank
        for start, end in crowd.near(wide):
            under = box.covered(start, end)
            cost += 4 * under + (wide.covered(start, end) - under)
        cost += sum(wide.covered(start, end) for start, end in dim.near(wide))
        cost += sum(20 * box.overlap(other) for other in boxes)
        if face is not None and inside(face, Rectangle(float(x), float(y), 0.0, 0.0), gap=0.0):
            cost += ON_FACE
        costs.append(cost)
    return angles[int(np.argmin(costs))]


def inside(polygon: npt.NDArray[np.float64], box: Rectangle, gap: float = 0.2) -> bool:
    """Whether a box with `gap` around it lies inside a convex polygon, shape (n, 2)."""
    corners = polygon.tolist()
    across, up = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    clear = True
    for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
        length = math.hypot(to_x - x, to_y - y)
        if length < 1e-9:
            return False
        normal = ((y - to_y) / length, (to_x - x) / length)
        inwards = (across - x) * normal[0] + (up - y) * normal[1]
        off = (box.x - x) * normal[0] + (box.y - y) * normal[1]
        reach = box.half_width * abs(normal[0]) + box.half_height * abs(normal[1])
        # A flat polygon has nothing inside; its middle lies on all of its sides.
        clear = clear and abs(inwards) > 1e-9 and math.copysign(1.0, inwards) * off - reach >= gap
    return clear
