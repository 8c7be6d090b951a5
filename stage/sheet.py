"""The unit square as a sheet with a letter on it: two faces, and what a map does to them.

In the plane the sheet moves as the plane does. Turned over in depth it is seen from straight
above, without perspective. Then the flip of `algebra.motion`, (I − 2t·nnᵀ)((1−t)I + tP), taken at
t = (1 − cos πs)/2 *is* the shadow of a half-turn by πs about the mirror: 1 − 2t = cos πs. So what
is drawn stays true to M(t); only shading, line weight and the shadow on the table tell of depth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from manim import ManimColor, VMobject
from manim.constants import CapStyleType

from algebra.matrices import Matrix, identity
from algebra.motion import Path
from stage.labels import Rectangle, Segment, sides
from stage.layout import Zone
from stage.letters import GhostLetter, Letter, edges_of, is_light
from stage.mapped import JOINT, MappedSquare, Moving
from stage.mirror import MirrorLine, mirror_direction, mirror_vector
from stage.mirror_marks import OPEN, MirrorMarks, Surroundings, points_to_mark, seen_lines
from stage.plane import Map, segment_points
from stage.shapes import CORNERS, UnitSquare, closed_polygon
from stage.story import named
from stage.theme import Theme
from stage.view import View, framing, share

Vector = npt.NDArray[np.float64]

Height = Callable[[float], Vector]
"""t → a row h, shape (2,): the point p of the sheet is at height h·p above the table at t."""

LEVEL = np.zeros(2)
"""The height of a sheet that lies on the table."""

SHADOW = np.array([0.16, -0.20])
"""Where the shadow of a point one unit above the table falls, plane units."""


BESIDE = 0.86
"""Share of its zone that a map takes beside another one, where space is short."""

PAPER = 1.0
"""How much of what lies below the sheet the paper hides: all, or the old letter looks like dirt."""

OFF_LETTER = 0.14
"""How far the arc of orientation keeps off the letter, scene units: half of its tip, and a gap."""

FACE = 0.5
FAR = 0.55
NEAR = 0.45
"""Strength of a sheet's colour; how dark its far and how bright its near edge becomes."""

TINT = {1: 0.28, -1: 0.22}
"""The same by its side on a light ground, where arrows in darker colours must stand out from it."""

HINT = 0.1
"""Strength below which the letter before is not heeded by what else is drawn."""

EDGE = 4.5
HEAVIER = 2.0
"""Width of an edge on the table, and by how much of it a near edge is heavier."""


def turned(s: float) -> float:
    """t = (1 − cos πs)/2: the share of the flip that a half-turn has done at the share s."""
    return 1.0 if s >= 1.0 else (1.0 - math.cos(math.pi * s)) / 2


def rising_side(path: Path) -> Vector | None:
    """Unit normal of the mirror towards the side of the sheet that comes up; None without a flip.

    Of the two sides the one with more of the unit square comes up.
    """
    along = mirror_direction(path.matrix)
    if along is None or path.name != "flip":
        return None
    normal = np.array([-along[1], along[0]])
    return normal if CORNERS.sum(axis=0) @ normal >= 0 else -normal


def height(path: Path) -> Height:
    """How high the sheet's points are while they turn over along a flip.

    The distance from the mirror, n·((1−t)I + tP)p, is turned by πs: cos πs of it is seen from
    above, and sin πs = 2√(t(1−t)) of it is height. Other paths stay on the table.
    """
    normal = rising_side(path)
    if normal is None:
        return lambda t: LEVEL  # noqa: ARG005 - one signature for all heights
    stretched = (np.eye(2) - 2.0 * np.outer(normal, normal)) @ path.matrix.array

    def at(t: float) -> Vector:
        sine = 2.0 * math.sqrt(max(0.0, t * (1.0 - t)))
        row: Vector = sine * (normal @ ((1.0 - t) * np.eye(2) + t * stretched))
        return row

    return at


