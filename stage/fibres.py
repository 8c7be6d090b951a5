"""Fibres, kernel vectors and marked inputs as one map has them, and the motion that collapses them.

Everything is drawn from one 2×n matrix L and one view by `InputSpace.follow`: a fibre's part is the
image of its corners under L. While it shrinks, a dot of its hue grows in its middle, so that what
is left of it at the end can be seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
import numpy.typing as npt
from manim import VGroup, VMobject
from manim.constants import CapStyleType

from stage.blank import blank
from stage.colors import distance, hue_angle
from stage.fibre_family import PLAIN, Fibre
from stage.layout import Zone
from stage.outlines import circle, clip_polygon, clip_segments, hull
from stage.plane import segment_points
from stage.shapes import Arrow, closed_polygon
from stage.theme import Theme
from stage.view import View

Array = npt.NDArray[np.float64]

DOT = 0.1
"""Largest radius of the dot that a fibre becomes, scene units."""

SMALLEST_DOT = 0.035

MARK = 0.055
"""Radius of the dot of a marked input: on the dot of its fibre, that dot's hue is still seen."""

RING = 0.165
"""Radius of the ring around an output that inputs share."""

REMAINING = 0.3
"""Share of its length at which a shrinking fibre's dot begins to grow."""

FROM_LINES = 0.1
"""Distance (OKLab) at which a fibre's colour is surely another than that of a line beside it."""

FROM_MARKS = 0.07
"""The same for marked points, which have a rim, and rings, which are no dots."""

FACE = 0.16
"""Opacity of a fibre that is a plane or a part of one."""


ALIKE = math.radians(12)
"""Angle between two hues below which they are one hue, bright and dim."""

FROM_OTHERS = 0.09
"""Distance (OKLab) between the colours of two fibres."""

MOST_HUES = 8
"""Fibres beside the kernel at most."""

AWAY = (4, 6)
"""Numbers in the family of fibres that are no neighbours of the kernel, on the plane or in space;
those whose hues are most like the kernel's are put there."""

RIM = 5.0
"""Width of a dot's outline in the ground's colour, of which half is seen, Manim's stroke units."""


def hue_of(fibre: Fibre, theme: Theme) -> str:
    """A fibre's colour: the kernel's own, or that of its number in the family.

    Points that all stay apart have no colour of their own: there are too many.
    """
    if fibre.hue is None:
        return theme.kernel
    if fibre.hue == PLAIN:
        return theme.quiet
    found = hues(theme)
    return found[fibre.hue % len(found)]


@cache
def hues(theme: Theme) -> tuple[str, ...]:
    """The family's hues for fibres, in an order in which few of them are far apart: the one least
    like any role beside it, then the one across the circle of hues, then those half-way between.

    None is taken for the kernel, beside which fibres stand, for the image, on which their dots lie,
    or for a marked input or its output, which lie on them. Of two that are one hue, bright and dim,
    or nearly one colour, the second comes last; of the first ones the two most like the kernel do
    not stand beside it.
    """
    roles = {
        theme.kernel: FROM_LINES,
        theme.image: FROM_LINES,
        theme.input: FROM_MARKS,
        theme.output: FROM_MARKS,
    }
    left = [
        hue
        for hue in theme.family
        if all(distance(hue, role, "full") >= least for role, least in roles.items())
    ]
    first = max(left, key=lambda hue: min(distance(hue, role, "full") for role in roles))
    start, count = left.index(first), len(left)
    places = (int(start + count * _halving(k)) % count for k in range(2 * count))
    order = list(dict.fromkeys([*(left[place] for place in places), *left]))
    single: list[str] = []
    for hue in order:
        apart = all(distance(hue, other, "full") >= FROM_OTHERS for other in single)
        if apart and all(_between(hue, other) > ALIKE for other in single):
            single.append(hue)

    def from_kernel(hue: str) -> float:
        return distance(hue, theme.kernel, "full")

    early, late = single[: AWAY[1]], single[AWAY[1] :]
    late.sort(key=from_kernel, reverse=True)
    order = [*early, *late, *(hue for hue in order if hue not in single)]
    near = sorted(order[:MOST_HUES], key=from_kernel)[: len(AWAY)]
    for place in AWAY:
        if order[place] not in near:
            other = next(order.index(it) for it in near if order.index(it) not in AWAY)
            order[place], order[other] = order[other], order[place]

    def gap(*pairs: tuple[int, int]) -> float:
        return min(distance(order[one], order[two], "full") for one, two in pairs)

    # Lines 0 and 3 lie beside each other, and 1 and 2.
    if gap((0, 3), (1, 2)) < gap((0, 2), (1, 3)):
        order[2], order[3] = order[3], order[2]
    return tuple(order)


