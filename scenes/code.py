"""A program, with lines that are pointed at and what they give."""

from __future__ import annotations

from typing import Any

from manim import FadeIn, VGroup
from pydantic import Field, ValidationInfo, field_validator

from algebra.wording import phrase
from language.kind import Beat
from language.params import Count, KindParams, Listing, Refused, Text
from language.suggest import did_you_mean
from language.values import count as counted
from language.verbatim import Verbatim
from stage.drive import Drive
from stage.ink import SMALLEST, text
from stage.layout import Misfit, Zone
from stage.listing import (
    LEADING,
    column_width,
    known_languages,
    lexer_for,
    lines_of,
    unshowable,
    width_of,
)
from stage.page import page, page_title
from stage.program import RIM, Program
from stage.story import StoryScene, named

LARGEST = 0.40
"""Size of the letters of a short program."""

GUTTER = 3
"""Columns to the left of the program, for the line numbers and the pointer."""

READING = 1.5
"""Seconds that a group of lines needs to be read, when nobody reads it aloud."""

MOST_LINES, MOST_COLUMNS = 18, 100
"""What some shape of frame has room for in the smallest type."""


class Output(KindParams):
    """What a line gives, written beside it."""

    line: Count = Field(description="the line's number, counted from 1", ge=1)
    value: Text = Field(description="what the line gives, such as {det(A)}")


