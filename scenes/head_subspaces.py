"""What the heads of attention read: row spaces, inputs they see or miss, and counts to scale."""

from __future__ import annotations

from typing import Any

from manim import Animation, FadeIn, FadeOut, VGroup, VMobject
from pydantic import Field, model_validator

from algebra.matrices import Matrix as Map
from algebra.wording import phrase
from language.kind import Beat
from language.params import Count, KindParams, Matrix, Refused, Vector
from stage.counts import Band, Counts
from stage.drive import Drive
from stage.head_facts import counted, telling
from stage.head_hues import head_hues
from stage.head_panel import HeadPanel
from stage.head_rows import HeadRows
from stage.ink import Ink
from stage.layout import Zone
from stage.story import StoryScene
from stage.subspaces import RowSpaces
from stage.viewpoint import RowSpace, complement, meeting, orthonormal

MOST = 12
"""Heads: as many as the family has hues."""

LARGEST = 1024
"""Rows and columns of the model's maps under one another: singular values of more take seconds."""

WORDS = {
    "ko": {
        "head": "헤드 {k}",
        "reads 0": "원점뿐",
        "reads 1": "직선",
        "reads 2": "평면",
        "reads 3": "공간 전체",
        "kernel": "핵",
        "both": "둘 다 읽는 것",
        "every": "모두 읽는 것",
        "seen": "$\\mathbf{x}$를 읽음",
        "unseen": "$\\mathbf{x}$를 못 읽음 (핵)",
        "unseen short": "못 읽음",
        "length": "출력 길이",
        "length of": "출력 길이 $\\lVert {name}\\mathbf{{x}}\\rVert$",
        "before": "직전 입력",
        "before short": "직전",
        "rank": "랭크 {rank} + 핵의 차원 {nullity} = {n}",
        "cells": "{n}차원 입력에서 읽는 차원",
        "count": "칸은 차원의 개수일 뿐, 좌표가 아니다.",
        "all orthonormal": "행들이 정규직교라서 출력의 길이가 그림자의 길이와 같다.",
        "some orthonormal": "행들이 정규직교인 {which}에서만 출력의 길이가 그림자의 길이와 같다.",
        "none orthonormal": "행들이 정규직교가 아니라서 "
        "출력의 길이와 그림자의 길이는 다를 수 있다.",
        "all": "헤드 {heads}개 × {rows}행 = {total}행",
        "each": "헤드마다 {width}차원 입력에서 {one}차원을 읽는다",
        "random": "무작위 사상, 시드 {seeds}",
        "random several": "무작위 사상, 시드 {seeds}",
        "stacked": "모두 쌓은 {total} × {width} 행렬의 랭크: {rank}",
        "read": "읽는 차원: {rank}",
        "lost": "아무도 못 읽는 차원: {lost}",
        "pair": "헤드 1과 헤드 2만 보면",
        "one": "헤드 1: {one}",
        "two": "헤드 2: {two}",
        "shared": "둘 다 읽는 것: {shared}차원",
        "unread": "둘 다 못 읽는 것: {unread}차원",
    },
    "en": {
        "head": "head {k}",
        "reads 0": "only the origin",
        "reads 1": "line",
        "reads 2": "plane",
        "reads 3": "whole space",
        "kernel": "kernel",
        "both": "read by both",
        "every": "read by all",
        "seen": "reads $\\mathbf{x}$",
        "unseen": "misses $\\mathbf{x}$ (kernel)",
        "unseen short": "misses it",
        "length": "Output length",
        "length of": "Output length $\\lVert {name}\\mathbf{{x}}\\rVert$",
        "before": "previous input",
        "before short": "before",
        "rank": "rank {rank} + nullity {nullity} = {n}",
        "cells": "Dimensions read, out of {n}",
        "count": "Cells count dimensions; they are not coordinates.",
        "all orthonormal": "Rows are orthonormal: the output is as long as the shadow.",
        "some orthonormal": "Only {which} has orthonormal rows: "
        "its output is as long as its shadow.",
        "none orthonormal": "Rows not orthonormal: output and shadow may differ in length.",
        "all": "{heads} heads × {rows} rows = {total} rows",
        "each": "each head reads {one} of the {width} dimensions",
        "random": "random maps, seed {seeds}",
        "random several": "random maps, seeds {seeds}",
        "stacked": "All rows stacked, {total} × {width}: rank {rank}",
        "read": "dimensions read: {rank}",
        "lost": "read by no head: {lost}",
        "pair": "Heads 1 and 2 alone",
        "one": "head 1: {one}",
        "two": "head 2: {two}",
        "shared": "read by both: {shared}",
        "unread": "read by neither: {unread}",
    },
}
"""What the picture itself says, by language."""


