"""Convex solids under maps of space: faces, edges, signed volume, and which faces a viewer sees.

A map moves the corners and keeps the faces, so the order of a face's corners tells orientation: it
is counter-clockwise seen from outside as long as the map keeps orientation, clockwise once it has
flipped it. A singular map flattens the solid to a polygon, a segment or a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from stage.camera import Array, Camera

FLAT = 1e-9
"""A thickness or a face smaller than this share of the solid's size counts as none."""


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A convex solid: corners, shape (n, 3), and faces as numbers of corners.

    Each face is listed counter-clockwise seen from outside, before any map.
    """

    corners: Array
    faces: tuple[tuple[int, ...], ...]

    def mapped(self, matrix: npt.ArrayLike) -> Solid:
        """The image under a 3×3 matrix; every corner p goes to M·p."""
        return replace(self, corners=self.corners @ np.asarray(matrix, dtype=np.float64).T)

    @property
    def size(self) -> float:
        """The largest distance of a corner from the middle."""
        return float(np.linalg.norm(self.corners - self.middle, axis=1).max())

    @property
    def middle(self) -> Array:
        """The mean of the corners, shape (3,)."""
        middle: Array = self.corners.mean(axis=0)
        return middle

    def areas(self) -> Array:
        """The faces' area vectors, shape (faces, 3): across the face, as long as its area.

        They point outwards if orientation is kept, inwards if it is flipped (Newell's formula).
        """
        return area_vectors(self.corners[_padded(self.faces)])

    def volume(self) -> float:
        """The signed volume: a third of the flux of p − middle through the faces (Gauss)."""
        to = self.corners[_padded(self.faces)[:, 0]] - self.middle
        return float((to * self.areas()).sum()) / 3

    @property
    def orientation(self) -> int:
        """1 while the faces look outwards, −1 once they look inwards, 0 if the solid is flat."""
        volume = self.volume()
        if abs(volume) <= FLAT * self.size**3:
            return 0
        return 1 if volume > 0 else -1

    @property
    def rank(self) -> int:
        """The dimension of what is left of the solid: 3, or 2, 1, 0 if it is flat."""
        size = self.size
        reach = float(np.abs(self.corners).max())
        if size <= 1e-15 * max(reach, 1e-300):
            return 0
        spread = np.linalg.svd(self.corners - self.middle, compute_uv=False)
        return int((spread > FLAT * spread[0]).sum())

    def outward(self) -> Array:
        """The faces' unit normals away from the solid, (faces, 3); zero where a face has no area.

        Of a flat solid they are those of the moment before, while it kept orientation.
        """
        areas = self.areas()
        lengths = np.linalg.norm(areas, axis=1)
        there = lengths > FLAT * self.size**2
        normals = np.zeros_like(areas)
        normals[there] = areas[there] / lengths[there, None]
        return -normals if self.orientation < 0 else normals

    def seen(self, camera: Camera) -> npt.NDArray[np.bool_]:
        """Which faces are turned to the viewer, shape (faces,)."""
        viewer, outward = camera.viewer, self.outward()
        starts = self.corners[_padded(self.faces)[:, 0]]
        heights = outward @ viewer[:3] - (outward * starts).sum(axis=1) * viewer[3]
        turned: npt.NDArray[np.bool_] = heights > 0
        return turned

    def edges(self) -> tuple[tuple[int, int], ...]:
        """Pairs of corners between which an edge runs, the smaller number first, each once."""
        pairs = {
            (min(a, b), max(a, b))
            for face in self.faces
            for a, b in zip(face, (*face[1:], face[0]), strict=True)
        }
        return tuple(sorted(pairs))

    def faces_at(self, edge: tuple[int, int]) -> tuple[int, ...]:
        """The numbers of the faces that meet in an edge: two."""
        return tuple(k for k, face in enumerate(self.faces) if {*edge} <= {*face})

    def border(self) -> Array:
        """What is left of a flat solid: the corners of its outline in order, shape (n, 3).

        Two ends where the rank is 1, one point where it is 0. Raises ValueError for rank 3.
        """
        rank = self.rank
        if rank == 3:
            raise ValueError("a solid that is not flat has a surface, not a border")
        if rank < 2:
            return self.segment() if rank else self.corners[:1]
        basis = np.linalg.svd(self.corners - self.middle)[2][:2]
        flat = (self.corners - self.middle) @ basis.T
        return self.corners[_outline(flat)]

    def segment(self) -> Array:
        """The two corners farthest apart, shape (2, 3): what is left where the rank is 1."""
        pairs = list(combinations(range(len(self.corners)), 2))
        lengths = [float(np.linalg.norm(self.corners[a] - self.corners[b])) for a, b in pairs]
        a, b = pairs[int(np.argmax(lengths))]
        return self.corners[[a, b]]


def area_vectors(polygons: Array) -> Array:
    """Vectors across flat polygons, (…, n, 3), as long as their areas; shape (…, 3).

    A polygon is anticlockwise seen from where its vector points (Newell's formula).
    """
    to = polygons - polygons[..., :1, :]
    a, b = to[..., :-1, :], to[..., 1:, :]  # the last corner and the first span nothing: to[0] = 0
    # numpy.cross moves axes about, which takes longer than all the rest with so few corners.
    spanned = a[..., [1, 2, 0]] * b[..., [2, 0, 1]] - a[..., [2, 0, 1]] * b[..., [1, 2, 0]]
    found: Array = spanned.sum(axis=-2) / 2
    return found


@lru_cache(maxsize=64)
def _padded(faces: tuple[tuple[int, ...], ...]) -> npt.NDArray[np.intp]:
    """Faces as the rows of one array; a shorter face repeats its last corner."""
    longest = max(map(len, faces))
    return np.array([(*face, *face[-1:] * (longest - len(face))) for face in faces])


def _outline(points: Array) -> list[int]:
    """The corners of the convex hull of points of a plane, (n, 2), counter-clockwise.

    Andrew's monotone chain; points on the edges between corners do not count.
    """
    slack = FLAT * float(np.ptp(points, axis=0).max()) ** 2
    order = np.lexsort((points[:, 1], points[:, 0])).tolist()
    chains: list[list[int]] = []
    for run in (order, order[::-1]):
        kept: list[int] = []
        for k in run:
            while len(kept) > 1:
                (ax, ay), (bx, by), (x, y) = points[[kept[-2], kept[-1], k]].tolist()
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > slack:
                    break
                kept.pop()
            kept.append(k)
        chains.append(kept[:-1])
    return chains[0] + chains[1]


def unit_cube() -> Solid:
    """The cube on the three basis vectors; corner k has the binary digits of k as coordinates.

    Corners 0, 1, 2 and 4 are the origin and the tips of the first, second and third.
    """
    corners = np.array([[k & 1, k >> 1 & 1, k >> 2 & 1] for k in range(8)], dtype=np.float64)
    faces = (
        (0, 4, 6, 2),
        (1, 3, 7, 5),
        (0, 1, 5, 4),
        (2, 6, 7, 3),
        (0, 2, 3, 1),
        (4, 5, 7, 6),
    )
    return Solid(corners, faces)


def parallelepiped(matrix: npt.ArrayLike) -> Solid:
    """The image of the unit cube under a 3×3 matrix, singular ones included."""
    return unit_cube().mapped(matrix)


def hull(points: Sequence[Sequence[float]] | Array) -> Solid:
    """The convex hull of at least four points that do not lie in one plane, shape (n, 3).

    Triangles in one plane become one face. Raises ValueError if the points lie in one plane.
    """
    from scipy.spatial import ConvexHull, QhullError  # type: ignore[import-untyped] # untyped

    cloud = np.asarray(points, dtype=np.float64)
    try:
        found = ConvexHull(cloud)
    except (QhullError, ValueError) as flat:
        raise ValueError("the points lie in one plane; a solid needs four that do not") from flat
    planes: dict[tuple[float, ...], set[int]] = {}
    scale = float(np.abs(cloud).max())
    for triangle, plane in zip(found.simplices, found.equations, strict=True):
        key = tuple((np.round(plane / (1, 1, 1, scale), 7) + 0.0).tolist())
        planes.setdefault(key, set()).update(int(k) for k in triangle)
    kept = sorted({k for face in planes.values() for k in face})
    number = {k: j for j, k in enumerate(kept)}
    faces = [_around(cloud, sorted(face), np.array(key[:3])) for key, face in planes.items()]
    return Solid(cloud[kept], tuple(tuple(number[k] for k in face) for face in faces))


def _around(cloud: Array, face: list[int], normal: Array) -> list[int]:
    """The corners of a face counter-clockwise seen from where its normal points."""
    to = cloud[face] - cloud[face].mean(axis=0)
    across = np.cross(normal, to[0])
    angles = np.arctan2(to @ across / np.linalg.norm(across), to @ to[0] / np.linalg.norm(to[0]))
    return [face[k] for k in np.argsort(angles)]
