"""What can stand in space: lines, arrows, sheets with a grid, and solids.

A mark gives pieces to be ordered (stage.space) and draws each of them as a camera sees it. Strokes
keep their width and arrowheads face the viewer, however far they are. All lengths in space are in
units of space, widths in Manim's stroke units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
from manim import ManimColor, VGroup, interpolate_color
from manim.constants import CapStyleType

from stage.blank import blank
from stage.camera import Array, Camera
from stage.plane import segment_points
from stage.shapes import ARROW_CORNERS, DOT, arrow_outline, closed_polygon
from stage.space import Patch, Piece, Stroke
from stage.story import named

SHEET, SHEET_LINE, BEHIND, BEFORE, LEFT_OVER, LINE, ARROW = -2, -1, 0, 1, 2, 3, 20
"""Layers: of what lies in one plane, what is drawn later."""

OVERLAP = 0.006
"""Scene units by which the two parts of an arrow that is cut reach over the cut: else the ground
would show between them."""


LIFT = 1e-5
"""How far strokes move towards the viewer in the order (not in the picture), in their own sizes."""


SHORTER = 30.0
"""How much shorter they are in the order, in lifts: enough where a face is met at two degrees."""


class Mark(Protocol):
    """Something that stands in space."""

    def pieces(self, camera: Camera) -> list[Piece]:
        """What is to be ordered. The owners' names tell these pieces from those of other marks."""

    def made(self, owner: str) -> VGroup:
        """New things that can draw a piece of this owner."""

    def shape(self, piece: Piece, camera: Camera, made: VGroup) -> None:
        """Let the things draw the piece as the camera sees it."""


def lifted(ends: Array, camera: Camera) -> Array:
    """The ends of a stroke, (2, 3), a little nearer to the viewer, for the order alone.

    A stroke along the edge of a solid lies in two planes, and of two faces the second would cover
    half its width. Lifted, it comes after every face that it lies in and that is behind it, and
    before those in front. It is a little shorter, too: lifted, its ends would else be cut off by
    the faces that they touch.
    """
    viewer, middle = camera.viewer, ends.mean(axis=0)
    toward = viewer[:3] - viewer[3] * middle
    size = float(np.abs(ends).max())
    shorter = middle + (1 - SHORTER * LIFT) * (ends - middle)
    moved: Array = shorter + LIFT * size * toward / float(np.linalg.norm(toward))
    return moved


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A straight line between two points, shape (2, 3); dashed if `dashes` says how often.

    The dashes belong to the line and not to the frame: they neither flicker nor creep while the
    line moves. `kind` is what checks know it as; a line without a kind has no name. `under` draws
    it before the faces that it lies in, as an outline that the edges of a solid may cover.
    """

    name: str
    ends: Array
    color: ManimColor
    width: float = 2.6
    dashes: int = 0
    kind: str = ""
    layer: int = LINE
    opacity: float = 1.0
    under: bool = False

    def pieces(self, camera: Camera) -> list[Piece]:
        """The line, whole."""
        if self.under:
            return [Stroke(self.name, self.ends, SHEET_LINE)]
        return [Stroke(self.name, lifted(self.ends, camera), self.layer)]

    def made(self, owner: str) -> VGroup:
        """One path."""
        path = blank(stroke_color=self.color, stroke_width=self.width)
        path.set_cap_style(CapStyleType.BUTT if self.dashes else CapStyleType.ROUND)
        return VGroup(named(path, owner, self.kind) if self.kind else path)

    def shape(self, piece: Piece, camera: Camera, made: VGroup) -> None:
        """The part that the piece is of the line."""
        assert isinstance(piece, Stroke)
        shares = dashed(*piece.whole, self.dashes)
        points = self.ends[0] + shares[..., None] * (self.ends[1] - self.ends[0])
        path = made[0]
        path.set_stroke(self.color, width=self.width, opacity=self.opacity)
        path.set_points(segment_points(camera.place(points)))


def dashed(low: float, high: float, count: int) -> Array:
    """The shares from `low` to `high` of a line that are drawn if it has so many dashes, (n, 2).

    The whole line begins and ends with a dash; 0 dashes are a line without gaps.
    """
    if count < 2:
        return np.array([[low, high]])
    starts = 2 * np.arange(count) / (2 * count - 1)
    shares = np.stack([starts, starts + 1 / (2 * count - 1)], axis=1).clip(low, high)
    found: Array = shares[shares[:, 0] < shares[:, 1]]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class ArrowInSpace:
    """An arrow between two points, shape (2, 3), with a shaft of constant width.

    It is drawn flat on the frame, so that its tip faces the viewer; one that has no length on the
    frame is a dot.
    """

    name: str
    ends: Array
    color: ManimColor
    scale: float = 1.0
    layer: int = ARROW

    def pieces(self, camera: Camera) -> list[Piece]:
        """The arrow, whole."""
        return [Stroke(self.name, lifted(self.ends, camera), self.layer)]

    def made(self, owner: str) -> VGroup:
        """One filled path."""
        path = blank(stroke_width=0, fill_color=self.color, fill_opacity=1)
        return VGroup(named(path, owner, "arrow"))

    def shape(self, piece: Piece, camera: Camera, made: VGroup) -> None:
        """The part that the piece is of the arrow, cut off square."""
        assert isinstance(piece, Stroke)
        start, end = camera.place(self.ends)
        outline = arrow_outline(start, end, self.scale)
        if piece.whole != (0.0, 1.0) and len(outline) == 4 * ARROW_CORNERS:
            cuts = self.ends[0] + np.array(piece.whole)[:, None] * (self.ends[1] - self.ends[0])
            along = (end - start) / float(np.hypot(*(end - start)))
            low, high = (camera.place(cuts) - start) @ along
            corners = outline[::4, :2]
            if piece.whole[0] > 0:
                corners = _beyond(corners, along, float(start @ along + low) - OVERLAP)
            if piece.whole[1] < 1:
                corners = _beyond(corners, -along, -float(start @ along + high) - OVERLAP)
            outline = closed_polygon(corners) if len(corners) else np.zeros((0, 3))
        made[0].set_points(outline)


def _beyond(corners: Array, along: Array, level: float) -> Array:
    """The part of a polygon, shape (n, 2), where along·p ≥ level (Sutherland and Hodgman 1974)."""
    heights = corners @ along - level
    after, following = np.roll(heights, -1), np.roll(corners, -1, axis=0)
    found: list[Array] = []
    for k in range(len(corners)):
        if heights[k] >= 0:
            found.append(corners[k])
        if heights[k] * after[k] < 0:
            share = heights[k] / (heights[k] - after[k])
            found.append(corners[k] + share * (following[k] - corners[k]))
    return np.array(found).reshape(-1, 2)


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A finite piece of a plane: its outline, shape (n, 3), and the lines of its grid.

    Each line is its ends, shape (2, 3), and how much of `color` it has, from 0 to 1. `layer` is
    that of the sheet among sheets in one plane.
    """

    name: str
    outline: Array
    lines: tuple[tuple[Array, float], ...]
    color: ManimColor
    ground: ManimColor
    opacity: float = 0.12
    rim: float = 2.0
    width: float = 1.8

    def pieces(self, camera: Camera) -> list[Piece]:
        """The sheet, then its grid."""
        del camera
        rim = np.ones(len(self.outline), dtype=bool)
        lines = [
            Stroke(f"{self.name}/{k}", ends, SHEET_LINE) for k, (ends, _) in enumerate(self.lines)
        ]
        return [Patch(self.name, self.outline, rim, SHEET), *lines]

    def made(self, owner: str) -> VGroup:
        """A face and a rim, or a line of the grid."""
        if owner == self.name:
            face = blank(stroke_width=0, fill_color=self.color, fill_opacity=self.opacity)
            return VGroup(face, blank(stroke_color=self.color, stroke_width=self.rim))
        return VGroup(blank(stroke_width=self.width))

    def shape(self, piece: Piece, camera: Camera, made: VGroup) -> None:
        """The piece of the sheet, or of a line of its grid."""
        if isinstance(piece, Patch):
            corners = camera.place(piece.corners)
            made[0].set_points(closed_polygon(corners))
            made[1].set_points(segment_points(_rims(corners, piece.rim)))
            rim = interpolate_color(self.ground, self.color, 0.7)
            made[1].set_stroke(rim, width=self.rim)
            return
        share = self.lines[int(piece.owner.rpartition("/")[2])][1]
        made[0].set_points(segment_points(camera.place(piece.ends)[None]))
        made[0].set_stroke(interpolate_color(self.ground, self.color, share))


