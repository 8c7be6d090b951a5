"""The unit cube under a map of space, with the basis vectors: everything drawn from one matrix.

`MappedCube.draw(M)` is the only way to change the picture of the map, so solid, arrows, labels and
every listener (read-outs) take their numbers from the same M at the same frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from manim import ManimColor, VGroup

from algebra.motion import Path
from stage.body import Body, LeftOver
from stage.camera import Array
from stage.diorama import Diorama
from stage.ink import LABEL, Ink, formula, halo
from stage.labels import stand_off
from stage.layout import Zone
from stage.outlook import Outlook, best_azimuth, floor, other_side, outlook
from stage.sense import Listener, Size
from stage.solids import parallelepiped, unit_cube
from stage.space_labels import Track, tracks
from stage.space_marks import ARROW, ArrowInSpace, Line, Mark
from stage.story import named
from stage.theme import Theme

SAMPLES = 33
"""Moments of a motion that the view must hold."""

MOMENTS = 49
"""Moments at which the places of labels are thought out."""

JOINT = 0.16
"""A view serves before and after a map if the unit cube takes at least this share of the zone."""

TINY = 0.16
"""A result that takes a smaller share than this is looked at closer."""

NAME = LABEL * 1.15
"""Size of the names of the basis vectors and their images."""

RIM = 8.0
"""Width of the rim around a name: a wide one would bite a dark hole into a solid's face."""

ARROW_WEIGHT, EDGE_WEIGHT, GHOST_WEIGHT, AXIS_WEIGHT = 6.0, 2.0, 1.0, 0.8
"""What it costs a label to cover a scene unit of each."""

LIGHT = (-0.45, 0.75, 0.5)
"""Where the light comes from at the beginning: to the right, upwards, towards the viewer."""

RENAMED = 0.24
"""The part of a motion in which a basis vector's name gives way to that of its image."""

WORDS = ("first", "second", "third")
"""What the basis vectors are called by plans and checks."""

EDGES = np.array(unit_cube().edges())


