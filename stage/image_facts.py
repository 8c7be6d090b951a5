"""What a map of the plane reaches: its image in the picture, its rank and the image in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from manim import VGroup, VMobject

from algebra import facts
from algebra.matrices import Matrix
from stage.coordinates import tuple_latex, upright
from stage.ink import ALIGN, FORMULA, NEWLINE, Ink, Part, formula
from stage.layout import Zone
from stage.matrices import fit
from stage.outlines import circle
from stage.panel import Panel, WordReadout, caption_size, center_in
from stage.plane import Lines
from stage.shapes import ImageLine
from stage.story import named
from stage.theme import Theme
from stage.view import View

GRID = 0.62
"""How strongly the grid has the image's colour, if the whole plane is the image."""

WIDTH = 9.0
"""Width of the image line, in Manim's stroke units: arrows that lie on it leave some of it."""

POINT = 0.2
"""Radius of the image that is the origin alone, scene units: larger than the arrows' dots."""

RANK = 0.3
"""Share of the read-outs' place that the rank takes; the image is told in more words."""


class ImageMark:
    """The image of a map in its plane: the whole grid in the image's colour, a line, or a point.

    `under` lies over the grid and under all that stands on it, `over` under the arrows alone: there
    it covers what is left of a flattened square, whose `ends` fade as the image appears.
    """

    def __init__(self, theme: Theme, zone: Zone, ends: VMobject) -> None:
        self.zone = zone
        self.ends = ends
        self.lines = Lines(zone, theme.image, theme.image, width=2.2, axis_width=3.4)
        self.line = named(ImageLine(theme.image, width=WIDTH), "image", "line")
        self.point = VMobject(stroke_width=0, fill_color=theme.image)
        self.under = VGroup(self.lines)
        self.over = VGroup(self.line, self.point)
        self._strengths: list[float] = []
        self.appear(0.0)

    def follow(self, matrix: Matrix, view: View) -> None:
        """Take the place of a 2×2 matrix's image as a view has it."""
        rank = facts.rank(matrix)
        for part in (*self.lines, self.line, self.point):
            part.clear_points()
        if rank == 0:
            self.point.set_points(circle(np.array([view.x, view.y]), POINT))
        elif rank == 1:
            self.line.along(facts.image(matrix)[0].array[:, 0], view, self.zone)
        else:
            self.lines.follow(matrix.array, view)
        self._strengths = [float(part.get_stroke_opacity()) for part in self.lines]

    def appear(self, t: float) -> None:
        """Fade in as t goes from 0 to 1."""
        self.ends.set_fill(opacity=1.0 - t)
        self.point.set_fill(opacity=t)
        self.line.set_stroke(opacity=t)
        for part, strength in zip(self.lines, self._strengths, strict=False):
            part.set_stroke(opacity=GRID * t * strength)


def image_formula(matrix: Matrix, name: str, zone: Zone, theme: Theme) -> Ink:
    """The image as all combinations of the columns, and what that is; in two lines if need be."""
    one, two = (Matrix(tuple((x,) for x in column)) for column in matrix.columns)
    rank = facts.rank(matrix)
    last = (r"\{(0, 0)\}", "", r"\mathbb{R}^2")[rank]
    if rank == 1:
        last = rf"\{{ r\,{tuple_latex(upright(facts.image(matrix)[0]))} \}}"
    combined: list[Part | str] = [
        r"\{ s\,",
        Part(tuple_latex(one), theme.first),
        r"+ t\,",
        Part(tuple_latex(two), theme.second),
        r"\}",
    ]
    result: list[Part | str] = ["=", Part(last, theme.image)]
    head = rf"\mathrm{{im}}\,{name}"
    line: list[Part | str] = [head, "=", *combined, *result]
    ink = formula(line, color=theme.ink, display=False)
    if ink.width > zone.width * 1.1:
        lines: list[Part | str] = [head, ALIGN, "=", *combined, NEWLINE, ALIGN, *result]
        ink = formula(lines, color=theme.ink, display=False)
    center_in(fit(ink, zone, FORMULA), zone)
    return named(ink, "image formula", "formula")


def image_readouts(
    matrix: Matrix, place: Panel, theme: Theme, words: Mapping[str, str]
) -> tuple[WordReadout, WordReadout]:
    """Rank and image of a map, each under its caption.

    Words: the captions "rank" and "image"; "point", "line" (along a vector) and "plane".
    """
    rank = facts.rank(matrix)
    reached = words[("point", "line", "plane")[rank]]
    if rank == 1:
        reached = reached.format(f"${tuple_latex(upright(facts.image(matrix)[0]))}$")
    left, right = place.readouts
    split = left.left + (right.right - left.left) * RANK
    places = (replace(left, right=split), replace(right, left=split))
    size = caption_size((words["rank"], words["image"]), places, theme)
    found = []
    said = (("rank", f"${rank}$"), ("image", reached))
    for (name, word), zone in zip(said, places, strict=True):
        readout = WordReadout(words[name], {0: (word, theme.image)}, zone, theme, size=size)
        readout.choose(0)
        found.append(named(readout, name, "readout"))
    return found[0], found[1]
