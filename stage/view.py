"""How a plane of numbers is looked at: where its origin stands on the frame, how long a unit is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stage.layout import Zone

FILL = 0.72
"""Share of the zone that what the beat is about should take; the rest is for labels."""


@dataclass(frozen=True, slots=True)
class View:
    """The plane's origin stands at (`x`, `y`), and a unit of it is `unit` long, in scene units."""

    x: float
    y: float
    unit: float

    def place(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Points of the plane, shape (…, 2), as scene points, shape (…, 3)."""
        plane = np.asarray(points, dtype=np.float64)
        scene = np.zeros((*plane.shape[:-1], 3))
        scene[..., 0] = self.x + plane[..., 0] * self.unit
        scene[..., 1] = self.y + plane[..., 1] * self.unit
        return scene

    def toward(self, other: View, t: float) -> View:
        """A view between: the origin moves straight, the unit by equal factors."""
        if t >= 1.0:
            return other
        return View(
            self.x + (other.x - self.x) * t,
            self.y + (other.y - self.y) * t,
            self.unit * (other.unit / self.unit) ** t,
        )


def framing(zone: Zone, points: Iterable[npt.ArrayLike], fill: float = FILL) -> View:
    """The view in which the points and the origin, centred, take the share `fill` of the zone.

    `points` are arrays of shape (…, 2) in plane units. A plane without extent gets unit 1.
    """
    cloud = np.concatenate([np.zeros((1, 2)), *(np.reshape(p, (-1, 2)) for p in points)])
    low, high = cloud.min(axis=0), cloud.max(axis=0)
    spread = high - low
    units = [
        length * fill / extent
        for length, extent in zip((zone.width, zone.height), spread, strict=True)
        if extent > 0
    ]
    unit = min(units) if units else 1.0
    center = (low + high) / 2
    x, y = zone.center
    return View(x - float(center[0]) * unit, y - float(center[1]) * unit, unit)


def share(zone: Zone, view: View, points: npt.ArrayLike) -> float:
    """How much of the zone, along its tighter side, the points and the origin take under a view."""
    cloud = np.concatenate([np.zeros((1, 2)), np.reshape(points, (-1, 2))])
    spread = (cloud.max(axis=0) - cloud.min(axis=0)) * view.unit
    return float(max(spread[0] / zone.width, spread[1] / zone.height))
