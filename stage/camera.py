"""How space is looked at: from afar, along parallel rays, or from a point at some distance.

Both cameras stand at an azimuth and an elevation (radians) and look at a target, the third axis
upright. The azimuth is counted from the first axis to the second. The target stands at (x, y) on
the frame, and a length in its plane is `unit` times as long there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Protocol, Self, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]

NEAREST = 0.05
"""The share of the eye's distance that everything keeps from the eye, along its direction."""


class TooClose(ValueError):  # noqa: N818 -- it is raised as what it names
    """Something that should be drawn lies beside the eye or behind it."""


class Camera(Protocol):
    """What is drawn of points of space, and from where. Equal cameras have equal hashes."""

    def __hash__(self) -> int: ...

    @property
    def azimuth(self) -> float:
        """Radians from the first axis towards the second."""

    @property
    def unit(self) -> float:
        """Scene units to a unit of space, at the target."""

    @property
    def axes(self) -> Array:
        """Rows: to the right, upwards, and towards the viewer; orthonormal, right-handed."""

    @property
    def viewer(self) -> Array:
        """Where the viewer is, in homogeneous coordinates: the last is 0 if infinitely far."""

    def place(self, points: npt.ArrayLike) -> Array:
        """Points of space, shape (…, 3), as scene points, shape (…, 2)."""

    def nearness(self, points: npt.ArrayLike) -> Array:
        """Of two points, (…, 3), on one ray the nearer has the larger value; shape (…)."""

    def share(self, ends: Array, share: float) -> float:
        """Where on a segment, (2, 3), a point is that divides its picture in this share."""

    def turned(self, azimuth: float) -> Camera:
        """The same camera from another azimuth."""

    def toward(self, other: Camera, t: float) -> Camera:
        """A camera of this sort between this one and another of it, at t from 0 to 1."""


def side_of(viewer: Array, normal: Array, level: float) -> float:
    """Positive if the viewer is on the side of the plane normal·p = level that `normal` shows."""
    return float(normal @ viewer[:3]) - level * float(viewer[3])


@dataclass(frozen=True, slots=True)
class _Stand:
    """What both cameras have: where they look from and to, and where that is on the frame."""

    azimuth: float
    elevation: float
    x: float = 0.0
    y: float = 0.0
    unit: float = 1.0
    target: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def axes(self) -> Array:
        """Rows: to the right, upwards, and towards the viewer; orthonormal, right-handed."""
        ca, sa = math.cos(self.azimuth), math.sin(self.azimuth)
        ce, se = math.cos(self.elevation), math.sin(self.elevation)
        return np.array([[-sa, ca, 0.0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]])

    def nearness(self, points: npt.ArrayLike) -> Array:
        """How far points of shape (…, 3) come towards the viewer; shape (…).

        Along one ray it grows towards the viewer, so it orders what lies on one ray.
        """
        near: Array = (np.asarray(points, dtype=np.float64) - self.target) @ self.axes[2]
        return near

    def turned(self, azimuth: float) -> Self:
        """The same camera from another azimuth."""
        return replace(self, azimuth=azimuth)

    def _toward(self, other: Self, t: float, **more: float) -> Self:
        """A camera between; the unit grows by equal factors in equal times."""
        units = (self.unit, other.unit)
        x, y, z = (
            drawn_between(a, b, units, t) for a, b in zip(self.target, other.target, strict=True)
        )
        return replace(
            self,
            azimuth=self.azimuth + t * (other.azimuth - self.azimuth),
            elevation=self.elevation + t * (other.elevation - self.elevation),
            x=self.x + t * (other.x - self.x),
            y=self.y + t * (other.y - self.y),
            unit=self.unit * (other.unit / self.unit) ** t,
            target=(x, y, z),
            **more,
        )


@dataclass(frozen=True, slots=True)
class Orthographic(_Stand):
    """Looks from infinitely far: what is parallel stays parallel, and lengths do not shrink."""

    @property
    def viewer(self) -> Array:
        """The direction towards the viewer, and 0."""
        return np.append(self.axes[2], 0.0)

    def place(self, points: npt.ArrayLike) -> Array:
        """Points of space, shape (…, 3), as scene points, shape (…, 2)."""
        seen = np.asarray(points, dtype=np.float64) - self.target
        flat = seen @ self.axes[:2].T * self.unit
        placed: Array = flat + np.array([self.x, self.y])
        return placed

    def share(self, ends: Array, share: float) -> float:
        """The same share: parallel rays keep the ratios on a line."""
        del ends
        return share

    def toward(self, other: Camera, t: float) -> Orthographic:
        """A camera between two of this sort; the unit grows by equal factors in equal times."""
        if not isinstance(other, Orthographic):
            raise TypeError("a camera that looks from afar does not turn into one that is near")
        if t >= 1.0:
            return other
        return self._toward(other, t)


@dataclass(frozen=True, slots=True)
class Perspective(_Stand):
    """Looks from an eye at a distance from the target: what is farther away is drawn smaller.

    `distance` is in units of space. `place` refuses points beside the eye or behind it, with
    TooClose; a framing that keeps the eye well outside of everything is in stage.outlook.
    """

    distance: float = field(kw_only=True)

    @property
    def eye(self) -> Array:
        """Where the eye is in space, shape (3,)."""
        eye: Array = np.array(self.target) + self.distance * self.axes[2]
        return eye

    @property
    def viewer(self) -> Array:
        """The eye, and 1."""
        return np.append(self.eye, 1.0)

    def place(self, points: npt.ArrayLike) -> Array:
        """Points of space, shape (…, 3), as scene points, shape (…, 2).

        Raises TooClose if one is not in front of the eye.
        """
        seen = (np.asarray(points, dtype=np.float64) - self.target) @ self.axes.T
        ahead = self.distance - seen[..., 2:]
        if ahead.size and float(ahead.min()) < NEAREST * self.distance:
            raise TooClose("a point is beside the eye or behind it; look from farther away")
        flat = seen[..., :2] * (self.unit * self.distance / ahead)
        placed: Array = flat + np.array([self.x, self.y])
        return placed

    def share(self, ends: Array, share: float) -> float:
        """Where on a segment, (2, 3), a point is that divides its picture in this share.

        With the depths a and b of the ends it is share·a / ((1 − share)·b + share·a).
        """
        start, end = (float(d) for d in self.distance - self.nearness(ends))
        return share * start / ((1.0 - share) * end + share * start)

    def toward(self, other: Camera, t: float) -> Perspective:
        """A camera between two of this sort; the unit grows by equal factors in equal times."""
        if not isinstance(other, Perspective):
            raise TypeError("a camera that is near does not turn into one that looks from afar")
        if t >= 1.0:
            return other
        units = (self.unit, other.unit)
        distance = drawn_between(self.distance, other.distance, units, t)
        return self._toward(other, t, distance=distance)


def drawn_between(a: float, b: float, units: tuple[float, float], t: float) -> float:
    """A length of space between two whose picture grows or shrinks evenly from t = 0 to t = 1.

    `units` are those of the two cameras. While the unit changes by equal factors, a length that
    moved evenly in space would rush over the frame.
    """
    one, two = units
    unit: float = one * (two / one) ** t
    return ((1.0 - t) * a * one + t * b * two) / unit
