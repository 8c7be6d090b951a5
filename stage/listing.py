"""Programs as they are read on a screen: one column a letter, two a Hangul syllable, coloured.

Every letter is set by itself and put into its column, so that no ligature and no kerning can move
anything, and what points at a line or a column points at it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from manim import VGroup, VMobject
from pygments.lexer import Lexer
from pygments.lexers import get_all_lexers, get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Operator, Token, _TokenType
from pygments.util import ClassNotFound

from stage.fonts import TEXT_FAMILY, missing_glyphs
from stage.formulas import escape
from stage.ink import filled_path
from stage.theme import Theme
from stage.typesetting import Points, Setting, outlines

MONO_FAMILY = "DejaVu Sans Mono"
"""It is built into Typst, so it is the same on every machine."""

TAB = 4
"""Columns between the stops of tabs."""

LEADING = 1.45
"""Height of a line in em."""

WIDER = 1.12
"""How much larger Hangul is set, so that two columns do not look like letters spaced out."""

_MIDDLE = 0.36
"""From the baseline up to the middle of a letter of the monospaced font, in em."""

_HUES = {"keyword": 8, "string": 3, "number": 2, "name": 5}
"""Members of the theme's family of hues: classes of letters are a family of their own."""

_UNKNOWN = "\U0010fffd"
"""A character that no font has: how it is drawn shows what a font draws for what it lacks."""


def lexer_for(name: str) -> Lexer | None:
    """The lexer of a language that Pygments knows by this name, or None."""
    try:
        return get_lexer_by_name(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def known_languages() -> tuple[str, ...]:
    """The short names of all languages that can be highlighted."""
    return tuple(sorted({names[0] for _, names, _, _ in get_all_lexers() if names}))


def columns_of(character: str) -> int:
    """How many columns a letter takes: two if it is as wide as it is high, as Hangul is."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def lines_of(source: str) -> tuple[str, ...]:
    """The lines of a program: letters composed, tabs expanded, no blanks or empty lines at ends."""
    text = unicodedata.normalize("NFC", source.replace("\r\n", "\n"))
    lines = [_expanded(line).rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return tuple(lines)


def _expanded(line: str) -> str:
    """Tabs as blanks up to the next stop, counted in columns."""
    found, column = "", 0
    for letter in line:
        wide = TAB - column % TAB if letter == "\t" else columns_of(letter)
        found += " " * wide if letter == "\t" else letter
        column += wide
    return found


def width_of(line: str) -> int:
    """How many columns a line takes."""
    return sum(map(columns_of, line))


def unshowable(text: str) -> str | None:
    """The first character that no font here has, or None; white space counts as shown."""
    for character in dict.fromkeys(text):
        if not character.isspace() and _outline(character) is None:
            return character
    return None


@lru_cache(maxsize=1)
def column_width() -> float:
    """Width of a column in em."""
    return _mono("0").width


def _mono(text: str) -> Setting:
    return outlines(f'#text(font: "{MONO_FAMILY}", ligatures: false)[{escape(text)}]')


@lru_cache(maxsize=1024)
def _outline(character: str) -> Points | None:
    """A letter's outline in em, with its column's left edge and the baseline at the origin.

    None if there is no glyph for it. What the monospaced font lacks is taken from the text font
    and centred in its columns.
    """
    found = _mono(character)
    if _points(found).tobytes() != _points(_mono(_UNKNOWN)).tobytes():
        return _points(found)
    if missing_glyphs(character) or not character.isprintable():
        return None
    found = outlines(f'#text(font: "{TEXT_FAMILY}")[{escape(character)}]')
    room = columns_of(character) * column_width()
    scale = min(WIDER, room / found.width) if found.width else 1.0
    # Its letters are higher than those beside them: they are enlarged about their middle.
    low = _MIDDLE - scale * (_MIDDLE + 0.02)
    centred: Points = _points(found) * scale + ((room - found.width * scale) / 2, low)
    return centred


def _points(found: Setting) -> Points:
    if not found.outlines:
        return np.zeros((0, 2))
    every = np.concatenate([one.points for one in found.outlines])
    placed: Points = every - np.array([0.0, found.baseline])
    return placed


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter in its line (from 0) and column (from 0), and what it belongs to."""

    line: int
    column: int
    character: str
    kind: str


def letters(lines: Sequence[str], lexer: Lexer) -> Iterator[Letter]:
    """All letters of a program that leave ink, with what Pygments makes of them."""
    line = column = 0
    for token, text in lexer.get_tokens("\n".join(lines)):
        for character in text:
            if character == "\n":
                line, column = line + 1, 0
                continue
            if not character.isspace():
                yield Letter(line, column, character, _kind(token))
            column += columns_of(character)


def _kind(token: _TokenType) -> str:
    for kind, tokens in (
        ("comment", (Comment,)),
        ("keyword", (Keyword, Operator.Word)),
        ("string", (Literal.String,)),
        ("number", (Literal.Number,)),
        ("name", (Name.Function, Name.Class, Name.Builtin, Name.Decorator, Token.Name.Namespace)),
    ):
        if any(token in one for one in tokens):
            return kind
    return "plain"


def colors(theme: Theme) -> dict[str, str]:
    """The colour of each class of letters."""
    hues = {kind: theme.family[number] for kind, number in _HUES.items()}
    return {"plain": theme.ink, "comment": theme.quiet, **hues}


class CodeLine(VGroup):
    """One line of a program: a path for each class of letters; it can step back from the rest."""

    def __init__(self, letters: Sequence[Letter], x: float, y: float, size: float, theme: Theme):
        self.number = letters[0].line + 1 if letters else 0
        self._theme = theme
        self._paths: dict[str, VMobject] = {}
        for kind, color in colors(theme).items():
            placed = [
                outline + np.array([letter.column * column_width(), 0.0])
                for letter in letters
                if letter.kind == kind and (outline := _outline(letter.character)) is not None
            ]
            if placed:
                points = np.concatenate(placed) * size + np.array([x, y])
                self._paths[kind] = filled_path(points, color)
        super().__init__(*self._paths.values())

    def recede(self, share: float) -> None:
        """Let the colours go (share 1) or bring them back (0)."""
        full = colors(self._theme)
        for kind, path in self._paths.items():
            path.set_fill(mixed(full[kind], self._theme.quiet, share))


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two, as ``#rrggbb``."""
    pairs = [(int(one[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
