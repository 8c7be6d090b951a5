"""Text and formulas as mobjects: Korean, Latin and mathematics set together, parts in role colours.

Sizes are em in scene units (the shorter side of the frame is 8): at 1080 lines 0.18 is 24 pixels,
the smallest that may be shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeVar, cast

import numpy as np
import numpy.typing as npt
from manim import Mobject, VGroup, VMobject

from language.formulas import plain_text
from stage.blank import blank
from stage.extent import ends_of_curves, span
from stage.formulas import escape, typst_math
from stage.lines import SLACK, divided
from stage.typesetting import BASELINE, EM, Points, outlines

_V = TypeVar("_V", bound=VMobject)

HALO = 15.0
"""Width of the rim around labels, in Manim's stroke units (half of it shows)."""

SMALLEST = 0.18
LABEL = 0.31
BODY = 0.33
TITLE = 0.40
FORMULA = 0.38
MATRIX = 0.42
READOUT = 0.52
HEADLINE = 0.72


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a formula with a name and a colour; `latex` is mathematics without dollars."""

    latex: str
    color: str
    label: str = ""


NO_BREAK = "\u00a0"
"""A space at which no line ends."""

NEWLINE = "\\ "
ALIGN = "&"


class Ink(VGroup):
    """Set type: one path for each run of a colour, with named parts and a baseline.

    `source` is the Typst source that was set, `says` what a kind asked for, if it was one text.
    """

    def __init__(
        self,
        *runs: VMobject,
        labels: Mapping[str, VMobject],
        baseline: float,
        size: float = 0.0,
        source: str = "",
    ) -> None:
        super().__init__(*runs)
        self.source = source
        self.says = ""
        self._set = (size, max(float(self.height), float(self.width)))
        self.labels = dict(labels)
        self._drop = float(self.get_center()[1]) - baseline if len(runs) else 0.0

    def get_points_defining_boundary(self) -> npt.NDArray[np.float64]:
        """Manim's, of which the corners, the middle and the edges are taken."""
        return ends_of_curves(cast(Sequence[VMobject], self.get_family()))

    def length_over_dim(self, dim: int) -> float:
        """Manim's, which width and height are."""
        return span(cast(Sequence[VMobject], self.get_family()), dim)

    def part(self, label: str) -> VMobject:
        """The part of this name. Raises KeyError if there is none."""
        return self.labels[label]

    @property
    def baseline(self) -> float:
        """Height of the first line's baseline (as long as the ink has not been scaled)."""
        return float(self.get_center()[1]) - self._drop

    @property
    def em(self) -> float:
        """The size of its type as it stands now, scaled or not; scene units."""
        size, extent = self._set
        return size * max(float(self.height), float(self.width)) / extent if extent else size

    def move_baseline(self, left: float, baseline: float) -> Ink:
        """Put the left edge and the first line's baseline here."""
        self.shift((left - float(self.get_left()[0]), baseline - self.baseline, 0.0))
        return self


_HANGUL = re.compile("[ㄱ-ㅎㅏ-ㅣ가-힣]")

_NUMBER = re.compile(r"(?<![A-Za-z0-9_.-])[-+−±]?√?\d+(?:[.,:/×]\d+)*(?![A-Za-z0-9_-])")
"""A number among words. Digits that are part of a name (GPT-2, int8) are words."""

_MATH = re.compile(r"(?<!\\)\$((?:\\.|[^$\\])*)\$")


