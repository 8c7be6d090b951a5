"""The fonts that everything is set in: they come with the packages, never from the machine.

Text is Noto Sans CJK KR (a variable font: every weight from one file), mathematics is New Computer
Modern Math, which Typst carries inside itself. A character that neither has would become an empty
box, and Typst says nothing about it; `missing_glyphs` tells beforehand.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from algebra.wording import phrase

TEXT_FAMILY = "Noto Sans CJK KR"
MATH_FAMILY = "New Computer Modern Math"
_FACE_SUFFIX = ".ttc"

_INVISIBLE = frozenset({"Zs", "Zl", "Zp"})
"""Unicode categories that put no ink on the page, so no font need have a glyph for them."""

_BLANK = frozenset("\t\n\v\f\r\x85\u200b\u2060\ufeff")
"""Control characters that are white space, and zero-width ones that Typst consumes while it breaks
lines; every other control character would be an empty box."""

_SOFT_HYPHEN = "\xad"
"""It comes with text copied from the web and should be seen at line ends only; the font draws it
everywhere."""


@lru_cache(maxsize=1)
def font_file() -> Path:
    """The text font's file inside its package.

    Raises FileNotFoundError if the package has lost it.
    """
    folder = Path(str(files("manimgx_fonts_cjk")))
    for path in sorted(folder.rglob("*" + _FACE_SUFFIX)):
        return path
    raise FileNotFoundError(
        phrase(
            "no {suffix} font in the package {package}",
            suffix=_FACE_SUFFIX,
            package="manimgx-fonts-cjk",
        )
    )


@lru_cache(maxsize=1)
def _text_characters() -> frozenset[int]:
    """Code points of the text font, read from its character map."""
    from fontTools.ttLib import TTCollection

    with TTCollection(str(font_file()), lazy=True) as collection:
        for font in collection.fonts:
            if font["name"].getBestFamilyName() == TEXT_FAMILY:
                # Glyph names are not wanted, and making up 65,535 of them would take longer than
                # all the rest.
                font.setGlyphOrder(list(map(str, range(font["maxp"].numGlyphs))))
                return frozenset(font.getBestCmap())
    raise FileNotFoundError(
        phrase("{file} has no face called {name}", file=font_file().name, name=TEXT_FAMILY)
    )


@cache
def _has_glyph(character: str) -> bool:
    if unicodedata.category(character) in _INVISIBLE or character in _BLANK:
        return True
    if character == _SOFT_HYPHEN:
        return False
    return ord(character) in _text_characters()


def missing_glyphs(text: str) -> tuple[str, ...]:
    """The characters of `text` that the text font cannot show, each once, in order."""
    if text.isascii() and text.isprintable():
        return ()  # the common case costs no look at the font
    return tuple(dict.fromkeys(character for character in text if not _has_glyph(character)))
