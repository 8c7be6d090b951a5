"""The unit square under a map: the picture behind the determinant."""

from __future__ import annotations

from typing import Any, Literal

from manim import Animation, FadeIn, FadeOut, VGroup, VMobject
from pydantic import Field

from algebra import facts, motion
from algebra.matrices import Matrix, identity
from algebra.wording import phrase
from language.kind import Beat
from language.params import Flag, KindParams, Matrices2
from stage.area_note import area_note
from stage.attention import FIRST_GLANCE
from stage.drive import Drive
from stage.image_facts import ImageMark, image_formula, image_readouts
from stage.ink import (
    ALIGN,
    FORMULA,
    MATRIX,
    NEWLINE,
    SMALLEST,
    Ink,
    Part,
    formula,
)
from stage.layout import Zone
from stage.mapped import MappedSquare
from stage.matrices import fit, is_short, matrix_ink, short_latex
from stage.panel import center_in, panel
from stage.sense import SenseReadouts
from stage.shapes import FlatSegment
from stage.story import StoryScene, named
from stage.view import View

WORDS = {
    "ko": {
        "size": "부호 있는 넓이",
        "sense": "방향",
        "kept": "그대로",
        "flipped": "뒤집힘",
        "flat": "정해지지 않음",
        "inside": "넓이",
        "line": "직선으로 납작해짐",
        "point": "한 점으로 모임",
    },
    "en": {
        "size": "Signed area",
        "sense": "Orientation",
        "kept": "kept",
        "flipped": "flipped",
        "flat": "undefined",
        "inside": "area",
        "line": "flattened onto a line",
        "point": "shrunk to a point",
    },
}
"""What the picture itself says, by language."""

IMAGE_WORDS = {
    "ko": {
        "rank": "랭크",
        "image": "상",
        "point": "원점뿐",
        "line": "{} 방향 직선",
        "plane": "평면 전체",
    },
    "en": {
        "rank": "Rank",
        "image": "Image",
        "point": "origin alone",
        "line": "line along {}",
        "plane": "whole plane",
    },
}
"""What it says with `facts: image`."""

APPROX = r"\approx"


