"""The line about which a map turns the plane over, found from the matrix alone."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from manim import VGroup, VMobject

from algebra import facts
from algebra.matrices import Matrix, identity
from algebra.numbers import sign, to_float
from stage.ink import LABEL, halo, text
from stage.layout import Zone
from stage.plane import clip_lines, segment_points
from stage.theme import Theme
from stage.view import View

DASH = 0.16
"""Length of a dash and of the gap after it, scene units."""

SCRAP = 0.4
"""A shorter share of a dash is not drawn at the zone's border: it would look like a speck."""

RIM = 7.5
"""Width of the dark or light line under the dashes: without it they would be lost on an axis."""

CLEARANCE = 0.17
"""Distance of the label from its line, scene units."""

EDGE = 0.02
"""Distance of the label from the zone's border: too short for a scrap of a grid line to show."""

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


def is_reflection(matrix: Matrix) -> bool:
    """Whether a 2×2 map is a mirror image and nothing else: MᵀM = I and det < 0."""
    near = np.abs((matrix.T @ matrix).array - np.eye(2)).max() < 1e-12
    return bool(near) and facts.orientation(matrix) < 0


class MirrorLine(VGroup):
    """A dashed line through the origin, with its name at the end that is kept clear."""

    def __init__(self, words: str, direction: Vector, theme: Theme, zone: Zone) -> None:
        self.zone = zone
        self.direction = direction
        self.line = VMobject(stroke_color=theme.emphasis, stroke_width=4.0)
        self.rim = VMobject(stroke_color=theme.ground, stroke_width=RIM)
        self.label = halo(text(words, size=LABEL, color=theme.emphasis, weight=500), theme.ground)
        self.shown = 0.0
        self._place = (1.0, 1.0)
        super().__init__(self.rim, self.line, self.label)

    def keep_clear(self, cloud: Vector, view: View) -> None:
        """Choose the end and the side of the line that stay farthest from scene points (n, 2)."""
        places = [(end, side) for end in (1.0, -1.0) for side in (1.0, -1.0)]
        room = [float(np.hypot(*(cloud - self._middle(view, place)).T).min()) for place in places]
        self._place = places[int(np.argmax(np.round(room, 6)))]

    def follow(self, view: View) -> None:
        """Lie through the view's origin."""
        start, end = self._ends(view)
        along = (end - start) / float(np.hypot(*(end - start)))
        count = int(np.hypot(*(end - start)) / (2 * DASH)) + 1
        # Counted from the origin, so that dashes do not crawl while the view moves.
        first = math.floor(float((start - (view.x, view.y)) @ along) / (2 * DASH))
        low = np.array([view.x, view.y]) + np.outer(
            (first + np.arange(count + 2)) * 2 * DASH, along
        )
        reach = np.clip((np.stack([low, low + along * DASH], axis=1) - start) @ along, 0, None)
        reach = np.minimum(reach, float((end - start) @ along))
        kept = reach[reach[:, 1] - reach[:, 0] > SCRAP * DASH]
        self.line.set_points(segment_points(start + kept[..., None] * along))
        self.rim.set_points(segment_points(np.array([[start, end]])))
        x, y = self._middle(view, self._place)
        self.label.move_to((x, y, 0.0))
        self.appear(self.shown)

    def appear(self, t: float) -> None:
        """Fade in as t goes from 0 to 1, without leaving its place among what it lies under."""
        self.shown = t
        self.line.set_stroke(opacity=0.95 * t)
        self.rim.set_stroke(opacity=0.8 * t)
        for run in self.label:
            run.set_fill(opacity=t)
            run.set_stroke(opacity=t, background=True)

    def _ends(self, view: View) -> tuple[Vector, Vector]:
        origin = np.array([[view.x, view.y]])
        segments = clip_lines(origin, self.direction, self.zone)
        return segments[0, 0], segments[0, 1]

    def _middle(self, view: View, place: tuple[float, float]) -> Vector:
        """Where the label's middle stands: beside the line, as near an end as the zone allows."""
        end, side = place
        start, stop = self._ends(view)
        tip, along = (stop, self.direction) if end > 0 else (start, -self.direction)
        across = side * np.array([-along[1], along[0]])
        half = np.array([self.label.width / 2, self.label.height / 2])
        beside = tip + across * (float(np.abs(across) @ half) + CLEARANCE)
        inner = self.zone.inset(float(half[0]) + EDGE, float(half[1]) + EDGE)
        back = np.arange(0.0, float(np.hypot(*(stop - start))), 0.05)
        middles = beside - back[:, None] * along
        inside = [inner.holds(float(x), float(y)) for x, y in middles]
        chosen: Vector = middles[inside.index(True) if any(inside) else len(middles) // 2]
        return chosen
