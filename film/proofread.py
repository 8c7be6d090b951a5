"""Reads a storyboard's texts once more, for what only typesetting knows.

A character without a glyph would be an empty box in the film, and a formula that does not typeset
would end a run after minutes; both are told before the first frame.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from algebra.wording import phrase, worded
from language.model import Storyboard
from language.places import Fault, Place
from language.reader import texts
from stage.fonts import missing_glyphs
from stage.formulas import check

LONGEST_QUOTE = 60
"""Characters of a faulty formula that a message repeats."""

_FORMULA = re.compile(r"(?<!\\)\$((?:\\.|[^$\\])*)\$")


def proofread(storyboard: Storyboard) -> tuple[Fault, ...]:
    """The faults of all texts of a storyboard, each at the place of its text."""
    found = (fault for place, _, markup in texts(storyboard) for fault in faults_of(place, markup))
    return tuple(dict.fromkeys(found))  # a text for all languages is one text with one fault


def faults_of(place: Place, markup: str) -> Iterator[Fault]:
    """What cannot be set in one text: characters first, then formulas."""
    words = _FORMULA.sub("", markup)
    formulas: list[str] = _FORMULA.findall(markup)
    for character in missing_glyphs(words + "".join(map(_no_mathematics, formulas))):
        name = unicodedata.name(character, "").lower()
        what = phrase(
            "no font has the character U+{code:04X}{name}",
            code=ord(character),
            name=f" ({name})" if name else "",
        )
        yield Fault(place, what, "leave it out or write it in words")
    for formula in formulas:
        if trouble := check(formula):
            shown = formula if len(formula) <= LONGEST_QUOTE else f"{formula[:LONGEST_QUOTE]}…"
            yield Fault(
                place,
                phrase(
                    "the formula ${shown}$ cannot be set: {trouble}",
                    shown=shown,
                    trouble=worded(trouble),
                ),
            )


def _no_mathematics(formula: str) -> str:
    """The characters of a formula that its own font cannot be expected to have.

    Mathematics is set in a font that has signs and letters which the text font lacks. Neither
    has pictures, private characters, or what Unicode has not assigned.
    """
    kinds = ("So", "Co", "Cn", "Cs")
    return "".join(character for character in formula if unicodedata.category(character) in kinds)
