"""What in front hides what is behind, for both cameras of stage.camera.

Flat pieces and strokes are split where they pierce each other and drawn from the back to the front.
The splitting is a binary space partition (Fuchs, Kedem and Naylor 1980): the plane of one patch
parts all others, and so on in each half. It does not depend on the camera, so an orbit builds the
tree once and walks it once for every frame: first the half that the viewer is not in, then what
lies in the plane, then the viewer's half. Strokes that share a cell of the tree are ordered where
they cross, by their depths on the ray through the crossing.

Patches part the others in the order in which they are given: what should not be cut comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from stage.camera import Array, Camera, side_of
from stage.solids import area_vectors

TOLERANCE = 1e-9
"""What lies this close to a plane, measured by the size of the scene, lies in it."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A flat convex piece: corners in order, shape (n, 3).

    `rim[k]` says whether the edge from corner k to the next is the patch's own, not a cut.
    """

    owner: str
    corners: Array
    rim: npt.NDArray[np.bool_]
    layer: int = 0

    def parted(self, normal: Array, level: float, tolerance: float) -> list[Patch | None]:
        """The parts below and above the plane normal·p = level; None where there is none."""
        heights = self.corners @ normal - level
        return [self._side(sign * heights, tolerance) for sign in (-1.0, 1.0)]

    def _side(self, heights: Array, tolerance: float) -> Patch | None:
        """The part where `heights` is positive (Sutherland and Hodgman 1974)."""
        heights = np.where(np.abs(heights) <= tolerance, 0.0, heights)
        if not (heights > 0).any():
            return None
        if (heights >= 0).all():
            return self
        after = np.roll(heights, -1)
        keep, crosses = heights >= 0, heights * after < 0
        share = np.divide(heights, heights - after, out=np.zeros_like(heights), where=crosses)
        crossings = self.corners + share[:, None] * (
            np.roll(self.corners, -1, axis=0) - self.corners
        )
        # After a corner that is kept and before one that is not, the border runs along the cut.
        own = self.rim & ((after >= 0) | (heights > 0))
        corners = np.stack([self.corners, crossings], axis=1).reshape(-1, 3)
        rim = np.stack([own, self.rim & (after > 0)], axis=1).reshape(-1)
        found = np.stack([keep, crosses], axis=1).reshape(-1)
        return Patch(self.owner, corners[found], rim[found], self.layer)


@dataclass(frozen=True, slots=True, eq=False)
class Stroke:
    """A straight piece from `ends[0]` to `ends[1]`, shape (2, 3).

    `whole` tells which part of its owner it is, from 0 to 1. Of what lies in one plane the higher
    layer is drawn later.
    """

    owner: str
    ends: Array
    layer: int = 1
    whole: tuple[float, float] = (0.0, 1.0)

    def parted(self, normal: Array, level: float, tolerance: float) -> list[Stroke | None]:
        """The parts below and above the plane normal·p = level; None where there is none."""
        one, two = (float(h) for h in self.ends @ normal - level)
        if max(one, two) <= tolerance:
            return [self, None]
        if min(one, two) >= -tolerance:
            return [None, self]
        share = one / (one - two)
        crossing = self.ends[0] + share * (self.ends[1] - self.ends[0])
        low, high = self.whole
        middle = low + share * (high - low)
        first = Stroke(self.owner, np.array([self.ends[0], crossing]), self.layer, (low, middle))
        second = Stroke(self.owner, np.array([crossing, self.ends[1]]), self.layer, (middle, high))
        return [first, second] if one < 0 else [second, first]


Piece: TypeAlias = Patch | Stroke


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    """A plane normal·p = level, what lies in it in drawing order, and what on its two sides."""

    normal: Array
    level: float
    inside: tuple[Piece, ...]
    below: _Tree
    above: _Tree


_Tree: TypeAlias = "_Node | tuple[Stroke, ...]"


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """Pieces split at each other's planes; `ordered` gives them from the back to the front."""

    tree: _Tree

    def pieces(self) -> Iterator[Piece]:
        """All pieces, in no order that means anything."""
        ahead = [self.tree]
        while ahead:
            tree = ahead.pop()
            if isinstance(tree, _Node):
                yield from tree.inside
                ahead += [tree.below, tree.above]
            else:
                yield from tree

    def ordered(self, camera: Camera) -> Iterator[Piece]:
        """All pieces from the back to the front."""
        return _walk(self.tree, camera, camera.viewer)


