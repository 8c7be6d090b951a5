"""One plane with everything that stands on it, all drawn from one matrix.

`MappedSquare.draw(M)` is the only way to change the picture of the map, so grid, square, arrows,
arc, coordinates and every listener (read-outs) take their numbers from the same M at the same
frame and cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Protocol, cast

import numpy as np
from manim import Mobject, VGroup

from algebra import facts
from algebra.matrices import Matrix, identity
from stage.ink import LABEL, Ink, formula
from stage.labels import (
    Rectangle,
    Segment,
    apart,
    best_angle,
    heading,
    sides,
    stand_off,
    with_corners,
)
from stage.layout import Zone
from stage.matrices import alike
from stage.plane import Map, Plane
from stage.sense import Listener, Size
from stage.shapes import CORNERS, Arrow, FlatSegment, GhostSquare, SenseArc, UnitSquare, widths
from stage.story import agrees, named
from stage.theme import Theme
from stage.tip_label import TipLabel, turn
from stage.view import View, framing, share

SAMPLES = 33
"""Moments of a motion that the view must hold."""

JOINT = 0.16
"""A view serves before and after a map if the unit square takes at least this share of the zone."""

BEYOND = 9.0
"""How far the axes are followed beyond the tips, in lengths of the arrows."""

PASSING = 1.1
"""Distance in scene units at which a tip is so close to another arrow that its label meets it."""

SIDES = (math.radians(-75), math.radians(75), 0.0)
"""Where the labels of first, second and vector lean while tips pass each other."""

ROOMY = 4.2
"""Width in scene units of a plane whose labels have their full size; in a narrower one they are
smaller, or they would cover what they stand beside."""

SMALL = 0.78
"""The least of their size that labels have."""

CLEAR = 0.1
"""Scene units from a line at which the rim of a label (stage.ink.HALO) no longer bites into it."""

CLEAR_OF_BAND = 0.14
"""The same where the square is flattened to a band, which is wider than a line; it must be less
than the distance from label to tip, or no place beside a level line would be good enough."""

TINY = 0.16
"""A result that takes a smaller share than this is looked at closer."""


class Moving(Protocol):
    """A motion t → M(t) that ends at an exact map: a path, or a path after another map."""

    @property
    def matrix(self) -> Matrix:
        """The map at t = 1."""

    def __call__(self, t: float) -> Map:
        """The 2×2 matrix at t."""


class MappedSquare(VGroup):
    """Plane, ghost, unit square, basis vectors with coordinates, and the arc of orientation.

    With a `vector` (2×1) its image is a third arrow, labelled like the other two. One view serves
    all paths as long as the unit square takes at least the share `joint` of the zone in it.
    `room` is the part of the zone in which everything but the grid stays.
    """

    def __init__(
        self,
        zone: Zone,
        theme: Theme,
        paths: Sequence[Moving],
        *,
        sense: bool = True,
        vector: Matrix | None = None,
        joint: float = JOINT,
        room: Zone | None = None,
    ) -> None:
        self.zone = zone
        self.theme = theme
        self.label_size = LABEL * min(1.0, max(SMALL, zone.width / ROOMY))
        self.matrix: Map = np.eye(2)
        self.listeners: list[Listener] = []
        self.vectors = identity(2) if vector is None else _with_basis(vector)
        """What is drawn as arrows, before the map: a 2×k matrix with k = 2 or 3."""
        self.outline = CORNERS if vector is None else np.vstack([CORNERS, vector.array.T])
        """The points that the view must hold, before the map, shape (n, 2)."""
        self._stages = [
            np.concatenate([self.outline @ path(t).T for t in np.linspace(0, 1, SAMPLES)])
            for path in paths
        ]
        self._paths = list(paths)
        room = room or zone.inset(0.35, 0.3)
        whole = framing(room, [self.outline, *self._stages])
        self._views = (
            [whole] * len(paths)
            if share(room, whole, CORNERS) >= joint
            else [framing(room, [CORNERS, stage]) for stage in self._stages]
        )
        self.room = room
        self._joint = joint
        largest = max((float(np.abs(stage).max()) for stage in self._stages), default=1.0)
        self.plane = Plane(zone, theme)
        self.ghost = named(GhostSquare(theme, zone), "ghost", "outline")
        self.square = named(UnitSquare(theme), "square", "area")
        self.flat = named(FlatSegment(theme.image), "segment", "outline")
        roles = (("first", theme.first), ("second", theme.second), ("vector", theme.output))
        parts = list(zip(roles, self.vectors.array.T, strict=False))
        self.each = [named(Arrow(column, color), name, "arrow") for (name, color), column in parts]
        """The arrows in the order of `vectors`; `arrows` holds them in drawing order."""
        self.arrows = VGroup(*self.each)
        self.arc = named(SenseArc(theme.ink), "sense", "arrow")
        self.tip_labels = [
            named(
                TipLabel(color, theme.ground, largest=largest, size=self.label_size),
                f"{name} tip",
                "label",
            )
            for k, ((name, color), _) in enumerate(parts)
        ]
        self.labels = VGroup(*self.tip_labels)
        for label, arrow in zip(self.tip_labels, self.each, strict=True):
            agrees(label, partial(self.pointed_at, arrow))
        self._angles = [0.0] * len(parts)
        self._headings = [heading(column) for _, column in parts]
        self.view = self.opening
        standing = [self.ghost, self.square, self.flat, self.arrows]
        self.standing = [*standing, self.arc] if sense else standing
        super().__init__(self.plane, *self.standing, self.labels)
        self.draw(np.eye(2))
        self._label(identity(2))

    @property
    def opening(self) -> View:
        """The view to open with: the unit square alone, or the whole of what comes."""
        if self._views and share(self.room, self._views[0], CORNERS) >= self._joint:
            return self._views[0]
        return framing(self.room, [CORNERS], 0.4)

    def view_during(self, path: Moving) -> View:
        """The view that holds the unit square, the whole motion and its end."""
        return self._views[self._paths.index(path)]

    def view_after(self, path: Moving) -> View:
        """The view in which the result is read: closer, if it would be tiny."""
        during, end = self.view_during(path), self.outline @ path(1.0).T
        seen = share(self.room, during, end)
        if seen >= TINY or not np.abs(end).max() > 0:
            return during
        return framing(self.room, [end], 0.5)

    def look_at(self, view: View) -> None:
        """Choose the view; the map stays as it is, at rest."""
        self.view = view
        self._draw(self.matrix, self.matrix)

    def draw(self, matrix: Map) -> None:
        """Draw everything from this 2×2 matrix; tell the listeners."""
        self.matrix = matrix
        self._draw(matrix, matrix)
        for listener in self.listeners:
            listener.follow(matrix)

    def unfold(self, t: float) -> None:
        """The square and the arrows grow out of the origin (t from 0 to 1) on a plane at rest."""
        self._draw(np.eye(2), t * np.eye(2))

    def along(self, path: Moving) -> Callable[[float], None]:
        """The motion of a path as a function of t, coordinates live in between.

        At t = 1 the picture is at rest again: coordinates are exact, in their own places.
        """
        before = list(self._angles)
        after = self._solve(path.matrix, self._inks(path.matrix))
        flat_now = abs(float(np.linalg.det(self.matrix))) < 1e-9
        self.square.flattens = flat_now or facts.rank(path.matrix) < 2

        def follow(t: float) -> None:
            matrix = path(t)
            self.draw(matrix)
            self._live(matrix, self._apart(matrix, before, after, t))
            if t >= 1.0:
                self.rest(path.matrix)

        return follow

    def back(self, path: Moving) -> Callable[[float], None]:
        """The same motion backwards, to the unit square."""
        before = list(self._angles)
        after = self._solve(identity(2), self._inks(identity(2)))

        def follow(t: float) -> None:
            matrix = path(1.0 - t)
            self.draw(matrix)
            self._live(matrix, self._apart(matrix, before, after, t))
            if t >= 1.0:
                self.rest(identity(2))

        return follow

    def toward(self, view: View, at_rest: Matrix) -> Callable[[float], None]:
        """Move the view while the map stays as it is."""
        start = self.view

        def follow(t: float) -> None:
            self.view = start.toward(view, t)
            self._draw(self.matrix, self.matrix)
            self._label(at_rest)

        return follow

    def polygon(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """The square's corners as they stand on the frame, scene units, shape (4, 2)."""
        return self.view.place(self.square.vertices)[:, :2]

    def pointed_at(self, arrow: Arrow) -> tuple[float, float]:
        """Where an arrow's tip stands on the frame, in plane units."""
        x, y = (arrow.drawn_tip() - (self.view.x, self.view.y)) / self.view.unit
        return float(x), float(y)

    @property
    def size(self) -> Size:
        """The signed area of the square."""
        return Size("signed area", self.square.signed_area, self.drawn_area)

    def drawn_area(self) -> float:
        """The signed area of the square's outline on the frame, in plane units squared."""
        x, y = self.square.edge.points[::4, :2].T / self.view.unit
        return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2

    def arc_box(self) -> Rectangle:
        """Where the arc of orientation is; a point far away if there is none."""
        if self.arc not in self.standing or not self.arc.arc.has_points():
            return Rectangle(1e6, 1e6, 0.0, 0.0)
        x, y = self.arc.get_center()[:2]
        return Rectangle(float(x), float(y), self.arc.width / 2, self.arc.height / 2)

    def _draw(self, plane: Map, standing: Map) -> None:
        self.plane.follow(plane, self.view)
        self.ghost.follow(self.view)
        self.square.follow(standing, self.view)
        wider = widths((standing @ self.vectors.array).T * self.view.unit)
        for arrow, width in zip(self.each, wider, strict=True):
            arrow.follow(standing, self.view, width)
        # The shorter arrow lies on top, so that both are seen where they run along one line.
        self.arrows.submobjects[:] = sorted(self.each, key=shortness)
        self.arc.follow(standing, self.view)

    def _tips(self, matrix: Map) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
        return list(self.view.place((matrix @ self.vectors.array).T)[:, :2])

    def _aim(self, matrix: Map) -> list[float]:
        """Where the arrows point; one that vanishes keeps the direction it had."""
        images = (matrix @ self.vectors.array).T * self.view.unit
        self._headings = [
            heading(image, before) for image, before in zip(images, self._headings, strict=True)
        ]
        return self._headings

    def _apart(
        self, matrix: Map, before: Sequence[float], after: Sequence[float], t: float
    ) -> list[float]:
        """The labels' angles on their way; where a tip passes an arrow, its label keeps aside."""
        tips = self._tips(matrix)
        origin = np.array([self.view.x, self.view.y])
        angles = []
        for k, (start, end) in enumerate(zip(before, after, strict=True)):
            others = [tip for j, tip in enumerate(tips) if j != k]
            distance = min(apart(tips[k], origin, other) for other in others)
            near = math.exp(-((distance / PASSING) ** 2)) * math.sin(math.pi * t)
            angles.append((1 - near) * turn(start, end, t) + near * SIDES[k])
        return angles

    def _live(self, matrix: Map, angles: Sequence[float]) -> None:
        images = (matrix @ self.vectors.array).T
        for label, column, tip, aim, angle in zip(
            self.tip_labels, images, self._tips(matrix), self._aim(matrix), angles, strict=True
        ):
            label.follow(column, tip, aim + angle)
            # Live coordinates are wider than those that they come to rest at.
            left, right = float(label.get_left()[0]), float(label.get_right()[0])
            over = max(0.0, self.zone.left - left) - max(0.0, right - self.zone.right)
            label.shift((over, 0.0, 0.0))

    def _inks(self, matrix: Matrix) -> list[Ink]:
        """The exact coordinates of the arrows' tips under a map at rest, set."""
        image = matrix @ self.vectors
        entries = iter(alike(value for column in image.columns for value in column))
        written = [f"{next(entries)}, {next(entries)}" for _ in image.columns]
        return [
            formula(f"({row})", size=self.label_size, color=label.color_of_text, display=False)
            for row, label in zip(written, self.tip_labels, strict=True)
        ]

    def _solve(self, at_rest: Matrix, inks: Sequence[Ink]) -> list[float]:
        """The best angles of the labels over the picture of a map at rest."""
        matrix = at_rest.array
        origin = np.array([self.view.x, self.view.y])
        tips = self._tips(matrix)
        corners = self.view.place(CORNERS @ matrix.T)[:, :2]
        ghost = self.view.place(CORNERS)[:, :2]
        edges = sides(corners)
        # An axis that runs on beyond a tip would strike the label through.
        axes = [(tip, tip + BEYOND * (tip - origin)) for tip in tips[:2]]
        arrows = [(origin, other) for other in tips]
        lines, boxes = self.obstacles()
        clear = CLEAR_OF_BAND if facts.rank(at_rest) == 1 else CLEAR
        angles: list[float] = []
        taken: list[Rectangle] = list(boxes)
        for tip, aim, ink in zip(tips, self._aim(matrix), inks, strict=True):
            half = (ink.width / 2, ink.height / 2)
            angle = best_angle(
                tip,
                aim,
                half,
                segments=[*edges, *arrows, *arrows, *axes, *lines],  # an arrow counts twice
                boxes=taken,
                zone=self.zone,
                face=corners,
                angles=with_corners(aim, half),
                faint=sides(ghost),
                clear=clear,
            )
            angles.append(angle)
            x, y = stand_off(tip, aim + angle, half)
            taken.append(Rectangle(float(x), float(y), *half))
        return angles

    def obstacles(self) -> tuple[Sequence[Segment], Sequence[Rectangle]]:
        """What else the labels at rest keep clear of: lines and boxes, scene units."""
        return (), ()

    def rest(self, matrix: Matrix) -> None:
        """Stand still under an exact map: exact coordinates, in the best places."""
        self._label(matrix)
        for listener in self.listeners:
            listener.rest(matrix)

    def _label(self, matrix: Matrix) -> None:
        array, inks = matrix.array, self._inks(matrix)
        self._angles = self._solve(matrix, inks)
        places = zip(self._tips(array), self._aim(array), self._angles, strict=True)
        for label, ink, (tip, aim, angle) in zip(self.tip_labels, inks, places, strict=True):
            label.rest(ink, stand_off(tip, aim + angle, (ink.width / 2, ink.height / 2)))


def _with_basis(vector: Matrix) -> Matrix:
    """The basis vectors and another one as the columns of a 2×3 matrix."""
    (x, y), (one, zero) = vector.columns[0], (Fraction(1), Fraction(0))
    return Matrix(((one, zero, x), (zero, one, y)))


def shortness(arrow: Mobject) -> float:
    """Sorts arrows from the longest to the shortest."""
    return -cast(Arrow, arrow).reach