def _between(one: str, other: str) -> float:
    """The angle between two colours' hues, radians from 0 to π."""
    turn = abs(hue_angle(one) - hue_angle(other)) % math.tau
    return min(turn, math.tau - turn)


def _halving(k: int) -> float:
    """Where on a circle of length 1 the k-th point stands: 0, 1/2, 1/4, 3/4, 1/8, 5/8, …"""
    share, half = 0.0, 0.5
    while k:
        share, half, k = share + half * (k % 2), half / 2, k // 2
    return share


class FibrePart(VGroup):
    """The shown part of one fibre under a map: a dot, a segment or a polygon, ending as a dot."""

    def __init__(
        self,
        fibre: Fibre,
        color: str,
        ground: str,
        start: Array,
        view: View,
        *,
        radius: float = DOT,
    ) -> None:
        self.fibre = fibre
        self.radius = radius
        self.face = blank(stroke_width=0, fill_color=color, fill_opacity=FACE)
        self.line = blank(stroke_color=color, stroke_width=5.0)
        self.line.set_cap_style(CapStyleType.ROUND)
        self.dot = blank(stroke_width=0, fill_color=color, fill_opacity=1)
        # On an image line of nearly its own colour a dot is told by its rim.
        self.dot.set_stroke(ground, RIM, background=True)
        self.length = _extent(view.place(fibre.corners @ start.T))
        self.image = np.zeros((len(fibre.corners), 2))
        """The corners as the map has them, plane units, shape (k, 2)."""
        super().__init__(self.face, self.line, self.dot)

    def follow(self, matrix: Array, view: View, zone: Zone, share: float) -> None:
        """Draw the image under a 2×n matrix; `share` of its size, while it appears."""
        self.image = self.fibre.corners @ matrix.T
        drawn = view.place(self.image)[:, :2]
        middle = drawn.mean(axis=0)
        corners = middle + (drawn - middle) * share
        self._trace(corners if share > 0 else corners[:0], zone)
        left = _extent(drawn) / self.length if self.length > 0 else 0.0
        radius = self.radius * max(0.0, 1.0 - left / REMAINING) * share
        if radius > 1e-6 and zone.holds(*middle):
            self.dot.set_points(circle(middle, radius))
        else:
            self.dot.clear_points()

    def _trace(self, corners: Array, zone: Zone) -> None:
        self.face.clear_points()
        self.line.clear_points()
        if len(corners) == 2:
            segments = clip_segments(corners[None], zone)
            if len(segments):
                self.line.set_points(segment_points(segments))
        elif len(corners) > 2:
            outline = clip_polygon(hull(corners), zone)
            if len(outline) > 1 and _extent(outline) > 1e-6:
                self.face.set_points(closed_polygon(outline))
                self.line.set_points(closed_polygon(outline))


class BoxEdges(VMobject):
    """The edges of the box of inputs in space, as a map has them."""

    def __init__(self, half: float, color: str) -> None:
        super().__init__(stroke_color=color, stroke_width=2.6)
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        self.edges = half * np.array(
            [
                (one, two)
                for i, one in enumerate(signs)
                for two in signs[i + 1 :]
                if np.abs(one - two).sum() == 2
            ]
        )

    def follow(self, matrix: Array, view: View, zone: Zone) -> None:
        """Draw the images of the twelve edges under a 2×3 matrix."""
        drawn = view.place(self.edges @ matrix.T)[..., :2]
        segments = clip_segments(drawn, zone)
        if len(segments):
            self.set_points(segment_points(segments))
        else:
            self.clear_points()


class MarkDot(VMobject):
    """A marked input, and its image as the map moves it."""

    def __init__(self, vector: Array, theme: Theme) -> None:
        super().__init__(
            stroke_width=2.5, stroke_color=theme.ground, fill_color=theme.input, fill_opacity=1
        )
        self.vector = vector
        self.image = np.zeros(2)
        """Where it is, plane units."""

    def follow(self, matrix: Array, view: View, zone: Zone, share: float) -> None:
        """Draw the image under a 2×n matrix; `share` of its size, while it appears."""
        self.image = matrix @ self.vector
        center = view.place(self.image)[:2]
        if share > 0 and zone.holds(*center):
            self.set_points(circle(center, MARK * share))
        else:
            self.clear_points()


