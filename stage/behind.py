"""What flat round faces hide of straight pieces, and the dashes by which hidden pieces are shown.

A face that hides most of what is behind it leaves too little contrast to follow a line. As in a
technical drawing, the hidden part is drawn once more in front of the face, as dashes. All faces are
discs about the origin, and the viewer is infinitely far (stage.camera.Orthographic).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stage.camera import Array

DASH, SPACE = 0.15, 0.11
"""Lengths of a dash and of the space after it, in scene units where nothing is foreshortened."""

EDGE_ON = 1e-6
"""A face whose normal is this close to a right angle from the viewer's direction hides nothing."""

TOLERANCE = 1e-9
"""What lies this close to a face's plane, measured by the face's radius, lies in it."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """The part within `radius` of the plane that the orthonormal rows of `basis`, (2, 3), span."""

    owner: str
    basis: Array
    radius: float

    def hides(self, points: Array, toward: Array) -> npt.NDArray[np.bool_]:
        """Which points, (n, 3), are behind the face for a viewer in the direction `toward`."""
        normal = np.cross(*self.basis)
        slant = float(normal @ toward)
        if abs(slant) < EDGE_ON:
            return np.zeros(len(points), dtype=bool)
        heights = points @ normal
        seen_at = (points - np.outer(heights / slant, toward)) @ self.basis.T
        found: npt.NDArray[np.bool_] = (heights * slant < -TOLERANCE * self.radius) & (
            np.hypot(*seen_at.T) < self.radius
        )
        return found

    def hidden(self, ends: Array, toward: Array) -> tuple[float, float] | None:
        """From which share to which of a segment, (2, 3), is behind the face; None if nothing is.

        What a disc hides is convex, so of a segment it is one stretch.
        """
        normal = np.cross(*self.basis)
        slant = float(normal @ toward)
        if abs(slant) < EDGE_ON:
            return None
        # How far behind the plane, and where the sight line meets it: both change evenly.
        start, end = (-float(h) * math.copysign(1.0, slant) for h in ends @ normal)
        if max(start, end) <= TOLERANCE * self.radius:
            return None
        low, high = 0.0, 1.0
        if start * end < 0:
            crossing = start / (start - end)
            low, high = (crossing, 1.0) if end > 0 else (0.0, crossing)
        one, two = (ends - np.outer(ends @ normal / slant, toward)) @ self.basis.T
        along = two - one
        a, b, c = float(along @ along), float(one @ along), float(one @ one) - self.radius**2
        if a < (TOLERANCE * self.radius) ** 2:
            return (low, high) if c < 0 else None
        root = b * b - a * c
        if root <= 0:
            return None
        low, high = max(low, (-b - math.sqrt(root)) / a), min(high, (-b + math.sqrt(root)) / a)
        return (low, high) if high - low > 1e-6 else None


def dashes(low: float, high: float, length: float, anchor: float = 0.0) -> Array:
    """The shares of a piece that are drawn between two shares of it, shape (n, 2).

    `length` is that of the whole piece in scene units. The pattern is counted from the share
    `anchor`, so that dashes neither creep nor flicker while the piece grows or turns.
    """
    if length <= 0 or high <= low:
        return np.zeros((0, 2))
    step, dash = (DASH + SPACE) / length, DASH / length
    first = math.floor((low - anchor) / step) - 1
    last = math.ceil((high - anchor) / step) + 1
    starts = anchor + step * np.arange(first, last + 1)
    shares = np.stack([starts, starts + dash], axis=1).clip(low, high)
    found: Array = shares[shares[:, 1] - shares[:, 0] > 0.05 * dash]
    return found


def merged(stretches: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Stretches that overlap or touch as one, in order."""
    found: list[tuple[float, float]] = []
    for low, high in sorted(stretches):
        if found and low <= found[-1][1] + 1e-9:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found
