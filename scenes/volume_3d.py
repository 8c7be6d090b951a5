"""The unit cube under a 3×3 map: the picture behind the determinant in space."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Literal

from manim import Animation, FadeIn, VGroup
from pydantic import Field

from algebra import facts, motion
from algebra.matrices import Matrix
from language.kind import Beat
from language.params import Flag, KindParams, Matrix3
from stage.attention import FIRST_GLANCE
from stage.drive import Drive
from stage.ink import ALIGN, FORMULA, MATRIX, NEWLINE, Ink, Part, formula
from stage.layout import Zone
from stage.mapped_cube import MappedCube
from stage.matrices import fit, is_short, matrix_ink, short_latex
from stage.outlook import Outlook
from stage.panel import center_in, panel
from stage.sense import SenseReadouts
from stage.story import StoryScene, named

WORDS = {
    "ko": {
        "size": "부호 있는 부피",
        "sense": "방향",
        "kept": "그대로",
        "flipped": "뒤집힘",
        "flat": "정해지지 않음",
    },
    "en": {
        "size": "Signed volume",
        "sense": "Orientation",
        "kept": "kept",
        "flipped": "flipped",
        "flat": "undefined",
    },
}
"""What the picture itself says, by language."""


class Volume3d(StoryScene):
    """The unit cube becomes a parallelepiped; its signed volume is the determinant.

    Cube and basis vectors follow one motion from the identity to the map. The read-out is the
    signed volume of the solid as it is drawn, at every frame; the matrix comes with the motion, so
    that the volume before it is never told beside it. A map that flips orientation turns
    the faces over: they change colour and are hatched, and the volume is negative. One that loses
    a dimension leaves a flat polygon, a segment or a point, which is marked at the end. Edges
    behind are dashed, and the cube before the map stays as an outline.

    With an orbit the picture turns round once, slowly, when the map has come to rest, and on to
    another side:

        - kind: volume_3d
          matrix: diag(2, 3, 4)
          view: perspective
          orbit: true
    """

    class Params(KindParams):
        """What a storyboard may set."""

        matrix: Matrix3 = Field(description="the map as a 3×3 matrix")
        view: Literal["orthographic", "perspective"] = Field(
            default="orthographic",
            description="parallel rays, or the view of an eye that is near",
        )
        orbit: Flag = Field(default=False, description="turn once round the result")

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """cube, warp, an orbit if there is one, volume."""
        found = [
            Beat("cube", "the unit cube and the basis vectors are put in place", 1.8),
            Beat("warp", "the map moves space; the volume follows", 3.2),
        ]
        if params.orbit:
            found.append(
                Beat("orbit", "once round the parallelepiped, and on to another side", 10.0)
            )
        return (*found, Beat("volume", "where the volume comes from", 0.8, main=True))

    def construct(self) -> None:
        """Cube, motion, orbit, volume."""
        matrix: Matrix = self.params.matrix
        path = motion.path(matrix, self.setting.motion)
        name = matrix.name or "M"
        picture = MappedCube(
            self.zones.stage,
            self.theme,
            path,
            near=self.params.view == "perspective",
            turning=self.params.orbit,
            name=name,
        )
        readouts = SenseReadouts(picture, [path], panel(self.zones), WORDS[self.look.language])
        shown, determinant = self._formulas(matrix, name)
        with self.beat("cube"):
            self.add(self.title_line())
            self.play(Drive(picture.diorama, picture.unfold), run_time=self.run_time)
            self.play(FadeIn(picture.labels, readouts), run_time=0.6)
            self.add(picture)
        with self.beat("warp"):
            self.play(FadeIn(shown), Drive(readouts, readouts.settle), run_time=0.6)
            self.wait(FIRST_GLANCE)
            self._look(picture, picture.during)
            moving = VGroup(picture, readouts)
            self.play(Drive(moving, picture.along(path)), run_time=self.run_time)
            self._look(picture, picture.closing)
        if self.params.orbit:
            with self.beat("orbit"):
                self.play(Drive(picture, picture.orbiting()), run_time=self.run_time)
        with self.beat("volume"):
            moves: list[Animation] = [FadeIn(determinant)]
            if facts.rank(matrix) < 3:
                moves.append(Drive(picture.diorama, picture.leaving))
            self.play(*moves, run_time=self.run_time)

    def _look(self, picture: MappedCube, wanted: Outlook) -> None:
        """Come closer or go away until the wanted outlook is there."""
        if wanted != picture.outlook:
            self.play(Drive(picture, picture.toward(wanted)), run_time=1.2)

    def _formulas(self, matrix: Matrix, name: str) -> tuple[Ink, Ink]:
        """The matrix, and its determinant as the triple product of its columns."""
        place = panel(self.zones)
        colors = (self.theme.first, self.theme.second, self.theme.third)
        shown = matrix_ink(matrix, color=self.theme.ink, columns=colors, name=name)
        center_in(fit(shown, place.matrix.inset(0.0, 0.06), MATRIX), place.matrix)
        of = name if len(name) == 1 else rf"({name})"
        first, second, third = (
            Part(rf"{of}\mathbf{{e}}_{k}", color) for k, color in enumerate(colors, start=1)
        )
        value = facts.determinant(matrix)
        terms: list[list[Part | str]] = [
            ["=", first, r"\cdot", "(", second, r"\times", third, ")"],
            *([_product(matrix, colors)] if _triangular(matrix) else []),
            [rf"{'=' if is_short(value) else APPROX} {short_latex(value)}"],
        ]
        determinant = self._determinant(rf"\det {of}", terms, place.formula)
        center_in(fit(determinant, place.formula, FORMULA), place.formula)
        return named(shown, "matrix", "matrix"), named(determinant, "determinant", "formula")

    def _determinant(self, head: str, terms: list[list[Part | str]], zone: Zone) -> Ink:
        """A chain of equations in one line if it fits, else in several under one another."""
        color = self.theme.ink
        line = formula([head, *chain.from_iterable(terms)], color=color, display=False)
        if line.width <= zone.width:
            return line
        lines: list[list[Part | str]] = [[]]
        for term in terms:  # as many to a line as fit; all begin under one another
            longer = [*lines[-1], *term]
            wide = formula([head, *longer], color=color, display=False).width
            if lines[-1] and wide > zone.width:
                lines.append(list(term))
            else:
                lines[-1] = longer
        rows: list[Part | str] = [head]
        for k, line_of in enumerate(lines):
            rows += [*([NEWLINE] if k else []), ALIGN, *line_of]
        return formula(rows, color=color, display=False)


APPROX = r"\approx"


def _product(matrix: Matrix, colors: Sequence[str]) -> list[Part | str]:
    """The product of the diagonal, each factor in the colour of its column."""
    found: list[Part | str] = ["="]
    for k, color in enumerate(colors):
        found += [*([r"\cdot"] if k else []), Part(_factor(matrix, k), color)]
    return found


def _triangular(matrix: Matrix) -> bool:
    """Whether the determinant is the product of the diagonal because one corner is empty."""
    rows = matrix.rows
    above = all(rows[i][j] == 0 for i in range(3) for j in range(i + 1, 3))
    below = all(rows[i][j] == 0 for i in range(3) for j in range(i))
    return above or below


def _factor(matrix: Matrix, k: int) -> str:
    """An entry of the diagonal as a factor: in brackets if it is negative."""
    shown = short_latex(matrix.rows[k][k])
    return rf"({shown})" if shown.startswith("-") else shown
