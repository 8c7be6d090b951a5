"""What the area of a mapped square is, written into it; beside it where it has no room.

A square that is flattened has no inside: beside the segment or the point that is left of it stands
what became of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from manim import ManimColor, Mobject

from algebra import facts
from algebra.matrices import Matrix
from stage.ink import HALO, Ink, halo, text
from stage.labels import Rectangle, Segment, apart, inside, sides
from stage.layout import Zone
from stage.mapped import MappedSquare
from stage.matrices import is_short, short_latex
from stage.shapes import CORNERS, TIP_WIDTH, FlatSegment, UnitSquare
from stage.spot_labels import lies_free
from stage.story import named

Array = npt.NDArray[np.float64]

SIZES = (0.34, 0.31, 0.28, 0.25)
"""Sizes that are tried for what is written into a figure, scene units, the best first."""

LEAST = 0.9
"""The smallest that is tried, in sizes of the coordinates beside the figure."""

BESIDE = 0.31
"""Size of what is written beside one."""

AIR = 0.4
"""Distance from the figure's edges, in sizes of the type."""

GAP = 0.14
"""Distance from a figure to what stands beside it, scene units."""

SPOTS = np.linspace(0.2, 0.8, 13)
"""Where in a figure its area may stand, in shares of its two sides."""

SHARES = tuple(0.5 + side * step / 40 for step in range(17) for side in ((1, -1) if step else (1,)))
"""Where along a side something may stand beside it, the best first."""

ROUND = np.radians([45.0, 0.0, 90.0, 135.0, 180.0, -45.0, -90.0, -135.0])
"""Directions in which something stands beside a point, the best first."""

APPROX = r"\approx "

COVERED, HIDDEN, OVERLAPPED, OUT = 4.0, 1.0, 20.0, 30.0
"""What it costs to cover a unit of a line and of a trace, of another label's area, and to stand a
unit outside the zone."""

LENGTHWISE = 1.2
"""What it costs to lie lengthwise on a grid line, of which crumbs are left on both sides."""

LEVEL, ASIDE = 0.8, 1.5
"""What it costs to stand level with a tip or its label, as if it were about that point, less than
so many scene units to its side."""

IN_GHOST = 0.8
"""What it costs to stand beside the figure in the square of before, as if it were the area of that.
"""

AT_ARROW = 0.4
"""What it costs to stand beside an arrow, as if it were that arrow's length."""

NEXT = 0.003
"""What it costs to take a later place, of two in which as much is covered."""

WORSE = 0.15
"""What it costs to be written in two lines."""

TOO_MUCH = 2.0
"""Cost from which a note does more harm than good."""


def area_note(picture: MappedSquare, matrix: Matrix, words: Mapping[str, str]) -> Ink | None:
    """The area of the square under a map at rest, placed, named "area"; None where nothing fits.

    `words` gives the words "inside" (for area), "line" and "point" (what a square is flattened to).
    """
    area = facts.determinant(matrix)
    area = -area if facts.orientation(matrix) < 0 else area
    size = f"{words['inside']} ${'' if is_short(area) else APPROX}{short_latex(area)}$"
    rank = facts.rank(matrix)
    if rank == 2:
        note = _written_inside(picture, size)
        note = note or _beside(picture, size, picture.size.live())
    else:
        note = _beside(picture, f"{size}: {words['line' if rank else 'point']}", 0.0)
    return named(note, "area", "readout") if note is not None else None


def _variants(markup: str, size: float, color: str) -> Iterator[Ink]:
    """The words in one line, and in as narrow a column as makes two of them."""
    line = text(markup, size=size, color=color)
    yield line
    column = text(markup, size=size, color=color, width=0.8 * line.width, align="center")
    if column.height > 1.5 * line.height:
        yield column


