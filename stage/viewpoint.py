"""Row spaces in R³ as numbers, and from where to look at them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from algebra import facts
from algebra.matrices import Matrix
from stage.camera import Array, Orthographic
from stage.layout import Zone

ELEVATION = math.radians(23)
"""Height from which space is seen: floors lie flat, and walls still show their width."""

ROOM = 0.5
"""Scene units above and below what is drawn, for names."""


@dataclass(frozen=True, slots=True, eq=False)
class RowSpace:
    """What one map reads: an orthonormal basis, shape (r, 3), its colour and its words.

    It may also be what a map is blind to, its kernel, or what all maps of a picture read.
    """

    name: str
    basis: Array
    color: str
    words: str
    """Its name in the picture; empty if it has none there."""
    role: Literal["read", "kernel", "shared"] = "read"

    @property
    def rank(self) -> int:
        """The dimension."""
        return len(self.basis)

    def shadow(self, vector: Array) -> Array:
        """The orthogonal projection of a vector of shape (3,)."""
        projected: Array = self.basis.T @ (self.basis @ vector)
        return projected


def orthonormal(matrix: Matrix) -> Array:
    """An orthonormal basis of the row space of an m×n matrix, shape (rank, n).

    Gram and Schmidt's method on the rows of the reduced echelon form, so that a plane along two
    axes gets a grid along these axes.
    """
    found: list[Array] = []
    for vector in facts.row_space(matrix):
        rest = vector.array[:, 0] / float(np.abs(vector.array).max())
        for _ in range(2):  # the second pass takes away what rounding has left in the first
            for unit in found:
                rest = rest - (rest @ unit) * unit
        found.append(rest / float(np.linalg.norm(rest)))
    return np.array(found).reshape(len(found), matrix.shape[1])


def complement(basis: Array) -> Array:
    """An orthonormal basis of what is perpendicular to r orthonormal rows, shape (n − r, n)."""
    found: Array = np.linalg.svd(basis)[2][len(basis) :] if len(basis) else np.eye(basis.shape[1])
    return found


def meeting(matrices: Sequence[Matrix]) -> Array:
    """An orthonormal basis of what the row spaces of m×n matrices share, shape (d, n).

    It is perpendicular to all that is perpendicular to one of them; its dimension is decided
    exactly where the matrices are exact.
    """
    perpendicular = [vector for matrix in matrices for vector in facts.kernel(matrix)]
    n = matrices[0].shape[1]
    if not perpendicular:
        return np.eye(n)
    rows = tuple(vector.columns[0] for vector in perpendicular)
    return complement(orthonormal(Matrix(rows)))


def same(one: RowSpace, other: RowSpace) -> bool:
    """Whether two row spaces are one and the same subspace."""
    if one.rank != other.rank:
        return False
    return bool(np.allclose(one.basis.T @ one.basis, other.basis.T @ other.basis, atol=1e-9))


def framing_of(
    zone: Zone,
    spaces: Sequence[RowSpace],
    inputs: Sequence[Array],
    more: Sequence[RowSpace] = (),
) -> tuple[float, Orthographic]:
    """The radius of the ball in units of space, and the camera to begin with.

    Everything stays in the zone all the way round an orbit; for `more`, see `reach_within`.
    """
    views = _upwards()
    half = zone.height / 2 - ROOM
    radius = min(0.74 * zone.width / 2, half / max(0.2, *(_height(one) for one in spaces)))
    longest = max((float(np.linalg.norm(x)) for x in inputs), default=0.0)
    height = max((abs(float(up @ x)) for up in views for x in inputs), default=0.0)
    unit = 0.84 * radius / longest if longest > 0 else radius
    if height > 0:
        unit = min(unit, half / height)
    x, y = zone.center
    return radius / unit, Orthographic(_azimuth([*spaces, *more], inputs), ELEVATION, x, y, unit)


def reach_within(zone: Zone, camera: Orthographic, one: RowSpace, radius: float) -> float:
    """How far one subspace is drawn, in units of space: as far as the ball if there is room.

    What is added to the picture later does not make it smaller.
    """
    height = _height(one)
    return min(radius, (zone.height / 2 - ROOM) / (camera.unit * height)) if height else radius


def _upwards() -> list[Array]:
    """The upward directions of the frame all the way round an orbit."""
    turns = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    return [Orthographic(float(a), ELEVATION).axes[1] for a in turns]


def _height(one: RowSpace) -> float:
    """How high a subspace of radius 1 reaches on the frame, at most, during an orbit."""
    return max((float(np.linalg.norm(one.basis @ up)) for up in _upwards() if one.rank), default=0)


def axes_within(zone: Zone, camera: Orthographic, radius: float) -> Array:
    """The positive ends of the three axes, shape (3, 3): a little beyond the ball, in the zone."""
    reach = 1.1 * radius * camera.unit
    flat = min(reach, zone.width / 2 - 0.4, (zone.height / 2 - 0.35) / math.sin(ELEVATION))
    upright = min(reach, (zone.height / 2 - 0.35) / math.cos(ELEVATION))
    return np.diag([flat, flat, upright]) / camera.unit


def _azimuth(spaces: Sequence[RowSpace], inputs: Sequence[Array]) -> float:
    """Where to stand so that planes are open, lines long, and no two lines cover each other."""
    lines = [one.basis[0] for one in spaces if one.rank == 1]
    lines += [x / float(np.linalg.norm(x)) for x in inputs if float(np.linalg.norm(x)) > 0]
    planes = [one.basis for one in spaces if one.rank == 2]
    best = (-math.inf, 0.0)
    for degrees in range(10, 90, 2):
        axes = Orthographic(math.radians(degrees), ELEVATION).axes
        marks = [min(1.0, abs(float(np.cross(*basis) @ axes[2])) / 0.4) for basis in planes]
        flat = [axes[:2] @ line for line in [*lines, *np.eye(3)]]
        marks += [min(1.0, float(np.hypot(*one)) / 0.7) for one in flat[: len(lines)]]
        for a in range(len(lines)):
            for b in range(a + 1, len(flat)):
                marks.append(_apart(flat[a], flat[b], [*lines, *np.eye(3)], a, b))
        score = min(marks, default=1.0) + 0.1 * sum(marks) / max(1, len(marks))
        score -= abs(degrees - 35) / 400
        best = max(best, (score, math.radians(degrees)))
    return best[1]


def _apart(one: Array, two: Array, lines: Sequence[Array], a: int, b: int) -> float:
    """How well two lines can be told apart on the frame, at most 1; 1 if they are one line."""
    if float(np.linalg.norm(np.cross(lines[a], lines[b]))) < 1e-9:
        return 1.0
    sine = abs(float(one[0] * two[1] - one[1] * two[0]))
    return min(1.0, sine / max(float(np.hypot(*one) * np.hypot(*two)), 1e-9) / 0.35)