class InputSpace(VGroup):
    """What stands in the input space: box, fibres, kernel vectors, marked inputs, in that order.

    Parts appear by `reveal`; those not yet shown have no points. The kernel's own fibre comes with
    its vectors, after them.
    """

    def __init__(
        self,
        fibres: Sequence[Fibre],
        kernel: Sequence[Array],
        marked: Sequence[Array],
        theme: Theme,
        start: Array,
        view: View,
        zone: Zone,
        *,
        box: float = 0.0,
        dot: float = DOT,
    ) -> None:
        self.parts = [
            FibrePart(fibre, hue_of(fibre, theme), theme.ground, start, view, radius=dot)
            for fibre in fibres
        ]
        self.arrows = [Arrow(vector, theme.kernel, scale=1.15) for vector in kernel]
        self.marks = [MarkDot(vector, theme) for vector in marked]
        self.edges = [BoxEdges(box, theme.axis)] if box else []
        self.shares = {"kernel": 0.0, "fibres": 0.0, "marks": 0.0}
        self.matrix, self.view, self.zone = start, view, zone
        super().__init__(*self.edges, *self.parts, *self.arrows, *self.marks)
        self.follow(start, view, zone)

    def follow(self, matrix: Array, view: View, zone: Zone | None = None) -> None:
        """Draw all as a 2×n matrix has it, as seen in a view, inside the zone."""
        self.matrix, self.view = matrix, view
        self.zone = self.zone if zone is None else zone
        for edges in self.edges:
            edges.follow(matrix, view, self.zone)
        vectors, whole = _in_turn(self.shares["kernel"])
        for part in self.parts:
            own = whole if part.fibre.hue is None else 0.0
            part.follow(matrix, view, self.zone, max(own, self.shares["fibres"]))
        for arrow in self.arrows:
            if vectors > 0:
                arrow.follow(vectors * matrix, view)
            else:
                arrow.clear_points()
        for mark in self.marks:
            mark.follow(matrix, view, self.zone, self.shares["marks"])

    def reveal(self, part: Literal["kernel", "fibres", "marks"]) -> Callable[[float], None]:
        """The appearing of some parts as a function of t from 0 to 1."""

        def follow(t: float) -> None:
            self.shares[part] = t
            self.follow(self.matrix, self.view)

        return follow

    def show_all(self) -> None:
        """Show every part at once."""
        self.shares = dict.fromkeys(self.shares, 1.0)
        self.follow(self.matrix, self.view)


class Ring(VGroup):
    """A ring around an output, to lie under its dot: on the ring's disc no line is to be seen."""

    def __init__(self, center: Array, color: str, ground: str) -> None:
        points = circle(center, RING)
        self.disc = VMobject(fill_color=ground, stroke_color=ground, stroke_width=6.5)
        self.line = blank(stroke_color=color, stroke_width=4.0)
        super().__init__(self.disc.set_points(points), self.line.set_points(points))
        self.appear(0.0)

    def appear(self, t: float) -> None:
        """Fade in as t goes from 0 to 1."""
        self.disc.set_fill(opacity=t).set_stroke(opacity=t)
        self.line.set_stroke(opacity=t)


@dataclass(frozen=True, slots=True)
class Collapse:
    """The motion of a map and of the view on it: s from 0 to 1 → (2×n matrix, view).

    The view goes from the one before to the one after, so that what is large at the end stays in
    sight. If the motion moves every point evenly (`even`), the view is drawn back so fast that on
    the frame, too, every point moves evenly along a line: 1/unit changes evenly in t, and
    t/(1−t) = s/(1−s) · unit after / unit before. A motion that first turns does so in the view
    before; `turned` is the share of time that this takes.
    """

    motion: Callable[[float], Array]
    before: View
    after: View
    even: bool
    turned: float = 0.0

    def at(self, s: float) -> tuple[Array, View]:
        """Matrix and view at the moment s."""
        if s >= 1.0:
            return self.motion(1.0), self.after
        if not self.even:
            return self.motion(s), self.before.toward(self.after, s)
        if s <= self.turned:
            return self.motion(s), self.before
        one, two = self.before.unit, self.after.unit
        s = (s - self.turned) / (1 - self.turned)
        t = s * two / (s * two + (1 - s) * one)
        unit = 1 / ((1 - t) / one + t / two)
        moment = self.turned + (1 - self.turned) * t
        return self.motion(moment), View(self.before.x, self.before.y, unit)


def dot_radius(landings: Array) -> float:
    """The radius at which dots at these scene points, shape (k, 2), stay apart, if any does."""
    if len(landings) < 2:
        return DOT
    gaps = np.hypot(*(landings[:, None] - landings[None]).transpose(2, 0, 1))
    nearest = float(gaps[gaps > 1e-9].min(initial=np.inf))
    return max(SMALLEST_DOT, min(DOT, 0.36 * nearest))


def _in_turn(t: float) -> tuple[float, float]:
    """Shares of two things that appear one after the other while t goes from 0 to 1."""
    return min(1.0, 2 * t), max(0.0, 2 * t - 1)


def _extent(points: Array) -> float:
    """The larger side of the box around points, shape (k, 2 or 3)."""
    return float(np.ptp(points, axis=0).max()) if len(points) else 0.0
