"""What several maps read of R³: row spaces as discs and lines, an input, and its shadows on them.

A row space is drawn as far as a ball about the origin reaches: a line, a disc, the whole ball, or
the origin alone. So two discs meet in a full diameter, and no piece ends in mid-air.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from manim import ManimColor, Mobject, VGroup, VMobject, interpolate_color
from manim.constants import CapStyleType

from stage.camera import Array
from stage.ink import formula, halo, text
from stage.labels import Rectangle, Segment, best_angle, heading, inside, stand_off
from stage.layout import Zone
from stage.plane import segment_points
from stage.shapes import DOT, arrow_outline, closed_polygon
from stage.space import Patch, Piece, Space, Stroke, disc, space
from stage.story import named
from stage.theme import Theme
from stage.tip_label import turn
from stage.viewpoint import RowSpace, axes_within, framing_of, same

NAME = 0.3
AXIS_NAME = 0.26
"""Sizes of the labels of row spaces and of axes."""

COPY = 1.07
"""A row space that equals one before is drawn so much larger, that both be seen."""

INNER = 0.98
"""The grid of a disc ends inside its rim: its share of the disc's radius."""

EDGES = 20
"""Edges of the polygon that stands for a disc or a ball when names look for their places."""

RIM = 10.0
"""Width of the rim around the input's name: what shows of it is the room that labels keep."""

LEANS = (0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5)
AROUND = tuple(k * math.pi / 8 for k in range(-8, 8))
"""How far a name may lean from the direction of its row space's end, and from none at all."""

ASIDE = tuple(sign * math.radians(k * 12) for k in range(11) for sign in (1, -1))
"""How far the input's name may turn from its arrow: finely, for much lies about in space."""

SHADOWS = 3
"""Most row spaces on which the shadow of the input is drawn; more would be a thicket."""


@dataclass(frozen=True, slots=True)
class _Pen:
    """How the pieces of one owner are drawn."""

    form: Literal["disc", "line", "arrow", "dashes"]
    color: ManimColor
    width: float = 3.0
    opacity: float = 1.0
    scale: float = 1.0


