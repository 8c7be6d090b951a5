"""What names a mirror once all is at rest: its name, and marked points that are on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
import numpy.typing as npt
from manim import VGroup, VMobject

from algebra.matrices import Matrix
from algebra.numbers import absolute, to_float
from stage.ink import LABEL, Ink, formula, halo, text
from stage.labels import Crowd, Rectangle, Segment, inside
from stage.layout import Zone
from stage.matrices import alike, is_short
from stage.mirror_name import NameSurroundings, place_name
from stage.outlines import circle
from stage.plane import SEEN, Lines
from stage.spot_labels import RIM as LABEL_RIM
from stage.spot_labels import spot, stand_near
from stage.story import agrees, named
from stage.theme import Theme
from stage.view import View

RADIUS = 0.085
"""Radius of a dot, and of a ring around its hole, scene units."""

RING = 3.4
RIM = 8.0
"""Width of a ring, and how much wider the rim is that parts a mark from lines that meet it."""

ROOM = 0.25
"""How far from the zone's border a point must be to be marked, scene units."""

DISTINCT = 4 * RADIUS
"""How far points and the origin must be from each other for marks to tell them apart."""

CHORDS = 7
"""Lines across the sheet that stand for its face, on which a label's rim would be a hole."""

OPEN = 0.17
"""How far from the middle of a mark the dashes end, scene units: beyond its rim."""

