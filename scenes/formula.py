"""A formula that grows: steps of mathematics, each out of the one before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from manim import Animation, FadeIn, FadeOut, linear
from pydantic import Field, field_validator

from algebra.wording import phrase
from language.kind import Beat
from language.params import Flag, KindParams, Refused, Text
from stage.drive import Drive
from stage.ink import BODY, Ink, text
from stage.layout import Zone
from stage.matching import Growth, Placed, SetFormula, equals_sign, set_formula
from stage.page import largest_fit, page, page_title, reading
from stage.story import StoryScene, named

LARGEST = 0.78
"""Size of a formula that has the page to itself."""

IN_LINES = 0.68
"""Size of a formula that is one line of a derivation, if there is room."""

LEAST_BESIDE = 0.34
"""Size that a derivation must have to leave room for notes at its side."""

NOTES = (0.34, 0.4, 0.46)
"""Shares of the page's width that notes at a derivation's side may take."""

APART = 0.06
"""Share of the page's width between formulas and notes at their side."""

LEADING = 0.85
"""Space between the lines of a derivation, in em."""

READING = 2.0
"""Seconds that even a short step is left alone."""

_ONE_FORMULA = re.compile(r"\s*\$((?:\\.|[^$\\])*)\$\s*", re.DOTALL)


class Step(KindParams):
    """One step: a formula, and what may be said beside it."""

    formula: Text = Field(description="the mathematics, in dollars as in $\\det A = 6$")
    note: Text | None = Field(default=None, description="a short remark beside the formula")

    @field_validator("formula")
    @classmethod
    def _mathematics_only(cls, formula: Text) -> Text:
        for _, markup in formula.parts:
            if not _ONE_FORMULA.fullmatch(markup):
                raise Refused(
                    "a step is one formula and nothing else",
                    "write it between two dollars, and words into note",
                )
        return formula

    def latex(self, language: str) -> str:
        """The formula without its dollars."""
        found = _ONE_FORMULA.fullmatch(self.formula.get(language))
        assert found is not None, "validated above"
        return found[1]


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """A step set and placed, with its note."""

    formula: Placed
    note: Ink | None


