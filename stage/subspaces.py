"""What several maps read of R³: row spaces as discs and lines, an input, and its shadows on them.

A row space is drawn as far as a ball about the origin reaches: a line, a disc, the whole ball, or
the origin alone. So two discs meet in a full diameter, and no piece ends in mid-air. Where a disc
hides a line or an arrow, the hidden part is dashed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from manim import ManimColor, VGroup, VMobject, interpolate_color
from manim.constants import CapStyleType

from stage.behind import Face, dashes
from stage.blank import blank
from stage.camera import Array
from stage.hidden_lines import HiddenLines
from stage.ink import Ink, formula, halo, text
from stage.labels import Rectangle, Segment, best_angle, heading, inside, stand_off
from stage.layout import Zone
from stage.plane import segment_points
from stage.shapes import DOT, arrow_outline, closed_polygon
from stage.space import Patch, Piece, Space, Stroke, space
from stage.story import named
from stage.subspace_names import EDGES, FAR, LABELLED, box_of, outline, place_names
from stage.subspace_pieces import (
    SHADOW,
    TINT,
    Drawn,
    Pen,
    hidden_hue,
    input_pieces,
    lifted,
    space_pieces,
)
from stage.theme import Theme
from stage.tip_label import turn
from stage.viewpoint import RowSpace, axes_within, framing_of, reach_within, same

NAME = 0.3
AXIS_NAME = 0.26
"""Sizes of the labels of row spaces and of axes."""

COPY = 1.07
"""A row space that equals one before is drawn so much larger, that both be seen."""

RIM = 10.0
"""Width of the rim around the input's name: what shows of it is the room that labels keep."""

ASIDE = tuple(sign * math.radians(k * 12) for k in range(11) for sign in (1, -1))
"""How far the input's name may turn from its arrow: finely, for much lies about in space."""

SHADOWS = 3
"""Most row spaces on which the shadow of the input is drawn; more would be a thicket."""

POINT = 1.7
RING = 0.95
"""Radius, in those of a dot, of a row space or a shadow that is the origin alone; of several
shadows there, each shows as a ring of this width around the next."""

DOT_POINTS = 16
"""Points of the path of an arrow that is a dot."""

EDGE = 4.0
"""Width of the rim, in the colour of the ground, around shadows and dots."""


