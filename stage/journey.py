"""A plane that several maps move in turn, with the way that a vector takes.

A second map B after A moves as B(t)·A (docs/pictures.md, One motion). A `Leg` is such a motion;
a `Journey` is the mapped square that goes along legs. It keeps what has been: the stops of the
vector as faint arrows, the line that its tip drew, and an echo of where a journey ended.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from manim import ManimColor, VGroup, VMobject, interpolate_color

from algebra.matrices import Matrix
from algebra.motion import Path
from stage.colors import strength
from stage.ink import Ink
from stage.labels import GAP, Rectangle, Segment, stand_off
from stage.layout import Zone
from stage.mapped import BEYOND, CLEAR, MappedSquare, Moving, shortness
from stage.plane import Lines, Map, segment_points
from stage.shapes import CORNERS, closed_polygon, widths
from stage.stops import FAINT, Stop, uncover
from stage.story import named
from stage.theme import Theme
from stage.tip_label import TipLabel
from stage.together import Tip, covered, lies_on, stand_together
from stage.view import View, framing

JOINT = 0.07
"""One view for the whole journey, so that its ways can be compared, down to a unit square of this
share of the zone."""

LEAVING = 0.03
"""Part of a motion in which the labels of earlier stops fade: live numbers need the room."""

STEEP = 2.0
"""How much a label goes up or down beside its tip for each unit that the border pushes it back."""

TRACE = 96
"""Pieces of the line that a tip draws on a leg."""

CHORDS = 12
"""Pieces of such a line that labels keep clear of: fewer, as each is looked at for each label."""

ON_LINE = 1e-6
"""Share of its length by which a way may leave a line through the origin and still lie on it."""

ECHO = 0.22
"""How far the echo's grid stands out from the ground towards its outline's colour."""


@dataclass(frozen=True, slots=True)
class Leg:
    """The motion of a map after another: t → path(t)·base, which ends at `matrix`, exactly."""

    path: Path
    base: Matrix
    matrix: Matrix

    def __call__(self, t: float) -> Map:
        """The 2×2 matrix at t; at 0 and 1 the nearest floats of the exact products."""
        if t <= 0.0:
            return self.base.array.copy()
        if t >= 1.0:
            return self.matrix.array.copy()
        moved: Map = self.path(t) @ self.base.array
        return moved


@dataclass(frozen=True, slots=True)
class Rewound:
    """A leg run backwards; it ends at the leg's base."""

    leg: Leg

    @property
    def matrix(self) -> Matrix:
        """Where it ends."""
        return self.leg.base

    def __call__(self, t: float) -> Map:
        """The leg's matrix at 1 − t."""
        return self.leg(1.0 - t)


def leg(path: Path, base: Matrix) -> Leg:
    """The motion of `path` after the map `base` has been applied."""
    return Leg(path, base, path.matrix @ base)


def vector_color(matrix: Map, theme: Theme) -> str:
    """The colour of a vector that has been moved by this map: at its start it is the input."""
    return theme.input if np.array_equal(matrix, np.eye(2)) else theme.output


