"""Where space is looked at from, so that all that matters stays in its zone, all the way round."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from manim import ManimColor

from stage.camera import Array, Camera, Orthographic, Perspective, drawn_between
from stage.layout import Zone
from stage.solids import parallelepiped
from stage.space import disc
from stage.space_marks import Sheet
from stage.theme import Theme

ELEVATION = math.radians(24)
"""Height from which space is seen: floors lie flat, and walls still show their width."""

AWAY = 3.4
"""Distance of the eye, in radii of all that is shown: near enough to tell, yet safely outside."""

ROUND = 72
"""Steps of an orbit at which it is made sure that everything stays in the zone."""

FLOOR = 1.14
"""The floor's radius, in those of what stands on it."""

MAST = 0.08
"""How far the third axis reaches beyond what is shown, in radii of the floor."""

COMFORT = (0.24, 0.5)
"""Spacing in scene units between which a level of the floor's lines appears."""

USUAL = math.radians(35)
"""The azimuth that is taken if no other shows more: the first axis comes nearer to the left, the
second to the right."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A camera, and how far what it sees reaches.

    `middle` (first two axes) and `radius` are those of the floor; the third axis is drawn between
    `heights`.
    """

    camera: Camera
    middle: tuple[float, float]
    radius: float
    heights: tuple[float, float]

    def toward(self, other: Outlook, t: float) -> Outlook:
        """An outlook between; all lengths change evenly on the frame."""
        if t >= 1.0:
            return other
        units = (self.camera.unit, other.camera.unit)
        x, y, radius, low, high = (
            drawn_between(a, b, units, t)
            for a, b in zip(
                (*self.middle, self.radius, *self.heights),
                (*other.middle, other.radius, *other.heights),
                strict=True,
            )
        )
        return Outlook(self.camera.toward(other.camera, t), (x, y), radius, (low, high))

    def turned(self, azimuth: float) -> Outlook:
        """The same from another azimuth."""
        return Outlook(self.camera.turned(azimuth), self.middle, self.radius, self.heights)


def outlook(
    zone: Zone, points: Array, *, near: bool, azimuth: float, turning: bool, fill: float = 0.92
) -> Outlook:
    """The outlook in which points of space, (n, 3), and their floor take a share of the zone.

    `near` chooses the view with an eye, `turning` keeps everything in the zone from all sides.
    The eye stays outside the ball about all of it, so nothing ever comes too close.
    """
    low, high = points.min(axis=0), points.max(axis=0)
    low, high = np.minimum(low, 0.0), np.maximum(high, 0.0)  # the origin is always of interest
    target = (low + high) / 2
    aside = float(np.linalg.norm(points[:, :2] - target[:2], axis=1).max())
    radius = FLOOR * max(aside, float(np.linalg.norm(target[:2])), 1e-9)
    over = MAST * radius
    heights = (float(low[2]) - (over if low[2] < 0 else 0.0), float(high[2]) + over)
    mast = np.array([[0.0, 0.0, height] for height in heights])
    rim = floor_outline((float(target[0]), float(target[1])), radius)
    cloud = np.concatenate([points, rim, mast])
    reach = float(np.linalg.norm(cloud - target, axis=1).max())
    where = (float(target[0]), float(target[1]), float(target[2]))
    plain: Camera = (
        Perspective(azimuth, ELEVATION, distance=AWAY * reach, target=where)
        if near
        else Orthographic(azimuth, ELEVATION, target=where)
    )
    turns = np.arange(ROUND) * (2 * math.pi / ROUND) if turning else [0.0]
    seen = np.concatenate([plain.turned(azimuth + float(turn)).place(cloud) for turn in turns])
    least, most = seen.min(axis=0), seen.max(axis=0)
    unit = fill * float((np.array([zone.width, zone.height]) / (most - least)).min())
    x, y = np.array(zone.center) - unit * (least + most) / 2
    camera: Camera = (
        Perspective(azimuth, ELEVATION, float(x), float(y), unit, where, distance=AWAY * reach)
        if near
        else Orthographic(azimuth, ELEVATION, float(x), float(y), unit, where)
    )
    return Outlook(camera, where[:2], radius, heights)


def floor_outline(middle: tuple[float, float], radius: float) -> Array:
    """The border of a round floor at height 0, shape (n, 3)."""
    outline: Array = disc(np.eye(3)[:2], radius, "floor").corners + np.array([*middle, 0.0])
    return outline


