"""Live numbers: glyphs set once, then only moved; every digit keeps its place."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from manim import VMobject

from stage.typesetting import Points, outlines

_CHARACTERS = "0123456789"
SIGN_SPACE = "\u2003"
"""A blank as wide as a minus sign, which is wider than a digit."""

_SIGNS = {"-": "−", "(": "(", ")": ")", ",": ",", ".": "."}


@lru_cache(maxsize=32)
def _glyphs() -> dict[str, tuple[Points, float]]:
    """Outline (pen at 0, baseline at 0) and advance of every character of a number, in em.

    The advance is the distance between two of the same set side by side.
    """
    found: dict[str, tuple[Points, float]] = {}
    for character in (*_CHARACTERS, *_SIGNS):
        sign = _SIGNS.get(character, character)
        pair = outlines(f"${'' if sign == '' else chr(34) + sign + sign + chr(34)}$")
        first, second = pair.outlines[0].points, pair.outlines[1].points
        advance = float(second[0, 0] - first[0, 0])
        found[character] = (first - np.array([0.0, pair.baseline]), advance)
    return found


def _advance(character: str) -> float:
    """How far a character moves the pen, in em; kerning (of 77) may not move other digits."""
    alike = "0" if character.isdigit() else {" ": "0", SIGN_SPACE: "-"}.get(character, character)
    return _glyphs()[alike][1] + (0.17 if character == "," else 0.0)


def decimals_for(largest: float) -> int:
    """Decimals of a live number whose size reaches `largest`: about four significant digits."""
    if largest < 100:
        return 2
    return 1 if largest < 1000 else 0


class LiveText(VMobject):
    """Text made of numbers and brackets, such as ``(1.42, 0.87)``, in one path.

    Every digit moves the pen equally far, and a blank as far as a digit or a sign: numbers that
    `fixed` writes with equally many places keep their digits where they are. `extent` tells how
    wide a text is.
    """

    def __init__(self, *, size: float, color: str) -> None:
        super().__init__(stroke_width=0, fill_color=color, fill_opacity=1)
        self.size = size
        self.shown = ""

    def write(self, characters: str, x: float, baseline: float) -> None:
        """Show the characters with the pen starting at (x, baseline); spaces are digit-wide."""
        pen = 0.0
        pieces: list[Points] = []
        for character in characters:
            if not character.isspace():
                pieces.append(_glyphs()[character][0] + np.array([pen, 0.0]))
            pen += _advance(character)
        self.shown = characters
        if not pieces:
            self.clear_points()
            return
        flat = np.concatenate(pieces) * self.size + np.array([x, baseline])
        self.set_points(np.column_stack([flat, np.zeros(len(flat))]))

    def extent(self, characters: str) -> float:
        """Width in scene units of the characters."""
        return self.size * sum(map(_advance, characters))


def fixed(value: float, decimals: int, digits: int = 1, *, signed: bool = True) -> str:
    """A number with `digits` places before its point; never −0.

    If `signed`, a place as wide as a minus is kept for a sign.
    """
    rounded = round(value, decimals) + 0.0
    body = f"{abs(rounded):.{decimals}f}"
    whole = decimals + digits + (1 if decimals else 0)
    if rounded < 0:
        return f"-{body}".rjust(whole + 1)
    return (SIGN_SPACE if signed else "") + body.rjust(whole)


class LiveNumber(LiveText):
    """One number that follows a motion; its digits stay where they are."""

    def __init__(self, *, size: float, color: str, largest: float, least: float = 0.0) -> None:
        super().__init__(size=size, color=color)
        reach = max(abs(largest), abs(least))
        self.decimals = decimals_for(reach)
        self.digits = len(str(int(round(reach, self.decimals))))
        self.value = 0.0

    @property
    def slot(self) -> float:
        """Width that the number needs at its widest, sign included."""
        return self.extent(fixed(-1.0, self.decimals, self.digits))

    def set_value(self, value: float, x: float, baseline: float) -> None:
        """Show the value with its slot starting at x."""
        self.value = value
        self.write(fixed(value, self.decimals, self.digits), x, baseline)