def text(
    markup: str,
    *,
    size: float = BODY,
    color: str,
    width: float | None = None,
    weight: int = 400,
    align: Literal["left", "center", "right"] = "left",
    emphasis: str | None = None,
    numerals: bool | None = None,
) -> Ink:
    """Words with `$formulas$`, in lines no wider than `width` scene units.

    Lines break at spaces only, never inside a Korean word, nor at `NO_BREAK`; they are few, about
    equally long, and end where a reader would pause (see stage.lines). `emphasis` colours the
    formulas. `numerals` sets numbers among the words in the formulas' type, as is done in a text
    that has any: one number in two types looks like two things.
    """
    words = split_words(markup)
    formal = has_formulas(markup) if numerals is None else numerals
    # In Korean the font lifts colons, brackets and dashes to the middle of a syllable.
    language = "ko" if _HANGUL.search(markup) else "en"
    style = f'lang: "{language}", weight: {weight}'
    styled = f'{style}, fill: rgb("{color}")'
    opening = BASELINE if markup.startswith("$") else ""
    body = f"#text({styled})[{opening}{_line(words, emphasis, formal)}]"
    if width is not None and width < outlines(body).width * size:
        room = width / size
        rows = _divided(words, style, room, formal)
        lines = r" \ ".join(_line(row, emphasis, formal) for row in rows)
        block = f"#block(width: {(room + 2 * SLACK) * EM:.2f}pt)"
        body = f"{block}[#set align({align})\n#text({styled})[{opening}{lines}]]"
    ink = _ink(body, size, {})
    ink.says = markup
    return ink


def _divided(words: Sequence[str], style: str, room: float, formal: bool) -> list[list[str]]:
    """Words in lines; `room` is a line's width in em.

    Lines are set in one piece: in boxes of their own, words would lose the kerning of the space
    between them. So a space is as wide as it makes two words together. What is joined by
    `NO_BREAK` is parted only where no line can hold it, and a longer word is left for Typst.
    """

    def width(*row: str) -> float:
        return outlines(f"#text({style})[{_line(row, None, formal)}]").width

    whole = (word if width(word) <= room else word.replace(NO_BREAK, " ") for word in words)
    words = [piece for word in whole for piece in split_words(word)]
    widths = [width(word) for word in words]
    apart = map(sum, pairwise(widths))
    spaces = [width(*pair) - each for pair, each in zip(pairwise(words), apart, strict=True)]
    plain = [plain_text(word).replace(NO_BREAK, " ") for word in words]
    return [words[start:end] for start, end in divided(plain, widths, spaces, room)]


def _line(words: Iterable[str], emphasis: str | None, formal: bool) -> str:
    """Typst source of words in one line."""
    pieces = (piece for word in words for piece in word.split(NO_BREAK))
    return " ".join(_word(piece, emphasis, formal) for piece in pieces)


def formula(
    latex: str | Iterable[Part | str],
    *,
    size: float = FORMULA,
    color: str,
    display: bool = True,
) -> Ink:
    """A formula in LaTeX syntax, or a row of pieces of which some are coloured and named parts.

    The piece ``NEWLINE`` begins a new line; lines are aligned at their first ``ALIGN``.
    `display` sets fractions at full size, else as small as in a line of text.
    """
    pieces = [latex] if isinstance(latex, str) else list(latex)
    labels: dict[str, tuple[str, str]] = {}
    source = []
    for piece in pieces:
        if piece in (NEWLINE, ALIGN):
            source.append(str(piece))
        elif isinstance(piece, str):
            source.append(typst_math(piece))
        else:
            source.append(part_source(piece, labels))
    inside = " ".join(source)
    if NEWLINE in source:
        body = f"$ {inside} $"  # with spaces: a displayed equation, the only kind that breaks lines
        if not display:
            body = f"#show math.frac: math.inline\n{body}"
    else:
        # Bracketed, since a comma would end the argument.
        body = f"{BASELINE}${'display' if display else 'inline'}(#[${inside}$])$"
    ink = _ink(f'#text(fill: rgb("{color}"))[{body}]', size, labels)
    ink.says = " ".join(piece if isinstance(piece, str) else piece.latex for piece in pieces)
    return ink


def part_source(part: Part, labels: dict[str, tuple[str, str]]) -> str:
    """Typst source of a part; `labels` gets its marking colour → (label, colour) and grows."""
    marker = f"#{0x010101 + len(labels):06x}"
    labels[marker] = (part.label or f"part{len(labels)}", part.color)
    # A space after the bracket: in mat(...) Typst takes a following ";" for the end of the code.
    return f'#text(fill: rgb("{marker}"))[${typst_math(part.latex)}$] '


def set_source(body: str, size: float, labels: Mapping[str, tuple[str, str]]) -> Ink:
    """Typst source with marked parts (see `part_source`) as ink."""
    return _ink(body, size, labels)