def floor(seen: Outlook, theme: Theme) -> Sheet:
    """The plane of the first two axes as a round sheet, with a grid that suits its size.

    Lines are 1, 2, 4, … apart; where a level would crowd it fades, so that nothing pops while the
    view comes closer or goes away.
    """
    (x, y), radius, unit = seen.middle, seen.radius, seen.camera.unit
    lines: list[tuple[Array, float]] = []
    first = math.floor(math.log2(COMFORT[0] / unit))
    last = max(first, math.floor(math.log2(max(1e-12, 2 * radius))))
    for level in range(first, last + 1):
        spacing = 2.0**level
        shown = _fade(spacing * unit)
        if shown < 0.01:
            continue
        for axis, middle in ((0, x), (1, y)):
            low = math.ceil((middle - radius) / spacing)
            high = math.floor((middle + radius) / spacing)
            for k in range(low, high + 1):
                # Even multiples belong to the levels above; 0 is the axis, which is drawn apart.
                if k == 0 or (k % 2 == 0 and level < last):
                    continue
                half = math.sqrt(max(0.0, radius**2 - (k * spacing - middle) ** 2))
                ends = np.zeros((2, 3))
                ends[:, axis] = k * spacing
                ends[:, 1 - axis] = (y if axis == 0 else x) + np.array([-half, half])
                lines.append((ends, shown))
    outline = floor_outline(seen.middle, radius)
    ground = ManimColor(theme.ground)
    return Sheet("floor", outline, tuple(lines), ManimColor(theme.grid), ground)


def _fade(value: float) -> float:
    low, high = COMFORT
    share = min(1.0, max(0.0, (value - low) / (high - low)))
    return share * share * (3 - 2 * share)


def best_azimuth(maps: Sequence[Array], usual: float = USUAL, within: float = math.pi) -> float:
    """From where the columns of 3×3 matrices are seen well, the same view for all; radians.

    Arrows should be long and apart on the frame, and end at the outline of the parallelepiped that
    they span, where their names have room. Among views that are about as good the one closest to
    `usual` is taken; only those within an angle of it are looked at.
    """
    best = (-math.inf, usual)
    columns = [_Columns(matrix) for matrix in maps]
    for degrees in range(-180, 180, 4):
        azimuth = math.radians(degrees)
        if abs(math.remainder(azimuth - usual, 2 * math.pi)) > within:
            continue
        camera = Orthographic(azimuth, ELEVATION)
        marks = [mark for each in columns for mark in each.marks(camera)]
        off = abs(math.remainder(azimuth - usual, 2 * math.pi)) / math.pi
        score = min(marks, default=1.0) + sum(marks) / max(1, len(marks)) - 0.3 * off
        best = max(best, (score, azimuth))
    return best[1]


def other_side(matrix: Array, azimuth: float) -> float:
    """How much farther round, in radians, the columns of a 3×3 matrix are seen well once more.

    It is between 90 and 150 degrees: much that was hidden shows there.
    """
    found = best_azimuth([matrix], azimuth + math.radians(120), math.radians(30))
    return (found - azimuth) % (2 * math.pi)


class _Columns:
    """The columns of a 3×3 matrix, and what of them is the same from wherever they are seen."""

    def __init__(self, matrix: Array) -> None:
        lengths = np.linalg.norm(matrix, axis=0)
        self._there = (matrix[:, lengths > 0] / lengths[lengths > 0]).T
        # Of the angles between them.
        sines = np.linalg.norm(np.cross(self._there[:, None], self._there[None]), axis=2)
        self._pairs = [(a, b) for a in range(len(sines)) for b in range(a) if sines[a, b] > 1e-6]
        solid = parallelepiped(matrix)
        self._outward = solid.outward() if solid.rank == 3 else None
        self._at = [[j for j, face in enumerate(solid.faces) if 1 << k in face] for k in range(3)]
        """The numbers of the faces at each column's tip."""

    def marks(self, camera: Orthographic) -> list[float]:
        """How well each column, and each pair of them, is seen; 1 is well enough."""
        flat = camera.place(self._there)
        long = np.hypot(*flat.T)
        marks = [min(1.0, float(one) / 0.5) for one in long]
        for a, b in self._pairs:
            sine = abs(float(flat[a][0] * flat[b][1] - flat[a][1] * flat[b][0]))
            marks.append(min(1.0, sine / max(float(long[a] * long[b]), 1e-9) / 0.4))
        if self._outward is not None:
            seen = self._outward @ camera.viewer[:3] > 0
            # A corner is inside the outline if its three faces are all seen, or none of them.
            marks += [0.4 if seen[at].all() or not seen[at].any() else 1.0 for at in self._at]
        return marks