class UnitSquareWarp(StoryScene):
    """The unit square becomes a parallelogram; its signed area is the determinant.

    The plane, the unit square and the two basis vectors follow one motion from the identity to the
    map. The matrix comes with its motion, so that the area before it is never told beside it. The
    read-out is the signed area of the square as it is drawn, at every frame. A map that loses a
    dimension flattens the square to a segment, and one that flips orientation shows the square's
    other face, hatched. The outline of the square before the map stays as a ghost.

    With `facts: image` the margin tells what the outputs fill instead: the image and the rank. The
    image is drawn too: the grid of the whole plane, a line or a point takes its colour.

    With a list of matrices, each is applied in turn to the unit square, which comes back in
    between.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        matrix: Matrices2 = Field(
            description="the map as a 2×2 matrix, or a list of maps that are shown in turn"
        )
        sense: Flag = Field(
            default=True, description="draw the arc that shows the sense of turning"
        )
        facts: Literal["area", "image"] = Field(
            default="area",
            description="what is told of the map. area: signed area, orientation and determinant; "
            "image: rank and image",
        )

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """square; then warp and area (or image) for every map, numbered if there are several."""
        count = len(params.matrix)
        told = _image_beats if params.facts == "image" else _area_beats
        return (
            Beat("square", "the unit square and the basis vectors are put in place", 1.6),
            *(beat for k in range(1, count + 1) for beat in told(k, count)),
        )

    def construct(self) -> None:
        """Square, then every map in turn."""
        matrices: tuple[Matrix, ...] = self.params.matrix
        paths = [motion.path(matrix, self.setting.motion) for matrix in matrices]
        picture = MappedSquare(self.zones.stage, self.theme, paths, sense=self.params.sense)
        words = WORDS[self.look.language]
        readouts = VGroup()
        making_room: list[Animation] = []
        self.mark: ImageMark | None = None
        if self.params.facts == "area":
            sense = SenseReadouts(picture, paths, panel(self.zones), words)
            readouts.add(sense)
            making_room.append(Drive(readouts, sense.settle))
        else:
            self.mark = ImageMark(self.theme, self.zones.stage, picture.square.dots)
            picture.insert(picture.submobjects.index(picture.arrows), self.mark.over)
            picture.insert(1, self.mark.under)
        formulas = [self._formulas(matrix) for matrix in matrices]
        with self.beat("square"):
            self.add(picture.plane, self.title_line())
            self.play(Drive(VGroup(*picture.standing), picture.unfold), run_time=self.run_time)
            self.play(FadeIn(picture.labels, readouts), run_time=0.6)
            self.add(picture)
        written: list[VMobject] = []
        for k, (matrix, path) in enumerate(zip(matrices, paths, strict=True), start=1):
            number = f"_{k}" if len(matrices) > 1 else ""
            shown, told = formulas[k - 1]
            with self.beat(f"warp{number}"):
                if written:
                    self._return(picture, readouts, paths[k - 2], matrices[k - 2], written)
                self.play(FadeIn(shown), *making_room, run_time=0.6)
                making_room.clear()
                self.wait(FIRST_GLANCE)
                self._zoom(picture, picture.view_during(path), identity(2))
                moving = VGroup(picture, readouts)
                self.play(Drive(moving, picture.along(path)), run_time=self.run_time)
                self._zoom(picture, picture.view_after(path), matrix)
            with self.beat(f"{self.params.facts}{number}"):
                written = [shown, told, *self._result(picture, matrix)]
                moves: list[Animation] = [FadeIn(*written[1:])]
                left = self._left(picture, matrix)
                if left is not None:
                    moves.append(Drive(picture, left.appear))
                self.play(*moves, run_time=self.run_time)

    def _left(self, picture: MappedSquare, matrix: Matrix) -> FlatSegment | ImageMark | None:
        """What marks the result on the plane: the image, or what is left of a flattened square."""
        if self.mark is not None:
            self.mark.follow(matrix, picture.view)
            return self.mark
        if facts.rank(matrix) != 1:
            return None
        picture.flat.follow(matrix.array, picture.view)
        return picture.flat

    def _zoom(self, picture: MappedSquare, view: View, at_rest: Matrix) -> None:
        if view != picture.view:
            self.play(Drive(picture, picture.toward(view, at_rest)), run_time=1.2)

    def _return(
        self,
        picture: MappedSquare,
        readouts: VGroup,
        path: motion.Path,
        matrix: Matrix,
        written: list[VMobject],
    ) -> None:
        """Wipe what was written about the map before, and let its motion run backwards."""
        fading: list[Animation] = [FadeOut(*written)]
        left = self._left(picture, matrix)
        if left is not None:
            fading.append(Drive(picture, lambda t: left.appear(1.0 - t)))
        self.play(*fading, run_time=0.4)
        self._zoom(picture, picture.view_during(path), matrix)
        self.play(Drive(VGroup(picture, readouts), picture.back(path)), run_time=1.2)

    def _formulas(self, matrix: Matrix) -> tuple[Ink, Ink]:
        """The matrix, and ``det A = ad − bc = value`` with factors in their columns' colours.

        Instead of the determinant the image, as all combinations of the columns, if that is told.
        """
        place, first, second = panel(self.zones), self.theme.first, self.theme.second
        name = matrix.name or "M"
        shown = matrix_ink(matrix, color=self.theme.ink, columns=(first, second), name=name)
        center_in(fit(shown, place.matrix, MATRIX), place.matrix)
        if self.mark is not None:
            return named(shown, "matrix", "matrix"), image_formula(
                matrix, name, place.formula, self.theme
            )
        determinant = self._determinant(matrix, name, place.formula)
        center_in(fit(determinant, place.formula, FORMULA), place.formula)
        return named(shown, "matrix", "matrix"), named(determinant, "determinant", "formula")

    def _determinant(self, matrix: Matrix, name: str, zone: Zone) -> Ink:
        """``det A = ad − bc = value``, in two or three lines where one would be too long."""
        (a, b), (c, d) = matrix.rows
        first, second = self.theme.first, self.theme.second
        of = name if len(name) == 1 else rf"({name})"
        product: list[Part | str] = [
            Part(_factor(a), first),
            r"\cdot",
            Part(_factor(d), second),
            "-",
            Part(_factor(b), second),
            r"\cdot",
            Part(_factor(c), first),
        ]  # fmt: skip -- read as the formula reads
        value = facts.determinant(matrix)
        result = rf"{'=' if is_short(value) else APPROX} {short_latex(value)}"
        color = self.theme.ink
        line = formula([rf"\det {of} =", *product, result], color=color, display=False)
        if line.width <= zone.width * 1.1:
            return line
        head, last = [rf"\det {of}", ALIGN, "="], [NEWLINE, ALIGN, result]
        two = formula([*head, *product, *last], color=color, display=False)
        if two.width * SMALLEST / FORMULA <= zone.width:
            return two
        broken = [*product[:3], NEWLINE, ALIGN, *product[3:]]
        return formula([*head, *broken, *last], color=color, display=False)

    def _result(self, picture: MappedSquare, matrix: Matrix) -> list[VMobject]:
        """The area in the picture, or rank and image in the margin: what is told."""
        language = self.look.language
        if self.mark is not None:
            place = panel(self.zones)
            return list(image_readouts(matrix, place, self.theme, IMAGE_WORDS[language]))
        picture.flat.follow(matrix.array, picture.view)
        note = area_note(picture, matrix, WORDS[language])
        return [note] if note is not None else []


def _area_beats(k: int, count: int) -> tuple[Beat, Beat]:
    """The beats of the k-th of several maps whose area is told; without a number, of the one."""
    if count == 1:
        return (
            Beat("warp", "the map moves the plane; the area follows", 2.8),
            Beat("area", "where the area comes from", 0.8, main=True),
        )
    return (
        Beat(f"warp_{k}", phrase("map {k} moves the plane; the area follows", k=k), 2.8),
        Beat(f"area_{k}", phrase("where the area of map {k} comes from", k=k), 0.8, main=True),
    )


def _image_beats(k: int, count: int) -> tuple[Beat, Beat]:
    """The same where the image is told."""
    if count == 1:
        return (
            Beat("warp", "the map moves the plane", 2.8),
            Beat("image", "what the outputs fill, and the rank", 0.8, main=True),
        )
    return (
        Beat(f"warp_{k}", phrase("map {k} moves the plane", k=k), 2.8),
        Beat(
            f"image_{k}",
            phrase("what the outputs of map {k} fill, and the rank", k=k),
            0.8,
            main=True,
        ),
    )


def _factor(value: Any) -> str:
    """A number as a factor of a product: in brackets if it is negative."""
    shown = short_latex(value)
    return rf"({shown})" if shown.startswith("-") else shown