def _written_inside(picture: MappedSquare, markup: str) -> Ink | None:
    """The words within the square, as large as there is room; None if there is none."""
    theme, polygon = picture.theme, picture.polygon()
    side = theme.positive if picture.size.live() > 0 else theme.negative
    tint = ManimColor(theme.ground).interpolate(ManimColor(side), UnitSquare.FACE)
    taken = [picture.arc_box(), *(_box(label) for label in picture.tip_labels)]
    middle = polygon.mean(axis=0)
    a, b = np.meshgrid(SPOTS, SPOTS)
    spots = polygon[0] + np.stack([a.ravel(), b.ravel()], axis=1) @ (polygon[[1, 3]] - polygon[0])
    spots = spots[np.argsort(np.hypot(*(spots - middle).T), kind="stable")]
    traces = sides(picture.view.place(CORNERS)[:, :2])
    for size in (size for size in SIZES if size >= LEAST * picture.label_size):
        for ink in _variants(markup, size, theme.ink):
            boxes = [
                box
                for x, y in spots
                if inside(
                    polygon,
                    box := Rectangle(float(x), float(y), ink.width / 2, ink.height / 2),
                    AIR * size,
                )
                and not any(box.overlap(other, gap=0.1) for other in taken)
            ]
            if boxes:
                # Rather off the square of before, of whose dashes a rim would leave crumbs.
                box = next((box for box in boxes if lies_free(_rim(box), traces)), boxes[0])
                # The rim has the face's colour: hatching and outlines stop short of it.
                return halo(ink.move_to((box.x, box.y, 0.0)), tint.to_hex())
    return None


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around a figure: lines to keep clear of, traces, boxes, and the zone's border.

    `ghost` are the corners of the square of before. The `arrows` are among the lines. `marked` are
    the boxes of coordinates and of the tips they belong to; `level` are the heights of level grid
    lines.
    """

    ghost: Array
    arrows: list[Segment]
    lines: list[Segment]
    traces: list[Segment]
    boxes: list[Rectangle]
    marked: list[Rectangle]
    level: list[float]
    zone: Zone

    def cost(self, box: Rectangle) -> float:
        """What it costs to stand in a box."""
        out = (
            max(0.0, self.zone.left - box.x + box.half_width)
            + max(0.0, box.x + box.half_width - self.zone.right)
            + max(0.0, self.zone.bottom - box.y + box.half_height)
            + max(0.0, box.y + box.half_height - self.zone.top)
        )
        return (
            OUT * out
            + COVERED * sum(box.covered(*line) for line in self.lines)
            + HIDDEN * sum(box.covered(*line) for line in self.traces)
            + OVERLAPPED * sum(box.overlap(other) for other in self.boxes)
            + IN_GHOST * inside(self.ghost, Rectangle(box.x, box.y, 0.0, 0.0), gap=0.0)
            + LENGTHWISE * max((_depth(box, y) for y in self.level), default=0.0)
            + LEVEL * max((_levelness(box, other) for other in self.marked), default=0.0)
        )


def _beside(picture: MappedSquare, markup: str, area: float) -> Ink | None:
    """The words where they cover least beside the figure, in its colour; None if they cover much.

    `area` is the figure's signed area; 0 if it is flat.
    """
    theme = picture.theme
    color = theme.image if area == 0 else theme.positive if area > 0 else theme.negative
    gap = GAP + (FlatSegment.GLOW / 200 if area == 0 else 0.0)
    around = _around(picture)
    best: Ink | None = None
    least = TOO_MUCH
    for variant, ink in enumerate(_variants(markup, BESIDE, color)):
        half = np.array([ink.width, ink.height]) / 2
        for rank, (anchor, normal) in enumerate(_anchors(picture, area == 0)):
            x, y = anchor + normal * (float(np.abs(normal) @ half) + gap)
            cost = around.cost(Rectangle(float(x), float(y), *(half + 0.05)))
            cost += NEXT * rank + WORSE * variant
            cost += AT_ARROW * any(apart(anchor, *arrow) < GAP / 2 for arrow in around.arrows)
            if cost < least:
                best, least = ink.move_to((x, y, 0.0)), cost
    return None if best is None else halo(best, theme.ground)


def _anchors(picture: MappedSquare, flat: bool) -> Iterator[tuple[Array, Array]]:
    """Points of the figure's outline and the directions away from it, the best first."""
    corners = picture.polygon()
    if flat:
        ends = picture.view.place(picture.flat.ends)[:, :2]
        along = ends[1] - ends[0]
        if float(np.hypot(*along)) < 1e-9:
            for angle in ROUND:
                yield corners[0], np.array([np.cos(angle), np.sin(angle)])
            return
        around = [(ends[0], ends[1]), (ends[1], ends[0])]
    else:
        turned = corners if picture.size.live() > 0 else corners[::-1]
        around = sides(turned)
        around.sort(key=lambda side: -float(side[0][0] + side[1][0]))  # from the right to the left
    for share in SHARES:
        for start, end in around:
            along = end - start
            normal = np.array([along[1], -along[0]]) / float(np.hypot(*along))
            yield start + share * along, normal


def _around(picture: MappedSquare) -> _Around:
    """All that stands on the plane: the figure, arrows, images of the axes, labels, the ghost."""
    view, matrix = picture.view, picture.matrix
    origin = view.place(np.zeros(2))[:2]
    corners, ghost = picture.polygon(), view.place(CORNERS)[:, :2]
    tips = view.place(matrix.T)[:, :2]
    far = max(picture.zone.width, picture.zone.height)
    arrows = [(origin, tip) for tip in tips if float(np.hypot(*(tip - origin))) > 1e-9]
    lines = list(arrows)
    for _, tip in arrows:
        along = (tip - origin) / float(np.hypot(*(tip - origin)))
        lines.append((origin - along * far, origin + along * far))
    lines += sides(corners)
    traces = sides(ghost)
    labels = [_box(label) for label in picture.tip_labels]
    level = [*picture.plane.ghost.level(), *picture.plane.grid.level()]
    boxes = [picture.arc_box(), *labels]
    marked = [
        *labels,
        *(Rectangle(float(x), float(y), TIP_WIDTH / 2, TIP_WIDTH / 2) for x, y in tips),
    ]
    return _Around(ghost, arrows, lines, traces, boxes, marked, level, picture.zone.inset(0.07))


def _rim(box: Rectangle) -> Rectangle:
    """The box of type with the rim around it."""
    return Rectangle(box.x, box.y, box.half_width + HALO / 200, box.half_height + HALO / 200)


def _depth(box: Rectangle, height: float) -> float:
    """How deep in a box a level line lies: 1 for its middle, 0 from its edge on."""
    return max(0.0, 1.0 - abs(box.y - height) / box.half_height)


def _levelness(box: Rectangle, mark: Rectangle) -> float:
    """How much a box stands level with and near a mark: 1 for one line of text, 0 for none."""
    aside = abs(box.x - mark.x) - box.half_width - mark.half_width
    if aside > ASIDE:
        return 0.0
    return max(0.0, 1.0 - abs(box.y - mark.y) / (box.half_height + mark.half_height))


def _box(label: Mobject) -> Rectangle:
    x, y = label.get_center()[:2]
    return Rectangle(float(x), float(y), label.width / 2, label.height / 2)
