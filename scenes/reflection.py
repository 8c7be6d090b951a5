"""What the sign of the determinant means: orientation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from manim import Animation, FadeIn, FadeOut, VGroup
from pydantic import Field, field_validator

from algebra import facts, motion
from algebra.matrices import Matrix, identity
from algebra.wording import phrase
from language.kind import Beat
from language.params import Glyph, KindParams, Matrix2, Refused
from language.verbatim import Verbatim
from stage.attention import FIRST_GLANCE
from stage.beside import LOW, halves, note_pair, note_rows, places
from stage.drive import Drive
from stage.ink import BODY, FORMULA, MATRIX, Ink, text
from stage.layout import Zone, Zones
from stage.letters import fault_of
from stage.matrices import fit, is_short, matrix_ink, short_latex
from stage.mirror import is_reflection, is_rotation, mirror_factor
from stage.panel import Panel, center_in, one_line
from stage.remarks import Remark, set_remarks
from stage.sense import SenseReadouts
from stage.sheet import LetteredSquare
from stage.story import StoryScene, named
from stage.view import View

WORDS = {
    "ko": {
        "size": "부호 있는 넓이",
        "sense": "방향",
        "kept": "그대로",
        "flipped": "뒤집힘",
        "flat": "정해지지 않음",
        "mirror": "거울",
        "axis": "뒤집는 축",
        "rotation": "회전",
        "reflection": "반사",
        "stays": "{} 위의 점은 그대로 있음",
        "along": "축을 따라 ${}$배",
        "nearly along": "축을 따라 약 ${}$배",
        "stretched": "늘이거나 줄인 뒤 축으로 뒤집은 것",
        "flattens": "납작해져 방향이 없습니다",
        "vanishes": "한 점이 되어 방향이 없습니다",
    },
    "en": {
        "size": "Signed area",
        "sense": "Orientation",
        "kept": "kept",
        "flipped": "flipped",
        "flat": "undefined",
        "mirror": "mirror",
        "axis": "flip axis",
        "rotation": "rotation",
        "reflection": "reflection",
        "stays": "points on the {} stay fixed",
        "along": "${}$ times as long along the axis",
        "nearly along": "about ${}$ times as long along the axis",
        "stretched": "a stretch, then a flip about the axis",
        "flattens": "flattens: no orientation",
        "vanishes": "one point: no orientation",
    },
}
"""What the picture itself says, by language."""


LETTER = "F"
"""What lies on the sheet if the storyboard names no letter."""

REMARK = {1: 1.08 * BODY, 2: 0.92 * BODY}
VERDICT = {1: 1.1 * FORMULA, 2: FORMULA}
"""Sizes of what is said of the mirror, and of the formula of the verdict, by the number of maps."""

NEARLY = 0.9
"""A line of remarks is set smaller by at most this factor before it becomes two."""


@dataclass(frozen=True, eq=False, slots=True)
class _Pane:
    """One map with all that belongs to it."""

    matrix: Matrix
    path: motion.Path
    picture: LetteredSquare
    readouts: SenseReadouts
    shown: Ink
    heading: Ink | None
    """What stands in the place of the matrix before it comes, beside another map."""
    place: Panel
    number: str
    """What tells its names from the other map's."""


