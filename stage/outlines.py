"""Convex outlines: the hull of points, and what is left of lines and polygons inside a zone.

Points have shape (n, 2), scene units.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from stage.layout import Zone
from stage.shapes import DOT, arrow_outline

Array = npt.NDArray[np.float64]


def circle(center: Array, radius: float) -> Array:
    """A circle as cubic curves, shape (16, 3)."""
    return arrow_outline(center, center, radius / DOT)  # the arrow of length zero is a dot


def clip_segments(segments: Array, zone: Zone) -> Array:
    """The parts of segments, shape (n, 2, 2), inside the zone (Liang-Barsky), shape (m, 2, 2)."""
    start, along = segments[:, 0], segments[:, 1] - segments[:, 0]
    low, high = np.zeros(len(segments)), np.ones(len(segments))
    keep = np.ones(len(segments), dtype=bool)
    for axis, (least, most) in enumerate(((zone.left, zone.right), (zone.bottom, zone.top))):
        still = np.abs(along[:, axis]) < 1e-12
        keep &= ~still | ((start[:, axis] >= least) & (start[:, axis] <= most))
        speed = np.where(still, 1.0, along[:, axis])
        one, two = (least - start[:, axis]) / speed, (most - start[:, axis]) / speed
        low = np.where(still, low, np.maximum(low, np.minimum(one, two)))
        high = np.where(still, high, np.minimum(high, np.maximum(one, two)))
    keep &= high > low
    ends = np.stack([low[keep], high[keep]], axis=1)[:, :, None]
    clipped: Array = start[keep][:, None, :] + ends * along[keep][:, None, :]
    return clipped


def clip_polygon(corners: Array, zone: Zone) -> Array:
    """The part of a convex polygon inside the zone (Sutherland-Hodgman), shape (m, 2)."""
    sides = ((0, zone.left, 1.0), (0, zone.right, -1.0), (1, zone.bottom, 1.0), (1, zone.top, -1.0))
    for axis, limit, sign in sides:
        kept: list[Array] = []
        for k, corner in enumerate(corners):
            before = corners[k - 1]
            here, there = sign * (corner[axis] - limit), sign * (before[axis] - limit)
            if here * there < 0:
                kept.append(before + (corner - before) * (there / (there - here)))
            if here >= 0:
                kept.append(corner)
        corners = np.array(kept) if kept else np.zeros((0, 2))
    return corners


def hull(points: Array) -> Array:
    """The corners of the convex hull, counter-clockwise (Andrew's monotone chain), shape (m, 2)."""
    ordered = sorted({(round(x, 9), round(y, 9)) for x, y in points.tolist()})
    if len(ordered) < 3:
        return np.array(ordered)
    chains = []
    for line in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for x, y in line:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], (x, y)) <= 0:
                chain.pop()
            chain.append((x, y))
        chains.append(chain[:-1])
    return np.array(chains[0] + chains[1])


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    """Twice the signed area of a triangle."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
