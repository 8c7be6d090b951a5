"""What a map sends to one point: its fibres, parallel to the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from manim import LEFT, UP, FadeIn, FadeOut, Mobject
from pydantic import Field, model_validator

from algebra import facts
from algebra.matrices import Matrix
from algebra.wording import phrase
from language.kind import Beat
from language.params import KindParams, Refused, Vector
from language.params import Matrix as AnyMatrix
from stage.collapse_labels import CollapseLabels
from stage.collapsing import CollapseStage
from stage.coordinates import tuple_latex
from stage.drive import Drive
from stage.fibre_family import chosen_inputs, vanishes
from stage.ink import ALIGN, FORMULA, LABEL, MATRIX, NEWLINE, Ink, Part, formula, text
from stage.layout import Zone
from stage.map_panes import MapArrow, MapPanes, map_panes, one_pane, plane_places
from stage.matrices import fit, is_short, matrix_ink
from stage.panel import center_in
from stage.story import StoryScene, named

WORDS = {
    "ko": {
        "input": "입력",
        "output": "출력",
        "kernel": "핵: {} 방향 직선",
        "short kernel": "핵: {} 방향",
        "kernels": "핵: {}",
        "line": "상: {} 방향 직선",
        "short line": "상: {} 방향",
        "shortest line": "상: {}",
        "plane": "상: 평면 전체",
        "origin": r"상: $\{0\}$",
        "flat": "핵: 평면",
        "all2": "핵: 평면 전체",
        "all3": "핵: 공간 전체",
        "apart": "서로 다른 입력, 서로 다른 출력",
        "all": "모든 입력이 핵에 속함",
    },
    "en": {
        "input": "Input",
        "output": "Output",
        "kernel": "Kernel: line along {}",
        "short kernel": "Kernel: along {}",
        "kernels": "Kernel: {}",
        "line": "Image: line along {}",
        "short line": "Image: along {}",
        "shortest line": "Image: {}",
        "plane": "Image: whole plane",
        "origin": r"Image: $\{0\}$",
        "flat": "Kernel: a plane",
        "all2": "Kernel: whole plane",
        "all3": "Kernel: whole space",
        "apart": "Different inputs, different outputs",
        "all": "Every input is in the kernel",
    },
}
"""What the picture itself says, by language."""

MOST_INPUTS = 4

TWO_LINES = 2.8
"""Two lines of type are not so high, in sizes of it."""


class KernelCollapse(StoryScene):
    """Every line parallel to the kernel lands on one point of the image.

    The input space is ruled by fibres: all inputs on one fibre have the same output. Under the map
    each fibre stays parallel to the kernel while it shrinks, and ends as a dot of its own hue on
    the image. Marked inputs show it: two that differ by a kernel vector land on one dot. Rank and
    dimension of the kernel are counted at the end.

    A map of rank 2 on the plane has a kernel of 0 alone: its fibres are points that stay apart. The
    zero map has one fibre, the whole plane. A 2×3 map takes lines or planes of space to points of
    the plane; its motion starts from space as it is seen.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        matrix: AnyMatrix = Field(description="the map, a 2×2 or a 2×3 matrix")
        view: Literal["panes", "plane"] = Field(
            default="panes",
            description="panes: inputs and outputs side by side; plane: on one plane, in place",
        )
        inputs: tuple[Vector, ...] = Field(
            default=(),
            max_length=MOST_INPUTS,
            description="inputs to mark; by default two small ones that share an output",
        )

        @model_validator(mode="after")
        def _fits(self) -> KernelCollapse.Params:
            (m, n), name = self.matrix.shape, self.matrix.name or "the matrix"
            if (m, n) not in ((2, 2), (2, 3)):
                raise Refused(
                    phrase(
                        "{name} is {m}×{n}; a kernel is drawn for 2×2 and 2×3 matrices",
                        name=name,
                        m=m,
                        n=n,
                    ),
                    "write [[a, b], [c, d]] or [[a, b, c], [d, e, f]]",
                    ("matrix",),
                )
            if n == 3 and self.view == "plane":
                raise Refused(
                    phrase("{name} takes space to the plane, which are two pictures", name=name),
                    "write view: panes",
                    ("view",),
                )
            for k, vector in enumerate(self.inputs):
                if vector.shape[0] != n:
                    raise Refused(
                        phrase(
                            "an input of {name} has {n} numbers; this has {shape}",
                            name=name,
                            n=n,
                            shape=vector.shape[0],
                        ),
                        phrase("write it as [{value}]", value=", ".join("abc"[:n])),
                        ("inputs", k),
                    )
            return self

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """kernel, fibres, marks, collapse, outputs, count."""
        del params
        return (
            Beat("kernel", "the vectors that the map sends to 0", 1.0),
            Beat("fibres", "inputs are ruled by lines parallel to the kernel", 1.6),
            Beat("marks", "inputs are marked, and their difference is looked at", 0.8),
            Beat("collapse", "the map moves; every fibre shrinks to one dot", 3.2),
            Beat("outputs", "the image, and where the marked inputs have landed", 0.9),
            Beat("count", "rank and dimension of the kernel are counted", 0.8, main=True),
        )

    def construct(self) -> None:
        """Kernel, fibres, marks; the collapse; what has become of them."""
        self.words = WORDS[self.look.language]
        self.marked: tuple[Matrix, ...] = self.params.inputs or chosen_inputs(self.params.matrix)
        in_space = self.params.matrix.shape[1] == 3
        panes = map_panes(self.zones, roomy=in_space) if self.params.view == "panes" else None
        plane = one_pane(self.zones)
        zones = (panes.input, panes.output) if panes else (plane, plane)
        matrix, motion = self.params.matrix, self.setting.motion
        picture = CollapseStage(matrix, self.marked, zones, self.theme, motion)
        labels = CollapseLabels(picture, self.words, self.theme, panes)
        kernel_label, *marks = labels.inputs()
        results = labels.outputs()
        ground = self._ground(panes, labels.captions)
        first, second = self._notes(panes, labels.between)
        meeting, replaces = self._meeting(panes, labels.between)
        apart = facts.nullity(matrix) == 0
        with self.beat("kernel"):
            self.add(picture.inputs, picture.outputs, *ground)
            space = picture.space
            self.play(Drive(space, space.reveal("kernel")), run_time=self.run_time)
            self.play(FadeIn(kernel_label), run_time=0.5)
        with self.beat("fibres"):
            self.play(Drive(space, space.reveal("fibres")), run_time=self.run_time)
        with self.beat("marks"):
            self.play(Drive(space, space.reveal("marks")), run_time=self.run_time)
            said = [] if apart else [first]
            self.play(FadeIn(*marks, *said), run_time=0.6)
        with self.beat("collapse"):
            if panes:
                picture.moved.show_all()
                self.play(Drive(picture.moved, picture.carry), run_time=1.4)
            else:
                self.play(FadeOut(kernel_label, *marks), run_time=0.4)
            self.play(Drive(picture.outputs, picture.collapse), run_time=self.run_time)
        with self.beat("outputs"):
            found = Drive(picture.found, picture.show_found)
            # That outputs differ is said of outputs that are seen.
            said = [first] if apart else []
            if meeting is not None:
                said = [meeting]
                if replaces:
                    self.play(FadeOut(first), run_time=0.3)
            self.play(FadeIn(*results, *said), found, run_time=self.run_time)
        with self.beat("count"):
            self.play(FadeIn(second), run_time=self.run_time)

    def _ground(self, panes: MapPanes | None, captions: Sequence[Ink]) -> list[Mobject]:
        """Title, matrix, and the names of the panes with the arrow between them."""
        theme, title = self.theme, self.title_line()
        matrix: Matrix = self.params.matrix
        # Colours tell fibres, kernel and image here; no basis vector is drawn that a column's
        # colour could mean, and the third's would pass for the kernel's.
        colors = (theme.ink,) * matrix.shape[1]
        shown = matrix_ink(matrix, color=theme.ink, columns=colors, name=self._name)
        place = panes.matrix if panes else plane_places(self.zones)[0]
        center_in(fit(shown, place, MATRIX), place)
        ground: list[Mobject] = [title, named(shown, "matrix", "matrix")]
        if panes is None:
            return ground
        vertical = panes.arrow[0][0] == panes.arrow[1][0]
        if vertical or place.top < panes.input.bottom:
            shown.move_to((place.left, place.center[1], 0), aligned_edge=LEFT)
        else:
            shown.next_to((place.center[0], place.bottom, 0), UP, buff=0.0)
        ground.append(named(MapArrow(panes.arrow, theme.quiet), "map", "arrow"))
        return [*ground, *captions]

    @property
    def _name(self) -> str:
        return self.params.matrix.name or "M"

    def _notes(self, panes: MapPanes | None, between: Zone | None) -> tuple[Ink, Ink]:
        """What is said of the marked inputs, and the count of dimensions."""
        places = panes.notes if panes else plane_places(self.zones)[1:]
        matrix: Matrix = self.params.matrix
        rank, nullity, theme = facts.rank(matrix), facts.nullity(matrix), self.theme
        word = {0: "all", matrix.shape[1]: "apart"}.get(rank)
        room = places[0]
        if word is not None:
            note = text(self.words[word], size=LABEL, color=theme.ink)
            # What is said of inputs and outputs alike stands between panes that are side by side.
            if word == "apart" and between is not None:
                short = text(
                    self.words[word],
                    size=LABEL,
                    color=theme.ink,
                    width=between.width,
                    align="center",
                )
                if short.height < TWO_LINES * LABEL:
                    note, room = short, between
        else:
            note = self._difference(room)
        name = self._name
        count_ink = formula(
            [
                rf"\mathrm{{rank}}\,{name} + \dim\ker {name} =",
                Part(str(rank), theme.image),
                "+",
                Part(str(nullity), theme.kernel),
                rf"= {rank + nullity}",
            ],
            color=theme.ink,
        )
        center_in(fit(note, room, FORMULA), room)
        center_in(fit(count_ink, places[1], FORMULA), places[1])
        return named(note, "note", "formula"), named(count_ink, "count", "formula")

    def _difference(self, room: Zone) -> Ink:
        """Whether the first two marked inputs differ by a vector of the kernel.

        In two lines, where one would be far too long for its room.
        """
        matrix, theme = self.params.matrix, self.theme
        if len(self.marked) == 1:
            gone = vanishes(matrix, self.marked[0])
            return formula(
                [tuple_latex(self.marked[0]), _member(gone), rf"\ker {self._name}"], color=theme.ink
            )
        one, two = self.marked[:2]
        difference = one - two
        inside = vanishes(matrix, difference)
        first = f"{tuple_latex(one)} - {tuple_latex(two)}"
        rest: list[Part | str] = [
            "=",
            Part(tuple_latex(difference), theme.kernel if inside else theme.ink),
            rf"{_member(inside)} \ker {self._name}",
        ]
        line = formula([first, *rest], color=theme.ink)
        if line.width <= room.width * 1.6:
            return line
        return formula([ALIGN, first, NEWLINE, ALIGN, *rest], color=theme.ink)

    def _meeting(self, panes: MapPanes | None, between: Zone | None) -> tuple[Ink | None, bool]:
        """That the first two marked inputs share an output, and which; None unless they do.

        It stands between the panes, in as many lines as that needs. Where there is no such room it
        takes the place of the first note, which it follows from: then the second value is true.
        """
        matrix = self.params.matrix
        if len(self.marked) == 1 or not facts.rank(matrix) or not facts.nullity(matrix):
            return None, False
        one, two = self.marked[:2]
        if not vanishes(matrix, one - two):
            return None, False
        name, theme = self._name, self.theme
        first, second = f"{name}{tuple_latex(one)}", f"= {name}{tuple_latex(two)}"
        output = matrix @ one
        relation = "=" if all(is_short(x) for x in output.columns[0]) else r"\approx"
        last: list[Part | str] = [relation, Part(tuple_latex(output), theme.output)]
        forms: list[list[Part | str]] = [
            [first, second, *last],
            [first, ALIGN, second, NEWLINE, ALIGN, *last],
            [ALIGN, first, NEWLINE, ALIGN, second, NEWLINE, ALIGN, *last],
        ]
        if between is not None:
            for form in forms:
                ink = formula(form, size=LABEL, color=theme.ink)
                if ink.width <= between.width and ink.height <= between.height:
                    center_in(ink, between)
                    return named(ink, "meeting", "formula"), False
        room = (panes.notes if panes else plane_places(self.zones)[1:])[0]
        ink = formula(forms[0], color=theme.ink)
        if ink.width > room.width * 1.6:
            ink = formula(forms[1], color=theme.ink)
        center_in(fit(ink, room, FORMULA), room)
        return named(ink, "meeting", "formula"), True


def _member(inside: bool) -> str:
    return r"\in" if inside else r"\notin"