class LetteredSquare(MappedSquare):
    """A mapped square with a letter on it, and the mirror of its last map.

    With `depth` the square is a sheet on a table: the table's grid stays, and a map that turns the
    plane over turns the sheet over in depth.
    """

    def __init__(
        self,
        zone: Zone,
        theme: Theme,
        path: Path,
        beside: Sequence[Path] = (),
        *,
        glyph: str,
        depth: bool = False,
    ) -> None:
        self.in_depth = depth
        self.path = path
        self.lift = LEVEL
        self.light = is_light(theme)
        self.rising = rising_side(path)
        self.ghost_letter = named(GhostLetter(glyph, theme), "letter before", "outline")
        self.letter = named(Letter(glyph, theme), "letter", "letter")
        color, self.darkness = shade(theme)
        self.shadow = VMobject(stroke_width=0, fill_color=color, fill_opacity=0)
        self.paper = VMobject(stroke_width=0, fill_color=theme.ground, fill_opacity=PAPER)
        self.near = [VMobject() for _ in CORNERS]
        for edge in self.near:
            edge.set_cap_style(CapStyleType.ROUND)
        direction = mirror_direction(path.matrix)
        self.mirror = None if direction is None else MirrorLine(direction, theme, zone)
        super().__init__(zone, theme, [path, *beside])
        if beside:
            self._keep_scale()
        # Drawn in this order: what lay there before is hidden by the paper, never the mirror by it.
        k = self.standing.index(self.ghost) + 1
        behind, line = ([], []) if self.mirror is None else ([self.mirror.behind], [self.mirror])
        self.standing[k : k + 1] = [
            self.ghost_letter,
            self.shadow,
            self.paper,
            self.square,
            *behind,
            self.letter,
            *line,
            *self.near,
        ]
        self.submobjects[:] = [self.plane, *self.standing, self.labels]
        if self.mirror is not None:
            named(self.mirror.line, "mirror", "line")
            self._draw_mirror(np.eye(2))

    def along(self, path: Moving) -> Callable[[float], None]:
        """The motion of the square's own path; with depth, as the turning of a sheet."""
        follow, rise = super().along(path), height(self.path)
        if not self.in_depth:
            return follow

        def turning(s: float) -> None:
            t = turned(s)
            self.lift = rise(t)
            follow(t)

        return turning

    def unfold(self, t: float) -> None:
        """The sheet grows out of the origin; what it will leave behind is not there before it."""
        super().unfold(t)
        if t < 1.0:
            self.ghost_letter.clear_points()

    def _keep_scale(self) -> None:
        """One scale for all maps, and one place for their origins if they do not leave the zone.

        Else each map is seen from its own place, larger than in one joint view.
        """
        whole = [framing(self.room, [CORNERS, stage], BESIDE) for stage in self._stages]
        unit = min(view.unit for view in whole)
        own = framing(self.room, [CORNERS, self._stages[0]], BESIDE)
        if share(self.room, replace(own, unit=unit), CORNERS) < JOINT:
            return
        middle = np.array(self.room.center)
        origin = middle + (np.array([own.x, own.y]) - middle) * (unit / own.unit)
        view = View(float(origin[0]), float(origin[1]), unit)
        ends = np.concatenate([CORNERS, *(CORNERS @ path(1.0).T for path in self._paths)])
        origin = middle - (ends.min(axis=0) + ends.max(axis=0)) / 2 * unit
        level = View(float(origin[0]), float(origin[1]), unit)
        moments = level.place(np.concatenate(self._stages))
        if all(self.zone.holds(float(x), float(y)) for x, y, _ in moments):
            view = level
        self._views = [view] * len(self._stages)
        self.look_at(self.opening)
        self.rest(identity(2))

    def obstacles(self) -> tuple[Sequence[Segment], Sequence[Rectangle]]:
        """The mirror, which comes when the labels have found their places."""
        return ([] if self.mirror is None else [self.mirror.ends(self.view)]), ()

    @property
    def on_mirror(self) -> tuple[Matrix, Matrix] | None:
        """A vector on the mirror and its image that the view after the map can show, or None."""
        matrix = self.path.matrix
        return points_to_mark(mirror_vector(matrix), self.view_after(self.path), self.zone)

    def mirror_marks(self, name: str) -> MirrorMarks:
        """The mirror's name and marked points on it, for the picture as it rests now."""
        assert self.mirror is not None, "a map that turns nothing over has no mirror"
        origin = np.array([self.view.x, self.view.y])
        corners = self.polygon()
        before = self.view.place(CORNERS)[:, :2]
        tips = [self.view.place(column)[:2] for column in self.matrix.T]
        boxes = [label.box() for label in self.tip_labels]
        if self.ghost_letter.has_points() and self.ghost_letter.get_fill_opacity() > HINT:
            boxes.append(box_of(self.ghost_letter))
        marks = MirrorMarks(
            name,
            self.mirror.ends(self.view),
            self.on_mirror,
            self.view,
            self.zone,
            self.theme,
            Surroundings(
                corners=corners,
                segments=[*sides(corners), *((origin, tip) for tip in tips)],
                boxes=[*boxes, self.arc_box()],
                lines=seen_lines(self.plane.grid),
                faint=[
                    *sides(before),
                    *([] if self.in_depth else seen_lines(self.plane.ghost)),
                ],
                tips=tips,
                others=[*before],
            ),
            size=self.label_size,
        )
        unit = self.view.unit
        self.mirror.dots = [((place - origin) / unit, OPEN / unit) for place in marks.places]
        self._draw_mirror(np.eye(2) if self.in_depth else self.matrix)
        return marks

    def _draw(self, plane: Map, standing: Map) -> None:
        letter = self.letter.shape_at_rest @ standing.T
        self.arc.limit = float(np.hypot(*letter.T).min()) * self.view.unit - OFF_LETTER
        super()._draw(np.eye(2) if self.in_depth else plane, standing)
        self.ghost_letter.follow(self.view, standing)
        reach = self.view.place(CORNERS)
        if not all(self.zone.holds(float(x), float(y)) for x, y, _ in reach):
            # Looked at so closely that the square as it was would leave the stage.
            self.ghost.clear_points()
            self.ghost_letter.clear_points()
        self.letter.follow(standing, self.view)
        self.square.face.set_fill(opacity=self._strength())
        corners = CORNERS @ standing.T
        self.paper.set_points(closed_polygon(self.view.place(corners)[:, :2]))
        self._draw_mirror(plane if not self.in_depth else np.eye(2))
        if self.in_depth:
            self._shade(standing, corners)

    def _draw_mirror(self, plane: Map) -> None:
        """The mirror, faint at the letters; `plane` is the 2×2 matrix of the grid."""
        if self.mirror is None:
            return
        letters: list[VMobject] = [self.letter]
        if self.ghost_letter.get_fill_opacity() > HINT:
            letters.append(self.ghost_letter)
        edges = [edges_of(one) for one in letters if one.has_points()]
        axes = np.concatenate([np.eye(2), plane.T])
        arrows = [arrow.vector @ self.matrix.T for arrow in self.each]
        self.mirror.follow(self.view, edges, axes, arrows)

    def _shade(self, standing: Map, corners: Vector) -> None:
        """What tells of depth: light on the face, weight of the near edges, the shadow."""
        size = max(float(np.hypot(*corners.T).max()), 1.0)
        z = CORNERS @ self.lift
        level = min(1.0, float(np.abs(z).max()) / size)
        face = ManimColor(self._side_color())
        far = face.interpolate(ManimColor(self.theme.ground), FAR * level)
        near = face.interpolate(ManimColor(self.theme.ink), NEAR * level)
        self.square.face.set_fill(
            cast(Any, [far, near]), opacity=self._strength()
        )  # typed too narrowly
        if self.rising is not None:
            towards = self.rising * (1.0 if np.linalg.det(standing) >= 0 else -1.0)
            self.square.face.set_sheen_direction(np.array([*towards, 0.0]))
        for k, edge in enumerate(self.near):
            ends = [k, (k + 1) % len(CORNERS)]
            lift = float(z[ends].mean()) / size
            if lift <= 0.01:
                edge.clear_points()
                continue
            edge.set_points(segment_points(self.view.place(corners[ends])[None, :, :2]))
            edge.set_stroke(self._side_color(), width=EDGE * (1.0 + HEAVIER * lift))
        fallen = corners + np.outer(np.maximum(z, 0.0), SHADOW)
        self.shadow.set_points(closed_polygon(self.view.place(fallen)[:, :2]))
        self.shadow.set_fill(opacity=self.darkness if level > 0.01 else 0.0)

    def _strength(self) -> float:
        """How strongly the face has its colour."""
        if self.light:
            return TINT[1 if self.square.signed_area() >= 0 else -1]
        return FACE if self.in_depth else UnitSquare.FACE

    def _side_color(self) -> str:
        return self.theme.positive if self.square.signed_area() >= 0 else self.theme.negative


def box_of(letter: VMobject) -> Rectangle:
    """The upright box around a drawn letter."""
    x, y = letter.get_center()[:2]
    return Rectangle(float(x), float(y), letter.width / 2, letter.height / 2)


def shade(theme: Theme) -> tuple[str, float]:
    """Colour and opacity of a shadow: the darker of ground and ink.

    A dark ground cannot become darker, so there the shadow puts out the grid's lines instead.
    """
    return (theme.ink, 0.16) if is_light(theme) else (theme.ground, 0.8)