class RowSpaces(VGroup):
    """Axes, row spaces, an input arrow with its shadows, and their labels, seen by one camera.

    `grown[h]` says how far row space h has grown, `vector` is the input (None: no input). After a
    change `rebuild` makes the pieces anew; `look_from` only turns what is there.
    """

    def __init__(
        self, zone: Zone, theme: Theme, spaces: Sequence[RowSpace], inputs: Sequence[Array]
    ) -> None:
        self.zone = zone
        self.theme = theme
        self.spaces = tuple(spaces)
        self.grown = [0.0] * len(spaces)
        self.vector: Array | None = None
        self.radius, self.camera = framing_of(zone, self.spaces, inputs)
        self.axes = axes_within(zone, self.camera, self.radius)
        self._pens: dict[str, _Pen] = {}
        self._space: Space = space([])
        self._drawn: dict[int, VGroup] = {}
        self._stock: dict[str, list[VGroup]] = {}
        self._faces: list[VMobject] = []
        self.axis_labels = VGroup(
            *(formula(f"x_{k}", size=AXIS_NAME, color=theme.quiet) for k in (1, 2, 3))
        )
        inks = [text(one.words, size=NAME, color=one.color, weight=500) for one in spaces]
        self.names = [
            named(ink, f"{one.name} name", "label") for ink, one in zip(inks, spaces, strict=True)
        ]
        x = formula(r"\mathbf{x}", size=NAME * 1.15, color=theme.input)
        self.tip = named(halo(x, theme.ground), "x", "label")
        self._angle = 0.0
        self._heading = 0.0
        super().__init__()
        self.rebuild()

    # What is there.

    def rebuild(self) -> None:
        """Split what is there into pieces, and draw it."""
        pieces: list[Piece] = []
        self._pens = {}
        for k, end in enumerate(self.axes):
            self._add(
                pieces,
                Stroke(f"axis {k + 1}", np.array([-end, end]), 2),
                _Pen("line", ManimColor(self.theme.axis), 2.6),
            )
        for h, one in enumerate(self.spaces):
            if self.grown[h] > 0:
                self._add_space(pieces, h, one)
        if self.vector is not None:
            self._add_input(pieces, self.vector)
        self._space = space(pieces)
        self._drawn = {}
        used: dict[str, int] = {}
        for piece in self._space.pieces():
            stock, k = self._stock.setdefault(piece.owner, []), used.get(piece.owner, 0)
            if k == len(stock):
                stock.append(self._made(piece))
            self._drawn[id(piece)] = stock[k]
            used[piece.owner] = k + 1
        self.draw()

    def _add(self, pieces: list[Piece], piece: Piece, pen: _Pen) -> None:
        self._pens[piece.owner] = pen
        pieces.append(piece)

    def copies(self, h: int) -> int:
        """How many row spaces before the h-th are the same subspace."""
        return sum(same(self.spaces[h], other) for other in self.spaces[:h])

    def reach(self, h: int) -> float:
        """How far row space h is drawn, in units of space."""
        return self.radius * COPY ** self.copies(h)

    def _add_space(self, pieces: list[Piece], h: int, one: RowSpace) -> None:
        reach, copies = self.reach(h) * self.grown[h], self.copies(h)
        hue, ground = ManimColor(one.color), ManimColor(self.theme.ground)
        if one.rank == 1:
            ends = np.array([-reach * one.basis[0], reach * one.basis[0]])
            pen = _Pen("line", interpolate_color(ground, hue, 0.72), 11.0 / (1 + 0.8 * copies))
            self._add(pieces, Stroke(one.name, ends, 4 + h), pen)
        if one.rank != 2:
            return
        self._add(pieces, disc(one.basis, reach, one.name, layer=-copies), _Pen("disc", hue))
        if copies:
            return  # the grid of the smaller disc, which lies on this one, serves for both
        faint = _Pen("line", interpolate_color(ground, hue, 0.55), 1.5)
        for axis in (0, 1):
            for k in range(-2, 3):
                offset = k * reach / 3
                half = math.sqrt((INNER * reach) ** 2 - offset**2)
                middle, along = offset * one.basis[1 - axis], half * one.basis[axis]
                ends = np.array([middle - along, middle + along])
                self._add(pieces, Stroke(f"{one.name} grid {axis}{k}", ends, 1), faint)

    def _add_input(self, pieces: list[Piece], vector: Array) -> None:
        origin = np.zeros(3)
        if len(self.spaces) <= SHADOWS:
            quiet = _Pen("dashes", ManimColor(self.theme.quiet), 2.4)
            for one in self.spaces:
                shadow = one.shadow(vector)
                if one.rank == 3:
                    continue
                pen = _Pen("arrow", ManimColor(one.color), scale=0.82)
                ends = np.array([origin, shadow])
                self._add(pieces, Stroke(f"{one.name} shadow", ends, 20), pen)
                size = self.camera.unit * float(np.linalg.norm(shadow))
                gap = self.camera.unit * float(np.linalg.norm(vector - shadow))
                if min(size, gap) > 2 * DOT:
                    drop = Stroke(f"{one.name} drop", np.array([vector, shadow]), 10)
                    self._add(pieces, drop, quiet)
        pen = _Pen("arrow", ManimColor(self.theme.input))
        self._add(pieces, Stroke("input", np.array([origin, vector]), 30), pen)

    # How it looks.

    def look_from(self, azimuth: float) -> None:
        """Turn about the upright axis; what is there stays."""
        self.camera = self.camera.turned(azimuth)
        self.draw()

    def draw(self) -> None:
        """Place every piece as the camera sees it, the farthest first."""
        parts: list[VMobject] = [
            self._ball(h) for h, one in enumerate(self.spaces) if one.rank == 3 and self.grown[h]
        ]
        self._faces = list(parts)
        for piece in self._space.ordered(self.camera):
            made = self._drawn[id(piece)]
            self._place(piece, made)
            parts.extend(made)
            self._faces += [made[0]] if isinstance(piece, Patch) else []
        for h, one in enumerate(self.spaces):
            if one.rank == 0 and self.grown[h]:
                parts.append(self._dot(one.color, self.grown[h], one.name))
        for label, end in zip(self.axis_labels, self.axes, strict=True):
            x, y = self.camera.place(end)
            out = np.array([x - self.camera.x, y - self.camera.y])
            half = (label.width / 2, label.height / 2)
            place = stand_off(np.array([x, y]), heading(out), half, gap=0.07)
            label.move_to((place[0], place[1], 0.0))
        names = [name for name, grown in zip(self.names, self.grown, strict=True) if grown]
        tip = [] if self.vector is None else [self.tip]
        self.submobjects = [*parts, *self.axis_labels, *names, *tip]

    def _made(self, piece: Piece) -> VGroup:
        """What draws a piece of this owner; it is kept and used again, for it is slow to make."""
        pen = self._pens[piece.owner]
        if isinstance(piece, Patch):
            tint = interpolate_color(ManimColor(self.theme.ground), pen.color, 0.34)
            face = VMobject(stroke_width=0, fill_color=tint, fill_opacity=0.82)
            rim = VMobject(stroke_color=pen.color, stroke_width=3.2)
            return VGroup(named(face, piece.owner, "disc"), rim)
        if pen.form == "arrow":
            arrow = VMobject(stroke_width=0, fill_color=pen.color, fill_opacity=pen.opacity)
            return VGroup(named(arrow, piece.owner, "arrow"))
        line = VMobject(stroke_color=pen.color, stroke_width=pen.width, stroke_opacity=pen.opacity)
        if " grid " not in piece.owner:
            named(line, piece.owner, pen.form)
        cap = CapStyleType.ROUND if pen.width > 8 else CapStyleType.BUTT
        return VGroup(line.set_cap_style(cap))

    def _place(self, piece: Piece, made: VGroup) -> None:
        if isinstance(piece, Patch):
            corners = self.camera.place(piece.corners)
            made[0].set_points(closed_polygon(corners))
            edges = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)[piece.rim]
            made[1].set_points(segment_points(edges))
            return
        ends = self.camera.place(piece.ends)
        pen = self._pens[piece.owner]
        if pen.form == "arrow":
            made[0].set_points(arrow_outline(ends[0], ends[1], pen.scale))
        elif pen.form == "dashes":
            made[0].set_points(segment_points(_dashes(ends)))
        else:
            made[0].set_points(segment_points(ends[None]))

    def _ball(self, h: int) -> VMobject:
        color = ManimColor(self.spaces[h].color)
        angles = np.linspace(0, 2 * np.pi, 96, endpoint=False)
        circle = np.column_stack([np.cos(angles), np.sin(angles)])
        size = self.camera.unit * self.reach(h) * self.grown[h]
        ball = VMobject(stroke_color=color, stroke_width=3.0, fill_color=color, fill_opacity=0.13)
        ball.set_points(closed_polygon(circle * size + (self.camera.x, self.camera.y)))
        return named(ball, self.spaces[h].name, "ball")

    def _dot(self, color: str, grown: float, name: str) -> VMobject:
        dot = VMobject(stroke_width=0, fill_color=color, fill_opacity=grown)
        origin = np.array([self.camera.x, self.camera.y])
        return named(dot.set_points(arrow_outline(origin, origin, 1.7)), name, "dot")

    # Motions, as functions of t from 0 to 1.

    def growing(self, chosen: Sequence[int]) -> Callable[[float], None]:
        """These row spaces grow out of the origin."""

        def follow(t: float) -> None:
            for h in chosen:
                self.grown[h] = t
                self.names[h].set_opacity(max(0.0, 2 * t - 1))
            self.rebuild()

        return follow

    def orbiting(self, turns: float = 1.0) -> Callable[[float], None]:
        """So many turns about the upright axis; the names stand back while it lasts."""
        start = self.camera.azimuth

        def follow(t: float) -> None:
            self.look_from(start + 2 * math.pi * (turns * t if t < 1 else turns % 1))
            away = max(0.0, 1 - 12 * min(t, 1 - t))
            for name in self.names:
                name.set_opacity(away)

        return follow

    def moving(self, start: Array | None, end: Array) -> Callable[[float], None]:
        """The input goes straight from `start` (None: it grows from the origin) to `end`."""
        before = np.zeros(3) if start is None else start
        first, _ = self.tip_angle(before if start is not None else end)
        last, _ = self.tip_angle(end)

        def follow(t: float) -> None:
            self.vector = end if t >= 1 else (1 - t) * before + t * end
            self.rebuild()
            self._set_tip(turn(first, last, t))
            self.tip.set_opacity(1.0 if start is not None else min(1.0, 2 * t))

        return follow

    # Labels.

    def tip_angle(self, vector: Array) -> tuple[float, float]:
        """The best angle of the input's name from its arrow, and the arrow's direction."""
        tip = self.camera.place(vector)
        aim = heading(tip - (self.camera.x, self.camera.y), self._heading)
        half = (self.tip.width / 2, self.tip.height / 2)
        boxes = [_box(label) for label in self.axis_labels]
        boxes += [_box(name) for name, grown in zip(self.names, self.grown, strict=True) if grown]
        segments = [
            *self._lines(vector),
            *((tip, self.camera.place(s)) for s in self._shadows(vector)),
        ]
        head = arrow_outline(self.camera.place(np.zeros(3)), tip)[8:20:4, :2]
        segments += 4 * [(tip, corner) for corner in head]  # its rim would bite into the arrow
        for h, one in enumerate(self.spaces):
            if one.rank >= 2 and self.grown[h]:
                segments += 2 * self._outline(h)[:EDGES]  # not the chords: it may lie within
        angle = best_angle(
            tip, aim, half, segments=segments, boxes=boxes, zone=self.zone, angles=ASIDE
        )
        return angle, aim

    def _shadows(self, vector: Array) -> list[Array]:
        return [one.shadow(vector) for one in self.spaces] if len(self.spaces) <= SHADOWS else []

    def _set_tip(self, angle: float) -> None:
        if self.vector is None:
            return
        tip = self.camera.place(self.vector)
        self._heading = heading(tip - (self.camera.x, self.camera.y), self._heading)
        half = (self.tip.width / 2, self.tip.height / 2)
        x, y = stand_off(tip, self._heading + angle, half)
        self.tip.move_to((float(x), float(y), 0.0))
        ground = self._ground_at(Rectangle(float(x), float(y), 0.0, 0.0))
        self.tip.set_stroke(ground, width=RIM, opacity=1.0, background=True)

    def _ground_at(self, place: Rectangle) -> ManimColor:
        """The colour of what lies behind a label: a rim in any other would be a hole in a face."""
        color = ManimColor(self.theme.ground)
        for face in self._faces:
            corners = face.points[::4, :2]
            # a cut may leave two corners in one place
            corners = corners[np.hypot(*(np.roll(corners, -1, axis=0) - corners).T) > 1e-9]
            if len(corners) > 2 and inside(corners, place, gap=0.0):
                color = interpolate_color(color, face.fill_color, face.fill_opacity)
        return color

    def _lines(self, vector: Array | None) -> list[Segment]:
        """What a label must not cover, as flat segments."""
        origin = self.camera.place(np.zeros(3))
        found = [(self.camera.place(-end), self.camera.place(end)) for end in self.axes]
        for h, one in enumerate(self.spaces):
            found += self._outline(h) if one.rank == 1 else []
        if vector is not None:
            found.append((origin, self.camera.place(vector)))
        return found

    def name_places(self, inputs: Sequence[Array]) -> None:
        """Put the names beside their row spaces, clear of everything, inputs to come included."""
        lines = self._lines(None)
        taken = [_box(label) for label in self.axis_labels]
        origin = self.camera.place(np.zeros(3))
        for vector in inputs:
            tip = self.camera.place(vector)
            lines.append((origin, tip))
            lines += [(tip, self.camera.place(shadow)) for shadow in self._shadows(vector)]
            taken.append(Rectangle(float(tip[0]), float(tip[1]), 0.3, 0.3))
        outlines = [self._outline(h) for h in range(len(self.spaces))]
        for h, name in enumerate(self.names):
            half = (name.width / 2, name.height / 2)
            others = [edge for k, edges in enumerate(outlines) if k != h for edge in edges]
            best: tuple[float, Rectangle] | None = None
            for anchor in self._anchors(h):
                out = heading(anchor - origin, math.pi / 2)
                for lean in LEANS if self.spaces[h].rank else AROUND:
                    x, y = stand_off(anchor, out + lean, half, gap=0.13)
                    box = Rectangle(float(x), float(y), half[0] + 0.06, half[1] + 0.04)
                    wide = Rectangle(float(x), float(y), half[0] + 0.25, half[1] + 0.2)
                    cost = 0.05 * abs(lean) + _crowding(box, self.zone, taken)
                    cost += 3 * sum(wide.overlap(other, gap=0.0) for other in taken)
                    if best is not None and cost >= best[0]:
                        continue
                    cost += 8 * sum(box.covered(*edge) for edge in (*lines, *outlines[h]))
                    # close to another's border a name would be taken for that one's
                    cost += 12 * sum(wide.covered(*edge) for edge in others)
                    if best is None or cost < best[0]:
                        best = (cost, box)
            assert best is not None  # every row space has anchors
            name.move_to((best[1].x, best[1].y, 0.0))
            taken.append(best[1])

    def _anchors(self, h: int) -> Array:
        """Points of the frame beside which the name of row space h may stand, shape (n, 2)."""
        one, reach = self.spaces[h], self.reach(h)
        if one.rank == 0:
            return self.camera.place(np.zeros((1, 3)))
        if one.rank == 1:
            return self.camera.place(np.array([[1.0], [-1.0]]) * one.basis[0] * reach)
        if one.rank == 2:
            return self.camera.place(disc(one.basis, reach, "", edges=EDGES).corners)
        angles = np.linspace(0, 2 * np.pi, EDGES, endpoint=False)
        circle = np.column_stack([np.cos(angles), np.sin(angles)]) * reach * self.camera.unit
        around: Array = circle + np.array([self.camera.x, self.camera.y])
        return around

    def _outline(self, h: int) -> list[Segment]:
        """A line, or the border of a disc with a few chords, so that a name on it covers much."""
        one = self.spaces[h]
        if one.rank == 1:
            ends = self.camera.place(np.array([[-1.0], [1.0]]) * one.basis[0] * self.reach(h))
            return [(ends[0], ends[1])]
        if one.rank == 0:
            return []
        if one.rank == 2:
            corners = self.camera.place(disc(one.basis, self.reach(h), "", edges=EDGES).corners)
        else:
            corners = self._anchors(h)
        rim = [(corners[k], corners[(k + 1) % EDGES]) for k in range(EDGES)]
        if one.rank == 3:
            return rim
        return [*rim, *((corners[k], corners[k + EDGES // 2]) for k in range(0, EDGES // 2, 2))]


def _box(label: Mobject) -> Rectangle:
    x, y = label.get_center()[:2]
    return Rectangle(float(x), float(y), label.width / 2 + 0.04, label.height / 2 + 0.04)


def _crowding(box: Rectangle, zone: Zone, boxes: Sequence[Rectangle]) -> float:
    """How badly a label stands in a box: outside its zone, or on other labels."""
    outside = (
        max(0.0, zone.left - (box.x - box.half_width))
        + max(0.0, (box.x + box.half_width) - zone.right)
        + max(0.0, zone.bottom - (box.y - box.half_height))
        + max(0.0, (box.y + box.half_height) - zone.top)
    )
    return 1000 * outside + 20 * sum(box.overlap(other) for other in boxes)


def _dashes(ends: Array, length: float = 0.11) -> Array:
    """A flat segment as dashes, shape (n, 2, 2); the first and the last touch its ends."""
    whole = float(np.hypot(*(ends[1] - ends[0])))
    count = max(1, round((whole / length + 1) / 2))
    starts = 2 * np.arange(count) / (2 * count - 1)
    shares = np.stack([starts, starts + 1 / (2 * count - 1)], axis=1)
    found: Array = ends[0] + shares[..., None] * (ends[1] - ends[0])
    return found
