"""Draws what discs hide: lines, arrows and the rims of other discs, as dashes in front of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from manim import ManimColor, VMobject
from manim.constants import CapStyleType

from stage.behind import Face, dashes, merged
from stage.camera import Orthographic
from stage.plane import segment_points
from stage.shapes import ARROW_CORNERS, arrow_outline
from stage.space import Stroke
from stage.story import named
from stage.subspace_pieces import Pen

ANGLES = np.arange(120) * (2 * math.pi / 120)
"""Corners of a rim where it is dashed: every second edge is a dash."""

THICKEST = 6.0
"""Width of the dashes of a line, at most: a hidden line is thinner than one that is seen."""

SHAFT = 4.2
"""Width of the dashes of an arrow's shaft, and of the outline of its head."""


class HiddenLines:
    """Paths for what is hidden; those of one owner are made once and used again."""

    def __init__(self) -> None:
        self._paths: dict[str, VMobject] = {}

    def shown(
        self,
        strokes: Sequence[Stroke],
        pens: Mapping[str, Pen],
        hues: Mapping[str, ManimColor],
        faces: Sequence[Face],
        camera: Orthographic,
    ) -> Iterator[tuple[set[str], str, VMobject]]:
        """For all that is hidden: the owners of the faces that hide it, its owner, its dashes.

        `hues` are the colours of the dashes of those that are paler where they are seen.
        """
        toward = camera.axes[2]
        for stroke in strokes:
            found = {
                face.owner: stretch
                for face in faces
                if (stretch := face.hidden(stroke.ends, toward)) is not None
            }
            if found:
                path = self._path(stroke.owner, pens[stroke.owner], hues)
                pen, stretches = pens[stroke.owner], merged(list(found.values()))
                _follow(path, stroke, pen, stretches, camera)
                yield set(found), stroke.owner, path
        for face in faces:
            rim = face.radius * np.column_stack([np.cos(ANGLES), np.sin(ANGLES)]) @ face.basis
            covers = {
                one.owner: cover
                for one in faces
                if one is not face and (cover := one.hides(rim, toward)).any()
            }
            if covers:
                behind = np.any(list(covers.values()), axis=0)
                dashed = behind & np.roll(behind, -1) & (np.arange(len(rim)) % 2 == 0)
                placed = camera.place(rim)
                edges = np.stack([placed, np.roll(placed, -1, axis=0)], axis=1)[dashed]
                path = self._path(face.owner, pens[face.owner], hues)
                yield set(covers), face.owner, path.set_points(segment_points(edges))

    def _path(self, owner: str, pen: Pen, hues: Mapping[str, ManimColor]) -> VMobject:
        if owner not in self._paths:
            width = SHAFT * pen.scale if pen.form == "arrow" else min(pen.width, THICKEST)
            path = VMobject(stroke_color=hues.get(owner, pen.color), stroke_width=width)
            named(path.set_cap_style(CapStyleType.BUTT), f"{owner} behind", "dashes")
            self._paths[owner] = path
        return self._paths[owner]


def _follow(
    path: VMobject,
    stroke: Stroke,
    pen: Pen,
    stretches: Sequence[tuple[float, float]],
    camera: Orthographic,
) -> None:
    """Let a path show stretches of a stroke as dashes, and the head of an arrow whose tip is in."""
    start, end = camera.place(stroke.ends)
    limit = 1.0
    head = np.zeros((0, 2, 2))
    if pen.form == "arrow":
        corners = arrow_outline(start, end, pen.scale)[::4, :2]
        if len(corners) == ARROW_CORNERS:  # else it is a dot
            limit = (
                float((corners[1] - start) @ (end - start)) / float(np.hypot(*(end - start))) ** 2
            )
            if stretches[-1][1] >= 1 - 1e-6:
                triangle = corners[[2, 3, 4]]
                head = np.stack([triangle, np.roll(triangle, -1, axis=0)], axis=1)
    shares = np.concatenate(
        [dashes(low, min(high, limit), pen.length, pen.anchor) for low, high in stretches]
    )
    points = stroke.ends[0] + shares[..., None] * (stroke.ends[1] - stroke.ends[0])
    path.set_points(segment_points(np.concatenate([camera.place(points).reshape(-1, 2, 2), head])))