class Reflection(StoryScene):
    """A letter on a sheet becomes mirror writing: the sign of the determinant is orientation.

    The unit square is a sheet with two faces, the back one hatched, and carries a letter. The arc
    between the basis vectors tells the sense of turning. A map with a negative determinant turns
    the sheet over, and the signed area passes through zero exactly once on the way; its mirror
    line is found from the matrix (for a map that also stretches: the axis about which it flips when
    the stretch is done). With `view: sheet` the sheet is turned over in depth and seen from
    straight above, so that the drawn area is still the read-out. With `compare` a second map, such
    as a rotation, stands beside it to the same scale. Each matrix comes with the motion of its map,
    so that the area of the sheet before it is never told beside it.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        matrix: Matrix2 = Field(description="the map, any 2×2 matrix")
        compare: Matrix2 | None = Field(
            default=None, description="a second map, shown beside the first to the same scale"
        )
        glyph: Glyph | None = Field(
            default=None,
            description="the letter on the sheet, F if it is left out: one character without "
            "mirror symmetry such as R or 가",
        )
        view: Literal["plane", "sheet"] = Field(
            default="plane",
            description="plane: all moves in the plane; sheet: turned over in depth like paper",
        )

        @field_validator("glyph")
        @classmethod
        def _one_character(cls, glyph: Verbatim | None) -> Verbatim | None:
            parts = glyph.parts if glyph else ()
            for code, part in parts:
                if fault := fault_of(part):
                    trail = (code,) if len({one for _, one in parts}) > 1 else ()
                    raise Refused(fault, "write a letter such as F or 가", trail)
            return glyph

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """letter; move (move_1, move_2); mirror if a map flips orientation; verdict."""
        maps = _maps(params)
        found = [Beat("letter", "the sheet with its letter and the basis vectors", 1.6)]
        if len(maps) == 1:
            found.append(Beat("move", "the map moves the sheet; the area follows", 3.2))
        else:
            found += [
                Beat(f"move_{k}", phrase("map {k} moves the sheet; the area follows", k=k), 3.2)
                for k in range(1, len(maps) + 1)
            ]
        if any(facts.orientation(matrix) < 0 for matrix in maps):
            found.append(Beat("mirror", "the mirror that the matrix holds", 0.8))
        found.append(Beat("verdict", "the determinant, whose sign is orientation", 0.8, main=True))
        return tuple(found)

    def construct(self) -> None:
        """The letter, the motion of each map, the mirror, the verdict."""
        panes = self._panes()
        pictures = [pane.picture for pane in panes]
        with self.beat("letter"):
            for pane in panes:
                self.add(pane.picture.plane)
            self.add(self.title_line())
            self.play(
                *(Drive(VGroup(*one.standing), one.unfold) for one in pictures),
                run_time=self.run_time,
                together=True,  # both panes begin alike
            )
            headings = [pane.heading for pane in panes if pane.heading is not None]
            self.play(
                FadeIn(*(one.labels for one in pictures), *(p.readouts for p in panes), *headings)
            )
            self.add(*pictures)
        for k, pane in enumerate(panes, start=1):
            with self.beat(f"move_{k}" if len(panes) > 1 else "move"):
                coming: list[Animation] = [FadeIn(pane.shown)]
                if pane.heading is not None:
                    self.play(FadeOut(pane.heading), run_time=0.3)
                else:
                    coming.append(Drive(pane.readouts, pane.readouts.settle))
                self.play(*coming, run_time=0.6)
                self.wait(FIRST_GLANCE)
                self._zoom(pane, pane.picture.view_during(pane.path), identity(2))
                moving = VGroup(pane.picture, pane.readouts)
                follow = pane.picture.along(pane.path)
                self.play(Drive(moving, follow), run_time=self.run_time)
                self._zoom(pane, pane.picture.view_after(pane.path), pane.matrix)
        notes = self._notes_alike(panes)
        flipping = [(one, one.mirror) for one in pictures if one.mirror is not None]
        if flipping:
            with self.beat("mirror"):
                marks = [one.mirror_marks(self._axis(one.path.matrix)) for one, _ in flipping]
                self.play(
                    *(Drive(part, one.appear) for _, one in flipping for part in (one.behind, one)),
                    FadeIn(*marks),
                    run_time=self.run_time,
                    together=True,  # the line, its name and its points are one thing
                )
                self.play(FadeIn(*(ink for mirror, _ in notes for ink in mirror)))
        with self.beat("verdict"):
            said: list[Animation] = [FadeIn(*(ink for _, verdict in notes for ink in verdict))]
            for pane in panes:
                if facts.rank(pane.matrix) == 1:
                    flat = pane.picture.flat
                    flat.follow(pane.matrix.array, pane.picture.view)
                    said.append(Drive(flat, flat.appear))
            self.play(*said, run_time=self.run_time)

    def _panes(self) -> list[_Pane]:
        """One map on the stage, or two side by side (on a tall frame one above the other)."""
        maps = _maps(self.params)
        paths = [motion.path(matrix, self.setting.motion) for matrix in maps]
        if len(maps) == 1:
            return [self._pane(maps[0], paths, "M", self.zones)]
        rows = _note_rows(maps)
        first, second = halves(self.zones, self.look.aspect, rows)
        return [
            self._pane(maps[0], paths, "M", first, " 1", rows),
            self._pane(maps[1], paths[::-1], "N", second, " 2", rows),
        ]

    def _pane(
        self,
        matrix: Matrix,
        paths: list[motion.Path],
        name: str,
        zones: Zones,
        number: str = "",
        rows: int | None = None,
    ) -> _Pane:
        """A map in its zones. `paths` begins with its own; the others only share the scale."""
        words, theme, depth = WORDS[self.look.language], self.theme, self.params.view == "sheet"
        picture = LetteredSquare(
            zones.stage,
            theme,
            paths[0],
            paths[1:],
            glyph=self.params.glyph.get(self.look.language) if self.params.glyph else LETTER,
            depth=depth,
        )
        place = places(zones, rows)
        shown = matrix_ink(
            matrix,
            color=theme.ink,
            columns=(theme.first, theme.second),
            name=matrix.name or name,
        )
        center_in(fit(shown, place.matrix, MATRIX), place.matrix)
        readouts = SenseReadouts(picture, paths, place, words)
        if number:  # the heading has the place of the matrix from the beginning
            readouts.settle(1.0)
        matrix = matrix.named(matrix.name or name)
        return _Pane(
            matrix,
            paths[0],
            picture,
            readouts,
            named(shown, f"matrix{number}", "matrix"),
            self._heading(matrix, place.matrix, number) if number else None,
            place,
            number,
        )

    def _heading(self, matrix: Matrix, zone: Zone, number: str) -> Ink:
        """The map's name, and what it is found to be if that has a plain word."""
        said = [f"${matrix.name}$"]
        if is_reflection(matrix) or is_rotation(matrix):
            what = "reflection" if is_reflection(matrix) else "rotation"
            said.append(WORDS[self.look.language][what])
        ink = one_line(" · ".join(said), zone, size=FORMULA, color=self.theme.ink)
        return named(ink.move_to((*zone.center, 0.0)), f"heading{number}", "text")

    def _zoom(self, pane: _Pane, view: View, at_rest: Matrix) -> None:
        if view != pane.picture.view:
            self.play(Drive(pane.picture, pane.picture.toward(view, at_rest)), run_time=1.2)

    def _notes_alike(self, panes: list[_Pane]) -> list[tuple[list[Ink], list[Ink]]]:
        """The notes of all maps; beside each other, every kind of note in one size.

        That is the size of the one with the least room.
        """
        sizes = {"remark": REMARK[len(panes)], "determinant": VERDICT[len(panes)]}
        notes = [self._notes(pane, sizes) for pane in panes]
        if len(panes) > 1:
            for kind in sizes:
                sizes[kind] = min(ink.em for one in notes for ink in one[kind])
            notes = [self._notes(pane, sizes) for pane in panes]
        told = []
        for pane, one in zip(panes, notes, strict=True):
            flips = facts.orientation(pane.matrix) < 0
            remarks, verdict = one["remark"], one["determinant"]
            told.append((remarks, verdict) if flips else ([], [*verdict, *remarks]))
        return told

    def _notes(self, pane: _Pane, sizes: dict[str, float]) -> dict[str, list[Ink]]:
        """The determinant and what is remarked, in their places and at most so large.

        Beside another map every note has a place of its own, the same for both.
        """
        zone, alone = pane.place.formula, self.params.compare is None
        remarks = self._in_lines(pane, sizes["remark"])
        if not alone:
            spots = note_rows(pane.place, _note_rows(_maps(self.params)))
            above, at = spots[0], spots[-1]
        elif remarks:
            above, at = note_pair(zone, len(remarks))
        else:
            above = at = zone
        (ink,) = set_remarks([self._verdict(pane)], at, sizes["determinant"])
        found = {"determinant": [named(ink, f"determinant{pane.number}", "text")], "remark": []}
        if remarks:
            kind = "on mirror" if facts.orientation(pane.matrix) < 0 else "verdict"
            inks = set_remarks(remarks, above, sizes["remark"])
            names = (kind + pane.number, "points" + pane.number)
            found["remark"] = [
                named(ink, name, "text") for ink, name in zip(inks, names, strict=False)
            ]
        return found

    def _in_lines(self, pane: _Pane, size: float) -> list[Remark]:
        """The remarks in one line if that has room nearly at this size, else in a line each.

        Beside another map, or in a low zone, there is one line; there the points are told by their
        marks alone.
        """
        remarks = self._remarks(pane)
        if len(remarks) < 2:
            return remarks
        joined = replace(remarks[0], words=": ".join(one.words for one in remarks))
        whole = text(joined.words, size=size, color=joined.color, weight=joined.weight)
        zone, alone = pane.place.formula, self.params.compare is None
        if NEARLY * whole.width <= (note_pair(zone)[0] if alone else zone).width:
            return [joined]
        return remarks if alone and zone.height >= LOW else remarks[:1]

    def _verdict(self, pane: _Pane) -> Remark:
        """The determinant and its sign, of which the read-out beside it says what it means."""
        side = facts.orientation(pane.matrix)
        determinant = facts.determinant(pane.matrix)
        compared = {1: "> 0", -1: "< 0", 0: ""}[side]
        equals = "=" if is_short(determinant) else r"\approx"
        of = pane.matrix.name if len(pane.matrix.name) == 1 else rf"({pane.matrix.name})"
        formula = rf"$\det {of} {equals} {short_latex(determinant)} {compared}$"
        return Remark(formula, self.theme.ink)

    def _remarks(self, pane: _Pane) -> list[Remark]:
        """What the map does on its mirror, or why it has no orientation; else nothing."""
        side = facts.orientation(pane.matrix)
        if side > 0:
            return []
        if side < 0:
            return [Remark(said, self.theme.emphasis, 400) for said in self._on_axis(pane)]
        flat = "flattens" if facts.rank(pane.matrix) else "vanishes"
        return [Remark(WORDS[self.look.language][flat], pane.readouts.colors[side])]

    def _on_axis(self, pane: _Pane) -> list[str]:
        """What the map does on its mirror; points are told of if they are marked in the picture."""
        words, matrix = WORDS[self.look.language], pane.matrix
        factor, points = mirror_factor(matrix), pane.picture.on_mirror
        if factor is None:
            return [words["stretched"]]
        if factor == 1:
            return [words["stays"].format(self._axis(matrix))]
        said = words["along" if is_short(factor) else "nearly along"]
        told = [said.format(_as_factor(short_latex(factor)))]
        if points is not None:
            before, after = (_coordinates(one.columns[0]) for one in points)
            told.append(rf"${{\circ}}\,{before} \mapsto {{\bullet}}\,{after}$")
        return told

    def _axis(self, matrix: Matrix) -> str:
        """What the line is called: a mirror only where nothing else is done."""
        plain = is_reflection(matrix) and self.params.view == "plane"
        return WORDS[self.look.language]["mirror" if plain else "axis"]


def _note_rows(maps: tuple[Matrix, ...]) -> int:
    """Rows of notes beside another map: the verdict's, and one of remarks if a map has any."""
    return 2 if any(facts.orientation(matrix) <= 0 for matrix in maps) else 1


def _maps(params: Any) -> tuple[Matrix, ...]:
    return (params.matrix,) if params.compare is None else (params.matrix, params.compare)


def _as_factor(latex: str) -> str:
    """A number as it stands beside a times sign: a sum is put in brackets."""
    return f"({latex})" if "+" in latex or "-" in latex else latex


def _coordinates(entries: Any) -> str:
    return "(" + ",".join(short_latex(entry) for entry in entries) + ")"
