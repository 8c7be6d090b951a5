"""One plane with everything that stands on it, all drawn from one matrix.

`MappedSquare.draw(M)` is the only way to change the picture of the map, so grid, square, arrows,
arc, coordinates and every listener (read-outs) take their numbers from the same M at the same
frame and cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol, cast

import numpy as np
from manim import Mobject, VGroup

from algebra.matrices import Matrix, identity
from algebra.motion import Path
from stage.ink import LABEL, formula
from stage.labels import Rectangle, best_angle, heading, stand_off
from stage.layout import Zone
from stage.matrices import short_latex
from stage.plane import Map, Plane
from stage.shapes import CORNERS, Arrow, FlatSegment, GhostSquare, SenseArc, UnitSquare
from stage.story import named
from stage.theme import Theme
from stage.tip_label import TipLabel, turn
from stage.view import View, framing, share

SAMPLES = 33
"""Moments of a motion that the view must hold."""

JOINT = 0.16
"""A view serves before and after a map if the unit square takes at least this share of the zone."""

PASSING = 1.1
"""Distance in scene units at which two tips are so close that their labels would meet."""

SIDE = math.radians(75)
"""How far to its own side a label leans while the tips pass each other."""

TINY = 0.16
"""A result that takes a smaller share than this is looked at closer."""


class Listener(Protocol):
    """What stands elsewhere and follows the same map (read-outs)."""

    def follow(self, matrix: Map) -> None:
        """A frame in motion."""

    def rest(self, matrix: Matrix) -> None:
        """The map has come to rest at these exact entries."""


class MappedSquare(VGroup):
    """Plane, ghost, unit square, basis vectors with coordinates, and the arc of orientation."""

    def __init__(
        self, zone: Zone, theme: Theme, paths: Sequence[Path], *, sense: bool = True
    ) -> None:
        self.zone = zone
        self.theme = theme
        self.matrix: Map = np.eye(2)
        self.listeners: list[Listener] = []
        self._stages = [
            np.concatenate([CORNERS @ path(t).T for t in np.linspace(0, 1, SAMPLES)])
            for path in paths
        ]
        self._paths = list(paths)
        room = zone.inset(0.35, 0.3)
        joint = framing(room, [CORNERS, *self._stages])
        self._views = (
            [joint] * len(paths)
            if share(room, joint, CORNERS) >= JOINT
            else [framing(room, [CORNERS, stage]) for stage in self._stages]
        )
        self.room = room
        largest = max((float(np.abs(stage).max()) for stage in self._stages), default=1.0)
        self.plane = Plane(zone, theme)
        self.ghost = named(GhostSquare(theme), "ghost", "outline")
        self.square = named(UnitSquare(theme), "square", "area")
        self.flat = named(FlatSegment(theme.image), "segment", "outline")
        self.arrows = VGroup(
            named(Arrow((1.0, 0.0), theme.first), "first", "arrow"),
            named(Arrow((0.0, 1.0), theme.second), "second", "arrow"),
        )
        self.arc = named(SenseArc(theme.ink), "sense", "arrow")
        self.tip_labels = [
            named(
                TipLabel(color, theme.ground, largest=largest, signed=self._signed(k)),
                f"{'second' if k else 'first'} tip",
                "label",
            )
            for k, color in enumerate((theme.first, theme.second))
        ]
        self.labels = VGroup(*self.tip_labels)
        self._angles = [0.0, 0.0]
        self._headings = [0.0, np.pi / 2]
        self.view = self.opening
        standing = [self.ghost, self.square, self.flat, self.arrows]
        self.standing = [*standing, self.arc] if sense else standing
        super().__init__(self.plane, *self.standing, self.labels)
        self.draw(np.eye(2))
        self._label(identity(2))

    def _signed(self, k: int) -> tuple[bool, bool]:
        """Which coordinates of the k-th basis vector's image are negative at some moment."""
        corner = 1 if k == 0 else 3  # of CORNERS: (1, 0) and (0, 1)
        least = [stage[corner :: len(CORNERS)].min(axis=0) for stage in self._stages]
        low = np.min(least, axis=0) if least else np.zeros(2)
        return bool(low[0] < -0.005), bool(low[1] < -0.005)

    @property
    def opening(self) -> View:
        """The view to open with: the unit square alone, or the whole of what comes."""
        if self._views and share(self.room, self._views[0], CORNERS) >= JOINT:
            return self._views[0]
        return framing(self.room, [CORNERS], 0.4)

    def view_during(self, path: Path) -> View:
        """The view that holds the unit square, the whole motion and its end."""
        return self._views[self._paths.index(path)]

    def view_after(self, path: Path) -> View:
        """The view in which the result is read: closer, if it would be tiny."""
        during, end = self.view_during(path), CORNERS @ path(1.0).T
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

    def along(self, path: Path) -> Callable[[float], None]:
        """The motion of a path as a function of t, coordinates live in between.

        At t = 1 the picture is at rest again: coordinates are exact, in their own places.
        """
        end = path(1.0)
        before = list(self._angles)
        after = self._solve(end)

        def follow(t: float) -> None:
            matrix = path(t)
            self.draw(matrix)
            self._live(matrix, self._apart(matrix, before, after, t))
            if t >= 1.0:
                self.rest(path.matrix)

        return follow

    def back(self, path: Path) -> Callable[[float], None]:
        """The same motion backwards, to the unit square."""
        before = list(self._angles)
        after = self._solve(np.eye(2))

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
        for arrow in self.arrows:
            arrow.follow(standing, self.view)
        # The shorter arrow lies on top, so that both are seen where they run along one line.
        self.arrows.submobjects.sort(key=_shortness)
        self.arc.follow(standing, self.view)

    def _tips(self, matrix: Map) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
        return [self.view.place(matrix[:, k])[:2] for k in range(2)]

    def _aim(self, matrix: Map) -> list[float]:
        """Where the arrows point; one that vanishes keeps the direction it had."""
        self._headings = [
            heading(matrix[:, k] * self.view.unit, self._headings[k]) for k in range(2)
        ]
        return self._headings

    def _apart(
        self, matrix: Map, before: Sequence[float], after: Sequence[float], t: float
    ) -> list[float]:
        """The labels' angles on their way; where the tips pass close by, each keeps to its side."""
        one, two = self._tips(matrix)
        distance = float(np.hypot(*(one - two)))
        near = math.exp(-((distance / PASSING) ** 2)) * math.sin(math.pi * t)
        sides = (-SIDE, SIDE)
        return [
            (1 - near) * turn(a, b, t) + near * side
            for a, b, side in zip(before, after, sides, strict=True)
        ]

    def _live(self, matrix: Map, angles: Sequence[float]) -> None:
        for label, column, tip, aim, angle in zip(
            self.tip_labels, matrix.T, self._tips(matrix), self._aim(matrix), angles, strict=True
        ):
            label.follow(column, tip, aim + angle)

    def _solve(self, matrix: Map) -> list[float]:
        """The best angles of the two labels over the picture of a map at rest."""
        origin = np.array([self.view.x, self.view.y])
        tips = self._tips(matrix)
        corners = self.view.place(CORNERS @ matrix.T)[:, :2]
        edges = [(corners[k], corners[(k + 1) % 4]) for k in range(4)]
        angles: list[float] = []
        taken: list[Rectangle] = []
        for label, tip, aim, column in zip(
            self.tip_labels, tips, self._aim(matrix), matrix.T, strict=True
        ):
            half = label.half_extent(label.characters(column))
            angle = best_angle(
                tip,
                aim,
                half,
                segments=[*edges, *((origin, other) for other in tips)],
                boxes=taken,
                zone=self.zone,
            )
            angles.append(angle)
            x, y = stand_off(tip, aim + angle, half)
            taken.append(Rectangle(float(x), float(y), *half))
        return angles

    def rest(self, matrix: Matrix) -> None:
        """Stand still under an exact map: exact coordinates, in the best places."""
        self._label(matrix)
        for listener in self.listeners:
            listener.rest(matrix)

    def _label(self, matrix: Matrix) -> None:
        array = matrix.array
        self._angles = self._solve(array)
        for k, (label, column, tip, aim) in enumerate(
            zip(self.tip_labels, matrix.columns, self._tips(array), self._aim(array), strict=True)
        ):
            x, y = (short_latex(value) for value in column)
            ink = formula(f"({x}, {y})", size=LABEL, color=label.color_of_text, display=False)
            half = (ink.width / 2, ink.height / 2)
            label.rest(ink, stand_off(tip, aim + self._angles[k], half))


def _shortness(arrow: Mobject) -> float:
    """Sorts arrows from the longest to the shortest."""
    return -cast(Arrow, arrow).reach