class Code(StoryScene):
    """A program stands there; line after line is pointed at, and what it gives appears beside it.

    The listing is shown letter for letter: braces and dollars mean nothing in it. Write it as a
    block (`listing: |`), or as {ko: …, en: …} if comments differ. Outputs are texts, so they can be
    computed by the storyboard: `{line: 3, value: "{det(A)}"}`.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        listing: Listing = Field(description="the program's lines")
        syntax: str = Field(
            default="python", description="its programming language, as Pygments calls it"
        )
        point: tuple[tuple[Count, ...], ...] = Field(
            default=(),
            description="lines to point at, a group for each beat, as in [[1], [3, 4]]",
            max_length=20,
        )
        outputs: tuple[Output, ...] = Field(
            default=(), description="what lines give: [{line: 3, value: …}]", max_length=MOST_LINES
        )
        numbers: bool = Field(default=True, description="show the lines' numbers", strict=True)

        @field_validator("listing")
        @classmethod
        def _can_be_shown(cls, listing: Verbatim) -> Verbatim:
            counts = {len(lines_of(part)) for _, part in listing.parts}
            if len(counts) > 1:
                raise Refused("the languages differ in how many lines they have", "make them alike")
            for code, part in listing.parts:
                trail = (code,) if len({text for _, text in listing.parts}) > 1 else ()
                _check_lines(lines_of(part), trail)
            return listing

        @field_validator("syntax")
        @classmethod
        def _is_known(cls, syntax: str) -> str:
            if lexer_for(syntax) is None:
                known = known_languages()
                cure = did_you_mean(syntax, known) if len(syntax) < 30 else "write python or text"
                cure = cure if "did you mean" in cure else "write python, cpp, text or the like"
                raise Refused(
                    phrase("“{syntax}” is no programming language known here", syntax=syntax[:40]),
                    cure,
                )
            return syntax

        @field_validator("point")
        @classmethod
        def _lines_to_point_at(
            cls, groups: tuple[tuple[int, ...], ...], info: ValidationInfo
        ) -> tuple[tuple[int, ...], ...]:
            for k, group in enumerate(groups):
                if not group:
                    raise Refused("this beat points at no line", "write its lines", (k,))
                for i, line in enumerate(group):
                    _check_line(line, info, (k, i))
            return groups

        @field_validator("outputs")
        @classmethod
        def _lines_with_outputs(
            cls, outputs: tuple[Output, ...], info: ValidationInfo
        ) -> tuple[Output, ...]:
            for k, output in enumerate(outputs):
                _check_line(output.line, info, (k, "line"))
                if output.line in {each.line for each in outputs[:k]}:
                    raise Refused(
                        phrase("line {line} has two outputs", line=output.line),
                        "join them",
                        (k, "line"),
                    )  # fmt: skip -- one message
            return outputs

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """listing; then point_1, point_2, … if lines are pointed at."""
        count = len(params.point)
        return (
            Beat("listing", "the program stands there to be read", 0.8, main=not count),
            *(
                Beat(
                    f"point_{k}",
                    phrase("the lines of group {k} are pointed at", k=k),
                    0.7,
                    main=k == count,
                )
                for k in range(1, count + 1)
            ),
        )

    def construct(self) -> None:
        """The listing, then every group of lines."""
        layout = self._layout(page(self.zones))
        title = named(page_title(self.setting.title, self.zones, self.theme), "title", "text")
        pointed = {line for group in self.params.point for line in group}
        with self.beat("listing"):
            self.add(title, layout.panel, layout.bands, *layout.numbers, *layout.lines)
            early = [ink for line, ink in layout.outputs.items() if line not in pointed]
            if early:
                self.play(FadeIn(*early), run_time=self.run_time)
            self.wait(READING * 2)
        waiting = {line: ink for line, ink in layout.outputs.items() if line in pointed}
        before: frozenset[int] | None = None
        for k, group in enumerate(self.params.point, start=1):
            with self.beat(f"point_{k}"):
                now = frozenset(group)
                move = layout.pointing(before, now)
                self.play(Drive(VGroup(*layout.lines, layout.bands), move), run_time=self.run_time)
                given = [waiting.pop(line) for line in sorted(now) if line in waiting]
                if given:
                    self.wait(0.4)
                    self.play(FadeIn(*given), run_time=0.6)
                self.wait(READING)
                before = now

    def _layout(self, zone: Zone) -> Program:
        """All lines and outputs in the largest size in which they fit."""
        language = self.look.language
        lines = lines_of(self.params.listing.get(language))
        gutter = GUTTER if self.params.numbers else 1.2
        wide = max((width_of(line) for line in lines), default=1)
        values = {each.line: each.value.get(language) for each in self.params.outputs}
        beside = max((width_of(lines[line - 1]) for line in values), default=0) + 3
        size = LARGEST
        while True:
            column = column_width() * size
            inks = {
                line: text(f"→ {value}", size=size, color=self.theme.ink, weight=600)
                for line, value in values.items()
            }
            across = max(
                (gutter + wide + 1) * column,
                *((gutter + beside + 1) * column + float(ink.width) for ink in inks.values()),
                0.0,
            )
            if (
                across + 2 * RIM <= zone.width
                and (len(lines) + 0.8) * LEADING * size <= zone.height
            ):
                break
            if size <= SMALLEST:
                raise Misfit(
                    phrase(
                        "a program of {length} lines and {wide} columns does not fit "
                        "into the picture, not even in the smallest type",
                        length=len(lines),
                        wide=wide,
                    ),
                    "break its longest lines, or show less of it",
                )
            size = max(SMALLEST, size * 0.96)
        return Program(
            zone,
            self.theme,
            lines=lines,
            syntax=self.params.syntax,
            outputs=inks,
            size=size,
            across=across,
            gutter=gutter,
            beside=beside,
            numbered=self.params.numbers,
        )


def _check_lines(lines: tuple[str, ...], trail: tuple[str, ...]) -> None:
    """Raises Refused for lines that no picture could show."""
    if len(lines) > MOST_LINES:
        what = phrase("this program has {length} lines", length=len(lines))
        raise Refused(what, phrase("show {most_lines} at most", most_lines=MOST_LINES), trail)
    for k, line in enumerate(lines, start=1):
        if width_of(line) > MOST_COLUMNS:
            what = phrase(
                "line {k} is {width_of} columns wide (a Hangul syllable takes two)",
                k=k,
                width_of=width_of(line),
            )
            raise Refused(
                what,
                phrase("break it; {most_columns} is the most", most_columns=MOST_COLUMNS),
                trail,
            )
        if (character := unshowable(line)) is not None:
            what = phrase(
                "no font has the character U+{code:04X} of line {k}", code=ord(character), k=k
            )
            raise Refused(what, "leave it out", trail)


def _check_line(line: int, info: ValidationInfo, trail: tuple[int | str, ...]) -> None:
    """Raises Refused for the number of a line that is not there."""
    listing: Verbatim | None = info.data.get("listing")
    count = len(lines_of(listing.parts[0][1])) if listing is not None else line
    if not 1 <= line <= count:
        what = phrase(
            "there is no line {line}; the program has {number}",
            line=line,
            number=counted(count, "line"),
        )
        raise Refused(what, "count from 1", trail)
