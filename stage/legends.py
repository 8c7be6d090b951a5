"""What stands under a bar: notes with swatches of the colours that they explain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import VGroup, VMobject

from stage.bars import NOTE, rectangle
from stage.dimension_bars import PALE
from stage.ink import text
from stage.layout import Zone
from stage.theme import Theme


@dataclass(frozen=True, slots=True)
class Note:
    """A text with a swatch of the colour that it explains (None: without), full or outlined."""

    words: str
    color: str | None = None
    full: bool = True


def legend(zone: Zone, theme: Theme, notes: Sequence[Note], *, size: float = NOTE) -> VGroup:
    """Notes one after another, in lines of even length from the zone's top left."""
    found = VGroup()
    inks = [text(note.words, size=size, color=theme.ink) for note in notes]
    swatches = [0.0 if note.color is None else size * 0.95 for note in notes]
    widths = [ink.width + swatch for ink, swatch in zip(inks, swatches, strict=True)]
    begun = even_lines(widths, size * 1.3, zone.width)
    x, y = zone.left, zone.top - size * 0.7
    for k, (note, ink, swatch) in enumerate(zip(notes, inks, swatches, strict=True)):
        if k and k in begun:
            x, y = zone.left, y - size * 1.5
        if note.color is not None:
            box = VMobject(stroke_width=0.0 if note.full else 2.2, stroke_color=note.color)
            box.set_fill(note.color, 1.0 if note.full else PALE)
            side = size * 0.62
            found.add(box.set_points(rectangle(x, y - side / 2, x + side, y + side / 2)))
        found.add(ink.move_baseline(x + swatch, y - 0.34 * size))
        x += swatch + ink.width + size * 1.3
    return found


def even_lines(widths: Sequence[float], gap: float, room: float) -> list[int]:
    """Which of the things of these widths begin a line: as few lines as fill `room`, and of these
    lines the longest as short as can be."""
    limits = [
        sum(widths[i:j]) + gap * (j - i - 1) for j in range(len(widths) + 1) for i in range(j)
    ]
    fewest = len(_begun(widths, gap, room))
    for limit in sorted(limit for limit in limits if limit <= room):
        found = _begun(widths, gap, limit + 1e-9)
        if len(found) == fewest and max(widths) <= limit + 1e-9:
            return found
    return _begun(widths, gap, room)


def _begun(widths: Sequence[float], gap: float, room: float) -> list[int]:
    """Which things begin a line if every line takes as many as go into it."""
    found, x = [0], 0.0
    for k, width in enumerate(widths):
        if x > 0 and x + width > room:
            found.append(k)
            x = 0.0
        x += width + gap
    return found