def space(pieces: Sequence[Piece]) -> Space:
    """Split pieces at the planes of all patches among them."""
    corners = [p.corners if isinstance(p, Patch) else p.ends for p in pieces]
    size = max((float(np.abs(c).max()) for c in corners), default=1.0)
    return Space(_build(list(pieces), TOLERANCE * max(size, 1e-30)))


def _build(pieces: list[Piece], tolerance: float) -> _Tree:
    first = next((p for p in pieces if isinstance(p, Patch)), None)
    if first is None:
        return tuple(p for p in pieces if isinstance(p, Stroke))
    normal = normal_of(first.corners)
    level = float(first.corners[0] @ normal)
    inside: list[Piece] = []
    sides: tuple[list[Piece], list[Piece]] = ([], [])
    for piece in pieces:
        points = piece.corners if isinstance(piece, Patch) else piece.ends
        if float(np.abs(points @ normal - level).max()) <= tolerance:
            inside.append(piece)
            continue
        for side, part in zip(sides, piece.parted(normal, level, tolerance), strict=True):
            if part is not None:
                side.append(part)
    inside.sort(key=lambda piece: piece.layer)
    return _Node(normal, level, tuple(inside), *(_build(side, tolerance) for side in sides))


def _walk(tree: _Tree, camera: Camera, viewer: Array) -> Iterator[Piece]:
    if not isinstance(tree, _Node):
        yield from _by_crossing(tree, camera)
        return
    above = side_of(viewer, tree.normal, tree.level) >= 0
    far, near = (tree.below, tree.above) if above else (tree.above, tree.below)
    yield from _walk(far, camera, viewer)
    yield from tree.inside
    yield from _walk(near, camera, viewer)


def _by_crossing(strokes: Sequence[Stroke], camera: Camera) -> list[Stroke]:
    """Strokes ordered so that of two which cross on the frame the nearer is drawn later.

    Where they only touch, as rays from one point do, their layers decide. A cycle, for which there
    is no right order, is broken at the stroke whose middle is farthest.
    """
    rest = sorted(strokes, key=lambda s: (s.layer, float(camera.nearness(s.ends.mean(axis=0)))))
    later: dict[int, set[int]] = {k: set() for k in range(len(rest))}
    placed = [camera.place(s.ends) for s in rest]
    near = [camera.nearness(s.ends) for s in rest]
    for a in range(len(rest)):
        for b in range(a + 1, len(rest)):
            shares = crossing(placed[a], placed[b])
            if shares is None:
                continue
            one, two = camera.share(rest[a].ends, shares[0]), camera.share(rest[b].ends, shares[1])
            depth_a = near[a][0] + one * (near[a][1] - near[a][0])
            depth_b = near[b][0] + two * (near[b][1] - near[b][0])
            if depth_a > depth_b:
                later[b].add(a)  # a is nearer, so b must come before it
            else:
                later[a].add(b)
    found: list[int] = []
    ahead = list(range(len(rest)))
    while ahead:
        behind = {k for one in ahead for k in later[one] if k != one}
        free = next((k for k in ahead if k not in behind), None)
        if free is None:
            free = min(ahead, key=lambda k: float(near[k].mean()))
        ahead.remove(free)
        found.append(free)
    return [rest[k] for k in found]


def crossing(one: Array, two: Array) -> tuple[float, float] | None:
    """Where two flat segments, shape (2, 2), cross, as shares of each; None if they do not.

    The ends do not count, nor do parallel segments.
    """
    p, r = one[0], one[1] - one[0]
    q, s = two[0], two[1] - two[0]
    cross = float(r[0] * s[1] - r[1] * s[0])
    if abs(cross) <= 1e-9 * float(np.hypot(*r)) * float(np.hypot(*s)) + 1e-30:
        return None
    d = q - p
    t, u = float(d[0] * s[1] - d[1] * s[0]) / cross, float(d[0] * r[1] - d[1] * r[0]) / cross
    edge = 1e-6
    return (t, u) if edge < t < 1 - edge and edge < u < 1 - edge else None


def normal_of(corners: Array) -> Array:
    """The unit normal of a flat polygon, shape (n, 3)."""
    normal = area_vectors(corners)
    unit: Array = normal / float(np.linalg.norm(normal))
    return unit


def disc(basis: Array, radius: float, owner: str, *, edges: int = 96, layer: int = 0) -> Patch:
    """The part within `radius` of the plane that the orthonormal rows of `basis`, (2, 3), span."""
    angles = np.arange(edges) * (2 * np.pi / edges)
    corners = radius * (np.outer(np.cos(angles), basis[0]) + np.outer(np.sin(angles), basis[1]))
    return Patch(owner, corners, np.ones(edges, dtype=bool), layer)
