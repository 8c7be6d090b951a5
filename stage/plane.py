"""The plane under a map: grid, axes and ghost, filling their zone whatever the map is.

The grid is the image of the lines x = k and y = k. Which of them cross the zone is found from the
zone's pre-image, so the zone is full under every map; where lines would crowd, every second one
fades, then every second one of the rest, continuously, so that nothing pops while a map flattens.
Nor do lines pop where they enter at a corner: they come in as they grow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain

import numpy as np
import numpy.typing as npt
from manim import VGroup, VMobject

from stage.blank import blank
from stage.layout import Zone
from stage.theme import Theme
from stage.view import View

Map = npt.NDArray[np.float64]
"""A 2×2 matrix."""

LEVELS = 32
"""Halvings of the number of lines before only the axes are left: 2³² units across are enough."""

COMFORT = (0.26, 0.5)
"""Spacing in scene units between which a level of lines appears as the view changes."""

CROWDING = (0.06, 0.14)
"""The same while the map flattens: lines may run close together, since that is what is shown."""

AIRY = 0.36
"""Spacing in scene units below which lines are drawn fainter, lest they drown the rest."""

SEEN = 0.1
"""Opacity above which a line that fades in can be seen."""

SCRAP = (0.7, 0.9)
"""Length inside the zone, scene units, over which a line comes in that only cuts a corner of it:
shorter, it looks like a crumb. Among lines less far apart than that it may be as short as they are
apart, and is part of their pattern. The band is narrow: a line at rest in it looks like a fault."""

LEVEL = 0.1
"""Rise in scene units across the zone up to which a line counts as level."""

RIM = (0.1, 0.16)
"""Distance from the zone's border, scene units, over which a line along it comes in: nearer, all
that cross it would poke out as stubs."""

CUTTING = 12
"""Lines of one family at a time that cut corners of the zone or lie along its border, with some to
spare."""

FADING = 4
"""Levels of one family at a time that come or go: three as they crowd, and one as lines part. A
finer level is not shown, and all coarser ones are shown alike."""

_MOST = 260
"""Lines drawn of one family and level: more could not be told apart."""


def segment_points(segments: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Segments, shape (n, 2, 2), as straight cubic curves, shape (4n, 3)."""
    start, end = segments[:, 0], segments[:, 1]
    third = (end - start) / 3
    curves = np.stack([start, start + third, end - third, end], axis=1).reshape(-1, 2)
    return np.column_stack([curves, np.zeros(len(curves))])


def clip_lines(
    points: npt.NDArray[np.float64], direction: npt.NDArray[np.float64], zone: Zone
) -> npt.NDArray[np.float64]:
    """The parts inside the zone of the lines through `points` (n, 2) along `direction` (2,).

    Liang-Barsky for infinite lines. Returns segments, shape (m, 2, 2), m ≤ n.
    """
    return _clipped(points, direction, zone)[0]


