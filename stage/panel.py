"""The margin's places for what belongs to one map: its matrix, a formula, two read-outs."""

from __future__ import annotations

from dataclasses import dataclass

from manim import Mobject, VGroup

from stage.ink import LABEL, READOUT, Ink, text
from stage.layout import Zone, Zones
from stage.readout import LiveNumber
from stage.theme import Theme


@dataclass(frozen=True, slots=True)
class Panel:
    """Zones within the margin."""

    matrix: Zone
    formula: Zone
    readouts: tuple[Zone, Zone]


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
        Zone(m.left, line, split, m.top),
        Zone(m.left, m.bottom, m.right, line),
        (Zone(split, line, half, m.top), Zone(half, line, m.right, m.top)),
    )


def center_in(mobject: Mobject, zone: Zone) -> Mobject:
    """Move a thing to the middle of a zone."""
    x, y = zone.center
    return mobject.move_to((x, y, 0.0))


class NumberReadout(VGroup):
    """A caption with a number under it: live in motion, exact at rest."""

    def __init__(self, caption: str, zone: Zone, theme: Theme, *, largest: float) -> None:
        self.zone = zone
        x, y = zone.center
        self.caption = text(
            caption, size=LABEL, color=theme.quiet, width=zone.width, align="center"
        )
        self.caption.move_baseline(x - self.caption.width / 2, y + READOUT * 0.6)
        self.number = LiveNumber(size=READOUT, color=theme.ink, largest=largest)
        self.exact: Ink | None = None
        self.baseline = y - READOUT * 0.62
        super().__init__(self.caption, self.number)

    @property
    def value(self) -> float:
        """The number shown last in motion."""
        return self.number.value

    def follow(self, value: float, color: str) -> None:
        """Show a live value in a colour."""
        self._drop()
        sign = self.number.slot - self.number.extent(" ")
        # Centred without its sign's slot, so that a positive number stands under its caption.
        left = self.zone.center[0] - sign / 2 - self.number.extent(" ")
        self.number.set_fill(color)
        self.number.set_value(value, left, self.baseline)

    def rest(self, ink: Ink) -> None:
        """Show set type in the number's place."""
        self.number.clear_points()
        self._drop()
        self.exact = ink
        x = self.zone.center[0]
        room = min(1.0, self.zone.width / ink.width, 1.1 * READOUT / ink.height)
        if room < 1.0:
            ink.scale(room)
        ink.move_to((x, self.baseline + 0.33 * READOUT, 0.0))
        self.add(ink)

    def _drop(self) -> None:
        if self.exact is not None:
            self.remove(self.exact)
            self.exact = None


class WordReadout(VGroup):
    """A caption with one of several words under it, each in its own colour."""

    def __init__(
        self, caption: str, words: dict[int, tuple[str, str]], zone: Zone, theme: Theme
    ) -> None:
        x, y = zone.center
        self.caption = text(
            caption, size=LABEL, color=theme.quiet, width=zone.width, align="center"
        )
        self.caption.move_baseline(x - self.caption.width / 2, y + READOUT * 0.6)
        middle = y - READOUT * 0.62 + 0.33 * READOUT
        self.words = {
            key: text(word, size=READOUT * 0.72, color=color, weight=500).move_to((x, middle, 0.0))
            for key, (word, color) in words.items()
        }
        self.key: int | None = None
        super().__init__(self.caption)

    def choose(self, key: int) -> None:
        """Show the word of this key."""
        if self.key == key:
            return
        if self.key is not None:
            self.remove(self.words[self.key])
        self.key = key
        self.add(self.words[key])