class RowSpaces(VGroup):
    """Axes, row spaces, an input arrow with its shadows, and their labels, seen by one camera.

    `more` are subspaces that no map reads alone: a kernel, or what all maps read. `standing` are
    the row spaces and these; `grown[h]` says how far the h-th has grown, `vector` is the input
    (None: no input). After a change `rebuild` makes the pieces anew; `look_from` only turns what
    is there.
    """

    def __init__(
        self,
        zone: Zone,
        theme: Theme,
        spaces: Sequence[RowSpace],
        inputs: Sequence[Array],
        more: Sequence[RowSpace] = (),
    ) -> None:
        self.zone = zone
        self.theme = theme
        self.spaces = tuple(spaces)
        self.standing = (*spaces, *more)
        self.grown = [0.0] * len(self.standing)
        self.vector: Array | None = None
        self.radius, self.camera = framing_of(zone, self.spaces, inputs, more)
        self.axes = axes_within(zone, self.camera, self.radius)
        self._pens: dict[str, Pen] = {}
        self._space: Space = space([])
        self._drawn: dict[int, VGroup] = {}
        self._stock: dict[str, list[VGroup]] = {}
        self._behind = HiddenLines()
        faces = [one.color for one in self.standing if one.rank == 2]
        self._hues = {
            one.name: ManimColor(hidden_hue(one.color, faces, theme))
            for one in self.standing
            if one.rank == 1
        }
        self.strokes: dict[str, Stroke] = {}
        """All straight pieces as they are in space, not yet cut by what they pierce."""
        self._faces: list[VMobject] = []
        self.axis_labels = VGroup(
            *(formula(f"x_{k}", size=AXIS_NAME, color=theme.quiet) for k in (1, 2, 3))
        )
        self.names: list[Ink | None] = [
            named(
                text(one.words, size=NAME, color=one.color, weight=500),
                f"{one.name} name",
                "label",
            )
            if one.words
            else None
            for one in self.standing
        ]
        x = formula(r"\mathbf{x}", size=NAME * 1.15, color=theme.input)
        self.tip = named(halo(x, theme.ground), "x", "label")
        self._heading = 0.0
        super().__init__()
        self.rebuild()

    # What is there.

    def rebuild(self) -> None:
        """Split what is there into pieces, and draw it."""
        pieces: list[Piece] = []
        self._pens = {}
        for piece, pen in self._pieces():
            self._pens[piece.owner] = pen
            pieces.append(piece)
        self.strokes = {piece.owner: piece for piece in pieces if isinstance(piece, Stroke)}
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

    def _pieces(self) -> Iterator[Drawn]:
        axis = Pen("line", ManimColor(self.theme.axis), 2.6, kind="line")
        for k, end in enumerate(self.axes):
            yield Stroke(f"axis {k + 1}", np.array([-end, end]), 2), axis
        for h, one in enumerate(self.standing):
            if self.grown[h] > 0:
                yield from space_pieces(
                    one,
                    self.reach(h),
                    self.camera.unit,
                    self.theme,
                    layer=4 + h,
                    copies=self.copies(h),
                    grown=self.grown[h],
                )
        if self.vector is not None:
            yield from input_pieces(self.vector, self._shaded(), self.camera, self.theme)

    def copies(self, h: int) -> int:
        """How many row spaces before the h-th are the same subspace."""
        if self.standing[h].role != "read":
            return 0
        return sum(same(self.standing[h], other) for other in self.spaces[:h])

    def reach(self, h: int) -> float:
        """How far row space h is drawn, in units of space."""
        if self.standing[h].role != "read":
            return reach_within(self.zone, self.camera, self.standing[h], self.radius)
        return self.radius * COPY ** self.copies(h)

    def _shaded(self) -> Sequence[RowSpace]:
        """The row spaces on which the input's shadow is drawn."""
        return self.spaces if len(self.spaces) <= SHADOWS else ()

    # How it looks.

    def look_from(self, azimuth: float) -> None:
        """Turn about the upright axis; what is there stays."""
        self.camera = self.camera.turned(azimuth)
        self.draw()

    def draw(self) -> None:
        """Place every piece as the camera sees it, the farthest first."""
        parts: list[VMobject] = [
            self._ball(h) for h, one in enumerate(self.standing) if one.rank == 3 and self.grown[h]
        ]
        self._faces = list(parts)
        after: dict[str, int] = {}
        blind = [one for one in self._shaded() if self._is_blind(one)]
        dots = {f"{one.name} shadow" for one in blind}
        arrow: list[VMobject] = []
        for piece in lifted(list(self._space.ordered(self.camera))):
            made = self._drawn[id(piece)]
            self._place(piece, made)
            if piece.owner in dots:
                continue  # a dot that lines would cover is drawn after them
            if piece.owner == "input":
                arrow = list(made)
            parts.extend(made)
            if isinstance(piece, Patch):
                self._faces.append(made[0])
                after[piece.owner] = len(parts)
        lines = [one for one in self.strokes.values() if self._pens[one.owner].length > 0]
        hidden = self._behind.shown(lines, self._pens, self._hues, self.discs(), self.camera)
        inserted = [(max(after[f] for f in by), who, path) for by, who, path in hidden]
        # a shadow that is nearly the input would cover it: the input, or its dashes, come last
        last = [path for _, who, path in inserted if who == "input"]
        for at, who, path in sorted(inserted, key=lambda one: -one[0]):
            if who != "input":
                parts.insert(at, path)
        if arrow and not last:
            parts = [one for one in parts if one not in arrow]
            last = arrow
        parts += last
        for h, subspace in enumerate(self.standing):
            if subspace.rank == 0 and self.grown[h]:
                parts.append(self._dot(subspace.color, self.grown[h], subspace.name))
        for k, subspace in enumerate(blind):
            parts.append(self._blind_dot(subspace, len(blind) - 1 - k))
        if blind and arrow and len(arrow[0].points) == DOT_POINTS:
            parts = [*(one for one in parts if one not in arrow), *arrow]
        for label, end in zip(self.axis_labels, self.axes, strict=True):
            x, y = self.camera.place(end)
            out = np.array([x - self.camera.x, y - self.camera.y])
            half = (label.width / 2, label.height / 2)
            place = stand_off(np.array([x, y]), heading(out), half, gap=0.07)
            label.move_to((place[0], place[1], 0.0))
        names = [name for name, grown in zip(self.names, self.grown, strict=True) if name and grown]
        tip = [] if self.vector is None else [self.tip]
        self.submobjects = [*parts, *self.axis_labels, *names, *tip]

    def _made(self, piece: Piece) -> VGroup:
        """What draws a piece of this owner; it is kept and used again, for it is slow to make."""
        pen = self._pens[piece.owner]
        if isinstance(piece, Patch):
            face = blank(stroke_width=0)
            rim = blank(stroke_color=pen.color, stroke_width=pen.width)
            return VGroup(named(face, piece.owner, pen.kind), rim)
        if pen.form == "arrow":
            arrow = blank(stroke_width=0, fill_color=pen.color, fill_opacity=pen.opacity)
            if piece.owner != "input":  # a shadow lies on a line, or among lines, of its own hue
                arrow.set_stroke(self.theme.ground, width=EDGE, opacity=1.0, background=True)
            return VGroup(named(arrow, piece.owner, pen.kind))
        line = VMobject(stroke_color=pen.color, stroke_width=pen.width, stroke_opacity=pen.opacity)
        if pen.kind:
            named(line, piece.owner, pen.kind)
        cap = CapStyleType.ROUND if pen.width > 8 else CapStyleType.BUTT
        return VGroup(line.set_cap_style(cap))

    def _place(self, piece: Piece, made: VGroup) -> None:
        pen = self._pens[piece.owner]
        if isinstance(piece, Patch):
            corners = self.camera.place(piece.corners)
            made[0].set_points(closed_polygon(corners))
            ground = ManimColor(self.theme.ground)
            sail = pen.kind == "sail"
            tint = pen.color if sail else interpolate_color(ground, pen.color, TINT)
            made[0].set_fill(tint, opacity=pen.opacity)
            edges = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)[piece.rim]
            made[1].set_points(segment_points(edges))
            return
        if pen.form == "dashes":
            shares = dashes(*piece.whole, pen.length)
            whole = self.strokes[piece.owner].ends
            points = whole[0] + shares[..., None] * (whole[1] - whole[0])
            made[0].set_points(segment_points(self.camera.place(points)))
            return
        ends = self.camera.place(piece.ends)
        if pen.form == "arrow":
            made[0].set_points(arrow_outline(ends[0], ends[1], pen.scale))
        else:
            made[0].set_points(segment_points(ends[None]))

    def discs(self) -> list[Face]:
        """The discs that are there, each of which hides what is behind it."""
        return [
            Face(one.name, one.basis, self.reach(h) * self.grown[h])
            for h, one in enumerate(self.standing)
            if one.rank == 2 and self.grown[h] > 0
        ]

    def _ball(self, h: int) -> VMobject:
        color = ManimColor(self.standing[h].color)
        angles = np.linspace(0, 2 * np.pi, 96, endpoint=False)
        circle = np.column_stack([np.cos(angles), np.sin(angles)])
        size = self.camera.unit * self.reach(h) * self.grown[h]
        ball = VMobject(stroke_color=color, stroke_width=3.0, fill_color=color, fill_opacity=0.13)
        ball.set_points(closed_polygon(circle * size + (self.camera.x, self.camera.y)))
        return named(ball, self.standing[h].name, "ball")

    def _dot(self, color: str, grown: float, name: str) -> VMobject:
        dot = VMobject(stroke_width=0, fill_color=color, fill_opacity=grown)
        dot.set_stroke(self.theme.ground, width=EDGE, opacity=grown, background=True)
        origin = np.array([self.camera.x, self.camera.y])
        return named(dot.set_points(arrow_outline(origin, origin, POINT)), name, "dot")

    def _is_blind(self, one: RowSpace) -> bool:
        """Whether the shadow on a row space is, or is about to become, the origin alone."""
        if self.vector is None or one.rank == 3:
            return False
        size = self.camera.unit * float(np.linalg.norm(one.shadow(self.vector)))
        return size <= SHADOW * DOT

    def _blind_dot(self, one: RowSpace, around: int) -> VMobject:
        """The shadow of an input that is not seen: a dot on top, around so many others."""
        assert self.vector is not None
        size = self.camera.unit * float(np.linalg.norm(one.shadow(self.vector)))
        there = 1.0 - size / (SHADOW * DOT)
        dot = self._stock[f"{one.name} shadow"][0][0]
        middle = self.camera.place(one.shadow(self.vector) / 2)
        scale = SHADOW + there * (POINT + RING * around - SHADOW)
        path: VMobject = dot.set_points(arrow_outline(middle, middle, scale))
        return path

    # Motions, as functions of t from 0 to 1.

    def growing(self, chosen: Sequence[int], *, back: bool = False) -> Callable[[float], None]:
        """These subspaces grow out of the origin, or back into it."""

        def follow(t: float) -> None:
            share = 1 - t if back else t
            for h in chosen:
                self.grown[h] = share
                name = self.names[h]
                if name is not None:
                    name.set_opacity(max(0.0, 2 * share - 1))
            self.rebuild()

        return follow

    def orbiting(self, turns: float = 1.0) -> Callable[[float], None]:
        """So many turns about the upright axis; the names stand back while it lasts."""
        start = self.camera.azimuth

        def follow(t: float) -> None:
            self.look_from(start + 2 * math.pi * (turns * t if t < 1 else turns % 1))
            away = max(0.0, 1 - 12 * min(t, 1 - t))
            for name, grown in zip(self.names, self.grown, strict=True):
                if name is not None and grown:
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
        rim = 0.005 * RIM
        half = (self.tip.width / 2 + rim, self.tip.height / 2 + rim)
        boxes = [box_of(label) for label in self.axis_labels]
        boxes += [
            box_of(name)
            for name, grown in zip(self.names, self.grown, strict=True)
            if name is not None and grown
        ]
        segments = [
            *self._lines(vector),
            *((tip, self.camera.place(s)) for s in self._shadows(vector)),
        ]
        head = arrow_outline(self.camera.place(np.zeros(3)), tip)[8:20:4, :2]
        segments += 4 * [(tip, corner) for corner in head]  # its rim would bite into the arrow
        for h, one in enumerate(self.standing):
            if one.rank >= 2 and self.grown[h]:
                segments += 2 * self._outline(h)[:EDGES]  # not the chords: it may lie within
        angle = best_angle(
            tip, aim, half, segments=segments, boxes=boxes, zone=self.zone, angles=ASIDE
        )
        return angle, aim

    def _shadows(self, vector: Array) -> list[Array]:
        return [one.shadow(vector) for one in self._shaded()]

    def _set_tip(self, angle: float) -> None:
        if self.vector is None:
            return
        tip = self.camera.place(self.vector)
        self._heading = heading(tip - (self.camera.x, self.camera.y), self._heading)
        half = (self.tip.width / 2 + 0.005 * RIM, self.tip.height / 2 + 0.005 * RIM)
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
        for h, one in enumerate(self.standing):
            found += self._outline(h) if one.rank == 1 else []
        if vector is not None:
            found.append((origin, self.camera.place(vector)))
        return found

    def _outline(self, h: int) -> list[Segment]:
        return outline(self.standing[h], self.reach(h), self.camera)

    def name_places(self, inputs: Sequence[Array]) -> None:
        """Put the names beside their row spaces, clear of everything, inputs to come included."""
        lines = self._lines(None)
        taken = [box_of(label) for label in self.axis_labels]
        origin = self.camera.place(np.zeros(3))
        for vector in inputs:
            tip = self.camera.place(vector)
            lines.append((origin, tip))
            lines += [(tip, self.camera.place(shadow)) for shadow in self._shadows(vector)]
            taken.append(Rectangle(float(tip[0]), float(tip[1]), 0.3, 0.3))
        reaches = [(one, self.reach(h)) for h, one in enumerate(self.standing)]
        ends = [(self.camera.place(end), LABELLED) for end in self.axes]
        ends += [(self.camera.place(-end), FAR) for end in self.axes]
        place_names(self.names, reaches, self.camera, self.zone, lines, taken, ends)