def split_words(markup: str) -> list[str]:
    """Split at spaces outside formulas, but not at no-break spaces."""
    words: list[str] = []
    rest = markup
    current = ""
    while rest:
        match = _MATH.match(rest)
        if match:
            current += match.group(0)
            rest = rest[match.end() :]
        elif rest.startswith("\\") and len(rest) > 1:
            current += rest[:2]
            rest = rest[2:]
        elif rest[0].isspace() and rest[0] != NO_BREAK:
            if current:
                words.append(current)
            current, rest = "", rest[1:]
        else:
            current += rest[0]
            rest = rest[1:]
    return [*words, current] if current else words


def _word(word: str, emphasis: str | None, formal: bool) -> str:
    parts: list[str] = []
    position = 0
    for match in _MATH.finditer(word):
        parts.append(_plain(word[position : match.start()], formal))
        inside = f"${typst_math(match.group(1))}$"
        parts.append(f'#text(fill: rgb("{emphasis}"))[{inside}];' if emphasis else inside)
        position = match.end()
    parts.append(_plain(word[position:], formal))
    return "".join(parts)


def _plain(piece: str, formal: bool) -> str:
    """Words as Typst source; if `formal`, their numbers are set as those of formulas are."""
    words = re.sub(r"\\([$\\{}])", r"\1", piece)
    if not formal:
        return escape(words)
    # Every second one is a number. The semicolon ends Typst's code: else one in the text would.
    parts = re.split(rf"({_NUMBER.pattern})", words)
    return "".join(
        f"#numeral[{escape(part)}];" if k % 2 else escape(part) for k, part in enumerate(parts)
    )


def has_formulas(markup: str) -> bool:
    """Does a text hold `$formulas$`?"""
    return _MATH.search(markup) is not None


def _ink(body: str, size: float, labels: Mapping[str, tuple[str, str]]) -> Ink:
    setting = outlines(body)
    runs: list[tuple[str, list[Points]]] = []
    for outline in setting.outlines:
        if runs and runs[-1][0] == outline.fill:
            runs[-1][1].append(outline.points)
        else:
            runs.append((outline.fill, [outline.points]))
    shift = np.array([setting.width / 2, setting.height / 2])
    made: list[VMobject] = []
    found: dict[str, list[VMobject]] = {}
    for fill, points in runs:
        label, color = labels.get(fill, ("", fill))
        run = filled_path((np.concatenate(points) - shift) * size, color)
        made.append(run)
        if label:
            found.setdefault(label, []).append(run)
    named = {
        label: group[0] if len(group) == 1 else VGroup(*group) for label, group in found.items()
    }
    baseline = (setting.baseline - setting.height / 2) * size
    return Ink(*made, labels=named, baseline=baseline, size=size, source=body)


def filled_path(points: Points, color: str) -> VMobject:
    """A filled shape without outline from cubic curves, shape (4·curves, 2), scene units."""
    path = blank(stroke_width=0, fill_color=color, fill_opacity=1)
    path.set_points(np.column_stack([points, np.zeros(len(points))]))
    return path


def halo(ink: _V, ground: str) -> _V:
    """Set type with a rim in the ground's colour, so that lines behind it stop short of it.

    Unlike a plate, the rim is round at its corners and bites no notch into a figure's edge. It has
    no gaps between the letters (stage.painter), in which crumbs of lines would be left.
    """
    for run in cast(Sequence[VMobject], ink.get_family()):
        run.set_stroke(ground, width=HALO, opacity=1.0, background=True, family=False)
        run.without_gaps = True  # type: ignore[attr-defined]  # what the painter looks for
    return ink


def plate(ink: Mobject, color: str, reach: float = 0.09) -> VMobject:
    """A plate under set type, in the ground's colour, for where lines would run through it."""
    x, y = ink.get_center()[:2]
    reached = np.array([ink.width / 2 + reach, ink.height / 2 + reach])
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * reached + (x, y)
    return blank(stroke_width=0, fill_color=color, fill_opacity=0.86).set_points_as_corners(
        [(float(a), float(b), 0.0) for a, b in (*corners, corners[0])]
    )
