"""A letter that lies on the plane: its outline, moved by the map like everything else.

Curves stay curves under a linear map, so only the control points are mapped. A letter without
mirror symmetry (F, R, 가) shows at a glance whether a map has turned the plane over.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import numpy as np
from manim import VMobject
from manim.constants import LineJointType

from stage.colors import coded, linear
from stage.fonts import missing_glyphs
from stage.formulas import escape
from stage.plane import Map
from stage.theme import Theme
from stage.typesetting import Points, outlines
from stage.view import View

CENTER = (0.6, 0.6)
"""Middle of the letter in the unit square: beyond the arc of orientation, clear of the edges."""

SIZE = 0.54
"""The letter's longer side, plane units."""

FRONT = 1.0
BACK = 0.6
"""How strongly the letter is inked: on its own face, and shining through from the back.

That is on a dark ground; on a light one dark ink would turn muddy, so there it is full on both."""

OUTLINE = 5.0
"""Width of the outline of the letter before, of which the outer half is seen."""

LEFT_OVER = (0.7, 0.95)
"""Share of the letter before that must be free of the sheet for it to begin to be seen, and to be
seen in full."""


def is_light(theme: Theme) -> bool:
    """Whether the ink is darker than the ground."""
    ground, ink = (
        float(linear(coded(color)) @ (0.2126, 0.7152, 0.0722))
        for color in (theme.ground, theme.ink)
    )
    return ink < ground


def fault_of(glyph: str) -> str:
    """Why this cannot be the letter on the sheet, in words; empty if it can."""
    if len(unicodedata.normalize("NFC", glyph)) != 1:
        return f"one character is needed here; this has {len(glyph)}"
    if glyph.isspace() or missing_glyphs(glyph):
        return "this character has no shape in the text font"
    return "" if _outline(glyph).size else "this character leaves no ink on the sheet"


@lru_cache(maxsize=64)
def _outline(glyph: str) -> Points:
    """The character in bold text type, in em."""
    character = escape(unicodedata.normalize("NFC", glyph))
    found = outlines(f"#text(weight: 700)[{character}]").outlines
    return np.concatenate([one.points for one in found]) if found else np.zeros((0, 2))


def letter_points(glyph: str) -> Points:
    """The letter's control points in the unit square, plane units, shape (4·curves, 2)."""
    points = _outline(glyph)
    low, high = points.min(axis=0), points.max(axis=0)
    placed: Points = (points - (low + high) / 2) * (SIZE / (high - low).max()) + CENTER
    return placed


class Letter(VMobject):
    """The letter as the map has it: full on the front, fainter from behind on a dark ground."""

    def __init__(self, glyph: str, theme: Theme) -> None:
        super().__init__(stroke_width=0, fill_color=theme.ink, fill_opacity=FRONT)
        self.behind = FRONT if is_light(theme) else BACK
        self.shape_at_rest = letter_points(glyph)
        self.drawn = self.shape_at_rest
        """The control points as drawn, plane units."""

    def follow(self, matrix: Map, view: View) -> None:
        """Show the image of the letter under a 2×2 matrix."""
        self.drawn = self.shape_at_rest @ matrix.T
        self.set_points(view.place(self.drawn))
        behind = float(np.linalg.det(matrix)) < 0
        self.set_fill(opacity=self.behind if behind else FRONT)


class GhostLetter(VMobject):
    """What the letter was before the map: its outline alone, as the square's before it is.

    A stroke under a fill of the ground's colour, never a bare outline: the strokes of a glyph
    overlap, and their outlines would cross.
    """

    def __init__(self, glyph: str, theme: Theme) -> None:
        super().__init__(stroke_width=0, fill_color=theme.ground, fill_opacity=1)
        self.joint_type = LineJointType.ROUND  # or a bend of a curve grows a spike
        self.before = theme.before
        self.points_of_letter = letter_points(glyph)

    def follow(self, view: View, cover: Map) -> None:
        """Stand where the letter stood; fainter where the image of the unit square covers it.

        `cover` is the 2×2 matrix of what lies above. Scraps that it leaves would look like dirt.
        """
        self.set_points(view.place(self.points_of_letter))
        shown = ramp(1.0 - covered_share(self.points_of_letter, cover), LEFT_OVER)
        self.set_fill(opacity=shown)
        self.set_stroke(self.before, width=OUTLINE, opacity=shown, background=True)


def edges_of(letter: VMobject) -> Points:
    """The edges of a drawn letter's ink as straight pieces, scene units, shape (n, 2, 2)."""
    a, b, c, d = (letter.points[k::4, :2] for k in range(4))
    middle = (a + 3 * b + 3 * c + d) / 8
    edges: Points = np.concatenate([np.stack([a, middle], axis=1), np.stack([middle, d], axis=1)])
    return edges


def covered_share(points: Points, cover: Map) -> float:
    """The share of points, shape (n, 2), that lie in the image of the unit square under `cover`."""
    if abs(float(np.linalg.det(cover))) < 1e-9 * max(1e-9, float(np.abs(cover).max()) ** 2):
        return 0.0
    inside = np.linalg.solve(cover, points.T)
    return float(((inside >= 0.0) & (inside <= 1.0)).all(axis=0).mean())


def ramp(value: float, band: tuple[float, float]) -> float:
    """From 0 to 1, smoothly, as a value crosses a band."""
    share = min(1.0, max(0.0, (value - band[0]) / (band[1] - band[0])))
    return share * share * (3 - 2 * share)
