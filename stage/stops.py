"""Where a vector was before a map, or where it comes from: a faint arrow with its coordinates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from manim import VGroup

from algebra.matrices import Matrix
from stage.ink import LABEL, formula
from stage.labels import Rectangle, Segment, heading
from stage.layout import Zone
from stage.matrices import alike
from stage.shapes import Arrow
from stage.story import named
from stage.theme import Theme
from stage.tip_label import TipLabel
from stage.together import Tip, stand_together
from stage.view import View

FAINT = 0.5
"""Opacity of what has been."""


class Stop(VGroup):
    """A faint arrow under no map (`seen` from 0 to 1), and its coordinates when at rest.

    The coordinates are not among its parts: they lie above all arrows.
    """

    def __init__(self, vector: Matrix, color: str, theme: Theme, name: str, seen: float) -> None:
        self.vector = vector
        self.color_of_text = color
        self.arrow = named(Arrow(vector.array[:, 0], color), name, "arrow")
        self.label = named(TipLabel(color, theme.ground, largest=1.0), f"{name} label", "label")
        self.seen = seen
        self.bared = 1.0
        """How much of it a newer arrow leaves to be seen, from 0 to 1."""
        super().__init__(self.arrow)
        self.appear(seen)

    def appear(self, t: float, label: float = 1.0) -> None:
        """Show the arrow as far as t says, its coordinates no farther than `label`."""
        self.seen = t
        self.arrow.set_fill(opacity=FAINT * t * self.bared)
        self.fade_label(label)

    def bare(self, share: float) -> None:
        """Let a newer arrow leave so much of it to be seen, from 0 to 1."""
        if share != self.bared:
            self.bared = share
            self.arrow.set_fill(opacity=FAINT * self.seen * share)

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
