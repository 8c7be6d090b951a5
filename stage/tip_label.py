"""The coordinates beside an arrow's tip: exact at rest, live while the arrow moves."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from manim import VGroup

from stage.ink import LABEL, Ink, halo
from stage.labels import Rectangle, stand_off
from stage.readout import LiveText, decimals_for, fixed

Point = npt.NDArray[np.float64]


class TipLabel(VGroup):
    """Stands off a tip at an angle from its arrow, and shows coordinates.

    `largest` is the largest coordinate that it will show in motion; it fixes the decimals.
    """

    def __init__(
        self,
        color: str,
        ground: str,
        *,
        largest: float,
        size: float = LABEL,
    ) -> None:
        self.color_of_text = color
        self.ground = ground
        self.size = size
        self.decimals = decimals_for(largest)
        self.digits = len(str(int(round(abs(largest), self.decimals))))
        self.live = halo(LiveText(size=size, color=color), ground)
        self.exact: Ink | None = None
        super().__init__(self.live)

    def rest(self, ink: Ink, center: Point) -> None:
        """Show set type, centred at a scene point of shape (2,)."""
        self.live.clear_points()
        self._drop()
        self.exact = halo(ink.move_to((center[0], center[1], 0.0)), self.ground)
        self.add(self.exact)

    def follow(self, coordinates: Point, tip: Point, direction: float) -> None:
        """Show live coordinates (plane units) off a tip (scene) in a direction (radians)."""
        self._drop()
        characters = self.characters(coordinates)
        half = self.half_extent(characters)
        x, y = stand_off(tip, direction, half)
        self.live.write(characters, float(x) - half[0], float(y) - 0.25 * self.size)

    def characters(self, coordinates: Point) -> str:
        """The live text for coordinates: digits of fixed width, a sign only where there is one."""
        x, y = (
            fixed(float(value), self.decimals, self.digits, signed=False).strip()
            for value in coordinates
        )
        return f"({x},{y})"

    def half_extent(self, characters: str) -> tuple[float, float]:
        """Half width and half height of live text, scene units."""
        return self.live.extent(characters) / 2, 0.5 * self.size

    def box(self) -> Rectangle:
        """Where the label is now."""
        x, y = self.get_center()[:2]
        return Rectangle(float(x), float(y), self.width / 2, self.height / 2)

    def _drop(self) -> None:
        if self.exact is not None:
            self.remove(self.exact)
            self.exact = None


def turn(before: float, after: float, t: float) -> float:
    """An angle between two, the short way round."""
    difference = math.remainder(after - before, 2 * math.pi)
    return before + difference * t
