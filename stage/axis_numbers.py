"""The number that tells how long the units of an axis are, while a plane is seen from farther off.

It stands beside its place on the axis and moves with it. Where a view ends so far off that another
number is needed, that one comes while the first one goes: each is true in every frame.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from manim import VGroup

from stage.ink import Ink, halo
from stage.layout import Zone
from stage.plane import shown_step
from stage.view import View

Array = npt.NDArray[np.float64]

ROOMY = 0.5
"""Scene units between the origin and the number that tells an axis's scale."""

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


class Numbers(VGroup):
    """One number on an axis, and the one that takes its place as the view changes.

    `before` and `after` are the settings of a number with their places beside the axis: the offset
    from the number's point, shape (2,). If both tell one number, it stays, and moves from the one
    place to the other.
    """

    def __init__(
        self,
        axis: int,
        before: tuple[int, Ink, Array],
        after: tuple[int, Ink, Array],
        zone: Zone,
        ground: str,
    ) -> None:
        self.way = np.eye(2)[axis]
        self.before, self.after = before, after
        self.zone = zone
        self.stays = before[0] == after[0]
        halo(before[1], ground)
        halo(after[1], ground)
        super().__init__()

    def follow(self, view: View, s: float) -> None:
        """Stand where the numbers are in a view, at the moment s of the motion."""
        self.submobjects = []
        if self.stays:
            offset = (1 - s) * self.before[2] + s * self.after[2]
            self._put(self.after[1], self.after[0], offset, view, 1.0)
            return
        gone, coming = CHANGE
        number, ink, offset = self.before
        self._put(ink, number, offset, view, 1.0 - s / gone)
        number, ink, offset = self.after
        self._put(ink, number, offset, view, (s - coming) / (1 - coming))

    def _put(self, ink: Ink, number: int, offset: Array, view: View, shown: float) -> None:
        x, y = view.place(number * self.way)[:2] + offset
        ink.move_to((float(x), float(y), 0.0))
        inner = self.zone.inset(ink.width / 2, ink.height / 2)
        opacity = min(1.0, shown) if inner.holds(float(x), float(y)) else 0.0
        if opacity <= 0:
            return
        self.add(ink)
        for run in ink.get_family():
            run.set_fill(opacity=opacity, family=False)
            run.set_stroke(opacity=opacity, background=True, family=False)
