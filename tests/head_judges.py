"""What a picture of heads must show, judged from outside: positions, sizes, hiding, bars.

The judges look at what is drawn, and compute for themselves what should be there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from manim import VMobject

from scenes.head_subspaces import HeadSubspaces
from stage.head_panel import HeadPanel
from stage.subspaces import RowSpaces
from tests.stage_helpers import Array, Watch, anchors, on_stage, small, staged


class Judge:
    """Runs a scene and looks at its picture at every frame."""

    def __init__(self, params: Mapping[str, object], fps: int = 5) -> None:
        self.watch = Watch(blind=True, seen=self._see)
        self.scene = staged(HeadSubspaces, params, self.watch, small(fps=fps))
        self.heads = [head.array for head in self.scene.params.heads]
        self.seen = 0

    def run(self) -> Judge:
        self.scene.run()
        assert self.seen > 15
        return self

    def _see(self, picture: int) -> None:
        del picture  # every one is judged alike
        self.seen += 1
        for space in on_stage(self.scene, RowSpaces):
            judge_input(space, self.heads)
            judge_sizes(space)
            judge_hiding(space)
        for panel in on_stage(self.scene, HeadPanel):
            judge_panel(panel)


def drawn(space: RowSpaces, name: str) -> list[tuple[int, VMobject]]:
    """The parts of a name, with their places in the order of drawing."""
    return [
        (k, part)
        for k, part in enumerate(space.submobjects)
        if getattr(part, "box_name", ("", ""))[0] == name
    ]


def tip_of(arrow: VMobject) -> Array:
    """Where an arrow's tip is: the fourth corner of its outline; a dot's is its middle."""
    if len(arrow.points) == 16:
        return np.asarray(arrow.get_center()[:2], dtype=np.float64)
    return np.asarray(anchors(arrow)[3])


def judge_input(space: RowSpaces, heads: Sequence[Array]) -> None:
    """The arrow's tip is at the input, the shadows' are at its projections."""
    if space.vector is None:
        return
    ((_, arrow),) = drawn(space, "input")
    assert tip_of(arrow) == pytest.approx(space.camera.place(space.vector), abs=0.08)
    if len(arrow.points) > 16:
        assert tip_of(arrow) == pytest.approx(space.camera.place(space.vector), abs=1e-9)
    if len(heads) > 3:
        return
    for one, head in zip(space.spaces, heads, strict=True):
        if one.rank == 3:
            continue
        shadow = np.linalg.pinv(head) @ (head @ space.vector)
        ((_, arrow),) = drawn(space, f"{one.name} shadow")
        if len(arrow.points) > 16:
            assert tip_of(arrow) == pytest.approx(space.camera.place(shadow), abs=1e-6)
        else:
            assert space.camera.unit * float(np.linalg.norm(shadow)) < 0.5


def judge_sizes(space: RowSpaces) -> None:
    """Row spaces are drawn as far as they have grown; what has not grown is not there."""
    for h, one in enumerate(space.spaces):
        parts = drawn(space, one.name)
        if not space.grown[h]:
            assert not parts
            continue
        assert parts
        reach = space.reach(h) * space.grown[h] * space.camera.unit
        center = np.array([space.camera.x, space.camera.y])
        corners = np.concatenate([anchors(part) for _, part in parts])
        farthest = float(np.hypot(*(corners - center).T).max())
        if one.rank == 2:
            # an ellipse's long half-axis is the disc's radius, whatever the view
            assert farthest == pytest.approx(reach, rel=2e-3)
        elif one.rank == 1:
            foreshortened = float(np.linalg.norm(space.camera.axes[:2] @ one.basis[0]))
            assert farthest == pytest.approx(reach * foreshortened, rel=1e-6, abs=1e-9)
        elif one.rank == 3:
            assert farthest == pytest.approx(reach, rel=1e-6)


def judge_hiding(space: RowSpaces) -> None:
    """A line is under the discs in front of it and over those behind it, all along."""
    toward = space.camera.axes[2]
    faces = [
        (k, anchors(part), one.basis)
        for one in space.spaces
        if one.rank == 2
        for k, part in drawn(space, one.name)
    ]
    for h, line in enumerate(space.spaces):
        if line.rank != 1 or space.grown[h] <= 0.1:
            continue
        strokes = [
            (k, part.points[0, :2], part.points[-1, :2]) for k, part in drawn(space, line.name)
        ]
        for share in (-0.8, -0.45, 0.45, 0.8):
            point = share * space.grown[h] * space.reach(h) * line.basis[0]
            on_frame = space.camera.place(point)
            places = [k for k, a, b in strokes if _between(on_frame, a, b)]
            for k, corners, basis in faces:
                normal = np.cross(*basis)
                slant = float(normal @ toward)
                above = float(normal @ point)
                if abs(slant) < 0.02 or abs(above) < 1e-6 or not _inside(on_frame, corners):
                    continue
                in_front = above * slant > 0
                assert all((place > k) == in_front for place in places), line.name


def _between(point: Array, a: Array, b: Array) -> bool:
    along = b - a
    length = float(np.hypot(*along))
    if length < 1e-6:
        return False
    share = float((point - a) @ along) / length**2
    off = abs(float(along[0] * (point - a)[1] - along[1] * (point - a)[0])) / length
    return 0 <= share <= 1 and off < 1e-6


def _inside(point: Array, corners: Array) -> bool:
    edges = np.roll(corners, -1, axis=0) - corners
    keep = np.hypot(*edges.T) > 1e-9
    to = point - corners
    cross = (edges[:, 0] * to[:, 1] - edges[:, 1] * to[:, 0])[keep] / np.hypot(*edges[keep].T)
    return bool((cross > 1e-3).all() or (cross < -1e-3).all())


def judge_panel(panel: HeadPanel) -> None:
    """The bars' lengths and numbers are those of the outputs, all to one scale."""
    if panel.readout.live.has_points():
        assert panel.readout.live.get_right()[0] <= panel.readout.zone.right + 1e-6
        listed = panel.readout.live.shown.strip("()").split(",")
        vector = np.array([float(x) for x in listed])
        places = panel.readout.decimals
        scale = 0.5 * 10**-places * math.sqrt(len(vector))
        for bar, head in zip(panel.bars, panel.heads, strict=True):
            if bar.bar.has_points():
                spread = float(np.linalg.norm(head.array, 2)) * scale
                length = float(np.linalg.norm(head.array @ vector))
                assert bar.length == pytest.approx(length, abs=spread * 1.01 + 1e-9)
    for bar in panel.bars:
        if not bar.bar.has_points():
            continue
        width = bar.bar.width / bar.track.width
        assert width == pytest.approx(max(bar.length / bar.full, 0.03 / bar.track.width), abs=1e-9)
        assert width <= 1 + 1e-9
        if bar.number.has_points():
            assert float(bar.number.shown) == round(bar.length, bar.number.decimals)
