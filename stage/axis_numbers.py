"""The number that tells how long the units of an axis are, while a plane is seen from farther off.

It stands at its line, below the horizontal axis or left of the other if there is room, and moves
with it. Where a view ends so far off that another number is needed, that one comes while the first
one goes: each is true in every frame.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
import numpy.typing as npt
from manim import VGroup

from stage.ink import Ink, formula, halo
from stage.labels import Rectangle, Segment
from stage.layout import Zone
from stage.matrices import short_latex
from stage.plane import shown_step
from stage.story import named
from stage.view import View

Array = npt.NDArray[np.float64]

ROOMY = 0.5
"""Scene units between the origin and the number that tells an axis's scale."""

PLACES = (0.12, 0.2, -0.12, -0.2)
"""Scene units between an axis and its numbers: usually, and where a dot lies on the axis there;
below zero they stand on the other side, above the horizontal axis or right of the other."""

AIR = ((0.06, 0.04), (0.3, 0.04))
"""What a number of either axis keeps free beside and above itself, scene units: left of its axis it
would be read together with what stands on its line."""

ON_LINE = 0.45
"""What the number of the upright axis keeps free of coordinates on its line, on both sides: they
would be read with it, as if the axis between them were a sign."""

OVER_DOT = 0.1
"""What it keeps free of dots above and below it, whose label it would seem to be."""

OFF_DOT = 0.04
"""The same that it keeps off dots, scene units."""

FARTHEST = 12
"""Multiples of the grid's step that are tried as numbers on either side of the origin."""

CHANGE = (0.35, 0.65)
"""Share of a motion at which one number is gone, and at which the next one comes."""


def number_shown(unit: float) -> int:
    """The number to write on the axes of a plane whose unit is so long, in scene units.

    A line of the grid is there, not too close to the origin.
    """
    step = shown_step(unit)
    while step * unit < ROOMY:
        step *= 2
    return step


@dataclass(frozen=True, slots=True)
class Tick:
    """A number as it is set for an axis, with its place: the offset from its point, shape (2,)."""

    number: int
    ink: Ink
    offset: Array

    def box(self, view: View, axis: int) -> Rectangle:
        """Where it stands in a view."""
        x, y = view.place(self.number * np.eye(2)[axis])[:2] + self.offset
        return Rectangle(float(x), float(y), self.ink.width / 2, self.ink.height / 2)


def ticks(
    view: View,
    zone: Zone,
    segments: Sequence[Segment],
    boxes: Sequence[Rectangle],
    dots: Sequence[Rectangle],
    *,
    size: float,
    color: str,
    first: int | None = None,
) -> list[Tick | None]:
    """A number for each axis of a view, at its line, where it covers none of these.

    The same number for both axes if there is one, `first` before others and a positive one before
    a negative; it stands close to the axes if both have room for it there, else farther off or on
    an axis's other side, and only if there is no such place beside dots on its line. On an axis
    without any room, None.
    """
    least, step = number_shown(view.unit), shown_step(view.unit)
    above = [least, *(k * step for k in range(1, FARTHEST + 1) if least < k * step)]
    wanted = [first, *above] if first is not None and abs(first) in above else above
    order = [*wanted, *(-number for number in above)]
    inner = zone.inset(0.1)
    found: list[dict[int, Tick]] = [{}, {}]
    for airy, off in product((True, False), PLACES):
        for axis, number in product((0, 1), order):
            place = view.place(number * np.eye(2)[axis])[:2]
            if number in found[axis] or not inner.holds(*place):
                continue
            tick = _tick(number, axis, off, size, color)
            box, (x, y) = tick.box(view, axis), AIR[axis]
            if axis == 1 and off < 0:  # what stands left of the axis is not read with it
                wide = Rectangle(box.x + x / 2, box.y, box.half_width + x / 2, box.half_height + y)
            else:
                wide = Rectangle(box.x, box.y, box.half_width + x, box.half_height + y)
            hit = any(wide.overlap(other, gap=0.0) for other in boxes)
            hit = hit or any(box.overlap(dot, gap=OFF_DOT) for dot in dots)
            if axis == 1:
                line = Rectangle(box.x, box.y, box.half_width + ON_LINE, box.half_height)
                high = Rectangle(box.x, box.y, box.half_width, box.half_height + OVER_DOT)
                hit = hit or any(line.overlap(other, gap=0.0) for other in boxes)
                hit = hit or any(high.overlap(dot, gap=0.0) for dot in dots)
            hit = hit or (airy and any(wide.overlap(dot, gap=0.0) for dot in dots))
            if box.within(zone) and not hit and not any(box.covered(*line) for line in segments):
                found[axis][number] = tick
        if any(number in found[0] and number in found[1] for number in wanted):
            break
    both = [number for number in order if number in found[0] and number in found[1]]
    if both:
        return [ready[both[0]] for ready in found]
    # Unlike numbers would look like unlike scales: one axis has one then, the other none.
    for number, axis in product(order, (0, 1)):
        if number in found[axis]:
            return [found[k][number] if k == axis else None for k in (0, 1)]
    return [None, None]


def _tick(number: int, axis: int, off: float, size: float, color: str) -> Tick:
    ink = formula(short_latex(Fraction(number)), size=size, color=color)
    named(ink, f"scale {axis + 1}", "label")
    half = np.array([ink.width, ink.height]) / 2
    away = off + math.copysign(half[1 - axis], off)
    return Tick(number, ink, -np.eye(2)[1 - axis] * away)


class Numbers(VGroup):
    """One number on an axis, and the one that takes its place as the view changes.

    If both are one number, it stays. None stands for no number.
    """

    def __init__(
        self, axis: int, before: Tick | None, after: Tick | None, zone: Zone, ground: str
    ) -> None:
        self.way = np.eye(2)[axis]
        self.before, self.after = before, after
        self.zone = zone
        self.stays = before is not None and after is not None and before.number == after.number
        for tick in (before, after):
            if tick is not None:
                halo(tick.ink, ground)
        super().__init__()

    def follow(self, view: View, s: float) -> None:
        """Stand where the numbers are in a view, at the moment s of the motion."""
        self.submobjects = []
        gone, coming = CHANGE
        before, after = self.before, self.after
        if self.stays and before is not None and after is not None:
            self._put(after, (1 - s) * before.offset + s * after.offset, view, 1.0)
            return
        if before is not None:
            self._put(before, before.offset, view, 1.0 - s / gone)
        if after is not None:
            self._put(after, after.offset, view, (s - coming) / (1 - coming))

    def _put(self, tick: Tick, offset: Array, view: View, shown: float) -> None:
        ink = tick.ink
        x, y = view.place(tick.number * self.way)[:2] + offset
        ink.move_to((float(x), float(y), 0.0))
        inner = self.zone.inset(ink.width / 2, ink.height / 2)
        opacity = min(1.0, shown) if inner.holds(float(x), float(y)) else 0.0
        if opacity <= 0:
            return
        self.add(ink)
        for run in ink.get_family():
            run.set_fill(opacity=opacity, family=False)
            run.set_stroke(opacity=opacity, background=True, family=False)
