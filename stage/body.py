"""A solid as it is drawn: translucent faces in the colour of its orientation, and its edges.

Every face draws its own edges after itself, so an edge between a face that is seen and one that is
not is covered by neither. Edges behind are dashed and fainter. Where orientation is flipped the
faces in front are hatched, as a flipped square is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt
from manim import ManimColor, VGroup, VMobject, interpolate_color
from manim.constants import CapStyleType, LineJointType

from stage.blank import blank
from stage.camera import Array, Camera
from stage.plane import segment_points
from stage.shapes import closed_polygon
from stage.solids import Solid
from stage.space import Patch, Piece, Stroke
from stage.space_marks import ARROW, BEFORE, BEHIND, LEFT_OVER, dashed
from stage.story import named
from stage.theme import Theme

FRONT, BACK = 0.42, 0.3
"""Opacity of faces that are seen and of those behind."""

SHADES = (0.26, 0.72)
"""How much of the hue a face in the shade has, and one that faces the light."""

EDGE, REAR = 4.0, 2.2
"""Widths of edges in front and behind."""

HATCH = 7
"""Lines of the hatching along each edge of a face."""


@dataclass(frozen=True, eq=False)
class Body:
    """A solid under a map. `light` is a unit vector towards the light; `shown` fades it in or out.

    A flat solid shows what is left: a polygon, a segment or a point.
    """

    name: str
    solid: Solid
    theme: Theme
    light: Array
    dashes: int = 9
    shown: float = 1.0

    @cached_property
    def orientation(self) -> int:
        """That of the solid."""
        return self.solid.orientation

    @cached_property
    def hue(self) -> ManimColor:
        """The colour of its orientation; a flat solid keeps that of the moment before."""
        theme = self.theme
        return ManimColor(theme.negative if self.orientation < 0 else theme.positive)

    def pieces(self, camera: Camera) -> list[Piece]:
        """The faces that are seen, then those behind, so that the seen ones part the others."""
        if self.solid.rank < 2:
            border = self.solid.border()
            return [Stroke(self.name, border[[0, -1]], LEFT_OVER)]
        seen = _sight(self.solid, camera)
        found: list[Piece] = []
        for k in sorted(range(len(seen)), key=lambda k: not seen[k]):
            face = list(self.solid.faces[k])
            if self._outward[k].any():
                rim = np.ones(len(face), dtype=bool)
                layer = BEFORE if seen[k] else BEHIND
                found.append(Patch(f"{self.name}/{k}", self.solid.corners[face], rim, layer))
        return found

    def made(self, owner: str) -> VGroup:
        """A face, its hatching, its edges; or what is left where there are no faces."""
        if owner == self.name:
            left = blank(stroke_width=2 * EDGE)
            return VGroup(named(left.set_cap_style(CapStyleType.ROUND), self.name, "outline"))
        face = named(blank(stroke_width=0), self.name, "area")
        hatch = blank(stroke_width=2.0)
        # Round where edges meet: mitres would stand out as spikes at sharp corners.
        edges = VMobject(stroke_width=EDGE, joint_type=LineJointType.ROUND)
        named(edges, f"{self.name} edges", "outline")
        edges.set_cap_style(CapStyleType.ROUND)
        rear = blank(stroke_width=REAR)
        return VGroup(face, hatch, rear, edges)

    def shape(self, piece: Piece, camera: Camera, made: VGroup) -> None:
        """The piece of a face with the edges that are its own."""
        if isinstance(piece, Stroke):
            ends = camera.place(piece.ends)
            if float(np.hypot(*(ends[1] - ends[0]))) < 1e-4:  # a dot needs some way to be drawn
                ends = ends[0] + np.array([[-5e-4, 0.0], [5e-4, 0.0]])
            made[0].set_points(segment_points(ends[None]))
            made[0].set_stroke(self.hue, opacity=self.shown)
            return
        number = int(piece.owner.rpartition("/")[2])
        seen = _sight(self.solid, camera)
        face, hatch, rear, edges = made
        corners = camera.place(piece.corners)
        face.set_points(closed_polygon(corners))
        tint = interpolate_color(ManimColor(self.theme.ground), self.hue, self._shade(number))
        face.set_fill(tint, opacity=(FRONT if seen[number] else BACK) * self.shown)
        front, behind = self._edges(number, piece, seen)
        edges.set_points(segment_points(camera.place(front)))
        edges.set_stroke(self.hue, opacity=self.shown)
        rear.set_points(segment_points(camera.place(behind)))
        faint = interpolate_color(ManimColor(self.theme.ground), self.hue, 0.62)
        rear.set_stroke(faint, opacity=self.shown)
        if seen[number] and self.orientation < 0:
            hatch.set_points(segment_points(_within(corners, self._hatching(number, camera))))
            hatch.set_stroke(self.hue, opacity=0.55 * self.shown)
        else:
            hatch.clear_points()

    @cached_property
    def _outward(self) -> Array:
        return self.solid.outward()

    def _shade(self, number: int) -> float:
        low, high = SHADES
        return low + (high - low) * (1 + float(self._outward[number] @ self.light)) / 2

    def _edges(self, number: int, piece: Patch, seen: npt.NDArray[np.bool_]) -> tuple[Array, Array]:
        """The piece's edges in front, (n, 2, 3), and the dashes of those behind, (m, 2, 3)."""
        face = self.solid.faces[number]
        own = np.stack([piece.corners, np.roll(piece.corners, -1, axis=0)], axis=1)[piece.rim]
        if seen[number]:
            return own, np.zeros((0, 2, 3))
        behind = [np.zeros((0, 2, 3))]
        for a, b in zip(face, (*face[1:], face[0]), strict=True):
            if any(seen[k] for k in self.solid.faces_at((a, b)) if self._outward[k].any()):
                continue  # the face that is seen draws it
            a, b = min(a, b), max(a, b)  # both faces count its dashes from one end
            start, along = self.solid.corners[a], self.solid.corners[b] - self.solid.corners[a]
            square = float(along @ along)
            if square == 0.0:
                continue
            for ends in own:
                shares = (ends - start) @ along / square
                off = ends - start - shares[:, None] * along
                if float((off**2).sum()) > 1e-12 * square:
                    continue
                low, high = sorted(shares.tolist())
                parts = dashed(max(low, 0.0), min(high, 1.0), self.dashes)
                behind.append(start + parts[..., None] * along)
        return np.zeros((0, 2, 3)), np.concatenate(behind)

    def _hatching(self, number: int, camera: Camera) -> Array:
        """Lines across a face on the frame, shape (n, 2, 2)."""
        corners = self.solid.corners[list(self.solid.faces[number])]
        one, two = corners[1] - corners[0], corners[-1] - corners[0]
        steps = np.arange(1, 2 * HATCH)[:, None, None] / HATCH
        ends = np.array([[1.0, 0.0], [0.0, 1.0]])
        return camera.place(corners[0] + steps * (ends @ np.array([one, two])))


