"""The coordinates beside an arrow's tip: exact at rest, live while the arrow moves."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from manim import VGroup, VMobject

from stage.ink import LABEL, Ink
from stage.labels import Rectangle, stand_off
from stage.readout import LiveText, decimals_for, fixed
from stage.shapes import closed_polygon

PLATE = 0.025
"""How far the plate reaches beyond the text, scene units."""

Point = npt.NDArray[np.float64]


class TipLabel(VGroup):
    """Stands off a tip at an angle from its arrow, and shows coordinates.

    `largest` is the largest coordinate that it will show in motion; it fixes the decimals.
    `signed` says which of the two coordinates will be negative somewhere and need room for it.
    """

    def __init__(
        self,
        color: str,
        ground: str,
        *,
        largest: float,
        signed: tuple[bool, bool] = (True, True),
        size: float = LABEL,
    ) -> None:
        self.signed = signed
        self.color_of_text = color
        self.plate = VMobject(stroke_width=0, fill_color=ground, fill_opacity=0.8)
        self.size = size
        self.decimals = decimals_for(largest)
        self.digits = len(str(int(round(abs(largest), self.decimals))))
        self.live = LiveText(size=size, color=color)
        self.exact: Ink | None = None
        super().__init__(self.plate, self.live)

    def rest(self, ink: Ink, center: Point) -> None:
        """Show set type, centred at a scene point of shape (2,)."""
        self.live.clear_points()
        self._drop()
        self.exact = ink.move_to((center[0], center[1], 0.0))
        self.add(self.exact)
        self._back(center, (self.exact.width / 2, self.exact.height / 2))

    def follow(self, coordinates: Point, tip: Point, direction: float) -> None:
        """Show live coordinates (plane units) off a tip (scene) in a direction (radians)."""
        self._drop()
        characters = self.characters(coordinates)
        half = self.half_extent(characters)
        x, y = stand_off(tip, direction, half)
        self.live.write(characters, float(x) - half[0], float(y) - 0.25 * self.size)
        self._back(np.array([x, y]), half)

    def characters(self, coordinates: Point) -> str:
        """The live text for coordinates, each in a slot of fixed width."""
        inside = ",".join(
            fixed(float(value), self.decimals, self.digits, signed=signed)
            for value, signed in zip(coordinates, self.signed, strict=True)
        )
        return f"({inside})"

    def half_extent(self, characters: str) -> tuple[float, float]:
        """Half width and half height of live text, scene units."""
        return self.live.extent(characters) / 2, 0.5 * self.size

    def box(self) -> Rectangle:
        """Where the label is now."""
        x, y = self.get_center()[:2]
        return Rectangle(float(x), float(y), self.width / 2, self.height / 2)

    def _back(self, center: Point, half: tuple[float, float]) -> None:
        """Lay the plate under the text, so that grid lines do not run through it."""
        reach = np.array(half) + PLATE
        corners = center + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * reach
        self.plate.set_points(closed_polygon(corners))

    def _drop(self) -> None:
        if self.exact is not None:
            self.remove(self.exact)
            self.exact = None


def turn(before: float, after: float, t: float) -> float:
    """An angle between two, the short way round."""
    difference = math.remainder(after - before, 2 * math.pi)
    return before + difference * t
