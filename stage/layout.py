"""Where things may stand: zones computed from the frame, for every aspect.

Scene units: the shorter side of the frame is 8 units, the origin is the frame's centre.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from algebra.wording import phrase
from stage.look import Look

SAFE = 0.05
"""Share of each side that stays empty: televisions, projectors and players crop or cover it."""


WRITE_LESS = phrase("write less, or divide it")


class Misfit(ValueError):  # noqa: N818 -- it is raised as what it names
    """What a scene holds has no room in the picture; the message says what, `cure` what helps."""

    def __init__(self, what: str, cure: str = WRITE_LESS) -> None:
        super().__init__(what)
        self.what = what
        self.cure = cure


@dataclass(frozen=True, slots=True)
class Zone:
    """A rectangle in scene units."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def center(self) -> tuple[float, float]:
        return ((self.left + self.right) / 2, (self.bottom + self.top) / 2)

    def inset(self, horizontal: float, vertical: float | None = None) -> Zone:
        """The zone drawn in by so many units on each side."""
        vertical = horizontal if vertical is None else vertical
        return Zone(
            self.left + horizontal,
            self.bottom + vertical,
            self.right - horizontal,
            self.top - vertical,
        )

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies inside (the border counts)."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top


@dataclass(frozen=True, slots=True)
class Zones:
    """The frame's parts. ``foot`` is the caption's and stays empty; ``whole`` is all but foot."""

    frame: Zone
    safe: Zone
    title: Zone
    stage: Zone
    margin: Zone
    foot: Zone
    whole: Zone
    flow: Literal["column", "row"]
    """How things follow one another in the margin."""


FOOT = 1.22
"""Height that two lines of caption need in a player, safe margin excluded."""

TITLE = 0.62
GAP = 0.3


def zones(look: Look) -> Zones:
    """The zones of a frame of this look.

    Wide frames have the margin to the right of the stage, tall and square ones below it.
    """
    width, height = look.frame_width, look.frame_height
    frame = Zone(-width / 2, -height / 2, width / 2, height / 2)
    safe = frame.inset(width * SAFE, height * SAFE)
    foot_height = FOOT if look.aspect != "square" else FOOT * 0.8
    foot = Zone(safe.left, safe.bottom, safe.right, safe.bottom + foot_height - height * SAFE / 2)
    title = Zone(safe.left, safe.top - TITLE, safe.right, safe.top)
    bottom = foot.top + GAP / 2
    top = title.bottom - GAP
    whole = Zone(safe.left, bottom, safe.right, safe.top)
    if look.aspect == "wide":
        split = safe.left + safe.width * 0.655
        stage = Zone(safe.left, bottom, split - GAP, top)
        margin = Zone(split + GAP, bottom, safe.right, top)
        return Zones(frame, safe, title, stage, margin, foot, whole, "column")
    share = 0.66 if look.aspect == "tall" else 0.64
    split = top - (top - bottom) * share
    stage = Zone(safe.left, split, safe.right, top)
    margin = Zone(safe.left, bottom, safe.right, split - GAP)
    flow: Literal["column", "row"] = "column" if look.aspect == "tall" else "row"
    return Zones(frame, safe, title, stage, margin, foot, whole, flow)
