"""A program, with lines that are pointed at and what they give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from manim import FadeIn, Polygon, Rectangle, VGroup
from pydantic import Field, ValidationInfo, field_validator

from language.kind import Beat
from language.params import Count, KindParams, Listing, Refused, Text
from language.suggest import did_you_mean
from language.values import count as counted
from language.verbatim import Verbatim
from stage.drive import Drive
from stage.ink import SMALLEST, Ink, text
from stage.layout import Misfit, Zone
from stage.listing import (
    LEADING,
    CodeLine,
    column_width,
    known_languages,
    letters,
    lexer_for,
    lines_of,
    unshowable,
    width_of,
)
from stage.page import page, page_title
from stage.story import StoryScene, named

LARGEST = 0.40
"""Size of the letters of a short program."""

RIM = 0.15
"""Space between the program and the edge of its panel, in scene units."""

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
                raise Refused(f"“{syntax[:40]}” is no programming language known here", cure)
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
                        f"line {output.line} has two outputs", "join them", (k, "line")
                    )  # fmt: skip -- one message
            return outputs

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """listing; then point_1, point_2, … if lines are pointed at."""
        count = len(params.point)
        return (
            Beat("listing", "the program stands there to be read", 0.8, main=not count),
            *(
                Beat(f"point_{k}", f"the lines of group {k} are pointed at", 0.7, main=k == count)
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

    def _layout(self, zone: Zone) -> _Layout:
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
                line: text(f"→ {value}", size=size, color=self.theme.holds)
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
                    f"a program of {len(lines)} lines and {wide} columns does not fit into the "
                    "picture, not even in the smallest type",
                    "break its longest lines, or show less of it",
                )
            size = max(SMALLEST, size * 0.96)
        return _Layout(self, zone, lines, inks, size, across, gutter, beside)


def _check_lines(lines: tuple[str, ...], trail: tuple[str, ...]) -> None:
    """Raises Refused for lines that no picture could show."""
    if len(lines) > MOST_LINES:
        what = f"this program has {len(lines)} lines"
        raise Refused(what, f"show {MOST_LINES} at most", trail)
    for k, line in enumerate(lines, start=1):
        if width_of(line) > MOST_COLUMNS:
            what = f"line {k} is {width_of(line)} columns wide (a Hangul syllable takes two)"
            raise Refused(what, f"break it; {MOST_COLUMNS} is the most", trail)
        if (character := unshowable(line)) is not None:
            what = f"no font has the character U+{ord(character):04X} of line {k}"
            raise Refused(what, "leave it out", trail)


def _check_line(line: int, info: ValidationInfo, trail: tuple[int | str, ...]) -> None:
    """Raises Refused for the number of a line that is not there."""
    listing: Verbatim | None = info.data.get("listing")
    count = len(lines_of(listing.parts[0][1])) if listing is not None else line
    if not 1 <= line <= count:
        what = f"there is no line {line}; the program has {counted(count, 'line')}"
        raise Refused(what, "count from 1", trail)


@dataclass
class _Place:
    """Where a line's band is, scene units."""

    bottom: float
    top: float


class _Layout:
    """The program's lines with their numbers, outputs and bands, all at their places."""

    def __init__(
        self,
        scene: Code,
        zone: Zone,
        lines: tuple[str, ...],
        outputs: dict[int, Ink],
        size: float,
        across: float,
        gutter: float,
        beside: int,
    ) -> None:
        theme, column = scene.theme, column_width() * size
        step = LEADING * size
        height = len(lines) * step
        left = zone.left + RIM
        top = zone.top - 0.4 * step - max(0.0, (zone.height - height - 0.8 * step) * 0.4)
        right = min(zone.right - RIM, max(left + across, zone.left + zone.width * 0.6))
        found: dict[int, list[Any]] = {k: [] for k in range(len(lines))}
        lexer = lexer_for(scene.params.syntax)
        assert lexer is not None, "validated above"
        for letter in letters(lines, lexer):
            found[letter.line].append(letter)
        x = left + gutter * column
        baselines = [top - (k + 0.68) * step for k in range(len(lines))]
        self.lines = [
            named(CodeLine(found[k], x, baselines[k], size, theme), f"line {k + 1}", "code")
            for k in range(len(lines))
        ]
        self.numbers = []
        if scene.params.numbers:
            for k, y in enumerate(baselines):
                number = text(str(k + 1), size=size * 0.8, color=theme.quiet)
                end = x - column * 1.1
                self.numbers.append(number.move_baseline(end - float(number.width), y))
        self.outputs = {}
        for line, ink in outputs.items():
            # What is higher than a line, such as a matrix, is made smaller, not set over the next.
            if ink.height > 0.96 * step:
                ink.scale(max(0.96 * step / ink.height, SMALLEST / size))
                middle = baselines[line - 1] + 0.18 * step
                ink.move_to((x + beside * column + ink.width / 2, middle, 0.0))
            else:
                ink.move_baseline(x + beside * column, baselines[line - 1])
            self.outputs[line] = named(ink, f"output of line {line}", "text")
        self._rows = [_Place(top - (k + 1) * step, top - k * step) for k in range(len(lines))]
        self.panel = Rectangle(width=right - left + 2 * RIM, height=height + 0.8 * step)
        self.panel.set_stroke(theme.grid, width=1.5).set_fill(theme.ghost, opacity=0.35)
        self.panel.move_to(((left + right) / 2, top - height / 2, 0.0))
        self.bands = VGroup(*(self._band(place, left, right, size, theme) for place in self._rows))
        for band in self.bands:
            band.set_fill(opacity=0.0)

    def _band(self, place: _Place, left: float, right: float, size: float, theme: Any) -> VGroup:
        """What marks a line: a band behind it and a pointer at its left end."""
        middle = (place.bottom + place.top) / 2
        band = Rectangle(width=right - left + 2 * RIM, height=place.top - place.bottom)
        band.set_stroke(width=0).set_fill(theme.emphasis, opacity=0.0)
        band.move_to(((left + right) / 2, middle, 0.0))
        edge, reach = left - RIM, 0.42 * size
        tip = Polygon(
            (edge, middle + reach, 0), (edge + 1.1 * reach, middle, 0), (edge, middle - reach, 0)
        )
        tip.set_stroke(width=0).set_fill(theme.emphasis, opacity=0.0)
        return VGroup(band, tip)

    def pointing(self, before: frozenset[int] | None, now: frozenset[int]) -> Any:
        """The motion of attention from some lines to others, as a function of t.

        Before the first time all lines have their colours and none is marked.
        """

        def follow(t: float) -> None:
            for k, (line, band) in enumerate(zip(self.lines, self.bands, strict=True), start=1):
                was = before is not None and k in before
                marked = (1.0 - t) * was + t * (k in now)
                dimmed = (1.0 - t) * (before is not None and not was) + t * (k not in now)
                line.recede(dimmed)
                band[0].set_fill(opacity=0.16 * marked)
                band[1].set_fill(opacity=marked)

        return follow
