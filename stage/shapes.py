"""What stands on a plane: arrows, the unit square, the arc that shows the sense of turning.

Each is redrawn from the map by `follow(matrix, view)`, so all of them always agree.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from manim import VGroup, VMobject
from manim.constants import CapStyleType, LineJointType

from stage.layout import Zone
from stage.plane import Map, clip_lines, segment_points
from stage.theme import Theme
from stage.view import View

SHAFT = 0.068
"""Width of an arrow's shaft, scene units, whatever its length."""

TIP_LENGTH = 0.27
TIP_WIDTH = 0.24
DOT = 0.075
"""Radius of the dot that stands for the zero vector."""

ARC = 0.6
"""Radius of the arc of orientation, scene units, unless an arrow is too short for it."""

ARC_LENGTH = 0.8
"""Length of the arc that is aimed at where the turn is narrow, scene units."""

CLEAR = 0.1
"""Distance that the arc keeps from the arrows at its ends, scene units."""

SENSE_TIP = 0.2
"""Length of the arc's tip, scene units."""

FLAT_SINE = 0.06
"""How far from a half turn, in radians, the arc still has a sense that can be told."""

TOGETHER = 0.2
"""Angle in radians below which an arrow begins to be wider than a shorter one that lies on it."""

WIDER = 0.9
"""By how much of its width it is wider when both have one direction."""

HEAD = 0.3
"""How much of that its head takes part in."""

ARROW_CORNERS = 7
"""Corners of an arrow's outline; the fourth is its tip."""

BARE = 0.3
"""By how much, in scene units, one diagonal of a flat square exceeds the other when it is sure that
its ends are the segment's."""

THIN = 0.12
"""Width in scene units at which a square that is being flattened begins to get dots at its ends."""

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
"""The unit square, counter-clockwise from the origin."""