def _clipped(
    points: npt.NDArray[np.float64], direction: npt.NDArray[np.float64], zone: Zone
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Segments as `clip_lines` gives them, and whether each line has one, shape (n,)."""
    low = np.full(len(points), -np.inf)
    high = np.full(len(points), np.inf)
    inside = np.ones(len(points), dtype=bool)
    for axis, (least, most) in enumerate(((zone.left, zone.right), (zone.bottom, zone.top))):
        if abs(direction[axis]) < 1e-12:
            inside &= (points[:, axis] >= least) & (points[:, axis] <= most)
            continue
        one = (least - points[:, axis]) / direction[axis]
        two = (most - points[:, axis]) / direction[axis]
        low = np.maximum(low, np.minimum(one, two))
        high = np.minimum(high, np.maximum(one, two))
    keep = inside & (high > low) & np.isfinite(low) & np.isfinite(high)
    ends = np.stack([low[keep], high[keep]], axis=1)[:, :, None]
    segments: npt.NDArray[np.float64] = points[keep][:, None, :] + ends * direction
    # A line known by a point far away comes back with an error in its last digits.
    segments[..., 0] = np.clip(segments[..., 0], zone.left, zone.right)
    segments[..., 1] = np.clip(segments[..., 1], zone.bottom, zone.top)
    return segments, keep


def _fade(value: float, band: tuple[float, float]) -> float:
    low, high = band
    share = min(1.0, max(0.0, (value - low) / (high - low)))
    return share * share * (3 - 2 * share)


def shown_step(unit: float) -> int:
    """How many units apart the finest lines are that can be seen of a grid under the identity.

    `unit` is the length of a unit, scene units.
    """
    steps = [1 << level for level in range(LEVELS)]
    return next((step for step in steps if _fade(unit * step, COMFORT) > SEEN), steps[-1])


class Lines(VGroup):
    """The images of the grid's lines under a map; `axes` are the images of the two axes."""

    def __init__(
        self, zone: Zone, grid: str, axis: str, *, width: float, axis_width: float
    ) -> None:
        self.zone = zone
        self._corners = np.array(
            [
                (zone.left, zone.bottom),
                (zone.right, zone.bottom),
                (zone.left, zone.top),
                (zone.right, zone.top),
            ]
        )
        self.families = [
            [blank(stroke_color=grid, stroke_width=width) for _ in range(FADING + 1)]
            for _ in range(2)
        ]
        """Of each family the levels that are shown now, the finest first."""
        self.scraps = [
            [blank(stroke_color=grid, stroke_width=width) for _ in range(CUTTING)] for _ in range(2)
        ]
        """Lines that cut a corner of the zone or lie along its border, each as faint as it must."""
        self.axes = blank(stroke_color=axis, stroke_width=axis_width)
        super().__init__(*chain(*self.families, *self.scraps), self.axes)

    def follow(self, matrix: Map, view: View) -> None:
        """Draw the grid's image under a 2×2 matrix as seen in a view."""
        origin = np.array([view.x, view.y])
        columns = matrix.T * view.unit
        axes: list[npt.NDArray[np.float64]] = []
        directions = ((columns[0], columns[1]), (columns[1], columns[0]))
        for levels, scraps, (step, along) in zip(
            self.families, self.scraps, directions, strict=True
        ):
            length = float(np.hypot(*along))
            used = 0
            if length < 1e-9:
                for path in (*levels, *scraps):
                    path.clear_points()
                continue
            along = along / length
            axes.append(clip_lines(origin[None, :], along, self.zone))
            spacing = abs(float(step[0] * along[1] - step[1] * along[0]))
            paths = iter(levels)
            for level, shown, last in _shown_levels(spacing, view.unit):
                found = self._family(origin, step * 2**level, along, odd=not last)
                if found is None:
                    continue
                lines, multiples = found
                # A line of a coarser level is in a thinner crowd.
                whole = np.minimum(SCRAP[1], spacing * 2**level * (multiples & -multiples))
                lengths = np.hypot(*(lines[:, 1] - lines[:, 0]).T)
                away = self._from_border(lines)
                partly = (lengths < whole) | (away < RIM[1])
                short = np.flatnonzero(partly)[: len(scraps) - used]
                for k in short:
                    scrap, used = scraps[used], used + 1
                    grown = _fade(float(lengths[k]), (whole[k] * SCRAP[0] / SCRAP[1], whole[k]))
                    grown *= _fade(float(away[k]), RIM)
                    _redraw(scrap, lines[[k]], shown * grown)
                _redraw(next(paths), np.delete(lines, short, axis=0), shown)
            for path in paths:
                path.clear_points()
            for scrap in scraps[used:]:
                scrap.clear_points()
        if axes:
            self.axes.set_points(segment_points(np.concatenate(axes)))
        else:
            self.axes.clear_points()

    def level(self) -> list[float]:
        """The heights of the level lines that can be seen, scene units."""
        seen = [
            path
            for path in chain(*self.families, *self.scraps)
            if path.has_points() and path.get_stroke_opacity() > SEEN
        ]
        heights = []
        for path in (*seen, self.axes):
            starts, ends = path.points[0::4, 1], path.points[3::4, 1]
            heights += [float(y) for y in starts[np.abs(starts - ends) < LEVEL]]
        return heights

    def _from_border(self, lines: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """How far segments in the zone, shape (n, 2, 2), leave the border they are nearest to."""
        zone = self.zone
        x, y = lines[..., 0], lines[..., 1]
        sides = (x - zone.left, zone.right - x, y - zone.bottom, zone.top - y)
        away: npt.NDArray[np.float64] = np.min([side.max(axis=1) for side in sides], axis=0)
        return away

    def _family(
        self,
        origin: npt.NDArray[np.float64],
        step: npt.NDArray[np.float64],
        along: npt.NDArray[np.float64],
        *,
        odd: bool,
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]] | None:
        """The lines in the zone that are multiples of the step, and which multiples; no axis.

        If `odd`, only odd multiples: even ones belong to coarser levels. None if there are none.
        """
        normal = np.array([-along[1], along[0]])
        across = float(step @ normal)
        zone = self.zone
        reach = (self._corners - origin) @ normal / across
        first, last = math.ceil(float(reach.min())), math.floor(float(reach.max()))
        middle = (first + last) // 2
        first, last = max(first, middle - _MOST), min(last, middle + _MOST)
        numbers = np.arange(first, last + 1)
        numbers = numbers[numbers % 2 != 0] if odd else numbers[numbers != 0]
        if not len(numbers):
            return None
        lines, inside = _clipped(origin + numbers[:, None] * step, along, zone)
        return lines, numbers[inside]


def _shown_levels(spacing: float, unit: float) -> Iterator[tuple[int, float, bool]]:
    """Levels of lines that can be seen, their opacity, and whether one holds all coarser ones too.

    `spacing` is the distance of neighbouring lines and `unit` that which they have under the
    identity, scene units.
    """
    for level in range(LEVELS):
        # A map that pulls lines apart brings finer ones; one that flattens crowds them.
        room, crowd = max(unit, spacing) * 2**level, spacing * 2**level
        shown = _fade(room, COMFORT) * _fade(crowd, CROWDING) * min(1.0, crowd / AIRY)
        last = shown == 1.0 or level == LEVELS - 1
        if shown > 0.004:
            yield level, shown, last
        if last:
            return


def _redraw(path: VMobject, lines: npt.NDArray[np.float64], opacity: float) -> None:
    path.set_points(segment_points(lines))
    if path.get_stroke_opacity() != opacity:
        path.set_stroke(opacity=opacity)


class Plane(VGroup):
    """A plane in its zone: the ghost of the grid as it was, and the grid as the map has it now."""

    def __init__(self, zone: Zone, theme: Theme) -> None:
        self.zone = zone
        self.ghost = Lines(zone, theme.ghost, theme.ghost, width=2.0, axis_width=3.0)
        self.grid = Lines(zone, theme.grid, theme.axis, width=2.2, axis_width=3.4)
        self._seen: View | None = None
        super().__init__(self.ghost, self.grid)

    def follow(self, matrix: Map, view: View) -> None:
        """Show the grid's image under the matrix; the ghost stays the identity's."""
        if view != self._seen:  # the ghost depends on nothing else
            self.ghost.follow(np.eye(2), view)
            self._seen = view
        self.grid.follow(matrix, view)
