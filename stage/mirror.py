"""The line about which a map turns the plane over, found from the matrix alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from manim import VGroup, VMobject

from algebra import facts
from algebra.matrices import Matrix, identity
from algebra.numbers import Number, sign, to_float
from stage.layout import Zone
from stage.plane import clip_lines, segment_points
from stage.theme import Theme
from stage.view import View

DASH = 0.16
"""Length of a dash and of the gap after it, scene units."""

SCRAP = 0.5
"""A shorter share of a dash is not drawn, wherever it is cut: it would look like a speck."""

RIM = 7.5
"""Width of the dark or light line under the dashes."""

OVER_AXIS = 5.6
"""The same on an axis, where it runs on under the gaps and hides the axis; of lines that cross it,
it takes as little as it can."""

BEHIND = 0.6
"""How strongly the dashes are drawn that lie behind a letter."""

RIM_REACH = 0.035
"""How far a dash's rim reaches beyond the dash, scene units."""

OPEN = 0.13
"""How far the line keeps off a letter that it meets, scene units."""

OFF_ARROW = 0.12
"""How near a dash may come to an arrow beside the line, scene units: less is a speck in a wedge."""

WEDGE = 0.55
"""How far from the origin the line is open at most between arrows, scene units."""

ALONG = 1e-6
"""Sine of the angle within which two lines through the origin are drawn as one."""

EXACTLY = 1e-12
"""By what entries may differ that were not computed exactly."""

Vector = npt.NDArray[np.float64]


def mirror_direction(matrix: Matrix) -> Vector | None:
    """Unit vector along the mirror of a 2×2 map with det < 0, shape (2,); None for other maps.

    The map is M = QP, P symmetric and positive, Q a reflection (polar decomposition). The mirror
    of Q stands at half the angle of (a − d, b + c); for a reflection it is the line of the
    eigenvectors of 1.
    """
    if facts.orientation(matrix) >= 0:
        return None
    (a, b), (c, d) = matrix.rows
    angle = math.atan2(to_float(b + c), to_float(a - d)) / 2
    return np.array([math.cos(angle), math.sin(angle)])


def mirror_vector(matrix: Matrix) -> tuple[Matrix, Matrix] | None:
    """A vector on the mirror and its image, if the image lies on the mirror too; else None.

    So it is exactly for a symmetric matrix, where both are eigenvectors of the positive
    eigenvalue. Only exact vectors are given.
    """
    if facts.orientation(matrix) >= 0 or not matrix.is_exact or matrix[0, 1] != matrix[1, 0]:
        return None
    value = facts.eigenvalues(matrix)[-1]
    if isinstance(value, complex) or sign(value) <= 0:
        return None
    found = facts.kernel(matrix - identity(2) * value)
    if len(found) != 1 or not found[0].is_exact:
        return None
    vector = found[0]
    first = next(entry for entry in vector.columns[0] if sign(entry))
    vector = vector if sign(first) > 0 else -vector
    return vector, matrix @ vector


def mirror_factor(matrix: Matrix) -> Number | None:
    """By what a 2×2 map with det < 0 stretches its mirror; None if it turns the mirror away.

    Only a symmetric matrix keeps the line: there it is the one of the positive eigenvalue.
    """
    if is_reflection(matrix):
        return Fraction(1)
    if facts.orientation(matrix) >= 0:
        return None
    if matrix.is_exact:
        if matrix[0, 1] != matrix[1, 0]:
            return None
        value = facts.eigenvalues(matrix)[-1]
        return None if isinstance(value, complex) else value
    (a, b), (c, d) = matrix.array
    if abs(b - c) > 1e-12 * float(np.abs(matrix.array).max()):
        return None
    return float((a + d) / 2 + math.hypot((a - d) / 2, b))


def is_reflection(matrix: Matrix) -> bool:
    """Whether a 2×2 map is a mirror image and nothing else: MᵀM = I and det < 0."""
    return _keeps_lengths(matrix) and facts.orientation(matrix) < 0


def is_rotation(matrix: Matrix) -> bool:
    """Whether a 2×2 map turns the plane and does nothing else: MᵀM = I and det > 0, M ≠ I."""
    moved = bool(np.abs(matrix.array - np.eye(2)).max() > EXACTLY)
    return moved and _keeps_lengths(matrix) and facts.orientation(matrix) > 0


def _keeps_lengths(matrix: Matrix) -> bool:
    return bool(np.abs((matrix.T @ matrix).array - np.eye(2)).max() < EXACTLY)