class Model(KindParams):
    """A layer of heads with seeded random maps, for the counts to scale."""

    heads: Count = Field(default=12, ge=1, le=MOST, description="number of heads, at most 12")
    rows: Count = Field(default=64, ge=1, description="rows of each head's map")
    width: Count = Field(default=768, ge=1, description="length of the vectors they read")
    seed: Count = Field(default=0, ge=0, description="seed of the first head; the next add 1")


class HeadSubspaces(StoryScene):
    """Each head of attention reads the row space of its matrix, and is blind to the rest.

    In three dimensions the row spaces stand in space as lines and planes and turn round once. Then
    the kernel of a single head is drawn, or what several heads all read. An input arrow throws its
    shadow on each row space; what is hidden is dashed. In other dimensions bars count what is read.
    Beside the picture stands the length of every head's output, with the one before as an empty
    bar, and whether the head sees the input at all. Without inputs the scene finds some that one
    head sees and another does not.

    With a model the counts of a whole layer follow to scale: the rows of all heads, the rank of
    all of them, and what the first two share. The model's maps are random, from a seed, and every
    count is computed from them.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        heads: tuple[Matrix, ...] = Field(
            default=(), description="one to twelve matrices with the same number of columns"
        )
        inputs: tuple[Vector, ...] = Field(
            default=(), description="vectors shown in turn; found by the scene if left out"
        )
        model: Model | None = Field(
            default=None, description="heads, rows, width and seed of a layer for the counts"
        )

        @model_validator(mode="after")
        def _fit(self) -> HeadSubspaces.Params:
            if not self.heads and self.model is None:
                raise Refused("there are no heads here", "write heads: [A, B] or model: {}")
            if len(self.heads) > MOST:
                raise Refused(
                    phrase("these are {length} heads", length=len(self.heads)),
                    phrase("show at most {most}", most=MOST),
                    ("heads", MOST),
                )
            if self.inputs and not self.heads:
                raise Refused("inputs need heads that read them", "add heads", ("inputs",))
            for k, head in enumerate(self.heads):
                if head.shape[1] != self.heads[0].shape[1]:
                    raise Refused(
                        phrase(
                            "this head reads vectors of {shape} numbers, the first of {shape2}",
                            shape=head.shape[1],
                            shape2=self.heads[0].shape[1],
                        ),
                        "give all heads the same number of columns",
                        ("heads", k),
                    )
            for k, vector in enumerate(self.inputs):
                if vector.shape[0] != self.heads[0].shape[1]:
                    raise Refused(
                        phrase(
                            "this input has {shape} numbers, the heads read {shape2}",
                            shape=vector.shape[0],
                            shape2=self.heads[0].shape[1],
                        ),
                        "make them agree",
                        ("inputs", k),
                    )
            model = self.model
            if model is not None and max(model.heads * model.rows, model.width) > LARGEST:
                raise Refused(
                    phrase(
                        "all heads together make a {heads}×{width} matrix",
                        heads=model.heads * model.rows,
                        width=model.width,
                    ),
                    phrase("keep both sizes at most {largest:,}", largest=LARGEST),
                    ("model",),
                )
            return self

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """The heads, an orbit (in R³), every input; then rows, rank and pair of the model."""
        found: list[Beat] = []
        count = len(params.heads)
        in_space = count > 0 and params.heads[0].shape[1] == 3
        if in_space and count <= 3:
            found += [
                Beat(f"head_{k}", phrase("what head {k} reads grows in space", k=k), 1.8)
                for k in range(1, count + 1)
            ]
        elif count:
            found.append(Beat("heads", "what the heads read appears", 2.4, main=not in_space))
        if in_space:
            found.append(
                Beat("orbit", "once round the picture; then the kernel, or what all read", 10.0)
            )
        shown = len(inputs_of(params))
        for k in range(1, shown + 1):
            found.append(
                Beat(
                    f"input_{k}",
                    phrase("input {k}, its shadows and the lengths of the outputs", k=k),
                    2.2,
                    main=k == shown,
                )
            )
        if params.model is not None:
            found.append(Beat("rows", "the rows of all heads, to scale", 3.0))
            found.append(Beat("rank", "the rank of all rows under one another", 1.6))
            if params.model.heads > 1:
                found.append(Beat("pair", "what the first two heads share", 1.6, main=True))
        return tuple(found)

    def construct(self) -> None:
        """The heads with their inputs, then the model's counts."""
        title = self.title_line()
        if self.params.heads:
            shown = self._heads(title)
            if self.params.model is None:
                return
            self._counts(title, shown)
        else:
            self._counts(title, [])

    def _heads(self, title: Ink) -> list[VGroup]:
        """The beats of the heads; gives back what is left on the stage."""
        words, heads = WORDS[self.look.language], self.params.heads
        hues = self._hues()
        names = [words["head"].format(k=k) for k in range(1, len(heads) + 1)]
        inputs = inputs_of(self.params)
        in_space = heads[0].shape[1] == 3
        panel = HeadPanel(self.zones, self.theme, heads, inputs, names, hues, words, space=in_space)
        if not in_space:
            rows = HeadRows(self.zones, self.theme, heads, names, hues, words)
            with self.beat("heads"):
                self.add(title, rows)
                self.play(Drive(rows, rows.fill), run_time=self.run_time)
            self._inputs(panel, inputs, rows)
            return [rows, panel]
        spaces = [
            RowSpace(f"head {k}", basis, hue, f"{name}: {words[f'reads {len(basis)}']}")
            for k, (basis, hue, name) in enumerate(
                zip(map(orthonormal, heads), hues, names, strict=False), start=1
            )
        ]
        vectors = [vector.array[:, 0] for vector in inputs]
        more = self._more(panel)
        picture = RowSpaces(self.zones.stage, self.theme, spaces, vectors, more)
        picture.name_places(vectors)
        alone = [[h] for h in range(len(heads))] if len(heads) <= 3 else [list(range(len(heads)))]
        for k, chosen in enumerate(alone, start=1):
            with self.beat(f"head_{k}" if len(heads) <= 3 else "heads"):
                if k == 1:
                    panel.only(chosen)
                    self.add(title, panel, panel.facts, picture)
                come = [FadeIn(one) for one in panel.told(chosen)] if k > 1 else []
                growing = Drive(picture, picture.growing(chosen))
                self.play(growing, *come, run_time=self.run_time, together=True)
        with self.beat("orbit"):
            self.play(Drive(picture, picture.orbiting()), run_time=self.run_time)
            added: list[Animation] = [FadeIn(panel.shared)] if len(panel.shared) else []
            if more:
                added.append(Drive(picture, picture.growing(range(len(heads), len(picture.grown)))))
            if added:
                self.play(*added, run_time=1.2, together=True)
            if len(panel.shared):
                self.wait(2.5)  # it is read, not said
        self._inputs(panel, inputs, picture)
        return [picture, panel]

    def _more(self, panel: HeadPanel) -> list[RowSpace]:
        """What an orbit ends with: the kernel of a single head, or what all heads read.

        A plane that all of them read is there already; that they do, the panel says.
        """
        words, heads = WORDS[self.look.language], self.params.heads
        if len(heads) > 1:
            basis = meeting(heads)
            lead = words["both" if len(heads) == 2 else "every"]
            panel.say_shared(lead, words, len(basis))
            return [RowSpace("shared", basis, self.theme.ink, "", "shared")][: len(basis) < 2]
        basis = complement(orthonormal(heads[0]))
        said = f"{words['kernel']}: {words[f'reads {len(basis)}']}"
        return [RowSpace("kernel", basis, self.theme.kernel, said, "kernel")]

    def _inputs(
        self, panel: HeadPanel, inputs: tuple[Map, ...], shown: RowSpaces | HeadRows
    ) -> None:
        picture = shown if isinstance(shown, RowSpaces) else None
        before: Map | None = None
        for k, vector in enumerate(inputs, start=1):
            with self.beat(f"input_{k}"):
                if before is None:
                    self._show_outputs(panel, shown)
                panel.mark()
                moving = panel.moving(before, vector)
                start = None if before is None else before.array[:, 0]
                arrow = None if picture is None else picture.moving(start, vector.array[:, 0])

                def follow(t: float, moving: Any = moving, arrow: Any = arrow) -> None:
                    if arrow is not None:
                        arrow(t)
                    moving(t)

                both = panel if picture is None else VGroup(picture, panel)
                self.play(Drive(both, follow), run_time=self.run_time)
                before = vector
                note = panel.due(vector)
                if note is not None:
                    self.play(FadeIn(note), run_time=0.5)

    def _show_outputs(self, panel: HeadPanel, shown: RowSpaces | HeadRows) -> None:
        """The places of the outputs appear, and the names of the heads if they were not there."""
        opened: list[VMobject] = panel.opened()
        if isinstance(shown, HeadRows):
            self.play(Drive(shown, shown.settle), run_time=0.8)
            self.play(FadeIn(panel), run_time=0.5)
            return
        # one by one: a new group of them would take them out of the panel
        moves: list[Animation] = [FadeIn(one) for one in opened]
        moves += [FadeOut(said) for said in (panel.facts, panel.shared) if len(said)]
        over = [h for h, one in enumerate(shown.standing) if one.role == "shared"]
        if over:
            moves.append(Drive(shown, shown.growing(over, back=True)))
        self.play(*moves, run_time=0.5, together=True)

    def _counts(self, title: Ink, shown: list[VGroup]) -> None:
        whole, margin = self.zones.whole, self.zones.title
        zone = Zone(whole.left, whole.bottom, whole.right, margin.bottom - 0.3)
        model: Model = self.params.model
        facts = counted(model.heads, model.rows, model.width, model.seed)
        counts = Counts(zone, self.theme, facts, self._hues(), WORDS[self.look.language])
        with self.beat("rows"):
            if shown:
                self.play(FadeOut(*shown), run_time=0.5)
                self.play(FadeIn(counts.rows.caption), run_time=0.5)
            else:
                self.add(title, counts.rows.caption)
            self._band(counts, counts.rows, counts.numbers)
        with self.beat("rank"):
            self._announce(counts.rank)
            self._band(counts, counts.rank, None)
        if counts.pair is not None:
            with self.beat("pair"):
                self._announce(counts.pair)
                self._band(counts, counts.pair, None)

    def _announce(self, band: Band) -> None:
        """The caption of a band and the empty place of its bar, which will be filled."""
        self.play(FadeIn(band.caption, band.place), run_time=0.5)

    def _band(self, counts: Counts, band: Band, under: VGroup | None) -> None:
        moving = band.bar if under is None else VGroup(band.bar, under)
        self.play(Drive(moving, counts.filling(band, under)), run_time=self.run_time)
        over = [] if under is not None else [FadeOut(band.place)]
        self.play(FadeIn(band.notes), *over, run_time=0.5, together=True)

    def _hues(self) -> list[str]:
        model = self.params.model
        count = max(len(self.params.heads), 0 if model is None else model.heads)
        return head_hues(self.theme, count)


def inputs_of(params: Any) -> tuple[Map, ...]:
    """The inputs of a storyboard, or ones that tell the heads apart."""
    if params.inputs or not params.heads:
        given: tuple[Map, ...] = params.inputs
        return given
    return telling(params.heads)
