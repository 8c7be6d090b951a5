"""Where a vector was before a map, or where it comes from: a faint arrow with its coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from manim import ManimColor, VGroup, interpolate_color

from algebra.matrices import Matrix
from stage.colors import strength
from stage.ink import LABEL, formula
from stage.labels import Rectangle, Segment, apart, heading
from stage.layout import Zone
from stage.matrices import alike
from stage.shapes import TIP_LENGTH, WIDER, Arrow
from stage.story import named
from stage.theme import Theme
from stage.tip_label import TipLabel
from stage.together import Tip, stand_together
from stage.view import View

FAINT = 0.5
"""Opacity of what has been, unless it needs more to stand out from the ground."""

BARED = (0.06, 0.3)
"""Distance of a stop's tip from a newer arrow, scene units, between which the stop is bared."""


class Stop(VGroup):
    """A faint arrow under no map (`seen` from 0 to 1), and its coordinates when at rest.

    The coordinates are not among its parts: they lie above all arrows. Nor is `above`, which looks
    as the arrow does and takes its place where a newer, longer arrow runs over it.
    """

    def __init__(self, vector: Matrix, color: str, theme: Theme, name: str, seen: float) -> None:
        self.vector = vector
        self.color_of_text = color
        self.arrow = named(Arrow(vector.array[:, 0], color), name, "arrow")
        self.faint = strength(color, theme.ground, FAINT)
        """The arrow's opacity where nothing lies over it."""
        shade = interpolate_color(ManimColor(theme.ground), ManimColor(color), self.faint)
        self.above = Arrow(vector.array[:, 0], shade.to_hex())
        self.label = named(TipLabel(color, theme.ground, largest=1.0), f"{name} label", "label")
        self.seen = seen
        self.bared = 1.0
        """How much of it newer arrows leave to be seen, from 0 to 1."""
        self.raised = 0.0
        """How far it is seen above them, from 0 to 1."""
        super().__init__(self.arrow)
        self.appear(seen)

    def appear(self, t: float, label: float = 1.0) -> None:
        """Show the arrow as far as t says, its coordinates no farther than `label`."""
        self.seen = t
        self.arrow.set_fill(opacity=self.faint * t * self.bared)
        self.above.set_fill(opacity=t * self.raised)
        self.fade_label(label)

    def bare(self, bared: float, raised: float) -> None:
        """Let newer arrows leave so much of it to be seen, and raise it above them so far."""
        if (bared, raised) != (self.bared, self.raised):
            self.bared, self.raised = bared, raised
            self.arrow.set_fill(opacity=self.faint * self.seen * bared)
            self.above.set_fill(opacity=self.seen * raised)

    def fade_label(self, share: float) -> None:
        """Show as much of the coordinates as of the arrow, times a share from 0 to 1."""
        self.label.set_fill(opacity=self.seen * share)
        self.label.set_stroke(opacity=self.seen * share, background=True)

    def place_label(
        self,
        view: View,
        segments: Sequence[Segment],
        taken: Sequence[Rectangle],
        zone: Zone,
        face: npt.NDArray[np.float64],
    ) -> Rectangle:
        """Write the coordinates where they cover least; the box that they take."""
        written = ", ".join(alike(self.vector.columns[0]))
        ink = formula(f"({written})", size=LABEL, color=self.color_of_text, display=False)
        half = (ink.width / 2, ink.height / 2)
        tip = Tip(view.place(self.arrow.tip)[:2], heading(self.arrow.tip), half)
        (turn,) = stand_together(
            [tip], segments=segments, faint=(), boxes=taken, zone=zone, face=face
        )
        box = tip.box(turn)
        self.label.rest(ink, np.array([box.x, box.y]))
        return box


def uncover(stops: Sequence[Stop], tip: npt.NDArray[np.float64], view: View) -> float:
    """Raise stops that lie along newer, longer arrows; how many times as wide the newest one is.

    `stops` are from the oldest to the newest, `tip` is that of the vector's own arrow, in scene
    units. An arrow that runs on under a shorter one is wider, as with all arrows (`widths`). A
    stop that ends where a newer arrow ends is not told apart from it, and is left out.
    """
    origin = np.array([view.x, view.y])
    tips = [*(view.place(stop.vector.array[:, 0])[:2] for stop in stops), tip]
    near, far = BARED
    wider = 1.0
    for k, stop in enumerate(stops):
        length = math.dist(tips[k], origin)
        bared, raised, apparent = 1.0, 0.0, 1.0
        for newer in tips[k + 1 :]:
            distance = apart(tips[k], origin, newer)
            hidden = 1.0 - min(1.0, max(0.0, (distance - near) / (far - near)))
            beyond = min(math.dist(newer, origin) - length, length) / TIP_LENGTH
            longer = min(1.0, max(0.0, beyond))
            bared = min(bared, 1.0 - hidden)
            raised = max(raised, hidden * longer)
            apparent *= 1.0 - hidden * (1.0 - longer)
        stop.bare(bared, raised * apparent)
        wider = max(wider, 1.0 + WIDER * hidden * longer * apparent * stop.seen)
    return wider
