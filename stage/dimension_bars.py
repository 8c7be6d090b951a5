"""How many of n dimensions are read, as bars to scale: cells if there are few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from manim import VGroup, VMobject

from stage.bars import rectangle
from stage.camera import Array
from stage.layout import Zone

PALE = 0.16
"""Opacity of what is only outlined."""

CELLS = 40
"""Dimensions up to which each is a cell of its own; more are one bar to scale."""


@dataclass(frozen=True, slots=True)
class Share:
    """Some of the dimensions of a bar: how many, in what colour, full or only outlined."""

    count: int
    color: str
    full: bool = True


class DimensionBar(VGroup):
    """n dimensions from left to right, to scale: cells if there are few, else stretches of a bar.

    `unit` is the width of one dimension in scene units. `fill(t)` shows the first share t of them.
    `narrowest` is the least unit of a bar into which this one will change: cells must have room
    there, too.
    """

    def __init__(
        self, zone: Zone, shares: Sequence[Share], unit: float, narrowest: float | None = None
    ) -> None:
        self.zone = zone
        self.shares = tuple(shares)
        self.unit = unit
        self.total = sum(share.count for share in shares)
        self.filled = 0.0
        self.cells = self.total <= CELLS and (narrowest or unit) >= 0.12
        self.parts = [
            VMobject(
                stroke_color=share.color,
                stroke_width=0 if share.full and not self.cells else 2.2,
                fill_color=share.color,
                fill_opacity=1.0 if share.full else PALE,
            )
            for share in shares
        ]
        super().__init__(*self.parts)
        self.fill(1.0)

    def ends(self, k: int) -> tuple[float, float]:
        """Left and right end of share k, scene units."""
        before = sum(share.count for share in self.shares[:k])
        left = self.zone.left + before * self.unit
        return left, left + self.shares[k].count * self.unit

    def fill(self, t: float) -> None:
        """Show the dimensions from 0 to t·n."""
        self.filled = t * self.total
        limit = self.zone.left + self.filled * self.unit
        for k, part in enumerate(self.parts):
            left, right = self.ends(k)
            pieces = [
                self._rectangle(a, min(b, limit)) for a, b in self._cells(left, right) if limit > a
            ]
            if pieces and limit > left:
                part.set_points(np.concatenate(pieces))
            else:
                part.clear_points()

    def _cells(self, left: float, right: float) -> list[tuple[float, float]]:
        if right - left < 1e-9:
            return []
        if not self.cells:
            gap = min(0.02, (right - left) * 0.1)
            return [(left + gap, right - gap)]
        count = round((right - left) / self.unit)
        gap = min(0.05, self.unit * 0.12)
        return [
            (left + k * self.unit + gap, left + (k + 1) * self.unit - gap) for k in range(count)
        ]

    def _rectangle(self, left: float, right: float) -> Array:
        return rectangle(left, self.zone.bottom, max(right, left), self.zone.top)