def closed_polygon(corners: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Corners, shape (n, 2), as a closed path of straight cubic curves, shape (4n, 3)."""
    edges = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)
    return segment_points(edges)


def _circle(center: npt.NDArray[np.float64], radius: float) -> npt.NDArray[np.float64]:
    """Four cubic curves, shape (16, 3)."""
    k = 4 / 3 * math.tan(math.pi / 8)
    quarter = np.array([[1, 0], [1, k], [k, 1], [0, 1]], dtype=float)
    turn = np.array([[0.0, -1.0], [1.0, 0.0]])
    points = []
    for _ in range(4):
        points.append(quarter)
        quarter = quarter @ turn.T
    flat = center + radius * np.concatenate(points)
    return np.column_stack([flat, np.zeros(len(flat))])


def arrow_outline(
    start: npt.NDArray[np.float64],
    end: npt.NDArray[np.float64],
    scale: float = 1.0,
    wider: float = 1.0,
) -> npt.NDArray[np.float64]:
    """The outline of an arrow between scene points of shape (2,), its tip exactly at `end`.

    Its shaft is `wider` times as wide as it is elsewhere; its head grows with it, but less.

    Stroke and tip keep their size; an arrow shorter than its tip is drawn smaller, and where
    nothing is left of it, it is a dot: a vector of length zero is never a stray arrowhead.
    """
    along = end - start
    length = float(np.hypot(*along))
    if length <= DOT * scale:
        return _circle(start + along / 2, DOT * scale)
    unit = along / length
    side = np.array([-unit[1], unit[0]])
    shaft = SHAFT * scale * wider
    scale *= 1.0 + HEAD * (wider - 1.0)
    whole = TIP_LENGTH * scale * 1.25
    small = min(1.0, length / whole)
    size, shaft = scale * small, shaft * small
    tip_length, tip_width = TIP_LENGTH * size, TIP_WIDTH * size
    notch = tip_length * 0.8
    neck, back = end - unit * notch, end - unit * tip_length
    corners = np.array(
        [
            start + side * shaft / 2,
            neck + side * shaft / 2,
            back + side * tip_width / 2,
            end,
            back - side * tip_width / 2,
            neck - side * shaft / 2,
            start - side * shaft / 2,
        ]
    )
    return closed_polygon(corners)


class Arrow(VMobject):
    """A vector from the origin as the map has it: one filled path of constant weight."""

    def __init__(self, vector: npt.ArrayLike, color: str, *, scale: float = 1.0) -> None:
        super().__init__(stroke_width=0, fill_color=color, fill_opacity=1)
        self.vector = np.asarray(vector, dtype=np.float64)
        self.weight = scale
        self.tip = np.zeros(2)
        """Where the tip is, in plane units: the image of the vector."""
        self.reach = 0.0
        """The image's length, plane units."""

    def follow(self, matrix: Map, view: View, wider: float = 1.0) -> None:
        """Show the image of the vector under the map, so many times as wide as it is elsewhere."""
        self.tip = matrix @ self.vector
        self.reach = float(np.hypot(self.tip[0], self.tip[1]))
        ends = view.place(np.array([[0.0, 0.0], self.tip]))[:, :2]
        self.set_points(arrow_outline(ends[0], ends[1], self.weight, wider))

    def drawn_tip(self) -> npt.NDArray[np.float64]:
        """The point of the outline farthest from where it starts, scene units, shape (2,).

        The middle of the dot where the arrow is one.
        """
        anchors = self.points[::4, :2]
        if len(anchors) != ARROW_CORNERS:
            middle: npt.NDArray[np.float64] = (anchors[0] + anchors[2]) / 2
            return middle
        tip: npt.NDArray[np.float64] = anchors[3]
        return tip


def widths(tips: npt.NDArray[np.float64]) -> list[float]:
    """How many times as wide as usual arrows from one origin are, by their tips, shape (n, 2).

    `tips` are seen from the origin, in scene units. An arrow that runs on under a shorter one is
    wider, so that it is seen to begin where the shorter one does, and not at its tip. The nearer
    the two directions, the wider, so that nothing jumps while they come together.
    """
    lengths = np.hypot(*tips.T)
    found = []
    for tip, length in zip(tips, lengths, strict=True):
        most = 0.0
        for other, shorter in zip(tips, lengths, strict=True):
            if shorter < 1e-9 or shorter >= length:
                continue
            cross = abs(float(tip[0] * other[1] - tip[1] * other[0]))
            angle = math.atan2(cross, float(tip @ other))
            same = max(0.0, 1.0 - angle / TOGETHER)
            enough = min(1.0, float(min(length - shorter, shorter)) / TIP_LENGTH)
            most = max(most, same * enough)
        found.append(1.0 + WIDER * most)
    return found


class UnitSquare(VGroup):
    """The unit square as the map has it: a face whose colour and hatching tell its orientation.

    With `flattens` it is on its way to a segment: as it becomes one, it gets dots at the ends that
    no arrow marks, so that its extent can be seen where arrows hide the rest.
    """

    HATCH = 7
    FACE = 0.34
    """How strongly the face has its colour."""
    END = 0.08
    """Radius of the dots, scene units."""

    def __init__(self, theme: Theme, *, hatched: bool = True) -> None:
        self.theme = theme
        self.hatched = hatched
        self.face = VMobject(stroke_width=0, fill_opacity=self.FACE)
        self.hatch = VMobject(stroke_width=2.0, stroke_opacity=0.55)
        self.edge = VMobject(stroke_width=4.5, joint_type=LineJointType.ROUND)
        self.edge.set_cap_style(CapStyleType.ROUND)
        self.vertices = CORNERS.copy()
        """The four corners as drawn, in plane units, shape (4, 2)."""
        self.dots = VMobject(stroke_width=0, fill_opacity=1)
        self.flattens = False
        super().__init__(self.face, self.hatch, self.edge, self.dots)

    def follow(self, matrix: Map, view: View) -> None:
        """Show the image of the unit square under the map."""
        self.vertices = CORNERS @ matrix.T
        area = self.signed_area()
        color = self.theme.negative if area < 0 else self.theme.positive
        corners = view.place(self.vertices)[:, :2]
        outline = closed_polygon(corners)
        self.face.set_points(outline).set_fill(color)
        self.edge.set_points(outline).set_stroke(color)
        if area < 0 and self.hatched:
            self.hatch.set_points(self._hatching(matrix, view)).set_stroke(color)
        else:
            self.hatch.clear_points()
        length = max(np.hypot(*(corners[2] - corners[0])), np.hypot(*(corners[3] - corners[1])))
        width = abs(area) * view.unit**2 / max(float(length), 1e-9)
        thin = max(0.0, 1.0 - width / THIN) if self.flattens else 0.0
        set_dots(self.dots.set_fill(color), corners, self.END * thin)

    def signed_area(self) -> float:
        """The shoelace formula on the corners as drawn (plane units squared)."""
        x, y = self.vertices.T
        return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2

    def _hatching(self, matrix: Map, view: View) -> npt.NDArray[np.float64]:
        steps = np.arange(1, 2 * self.HATCH) / self.HATCH
        starts = np.column_stack([np.minimum(steps, 1.0), np.maximum(steps - 1.0, 0.0)])
        lines = np.stack([starts, starts[:, ::-1]], axis=1)
        lines = lines[np.abs(lines[:, 0] - lines[:, 1]).sum(axis=1) > 1e-9]
        return segment_points(view.place(lines @ matrix.T)[..., :2])


class GhostSquare(VMobject):
    """The dashed outline of what was there before the map, as far as it lies in a zone.

    Dashes tell it from axes and grid, on which its sides lie, whatever the theme. There are equally
    many at every size, so that none comes or goes while the view changes.
    """

    DASHES = 8
    """Dashes of a side; the first and the last end at its corners."""

    def __init__(self, theme: Theme, zone: Zone | None = None) -> None:
        super().__init__(stroke_color=theme.before, stroke_width=3.4, fill_opacity=0)
        self.zone = zone
        self.corners = CORNERS.copy()
        """Where its corners are, scene units, shape (4, 2)."""

    def follow(self, view: View, matrix: Map | None = None) -> None:
        """Show the square as it was (under `matrix`, by default the identity)."""
        self.corners = view.place(CORNERS if matrix is None else CORNERS @ matrix.T)[:, :2]
        dashes = _dashes(self.corners, self.DASHES)
        if self.zone is not None and not all(self.zone.holds(*corner) for corner in self.corners):
            dashes = np.concatenate([_piece(start, end, self.zone) for start, end in dashes])
        self.set_points(segment_points(dashes))


def _dashes(corners: npt.NDArray[np.float64], count: int) -> npt.NDArray[np.float64]:
    """A polygon's sides in so many dashes each, shape (n · count, 2, 2); gaps are shorter."""
    length = 1 / (count + (count - 1) * 0.7)
    starts = np.arange(count) * 1.7 * length
    shares = np.stack([starts, starts + length], axis=1)[None, :, :, None]
    sides = (np.roll(corners, -1, axis=0) - corners)[:, None, None]
    dashes: npt.NDArray[np.float64] = corners[:, None, None] + shares * sides
    return dashes.reshape(-1, 2, 2)


def _piece(
    start: npt.NDArray[np.float64], end: npt.NDArray[np.float64], zone: Zone
) -> npt.NDArray[np.float64]:
    """The part of a segment inside a zone, shape (1, 2, 2), or (0, 2, 2) if there is none."""
    along = end - start
    line = clip_lines(start[None], along, zone)
    if len(line) == 0:
        return line
    share = np.clip((line[0] - start) @ along / max(float(along @ along), 1e-300), 0.0, 1.0)
    if share[0] == share[1]:
        return line[:0]
    piece: npt.NDArray[np.float64] = (start + share[:, None] * along)[None]
    return piece


class SenseArc(VGroup):
    """A curved arrow from the first basis vector's image to the second's: the sense of turning.

    It turns the short way, so its sense is the sign of the determinant: a map that flips
    orientation flips it. Where the two point along one line there is no sense, and no arc.
    """

    def __init__(self, color: str) -> None:
        self.limit = math.inf
        """Radius in scene units that it should not exceed, because something stands there."""
        self.arc = VMobject(stroke_color=color, stroke_width=4.0)
        self.tip = VMobject(stroke_width=0, fill_color=color, fill_opacity=1)
        self.sweep = 0.0
        """The turn that is drawn, in radians, positive if counter-clockwise; 0 if there is none."""
        super().__init__(self.arc, self.tip)

    def follow(self, matrix: Map, view: View) -> None:
        """Show the turn between the images of the basis vectors under a 2×2 matrix."""
        first, second = matrix.T
        shorter = view.unit * min(float(np.hypot(*first)), float(np.hypot(*second)))
        cross = float(first[0] * second[1] - first[1] * second[0])
        self.sweep = math.atan2(cross, float(first @ second))
        # A narrow turn is drawn farther out, where the arc still has a length to be seen.
        radius = min(max(ARC, ARC_LENGTH / max(abs(self.sweep), 0.3)), 2 * ARC, 0.5 * shorter)
        radius = min(radius, max(self.limit, 0.25 * shorter))
        start = math.atan2(float(first[1]), float(first[0]))
        clear = CLEAR / max(radius, 1e-9)
        drawn = abs(self.sweep) - 2 * clear
        if radius < 2 * CLEAR or drawn < 0.15 or math.pi - abs(self.sweep) < FLAT_SINE:
            self.sweep = 0.0
            self.arc.clear_points()
            self.tip.clear_points()
            return
        way = math.copysign(1.0, self.sweep)
        size = min(SENSE_TIP, 0.6 * drawn * radius)
        begin, end = start + way * clear, start + self.sweep - way * clear
        neck = end - way * 0.8 * size / radius
        origin = np.array([view.x, view.y])
        angles = np.linspace(begin, neck, 17)
        points = origin + radius * np.column_stack([np.cos(angles), np.sin(angles)])
        self.arc.set_points(segment_points(np.stack([points[:-1], points[1:]], axis=1)))
        tip = origin + radius * np.array([math.cos(end), math.sin(end)])
        # The tip lies along the chord of its own stretch of the arc, so that it seems to bend.
        along = tip - (origin + radius * np.array([math.cos(neck), math.sin(neck)]))
        along /= max(float(np.hypot(*along)), 1e-12)
        side = np.array([-along[1], along[0]]) * size * 0.45
        back = tip - along * size
        self.tip.set_points(closed_polygon(np.array([tip, back + side, back - side])))


class ImageLine(VMobject):
    """The line through the origin along a direction, across the whole zone: what survives."""

    def __init__(self, color: str, *, width: float = 5.0) -> None:
        super().__init__(stroke_color=color, stroke_width=width)

    def along(self, direction: npt.NDArray[np.float64], view: View, zone: Zone) -> None:
        """Draw the line in its zone; `direction` has shape (2,)."""
        unit = direction / float(np.hypot(*direction))
        self.set_points(segment_points(clip_lines(np.array([[view.x, view.y]]), unit, zone)))


class FlatSegment(VGroup):
    """What is left of a flattened square: a line with dots at its ends, over a soft highlight.

    The arrows hide most of the line, so the highlight under them, which has no outline and so does
    not look like an area, tells how far the segment reaches. An end at which an arrow ends needs no
    dot (`bare_ends`).
    """

    GLOW, LINE = 24, 6
    """Widths of highlight and line in Manim's stroke units."""
    SHADE = 0.24
    """Opacity of the highlight: arrows stand out from it as from the ground."""
    END = 0.095
    """Radius of the dots, scene units: they cover those that the square has at its ends."""

    def __init__(self, color: str) -> None:
        self.glow = VMobject(stroke_color=color, stroke_width=self.GLOW, stroke_opacity=0)
        self.glow.set_cap_style(CapStyleType.BUTT)
        self.line = VMobject(stroke_color=color, stroke_width=self.LINE, stroke_opacity=0)
        self.dots = VMobject(stroke_width=0, fill_color=color, fill_opacity=0)
        self.ends = np.zeros((2, 2))
        """The segment in plane units, shape (2, 2)."""
        super().__init__(self.glow, self.line, self.dots)

    def appear(self, t: float) -> None:
        """Fade in as t goes from 0 to 1, without leaving its place among what it lies under."""
        self.glow.set_stroke(opacity=t * self.SHADE)
        self.line.set_stroke(opacity=t)
        self.dots.set_fill(opacity=t)

    def follow(self, matrix: Map, view: View) -> None:
        """Lie along the segment onto which a map of rank 1 flattens the unit square."""
        corners = CORNERS @ matrix.T
        along = corners[np.argmax(np.hypot(*(corners - corners.mean(axis=0)).T))]
        along = along - corners.mean(axis=0)
        reach = corners @ along
        self.ends = corners[[int(np.argmin(reach)), int(np.argmax(reach))]]
        points = segment_points(view.place(self.ends)[None, :, :2])
        self.glow.set_points(points)
        self.line.set_points(points)
        set_dots(self.dots, view.place(corners)[:, :2], self.END)


def bare_ends(corners: npt.NDArray[np.float64]) -> float:
    """How surely a nearly flat image of the square ends away from the arrows, from 0 to 1.

    Of its corners, shape (4, 2), scene units, two opposite ones are the ends: the tips of the
    arrows, or the origin and the corner across from it.
    """
    bare, tips = np.hypot(*(corners[2] - corners[0])), np.hypot(*(corners[3] - corners[1]))
    return min(1.0, max(0.0, float(bare - tips) / BARE))


def set_dots(dots: VMobject, corners: npt.NDArray[np.float64], radius: float) -> None:
    """Dots at the ends of a nearly flat square, as large as it is sure that these are the ends."""
    radius *= bare_ends(corners)
    if radius < 1e-3:
        dots.clear_points()
        return
    dots.set_points(np.concatenate([_circle(corners[k], radius) for k in (0, 2)]))
