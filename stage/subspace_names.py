"""Where the names of row spaces stand: beside them, clear of all that is drawn or will be."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from manim import Mobject

from stage.camera import Array, Orthographic
from stage.ink import Ink
from stage.labels import Rectangle, Segment, heading, stand_off
from stage.layout import Zone
from stage.space import disc
from stage.viewpoint import RowSpace

EDGES = 20
"""Edges of the polygon that stands for a disc or a ball when names look for their places."""

FINE = 60
"""Points of the border of a disc or a ball that are tried for its name."""

LEANS = (0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5)
"""How far a name may lean from the direction of its row space's end."""

CROSSED, BESIDE, AT_END = 12.0, 6.0, 12.0
"""What it costs a name to cross a line at all, to go close along it, for each scene unit, and to
stand at the end of an axis or of another's line, whose name it would seem to be."""

FAR, LABELLED = 1.0, 0.27
"""Scene units from such an end at which no name seems to be its own; from one with its label."""

AWAY = (0.12, 0.45)
"""Scene units from the origin at which the name of what is only the origin may stand."""


def anchors(one: RowSpace, reach: float, camera: Orthographic, edges: int = EDGES) -> Array:
    """Points of the frame beside which the name of a row space may stand, shape (n, 2).

    On the border of a disc or a ball there are so many as `edges`.
    """
    if one.rank == 0:
        ways = np.arange(16) * (2 * np.pi / 16)
        ring = np.column_stack([np.cos(ways), np.sin(ways)])
        near: Array = np.concatenate([far * ring for far in AWAY]) + camera.place(np.zeros(3))
        return near
    if one.rank == 1:
        return camera.place(np.array([[1.0], [-1.0]]) * one.basis[0] * reach)
    if one.rank == 2:
        return camera.place(disc(one.basis, reach, "", edges=edges).corners)
    angles = np.linspace(0, 2 * np.pi, edges, endpoint=False)
    circle = np.column_stack([np.cos(angles), np.sin(angles)]) * reach * camera.unit
    around: Array = circle + np.array([camera.x, camera.y])
    return around


def outline(one: RowSpace, reach: float, camera: Orthographic) -> list[Segment]:
    """A line, or the border of a disc with a few chords, so that a name on it covers much."""
    if one.rank == 0:
        return []
    corners = anchors(one, reach, camera)
    if one.rank == 1:
        return [(corners[1], corners[0])]
    rim = [(corners[k], corners[(k + 1) % EDGES]) for k in range(EDGES)]
    if one.rank == 3:
        return rim
    return [*rim, *((corners[k], corners[k + EDGES // 2]) for k in range(0, EDGES // 2, 2))]


def place_names(
    names: Sequence[Ink | None],
    spaces: Sequence[tuple[RowSpace, float]],
    camera: Orthographic,
    zone: Zone,
    lines: Sequence[Segment],
    taken: Sequence[Rectangle],
    ends: Sequence[tuple[Array, float]] = (),
) -> None:
    """Move each name beside its row space, which is given with its reach.

    `lines` are what names should not cover, `taken` where other labels are or will be, `ends` the
    points, shape (2,), where axes end, each with how far from it names should stand.
    """
    taken = list(taken)
    origin = camera.place(np.zeros(3))
    outlines = [outline(one, reach, camera) for one, reach in spaces]
    for h, (name, (one, reach)) in enumerate(zip(names, spaces, strict=True)):
        if name is None:
            continue
        half = (name.width / 2, name.height / 2)
        others = [edge for k, edges in enumerate(outlines) if k != h for edge in edges]
        foreign = [*ends] if one.rank >= 2 else []  # a line may itself lie along an axis
        for k, (other, size) in enumerate(spaces):
            if k != h and other.rank == 1:
                foreign += [(point, FAR) for point in anchors(other, size, camera)]
        best: tuple[float, Rectangle] | None = None
        for anchor in anchors(one, reach, camera, FINE):
            out = heading(anchor - origin, math.pi / 2)
            for lean in LEANS:
                x, y = stand_off(anchor, out + lean, half, gap=0.13)
                box = Rectangle(float(x), float(y), half[0] + 0.06, half[1] + 0.04)
                wide = Rectangle(float(x), float(y), half[0] + 0.25, half[1] + 0.2)
                cost = 0.05 * abs(lean) + _crowding(box, zone, taken)
                cost += 3 * sum(wide.overlap(other, gap=0.0) for other in taken)
                # beside another label, on one line with it, both would read as one
                level = Rectangle(float(x), float(y), half[0] + 0.3, half[1] + 0.04)
                cost += 12 * sum(level.overlap(other, gap=0.0) for other in taken)
                cost += AT_END * sum(max(0.0, 1 - box.distance(end) / far) for end, far in foreign)
                if best is not None and cost >= best[0]:
                    continue
                crossed = [box.covered(*edge) for edge in lines]
                own = [box.covered(*edge) for edge in outlines[h]]
                cost += 8 * sum((*crossed, *own)) + CROSSED * (any(own) + sum(map(bool, crossed)))
                cost += BESIDE * sum(wide.covered(*edge) for edge in lines)
                # close to another's border a name would be taken for that one's
                cost += 12 * sum(wide.covered(*edge) for edge in others)
                if best is None or cost < best[0]:
                    best = (cost, box)
        assert best is not None  # every row space has anchors
        name.move_to((best[1].x, best[1].y, 0.0))
        taken.append(best[1])


def box_of(label: Mobject) -> Rectangle:
    """The box of a label, with a little room around it."""
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
