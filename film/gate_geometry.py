"""Where things in a picture meet: boxes, lines and faces. Pure numbers, scene units."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1."""


def meet(one: Box, other: Box, gap: float = 0.0) -> bool:
    """Whether two boxes overlap when `gap` is put around one of them."""
    return (
        one[0] - gap < other[2]
        and other[0] - gap < one[2]
        and one[1] - gap < other[3]
        and other[1] - gap < one[3]
    )


def common(one: Array, other: Array, spare: float = 0.0) -> float:
    """The area that boxes of two sets, shapes (n, 4) and (m, 4), have in common.

    Each box is drawn in by `spare` first, so that touching is not overlapping.
    """
    low = np.maximum(one[:, None, :2], other[None, :, :2]) + spare
    high = np.minimum(one[:, None, 2:], other[None, :, 2:]) - spare
    return float(np.clip(high - low, 0.0, None).prod(axis=2).sum())


def covered(segments: Array, boxes: Array) -> float:
    """The length of segments, shape (n, 2, 2), that lies inside boxes, shape (m, 4).

    Liang-Barsky for every pair; where boxes overlap a segment counts for each of them.
    """
    if not len(segments) or not len(boxes):
        return 0.0
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    ends_low, ends_high = segments.min(axis=1), segments.max(axis=1)
    near = ((ends_high >= low) & (ends_low <= high)).all(axis=1)
    segments = segments[near]
    if not len(segments):
        return 0.0
    start, along = segments[:, None, 0], segments[:, None, 1] - segments[:, None, 0]
    still = np.abs(along) < 1e-12
    speed = np.where(still, 1.0, along)
    one, two = (boxes[None, :, :2] - start) / speed, (boxes[None, :, 2:] - start) / speed
    within = (start >= boxes[None, :, :2]) & (start <= boxes[None, :, 2:])
    enter = np.where(still, np.where(within, -np.inf, np.inf), np.minimum(one, two)).max(axis=2)
    leave = np.where(still, np.where(within, np.inf, -np.inf), np.maximum(one, two)).min(axis=2)
    share = np.clip(np.minimum(leave, 1.0) - np.maximum(enter, 0.0), 0.0, None)
    lengths = np.hypot(along[..., 0], along[..., 1])
    return float((share * lengths).sum())


def holds(rings: Sequence[Array], points: Array) -> npt.NDArray[np.bool_]:
    """Which points, shape (n, 2), lie inside a face made of closed polygons (even-odd rule)."""
    inside = np.zeros(len(points), dtype=bool)
    for ring in rings:
        after = np.roll(ring, -1, axis=0)
        x, y = points[:, None, 0], points[:, None, 1]
        straddles = (ring[None, :, 1] > y) != (after[None, :, 1] > y)
        rise = np.where(after[:, 1] == ring[:, 1], 1.0, after[:, 1] - ring[:, 1])
        cross = ring[:, 0] + (y - ring[:, 1]) * (after[:, 0] - ring[:, 0]) / rise
        inside ^= ((x < cross) & straddles).sum(axis=1) % 2 == 1
    return inside


def near(segments: Array, points: Array, reach: float) -> npt.NDArray[np.bool_]:
    """Which points, shape (n, 2), lie within `reach` of some segment, shape (m, 2, 2)."""
    if not len(segments):
        return np.zeros(len(points), dtype=bool)
    start, along = segments[None, :, 0], segments[None, :, 1] - segments[None, :, 0]
    square = np.maximum((along**2).sum(axis=2), 1e-12)
    share = np.clip(((points[:, None] - start) * along).sum(axis=2) / square, 0.0, 1.0)
    away = points[:, None] - (start + share[..., None] * along)
    closest: npt.NDArray[np.bool_] = np.hypot(away[..., 0], away[..., 1]).min(axis=1) <= reach
    return closest


def touches(rings: Sequence[Array], segments: Array, boxes: Array) -> float:
    """How much of a face or of its edge lies over boxes: a length, 0 if it is clear of them."""
    edge = covered(segments, boxes)
    if edge or not rings:
        return edge
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    return float(holds(rings, middles).sum()) * 0.1