class MappedCube(VGroup):
    """Floor, axes, the unit cube as it was and as the map has it, and three arrows with names.

    `near` draws it in perspective, `turning` leaves room for an orbit.
    """

    def __init__(
        self, zone: Zone, theme: Theme, path: Path, *, near: bool, turning: bool, name: str
    ) -> None:
        self.zone = zone
        self.theme = theme
        self.listeners: list[Listener] = []
        self.matrix: Array = np.eye(3)
        self.solid = unit_cube()
        self.left_over = 0.0
        """How much of what a singular map has left is shown, from 0 to 1."""
        corners = unit_cube().corners
        way = [corners @ path(float(t)).T for t in np.linspace(0, 1, SAMPLES)]
        end = path.matrix.array
        azimuth = best_azimuth([np.eye(3), end])
        room = zone.inset(0.15, 0.1)

        def seen(*points: Array) -> Outlook:
            cloud = np.concatenate(points)
            return outlook(room, cloud, near=near, azimuth=azimuth, turning=turning)

        whole = seen(corners, *way)
        self.during = whole
        """The outlook that holds the unit cube, the whole motion and its end."""
        self.opening = whole if self._share(whole, corners) >= JOINT else seen(corners)
        tiny = 0 < self._share(whole, way[-1]) < TINY
        self.closing = seen(way[-1]) if tiny else whole
        """The outlook in which the result is read: closer, if it would be tiny."""
        self.outlook = self.opening
        light = np.array(LIGHT) @ self.opening.camera.axes
        self.light: Array = light / float(np.linalg.norm(light))
        self.diorama = Diorama()
        self.colors = (theme.first, theme.second, theme.third)
        of = name if len(name) == 1 else f"({name})"
        self.names = [
            tuple(
                named(
                    halo(formula(latex, size=NAME, color=color), theme.ground),
                    f"{word} tip",
                    "label",
                )
                for latex in (rf"\mathbf{{e}}_{k}", rf"{of}\mathbf{{e}}_{k}")
            )
            for k, (word, color) in enumerate(zip(WORDS, self.colors, strict=True), start=1)
        ]
        self.labels = VGroup(*(pair[0] for pair in self.names))
        self._moved = 0
        """Which of each pair of names is shown: 0 before the map, 1 after it."""
        self._halves = [
            (max(one.width for one in pair) / 2, max(one.height for one in pair) / 2)
            for pair in self.names
        ]
        super().__init__(self.diorama, self.labels)
        self._angles = [track.at(0.0) for track in self._tracks([(self.outlook, np.eye(3))])]
        self.draw(np.eye(3))
        self._place(self._angles)

    # What is there.

    def draw(self, matrix: Array) -> None:
        """Draw everything from this 3×3 matrix; tell the listeners."""
        self._draw(matrix)
        for listener in self.listeners:
            listener.follow(matrix)

    def _draw(self, matrix: Array) -> None:
        self.matrix = matrix
        self.solid = parallelepiped(matrix)
        camera = self.outlook.camera
        marks: list[Mark] = [floor(self.outlook, self.theme)]
        gone = self.left_over if self.solid.rank < 3 else 0.0
        if gone < 1:
            marks.append(Body("solid", self.solid, self.theme, self.light, shown=1 - gone))
        if gone > 0:
            marks.append(LeftOver("image", self.solid, self.theme, gone))
        marks += self._axes()
        marks += self._ghost(matrix)
        # The shorter arrow lies on top, so that all are seen where they run along one line.
        lengths = np.linalg.norm(matrix, axis=0)
        for place, k in enumerate(np.argsort(-lengths, kind="stable").tolist()):
            ends = np.array([np.zeros(3), matrix[:, k]])
            color = ManimColor(self.colors[k])
            marks.append(ArrowInSpace(WORDS[k], ends, color, layer=ARROW + place))
        self.diorama.compose(marks, camera)

    def _axes(self) -> list[Mark]:
        color = ManimColor(self.theme.axis)
        return [
            Line(f"axis {k + 1}", ends, color, 2.2)
            for k, ends in enumerate(_axis_ends(self.outlook))
        ]

    def _ghost(self, matrix: Array) -> list[Mark]:
        """The edges of the cube as it was, once it is no longer there."""
        off = float(np.abs(matrix - np.eye(3)).max())
        if off == 0.0:
            return []
        cube, color = unit_cube(), ManimColor(self.theme.before)
        shown = min(1.0, 4 * off)
        return [
            Line(f"ghost {a}{b}", cube.corners[[a, b]], color, 2.0, opacity=shown, under=True)
            for a, b in cube.edges()
        ]

    @property
    def size(self) -> Size:
        """The signed volume of the solid."""
        return Size("signed volume", self.signed_volume, self.signed_volume)

    def signed_volume(self) -> float:
        """The signed volume of the solid as it is drawn (units of space cubed)."""
        return self.solid.volume()

    # Motions, as functions of t from 0 to 1.

    def unfold(self, t: float) -> None:
        """The cube and the arrows grow out of the origin; the listeners are told nothing yet."""
        self._draw(t * np.eye(3))

    def along(self, path: Path) -> Callable[[float], None]:
        """The motion of a path; at its end the listeners are told the exact map."""
        way = [(self.outlook, path(float(t))) for t in np.linspace(0, 1, MOMENTS)]
        found = self._tracks(way, self._angles)

        def follow(t: float) -> None:
            self.draw(path(t))
            self._rename(t)
            self._place([track.at(t) for track in found])
            if t >= 1.0:
                for listener in self.listeners:
                    listener.rest(path.matrix)

        return follow

    def toward(self, other: Outlook) -> Callable[[float], None]:
        """Move the view while the map stays as it is."""
        start = self.outlook
        moments = [start.toward(other, float(t)) for t in np.linspace(0, 1, MOMENTS)]
        return self._viewed(lambda t: start.toward(other, t), moments)

    def orbiting(self) -> Callable[[float], None]:
        """Once about the upright axis through the middle of what is seen, and on to another side.

        What comes next is so read off a picture that has not been there before.
        """
        start = self.outlook
        azimuth = start.camera.azimuth
        way = 2 * math.pi + other_side(self.matrix, azimuth)

        def turned(t: float) -> Outlook:
            return start.turned(azimuth + way * t)

        return self._viewed(turned, [turned(float(t)) for t in np.linspace(0, 1, MOMENTS)])

    def _viewed(
        self, at: Callable[[float], Outlook], moments: Sequence[Outlook]
    ) -> Callable[[float], None]:
        found = self._tracks([(one, self.matrix) for one in moments], self._angles)

        def follow(t: float) -> None:
            self.outlook = at(t)
            self._draw(self.matrix)
            self._place([track.at(t) for track in found])

        return follow

    def leaving(self, t: float) -> None:
        """What a singular map has left of the cube appears."""
        self.left_over = t
        self._draw(self.matrix)

    # Labels.

    def _name(self, latex: str, color: str, word: str) -> Ink:
        """A name that lines behind it stop short of."""
        ink = halo(formula(latex, size=NAME, color=color), self.theme.ground)
        for run in ink.get_family():
            run.set_stroke(width=RIM, background=True, family=False)
        return named(ink, f"{word} tip", "label")

    def _rename(self, t: float) -> None:
        """A name goes, and that of the image comes in its place."""
        share = min(1.0, t / RENAMED)
        new = 1 if share > 0.5 else 0
        shown = abs(2 * share - 1)
        self.labels.submobjects = [pair[new] for pair in self.names]
        for one in self.labels:
            one.set_opacity(shown)

    def _place(self, angles: Sequence[float]) -> None:
        self._angles = list(angles)
        tips = self.outlook.camera.place(self.matrix.T)
        for label, tip, angle, half in zip(self.labels, tips, angles, self._halves, strict=True):
            x, y = stand_off(tip, angle, half)
            label.move_to((float(x), float(y), 0.0))

    def _tracks(
        self, way: Sequence[tuple[Outlook, Array]], start: Sequence[float] | None = None
    ) -> list[Track]:
        """Where labels stand while outlook and map go this way."""
        points, lines, middles = [], [], []
        for view, matrix in way:
            camera = view.camera
            solid = parallelepiped(matrix)
            tips = camera.place(matrix.T)
            origin = camera.place(np.zeros(3))
            points.append(tips)
            middles.append(camera.place(solid.middle))
            lines.append(
                np.concatenate(
                    [
                        [(origin, tip) for tip in tips],
                        camera.place(solid.corners)[EDGES],
                        camera.place(unit_cube().corners)[EDGES],
                        camera.place(_axis_ends(view)),
                    ]
                )
            )
        weights = np.repeat(
            [ARROW_WEIGHT, EDGE_WEIGHT, GHOST_WEIGHT, AXIS_WEIGHT], [3, len(EDGES), len(EDGES), 3]
        )
        return tracks(
            np.array(points),
            self._halves,
            np.array(lines),
            weights,
            np.array(middles),
            self.zone,
            start,
        )

    def _share(self, view: Outlook, points: Array) -> float:
        """How much of the zone, along its tighter side, points of space take in a view."""
        spread = np.ptp(view.camera.place(points), axis=0)
        return float(max(spread[0] / self.zone.width, spread[1] / self.zone.height))


def _axis_ends(view: Outlook) -> Array:
    """The ends of the three axes, shape (3, 2, 3): on the floor's rim, and a little higher."""
    (x, y), radius = view.middle, view.radius
    ends = np.zeros((3, 2, 3))
    ends[0, :, 0] = x + np.array([-1, 1]) * math.sqrt(max(0.0, radius**2 - y**2))
    ends[1, :, 1] = y + np.array([-1, 1]) * math.sqrt(max(0.0, radius**2 - x**2))
    ends[2, :, 2] = view.heights
    return ends