def _rims(corners: Array, rim: npt.NDArray[np.bool_]) -> Array:
    """The edges of a polygon on the frame that are its own, shape (m, 2, 2)."""
    edges: Array = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)[rim]
    return edges


def tile(
    name: str,
    middle: Array,
    sides: Array,
    color: ManimColor,
    ground: ManimColor,
    cells: tuple[int, int] = (4, 4),
) -> Sheet:
    """A sheet that is a parallelogram about `middle`, with sides of shape (2, 3) and equal cells.

    Raises ValueError if the sides are parallel: a sheet without area cannot hide anything.
    """
    if not float(np.linalg.norm(np.cross(*sides))) > 1e-12 * float(np.abs(sides).max()) ** 2:
        raise ValueError("the sides of a sheet must not be parallel")
    corner = middle - sides.sum(axis=0) / 2
    outline = corner + np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) @ sides
    lines = []
    for own, other, count in ((0, 1, cells[0]), (1, 0, cells[1])):
        for k in range(1, count):
            start = corner + k / count * sides[own]
            lines.append((np.array([start, start + sides[other]]), 0.7))
    return Sheet(name, outline, tuple(lines), color, ground)


@dataclass(frozen=True, slots=True, eq=False)
class Dot:
    """A point that faces the viewer as a disc; `radius` in scene units."""

    name: str
    point: Array
    color: ManimColor
    radius: float = DOT * 1.7
    opacity: float = 1.0

    def pieces(self, camera: Camera) -> list[Piece]:
        """A stroke without length."""
        del camera
        return [Stroke(self.name, np.array([self.point, self.point]), ARROW + 1)]

    def made(self, owner: str) -> VGroup:
        """One filled path."""
        path = blank(stroke_width=0, fill_color=self.color, fill_opacity=self.opacity)
        return VGroup(named(path, owner, "dot"))

    def shape(self, piece: Piece, camera: Camera, made: VGroup) -> None:
        """The disc."""
        del piece
        middle = camera.place(self.point)
        made[0].set_points(arrow_outline(middle, middle, self.radius / DOT))
        made[0].set_fill(self.color, opacity=self.opacity)