class Formula(StoryScene):
    """A formula grows step by step: what stays glides to its new place, what is new is marked.

    Each step is one formula between dollars; values are computed in it with `\\val{det(A)}`. A step
    takes the place of the one before; with `derivation` it is written under it, so that the whole
    calculation stands there at the end, aligned at the equals signs. Parts are recognised by their
    glyphs: keep the order of terms from step to step, and they will not cross.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        steps: tuple[Step, ...] = Field(
            description="the formula's steps, one to eight, each as {formula: $…$, note: …}",
            min_length=1,
            max_length=8,
        )
        derivation: Flag = Field(
            default=False, description="keep earlier steps above the new one, as in a calculation"
        )

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """step_1, step_2, …: one for every step."""
        count = len(params.steps)
        return tuple(
            Beat(
                f"step_{k}",
                phrase("step {k} grows out of the one before", k=k),
                1.4,
                main=k == count,
            )
            if k > 1
            else Beat("step_1", "the first formula", 0.8, main=count == 1)
            for k in range(1, count + 1)
        )

    def construct(self) -> None:
        """The first step stands; every other grows out of the one before."""
        lines = self._lines()
        title = page_title(self.setting.title, self.zones, self.theme)
        shown: Growth | None = None
        for k, line in enumerate(lines, start=1):
            with self.beat(f"step_{k}"):
                if k == 1:
                    self.add(named(title, "title", "text"))
                    shown = self._growth(None, line.formula, k)
                    shown.follow(1.0)
                    self.add(shown)
                    if line.note is not None:
                        self.play(FadeIn(line.note), run_time=self.run_time)
                else:
                    shown = self._grow(shown, lines[k - 2], line, k)
                self.wait(self._reading(self.params.steps[k - 1]))

    def _reading(self, step: Step) -> float:
        """Seconds for a step's formula; its note is a text like others, and held as they are."""
        language = self.look.language
        return max(READING, reading(step.formula.get(language), language))

    def _grow(self, shown: Growth | None, before: _Line, line: _Line, k: int) -> Growth:
        """One step out of another: the formula, then its note."""
        growth = self._growth(before.formula, line.formula, k)
        leaving: list[Animation] = []
        if not self.params.derivation:
            if shown is not None:
                self.remove(shown)
            if before.note is not None:
                leaving = [FadeOut(before.note, run_time=0.35 * self.run_time)]
        elif shown is not None:
            shown.fresh.set_fill(self.theme.ink)
        self.add(growth)
        self.play(Drive(growth, growth.follow, linear, self.run_time), *leaving)
        if line.note is not None:
            self.play(FadeIn(line.note), run_time=0.6)
        return growth

    def _growth(self, before: Placed | None, after: Placed, k: int) -> Growth:
        growth = Growth(
            before,
            after,
            color=self.theme.ink,
            fresh_color=self.theme.emphasis,
            leaves=not self.params.derivation,
        )
        return named(growth, f"formula {k}", "formula")

    def _lines(self) -> list[_Line]:
        """All steps at their places, in one size, so that what glides does not grow."""
        zone = page(self.zones)
        steps: Sequence[Step] = self.params.steps
        formulas = [set_formula(step.latex(self.look.language)) for step in steps]
        notes = [step.note.get(self.look.language) if step.note else "" for step in steps]
        if self.params.derivation:
            return self._derivation(zone, formulas, notes)
        return self._in_place(zone, formulas, notes)

    def _in_place(
        self, zone: Zone, formulas: Sequence[SetFormula], notes: Sequence[str]
    ) -> list[_Line]:
        """Every step in the middle of the page, its note below."""
        inks = [self._note(note, zone.width * 0.86) for note in notes]
        below = max((ink.height + 0.6 for ink in inks if ink is not None), default=0.0)
        widest = max(one.width for one in formulas)
        above, under = max(one.above for one in formulas), max(one.below for one in formulas)

        def fits(size: float) -> bool:
            return widest * size <= zone.width and (above + under) * size + below <= zone.height

        size, _ = largest_fit(LARGEST, lambda each: each, fits, "a formula")
        x, middle = zone.center
        top = middle + ((above + under) * size + below) / 2 + 0.06 * zone.height
        y = min(top, zone.top) - above * size
        lines = []
        for one, ink in zip(formulas, inks, strict=True):
            if ink is not None:
                ink.move_to((x, y - under * size - 0.6 - ink.height / 2, 0.0))
            lines.append(_Line(Placed(one, x - one.width * size / 2, y, size), ink))
        return self._named(lines)

    def _derivation(
        self, zone: Zone, formulas: Sequence[SetFormula], notes: Sequence[str]
    ) -> list[_Line]:
        """Steps under one another, aligned at their first equals signs; notes to the right, or
        under their lines where the page is narrow."""
        widest = max(one.width for one in formulas)
        beside = any(notes) and zone.width * 0.6 > max(widest * LEAST_BESIDE, 5.0)
        signs = [one.place_of(equals_sign()) for one in formulas]
        # Without an equals sign in every line there is nothing to align but the lines' beginnings.
        offsets = [sign or 0.0 for sign in signs] if None not in signs else [0.0] * len(signs)
        lead = max(offsets)
        widest = max(lead - o + one.width for o, one in zip(offsets, formulas, strict=True))
        column = self._column(zone, widest, notes) if beside else zone.width
        room = zone.width - column - APART * zone.width if beside else zone.width
        inks = [self._note(note, column) for note in notes]

        def heights(size: float) -> list[float]:
            return [
                max(one.height * size, ink.height if beside and ink else 0.0)
                + (0.0 if beside or ink is None else ink.height + 0.18)
                for one, ink in zip(formulas, inks, strict=True)
            ]

        def fits(size: float) -> bool:
            gaps = LEADING * size * (len(formulas) - 1)
            return widest * size <= room and sum(heights(size)) + gaps <= zone.height

        size, _ = largest_fit(IN_LINES, lambda each: each, fits, "a derivation")
        tall = heights(size)
        free = zone.height - sum(tall)
        gap = min(free / len(formulas), 1.5 * LEADING * size)
        top = zone.top - max(0.0, (free - gap * (len(formulas) - 1)) * 0.45)
        left = zone.left if beside else zone.left + (zone.width - widest * size) / 2
        lines = []
        for one, offset, ink, height in zip(formulas, offsets, inks, tall, strict=True):
            slack = height - one.height * size if beside else 0.0
            y = top - slack / 2 - one.above * size
            if ink is not None and beside:
                ink.move_to((zone.right - column + ink.width / 2, top - height / 2, 0))
            elif ink is not None:
                x = left + lead * size
                under = y - one.below * size - 0.18 - ink.height / 2
                ink.move_to((min(x, zone.right - ink.width) + ink.width / 2, under, 0))
            lines.append(_Line(Placed(one, left + (lead - offset) * size, y, size), ink))
            top -= height + gap
        return self._named(lines)

    def _column(self, zone: Zone, widest: float, notes: Sequence[str]) -> float:
        """Width of the notes' column: the least in which none breaks, if the formulas spare it.

        `widest` is the width of the formulas at size 1.
        """
        inks = [ink for note in notes if (ink := self._note(note, zone.width)) is not None]
        for share in NOTES:
            whole = all(ink.width <= share * zone.width for ink in inks)
            if whole and widest * IN_LINES <= (1 - share - APART) * zone.width:
                return share * zone.width
        return NOTES[0] * zone.width

    def _note(self, markup: str, width: float) -> Ink | None:
        if not markup:
            return None
        return text(markup, size=BODY * 1.1, color=self.theme.quiet, width=width)

    def _named(self, lines: list[_Line]) -> list[_Line]:
        for k, line in enumerate(lines, start=1):
            if line.note is not None:
                named(line.note, f"note {k}", "text")
        return lines