class Journey(MappedSquare):
    """A mapped square that goes from map to map; its vector leaves its way behind.

    `labelled` says whether the stops of the vector show their coordinates when `reveal` asks;
    `room` is the part of the zone in which everything but the grid stays.
    """

    def __init__(
        self,
        zone: Zone,
        theme: Theme,
        motions: Sequence[Moving],
        *,
        vector: Matrix | None = None,
        labelled: bool = True,
        room: Zone | None = None,
    ) -> None:
        self.stops: list[Stop] = []
        self.sources: list[Stop] = []
        self.traces: list[VMobject] = []
        self.way = VGroup()
        self.hints = VGroup()
        self.stop_labels = VGroup()
        self.vector = vector
        self._labelled = labelled
        self._lines: list[tuple[VMobject, npt.NDArray[np.float64]]] = []
        self._ways: list[npt.NDArray[np.float64]] = []
        self._written: list[Stop] = []
        self._halves: list[tuple[float, float]] = []
        self._seen = 1.0
        self._ended: Map | None = None
        self._strength = 0.0
        self._faint = strength(theme.output, theme.ground, FAINT)
        # As much shorter than the grid as its ends would stand out of the pane.
        self.echo = Lines(zone.inset(0.03), theme.ground, theme.ground, width=5.5, axis_width=6.5)
        self.echo_edge = VMobject(stroke_color=theme.before, stroke_width=13, stroke_opacity=0.0)
        super().__init__(zone, theme, motions, sense=False, vector=vector, joint=JOINT, room=room)
        named(self.echo_edge, "echo", "outline")
        self.standing = [
            self.ghost,
            self.echo_edge,
            self.square,
            self.flat,
            self.hints,
            self.way,
            self.arrows,
        ]  # fmt: skip -- from the lowest to the highest
        self.submobjects = [self.echo, self.plane, *self.standing, self.stop_labels, self.labels]

    def depart(self, motion: Leg) -> Callable[[float], None]:
        """`along` a leg on which the vector leaves a stop behind, and its tip a line."""
        if self.vector is None:
            return self.along(motion)
        here = motion.base @ self.vector
        if all(stop.vector != here for stop in self.stops):  # one place, one stop
            self._stop(here)
        trace = VMobject(
            stroke_color=self.theme.output, stroke_width=3.5, stroke_opacity=self._faint
        )
        self.traces.append(named(trace, f"way {len(self.traces) + 1}", "line"))
        self.way.add(trace)
        vector = self.vector.array[:, 0]
        way = np.array([motion(s) @ vector for s in np.linspace(0.0, 1.0, CHORDS + 1)])
        if _on_a_line(way):  # along the arrow itself: the line would only smear it
            return self.along(motion)
        self._ways.append(way)
        along = self.along(motion)

        def follow(t: float) -> None:
            moments = np.linspace(0.0, t, max(2, round(TRACE * t) + 1))
            self._lines = [line for line in self._lines if line[0] is not trace]
            self._lines.append((trace, np.array([motion(s) @ vector for s in moments])))
            along(t)

        return follow

    def along(self, path: Moving) -> Callable[[float], None]:
        """As for any mapped square; if there is a vector, all coordinates but its own are hidden
        on the way, until `reveal`."""
        follow = super().along(path)
        seen = self._seen

        def step(t: float) -> None:
            self._show_labels(seen * max(0.0, 1.0 - t / LEAVING))
            follow(t)

        return step

    def reveal(self, t: float) -> None:
        """The coordinates that were hidden on the way appear as t goes from 0 to 1."""
        self._show_labels(t)

    def hint(self, columns: Matrix) -> None:
        """Prepare faint arrows to these two vectors (2×2, columns), unseen until `hinting`."""
        for k, color in enumerate((self.theme.first, self.theme.second)):
            column = Matrix(tuple((value,) for value in columns.columns[k]))
            source = Stop(column, color, self.theme, f"column {k + 1} before", 0.0)
            source.arrow.follow(np.eye(2), self.view)
            self.sources.append(source)
            self.hints.add(source)

    def hinting(self, k: int) -> Callable[[float], None]:
        """The k-th of the faint arrows appears with its coordinates as t goes from 0 to 1."""
        return self.sources[k].appear

    def forget(self, t: float) -> None:
        """What has been leaves as t goes from 0 to 1: the vector's way, and the columns' arrows."""
        for past in (*self.stops, *self.sources):
            past.appear(min(past.seen, 1.0 - t))
        for trace in self.traces:
            trace.set_stroke(opacity=self._faint * (1.0 - t))
        if t >= 1.0:  # labels need no longer keep clear of them
            for kept in (self.stops, self.sources, self.traces, self._lines, self._ways):
                kept.clear()
            for group in (self.way, self.hints, self.stop_labels):
                group.submobjects = []
            self._written = []
        self._draw(self.matrix, self.matrix)  # the vector's arrow is no longer wider for them

    def remember(self, t: float) -> None:
        """An echo of the picture as it is now appears beneath it as t goes from 0 to 1."""
        self._ended = self.matrix
        self._strength = t
        self._draw_echo()

    def view_of(self, maps: Sequence[Matrix]) -> View:
        """The view that holds the results of all these maps, and the start."""
        return framing(self.room, [self.outline, *(self.outline @ m.array.T for m in maps)])

    def obstacles(self) -> tuple[Sequence[Segment], Sequence[Rectangle]]:
        """The faint arrows, and the lines that the vector's tip draws."""
        origin = np.array([self.view.x, self.view.y])
        past = (*self.stops, *self.sources)
        lines = [(origin, self.view.place(stop.arrow.vector)[:2]) for stop in past]
        for way in self._ways:
            drawn = self.view.place(way)[:, :2]
            lines.extend(pairwise(drawn))
        return lines, ()

    def _solve(self, at_rest: Matrix, inks: Sequence[Ink]) -> list[float]:
        """The angles of the labels over the picture at rest, chosen together.

        A vector's tip is a corner of the square or near one, and its label has to share the room.
        """
        matrix = at_rest.array
        origin = np.array([self.view.x, self.view.y])
        tips = self._tips(matrix)
        face, ghost = (self.view.place(CORNERS @ one.T)[:, :2] for one in (matrix, np.eye(2)))
        edges = [(one[k], one[(k + 1) % 4]) for one in (face, ghost) for k in range(4)]
        arrows = [(origin, tip) for tip in tips]
        axes = [(tip, tip + BEYOND * (tip - origin)) for tip in tips[:2]]
        lines, boxes = self.obstacles()
        echo = self.echo_edge.stroke_width / 200 * self._strength  # it is broader than a line
        aims = self._aim(matrix)
        return stand_together(
            [
                Tip(tip, aim, (ink.width / 2, ink.height / 2))
                for tip, aim, ink in zip(tips, aims, inks, strict=True)
            ],
            segments=[*edges, *arrows, *arrows, *lines],  # an arrow counts twice
            faint=axes,
            boxes=boxes,
            zone=self.zone,
            face=face,
            clear=CLEAR + echo,
        )

    def _draw(self, plane: Map, standing: Map) -> None:
        super()._draw(plane, standing)
        for past in (*self.stops, *self.sources):
            for arrow in (past.arrow, past.above):
                arrow.follow(np.eye(2), self.view)
                if not self._holds(arrow.tip[None]).all():
                    arrow.clear_points()
        if self.vector is not None:
            self._color_vector(vector_color(standing, self.theme))
            self._uncover_stops(standing)
        for trace, points in self._lines:
            drawn = self.view.place(points)[:, :2]
            inside = self._holds(points)
            pieces = np.stack([drawn[:-1], drawn[1:]], axis=1)[inside[:-1] & inside[1:]]
            trace.set_points(segment_points(pieces))
        self._draw_echo()

    def _uncover_stops(self, standing: Map) -> None:
        """Stops that lie along the vector's arrow, or along later ones, stay to be seen."""
        vector = self.each[2]
        wider = uncover(self.stops, self.view.place(vector.tip)[:2], self.view)
        tips = (standing @ self.vectors.array).T * self.view.unit
        vector.follow(standing, self.view, max(wider, widths(tips)[2]))
        drawn = [*self.each, *(stop.above for stop in self.stops if stop.raised)]
        # The shorter above, as in any mapped square.
        self.arrows.submobjects[:] = sorted(drawn, key=shortness)

    def _stop(self, vector: Matrix) -> None:
        k = len(self.stops)
        color = self.theme.output if k else self.theme.input
        stop = Stop(vector, color, self.theme, f"stop {k}", 1.0)
        self.stops.append(stop)
        self.way.add(stop)

    def _color_vector(self, color: str) -> None:
        label = self.tip_labels[2]
        label.color_of_text = color
        label.live.set_fill(color)
        self.each[2].set_fill(color)

    def _holds(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
        """Which points of the plane, shape (n, 2), are seen: what has been may lie far away."""
        x, y = self.view.place(points)[:, :2].T
        across = (x >= self.zone.left) & (x <= self.zone.right)
        seen: npt.NDArray[np.bool_] = across & (y >= self.zone.bottom) & (y <= self.zone.top)
        return seen

    def _draw_echo(self) -> None:
        if self._ended is None:
            return
        theme = self.theme
        shade = interpolate_color(
            ManimColor(theme.ground), ManimColor(theme.before), ECHO * self._strength
        )
        self.echo.follow(self._ended, self.view)
        self.echo.set_stroke(color=shade)
        ended = CORNERS @ self._ended.T
        corners = self.view.place(ended)[:, :2]
        strength = 0.45 * self._strength if self._holds(ended).all() else 0.0
        self.echo_edge.set_points(closed_polygon(corners))
        self.echo_edge.set_stroke(opacity=strength)

    def _label(self, matrix: Matrix) -> None:
        super()._label(matrix)
        boxes = [label.box() for label in self.tip_labels]
        self._halves = [(box.half_width, box.half_height) for box in boxes]
        for label in self.tip_labels:
            self._keep_inside(label)
        if self._labelled:
            self._label_stops(matrix)
        self._show_labels(self._seen)

    def _label_stops(self, matrix: Matrix) -> None:
        image = matrix @ self.vectors
        now = [Matrix(tuple((value,) for value in column)) for column in image.columns]
        segments, _ = self.obstacles()
        origin = np.array([self.view.x, self.view.y])
        corners = self.view.place(CORNERS @ matrix.array.T)[:, :2]
        edges = [(corners[k], corners[(k + 1) % 4]) for k in range(4)]
        firm = [*edges, *((origin, tip) for tip in self._tips(matrix.array))]
        firm.extend(segments[: len(self.stops) + len(self.sources)])
        lines = [*firm, *segments[len(self.stops) + len(self.sources) :]]
        taken = [label.box() for label in self.tip_labels]
        self._written = []
        for stop in (*self.stops, *self.sources):
            if stop.vector in now or not self._holds(stop.arrow.tip[None]).all():
                continue  # a place is labelled once
            if not stop.bared and not stop.raised:
                continue  # its tip is where another arrow's is
            box = stop.place_label(self.view, lines, taken, self.zone, corners)
            now.append(stop.vector)
            # Its rim would cut a hole into the face, or a gap into an arrow or a way. In a way it
            # may, if what it names is written nowhere else.
            kept = firm if stop in self.sources else lines
            clear = covered([box], kept, 0.0)[0] == 0.0 and not lies_on(corners, box)
            if clear and box.within(self.zone):
                taken.append(box)
                self._written.append(stop)
        self.stop_labels.submobjects = [stop.label for stop in self._written]

    def _apart(
        self, matrix: Map, before: Sequence[float], after: Sequence[float], t: float
    ) -> list[float]:
        """Labels pass before their arrows: the short way may lead behind a tip, over the shaft."""
        between = [start + (end - start) * t for start, end in zip(before, after, strict=True)]
        return super()._apart(matrix, between, between, t)

    def _live(self, matrix: Map, angles: Sequence[float]) -> None:
        """Only the vector's coordinates are live, if there is one: it is what the eye follows."""
        tips, aims = self._tips(matrix), self._aim(matrix)
        images = (matrix @ self.vectors.array).T
        for k in (0, 1) if self.vector is None else (2,):
            label, direction = self.tip_labels[k], aims[k] + angles[k]
            label.follow(images[k], tips[k], direction)
            # Live coordinates are wider than those at rest, and that must not bring them over
            # the arrow: they grow away from the tip.
            live = label.half_extent(label.characters(images[k]))
            resting = stand_off(tips[k], direction, self._halves[k])
            side = (resting[0] - tips[k][0]) / (self._halves[k][0] + GAP)
            resting[0] += side * (live[0] - self._halves[k][0])
            shift = resting - stand_off(tips[k], direction, live)
            label.shift((shift[0], shift[1], 0.0))
            pushed = self._keep_inside(label)
            if pushed:
                self._pass_by(label, tips[k], math.sin(aims[k] + self._angles[k]) >= 0, pushed)

    def _keep_inside(self, label: TipLabel) -> float:
        """Move a label that would leave the zone back to its border; how far to the side."""
        box, zone = label.box(), self.zone
        x = min(max(box.x, zone.left + box.half_width), zone.right - box.half_width)
        y = min(max(box.y, zone.bottom + box.half_height), zone.top - box.half_height)
        if (x, y) != (box.x, box.y):
            label.shift((x - box.x, y - box.y, 0.0))
        return abs(x - box.x)

    def _pass_by(
        self, label: TipLabel, tip: npt.NDArray[np.float64], above: bool, pushed: float
    ) -> None:
        """A label that the border has pushed back over its tip passes above it, or below it."""
        box, side = label.box(), 1.0 if above else -1.0
        lack = box.half_height + GAP - side * (box.y - float(tip[1]))
        label.shift((0.0, side * min(max(0.0, lack), STEEP * pushed), 0.0))
        self._keep_inside(label)

    def _show_labels(self, seen: float) -> None:
        self._seen = seen
        basis = [] if self.vector is None else self.tip_labels[:2]
        for label in basis:
            label.set_fill(opacity=seen)
            label.set_stroke(opacity=seen, background=True)
        for stop in self._written:
            stop.fade_label(seen)


def _on_a_line(way: npt.NDArray[np.float64]) -> bool:
    """Whether points of the plane, shape (n, 2), lie on one line through the origin."""
    far = way[int(np.argmax(np.hypot(*way.T)))]
    across = np.abs(way @ np.array([-far[1], far[0]])).max()
    return bool(across <= ON_LINE * float(far @ far))