NEARER = 0.8
"""A label's distance from its own mark is at most this share of that from any other."""

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a mirror at rest, in scene units."""

    corners: Vector
    """The corners of the sheet, shape (4, 2)."""
    segments: Sequence[Segment]
    """Lines that nothing may cover."""
    boxes: Sequence[Rectangle]
    """What is written or drawn already."""
    lines: Sequence[Segment]
    """The lines of the grid."""
    faint: Sequence[Segment]
    """Lines that may rather be covered."""
    tips: Sequence[Vector]
    """Points, shape (2,), whose coordinates are told already."""
    others: Sequence[Vector]
    """More points that a label must not seem to tell of: corners of the square before the map."""


def points_to_mark(
    found: tuple[Matrix, Matrix] | None, view: View, zone: Zone
) -> tuple[Matrix, Matrix] | None:
    """A vector on the mirror and its image that both can be told apart on the stage, or None.

    If the found one leads out of the zone, its larger coordinate becomes 1. Only points whose
    coordinates can be written as they are, as short rational numbers, are told.
    """
    if found is None:
        return None
    vector, image = found
    entries = [entry for one in found for entry in one.columns[0]]
    if not all(isinstance(entry, Fraction) and is_short(entry) for entry in entries):
        return None
    largest = max(map(absolute, vector.columns[0]), key=to_float)
    room = zone.inset(ROOM)
    for divisor in (1, largest):
        pair = (vector * (1 / divisor), image * (1 / divisor))
        places = [view.place(one.array[:, 0])[:2] for one in pair]
        if not all(room.holds(float(x), float(y)) for x, y in places):
            continue
        reaches = [float(np.hypot(*(place - (view.x, view.y)))) for place in places]
        apart = abs(reaches[0] - reaches[1])
        if min(reaches) > DISTINCT and (apart > DISTINCT or vector == image):
            return pair
    return None


class MirrorMarks(VGroup):
    """The name of a mirror, a ring on a point of it, and a dot where the map takes that.

    A point that stays has a dot alone; one at which an arrow ends is told by the arrow.
    """

    def __init__(
        self,
        words: str,
        ends: tuple[Vector, Vector],
        points: tuple[Matrix, Matrix] | None,
        view: View,
        zone: Zone,
        theme: Theme,
        around: Surroundings,
        *,
        size: float = LABEL,
    ) -> None:
        self.view, self.theme = view, theme
        self.dots: list[VMobject] = []
        taken = list(around.boxes)
        axis: Segment = ends
        blocked = [*around.segments, axis, *_chords(around.corners)]
        labels: list[Ink] = []
        marked = list(self._points(points, around.tips, size))
        self.places = [place for place, _, _ in marked]
        """Where the marks are, scene points of shape (2,)."""
        others = [*around.tips, *around.others, *self.places]
        for place, ink, dot in marked:
            self.dots.append(dot)
            taken.append(spot(place, RADIUS))
            box = stand_near(
                ink,
                [place],
                zone=zone,
                segments=blocked,
                boxes=taken,
                lines=around.lines,
                axes=around.faint,
                gap=RADIUS + 0.09,
            )
            free = _is_free(box, zone, [*around.segments, axis], taken, around.corners)
            if free and tells_of(box, place, others):
                taken.append(box)
                labels.append(ink)
        self.word = named(
            text(words, size=LABEL, color=theme.emphasis, weight=500), "mirror name", "label"
        )
        place_name(
            self.word,
            ends,
            np.array([view.x, view.y]),
            zone,
            NameSurroundings(
                segments=Crowd(around.segments),
                boxes=taken,
                lines=Crowd([*around.lines, *around.faint]),
                marks=[*self.places, *around.tips],
                face=around.corners,
            ),
        )
        super().__init__(*self.dots, *(halo(ink, theme.ground) for ink in (*labels, self.word)))

    def _points(
        self, points: tuple[Matrix, Matrix] | None, tips: Sequence[Vector], size: float
    ) -> Iterable[tuple[Vector, Ink, VMobject]]:
        """Place, coordinates and mark of each point, those at tips left out."""
        if points is None:
            return
        vector, image = points
        pairs = [(image, True)] if vector == image else [(vector, False), (image, True)]
        written = iter(alike(entry for one, _ in pairs for entry in one.columns[0]))
        for point, filled in pairs:
            coordinates = f"({next(written)}, {next(written)})"
            place = self.view.place(point.array[:, 0])[:2]
            if any(float(np.hypot(*(place - tip))) < RADIUS for tip in tips):
                continue
            color = self.theme.emphasis
            ink = formula(coordinates, size=size, color=color, display=False)
            mark = VMobject(
                fill_color=color if filled else self.theme.ground,
                fill_opacity=1,
                stroke_color=color,
                stroke_width=0.0 if filled else RING,
            ).set_points(circle(place, RADIUS))
            mark.set_stroke(self.theme.ground, width=RING + RIM, background=True)
            which = "after" if filled else "before"
            agrees(named(ink, f"point {which}", "label"), partial(self._stands, mark))
            yield place, ink, named(mark, f"mark {which}", "outline")

    def _stands(self, mark: VMobject) -> tuple[float, float]:
        """Where a mark stands on the frame, in plane units."""
        x, y = (mark.get_center()[:2] - (self.view.x, self.view.y)) / self.view.unit
        return float(x), float(y)


def tells_of(box: Rectangle, own: Vector, others: Sequence[Vector]) -> bool:
    """Whether a label in this box is clearly nearer to its own point than to any other one."""
    near = _off(box, own)
    rest = (point for point in others if float(np.hypot(*(point - own))) > RADIUS)
    return all(near <= NEARER * _off(box, point) for point in rest)


def _off(box: Rectangle, point: Vector) -> float:
    """The distance of a point from a box; 0 inside it."""
    half = (box.half_width, box.half_height)
    beyond = np.maximum(np.abs(point - (box.x, box.y)) - half, 0.0)
    return float(np.hypot(*beyond))


def seen_lines(lines: Lines) -> list[Segment]:
    """The lines of a grid that can be seen as it is drawn now, its axes among them."""
    paths = [path for family in lines.families for path in family]
    found: list[Segment] = []
    for path in (*paths, lines.axes):
        if path.has_points() and path.get_stroke_opacity() > SEEN:
            found += zip(path.points[::4, :2], path.points[3::4, :2], strict=True)
    return found


def _chords(corners: Vector) -> list[Segment]:
    """Segments across a parallelogram that is given by its corners, shape (4, 2)."""
    shares = np.linspace(0.0, 1.0, CHORDS)[:, None]
    low, high = (corners[a] + shares * (corners[b] - corners[a]) for a, b in ((0, 1), (3, 2)))
    left, right = (corners[a] + shares * (corners[b] - corners[a]) for a, b in ((0, 3), (1, 2)))
    return [*zip(low, high, strict=True), *zip(left, right, strict=True)]


def _is_free(
    box: Rectangle,
    zone: Zone,
    segments: Sequence[Segment],
    boxes: Sequence[Rectangle],
    face: Vector,
) -> bool:
    """Whether a label in this box covers nothing that it may not."""
    room = zone.holds(box.x - box.half_width + LABEL_RIM, box.y - box.half_height + LABEL_RIM)
    room = room and zone.holds(
        box.x + box.half_width - LABEL_RIM, box.y + box.half_height - LABEL_RIM
    )
    middle = Rectangle(box.x, box.y, 0.0, 0.0)
    return (
        room
        and not any(box.covered(*segment) for segment in segments)
        and not any(box.overlap(other, 0.0) for other in boxes)
        and not inside(face, middle, gap=0.0)
    )