@lru_cache(maxsize=8)
def _sight(solid: Solid, camera: Camera) -> npt.NDArray[np.bool_]:
    """Which faces are seen; asked for once for every piece of a picture."""
    return solid.seen(camera)


def _within(polygon: Array, lines: Array) -> Array:
    """The parts of segments, (n, 2, 2), inside a convex polygon, (m, 2) (Cyrus and Beck 1978)."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    normals = np.column_stack([-edges[:, 1], edges[:, 0]])
    normals *= np.sign(((polygon.mean(axis=0) - polygon) * normals).sum(axis=1))[:, None]
    along = lines[:, 1] - lines[:, 0]
    heights = ((lines[:, 0, None] - polygon) * normals).sum(axis=2)
    speeds = along @ normals.T
    moving = np.abs(speeds) > 1e-12
    at = -heights / np.where(moving, speeds, 1.0)
    low = np.where(moving & (speeds > 0), at, 0.0).max(axis=1).clip(0.0, None)
    high = np.where(moving & (speeds < 0), at, 1.0).min(axis=1).clip(None, 1.0)
    keep = (low < high) & (moving | (heights >= 0)).all(axis=1)
    shares = np.stack([low, high], axis=1)[keep]
    found: Array = lines[keep, :1] + shares[..., None] * along[keep, None]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class LeftOver:
    """What a singular map has left of a solid, in the colour of the image: `shown` from 0 to 1."""

    name: str
    solid: Solid
    theme: Theme
    shown: float = 1.0

    def pieces(self, camera: Camera) -> list[Piece]:
        """A polygon, a segment or a point, by the solid's rank."""
        del camera
        border = self.solid.border()
        if len(border) > 2:
            return [Patch(self.name, border, np.ones(len(border), dtype=bool), LEFT_OVER)]
        return [Stroke(self.name, border[[0, -1]], ARROW - 1)]

    def made(self, owner: str) -> VGroup:
        """A face and a border, or a thick line."""
        color, line = self.theme.image, VMobject(joint_type=LineJointType.ROUND)
        line.set_cap_style(CapStyleType.ROUND)
        face = VMobject(stroke_width=0, fill_color=color)
        return VGroup(named(face, owner, "area"), named(line, owner, "outline"))

    def shape(self, piece: Piece, camera: Camera, made: VGroup) -> None:
        """The piece as it is seen."""
        face, line = made
        if isinstance(piece, Patch):
            corners = camera.place(piece.corners)
            face.set_points(closed_polygon(corners)).set_fill(opacity=0.45 * self.shown)
            edges = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)[piece.rim]
            line.set_points(segment_points(edges))
            line.set_stroke(self.theme.image, width=5.0, opacity=self.shown)
            return
        ends = camera.place(piece.ends)
        if float(np.hypot(*(ends[1] - ends[0]))) < 1e-4:
            ends = ends[0] + np.array([[-5e-4, 0.0], [5e-4, 0.0]])
        line.set_points(segment_points(ends[None]))
        line.set_stroke(self.theme.image, width=17.0, opacity=0.6 * self.shown)