class MirrorLine(VGroup):
    """A dashed line through the origin; at a letter it runs on faintly behind the ink.

    Its dashes there are `behind`, which belongs below the letter in the order of drawing.
    """

    def __init__(self, direction: Vector, theme: Theme, zone: Zone) -> None:
        self.zone = zone
        self.direction = direction
        self.line = VMobject(stroke_color=theme.emphasis, stroke_width=4.0)
        self.behind = VMobject(stroke_color=theme.emphasis, stroke_width=4.0)
        self.rim = VMobject(stroke_color=theme.ground, stroke_width=RIM)
        self.on_axis = False
        """Whether an axis runs along the line, which the line then takes the place of."""
        self.shown = 0.0
        self.dots: list[tuple[Vector, float]] = []
        """Marked points on the line, plane units of shape (2,), and how far it keeps off each."""
        super().__init__(self.rim, self.line)

    def follow(
        self,
        view: View,
        letters: Sequence[Vector] = (),
        axes: Vector | None = None,
        arrows: Sequence[Vector] = (),
    ) -> None:
        """Lie through the view's origin.

        At `letters`, the edges of their ink as scene segments of shape (n, 2, 2), a dash is faint
        as a whole.
        `axes` are directions, shape (k, 2), of lines through the origin that are drawn below, and
        `arrows` begin there, plane units of shape (2,).
        """
        start, end = self.ends(view)
        along = (end - start) / float(np.hypot(*(end - start)))
        count = int(np.hypot(*(end - start)) / (2 * DASH)) + 1
        # Counted from the origin, so that dashes do not crawl while the view moves.
        first = math.floor(float((start - (view.x, view.y)) @ along) / (2 * DASH))
        low = np.array([view.x, view.y]) + np.outer(
            (first + np.arange(count + 2)) * 2 * DASH, along
        )
        reach = np.clip((np.stack([low, low + along * DASH], axis=1) - start) @ along, 0, None)
        reach = np.minimum(reach, float((end - start) @ along))
        whole = np.array([[0.0, float((end - start) @ along)]])
        origin = float((np.array([view.x, view.y]) - start) @ along)
        letters_at = [one for edges in letters if (one := _meeting(edges, start, along))]
        faint = np.zeros(len(reach), dtype=bool)
        for low_end, high_end in letters_at:
            faint |= (reach[:, 1] > low_end) & (reach[:, 0] < high_end)
            whole = _without(whole, (low_end, high_end))
        front, back = reach[~faint], reach[faint]
        openings = [_wedge(arrow, along, origin) for arrow in arrows]
        for point, off in self.dots:
            at = origin + float(point @ along) * view.unit
            openings.append((at - off * view.unit, at + off * view.unit))
        for opening in openings:
            if opening is not None:
                front, back, whole = (_without(one, opening) for one in (front, back, whole))
        front, back = (one[one[:, 1] - one[:, 0] > SCRAP * DASH] for one in (front, back))
        self.line.set_points(segment_points(start + front[..., None] * along))
        self.behind.set_points(segment_points(start + back[..., None] * along))
        self.on_axis = axes is not None and any(
            abs(float(x * along[1] - y * along[0])) < ALONG * math.hypot(x, y) for x, y in axes
        )
        under = whole if self.on_axis else front + np.array([-RIM_REACH, RIM_REACH])
        self.rim.set_points(segment_points(start + under[..., None] * along))
        self.appear(self.shown)

    def appear(self, t: float) -> None:
        """Fade in as t goes from 0 to 1, without leaving its place among what it lies under."""
        self.shown = t
        self.line.set_stroke(opacity=0.95 * t)
        self.behind.set_stroke(opacity=BEHIND * t)
        if self.on_axis:
            self.rim.set_stroke(width=OVER_AXIS, opacity=t)
        else:
            self.rim.set_stroke(width=RIM, opacity=0.8 * t)

    def ends(self, view: View) -> tuple[Vector, Vector]:
        """Where the line enters and leaves the zone, scene points of shape (2,)."""
        origin = np.array([[view.x, view.y]])
        segments = clip_lines(origin, self.direction, self.zone)
        return segments[0, 0], segments[0, 1]


def _meeting(edges: Vector, start: Vector, along: Vector) -> tuple[float, float] | None:
    """From where to where a line comes closer than OPEN to edges, shape (n, 2, 2), or None.

    The line runs from `start` along a unit vector; places are distances from `start`.
    """
    off = (edges - start) @ np.array([-along[1], along[0]])
    reach = (edges - start) @ along
    span = off[:, 1] - off[:, 0]
    level = np.abs(span) < 1e-12
    step = np.where(level, 1.0, span)
    one, two = (-OPEN - off[:, 0]) / step, (OPEN - off[:, 0]) / step
    near = np.abs(off[:, 0]) < OPEN
    low = np.where(level, np.where(near, 0.0, 1.0), np.clip(np.minimum(one, two), 0, None))
    high = np.where(level, np.where(near, 1.0, 0.0), np.clip(np.maximum(one, two), None, 1))
    hit = low <= high
    if not hit.any():
        return None
    ends = reach[hit, :1] + np.stack([low, high], axis=1)[hit] * (reach[hit, 1:] - reach[hit, :1])
    return float(ends.min()) - OPEN, float(ends.max()) + OPEN


def _wedge(arrow: Vector, along: Vector, origin: float) -> tuple[float, float] | None:
    """From where to where a line comes too close to an arrow beside it; None along the arrow.

    The line runs along a unit vector, and both go through its place `origin`.
    """
    length = math.hypot(*arrow)
    if length < 1e-9:
        return None
    ahead = float(arrow @ along) / length
    aside = abs(float(arrow[0] * along[1] - arrow[1] * along[0])) / length
    if aside < ALONG or abs(ahead) < ALONG:
        return None
    far = math.copysign(min(OFF_ARROW / aside, WEDGE), ahead)
    return min(origin, origin + far), max(origin, origin + far)


def _without(spans: Vector, opening: tuple[float, float]) -> Vector:
    """What an opening leaves of spans along a line, shape (n, 2); pieces without length go."""
    before = np.stack([spans[:, 0], np.minimum(spans[:, 1], opening[0])], axis=1)
    after = np.stack([np.maximum(spans[:, 0], opening[1]), spans[:, 1]], axis=1)
    pieces = np.concatenate([before, after])
    return pieces[pieces[:, 1] > pieces[:, 0]]
