"""The margin's places for what belongs to one map: its matrix, a formula, two read-outs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from manim import LEFT, Mobject, VGroup

from stage.ink import LABEL, READOUT, SMALLEST, Ink, text
from stage.layout import Zone, Zones
from stage.readout import SIGN_SPACE, LiveNumber
from stage.theme import Theme

MIDDLE = 0.378
"""Height above the baseline at which a Korean line has its middle, in sizes of the type. Latin ones
are set at the same baseline: centred each by itself, those with a descender would jump."""

BETWEEN = 1.0
"""Air between two captions side by side, in sizes of their type: less reads as one sentence."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Zones within the margin."""

    matrix: Zone
    formula: Zone
    readouts: tuple[Zone, Zone]

    @property
    def middle(self) -> float:
        """Its middle from left to right, scene units."""
        return (self.matrix.left + self.readouts[1].right) / 2


def panel(zones: Zones) -> Panel:
    """Divide the margin: in a column beside the stage, or in rows below it."""
    m = zones.margin
    middle = (m.left + m.right) / 2
    if zones.flow == "column" and m.height > m.width:
        top = m.top - m.height * 0.04
        first, second = top - m.height * 0.36, top - m.height * 0.62
        low = second - m.height * 0.3
        return Panel(
            Zone(m.left, first, m.right, top),
            Zone(m.left, second, m.right, first),
            (Zone(m.left, low, middle, second), Zone(middle, low, m.right, second)),
        )
    split = m.left + m.width * 0.44
    half = (split + m.right) / 2
    line = m.bottom + m.height * 0.36
    return Panel(
        Zone(m.left, line, split - 0.2, m.top),
        Zone(m.left, m.bottom, m.right, line),
        (Zone(split, line, half, m.top), Zone(half, line, m.right, m.top)),
    )


def center_in(mobject: Mobject, zone: Zone) -> Mobject:
    """Move a thing to the middle of a zone."""
    x, y = zone.center
    return mobject.move_to((x, y, 0.0))


def one_line(markup: str, zone: Zone, *, size: float, color: str, weight: int = 400) -> Ink:
    """Text in one line, smaller than `size` where its zone is narrow (never below SMALLEST)."""
    ink = text(markup, size=size, color=color, weight=weight)
    room = zone.width * 0.94 / max(ink.width, 1e-9)
    if room >= 1.0:
        return ink
    return text(markup, size=max(SMALLEST, size * room), color=color, weight=weight)


def title_ink(markup: str, zone: Zone, theme: Theme, *, size: float, weight: int = 400) -> Ink:
    """A scene's title at the left of its zone, smaller where it needs lines to fit the height."""
    ink = text(markup, size=size, color=theme.ink, width=zone.width, weight=weight)
    while ink.height > zone.height and size > SMALLEST:
        size = max(SMALLEST, size * 0.94)
        ink = text(markup, size=size, color=theme.ink, width=zone.width, weight=weight)
    if ink.height < 1.5 * size:  # one line
        return ink.move_baseline(zone.left, zone.center[1] - MIDDLE * size)
    return ink.move_to((zone.left, min(zone.center[1], zone.top - ink.height / 2), 0), LEFT)


def caption_size(captions: Sequence[str], zones: Sequence[Zone], theme: Theme) -> float:
    """The largest size up to LABEL at which neighbours in one row all fit their zones.

    They are set alike, with room between them: captions of two sizes look like a mistake, and two
    without a gap like one sentence.
    """
    widths = [text(caption, size=LABEL, color=theme.quiet).width for caption in captions]
    rooms = [0.94 * zone.width / width for zone, width in zip(zones, widths, strict=True)]
    for (one, two), (left, right) in zip(pairwise(widths), pairwise(zones), strict=True):
        apart = right.center[0] - left.center[0]
        rooms.append(apart / ((one + two) / 2 + BETWEEN * LABEL))
    return max(SMALLEST, LABEL * min(1.0, *rooms))


class NumberReadout(VGroup):
    """A caption with a number under it: live in motion, exact at rest."""

    def __init__(
        self, caption: str, zone: Zone, theme: Theme, *, largest: float, size: float = LABEL
    ) -> None:
        self.zone = zone
        x, y = zone.center
        self.x = x
        """Its middle: that of its zone, unless it stands elsewhere for now."""
        self.caption = one_line(caption, zone, size=size, color=theme.quiet)
        self.caption.move_baseline(x - self.caption.width / 2, y + READOUT * 0.6)
        self.number = LiveNumber(size=READOUT, color=theme.ink, largest=largest)
        self.number.size *= min(1.0, zone.width / self.number.slot)
        self.exact: Ink | None = None
        self.baseline = y - READOUT * 0.62
        super().__init__(self.caption, self.number)

    @property
    def value(self) -> float:
        """The number shown last in motion."""
        return self.number.value

    def stand_at(self, x: float) -> None:
        """Have its middle there, until the next call."""
        self.x = x
        y = self.zone.center[1] + READOUT * 0.6
        self.caption.move_baseline(x - self.caption.width / 2, y)
        if self.exact is not None:
            self.exact.set_x(x)

    def follow(self, value: float, color: str) -> None:
        """Show a live value in a colour."""
        self._drop()
        sign = self.number.extent(SIGN_SPACE)
        # Centred without its sign's slot, so that a positive number stands under its caption.
        left = self.x - (self.number.slot - sign) / 2 - sign
        self.number.set_fill(color)
        self.number.set_value(value, left, self.baseline)

    def rest(self, ink: Ink) -> None:
        """Show set type in the number's place."""
        self.number.clear_points()
        self._drop()
        self.exact = ink
        room = min(1.0, self.zone.width / ink.width, 1.1 * READOUT / ink.height)
        if room < 1.0:
            ink.scale(room)
        ink.move_to((self.x, self.baseline + 0.33 * READOUT, 0.0))
        self.add(ink)

    def _drop(self) -> None:
        if self.exact is not None:
            self.remove(self.exact)
            self.exact = None


class WordReadout(VGroup):
    """A caption with one of several words under it, each in its own colour; nothing until then."""

    def __init__(
        self,
        caption: str,
        words: dict[int, tuple[str, str]],
        zone: Zone,
        theme: Theme,
        *,
        size: float = LABEL,
    ) -> None:
        x, y = zone.center
        self.caption = one_line(caption, zone, size=size, color=theme.quiet)
        self.caption.move_baseline(x - self.caption.width / 2, y + READOUT * 0.6)
        middle = y - READOUT * 0.62 + 0.33 * READOUT
        self.words = {}
        for key, (word, color) in words.items():
            ink = one_line(word, zone, size=READOUT * 0.72, color=color, weight=500)
            self.words[key] = ink.move_baseline(x - ink.width / 2, middle - MIDDLE * ink.em)
        self.key: int | None = None
        super().__init__()

    def choose(self, key: int) -> None:
        """Show the word of this key, and with the first one the caption."""
        if self.key == key:
            return
        self.key = key
        self.submobjects = [self.caption, self.words[key]]
